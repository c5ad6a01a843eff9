//! Two lists meet, as Kubernetes merges them (spec 3.7): markers first, then item by item, then the weave.

use rustc_hash::{FxHashMap, FxHashSet};

use super::engine::{Engine, Note, Outcome};
use super::go_text;
use super::incoming::Cleaning;
use super::items::ItemIndex;
use super::key::Key;
use super::kubernetes::{MergedList, first_places};
use super::weave::{Placed, weave};
use crate::document::{Kind, Numbers, Value, same};
use crate::merge::mark::Mark;
use crate::merge::rule::Rule;
use crate::merge::scene::{ResultId, Source};
use crate::schema::{Field, Strategy};

impl<'d> Engine<'d> {
    /// Merges the list `patch` into the scene's list `list`; `deletes` for a `$deleteFromPrimitiveList`.
    pub(super) fn merge_list_kubernetes(
        &mut self,
        list: ResultId,
        patch: Source,
        field: &Field<'d>,
        deletes: bool,
        directive: Option<Source>,
    ) -> Outcome<MergedList<'d>> {
        let live = self.items(list);
        let patch_items: Vec<Source> = self.children(patch).collect();
        if !deletes && field.strategy != Strategy::Merge {
            let view = live.iter().map(|id| Key::of(self.scene_value(*id))).collect();
            let items = self.replace_atomic_list(list, patch);
            return Ok(MergedList { items, view });
        }
        let note = Note::new(Rule::MergeList, list).patch(patch).directive(directive);
        let Some(kind) = self.element_kind(&live, &patch_items, note.clone(), (list, patch))? else {
            return Ok(MergedList {
                items: live,
                view: Vec::new(),
            });
        };
        if kind != Kind::Map {
            return if deletes {
                Ok(self.delete_values(list, live, patch, &patch_items))
            } else {
                Ok(self.merge_set_kubernetes(list, live, patch, &patch_items))
            };
        }
        let Some(merge_key) = field.merge_key else {
            let kind = self.schema.go_kind(self.schema.item(field.place));
            let message = format!("cannot merge lists without merge key for {kind}");
            let detail = "here it would need one".to_owned();
            return Err(self.refuse(
                Note::renamed(note, Rule::NoMergeKey),
                message,
                detail,
                vec![patch],
            ));
        };
        if deletes {
            self.step(
                Note::new(Rule::DeleteListMerges, list)
                    .patch(patch)
                    .directive(Some(patch)),
            );
            self.scene.mark(list, Mark::Warning);
        }
        self.open(note.count(patch_items.len()));
        let merged = self.merge_maps_kubernetes(list, live, patch, &patch_items, field, merge_key)?;
        self.close();
        Ok(merged)
    }

    /// An atomic list: the patch list takes the place of the live one.
    pub(super) fn replace_atomic_list(&mut self, list: ResultId, patch: Source) -> Vec<ResultId> {
        let document = self.document(patch);
        if same(&self.scene, list, document, patch.node, Numbers::ByType) {
            return self.items(list);
        }
        let cleaning = self.cleaning_of_replacements();
        self.replace_items(list, patch, cleaning, Rule::ReplaceAtomicList, None, &|_| true)
    }

    /// All live items go, those patch items come that `wanted` lets through.
    pub(super) fn replace_items(
        &mut self,
        list: ResultId,
        patch: Source,
        cleaning: Cleaning,
        rule: Rule,
        directive: Option<Source>,
        wanted: &dyn Fn(Source) -> bool,
    ) -> Vec<ResultId> {
        let document = self.document(patch);
        let place = self.item_place(list);
        let mut cleaner = self.cleaner(cleaning, patch);
        let mut new = Vec::new();
        for item in self.children(patch) {
            if wanted(item) && cleaner.keeps(document, item.node, true) {
                new.push(self.graft(list, None, item, &mut cleaner, place));
            }
        }
        self.step(
            Note::new(rule, list)
                .patch(patch)
                .directive(directive)
                .count(new.len()),
        );
        for id in self.items(list) {
            self.take_out(id, Mark::Deleted);
        }
        for id in &new {
            self.scene.mark(*id, Mark::Added);
            self.scene.bring(*id);
        }
        self.scene.mark(list, Mark::Replaced);
        self.tell(list, cleaner.events);
        new
    }

    fn merge_maps_kubernetes(
        &mut self,
        list: ResultId,
        live: Vec<ResultId>,
        patch: Source,
        patch_items: &[Source],
        field: &Field<'d>,
        merge_key: &'d str,
    ) -> Outcome<MergedList<'d>> {
        let keyed = live.iter().map(|id| (*id, self.item_key(*id, Some(merge_key))));
        let keyless = keyed.clone().find(|(_, key)| key.is_none()).map(|(id, _)| id);
        let mut index = ItemIndex::new(keyed);
        let (rest, replaces, deleted) = self.marker_items(list, patch_items, merge_key, &mut index)?;
        if let Some(marker) = replaces {
            let wanted = |item: Source| {
                self.documents[item.document as usize]
                    .get(item.node, "$patch")
                    .is_none()
            };
            let view = live
                .iter()
                .filter(|id| self.is_in(**id))
                .filter_map(|id| self.item_key(*id, Some(merge_key)))
                .collect();
            let keep: FxHashSet<Source> = patch_items.iter().copied().filter(|item| wanted(*item)).collect();
            let new = self.replace_items(
                list,
                patch,
                Cleaning::Verbatim,
                Rule::ReplaceList,
                Some(marker),
                &|item| keep.contains(&item),
            );
            let items = self.draw_together(list, new, field)?;
            return Ok(MergedList { items, view });
        }
        let place = field.place;
        let item_place = self.schema.item(place);
        let mut wanted: FxHashMap<Key<'d>, usize> = FxHashMap::default();
        let mut added = Vec::new();
        for (at, item) in rest.iter().copied().enumerate() {
            let note = |rule| Note::new(rule, list).patch(item);
            let Some(key) = self.entry_key(item, Some(merge_key)) else {
                let message = self.no_key_text(item, merge_key);
                let detail = format!("a patch item has no `{merge_key}`");
                return Err(self.refuse(note(Rule::MissingMergeKey), message, detail, vec![item]));
            };
            if let Some(id) = index.dies_with(key) {
                return Err(self.dies_of_key(note(Rule::ProgramPanics), key, id, Some(merge_key)));
            }
            wanted.entry(key).or_insert(at);
            match index.first(key) {
                Some(id) => {
                    let twins = index.all(key).take(2).count();
                    self.open(Note::new(Rule::MatchItem, id).patch(item).count(twins));
                    self.merge_map(id, item, item_place)?;
                    self.close();
                }
                None => {
                    let id = self.add_item(list, item, Cleaning::Verbatim);
                    added.push((key, id));
                    if key.is_comparable() {
                        index.append(key, id);
                    }
                }
            }
        }
        if let Some(id) = keyless {
            let note = Note::new(Rule::MissingMergeKey, list).patch(patch);
            return Err(self.keyless(note, id, field));
        }
        let survivors: Vec<(ResultId, Key<'d>)> = live
            .iter()
            .filter(|id| self.is_in(**id))
            .filter_map(|id| Some((*id, self.item_key(*id, Some(merge_key))?)))
            .collect();
        let stood: Vec<Key<'d>> = survivors.iter().map(|(_, key)| *key).collect();
        let all = survivors
            .into_iter()
            .chain(added.iter().map(|(key, id)| (*id, *key)));
        let items = weave_by(all, &wanted, &first_places(&stood));
        let mut view = stood;
        view.extend(added.iter().take(deleted).map(|(key, _)| *key));
        Ok(MergedList { items, view })
    }

    /// Carries out the items with `$patch`. Returns the other items, a `$patch: replace` marker if there is one, and
    /// how many live items were deleted.
    fn marker_items(
        &mut self,
        list: ResultId,
        patch_items: &[Source],
        merge_key: &'d str,
        index: &mut ItemIndex<'d>,
    ) -> Outcome<(Vec<Source>, Option<Source>, usize)> {
        let (mut rest, mut replaces, mut deleted) = (Vec::new(), None, 0);
        for (at, item) in patch_items.iter().copied().enumerate() {
            let Some(marker) = self.marker(item) else {
                rest.push(item);
                continue;
            };
            let note = |rule| Note::new(rule, list).patch(item).directive(Some(marker));
            match self.value(marker) {
                Value::String("replace") => replaces = Some(marker),
                Value::String("delete") => {
                    let Some(key) = self.entry_key(item, Some(merge_key)) else {
                        let message = self.no_key_text(item, merge_key);
                        let detail = format!("a deletion has no `{merge_key}`");
                        let refusal = self.refuse(note(Rule::MissingMergeKey), message, detail, vec![item]);
                        return Err(refusal);
                    };
                    if let Some(id) = index.dies_with(key) {
                        return Err(self.dies_of_key(note(Rule::ProgramPanics), key, id, Some(merge_key)));
                    }
                    deleted += self.delete_items(list, item, marker, key, index);
                }
                Value::String("merge") => {
                    let message = "merging lists cannot yet be specified in the patch".to_owned();
                    let note = note(Rule::UnknownPatchType);
                    return Err(self.refuse(note, message, "\"merge\"".to_owned(), vec![marker]));
                }
                _ => return Err(self.unknown_marker(list, item, marker, &format!("entry {at}"))),
            }
        }
        Ok((rest, replaces, deleted))
    }

    /// `$patch: delete`: all live items of the key go; returns how many.
    pub(super) fn delete_items(
        &mut self,
        list: ResultId,
        item: Source,
        marker: Source,
        key: Key<'d>,
        index: &mut ItemIndex<'d>,
    ) -> usize {
        let doomed: Vec<ResultId> = index.all(key).collect();
        let Some(first) = doomed.first().copied() else {
            let shown = self.deletion_name(item, marker);
            let note = Note::new(Rule::DeleteNothing, list)
                .patch(item)
                .directive(Some(marker));
            self.step(note.detail(shown));
            return 0;
        };
        self.step(
            Note::new(Rule::DeleteItem, first)
                .patch(item)
                .directive(Some(marker))
                .count(doomed.len()),
        );
        for id in &doomed {
            self.take_out(*id, Mark::Deleted);
        }
        index.forget(key);
        doomed.len()
    }

    fn deletion_name(&self, item: Source, marker: Source) -> String {
        let keys = self.children(item).filter(|entry| *entry != marker);
        let shown: Vec<String> = keys
            .take(2)
            .map(|entry| {
                format!(
                    "{}={}",
                    self.key(entry).unwrap_or_default(),
                    self.key_text(entry, None)
                )
            })
            .collect();
        shown.join(", ")
    }

    /// A patch item that no live item matches goes to the list's end.
    pub(super) fn add_item(&mut self, list: ResultId, item: Source, cleaning: Cleaning) -> ResultId {
        let place = self.item_place(list);
        let mut cleaner = self.cleaner(cleaning, item);
        let id = self.graft(list, None, item, &mut cleaner, place);
        self.step(Note::new(Rule::AddItem, id).patch(item));
        self.scene.mark(id, Mark::Added);
        self.scene.bring(id);
        self.tell(id, cleaner.events);
        id
    }

    /// Items of one key stand together once a list has been merged.
    fn draw_together(
        &mut self,
        list: ResultId,
        items: Vec<ResultId>,
        field: &Field<'d>,
    ) -> Outcome<Vec<ResultId>> {
        let mut keyed = Vec::with_capacity(items.len());
        for id in items {
            match self.item_key(id, field.merge_key) {
                Some(key) => keyed.push((id, key)),
                None => return Err(self.keyless(Note::new(Rule::MissingMergeKey, list), id, field)),
            }
        }
        let keys: Vec<Key<'d>> = keyed.iter().map(|(_, key)| *key).collect();
        Ok(weave_by(
            keyed.into_iter(),
            &FxHashMap::default(),
            &first_places(&keys),
        ))
    }

    /// A set: the values of both lists, each once; then the weave (spec 3.7 step 3, 3.9).
    fn merge_set_kubernetes(
        &mut self,
        list: ResultId,
        live: Vec<ResultId>,
        patch: Source,
        patch_items: &[Source],
    ) -> MergedList<'d> {
        self.open(
            Note::new(Rule::MergeSet, list)
                .patch(patch)
                .count(patch_items.len()),
        );
        let live_keys: Vec<Key<'d>> = live.iter().map(|id| Key::of(self.scene_value(*id))).collect();
        let both: Vec<Key<'d>> = live_keys
            .iter()
            .copied()
            .chain(patch_items.iter().map(|item| Key::of(self.value(*item))))
            .collect();
        let (kept, cells) = super::repeats::without_repeats(both);
        let view = super::repeats::live_view(&live_keys, &cells);
        let mut nodes: FxHashMap<Key<'d>, ResultId> = FxHashMap::default();
        let mut repeated = Vec::new();
        for (id, key) in live.iter().zip(&live_keys) {
            if nodes.contains_key(key) {
                repeated.push(*id);
            } else {
                nodes.insert(*key, *id);
            }
        }
        self.drop_repeats(list, repeated);
        let mut wanted: FxHashMap<Key<'d>, usize> = FxHashMap::default();
        for (at, item) in patch_items.iter().copied().enumerate() {
            let key = Key::of(self.value(item));
            wanted.entry(key).or_insert(at);
            if let std::collections::hash_map::Entry::Vacant(vacant) = nodes.entry(key) {
                vacant.insert(self.add_value(list, item));
            }
        }
        let items = kept.into_iter().filter_map(|key| Some((*nodes.get(&key)?, key)));
        let items = weave_by(items, &wanted, &first_places(&view));
        self.close();
        MergedList { items, view }
    }

    pub(super) fn drop_repeats(&mut self, list: ResultId, repeated: Vec<ResultId>) {
        if !repeated.is_empty() {
            self.step(Note::new(Rule::DropRepeats, list).count(repeated.len()));
            for id in repeated {
                self.take_out(id, Mark::Deleted);
            }
        }
    }

    /// A value that the set lacks goes to its end.
    pub(super) fn add_value(&mut self, list: ResultId, item: Source) -> ResultId {
        let mut cleaner = self.cleaner(Cleaning::Verbatim, item);
        let id = self.graft(list, None, item, &mut cleaner, None);
        self.step(Note::new(Rule::AddValue, id).patch(item));
        self.scene.mark(id, Mark::Added);
        self.scene.bring(id);
        id
    }

    /// `$deleteFromPrimitiveList`: every copy of its values leaves live.
    pub(super) fn delete_values(
        &mut self,
        list: ResultId,
        live: Vec<ResultId>,
        patch: Source,
        patch_items: &[Source],
    ) -> MergedList<'d> {
        let keyed = live.iter().map(|id| (*id, Some(Key::of(self.scene_value(*id)))));
        let mut index = ItemIndex::new(keyed);
        for item in patch_items {
            let key = Key::of(self.value(*item));
            let doomed: Vec<ResultId> = index.all(key).collect();
            match doomed.first() {
                Some(first) => {
                    let note = Note::new(Rule::DeleteValue, *first)
                        .patch(*item)
                        .directive(Some(patch));
                    self.step(note.old(*item).count(doomed.len()));
                    for id in &doomed {
                        self.take_out(*id, Mark::Deleted);
                    }
                    index.forget(key);
                }
                None => {
                    let note = Note::new(Rule::DeleteNoValue, list)
                        .patch(*item)
                        .directive(Some(patch));
                    self.step(note.old(*item));
                }
            }
        }
        MergedList {
            items: self.items(list),
            view: Vec::new(),
        }
    }

    /// The item type of the scene's list, for cleaning; only the proposal asks.
    fn item_place(&self, list: ResultId) -> Option<crate::schema::Place> {
        if !self.is_proposal() {
            return None;
        }
        let mut chain = vec![list];
        while let Some(parent) = chain.last().and_then(|id| self.scene.parent(*id)) {
            chain.push(parent);
        }
        let mut place = crate::merge::path::top_place(&self.documents[0], self.schema)?;
        for id in chain.iter().rev().skip(1) {
            place = match self.scene_key(*id) {
                Some(key) => self.schema.peek(place, key)?.place,
                None => self.schema.item(place),
            };
        }
        Some(self.schema.item(place))
    }

    /// Whether the patch list stands as the order directive wants it (spec 3.4.1).
    pub(super) fn check_order_kubernetes(
        &mut self,
        note: Note,
        patch: Source,
        directive: Source,
        merge_key: Option<&'d str>,
    ) -> Outcome {
        let order: Vec<Source> = self.children(directive).collect();
        let patch_items: Vec<Source> = self.children(patch).collect();
        if order.is_empty() || patch_items.is_empty() {
            return Ok(());
        }
        let mut items = Vec::new();
        for item in patch_items.iter().copied() {
            if merge_key.is_some() && self.kind(item) != Kind::Map {
                return Err(self.no_map(note, item));
            }
            let deleted = merge_key.is_some()
                && self
                    .marker(item)
                    .is_some_and(|marker| self.value(marker) == Value::String("delete"));
            if !deleted {
                items.push(item);
            }
        }
        let (mut at, mut place) = (0, 0);
        while at < items.len() && place < order.len() {
            if self.marker(items[at]).is_some() {
                at += 1;
                continue;
            }
            let mut keys = [Key::Null; 2];
            for (slot, entry) in [items[at], order[place]].into_iter().enumerate() {
                if merge_key.is_some() && self.kind(entry) != Kind::Map {
                    return Err(self.no_map(note, entry));
                }
                let Some(key) = self.entry_key(entry, merge_key) else {
                    let name = merge_key.unwrap_or_default();
                    let message = self.no_key_text(entry, name);
                    let detail = format!("an item has no `{name}`");
                    let note = Note::renamed(note, Rule::MissingMergeKey);
                    return Err(self.refuse(note, message, detail, vec![entry]));
                };
                keys[slot] = key;
            }
            if keys[0] == keys[1] {
                if !keys[0].is_comparable() {
                    let name = go_text::type_name(self.kind(items[at]));
                    let message = format!("runtime error: comparing uncomparable type {name}");
                    let note = Note::renamed(note, Rule::ProgramPanics);
                    return Err(self.refuse(note, message.clone(), message, vec![items[at]]));
                }
                at += 1;
            }
            place += 1;
        }
        if at < items.len() && place >= order.len() {
            let document = self.document(patch);
            let shown = go_text::list(document, items.iter().map(|item| item.node));
            let wanted = go_text::list(document, order.iter().map(|entry| entry.node));
            let message = format!(
                "The order in patch list:\n{shown}\n doesn't match $setElementOrder list:\n{wanted}\n"
            );
            return Err(self.mismatch(note, message, &items, &order, at, merge_key));
        }
        self.step(note);
        Ok(())
    }

    fn no_map(&mut self, note: Note, item: Source) -> Box<crate::merge::trace::Refusal> {
        let kind = self.kind(item);
        let message = format!(
            "expected a map[string]interface {{}}, but received a {}",
            go_text::type_name(kind)
        );
        let detail = format!("here stands {}", kind.with_article());
        self.refuse(
            Note::renamed(note, Rule::MissingMergeKey),
            message,
            detail,
            vec![item],
        )
    }
}

/// Splits keyed items by whether the wanted order has their key, and weaves the two parts.
fn weave_by<'d>(
    items: impl Iterator<Item = (ResultId, Key<'d>)>,
    wanted: &FxHashMap<Key<'d>, usize>,
    stood: &FxHashMap<Key<'d>, usize>,
) -> Vec<ResultId> {
    let (mut ordered, mut server_only) = (Vec::new(), Vec::new());
    for (item, key) in items {
        let stood = stood.get(&key).copied();
        match wanted.get(&key).copied() {
            own @ Some(_) => ordered.push(Placed { item, own, stood }),
            None => server_only.push(Placed {
                item,
                own: stood,
                stood,
            }),
        }
    }
    weave(ordered, server_only)
}
