//! Lists of a patch and the live items that they meet: keys that meet too many, none, or another one than is meant.

use rustc_hash::{FxHashMap, FxHashSet};

use super::near::{Typed, nearest};
use super::twins::{key_text, named};
use super::walk::{Directives, Meeting};
use super::{Found, LIMIT};
use crate::document::{Kind, Tree, Value};
use crate::merge::engine::Engine;
use crate::merge::node::{ResultId, Source};
use crate::merge::path::scalar_text;
use crate::merge::rule::Rule;
use crate::merge::strategic::key::Key;
use crate::schema::{Field, Strategy};

/// Merge keys beside which items have a name that people know them by.
const PLACES: [&str; 4] = ["mountPath", "devicePath", "containerPort", "port"];

/// The live items of one merge key.
struct Group {
    first: ResultId,
    count: usize,
}

/// One list of a patch, its items and those of the list that it meets.
struct Lists<'a, 'd> {
    meeting: Meeting,
    field: &'a Field<'d>,
    merge_key: &'a str,
    items: Vec<(Source, Key<'d>)>,
    groups: FxHashMap<Key<'d>, Group>,
}

impl<'d> Engine<'d> {
    /// A list field of a patch map; what is to be looked at inside goes to `todo`.
    pub(super) fn walk_list(
        &self,
        directives: &Directives<'d>,
        meeting: Meeting,
        field: &Field<'d>,
        todo: &mut Vec<Meeting>,
        all: &mut Vec<Found>,
    ) {
        let merge_key = field.merge_key.filter(|_| field.strategy == Strategy::Merge);
        let Some(merge_key) = merge_key else {
            todo.push(Meeting {
                scene: None,
                ..meeting
            });
            return;
        };
        let has_keys = |item: &Source| self.kind(*item) == Kind::Map;
        let maps: Vec<Source> = self.children(meeting.patch).filter(has_keys).collect();
        let mut groups: FxHashMap<Key<'d>, Group> = FxHashMap::default();
        if let Some(list) = meeting.scene {
            for id in self
                .scene
                .present(list)
                .filter(|id| self.scene.kind(*id) == Kind::Map)
            {
                if let Some(value) = self.scene.get(id, merge_key) {
                    let group = groups.entry(Key::of(self.scene_value(value)));
                    group.or_insert(Group { first: id, count: 0 }).count += 1;
                }
            }
        }
        let keyed = |item: &Source| {
            let value = self.entry(*item, merge_key)?;
            let key = Key::of(self.value(value));
            key.is_comparable().then_some((*item, key))
        };
        let lists = Lists {
            meeting,
            field,
            merge_key,
            items: maps.iter().filter_map(keyed).collect(),
            groups,
        };
        let item_place = self.schema.item(field.place);
        let is_replaced = maps.iter().any(|item| self.marker_is(*item, "replace"));
        for item in &maps {
            let value = self
                .entry(*item, merge_key)
                .map(|value| Key::of(self.value(value)));
            let group = value
                .and_then(|key| lists.groups.get(&key))
                .filter(|_| !is_replaced);
            todo.push(Meeting {
                patch: *item,
                scene: group.map(|group| group.first),
                near: group.map_or(meeting.near, |group| group.first),
                place: Some(item_place),
            });
        }
        if is_replaced {
            self.check_replace(&lists, &maps, all);
            return;
        }
        self.check_twins(&lists, all);
        self.check_matches(&lists, all);
        self.check_new(&lists, all);
        let name = self.key(meeting.patch).unwrap_or_default();
        if !directives.contains_key(&*format!("$setElementOrder/{name}")) {
            self.check_sequence(&lists, all);
        }
    }

    fn marker_is(&self, item: Source, wanted: &str) -> bool {
        let marker = self.marker(item).map(|marker| self.value(marker));
        marker == Some(Value::String(wanted))
    }

    fn check_replace(&self, lists: &Lists<'_, 'd>, maps: &[Source], all: &mut Vec<Found>) {
        let Some(list) = lists.meeting.scene else { return };
        let count = self.scene.present(list).count();
        for item in maps
            .iter()
            .filter(|item| self.marker_is(**item, "replace") && self.document(**item).len(item.node) > 1)
        {
            let called = self.called(*item, lists.merge_key);
            let found = Found::in_patch(Rule::WipesList, list, *item)
                .with(|note| note.count(count).directive(self.marker(*item)))
                .detail(called);
            if count > 0 {
                all.push(found);
            }
        }
    }

