//! A map's fields as Kubernetes goes through them (spec 3.1 steps 3 and 4, 3.4, 3.5): every order directive first,
//! then the rest. Where the real program's order is random, deletions come first here.

use rustc_hash::{FxHashMap, FxHashSet};

use super::engine::{Engine, Fields, Note, Outcome};
use super::go_text;
use super::incoming::{Cleaning, is_field};
use super::key::Key;
use super::map::{DELETE, ORDER, RETAIN};
use super::weave::{Placed, weave};
use crate::document::{Kind, Tree};
use crate::merge::mark::Mark;
use crate::merge::rule::Rule;
use crate::merge::scene::{ResultId, Source};
use crate::schema::{Field, Place, Strategy};

/// A list after its merge and before its ordering.
pub(super) struct MergedList<'d> {
    /// Its items in the order that the merge alone gives them.
    pub(super) items: Vec<ResultId>,
    /// The live list as the real program's array holds it afterwards (spec 3.9).
    pub(super) view: Vec<Key<'d>>,
}

impl<'d> Engine<'d> {
    pub(super) fn fields_kubernetes(&mut self, at: ResultId, patch: Source, place: Place) -> Outcome {
        let entries: Vec<(&'d str, Source)> = self
            .children(patch)
            .filter_map(|entry| Some((self.key(entry)?, entry)))
            .collect();
        let mut fields = self.fields(at, entries.len());
        let mut finished: FxHashSet<&'d str> = FxHashSet::default();
        if entries.iter().any(|(key, _)| key.starts_with(ORDER)) {
            let by_key = self.by_key(patch);
            for (_, directive) in entries.iter().filter(|(key, _)| key.starts_with(ORDER)) {
                finished.insert(self.ordered_field(at, place, *directive, &by_key, &mut fields)?);
            }
        }
        for (_, entry) in entries.iter().filter(|(key, _)| key.starts_with(DELETE)) {
            let name = self.directive_field(at, *entry)?;
            if !name.is_empty() {
                self.plain_field(at, place, name, *entry, true, &mut fields)?;
            }
        }
        for (key, entry) in entries {
            let done = key == RETAIN || key.starts_with(ORDER) || key.starts_with(DELETE);
            if !done && !finished.contains(key) {
                self.plain_field(at, place, key, entry, false, &mut fields)?;
            }
        }
        Ok(())
    }

    /// One key without an order directive; `deletes` for a `$deleteFromPrimitiveList`.
    fn plain_field(
        &mut self,
        at: ResultId,
        place: Place,
        name: &'d str,
        entry: Source,
        deletes: bool,
        fields: &mut Fields<'d>,
    ) -> Outcome {
        let live = self.find(fields, name);
        let kind = self.kind(entry);
        let directive = deletes.then_some(entry);
        if kind == Kind::Null {
            match (live, deletes) {
                (Some(live), true) => {
                    self.step(
                        Note::new(Rule::DeleteListNull, live)
                            .patch(entry)
                            .directive(directive),
                    );
                    self.take_out(live, Mark::Deleted);
                }
                _ => self.remove_field(at, live, entry),
            }
            return Ok(());
        }
        let Some(live) = live.filter(|live| self.scene.kind(*live) == kind) else {
            if deletes {
                self.step(
                    Note::new(Rule::DeleteListInert, at)
                        .field(entry)
                        .patch(entry)
                        .directive(directive),
                );
                return Ok(());
            }
            return self.new_value(at, live, name, entry, place, fields);
        };
        match kind {
            Kind::Map => {
                let field = self.look_up(at, place, name, entry, false)?;
                if field.strategy == Strategy::Replace {
                    let cleaner = self.cleaner(Cleaning::Verbatim, entry);
                    let note = Note::new(Rule::ReplaceByStrategy, live).patch(entry);
                    self.replace_content(live, entry, field.place, cleaner, note);
                    Ok(())
                } else {
                    self.merge_map(live, entry, field.place)
                }
            }
            Kind::List => {
                let field = self.look_up(at, place, name, entry, false)?;
                let merged = self.merge_list_kubernetes(live, entry, &field, deletes, None)?;
                let note = Note::new(Rule::OrderByPosition, live)
                    .patch(entry)
                    .directive(directive);
                self.order_by_position(live, &merged.items, field.merge_key, note);
                Ok(())
            }
            _ => {
                self.set_value(live, entry);
                Ok(())
            }
        }
    }

    /// A value that has nothing to merge with; two scalars of different types count as a change.
    fn new_value(
        &mut self,
        at: ResultId,
        live: Option<ResultId>,
        name: &'d str,
        entry: Source,
        place: Place,
        fields: &mut Fields<'d>,
    ) -> Outcome {
        let both_scalar = |live: ResultId| self.kind(entry).is_scalar() && self.scene.kind(live).is_scalar();
        if let Some(live) = live.filter(|live| both_scalar(*live)) {
            self.set_value(live, entry);
            return Ok(());
        }
        if let Some(new) = self.bring_in(at, live, entry, None, Cleaning::Field)? {
            fields.add(name, new);
            if name.starts_with('$') && !is_field(self.schema, place, name) {
                self.tell(new, vec![(Rule::StoreDirective, entry.node)]);
            }
        }
        Ok(())
    }

    /// `$setElementOrder/f`: checks, merges list f and orders it; returns f, which is then finished (spec 3.4).
    fn ordered_field(
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
        let (list, merged) = match (live, patch) {
            (None, None) => {
                self.step(note(Rule::OrderNothing));
                return Ok(name);
            }
            (Some(live), None) => {
                let items: Vec<ResultId> = self.scene.present(live).collect();
                let view = items
                    .iter()
                    .filter_map(|id| self.item_key(*id, field.merge_key))
                    .collect();
                (live, MergedList { items, view })
            }
            (None, Some(patch)) => {
                let Some(new) = self.bring_in(at, None, patch, None, Cleaning::Ordered)? else {
                    return Ok(name);
                };
                fields.add(name, new);
                (
                    new,
                    MergedList {
                        items: self.scene.present(new).collect(),
                        view: Vec::new(),
                    },
                )
            }
            (Some(live), Some(patch)) => (
                live,
                self.merge_list_kubernetes(live, patch, &field, false, Some(directive))?,
            ),
        };
        self.order_by_directive(list, merged, directive, patch, field)?;
        Ok(name)
    }

    /// Splits a merged list by the order, and weaves the two parts (spec 3.4 steps 7 to 9).
    fn order_by_directive(
        &mut self,
        list: ResultId,
        merged: MergedList<'d>,
        directive: Source,
        patch: Option<Source>,
        field: Field<'d>,
    ) -> Outcome {
        let merge_key = field.merge_key;
        let note = |rule| {
            let note = Note::new(rule, list).directive(Some(directive));
            patch.map_or(note.clone(), |patch| note.patch(patch))
        };
        let order: Vec<Source> = self.children(directive).collect();
        let mut places: FxHashMap<Key<'d>, usize> = FxHashMap::default();
        for (at, entry) in order.iter().enumerate().rev() {
            places.extend(self.entry_key(*entry, merge_key).map(|key| (key, at)));
        }
        let no_map = order.iter().position(|entry| self.kind(*entry) != Kind::Map);
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
        let stood = first_places(&merged.view);
        let (mut wanted, mut server_only) = (Vec::new(), Vec::new());
        for id in &merged.items {
            let Some(key) = self.item_key(*id, merge_key) else {
                return Err(self.keyless(note(Rule::MissingMergeKey), *id, &field));
            };
            let own = places.get(&key).copied();
            if let Some(no_map) = no_map.filter(|at| merge_key.is_some() && own.is_none_or(|own| *at < own)) {
                let message = format!("value for key {no_map} is not a map");
                let detail = format!(
                    "entry {no_map} of the order is {}",
                    self.kind(order[no_map]).with_article()
                );
                return Err(self.refuse(note(Rule::OrderEntryKey), message, detail, vec![order[no_map]]));
            }
            if !key.is_comparable() {
                return Err(self.dies_of_key(note(Rule::ProgramPanics), key, *id, merge_key));
            }
            let stood = stood.get(&key).copied();
            match own {
                Some(_) => wanted.push(Placed {
                    item: *id,
                    own,
                    stood,
                }),
                None => server_only.push(Placed {
                    item: *id,
                    own: stood,
                    stood,
                }),
            }
        }
        if merged.items.is_empty() && merged.view.is_empty() {
            let message = "no elements in any of the given slices".to_owned();
            return Err(self.refuse(note(Rule::NoElements), message, String::new(), vec![directive]));
        }
        if let (Some(name), Some(entry)) = (
            merge_key,
            order
                .iter()
                .copied()
                .find(|entry| merge_key.is_some() && self.entry_key(*entry, merge_key).is_none()),
        ) {
            let message = self.no_key_text(entry, name);
            let detail = format!("an entry has no `{name}`");
            return Err(self.refuse(note(Rule::OrderEntryKey), message, detail, vec![entry]));
        }
        let server_ids: Vec<ResultId> = server_only.iter().map(|placed| placed.item).collect();
        let woven = weave(wanted, server_only);
        let before: Vec<ResultId> = self.scene.present(list).collect();
        self.order_by_position(list, &woven, merge_key, note(Rule::OrderByPosition));
        if self.traced && before != woven {
            self.mark_server_only(&server_ids);
        }
        Ok(())
    }

    /// Server-only items that were moved are marked as such rather than as reordered.
    fn mark_server_only(&mut self, items: &[ResultId]) {
        for id in items {
            if self.scene.marks(*id).has(Mark::Reordered) {
                self.scene.mark(*id, Mark::ServerOnly);
            }
        }
    }

    /// Puts a list into its final order and names it.
    fn order_by_position(
        &mut self,
        list: ResultId,
        wanted: &[ResultId],
        merge_key: Option<&str>,
        note: Note,
    ) {
        let names = if self.traced {
            self.item_names(wanted, merge_key)
        } else {
            String::new()
        };
        self.put_in_order(list, wanted, note.detail(names), Mark::Reordered);
    }

    /// `map: M does not contain declared merge key: K`.
    pub(super) fn no_key_text(&self, item: Source, merge_key: &str) -> String {
        let shown = go_text::value(self.document(item), item.node);
        format!("map: {shown} does not contain declared merge key: {merge_key}")
    }

    /// Refuses a scene item that has no merge key, or is no map.
    pub(super) fn keyless(
        &mut self,
        note: Note,
        id: ResultId,
        field: &Field<'d>,
    ) -> Box<crate::merge::trace::Refusal> {
        let name = field.merge_key.unwrap_or_default();
        let kind = self.scene.kind(id);
        let shown = go_text::value(&self.scene, id);
        let message = match kind {
            Kind::Map => format!("map: {shown} does not contain declared merge key: {name}"),
            _ => format!(
                "expected a map[string]interface {{}}, but received a {}",
                go_text::type_name(kind)
            ),
        };
        let source = self.scene.source(id);
        let side = if source.is_live() { "live" } else { "patch" };
        self.refuse(
            note,
            message,
            format!("a {side} item has no `{name}`"),
            vec![source],
        )
    }

    /// Reports that the real program dies when it compares two such keys.
    pub(super) fn dies_of_key(
        &mut self,
        note: Note,
        key: Key<'d>,
        id: ResultId,
        merge_key: Option<&str>,
    ) -> Box<crate::merge::trace::Refusal> {
        let kind = if key == Key::List { Kind::List } else { Kind::Map };
        let name = go_text::type_name(kind);
        let message = match merge_key {
            Some(_) => format!("runtime error: comparing uncomparable type {name}"),
            None => format!("runtime error: hash of unhashable type {name}"),
        };
        let source = self.scene.source(id);
        self.refuse(note, message.clone(), message, vec![source])
    }
}

/// Each key's first place.
pub(super) fn first_places<'d>(keys: &[Key<'d>]) -> FxHashMap<Key<'d>, usize> {
    keys.iter()
        .enumerate()
        .rev()
        .map(|(at, key)| (*key, at))
        .collect()
}
