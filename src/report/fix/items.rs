//! Fixes of items with missing or duplicate keys.

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidate::{Certainty, Offers, Subject, listed};
use super::draft::{Draft, DraftId, DraftValue};
use super::order::complete_order;
use crate::document::write::{double_quoted, json_value};
use crate::document::{Document, NodeId, Numbers, Tree, Value, ValueKind, same};
use crate::merge::{Rule, Semantics, are_told_apart, duplicates_of, key_text};

pub(super) fn offer(offers: &mut Offers<'_, '_>) {
    match offers.subject.step.rule {
        Rule::MissingMergeKey => {
            name_value_list(offers);
            missing_key(offers);
        }
        Rule::NullInList => nulls(offers),
        Rule::MixedTypes | Rule::ListOfLists => {
            name_value_list(offers);
            mixed(offers);
        }
        Rule::NoMergeKey => {}
        Rule::DuplicatePatchItems => joined(offers),
        Rule::DuplicateLiveItems => live_duplicates(offers),
        Rule::KeyCollision => by_all_keys(offers),
        Rule::ReplacesWholeList => replaced(offers),
        Rule::PossibleTypo => near_key(offers),
        Rule::ChangedKeyAddsItem => old_item(offers),
        Rule::DeletesAndAdds => deleted_and_added(offers),
        Rule::RecreatedItem => recreated(offers),
        _ => {}
    }
}

/// Returns the list of the finding.
fn list_of(subject: &Subject<'_>) -> Option<NodeId> {
    let nodes = subject.node.into_iter().chain(subject.directive);
    let is_list = |node: &NodeId| subject.document.kind(*node) == ValueKind::List;
    nodes.flat_map(|node| subject.up(node)).find(is_list)
}

/// Returns the item of the finding and its list.
fn item_of(subject: &Subject<'_>) -> Option<(NodeId, NodeId)> {
    let is_item = |node: &NodeId| {
        let parent = subject.parent(*node);
        parent.is_some_and(|parent| subject.document.kind(parent) == ValueKind::List)
    };
    let item = subject.node.and_then(|node| subject.up(node).find(is_item))?;
    Some((item, subject.parent(item)?))
}

fn name_value_list(offers: &mut Offers<'_, '_>) {
    if let Some(item) = list_of(offers.subject).and_then(|list| offers.subject.document.children(list).next())
    {
        name_value_pairs(offers, item);
    }
}

/// Writes the items of a list of names and values that are `A=x` or `{A: x}` as `{name: A, value: x}`. `node` is in an item.
pub(super) fn name_value_pairs(offers: &mut Offers<'_, '_>, node: NodeId) {
    let subject = offers.subject;
    let (document, schema) = (subject.document, subject.schema());
    let is_item = |node: &NodeId| {
        subject
            .parent(*node)
            .is_some_and(|list| document.kind(list) == ValueKind::List)
    };
    let Some(item) = subject.up(node).find(is_item) else {
        return;
    };
    let (Some((item_type, Some(field))), Some(list)) = (subject.typed(item), subject.parent(item)) else {
        return;
    };
    let is_field = |key: &str| schema.field_names(item_type).any(|name| name == key);
    if field.merge_key != Some("name") || !is_field("value") {
        return;
    }
    let pair = |item: NodeId| match document.value(item) {
        Value::String(text) => {
            let (name, value) = text.split_once('=')?;
            Some((name.to_owned(), value.to_owned(), true))
        }
        Value::Map => {
            let mut entries = document.children(item);
            let entry = entries.next().filter(|_| entries.next().is_none())?;
            let key = subject.key(entry);
            let is_name = !is_field(key) && schema.near_field(item_type, key).is_none();
            let is_value = document.kind(entry).is_scalar() && document.kind(entry) != ValueKind::Null;
            let (value, is_exact) = subject.file_text(entry);
            (is_name && is_value).then(|| (key.to_owned(), value, is_exact))
        }
        _ => None,
    };
    let is_name = |name: &str| {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
        !name.is_empty() && name.bytes().all(is_letter)
    };
    let mut pairs = Vec::new();
    for item in document
        .children(list)
        .filter(|item| document.get(*item, "name").is_none())
    {
        match pair(item).filter(|(name, ..)| is_name(name)) {
            Some(pair) => pairs.push((item, pair)),
            // A directive is not an item.
            None if document.get(item, "$patch").is_some() => {}
            None => return,
        }
    }
    let Some((first, (name, value, _))) = pairs.first() else {
        return;
    };
    let new = format!("{{name: {name}, value: {}}}", double_quoted(value));
    let sentence = match pairs.len() {
        1 => format!("Write `{}` as `{new}`.", subject.written(*first)),
        _ => format!(
            "Write the items of `{}` with `name` and `value`: `{new}`.",
            subject.key(list)
        ),
    };
    let certainty = match pairs.iter().all(|(_, (.., is_exact))| *is_exact) {
        true => Certainty::Intended,
        false => Certainty::Guess,
    };
    offers.offer(certainty, sentence, |draft| {
        for (item, (name, value, _)) in pairs {
            let new = draft.map_of("name", DraftValue::Text(name));
            let value = draft.make(DraftValue::Text(value));
            draft.put(new, "value", value);
            draft.replace(item.into(), new);
        }
        complete_order(subject, draft, list);
    });
}