    fn check_twins(&self, lists: &Lists<'_, 'd>, all: &mut Vec<Found>) {
        let mut seen: FxHashMap<Key<'d>, Source> = FxHashMap::default();
        let mut told: FxHashSet<Key<'d>> = FxHashSet::default();
        for (item, key) in &lists.items {
            if self.marker(*item).is_some() || self.entry(*item, "$patchMergeKey").is_some() {
                continue;
            }
            let Some(first) = seen.get(key).copied() else {
                seen.insert(*key, *item);
                continue;
            };
            let of = |item: Source| (self.document(item), item.node);
            let is_one = super::twins::same_identity(lists.field, of(first), of(*item));
            // Where live has the list, the second of two ports of one number goes into the first.
            let meets = lists.groups.contains_key(key) || is_one;
            if meets && told.insert(*key) && told.len() <= LIMIT {
                let found = Found::in_patch(Rule::TwinPatchItems, lists.meeting.near, *item);
                all.push(found.detail(self.called(*item, lists.merge_key)));
            }
        }
    }

    fn check_matches(&self, lists: &Lists<'_, 'd>, all: &mut Vec<Found>) {
        for (item, key) in &lists.items {
            let Some(group) = lists.groups.get(key) else {
                continue;
            };
            if self.entry(*item, "$patchMergeKey").is_some() {
                continue;
            }
            let called = self.called(*item, lists.merge_key);
            if group.count > 1 && self.marker_is(*item, "delete") {
                let found = Found::new(Rule::DeleteSeveral, group.first);
                all.push(
                    found.with(|note| note.count(group.count).patch(*item).directive(self.marker(*item))),
                );
                continue;
            }
            let other = lists
                .field
                .list_map_keys
                .iter()
                .find_map(|other| self.other_key(lists, *item, group, other));
            if let Some(other) = other {
                let found = Found::new(Rule::KeyClobbers, group.first).with(|note| note.patch(*item));
                all.push(found.detail(format!("The patch item `{called}`{other}")));
            }
        }
    }

    /// How one more key of the API shows that the first live item of the merge key is not the one that is meant.
    fn other_key(&self, lists: &Lists<'_, 'd>, item: Source, group: &Group, other: &str) -> Option<String> {
        if other == lists.merge_key {
            return None;
        }
        let wanted = key_text(self.document(item), item.node, other)?;
        let present = match self.scene.get(group.first, other) {
            Some(value) => scalar_text(self.scene_value(value))?,
            None => key_text(self.document(item), item.node, other)
                .filter(|_| self.entry(item, other).is_none())
                .or_else(|| (other == "protocol").then(|| "TCP".to_owned()))?,
        };
        if self.entry(item, other).is_none() {
            return (group.count > 1).then(|| {
                format!(
                    " meets {} live items of that `{}`, and reaches the first, `{}`",
                    group.count,
                    lists.merge_key,
                    named(other, &present)
                )
            });
        }
        (wanted != present).then(|| {
            format!(
                " with `{}` meets the live item with `{}`: only `{}` counts here",
                named(other, &wanted),
                named(other, &present),
                lists.merge_key
            )
        })
    }

