//! The panes with the three documents: cursors, focus, sizes, folds, selection and the jump list.

pub(crate) mod action;
pub(crate) mod border_offsets;
pub(crate) mod broken_text;
pub(crate) mod file_lines;
pub(crate) mod focus;
mod fold_walk;
pub(crate) mod folded_rows;
pub(crate) mod folding;
mod folds;
mod horizontal_scroll;
mod jump_list;
pub(crate) mod jump_point;
pub(crate) mod layout;
mod line_at;
mod linked_scroll;
pub(crate) mod moved_item;
mod other_result;
pub(crate) mod row;
pub(crate) mod rows;
mod select;
mod selection;
pub(crate) mod shared_indent;
pub(crate) mod sizes;
pub(crate) mod state;
pub(crate) mod target_line;
pub(crate) mod viewport;
mod visible_rows;

use super::action::{Action, LayerAction};
use super::copy::action::CopyAction;
use super::editor::Editor;
use super::explain::explanation;
use super::hint_text::{HintText, words};
use super::layers::row_delta;
use super::policy::template_shown::show_template;
use super::popups::moved;
use super::versions::flash_rows;
use super::workspace::Workspace;
use crate::document::words::count_of;
use action::PanesAction;
use border_offsets::BorderOffsets;
use focus::{Focus, Pane};
use other_result::note_other_result;
use row::{PaneRow, RowCursor};
use sizes::Sizes;

use super::search::pattern::Pattern;

/// The order in which the focus moves through the panes.
const FOCUS_ORDER: [Focus; 5] = [
    Focus::Document(Pane::Live),
    Focus::Document(Pane::Patch),
    Focus::Document(Pane::Result),
    Focus::Steps,
    Focus::Why,
];

/// Returns the reason why the action is not available now, as text for the status line, or `None` if it is available.
pub(crate) fn blocker(action: PanesAction, cx: &Workspace) -> Option<HintText> {
    let layout = &cx.session.layout;
    let scroll = |focus, by| {
        if layout.wraps {
            let wrap = Action::Panes(PanesAction::Wrap);
            return Some(words("long lines are wrapped; {}: cut them off", [wrap]));
        }
        let blocker = cx
            .panes
            .scroll_x_blocker(focus, by, layout.sizes.pane_widths, cx.merged());
        blocker.map(HintText::from)
    };
    let can_fold = |pane| cx.panes.can_fold(pane, cx.merged());
    match action {
        PanesAction::ScrollHorizontally(by) => scroll(cx.focus(), by),
        PanesAction::ScrollPaneHorizontally(focus, by) => scroll(focus, by),
        PanesAction::Larger => layout.resized(1).err().map(HintText::from),
        PanesAction::Smaller => layout.resized(-1).err().map(HintText::from),
        PanesAction::Taller => layout.lower_resized(1).err().map(HintText::from),
        PanesAction::Shorter => layout.lower_resized(-1).err().map(HintText::from),
        PanesAction::ResetSizes => {
            let is_default = layout.borders == BorderOffsets::default();
            is_default.then(|| "pane sizes are already the default".into())
        }
        PanesAction::Fold if !cx.focused_pane().is_some_and(can_fold) => {
            Some("fold: this line is not in a block".into())
        }
        PanesAction::UnfoldAll if !cx.panes.has_folds() => Some(words(
            "nothing is folded; {}: fold, {}: fold unchanged blocks",
            [PanesAction::Fold, PanesAction::FoldUnchanged].map(Action::Panes),
        )),
        PanesAction::FocusOn(focus) if focus == cx.focus() => Some("this pane already has the focus".into()),
        PanesAction::Back if !cx.panes.can_go_back() => Some("back: no earlier position".into()),
        _ => None,
    }
}

