//! Aligns `$setElementOrder` and its list. Keys are compared with their types, as in the merge.

use super::candidate::{
    Certainty, Offers, Subject, directed, listed, listed_items, meant_marker, scalar_text, written,
};
use super::draft::{Draft, DraftId, DraftValue};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::document::write::json_value;
use crate::document::{NodeId, Tree, Value, ValueKind};
use crate::merge::{OrderChange, Rule};
use crate::schema::{Field, Shape};

/// The order and the list of a directive in a draft.
pub(super) struct Sequence<'m> {
    name: String,
    merge_key: Option<&'m str>,
    order: DraftId,
    list: Option<DraftId>,
}

impl<'m> Sequence<'m> {
    /// Returns the order of the list `name` in `map`.
    fn new(subject: &Subject<'m>, draft: &Draft, map: impl Into<DraftId>, name: &str) -> Option<Self> {
        let map = map.into();
        let order = draft.get(map, &format!("$setElementOrder/{name}"))?;
        let list = draft.get(map, name);
        let field = field_of(subject, draft, map, name);
        let is_map = |id: &DraftId| draft.kind(*id) == ValueKind::Map;
        let has_maps = list.is_some_and(|list| draft.items(list).iter().any(is_map));
        Some(Self {
            name: name.to_owned(),
            merge_key: field
                .and_then(|field| field.merge_key)
                .filter(|_| has_maps || draft.items(order).iter().any(is_map)),
            order,
            list,
        })
    }

    /// Returns the key of an item.
    fn key(&self, draft: &Draft, item: DraftId) -> Option<DraftValue> {
        let id = match self.merge_key {
            Some(key) => draft.get(item, key)?,
            None => item,
        };
        DraftValue::scalar(draft.value(id))
    }

    /// Returns the first position of each key in the order.
    fn places(&self, draft: &Draft) -> FxHashMap<DraftValue, usize> {
        let mut places = FxHashMap::default();
        for (at, entry) in draft.items(self.order).into_iter().enumerate() {
            if let Some(key) = self.key(draft, entry) {
                places.entry(key).or_insert(at);
            }
        }
        places
    }

    fn is_placed(draft: &Draft, item: DraftId) -> bool {
        draft.get(item, "$patch").is_none()
    }

    /// Adds entries for the items that have none, each after the entry of the item before it. Returns the
    /// added names.
    pub(super) fn complete(&self, draft: &mut Draft) -> Vec<String> {
        let entries = draft.items(self.order);
        let places = self.places(draft);
        let mut known: FxHashMap<DraftValue, usize> =
            places.into_iter().map(|(key, at)| (key, at + 1)).collect();
        // For each entry, by its number from 1, the new entries after it; 0 is the start.
        let mut after: Vec<Vec<DraftId>> = vec![Vec::new(); entries.len() + 1];
        let mut before = 0;
        let mut added = Vec::new();
        for item in self.list.map_or_else(Vec::new, |list| draft.items(list)) {
            let Some(key) = self.key(draft, item).filter(|_| Self::is_placed(draft, item)) else {
                continue;
            };
            if let Some(entry) = known.get(&key) {
                before = *entry;
                continue;
            }
            let entry = match self.merge_key {
                Some(name) => draft.map_of(name, key.clone()),
                None => draft.make(key.clone()),
            };
            known.insert(key, before);
            after[before].push(entry);
            added.push(self.entry_name(draft, entry));
        }
        let mut after = after.into_iter();
        let mut all = after.next().unwrap_or_default();
        for (entry, added) in entries.into_iter().zip(after) {
            all.push(entry);
            all.extend(added);
        }
        draft.adopt(self.order, all);
        added
    }

    fn entry_name(&self, draft: &Draft, entry: DraftId) -> String {
        match self.merge_key.and_then(|key| Some((key, draft.get(entry, key)?))) {
            Some((key, value)) => format!("{key}: {}", written(draft, value)),
            None => written(draft, entry),
        }
    }

    /// Returns whether the items of the list have the order.
    fn is_sorted(&self, draft: &Draft) -> bool {
        let items = self.list.map_or_else(Vec::new, |list| draft.items(list));
        let places = self.places(draft);
        let placed = items.into_iter().filter(|item| Self::is_placed(draft, *item));
        placed
            .filter_map(|item| places.get(&self.key(draft, item)?))
            .is_sorted()
    }

    /// Sorts the items of the list by the order. Items with `$patch` come first, because they have no
    /// position in the order.
    fn sort(&self, draft: &mut Draft) -> bool {
        let Some(list) = self.list else { return false };
        let items = draft.items(list);
        let places = self.places(draft);
        let position = |item: DraftId| places.get(&self.key(draft, item)?);
        let mut sorted = items.clone();
        sorted.sort_by_cached_key(|item| match Self::is_placed(draft, *item) {
            true => position(*item).map_or(usize::MAX, |position| position + 1),
            false => 0,
        });
        let is_changed = sorted != items;
        draft.reorder(list, sorted);
        is_changed
    }
}

