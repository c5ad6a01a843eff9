//! Checks the items of patch lists and the live items that they match: too many, none, or another one than
//! intended.

use rustc_hash::FxHashSet;

use super::duplicate_items::format_key;
use super::item_identity::{is_key_value, key_text, same_identity};
use super::linter::{LintHit, Linter, MAX_FINDINGS};
use super::similar_keys::{Similarity, TypedName, are_few, find_similar};
use super::walk::{Directives, PatchAndLive};
use crate::document::{Value, ValueKind};
use crate::merge::MergeKey;
use crate::merge::keys::key_table::{KeyId, KeyMap};
use crate::merge::keys::keyed_items::{CachedList, KeyedItem, KeyedLists, ListCache, PatchItem};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::result_tree::path::{item_name_text, scalar_text};
use crate::merge::rule::Rule;
use crate::schema::{Field, Strategy};

/// Merge keys of items that also have a name, which identifies them for users.
const NAMED_ITEM_KEYS: [&str; 4] = ["mountPath", "devicePath", "containerPort", "port"];

/// The live items with one merge key.
#[derive(Clone, Copy)]
struct DuplicateGroup {
    first: ResultId,
    /// The position of the first item in its list.
    index: usize,
    second: Option<ResultId>,
    count: usize,
}

/// The live items of a list by merge key.
struct DuplicateGroups {
    numbers: KeyMap,
    groups: Vec<DuplicateGroup>,
}

impl DuplicateGroups {
    fn new(live: &[KeyedItem]) -> Self {
        let mut numbers = KeyMap::new();
        let mut groups: Vec<DuplicateGroup> = Vec::with_capacity(live.len());
        for (index, item) in live.iter().enumerate() {
            if numbers.set_first(item.key_id, groups.len()) {
                groups.push(DuplicateGroup {
                    first: item.id,
                    index,
                    second: None,
                    count: 1,
                });
            } else if let Some(group) = numbers.get(item.key_id) {
                groups[group].count += 1;
                groups[group].second.get_or_insert(item.id);
            }
        }
        Self { numbers, groups }
    }

    fn get(&self, key_id: KeyId) -> Option<DuplicateGroup> {
        Some(self.groups[self.numbers.get(key_id)?])
    }
}

/// A list of a patch, its items, and the live items of the list that it is merged into.
struct LintedLists<'a, 'd> {
    pair: PatchAndLive,
    field: &'a Field<'d>,
    merge_key: &'d str,
    keyed: &'a KeyedLists<'d>,
    groups: DuplicateGroups,
    /// Whether the semantics knows `$patchMergeKey`. If not, it does not select items.
    knows_keys: bool,
}

impl LintedLists<'_, '_> {
    /// Returns whether an item is matched by several keys.
    fn is_found_by_keys(&self, item: &PatchItem) -> bool {
        item.has_merge_keys && self.knows_keys
    }

    /// Returns the patch items whose keys can be compared.
    fn comparable(&self) -> impl Iterator<Item = &PatchItem> {
        let is_comparable = |item: &&PatchItem| {
            let key = self.keyed.table.key(item.key_id);
            key.is_some_and(MergeKey::is_comparable)
        };
        self.keyed.patch.iter().filter(is_comparable)
    }
}

