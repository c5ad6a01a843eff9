//! What the edits of a fix write, move and remove.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidate::Subject;
use crate::document::write::TextEdit;
use crate::document::{Document, NodeId, Numbers, Tree, ValueKind, same};
use crate::merge::{Merge, NodeRef, PatchType, Rule, Semantics, Step};

/// Maximum number of searches for findings in changed text; a fix that needs more needs a decision.
const MAX_SEARCHES: usize = 64;

/// Returns whether a rejection is about text that the edits changed.
pub(super) fn is_in_edits(subject: &Subject<'_>, after: &Merge, edits: &[TextEdit]) -> bool {
    let faulty = after.rejection().and_then(|rejection| rejection.faulty.first());
    let of_it = faulty.filter(|faulty| usize::from(faulty.document) == subject.patch + 1);
    let (Some(faulty), Some(document)) = (of_it, after.inputs.patches.get(subject.patch)) else {
        return false;
    };
    let span = document.entry_span(faulty.node);
    placed(edits).any(|(start, edit)| {
        // A removal writes no text.
        let is_near = start <= span.end as usize && span.start as usize <= start + edit.text.len();
        !edit.text.is_empty() && is_near
    })
}

/// Returns edits with the offsets of their texts in the changed text.
pub(super) fn placed<'e>(
    edits: impl IntoIterator<Item = &'e TextEdit>,
) -> impl Iterator<Item = (usize, &'e TextEdit)> {
    let (mut grown, mut shrunk) = (0, 0);
    edits.into_iter().map(move |edit| {
        let start = edit.start + grown - shrunk;
        grown += edit.text.len();
        shrunk += edit.end - edit.start;
        (start, edit)
    })
}

/// The texts that edits wrote, in their order: where, and by which edit.
pub(super) struct WrittenTexts<E>(Vec<(Range<usize>, E)>);

impl<E: Copy> WrittenTexts<E> {
    /// `edits` are in the order of the text, with their names.
    pub(super) fn new(edits: &[(&TextEdit, E)]) -> Self {
        let placed = placed(edits.iter().map(|(edit, _)| *edit)).zip(edits);
        let written = placed.map(|((start, edit), (_, name))| (start..start + edit.text.len(), *name));
        Self(written.collect())
    }

    /// Returns the edit that wrote the text at an offset.
    pub(super) fn at(&self, offset: usize) -> Option<E> {
        let first = self.0.partition_point(|(range, _)| range.end <= offset);
        let found = self.0.get(first).filter(|(range, _)| range.contains(&offset));
        found.map(|(_, edit)| *edit)
    }
}

/// Returns the nodes of a patch that a step is about.
pub(super) fn own_nodes(merge: &Merge, step: usize, patch: usize) -> impl Iterator<Item = NodeId> {
    let step = &merge.steps[step];
    let nodes = [step.patch(), step.directive(), step.field()];
    let of_it = move |it: &NodeRef| usize::from(it.document) == patch + 1;
    nodes.into_iter().flatten().filter(of_it).map(|it| it.node)
}

/// Returns whether a finding is about text that the edits wrote, and did not only move.
pub(super) fn writes_finding(subject: &Subject<'_>, after: &Merge, edits: &[TextEdit]) -> bool {
    let Some(document) = after.inputs.patches.get(subject.patch) else {
        return true;
    };
    let moved = MovedTexts::new(subject, edits);
    let edits: Vec<_> = edits.iter().map(|edit| (edit, edit)).collect();
    let written = WrittenTexts::new(&edits);
    let findings = (0..after.steps.len()).filter(|at| after.steps[*at].rule.is_finding());
    let mut searches = 0;
    findings
        .flat_map(|at| own_nodes(after, at, subject.patch))
        .filter_map(|node| written.at(document.entry_span(node).start as usize))
        .any(|edit| {
            searches += 1;
            searches > MAX_SEARCHES || !moved.has(&edit.text)
        })
}

