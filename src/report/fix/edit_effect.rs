//! What the edits of a fix write, move and remove.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidate::Subject;
use super::finding_name::{FindingName, path_of};
use crate::document::write::TextEdit;
use crate::document::{Document, NodeId, Numbers, Tree, ValueKind, same};
use crate::merge::{Merge, PatchType, Rule, Semantics, Step};

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
    let mut moved = 0_i64;
    edits.iter().any(|edit| {
        let start = edit.start as i64 + moved;
        let end = start + edit.text.len() as i64;
        moved += edit.text.len() as i64 - (edit.end - edit.start) as i64;
        // A removal writes no text.
        !edit.text.is_empty() && start <= i64::from(span.end) && i64::from(span.start) <= end
    })
}

/// Returns whether a finding is about text that the edits wrote, and did not only move.
pub(super) fn writes_finding(subject: &Subject<'_>, after: &Merge, edits: &[TextEdit]) -> bool {
    let Some(document) = after.inputs.patches.get(subject.patch) else {
        return true;
    };
    let moved = MovedTexts::new(subject, edits);
    let mut written = Vec::new();
    let (mut grown, mut shrunk) = (0, 0);
    for edit in edits {
        let start = edit.start + grown - shrunk;
        written.push((start..start + edit.text.len(), edit));
        grown += edit.text.len();
        shrunk += edit.end - edit.start;
    }
    let edit_at = |at: usize| {
        let first = written.partition_point(|(range, _)| range.end <= at);
        let found = written.get(first).filter(|(range, _)| range.contains(&at));
        found.map(|(_, edit)| *edit)
    };
    let findings = after.steps.iter().filter(|step| step.rule.is_finding());
    let nodes = findings.flat_map(|step| [step.patch(), step.directive(), step.field()]);
    let mut searches = 0;
    nodes
        .flatten()
        .filter(|node| usize::from(node.document) == subject.patch + 1)
        .filter_map(|node| edit_at(document.entry_span(node.node).start as usize))
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
        let (mut grown, mut shrunk) = (0, 0);
        edits.iter().any(|edit| {
            let at = edit.start + grown - shrunk;
            grown += edit.text.len();
            shrunk += edit.end - edit.start;
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

/// Returns whether all new findings of a rule are in the value of a field that the edits rename. They existed before,
/// but the type had no such field.
pub(super) fn is_below_renamed(
    rule: Rule,
    known: &FxHashMap<FindingName, usize>,
    after: &Merge,
    subject: &Subject<'_>,
    edits: &[TextEdit],
) -> bool {
    let [edit] = edits else { return false };
    let Some(document) = after.inputs.patches.get(subject.patch) else {
        return false;
    };
    let is_renamed = |node: &NodeId| {
        let is_key = document
            .key(*node)
            .is_some_and(|key| edit.text.trim_matches('"') == key);
        is_key && document.entry_span(*node).start as usize == edit.start
    };
    let Some(renamed) = (0..document.node_count() as u32).map(NodeId).find(is_renamed) else {
        return false;
    };
    let is_inside = |node| document.ancestors(node).skip(1).any(|above| above == renamed);
    let is_in_it = |at: usize| {
        let step = &after.steps[at];
        let nodes = [step.patch(), step.directive(), step.field()]
            .into_iter()
            .flatten();
        let mut own = nodes
            .filter(|node| usize::from(node.document) == subject.patch + 1)
            .peekable();
        own.peek().is_some() && own.all(|node| is_inside(node.node))
    };
    let of_rule = (0..after.steps.len()).filter(|at| after.steps[*at].rule == rule);
    let mut fresh = of_rule.filter(|at| !known.contains_key(&(rule, path_of(after, *at))));
    fresh.all(is_in_it)
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