/// Returns the field `name` of a map of a draft.
fn field_of<'m>(subject: &Subject<'m>, draft: &Draft, map: DraftId, name: &str) -> Option<Field<'m>> {
    let schema = subject.schema();
    let mut type_position = subject.merge.top_type()?;
    let mut path: Vec<DraftId> = std::iter::successors(Some(map), |id| draft.parent(*id)).collect();
    path.pop();
    for id in path.into_iter().rev() {
        type_position = match draft.key(id) {
            Some(key) => schema.peek(type_position, key)?.type_position,
            None => schema.item(type_position),
        };
    }
    schema.peek(type_position, name)
}

/// Completes the order of a list, if it has one: for changes that add items.
pub(super) fn complete_order(subject: &Subject<'_>, draft: &mut Draft, list: NodeId) -> Vec<String> {
    complete_in(subject, draft, list.into())
}

/// Completes the order of a list of a draft.
pub(super) fn complete_in(subject: &Subject<'_>, draft: &mut Draft, list: DraftId) -> Vec<String> {
    let (Some(map), Some(name)) = (draft.parent(list), draft.key(list).map(str::to_owned)) else {
        return Vec::new();
    };
    let sequence = Sequence::new(subject, draft, map, &name);
    sequence.map_or_else(Vec::new, |sequence| {
        let was_sorted = sequence.is_sorted(draft);
        let added = sequence.complete(draft);
        if !was_sorted || !sequence.is_sorted(draft) {
            sequence.sort(draft);
        }
        added
    })
}

/// Maximum number of entries that a sentence shows.
const MAX_ENTRIES: usize = 6;

pub(super) fn offer(offers: &mut Offers<'_, '_>) {
    match offers.subject.step.rule {
        Rule::OrderMissing | Rule::OrderMismatch => brought_together(offers),
        Rule::OrderEntryKey => entries(offers),
        Rule::OrderEntryField => without_field(offers),
        Rule::OrderNotLists
        | Rule::OrderNotOrderable
        | Rule::NoItemsToOrder
        | Rule::OrderWithPatchMergeKey => without(offers, Certainty::Intended),
        Rule::OrderNoOp => without(offers, Certainty::SameResult),
        Rule::ImplicitReorder => explicit(offers),
        Rule::VariableBeforeDefinition => definition_first(offers),
        Rule::KubernetesPanics => {
            if let Some((node, _)) = directive(offers) {
                plain_entries(offers, node);
            }
        }
        _ => {}
    }
}

/// Corrects a field of an entry that is the misspelled merge key.
fn misspelled_key(offers: &mut Offers<'_, '_>) -> Option<()> {
    let subject = offers.subject;
    let field = subject.node?;
    let entry = subject.parent(field)?;
    let merge_key = subject.field(entry)?.merge_key?;
    if subject.near_merge_key(entry, merge_key) == Some(field) {
        let sentence = format!("Write `{merge_key}` instead of `{}`.", subject.key(field));
        offers.offer_intended(sentence, |draft| draft.rename(field.into(), merge_key));
    }
    Some(())
}

/// Removes the field of an entry that has no effect.
fn without_field(offers: &mut Offers<'_, '_>) {
    misspelled_key(offers);
    // The value is meant for the item. Without an effect there, only the user knows.
    let certainty = match moved_to_item(offers) {
        Some(()) => Certainty::Guess,
        None => Certainty::SameResult,
    };
    if certainty == Certainty::Guess {
        offers.repeat_as_guesses();
    }
    let Some(field) = offers.subject.node else { return };
    let entry = offers.subject.parent(field);
    match entry.filter(|_| is_in_rejected_entry(offers, field)) {
        Some(entry) => {
            let (shown, fields) = (offers.subject.written(entry), offers.subject.document.len(entry));
            let sentence = format!("Remove the entry `{shown}`: it does not have the merge key.");
            let certainty = if fields == 1 { certainty } else { Certainty::Guess };
            offers.remove(certainty, sentence, entry);
        }
        None => {
            let name = offers.subject.key(field);
            let sentence = format!("Remove `{name}` from the entry: only the merge key has an effect.");
            offers.remove(certainty, sentence, field);
        }
    }
}

/// Returns whether the entry of a field has no merge key, and is rejected: it stays so without the field.
fn is_in_rejected_entry(offers: &Offers<'_, '_>, field: NodeId) -> bool {
    let subject = offers.subject;
    let rejection = subject.merge.rejection();
    if rejection.is_none_or(|rejection| rejection.rule != Rule::OrderEntryKey) {
        return false;
    }
    let draft = subject.draft();
    let has_key = || {
        let (order, map) = directive(offers)?;
        let sequence = Sequence::new(subject, &draft, map, directed(subject.key(order))?)?;
        sequence.key(&draft, subject.parent(field)?.into())
    };
    has_key().is_none()
}

