//! Goes to the changes of the last save.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::change_stop::{ChangeStop, ChangedFile};
use super::file_changes::{self, FilePlace};
use super::saved_merges::source_of;
use crate::document::words::{and_list, count_of};
use crate::document::{Tree, WarningKind, read};
use crate::explorer::action::Action;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::merged::MergedView;
use crate::explorer::merged::source_lines::SourceView;
use crate::explorer::panes::broken_text::unread_in;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::policy::template_shown::show_template;
use crate::explorer::policy::verdicts::{other_rejected, other_template, template_shown};
use crate::explorer::workspace::Workspace;
use crate::merge::{NodeRef, ResultId, RuleEffect, Step};
use crate::report::live_objects::{NO_LONGER_THERE, object_name};
use crate::report::rows::outline;
use crate::report::text_change::difference;

/// With more changes, the rows of all lines and items of the result are found together: for one, a walk to it is enough.
const MANY_CHANGES: usize = 16;

/// The base rows of the lines and items of the result.
struct ResultRows<'m> {
    merged: &'m MergedView,
    /// Both are empty for few changes.
    of_lines: Vec<usize>,
    of_items: FxHashMap<ResultId, usize>,
}

impl<'m> ResultRows<'m> {
    fn new(changes: usize, merged: &'m MergedView) -> Self {
        let (of_lines, of_items) = match changes > MANY_CHANGES {
            true => outline::rows_of_lines_and_items(&merged.merge().tree, merged.heights()),
            false => Default::default(),
        };
        Self {
            merged,
            of_lines,
            of_items,
        }
    }

    /// Returns the base row of a line, from 0.
    fn of(&self, line: usize) -> usize {
        let walked = || result_row(line, self.merged);
        self.of_lines.get(line).copied().unwrap_or_else(walked)
    }

    /// Returns the base row of the result that shows the value on a row of an input, if later steps do not change it.
    fn linked(&self, pane: Pane, row: usize, cx: &Workspace) -> Option<usize> {
        let (merged, merge) = (self.merged, self.merged.merge());
        let input = cx.input_in(pane).filter(|_| pane != Pane::Result)?;
        let (node, begins) = source_of(input, merged)?.node_at(row)?;
        let source = NodeRef {
            document: input.document()? as u16,
            node,
        };
        let near = merged.links().at_source(merge, source).result;
        let node = near.filter(|near| near.exact && begins)?.node;
        let is_final = || {
            let mut later = merge.steps.iter().skip(merged.position());
            !later.any(|step| step.at == node)
        };
        let is_shown = merged.heights().shown(node).0 > 0;
        (is_shown && is_final()).then(|| outline::row_of(&merge.tree, merged.heights(), node).0)
    }

    /// Returns the base row of the moved item of a change.
    fn of_moved(&self, stop: &ChangeStop) -> Option<usize> {
        let merge = self.merged.merge();
        let item = stop.moved.as_ref().filter(|moved| moved.is_in(merge))?.item.0;
        let walked = || outline::row_of(&merge.tree, self.merged.heights(), item).0;
        Some(self.of_items.get(&item).copied().unwrap_or_else(walked))
    }
}

/// Returns the pane and the base rows of a change.
fn base_rows(stop: &ChangeStop, cx: &Workspace) -> (Pane, [usize; 2]) {
    base_rows_in(stop, &ResultRows::new(1, cx.merged()), cx)
}

