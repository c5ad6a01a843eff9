//! The layout: three columns, two panes, or one pane with tabs, depending on the size of the screen. On a
//! tall, narrow screen the panes are stacked.

use ratatui::layout::Rect;

use super::areas::{ScreenAreas, TabAreas};
use super::focus::edited_pane;
use super::screens::{compare, list_order};
use super::status_line;
use crate::explorer::{Border, BorderOffsets, EditSession, Explorer, Focus, Pane, Screen};
use crate::terminal::draw::rect_part::RectPart;

/// The minimum width of the screen for three columns.
const THREE_COLUMNS: u16 = 120;
/// The minimum width of the screen for two columns.
const TWO_COLUMNS: u16 = 84;
/// The minimum width of the screen for steps and explanation next to each other.
const STEPS_BESIDE_WHY: u16 = 72;
/// The minimum height of the screen for a third pane below two columns.
const TALL_SCREEN_ROWS: u16 = 40;

/// The minimum height of a narrow screen for two stacked panes.
const TWO_STACKED: u16 = 36;
/// The minimum height of a narrow screen for three stacked panes.
const THREE_STACKED: u16 = 50;
/// The minimum width and height of a pane.
const MIN_SIZE: (u16, u16) = (16, 4);

impl ScreenAreas {
    /// Splits an area into two with a border between them.
    fn split(&mut self, border: Border, area: Rect, left: u16) -> (Rect, Rect) {
        let (left, right) = split(area, left);
        let cells = area.columns_at(left.right(), 1);
        self.handle(border, cells, self.footer.width);
        (left, right)
    }

    /// Cuts off the upper rows. The border below them is the title line of the rest.
    fn stack(
        &mut self,
        border: Border,
        rest: &mut Rect,
        usual: u16,
        area: Rect,
        shares: BorderOffsets,
    ) -> Rect {
        let rows = moved(usual, shares.get(border), area.height, rest.height, MIN_SIZE.1);
        let top = cut_top(rest, rows);
        self.handle(border, Rect { height: 1, ..*rest }, area.height);
        top
    }
}

fn cut_top(area: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    let top = area.rows_at(area.y, rows);
    area.y += rows;
    area.height -= rows;
    top
}

fn cut_bottom(area: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    area.height -= rows;
    area.rows_at(area.y + area.height, rows)
}

/// Returns the number of cells before a border: `usual` plus the offset of the user, with at least `least`
/// cells on both sides.
fn moved(usual: u16, by: i32, of: u16, room: u16, least: u16) -> u16 {
    // If there is not enough space for both sides, each gets half.
    if room < 2 * least + 1 {
        return room / 2;
    }
    let by = by * i32::from(of) / 1000;
    let cells = (i32::from(usual) + by).clamp(i32::from(least), i32::from(room - least - 1));
    u16::try_from(cells).unwrap_or(usual)
}

/// Returns the areas to the left and to the right of a column of lines.
fn split(area: Rect, left: u16) -> (Rect, Rect) {
    let left = left.min(area.width.saturating_sub(1));
    let right = area.columns_at(area.x + left + 1, area.width - left - 1);
    (Rect { width: left, ..area }, right)
}

/// Computes the areas of the screen.
pub fn places(area: Rect, explorer: &Explorer) -> ScreenAreas {
    let mut rest = area;
    let mut places = ScreenAreas::default();
    // Text is often invalid while it is being typed: the status line shows the error, so that the layout does
    // not change each time.
    if explorer.edit().is_none() && explorer.workspace().inputs().errors().next().is_some() {
        let rows = status_line::banner_rows(explorer, area.width);
        places.banner = Some(cut_top(&mut rest, rows));
    }
    places.footer = cut_bottom(&mut rest, 1);
    places.status = cut_bottom(&mut rest, 1);
    if let Some(screen) = explorer.layers().screen() {
        places.screen = Some(rest);
        places.screen_rows = match screen {
            Screen::Compare(_) => compare::rows_in(rest),
            Screen::ListOrder(screen) => list_order::rows_in(rest, screen.order()),
        };
        return places;
    }
    // A long message takes its rows from the lowest panes only, so that the documents stay where they are.
    let message = status_line::rows_above(explorer, area.width);
    if explorer.workspace().session().layout().is_zoomed() {
        cut_bottom(&mut rest, message);
        places.timeline = Some(cut_bottom(&mut rest, 1));
        places.set(explorer.workspace().focus(), rest);
        return places;
    }
    let mut timeline = cut_bottom(&mut rest, 1);
    places.tabs = match (area.width < TWO_COLUMNS, area.width < THREE_COLUMNS) {
        (true, _) if area.height < TWO_STACKED => TabAreas::All,
        (true, _) if area.height < THREE_STACKED => TabAreas::Inputs,
        (false, true) if area.height < TALL_SCREEN_ROWS => TabAreas::Inputs,
        _ => TabAreas::None,
    };
    let lower = lower_rows(area, rest.height, explorer);
    let mut bottom = cut_bottom(&mut rest, lower);
    let message = message.min(bottom.height.saturating_sub(MIN_SIZE.1));
    bottom.height -= message;
    timeline.y -= message;
    places.timeline = Some(timeline);
    places.handle(Border::Lower, Rect { height: 1, ..bottom }, area.height);
    set_lower_panes(&mut places, area, bottom, explorer);
    set_documents(&mut places, area, rest, explorer);
    places
}