/// Moves the field of an entry to the item of the patch list, where it has an effect.
fn moved_to_item(offers: &mut Offers<'_, '_>) -> Option<()> {
    let subject = offers.subject;
    let field = subject.node?;
    let name = subject.key(field).to_owned();
    let entry = subject.parent(field)?;
    let (_, map) = directive(offers)?;
    let list_name = directed(subject.key(subject.parent(entry)?))?;
    let draft = subject.draft();
    let sequence = Sequence::new(subject, &draft, map, list_name)?;
    let merge_key = sequence.merge_key?;
    let key = sequence.key(&draft, entry.into())?;
    let has_key = |item: &DraftId| sequence.key(&draft, *item).as_ref() == Some(&key);
    let item = sequence
        .list
        .and_then(|list| draft.items(list).into_iter().find(has_key));
    // An item with `$patch` has no fields to set.
    let is_taken = |item| draft.get(item, &name).is_some() || draft.get(item, "$patch").is_some();
    if item.is_some_and(is_taken) {
        return None;
    }
    let mut draft = draft;
    let value = draft.copy(subject.document, field);
    draft.remove(field.into());
    let own = item.unwrap_or_else(|| {
        let item = draft.map_of(merge_key, key.clone());
        let list = sequence
            .list
            .unwrap_or_else(|| draft.put_new(map.into(), list_name, DraftValue::List));
        draft.insert(list, usize::MAX, item);
        item
    });
    draft.put(own, &name, value);
    sequence.sort(&mut draft);
    let mut sentence = format!(
        "Write `{name}` in the item `{}` of `{list_name}`, where it has an effect.",
        sequence.entry_name(&draft, entry.into())
    );
    if let Some(place) = sequence.list.filter(|_| item.is_none()).and_then(|list| {
        let (items, at) = (draft.items(list), draft.position(own));
        let name = |item: &DraftId| sequence.entry_name(&draft, *item);
        match (items.get(at + 1), at.checked_sub(1).and_then(|at| items.get(at))) {
            (Some(next), _) => Some(format!("before `{}`", name(next))),
            (_, last) => last.map(|last| format!("after `{}`", name(last))),
        }
    }) {
        sentence.push_str(&format!(" Add this item {place}."));
    }
    offers.offer_intended(sentence, |changed| *changed = draft);
    Some(())
}

/// Returns the directive of the finding, and its map.
fn directive(offers: &Offers<'_, '_>) -> Option<(NodeId, NodeId)> {
    let subject = offers.subject;
    let is_order = |node: &NodeId| subject.key(*node).starts_with("$setElementOrder");
    let nodes = subject.directive.into_iter().chain(subject.node);
    let node = nodes.flat_map(|node| subject.up(node)).find(is_order)?;
    Some((node, subject.parent(node)?))
}

fn without(offers: &mut Offers<'_, '_>, certainty: Certainty) {
    let Some((node, map)) = directive(offers) else {
        return;
    };
    let key = offers.subject.key(node).to_owned();
    let list = directed(&key).and_then(|name| offers.subject.document.get(map, name));
    let is_list = |node: NodeId| offers.subject.document.kind(node) == ValueKind::List;
    // Null removes the list, so it stays.
    if list.is_some_and(|list| offers.subject.document.kind(list) == ValueKind::Null) {
        offers.remove(certainty, format!("Remove `{key}`."), node);
    }
    // The value of a field that is no list is right without the order.
    let can_be_list = |node: NodeId| {
        let field = offers.subject.field(node);
        field.is_none_or(|field| {
            matches!(
                offers.subject.schema().shape(field.type_position),
                Shape::List | Shape::Unknown
            )
        })
    };
    if let Some(list) = list.filter(|list| !is_list(*list) && is_list(node) && can_be_list(*list)) {
        let name = offers.subject.key(list).to_owned();
        // The value can be what the user wants.
        offers.offer(
            Certainty::Guess,
            format!("Remove `{key}` and `{name}`, which is not a list."),
            |draft| {
                draft.remove(list.into());
                draft.remove_with_empty(node.into());
            },
        );
    }
    // Lists that are named inside are what the user means.
    let names_lists =
        offers.subject.document.kind(node) == ValueKind::Map && offers.subject.document.len(node) > 0;
    let certainty = if names_lists { Certainty::Guess } else { certainty };
    offers.remove(certainty, format!("Remove `{key}`."), node);
}

