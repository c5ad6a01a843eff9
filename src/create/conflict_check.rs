//! The conflict check of `--overwrite=false`: whether a patch changes fields that have changed in the live
//! object since the last apply (Go: `MergingMapsHaveConflicts`). As in Go, the check sorts lists of the patch
//! in place.

use std::collections::{BTreeMap, HashMap};

use crate::document::{Document, NodeId, Numbers, Tree, Value, ValueKind, same_scalar};
use crate::merge::{MergeKey, Rule, go_text, uniqify};
use crate::schema::{Schema, Strategy, TypePosition};

/// The result of the check.
pub(crate) enum ConflictSearch {
    Nothing,
    /// There is a conflict at this node of the patch.
    Conflict(NodeId),
    /// The check failed at this node, with this rule and message of the library.
    Failed(NodeId, Rule, String),
}

/// The items of lists in the order that the check leaves.
pub(crate) type SortedConflicts = HashMap<NodeId, Vec<NodeId>>;

/// A conflict check that is running.
pub(crate) struct ConflictCheck<'d> {
    pub(crate) schema: &'d Schema,
    pub(crate) patch: &'d Document,
    pub(crate) changed: &'d Document,
    /// The lists of the patch that the check has sorted.
    pub(crate) sorted: SortedConflicts,
}

impl<'d> ConflictCheck<'d> {
    /// Checks the whole patch, whose object has the type `top`.
    pub(crate) fn run(&mut self, top: TypePosition) -> ConflictSearch {
        self.check_values(self.patch.root(), self.changed.root(), top, Strategy::None, None)
    }

    fn check_values(
        &mut self,
        ours: NodeId,
        theirs: NodeId,
        position: TypePosition,
        strategy: Strategy,
        merge_key: Option<&str>,
    ) -> ConflictSearch {
        match (self.patch.value(ours), self.changed.value(theirs)) {
            (Value::Map, Value::Map) => self.check_maps(ours, theirs, position, strategy),
            (Value::List, Value::List) => self.check_lists(ours, theirs, position, strategy, merge_key),
            (left, right) if same_scalar(left, right, Numbers::ByType) => ConflictSearch::Nothing,
            _ => ConflictSearch::Conflict(ours),
        }
    }

    fn check_maps(
        &mut self,
        ours: NodeId,
        theirs: NodeId,
        position: TypePosition,
        strategy: Strategy,
    ) -> ConflictSearch {
        let (patch, changed) = (self.patch, self.changed);
        let markers = (patch.get(ours, "$patch"), changed.get(theirs, "$patch"));
        match markers {
            (None, None) => {}
            (Some(left), Some(right))
                if same_scalar(patch.value(left), changed.value(right), Numbers::ByType) => {}
            _ => return ConflictSearch::Conflict(ours),
        }
        if strategy == Strategy::Replace {
            return ConflictSearch::Nothing;
        }
        let other: HashMap<&str, NodeId> = changed
            .children(theirs)
            .filter_map(|child| Some((changed.key(child)?, child)))
            .collect();
        for child in patch.children(ours) {
            let key = patch.key(child).unwrap_or_default();
            let Some(match_) = other.get(key).copied() else {
                continue;
            };
            if key == "$patch" || key == "$retainKeys" {
                continue;
            }
            let field = match patch.kind(child) {
                ValueKind::Map => Some(self.schema.field(position, key)),
                ValueKind::List => Some(self.schema.list_field(position, key)),
                _ => None,
            };
            let found = match field {
                Some(Err(error)) => {
                    ConflictSearch::Failed(child, Rule::ConflictCheckFails, error.to_string())
                }
                Some(Ok(field)) => {
                    let inner = match patch.kind(child) {
                        ValueKind::List => self.schema.item(field.type_position),
                        _ => field.type_position,
                    };
                    self.check_values(child, match_, inner, field.strategy, field.merge_key)
                }
                None => self.check_values(child, match_, position, Strategy::None, None),
            };
            if !matches!(found, ConflictSearch::Nothing) {
                return found;
            }
        }
        ConflictSearch::Nothing
    }

