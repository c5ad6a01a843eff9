//! Detects results that depend on Go's random map order. A step gives the other possible result; a rejection
//! has the other possible message.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::detail::Detail;
use super::keys::key::MergeKey;
use super::recorder::{MergeResult, Recorder, StepDraft};
use super::result_tree::node_id::{NodeRef, ResultId};
use super::rule::Rule;
use super::semantics::Semantics;
use super::step::Step;
use super::strategic::decision::FieldSequence;
use super::strategic::directives::{DELETE_FROM_LIST, SET_ELEMENT_ORDER};
use super::trace::{Inputs, Rejection};
use super::{lint, strategic};
use crate::document::write::value_text;
use crate::document::{Document, NodeId, Numbers, Tree, ValueKind, same};
use crate::schema::Schema;

/// The maximum length of a list in a sentence, in characters.
const MAX_LIST_CHARS: usize = 300;

/// Returns each `$deleteFromPrimitiveList` of the patches that is next to its list and has no
/// `$setElementOrder`.
fn unordered_deletions(documents: &[Arc<Document>]) -> Vec<NodeRef> {
    let mut found = Vec::new();
    for (number, patch) in documents.iter().enumerate().skip(1) {
        if !patch.text().contains(DELETE_FROM_LIST) {
            continue;
        }
        let mut todo = vec![patch.root()];
        while let Some(node) = todo.pop() {
            for child in patch.children(node) {
                todo.push(child);
                let name = patch
                    .key(child)
                    .and_then(|key| key.strip_prefix(DELETE_FROM_LIST));
                let Some(name) = name.and_then(|name| name.strip_prefix('/')) else {
                    continue;
                };
                let has_list = patch.get(node, name).is_some();
                if has_list && patch.get(node, &format!("{SET_ELEMENT_ORDER}/{name}")).is_none() {
                    let document = number as u16;
                    found.push(NodeRef {
                        document,
                        node: child,
                    });
                }
            }
        }
    }
    found
}

/// Returns the nodes of the steps of each directive.
fn places(recorder: &Recorder<'_>) -> FxHashMap<NodeRef, Vec<ResultId>> {
    let mut places: FxHashMap<NodeRef, Vec<ResultId>> = FxHashMap::default();
    for step in &recorder.steps {
        if let Some(directive) = step.directive() {
            places.entry(directive).or_default().push(step.at);
        }
    }
    places
}

/// Returns the list that a directive applied to.
fn find_list(
    recorder: &Recorder<'_>,
    places: &FxHashMap<NodeRef, Vec<ResultId>>,
    directive: NodeRef,
) -> Option<ResultId> {
    let tree = &recorder.tree;
    let name = recorder.documents[usize::from(directive.document)].key(directive.node);
    let name = name.and_then(|name| name.split_once('/')).unwrap_or_default().1;
    // The step points at the list or at a value of it.
    let list_at = |at| {
        let nodes = [Some(at), tree.parent(at)];
        nodes
            .into_iter()
            .flatten()
            .find(|node| tree.kind(*node) == ValueKind::List && tree.key(*node) == Some(name))
    };
    // Or it points at the map, because the live object does not have the list.
    let in_map = |map| tree.get(map, name).filter(|at| tree.kind(*at) == ValueKind::List);
    let places = places.get(&directive)?;
    places.iter().find_map(|at| list_at(*at).or_else(|| in_map(*at)))
}

/// Returns the list in the patch that a directive belongs to.
fn list_next_to(patch: &Document, directive: NodeId) -> Option<NodeId> {
    let (_, name) = patch.key(directive)?.split_once('/')?;
    patch.get(patch.parent(directive)?, name)
}

/// Returns whether a rejection is about the list of a directive.
fn is_about(rejection: &Rejection, documents: &[Arc<Document>], directive: NodeRef) -> bool {
    let patch = &documents[usize::from(directive.document)];
    let list = list_next_to(patch, directive.node);
    rejection.faulty.iter().any(|faulty| {
        let is_part = |node| node == directive.node || Some(node) == list;
        faulty.document == directive.document && patch.ancestors(faulty.node).any(is_part)
    })
}