/// Removes the repeated values of a patch list of primitives, which is a set. Its order lists each value once.
fn without_repeats(offers: &mut Offers<'_, '_>, map: NodeId, name: &str) {
    let (subject, document) = (offers.subject, offers.subject.document);
    let Some(list) = document.get(map, name) else {
        return;
    };
    let mut seen = FxHashSet::default();
    let is_repeat = |item: &NodeId| {
        let key = DraftValue::scalar(document.value(*item));
        key.is_some_and(|key| !seen.insert(key))
    };
    let repeats: Vec<NodeId> = document.children(list).filter(is_repeat).collect();
    if repeats.is_empty() {
        return;
    }
    let mut names: Vec<String> = repeats.iter().map(|item| subject.written(*item)).collect();
    names.dedup();
    let sentence = format!("Remove the repeated {} from `{name}`", listed(&names));
    let mut draft = subject.draft();
    draft.remove_each(repeats);
    let mut sorted = draft.clone();
    complete_in(subject, &mut sorted, list.into());
    offers.offer_intended(format!("{sentence}."), |changed| *changed = draft);
    offers.offer_intended(
        format!("{sentence}, and list its values in `$setElementOrder/{name}`, in the same order."),
        |changed| *changed = sorted,
    );
}

/// Gives an entry the type of its item, or the item that of its entry: `80` and `"80"` are two keys. Returns whether there
/// is such a pair.
fn with_same_types(offers: &mut Offers<'_, '_>, (node, map): (NodeId, NodeId), name: &str) -> bool {
    let subject = offers.subject;
    let document = subject.document;
    let merge_key = subject.field(node).and_then(|field| field.merge_key);
    let Some((list, merge_key)) = document.get(map, name).zip(merge_key) else {
        return false;
    };
    let keys = |of: NodeId| -> Vec<NodeId> {
        let items = document
            .children(of)
            .filter(|item| document.get(*item, "$patch").is_none());
        items.filter_map(|item| document.get(item, merge_key)).collect()
    };
    let (entries, items) = (keys(node), keys(list));
    let typed = |key: &NodeId| json_value(document, *key);
    let all = [&entries, &items].map(|keys| keys.iter().map(typed).collect::<FxHashSet<String>>());
    let is_in_both = |key: &NodeId| {
        let key = typed(key);
        all.iter().all(|keys| keys.contains(&key))
    };
    let lacks = |keys: &[NodeId]| {
        let mut texts: FxHashMap<String, NodeId> = FxHashMap::default();
        for key in keys.iter().filter(|key| !is_in_both(key)) {
            texts.extend(scalar_text(document.value(*key)).map(|text| (text, *key)));
        }
        texts
    };
    let (unlisted, unused) = (lacks(&items), lacks(&entries));
    let pairs = items.iter().filter_map(|item| {
        let text = scalar_text(document.value(*item)).filter(|text| unlisted.get(text) == Some(item))?;
        Some((*item, *unused.get(&text)?))
    });
    let is_right = |key: NodeId| {
        subject
            .parent(key)
            .is_some_and(|item| has_type_of_key(subject, item, key, merge_key))
    };
    let mut changes = Vec::new();
    for (item, entry) in pairs {
        match (is_right(item), is_right(entry)) {
            (true, false) => changes.push((entry, item, node)),
            (false, true) => changes.push((item, entry, list)),
            _ => return false,
        }
    }
    let Some((wrong, right, of)) = changes.first().copied() else {
        return false;
    };
    let mut sentence = match changes.len() {
        1 => format!(
            "Write `{merge_key}: {}` instead of `{merge_key}: {}` in `{}`.",
            subject.written(right),
            subject.written(wrong),
            subject.key(of)
        ),
        count => format!(
            "Write {count} values of `{merge_key}` with the right type in `{name}` and `$setElementOrder/{name}`, for example `{}` instead of `{}`.",
            subject.written(right),
            subject.written(wrong)
        ),
    };
    let mut draft = subject.draft();
    for (wrong, right, _) in changes {
        draft.set(wrong.into(), document.value(right).into());
    }
    let added = complete_order(subject, &mut draft, list);
    if !added.is_empty() {
        sentence.push_str(&format!(" Add {} to `$setElementOrder/{name}`.", listed(&added)));
    }
    offers.offer_intended(sentence, |changed| *changed = draft);
    offers.repeat_as_guesses();
    true
}

