//! Lint `recreated-item`: an item that one patch deletes and a later one adds again, only by listing its key.

use rustc_hash::FxHashMap;

use super::linter::{LintHit, MAX_FINDINGS, report};
use crate::document::ValueKind;
use crate::merge::keys::key::MergeKey;
use crate::merge::recorder::Recorder;
use crate::merge::result_tree::edit_log::TreeEdit;
use crate::merge::result_tree::node_id::{NodeRef, Presence, ResultId};
use crate::merge::rule::Rule;

/// The list items that patches have deleted so far.
#[derive(Debug, Default)]
pub(crate) struct DeletedItems {
    by: FxHashMap<ResultId, u16>,
    /// The number of edits that were processed.
    seen: u32,
    /// The number of steps that were processed.
    steps: usize,
}

/// The deleted items of a list by the values of their keys, with the number of the patch.
type DeletedItem<'d> = FxHashMap<Vec<Option<MergeKey<'d>>>, u16>;

/// Reports the items that the patch has created again by listing them, and records the ones that it has
/// deleted. Runs after each patch. Processes each step and edit once, and a list once for each patch that
/// lists something in it.
pub(crate) fn check(recorder: &mut Recorder<'_>, deleted: &mut DeletedItems) {
    if !recorder.traced || recorder.documents.len() < 3 {
        return;
    }
    let hits = deleted.find_recreated(recorder);
    report(recorder, hits);
    deleted.record_deletions(recorder);
}

impl DeletedItems {
    fn find_recreated(&self, recorder: &Recorder<'_>) -> Vec<LintHit> {
        let mut lists: FxHashMap<(ResultId, Vec<&str>), DeletedItem<'_>> = FxHashMap::default();
        let mut all = Vec::new();
        let added = recorder.steps[self.steps..].iter();
        let is_addition = |rule| matches!(rule, Rule::AddItem | Rule::AddItemByKeys);
        for step in added.filter(|step| is_addition(step.rule)) {
            let (Some(item), Some(list)) = (step.patch(), recorder.tree.parent(step.at)) else {
                continue;
            };
            let Some(names) = key_fields_only(recorder, item).filter(|_| !self.by.is_empty()) else {
                continue;
            };
            let keys = names.iter().map(|name| recorder.entry_key(item, Some(name)));
            let keys: Vec<Option<MergeKey<'_>>> = keys.collect();
            let gone = lists
                .entry((list, names.clone()))
                .or_insert_with(|| self.find_deleted(recorder, list, &names));
            if let Some(by) = gone.get(&keys)
                && all.len() < MAX_FINDINGS
            {
                let hit = LintHit::new(Rule::RecreatedItem, step.at).with(|note| note.patch(item));
                all.push(hit.detail(patch_name(recorder, *by)));
            }
        }
        all
    }

    fn find_deleted<'d>(&self, recorder: &Recorder<'d>, list: ResultId, names: &[&str]) -> DeletedItem<'d> {
        let removed = recorder.tree.all_children(list);
        let removed = removed.filter_map(|id| Some((id, *self.by.get(&id)?)));
        let keys = |id| {
            names
                .iter()
                .map(|name| recorder.item_key(id, Some(name)))
                .collect()
        };
        removed.map(|(id, by)| (keys(id), by)).collect()
    }

    fn record_deletions(&mut self, recorder: &Recorder<'_>) {
        let end = recorder.tree.log.len();
        for edit in (self.seen..end).filter_map(|at| recorder.tree.log.get(at)) {
            if let TreeEdit::State { id, new, .. } = edit {
                match new {
                    Presence::Removed if recorder.is_list_item(id) => self.by.insert(id, recorder.patch),
                    _ => self.by.remove(&id),
                };
            }
        }
        (self.seen, self.steps) = (end, recorder.steps.len());
    }
}

/// Returns the file name of a patch, or its whole name or number if another patch has the same one.
fn patch_name(recorder: &Recorder<'_>, number: u16) -> String {
    let names = || recorder.documents[1..].iter().map(|patch| patch.name());
    let whole = recorder.documents[usize::from(number)].name();
    let file = whole.rsplit(['/', '\\']).next().unwrap_or(whole);
    let is_file = |name: &&str| name.rsplit(['/', '\\']).next() == Some(file);
    if names().filter(is_file).count() == 1 {
        format!("`{file}`")
    } else if names().filter(|name| *name == whole).count() == 1 {
        format!("`{whole}`")
    } else {
        format!("patch {number}")
    }
}

/// Returns the field names of an item that contains only its keys and directives.
fn key_fields_only<'d>(recorder: &Recorder<'d>, item: NodeRef) -> Option<Vec<&'d str>> {
    if recorder.kind(item) != ValueKind::Map {
        return None;
    }
    let fields = recorder.children(item).filter_map(|entry| recorder.key(entry));
    let names: Vec<&str> = fields.filter(|key| !key.starts_with('$')).collect();
    let by_keys = || {
        let keys = recorder.entry(item, "$patchMergeKey")?;
        let names = recorder
            .children(keys)
            .filter_map(|key| recorder.value(key).as_str());
        Some(names.collect::<Vec<&str>>())
    };
    match (names.len(), by_keys()) {
        (_, Some(keys)) => names.iter().all(|name| keys.contains(name)).then_some(keys),
        // An item has its merge key, so a single field is the merge key.
        (1, None) => Some(names),
        _ => None,
    }
}
