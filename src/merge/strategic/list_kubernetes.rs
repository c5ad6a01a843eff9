//! Two lists meet, as Kubernetes merges them (spec 3.7): markers first, then item by item, then the weave.

use rustc_hash::{FxHashMap, FxHashSet};

use super::incoming::Cleaning;
use super::items::ItemIndex;
use super::key::Key;
use super::places_kubernetes::{MergedList, View, first_places, weave_by};
use crate::document::{Kind, Numbers, Value, same};
use crate::merge::engine::{Engine, Note, Outcome};
use crate::merge::mark::Mark;
use crate::merge::node::{ResultId, Source};
use crate::merge::rule::Rule;
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
            let view = self.view_of(&live, field.merge_key);
            let items = self.replace_atomic_list(list, patch);
            return Ok(MergedList { items, view });
        }
        let note = Note::new(Rule::MergeList, list).patch(patch).directive(directive);
        let Some(kind) = self.element_kind(&live, &patch_items, note.clone(), (list, patch))? else {
            return Ok(MergedList {
                items: live,
                view: View::default(),
            });
        };
        if kind != Kind::Map {
            return if deletes {
                Ok(self.delete_values(list, live, patch, &patch_items))
            } else {
                self.merge_set_kubernetes(list, live, patch, &patch_items, field)
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
        let mut index = ItemIndex::new(keyed);
        let (rest, replaces, deleted) = self.marker_items(list, patch_items, merge_key, &mut index)?;
        if let Some(marker) = replaces {
            let wanted = |item: Source| {
                self.documents[item.document as usize]
                    .get(item.node, "$patch")
                    .is_none()
            };
            let survivors: Vec<ResultId> = live.into_iter().filter(|id| self.is_in(*id)).collect();
            let view = self.view_of(&survivors, Some(merge_key));
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
                    if key == Key::Null {
                        // The patch item's null key has just removed the key that the two have in common.
                        index.forget(key);
                    }
                }
                None => {
                    let id = self.add_item(list, item, Cleaning::Verbatim);
                    added.push(id);
                    index.append(key, id);
                }
            }
        }
        let survivors: Vec<ResultId> = live.into_iter().filter(|id| self.is_in(*id)).collect();
        let mut all = Vec::with_capacity(survivors.len() + added.len());
        for id in survivors.iter().chain(&added).copied() {
            let note = Note::new(Rule::MissingMergeKey, list).patch(patch);
            let Some(key) = self.item_key(id, Some(merge_key)) else {
                return Err(self.keyless(note, id, field));
            };
            if !key.is_comparable() && wanted.contains_key(&key) {
                return Err(self.dies_of_key(note.renamed(Rule::ProgramPanics), key, id, Some(merge_key)));
            }
            all.push((id, key, self.is_put_last(id)));
        }
        let mut view: Vec<Key<'d>> = all[..survivors.len()].iter().map(|(_, key, _)| *key).collect();
        let freed: Vec<Key<'d>> = all[survivors.len()..]
            .iter()
            .take(deleted)
            .map(|(_, key, _)| *key)
            .collect();
        let items = self.woven(
            list,
            weave_by(all.into_iter(), &wanted, &first_places(&view)),
            merge_key,
        )?;
        view.extend(freed);
        let view = View {
            keys: view,
            keyless: None,
        };
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
}