/// Returns whether the API server rejects the value of a list or map from which the edits remove something.
pub(super) fn removes_required(subject: &Subject<'_>, after: &Merge, edits: &[TextEdit]) -> bool {
    let Some(document) = after.inputs.patches.get(subject.patch) else {
        return true;
    };
    let rejected = after.steps.iter().filter(|step| step.rule == Rule::InvalidObject);
    let mut spans = rejected
        .filter_map(Step::patch)
        .filter(|node| usize::from(node.document) == subject.patch + 1)
        .filter(|node| !document.kind(node.node).is_scalar())
        .map(|node| document.entry_span(node.node));
    spans.any(|span| {
        placed(edits).any(|(at, edit)| {
            edit.text.trim().is_empty() && (span.start as usize..=span.end as usize).contains(&at)
        })
    })
}

/// Returns whether a changed patch has no effect although the edits removed more than what the finding is about.
pub(super) fn loses_effect(subject: &Subject<'_>, after: &Merge, edits: &[TextEdit]) -> bool {
    let has_none = |merge: &Merge| merge.steps.iter().any(|step| step.rule == Rule::NoOpPatch);
    if subject.is_json_patch() || has_none(subject.merge) || !has_none(after) {
        return false;
    }
    let document = subject.document;
    let is_directive = |node: NodeId| {
        let mut up = document.ancestors(node);
        up.any(|node| document.key(node).is_some_and(|key| key.starts_with('$')))
    };
    let is_merge_key = |node: NodeId| {
        let item = document.parent(node).filter(|map| document.key(*map).is_none());
        let key = item.and_then(|item| subject.field(item)?.merge_key);
        key.is_some() && key == document.key(node)
    };
    let is_removed = |node: NodeId| {
        let span = document.entry_span(node);
        let mut removals = edits.iter().filter(|edit| edit.text.trim().is_empty());
        removals.any(|edit| edit.start <= span.start as usize && span.end as usize <= edit.end)
    };
    let is_content = |node: &NodeId| {
        document.len(*node) == 0
            && is_removed(*node)
            && !is_directive(*node)
            && !names_object(document, *node)
            && !is_merge_key(*node)
    };
    let mut content = (0..document.node_count() as u32).map(NodeId).filter(is_content);
    let own = subject.node.or(subject.directive);
    content.any(|leaf| own.is_none_or(|own| !document.ancestors(leaf).any(|up| up == own)))
}

/// Returns whether a changed patch does nothing, and says nothing any more or only lost values. Only the user knows whether
/// nothing was meant. A rejected patch has an unknown effect.
pub(crate) fn leaves_nothing(before: &Merge, after: &Merge) -> bool {
    let has_none = |merge: &Merge| {
        let (live, tree) = (&merge.inputs.live, &merge.tree);
        merge.rejection().is_none() && same(&**live, live.root(), tree, tree.top(), Numbers::ByType)
    };
    let mut patches = before.inputs.patches.iter().zip(&after.inputs.patches);
    match before.patch_type() {
        PatchType::Apply => false,
        // A template that only names an object says that it exists.
        _ if matches!(before.inputs.semantics, Semantics::Policy(_)) => {
            patches.any(|(old, new)| new.is_empty(new.root()) && !old.is_empty(old.root()))
        }
        _ if !has_none(after) => false,
        _ => {
            patches.clone().any(|(old, new)| empties(old, new)) || !has_none(before) && only_removes(patches)
        }
    }
}

/// Returns whether a changed patch says nothing any more, apart from the name of the object.
fn empties(before: &Document, after: &Document) -> bool {
    let is_empty = |patch: &Document| patch.is_empty(patch.root());
    let has_no_value = |patch: &Document| {
        let mut all = (0..patch.node_count() as u32).map(NodeId);
        all.all(|node| patch.kind(node) == ValueKind::Map || names_object(patch, node))
    };
    !is_empty(before) && (is_empty(after) || has_no_value(after) && !has_no_value(before))
}