fn remove_item(offers: &mut Offers<'_, '_>, certainty: Certainty, item: NodeId, why: &str) {
    let merge_key = offers.subject.field(item).and_then(|field| field.merge_key);
    let name = offers.subject.item_name(item, merge_key);
    offers.remove(
        certainty,
        format!("Remove the item `{name}` from the patch list{why}."),
        item,
    );
}

/// Adds the missing merge key of an item: a key with another name, that of the only similar live item; or
/// removes the item.
fn missing_key(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let document = subject.document;
    let Some((item, list)) = item_of(subject) else {
        return;
    };
    let Some(merge_key) = subject.field(item).and_then(|field| field.merge_key) else {
        return;
    };
    if let Some(list) = document
        .get(item, merge_key)
        .filter(|key| document.kind(*key) == ValueKind::List)
    {
        let mut values = document.children(list);
        let only = values
            .next()
            .filter(|value| document.kind(*value).is_scalar() && values.next().is_none());
        if let Some(value) = only {
            let sentence = format!("Write the value of `{merge_key}` without a list around it.");
            offers.offer_intended(sentence, |draft| {
                let value = draft.copy(document, value);
                draft.replace(list.into(), value);
            });
        }
        return;
    }
    // Gives the item the key of a live item.
    let with_key = |draft: &mut Draft, key: NodeId| {
        if let Some(null) = draft.get(item.into(), merge_key) {
            draft.remove(null);
        }
        let value = draft.copy(subject.live(), key);
        draft.rename(value, merge_key);
        draft.insert(item.into(), 0, value);
        complete_order(subject, draft, list);
    };
    if document.kind(item) == ValueKind::Map {
        if let Some(near) = subject.near_merge_key(item, merge_key) {
            let sentence = format!("Write `{merge_key}` instead of `{}`.", subject.key(near));
            offers.offer_intended(sentence, |draft| {
                draft.rename(near.into(), merge_key);
                complete_order(subject, draft, list);
            });
        }
        if let Some(key) = intended(subject, item, list, merge_key) {
            let live = subject.live();
            let shown = super::candidate::written(live, key);
            let sentence = format!(
                "Add `{merge_key}: {shown}` to the item: the live item with this key has the most similar fields."
            );
            offers.offer_intended(sentence, |draft| with_key(draft, key));
        }
    }
    // The intended change of an item without a key is unknown.
    let has_content = document.kind(item) == ValueKind::Map
        && document
            .children(item)
            .any(|entry| !subject.key(entry).starts_with('$') && subject.key(entry) != merge_key);
    if has_content {
        let live = subject.live();
        let mut items = subject
            .live_of(list)
            .into_iter()
            .flat_map(|list| live.children(list));
        let only = items.next().filter(|_| items.next().is_none());
        if let Some(key) = only.and_then(|item| live.get(item, merge_key)) {
            offers.offer(Certainty::Guess, subject.merge.fix(subject.step), |draft| {
                with_key(draft, key)
            });
        }
        return;
    }
    let without = format!(": it has no `{merge_key}`");
    let keyless: Vec<NodeId> = document
        .children(list)
        .filter(|item| {
            document
                .get(*item, merge_key)
                .is_none_or(|key| document.kind(key) == ValueKind::Null)
        })
        .filter(|item| document.get(*item, "$patch").is_none() && document.is_empty(*item))
        .collect();
    if keyless.len() > 1 {
        let sentence = format!(
            "Remove the {} items without `{merge_key}` from the patch list.",
            keyless.len()
        );
        offers.offer_intended(sentence, |draft| remove_all(draft, &keyless));
    }
    remove_item(offers, Certainty::Intended, item, &without);
}

