//! The merge rule of a list or map as a short badge, from the schema: displayed next to every list, with or
//! without a patch.

use crate::document::{Document, NodeId, Tree, ValueKind};
use crate::merge::{Inputs, PatchType, ResultId, ResultTree};
use crate::schema::{Field, Schema, Strategy, TypePosition};

/// The merge rule of the field of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeRuleBadge {
    /// A list whose items are matched by this merge key.
    MergeKey(String),
    /// A set.
    Set,
    /// A list that is replaced as a whole.
    Atomic,
    /// A map with the patch strategy `retainKeys`.
    RetainKeys,
    /// A map that is replaced as a whole.
    Replace,
}

impl MergeRuleBadge {
    /// Returns the text between the brackets.
    pub fn words(&self) -> String {
        match self {
            Self::MergeKey(key) => format!("merge: {key}"),
            Self::Set => "set".to_owned(),
            Self::Atomic => "atomic".to_owned(),
            Self::RetainKeys => "retainKeys".to_owned(),
            Self::Replace => "replace".to_owned(),
        }
    }

    /// Returns the meaning as a part of a sentence.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::MergeKey(key) => format!("a list merged by `{key}`"),
            Self::Set => "a list, merged as a set of values".to_owned(),
            Self::Atomic => "a list, replaced as a whole".to_owned(),
            Self::RetainKeys => "a map, `$retainKeys` lists the fields to keep".to_owned(),
            Self::Replace => "a map, replaced as a whole".to_owned(),
        }
    }

    /// Returns the short text for narrow panes: only the name of a merge key.
    pub fn word(&self) -> String {
        match self {
            Self::MergeKey(key) => key.clone(),
            other => other.words(),
        }
    }
}

/// Returns the badge of a field with this type of value.
pub(crate) fn of_field(kind: ValueKind, field: &Field<'_>) -> Option<MergeRuleBadge> {
    match (kind, field.strategy) {
        (ValueKind::List, Strategy::Merge) => Some(match field.merge_key {
            Some(key) => MergeRuleBadge::MergeKey(key.to_owned()),
            None => MergeRuleBadge::Set,
        }),
        (ValueKind::List, _) => Some(MergeRuleBadge::Atomic),
        (ValueKind::Map, Strategy::Replace) => Some(MergeRuleBadge::Replace),
        (ValueKind::Map, _) if field.retain_keys => Some(MergeRuleBadge::RetainKeys),
        _ => None,
    }
}

/// `keys` lead from the root to the node; items have no key.
fn of_chain(
    schema: &Schema,
    top: Option<TypePosition>,
    kind: ValueKind,
    keys: &[Option<&str>],
) -> Option<MergeRuleBadge> {
    let mut type_position = top?;
    let (last, above) = keys.split_last()?;
    for key in above {
        type_position = match key {
            Some(key) => schema.peek(type_position, key)?.type_position,
            None => schema.item(type_position),
        };
    }
    of_field(kind, &schema.peek(type_position, (*last)?)?)
}

/// Returns the badge for merges without a schema: a JSON merge patch replaces every list, a JSON patch merges
/// nothing.
fn without_schema(patch_type: PatchType, kind: ValueKind) -> Option<MergeRuleBadge> {
    (patch_type == PatchType::Merge && kind == ValueKind::List).then_some(MergeRuleBadge::Atomic)
}

/// Returns the badge of a node of the result.
pub(crate) fn of_result(
    inputs: &Inputs,
    top: Option<TypePosition>,
    tree: &ResultTree,
    id: ResultId,
) -> Option<MergeRuleBadge> {
    let keys = || keys_on_the_way(id, |at| Some((tree.parent(at)?, tree.key(at))));
    of_node(inputs, top, tree.kind(id), keys)
}

/// Returns the badge of a node of an input; `top` is the type of the live object.
pub(crate) fn of_source(
    inputs: &Inputs,
    top: Option<TypePosition>,
    document: &Document,
    id: NodeId,
) -> Option<MergeRuleBadge> {
    let keys = || keys_on_the_way(id, |at| Some((document.parent(at)?, document.key(at))));
    of_node(inputs, top, document.kind(id), keys)
}

/// Returns the badge of a node; `keys` are the keys from the root to the node.
fn of_node<'k>(
    inputs: &Inputs,
    top: Option<TypePosition>,
    kind: ValueKind,
    keys: impl FnOnce() -> Vec<Option<&'k str>>,
) -> Option<MergeRuleBadge> {
    match inputs.semantics.patch_type() {
        _ if kind.is_scalar() => None,
        PatchType::Strategic => of_chain(&inputs.schema, top, kind, &keys()),
        other => without_schema(other, kind),
    }
}

/// Returns the keys from the root to a node. `up` returns the parent of a node and the key of the node.
fn keys_on_the_way<'k, T: Copy>(
    node: T,
    up: impl Fn(T) -> Option<(T, Option<&'k str>)>,
) -> Vec<Option<&'k str>> {
    let mut keys = Vec::new();
    let mut at = node;
    while let Some((parent, key)) = up(at) {
        keys.push(key);
        at = parent;
    }
    keys.reverse();
    keys
}