/// Marks the findings about the deletion of a value that the patch also adds. The result depends on the order, but
/// a rejection hides it.
fn mark_hidden(recorder: &mut Recorder<'_>, deletions: Vec<NodeRef>) {
    let documents = recorder.documents;
    let mut added = FxHashMap::default();
    for directive in deletions {
        let patch = &documents[usize::from(directive.document)];
        let Some(list) = list_next_to(patch, directive.node) else {
            continue;
        };
        let values: FxHashSet<MergeKey<'_>> =
            patch.children(list).map(|value| key_of(patch, value)).collect();
        let mut deleted = patch.children(directive.node);
        if deleted.any(|value| values.contains(&key_of(patch, value))) {
            added.insert(directive, values);
        }
    }
    for step in &mut recorder.steps {
        let Some(values) = step.directive().and_then(|directive| added.get(&directive)) else {
            continue;
        };
        // What the patch does not add is deleted in any order.
        let is_added = |node: NodeRef| {
            let patch = &documents[usize::from(node.document)];
            values.contains(&key_of(patch, node.node))
        };
        let stays = step.rule == Rule::DeleteMissingValue && !step.patch().is_some_and(is_added);
        if step.rule.is_finding() && step.reason().is_none() && !stays {
            step.detail = Some(Box::new(Detail::random_order(step.detail())));
        }
    }
}

fn key_of(patch: &Document, node: NodeId) -> MergeKey<'_> {
    MergeKey::from_value(patch.value(node))
}

/// Merges again in the opposite field order. Adds a step for each list with another result, or adds the other
/// message to a rejection.
pub(crate) fn report(
    recorder: &mut Recorder<'_>,
    documents: &[Arc<Document>],
    schema: &Schema,
    inputs: &Inputs,
    result: &mut MergeResult,
) {
    let Semantics::Strategic(dialect) = inputs.semantics else {
        return;
    };
    // It is rejected before any field is visited.
    if result
        .as_ref()
        .is_err_and(|rejection| rejection.rule == Rule::UnreadablePatch)
    {
        return;
    }
    let is_needed = recorder.traced || result.is_err();
    if !is_needed || dialect.field_sequence != FieldSequence::OrdersFirst {
        return;
    }
    let deletions = unordered_deletions(documents);
    if deletions.is_empty() && result.is_ok() {
        return;
    }
    let mut other = Recorder::new(documents, true);
    let live_lists = lint::check_live(&mut other, schema, dialect.for_lints());
    let ended = strategic::run_backwards(&mut other, schema, dialect, live_lists);
    if let Err(rejection) = result {
        rejection.other_message = match ended {
            Ok(()) => Some("no error".to_owned()),
            Err(other) => Some(other.message).filter(|message| *message != rejection.message),
        };
        mark_hidden(recorder, deletions);
        return;
    }
    let mut random = FxHashSet::default();
    // The other merge ended at the rejection. What is left of it says nothing about other lists.
    let (mut deletions, mut hidden): (Vec<NodeRef>, Vec<NodeRef>) =
        deletions.into_iter().partition(|directive| match &ended {
            Err(rejection) => is_about(rejection, documents, *directive),
            Ok(()) => true,
        });
    if deletions.is_empty() {
        std::mem::swap(&mut deletions, &mut hidden);
    }
    mark_hidden(recorder, hidden);
    let (own_places, other_places) = (places(recorder), places(&other));
    for directive in deletions {
        let Some(list) = find_list(recorder, &own_places, directive) else {
            continue;
        };
        let differs = match (&ended, find_list(&other, &other_places, directive)) {
            (Err(rejection), _) => Some(format!("Kubernetes rejects the patch: {}", rejection.message)),
            (Ok(()), Some(other_list)) => {
                let is_same = same(&recorder.tree, list, &other.tree, other_list, Numbers::ByType);
                let name = recorder.tree.key(list).unwrap_or_default();
                let list = value_text(&other.tree, other_list, MAX_LIST_CHARS);
                (!is_same).then(|| format!("the result of `{name}` is {list}"))
            }
            (Ok(()), None) => None,
        };
        if let Some(how) = differs {
            let note = StepDraft::new(Rule::RandomOrder, list).directive(directive);
            recorder.step(note.detail(how));
            random.insert(directive);
        }
    }
    let act = |step: &Step| (step.rule, step.patch());
    let others: FxHashSet<_> = other.steps.iter().map(act).collect();
    for step in &mut recorder.steps {
        let is_random = step
            .directive()
            .is_some_and(|directive| random.contains(&directive));
        // What also has no effect in the other order does not depend on it.
        let has_no_effect = matches!(step.rule, Rule::DeleteMissingValue | Rule::DeleteListNoOp);
        let stays = step.rule == Rule::RandomOrder || has_no_effect && others.contains(&act(step));
        if is_random && step.rule.is_finding() && step.reason().is_none() && !stays {
            step.detail = Some(Box::new(Detail::random_order(step.detail())));
        }
    }
}
