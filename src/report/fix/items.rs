//! Fixes of items with a missing, a wrong or a changed merge key.

use super::candidate::{Certainty, Offers, Removal, Subject, listed, written};
use super::draft::Draft;
use super::item_types;
use super::order::complete_order;
use crate::document::{NodeId, Numbers, Tree, Value, ValueKind, same};
use crate::merge::Rule;

pub(super) fn offer(offers: &mut Offers<'_, '_>) {
    match offers.subject.step.rule {
        Rule::MissingMergeKey => {
            item_types::name_value_list(offers);
            missing_key(offers);
        }
        Rule::ReplacesWholeList => replaced(offers),
        Rule::PossibleTypo => near_key(offers),
        Rule::ChangedKeyAddsItem => old_item(offers),
        Rule::RecreatedItem => recreated(offers),
        _ => {}
    }
}

fn remove_item(offers: &mut Offers<'_, '_>, certainty: Certainty, item: NodeId, why: &str) {
    let merge_key = offers.subject.field(item).and_then(|field| field.merge_key);
    let name = offers.subject.item_name(item, merge_key);
    offers.remove(certainty, Removal::item(&name).because(why), item);
}

/// Adds the missing merge key of an item: a key with another name, that of the only similar live item; or
/// removes the item.
fn missing_key(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let document = subject.document;
    let Some((item, list, merge_key)) = subject.keyed_item() else {
        return;
    };
    let key = document.get(item, merge_key);
    if let Some(values) = key.filter(|key| document.kind(*key) == ValueKind::List) {
        return key_in_list(offers, values, merge_key);
    }
    if document.kind(item) == ValueKind::Map {
        renamed_or_similar_key(offers, item, list, merge_key);
    }
    // The intended change of an item without a key is unknown.
    let has_content = document.kind(item) == ValueKind::Map
        && document
            .children(item)
            .any(|entry| !subject.key(entry).starts_with('$') && subject.key(entry) != merge_key);
    if has_content {
        return key_of_only_item(offers, item, list, merge_key);
    }
    without_keyless_items(offers, list, merge_key);
    let why = format!("it has no `{merge_key}`");
    remove_item(offers, Certainty::Intended, item, &why);
}

/// Writes a merge key whose value is a list with one scalar as this scalar.
fn key_in_list(offers: &mut Offers<'_, '_>, values: NodeId, merge_key: &str) {
    let document = offers.subject.document;
    let mut scalars = document.children(values);
    let first = scalars.next().filter(|value| document.kind(*value).is_scalar());
    if let Some(value) = first.filter(|_| scalars.next().is_none()) {
        let sentence = format!("Write the value of `{merge_key}` without a list around it.");
        offers.offer_intended(sentence, |draft| {
            let value = draft.copy(document, value);
            draft.replace(values.into(), value);
        });
    }
}

fn renamed_or_similar_key(offers: &mut Offers<'_, '_>, item: NodeId, list: NodeId, merge_key: &str) {
    let subject = offers.subject;
    if let Some(near) = subject.near_merge_key(item, merge_key) {
        let sentence = format!("Write `{merge_key}` instead of `{}`.", subject.key(near));
        offers.offer_intended(sentence, |draft| {
            draft.rename(near.into(), merge_key);
            complete_order(subject, draft, list);
        });
    }
    if let Some(key) = intended(subject, item, list, merge_key) {
        let shown = written(subject.live(), key);
        let change = match subject.document.get(item, merge_key) {
            Some(_) => format!("Write `{merge_key}: {shown}` instead of `{merge_key}: null`"),
            None => format!("Add `{merge_key}: {shown}` to the item"),
        };
        let sentence = format!("{change}: it is most like the live item `{shown}`.");
        // A null can be meant to delete the item, unless another field names it.
        let document = subject.document;
        let name = document.get(item, "name").map(|name| document.value(name));
        let is_named = name.is_some_and(|name| name != Value::Null);
        let certainty = Certainty::intended_if(document.get(item, merge_key).is_none() || is_named);
        offers.offer(certainty, sentence, |draft| {
            add_live_key(subject, draft, (item, list), merge_key, key);
        });
    }
}

