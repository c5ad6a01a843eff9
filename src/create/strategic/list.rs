//! Compares two lists that merge: items by their merge key, and the order directive (Go: `diffListsOfMaps`).

use std::collections::{HashMap, HashSet};

use super::fields::StrategicDiff;
use super::go_pdqsort;
use crate::create::client_features::ClientFeatures;
use crate::create::line_reason::{CreateFailure, LineReason};
use crate::create::patch_builder::{EntryContent, EntryId};
use crate::create::sides::DocumentSide;
use crate::document::{NodeId, Tree, Value, ValueKind};
use crate::merge::{MergeKey, Rule, go_text};
use crate::schema::Field;

/// An item of a list of maps: the node, and its merge key as text.
type NamedItem = (String, NodeId);

impl<'d> StrategicDiff<'d, '_> {
    /// Compares a list with the strategy `merge` that both sides have.
    pub(crate) fn merged_lists(
        &mut self,
        entries: &mut Vec<EntryId>,
        key: &'d str,
        old: NodeId,
        new: NodeId,
        field: &Field<'d>,
    ) -> Result<(), CreateFailure> {
        let left = self.library_sides.children(self.left, old);
        let right = self.library_sides.children(self.right, new);
        if self.has_several_keys(&left, &right, field) {
            return self.lists_by_keys(entries, key, (old, &left), (new, &right), field);
        }
        if left.is_empty() {
            if self.options.changes && !right.is_empty() {
                self.copy(entries, key, Rule::SendWholeList, Some(old), new);
                self.remark_duplicate_items(old, new, &right, field.merge_key);
            }
            return Ok(());
        }
        if self.element_kind(old, &left, new, &right)? != ValueKind::Map {
            self.sets(entries, key, (old, left), (new, right));
            return Ok(());
        }
        let merge_key = field.merge_key.unwrap_or_default();
        let mut items = self.items_that_differ(&left, &right, field, merge_key)?;
        let ordered = self.ordered(&left, &right, merge_key)?;
        self.sort_as_requested(&mut items.sent, &right, merge_key)?;
        let changes = !ordered || !items.sent.is_empty() || !items.deleted.is_empty();
        if changes && !items.duplicates.is_empty() {
            self.remark(Rule::DuplicateItems, old, new, items.duplicates.join(", "));
        }
        let mut sent = match self.client {
            ClientFeatures::PatchList if changes => {
                self.items_in_order(items.sent, &left, &right, merge_key)?
            }
            // Only the half of a three-way patch that compares with the live list has positions.
            ClientFeatures::Position if changes && self.options.changes => {
                self.items_in_order(items.sent, &left, &right, merge_key)?
            }
            _ => items.sent.into_iter().map(|item| item.1).collect(),
        };
        sent.extend(items.deleted);
        let wants_order = self.options.changes && (!sent.is_empty() || !ordered)
            || self.options.deletions && !sent.is_empty();
        if self.options.order && wants_order {
            let rule = if sent.is_empty() {
                Rule::SendOrderOnly
            } else {
                Rule::SendOrder
            };
            match right.is_empty() {
                true if self.options.changes => self.remark(Rule::OrderNotSent, old, new, String::new()),
                true => {}
                false => self.order_of_items(entries, key, rule, (old, new), &right, merge_key),
            }
        }
        if !sent.is_empty() {
            let nodes = (Some(old), Some(new));
            self.add(entries, Rule::SendList, key, EntryContent::List(sent), nodes);
        }
        Ok(())
    }

    /// Returns the common type of the items of two lists. The first list is not empty.
    fn element_kind(
        &self,
        old: NodeId,
        left: &[NodeId],
        new: NodeId,
        right: &[NodeId],
    ) -> Result<ValueKind, CreateFailure> {
        let nodes = left
            .iter()
            .map(|node| (self.left, *node))
            .chain(right.iter().map(|node| (self.right, *node)));
        let mut kinds = nodes.map(|(side, node)| self.value(side, node).kind());
        let first = kinds.next().unwrap_or(ValueKind::Map);
        let (rule, message) = match first {
            ValueKind::List => (Rule::ListOfLists, "lists of lists are not supported".to_owned()),
            ValueKind::Null => (
                Rule::KubernetesPanics,
                "runtime error: invalid memory address or nil pointer dereference".to_owned(),
            ),
            _ => match kinds.find(|kind| *kind != first) {
                None => return Ok(first),
                Some(_) => {
                    let lists = [(self.left, old), (self.right, new)]
                        .map(|(side, node)| go_text::format_value(self.library_sides.document(side), node));
                    let message = format!("list element types are not identical: [{}]", lists.join(" "));
                    (Rule::MixedTypes, message)
                }
            },
        };
        let detail = match rule {
            Rule::MixedTypes => "found several types".to_owned(),
            _ => message.clone(),
        };
        Err(self.failure(self.reason(rule, Some(old), Some(new)), detail, message))
    }

    fn items_that_differ(
        &mut self,
        left: &[NodeId],
        right: &[NodeId],
        field: &Field<'d>,
        merge_key: &str,
    ) -> Result<DifferingItems, CreateFailure> {
        let mut out = DifferingItems::default();
        let left = self.by_name(self.left, left, merge_key, &mut out.duplicates);
        let right = self.by_name(self.right, right, merge_key, &mut out.duplicates);
        let item_position = self.schema.item(field.type_position);
        let (mut at, mut to) = (0, 0);
        loop {
            let (ours, theirs) = (left.get(at), right.get(to));
            let our_key = match ours {
                Some(item) => Some(self.merge_key_of(self.left, item.1, merge_key)?),
                None => None,
            };
            let their_key = match theirs {
                Some(item) => Some(self.merge_key_of(self.right, item.1, merge_key)?),
                None => None,
            };
            match (ours.zip(our_key), theirs.zip(their_key)) {
                (None, None) => return Ok(out),
                (Some((ours, _)), Some((theirs, key))) if ours.0 == theirs.0 => {
                    let mut inner =
                        self.maps(Some(ours.1), Some(theirs.1), item_position, field.retain_keys)?;
                    if !inner.is_empty() {
                        self.set_key(&mut inner, merge_key, self.right, key, ours.1);
                        let nodes = (Some(ours.1), Some(theirs.1));
                        let item = self.entry(Rule::SendItem, None, EntryContent::Map(inner), nodes);
                        out.sent.push((theirs.1, item));
                    }
                    at += 1;
                    to += 1;
                }
                (ours, Some((theirs, _))) if ours.is_none_or(|(ours, _)| ours.0 > theirs.0) => {
                    if self.options.changes {
                        let copy = EntryContent::Copy(self.right, theirs.1);
                        let item = self.entry(Rule::SendNewItem, None, copy, (None, Some(theirs.1)));
                        out.sent.push((theirs.1, item));
                    }
                    to += 1;
                }
                (Some((ours, key)), _) => {
                    if self.options.deletions {
                        let item = self.deletion(merge_key, ours.1, key);
                        out.deleted.push(item);
                    }
                    at += 1;
                }
                // The arm before the last handles all other items of the right side.
                (None, Some(_)) => to += 1,
            }
        }
    }

    /// Returns the items as the library sorts them: by the text of the merge key; equal ones in the order
    /// that its unstable sort leaves.
    fn by_name(
        &self,
        side: DocumentSide,
        items: &[NodeId],
        merge_key: &str,
        duplicates: &mut Vec<String>,
    ) -> Vec<NamedItem> {
        let document = self.library_sides.document(side);
        let name = |item: &NodeId| match document.get(*item, merge_key) {
            Some(key) => go_text::format_value(document, key),
            None => "<nil>".to_owned(),
        };
        let mut named: Vec<NamedItem> = items.iter().map(|item| (name(item), *item)).collect();
        let mut count: HashMap<&str, usize> = HashMap::new();
        for item in &named {
            *count.entry(&item.0).or_default() += 1;
        }
        let mut repeated: Vec<String> = count
            .into_iter()
            .filter(|(_, count)| *count > 1)
            .map(|(name, _)| name.to_owned())
            .collect();
        if repeated.is_empty() {
            named.sort_by(|a, b| a.0.cmp(&b.0));
            return named;
        }
        repeated.sort_unstable();
        let known: HashSet<&String> = duplicates.iter().collect();
        repeated.retain(|name| !known.contains(name));
        duplicates.append(&mut repeated);
        go_pdqsort::sort(&mut named, &|a: &NamedItem, b: &NamedItem| a.0 <= b.0);
        named
    }

    /// Adds a remark about duplicates in a list that is sent as a whole: the API server groups them.
    fn remark_duplicate_items(
        &mut self,
        old: NodeId,
        new: NodeId,
        right: &[NodeId],
        merge_key: Option<&str>,
    ) {
        match merge_key {
            Some(merge_key) => {
                let mut duplicates = Vec::new();
                self.by_name(self.right, right, merge_key, &mut duplicates);
                if !duplicates.is_empty() {
                    self.remark(Rule::DuplicateItems, old, new, duplicates.join(", "));
                }
            }
            None => self.remark_duplicate_values((old, &[]), new, right, true),
        }
    }

    pub(crate) fn merge_key_of(
        &self,
        side: DocumentSide,
        item: NodeId,
        merge_key: &str,
    ) -> Result<NodeId, CreateFailure> {
        let document = self.library_sides.document(side);
        document.get(item, merge_key).ok_or_else(|| {
            let shown = go_text::format_value(document, item);
            let message = format!("map: {shown} does not contain declared merge key: {merge_key}");
            let reason = LineReason::new(Rule::MissingMergeKey, self.left).with_node(side, item);
            self.failure(reason, format!("an item has no `{merge_key}`"), message)
        })
    }

    /// Adds the merge key to an item of the patch.
    pub(crate) fn set_key(
        &mut self,
        inner: &mut Vec<EntryId>,
        merge_key: &str,
        side: DocumentSide,
        key: NodeId,
        old_item: NodeId,
    ) {
        inner.retain(|entry| self.draft.key(*entry) != Some(merge_key));
        let old = self.library_sides.document(self.left).get(old_item, merge_key);
        let mut reason = LineReason::new(Rule::SendItemKey, self.left).with_node(side, key);
        if let Some(old) = old {
            reason = reason.with_node(self.left, old);
        }
        inner.push(
            self.draft
                .add(Some(merge_key), EntryContent::Copy(side, key), reason),
        );
    }

    fn deletion(&mut self, merge_key: &str, item: NodeId, key: NodeId) -> EntryId {
        let (rule, delete) = (Rule::SendDeletedItem, EntryContent::Text("delete".to_owned()));
        let marker = self.entry(rule, Some("$patch"), delete, (Some(item), None));
        let copy = EntryContent::Copy(self.left, key);
        let name = self.entry(rule, Some(merge_key), copy, (Some(key), None));
        let map = EntryContent::Map(vec![marker, name]);
        self.entry(rule, None, map, (Some(item), None))
    }

    /// Returns whether the keys of both lists have the same order.
    fn ordered(&self, left: &[NodeId], right: &[NodeId], merge_key: &str) -> Result<bool, CreateFailure> {
        if left.len() != right.len() {
            return Ok(false);
        }
        for (ours, theirs) in left.iter().zip(right) {
            let ours = self.merge_key_of(self.left, *ours, merge_key)?;
            let theirs = self.merge_key_of(self.right, *theirs, merge_key)?;
            if !self.keys_equal((self.left, ours), (self.right, theirs))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn keys_equal(
        &self,
        ours: (DocumentSide, NodeId),
        theirs: (DocumentSide, NodeId),
    ) -> Result<bool, CreateFailure> {
        let key = self.scalar(ours.0, ours.1);
        let equal = key == self.scalar(theirs.0, theirs.1);
        if equal && !key.is_comparable() {
            return Err(self.panics(ours));
        }
        Ok(equal)
    }

    /// Returns the failure for a merge key that Go cannot compare: the library panics.
    fn panics(&self, key: (DocumentSide, NodeId)) -> CreateFailure {
        let kind = go_text::type_name(self.value(key.0, key.1).kind());
        let message = format!("runtime error: comparing uncomparable type {kind}");
        let reason = LineReason::new(Rule::KubernetesPanics, self.left).with_node(key.0, key.1);
        self.failure(reason, message.clone(), message)
    }

    /// Sorts the sent items by the first position of their key in the requested list. Items with `$patch:
    /// delete` as data go to the end.
    fn sort_as_requested(
        &self,
        sent: &mut [(NodeId, EntryId)],
        right: &[NodeId],
        merge_key: &str,
    ) -> Result<(), CreateFailure> {
        let mut positions: HashMap<MergeKey<'d>, usize> = HashMap::new();
        for (at, item) in right.iter().enumerate() {
            let key = self.merge_key_of(self.right, *item, merge_key)?;
            positions.entry(self.scalar(self.right, key)).or_insert(at);
        }
        let document = self.library_sides.document(self.right);
        let mut sort_keys = HashMap::new();
        for (item, _) in sent.iter() {
            let key = self.merge_key_of(self.right, *item, merge_key)?;
            let scalar = self.scalar(self.right, key);
            if !scalar.is_comparable() {
                return Err(self.panics((self.right, key)));
            }
            let deletes = document
                .get(*item, "$patch")
                .is_some_and(|marker| document.value(marker) == Value::String("delete"));
            let position = positions.get(&scalar).copied().unwrap_or_default();
            sort_keys.insert(*item, (deletes, if deletes { 0 } else { position }));
        }
        sent.sort_by_key(|(item, _)| sort_keys.get(item).copied().unwrap_or_default());
        Ok(())
    }

    pub(crate) fn order_of_items(
        &mut self,
        entries: &mut Vec<EntryId>,
        key: &str,
        rule: Rule,
        (old, new): (NodeId, NodeId),
        right: &[NodeId],
        merge_key: &str,
    ) {
        let document = self.library_sides.document(self.right);
        let mut order = Vec::with_capacity(right.len());
        for item in right {
            let name = document.get(*item, merge_key).map(|name| {
                let copy = EntryContent::Copy(self.right, name);
                self.entry(rule, Some(merge_key), copy, (None, Some(name)))
            });
            let names = EntryContent::Map(name.into_iter().collect());
            order.push(self.entry(rule, None, names, (None, Some(*item))));
        }
        let directive = format!("$setElementOrder/{key}");
        let order = EntryContent::List(order);
        self.add(entries, rule, &directive, order, (Some(old), Some(new)));
    }
}

/// The differences of two lists of maps.
#[derive(Default)]
struct DifferingItems {
    /// The sent items: the item of the right side, and its entry in the patch.
    sent: Vec<(NodeId, EntryId)>,
    deleted: Vec<EntryId>,
    /// Merge keys that several items of one side have.
    duplicates: Vec<String>,
}