fn base_rows_in(stop: &ChangeStop, rows: &ResultRows<'_>, cx: &Workspace) -> (Pane, [usize; 2]) {
    let ends = |lines: &Range<usize>| [lines.start, lines.end.saturating_sub(1).max(lines.start)];
    let lines = match (stop.changed_result(), stop.pane) {
        (Some(lines), _) => lines,
        (None, Pane::Result) => &stop.hunk.new,
        (None, pane) => {
            let last = source(stop, cx).map_or(0, |source| source.len().saturating_sub(1));
            return (pane, ends(&stop.hunk.new).map(|row| row.min(last)));
        }
    };
    (Pane::Result, ends(lines).map(|line| rows.of(line)))
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

/// Returns the index of the template of a policy that a change is about if it is not the one that is shown.
fn template_of(stop: &ChangeStop, cx: &Workspace) -> Option<usize> {
    let lines = &stop.hunk.new;
    let last = lines.end.max(lines.start + 1);
    other_template(
        stop.file.as_ref()?.input,
        &(lines.start as u32 + 1..=last as u32),
        cx,
    )
}

/// Returns whether a change is not on the screen. It is if a pane on the screen shows a row of it: in its input, or in the
/// result. A moved item must be in view itself.
fn is_outside_view(stop: &ChangeStop, result_rows: &ResultRows<'_>, cx: &Workspace) -> bool {
    // It has no place.
    if !stop.replaced.is_empty() {
        return false;
    }
    if cx.session.layout.is_covered {
        return true;
    }
    let is_on_screen = |pane: Pane, [first, last]: [usize; 2]| {
        cx.shows_pane(pane) && cx.panes.is_on_screen(pane, first, last)
    };
    let is_linked_on_screen = |pane: Pane, rows: [usize; 2]| {
        let mut linked = rows
            .into_iter()
            .filter_map(|row| result_rows.linked(pane, row, cx));
        linked.any(|row| is_on_screen(Pane::Result, [row; 2]))
    };
    if let Some(file) = &stop.file {
        return template_of(stop, cx).is_some()
            || !match file_changes::place(stop, file, cx) {
                FilePlace::Row(pane, row) => {
                    is_on_screen(pane, [row; 2]) || is_linked_on_screen(pane, [row; 2])
                }
                FilePlace::File(pane) => file_changes::is_file_on_screen(stop, file, pane, cx),
            };
    }
    let (pane, rows) = base_rows_in(stop, result_rows, cx);
    let is_other_patch = pane == Pane::Patch && stop.patch != cx.panes.patch_shown();
    // Before the last step, the result has other lines.
    let is_end = cx.merged().position() == cx.merged().len();
    let shown = stop.shown.as_ref().filter(|_| pane != Pane::Result && is_end);
    let in_result = shown.map(|lines| {
        let last = lines.end.saturating_sub(1).max(lines.start);
        [lines.start, last].map(|line| result_rows.of(line))
    });
    let is_in_result = match in_result {
        Some(rows) => is_on_screen(Pane::Result, rows),
        None => !is_other_patch && !stop.is_removal() && is_linked_on_screen(pane, rows),
    };
    let is_item_hidden = || {
        let row = result_rows.of_moved(stop);
        cx.shows_pane(Pane::Result) && row.is_some_and(|row| !is_on_screen(Pane::Result, [row; 2]))
    };
    let is_in_view = !is_other_patch && is_on_screen(pane, rows) || is_in_result;
    !(is_in_view || is_end && is_rejected_on_screen(stop, cx)) || is_item_hidden()
}

/// Returns whether the change is the cause of the rejection, and a pane on the screen shows the row that is rejected: the
/// explanation next to it has the line of the change.
fn is_rejected_on_screen(stop: &ChangeStop, cx: &Workspace) -> bool {
    let (merged, merge) = (cx.merged(), cx.merged().merge());
    let rejected = merge.rejection().filter(|_| stop.pane == Pane::Patch);
    let Some((rejection, source)) = rejected.zip(source(stop, cx)) else {
        return false;
    };
    let is_cause = rejection.faulty.iter().any(|faulty| {
        let is_of_patch = InputId::Patch(stop.patch).document() == Some(usize::from(faulty.document));
        is_of_patch && stop.hunk.new.contains(&source.row_of(faulty.node))
    });
    let at = merge.steps.get(rejection.step as usize).map(|step| step.at);
    is_cause
        && at.is_some_and(|at| {
            let live = merge.tree.live_node(at).map(|node| merged.live().row_of(node));
            let result = outline::row_of(&merge.tree, merged.heights(), at).0;
            [(Pane::Live, live), (Pane::Result, Some(result))]
                .into_iter()
                .any(|(pane, row)| {
                    row.is_some_and(|row| cx.shows_pane(pane) && cx.panes.is_on_screen(pane, row, row))
                })
        })
}

/// Returns the row of the moved item of a change in the result.
fn moved_row(stop: &ChangeStop, cx: &Workspace) -> Option<usize> {
    ResultRows::new(1, cx.merged()).of_moved(stop)
}

/// Shows a moved item of the result, in live, too, at the step that orders its list.
fn show_moved(stop: &ChangeStop, cx: &mut Workspace) {
    let merge = cx.merged().merge();
    let Some(moved) = stop.moved.as_ref().filter(|moved| moved.is_in(merge)) else {
        return;
    };
    let orders = |step: &Step| {
        step.at == moved.list.0
            && matches!(step.rule.effect(), RuleEffect::Reordered | RuleEffect::ServerOnly)
    };
    let step = merge.steps.iter().rposition(orders);
    let live = merge.tree.live_node(moved.item.0);
    let pane = stop.pane;
    if let Some(step) = step.map(|step| step + 1).filter(|step| *step <= cx.shown_until()) {
        cx.go_to(step);
    }
    let row = match pane {
        Pane::Result => moved_row(stop, cx).unwrap_or_default(),
        _ => base_rows(stop, cx).1[0],
    };
    cx.put_on_base_row(pane, row);
    if let Some(row) = moved_row(stop, cx).filter(|_| pane != Pane::Result) {
        cx.scroll_to_base_row(Pane::Result, row);
    }
    if let Some(node) = live.filter(|_| pane != Pane::Live) {
        cx.scroll_to_base_row(Pane::Live, cx.merged().live().row_of(node));
    }
}

/// Returns the number of changes that are not on the screen, and of all that have a place.
pub(super) fn outside_view(stops: &[ChangeStop], cx: &Workspace) -> [usize; 2] {
    let rows = ResultRows::new(stops.len(), cx.merged());
    let outside = stops.iter().filter(|stop| is_outside_view(stop, &rows, cx));
    let placed = stops.iter().filter(|stop| stop.replaced.is_empty());
    [outside.count(), placed.count()]
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
    if let Some(unread) = cx.inputs.unread(input)
        && unread.what.ends_with(NO_LONGER_THERE)
    {
        return cx.say(format!("{name}: {}", unread.what));
    }
    let line = cx.inputs.error_line(input).unwrap_or(1);
    cx.say(format!("{name} cannot be read; the error is in line {line}"));
}

/// Goes to the next or previous change.
pub(super) fn go(forward: bool, cx: &mut Workspace) {
    if let Some(first) = unread_save(cx) {
        // If several cannot be read, the one after that with the cursor.
        let unread: Vec<InputId> = cx.inputs.all_unread().collect();
        let focused = cx.focused_pane().and_then(|pane| unread_in(pane, cx));
        let at = unread
            .iter()
            .position(|input| focused.is_some_and(|(shown, _)| shown == *input));
        let next = at.map(|at| (at + if forward { 1 } else { unread.len() - 1 }) % unread.len());
        let input = next.and_then(|at| unread.get(at).copied());
        return go_to_error(input.unwrap_or(first), cx);
    }
    let stops = cx.versions.stops();
    let count = stops.len();
    let index = match (cx.versions.stop(), forward) {
        // The first one that the user does not see.
        (None, true) => {
            let has_named = stops.iter().any(|stop| !stop.is_minor);
            let mut first = stops.iter().take_while(|stop| !(has_named && stop.is_minor));
            let rows = ResultRows::new(1, cx.merged());
            let rejected = other_rejected(cx);
            let is_of_rejected = |stop: &ChangeStop| {
                let template = template_of(stop, cx);
                template.is_some_and(|template| rejected.contains(&template))
            };
            let of_rejected = stops.iter().position(is_of_rejected);
            of_rejected
                .or_else(|| first.position(|stop| is_outside_view(stop, &rows, cx)))
                .unwrap_or(0)
        }
        (Some(index), true) => (index + 1) % count.max(1),
        (None | Some(0), false) => count.saturating_sub(1),
        (Some(index), false) => index - 1,
    };
    let Some(stop) = stops.get(index).cloned() else {
        return;
    };
    let number = match cx.versions.stop() {
        Some(_) if count == 1 => "the only change".to_owned(),
        _ => format!("change {} of {count}", index + 1),
    };
    cx.versions.set_stop(index);
    cx.stop_playing();
    let template = template_of(&stop, cx).filter(|_| !cx.is_large());
    let mut from = cx.jump_point();
    let before = template_shown(cx).map(|(shown, _)| shown);
    let is_shown = template.is_some_and(|template| show_template(template, cx));
    if is_shown {
        // The other places before are those of another template.
        from.template = before;
    }
    cx.panes.remember(from);
    if !stop.replaced.is_empty() {
        let names: Vec<&str> = stop.replaced.iter().map(|input| cx.inputs.name(*input)).collect();
        let was = if names.len() == 1 { "was" } else { "were" };
        let sentence = format!(
            "{number}: {} {was} replaced; this step matters most; ",
            and_list(&names)
        );
        cx.set_focus(Focus::Document(Pane::Result));
        cx.show_as_at_start();
        cx.say(HintText::from(sentence).key(Action::BACK).text(": back"));
        return;
    }
    if let Some(file) = &stop.file {
        go_in_file(&stop, file, cx);
        let mut words = format!("{number}: {}; ", file_changes::words(&stop, file, cx));
        if let Some((shown, all)) = template_shown(cx).filter(|_| is_shown) {
            words.push_str(&format!("template {} of {all}; ", shown + 1));
        }
        return cx.say(HintText::from(words).key(Action::BACK).text(": back"));
    }
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
                lines.push(count_of(stop.hunk.old.len() - stop.old.len(), "line") + " more");
            }
            cx.explain_without_step(lines);
        }
        false => show_changed_line(pane, row, value_of(&stop, cx), &words, cx),
    }
    scroll_to_difference(&stop, cx);
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
    if stop.moved.is_some() {
        show_moved(&stop, cx);
    }
    // The lines of the result can be others at the step that is shown now.
    let words = self::words(&stop, cx);
    let sentence = HintText::from(format!("{number}: {words}; "));
    cx.say(sentence.key(Action::BACK).text(": back"));
}

