//! Several writers: items that one has deleted and a later one makes anew, because it names them to place them (sibling
//! merges, 6.3).

use rustc_hash::FxHashMap;

use super::{LIMIT, LintHit};
use crate::document::{Value, ValueKind};
use crate::merge::keys::key::MergeKey;
use crate::merge::recorder::Recorder;
use crate::merge::result_tree::edit_log::TreeEdit;
use crate::merge::result_tree::node_id::{NodeRef, Presence, ResultId};
use crate::merge::rule::Rule;

/// Who took which list items out so far.
#[derive(Debug, Default)]
pub(crate) struct DeletedItems {
    by: FxHashMap<ResultId, u16>,
    /// Edits that have been looked through.
    seen: u32,
    /// Steps that have been looked through.
    steps: usize,
}

/// The items that are gone from a list by the values of their keys, and who took each out.
type DeletedItem<'d> = FxHashMap<Vec<Option<MergeKey<'d>>>, u16>;

impl<'d> Recorder<'d> {
    /// Behind each patch: tells of the items that it made anew by naming them, and remembers what it took out. Every
    /// step and every edit is looked at once, a list once for each patch that names something in it.
    pub(crate) fn warn_of_recreated(&mut self, deleted: &mut DeletedItems) {
        if !self.traced || self.documents.len() < 3 {
            return;
        }
        let mut lists: FxHashMap<(ResultId, Vec<&'d str>), DeletedItem<'d>> = FxHashMap::default();
        let mut all = Vec::new();
        let added = self.steps[deleted.steps..].iter();
        let is_addition = |rule| matches!(rule, Rule::AddItem | Rule::AddItemByKeys);
        for step in added.filter(|step| is_addition(step.rule)) {
            let (Some(item), Some(list)) = (step.patch(), self.scene.parent(step.at)) else {
                continue;
            };
            let Some(names) = self.named_only(item).filter(|_| !deleted.by.is_empty()) else {
                continue;
            };
            let keys = names.iter().map(|name| self.entry(item, name));
            let keys = keys.map(|value| value.map(|value| MergeKey::of(self.value(value))));
            let keys: Vec<Option<MergeKey<'d>>> = keys.collect();
            let gone = lists
                .entry((list, names.clone()))
                .or_insert_with(|| self.gone(list, &names, deleted));
            if let Some(by) = gone.get(&keys)
                && all.len() < LIMIT
            {
                let found = LintHit::new(Rule::RecreatedItem, step.at).with(|note| note.patch(item));
                all.push(found.detail(format!("patch {by}")));
            }
        }
        self.warn_of(all);
        let end = self.scene.log.len();
        for edit in (deleted.seen..end).filter_map(|at| self.scene.log.get(at)) {
            if let TreeEdit::State { id, new, .. } = edit {
                match new {
                    Presence::Gone if self.is_list_item(id) => deleted.by.insert(id, self.patch),
                    _ => deleted.by.remove(&id),
                };
            }
        }
        (deleted.seen, deleted.steps) = (end, self.steps.len());
    }

    /// The fields of an item that holds nothing but what says which item it is, and where it stands.
    fn named_only(&self, item: NodeRef) -> Option<Vec<&'d str>> {
        if self.kind(item) != ValueKind::Map {
            return None;
        }
        let fields = self.children(item).filter_map(|entry| self.key(entry));
        let names: Vec<&str> = fields.filter(|key| !key.starts_with('$')).collect();
        let by_keys = || {
            let keys = self.entry(item, "$patchMergeKey")?;
            let names = self.children(keys).filter_map(|key| match self.value(key) {
                Value::String(name) => Some(name),
                _ => None,
            });
            Some(names.collect::<Vec<&str>>())
        };
        match (names.len(), by_keys()) {
            (_, Some(keys)) => names.iter().all(|name| keys.contains(name)).then_some(keys),
            // An item has its merge key, so what is alone is that.
            (1, None) => Some(names),
            _ => None,
        }
    }

    fn gone(&self, list: ResultId, names: &[&str], deleted: &DeletedItems) -> DeletedItem<'d> {
        let ghosts = self.scene.all_children(list);
        let ghosts = ghosts.filter_map(|id| Some((id, *deleted.by.get(&id)?)));
        let keys = |id: ResultId| {
            let values = names.iter().map(|name| self.scene.get(id, name));
            values
                .map(|value| value.map(|value| MergeKey::of(self.scene_value(value))))
                .collect()
        };
        ghosts.map(|(id, by)| (keys(id), by)).collect()
    }
}
