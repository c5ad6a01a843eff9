//! A map's fields as the documents define them (spec 4.1 step 3, 4.3): in the order of the patch text, a field with
//! its parallel lists as one unit.

use rustc_hash::{FxHashMap, FxHashSet};

use super::list::OrderDirective;
use crate::document::{Tree, Value, ValueKind};
use crate::merge::MergeKey;
use crate::merge::keys::key_table::KeyMap;
use crate::merge::recorder::{FieldLookup, MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::dialect::Dialect;
use crate::merge::strategic::map::{DELETE, ORDER, RETAIN};
use crate::merge::strategic::never_shipped::POSITION;
use crate::merge::strategic::new_values::is_field;
use crate::merge::strategic::order_help;
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::merge::trace::{OrderSequences, Rejection};
use crate::schema::{Field, Shape, Strategy, TypePosition};

/// A field with its parallel lists; each may be absent.
#[derive(Clone, Copy, Debug, Default)]
struct Unit {
    order: Option<NodeRef>,
    deletions: Option<NodeRef>,
    patch: Option<NodeRef>,
}

impl<'d> StrategicMerge<'_, 'd> {
    pub(crate) fn fields_proposal(
        &mut self,
        at: ResultId,
        patch: NodeRef,
        place: TypePosition,
    ) -> MergeResult {
        let entries: Vec<(&'d str, NodeRef)> = self
            .children(patch)
            .filter_map(|entry| Some((self.key(entry)?, entry)))
            .collect();
        let mut fields = self.fields(at, entries.len());
        let mut units: FxHashMap<&'d str, Unit> = FxHashMap::default();
        for (key, entry) in &entries {
            if key.starts_with(ORDER) && !self.knows_order() {
                self.drop_unknown(at, *entry);
            } else if key.starts_with(ORDER) {
                units.entry(self.directive_field(at, *entry)?).or_default().order = Some(*entry);
            } else if key.starts_with(DELETE) {
                let name = self.directive_field(at, *entry)?;
                if !name.is_empty() {
                    units.entry(name).or_default().deletions = Some(*entry);
                }
            }
        }
        let has_units = !units.is_empty();
        if has_units {
            for (key, entry) in &entries {
                if let Some(unit) = units.get_mut(key) {
                    unit.patch = Some(*entry);
                }
            }
        }
        let mut done: FxHashSet<&'d str> = FxHashSet::default();
        for (key, entry) in entries.iter().copied() {
            let name = match key.split_once('/') {
                Some((ORDER | DELETE, name)) => name,
                _ => key,
            };
            if key == RETAIN
                || name.is_empty() && name != key
                || key.starts_with(ORDER) && !self.knows_order()
            {
                continue;
            }
            if self.has_done_its_work(key) && self.is_list_item(at) {
                continue;
            }
            if name == key && key.starts_with('$') && !is_field(self.schema, place, key) {
                let note = StepDraft::new(Rule::IgnoreUnknownDirective, at);
                self.step(note.field(entry).patch(entry).directive(Some(entry)));
                continue;
            }
            if !has_units || !units.contains_key(name) {
                self.field_proposal(
                    at,
                    place,
                    name,
                    Unit {
                        patch: Some(entry),
                        ..Unit::default()
                    },
                    &mut fields,
                )?;
            } else if done.insert(name) {
                let unit = units.get(name).copied().unwrap_or_default();
                self.field_proposal(at, place, name, unit, &mut fields)?;
            }
        }
        Ok(())
    }

    /// Whether a directive in an item has found or placed the item before its fields are merged.
    fn has_done_its_work(&self, key: &str) -> bool {
        key == "$patchMergeKey" && self.knows_merge_keys()
            || key == POSITION && self.dialect == Dialect::Position
    }

    /// One unit: check, deletions, patch, order.
    fn field_proposal(
        &mut self,
        at: ResultId,
        place: TypePosition,
        name: &'d str,
        unit: Unit,
        fields: &mut FieldLookup<'d>,
    ) -> MergeResult {
        let mut live = self.find(fields, name);
        let (mut field, mut order) = (None, None);
        if let Some(directive) = unit.order {
            let (found, checked) = self.check_order(at, place, name, live, &unit, directive)?;
            if live.is_none() && unit.patch.is_none() {
                self.step(
                    StepDraft::new(Rule::OrderNothing, at)
                        .field(directive)
                        .directive(Some(directive)),
                );
            }
            (field, order) = (Some(found), Some(checked));
        }
        if let Some(deletions) = unit.deletions {
            live = self.delete_from_list(at, place, name, live, deletions)?;
        }
        let Some(patch) = unit.patch else {
            if let (Some(order), Some(field), Some(live)) = (order, field, live) {
                self.order_only(live, order, &field)?;
            }
            return Ok(());
        };
        let kind = self.kind(patch);
        if kind == ValueKind::Null {
            self.remove_field(at, live, patch);
            return Ok(());
        }
        match live {
            Some(live) if kind.is_scalar() && self.scene.kind(live).is_scalar() => {
                self.set_value(live, patch);
                Ok(())
            }
            Some(live) if kind == ValueKind::Map && self.scene.kind(live) == ValueKind::Map => {
                let field = self.look_up(at, place, name, patch, false)?;
                if field.strategy == Strategy::Replace && self.patch_directive(patch).is_none() {
                    let cleaner = self.literal_cleaner(patch);
                    let note = StepDraft::new(Rule::ReplaceByStrategy, live).patch(patch);
                    self.replace_content(live, patch, field.place, cleaner, note);
                    Ok(())
                } else {
                    self.merge_map(live, patch, field.place)
                }
            }
            Some(live) if kind == ValueKind::List && self.scene.kind(live) == ValueKind::List => {
                let field = match field {
                    Some(field) => field,
                    None => self.look_up(at, place, name, patch, false)?,
                };
                self.merge_list_proposal(live, patch, order, &field)
            }
            live => {
                let place = self.schema.peek(place, name).map(|field| field.place);
                let cleaning = self.cleaning_of_new_fields();
                if let Some(new) = self.insert_new(at, live, patch, place, cleaning)? {
                    fields.add(name, new);
                }
                Ok(())
            }
        }
    }

    /// The two requirements of 000, and what an order needs to be one at all (spec 4.3 step 1).
    fn check_order(
        &mut self,
        at: ResultId,
        place: TypePosition,
        name: &'d str,
        live: Option<ResultId>,
        unit: &Unit,
        order: NodeRef,
    ) -> MergeResult<(Field<'d>, OrderDirective<'d>)> {
        let note = |rule| match live {
            Some(live) => StepDraft::new(rule, live).directive(Some(order)),
            None => StepDraft::new(rule, at).field(order).directive(Some(order)),
        };
        let sides = [
            (self.kind(order), order),
            live.map_or((ValueKind::List, order), |live| {
                (self.scene.kind(live), self.scene.source(live))
            }),
            unit.patch
                .map_or((ValueKind::List, order), |patch| (self.kind(patch), patch)),
        ];
        if let Some((kind, source)) = sides.into_iter().find(|(kind, _)| *kind != ValueKind::List) {
            let message = format!("{ORDER}/{name} needs lists, but found {}", kind.name());
            let detail = format!("here stands {}", self.quoted(source));
            return Err(self.reject(note(Rule::OrderNotLists), message, detail, vec![source, order]));
        }
        let field = self.look_up(at, place, name, order, true)?;
        if self.schema.shape(field.place) != Shape::List && self.schema.shape(field.place) != Shape::Unknown {
            let message = "expected slice or array type, but got: ptr".to_owned();
            let detail = format!("`{name}` is no list");
            return Err(self.reject(note(Rule::OrderNotLists), message, detail, vec![order]));
        }
        if live.is_none() && unit.patch.is_none() {
            let table = self.key_table(None, &[Some(order)]);
            return Ok((
                field,
                OrderDirective::new(order, table, Vec::new(), Vec::new(), None),
            ));
        }
        // For a list of primitives a merge key plays no part, declared or not.
        let live_kinds = live.into_iter().flat_map(|live| self.scene.present(live));
        let patch_kinds = unit.patch.into_iter().flat_map(|patch| self.children(patch));
        let mut kinds = live_kinds
            .map(|id| self.scene.kind(id))
            .chain(patch_kinds.map(|item| self.kind(item)))
            .peekable();
        let of_values = kinds.peek().is_some() && kinds.all(ValueKind::is_scalar);
        drop(kinds);
        let field = Field {
            merge_key: field.merge_key.filter(|_| !of_values),
            ..field
        };
        let seen = match (live, unit.patch) {
            (Some(live), Some(patch)) => self.take_cached_list(live, patch, field.merge_key),
            _ => None,
        };
        let (mut table, patch_items, live_items) = match seen {
            Some(seen) => (seen.table, seen.patch, Some(seen.live)),
            None => {
                let mut table = self.key_table(live, &[unit.patch, Some(order)]);
                let patch_items = unit.patch.map_or_else(Vec::new, |patch| {
                    self.patch_items(patch, field.merge_key, &mut table)
                });
                (table, patch_items, None)
            }
        };
        let entries = self.patch_items(order, field.merge_key, &mut table);
        for (index, item) in entries.iter().enumerate() {
            let (entry, kind) = (item.source, self.kind(item.source));
            let key = table.key(item.slot).filter(|key| match field.merge_key {
                Some(_) => key.tells_apart(),
                None => key.is_comparable(),
            });
            if key.is_none() {
                let message = match field.merge_key {
                    Some(merge_key) => {
                        format!(
                            "entry {index} of {ORDER}/{name} does not contain the default merge key {merge_key:?}"
                        )
                    }
                    None => format!("entry {index} of {ORDER}/{name} is a {}", kind.name()),
                };
                let detail = format!("entry {index} is {}", self.quoted(entry));
                let mut refusal = self.reject(note(Rule::OrderEntryKey), message, detail, vec![entry]);
                if field.merge_key.is_none() {
                    refusal.fix = Some(order_help::without_key(field.strategy).to_owned());
                }
                return Err(refusal);
            }
        }
        if field.merge_key.is_none() {
            let live_map = live.and_then(|live| {
                self.items(live)
                    .into_iter()
                    .find(|id| self.scene.kind(*id) == ValueKind::Map)
            });
            let patch_map = patch_items
                .iter()
                .map(|item| item.source)
                .find(|item| self.kind(*item) == ValueKind::Map);
            if let Some(map) = patch_map.or(live_map.map(|id| self.scene.source(id))) {
                let message = format!("{name:?} has no merge key: it cannot be ordered");
                let refusal = self.reject(
                    note(Rule::OrderNotOrderable),
                    message.clone(),
                    message,
                    vec![map, order],
                );
                return Err(refusal);
            }
        }
        let Some(patch) = unit.patch else {
            return Ok((
                field,
                OrderDirective::new(order, table, entries, patch_items, live_items),
            ));
        };
        let places = KeyMap::first_places(entries.iter().map(|entry| entry.slot));
        let (mut last, mut position) = (0, 0);
        for (index, item) in patch_items.iter().enumerate() {
            if item.marker.is_some() {
                continue;
            }
            let note = note(Rule::OrderMissing).patch(patch);
            let is_known = |key: MergeKey<'_>| field.merge_key.is_none() || key.tells_apart();
            if !table.key(item.slot).is_some_and(is_known) {
                return Err(self.entry_without_key(note, name, index, item.source, &field));
            }
            let place = places.get(item.slot);
            if place.is_none_or(|place| place < last) {
                let (note, message) = match place {
                    None => (
                        note,
                        format!("entry {index} of {name:?} is not in {ORDER}/{name}"),
                    ),
                    Some(_) => (
                        StepDraft::renamed(note, Rule::OrderMismatch),
                        format!("the order in the patch list of {name:?} does not match {ORDER}/{name}"),
                    ),
                };
                let unmarked = patch_items.iter().filter(|item| item.marker.is_none());
                let items: Vec<NodeRef> = unmarked.map(|item| item.source).collect();
                let entries: Vec<NodeRef> = entries.iter().map(|entry| entry.source).collect();
                return Err(self.mismatch(note, message, &items, &entries, position, field.merge_key));
            }
            last = place.unwrap_or(last);
            position += 1;
        }
        self.step(note(Rule::CheckOrder).patch(patch));
        Ok((
            field,
            OrderDirective::new(order, table, entries, patch_items, live_items),
        ))
    }

    /// Refuses a patch item that has no merge key.
    pub(crate) fn entry_without_key(
        &mut self,
        note: StepDraft,
        name: &str,
        index: usize,
        item: NodeRef,
        field: &Field<'d>,
    ) -> Box<Rejection> {
        let merge_key = field.merge_key.unwrap_or_default();
        let message =
            format!("entry {index} of {name:?} does not contain the default merge key {merge_key:?}");
        let detail = format!("entry {index} of the patch list has no `{merge_key}`");
        self.reject(
            StepDraft::renamed(note, Rule::MissingMergeKey),
            message,
            detail,
            vec![item],
        )
    }

    /// Refuses a patch list that does not agree with its order, with both sequences.
    pub(crate) fn mismatch(
        &mut self,
        note: StepDraft,
        message: String,
        items: &[NodeRef],
        order: &[NodeRef],
        mismatch: usize,
        merge_key: Option<&'d str>,
    ) -> Box<Rejection> {
        let guilty = items.get(mismatch).copied();
        let name = guilty
            .map(|item| self.key_text(item, merge_key))
            .unwrap_or_default();
        let sequences = OrderSequences {
            patch: items.iter().map(|item| self.key_text(*item, merge_key)).collect(),
            order: order
                .iter()
                .map(|entry| self.key_text(*entry, merge_key))
                .collect(),
            mismatch,
        };
        let place = sequences.order.iter().position(|entry| *entry == name);
        let names: Vec<&str> = sequences.patch.iter().map(String::as_str).collect();
        let entries: Vec<&str> = sequences.order.iter().map(String::as_str).collect();
        let fix = order_help::fix(order_help::SequenceHelp {
            items: &names,
            order: &entries,
            strict: !self.is_proposal(),
        });
        let (rule, detail) = match (place, mismatch.checked_sub(1)) {
            (Some(_), Some(before)) if names[before] == name => (
                Rule::OrderMismatch,
                format!("`{name}` stands in the patch list more often than in the order"),
            ),
            (Some(_), Some(before)) => (
                Rule::OrderMismatch,
                format!(
                    "{} comes behind {}, but the order wants it before",
                    order_help::ordinal(&names, mismatch),
                    order_help::ordinal(&names, before)
                ),
            ),
            _ => (Rule::OrderMissing, format!("`{name}` is not there")),
        };
        let mut guilty: Vec<NodeRef> = guilty.into_iter().collect();
        guilty.extend(place.and_then(|place| order.get(place)));
        let mut refusal = self.reject_order(
            StepDraft::renamed(note, rule),
            message,
            detail,
            guilty,
            Some(sequences),
        );
        // Adding the value beside the map would let the real program die.
        let composite = order.iter().map(|entry| self.kind(*entry));
        let composite = composite
            .into_iter()
            .find(|kind| merge_key.is_none() && !kind.is_scalar());
        refusal.fix = match composite {
            Some(kind) => Some(format!(
                "Write `{name}` instead of the {} in `$setElementOrder`.",
                kind.name()
            )),
            None => fix,
        };
        refusal
    }

    /// `$deleteFromPrimitiveList/f` (spec 4.3 step 2). Returns what live has afterwards.
    fn delete_from_list(
        &mut self,
        at: ResultId,
        place: TypePosition,
        name: &'d str,
        live: Option<ResultId>,
        deletions: NodeRef,
    ) -> MergeResult<Option<ResultId>> {
        let directive = Some(deletions);
        let inert = || {
            StepDraft::new(Rule::DeleteListInert, at)
                .field(deletions)
                .patch(deletions)
                .directive(directive)
        };
        let Some(list) = live else {
            self.step(inert());
            return Ok(None);
        };
        if self.kind(deletions) == ValueKind::Null {
            self.step(
                StepDraft::new(Rule::DeleteListNull, list)
                    .patch(deletions)
                    .directive(directive),
            );
            self.remove(list, crate::merge::mark::Mark::Deleted);
            return Ok(None);
        }
        if self.kind(deletions) != ValueKind::List || self.scene.kind(list) != ValueKind::List {
            self.step(inert());
            return Ok(live);
        }
        self.look_up(at, place, name, deletions, false)?;
        let items = self.items(list);
        let values: Vec<NodeRef> = self.children(deletions).collect();
        let note = StepDraft::new(Rule::DeleteListOfMaps, list)
            .patch(deletions)
            .directive(directive);
        let live_map = items
            .iter()
            .copied()
            .find(|id| self.scene.kind(*id) == ValueKind::Map);
        let patch_map = values
            .iter()
            .copied()
            .find(|value| self.kind(*value) == ValueKind::Map);
        if let Some(map) = patch_map.or(live_map.map(|id| self.scene.source(id))) {
            let message = format!("{DELETE}/{name} is for lists of primitives");
            let detail = format!("`{name}` holds maps");
            return Err(self.reject(note, message, detail, vec![map, deletions]));
        }
        self.element_kind(&items, values.iter().copied(), note, (list, deletions))?;
        self.delete_values(list, items, deletions, &values);
        Ok(live)
    }
}

impl<'d> StrategicMerge<'_, 'd> {
    /// The string values of a list, for directives that hold names.
    pub(crate) fn strings(&self, list: NodeRef) -> Option<Vec<&'d str>> {
        self.children(list)
            .map(|entry| match self.value(entry) {
                Value::String(text) => Some(text),
                _ => None,
            })
            .collect()
    }
}
