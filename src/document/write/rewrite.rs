//! Writes new values into an existing text. Unchanged parts keep their format, comments, order, line ends,
//! and the other documents of the file.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::entry::push_first;
use super::flow::{flow, flow_key};
use super::json::{json, json_value, string};
use super::quote;
use super::yaml::yaml;
use crate::document::{Document, Format, NodeId, Numbers, Subtree, Tree, ValueKind, read, same};

/// An edit of a text: replaces the bytes from `start` up to `end` by `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// The first byte that is replaced.
    pub start: usize,
    /// The byte after the last byte that is replaced.
    pub end: usize,
    /// The replacement.
    pub text: String,
}

/// Applies edits, which are in order and do not overlap.
pub fn apply_edits(text: &str, edits: &[TextEdit]) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len() + 64), 0);
    for edit in edits {
        out.push_str(text.get(at..edit.start).unwrap_or_default());
        out.push_str(&edit.text);
        at = edit.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// Few changes of the children of a list or map.
#[derive(Clone, Debug)]
pub struct ListEdit<I> {
    /// The removed children.
    pub removed: Vec<NodeId>,
    /// The added children, each before an old child or at the end.
    pub added: Vec<(Option<NodeId>, I)>,
}

impl<I> Default for ListEdit<I> {
    fn default() -> Self {
        Self {
            removed: Vec::new(),
            added: Vec::new(),
        }
    }
}

/// Where the nodes of a changed tree come from.
pub trait Origins<I> {
    /// Returns the old node of a new one, also if it has another key or position.
    fn origin(&self, id: I) -> Option<NodeId>;

    /// Returns the new node of an old one.
    fn stays_as(&self, node: NodeId) -> I;

    /// Returns the changes of the children of an old node, if they are few; else all children are compared.
    fn list_edit(&self, node: NodeId) -> Option<&ListEdit<I>>;

    /// Returns the old nodes with another key, value or children.
    fn changed(&self) -> Vec<NodeId>;
}

/// The changes of a tree whose nodes have known origins.
struct Changes<'a, I> {
    origins: &'a dyn Origins<I>,
    changed: HashSet<NodeId>,
    /// The children that are changed or contain a change, by their parent.
    touched: HashMap<NodeId, Vec<NodeId>>,
}

impl<'a, I> Changes<'a, I> {
    fn new(old: &Document, origins: &'a dyn Origins<I>) -> Self {
        let changed: HashSet<NodeId> = origins.changed().into_iter().collect();
        let mut touched: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
        let mut seen = HashSet::new();
        for node in &changed {
            let mut at = *node;
            while let Some(parent) = old.parent(at).filter(|_| seen.insert(at)) {
                touched.entry(parent).or_default().push(at);
                at = parent;
            }
        }
        for children in touched.values_mut() {
            children.sort_unstable_by_key(|child| old.ordinal(*child));
        }
        Self {
            origins,
            changed,
            touched,
        }
    }

    /// Returns whether a changed node has the same children.
    fn is_inside(&self, node: NodeId) -> bool {
        let edit = self.origins.list_edit(node);
        edit.is_some_and(|edit| edit.removed.is_empty() && edit.added.is_empty())
            && self.touched.contains_key(&node)
    }

    /// Returns the changes of the children of a node, if they are few.
    fn edit(&self, node: NodeId) -> Option<&'a ListEdit<I>> {
        self.origins.list_edit(node)
    }
}

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

/// Returns the part in which two texts differ as one edit, or `None` if they are equal.
fn changed_part(old: &str, new: &str) -> Option<TextEdit> {
    let same = |(a, b): &(char, char)| a == b;
    let length = |(a, _): (char, char)| a.len_utf8();
    let start: usize = old.chars().zip(new.chars()).take_while(same).map(length).sum();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let ends = old_rest.chars().rev().zip(new_rest.chars().rev());
    let end: usize = ends.take_while(same).map(length).sum();
    (old != new).then(|| TextEdit {
        start,
        end: old.len() - end,
        text: new_rest[..new_rest.len() - end].to_owned(),
    })
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

/// Collects the edits.
struct Rewriter<'a, T: Tree> {
    old: &'a Document,
    new: &'a T,
    /// The origins of the new nodes, if they are known; otherwise keys and names are compared.
    changes: Option<Changes<'a, T::Id>>,
    edits: Vec<(Range<usize>, String)>,
}

/// The edits of the children of a list or map.
struct ChildPlan<I> {
    /// Children that are in both, whose values may differ.
    pairs: Vec<(NodeId, I)>,
    /// Runs of removed old children, as indices.
    removed: Vec<Range<usize>>,
    /// Added children, each before the old child with that index, or at the end.
    added: Vec<(usize, I)>,
}

