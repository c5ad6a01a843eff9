//! The rows of the three panes: text, marks and notes at the current step.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use super::row::{PaneRow, RowStage, union};
use crate::document::escape::visible;
use crate::document::{Document, NodeId, Span, Tree, Value};
use crate::explorer::inputs::input_id::PatchId;
use crate::explorer::merged::MergedView;
use crate::explorer::merged::source_lines::SourceView;
use crate::explorer::merged::step_id::StepId;
use crate::merge::{Mark, Marks, NodeRef, Presence, ResultId, ResultTree, RuleEffect};
use crate::report::merge_rule_badge;
use crate::report::rows::outline;
use crate::report::rows::outline::{BlockCursor, OutlineEntry};
use crate::report::text_change::{RemovedLines, TextChange, shared_start};

/// Marks a line of a multi-line text in an input, if it is changed. The text of a quoted string has other lines.
fn mark_text_line(row: &mut PaneRow, change: &TextChange, side: TextSide, at: usize, text: &str) {
    let (lines, other, sign) = match side {
        TextSide::Old => (&change.removed, change.after(at), '-'),
        TextSide::New => (&change.added, change.before(at), '+'),
    };
    let is_shown = |line: &&String| line.trim() == text.trim();
    if let Some(line) = lines.get(&at).filter(is_shown) {
        row.marks = row.marks.with(change.mark(sign, at));
        if let Some(other) = other {
            mark_difference(row, Value::String(line), Value::String(other));
        }
    }
    let removal = change
        .removals
        .get(&at)
        .filter(|removal| is_shown(&&removal.line));
    if let Some(removal) = removal.filter(|_| side == TextSide::New) {
        note_removal(row, removal);
    }
}

/// Notes that lines of a text were removed next to a row.
fn note_removal(row: &mut PaneRow, removal: &RemovedLines) {
    row.is_at_removal = true;
    (row.note, row.brief) = removal.notes();
}

/// The maximum number of lines of a rejected span that are all marked. Of a longer one, only the first line
/// is marked.
const MAX_GUILTY_LINES: usize = 8;

/// Returns the rows `from..from + count` of the live object, with the changes of the steps so far.
pub(crate) fn live_rows(merged: &MergedView, from: usize, count: usize) -> Vec<PaneRow> {
    let (view, tree) = (merged.live(), &merged.merge().tree);
    let faulty = guilty_spans(merged, 0);
    let changed = |node: NodeId| {
        let id = ResultId(node.0);
        let marks = live_marks(tree, id);
        let change = merged.text_change(id)?;
        let is_changed = marks.has(Mark::Changed) || tree.state(id) != Presence::Present;
        is_changed.then_some((change, TextSide::Old))
    };
    source_rows(merged, view, &faulty, (from, count), changed, |row, nodes| {
        for node in nodes {
            let id = ResultId(node.0);
            row.marks = union(row.marks, live_marks(tree, id));
            row.fresh |= merged.is_touched(id);
            if tree.marks(id).has(Mark::Changed) && tree.state(id) == Presence::Present {
                let live = &*merged.merge().inputs.live;
                mark_difference(row, live.value(*node), tree.value(id));
            }
        }
    })
}

/// Returns the marks of a live node for the changes of the steps so far. A removed or replaced ancestor
/// counts for all its descendants.
fn live_marks(tree: &ResultTree, id: ResultId) -> Marks {
    let mut marks = tree.marks(id).without(Mark::Added);
    let mut next = Some(id);
    while let Some(node) = next {
        // All nodes inside a server-only item are server-only.
        if tree.marks(node).has(Mark::ServerOnly) {
            marks = marks.with(Mark::ServerOnly);
        }
        match tree.state(node) {
            Presence::Removed => return placeholder_marks(tree, node),
            Presence::Replaced => return Marks::default().with(Mark::Replaced),
            Presence::Present | Presence::Pending => next = tree.parent(node),
        }
    }
    if marks.has(Mark::Deleted) {
        marks = marks.without(Mark::Deleted);
    }
    marks
}

/// Returns the mark of a placeholder: deleted, cleared or replaced; `None` if it is only not part of what is merged.
fn placeholder_mark(tree: &ResultTree, id: ResultId) -> Option<Mark> {
    let marks = tree.marks(id);
    let mut all = [Mark::Cleared, Mark::Replaced, Mark::Deleted].into_iter();
    all.find(|mark| marks.has(*mark))
}

fn placeholder_marks(tree: &ResultTree, id: ResultId) -> Marks {
    let mark = placeholder_mark(tree, id);
    mark.map_or(Marks::default(), |mark| Marks::default().with(mark))
}

