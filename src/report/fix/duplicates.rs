//! Fixes of items with the same merge key, and of values that are both added and deleted.

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidate::{Certainty, Offers, Subject, directed, listed, listed_items, written};
use super::draft::{Draft, DraftId, DraftValue};
use super::order::complete_in;
use crate::document::write::json_value;
use crate::document::{Document, NodeId, Numbers, Tree, Value, ValueKind, same};
use crate::merge::{MergeKey, Reason, Rule, Semantics, are_told_apart, duplicates_of, key_text};

pub(super) fn offer(offers: &mut Offers<'_, '_>) {
    match offers.subject.step.rule {
        Rule::DuplicatePatchItems => joined(offers),
        Rule::DuplicateLiveItems => live_duplicates(offers),
        Rule::KeyCollision => by_all_keys(offers),
        Rule::DeletesAndAdds => deleted_and_added(offers),
        _ => {}
    }
}

/// Joins items with the same key.
fn joined(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let document = subject.document;
    let Some((item, _)) = subject.item() else { return };
    let Some(field) = subject.field(item) else { return };
    let Some(merge_key) = field.merge_key else { return };
    let duplicates = duplicates_of(document, item, merge_key);
    if are_told_apart(&field, document, &duplicates) {
        return by_all_keys(offers);
    }
    let Some((first, others)) = duplicates.split_first() else {
        return;
    };
    let name = subject.item_name(*first, Some(merge_key));
    let sentence = format!(
        "Write one item `{name}` with the fields of both; if both have a field, the last value is used."
    );
    let mut draft = subject.draft();
    let mut certainty = Some(Certainty::Intended);
    let fields = document.children(*first);
    let mut known: FxHashMap<&str, (DraftId, NodeId)> = fields
        .map(|entry| (subject.key(entry), (entry.into(), entry)))
        .collect();
    for entry in others.iter().flat_map(|other| document.children(*other)) {
        let key = subject.key(entry);
        match known.get(key).copied() {
            None => {
                let copy = draft.copy(document, entry);
                draft.put((*first).into(), key, copy);
                known.insert(key, (copy, entry));
            }
            Some((_, old)) if same(document, old, document, entry, Numbers::ByType) => {}
            Some((field, old)) if document.kind(old).is_scalar() && document.kind(entry).is_scalar() => {
                // They may be meant as two items.
                certainty = certainty.map(|_| Certainty::Guess);
                draft.set(field, document.value(entry).into());
                known.insert(key, (field, entry));
            }
            Some(_) => certainty = None,
        }
    }
    draft.remove_each(others.iter().copied());
    if let Some(certainty) = certainty {
        offers.offer(certainty, sentence, |changed| *changed = draft);
    }
    // Of items that cannot be joined, the last one counts, as for duplicate YAML keys.
    let Some((last, before)) = duplicates.split_last() else {
        return;
    };
    let set: FxHashSet<&str> = document.children(*last).map(|entry| subject.key(entry)).collect();
    let mut fields = before.iter().flat_map(|item| document.children(*item));
    if fields.all(|entry| set.contains(subject.key(entry))) {
        let sentence = format!("Remove the first of the items `{name}`: the last one sets the same fields.");
        offers.offer(Certainty::Guess, sentence, |draft| {
            draft.remove_each(before.iter().copied());
        });
    }
}

/// Duplicate live items.
struct LiveDuplicates<'m> {
    live: &'m Document,
    list: NodeId,
    merge_key: &'m str,
    /// The value of their merge key.
    key: Value<'m>,
    items: Vec<NodeId>,
}

impl<'m> LiveDuplicates<'m> {
    fn of(subject: &Subject<'m>) -> Option<Self> {
        let live = subject.live();
        let duplicate = subject.step.live()?;
        let list = live.parent(duplicate)?;
        let merge_key = subject.merge.field(subject.step.at)?.merge_key?;
        let key_of = |item: NodeId| live.get(item, merge_key).map(|key| live.value(key));
        let key = key_of(duplicate)?;
        let items: Vec<NodeId> = live
            .children(list)
            .filter(|item| key_of(*item) == Some(key))
            .collect();
        (items.len() > 1).then_some(Self {
            live,
            list,
            merge_key,
            key,
            items,
        })
    }

