//! The rows of the three panes: text, marks and notes at the present step.

pub(crate) mod action;
pub(crate) mod border_offsets;
pub(crate) mod change_flash;
pub(crate) mod focus;
mod fold;
mod fold_walk;
mod folded_rows;
pub(crate) mod folds;
mod horizontal_scroll;
pub(crate) mod jump_list;
pub(crate) mod jump_point;
mod linked_cursors;
mod linked_scroll;
mod resize;
pub(crate) mod row;
mod selection;
pub(crate) mod sizes;
pub(crate) mod target_line;
pub(crate) mod viewport;
mod visible_rows;

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use super::merged::MergedView;
use super::merged::source_lines::SourceView;
use crate::document::escape::visible;
use crate::document::{Document, NodeId, Span};
use crate::merge::{Mark, Marks, NodeRef, Presence, ResultId, ResultTree, RuleEffect};
use crate::report::merge_rule_badge;
use crate::report::rows::outline;
use crate::report::rows::outline::OutlineEntry;
use row::{PaneRow, RowStage, union};

/// A guilty span over more lines than this is shown by its first line alone.
const GUILTY_LINES: usize = 8;

/// The rows `from..from + count` of live, with what has become of each line so far.
pub(crate) fn live_rows(session: &MergedView, from: usize, count: usize) -> Vec<PaneRow> {
    let (view, scene) = (session.live(), &session.merge().scene);
    let guilty = guilty_spans(session, 0);
    source_rows(session, view, &guilty, from, count, |row, nodes| {
        for node in nodes {
            let id = ResultId(node.0);
            row.marks = union(row.marks, live_marks(scene, id));
            row.fresh |= session.is_touched(id);
        }
    })
}

/// What live's own node has come to, from its marks and from whether it, or what holds it, is still there.
fn live_marks(scene: &ResultTree, id: ResultId) -> Marks {
    let mut marks = scene.marks(id).without(Mark::Added);
    let mut at = Some(id);
    while let Some(node) = at {
        match scene.state(node) {
            Presence::Gone => {
                let gone = ghost_mark(scene, node);
                return Marks::default().with(gone);
            }
            Presence::Superseded => return Marks::default().with(Mark::Replaced),
            Presence::Present | Presence::Unborn => at = scene.parent(node),
        }
    }
    if marks.has(Mark::Deleted) {
        marks = marks.without(Mark::Deleted);
    }
    marks
}

/// Deleted, cleared or replaced: why a node is a ghost.
fn ghost_mark(scene: &ResultTree, id: ResultId) -> Mark {
    let marks = scene.marks(id);
    [Mark::Cleared, Mark::Replaced]
        .into_iter()
        .find(|mark| marks.has(*mark))
        .unwrap_or(Mark::Deleted)
}

/// The rows `from..from + count` of patch `index`, with what each line has done so far.
pub(crate) fn patch_rows(session: &MergedView, index: usize, from: usize, count: usize) -> Vec<PaneRow> {
    let Some(view) = session.patch(index) else {
        return Vec::new();
    };
    let document = index as u16 + 1;
    let guilty = guilty_spans(session, document);
    let (merge, position) = (session.merge(), session.position());
    source_rows(session, view, &guilty, from, count, |row, nodes| {
        if warned_at(session, document, nodes).is_some_and(|step| step < position) {
            row.marks = row.marks.with(Mark::Warning);
        }
        let Some((step, own)) = step_of_row(session, document, nodes) else {
            return;
        };
        let effect = merge.steps[step].rule.effect();
        let whole = matches!(effect, RuleEffect::Added | RuleEffect::Replaced);
        row.stage = match () {
            () if step >= position => RowStage::Pending,
            () if step + 1 == position && (own || whole) => RowStage::Now,
            () => RowStage::Done,
        };
        if row.stage != RowStage::Pending
            && (own || whole)
            && let Some(mark) = effect.mark()
        {
            row.marks = row.marks.with(mark);
        }
        row.fresh = row.stage == RowStage::Now || about(session, document, nodes);
    })
}

/// The step that carries out what begins on a patch's row, and whether it is about that very row.
pub(crate) fn step_of_row(session: &MergedView, document: u16, nodes: &[NodeId]) -> Option<(usize, bool)> {
    let steps = nodes.iter().filter_map(|node| {
        let source = NodeRef {
            document,
            node: *node,
        };
        session.links().step_of(session.merge(), source)
    });
    // A line may begin an item and its first key: its own steps count before those of what is above.
    steps.max_by_key(|(step, own)| (*own, *step))
}

/// The first step that warns of what begins on a patch's row.
pub(crate) fn warned_at(session: &MergedView, document: u16, nodes: &[NodeId]) -> Option<usize> {
    let warned = nodes.iter().filter_map(|node| {
        session.links().warning_of(NodeRef {
            document,
            node: *node,
        })
    });
    warned.min()
}

/// Whether the present step is about one of the nodes, although an earlier one has marked it.
fn about(session: &MergedView, document: u16, nodes: &[NodeId]) -> bool {
    let here = |source: NodeRef| source.document == document && nodes.contains(&source.node);
    session
        .step()
        .is_some_and(|step| [step.patch(), step.directive()].into_iter().flatten().any(here))
}