/// Returns the rows `from..from + count` of a patch, with the changes that each line has caused so far.
pub(crate) fn patch_rows(merged: &MergedView, patch: PatchId, from: usize, count: usize) -> Vec<PaneRow> {
    let Some(view) = merged.patch(patch) else {
        return Vec::new();
    };
    let document = patch.document();
    let faulty = guilty_spans(merged, document);
    let (merge, position) = (merged.merge(), merged.position());
    let changed = |node: NodeId| {
        let change = merged.text_change_by(NodeRef { document, node })?;
        Some((change, TextSide::New))
    };
    source_rows(merged, view, &faulty, (from, count), changed, |row, nodes| {
        if warned_at(merged, patch, nodes).is_some_and(|step| step.position() <= position) {
            row.marks = row.marks.with(Mark::Warning);
        }
        let Some((step, is_direct)) = step_of_row(merged, patch, nodes) else {
            return;
        };
        let effect = merge.steps[step.index()].rule.effect();
        let adds_all = matches!(effect, RuleEffect::Added | RuleEffect::Replaced);
        row.stage = match () {
            () if step.position() > position => RowStage::Pending,
            () if step.position() == position && (is_direct || adds_all) => RowStage::Now,
            () => RowStage::Done,
        };
        // If a rejection names its cause, only that position is marked.
        if row.stage != RowStage::Pending
            && (is_direct || adds_all)
            && let Some(mark) = effect.mark()
            && (mark != Mark::Rejected || faulty.is_empty())
        {
            row.marks = row.marks.with(mark);
        }
        row.fresh = row.stage == RowStage::Now || is_source_of_step(merged, patch, nodes);
        if row.marks.has(Mark::Changed)
            && let Some(step) = merge.steps.get(step.index())
            && let (Some(source), Some(old)) = (step.patch(), step.old())
            && source.document == document
        {
            let new = merge.tree.document(source).value(source.node);
            mark_difference(row, new, merge.tree.document(old).value(old.node));
        }
    })
}

/// Returns the step of the nodes that start on a patch row, and whether it is about that row itself.
pub(crate) fn step_of_row(merged: &MergedView, patch: PatchId, nodes: &[NodeId]) -> Option<(StepId, bool)> {
    let document = patch.document();
    let steps = nodes.iter().filter_map(|node| {
        let source = NodeRef {
            document,
            node: *node,
        };
        merged.links().step_of(source)
    });
    // An item and its first key can start on one line. Steps about the nodes themselves come before those of
    // their ancestors.
    steps.max_by_key(|(step, is_direct)| (*is_direct, *step))
}

/// Returns the first warning about the nodes that start on a patch row.
pub(crate) fn warned_at(merged: &MergedView, patch: PatchId, nodes: &[NodeId]) -> Option<StepId> {
    let document = patch.document();
    let warned = nodes.iter().filter_map(|node| {
        merged.links().warning_of(NodeRef {
            document,
            node: *node,
        })
    });
    warned.min()
}

/// Returns whether the current step has one of the nodes as a source, even if an earlier step marked the
/// node.
fn is_source_of_step(merged: &MergedView, patch: PatchId, nodes: &[NodeId]) -> bool {
    let is_node = |source: NodeRef| source.document == patch.document() && nodes.contains(&source.node);
    merged.step().is_some_and(|step| {
        [step.patch(), step.directive()]
            .into_iter()
            .flatten()
            .any(is_node)
    })
}

/// The side of a change of a text that a row shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextSide {
    Old,
    New,
}

/// The maximum length in bytes of a value whose difference is searched for.
const MAX_COMPARED: usize = 16 * 1024;

/// Notes the column from which the string on a row differs from another value.
fn mark_difference(row: &mut PaneRow, own: Value<'_>, other: Value<'_>) {
    if let (Value::String(own), Value::String(other)) = (own, other)
        && own.len().max(other.len()).max(row.text.len()) <= MAX_COMPARED
        && let Some(start) = row.text.rfind(own)
    {
        row.differs_from = Some(row.text[..start + shared_start(own, other)].width());
    }
}