fn brought_together(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some((node, map)) = directive(offers) else {
        return;
    };
    let Some(name) = directed(subject.key(node)) else {
        return;
    };
    if with_same_types(offers, (node, map), name) {
        return;
    }
    let is_mismatch = subject.step.rule == Rule::OrderMismatch;
    if is_mismatch {
        without_repeats(offers, map, name);
    }
    for sorts in [false, true] {
        let mut draft = subject.draft();
        let Some(sequence) = Sequence::new(subject, &draft, map, name) else {
            return;
        };
        let added = sequence.complete(&mut draft);
        let is_sorted = sorts && sequence.sort(&mut draft);
        if !is_sorted && (sorts || added.is_empty()) {
            continue;
        }
        let order = format!("`$setElementOrder/{}`", sequence.name);
        let sentence = match (added.is_empty(), is_sorted) {
            (true, _) => format!("Write the items of `{name}` in the order of {order}."),
            (false, false) => format!("Add {} to {order}.", listed(&added)),
            (false, true) => {
                format!(
                    "Add {} to {order}, and write the items of `{name}` in its order.",
                    listed(&added)
                )
            }
        };
        offers.offer_intended(sentence, |changed| *changed = draft);
        // The help of the check names the item to move or to add, if there is only one.
        let same_change = match (added.len(), is_sorted) {
            (0, true) => Some(OrderChange::SortItems),
            (1, false) => Some(OrderChange::AddEntry),
            _ => None,
        };
        if same_change.is_some() && subject.order_change() == same_change {
            offers.help(subject.merge.fix(subject.step));
        }
    }
    if !is_mismatch {
        without_repeats(offers, map, name);
    }
    if subject.field(node).is_some_and(|field| field.merge_key.is_none())
        && subject
            .document
            .children(node)
            .any(|entry| subject.document.kind(entry) == ValueKind::Map)
    {
        plain_entries(offers, node);
    }
    // A `$patch` without effect excludes an item from the order.
    let mut draft = subject.draft();
    let (mut freed, mut markers, mut meant) = (Vec::new(), Vec::new(), Vec::new());
    let list = subject.document.get(map, name);
    for item in list.into_iter().flat_map(|list| subject.document.children(list)) {
        let marker = subject.document.get(item, "$patch");
        let known = [Value::String("delete"), Value::String("replace")];
        if let Some(marker) = marker.filter(|marker| !known.contains(&subject.document.value(*marker))) {
            let word = subject.document.value(marker).as_str().unwrap_or_default();
            if let Some(word) = meant_marker(&word.to_ascii_lowercase()) {
                meant.push((marker, word));
                continue;
            }
            freed.push(format!("$patch: {}", subject.written(marker)));
            markers.push(marker);
        }
    }
    draft.remove_each(markers);
    if let Some((_, word)) = meant.first() {
        let is_deletion = meant.iter().all(|(_, word)| *word == "delete");
        offers.offer(
            Certainty::intended_if(is_deletion),
            format!("Write `$patch: {word}`."),
            |draft| {
                for (marker, word) in meant {
                    draft.set(marker.into(), DraftValue::Text(word.to_owned()));
                }
            },
        );
    } else if let Some(list) = list.filter(|_| !freed.is_empty()) {
        let added = complete_order(subject, &mut draft, list);
        let mut sentence = format!("Remove {}: merging is the default.", listed(&freed));
        if !added.is_empty() {
            sentence.push_str(&format!(" Add {} to `$setElementOrder/{name}`.", listed(&added)));
        }
        offers.offer_intended(sentence, |changed| *changed = draft);
    }
    // The list has more items with the key than the order has entries.
    let sentence = format!("Remove `$setElementOrder/{name}`.");
    offers.remove(Certainty::Guess, sentence, node);
}

