//! Goes to the changes of the last save.

use super::change_stop::ChangeStop;
use crate::explorer::action::Action;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::panes::broken_text::unread_in;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::workspace::Workspace;
use crate::report::rows::outline;

/// Returns the base row of a line in the pane of a change, or `None` if the pane does not show it.
fn base_row(stop: ChangeStop, line: usize, cx: &Workspace) -> Option<usize> {
    let merged = cx.merged();
    let source = match stop.pane {
        Pane::Result => {
            let (tree, heights) = (&merged.merge().tree, merged.heights());
            return Some(outline::row_of_line(tree, heights, line));
        }
        Pane::Live => merged.live(),
        Pane::Patch => merged.patch(stop.patch)?,
    };
    // The text can be a part of the file.
    let first = source.rows(0, 1).first().map_or(1, |(number, ..)| *number);
    let last = source.len().checked_sub(1)?;
    Some(line.saturating_sub(first).min(last))
}

/// Returns the number of changes that are not on the screen.
pub(super) fn outside_view(stops: &[ChangeStop], cx: &Workspace) -> usize {
    let is_outside = |stop: &&ChangeStop| {
        let is_other_patch = stop.pane == Pane::Patch && stop.patch != cx.panes.patch_shown();
        let rows = [stop.lines.0, stop.lines.1].map(|line| base_row(**stop, line, cx));
        let is_on_screen = |pane: Pane, [first, last]: [Option<usize>; 2]| {
            let is_shown = |(first, last)| cx.panes.is_on_screen(pane, first, last);
            cx.shows_pane(pane) && first.zip(last).is_some_and(is_shown)
        };
        // The result can show the new line, too.
        let in_result = || rows.map(|row| cx.panes.result_row(stop.pane, row?, cx.merged()));
        is_other_patch || !(is_on_screen(stop.pane, rows) || is_on_screen(Pane::Result, in_result()))
    };
    stops.iter().filter(is_outside).count()
}

/// Returns the input of the last save if it cannot be read.
pub(super) fn unread_save(cx: &Workspace) -> Option<InputId> {
    let is_last = cx.versions.last_is_unread() || !cx.versions.has_stops();
    cx.inputs.first_unread().filter(|_| is_last)
}

/// Shows the line of an input that cannot be read. Its changes are unknown.
fn go_to_error(input: InputId, cx: &mut Workspace) {
    cx.stop_playing();
    if let InputId::Patch(patch) = input {
        cx.show_patch(patch);
    }
    let is_broken = |pane: &Pane| unread_in(*pane, cx).is_some_and(|(unread, _)| unread == input);
    if let Some(pane) = [Pane::Live, Pane::Patch].into_iter().find(is_broken) {
        cx.set_focus(Focus::Document(pane));
    }
    let name = cx.inputs.name(input);
    let line = cx.inputs.error_line(input).unwrap_or(1);
    cx.say(format!("{name} cannot be read; the error is in line {line}"));
}

/// Goes to the next or previous change.
pub(super) fn go(forward: bool, cx: &mut Workspace) {
    if let Some(input) = unread_save(cx) {
        return go_to_error(input, cx);
    }
    let Some((index, count, stop)) = cx.versions.next_stop(forward) else {
        return;
    };
    cx.stop_playing();
    cx.panes.remember(cx.jump_point());
    match stop.pane {
        Pane::Patch => cx.show_patch(stop.patch),
        // The lines are those of the final result.
        Pane::Result => cx.go_to(cx.merged().len()),
        Pane::Live => {}
    }
    let (line, _) = stop.lines;
    let name = match cx.input_in(stop.pane) {
        Some(input) => cx.inputs.name(input),
        None => "result",
    };
    let patch = cx.inputs.name(InputId::Patch(stop.patch));
    let place = match (stop.is_removal, stop.removed_before) {
        (true, _) => format!("lines removed before {name}:{line}"),
        (false, Some(before)) => format!("{name}:{line}; lines removed before {patch}:{before}"),
        (false, None) => format!("{name}:{line}"),
    };
    if let Some(base) = base_row(stop, line, cx) {
        match stop.is_removal {
            // The steps of the next line are about another field.
            true => {
                cx.put_on_base_row(stop.pane, base);
                cx.explain_without_step(place.clone(), "No step is about lines that were removed.");
            }
            false => show_changed_line(stop.pane, base, &place, cx),
        }
    }
    if let Some(before) = stop.removed_before {
        cx.show_patch(stop.patch);
        let in_patch = ChangeStop {
            pane: Pane::Patch,
            ..stop
        };
        if let Some(base) = base_row(in_patch, before, cx) {
            cx.scroll_to_base_row(Pane::Patch, base);
        }
    }
    let sentence = HintText::from(format!("change {} of {count}: {place}; ", index + 1));
    cx.say(sentence.key(Action::BACK).text(": back"));
}

/// Goes to a changed line and to the step that changes it, or says that no step does.
fn show_changed_line(pane: Pane, base: usize, place: &str, cx: &mut Workspace) {
    if cx.put_on_changed_row(pane, base) {
        return;
    }
    let path = cx
        .line_under_cursor()
        .map(|line| line.path(cx.merged()).to_string());
    let sentence = match (&path, pane) {
        (Some(_), Pane::Live | Pane::Result) => {
            "No step changes this line: it is the same in the live object and in the result."
        }
        _ => "No step changes this line.",
    };
    cx.explain_without_step(path.unwrap_or_else(|| place.to_owned()), sentence);
}