/// Goes to a change of a file of an apply or a policy.
fn go_in_file(stop: &ChangeStop, file: &ChangedFile, cx: &mut Workspace) {
    let (pane, row) = match file_changes::place(stop, file, cx) {
        FilePlace::Row(pane, row) => (pane, row),
        FilePlace::File(pane) => return file_changes::show_file(stop, file, pane, cx),
    };
    if pane == Pane::Result {
        // The line is that of the final result.
        cx.go_to(cx.merged().len());
    }
    let words = file_changes::words(stop, file, cx);
    // The computed patch can have a deletion.
    let has_step = pane == Pane::Patch && file.input.document().is_none();
    match stop.is_removal() && !has_step {
        true => {
            cx.put_on_base_row(pane, row);
            let removed = "No step is about lines that were removed:".to_owned();
            cx.explain_without_step([vec![words, removed], stop.old.clone()].concat());
        }
        false => show_changed_line(pane, row, None, &words, cx),
    }
    scroll_to_difference(stop, cx);
}

/// Returns the changed value of a line, which can have several ones.
fn value_of(stop: &ChangeStop, cx: &Workspace) -> Option<NodeRef> {
    let view = source(stop, cx)?;
    let of_line = || {
        let ([old], 1) = (&stop.old[..], stop.hunk.new.len()) else {
            return None;
        };
        let row = stop.hunk.new.start;
        let (_, line, _) = view.rows(row, 1).pop()?;
        let [_, changed] = difference(old, &line);
        view.node_in(row, &changed)
    };
    let input = match stop.pane {
        Pane::Patch => InputId::Patch(stop.patch),
        _ => InputId::LIVE,
    };
    Some(NodeRef {
        document: input.document()? as u16,
        node: stop.value.or_else(of_line)?,
    })
}