/// Adds the merge key of the only live item.
fn key_of_only_item(offers: &mut Offers<'_, '_>, item: NodeId, list: NodeId, merge_key: &str) {
    let subject = offers.subject;
    let live = subject.live();
    let live_list = subject.live_of(list).into_iter();
    let mut items = live_list.flat_map(|list| live.children(list));
    let only = items.next().filter(|_| items.next().is_none());
    if let Some(key) = only.and_then(|item| live.get(item, merge_key)) {
        let document = subject.document;
        let mut own = document
            .children(list)
            .filter_map(|item| document.get(item, merge_key));
        // Another item of the patch changes the live item.
        if own.any(|own| document.value(own) == live.value(key)) {
            let why = match document.get(item, merge_key) {
                Some(key) => format!("its `{merge_key}` is `{}`", subject.written(key)),
                None => format!("it has no `{merge_key}`"),
            };
            return remove_item(offers, Certainty::Guess, item, &why);
        }
        offers.offer(Certainty::Guess, subject.merge.fix(subject.step), |draft| {
            add_live_key(subject, draft, (item, list), merge_key, key);
        });
    }
}

/// Gives an item of a list the merge key of a live item.
fn add_live_key(
    subject: &Subject<'_>,
    draft: &mut Draft,
    (item, list): (NodeId, NodeId),
    merge_key: &str,
    live_key: NodeId,
) {
    let value = draft.copy(subject.live(), live_key);
    match draft.get(item.into(), merge_key) {
        Some(null) => draft.replace(null, value),
        None => {
            draft.rename(value, merge_key);
            draft.insert(item.into(), 0, value);
        }
    }
    complete_order(subject, draft, list);
}

/// Removes all empty items without a merge key, if there are several.
fn without_keyless_items(offers: &mut Offers<'_, '_>, list: NodeId, merge_key: &str) {
    let document = offers.subject.document;
    let has_no_key = |item: &NodeId| {
        let key = document.get(*item, merge_key);
        key.is_none_or(|key| document.kind(key) == ValueKind::Null)
    };
    let keyless: Vec<NodeId> = document
        .children(list)
        .filter(has_no_key)
        .filter(|item| document.get(*item, "$patch").is_none() && document.is_empty(*item))
        .collect();
    if keyless.len() > 1 {
        let sentence = format!(
            "Remove the {} items without `{merge_key}` from {}.",
            keyless.len(),
            offers.subject.merge.input_list()
        );
        offers.offer_intended(sentence, |draft| draft.remove_all(&keyless));
    }
}

/// Returns the merge key of the only live item that shares the most names or other keys with the item. Only a deletion
/// repeats ordinary values of the item that it is for.
fn intended(subject: &Subject<'_>, item: NodeId, list: NodeId, merge_key: &str) -> Option<NodeId> {
    let (live, document) = (subject.live(), subject.document);
    let field = subject.field(item)?;
    let keys = field.list_map_keys.iter().chain(field.recommended_keys);
    let is_deletion = document
        .get(item, "$patch")
        .is_some_and(|node| document.value(node) == Value::String("delete"));
    let identifies = |key: &str| is_deletion || key == "name" || keys.clone().any(|own| **own == *key);
    let alike = |candidate: NodeId| {
        let same = document.children(item).filter(|entry| {
            let value = document.value(*entry);
            value.kind().is_scalar()
                && value != Value::Null
                && identifies(subject.key(*entry))
                && live
                    .get(candidate, subject.key(*entry))
                    .is_some_and(|own| live.value(own) == value)
        });
        same.count()
    };
    let live_list = subject.live_of(list)?;
    let mut best: Vec<(usize, NodeId)> = live.children(live_list).map(|item| (alike(item), item)).collect();
    best.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    match best[..] {
        [(most, item), (next, _), ..] if most > next => live.get(item, merge_key),
        [(most, item)] if most > 0 => live.get(item, merge_key),
        _ => None,
    }
}

