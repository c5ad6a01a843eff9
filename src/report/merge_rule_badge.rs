//! How a list or map merges, in a word, from the schema: shown next to every list, with or without a patch.

use crate::document::{Document, NodeId, Tree, ValueKind};
use crate::merge::{Inputs, PatchType, ResultId, ResultTree};
use crate::schema::{Field, Schema, Strategy, TypePosition};

/// How the field of a node merges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeRuleBadge {
    /// A list whose items meet by this key.
    MergeKey(String),
    /// A list of primitives that works as a set.
    Set,
    /// A list that is replaced whole.
    Atomic,
    /// A map that clears what `$retainKeys` does not name.
    RetainKeys,
    /// A map that is replaced whole.
    Replace,
}

impl MergeRuleBadge {
    /// The words between the brackets.
    pub fn words(&self) -> String {
        match self {
            Self::MergeKey(key) => format!("merge: {key}"),
            Self::Set => "set".to_owned(),
            Self::Atomic => "atomic".to_owned(),
            Self::RetainKeys => "retainKeys".to_owned(),
            Self::Replace => "replace".to_owned(),
        }
    }

    /// What it means, as a part of a sentence.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::MergeKey(key) => format!("a list, its items are merged by `{key}`"),
            Self::Set => "a list, merged as a set of values".to_owned(),
            Self::Atomic => "a list, replaced as a whole".to_owned(),
            Self::RetainKeys => "a map, of which `$retainKeys` lists the fields to keep".to_owned(),
            Self::Replace => "a map, replaced as a whole".to_owned(),
        }
    }

    /// The same for a narrow place: of a merge key its name alone.
    pub fn word(&self) -> String {
        match self {
            Self::MergeKey(key) => key.clone(),
            other => other.words(),
        }
    }
}

/// How a field of a kind merges.
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

/// `keys` lead from the top to the node; list items have none.
fn of_chain(
    schema: &Schema,
    top: Option<TypePosition>,
    kind: ValueKind,
    keys: &[Option<&str>],
) -> Option<MergeRuleBadge> {
    let mut place = top?;
    let (last, above) = keys.split_last()?;
    for key in above {
        place = match key {
            Some(key) => schema.peek(place, key)?.place,
            None => schema.item(place),
        };
    }
    of_field(kind, &schema.peek(place, (*last)?)?)
}

/// The badge under merges that ask no schema: a JSON merge patch takes every list whole, a JSON patch merges nothing.
fn without_schema(patch_type: PatchType, kind: ValueKind) -> Option<MergeRuleBadge> {
    (patch_type == PatchType::Merge && kind == ValueKind::List).then_some(MergeRuleBadge::Atomic)
}

/// The badge of a node of the result.
pub(crate) fn of_result(
    inputs: &Inputs,
    top: Option<TypePosition>,
    scene: &ResultTree,
    id: ResultId,
) -> Option<MergeRuleBadge> {
    let way = || keys_on_the_way(id, |at| Some((scene.parent(at)?, scene.key(at))));
    of_node(inputs, top, scene.kind(id), way)
}

/// The badge of a node of an input; `top` is the type of live.
pub(crate) fn of_source(
    inputs: &Inputs,
    top: Option<TypePosition>,
    document: &Document,
    id: NodeId,
) -> Option<MergeRuleBadge> {
    let way = || keys_on_the_way(id, |at| Some((document.parent(at)?, document.key(at))));
    of_node(inputs, top, document.kind(id), way)
}

/// `way` gives the keys from the root to the node.
fn of_node<'k>(
    inputs: &Inputs,
    top: Option<TypePosition>,
    kind: ValueKind,
    way: impl FnOnce() -> Vec<Option<&'k str>>,
) -> Option<MergeRuleBadge> {
    match inputs.semantics.patch_type() {
        _ if kind.is_scalar() => None,
        PatchType::Strategic => of_chain(&inputs.schema, top, kind, &way()),
        other => without_schema(other, kind),
    }
}

/// The keys from the top to a node; `up` gives what holds a node, and the node's own key.
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
