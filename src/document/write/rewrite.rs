//! Writes new values into an existing text. Unchanged parts keep their format, comments, order, line ends,
//! and the other documents of the file.

mod child_plan;
mod entries;
mod origins;
mod rewriter;
mod text_edit;

use std::ops::Range;

use self::origins::Changes;
pub use self::origins::{ListEdit, Origins};
use self::rewriter::Rewriter;
use self::text_edit::changed_part;
pub use self::text_edit::{TextEdit, apply_edits};
use super::entry::push_first;
use super::json::json;
use super::yaml::yaml;
use crate::document::{Document, Format, NodeId, Numbers, Tree, ValueKind, read, same};

/// Returns the edits that change the values in the text of `old` to those of `new`. Takes time linear in the changed nodes
/// and their siblings; the text with the edits must be checked. `None` if no small edits are known.
pub fn quick_edits<T: Tree>(old: &Document, new: &T, origins: &dyn Origins<T::Id>) -> Option<Vec<TextEdit>> {
    let mut draft = Rewriter {
        old,
        new,
        changes: Some(Changes::new(old, origins)),
        edits: Vec::new(),
    };
    let is_written = draft.value(old.root(), new.top());
    let edits = draft.text_edits();
    let is_apart = edits.is_sorted_by(|before, after| before.end <= after.start);
    (is_written && is_apart).then_some(edits)
}

/// Returns the edits that change the values in the text of `old` to those of `new`.
pub fn rewrite_edits<T: Tree>(old: &Document, new: &T, origins: &dyn Origins<T::Id>) -> Vec<TextEdit> {
    if let Some(edits) = quick_edits(old, new, origins)
        && has_values(old.name(), &apply_edits(old.text(), &edits), new)
    {
        return edits;
    }
    changed_part(old.text(), &rewrite(old, new)).into_iter().collect()
}

/// Returns whether a text has the values of a tree.
fn has_values<T: Tree>(name: &str, text: &str, new: &T) -> bool {
    read(name, text.as_bytes().to_vec())
        .is_ok_and(|read| same(&read, read.root(), new, new.top(), Numbers::ByValue))
}

/// Rewrites the text of `old` with the values of `new`. Writes only entries that change. If an entry cannot
/// be written alone, replaces the smallest value around it. The last resort is the whole document, which
/// loses its comments.
pub fn rewrite<T: Tree>(old: &Document, new: &T) -> String {
    let mut draft = Rewriter {
        old,
        new,
        changes: None,
        edits: Vec::new(),
    };
    draft.value(old.root(), new.top());
    let fine = draft.applied();
    if draft.has_new_values(&fine) {
        return fine;
    }
    draft.edits.clear();
    draft.whole_document();
    let whole = draft.applied();
    match draft.has_new_values(&whole) {
        true => whole,
        false => plain(old, new),
    }
}

/// Formats the new values in the format of the old text, without its comments and layout.
fn plain<T: Tree>(old: &Document, new: &T) -> String {
    match old.format() {
        Format::Json => json(new),
        Format::Yaml => yaml(new),
    }
}