fn remove_all(draft: &mut Draft, nodes: &[NodeId]) {
    if let Some((last, others)) = nodes.split_last() {
        draft.remove_each(others.iter().copied());
        draft.remove_with_empty((*last).into());
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

fn nulls(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(list) = list_of(subject) else { return };
    let is_null = |item: &NodeId| subject.document.kind(*item) == ValueKind::Null;
    let nulls: Vec<NodeId> = subject.document.children(list).filter(is_null).collect();
    offers.offer_intended(
        format!("Remove the null from `{}`.", subject.key(list)),
        |draft| remove_all(draft, &nulls),
    );
}

/// Fixes items with another type than the others.
fn mixed(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let document = subject.document;
    // A list in the list is an item.
    let list = list_of(subject).and_then(|list| subject.up(list).find(|up| document.key(*up).is_some()));
    let Some(list) = list else { return };
    let live_kind = subject.live_of(list).and_then(|list| {
        let live = subject.live();
        live.children(list).map(|item| live.kind(item)).next()
    });
    let merge_key = subject.field(list).and_then(|field| field.merge_key);
    let kinds = document.children(list).map(|item| document.kind(item));
    let mut kinds = live_kind.into_iter().chain(kinds);
    let kind = match merge_key {
        Some(_) => Some(ValueKind::Map),
        None => kinds.find(|kind| !matches!(kind, ValueKind::List | ValueKind::Null | ValueKind::Map)),
    };
    let Some(kind) = kind else { return };
    let odd: Vec<NodeId> = document
        .children(list)
        .filter(|item| document.kind(*item) != kind)
        .collect();
    let name = subject.key(list).to_owned();
    let only_item = |item: &NodeId| {
        let mut inner = document.children(*item);
        inner
            .next()
            .filter(|inner| document.kind(*item) == ValueKind::List && document.kind(*inner) == kind)
            .filter(|_| document.len(*item) == 1)
    };
    if !odd.is_empty() && odd.iter().all(|item| only_item(item).is_some()) {
        let sentence = format!("Write the items of `{name}` without a list around them.");
        offers.offer_intended(sentence, |draft| {
            let items = document.children(list).map(|item| match only_item(&item) {
                Some(inner) => draft.copy(document, inner),
                None => item.into(),
            });
            let items = items.collect();
            draft.adopt(list.into(), items);
        });
    }
    let scalars = odd
        .iter()
        .all(|item| document.kind(*item).is_scalar() && document.kind(*item) != ValueKind::Null);
    if kind == ValueKind::String && scalars && !odd.is_empty() {
        let names: Vec<String> = odd.iter().map(|item| subject.written(*item)).collect();
        let certainty = match odd.iter().all(|item| subject.file_text(*item).1) {
            true => Certainty::Intended,
            false => Certainty::Guess,
        };
        offers.offer(
            certainty,
            format!("Quote {} in `{name}`: the list contains strings.", listed(&names)),
            |draft| {
                for item in &odd {
                    let (text, _) = subject.file_text(*item);
                    draft.set((*item).into(), DraftValue::Text(text));
                }
            },
        );
    }
    // The intention of what is in an item with another type is unknown.
    let certainty = match odd.iter().all(|item| document.is_empty(*item)) {
        true => Certainty::Intended,
        false => Certainty::Guess,
    };
    if !odd.is_empty() {
        let names: Vec<String> = odd.iter().map(|item| subject.written(*item)).collect();
        let sentence = format!(
            "Remove {} from `{name}`: it is not {}.",
            listed(&names),
            kind.with_article()
        );
        offers.offer(certainty, sentence, |draft| remove_all(draft, &odd));
    }
    let others = document.children(list).filter(|item| !odd.contains(item)).count();
    if others == 0 || odd.is_empty() {
        offers.remove(
            certainty,
            format!("Remove `{name}` from the patch: the live list has other items."),
            list,
        );
    }
    // Directives of the same list contain items, too.
    for lead in ["$setElementOrder", "$deleteFromPrimitiveList"] {
        let directive = subject.next_to(list, &format!("{lead}/{name}"));
        if let Some(directive) = directive {
            offers.remove(Certainty::Guess, format!("Remove `{lead}/{name}`."), directive);
        }
    }
}

/// Joins items with the same key.
fn joined(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let document = subject.document;
    let Some((item, _)) = item_of(subject) else { return };
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

/// Replaces duplicate live items by one item: deletes them and adds it.
fn live_duplicates(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let live = subject.live();
    let Some(duplicate) = subject.step.live() else {
        return;
    };
    let Some(live_list) = live.parent(duplicate) else {
        return;
    };
    let Some(merge_key) = subject
        .merge
        .field(subject.step.at)
        .and_then(|field| field.merge_key)
    else {
        return;
    };
    let Some(own) = live.get(duplicate, merge_key) else {
        return;
    };
    let is_it = |item: &NodeId| {
        live.get(*item, merge_key)
            .is_some_and(|key| live.value(key) == live.value(own))
    };
    let duplicates: Vec<NodeId> = live.children(live_list).filter(is_it).collect();
    if duplicates.len() < 2 {
        return;
    }
    // Of environment variables, the last one counts.
    let is_env = live.key(live_list) == Some("env");
    // Nothing is lost in one item if no field has two values.
    let mut values: FxHashMap<&str, NodeId> = FxHashMap::default();
    let fields = duplicates.iter().flat_map(|item| live.children(*item));
    let mut named = fields.filter_map(|field| Some((live.key(field)?, field)));
    let are_compatible = named.all(|(key, field)| {
        let known = *values.entry(key).or_insert(field);
        same(live, known, live, field, Numbers::ByType)
    });
    let certainty = if are_compatible || is_env {
        Certainty::Intended
    } else {
        Certainty::Guess
    };
    let name = format!("{merge_key}: {}", super::candidate::written(live, own));
    let has_list = |item: &NodeId| {
        live.children(*item)
            .any(|field| live.kind(field) == ValueKind::List)
    };
    let are_joined = !is_env && are_compatible || duplicates.iter().any(has_list);
    let kept = match are_joined {
        true => &duplicates[..],
        false => &duplicates[duplicates.len() - 1..],
    };
    let joins = kept.len() > 1;
    let added = match joins {
        true => "add one again",
        false => "add the last one again",
    };
    let mut lines = format!("Delete all items `{name}`, and {added}.");
    if let Some((_, shown)) = subject.merge.fix(subject.step).split_once('\n') {
        lines = format!("{}:\n{shown}", lines.trim_end_matches('.'));
    }
    offers.offer(certainty, lines, |draft| {
        let Some(list) = patch_list(subject, draft, live_list) else {
            return;
        };
        let position = draft.items(list).iter().position(|item| {
            draft
                .get(*item, merge_key)
                .is_some_and(|key| draft.value(key) == live.value(own))
        });
        let deletion = draft.map_of(merge_key, live.value(own).into());
        let delete = draft.make(DraftValue::Text("delete".to_owned()));
        draft.put(deletion, "$patch", delete);
        let item = draft.map_of(merge_key, live.value(own).into());
        for duplicate in kept {
            add_fields(draft, item, live, *duplicate, (joins, true));
        }
        match position {
            // The fields that the patch sets in the item override the live fields.
            Some(position) => {
                let patched = draft.items(list)[position];
                for duplicate in kept {
                    add_fields(draft, patched, live, *duplicate, (joins, false));
                }
                draft.insert(list, 0, deletion);
            }
            None => {
                draft.insert(list, 0, deletion);
                draft.insert(list, usize::MAX, item);
            }
        }
        complete_orders(subject, draft, list);
    });
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
                    None => {
                        let entry = draft.make(value());
                        draft.put(at, key, entry);
                        entry
                    }
                };
            }
            None => {
                let key = merge_key.take()?;
                let own = live.value(live.get(node, key)?);
                type_position = subject.schema().item(type_position);
                let found = draft.items(at).into_iter().find(|item| {
                    draft
                        .get(*item, key)
                        .is_some_and(|value| draft.value(value) == own)
                });
                at = match found {
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
        super::order::complete_in(subject, draft, id);
        at = draft.parent(id);
    }
}

/// Replaces an item with `$patch: replace` by a deletion and an addition.
fn replaced(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let document = subject.document;
    let Some((item, list)) = item_of(subject) else {
        return;
    };
    let Some(merge_key) = subject.field(item).and_then(|field| field.merge_key) else {
        return;
    };
    let (Some(key), Some(directive)) = (document.get(item, merge_key), document.get(item, "$patch")) else {
        return;
    };
    let live = subject.live();
    let live_has_it = subject.live_of(list).is_some_and(|list| {
        live.children(list).any(|item| {
            live.get(item, merge_key)
                .is_some_and(|own| live.value(own) == document.value(key))
        })
    });
    let name = subject.item_name(item, Some(merge_key));
    let sentence = match live_has_it {
        true => format!("To replace one item, delete `{name}` and add it again in the same list."),
        false => format!("Remove `$patch: replace` from `{name}`: the item is new."),
    };
    offers.offer_intended(sentence, |draft| {
        draft.remove(directive.into());
        if live_has_it {
            let deletion = draft.map_of(merge_key, document.value(key).into());
            let delete = draft.make(DraftValue::Text("delete".to_owned()));
            draft.put(deletion, "$patch", delete);
            let position = draft.position(item.into());
            draft.insert(list.into(), position, deletion);
        }
        complete_order(subject, draft, list);
    });
}

/// Adds `$patchMergeKey` to items that one key does not identify, where the semantics know it.
fn by_all_keys(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some((item, list)) = item_of(subject) else {
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
    let found: FxHashSet<_> = items().map(|item| texts(live, item)).collect();
    let merge_keys: FxHashSet<_> = items().map(|item| merge_key(live, item)).collect();
    // An item without such a live item can be intended to change the other key.
    let is_found = |item: NodeId| found.contains(&texts(document, item));
    let is_new = |item: NodeId| !merge_keys.contains(&merge_key(document, item));
    let is_clear = is_found(item) && document.children(list).all(|it| is_found(it) || is_new(it));
    let certainty = match is_clear {
        true => Certainty::Intended,
        false => Certainty::Guess,
    };
    let tells_apart = field.list_map_keys.iter().all(|key| keys.contains(key));
    if keys.is_empty() || !tells_apart {
        return;
    }
    let sentence = format!(
        "Write `$patchMergeKey: [{}]` in every item of `{}`.",
        keys.join(", "),
        subject.key(list)
    );
    offers.offer(certainty, sentence, |draft| {
        for item in document
            .children(list)
            .filter(|item| document.get(*item, "$patchMergeKey").is_none())
        {
            let names = draft.make(DraftValue::List);
            for key in keys {
                let key = draft.make(DraftValue::Text((*key).to_string()));
                draft.insert(names, usize::MAX, key);
            }
            draft.put(item.into(), "$patchMergeKey", names);
        }
    });
}

/// Corrects a merge key that is similar to that of a live item.
fn near_key(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some((item, list)) = item_of(subject) else {
        return;
    };
    let Some(merge_key) = subject.field(item).and_then(|field| field.merge_key) else {
        return;
    };
    let live = subject.live();
    let near = subject.step.live().and_then(|item| live.get(item, merge_key));
    let (Some(near), Some(own)) = (near, subject.document.get(item, merge_key)) else {
        return;
    };
    let key = format!("{merge_key}: {}", super::candidate::written(live, near));
    let path = subject.path();
    let is_rejected =
        subject.merge.steps.iter().any(|step| {
            step.rule == Rule::InvalidObject && subject.merge.step_path(step).0.starts_with(&path.0)
        });
    let (certainty, sentence) = match is_rejected {
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
        draft.set(own.into(), live.value(near).into());
        complete_order(subject, draft, list);
    });
}

/// Deletes the live item whose key should be changed.
fn old_item(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let live = subject.live();
    let (Some(old), Some((item, list))) = (subject.step.live(), item_of(subject)) else {
        return;
    };
    let Some(merge_key) = subject.field(item).and_then(|field| field.merge_key) else {
        return;
    };
    let Some(key) = live.get(old, merge_key) else {
        return;
    };
    let sentence = subject.merge.fix(subject.step);
    offers.offer(Certainty::Guess, sentence, |draft| {
        let deletion = draft.map_of(merge_key, live.value(key).into());
        let delete = draft.make(DraftValue::Text("delete".to_owned()));
        draft.put(deletion, "$patch", delete);
        draft.insert(list.into(), 0, deletion);
    });
}

/// Removes a value that is both added and deleted from where it has no effect.
fn deleted_and_added(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let document = subject.document;
    let Some(directive) = subject.directive else {
        return;
    };
    let name = super::candidate::directed(subject.key(directive))
        .unwrap_or_default()
        .to_owned();
    let Some(list) = subject.next_to(directive, &name) else {
        return;
    };
    let both = |own: NodeId, other: NodeId| -> Vec<NodeId> {
        let values: Vec<Value<'_>> = document
            .children(other)
            .map(|item| document.value(item))
            .collect();
        document
            .children(own)
            .filter(|item| values.contains(&document.value(*item)))
            .collect()
    };
    // Where Kubernetes visits the two in random order, both results are possible.
    let is_random = subject
        .merge
        .steps
        .iter()
        .any(|step| step.rule == Rule::RandomOrder && step.directive() == subject.step.directive());
    let certainties = match is_random {
        true => &[Certainty::Guess][..],
        false => &[Certainty::SameResult, Certainty::Guess],
    };
    for certainty in certainties.iter().copied() {
        for (from, other) in [(directive, list), (list, directive)] {
            let twice = both(from, other);
            let names: Vec<String> = twice.iter().map(|item| subject.written(*item)).collect();
            let sentence = format!("Remove {} from `{}`.", listed(&names), subject.key(from));
            offers.offer(certainty, sentence, |draft| remove_all(draft, &twice));
        }
    }
}

fn recreated(offers: &mut Offers<'_, '_>) {
    let Some((item, _)) = item_of(offers.subject) else {
        return;
    };
    remove_item(offers, Certainty::Intended, item, "");
}
