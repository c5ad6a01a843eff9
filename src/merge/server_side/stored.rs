//! The changes of the API server before it stores the result of an apply or an update: it sets removed fields
//! that have a default, drops nulls and fields that the type does not have, and drops empty lists and maps of
//! built-in types.

use std::collections::HashMap;
use std::sync::Arc;

use super::apply_run::ApplyRun;
use super::field_set::PathElement;
use super::structure::TypedPosition;
use crate::document::write::value_text;
use crate::document::{Document, NodeId, Numbers, Tree, ValueKind, read, same};
use crate::merge::api_server::defaults::{DefaultContent, TypedMap};
use crate::merge::mark::Mark;
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::InsertPosition;
use crate::merge::result_tree::node_id::{NodeRef, Presence, ResultId};
use crate::merge::rule::Rule;
use crate::schema::{Shape, TypePosition};

/// The maximum length of a value in a sentence, in characters.
const MAX_SHOWN_CHARS: usize = 80;

/// A field of the live object that the result does not have, with its default.
struct MissingDefault {
    parent: ResultId,
    live: NodeId,
    content: DefaultContent,
}

impl ApplyRun<'_, '_> {
    /// Changes the result to the object that is stored.
    pub(crate) fn store(&mut self, live: &Document) {
        self.drop_unknown();
        self.replace_nulls();
        self.drop_empty();
        let mut missing = Vec::new();
        let (_, kind) = live.identity();
        let top = self.recorder.tree.top();
        self.find_missing(live, live.root(), top, self.position, kind, &mut missing);
        if missing.is_empty() {
            return;
        }
        let values: Vec<&str> = missing
            .iter()
            .map(|missing| match &missing.content {
                DefaultContent::Json(json) => json.as_str(),
                DefaultContent::Generated => "null",
            })
            .collect();
        let Ok(values) = read("(defaults)", format!("[{}]", values.join(",")).into_bytes()) else {
            return;
        };
        let nodes: Vec<NodeId> = values.children(values.root()).collect();
        let document = self.recorder.tree.add_document(Arc::new(values));
        for (missing, node) in missing.iter().zip(nodes) {
            self.set_default(live, missing, NodeRef { document, node });
        }
    }

    fn set_default(&mut self, live: &Document, missing: &MissingDefault, value: NodeRef) {
        let tree = &mut self.recorder.tree;
        let old = ResultId(missing.live.0);
        let is_as_live = missing.content == DefaultContent::Generated
            || same(
                live,
                missing.live,
                tree.document(value),
                value.node,
                Numbers::ByValue,
            );
        let is_removed = tree.state(old) == Presence::Removed && tree.source(old).is_live();
        if is_as_live && tree.parent(old) == Some(missing.parent) && is_removed {
            let shown = value_text(live, missing.live, MAX_SHOWN_CHARS);
            self.recorder
                .step(StepDraft::new(Rule::StoredDefault, old).detail(shown));
            self.recorder.tree.mark(old, Mark::Changed);
            self.recorder.tree.commit_insert(old);
            return;
        }
        if missing.content == DefaultContent::Generated {
            return;
        }
        let key = live.key(missing.live);
        let shown = value_text(tree.document(value), value.node, MAX_SHOWN_CHARS);
        let new = tree.prepare_insert_as(missing.parent, InsertPosition::Last, value, key);
        self.recorder
            .step(StepDraft::new(Rule::StoredDefault, new).detail(shown));
        self.recorder.tree.mark(new, Mark::Added);
        self.recorder.tree.commit_insert(new);
    }

    /// Compares the live object with the result and collects the missing fields that have a default.
    fn find_missing(
        &self,
        live: &Document,
        node: NodeId,
        result: ResultId,
        position: TypedPosition<'_>,
        kind: &str,
        missing: &mut Vec<MissingDefault>,
    ) {
        let tree = &self.recorder.tree;
        match (live.kind(node), tree.kind(result)) {
            (ValueKind::Map, ValueKind::Map) => {
                let present: HashMap<&str, ResultId> = tree
                    .present(result)
                    .filter_map(|id| Some((tree.key(id)?, id)))
                    .collect();
                for field in live.children(node) {
                    let name = live.key(field).unwrap_or_default();
                    match (present.get(name), position.field(name)) {
                        (Some(id), Some(below)) => self.find_missing(live, field, *id, below, kind, missing),
                        (None, Some(_)) => {
                            let content = self.default_for(result, position, name, kind);
                            missing.extend(content.map(|content| MissingDefault {
                                parent: result,
                                live: field,
                                content,
                            }));
                        }
                        _ => {}
                    }
                }
            }
            (ValueKind::List, ValueKind::List) => {
                let mut items: HashMap<PathElement, NodeId> = HashMap::new();
                for (index, item) in live.children(node).enumerate() {
                    items.insert(item_identity(position, live, item, index), item);
                }
                for (index, id) in tree.present(result).enumerate() {
                    if let Some(item) = items.get(&item_identity(position, tree, id, index)) {
                        self.find_missing(live, *item, id, position.item(), kind, missing);
                    }
                }
            }
            _ => {}
        }
    }

    fn default_for(
        &self,
        map: ResultId,
        position: TypedPosition<'_>,
        name: &str,
        kind: &str,
    ) -> Option<DefaultContent> {
        let map = TypedMap {
            tree: &self.recorder.tree,
            map,
            schema: position.schema,
            type_position: position.type_position()?,
            kind,
        };
        map.default(name)
    }