/// Carries out an action that is available.
pub(crate) fn update(action: PanesAction, editor: &Editor, cx: &mut Workspace) {
    match action {
        PanesAction::PutCursor(focus, row) => {
            focus_on(focus, cx);
            match focus {
                Focus::Document(pane) => cx.put_cursor(pane, row),
                Focus::Steps => cx.go_to_step_row(row),
                Focus::Why => {}
            }
        }
        PanesAction::Select(pane, row) => select(pane, row, cx),
        PanesAction::Scroll(focus, by) => cx.scroll_by(focus, by, explanation_rows(focus, editor, cx)),
        PanesAction::FocusNext => focus_by(1, cx),
        PanesAction::FocusPrevious => focus_by(-1, cx),
        PanesAction::FocusOn(focus) => focus_on(focus, cx),
        PanesAction::Zoom => cx.session.layout.zoomed = !cx.session.layout.zoomed,
        PanesAction::Wrap => {
            let wraps = !cx.session.layout.wraps;
            cx.session.layout.wraps = wraps;
            cx.say(if wraps {
                "long lines are wrapped"
            } else {
                "long lines are cut off"
            });
        }
        PanesAction::Larger => set_borders(cx.session.layout.resized(1), cx),
        PanesAction::Smaller => set_borders(cx.session.layout.resized(-1), cx),
        PanesAction::Taller => set_borders(cx.session.layout.lower_resized(1), cx),
        PanesAction::Shorter => set_borders(cx.session.layout.lower_resized(-1), cx),
        PanesAction::ResetSizes => cx.session.layout.borders = BorderOffsets::default(),
        PanesAction::ShiftBorder(border, by) => cx.session.layout.borders.shift(border, by),
        PanesAction::Fold => cx.toggle_fold(),
        PanesAction::FoldUnchanged => {
            let count = cx.fold_unchanged();
            let unfolds = Action::Panes(PanesAction::UnfoldAll);
            cx.say(match count {
                0 => "nothing to fold: every block has a change".into(),
                1 => words("folded 1 unchanged block; {}: unfold all", [unfolds]),
                _ => HintText::from(format!("folded {count} unchanged blocks; "))
                    .key(unfolds)
                    .text(": unfold all"),
            });
        }
        PanesAction::UnfoldAll => cx.unfold_all(),
        PanesAction::ScrollHorizontally(by) => scroll_horizontally(cx.focus(), by, cx),
        PanesAction::ScrollPaneHorizontally(focus, by) => scroll_horizontally(focus, by, cx),
        PanesAction::Back => go_back(cx),
    }
}

/// Goes back to the position before the last jump.
pub(crate) fn go_back(cx: &mut Workspace) {
    if let Some(point) = cx.panes.pop_jump() {
        if let Some(template) = point.template {
            show_template(template, cx);
        }
        cx.restore(&point);
        cx.say("back to the position before the jump");
    }
}

fn scroll_horizontally(focus: Focus, by: i32, cx: &mut Workspace) {
    if let Focus::Document(pane) = focus {
        cx.scroll_horizontally(pane, by);
    }
}

fn set_borders(borders: Result<BorderOffsets, String>, cx: &mut Workspace) {
    if let Ok(borders) = borders {
        cx.session.layout.borders = borders;
        // On a small screen the offset can be less than a cell.
        cx.say(words(
            "border moved; {}: reset pane sizes",
            [Action::Panes(PanesAction::ResetSizes)],
        ));
    }
}

fn focus_by(by: i32, cx: &mut Workspace) {
    let now = FOCUS_ORDER.iter().position(|focus| *focus == cx.focus());
    let at = |steps: i32| {
        let next = (now.unwrap_or(0) as i32 + steps).rem_euclid(FOCUS_ORDER.len() as i32);
        FOCUS_ORDER[next as usize]
    };
    let is_empty = at(by) == Focus::Document(Pane::Result) && cx.inputs.has_no_result();
    focus_on(if is_empty { at(2 * by) } else { at(by) }, cx);
}

fn focus_on(focus: Focus, cx: &mut Workspace) {
    cx.set_focus(focus);
    // The linked nodes stay the same until the cursor moves. Without any, link the row of the cursor.
    if let Focus::Document(pane) = focus
        && cx.panes.view(pane).link == RowCursor::None
    {
        cx.relink();
    }
}

