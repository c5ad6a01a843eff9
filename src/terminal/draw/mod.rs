//! Draws the screen from the explorer alone, without changing it. Click targets are recorded while drawing.

pub(crate) mod areas;
mod canvas;
mod click_targets;
mod focus;
mod footer;
mod layout;
mod mark_style;
pub(crate) mod panes;
pub(crate) mod popups;
mod rect_part;
mod render_options;
pub(crate) mod screens;
mod separators;
mod signs;
mod status_line;
mod tabs;
mod timeline;
mod yaml;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};

pub use areas::ScreenAreas;
pub use click_targets::{Click, ClickTargets};
pub use layout::places;
pub use popups::help::signs_markdown;
pub use render_options::RenderOptions;

use super::textarea::TextArea;
use super::theme::Role;
use crate::explorer::{Action, Explorer, KeyContext, ListKind, Pane, Popup, PromptKind, Screen};
use canvas::Canvas;
use rect_part::RectPart;

/// The minimum size of the terminal: columns and rows.
const SMALLEST: (u16, u16) = (60, 20);

/// Draws a frame. `places` has the areas whose sizes the explorer was given. Returns the click targets.
pub fn draw(
    explorer: &Explorer,
    look: &RenderOptions,
    places: &ScreenAreas,
    text: Option<&mut TextArea>,
    frame: &mut Frame<'_>,
) -> ClickTargets {
    let area = frame.area();
    let mut canvas = Canvas::new(frame.buffer_mut(), look);
    canvas.fill(area, Role::Text);
    if is_too_small((area.width, area.height)) {
        too_small(&mut canvas, area, explorer.has_unsaved_text());
        return canvas.targets;
    }
    let mut text_cursor = None;
    if let Some(row) = places.banner {
        let panes = [(Pane::Live, places.live), (Pane::Patch, places.patch)];
        let covered = panes
            .into_iter()
            .find(|(pane, rect)| rect.is_none() && explorer.is_broken(*pane));
        status_line::banner(&mut canvas, row, explorer, covered.map(|(pane, _)| pane));
    }
    separators::draw(&mut canvas, places, explorer);
    let mut text = text;
    for (pane, rect) in [
        (Pane::Live, places.live),
        (Pane::Patch, places.patch),
        (Pane::Result, places.result),
    ] {
        let Some(rect) = rect else { continue };
        match text.as_deref_mut() {
            Some(text) if focus::edited_pane(explorer) == Some(pane) => {
                text_cursor = panes::document::edited(&mut canvas, rect, pane, explorer, text);
            }
            _ => panes::document::draw(&mut canvas, rect, pane, explorer, places.tabs),
        }
    }
    if let Some(rect) = places.screen {
        match explorer.layers().screen() {
            Some(Screen::Compare(screen)) => screens::compare::draw(&mut canvas, rect, screen),
            Some(Screen::ListOrder(screen)) => {
                screens::list_order::draw(&mut canvas, rect, screen, explorer.workspace().merged());
            }
            None => {}
        }
    }
    if let Some(rect) = places.steps {
        panes::steps::draw(&mut canvas, rect, explorer, places.below_shared);
    }
    if let Some(rect) = places.why {
        panes::explanation::draw(&mut canvas, rect, explorer, places.below_shared);
    }
    if let Some(row) = places.timeline {
        timeline::draw(&mut canvas, row, explorer);
    }
    if explorer.layers().prompt().is_some() {
        canvas.targets.close_by_click();
    }
    match popups::prompt::draw(&mut canvas, places.status, explorer) {
        None => {
            let top = status_line::status(&mut canvas, places.status, explorer);
            // The timeline stays visible above a long message.
            if let Some(row) = places.timeline.filter(|row| row.y >= top) {
                let y = top.saturating_sub(1);
                let row = Rect { y, ..row };
                canvas.fill(row, Role::Text);
                canvas.targets.cover(row);
                timeline::draw(&mut canvas, row, explorer);
            }
        }
        caret => text_cursor = caret,
    }
    // A screen that covers the panes has its own keys, and is closed before the presentation ends.
    if explorer.workspace().session().is_presenting() && explorer.key_context() == KeyContext::Main {
        footer::presenting(&mut canvas, places.footer, explorer)
    } else {
        footer::draw(&mut canvas, places.footer, explorer)
    }
    if let Some(overlay) = explorer.layers().popup() {
        // Targets below a popup cannot be clicked. A question needs an answer.
        match overlay {
            Popup::Question(_) => canvas.targets.cover(area),
            _ => canvas.targets.cover_closing(area),
        }
        let caret = text_cursor.take();
        match overlay {
            Popup::Help(help) => popups::help::draw(&mut canvas, area, help, explorer),
            Popup::Text(text) => popups::text::draw(&mut canvas, area, text),
            Popup::List(list) if list.kind() == ListKind::Lessons => {
                popups::lessons::draw(&mut canvas, area, explorer, list);
            }
            Popup::List(list) => {
                let typed = caret.filter(|_| list.kind() == ListKind::Completions);
                text_cursor = typed;
                let area = typed.map_or(area, |caret| larger_part(area, caret.y));
                popups::list::draw(&mut canvas, area, explorer, list.cursor());
            }
            Popup::Question(question) => popups::question::draw(&mut canvas, area, question),
        }
    }
    // A popup can hide the status line, but not the row below: the message is drawn in that row.
    if explorer.layers().popup().is_some() && canvas.is_over(places.status) {
        status_line::answer(&mut canvas, places.footer, explorer);
    }
    let prompt = explorer.layers().prompt();
    if prompt.is_some_and(|prompt| prompt.kind == PromptKind::Filter) {
        // The prompt stays visible below the list.
        canvas.fill(places.status, Role::Text);
        text_cursor = popups::prompt::draw(&mut canvas, places.status, explorer);
    }
    canvas.bound_marks();
    let targets = canvas.targets;
    if let Some(Position { x, y }) = text_cursor {
        frame.set_cursor_position((x, y));
    }
    targets
}

/// Returns the larger part of an area above or below a row.
fn larger_part(area: Rect, y: u16) -> Rect {
    let above = area.rows_at(area.y, y.saturating_sub(area.y));
    let below = area.rows_at(y + 1, area.bottom().saturating_sub(y + 1));
    if below.height >= above.height {
        below
    } else {
        above
    }
}

/// Returns whether a terminal of this size is too small to draw the panes.
pub(crate) fn is_too_small((width, height): (u16, u16)) -> bool {
    width < SMALLEST.0 || height < SMALLEST.1
}

fn too_small(canvas: &mut Canvas<'_>, area: Rect, is_unsaved: bool) {
    let quit = canvas.look.keymap.shown(KeyContext::Main, Action::Quit);
    let text = [
        format!("Terminal too small: {} × {},", area.width, area.height),
        format!("needs {} × {}.", SMALLEST.0, SMALLEST.1),
        match is_unsaved {
            true => "Enlarge it: there is unsaved text.".to_owned(),
            false => format!("Enlarge it, or {quit}: quit."),
        },
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
