//! The clients of the rejected alternatives: they also send unchanged items, to express their positions
//! (preserve-order proposal, "Alternative Considered").

use std::collections::{HashMap, HashSet};

use super::fields::StrategicDiff;
use crate::create::client_features::ClientFeatures;
use crate::create::line_reason::CreateFailure;
use crate::create::patch_builder::{EntryContent, EntryId};
use crate::document::NodeId;
use crate::merge::Rule;

impl StrategicDiff<'_, '_> {
    /// Returns the items of the patch list: those that differ, and the merge keys of the others if the order
    /// needs them. `sent` are the differing entries by the item of the right side.
    pub(crate) fn items_in_order(
        &mut self,
        sent: Vec<(NodeId, EntryId)>,
        left: &[NodeId],
        right: &[NodeId],
        merge_key: &str,
    ) -> Result<Vec<EntryId>, CreateFailure> {
        let is_moved = !self.is_default_order(left, right, merge_key)?;
        if self.client == ClientFeatures::Position && !is_moved {
            return Ok(sent.into_iter().map(|item| item.1).collect());
        }
        let sent: HashMap<NodeId, EntryId> = sent.into_iter().collect();
        let left_keys = left.iter().map(|item| {
            let key = self.merge_key_of(self.left, *item, merge_key)?;
            Ok(self.scalar(self.left, key))
        });
        let left_keys = left_keys.collect::<Result<HashSet<_>, CreateFailure>>()?;
        let mut items = Vec::with_capacity(right.len());
        for (at, item) in right.iter().copied().enumerate() {
            let key = self.merge_key_of(self.right, item, merge_key)?;
            let entry = match sent.get(&item) {
                Some(entry) => *entry,
                None => {
                    // New items are sent by the other half of a three-way patch.
                    let rule = match left_keys.contains(&self.scalar(self.right, key)) {
                        true => Rule::NameItem,
                        false => Rule::SendNewItem,
                    };
                    let copy = EntryContent::Copy(self.right, key);
                    let name = self.entry(rule, Some(merge_key), copy, (None, Some(key)));
                    self.entry(rule, None, EntryContent::Map(vec![name]), (None, Some(item)))
                }
            };
            items.push(match self.client {
                ClientFeatures::Position => self.with_position(entry, item, at),
                _ => entry,
            });
        }
        Ok(items)
    }

    /// Returns whether the right list is the left list without removed items, followed by the new items.
    fn is_default_order(
        &self,
        left: &[NodeId],
        right: &[NodeId],
        merge_key: &str,
    ) -> Result<bool, CreateFailure> {
        let keys = |side, items: &[NodeId]| {
            let key = |item: &NodeId| Ok(self.scalar(side, self.merge_key_of(side, *item, merge_key)?));
            items.iter().map(key).collect::<Result<Vec<_>, CreateFailure>>()
        };
        let (left, right) = (keys(self.left, left)?, keys(self.right, right)?);
        let (known, requested): (HashSet<_>, HashSet<_>) = (left.iter().collect(), right.iter().collect());
        let kept_items = left.iter().filter(|key| requested.contains(key));
        let added_items = right.iter().filter(|key| !known.contains(key));
        Ok(kept_items.chain(added_items).eq(right.iter()))
    }

    /// Adds `$position` to an entry: its index in the requested list.
    fn with_position(&mut self, entry: EntryId, item: NodeId, at: usize) -> EntryId {
        let index = EntryContent::Number(at as i64);
        let position = self.entry(Rule::SendPosition, Some("$position"), index, (None, Some(item)));
        let whole = &self.draft.entries[entry as usize];
        let (content, reason) = (whole.content.clone(), whole.reason);
        let mut entries = match content {
            EntryContent::Map(entries) => entries,
            // A new item is a copy: convert it to a map, so that a field can be added.
            EntryContent::Copy(side, node) => {
                let mut entries = Vec::new();
                for (key, field) in self.library_sides.fields(side, Some(node)) {
                    self.copy(&mut entries, key, Rule::SendPart, None, field);
                }
                entries
            }
            EntryContent::Null | EntryContent::Text(_) | EntryContent::Number(_) | EntryContent::List(_) => {
                Vec::new()
            }
        };
        self.put(&mut entries, position);
        self.draft.add(None, EntryContent::Map(entries), reason)
    }
}
