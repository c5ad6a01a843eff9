//! `$setElementOrder` as Kubernetes carries it out (spec 3.4): check, merge, split by the order, weave.

use rustc_hash::FxHashMap;

use super::incoming::Cleaning;
use super::key::Key;
use super::places_kubernetes::{MergedList, View, first_places, weave_by};
use crate::document::{Kind, Tree, Value};
use crate::merge::engine::{Engine, Fields, Note, Outcome};
use crate::merge::go_text;
use crate::merge::mark::Mark;
use crate::merge::node::{ResultId, Source};
use crate::merge::rule::Rule;
use crate::merge::trace::Refusal;
use crate::schema::{Field, Place};

impl<'d> Engine<'d> {
    /// `$setElementOrder/f`: checks, merges list f and orders it; returns f, which is then finished (spec 3.4).
    pub(super) fn ordered_field(
        &mut self,
        at: ResultId,
        place: Place,
        directive: Source,
        by_key: &FxHashMap<&'d str, Source>,
        fields: &mut Fields<'d>,
    ) -> Outcome<&'d str> {
        let not_a_list = |kind: Kind| {
            format!(
                "expected a []interface {{}}, but received a {}",
                go_text::type_name(kind)
            )
        };
        let note = |rule| Note::new(rule, at).field(directive).directive(Some(directive));
        if self.kind(directive) != Kind::List {
            let kind = self.kind(directive);
            let detail = format!("the order is {}", kind.with_article());
            return Err(self.refuse(
                note(Rule::OrderNotLists),
                not_a_list(kind),
                detail,
                vec![directive],
            ));
        }
        if self.joins {
            self.move_directive(at, directive)?;
        }
        let name = self.directive_field(at, directive)?;
        let live = self.find(fields, name);
        let patch = by_key.get(name).copied();
        let sides = [
            live.map(|live| ("live", self.scene.kind(live), self.scene.source(live))),
            patch.map(|patch| ("the patch", self.kind(patch), patch)),
        ];
        for (side, kind, source) in sides.into_iter().flatten() {
            if kind != Kind::List {
                let detail = format!("{side} has {} under `{name}`", kind.with_article());
                let guilty = vec![source, directive];
                return Err(self.refuse(note(Rule::OrderNotLists), not_a_list(kind), detail, guilty));
            }
        }
        let field = self.look_up(at, place, name, directive, true)?;
        if let Some(patch) = patch {
            let checked = live.map_or(note(Rule::CheckOrder), |live| {
                Note::new(Rule::CheckOrder, live).directive(Some(directive))
            });
            self.check_order_kubernetes(checked.patch(patch), patch, directive, field.merge_key)?;
        }
        if let Some(new) = self.merge_and_order(at, live, patch, directive, &field)? {
            fields.add(name, new);
        }
        Ok(name)
    }

    /// The part behind the checks that can be made beforehand: merges the list, splits it by the order, weaves.
    /// Returns the list if it is new to live.
    fn merge_and_order(
        &mut self,
        at: ResultId,
        live: Option<ResultId>,
        patch: Option<Source>,
        directive: Source,
        field: &Field<'d>,
    ) -> Outcome<Option<ResultId>> {
        let live_items = live.map_or_else(Vec::new, |live| self.items(live));
        let patch_items: Vec<Source> = patch.map_or_else(Vec::new, |patch| self.children(patch).collect());
        // The lists as they are before they are merged, for what is checked after.
        let elements = self.elements(&live_items, &patch_items);
        let lists = self.lists_text(elements, live, patch);
        let (list, merged) = match (live, patch) {
            (None, None) => {
                let note = Note::new(Rule::OrderNothing, at).field(directive);
                self.step(note.directive(Some(directive)));
                return Ok(None);
            }
            (Some(live), None) => {
                let view = self.view_of(&live_items, field.merge_key);
                let items = live_items.clone();
                (live, MergedList { items, view })
            }
            (None, Some(patch)) => {
                let Some(new) = self.bring_in(at, None, patch, None, Cleaning::Ordered)? else {
                    return Ok(None);
                };
                let (items, view) = (self.items(new), View::default());
                (new, MergedList { items, view })
            }
            (Some(live), Some(patch)) => (
                live,
                self.merge_list_kubernetes(live, patch, field, false, Some(directive))?,
            ),
        };
        let note = |rule| {
            let note = Note::new(rule, list).directive(Some(directive));
            patch.map_or(note.clone(), |patch| note.patch(patch))
        };
        let order: Vec<Source> = self.children(directive).collect();
        let places = self.places(&order, field.merge_key);
        let items = self.items_by_order(&merged.items, &order, &places, field, &note)?;
        let kind = self.one_kind(elements, note(Rule::MixedTypes), lists)?;
        match kind {
            None => {
                let message = "no elements in any of the given slices".to_owned();
                return Err(self.refuse(note(Rule::NoElements), message, String::new(), vec![directive]));
            }
            Some(Kind::Map) => self.check_keys_of_order(&order, &merged.view, &live_items, field, &note)?,
            Some(_) => {}
        }
        let merge_key = field.merge_key;
        let server_ids: Vec<ResultId> = items
            .iter()
            .filter(|(_, key, _)| !places.contains_key(key))
            .map(|(id, ..)| *id)
            .collect();
        let woven = weave_by(items.into_iter(), &places, &first_places(&merged.view.keys));
        let woven = self.woven(list, woven, merge_key.unwrap_or_default())?;
        let before: Vec<ResultId> = self.scene.present(list).collect();
        self.order_by_position(list, &woven, merge_key, note(Rule::OrderByPosition));
        if self.traced && before != woven {
            self.mark_server_only(&server_ids);
        }
        Ok(live.is_none().then_some(list))
    }

    /// Each key's first place in the order.
    fn places(&self, order: &[Source], merge_key: Option<&str>) -> FxHashMap<Key<'d>, usize> {
        let mut places = FxHashMap::default();
        for (at, entry) in order.iter().enumerate() {
            if let Some(key) = self.entry_key(*entry, merge_key) {
                places.entry(key).or_insert(at);
            }
        }
        places
    }

    /// The merged items with their keys (and whether they are put last), all of which must be found in the order or
    /// be known not to be in it.
    fn items_by_order(
        &mut self,
        items: &[ResultId],
        order: &[Source],
        places: &FxHashMap<Key<'d>, usize>,
        field: &Field<'d>,
        note: &impl Fn(Rule) -> Note,
    ) -> Outcome<Vec<(ResultId, Key<'d>, bool)>> {
        let merge_key = field.merge_key;
        if merge_key.is_none()
            && let Some(composite) = order.iter().copied().find(|entry| !self.kind(*entry).is_scalar())
        {
            let name = go_text::type_name(self.kind(composite));
            let message = format!("runtime error: hash of unhashable type {name}");
            return Err(self.refuse(
                note(Rule::ProgramPanics),
                message.clone(),
                message,
                vec![composite],
            ));
        }
        let no_map = order
            .iter()
            .position(|entry| merge_key.is_some() && self.kind(*entry) != Kind::Map);
        let mut keyed = Vec::with_capacity(items.len());
        for id in items.iter().copied() {
            let Some(key) = self.item_key(id, merge_key) else {
                return Err(self.keyless(note(Rule::MissingMergeKey), id, field));
            };
            // The order is walked up to the key: what stands in front of it matters.
            let own = places.get(&key).copied();
            if let Some(no_map) = no_map.filter(|at| own.is_none_or(|own| *at < own)) {
                let message = format!("value for key {no_map} is not a map");
                let detail = format!(
                    "entry {no_map} of the order is a {}",
                    self.kind(order[no_map]).name()
                );
                return Err(self.refuse(note(Rule::OrderEntryKey), message, detail, vec![order[no_map]]));
            }
            if !key.is_comparable() && (own.is_some() || merge_key.is_none()) {
                return Err(self.dies_of_key(note(Rule::ProgramPanics), key, id, merge_key));
            }
            keyed.push((id, key, merge_key.is_some() && self.is_put_last(id)));
        }
        Ok(keyed)
    }

    /// Where the elements are maps, every entry of the order and every live item must have the merge key (an empty
    /// name for a list without one).
    fn check_keys_of_order(
        &mut self,
        order: &[Source],
        view: &View<'d>,
        live: &[ResultId],
        field: &Field<'d>,
        note: &impl Fn(Rule) -> Note,
    ) -> Outcome {
        let name = field.merge_key.unwrap_or_default();
        for entry in order.iter().copied() {
            if self.kind(entry) != Kind::Map {
                return Err(self.no_map(note(Rule::OrderEntryKey), entry));
            }
            if self.entry_key(entry, Some(name)).is_none() {
                let message = self.no_key_text(entry, name);
                let detail = format!("an entry has no `{name}`");
                return Err(self.refuse(note(Rule::OrderEntryKey), message, detail, vec![entry]));
            }
        }
        let keyless = match field.merge_key {
            Some(_) => view.keyless,
            None => self.view_of(live, Some(name)).keyless,
        };
        match keyless {
            Some(id) => Err(self.keyless(note(Rule::MissingMergeKey), id, field)),
            None => Ok(()),
        }
    }

    /// Server-only items that were moved are marked as such rather than as reordered.
    fn mark_server_only(&mut self, items: &[ResultId]) {
        for id in items {
            if self.scene.marks(*id).has(Mark::Reordered) {
                self.scene.mark(*id, Mark::ServerOnly);
            }
        }
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
            if merge_key.is_some() && self.kind(order[place]) != Kind::Map {
                return Err(self.no_map(note, order[place]));
            }
            for (slot, entry) in [items[at], order[place]].into_iter().enumerate() {
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
                    let kind = if keys[0] == Key::List {
                        Kind::List
                    } else {
                        Kind::Map
                    };
                    let name = go_text::type_name(kind);
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
            let shown = go_text::value(document, patch.node);
            let wanted = go_text::value(document, directive.node);
            let message = format!(
                "The order in patch list:\n{shown}\n doesn't match $setElementOrder list:\n{wanted}\n"
            );
            return Err(self.mismatch(note, message, &items, &order, at, merge_key));
        }
        self.step(note);
        Ok(())
    }

    pub(super) fn no_map(&mut self, note: Note, item: Source) -> Box<Refusal> {
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
