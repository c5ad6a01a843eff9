//! Compares two lists whose items are identified by several keys: `$patchMergeKey` (multi-fields merge key
//! proposal). An item is identified by its values of all recommended keys; a missing key counts as a value.

use std::collections::{HashMap, HashSet};

use super::fields::{NodePair, StrategicDiff};
use crate::create::client_features::ClientFeatures;
use crate::create::line_reason::{CreateFailure, LineReason};
use crate::create::patch_builder::{EntryContent, EntryId};
use crate::create::sides::DocumentSide;
use crate::document::{NodeId, Tree, ValueKind, write};
use crate::merge::{MergeKey, Rule, default_key_comes_first, go_text};
use crate::schema::Field;

/// Maximum length of a key's value in a sentence, in characters.
const MAX_VALUE_CHARS: usize = 60;

/// The values of all keys of an item.
type ItemTuple<'d> = Vec<Option<MergeKey<'d>>>;

impl<'d> StrategicDiff<'d, '_> {
    /// Returns whether the items of both lists are identified by several keys.
    pub(crate) fn has_several_keys(&self, left: &[NodeId], right: &[NodeId], field: &Field<'_>) -> bool {
        let is_map = |side: DocumentSide, node: &NodeId| self.value(side, *node).kind() == ValueKind::Map;
        self.client == ClientFeatures::Proposal
            && field.recommended_keys.len() > 1
            && left.iter().all(|node| is_map(self.left, node))
            && right.iter().all(|node| is_map(self.right, node))
    }

    /// Adds the entry of the patch for such a list, if anything differs.
    pub(crate) fn lists_by_keys(
        &mut self,
        entries: &mut Vec<EntryId>,
        key: &'d str,
        (old, left): (NodeId, &[NodeId]),
        (new, right): (NodeId, &[NodeId]),
        field: &Field<'d>,
    ) -> Result<(), CreateFailure> {
        // Equal lists need no identification of items.
        if self.same(old, new) {
            return Ok(());
        }
        let keys: Vec<&str> = field.recommended_keys.iter().map(|key| &**key).collect();
        let default = field.merge_key.unwrap_or_default();
        if keys.first() != Some(&default) {
            let message = default_key_comes_first(key, default, field.recommended_keys);
            let reason = self.reason(Rule::MergeKeyDirective, Some(old), Some(new));
            return Err(self.failure(reason, message.clone(), message));
        }
        let left = self.by_keys((self.left, old), left, key, &keys)?;
        let right = self.by_keys((self.right, new), right, key, &keys)?;
        let known: HashMap<&ItemTuple<'d>, NodeId> =
            left.iter().map(|(tuple, node)| (tuple, *node)).collect();
        let requested: HashSet<&ItemTuple<'d>> = right.iter().map(|(tuple, _)| tuple).collect();
        let removed = left.iter().filter(|(tuple, _)| !requested.contains(tuple));
        let removed: Vec<NodeId> = removed.map(|(_, node)| *node).collect();
        let added = right.iter().filter(|(tuple, _)| !known.contains_key(tuple));
        let added: Vec<NodeId> = added.map(|(_, node)| *node).collect();
        let mut items = Vec::new();
        if self.options.deletions {
            items.extend(removed.iter().map(|item| self.deletion_by_keys(*item, &keys)));
        }
        let item_position = self.schema.item(field.type_position);
        for (tuple, item) in &right {
            match known.get(tuple) {
                Some(ours) => {
                    let mut inner = self.maps(Some(*ours), Some(*item), item_position, field.retain_keys)?;
                    if inner.is_empty() {
                        continue;
                    }
                    for (name, value) in self.keys_of(self.right, *item, &keys) {
                        self.set_key(&mut inner, name, self.right, value, *ours);
                    }
                    let names = self.key_names(Rule::SendMergeKeys, &keys, (Some(*ours), Some(*item)));
                    self.put(&mut inner, names);
                    let (inner, nodes) = (EntryContent::Map(inner), (Some(*ours), Some(*item)));
                    items.push(self.entry(Rule::SendItemByKeys, None, inner, nodes));
                }
                None if self.options.changes => items.push(self.new_item_by_keys(*item, &keys)),
                None => {}
            }
        }
        self.remark_changed_keys(&removed, &added, &keys);
        let kept_items = left.iter().map(|(tuple, _)| tuple);
        let kept_items = kept_items.filter(|tuple| requested.contains(tuple));
        let added_items = right.iter().map(|(tuple, _)| tuple);
        let added_items = added_items.filter(|tuple| !known.contains_key(tuple));
        let is_ordered = kept_items
            .chain(added_items)
            .eq(right.iter().map(|(tuple, _)| tuple));
        let nodes: Vec<NodeId> = right.iter().map(|(_, node)| *node).collect();
        if items.is_empty() {
            // No item needs several keys then, so the order directive can use the default key.
            let mut seen = HashSet::new();
            let is_default_unique = right.iter().all(|(tuple, _)| seen.insert(tuple.first()));
            if !is_ordered && is_default_unique && self.options.order {
                self.order_of_items(entries, key, Rule::SendOrderOnly, (old, new), &nodes, default);
            } else if !is_ordered {
                self.remark(Rule::OrderNotExpressible, old, new, String::new());
            }
            return Ok(());
        }
        if !is_ordered {
            self.remark(Rule::OrderNotExpressible, old, new, String::new());
        }
        let items = EntryContent::List(items);
        self.add(entries, Rule::SendListByKeys, key, items, (Some(old), Some(new)));
        Ok(())
    }

    /// Returns the items with their keys.
    ///
    /// # Errors
    /// An item whose keys are not unique.
    fn by_keys(
        &self,
        (side, list): (DocumentSide, NodeId),
        items: &[NodeId],
        name: &str,
        keys: &[&str],
    ) -> Result<Vec<(ItemTuple<'d>, NodeId)>, CreateFailure> {
        let document = self.library_sides.document(side);
        let mut named = Vec::with_capacity(items.len());
        let mut seen = HashSet::new();
        for (index, item) in items.iter().enumerate() {
            let reason = |rule| LineReason::new(rule, self.left).with_node(side, *item);
            let mut tuple = ItemTuple::with_capacity(keys.len());
            for (at, key) in keys.iter().enumerate() {
                let value = document
                    .get(*item, key)
                    .map(|value| MergeKey::from_value(document.value(value)));
                let is_good = |value: MergeKey<'_>| value != MergeKey::Null && value.is_comparable();
                match value {
                    None | Some(MergeKey::Null) if at == 0 => {
                        let message = format!(
                            "item {} of {name:?} does not contain the default merge key {key:?}",
                            index + 1
                        );
                        let detail = format!("item {} has no `{key}`", index + 1);
                        return Err(self.failure(reason(Rule::MissingMergeKey), detail, message));
                    }
                    Some(value) if !is_good(value) => {
                        let message =
                            format!("item {} of {name:?} has no value for the key {key:?}", index + 1);
                        return Err(self.failure(reason(Rule::KeyWithoutValue), format!("`{key}`"), message));
                    }
                    value => tuple.push(value),
                }
            }
            if !seen.insert(tuple.clone()) {
                let which = if side == self.left { "original" } else { "modified" };
                let message = format!("the {which} list {name:?} has two entries with the same merge keys");
                let shown = self.shown(side, *item, keys);
                let mut failure = self.failure(reason(Rule::DuplicatesByKeys), shown, message);
                failure.path = crate::create::node_path::from_reason(
                    self.library_sides.sides,
                    self.schema,
                    &LineReason::new(Rule::DuplicatesByKeys, self.left).with_node(side, list),
                );
                return Err(failure);
            }
            named.push((tuple, *item));
        }
        Ok(named)
    }

    /// Returns the keys that an item has.
    fn keys_of<'k>(&self, side: DocumentSide, item: NodeId, keys: &[&'k str]) -> Vec<(&'k str, NodeId)> {
        let document = self.library_sides.document(side);
        let found = keys
            .iter()
            .filter_map(|key| Some((*key, document.get(item, key)?)));
        found.collect()
    }

    /// Builds the `$patchMergeKey` of an item.
    fn key_names(&mut self, rule: Rule, keys: &[&str], nodes: NodePair) -> EntryId {
        self.names(rule, "$patchMergeKey", keys, nodes)
    }

    fn deletion_by_keys(&mut self, item: NodeId, keys: &[&str]) -> EntryId {
        let rule = Rule::SendDeletedItemByKeys;
        let nodes = (Some(item), None);
        let names = self.key_names(rule, keys, nodes);
        let delete = EntryContent::Text("delete".to_owned());
        let mut entries = vec![names, self.entry(rule, Some("$patch"), delete, nodes)];
        for (name, value) in self.keys_of(self.left, item, keys) {
            let copy = EntryContent::Copy(self.left, value);
            entries.push(self.entry(rule, Some(name), copy, (Some(value), None)));
        }
        self.entry(rule, None, EntryContent::Map(entries), nodes)
    }

    fn new_item_by_keys(&mut self, item: NodeId, keys: &[&str]) -> EntryId {
        let mut entries = Vec::new();
        for (key, entry) in self.library_sides.fields(self.right, Some(item)) {
            self.copy(&mut entries, key, Rule::SendPart, None, entry);
        }
        let nodes = (None, Some(item));
        let names = self.key_names(Rule::SendMergeKeys, keys, nodes);
        self.put(&mut entries, names);
        self.entry(Rule::SendNewItemByKeys, None, EntryContent::Map(entries), nodes)
    }

    /// Adds remarks about pairs of a removed and an added item that are probably one item whose keys were
    /// changed: their default keys are equal, or everything except the keys.
    fn remark_changed_keys(&mut self, removed: &[NodeId], added: &[NodeId], keys: &[&str]) {
        if removed.is_empty() || added.is_empty() || !(self.options.deletions && self.options.changes) {
            return;
        }
        let (mut by_default, mut by_rest) = (HashMap::new(), HashMap::new());
        for item in removed.iter().rev() {
            by_default
                .entry(self.default_of(self.left, *item, keys))
                .or_insert_with(Vec::new)
                .push(*item);
        }
        let mut rest = Vec::new();
        for item in added {
            let found = by_default.get_mut(&self.default_of(self.right, *item, keys));
            match found.and_then(Vec::pop) {
                Some(before) => self.key_changed(before, *item, keys),
                None => rest.push(*item),
            }
        }
        for item in by_default.into_values().flatten() {
            by_rest.insert(self.rest_of(self.left, item, keys), item);
        }
        for item in rest {
            let found = self.rest_of(self.right, item, keys);
            if !found.is_empty()
                && let Some(before) = by_rest.remove(&found)
            {
                self.key_changed(before, item, keys);
            }
        }
    }

    fn default_of(&self, side: DocumentSide, item: NodeId, keys: &[&str]) -> MergeKey<'d> {
        let default = keys
            .first()
            .and_then(|key| self.library_sides.document(side).get(item, key));
        default.map_or(MergeKey::Null, |value| self.scalar(side, value))
    }

    /// Returns the fields of an item except its keys, as text.
    fn rest_of(&self, side: DocumentSide, item: NodeId, keys: &[&str]) -> String {
        let document = self.library_sides.document(side);
        let mut fields = self.library_sides.fields(side, Some(item));
        fields.retain(|(key, _)| !keys.contains(key));
        fields.sort_unstable_by_key(|field| field.0);
        let texts = fields.iter();
        texts
            .map(|(key, value)| format!("{key:?}:{} ", go_text::format_value(document, *value)))
            .collect()
    }

    fn key_changed(&mut self, before: NodeId, item: NodeId, keys: &[&str]) {
        let was = self.shown(self.left, before, keys);
        let is = self.shown(self.right, item, keys);
        self.remark(Rule::KeyChanged, before, item, format!("{was} becomes {is}"));
    }

    /// Returns the keys of an item: `port=53, protocol=(absent)`.
    fn shown(&self, side: DocumentSide, item: NodeId, keys: &[&str]) -> String {
        let document = self.library_sides.document(side);
        let shown: Vec<String> = keys
            .iter()
            .map(|key| match document.get(item, key) {
                Some(value) => format!("{key}={}", write::name_text(document, value, MAX_VALUE_CHARS)),
                None => format!("{key}=(absent)"),
            })
            .collect();
        shown.join(", ")
    }
}
