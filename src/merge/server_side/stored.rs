//! The changes of the API server before it stores the result of an apply or an update: it sets removed fields
//! that have a default, stores no nulls and no fields that the type does not have, and drops empty lists and
//! maps of built-in types.

use std::collections::HashMap;
use std::sync::Arc;

use super::apply_run::ApplyRun;
use super::field_set::PathElement;
use super::stored_null::StoredNull;
use super::structure::HandledPosition;
use crate::document::write::value_text;
use crate::document::{Document, NodeId, Numbers, Tree, Value, ValueKind, null_document, read, same};
use crate::merge::api_server::defaults::{DefaultContent, TypedMap};
use crate::merge::detail::Detail;
use crate::merge::mark::Mark;
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::InsertPosition;
use crate::merge::result_tree::node_id::{NodeRef, Presence, ResultId};
use crate::merge::rule::Rule;
use crate::schema::Shape;

/// The maximum length of a value in a sentence, in characters.
const MAX_SHOWN_CHARS: usize = 80;

/// A field that the result does not have, with its default.
struct MissingDefault {
    parent: ResultId,
    name: Box<str>,
    /// The field of the live object.
    live: Option<NodeId>,
    /// The null of the operation.
    null: Option<NodeRef>,
    content: DefaultContent,
}

/// A node of the result, with the types of its container and of its value.
struct TypedNode<'s> {
    id: ResultId,
    container: HandledPosition<'s>,
    position: HandledPosition<'s>,
    /// Whether the node is in a built-in type.
    is_built_in: bool,
}

/// A null of the operation that is not stored: the node, the null, and the type of its map.
type DroppedNull<'s> = (ResultId, NodeRef, HandledPosition<'s>);

