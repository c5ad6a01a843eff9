//! A map's fields as Kubernetes goes through them (spec 3.1 steps 3 and 4, 3.4, 3.5): every order directive first,
//! then the rest. Where the real program's order is random, deletions come first here.

use rustc_hash::FxHashSet;

use crate::document::{Tree, ValueKind};
use crate::merge::MergeKey;
use crate::merge::go_text;
use crate::merge::mark::Mark;
use crate::merge::recorder::{FieldLookup, MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::map::{DELETE, ORDER, RETAIN};
use crate::merge::strategic::new_values::{Strip, is_field};
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::schema::{Field, Strategy, TypePosition};

impl<'d> StrategicMerge<'_, 'd> {
    pub(crate) fn fields_kubernetes(
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
        let mut finished: FxHashSet<&'d str> = FxHashSet::default();
        if entries.iter().any(|(key, _)| key.starts_with(ORDER)) {
            let by_key = self.by_key(patch);
            for (_, directive) in entries.iter().filter(|(key, _)| key.starts_with(ORDER)) {
                finished.insert(self.ordered_field(at, place, *directive, &by_key, &mut fields)?);
            }
        }
        for (key, entry) in entries.iter().filter(|(key, _)| key.starts_with(DELETE)) {
            if self.composing {
                self.move_list(at, *entry);
                continue;
            }
            let name = match self.directive_field(at, *entry)? {
                // The real program then takes the directive's own key for the name.
                "" => key,
                name => name,
            };
            self.plain_field(at, place, name, *entry, true, &mut fields)?;
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
        place: TypePosition,
        name: &'d str,
        entry: NodeRef,
        deletes: bool,
        fields: &mut FieldLookup<'d>,
    ) -> MergeResult {
        let live = self.find(fields, name);
        let kind = self.kind(entry);
        let directive = deletes.then_some(entry);
        if kind == ValueKind::Null && self.composing {
            self.move_list(at, entry);
            return Ok(());
        }
        if kind == ValueKind::Null {
            match (live, deletes) {
                (Some(live), true) => {
                    self.step(
                        StepDraft::new(Rule::DeleteListNull, live)
                            .patch(entry)
                            .directive(directive),
                    );
                    self.remove(live, Mark::Deleted);
                }
                _ => self.remove_field(at, live, entry),
            }
            return Ok(());
        }
        let Some(live) = live.filter(|live| self.scene.kind(*live) == kind) else {
            if deletes {
                self.step(
                    StepDraft::new(Rule::DeleteListInert, at)
                        .field(entry)
                        .patch(entry)
                        .directive(directive),
                );
                return Ok(());
            }
            return self.new_value(at, live, name, entry, place, fields);
        };
        match kind {
            ValueKind::Map => {
                let field = self.look_up(at, place, name, entry, false)?;
                if field.strategy == Strategy::Replace {
                    let cleaner = self.cleaner(Strip::Verbatim, entry);
                    let note = StepDraft::new(Rule::ReplaceByStrategy, live).patch(entry);
                    self.replace_content(live, entry, field.place, cleaner, note);
                    Ok(())
                } else {
                    self.merge_map(live, entry, field.place)
                }
            }
            ValueKind::List => {
                let field = self.look_up(at, place, name, entry, true)?;
                let (merged, _) = self.merge_list_kubernetes(live, entry, &field, deletes, None)?;
                let note = StepDraft::new(Rule::OrderByPosition, live)
                    .patch(entry)
                    .directive(directive);
                let now = self.items(live);
                self.order_by_position(live, &now, &merged.items.ids(), field.merge_key, note);
                Ok(())
            }
            _ => {
                if deletes {
                    // The real program deletes no scalar: it sets the field that the directive names.
                    self.scene.keep_name(live);
                }
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
        entry: NodeRef,
        place: TypePosition,
        fields: &mut FieldLookup<'d>,
    ) -> MergeResult {
        let both_scalar = |live: ResultId| self.kind(entry).is_scalar() && self.scene.kind(live).is_scalar();
        if let Some(live) = live.filter(|live| both_scalar(*live)) {
            self.set_value(live, entry);
            return Ok(());
        }
        if let Some(new) = self.insert_new(at, live, entry, None, self.cleaning_of_fields_kubernetes())? {
            fields.add(name, new);
            if name.starts_with('$') && !is_field(self.schema, place, name) {
                self.record_dropped(new, vec![(Rule::StoreDirective, entry.node)]);
            }
        }
        Ok(())
    }

    /// `map: M does not contain declared merge key: K`.
    pub(crate) fn no_key_text(&self, item: NodeRef, merge_key: &str) -> String {
        let shown = go_text::value(self.document(item), item.node);
        format!("map: {shown} does not contain declared merge key: {merge_key}")
    }

    /// Refuses a scene item that has no merge key, or is no map.
    pub(crate) fn keyless(
        &mut self,
        note: StepDraft,
        id: ResultId,
        field: &Field<'d>,
    ) -> Box<crate::merge::trace::Rejection> {
        let name = field.merge_key.unwrap_or_default();
        let kind = self.scene.kind(id);
        let shown = go_text::value(&self.scene, id);
        let message = match kind {
            ValueKind::Map => format!("map: {shown} does not contain declared merge key: {name}"),
            _ => format!(
                "expected a map[string]interface {{}}, but received a {}",
                go_text::type_name(kind)
            ),
        };
        let source = self.scene.source(id);
        let side = if source.is_live() { "live" } else { "patch" };
        self.reject(
            note,
            message,
            format!("a {side} item has no `{name}`"),
            vec![source],
        )
    }

    /// Reports that the real program dies when it compares two such keys.
    pub(crate) fn reject_key_panic(
        &mut self,
        note: StepDraft,
        key: MergeKey<'d>,
        id: ResultId,
        merge_key: Option<&str>,
    ) -> Box<crate::merge::trace::Rejection> {
        let kind = if key == MergeKey::List {
            ValueKind::List
        } else {
            ValueKind::Map
        };
        let name = go_text::type_name(kind);
        let message = match merge_key {
            Some(_) => format!("runtime error: comparing uncomparable type {name}"),
            None => format!("runtime error: hash of unhashable type {name}"),
        };
        let source = self.scene.source(id);
        self.reject(note, message.clone(), message, vec![source])
    }
}
