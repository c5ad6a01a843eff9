//! The three-way patch of `kubectl apply` (Go: `CreateThreeWayMergePatch`): the changes from current to
//! modified merged with the deletions from original to modified.

use std::collections::HashMap;

use super::client_features::ClientFeatures;
use super::conflict_check::{ConflictCheck, ConflictSearch};
use super::line_reason::{CreateFailure, LineReason, PatchRemark};
use super::patch_document::{PatchDocument, to_document};
use super::sides::{DocumentSide, LibrarySides, Sides};
use super::strategic::fields::{DiffOptions, StrategicDiff};
use super::{document_error, node_path};
use crate::document::{Document, NodeId, Tree, Value, write};
use crate::merge::{ResultId, ResultTree, Rule, compose_patches};
use crate::schema::{Schema, TypePosition};

/// Computes the patch. Without `overwrite`, it must not change fields that have changed in current since
/// original.
///
/// # Errors
/// The rejection of the library.
pub(crate) fn patch(
    sides: &Sides,
    schema: &Schema,
    top: TypePosition,
    client: ClientFeatures,
    check: impl Fn(&PatchDocument) -> Result<(), CreateFailure>,
    overwrite: bool,
) -> Result<(PatchDocument, Vec<PatchRemark>), CreateFailure> {
    let order = client.sends_order();
    let mut library_sides = LibrarySides::new(sides);
    let changes = DiffOptions {
        deletions: false,
        changes: true,
        order,
    };
    let (delta, mut remarks) = StrategicDiff::run(
        &mut library_sides,
        schema,
        top,
        (DocumentSide::Current, DocumentSide::Modified),
        (changes, client),
    )?;
    let only_deletions = DiffOptions {
        deletions: true,
        changes: false,
        order,
    };
    let (deletions, more) = StrategicDiff::run(
        &mut library_sides,
        schema,
        top,
        (DocumentSide::Original, DocumentSide::Modified),
        (only_deletions, client),
    )?;
    for remark in more {
        let known =
            |other: &PatchRemark| other.path == remark.path && other.reason.rule == remark.reason.rule;
        if !remarks.iter().any(known) {
            remarks.push(remark);
        }
    }
    let joined = compose_patches(&deletions.document, &delta.document, schema, top)
        .map_err(|rejection| rejection_failure(sides, schema, &delta, &rejection))?;
    let changed = changed_nodes(&joined, &delta.document);
    let reason = |id: ResultId| match changed.get(&id) {
        Some(node) => delta.reasons[node.index()],
        None => deletions.reasons[joined.source(id).node.index()],
    };
    let patch = to_document(&joined, reason)
        .map_err(|error| document_error::too_large(DocumentSide::Current, &error))?;
    check(&patch)?;
    if overwrite {
        return Ok((patch, remarks));
    }
    let all = DiffOptions {
        deletions: true,
        changes: true,
        order: false,
    };
    let (changed, _) = StrategicDiff::run(
        &mut library_sides,
        schema,
        top,
        (DocumentSide::Original, DocumentSide::Current),
        (all, client),
    )?;
    let patch = check_conflicts(patch, &changed, sides, schema, top, &mut remarks)?;
    Ok((patch, remarks))
}

/// Returns the nodes of `delta` in the merge of both halves, also those of maps, lists and items that both halves have: if
/// the live object does not have such a map, `delta` sends all of it, not only differences.
fn changed_nodes(joined: &ResultTree, delta: &Document) -> HashMap<ResultId, NodeId> {
    let mut changed = HashMap::new();
    for id in (0..joined.node_count() as u32).map(ResultId) {
        let (source, mut at) = (joined.source(id), Some(id));
        let mut node = (!source.is_live()).then_some(source.node);
        while let (Some(id), Some(theirs)) = (at, node)
            && changed.insert(id, theirs).is_none()
        {
            (at, node) = (joined.parent(id), delta.parent(theirs));
        }
    }
    changed
}