fn source_rows(
    session: &MergedView,
    view: &SourceView,
    guilty: &[Span],
    from: usize,
    count: usize,
    mut decorate: impl FnMut(&mut PaneRow, &[NodeId]),
) -> Vec<PaneRow> {
    let document = view.document();
    let inputs = &session.merge().inputs;
    view.rows(from, count)
        .into_iter()
        .map(|(number, text, node)| {
            let mut row = PaneRow {
                number: Some(number),
                text: visible(&text).into_owned(),
                ..PaneRow::default()
            };
            if let Some(node) = node {
                row.badge = merge_rule_badge::of_source(inputs, session.top_place(), document, node);
                decorate(&mut row, &view.with_items(node));
            }
            if view.shows_text() {
                row.guilty = guilty_columns(document, number - 1, &text, guilty);
            }
            row
        })
        .collect()
}

/// What a refusal points at in one document, once its step is reached.
fn guilty_spans(session: &MergedView, document: u16) -> Vec<Span> {
    let reached = |step: u32| session.position() > step as usize;
    let Some(refusal) = session
        .merge()
        .rejection()
        .filter(|refusal| reached(refusal.step))
    else {
        return Vec::new();
    };
    let here = refusal.guilty.iter().filter(|source| source.document == document);
    here.map(|source| {
        let text = session.merge().scene.document(*source);
        shorten(text, text.entry_span(source.node))
    })
    .collect()
}

fn shorten(document: &Document, span: Span) -> Span {
    let lines = document.lines();
    let (first, last) = (lines.index_of(span.start), lines.index_of(span.end));
    if last - first < GUILTY_LINES {
        return span;
    }
    let end = lines.start(first + 1).unwrap_or(span.end);
    Span::new(span.start, end)
}

/// The display columns of line `line` (from 0) that lie in one of the spans, blanks at the ends left aside.
fn guilty_columns(document: &Document, line: usize, text: &str, spans: &[Span]) -> Option<Range<usize>> {
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

/// The rows `from..from + count` of the result after the present step, ghosts included.
pub(crate) fn result_rows(session: &MergedView, from: usize, count: usize) -> Vec<PaneRow> {
    let (scene, heights) = (&session.merge().scene, session.heights());
    outline::rows(scene, heights, from, count)
        .into_iter()
        .map(|entry| {
            let text = visible(&entry.text(scene, heights)).into_owned();
            let mut row = PaneRow {
                number: entry.number,
                text,
                ghost: entry.ghost,
                ..PaneRow::default()
            };
            if entry.part == 0 {
                let inputs = &session.merge().inputs;
                row.badge = merge_rule_badge::of_result(inputs, session.top_place(), scene, entry.id)
                    .filter(|_| !entry.ghost);
                (row.note, row.brief) = note(session, &entry);
            }
            decorate_result(session, &entry, &mut row);
            row
        })
        .collect()
}

fn decorate_result(session: &MergedView, entry: &OutlineEntry, row: &mut PaneRow) {
    let scene = &session.merge().scene;
    if entry.ghost {
        row.marks = Marks::default().with(ghost_mark(scene, entry.id));
        row.fresh = session.is_touched(entry.id);
        return;
    }
    let items = entry.dashes.iter().map(|dash| dash.item);
    for id in items.chain([entry.id]) {
        row.marks = union(row.marks, scene.marks(id));
        row.fresh |= session.is_touched(id);
    }
    // All that comes in with a new node is new, down to live's own nodes.
    let mut at = scene.parent(entry.id);
    while let Some(id) = at.filter(|id| scene.live_node(*id).is_none()) {
        for mark in [Mark::Added, Mark::Replaced] {
            if scene.marks(id).has(mark) {
                row.marks = row.marks.with(mark);
            }
        }
        row.fresh |= session.is_touched(id);
        at = scene.parent(id);
    }
}

/// The words beside a row, long and short: where an item stood and stands, why a ghost is one.
fn note(session: &MergedView, entry: &OutlineEntry) -> (String, String) {
    let scene = &session.merge().scene;
    if entry.ghost {
        let word = match ghost_mark(scene, entry.id) {
            Mark::Cleared => "cleared",
            Mark::Replaced => "replaced",
            _ => "removed",
        };
        return (word.to_owned(), word.to_owned());
    }
    let (mut long, mut brief) = (Vec::new(), Vec::new());
    for dash in &entry.dashes {
        let marks = scene.marks(dash.item);
        let server_only = marks.has(Mark::ServerOnly);
        let live = scene
            .live_node(dash.item)
            .filter(|_| server_only || marks.has(Mark::Reordered));
        let Some(node) = live else { continue };
        let (old, new) = (
            scene.document(NodeRef::live(node)).ordinal(node) + 1,
            dash.position + 1,
        );
        if server_only {
            long.push("server-only".to_owned());
        }
        if old != new {
            long.push(format!("{old} → {new}"));
            brief.push(format!("{old} → {new}"));
        } else if !server_only {
            // Others came or went before it: it stands elsewhere among its neighbours, under its old number.
            long.push("reordered".to_owned());
        }
    }
    (long.join(" "), brief.join(" "))
}