    /// Returns whether nothing is lost in one item, because no field has two values.
    fn are_compatible(&self) -> bool {
        let live = self.live;
        let mut values: FxHashMap<&str, NodeId> = FxHashMap::default();
        let fields = self.items.iter().flat_map(|item| live.children(*item));
        let mut named = fields.filter_map(|field| Some((live.key(field)?, field)));
        named.all(|(key, field)| {
            let known = *values.entry(key).or_insert(field);
            same(live, known, live, field, Numbers::ByType)
        })
    }

    fn have_list(&self) -> bool {
        let mut fields = self.items.iter().flat_map(|item| self.live.children(*item));
        fields.any(|field| self.live.kind(field) == ValueKind::List)
    }

    /// Deletes the items and adds one with the fields of those that are kept.
    fn replace_in(&self, subject: &Subject<'_>, draft: &mut Draft, kept: &[NodeId]) {
        let Some(list) = patch_list(subject, draft, self.list) else {
            return;
        };
        let joins = kept.len() > 1;
        let patched = item_with(draft, list, self.merge_key, self.key);
        let deletion = draft.deletion(self.merge_key, self.key);
        draft.insert(list, 0, deletion);
        match patched {
            // The fields that the patch sets in the item override the live fields.
            Some(patched) => {
                for duplicate in kept {
                    add_fields(draft, patched, self.live, *duplicate, (joins, false));
                }
            }
            None => {
                let item = draft.map_of(self.merge_key, self.key.into());
                for duplicate in kept {
                    add_fields(draft, item, self.live, *duplicate, (joins, true));
                }
                draft.insert(list, usize::MAX, item);
            }
        }
        complete_orders(subject, draft, list);
    }
}

/// Replaces duplicate live items by one item: deletes them and adds it.
fn live_duplicates(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(duplicates) = LiveDuplicates::of(subject) else {
        return;
    };
    let (live, items) = (duplicates.live, &duplicates.items[..]);
    // Of environment variables, the last one counts.
    let is_env = live.key(duplicates.list) == Some("env");
    let are_compatible = duplicates.are_compatible();
    let kept = match !is_env && are_compatible || duplicates.have_list() {
        true => items,
        false => &items[items.len() - 1..],
    };
    let added = match kept.len() > 1 {
        true => "add one again",
        false => "add the last one again",
    };
    let merge_key = duplicates.merge_key;
    let shown = live.get(items[0], merge_key).map(|key| written(live, key));
    let name = format!("{merge_key}: {}", shown.unwrap_or_default());
    let mut lines = format!("Delete all items `{name}`, and {added}.");
    if let Some((_, shown)) = subject.merge.fix(subject.step).split_once('\n') {
        lines = format!("{}:\n{shown}", lines.trim_end_matches('.'));
    }
    let certainty = Certainty::intended_if(are_compatible || is_env);
    offers.offer(certainty, lines, |draft| {
        duplicates.replace_in(subject, draft, kept);
    });
}

/// Returns the item of a list whose merge key has a value.
fn item_with(draft: &Draft, list: DraftId, merge_key: &str, key: Value<'_>) -> Option<DraftId> {
    let is_it = |item: &DraftId| {
        let own = draft.get(*item, merge_key);
        own.is_some_and(|own| draft.value(own) == key)
    };
    draft.items(list).into_iter().find(is_it)
}

