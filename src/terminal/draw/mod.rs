//! The screen, drawn from the explorer's state alone. Nothing here changes the state; what can be clicked is
//! noted while it is drawn.

pub(crate) mod areas;
mod canvas;
mod click_targets;
mod focus;
mod footer;
mod layout;
mod mark_style;
pub(crate) mod panes;
pub(crate) mod popups;
mod render_options;
pub(crate) mod screens;
mod separators;
mod status_line;
mod tabs;
mod timeline;
mod yaml;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};

pub use areas::{BorderHandle, ScreenAreas, TabAreas};
pub use click_targets::{Click, ClickTargets};
pub use layout::places;
pub use render_options::RenderOptions;

use super::bindings::KeyContext;
use super::context;
use super::textarea::TextArea;
use super::theme::Role;
use crate::explorer::Action;
use crate::explorer::ActiveScreen;
use crate::explorer::Explorer;
use crate::explorer::Pane;
use crate::explorer::Popup;
use canvas::Canvas;

/// Fewer cells than this cannot show anything useful.
pub const SMALLEST: (u16, u16) = (60, 20);

/// Draws one frame into `frame`; `places` are those that the state was sized by. Returns what can be clicked.
pub fn draw(
    state: &Explorer,
    look: &RenderOptions,
    places: &ScreenAreas,
    text: Option<&mut TextArea>,
    frame: &mut Frame<'_>,
) -> ClickTargets {
    let area = frame.area();
    let mut canvas = Canvas::new(frame.buffer_mut(), look);
    canvas.fill(area, Role::Text);
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        too_small(&mut canvas, area);
        return canvas.targets;
    }
    let mut text_cursor = None;
    if let Some(row) = places.banner {
        status_line::banner(&mut canvas, row, state);
    }
    separators::draw(&mut canvas, places, state);
    let mut text = text;
    for (pane, place) in [
        (Pane::Live, places.live),
        (Pane::Patch, places.patch),
        (Pane::Result, places.result),
    ] {
        let Some(place) = place else { continue };
        let edited = state.edit().is_some_and(|edit| match pane {
            Pane::Live => edit.document == 0,
            Pane::Patch => edit.document != 0 && !edit.is_goal(),
            Pane::Result => edit.is_goal(),
        });
        match text.as_deref_mut() {
            Some(text) if edited => {
                text_cursor = super::draw::panes::document::edited(&mut canvas, place, pane, state, text);
            }
            _ => super::draw::panes::document::draw(&mut canvas, place, pane, state, places.tabs),
        }
    }
    if let Some(place) = places.screen {
        match state.shown() {
            ActiveScreen::Compare => super::draw::screens::compare::draw(&mut canvas, place, state),
            ActiveScreen::Ruler => super::draw::screens::list_order::draw(&mut canvas, place, state),
            ActiveScreen::Panes => {}
        }
    }
    if let Some(place) = places.steps {
        super::draw::panes::steps::draw(&mut canvas, place, state, places.below_shared);
    }
    if let Some(place) = places.why {
        super::draw::panes::explanation::draw(&mut canvas, place, state, places.below_shared);
    }
    if let Some(row) = places.timeline {
        timeline::draw(&mut canvas, row, state);
    }
    match super::draw::popups::prompt::draw(&mut canvas, places.status, state) {
        None => status_line::status(&mut canvas, places.status, state),
        caret => text_cursor = caret,
    }
    // What stands in place of the panes has keys of its own, and is left before the presentation is.
    match state.is_presenting() && context(state) == KeyContext::Main {
        true => footer::presenting(&mut canvas, places.footer),
        false => footer::draw(&mut canvas, places.footer, state),
    }
    if let Some(overlay) = state.overlay() {
        // What lies below cannot be clicked.
        canvas.targets.cover(area);
        text_cursor = None;
        match overlay {
            Popup::Help { scroll } => super::draw::popups::help::draw(&mut canvas, area, state, scroll),
            Popup::Answer { scroll } => {
                super::draw::popups::text::draw(&mut canvas, area, state, "kubectl", scroll)
            }
            Popup::Ledger { scroll } => {
                super::draw::popups::text::draw(&mut canvas, area, state, "ledger", scroll)
            }
            Popup::Lessons { cursor } => super::draw::popups::lessons::draw(&mut canvas, area, state, cursor),
            Popup::List { cursor, .. } => super::draw::popups::list::draw(&mut canvas, area, state, cursor),
            Popup::Question(question) => {
                super::draw::popups::question::draw(&mut canvas, area, state, question)
            }
        }
    }
    canvas.bound_marks();
    let targets = canvas.targets;
    if let Some(Position { x, y }) = text_cursor {
        frame.set_cursor_position((x, y));
    }
    targets
}

fn too_small(canvas: &mut Canvas<'_>, area: Rect) {
    let quit = canvas.look.keymap.shown(KeyContext::Main, Action::Quit);
    let text = [
        format!("This screen has {} × {} cells.", area.width, area.height),
        format!("mergescope needs {} × {}.", SMALLEST.0, SMALLEST.1),
        format!("Make it larger, or {quit} quits."),
    ];
    let top = area.y + area.height.saturating_sub(text.len() as u16) / 2;
    for (row, line) in (top..area.bottom()).zip(&text) {
        let width = (line.chars().count() as u16).min(area.width);
        canvas.text(
            area.x + (area.width - width) / 2,
            row,
            area.width,
            line,
            Role::Text,
        );
    }
}
