//! The changed values of a text that was also written in another format, such as YAML instead of JSON: the lines differ
//! nearly everywhere, so the documents are compared.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::document::{Document, NodeId, Numbers, Tree, Value, same};
use crate::explorer::merged::source_lines::SourceView;
use crate::report::line_hunks::{HunkKind, LineHunk};

/// The lines of a value that differs.
pub(super) struct ChangedValue {
    pub(super) hunk: LineHunk,
    /// The old scalar with its key: its line can have other values, too.
    pub(super) old: Option<String>,
    /// The new value: its line can have other values, too.
    pub(super) now: Option<NodeId>,
}

/// Returns the changed lines if a text has another format and some values are others; `None` if its changed lines say it
/// better. `hunks` are the changed lines.
pub(super) fn value_hunks(views: [&SourceView; 2], hunks: &[LineHunk]) -> Option<Vec<ChangedValue>> {
    let length = |hunk: &LineHunk| hunk.old.len().max(hunk.new.len());
    let changed: usize = hunks.iter().map(length).sum();
    let all = views[0].len().max(views[1].len());
    // A new comment or another order of keys is a change of some lines, not another format.
    let is_other = is_json(views[0]) != is_json(views[1]) || changed * 4 >= all * 3;
    let is_whole = |view: &SourceView| view.document().warnings().is_empty();
    if !is_other || !views.iter().all(|view| is_whole(view)) {
        return None;
    }
    let values = differing_values(views);
    let own: usize = values.iter().map(|value| length(&value.hunk)).sum();
    (!values.is_empty() && own * 2 <= changed).then_some(values)
}

fn is_json(view: &SourceView) -> bool {
    view.document().text().trim_start().starts_with(['{', '['])
}

/// Returns the lines of the values that differ, in the order of the new text.
fn differing_values([old, new]: [&SourceView; 2]) -> Vec<ChangedValue> {
    let (before, now): (&Document, &Document) = (old.document(), new.document());
    let mut found = Vec::new();
    let mut open = vec![(before.root(), now.root())];
    while let Some((a, b)) = open.pop() {
        if same(before, a, now, b, Numbers::ByType) {
            continue;
        }
        match (before.value(a), now.value(b)) {
            (Value::Map, Value::Map) => {
                let known: FxHashMap<_, _> = before
                    .children(a)
                    .map(|child| (before.key(child), child))
                    .collect();
                let kept: FxHashMap<_, _> = now.children(b).map(|child| (now.key(child), child)).collect();
                let added = now
                    .children(b)
                    .filter(|child| !known.contains_key(&now.key(*child)));
                found.extend(added.map(|child| addition(rows(old, a).end, rows(new, child))));
                let mut next = rows(new, b).end;
                let children: Vec<NodeId> = before.children(a).collect();
                for child in children.into_iter().rev() {
                    match kept.get(&before.key(child)) {
                        Some(pair) => {
                            next = rows(new, *pair).start;
                            open.push((child, *pair));
                        }
                        None => found.push(removal(old, child, next)),
                    }
                }
            }
            (Value::List, Value::List) => {
                let (left, right): (Vec<NodeId>, Vec<NodeId>) =
                    (before.children(a).collect(), now.children(b).collect());
                let is_same =
                    |pair: &(&NodeId, &NodeId)| same(before, *pair.0, now, *pair.1, Numbers::ByType);
                let start = left.iter().zip(&right).take_while(is_same).count();
                let ends = left[start..].iter().rev().zip(right[start..].iter().rev());
                let end = ends.take_while(is_same).count();
                let [left_end, right_end] = [left.len() - end, right.len() - end];
                let pairs = left[start..left_end].iter().zip(&right[start..right_end]);
                open.extend(pairs.map(|(left, right)| (*left, *right)));
                let paired = (left_end - start).min(right_end - start);
                let more = right[start + paired..right_end].iter();
                found.extend(more.map(|item| addition(rows(old, a).end, rows(new, *item))));
                let next = right
                    .get(right_end)
                    .map_or(rows(new, b).end, |item| rows(new, *item).start);
                let fewer = left[start + paired..left_end].iter();
                found.extend(fewer.map(|item| removal(old, *item, next)));
            }
            _ => {
                let hunk = LineHunk {
                    kind: HunkKind::Changed,
                    old: rows(old, a),
                    new: rows(new, b),
                };
                let old = quoted(before, a);
                found.push(ChangedValue {
                    hunk,
                    old,
                    now: Some(b),
                });
            }
        }
    }
    found.sort_by_key(|value: &ChangedValue| (value.hunk.new.start, value.hunk.old.start));
    found
}

fn rows(view: &SourceView, node: NodeId) -> Range<usize> {
    let (first, further) = view.extent(node);
    first..first + further + 1
}

/// Returns a scalar with its key, as it is written.
fn quoted(document: &Document, node: NodeId) -> Option<String> {
    let span = document.span(node);
    let written = &document.text()[span.start as usize..span.end as usize];
    let is_line = document.kind(node).is_scalar() && !written.contains('\n');
    let words = || match document.key(node) {
        Some(key) => format!("{key}: {written}"),
        None => format!("- {written}"),
    };
    is_line.then(words)
}

/// Returns the place of a value that is new. `at`: the line of the old text.
fn addition(at: usize, new: Range<usize>) -> ChangedValue {
    let hunk = LineHunk {
        kind: HunkKind::Added,
        old: at..at,
        new,
    };
    ChangedValue {
        hunk,
        old: None,
        now: None,
    }
}

/// Returns the place of a value that is gone. `at`: the line that is there now.
fn removal(view: &SourceView, node: NodeId, at: usize) -> ChangedValue {
    let hunk = LineHunk {
        kind: HunkKind::Removed,
        old: rows(view, node),
        new: at..at,
    };
    ChangedValue {
        hunk,
        old: quoted(view.document(), node),
        now: None,
    }
}
