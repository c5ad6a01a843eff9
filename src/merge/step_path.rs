//! The paths of result nodes and steps, with list items by merge key.

use super::policy::ComplianceType;
use super::result_tree::node_id::ResultId;
use super::result_tree::path::{item_name_text, top_type};
use super::semantics::{PatchType, Semantics};
use super::step::Step;
use super::trace::Merge;
use crate::document::{NodeId, Path, Segment, Tree, ValueKind};
use crate::schema::{Field, Strategy, TypePosition};

impl Merge {
    /// Returns the type of the patches. An object template of a proposed compliance type is a patch of kubectl.
    pub fn patch_type(&self) -> PatchType {
        let Semantics::Policy(compliance) = self.inputs.semantics else {
            return self.inputs.semantics.patch_type();
        };
        match compliance.kind {
            ComplianceType::MustHaveMerge => PatchType::Merge,
            ComplianceType::MustHaveStrategic => PatchType::Strategic,
            ComplianceType::MustHaveApply if self.top_type().is_some() => PatchType::Strategic,
            ComplianceType::MustHaveApply => PatchType::Merge,
            _ => PatchType::Policy,
        }
    }

    /// Returns the type of the object, if its kind is known.
    pub fn top_type(&self) -> Option<TypePosition> {
        let find = || top_type(&self.inputs.live, &self.inputs.schema);
        *self.top_type.get_or_init(find)
    }

    /// Returns the path of a node.
    pub fn path(&self, id: ResultId) -> Path {
        self.walk(id).0
    }