/// Converts the rejection of the merge of both halves to a failure with nodes of the documents.
fn rejection_failure(
    sides: &Sides,
    schema: &Schema,
    delta: &PatchDocument,
    rejection: &crate::merge::Rejection,
) -> CreateFailure {
    let faulty = rejection.faulty.iter().find(|source| !source.is_live());
    let known = faulty.and_then(|source| delta.reasons.get(source.node.index()));
    let mut reason = known
        .copied()
        .unwrap_or_else(|| LineReason::new(rejection.rule, DocumentSide::Current));
    reason.rule = rejection.rule;
    let key = faulty.and_then(|source| delta.document.key(source.node));
    CreateFailure {
        path: node_path::from_reason(sides, schema, &reason),
        reason,
        detail: key
            .map_or_else(|| rejection.message.clone(), |key| format!("`{key}`"))
            .into(),
        message: rejection.message.clone(),
    }
}

/// Checks for conflicts; returns the patch in the order in which the check leaves its lists.
fn check_conflicts(
    patch: PatchDocument,
    changed: &PatchDocument,
    sides: &Sides,
    schema: &Schema,
    top: TypePosition,
    remarks: &mut Vec<PatchRemark>,
) -> Result<PatchDocument, CreateFailure> {
    let mut search = ConflictCheck {
        schema,
        patch: &patch.document,
        changed: &changed.document,
        sorted: Default::default(),
    };
    let found = search.run(top);
    let sorted = search.sorted;
    let tree = ReorderedSides {
        document: &patch.document,
        sorted: &sorted,
    };
    let (node, rule, message) = match found {
        ConflictSearch::Nothing => {
            let moved = sorted
                .iter()
                .filter(|(list, items)| !patch.document.children(**list).eq(items.iter().copied()));
            for (list, items) in moved {
                let mut reason = patch.reasons[list.index()];
                reason.rule = Rule::ConflictCheckSorts;
                let distinct: std::collections::HashSet<NodeId> = items.iter().copied().collect();
                remarks.push(PatchRemark {
                    path: node_path::from_reason(sides, schema, &reason),
                    reason,
                    detail: if distinct.len() < items.len() {
                        " and removed duplicates".to_owned()
                    } else {
                        String::new()
                    },
                });
            }
            return to_document(&tree, |node: NodeId| patch.reasons[node.index()])
                .map_err(|error| document_error::too_large(DocumentSide::Current, &error));
        }
        ConflictSearch::Failed(node, rule, message) => (node, rule, message),
        ConflictSearch::Conflict(node) => {
            let message = format!(
                "patch:\n{}\nconflicts with changes made from original to current:\n{}\n",
                write::yaml(&tree),
                write::yaml(&*changed.document)
            );
            (node, Rule::ChangesConflict, message)
        }
    };
    let mut reason = patch.reasons[node.index()];
    reason.rule = rule;
    let (path, _) = node_path::of_node(&patch.document, node, schema, Some(top));
    let detail = match rule {
        Rule::ChangesConflict => format!("`{path}`"),
        _ => message.clone(),
    };
    Err(CreateFailure {
        path,
        reason,
        detail: detail.into(),
        message,
    })
}

/// A document in which some lists have another order.
struct ReorderedSides<'a> {
    document: &'a Document,
    sorted: &'a super::conflict_check::SortedConflicts,
}

impl Tree for ReorderedSides<'_> {
    type Id = NodeId;

    fn top(&self) -> NodeId {
        self.document.root()
    }

    fn value(&self, id: NodeId) -> Value<'_> {
        self.document.value(id)
    }

    fn key(&self, id: NodeId) -> Option<&str> {
        self.document.key(id)
    }

    fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let children: Vec<NodeId> = match self.sorted.get(&id) {
            Some(items) => items.clone(),
            None => self.document.children(id).collect(),
        };
        children.into_iter()
    }
}
