//! Two maps meet: the marker decides alone, then `$retainKeys`, then field by field.

use rustc_hash::{FxHashMap, FxHashSet};

use super::new_values::PatchValueFilter;
use crate::document::{Value, ValueKind};
use crate::merge::go_text;
use crate::merge::mark::Mark;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::InsertFilter;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::result_tree::path::scalar_text;
use crate::merge::rule::Rule;
use crate::merge::sentence::capital;
use crate::merge::sentence::join_names;
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::schema::TypePosition;

/// The directive that a key begins with, as the prefix that it must have.
pub(crate) const ORDER: &str = "$setElementOrder";
pub(crate) const DELETE: &str = "$deleteFromPrimitiveList";
pub(crate) const RETAIN: &str = "$retainKeys";

impl<'d> StrategicMerge<'_, 'd> {
    /// Merges the patch map into the scene's map `at` (spec 3.1 and 4.1).
    pub(crate) fn merge_map(&mut self, at: ResultId, patch: NodeRef, place: TypePosition) -> MergeResult {
        if let Some(marker) = self.patch_directive(patch) {
            return self.map_with_directive(at, patch, marker, place);
        }
        self.merge_unmarked_map(at, patch, place)
    }

    /// As [`Self::merge_map`], for a patch map that is known to bear no `$patch`.
    pub(crate) fn merge_unmarked_map(
        &mut self,
        at: ResultId,
        patch: NodeRef,
        place: TypePosition,
    ) -> MergeResult {
        self.retain_keys(at, patch)?;
        match self.is_proposal() {
            true => self.fields_proposal(at, patch, place),
            false => self.fields_kubernetes(at, patch, place),
        }
    }

    /// A scalar meets a scalar: another value is set, the same one is nothing.
    pub(crate) fn set_value(&mut self, live: ResultId, entry: NodeRef) {
        if self.scene_value(live) == self.value(entry) {
            return;
        }
        let old = self.scene.source(live);
        self.step(StepDraft::new(Rule::SetValue, live).patch(entry).old(old));
        self.scene.set_value(live, entry);
        self.scene.mark(live, Mark::Changed);
    }

    /// The patch says null.
    pub(crate) fn remove_field(&mut self, map: ResultId, live: Option<ResultId>, entry: NodeRef) {
        match live {
            Some(live) => {
                let old = self.scene.source(live);
                self.step(StepDraft::new(Rule::RemoveField, live).patch(entry).old(old));
                self.remove(live, Mark::Deleted);
            }
            None => self.step(
                StepDraft::new(Rule::NullWithoutMatch, map)
                    .field(entry)
                    .patch(entry),
            ),
        }
    }

    /// `$patch` in a map that meets a live map.
    fn map_with_directive(
        &mut self,
        at: ResultId,
        patch: NodeRef,
        marker: NodeRef,
        place: TypePosition,
    ) -> MergeResult {
        match self.value(marker) {
            Value::String("replace") => {
                let cleaner = self.literal_cleaner(patch);
                let note = StepDraft::new(Rule::ReplaceMap, at)
                    .patch(patch)
                    .directive(Some(marker));
                self.replace_content(at, patch, place, cleaner, note);
                Ok(())
            }
            Value::String("delete") if self.is_proposal() => {
                self.step(
                    StepDraft::new(Rule::DeleteMap, at)
                        .patch(patch)
                        .directive(Some(marker)),
                );
                self.remove(at, Mark::Deleted);
                Ok(())
            }
            Value::String("delete") => {
                self.step(
                    StepDraft::new(Rule::EmptyMap, at)
                        .patch(patch)
                        .directive(Some(marker)),
                );
                let content: Vec<ResultId> = self.scene.present(at).collect();
                for child in content {
                    self.remove(child, Mark::Deleted);
                }
                self.scene.mark(at, Mark::Changed);
                Ok(())
            }
            _ => {
                let name = self
                    .scene_key(at)
                    .map_or_else(|| "the patch".to_owned(), |key| format!("{key:?}"));
                Err(self.unknown_marker(at, patch, marker, &name))
            }
        }
    }

    /// Refuses a `$patch` that nobody knows; `holder` is the proposal's word for what bears it.
    pub(crate) fn unknown_marker(
        &mut self,
        at: ResultId,
        patch: NodeRef,
        marker: NodeRef,
        holder: &str,
    ) -> Box<crate::merge::trace::Rejection> {
        let shown = self.quoted(marker);
        let message = match self.is_proposal() {
            true => format!("unknown patch type {shown} in {holder}"),
            false => {
                let document = self.document(patch);
                let kind = go_text::patch_type(document, marker.node);
                format!(
                    "unknown patch type: {kind} in map: {}",
                    go_text::value(document, patch.node)
                )
            }
        };
        let note = StepDraft::new(Rule::UnknownPatchType, at)
            .patch(patch)
            .directive(Some(marker));
        self.reject(note, message, shown, vec![marker])
    }

    /// The content of the map `at` goes, that of `patch` comes, cleaned by `cleaner`.
    pub(crate) fn replace_content(
        &mut self,
        at: ResultId,
        patch: NodeRef,
        place: TypePosition,
        mut cleaner: PatchValueFilter<'d>,
        note: StepDraft,
    ) {
        let document = self.document(patch);
        let mut new = Vec::new();
        let mut keys: FxHashSet<&str> = FxHashSet::default();
        for entry in self.children(patch) {
            if let Some(context) = cleaner.admit(document, entry.node, Some(place)) {
                keys.extend(self.key(entry));
                new.push(self.prepare_insert(at, None, entry, &mut cleaner, context));
            }
        }
        self.step(note.count(new.len()));
        let old: Vec<ResultId> = self.scene.present(at).collect();
        for child in old {
            if self.scene_key(child).is_some_and(|key| keys.contains(key)) {
                self.scene.replace_with(child);
            } else {
                self.remove(child, Mark::Deleted);
            }
        }
        for id in new {
            self.scene.mark(id, Mark::Added);
            self.scene.commit_insert(id);
        }
        self.scene.mark(at, Mark::Replaced);
        self.record_dropped(at, cleaner.events);
    }

    /// `$retainKeys`: checks it and clears the live fields that it does not list (spec 3.3).
    fn retain_keys(&mut self, at: ResultId, patch: NodeRef) -> MergeResult {
        let Some(directive) = self.entry(patch, RETAIN) else {
            return Ok(());
        };
        if self.composing {
            return self.move_directive(at, directive);
        }
        let note = |rule| StepDraft::new(rule, at).patch(patch).directive(Some(directive));
        let listed: Vec<NodeRef> = self.children(directive).collect();
        let odd = listed
            .iter()
            .copied()
            .find(|entry| !matches!(self.value(*entry), Value::String(_)));
        let composite = listed
            .iter()
            .copied()
            .find(|entry| !self.kind(*entry).is_scalar());
        if self.kind(directive) != ValueKind::List || self.is_proposal() && odd.is_some() {
            let message = match self.is_proposal() {
                true => "\"$retainKeys\" must be a list of field names".to_owned(),
                false => "invalid patch format of retainKeys".to_owned(),
            };
            let guilty = odd.unwrap_or(directive);
            let detail = format!("here it holds {}", self.quoted(guilty));
            return Err(self.reject(note(Rule::RetainKeysFormat), message, detail, vec![guilty]));
        }
        if let Some(composite) = composite {
            let kind = go_text::type_name(self.kind(composite));
            let message = format!("runtime error: hash of unhashable type {kind}");
            let refusal = self.reject(
                note(Rule::ProgramPanics),
                message.clone(),
                message,
                vec![composite],
            );
            return Err(refusal);
        }
        let names: FxHashSet<&'d str> = listed
            .iter()
            .filter_map(|entry| match self.value(*entry) {
                Value::String(name) => Some(name),
                _ => None,
            })
            .collect();
        let unlisted = self.children(patch).find(|entry| {
            let key = self.key(*entry).unwrap_or_default();
            let exempt = match self.is_proposal() {
                true => key.starts_with('$'),
                false => key == RETAIN || key.starts_with(DELETE) || key.starts_with(ORDER),
            };
            !exempt && self.kind(*entry) != ValueKind::Null && !names.contains(key)
        });
        if let Some(unlisted) = unlisted {
            let key = format!("{:?}", self.key(unlisted).unwrap_or_default());
            let message = match self.is_proposal() {
                true => format!("{key} is in the patch but not in $retainKeys"),
                false => "invalid patch format of retainKeys".to_owned(),
            };
            let guilty = vec![unlisted, directive];
            return Err(self.reject(note(Rule::RetainKeysUnlisted), message, key, guilty));
        }
        let (kept, cleared): (Vec<ResultId>, Vec<ResultId>) = self
            .scene
            .present(at)
            .partition(|child| self.scene_key(*child).is_some_and(|key| names.contains(key)));
        let shown = join_names(
            listed
                .iter()
                .map(|entry| scalar_text(self.value(*entry)).unwrap_or_default()),
        );
        self.open(note(Rule::RetainKeys).count(cleared.len()).detail(shown));
        for id in kept {
            self.scene.mark(id, Mark::Retained);
        }
        for id in cleared {
            let old = self.scene.source(id);
            self.step(
                StepDraft::new(Rule::ClearKey, id)
                    .directive(Some(directive))
                    .old(old),
            );
            self.remove(id, Mark::Cleared);
        }
        self.close();
        Ok(())
    }

    /// The entries of a patch map by key.
    pub(crate) fn by_key(&self, patch: NodeRef) -> FxHashMap<&'d str, NodeRef> {
        self.children(patch)
            .filter_map(|entry| Some((self.key(entry)?, entry)))
            .collect()
    }

    /// The field that a directive key names: the prefix, a slash, the name. An error says what is wrong.
    pub(crate) fn directive_field(&mut self, at: ResultId, directive: NodeRef) -> MergeResult<&'d str> {
        let key = self.key(directive).unwrap_or_default();
        let prefix = if key.starts_with(ORDER) { ORDER } else { DELETE };
        match key.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('/')) {
            Some(name) => Ok(name),
            None => {
                let (rule, what) = if prefix == ORDER {
                    (Rule::OrderFormat, "setElementOrder list")
                } else {
                    (Rule::DeleteListFormat, "primitive list")
                };
                let mut message = format!("invalid patch format of {what}");
                if self.is_proposal() {
                    message.push_str(&format!(": {key}"));
                }
                let note = StepDraft::new(rule, at)
                    .field(directive)
                    .patch(directive)
                    .directive(Some(directive));
                Err(self.reject(note, message, format!("`{key}`"), vec![directive]))
            }
        }
    }

    /// Asks the schema for a field; a refusal if it does not know.
    pub(crate) fn look_up(
        &mut self,
        at: ResultId,
        place: TypePosition,
        name: &str,
        entry: NodeRef,
        wants_list: bool,
    ) -> MergeResult<crate::schema::Field<'d>> {
        let found = match wants_list {
            true => self.schema.list_field(place, name),
            false => self.schema.field(place, name),
        };
        found.map_err(|error| {
            let message = error.to_string();
            let note = StepDraft::new(Rule::UnknownField, at).field(entry).patch(entry);
            let is_directive = self.key(entry).is_some_and(|key| key.starts_with('$'));
            let mut refusal = self.reject(note, message.clone(), capital(&message), vec![entry]);
            if is_directive {
                let fix = "Correct the field's name behind the `/`, or leave the directive out.";
                refusal.fix = Some(fix.to_owned());
            }
            refusal
        })
    }
}