    /// Drops fields that the type does not have. Server-side apply accepts them below a schema that preserves
    /// unknown fields.
    fn drop_unknown(&mut self) {
        let mut found = Vec::new();
        let mut todo = vec![(self.recorder.tree.top(), self.position)];
        while let Some((at, position)) = todo.pop() {
            let tree = &self.recorder.tree;
            for id in tree.present(at).filter(|_| position.type_position().is_some()) {
                match tree.key(id) {
                    Some(name) if position.is_unknown(name) => found.push(id),
                    Some(name) => todo.extend(position.field(name).map(|below| (id, below))),
                    None => todo.push((id, position.item())),
                }
            }
        }
        for id in found {
            self.recorder.step(StepDraft::new(Rule::StoredWithoutUnknown, id));
            self.recorder.remove(id, Mark::Deleted);
        }
    }

    /// Drops the nulls of the operation. In a map of strings they become empty strings, because Go decodes them
    /// so.
    fn replace_nulls(&mut self) {
        let (mut dropped, mut emptied) = (Vec::new(), Vec::new());
        let top = self.recorder.tree.top();
        let mut todo = vec![(top, self.position, self.position.is_built_in())];
        while let Some((at, position, is_built_in)) = todo.pop() {
            let is_built_in = match position.shape() {
                Shape::Struct => position.is_built_in(),
                _ => is_built_in,
            };
            let tree = &self.recorder.tree;
            for id in tree.present(at) {
                let Some(name) = tree.key(id) else {
                    todo.push((id, position.item(), is_built_in));
                    continue;
                };
                let Some(below) = position.field(name) else {
                    continue;
                };
                if tree.kind(id) != ValueKind::Null {
                    todo.push((id, below, is_built_in));
                    continue;
                }
                let Some(type_position) = position.type_position().filter(|_| !tree.source(id).is_live())
                else {
                    continue;
                };
                let is_named = position.is_named_field(name);
                let is_dropped = match is_built_in {
                    true => is_named && !position.schema.is_required(type_position, name),
                    false => {
                        (is_named || below.shape() != Shape::Unknown)
                            && !position.schema.is_nullable(type_position, name)
                    }
                };
                if is_dropped {
                    dropped.push(id);
                } else if is_built_in && !is_named && below.required_scalar() == Some("string") {
                    emptied.push(id);
                }
            }
        }
        for id in dropped {
            self.recorder.step(StepDraft::new(Rule::StoredWithoutNull, id));
            self.recorder.remove(id, Mark::Deleted);
        }
        self.empty_strings(&emptied);
    }

    /// Replaces values with empty strings.
    fn empty_strings(&mut self, nodes: &[ResultId]) {
        if nodes.is_empty() {
            return;
        }
        let Ok(text) = read("(empty string)", b"[\"\"]".to_vec()) else {
            return;
        };
        let Some(node) = text.children(text.root()).next() else {
            return;
        };
        let document = self.recorder.tree.add_document(Arc::new(text));
        for id in nodes {
            let old = self.recorder.tree.source(*id);
            self.recorder
                .step(StepDraft::new(Rule::StoredEmptyString, *id).old(old));
            self.recorder.tree.preserve_key(*id);
            self.recorder.tree.set_value(*id, NodeRef { document, node });
            self.recorder.tree.mark(*id, Mark::Changed);
        }
    }

    /// Drops lists and maps that the operation emptied, because the Go types of built-in kinds omit them.
    fn drop_empty(&mut self) {
        if !self.position.is_built_in() {
            return;
        }
        let mut found = Vec::new();
        let top = self.recorder.tree.top();
        let mut todo = vec![(top, self.position)];
        while let Some((at, position)) = todo.pop() {
            let tree = &self.recorder.tree;
            for id in tree.present(at) {
                let below = match tree.key(id) {
                    Some(name) => position.field(name),
                    None => Some(position.item()),
                };
                let Some(below) = below else { continue };
                let is_empty = tree.present(id).next().is_none();
                let is_omitted = |type_position: TypePosition| {
                    let name = tree.key(id).unwrap_or_default();
                    matches!(below.shape(), Shape::List | Shape::Map)
                        && !position.schema.is_required(type_position, name)
                };
                if tree.kind(id).is_scalar() {
                    continue;
                }
                let source = tree.source(id);
                let was_empty = source.is_live() && self.recorder.documents[0].is_empty(source.node);
                if is_empty && !was_empty && position.type_position().is_some_and(is_omitted) {
                    found.push(id);
                } else {
                    todo.push((id, below));
                }
            }
        }
        for id in found {
            self.recorder.step(StepDraft::new(Rule::StoredWithoutEmpty, id));
            self.recorder.remove(id, Mark::Deleted);
        }
    }
}

/// Returns the identity of a list item: its keys or value, or its index in an atomic list.
fn item_identity<T: Tree>(position: TypedPosition<'_>, tree: &T, item: T::Id, index: usize) -> PathElement {
    let is_atomic = position.handling(ValueKind::List) == super::structure::FieldHandling::Whole;
    let element = (!is_atomic)
        .then(|| position.path_element(tree, item).ok())
        .flatten();
    element.unwrap_or(PathElement::Index(index))
}