impl<T: Tree> Rewriter<'_, T> {
    /// Returns whether a text has the new values.
    fn has_new_values(&self, text: &str) -> bool {
        has_values(self.old.name(), text, self.new)
    }

    /// Returns the edits in text order, with the line ends of the text.
    fn text_edits(&self) -> Vec<TextEdit> {
        let has_lines = self.edits.iter().any(|(_, text)| text.contains('\n'));
        let has_crlf = has_lines && self.old.text().contains("\r\n");
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
        let text = self.old.text();
        let mut edits: Vec<_> = self.edits.iter().collect();
        edits.sort_by_key(|(range, _)| (range.start, range.end));
        let has_crlf = text.contains("\r\n");
        let (mut out, mut at) = (String::with_capacity(text.len() + 64), 0);
        for (range, new) in edits {
            // Unusual texts can give overlapping edits; the caller checks the result.
            let (start, end) = (range.start.max(at), range.end.max(at));
            out.push_str(text.get(at..start).unwrap_or_default());
            match has_crlf {
                true => out.push_str(&new.replace('\n', "\r\n")),
                false => out.push_str(new),
            }
            at = end;
        }
        out.push_str(text.get(at..).unwrap_or_default());
        out
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
        let has_other_length = || self.old.len(old) != self.new.children(new).count();
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

    /// Formats a value inside of flow style, like the text around it.
    fn flow_value(&self, like: NodeId, new: T::Id) -> String {
        match self.is_json_style(like) {
            true => json_value(self.new, new),
            false => flow(self.new, new),
        }
    }

    /// Returns whether the text is JSON, or a key around this node is written as in JSON.
    fn is_json_style(&self, like: NodeId) -> bool {
        let is_quoted = |id: NodeId| {
            let at = self.old.entry_span(id).start as usize;
            self.old.key(id).is_some() && self.old.text()[at..].starts_with('"')
        };
        self.old.format() == Format::Json || is_quoted(like) || self.containers_of(like).any(is_quoted)
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

    fn containers_of(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.old.ancestors(id).skip(1)
    }

    fn is_flow(&self, id: NodeId) -> bool {
        let start = self.old.span(id).start as usize;
        matches!(self.old.text().as_bytes().get(start), Some(b'{' | b'['))
    }

    fn container(&mut self, old: NodeId, new: T::Id) -> bool {
        let children: Vec<NodeId> = self.old.children(old).collect();
        let plan = match self.old.kind(old) {
            ValueKind::Map => self.map_plan(old, &children, new),
            _ => self.list_plan(old, &children, new),
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
            true => self.remove_from_flow(&children, run),
            false => self.remove_lines(&children, run),
        });
        // New entries at the same position are in order.
        is_done
            && plan.added.into_iter().all(|(before, new)| match is_flow {
                true => self.add_to_flow(&children, before, new),
                false => self.add_lines(&children, before, new),
            })
    }

    /// Replaces a key.
    fn rename(&mut self, old: NodeId, new: T::Id, is_flow: bool) {
        let (Some(key), Some(span)) = (self.new.key(new), self.old.key_span(old)) else {
            return;
        };
        if self.old.key(old) == Some(key) {
            return;
        }
        let range = span.start as usize..span.end as usize;
        let is_quoted = self.old.text()[range.clone()].starts_with('"');
        let mut text = String::new();
        match is_quoted
            || self.old.format() == Format::Json
            || is_flow && key.contains([',', '[', ']', '{', '}'])
        {
            true => string(key, usize::MAX, &mut text),
            false => quote::push(&mut text, key, quote::style(key, true)),
        }
        self.edits.push((range, text));
    }

    /// Plans the children of a list or map with few changes.
    fn plan_of_edit(
        &self,
        old: NodeId,
        children: &[NodeId],
        edit: &ListEdit<T::Id>,
        changes: &Changes<'_, T::Id>,
    ) -> ChildPlan<T::Id> {
        let ordinal = |node: &NodeId| self.old.ordinal(*node);
        let mut removed: Vec<usize> = edit.removed.iter().map(ordinal).collect();
        removed.sort_unstable();
        // Entries before removed items are added after the last item that stays.
        let place = |next: Option<NodeId>| match next {
            Some(next) if self.old.kind(old) == ValueKind::List => {
                let mut at = ordinal(&next);
                while removed.binary_search(&at).is_ok() {
                    at += 1;
                }
                at
            }
            _ => children.len(),
        };
        let mut added: Vec<&(Option<NodeId>, T::Id)> = edit.added.iter().collect();
        added.sort_by_key(|(next, _)| next.map_or(children.len(), |next| ordinal(&next)));
        let touched = changes.touched.get(&old).into_iter().flatten();
        ChildPlan {
            pairs: touched
                .filter(|child| !edit.removed.contains(child))
                .map(|child| (*child, changes.origins.stays_as(*child)))
                .collect(),
            added: added.into_iter().map(|(next, id)| (place(*next), *id)).collect(),
            removed: runs(removed.into_iter()),
        }
    }

    /// Plans the children by their origins. Moved children are removed and added at their new position.
    fn plan_by_origin(
        &self,
        old: NodeId,
        children: &[NodeId],
        new: T::Id,
        origins: &dyn Origins<T::Id>,
    ) -> ChildPlan<T::Id> {
        let is_list = self.new.kind(new) == ValueKind::List;
        if let Some(changes) = &self.changes
            && let Some(edit) = changes.edit(old)
        {
            return self.plan_of_edit(old, children, edit, changes);
        }
        let position = |child: T::Id| {
            let node = origins.origin(child)?;
            let at = self.old.ordinal(node);
            (self.old.parent(node) == Some(old) && children.get(at) == Some(&node)).then_some(at)
        };
        let items: Vec<(Option<usize>, T::Id)> = self
            .new
            .children(new)
            .map(|child| (position(child), child))
            .collect();
        let stays: Vec<bool> = match is_list {
            true => {
                let order: Vec<usize> = items.iter().filter_map(|(position, _)| *position).collect();
                ascending(&order)
            }
            false => vec![true; items.len()],
        };
        let mut stays = stays.into_iter();
        let mut plan = ChildPlan {
            pairs: Vec::new(),
            removed: Vec::new(),
            added: Vec::new(),
        };
        let (mut next, mut kept) = (0, vec![false; children.len()]);
        for (position, child) in items {
            match position.filter(|_| stays.next().unwrap_or_default()) {
                Some(at) => {
                    kept[at] = true;
                    plan.pairs.push((children[at], child));
                    next = at + 1;
                }
                None if is_list => plan.added.push((next, child)),
                None => plan.added.push((children.len(), child)),
            }
        }
        // Entries before removed items are added after the last item that stays.
        let mut next_kept: Vec<usize> = (0..=children.len()).collect();
        for at in (0..children.len()).rev().filter(|at| !kept[*at]) {
            next_kept[at] = next_kept[at + 1];
        }
        for (before, _) in &mut plan.added {
            *before = next_kept[*before];
        }
        plan.removed = runs((0..children.len()).filter(|at| !kept[*at]));
        plan
    }

    /// Returns the lines of an item that was moved.
    fn moved_text(&self, new: T::Id, column: usize) -> Option<String> {
        let old = self.changes.as_ref()?.origins.origin(new)?;
        let parent = self.old.parent(old)?;
        let entry = self.old.entry_span(old);
        let (start, end) = (entry.start as usize, entry.end as usize);
        let is_whole = self.old.key(old).is_none() && same(self.old, old, self.new, new, Numbers::ByType);
        if !is_whole || self.is_flow(parent) || self.column(start) != column {
            return None;
        }
        let lines = self
            .old
            .text()
            .get(start..self.line_end(end))?
            .replace("\r\n", "\n");
        let stop = if lines.ends_with('\n') { "" } else { "\n" };
        Some(format!("{}{lines}{stop}", " ".repeat(column)))
    }

    fn map_plan(&self, old: NodeId, children: &[NodeId], new: T::Id) -> ChildPlan<T::Id> {
        if let Some(changes) = &self.changes {
            return self.plan_by_origin(old, children, new, changes.origins);
        }
        let mut added: HashMap<Option<&str>, T::Id> = self
            .new
            .children(new)
            .map(|child| (self.new.key(child), child))
            .collect();
        let pair = |(at, old): (usize, &NodeId)| (at, *old, added.remove(&self.old.key(*old)));
        let found: Vec<_> = children.iter().enumerate().map(pair).collect();
        let is_new = |child: &T::Id| added.contains_key(&self.new.key(*child));
        let added = self.new.children(new).filter(is_new);
        ChildPlan {
            pairs: found
                .iter()
                .filter_map(|(_, old, new)| Some((*old, (*new)?)))
                .collect(),
            removed: runs(
                found
                    .iter()
                    .filter(|found| found.2.is_none())
                    .map(|found| found.0),
            ),
            added: added.map(|child| (children.len(), child)).collect(),
        }
    }

    /// Plans the items of a list: pairs items with equal identities in order; others are added or removed.
    fn list_plan(&self, old: NodeId, children: &[NodeId], new: T::Id) -> ChildPlan<T::Id> {
        if let Some(changes) = &self.changes {
            return self.plan_by_origin(old, children, new, changes.origins);
        }
        let mut positions: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, child) in children.iter().enumerate() {
            positions.entry(identity(self.old, *child)).or_default().push(at);
        }
        let mut plan = ChildPlan {
            pairs: Vec::new(),
            removed: Vec::new(),
            added: Vec::new(),
        };
        let (mut next, mut removed) = (0, Vec::new());
        for item in self.new.children(new) {
            let same = positions.get(&identity(self.new, item));
            let found = same.and_then(|same| same.get(same.partition_point(|at| *at < next)));
            match found {
                Some(&at) => {
                    removed.extend(next..at);
                    plan.pairs.push((children[at], item));
                    next = at + 1;
                }
                None => plan.added.push((next, item)),
            }
        }
        // Entries before removed items are added after the last item that stays.
        for (before, _) in &mut plan.added {
            if *before == next {
                *before = children.len();
            }
        }
        removed.extend(next..children.len());
        plan.removed = runs(removed.into_iter());
        plan
    }

    /// Replaces a whole entry.
    fn replace_entry(&mut self, old: NodeId, new: T::Id, is_flow: bool) -> bool {
        let (span, entry) = (self.old.span(old), self.old.entry_span(old));
        if is_flow {
            let range = span.start as usize..span.end as usize;
            self.edits.push((range, self.flow_value(old, new)));
            return span.start < span.end;
        }
        let column = self.column(entry.start as usize);
        let lines = self.format_lines(new, column);
        let end = self.line_end(entry.end as usize);
        // The first line starts where the old entry started.
        let text = lines.trim_start_matches(' ').to_owned();
        self.edits.push((entry.start as usize..end, text));
        true
    }

    /// Formats an entry as lines of YAML that are indented by `column`.
    fn format_lines(&self, new: T::Id, column: usize) -> String {
        if let Some(moved) = self.moved_text(new, column) {
            return moved;
        }
        let pad = " ".repeat(column);
        let mut out = String::new();
        let tree = Subtree(self.new, new);
        let kind = self.new.kind(new);
        let is_empty = self.new.children(new).next().is_none();
        match self.new.key(new) {
            None => {
                for (at, line) in yaml(&tree).lines().enumerate() {
                    let lead = if at == 0 { "- " } else { "  " };
                    push_line(&mut out, &pad, lead, line);
                }
            }
            Some(key) => {
                let empty = kind.is_scalar() || is_empty;
                let mut first = String::new();
                let more = push_first(&mut first, Some(key), self.new.value(new), empty);
                push_line(&mut out, &pad, "", &first);
                more.for_each(|indent, line| push_line(&mut out, &pad, &" ".repeat(indent), line));
                let lead = if kind == ValueKind::Map { "  " } else { "" };
                if !empty {
                    for line in yaml(&tree).lines() {
                        push_line(&mut out, &pad, lead, line);
                    }
                }
            }
        }
        out
    }

    fn remove_lines(&mut self, children: &[NodeId], run: Range<usize>) -> bool {
        let start = self.old.entry_span(children[run.start]).start as usize;
        let range = match children.get(run.end) {
            // A comment before the next entry stays.
            Some(next)
                if self.is_first_on_line(start)
                    && self.is_first_on_line(self.old.entry_span(*next).start as usize) =>
            {
                let last = self.old.entry_span(children[run.end - 1]).end as usize;
                start - self.column(start)..self.line_end(last)
            }
            // The next entry moves up: the first one may be after a dash.
            Some(next) => start..self.old.entry_span(*next).start as usize,
            None => {
                let last = self.old.entry_span(children[run.end - 1]).end as usize;
                start - self.column(start)..self.line_end(last)
            }
        };
        let is_whole = run.end < children.len() || self.is_first_on_line(start);
        self.edits.push((range, String::new()));
        is_whole
    }

    fn add_lines(&mut self, children: &[NodeId], before: usize, new: T::Id) -> bool {
        let Some(like) = children.get(before).or(children.last()) else {
            return false;
        };
        let start = self.old.entry_span(*like).start as usize;
        let column = self.column(start);
        let lines = self.format_lines(new, column);
        if before < children.len() {
            // The new entry takes the position on the line before an entry that follows a dash.
            let first = lines.trim_start_matches(' ');
            let text = format!("{first}{}", " ".repeat(column));
            self.edits.push((start..start, text));
            return true;
        }
        let end = self.line_end(self.old.entry_span(*like).end as usize);
        let is_whole = end == 0 || self.old.text()[..end].ends_with('\n');
        let text = match is_whole {
            true => lines,
            false => format!("\n{}", lines.trim_end_matches('\n')),
        };
        self.edits.push((end..end, text));
        true
    }

    fn remove_from_flow(&mut self, children: &[NodeId], run: Range<usize>) -> bool {
        let entry = |at: usize| self.old.entry_span(children[at]);
        let range = match run.start.checked_sub(1) {
            _ if run.end < children.len() => entry(run.start).start..entry(run.end).start,
            Some(before) => entry(before).end..entry(run.end - 1).end,
            None => return false,
        };
        self.edits
            .push((range.start as usize..range.end as usize, String::new()));
        true
    }

    fn add_to_flow(&mut self, children: &[NodeId], before: usize, new: T::Id) -> bool {
        let Some(like) = children.get(before).or(children.last()) else {
            return false;
        };
        let value = self.flow_value(*like, new);
        let entry = match self.new.key(new) {
            Some(key) if self.is_json_style(*like) => {
                let mut entry = String::new();
                string(key, usize::MAX, &mut entry);
                format!("{entry}: {value}")
            }
            Some(key) => format!("{}: {value}", flow_key(key)),
            None => value,
        };
        let span = self.old.entry_span(*like);
        let start = span.start as usize;
        // One entry per line stays one entry per line.
        let gap = match self.is_first_on_line(start) {
            true => format!("\n{}", " ".repeat(self.column(start))),
            false => " ".to_owned(),
        };
        let (at, text) = match before < children.len() {
            true => (start, format!("{entry},{gap}")),
            false => (span.end as usize, format!(",{gap}{entry}")),
        };
        self.edits.push((at..at, text));
        true
    }

    /// Returns the number of bytes from the start of the line.
    fn column(&self, at: usize) -> usize {
        let text = self.old.text().get(..at).unwrap_or_default();
        let line = text.rfind('\n').map_or(0, |end| end + 1);
        let mark = if text[line..].starts_with('\u{feff}') {
            3
        } else {
            0
        };
        at - line - mark
    }

    fn is_first_on_line(&self, at: usize) -> bool {
        let column = self.column(at);
        let before = self.old.text().get(at - column..at).unwrap_or_default();
        before.bytes().all(|byte| byte == b' ')
    }

    /// Returns the end of the line on which a value ends, after its line break.
    fn line_end(&self, at: usize) -> usize {
        let text = self.old.text();
        if at > 0 && text.as_bytes().get(at - 1) == Some(&b'\n') {
            return at;
        }
        let rest = text.get(at..).unwrap_or_default();
        rest.find('\n').map_or(text.len(), |end| at + end + 1)
    }
}