/// Returns the height of the lower panes.
fn lower_rows(area: Rect, height: u16, explorer: &Explorer) -> u16 {
    if explorer.workspace().session().is_presenting() {
        // The documents get the space that the explanation does not need.
        let rows = explorer.explanation_rows(usize::from(area.width.saturating_sub(2)));
        let rows = u16::try_from(rows + 1).unwrap_or(u16::MAX);
        return rows.clamp(MIN_SIZE.1, (height / 2).max(MIN_SIZE.1));
    }
    let share = explorer
        .workspace()
        .session()
        .layout()
        .borders()
        .get(Border::Lower);
    // Stacked panes need more space above the border.
    let most = match area.width < THREE_COLUMNS && area.height >= TWO_STACKED {
        true => height.saturating_sub(2 * MIN_SIZE.1 + 2),
        false => height,
    };
    let rows = moved(lower_height(height), share, area.height, most, MIN_SIZE.1);
    match share {
        0 => rows.max(urgent_height(area, height, explorer)),
        _ => rows,
    }
}

/// Sets the areas of the steps and the explanation.
fn set_lower_panes(places: &mut ScreenAreas, area: Rect, bottom: Rect, explorer: &Explorer) {
    if explorer.workspace().session().is_presenting() {
        // An audience reads one text at a time: the explanation of the step, over the whole width.
        places.set(Focus::Why, bottom);
    } else if !fits_steps_beside_explanation(area) {
        let focus = if explorer.workspace().focus() == Focus::Steps {
            Focus::Steps
        } else {
            Focus::Why
        };
        places.set(focus, bottom);
        // If only one pane is shown, its title line also has these two names.
        places.below_shared = places.tabs != TabAreas::All;
    } else {
        let left = steps_width(bottom, explorer);
        let (steps, why) = places.split(Border::Steps, bottom, left);
        places.steps = Some(steps);
        places.why = Some(why);
    }
}

/// Sets the areas of the documents.
fn set_documents(places: &mut ScreenAreas, area: Rect, mut rest: Rect, explorer: &Explorer) {
    let shares = explorer.workspace().session().layout().borders();
    let one = area.width < TWO_COLUMNS;
    if one && area.height < TWO_STACKED {
        places.set(Focus::Document(shown_pane(explorer)), rest);
    } else if one {
        stacked(places, area, rest, explorer);
    } else if area.width < THREE_COLUMNS && area.height >= TALL_SCREEN_ROWS {
        let usual = lower_height(area.height - 3).max(10);
        let top = places.stack(Border::Result, &mut rest, usual, area, shares);
        let (live, patch) = places.split(
            Border::Live,
            top,
            side_width(top, area.width / 2, shares.get(Border::Live)),
        );
        (places.live, places.patch, places.result) = (Some(live), Some(patch), Some(rest));
    } else if area.width < THREE_COLUMNS {
        let left = side_width(rest, area.width * 9 / 20, shares.get(Border::Result));
        let (left, right) = places.split(Border::Result, rest, left);
        places.set(Focus::Document(input_pane(explorer)), left);
        places.result = Some(right);
    } else {
        // The edited pane gets more space.
        let goal = explorer.edit().is_some_and(EditSession::edits_result);
        let (live, patch) = match explorer.edit().map(|edit| edit.input) {
            Some(_) if goal => (area.width / 4, area.width * 3 / 10),
            None => (area.width / 3, area.width * 3 / 10),
            Some(input) if input.is_live() => (area.width * 9 / 20, area.width / 4),
            Some(_) => (area.width / 4, area.width * 9 / 20),
        };
        // Compute the result first, so that the patch does not move if only the first border does.
        let left = side_width(rest, live + 1 + patch, shares.get(Border::Result)).max(2 * MIN_SIZE.0 + 1);
        let (inputs, result) = places.split(Border::Result, rest, left);
        let (live, patch) = places.split(
            Border::Live,
            inputs,
            moved(
                live,
                shares.get(Border::Live),
                area.width,
                inputs.width,
                MIN_SIZE.0,
            ),
        );
        (places.live, places.patch, places.result) = (Some(live), Some(patch), Some(result));
    }
}