impl<T: Tree> Rewriter<'_, T> {
    /// Returns whether a text has the new values.
    fn has_new_values(&self, text: &str) -> bool {
        has_values(self.old.name(), text, self.new)
    }

    /// Returns the edits in text order, with the line ends of the text.
    fn text_edits(&self) -> Vec<TextEdit> {
        let has_lines = self.edits.iter().any(|(_, text)| text.contains('\n'));
        let has_crlf = has_lines && self.old.lines().has_crlf();
        let mut edits: Vec<TextEdit> = self
            .edits
            .iter()
            .map(|(range, text)| TextEdit {
                start: range.start,
                end: range.end,
                text: match has_crlf {
                    true => text.replace('\n', "\r\n"),
                    false => text.clone(),
                },
            })
            .collect();
        edits.sort_by_key(|edit| (edit.start, edit.end));
        edits
    }

    /// Returns the old text with the edits applied.
    fn applied(&self) -> String {
        apply_edits(self.old.text(), &self.text_edits())
    }

    /// Replaces the document; the other documents of the file stay.
    fn whole_document(&mut self) {
        let span = self.old.span(self.old.root());
        let range = match span.start == span.end {
            // The document has only comments.
            true => self.old.text().len()..self.old.text().len(),
            false => span.start as usize..self.line_end(span.end as usize),
        };
        self.edits.push((range, plain(self.old, self.new)));
    }

    /// Adds the edits for two values. Returns false if the old value must be replaced as a whole.
    fn value(&mut self, old: NodeId, new: T::Id) -> bool {
        let is_inside = match &self.changes {
            // Only something in it is changed.
            Some(changes) if !changes.changed.contains(&old) => match changes.touched.contains_key(&old) {
                true => true,
                false => return true,
            },
            Some(changes) => changes.is_inside(old),
            None => false,
        };
        let has_other_length = || match self.changes.as_ref().and_then(|changes| changes.edit(old)) {
            Some(edit) => edit.added.len() != edit.removed.len(),
            None => self.old.len(old) != self.new.children(new).count(),
        };
        if !is_inside && !has_other_length() && same(self.old, old, self.new, new, Numbers::ByValue) {
            return true;
        }
        let before = self.edits.len();
        let is_written = match (self.old.kind(old), self.new.kind(new)) {
            _ if is_inside => self.touched_children(old),
            (ValueKind::Map, ValueKind::Map) | (ValueKind::List, ValueKind::List) => self.container(old, new),
            (from, to) if to.is_scalar() && (from.is_scalar() || self.is_flow(old)) => self.scalar(old, new),
            _ => false,
        };
        if !is_written {
            self.edits.truncate(before);
        }
        is_written
    }

    /// Adds the edits for the changed children of a list or map that is not changed itself.
    fn touched_children(&mut self, old: NodeId) -> bool {
        let Some(changes) = &self.changes else {
            return false;
        };
        let touched = changes.touched.get(&old).into_iter().flatten();
        let pairs: Vec<(NodeId, T::Id)> = touched
            .map(|child| (*child, changes.origins.stays_as(*child)))
            .collect();
        pairs.iter().all(|(child, _)| self.is_in_it(*child, old)) && self.pairs(pairs, self.is_flow(old))
    }

    /// Returns whether a child is written inside its parent.
    fn is_in_it(&self, child: NodeId, parent: NodeId) -> bool {
        let (span, entry) = (self.old.span(parent), self.old.entry_span(child));
        entry.start >= span.start && entry.end <= span.end && entry.start < entry.end
    }

    /// Adds the edits for children that stay.
    fn pairs(&mut self, pairs: Vec<(NodeId, T::Id)>, is_flow: bool) -> bool {
        pairs.into_iter().all(|(old, new)| {
            self.rename(old, new, is_flow);
            self.value(old, new) || self.replace_entry(old, new, is_flow)
        })
    }

    /// Returns whether the children are written in order inside their parent. Those of aliases and merge keys
    /// are not.
    fn is_orderly(&self, id: NodeId) -> bool {
        let span = self.old.span(id);
        let mut at = span.start;
        let mut is_orderly = true;
        for child in self.old.children(id) {
            let entry = self.old.entry_span(child);
            is_orderly &= entry.start >= at && entry.end <= span.end && entry.start < entry.end;
            at = entry.end;
        }
        is_orderly && at > span.start
    }

    /// Replaces a scalar on one line; a comment after it stays.
    fn scalar(&mut self, old: NodeId, new: T::Id) -> bool {
        let span = self.old.span(old);
        let (start, end) = (span.start as usize, span.end as usize);
        let text = self.old.text().get(start..end).unwrap_or_default();
        if text.is_empty() || text.contains('\n') {
            return false;
        }
        let is_flow = self.containers_of(old).any(|parent| self.is_flow(parent));
        let mut line = String::new();
        if is_flow {
            line = self.flow_value(old, new);
        } else {
            let mut is_one_line = true;
            push_first(&mut line, None, self.new.value(new), true).for_each(|_, _| is_one_line = false);
            if !is_one_line {
                return false;
            }
        }
        self.edits.push((start..end, line));
        true
    }

    fn container(&mut self, old: NodeId, new: T::Id) -> bool {
        let children = self.old.child_slice(old);
        let plan = match self.old.kind(old) {
            ValueKind::Map => self.map_plan(old, children, new),
            _ => self.list_plan(old, children, new),
        };
        let removed: usize = plan.removed.iter().map(Range::len).sum();
        if children.is_empty() || removed == children.len() {
            return false;
        }
        let is_orderly = match self.changes.as_ref().and_then(|changes| changes.edit(old)) {
            Some(edit) => {
                let next = edit.added.iter().filter_map(|(next, _)| *next);
                let ends = edit
                    .removed
                    .iter()
                    .copied()
                    .chain(next)
                    .chain(children.last().copied());
                ends.into_iter().all(|child| self.is_in_it(child, old))
            }
            None => self.is_orderly(old),
        };
        if !is_orderly {
            return false;
        }
        let is_flow = self.is_flow(old);
        if !self.pairs(plan.pairs, is_flow) {
            return false;
        }
        let is_done = plan.removed.into_iter().all(|run| match is_flow {
            true => self.remove_from_flow(children, run),
            false => self.remove_lines(children, run),
        });
        // New entries at the same position are in order.
        is_done
            && plan.added.into_iter().all(|(before, new)| match is_flow {
                true => self.add_to_flow(children, before, new),
                false => self.add_lines(children, before, new),
            })
    }
}

#[cfg(test)]
mod tests;