    /// Returns the schema's field of a node's value. For the items of a list, it is the field of the list.
    pub fn field(&self, id: ResultId) -> Option<Field<'_>> {
        self.walk(id).1
    }

    /// Returns the schema's field of the list that a step is about. The list can be missing in the result.
    pub(crate) fn list_field(&self, step: &Step) -> Option<Field<'_>> {
        let below = || {
            let entry = step.field()?;
            let key = self.tree.document(entry).key(entry.node)?;
            let directed = key.strip_prefix('$').and_then(|key| key.split_once('/'));
            let name = directed.map_or(key, |(_, name)| name);
            let field = self.inputs.schema.peek(self.walk(step.at).2?, name)?;
            field.merge_key.is_some().then_some(field)
        };
        below().or_else(|| self.field(step.at))
    }

    /// Returns the schema's field `name` of a map.
    pub(crate) fn field_below(&self, map: ResultId, name: &str) -> Option<Field<'_>> {
        self.inputs.schema.peek(self.walk(map).2?, name)
    }

    /// Returns the path that a step is about, with list items by merge key.
    pub fn step_path(&self, step: &Step) -> Path {
        let (mut path, at_field, at_place) = self.walk(step.at);
        let Some(field) = step.field() else {
            return path;
        };
        let document = self.tree.document(field);
        let at = self.tree.source(step.at);
        if at == field {
            return path;
        }
        // The patch's own path from the node that corresponds to `at`: the node itself, that of the same depth,
        // or the nearest one with the same key.
        let is_same_document = at.document == field.document;
        let has_key_of_at = |node| document.key(node) == self.tree.key(step.at);
        let mut chain: Vec<_> = document.ancestors(field.node).collect();
        let depth = self.tree.ancestors(step.at).count() - 1;
        let as_deep = chain.len().checked_sub(depth + 1);
        let as_deep = as_deep.filter(|depth| *depth > 0 && has_key_of_at(chain[*depth]));
        let find = |is_at: &dyn Fn(NodeId) -> bool| (1..chain.len()).find(|depth| is_at(chain[*depth]));
        let begin = match is_same_document {
            true => find(&|node| node == at.node).or(as_deep),
            false => as_deep.or_else(|| find(&has_key_of_at)),
        };
        chain.truncate(begin.unwrap_or(1));
        let (mut type_position, mut field) = (at_place, at_field);
        for node in chain.into_iter().rev() {
            if let Some(key) = document.key(node) {
                field = type_position.and_then(|type_position| self.inputs.schema.peek(type_position, key));
                type_position = field.as_ref().map(|field| field.type_position);
                path.0.push(Segment::Key(key.to_owned()));
                continue;
            }
            let merges = field.as_ref().filter(|field| field.strategy == Strategy::Merge);
            let named = merges.and_then(|field| {
                let key = field.merge_key?.to_owned();
                let value = item_name_text(document.value(document.get(node, &key)?))?;
                Some(Segment::Item { key, value })
            });
            path.0
                .push(named.unwrap_or_else(|| Segment::Index(document.ordinal(node))));
            type_position = type_position.map(|type_position| self.inputs.schema.item(type_position));
        }
        path
    }

    /// Returns whether [`Self::step_path`] or [`Self::distinct_step_path`] can be `path`. A cheap test for many steps: it compares only keys
    /// and is never false for the path itself.
    pub fn may_be_at(&self, step: &Step, path: &Path) -> bool {
        if step.field().is_some() {
            return true;
        }
        let mut at = step.at;
        for segment in path.0.iter().rev() {
            let Some(parent) = self.tree.parent(at) else {
                return false;
            };
            let is_match = match (self.tree.key(at), segment) {
                (Some(key), Segment::Key(name)) => key == name,
                (None, Segment::Item { key, value }) => {
                    let named = self.tree.get(at, key).map(|child| self.tree.value(child));
                    // The value of the merge key, or the values of all keys.
                    let is_named = |text: &str| {
                        let rest = value.strip_prefix(text);
                        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
                    };
                    named.and_then(item_name_text).is_some_and(|text| is_named(&text))
                }
                (None, Segment::Index(_) | Segment::Value(_)) => true,
                _ => false,
            };
            if !is_match {
                return false;
            }
            at = parent;
        }
        self.tree.parent(at).is_none()
    }

    /// Returns the path segment of a list item: by merge key, by value in a set, otherwise by index. `field` is the
    /// [`Self::field`] of the list.
    pub(crate) fn item_segment(&self, list: ResultId, id: ResultId, field: Option<&Field<'_>>) -> Segment {
        let tree = &self.tree;
        if let Some(field) = field.filter(|field| field.strategy == Strategy::Merge) {
            let named = match field.merge_key {
                Some(key) if tree.kind(id) == ValueKind::Map => tree
                    .get(id, key)
                    .and_then(|child| item_name_text(tree.value(child)))
                    .map(|value| Segment::Item {
                        key: key.to_owned(),
                        value,
                    }),
                _ => item_name_text(tree.value(id)).map(Segment::Value),
            };
            if let Some(segment) = named {
                return segment;
            }
        }
        Segment::Index(self.item_index(list, id))
    }

    /// Returns the index of a list item in the result, or in the live list if it is not in the result.
    pub(crate) fn item_index(&self, list: ResultId, id: ResultId) -> usize {
        let tree = &self.tree;
        let position = self.positions.position(tree, list, id);
        let live_position = || tree.live_node(id).map(|node| tree.documents()[0].ordinal(node));
        position.or_else(live_position).unwrap_or(0)
    }

    /// Returns the path of a node, the field that contains its value, and its type.
    fn walk(&self, id: ResultId) -> (Path, Option<Field<'_>>, Option<TypePosition>) {
        let chain: Vec<ResultId> = self.tree.ancestors(id).collect();
        let schema = &self.inputs.schema;
        let mut type_position = self.top_type();
        let mut field: Option<Field<'_>> = None;
        let mut path = Path::default();
        for pair in chain.windows(2).rev() {
            let (id, parent) = (pair[0], pair[1]);
            if let Some(key) = self.tree.key(id) {
                field = type_position.and_then(|type_position| schema.peek(type_position, key));
                type_position = field.as_ref().map(|field| field.type_position);
                path.0.push(Segment::Key(key.to_owned()));
            } else {
                path.0.push(self.item_segment(parent, id, field.as_ref()));
                type_position = type_position.map(|type_position| schema.item(type_position));
            }
        }
        (path, field, type_position)
    }
}