/// Shows what is different on a long line.
fn scroll_to_difference(stop: &ChangeStop, cx: &mut Workspace) {
    if let ([old], 1) = (&stop.old[..], stop.hunk.new.len()) {
        cx.scroll_to_difference(old);
    }
}

/// Returns the place of a change and what is different there.
fn words(stop: &ChangeStop, cx: &Workspace) -> String {
    let name = match stop.pane {
        Pane::Live => cx.inputs.name(cx.live_input()),
        Pane::Patch => cx.inputs.name(InputId::Patch(stop.patch)),
        Pane::Result => "result",
    };
    let (before, rows, line) = match source(stop, cx) {
        // The text can be a part of the file.
        Some(source) => {
            let first = source.rows(stop.hunk.new.start, 1).pop();
            // The rows of minified JSON are not lines of the file.
            let before = match &first {
                Some((number, ..)) if !source.shows_text() => number.wrapping_sub(1 + stop.hunk.new.start),
                _ => source.first_number() - 1,
            };
            (before, source.len(), first.map(|(_, text, _)| text))
        }
        None => {
            let lines = cx.merged().heights().lines(&cx.merged().merge().tree);
            let shown = number_shown(cx).unwrap_or(stop.hunk.new.start + 1);
            let before = (shown - 1).wrapping_sub(stop.hunk.new.start);
            return stop.words(name, before.cast_signed(), lines, None);
        }
    };
    let words = stop.words(name, before.cast_signed(), rows, line.as_deref());
    match stop.changed_result() {
        Some(lines) => {
            let number = number_shown(cx).unwrap_or(lines.start + 1);
            format!("result:{number}; {words}")
        }
        None => words,
    }
}