    fn check_new(&self, lists: &Lists<'_, 'd>, all: &mut Vec<Found>) {
        let Some(list) = lists.meeting.scene else { return };
        let named_in_patch: FxHashSet<Key<'d>> = lists.items.iter().map(|(_, key)| *key).collect();
        let new: Vec<(Source, Key<'d>)> = lists
            .items
            .iter()
            .copied()
            .filter(|(item, key)| !lists.groups.contains_key(key) && self.marker(*item).is_none())
            .collect();
        if new.is_empty() || new.len() > LIMIT {
            return;
        }
        let mut live: Vec<(ResultId, Typed)> = Vec::new();
        for id in self.scene.present(list) {
            let value = self
                .scene
                .get(id, lists.merge_key)
                .map(|value| self.scene_value(value));
            if let Some(value) = value
                && !named_in_patch.contains(&Key::of(value))
                && let Some(text) = scalar_text(value)
            {
                live.push((id, (value.kind(), text)));
            }
        }
        let typed = |(item, _): &(Source, Key<'d>)| {
            let value = self.entry(*item, lists.merge_key).map(|value| self.value(value));
            let text = value.and_then(scalar_text).unwrap_or_default();
            (value.map_or(Kind::Null, |value| value.kind()), text)
        };
        let asked: Vec<Typed> = new.iter().map(typed).collect();
        let known: Vec<Typed> = live.iter().map(|(_, typed)| typed.clone()).collect();
        for ((item, _), (near, (_, text))) in new.iter().zip(nearest(&asked, &known).into_iter().zip(&asked))
        {
            if let Some((at, why)) = near {
                let (id, (_, name)) = &live[at];
                let mut found = Found::in_patch(Rule::NearMissItem, list, *item);
                found.live = self.scene.live_node(*id);
                all.push(found.detail(format!(
                    "`{}`; did you mean `{name}`, {}",
                    named(lists.merge_key, text),
                    why.why()
                )));
            } else if PLACES.contains(&lists.merge_key) {
                all.extend(self.beside(lists, *item, &live));
            }
        }
    }

    /// A new item by the name of a live one whose key the patch does not name: a moved mount, another port.
    fn beside(&self, lists: &Lists<'_, 'd>, item: Source, live: &[(ResultId, Typed)]) -> Option<Found> {
        let name = self.entry(item, "name").map(|name| self.value(name))?;
        let partial = |key: &str| key.starts_with("subPath");
        if self
            .children(item)
            .any(|entry| self.key(entry).is_some_and(partial))
        {
            return None;
        }
        let (id, (_, text)) = live.iter().find(|(id, _)| {
            let same = self
                .scene
                .get(*id, "name")
                .is_some_and(|live| self.scene_value(live) == name);
            same && !self
                .scene
                .present(*id)
                .any(|entry| self.scene_key(entry).is_some_and(partial))
        })?;
        let called = self.called(item, lists.merge_key);
        let found = Found::new(Rule::AddsBeside, *id).with(|note| note.patch(item));
        Some(found.detail(format!(
            "The patch adds `{called}`, which has the name of `{}`",
            named(lists.merge_key, text)
        )))
    }

    fn check_sequence(&self, lists: &Lists<'_, 'd>, all: &mut Vec<Found>) {
        let Some(list) = lists.meeting.scene else { return };
        let wanted: FxHashSet<ResultId> = lists.groups.values().map(|group| group.first).collect();
        let places: FxHashMap<ResultId, usize> = self
            .scene
            .present(list)
            .enumerate()
            .filter(|(_, id)| wanted.contains(id))
            .map(|(at, id)| (id, at))
            .collect();
        let mut last: Option<(usize, Source)> = None;
        for (item, key) in lists
            .items
            .iter()
            .filter(|(item, _)| self.marker(*item).is_none())
        {
            if self.entry(*item, "$patchMergeKey").is_some() {
                return;
            }
            let Some(place) = lists.groups.get(key).and_then(|group| places.get(&group.first)) else {
                continue;
            };
            if let Some((before, earlier)) = last
                && before > *place
            {
                let names = [earlier, *item].map(|item| self.called(item, lists.merge_key));
                let found = Found::in_patch(Rule::ReordersSilently, list, *item);
                all.push(found.detail(format!("`{}` and `{}`", names[0], names[1])));
                return;
            }
            last = Some((*place, *item));
        }
    }

    /// A value that is both in the list and in the list of deletions beside it.
    pub(super) fn check_set(
        &self,
        directives: &Directives<'d>,
        list: Meeting,
        name: &str,
        all: &mut Vec<Found>,
    ) {
        let deletions = directives.get(&*format!("$deleteFromPrimitiveList/{name}"));
        let Some(deletions) = deletions.copied() else {
            return;
        };
        let doomed: FxHashSet<Key<'d>> = self
            .children(deletions)
            .map(|value| Key::of(self.value(value)))
            .collect();
        let both = self.children(list.patch).find(|value| {
            let key = Key::of(self.value(*value));
            key.is_comparable() && doomed.contains(&key)
        });
        if let Some(both) = both {
            let text = scalar_text(self.value(both)).unwrap_or_default();
            let found = match list.scene {
                Some(list) => Found::new(Rule::DeletesAndAdds, list).with(|note| note.patch(both)),
                None => Found::in_patch(Rule::DeletesAndAdds, list.near, list.patch),
            };
            all.push(
                found
                    .with(|note| note.directive(Some(deletions)))
                    .detail(format!("`{text}`")),
            );
        }
    }
}