/// Replaces an item with `$patch: replace` by a deletion and an addition.
fn replaced(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let document = subject.document;
    let Some((item, list, merge_key)) = subject.keyed_item() else {
        return;
    };
    let (Some(key), Some(directive)) = (document.get(item, merge_key), document.get(item, "$patch")) else {
        return;
    };
    let live_has_it = subject.live_of(item).is_some();
    let name = subject.item_name(item, Some(merge_key));
    let mut draft = subject.draft();
    draft.remove(directive.into());
    if live_has_it {
        let deletion = draft.deletion(merge_key, document.value(key));
        draft.insert_before(item, deletion);
    }
    let added = complete_order(subject, &mut draft, list);
    let mut sentence = match live_has_it {
        true => format!("To replace one item, delete `{name}` and add it again in the same list."),
        false => format!("Remove `$patch: replace` from `{name}`: the item is new."),
    };
    if !added.is_empty() {
        let list = subject.key(list);
        sentence.push_str(&format!(" Add {} to `$setElementOrder/{list}`.", listed(&added)));
    }
    offers.offer_intended(sentence, |changed| *changed = draft);
}

/// Corrects a merge key that is similar to that of a live item.
fn near_key(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some((item, list, merge_key)) = subject.keyed_item() else {
        return;
    };
    let live = subject.live();
    let near = subject.step.live().and_then(|item| live.get(item, merge_key));
    let (Some(near), Some(own)) = (near, subject.document.get(item, merge_key)) else {
        return;
    };
    let key = format!("{merge_key}: {}", written(live, near));
    let path = subject.path();
    let is_rejected =
        subject.merge.steps.iter().any(|step| {
            step.rule == Rule::InvalidObject && subject.merge.step_path(step).0.starts_with(&path.0)
        });
    // A key of the wrong type is that of no item.
    let is_wrong_key = subject.merge.steps.iter().any(|step| {
        let patch = step.patch().filter(|patch| !patch.is_live());
        matches!(step.rule, Rule::WrongType | Rule::NotAString | Rule::ServerType)
            && patch
                .is_some_and(|patch| usize::from(patch.document) == subject.patch + 1 && patch.node == own)
    });
    // An item that repeats a live value is not a change of that item.
    let live_item = subject.step.live();
    let repeats = subject.document.children(item).any(|entry| {
        let key = subject.key(entry);
        let live_value = live_item.and_then(|item| live.get(item, key));
        key != merge_key
            && live_value.is_some_and(|value| same(subject.document, entry, live, value, Numbers::ByType))
    });
    let (certainty, sentence) = match is_rejected && !repeats || is_wrong_key {
        true if is_wrong_key => (
            Certainty::Intended,
            format!("Write `{key}`: the API server rejects a new item with this key."),
        ),
        true => (
            Certainty::Intended,
            format!("Write `{key}`: the API server rejects a new item with these fields."),
        ),
        false => (
            Certainty::Guess,
            format!("To change the live item, write `{key}`. If you want a new item, ignore this warning."),
        ),
    };
    offers.offer(certainty, sentence, |draft| {
        // An entry with the same mistake is the one of the item.
        let order = subject.next_to(list, &format!("$setElementOrder/{}", subject.key(list)));
        let entries = order
            .into_iter()
            .flat_map(|order| subject.document.children(order));
        let keys = entries.filter_map(|entry| subject.document.get(entry, merge_key));
        let same = |key: &NodeId| subject.document.value(*key) == subject.document.value(own);
        for key in keys.filter(same).chain([own]) {
            draft.set(key.into(), live.value(near).into());
        }
        complete_order(subject, draft, list);
    });
}

/// Deletes the live item whose key should be changed.
fn old_item(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let live = subject.live();
    let (Some(old), Some((_, list, merge_key))) = (subject.step.live(), subject.keyed_item()) else {
        return;
    };
    let Some(key) = live.get(old, merge_key) else {
        return;
    };
    let sentence = subject.merge.fix(subject.step);
    offers.offer(Certainty::Guess, sentence, |draft| {
        let deletion = draft.deletion(merge_key, live.value(key));
        draft.insert(list.into(), 0, deletion);
    });
}

fn recreated(offers: &mut Offers<'_, '_>) {
    let Some((item, _)) = offers.subject.item() else {
        return;
    };
    remove_item(offers, Certainty::Intended, item, "");
}