/// Returns the number of rows, including the title line, for a warning or rejection with its help: at most
/// two thirds of the height, and 0 if the current step is neither.
fn urgent_height(area: Rect, height: u16, explorer: &Explorer) -> u16 {
    let width = match fits_steps_beside_explanation(area) {
        true => area.width.saturating_sub(steps_width(area, explorer) + 1),
        false if explorer.workspace().focus() == Focus::Steps => return 0,
        false => area.width,
    };
    let rows = explorer.urgent_rows(usize::from(width.saturating_sub(2)));
    match rows {
        0 => 0,
        rows => u16::try_from(rows + 1).unwrap_or(u16::MAX).min(height * 2 / 3),
    }
}

/// Returns the width of the steps next to the explanation.
fn steps_width(area: Rect, explorer: &Explorer) -> u16 {
    side_width(
        area,
        area.width * 2 / 5,
        explorer
            .workspace()
            .session()
            .layout()
            .borders()
            .get(Border::Steps),
    )
}

/// Returns the number of columns before a border in an area as wide as the screen.
fn side_width(area: Rect, usual: u16, by: i32) -> u16 {
    moved(usual, by, area.width, area.width, MIN_SIZE.0)
}

/// Stacks the panes: all three if there is enough space, else an input and the result.
fn stacked(places: &mut ScreenAreas, area: Rect, mut rest: Rect, explorer: &Explorer) {
    let shares = explorer.workspace().session().layout().borders();
    if area.height < THREE_STACKED {
        let usual = rest.height / 2;
        let top = places.stack(Border::Result, &mut rest, usual, area, shares);
        places.set(Focus::Document(input_pane(explorer)), top);
    } else {
        let usual = rest.height * 2 / 3;
        let mut top = places.stack(Border::Result, &mut rest, usual, area, shares);
        // There are two panes above this border.
        if top.height < 2 * MIN_SIZE.1 {
            let lent = (2 * MIN_SIZE.1 - top.height).min(rest.height);
            top.height += lent;
            rest = rest.rows_at(rest.y + lent, rest.height - lent);
            if let Some(handle) = places.handles.last_mut() {
                handle.cells.y = rest.y;
            }
        }
        let usual = top.height / 2;
        let live = places.stack(Border::Live, &mut top, usual, area, shares);
        (places.live, places.patch) = (Some(live), Some(top));
    }
    places.result = Some(rest);
}

/// Returns the number of rows for the steps and the explanation, including the title line.
fn lower_height(height: u16) -> u16 {
    (height * 9 / 20).clamp(7, 16).min(height / 2)
}

/// Returns the input pane that is shown next to the result, if there is space for only one.
fn input_pane(explorer: &Explorer) -> Pane {
    match (explorer.edit(), explorer.workspace().focus()) {
        (Some(edit), _) if edit.input.is_live() => Pane::Live,
        (None, Focus::Document(Pane::Live)) => Pane::Live,
        _ => Pane::Patch,
    }
}

/// Returns the pane that is shown, if there is space for only one.
fn shown_pane(explorer: &Explorer) -> Pane {
    match (edited_pane(explorer), explorer.workspace().focus()) {
        (Some(pane), _) | (None, Focus::Document(pane)) => pane,
        (None, Focus::Steps | Focus::Why) => Pane::Result,
    }
}

/// Returns whether the steps and the explanation fit next to each other.
pub(crate) fn fits_steps_beside_explanation(screen: Rect) -> bool {
    screen.width >= STEPS_BESIDE_WHY
}