/// Fixes entries that are not the merge key of an item.
fn entries(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some((node, map)) = directive(offers) else {
        return;
    };
    let document = subject.document;
    let key = subject.key(node).to_owned();
    let merge_key = subject.field(node).and_then(|field| field.merge_key);
    let Some(merge_key) = merge_key else {
        return plain_entries(offers, node);
    };
    let entries: Vec<NodeId> = document.children(node).collect();
    let near = |entry: NodeId| match document.kind(entry) {
        ValueKind::Map => subject.near_merge_key(entry, merge_key),
        _ => None,
    };
    let value = |entry: NodeId| match document.kind(entry) {
        ValueKind::Map => near(entry)
            .or_else(|| document.get(entry, merge_key))
            .filter(|own| {
                !matches!(
                    document.kind(*own),
                    ValueKind::Map | ValueKind::List | ValueKind::Null
                )
            }),
        ValueKind::Null | ValueKind::List => None,
        _ => Some(entry),
    };
    // The order lists the items of the patch, in the same order.
    let as_sorted = |draft: &Draft| {
        let mut sorted = draft.clone();
        if let Some(sequence) = directed(&key).and_then(|name| Sequence::new(subject, draft, map, name)) {
            sequence.complete(&mut sorted);
            sequence.sort(&mut sorted);
        }
        sorted
    };
    let (fine, bad): (Vec<NodeId>, Vec<NodeId>) = entries.iter().partition(|entry| value(**entry).is_some());
    let renamed: Vec<NodeId> = fine.iter().filter_map(|entry| near(*entry)).collect();
    let has_only_maps = fine.iter().all(|entry| document.kind(*entry) == ValueKind::Map);
    let mut draft = subject.draft();
    renamed
        .iter()
        .for_each(|near| draft.rename((*near).into(), merge_key));
    if let Some(first) = renamed.first().filter(|_| has_only_maps) {
        let sentence = format!("Write `{merge_key}` instead of `{}`.", subject.key(*first));
        let (draft, sorted) = (draft.clone(), as_sorted(&draft));
        offers.offer_intended(sentence.clone(), |changed| *changed = draft);
        let input = subject.merge.input_name();
        let sentence = format!("{sentence} List the items of {input} in `{key}`, in the same order.");
        offers.offer_intended(sentence, |changed| *changed = sorted);
    }
    // A removed entry with a value, and a value of another type, can be meant as an item.
    let is_clear = bad.iter().all(|entry| document.len(*entry) == 0)
        && fine.iter().all(|entry| is_of_type(subject, *entry, merge_key));
    let certainty = Certainty::intended_if(is_clear);
    let kept: Vec<DraftId> = fine
        .iter()
        .map(|entry| match document.kind(*entry) {
            ValueKind::Map => (*entry).into(),
            _ => draft.map_of(merge_key, document.value(*entry).into()),
        })
        .collect();
    let rewritten = fine
        .iter()
        .zip(&kept)
        .find(|(entry, _)| document.kind(**entry) != ValueKind::Map);
    let example = rewritten.map_or_else(String::new, |(entry, map)| {
        format!(
            ", for example `{}` as `{}`",
            subject.written(*entry),
            written(&draft, *map)
        )
    });
    let shown = |draft: &Draft, kept: &[DraftId]| {
        let entries: Vec<String> = kept.iter().map(|entry| written(draft, *entry)).collect();
        let is_short = entries.len() <= MAX_ENTRIES && entries.iter().all(|entry| !entry.ends_with('…'));
        match bad.len() {
            0 if is_short => format!("Write `{key}: [{}]`.", entries.join(", ")),
            0 => format!("Write each entry of `{key}` as a map{example}."),
            1 => {
                let entry = subject.written(bad[0]);
                let why = match document.get(bad[0], merge_key) {
                    Some(key) => format!("its `{merge_key}` is `{}`", subject.written(key)),
                    None => format!("it has no `{merge_key}`"),
                };
                format!("Remove the entry `{entry}` from `{key}`: {why}.")
            }
            count => format!("Remove {count} entries without `{merge_key}` from `{key}`."),
        }
    };
    if !fine.is_empty() {
        let sentence = shown(&draft, &kept);
        draft.adopt(node.into(), kept);
        // The items of such entries have no key either, and are rejected next.
        let list = directed(&key).and_then(|name| document.get(map, name));
        let items = list.into_iter().flat_map(|list| document.children(list));
        let is_keyless = |item: &NodeId| {
            let own = document.get(*item, merge_key);
            own.is_some_and(|own| document.kind(own) == ValueKind::Null)
        };
        let keyless: Vec<NodeId> = items.filter(is_keyless).collect();
        let (certainty, also) = match keyless.is_empty() || bad.is_empty() {
            true => (certainty, String::new()),
            false => {
                draft.remove_each(keyless.iter().copied());
                let names = listed_items(subject, &keyless);
                let place = subject.merge.input_list();
                (Certainty::Guess, format!(" Also remove {names} from {place}."))
            }
        };
        let sorted = as_sorted(&draft);
        offers.offer(certainty, format!("{sentence}{also}"), |changed| *changed = draft);
        let input = subject.merge.input_name();
        let sentence = shown(&sorted, &sorted.items(node.into()));
        offers.offer(
            certainty,
            format!("{sentence}{also} List the items of {input} in the same order."),
            |changed| *changed = sorted,
        );
    }
    // An order with entries of its own is given up only by the user.
    let (certainty, sentence) = match fine.is_empty() {
        true => (
            certainty,
            format!("Remove `{key}`: none of its entries has the merge key `{merge_key}`."),
        ),
        false => (Certainty::Guess, format!("Remove `{key}`.")),
    };
    offers.remove(certainty, sentence, node);
}

/// Returns whether an entry that is no map has the type of the merge key.
fn is_of_type(subject: &Subject<'_>, entry: NodeId, merge_key: &str) -> bool {
    has_type_of_key(subject, entry, entry, merge_key)
}

/// Returns whether a value has the type of the merge key of an item.
fn has_type_of_key(subject: &Subject<'_>, item: NodeId, value: NodeId, merge_key: &str) -> bool {
    let schema = subject.schema();
    let item = subject.typed(item).map(|(item, _)| item);
    let kind = item.and_then(|item| schema.scalar_kind(schema.peek(item, merge_key)?.type_position));
    match subject.document.value(value) {
        Value::String(_) => kind.is_none_or(|kind| kind == "string"),
        Value::Integer(_) => kind.is_none_or(|kind| kind.starts_with("int")),
        Value::Map | Value::List => true,
        _ => false,
    }
}