fn select(pane: Pane, row: usize, cx: &mut Workspace) {
    if cx.row_count(pane) == 0 {
        return;
    }
    cx.set_focus(Focus::Document(pane));
    let count = cx.select_to(pane, row);
    let sentence = HintText::from(format!("{} selected; ", count_of(count, "line")));
    cx.say(sentence.key(Action::Copy(CopyAction::Ask)).text(": copy"));
}

/// Clears the selection, unless the action uses the selected lines or only scrolls. Returns whether there was
/// a selection.
pub(crate) fn clear_selection(action: Action, cx: &mut Workspace) -> bool {
    let keeps = matches!(
        action,
        Action::Panes(
            PanesAction::Select(..)
                | PanesAction::Scroll(..)
                | PanesAction::ScrollHorizontally(_)
                | PanesAction::ScrollPaneHorizontally(..)
        ) | Action::Copy(CopyAction::Ask)
            | Action::Redraw
            | Action::Suspend
    );
    !keeps && cx.panes.clear_selection()
}

/// Returns the height of the explanation in rows. It is 0 if `focus` is another pane, which does not need it.
fn explanation_rows(focus: Focus, editor: &Editor, cx: &Workspace) -> usize {
    match focus {
        Focus::Why => explanation(editor, cx).len(),
        _ => 0,
    }
}

/// Moves the cursor of the focused pane.
pub(crate) fn move_cursor(action: LayerAction, editor: &Editor, cx: &mut Workspace) {
    let focus = cx.focus();
    let height = match focus {
        Focus::Document(pane) => cx.panes.view(pane).height,
        Focus::Steps => cx.steps.view().height,
        Focus::Why => cx.panes.why().height,
    };
    let Some(by) = row_delta(action, height.saturating_sub(1)) else {
        return;
    };
    match focus {
        Focus::Document(pane) => {
            let row = moved(cx.panes.view(pane).cursor, by, cx.row_count(pane));
            cx.put_cursor(pane, row);
        }
        Focus::Steps => {
            let line = cx.steps.current_line(cx.merged());
            let line = moved(line, by, cx.steps.len(cx.merged()));
            cx.go_to_step_row(line);
        }
        Focus::Why => {
            let rows = explanation_rows(focus, editor, cx);
            let why = &mut cx.panes.why;
            why.scroll = moved(why.scroll, by, rows);
            why.scroll_by(0, rows);
        }
    }
}

/// Returns whether the cursor of the focused pane is at the end in a direction.
pub(crate) fn is_at_edge(down: bool, editor: &Editor, cx: &Workspace) -> bool {
    match cx.focus() {
        Focus::Document(pane) => cx.panes.view(pane).is_at_edge(down, cx.row_count(pane)),
        Focus::Steps if down => cx.steps.current_line(cx.merged()) + 1 >= cx.steps.len(cx.merged()),
        Focus::Steps => cx.merged().position() == 0,
        Focus::Why => {
            let why = cx.panes.why();
            if down {
                why.scroll + why.height >= explanation_rows(Focus::Why, editor, cx)
            } else {
                why.scroll == 0
            }
        }
    }
}

/// Sets the sizes of the panes.
pub(crate) fn resize(sizes: Sizes, editor: &Editor, cx: &mut Workspace) {
    cx.resize(sizes);
    let rows = explanation(editor, cx).len();
    cx.panes.why.scroll_by(0, rows);
}

/// Returns the visible rows of a pane. `pattern` is the search pattern.
pub(crate) fn rows(pane: Pane, pattern: Option<&Pattern>, cx: &Workspace) -> Vec<PaneRow> {
    if cx.is_opening() || pane == Pane::Result && cx.inputs.has_no_result() {
        return Vec::new();
    }
    if let Some((input, lines)) = broken_text::lines_in(pane, cx) {
        let wrong = broken_text::unread_in(pane, cx).filter(|(unread, _)| *unread == input);
        let wrong = wrong.map(|(_, unread)| unread);
        return broken_text::rows(pane, lines, wrong, cx.panes.view(pane).height, cx);
    }
    let has_focus = cx.focused_pane() == Some(pane);
    let mut rows = cx.panes.rows(pane, has_focus, pattern, cx.merged());
    flash_rows(pane, &mut rows, cx);
    note_other_result(pane, &mut rows, cx);
    rows
}