/// Adds the fields of a live item to an item of a draft. Lists can be joined. For other values, the last one
/// counts if the item is new; else the value of the item counts.
fn add_fields(
    draft: &mut Draft,
    item: DraftId,
    live: &Document,
    from: NodeId,
    (joins, is_new): (bool, bool),
) {
    for field in live.children(from) {
        let key = live.key(field).unwrap_or_default();
        let Some(known) = draft.get(item, key) else {
            let copy = draft.copy(live, field);
            draft.put(item, key, copy);
            continue;
        };
        if joins && draft.kind(known) == ValueKind::List && live.kind(field) == ValueKind::List {
            let own = draft.items(known).into_iter();
            let mut entries: FxHashSet<String> = own.map(|entry| json_value(draft, entry)).collect();
            for entry in live.children(field) {
                if entries.insert(json_value(live, entry)) {
                    let copy = draft.copy(live, entry);
                    draft.insert(known, usize::MAX, copy);
                }
            }
        } else if is_new {
            let copy = draft.copy(live, field);
            draft.replace(known, copy);
        }
    }
}

/// Returns the list of a draft that corresponds to a live list; adds it if the patch does not have it.
fn patch_list(subject: &Subject<'_>, draft: &mut Draft, live_list: NodeId) -> Option<DraftId> {
    let live = subject.live();
    let mut path: Vec<NodeId> = live.ancestors(live_list).collect();
    path.pop();
    let (mut at, mut type_position) = (draft.top(), subject.merge.top_type()?);
    let mut merge_key = None;
    for node in path.into_iter().rev() {
        let value = || match live.kind(node) {
            ValueKind::List => DraftValue::List,
            _ => DraftValue::Map,
        };
        match live.key(node) {
            Some(key) => {
                let field = subject.schema().peek(type_position, key)?;
                (type_position, merge_key) = (field.type_position, field.merge_key);
                at = match draft.get(at, key) {
                    Some(entry) => entry,
                    None => draft.put_new(at, key, value()),
                };
            }
            None => {
                let key = merge_key.take()?;
                let own = live.value(live.get(node, key)?);
                type_position = subject.schema().item(type_position);
                at = match item_with(draft, at, key, own) {
                    Some(item) => item,
                    None => {
                        let item = draft.map_of(key, own.into());
                        draft.insert(at, usize::MAX, item);
                        item
                    }
                };
            }
        }
        if draft.kind(at) != live.kind(node) {
            return None;
        }
    }
    Some(at)
}

/// Completes the orders of a list and of its ancestor lists.
fn complete_orders(subject: &Subject<'_>, draft: &mut Draft, list: DraftId) {
    let mut at = Some(list);
    while let Some(id) = at {
        complete_in(subject, draft, id);
        at = draft.parent(id);
    }
}