impl<'d> Linter<'_, 'd> {
    /// Checks a list field of a patch map. Returns the nodes inside that are still to be checked.
    pub(crate) fn walk_list(
        &self,
        directives: &Directives<'d>,
        pair: PatchAndLive,
        field: &Field<'d>,
        cache: &mut ListCache<'d>,
        all: &mut Vec<LintHit>,
    ) -> Vec<PatchAndLive> {
        let merge_key = field.merge_key.filter(|_| field.strategy == Strategy::Merge);
        let Some(merge_key) = merge_key else {
            return vec![PatchAndLive { tree: None, ..pair }];
        };
        let cached = pair.tree.and_then(|list| cache.remove(&list));
        let mut keyed = match cached.filter(|cached| cached.merge_key == merge_key) {
            Some(cached) => cached.lists,
            None => {
                let mut table = self.key_table(pair.tree, &[Some(pair.patch)]);
                let live = pair.tree.map_or_else(Vec::new, |list| {
                    self.keyed_items(&self.items(list), Some(merge_key), &mut table)
                });
                let patch = Vec::new();
                KeyedLists { table, live, patch }
            }
        };
        keyed.patch = self.patch_items(pair.patch, Some(merge_key), &mut keyed.table);
        let lists = LintedLists {
            pair,
            field,
            merge_key,
            groups: DuplicateGroups::new(&keyed.live),
            knows_keys: self.knows_merge_keys,
            keyed: &keyed,
        };
        let inside = self.check_list(directives, &lists, all);
        if let Some(list) = pair.tree {
            let patch = Some(pair.patch);
            let cached = CachedList {
                merge_key,
                patch,
                lists: keyed,
            };
            cache.insert(list, cached);
        }
        inside
    }

    fn check_list(
        &self,
        directives: &Directives<'d>,
        lists: &LintedLists<'_, 'd>,
        all: &mut Vec<LintHit>,
    ) -> Vec<PatchAndLive> {
        let LintedLists { pair, keyed, .. } = lists;
        let item_type = self.schema.item(lists.field.type_position);
        let is_replaced = keyed.patch.iter().any(|item| self.has_directive(item, "replace"));
        let maps = keyed
            .patch
            .iter()
            .filter(|item| self.kind(item.source) == ValueKind::Map);
        let deleted = self.deleted_keys(lists);
        let (mut seen, mut repeated) = (FxHashSet::default(), FxHashSet::default());
        for item in maps.clone().filter(|item| item.patch_directive.is_none()) {
            if !seen.insert(item.key_id) {
                repeated.insert(item.key_id);
            }
        }
        // What an earlier item of this key leaves of the live item is not known yet.
        seen.clear();
        let inside = maps.map(|item| {
            let is_second = !seen.insert(item.key_id);
            let is_new =
                is_replaced || is_second || (item.patch_directive.is_none() && deleted.has(item.key_id));
            let group = lists.groups.get(item.key_id).filter(|_| !is_new);
            PatchAndLive {
                patch: item.source,
                tree: group.map(|group| group.first),
                near: group.map_or(pair.near, |group| group.first),
                type_position: Some(item_type),
                is_repeated: pair.is_repeated || repeated.contains(&item.key_id),
            }
        });
        let inside = inside.collect();
        if is_replaced {
            self.check_replace(lists, all);
            return inside;
        }
        self.check_duplicate_patch_items(lists, all);
        self.check_matches(lists, all);
        self.check_new(lists, all);
        let name = self.key(pair.patch).unwrap_or_default();
        let has_order = || directives.contains_key(&*format!("$setElementOrder/{name}"));
        // If several patch items order one list, only the last order counts.
        if self.orders_by_patch && !pair.is_repeated && !has_order() {
            self.check_sequence(lists, all);
        }
        inside
    }

    fn has_directive(&self, item: &PatchItem, wanted: &str) -> bool {
        item.patch_directive.map(|marker| self.value(marker)) == Some(Value::String(wanted))
    }

    /// Returns the keys of the items that the patch deletes. Deletions come first, so other items with these
    /// keys match no live item.
    fn deleted_keys(&self, lists: &LintedLists<'_, 'd>) -> KeyMap {
        let deletions = lists
            .comparable()
            .filter(|item| !lists.is_found_by_keys(item) && self.has_directive(item, "delete"));
        KeyMap::first_positions(deletions.map(|item| item.key_id))
    }

    fn check_replace(&self, lists: &LintedLists<'_, 'd>, all: &mut Vec<LintHit>) {
        let Some(list) = lists.pair.tree else {
            return;
        };
        let with_content = |item: &&PatchItem| {
            self.has_directive(item, "replace") && self.document(item.source).len(item.source.node) > 1
        };
        for item in lists.keyed.patch.iter().filter(with_content) {
            let found = LintHit::in_patch(Rule::ReplacesWholeList, list, item.source)
                .with(|note| note.count(lists.keyed.live.len()).directive(item.patch_directive))
                .detail(self.source_item_name(item.source, lists.merge_key));
            all.push(found);
        }
    }

    fn check_duplicate_patch_items(&self, lists: &LintedLists<'_, 'd>, all: &mut Vec<LintHit>) {
        let (mut seen, mut reported) = (KeyMap::new(), KeyMap::new());
        let mut count = 0;
        let mut plain: Vec<NodeRef> = Vec::with_capacity(lists.keyed.patch.len());
        for item in lists
            .comparable()
            .filter(|item| item.patch_directive.is_none() && !lists.is_found_by_keys(item))
        {
            if seen.set_first(item.key_id, plain.len()) {
                plain.push(item.source);
                continue;
            }
            let Some(first) = seen.get(item.key_id).map(|at| plain[at]) else {
                continue;
            };
            let of = |item: NodeRef| (self.document(item), item.node);
            let is_one = same_identity(lists.field, of(first), of(item.source));
            // If the list exists in the live object, the second of two ports with the same number is merged
            // into the first.
            let meets = lists.groups.get(item.key_id).is_some() || is_one;
            if meets && count < MAX_FINDINGS && reported.set_first(item.key_id, count) {
                count += 1;
                let found = LintHit::in_patch(Rule::DuplicatePatchItems, lists.pair.near, item.source);
                all.push(found.detail(self.source_item_name(item.source, lists.merge_key)));
            }
        }
    }

    fn check_matches(&self, lists: &LintedLists<'_, 'd>, all: &mut Vec<LintHit>) {
        let gone = self.deleted_keys(lists);
        let added = lists.comparable().filter(|item| item.patch_directive.is_none());
        let added = KeyMap::first_positions(added.map(|item| item.key_id));
        let (mut several, mut clobbers) = (0, 0);
        for item in lists.comparable().filter(|item| !lists.is_found_by_keys(item)) {
            let Some(group) = lists.groups.get(item.key_id) else {
                continue;
            };
            if group.count > 1 && self.has_directive(item, "delete") {
                several += 1;
                // If the patch adds the item again, one item with that key is intended.
                if several > MAX_FINDINGS || added.has(item.key_id) {
                    continue;
                }
                let found = LintHit::new(Rule::DeleteSeveral, group.first);
                all.push(found.with(|note| {
                    note.count(group.count)
                        .patch(item.source)
                        .directive(item.patch_directive)
                }));
                continue;
            }
            if item.patch_directive.is_none() && gone.has(item.key_id) {
                continue;
            }
            let other = lists
                .field
                .list_map_keys
                .iter()
                .find_map(|other| self.describe_other_key(lists, item.source, group, other));
            if let Some(other) = other.filter(|_| clobbers < MAX_FINDINGS) {
                clobbers += 1;
                let called = self.source_item_name(item.source, lists.merge_key);
                let mut found =
                    LintHit::new(Rule::KeyCollision, group.first).with(|note| note.patch(item.source));
                found.also_marked = group.second.filter(|_| !gone.has(item.key_id));
                let stays = match group.count {
                    _ if gone.has(item.key_id) => "",
                    0 | 1 => "",
                    2 => ". The other live item with that key is not changed",
                    _ => ". The other live items with that key are not changed",
                };
                all.push(found.detail(format!("The patch item `{called}`{other}{stays}")));
            }
        }
    }

    /// Returns how another key of the API shows that the first live item with the merge key is not the
    /// intended one.
    fn describe_other_key(
        &self,
        lists: &LintedLists<'_, 'd>,
        item: NodeRef,
        group: DuplicateGroup,
        other: &str,
    ) -> Option<String> {
        if other == lists.merge_key {
            return None;
        }
        let item_type = self.schema.item(lists.field.type_position);
        let is_built_in = self
            .schema
            .struct_name(item_type)
            .is_some_and(|(_, is_built_in)| is_built_in);
        let wanted = key_text(self.document(item), item.node, other)
            .filter(|value| !is_built_in || is_key_value(other, value))?;
        let present = match self.tree.get(group.first, other) {
            Some(value) => scalar_text(self.result_value(value))?,
            None => key_text(self.document(item), item.node, other)
                .filter(|_| self.entry(item, other).is_none())
                .or_else(|| (other == "protocol").then(|| "TCP".to_owned()))?,
        };
        if self.entry(item, other).is_none() {
            return (group.count > 1).then(|| {
                format!(
                    " matches {} live items with that `{}`. The first, `{}`, is used",
                    group.count,
                    lists.merge_key,
                    format_key(other, &present)
                )
            });
        }
        (wanted != present).then(|| {
            format!(
                " with `{}` matches the live item with `{}`, because only `{}` is compared",
                format_key(other, &wanted),
                format_key(other, &present),
                lists.merge_key
            )
        })
    }

    fn check_new(&self, lists: &LintedLists<'_, 'd>, all: &mut Vec<LintHit>) {
        let Some(list) = lists.pair.tree else { return };
        let is_new =
            |item: &&PatchItem| item.patch_directive.is_none() && lists.groups.get(item.key_id).is_none();
        let new: Vec<&PatchItem> = lists.comparable().filter(is_new).take(MAX_FINDINGS + 1).collect();
        if new.is_empty() || new.len() > MAX_FINDINGS {
            return;
        }
        let typed = |key_id: KeyId| -> Option<TypedName> {
            let value = lists.keyed.table.key(key_id)?.value();
            Some((value.kind(), scalar_text(value)?))
        };
        let named_in_patch = KeyMap::first_positions(lists.comparable().map(|item| item.key_id));
        let is_compared = |item: &&KeyedItem| {
            let key = lists.keyed.table.key(item.key_id);
            !named_in_patch.has(item.key_id) && key.is_some_and(|key| key.value().kind().is_scalar())
        };
        let live = || lists.keyed.live.iter().filter(is_compared);
        let has_names = NAMED_ITEM_KEYS.contains(&lists.merge_key);
        if !has_names && !are_few(new.len(), live().count()) {
            return;
        }
        let of_live = |item: &KeyedItem| Some((item.id, typed(item.key_id)?));
        let live: Vec<(ResultId, TypedName)> = live().filter_map(of_live).collect();
        let of_patch = |item: &&PatchItem| typed(item.key_id).unwrap_or((ValueKind::Null, String::new()));
        let patch_keys: Vec<TypedName> = new.iter().map(of_patch).collect();
        let live_keys: Vec<TypedName> = live.iter().map(|(_, typed)| typed.clone()).collect();
        for (item, (near, (kind, _))) in new
            .iter()
            .zip(find_similar(&patch_keys, &live_keys).into_iter().zip(&patch_keys))
        {
            if let Some((at, why)) = near {
                let (id, (live_kind, _)) = &live[at];
                let mut found = LintHit::in_patch(Rule::PossibleTypo, list, item.source);
                found.live = self.tree.live_node(*id);
                let key = self.source_item_name(item.source, lists.merge_key);
                let name = self.result_item_name(*id, lists.merge_key);
                all.push(found.detail(match why {
                    Similarity::Type => format!(
                        "`{key}`: this key is {}, but the live item has {}, so they do not match",
                        kind.with_article(),
                        live_kind.with_article()
                    ),
                    _ => format!("`{key}`, but it has `{name}` ({})", why.description()),
                }));
            } else if has_names {
                all.extend(self.check_same_name(lists, item.source, &live));
            }
        }
    }

    /// Checks for a new item with the name of a live item that the patch does not list: a moved mount or a
    /// changed port.
    fn check_same_name(
        &self,
        lists: &LintedLists<'_, 'd>,
        item: NodeRef,
        live: &[(ResultId, TypedName)],
    ) -> Option<LintHit> {
        let name = self.entry(item, "name").map(|name| self.value(name))?;
        let partial = |key: &str| key.starts_with("subPath");
        if self
            .children(item)
            .any(|entry| self.key(entry).is_some_and(partial))
        {
            return None;
        }
        let (id, _) = live.iter().find(|(id, _)| {
            let same = self
                .tree
                .get(*id, "name")
                .is_some_and(|live| self.result_value(live) == name);
            same && !self
                .tree
                .present(*id)
                .any(|entry| self.result_key(entry).is_some_and(partial))
        })?;
        let called = self.source_item_name(item, lists.merge_key);
        let found = LintHit::new(Rule::ChangedKeyAddsItem, *id).with(|note| note.patch(item));
        Some(found.detail(format!(
            "The patch item `{called}` has the same `name` as the live item `{}`",
            format_key(lists.merge_key, &self.result_item_name(*id, lists.merge_key))
        )))
    }

    /// Returns the name of an item of the result by its merge key.
    fn result_item_name(&self, item: ResultId, key: &str) -> String {
        let value = self.tree.get(item, key);
        let name = value.and_then(|value| item_name_text(self.result_value(value)));
        name.unwrap_or_default()
    }

    fn check_sequence(&self, lists: &LintedLists<'_, 'd>, all: &mut Vec<LintHit>) {
        let Some(list) = lists.pair.tree else { return };
        let mut last: Option<(usize, NodeRef)> = None;
        let mut seen = KeyMap::new();
        let gone = self.deleted_keys(lists);
        for item in lists.comparable().filter(|item| item.patch_directive.is_none()) {
            if lists.is_found_by_keys(item) {
                return;
            }
            // If an item is listed twice, its first position counts. A deleted item is a different one
            // afterwards.
            let is_first = !gone.has(item.key_id) && seen.set_first(item.key_id, 0);
            let group = lists.groups.get(item.key_id).filter(|_| is_first);
            // Kubernetes sorts live items with a `$patch` field last, whatever the patch lists.
            let is_placed_last = |group: &DuplicateGroup| self.tree.get(group.first, "$patch").is_some();
            let Some(group) = group.filter(|group| !is_placed_last(group)) else {
                continue;
            };
            if let Some((before, earlier)) = last
                && before > group.index
            {
                let names = [earlier, item.source].map(|item| self.source_item_name(item, lists.merge_key));
                let found = LintHit::in_patch(Rule::ImplicitReorder, list, item.source);
                all.push(found.detail(format!("`{}` and `{}`", names[0], names[1])));
                return;
            }
            last = Some((group.index, item.source));
        }
    }

    /// Checks for a value that is both in the list and in the list of deletions next to it.
    pub(crate) fn check_set(
        &self,
        directives: &Directives<'d>,
        list: PatchAndLive,
        name: &str,
        all: &mut Vec<LintHit>,
    ) {
        let deletions = directives.get(&*format!("$deleteFromPrimitiveList/{name}"));
        let Some(deletions) = deletions.copied() else {
            return;
        };
        let deleted: FxHashSet<MergeKey<'d>> = self
            .children(deletions)
            .map(|value| MergeKey::from_value(self.value(value)))
            .collect();
        let both = self.children(list.patch).find(|value| {
            let key = MergeKey::from_value(self.value(*value));
            key.is_comparable() && deleted.contains(&key)
        });
        // With an order, Kubernetes merges the list first and applies deletions afterwards.
        let is_random = !directives.contains_key(&*format!("$setElementOrder/{name}"));
        if let Some(both) = both {
            let text = scalar_text(self.value(both)).unwrap_or_default();
            let how = match is_random {
                true => "Kubernetes processes the two in random order",
                false => {
                    "With `$setElementOrder`, Kubernetes merges the list first, so the value is removed there"
                }
            };
            let found = match list.tree {
                Some(list) => LintHit::new(Rule::DeletesAndAdds, list).with(|note| note.patch(both)),
                None => LintHit::in_patch(Rule::DeletesAndAdds, list.near, list.patch),
            };
            all.push(found.with(|note| note.directive(Some(deletions))).detail(format!(
                "`{text}` is both in `{name}` and in `$deleteFromPrimitiveList/{name}`. {how}"
            )));
        }
    }
}
