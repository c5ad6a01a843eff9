//! `$patchMergeKey`: matches items by several fields (multi-fields merge key proposal).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::document::Value;
use crate::document::words::capitalize;
use crate::merge::MergeKey;
use crate::merge::mark::Mark;
use crate::merge::quote::join_names;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::merge::trace::Rejection;
use crate::schema::Field;

/// The values by which an item is matched. An absent key is a value of its own.
type KeyTuple<'d> = Vec<Option<MergeKey<'d>>>;

/// Live items by the values of some keys, as positions in the live list before deletions.
type TupleIndex<'d> = FxHashMap<Vec<&'d str>, FxHashMap<KeyTuple<'d>, Vec<usize>>>;

/// A patch item with the keys that match its live item. Keys with null match any value.
struct KeyedEntry<'d> {
    index: usize,
    item: NodeRef,
    directive: NodeRef,
    keys: Vec<&'d str>,
    match_keys: Vec<&'d str>,
}

impl KeyedEntry<'_> {
    fn has_null(&self) -> bool {
        self.match_keys.len() < self.keys.len()
    }
}

/// Returns the message and the detail about two entries that add the same item.
fn created_twice(name: &str, before: usize, index: usize, shown: &str) -> (String, String) {
    (
        format!(
            "items {} and {} of {name:?} create the same item ({shown})",
            before + 1,
            index + 1
        ),
        format!(
            "Items {} and {} of the patch list `{name}` add the same item ({shown})",
            before + 1,
            index + 1
        ),
    )
}

/// Returns the message and the detail about two entries that match the same live item.
fn selected_twice(name: &str, before: usize, index: usize, target: usize) -> (String, String) {
    (
        format!(
            "items {} and {} of {name:?} select the same live item ({})",
            before + 1,
            index + 1,
            target + 1
        ),
        format!(
            "Items {} and {} of the patch list `{name}` match the same live item ({})",
            before + 1,
            index + 1,
            target + 1
        ),
    )
}

/// Returns the message and the detail about an entry that matches several live items.
fn matches_several(name: &str, index: usize, shown: &str, found: &[usize]) -> (String, String) {
    let positions: Vec<String> = found.iter().map(|at| (at + 1).to_string()).collect();
    let positions = positions.join(", ");
    let count = found.len();
    (
        format!(
            "item {} of {name:?} is ambiguous: {shown} matches {count} items of the live list ({positions})",
            index + 1
        ),
        format!(
            "Item {} of the patch list `{name}` is ambiguous: {shown} matches {count} live items ({positions})",
            index + 1
        ),
    )
}

/// Returns the message about recommended keys that do not begin with the default one.
pub(crate) fn default_key_comes_first(list: &str, default: &str, recommended: &[Box<str>]) -> String {
    format!(
        "recommended merge keys of {list:?} must start with the default merge key {default:?}, got {:?}",
        recommended.join(",")
    )
}

