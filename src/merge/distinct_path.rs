//! The paths of steps for readers and programs, in which each list item has a name of its own.

use super::result_tree::node_id::ResultId;
use super::rule::Rule;
use super::server_side::{HandledPosition, PathElement};
use super::step::Step;
use super::trace::Merge;
use crate::document::write::name_of_string;
use crate::document::{Path, Segment, Tree};
use crate::schema::{Field, Schema};

/// Returns the segment of an item with all keys of its list in the API, the merge key first: `[port=53,protocol=UDP]`.
/// `None` if the list has only one key.
pub(crate) fn item_by_all_keys<'s, T: Tree>(
    tree: &T,
    item: T::Id,
    field: &Field<'s>,
    schema: &'s Schema,
) -> Option<Segment> {
    let key = field.merge_key.filter(|_| field.list_map_keys.len() > 1)?;
    let position = HandledPosition::top(schema, None).for_field(field);
    let PathElement::Keys(keys) = position.path_element(tree, item).ok()? else {
        return None;
    };
    let plain = |json: &str| match serde_json::from_str::<String>(json) {
        Ok(text) => name_of_string(&text).into_owned(),
        Err(_) => json.to_owned(),
    };
    let mut value = plain(&keys.iter().find(|(name, _)| **name == *key)?.1);
    for (name, other) in keys.iter().filter(|(name, _)| **name != *key) {
        value.push_str(&format!(",{name}={}", plain(other)));
    }
    let key = key.to_owned();
    Some(Segment::Item { key, value })
}

impl Merge {
    /// Returns [`Self::step_path`] with all keys of each item that shares the value of its merge key, or with its index.
    pub fn distinct_step_path(&self, step: &Step) -> Path {
        let mut path = self.step_path(step);
        // A deletion by merge key is about all items that have it.
        let at = match step.rule {
            Rule::DeleteItem | Rule::DeleteSeveral => self.tree.parent(step.at),
            _ => Some(step.at),
        };
        if let Some(at) = at {
            self.name_apart(at, &mut path);
        }
        // The finding is about the live list, which the patch can have reordered.
        if step.rule == Rule::DuplicateLiveItems
            && let Some(live) = self.tree.live_node(step.at)
            && let Some(Segment::Index(index)) = path.0.last_mut()
        {
            *index = self.inputs.live.ordinal(live);
        }
        path
    }

    /// Returns [`Self::path`] with all keys of each item that shares the value of its merge key, or with its index.
    pub fn distinct_path(&self, id: ResultId) -> Path {
        let mut path = self.path(id);
        self.name_apart(id, &mut path);
        path
    }

    fn name_apart(&self, id: ResultId, path: &mut Path) {
        let chain: Vec<ResultId> = self.tree.ancestors(id).collect();
        for (pair, segment) in chain.windows(2).rev().zip(&mut path.0) {
            let (item, list) = (pair[0], pair[1]);
            let Segment::Item { key, .. } = segment else {
                continue;
            };
            // The keys as read, so that the name is the same at every step.
            let by_keys = |item| {
                let (field, source) = (self.field(item)?, self.tree.source(item));
                let document = self.tree.document(source);
                item_by_all_keys(document, source.node, &field, &self.inputs.schema)
            };
            if let Some(name) = self.shared_keys.name(&self.tree, (list, item), key, by_keys) {
                *segment = name.unwrap_or_else(|| Segment::Index(self.item_index(list, item)));
            }
        }
    }
}