fn push_line(out: &mut String, pad: &str, lead: &str, line: &str) {
    if !line.is_empty() {
        out.push_str(pad);
        out.push_str(lead);
        out.push_str(line);
    }
    out.push('\n');
}

/// Returns which numbers belong to a longest ascending subsequence.
fn ascending(numbers: &[usize]) -> Vec<bool> {
    // For each length: the position of the smallest number that ends an ascending subsequence. For each
    // number: the one before it.
    let (mut ends, mut before): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (at, number) in numbers.iter().enumerate() {
        let length = ends.partition_point(|end| numbers[*end] < *number);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut stays = vec![false; numbers.len()];
    let mut at = ends.last().copied();
    while let Some(last) = at {
        stays[last] = true;
        at = before[last];
    }
    stays
}

/// Groups ascending numbers into runs of consecutive ones.
fn runs(numbers: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some(run) if run.end == number => run.end += 1,
            _ => runs.push(number..number + 1),
        }
    }
    runs
}

/// Returns the identity of an item: its name or another key-like field, or the value of a scalar.
fn identity<T: Tree>(tree: &T, id: T::Id) -> String {
    const NAMES: [&str; 6] = ["name", "key", "op", "path", "containerPort", "mountPath"];
    match tree.kind(id) {
        ValueKind::Map => {
            let named = |name: &&str| tree.children(id).find(|child| tree.key(*child) == Some(*name));
            match NAMES.iter().find_map(named) {
                Some(name) => format!("{:?}", tree.value(name)),
                None => "a map".to_owned(),
            }
        }
        ValueKind::List => "a list".to_owned(),
        _ => format!("{:?}", tree.value(id)),
    }
}

#[cfg(test)]
mod tests;