/// Returns whether changed patches have no new values, and fewer than before.
fn only_removes<'d>(patches: impl Iterator<Item = (&'d Arc<Document>, &'d Arc<Document>)>) -> bool {
    let mut is_less = false;
    for (old, new) in patches {
        let (old, new) = (scalars(old), scalars(new));
        is_less = is_less || new.len() < old.len();
        if !new.is_subset(&old) {
            return false;
        }
    }
    is_less
}

/// Returns the scalars of a patch with their keys.
fn scalars(patch: &Document) -> FxHashSet<String> {
    let nodes = (0..patch.node_count() as u32).map(NodeId);
    let scalars = nodes.filter(|node| patch.kind(*node).is_scalar());
    let name = |node| format!("{:?} {:?}", patch.key(node), patch.value(node));
    scalars.map(name).collect()
}

/// Returns whether a value of a patch only names its object.
fn names_object(patch: &Document, node: NodeId) -> bool {
    let keys: Vec<&str> = patch.ancestors(node).filter_map(|up| patch.key(up)).collect();
    matches!(
        keys[..],
        ["apiVersion" | "kind"] | ["name" | "namespace", "metadata"]
    )
}

/// Returns the fields of a changed patch that fixes rename with one edit each.
pub(super) fn renamed_fields<'e>(
    fixes: impl Iterator<Item = &'e [TextEdit]>,
    after: &Merge,
    patch: usize,
) -> FxHashSet<NodeId> {
    let edits = fixes.flat_map(|edits| edits.iter().map(move |edit| (edit, edits.len() == 1)));
    let mut edits: Vec<(&TextEdit, bool)> = edits.collect();
    edits.sort_by_key(|(edit, _)| (edit.start, edit.end));
    let placed = placed(edits.iter().map(|(edit, _)| *edit)).zip(&edits);
    let only = placed.filter(|(_, (_, is_only))| *is_only);
    let names: FxHashMap<usize, &str> = only
        .map(|((start, edit), _)| (start, edit.text.trim_matches('"')))
        .collect();
    let Some(patch) = after.inputs.patches.get(patch) else {
        return FxHashSet::default();
    };
    let is_renamed = |node: &NodeId| {
        let name = names.get(&(patch.entry_span(*node).start as usize));
        name.is_some_and(|name| patch.key(*node) == Some(name))
    };
    let nodes = (0..patch.node_count() as u32).map(NodeId);
    nodes.filter(is_renamed).collect()
}

/// Returns whether a step is only about values in these fields of a patch.
pub(super) fn is_inside(after: &Merge, step: usize, patch: usize, fields: &FxHashSet<NodeId>) -> bool {
    let mut own = own_nodes(after, step, patch).peekable();
    let patch = after.inputs.patches.get(patch);
    let is_in = |node| patch.is_some_and(|it| it.ancestors(node).skip(1).any(|up| fields.contains(&up)));
    own.peek().is_some() && own.all(is_in)
}

/// The text that the edits remove.
pub(super) struct MovedTexts<'d> {
    whole: FxHashSet<&'d str>,
    all: String,
}

impl<'d> MovedTexts<'d> {
    pub(super) fn new(subject: &Subject<'d>, edits: &[TextEdit]) -> Self {
        let text = subject.document.text();
        let removed = edits.iter().filter_map(|edit| text.get(edit.start..edit.end));
        Self {
            whole: removed.clone().map(bare).collect(),
            all: removed.collect::<Vec<_>>().join("\0"),
        }
    }

    /// Returns whether a written text was removed elsewhere.
    pub(super) fn has(&self, written: &str) -> bool {
        let text = bare(written);
        !text.is_empty() && (self.whole.contains(text) || self.all.contains(text))
    }
}

/// Strips the separators around a value.
fn bare(text: &str) -> &str {
    text.trim_matches([' ', ',', '\r', '\n'])
}