impl<'d> ApplyRun<'_, 'd> {
    /// Changes the result to the object that is stored.
    pub(crate) fn store(&mut self, live: &Document) {
        self.drop_unknown();
        let dropped = self.replace_nulls();
        if let Some(config) = self.recorder.documents.get(1).cloned() {
            self.store_string_data(&config);
        }
        self.drop_empty();
        let mut missing = Vec::new();
        let kind = self
            .recorder
            .documents
            .get(1)
            .map_or("", |config| config.identity().1);
        let top = self.recorder.tree.top();
        self.find_missing(live, live.root(), top, self.position, kind, &mut missing);
        self.add_defaults_of_nulls(&dropped, kind, &mut missing);
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

    /// Adds the defaults of fields that were null to those that are known to be missing.
    fn add_defaults_of_nulls(
        &self,
        dropped: &[DroppedNull<'_>],
        kind: &str,
        missing: &mut Vec<MissingDefault>,
    ) {
        let tree = &self.recorder.tree;
        let mut known: HashMap<(ResultId, Box<str>), usize> = HashMap::new();
        for (at, missing) in missing.iter().enumerate() {
            known.insert((missing.parent, missing.name.clone()), at);
        }
        for (id, null, container) in dropped {
            let (Some(parent), Some(name)) = (tree.parent(*id), tree.key(*id)) else {
                continue;
            };
            if let Some(at) = known.get(&(parent, Box::from(name))) {
                missing[*at].null = Some(*null);
                continue;
            }
            let content = self.default_for(parent, *container, name, kind);
            missing.extend(content.map(|content| MissingDefault {
                parent,
                name: name.into(),
                live: None,
                null: Some(*null),
                content,
            }));
        }
    }

    /// Returns the draft of a step about a node, with its position if it is from the operation.
    pub(crate) fn stored_step(&self, rule: Rule, id: ResultId) -> StepDraft {
        let source = self.recorder.tree.source(id);
        let draft = StepDraft::new(rule, id);
        match source.is_live() {
            true => draft,
            false => draft.patch(source),
        }
    }

    /// Returns the nodes of the result for which the predicate is true, in document order. The parts of such a
    /// node are left out.
    fn find_nodes(&self, is_found: impl Fn(&TypedNode<'d>) -> bool) -> Vec<TypedNode<'d>> {
        let tree = &self.recorder.tree;
        let mut found = Vec::new();
        let top = TypedNode {
            id: tree.top(),
            container: self.position,
            position: self.position,
            is_built_in: self.position.is_built_in(),
        };
        let mut todo = vec![top];
        while let Some(node) = todo.pop() {
            if node.id != tree.top() && is_found(&node) {
                found.push(node);
                continue;
            }
            let is_built_in = match node.position.shape() {
                Shape::Struct => node.position.is_built_in(),
                _ => node.is_built_in,
            };
            let first = todo.len();
            todo.extend(tree.present(node.id).map(|id| {
                let unknown = || HandledPosition::top(node.position.schema, None);
                let position = match tree.key(id) {
                    Some(name) => node.position.field(name).unwrap_or_else(unknown),
                    None => node.position.item(),
                };
                TypedNode {
                    id,
                    container: node.position,
                    position,
                    is_built_in,
                }
            }));
            todo[first..].reverse();
        }
        found
    }

    fn set_default(&mut self, live: &Document, missing: &MissingDefault, value: NodeRef) {
        let tree = &mut self.recorder.tree;
        let step = |at| {
            let draft = StepDraft::new(Rule::StoredDefault, at);
            match missing.null {
                Some(null) => draft.patch(null),
                None => draft,
            }
        };
        // Kubernetes: `patchAllocatedValues`. A Service of this type has no address.
        let is_address =
            missing.content == DefaultContent::Generated && missing.name.starts_with("clusterIP");
        let type_name = tree.get(missing.parent, "type").map(|at| tree.value(at));
        if is_address && type_name == Some(Value::String("ExternalName")) {
            return;
        }
        if let Some(node) = missing.live {
            let old = ResultId(node.0);
            let is_as_live = missing.content == DefaultContent::Generated
                || same(live, node, tree.document(value), value.node, Numbers::ByValue);
            let is_removed = tree.state(old) == Presence::Removed && tree.source(old).is_live();
            if is_as_live && tree.parent(old) == Some(missing.parent) && is_removed {
                let shown = match is_address {
                    true => Detail::live_value(),
                    false => value_text(live, node, MAX_SHOWN_CHARS).into(),
                };
                self.recorder.step(step(old).detail(shown));
                self.recorder.tree.mark(old, Mark::Changed);
                self.recorder.tree.commit_insert(old);
                return;
            }
        }
        if missing.content == DefaultContent::Generated {
            return;
        }
        let shown = value_text(tree.document(value), value.node, MAX_SHOWN_CHARS);
        let name = Some(&*missing.name);
        let new = tree.prepare_insert_as(missing.parent, InsertPosition::Last, value, name);
        self.recorder.step(step(new).detail(shown));
        self.recorder.tree.mark(new, Mark::Added);
        self.recorder.tree.commit_insert(new);
    }

    /// Compares the live object with the result and collects the missing fields that have a default.
    fn find_missing(
        &self,
        live: &Document,
        node: NodeId,
        result: ResultId,
        position: HandledPosition<'_>,
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
                                name: name.into(),
                                live: Some(field),
                                null: None,
                                content,
                            }));
                        }
                        _ => {}
                    }
                }
            }
            // Defaults are in items that are maps.
            (ValueKind::List, ValueKind::List)
                if tree.present(result).any(|id| !tree.kind(id).is_scalar()) =>
            {
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
        position: HandledPosition<'_>,
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
        let tree = &self.recorder.tree;
        let found = self.find_nodes(|node| {
            tree.key(node.id)
                .is_some_and(|name| node.container.is_unknown(name))
        });
        self.drop_all(Rule::StoredWithoutUnknown, &found);
    }

    /// Replaces the nulls of the operation by what is stored for them, in the order of the operation. Returns
    /// those that are dropped.
    fn replace_nulls(&mut self) -> Vec<DroppedNull<'d>> {
        let mut found = self.find_nodes(|node| self.stored_null(node).is_some());
        found.sort_by_key(|node| {
            let source = self.recorder.tree.source(node.id);
            (source.document, source.node)
        });
        let stored: Vec<StoredNull> = found.iter().filter_map(|node| self.stored_null(node)).collect();
        let mut zeros: HashMap<&str, NodeRef> = HashMap::new();
        let mut dropped = Vec::new();
        for (node, stored) in found.into_iter().zip(stored) {
            let null = self.recorder.tree.source(node.id);
            match stored {
                StoredNull::Nothing => {
                    self.drop_all(Rule::StoredWithoutNull, std::slice::from_ref(&node));
                    dropped.push((node.id, null, node.container));
                }
                StoredNull::Zero(json) => {
                    let tree = &mut self.recorder.tree;
                    let zero = zeros.entry(json).or_insert_with(|| {
                        // The text is valid JSON, so reading it cannot fail.
                        let zero = read("(zero value)", json.into()).unwrap_or_else(|_| null_document());
                        let node = zero.root();
                        let document = tree.add_document(Arc::new(zero));
                        NodeRef { document, node }
                    });
                    self.set_zero(node.id, null, json, *zero);
                }
            }
        }
        dropped
    }

    fn set_zero(&mut self, id: ResultId, null: NodeRef, json: &str, zero: NodeRef) {
        let step = self.stored_step(Rule::StoredZeroValue, id);
        self.recorder.step(step.old(null).detail(json.to_owned()));
        let tree = &mut self.recorder.tree;
        if tree.key(id).is_some() {
            tree.preserve_key(id);
        }
        tree.set_value(id, zero);
        tree.mark(id, Mark::Changed);
    }

    /// Returns what is stored for a null of the operation, or `None` if the node is no such null or stays.
    fn stored_null(&self, node: &TypedNode<'_>) -> Option<StoredNull> {
        let tree = &self.recorder.tree;
        if tree.kind(node.id) != ValueKind::Null || tree.source(node.id).is_live() {
            return None;
        }
        node.container
            .stored_null(tree.key(node.id), &node.position, node.is_built_in)
    }

    /// Drops lists and maps that the operation emptied, because the Go types of built-in kinds omit them.
    fn drop_empty(&mut self) {
        if !self.position.is_built_in() {
            return;
        }
        let tree = &self.recorder.tree;
        let found = self.find_nodes(|node| {
            let source = tree.source(node.id);
            let was_empty = || source.is_live() && self.recorder.documents[0].is_empty(source.node);
            let map = node.container.type_position();
            tree.is_zero(node.id)
                && tree
                    .key(node.id)
                    .is_some_and(|name| self.position.schema.omits_empty(map, name))
                && !was_empty()
        });
        self.drop_all(Rule::StoredWithoutEmpty, &found);
    }

    fn drop_all(&mut self, rule: Rule, nodes: &[TypedNode<'_>]) {
        for TypedNode { id, .. } in nodes {
            self.recorder.step(self.stored_step(rule, *id));
            self.recorder.remove(*id, Mark::Deleted);
        }
    }
}

/// Returns the identity of a list item: its keys or value, or its index in an atomic list.
fn item_identity<T: Tree>(position: HandledPosition<'_>, tree: &T, item: T::Id, index: usize) -> PathElement {
    let is_atomic = position.handling(ValueKind::List) == super::structure::FieldHandling::Whole;
    let element = (!is_atomic)
        .then(|| position.path_element(tree, item).ok())
        .flatten();
    element.unwrap_or(PathElement::Index(index))
}