    fn check_lists(
        &mut self,
        ours: NodeId,
        theirs: NodeId,
        position: TypePosition,
        strategy: Strategy,
        merge_key: Option<&str>,
    ) -> ConflictSearch {
        let left: Vec<NodeId> = self.patch.children(ours).collect();
        let right: Vec<NodeId> = self.changed.children(theirs).collect();
        let kind = match self.element_kind(ours, theirs, &left, &right) {
            Ok(kind) => kind,
            Err((rule, message)) => return ConflictSearch::Failed(ours, rule, message),
        };
        if strategy == Strategy::Merge {
            return match kind {
                ValueKind::Map => {
                    self.check_keyed_items(ours, &left, &right, position, merge_key.unwrap_or_default())
                }
                _ => ConflictSearch::Nothing,
            };
        }
        if left.len() != right.len() {
            return ConflictSearch::Conflict(ours);
        }
        if kind == ValueKind::Map {
            for (left, right) in left.into_iter().zip(right) {
                match self.check_values(left, right, position, Strategy::None, None) {
                    ConflictSearch::Nothing => {}
                    found => return found,
                }
            }
            return ConflictSearch::Nothing;
        }
        let (left, cells) = sort_without_duplicates(self.patch, left);
        let (right, _) = sort_without_duplicates(self.changed, right);
        self.sorted.insert(ours, cells);
        for (at, ours) in left.into_iter().enumerate() {
            let Some(theirs) = right.get(at).copied() else {
                let message = format!(
                    "runtime error: index out of range [{at}] with length {}",
                    right.len()
                );
                return ConflictSearch::Failed(ours, Rule::KubernetesPanics, message);
            };
            if !same_scalar(
                self.patch.value(ours),
                self.changed.value(theirs),
                Numbers::ByType,
            ) {
                return ConflictSearch::Conflict(ours);
            }
        }
        ConflictSearch::Nothing
    }

    fn element_kind(
        &self,
        ours: NodeId,
        theirs: NodeId,
        left: &[NodeId],
        right: &[NodeId],
    ) -> Result<ValueKind, (Rule, String)> {
        let kinds = left.iter().map(|node| self.patch.kind(*node));
        let mut kinds = kinds.chain(right.iter().map(|node| self.changed.kind(*node)));
        let fails = |text: String| Err((Rule::ConflictCheckFails, text));
        match kinds.next() {
            None => fails("no elements in any of the given slices".to_owned()),
            Some(ValueKind::List) => fails("lists of lists are not supported".to_owned()),
            Some(ValueKind::Null) => Err((
                Rule::KubernetesPanics,
                "runtime error: invalid memory address or nil pointer dereference".to_owned(),
            )),
            Some(first) if kinds.any(|kind| kind != first) => fails(format!(
                "list element types are not identical: [{} {}]",
                go_text::format_value(self.patch, ours),
                go_text::format_value(self.changed, theirs)
            )),
            Some(first) => Ok(first),
        }
    }

    /// Compares lists of maps that merge by their merge keys. The last duplicate counts.
    fn check_keyed_items(
        &mut self,
        ours: NodeId,
        left: &[NodeId],
        right: &[NodeId],
        position: TypePosition,
        merge_key: &str,
    ) -> ConflictSearch {
        let sides = [(self.patch, left), (self.changed, right)];
        let mut check_maps: [BTreeMap<String, NodeId>; 2] = Default::default();
        for (map, (document, items)) in check_maps.iter_mut().zip(sides) {
            for item in items {
                match document.get(*item, merge_key) {
                    Some(key) => map.insert(go_text::format_patch_type(document, key), *item),
                    None => {
                        let shown = go_text::format_value(document, *item);
                        let message =
                            format!("cannot find merge key `{merge_key}` in merging list element:{shown}");
                        return ConflictSearch::Failed(ours, Rule::ConflictCheckFails, message);
                    }
                };
            }
        }
        let [left, right] = check_maps;
        for (key, item) in left {
            if let Some(other) = right.get(&key) {
                match self.check_values(item, *other, position, Strategy::None, None) {
                    ConflictSearch::Nothing => {}
                    found => return found,
                }
            }
        }
        ConflictSearch::Nothing
    }
}

/// Returns the values of a list of scalars without duplicates and sorted by text; and all items of the Go
/// slice after that.
fn sort_without_duplicates(document: &Document, items: Vec<NodeId>) -> (Vec<NodeId>, Vec<NodeId>) {
    let key = |node: &NodeId| MergeKey::from_value(document.value(*node));
    let nodes: HashMap<MergeKey<'_>, NodeId> = items.iter().rev().map(|node| (key(node), *node)).collect();
    let (unique, cells) = uniqify(items.iter().map(key).collect());
    let node = |key: &MergeKey<'_>| nodes.get(key).copied();
    let mut unique: Vec<NodeId> = unique.iter().filter_map(node).collect();
    unique.sort_by_cached_key(|node| go_text::format_value(document, *node));
    let mut all = unique.clone();
    all.extend(cells.iter().skip(unique.len()).filter_map(node));
    (unique, all)
}