/// Returns the rows of an input. `changed` returns the changed lines of a multi-line text.
fn source_rows<'m>(
    merged: &'m MergedView,
    view: &SourceView,
    faulty: &[Span],
    (from, count): (usize, usize),
    changed: impl Fn(NodeId) -> Option<(&'m TextChange, TextSide)>,
    mut decorate: impl FnMut(&mut PaneRow, &[NodeId]),
) -> Vec<PaneRow> {
    let document = view.document();
    let inputs = &merged.merge().inputs;
    (from..)
        .zip(view.rows(from, count))
        .map(|(index, (number, text, node))| {
            let mut row = PaneRow {
                number: Some(number),
                text: visible(&text).into_owned(),
                ..PaneRow::default()
            };
            if let Some(node) = node {
                row.badge = merge_rule_badge::of_source(inputs, merged.top_type(), document, node);
                decorate(&mut row, &view.with_items(node));
                let inside = in_flow_style(document, node);
                if view.shows_text() && !inside.is_empty() {
                    let row_marks = row.marks;
                    decorate(&mut row, &inside);
                    row.is_partly = row.marks != row_marks;
                    row.marks = union(row.marks, row_marks);
                    let line = view.line_of_row(index);
                    let marked = |node: &NodeId| {
                        let mut value = PaneRow::default();
                        decorate(&mut value, &[*node]);
                        let span = document.entry_span(*node);
                        Some((columns_of(document, line, &text, &[span])?, value.mark()?))
                    };
                    row.values = inside.iter().filter_map(marked).collect();
                }
            } else if let Some((node, _)) = view.node_at(index).filter(|_| view.shows_text())
                && let Some((change, side)) = changed(node)
            {
                let at = index - view.row_of(node);
                mark_text_line(&mut row, change, side, at, &text);
            }
            if view.shows_text() {
                let line = view.line_of_row(index);
                row.faulty = columns_of(document, line, &text, faulty);
                if row.faulty.is_some() && starts_on_line(document, line, faulty) {
                    row.marks = row.marks.with(Mark::Rejected);
                }
            }
            row
        })
        .collect()
}

/// The maximum number of nodes on a line that are marked.
const MAX_FLOW_NODES: usize = 64;

/// Returns the nodes inside a map or list in flow style that starts and ends on the same line.
fn in_flow_style(document: &Document, node: NodeId) -> Vec<NodeId> {
    let span = document.span(node);
    let lines = document.lines();
    if document.len(node) == 0
        || !document.text()[span.start as usize..].starts_with(['[', '{'])
        || lines.index_of(span.start) != lines.index_of(span.end)
    {
        return Vec::new();
    }
    let mut found: Vec<NodeId> = document.children(node).take(MAX_FLOW_NODES).collect();
    let mut next = 0;
    while let Some(node) = found.get(next).copied().filter(|_| found.len() < MAX_FLOW_NODES) {
        found.extend(document.children(node));
        next += 1;
    }
    found
}

/// Returns whether one of the spans starts on line `line` (from 0).
fn starts_on_line(document: &Document, line: usize, spans: &[Span]) -> bool {
    spans
        .iter()
        .any(|span| document.lines().index_of(span.start) == line)
}

/// Returns the spans in a document that a rejection points at, once its step is played.
fn guilty_spans(merged: &MergedView, document: u16) -> Vec<Span> {
    let reached = |step: u32| merged.position() > step as usize;
    let Some(rejection) = merged
        .merge()
        .rejection()
        .filter(|rejection| reached(rejection.step))
    else {
        return Vec::new();
    };
    let sources = rejection
        .faulty
        .iter()
        .filter(|source| source.document == document);
    sources
        .map(|source| {
            let text = merged.merge().tree.document(*source);
            shorten(text, text.entry_span(source.node))
        })
        .collect()
}

fn shorten(document: &Document, span: Span) -> Span {
    let lines = document.lines();
    let (first, last) = (lines.index_of(span.start), lines.index_of(span.end));
    if last - first < MAX_GUILTY_LINES {
        return span;
    }
    let end = lines.start(first + 1).unwrap_or(span.end);
    Span::new(span.start, end)
}

/// Returns the display columns of line `line` (from 0) inside one of the spans, without surrounding spaces.
fn columns_of(document: &Document, line: usize, text: &str, spans: &[Span]) -> Option<Range<usize>> {
    let start = document.lines().start(line)? as usize;
    let end = start + text.len();
    let span = spans
        .iter()
        .find(|span| (span.start as usize) < end && (span.end as usize) > start)?;
    let from = (span.start as usize).max(start) - start;
    let to = (span.end as usize).min(end) - start;
    let part = text.get(from..to)?;
    let from = from + (part.len() - part.trim_start().len());
    let part = part.trim();
    let before = visible(text.get(..from)?).width();
    (!part.is_empty()).then(|| before..before + visible(part).width())
}