/// Replaces maps in the order of a list of primitives by their values, or removes the order.
fn plain_entries(offers: &mut Offers<'_, '_>, node: NodeId) {
    let subject = offers.subject;
    let document = subject.document;
    let (change, sentence) = (subject.order_change(), subject.merge.fix(subject.step));
    let has_maps = document
        .children(node)
        .any(|entry| document.kind(entry) == ValueKind::Map);
    if has_maps && change == Some(OrderChange::WriteValues) {
        offers.offer_intended(sentence.clone(), |draft| {
            let plain = document.children(node).map(|entry| document.value(entry));
            let plain: FxHashSet<DraftValue> = plain.filter_map(DraftValue::scalar).collect();
            let kept = document
                .children(node)
                .filter_map(|entry| {
                    if document.kind(entry) != ValueKind::Map {
                        return Some(entry.into());
                    }
                    let value = document.children(entry).next()?;
                    let key =
                        DraftValue::scalar(document.value(value)).filter(|_| document.len(entry) == 1)?;
                    (!plain.contains(&key)).then(|| draft.make(key))
                })
                .collect();
            draft.adopt(node.into(), kept);
        });
    }
    if change == Some(OrderChange::RemoveOrder) {
        return offers.remove(Certainty::Intended, sentence, node);
    }
    let key = subject.key(node);
    let is_plain = |entry: &NodeId| !matches!(document.kind(*entry), ValueKind::Map | ValueKind::List);
    let (plain, others): (Vec<NodeId>, Vec<NodeId>) = document.children(node).partition(is_plain);
    // The order of the other entries is meant.
    let is_order = !plain.is_empty();
    if is_order && others.len() > 1 && !has_maps {
        let sentence = format!("Remove {} entries that are lists from `{key}`.", others.len());
        offers.offer_intended(sentence, |draft| draft.remove_each(others));
    }
    offers.remove(
        Certainty::intended_if(!is_order),
        format!("Remove `{key}`."),
        node,
    );
}

/// Adds the order that the patch implies.
fn explicit(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(list) = subject.node else { return };
    let list = match subject.document.kind(list) {
        ValueKind::List => list,
        _ => match subject.parent(list) {
            Some(list) => list,
            None => return,
        },
    };
    let (Some(map), Some(field)) = (subject.parent(list), subject.field(list)) else {
        return;
    };
    let Some(merge_key) = field.merge_key else { return };
    let name = subject.key(list).to_owned();
    let document = subject.document;
    if !offers.knows_orders() {
        return live_order(offers, list, merge_key);
    }
    let key = format!("$setElementOrder/{name}");
    let sentence = format!("To keep the new order, add `{key}`.");
    let input = subject.merge.input_list();
    let help = format!("{sentence} To keep the live order, write the items of {input} in that order.");
    offers.offer(Certainty::SameResult, sentence.clone(), |draft| {
        let order = draft.make(DraftValue::List);
        for item in document
            .children(list)
            .filter(|item| document.get(*item, "$patch").is_none())
        {
            if let Some(value) = document.get(item, merge_key) {
                let entry = draft.map_of(merge_key, document.value(value).into());
                draft.insert(order, usize::MAX, entry);
            }
        }
        draft.put(map.into(), &key, order);
    });
    offers.help(help.clone());
    let tree = &subject.merge.tree;
    let result = match tree.kind(subject.step.at) {
        ValueKind::List => Some(subject.step.at),
        _ => tree.parent(subject.step.at),
    };
    if let Some(result) = result {
        offers.offer(Certainty::SameResult, sentence, |draft| {
            let order = draft.make(DraftValue::List);
            for item in tree.present(result) {
                if let Some(value) = tree.get(item, merge_key) {
                    let entry = draft.map_of(merge_key, tree.value(value).into());
                    draft.insert(order, usize::MAX, entry);
                }
            }
            draft.put(map.into(), &key, order);
        });
        offers.help(help);
    }
    live_order(offers, list, merge_key);
}

/// Sorts the patch in the order of the live list.
fn live_order(offers: &mut Offers<'_, '_>, list: NodeId, merge_key: &str) {
    let subject = offers.subject;
    let Some(live) = subject.live_of(list) else { return };
    let name = subject.key(list).to_owned();
    let live_document = subject.live();
    let mut places = FxHashMap::default();
    for (at, item) in live_document.children(live).enumerate() {
        let key = live_document.get(item, merge_key);
        let key = key.map(|key| DraftValue::scalar(live_document.value(key)));
        places.entry(key).or_insert(at);
    }
    let position = |item: &DraftId, draft: &Draft| {
        let key = draft.get(*item, merge_key);
        places.get(&key.map(|key| DraftValue::scalar(draft.value(key))))
    };
    offers.offer(
        Certainty::Guess,
        format!("Write the items of `{name}` in the order of the live list."),
        |draft| {
            let mut items = draft.items(list.into());
            items.sort_by_cached_key(|item| position(item, draft).copied().unwrap_or(usize::MAX));
            draft.reorder(list.into(), items);
        },
    );
}