/// Adds `$patchMergeKey` to items that one key does not identify, where the semantics know it.
fn by_all_keys(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some((item, list)) = subject.item() else {
        return;
    };
    let Semantics::Strategic(dialect) = subject.merge.inputs.semantics else {
        return;
    };
    let Some(field) = subject
        .field(item)
        .filter(|_| dialect.for_lints().knows_merge_keys)
    else {
        return;
    };
    let (document, live, keys) = (subject.document, subject.live(), field.recommended_keys);
    let texts = |tree: &Document, item: NodeId| -> Vec<Option<String>> {
        keys.iter().map(|key| key_text(tree, item, key)).collect()
    };
    let merge_key = |tree: &Document, item: NodeId| key_text(tree, item, field.merge_key?);
    let live_list = subject.live_of(list);
    let items = || live_list.into_iter().flat_map(|list| live.children(list));
    let by_texts: FxHashMap<_, NodeId> = items().map(|item| (texts(live, item), item)).collect();
    let merge_keys: FxHashSet<_> = items().map(|item| merge_key(live, item)).collect();
    // An item without such a live item can be intended to change the other key.
    let is_found = |item: NodeId| by_texts.contains_key(&texts(document, item));
    let is_new = |item: NodeId| !merge_keys.contains(&merge_key(document, item));
    let is_clear = is_found(item) && document.children(list).all(|it| is_found(it) || is_new(it));
    let certainty = Certainty::intended_if(is_clear);
    let tells_apart = field.list_map_keys.iter().all(|key| keys.contains(key));
    if keys.is_empty() || !tells_apart {
        return;
    }
    // Without its other keys an item matches nothing; their defaults are those of a live item.
    let lacked = |item: NodeId| -> Option<Vec<NodeId>> {
        let missing: Vec<&str> = keys
            .iter()
            .map(|key| &**key)
            .filter(|key| document.get(item, key).is_none())
            .collect();
        if missing.is_empty() || is_new(item) {
            return Some(Vec::new());
        }
        let live_item = *by_texts.get(&texts(document, item))?;
        Some(
            missing
                .iter()
                .filter_map(|key| live.get(live_item, key))
                .collect(),
        )
    };
    let own_items = document.children(list).map(|item| Some((item, lacked(item)?)));
    let Some(added) = own_items.collect::<Option<Vec<(NodeId, Vec<NodeId>)>>>() else {
        return;
    };
    // Another live item with the same merge key can be meant.
    let certainty = match added.iter().all(|(_, fields)| fields.is_empty()) {
        true => certainty,
        false => Certainty::Guess,
    };
    let mut sentence = format!(
        "Write `$patchMergeKey: [{}]` in every item of `{}` (only in the proposal; no Kubernetes release has it).",
        keys.join(", "),
        subject.key(list)
    );
    for (item, fields) in added.iter().filter(|(_, fields)| !fields.is_empty()) {
        let names: Vec<String> = fields
            .iter()
            .map(|field| {
                format!(
                    "{}: {}",
                    live.key(*field).unwrap_or_default(),
                    written(live, *field)
                )
            })
            .collect();
        let name = subject.item_name(*item, field.merge_key);
        sentence.push_str(&format!(" Add {} to `{name}`.", listed(&names)));
    }
    offers.offer(certainty, sentence, |draft| {
        for item in document
            .children(list)
            .filter(|item| document.get(*item, "$patchMergeKey").is_none())
        {
            let names = draft.list_of_texts(keys.iter().cloned());
            draft.put(item.into(), "$patchMergeKey", names);
        }
        for (item, fields) in &added {
            for field in fields {
                let copy = draft.copy(live, *field);
                draft.put((*item).into(), live.key(*field).unwrap_or_default(), copy);
            }
        }
    });
}

/// Removes a value that is both added and deleted from where it has no effect.
fn deleted_and_added(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let document = subject.document;
    let Some(directive) = subject.directive else {
        return;
    };
    let name = directed(subject.key(directive)).unwrap_or_default().to_owned();
    let Some(list) = subject.next_to(directive, &name) else {
        return;
    };
    let key = |item: &NodeId| MergeKey::from_value(document.value(*item));
    let both = |own: NodeId, other: NodeId| -> Vec<NodeId> {
        let keys: FxHashSet<MergeKey<'_>> = document.children(other).map(|item| key(&item)).collect();
        document
            .children(own)
            .filter(|item| keys.contains(&key(item)))
            .collect()
    };
    // Where Kubernetes visits the two in random order, both results are possible.
    let is_random = subject.step.reason() == Some(&Reason::RandomOrder);
    let certainties = match is_random {
        true => &[Certainty::Guess][..],
        false => &[Certainty::SameResult, Certainty::Guess],
    };
    for certainty in certainties.iter().copied() {
        for (from, other) in [(directive, list), (list, directive)] {
            let twice = both(from, other);
            let sentence = format!(
                "Remove {} from `{}`.",
                listed_items(subject, &twice),
                subject.key(from)
            );
            offers.offer(certainty, sentence, |draft| draft.remove_all(&twice));
        }
        // A deletion of what is then nowhere would have no effect.
        if certainty == Certainty::SameResult {
            let (deleted, added) = (both(directive, list), both(list, directive));
            let sentence = format!(
                "Remove {} from `{name}` and from `{}`: the result stays the same.",
                listed_items(subject, &added),
                subject.key(directive)
            );
            offers.offer(certainty, sentence, |draft| {
                draft.remove_all(&deleted);
                draft.remove_all(&added);
            });
        }
    }
}