impl<'d> StrategicMerge<'_, 'd> {
    pub(crate) fn merge_by_keys(
        &mut self,
        list: ResultId,
        live: Vec<ResultId>,
        patch: NodeRef,
        patch_items: &[NodeRef],
        order: Option<NodeRef>,
        field: &Field<'d>,
    ) -> MergeResult {
        let name = self.result_key(list).unwrap_or("the list");
        let note = |rule| StepDraft::new(rule, list).patch(patch);
        if let Some(order) = order {
            let message = format!("$setElementOrder/{name} cannot be combined with \"$patchMergeKey\"");
            let note = note(Rule::OrderWithPatchMergeKey).directive(Some(order));
            return Err(self.reject(note, message, String::new(), vec![order]));
        }
        let mut entries = Vec::with_capacity(patch_items.len());
        for (index, item) in patch_items.iter().copied().enumerate() {
            entries.push(self.keyed_entry(list, name, index, item, field)?);
        }
        let (deletions, others): (Vec<KeyedEntry<'d>>, Vec<KeyedEntry<'d>>) = entries
            .into_iter()
            .partition(|entry| self.patch_directive(entry.item).is_some());
        self.open(note(Rule::MergeListByKeys).count(patch_items.len()));
        let mut index = TupleIndex::default();
        for entry in &deletions {
            let found: Vec<ResultId> = self
                .find_matches(entry, &live, &mut index)
                .into_iter()
                .map(|at| live[at])
                .collect();
            let found: Vec<ResultId> = found.into_iter().filter(|id| self.is_present(*id)).collect();
            self.delete_matches(list, entry, &found);
        }
        let plan = self.match_entries(list, others, &live, &mut index, field)?;
        let removed = self.removed_items(list);
        let mut index = TupleIndex::default();
        for (entry, target) in plan {
            let is_again = target.is_none() && !self.find_matches(&entry, &removed, &mut index).is_empty();
            self.merge_keyed_entry(list, &entry, (target, is_again), field)?;
        }
        self.close();
        Ok(())
    }

    /// Returns the live item of each entry, or `None` for a new item. Rejects entries without exactly one target.
    fn match_entries(
        &mut self,
        list: ResultId,
        entries: Vec<KeyedEntry<'d>>,
        live: &[ResultId],
        index: &mut TupleIndex<'d>,
        field: &Field<'d>,
    ) -> MergeResult<Vec<(KeyedEntry<'d>, Option<ResultId>)>> {
        let name = self.result_key(list).unwrap_or("the list");
        let recommended: Vec<&str> = field.recommended_keys.iter().map(|key| &**key).collect();
        let mut targets: FxHashMap<usize, usize> = FxHashMap::default();
        let mut created: FxHashMap<KeyTuple<'d>, usize> = FxHashMap::default();
        let mut plan = Vec::with_capacity(entries.len());
        for entry in entries {
            let found = self.find_matches(&entry, live, index).into_iter();
            let mut found: Vec<usize> = found.filter(|at| self.is_present(live[*at])).collect();
            if entry.has_null() && self.schema.takes_first_for_null_keys() {
                found.truncate(1);
            }
            let problem = match found[..] {
                [] => {
                    let tuple = self.entry_tuple(entry.item, &recommended);
                    let before = created.insert(tuple, entry.index);
                    before.map(|before| {
                        let shown = self.format_keys(entry.item, &recommended);
                        created_twice(name, before, entry.index, &shown)
                    })
                }
                [one] => {
                    let before = targets.insert(one, entry.index);
                    before.map(|before| selected_twice(name, before, entry.index, one))
                }
                _ => {
                    let shown = self.format_keys(entry.item, &entry.keys);
                    Some(matches_several(name, entry.index, &shown, &found))
                }
            };
            if let Some((message, detail)) = problem {
                let note = StepDraft::new(Rule::MergeKeyAmbiguous, list);
                let note = note.patch(entry.item).directive(Some(entry.directive));
                let mut rejection = self.reject(note, message, detail, vec![entry.item]);
                if entry.has_null() && found.len() > 1 {
                    let fix = "List more keys with values, or use --null-key-first: an item with a null key then takes the first match, as in the example of the proposal.";
                    rejection.fix = Some(fix.to_owned());
                }
                return Err(rejection);
            }
            plan.push((entry, found.first().map(|at| live[*at])));
        }
        Ok(plan)
    }

    /// Merges an entry into its live item, or adds it. `is_again`: the patch has deleted the item before.
    fn merge_keyed_entry(
        &mut self,
        list: ResultId,
        entry: &KeyedEntry<'d>,
        (target, is_again): (Option<ResultId>, bool),
        field: &Field<'d>,
    ) -> MergeResult {
        let Some(id) = target else {
            let shown = self.format_keys(entry.item, &entry.match_keys);
            let keys = Some((entry.directive, shown));
            self.add_item(list, entry.item, keys, is_again);
            return Ok(());
        };
        let note = match entry.has_null() {
            false => StepDraft::new(Rule::MatchItemByKeys, id),
            true => {
                let number = match self.schema.takes_first_for_null_keys() {
                    true => "first",
                    false => "only",
                };
                let same = match &entry.match_keys[..] {
                    [] => String::new(),
                    keys => format!(
                        " with the same {}",
                        join_names(keys.iter().map(|key| format!("`{key}`")))
                    ),
                };
                StepDraft::new(Rule::MatchItemWithNullKey, id).detail(format!("{number} live item{same}"))
            }
        };
        let note = note.patch(entry.item).directive(Some(entry.directive));
        self.open(note);
        self.merge_map(id, entry.item, self.schema.item(field.type_position))?;
        self.close();
        Ok(())
    }

    /// Rejects recommended keys that do not begin with the default key of the list, even if no item uses
    /// them.
    pub(crate) fn reject_misdeclared_keys(
        &mut self,
        list: ResultId,
        patch: NodeRef,
        field: &Field<'d>,
    ) -> Box<Rejection> {
        let default = field.merge_key.unwrap_or_default();
        let message = default_key_comes_first(&self.list_name(list), default, field.recommended_keys);
        let detail = capitalize(&message);
        let note = StepDraft::new(Rule::MergeKeyDirective, list).patch(patch);
        self.reject(note, message, detail, vec![patch])
    }

    fn delete_matches(&mut self, list: ResultId, entry: &KeyedEntry<'d>, found: &[ResultId]) {
        let marker = self.patch_directive(entry.item);
        match found.first() {
            Some(first) => {
                let note = StepDraft::new(Rule::DeleteItemByKeys, *first)
                    .detail(self.format_keys(entry.item, &entry.match_keys))
                    .patch(entry.item)
                    .directive(marker);
                self.step(note.count(found.len()));
                for id in found {
                    self.remove(*id, Mark::Deleted);
                }
            }
            None => {
                let shown = self.format_keys(entry.item, &entry.match_keys);
                self.step(
                    StepDraft::new(Rule::DeleteMissingItem, list)
                        .patch(entry.item)
                        .directive(marker)
                        .detail(shown),
                );
            }
        }
    }

    /// Checks an item's `$patchMergeKey` and returns its keys.
    fn keyed_entry(
        &mut self,
        list: ResultId,
        name: &str,
        index: usize,
        item: NodeRef,
        field: &Field<'d>,
    ) -> MergeResult<KeyedEntry<'d>> {
        let note = StepDraft::new(Rule::MergeKeyDirective, list).patch(item);
        let number = index + 1;
        let wrong = |engine: &mut Self, message: String, detail: String, faulty: NodeRef| {
            Err(engine.reject(
                note.clone().directive(Some(faulty)),
                message,
                detail,
                vec![faulty],
            ))
        };
        let Some(directive) = self.entry(item, "$patchMergeKey") else {
            let message = format!(
                "\"$patchMergeKey\" must be in every item of {name:?} or in none: item {number} has none"
            );
            let detail = format!(
                "`$patchMergeKey` must be in every item of `{name}` or in none: item {number} has none"
            );
            return wrong(self, message, detail, item);
        };
        if let Some(marker) = self
            .patch_directive(item)
            .filter(|marker| self.value(*marker) != Value::String("delete"))
        {
            return Err(self.reject_patch_type(list, item, marker, &format!("item {number} of {name:?}")));
        }
        let keys = match self.declared_keys(directive, field) {
            Ok(keys) => keys,
            Err(problem) => {
                let message = format!("\"$patchMergeKey\" in item {number} of {name:?} {problem}");
                let detail = format!("`$patchMergeKey` in item {number} of `{name}` {problem}");
                return wrong(self, message, detail, directive);
            }
        };
        let is_null = |key: &&&str| {
            self.entry(item, key)
                .is_some_and(|value| self.value(value) == Value::Null)
        };
        if self.patch_directive(item).is_some()
            && let Some(key) = keys.iter().find(is_null)
        {
            let message = format!("item {number} of {name:?} deletes by {key:?} but gives it no value");
            let detail =
                format!("Item {number} of the patch list `{name}` deletes by `{key}` but gives it no value");
            return wrong(self, message, detail, item);
        }
        let match_keys = keys.iter().filter(|key| !is_null(key)).copied().collect();
        Ok(KeyedEntry {
            index,
            item,
            directive,
            keys,
            match_keys,
        })
    }

    /// Returns the keys of a `$patchMergeKey`, or what is wrong with it.
    fn declared_keys(&self, directive: NodeRef, field: &Field<'d>) -> Result<Vec<&'d str>, String> {
        let keys = match self.value(directive) {
            Value::List => self.strings(directive).filter(|keys| !keys.is_empty()),
            _ => None,
        };
        let keys = keys.ok_or_else(|| "must be a non-empty list of field names".to_owned())?;
        let mut seen = FxHashSet::default();
        for key in &keys {
            if !field.recommended_keys.iter().any(|known| **known == **key) {
                let recommended = field.recommended_keys.join(",");
                return Err(format!(
                    "names {key:?}, which is not a recommended merge key ({recommended})"
                ));
            }
            if !seen.insert(*key) {
                return Err(format!("names {key:?} twice"));
            }
        }
        let default = field.merge_key.unwrap_or_default();
        match seen.contains(default) {
            true => Ok(keys),
            false => Err(format!("must include the default merge key {default:?}")),
        }
    }

    /// Returns the live positions that an entry matches, in order.
    fn find_matches(
        &self,
        entry: &KeyedEntry<'d>,
        live: &[ResultId],
        index: &mut TupleIndex<'d>,
    ) -> Vec<usize> {
        debug_assert!(entry.match_keys.len() <= entry.keys.len());
        let by_tuple = index.entry(entry.match_keys.clone()).or_insert_with(|| {
            let mut by_tuple: FxHashMap<KeyTuple<'d>, Vec<usize>> = FxHashMap::default();
            for (at, id) in live.iter().enumerate() {
                let tuple: KeyTuple<'d> = entry
                    .match_keys
                    .iter()
                    .map(|key| self.item_key(*id, Some(key)))
                    .collect();
                by_tuple.entry(tuple).or_default().push(at);
            }
            by_tuple
        });
        by_tuple
            .get(&self.entry_tuple(entry.item, &entry.match_keys))
            .cloned()
            .unwrap_or_default()
    }

    fn entry_tuple(&self, item: NodeRef, keys: &[&str]) -> KeyTuple<'d> {
        keys.iter().map(|key| self.entry_key(item, Some(key))).collect()
    }

    /// Formats an entry's keys for messages: `port=53, protocol=(absent)`.
    fn format_keys(&self, item: NodeRef, keys: &[&str]) -> String {
        let shown: Vec<String> = keys
            .iter()
            .map(|key| match self.entry(item, key) {
                Some(value) => format!("{key}={}", self.quote_value(value)),
                None => format!("{key}=(absent)"),
            })
            .collect();
        shown.join(", ")
    }
}