/// Moves a variable before the variables that use it.
fn definition_first(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let tree = &subject.merge.tree;
    let Some(list) = tree.parent(subject.step.at) else {
        return;
    };
    let variable = subject.step.detail();
    let user = tree.get(subject.step.at, "name").map(|name| tree.value(name));
    let Some(Value::String(user)) = user else { return };
    let path = subject.merge.path(list);
    let Some(patch_list) = subject.follow(&path) else {
        return;
    };
    // The result is the order that a directive writes if the patch has none.
    let mut names: Vec<&str> = Vec::new();
    let mut values: FxHashMap<&str, &str> = FxHashMap::default();
    for item in tree.present(list) {
        let text = |key| tree.get(item, key).and_then(|field| tree.value(field).as_str());
        if let Some(name) = text("name") {
            names.push(name);
            values.insert(name, text("value").unwrap_or_default());
        }
    }
    let uses = |user: &str, name: &str| {
        let value = values.get(user).copied().unwrap_or_default();
        value.contains(&format!("$({name})"))
    };
    let moved = |draft: &mut Draft, list: DraftId| {
        let items = draft.items(list);
        let name = |item: &DraftId| match draft.get(*item, "name").map(|name| draft.value(name)) {
            Some(Value::String(name)) => name.to_owned(),
            _ => String::new(),
        };
        let own: Vec<String> = items.iter().map(name).collect();
        let own: Vec<&str> = own.iter().map(String::as_str).collect();
        if let Some(order) = defined_before(&own, variable, user, uses) {
            draft.reorder(list, order.into_iter().map(|at| items[at]).collect());
        }
    };
    let order = subject.next_to(patch_list, "$setElementOrder/env");
    let sentence = format!("Move `{variable}` before `{user}`");
    let (input, list) = (subject.merge.input_name(), subject.merge.input_list());
    let both = match order {
        Some(_) => format!("{sentence}, in {list} and in `$setElementOrder/env`."),
        None => format!("{sentence} in {list}."),
    };
    offers.offer_intended(both, |draft| {
        moved(draft, patch_list.into());
        if let Some(order) = order {
            moved(draft, order.into());
        }
    });
    if let Some(order) = order {
        let entry_of = |draft: &Draft, name: &str| {
            let is_it = |entry: &DraftId| {
                let own = draft.get(*entry, "name").map(|own| draft.value(own));
                own == Some(Value::String(name))
            };
            draft.items(order.into()).into_iter().find(is_it)
        };
        let draft = subject.draft();
        if let Some(at) = entry_of(&draft, user).filter(|_| entry_of(&draft, variable).is_none()) {
            let sentence = format!("List `{variable}` before `{user}` in `$setElementOrder/env`.");
            offers.offer_intended(sentence, |draft| {
                let entry = draft.map_of("name", DraftValue::Text(variable.to_owned()));
                draft.insert(order.into(), draft.position(at), entry);
            });
        }
        return;
    }
    let Some(map) = subject.parent(patch_list) else {
        return;
    };
    // An order cannot tell apart variables with the same name.
    if values.len() < names.len() {
        return;
    }
    // If the live object has one of them, only an order directive moves it.
    let document = subject.document;
    let listed = document.children(patch_list);
    let mut needed: FxHashSet<&str> = listed
        .filter_map(|item| document.value(document.get(item, "name")?).as_str())
        .collect();
    if let Some(order) = defined_before(&names, variable, user, uses) {
        let to = names.iter().position(|name| *name == user).unwrap_or_default();
        names = order.iter().map(|at| names[*at]).collect();
        // The variable, and what it uses, are now at the place of the user.
        needed.extend(names.iter().skip(to).take_while(|name| **name != user));
    }
    // The order need not list the other items of the live object; all of them if that is not enough.
    let few: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| needed.contains(name))
        .collect();
    let patched = format!("all other items of {input}");
    let of_both = format!("{patched} and of the live list");
    for (names, others) in [(few, patched), (names, of_both)] {
        offers.offer_intended(
            format!("{sentence}: list them in that order in `$setElementOrder/env`, with {others}."),
            |draft| {
                moved(draft, patch_list.into());
                let order = draft.make(DraftValue::List);
                for name in &names {
                    let entry = draft.map_of("name", DraftValue::Text((*name).to_owned()));
                    draft.insert(order, usize::MAX, entry);
                }
                draft.put(map.into(), "$setElementOrder/env", order);
                if let Some(sequence) = Sequence::new(subject, draft, map, "env") {
                    sequence.sort(draft);
                }
            },
        );
    }
}

/// Returns the positions of items in an order with a variable, and the variables that it uses, before their user; `None` if
/// the variable is there already.
fn defined_before(
    names: &[&str],
    variable: &str,
    user: &str,
    uses: impl Fn(&str, &str) -> bool,
) -> Option<Vec<usize>> {
    let position = |name: &str| names.iter().position(|own| *own == name);
    let (from, to) = (position(variable)?, position(user)?);
    let mut moved = vec![from];
    for at in (to + 1..from).rev() {
        if moved.iter().any(|it| uses(names[*it], names[at])) {
            moved.push(at);
        }
    }
    moved.reverse();
    let first: FxHashSet<usize> = moved.iter().copied().collect();
    let rest = (to..names.len()).filter(|at| !first.contains(at));
    (from > to).then(|| (0..to).chain(moved.iter().copied()).chain(rest).collect())
}