/// Returns the rows `from..from + count` of the result after the current step, including placeholder rows.
pub(crate) fn result_rows(merged: &MergedView, from: usize, count: usize) -> Vec<PaneRow> {
    let (tree, heights) = (&merged.merge().tree, merged.heights());
    let mut cursor = BlockCursor::default();
    outline::rows(tree, heights, from, count)
        .into_iter()
        .map(|entry| {
            let text = visible(&entry.text(tree, heights, &mut cursor)).into_owned();
            let mut row = PaneRow {
                number: entry.number,
                text,
                is_placeholder: entry.is_placeholder,
                ..PaneRow::default()
            };
            if entry.part == 0 {
                let inputs = &merged.merge().inputs;
                row.badge = merge_rule_badge::of_result(inputs, merged.top_type(), tree, entry.id)
                    .filter(|_| !entry.is_placeholder);
                (row.note, row.brief) = note(merged, &entry);
            }
            decorate_result(merged, &entry, &mut row);
            row
        })
        .collect()
}

fn decorate_result(merged: &MergedView, entry: &OutlineEntry, row: &mut PaneRow) {
    let tree = &merged.merge().tree;
    if entry.is_placeholder {
        row.marks = placeholder_marks(tree, entry.id);
        row.fresh = merged.is_touched(entry.id);
        return;
    }
    // Only the changed lines of a multi-line text are marked.
    if entry.part > 0
        && let Some(change) = merged.text_change(entry.id)
    {
        if let Some(line) = change.added.get(&entry.part) {
            row.marks = row.marks.with(change.mark('+', entry.part));
            row.fresh = merged.is_touched(entry.id);
            if let Some(other) = change.before(entry.part) {
                mark_difference(row, Value::String(line), Value::String(other));
            }
        }
        if let Some(removal) = change.removals.get(&entry.part) {
            note_removal(row, removal);
        }
        return;
    }
    if let Some(live) = tree
        .live_node(entry.id)
        .filter(|_| tree.marks(entry.id).has(Mark::Changed))
    {
        let live = merged.merge().inputs.live.value(live);
        mark_difference(row, tree.value(entry.id), live);
    }
    let items = entry.dashes.iter().map(|dash| dash.item);
    for id in items.chain([entry.id]) {
        row.marks = union(row.marks, tree.marks(id));
        row.fresh |= merged.is_touched(id);
    }
    // All nodes inside a server-only item are server-only.
    if tree
        .ancestors(entry.id)
        .skip(1)
        .any(|id| tree.marks(id).has(Mark::ServerOnly))
    {
        row.marks = row.marks.with(Mark::ServerOnly);
    }
    // All nodes inside a new node are new, down to live nodes.
    let mut next = tree.parent(entry.id);
    while let Some(id) = next.filter(|id| tree.live_node(*id).is_none()) {
        for mark in [Mark::Added, Mark::Replaced] {
            if tree.marks(id).has(mark) {
                row.marks = row.marks.with(mark);
            }
        }
        row.fresh |= merged.is_touched(id);
        next = tree.parent(id);
    }
}

/// Returns the long and the short note on a row: the old and new position of an item, or the reason for a
/// placeholder row.
fn note(merged: &MergedView, entry: &OutlineEntry) -> (String, String) {
    let tree = &merged.merge().tree;
    if entry.is_placeholder {
        let word = match placeholder_mark(tree, entry.id) {
            Some(Mark::Cleared) => "cleared",
            Some(Mark::Replaced) => "replaced",
            Some(_) => "removed",
            None => "not merged",
        };
        return (word.to_owned(), word.to_owned());
    }
    let (mut long, mut brief) = (Vec::new(), Vec::new());
    for dash in &entry.dashes {
        let marks = tree.marks(dash.item);
        let server_only = marks.has(Mark::ServerOnly);
        let live = tree
            .live_node(dash.item)
            .filter(|_| server_only || marks.has(Mark::Reordered));
        let Some(node) = live else { continue };
        let (old, new) = (
            tree.document(NodeRef::live(node)).ordinal(node) + 1,
            dash.position + 1,
        );
        if server_only {
            long.push("server-only".to_owned());
        }
        if old != new {
            long.push(format!("{old} → {new}"));
            brief.push(format!("{old} → {new}"));
        } else if !server_only {
            // Other items were added or removed before it: its neighbors changed, but its position did not.
            long.push("reordered".to_owned());
        }
    }
    if tree.marks(entry.id).has(Mark::Retained) {
        long.push("kept".to_owned());
        brief.push("kept".to_owned());
    }
    (long.join(" "), brief.join(" "))
}