/// Returns the line number of the result under the cursor, if the result is focused.
fn number_shown(cx: &Workspace) -> Option<usize> {
    cx.focused_pane().filter(|pane| *pane == Pane::Result)?;
    let (merged, row) = (cx.merged(), cx.panes.cursor_row(Pane::Result));
    let rows = outline::rows(&merged.merge().tree, merged.heights(), row, 1);
    rows.first()?.number
}

/// Returns the object that a row is about if it is in another document than the one that is used.
fn other_object(view: &SourceView, row: usize) -> Option<String> {
    let document = view.document();
    let (text, lines) = (document.text(), document.lines());
    let mut warnings = document.warnings().iter();
    let next = warnings.find(|warning| warning.kind == WarningKind::SeveralDocuments)?;
    let first = lines.index_of(next.span.start);
    (view.shows_text() && row >= first).then(|| {
        let is_separator = |line: &usize| lines.line(text, *line).starts_with("---");
        let from = (first..=row).rev().find(is_separator).unwrap_or(first);
        let to = (row + 1..lines.count()).find(is_separator);
        let end = to.and_then(|line| lines.start(line)).unwrap_or(text.len() as u32);
        let own = &text[lines.start(from).unwrap_or(end) as usize..end as usize];
        let read = read(document.name(), own.as_bytes().to_vec());
        read.map_or_else(|_| "another object".to_owned(), |read| object_name(&read))
    })
}

/// Goes to a changed line and to the step that changes it, or says that no step does.
fn show_changed_line(pane: Pane, base: usize, value: Option<NodeRef>, place: &str, cx: &mut Workspace) {
    if let Some(input) = cx.input_in(pane)
        && let Some(object) = source_of(input, cx.merged()).and_then(|view| other_object(view, base))
    {
        cx.put_on_base_row(pane, base);
        let sentence = "No step changes this line: only the first document of the file is used.";
        cx.explain_without_step(vec![format!("This line is for {object}"), sentence.to_owned()]);
        return;
    }
    if cx.put_on_changed_value(pane, base, value) {
        // The row next to a line with several values is that of the first one.
        let at = cx.merged().step().map(|step| step.at);
        if let Some(at) = at.filter(|_| value.is_some() && pane == Pane::Patch) {
            let row = outline::row_of(&cx.merged().merge().tree, cx.merged().heights(), at).0;
            cx.scroll_to_base_row(Pane::Result, row);
        }
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
