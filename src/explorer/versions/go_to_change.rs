//! Goes to the changes of the last save.

use std::ops::Range;

use super::change_stop::ChangeStop;
use super::saved_merges::source_of;
use crate::document::Tree;
use crate::explorer::action::Action;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::merged::MergedView;
use crate::explorer::merged::source_lines::SourceView;
use crate::explorer::panes::broken_text::unread_in;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::workspace::Workspace;
use crate::report::line_hunks::line_count;
use crate::report::rows::outline;

/// Returns the pane and the base rows of a change.
fn base_rows(stop: &ChangeStop, cx: &Workspace) -> (Pane, [usize; 2]) {
    let ends = |lines: &Range<usize>| [lines.start, lines.end.saturating_sub(1).max(lines.start)];
    let merged = cx.merged();
    let lines = match (stop.changed_result(), stop.pane) {
        (Some(lines), _) => lines,
        (None, Pane::Result) => &stop.hunk.new,
        (None, pane) => {
            let last = source(stop, cx).map_or(0, |source| source.len().saturating_sub(1));
            return (pane, ends(&stop.hunk.new).map(|row| row.min(last)));
        }
    };
    (Pane::Result, ends(lines).map(|line| result_row(line, merged)))
}

/// Returns the base row of a line of the result, from 0.
fn result_row(line: usize, merged: &MergedView) -> usize {
    outline::row_of_line(&merged.merge().tree, merged.heights(), line + 1)
}

fn source<'m>(stop: &ChangeStop, cx: &'m Workspace) -> Option<&'m SourceView> {
    let pane = Some(stop.pane).filter(|pane| *pane != Pane::Result)?;
    let input = match pane {
        Pane::Patch => InputId::Patch(stop.patch),
        _ => InputId::LIVE,
    };
    source_of(input, cx.merged())
}

/// Returns whether a row is a further line of a multi-line text, so that the steps of the text are about it.
fn is_inside_text(stop: &ChangeStop, row: usize, cx: &Workspace) -> bool {
    source(stop, cx).is_some_and(|source| {
        let further = source.node_at(row).filter(|(_, begins)| !begins);
        further.is_some_and(|(node, _)| {
            let (first, rows) = source.extent(node);
            source.document().kind(node).is_scalar() && row <= first + rows
        })
    })
}

/// Returns whether a change is not on the screen.
fn is_outside_view(stop: &ChangeStop, cx: &Workspace) -> bool {
    let (pane, rows) = base_rows(stop, cx);
    let is_other_patch = pane == Pane::Patch && stop.patch != cx.panes.patch_shown();
    let is_on_screen = |pane: Pane, [first, last]: [Option<usize>; 2]| {
        let is_shown = |(first, last)| cx.panes.is_on_screen(pane, first, last);
        cx.shows_pane(pane) && first.zip(last).is_some_and(is_shown)
    };
    // The result can show the new line, too.
    let in_result = || rows.map(|row| cx.panes.result_row(pane, row, cx.merged()));
    is_other_patch
        || !(is_on_screen(pane, rows.map(Some))
            || pane != Pane::Result && is_on_screen(Pane::Result, in_result()))
}

/// Returns the number of changes that are not on the screen.
pub(super) fn outside_view(stops: &[ChangeStop], cx: &Workspace) -> usize {
    stops.iter().filter(|stop| is_outside_view(stop, cx)).count()
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
    let stops = cx.versions.stops();
    let count = stops.len();
    let index = match (cx.versions.stop(), forward) {
        // The first one that the user does not see.
        (None, true) => {
            let outside = stops.iter().position(|stop| is_outside_view(stop, cx));
            outside.unwrap_or(0)
        }
        (Some(index), true) => (index + 1) % count.max(1),
        (None | Some(0), false) => count.saturating_sub(1),
        (Some(index), false) => index - 1,
    };
    let Some(stop) = stops.get(index).cloned() else {
        return;
    };
    cx.versions.set_stop(index);
    cx.stop_playing();
    cx.panes.remember(cx.jump_point());
    if stop.pane == Pane::Patch {
        cx.show_patch(stop.patch);
    }
    if stop.in_result.is_some() || stop.pane == Pane::Result {
        // The lines are those of the final result.
        cx.go_to(cx.merged().len());
    }
    let words = words(&stop, cx);
    let (pane, [row, _]) = base_rows(&stop, cx);
    match stop.is_removal() && !is_inside_text(&stop, row, cx) {
        // The steps of the next line are about another field.
        true => {
            cx.put_on_base_row(pane, row);
            let removed = "No step is about lines that were removed:".to_owned();
            let mut lines = vec![words.clone(), removed];
            lines.extend(stop.old.iter().cloned());
            if stop.hunk.old.len() > stop.old.len() {
                lines.push(line_count(stop.hunk.old.len() - stop.old.len()) + " more");
            }
            cx.explain_without_step(lines);
        }
        false => show_changed_line(pane, row, &words, cx),
    }
    if let Some(changed) = &stop.in_result {
        match changed.new.is_empty() {
            true => cx.scroll_to_base_row(Pane::Result, result_row(changed.new.start, cx.merged())),
            false => {
                cx.show_patch(stop.patch);
                let last = source(&stop, cx).map_or(0, |source| source.len().saturating_sub(1));
                cx.scroll_to_base_row(Pane::Patch, stop.hunk.new.start.min(last));
            }
        }
    }
    let sentence = HintText::from(format!("change {} of {count}: {words}; ", index + 1));
    cx.say(sentence.key(Action::BACK).text(": back"));
}

/// Returns the place of a change and what is different there.
fn words(stop: &ChangeStop, cx: &Workspace) -> String {
    let name = match stop.pane {
        Pane::Live => cx.inputs.name(cx.live_input()),
        Pane::Patch => cx.inputs.name(InputId::Patch(stop.patch)),
        Pane::Result => "result",
    };
    let (before, rows) = match source(stop, cx) {
        // The text can be a part of the file.
        Some(source) => (source.first_number() - 1, source.len()),
        None => (0, cx.merged().heights().lines(&cx.merged().merge().tree)),
    };
    let words = stop.words(name, before, rows);
    match stop.changed_result() {
        Some(lines) => format!("result:{}; {words}", lines.start + 1),
        None => words,
    }
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
    let title = path.unwrap_or_else(|| place.to_owned());
    cx.explain_without_step(vec![title, sentence.to_owned()]);
}
