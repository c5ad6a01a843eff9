//! Fixes of directives that are malformed, have no effect, or are at the wrong position.

use std::cell::LazyCell;

use rustc_hash::FxHashSet;

use super::candidate::{
    Certainty, FixSentence, Offers, Removal, Selected, Subject, directed, listed, meant_marker,
    replace_directive, written,
};
use super::draft::{DraftId, DraftValue};
use super::emptied::{differs_if_empty, meaning_of_empty};
use super::named_items::{Named, NamedItems};
use super::order::complete_order;
use crate::document::{NodeId, Numbers, Tree, Value, ValueKind, same};
use crate::merge::directive_names::similar_directive;
use crate::merge::directives::{DIRECTIVES, is_parallel_list};
use crate::merge::{PatchType, Reason, Rule};
use crate::schema::{Schema, Strategy, TypePosition, edit_distance};

pub(super) fn offer(offers: &mut Offers<'_, '_>) {
    match offers.subject.step.rule {
        Rule::UnknownPatchType => patch_type(offers),
        Rule::RetainKeysFormat => retain_keys_format(offers),
        Rule::RetainKeysUnlisted => retain_keys_unlisted(offers),
        Rule::OrderFormat | Rule::DeleteListFormat => named(offers),
        Rule::OrderNotLists => spread(offers),
        Rule::DeleteListOfMaps | Rule::DeleteListMerged => deletions(offers, Certainty::Intended),
        Rule::MixedTypes | Rule::NoMergeKey => deletions(offers, Certainty::Intended),
        Rule::DeleteListNoOp => deletion_without_effect(offers),
        Rule::DeleteMissingValue => missing_value(offers),
        Rule::DeleteMissingItem => missing_item(offers),
        Rule::DroppedDirective => dropped(offers),
        Rule::StoredDirective => stored(offers),
        Rule::MergePatchDirective => of_other_patch_type(offers),
        Rule::UnknownDirective => unknown(offers),
        Rule::MergeKeyDirective => merge_keys(offers),
        Rule::IgnoredMap => ignored(offers),
        Rule::MissingDollar => with_dollar(offers),
        _ => {}
    }
}

/// Adds the missing `$` of a directive. `$patch` deletes or replaces live values, so the user must decide.
fn with_dollar(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(node) = subject.node else { return };
    let name = subject.key(node).to_owned();
    let directive = format!("${name}");
    let names = names_in(subject, node);
    // All other directives are lists, `$retainKeys` of names only.
    let is_unclear = name == "patch"
        || subject.document.kind(node) != ValueKind::List
        || (name == "retainKeys" && (names.is_empty() || names.len() < subject.document.len(node)));
    let certainties: &[Certainty] = match is_unclear {
        true => &[Certainty::Guess],
        false => &[Certainty::Intended, Certainty::Guess],
    };
    for certainty in certainties {
        offers.offer(*certainty, format!("Write `{directive}`."), |draft| {
            draft.rename(node.into(), &directive);
        });
    }
    let mut removal = Certainty::Guess;
    // There is nothing that it could act on.
    if name.starts_with("deleteFromPrimitiveList/") && subject.live_of_list(node).is_none() {
        removal = Certainty::Intended;
    }
    if name == "retainKeys" {
        match names.is_empty() {
            // It cannot be the directive.
            true => removal = Certainty::Intended,
            false => list_of_names(offers, node, Certainty::Guess),
        }
    }
    offers.remove(removal, format!("Remove `{name}`."), node);
}

/// Returns the names in a `$retainKeys` of any form.
fn names_in(subject: &Subject<'_>, node: NodeId) -> Vec<String> {
    let document = subject.document;
    let texts = |node: NodeId| document.value(node).as_str().map(str::to_owned);
    match document.kind(node) {
        ValueKind::List => document.children(node).filter_map(texts).collect(),
        _ => texts(node).into_iter().collect(),
    }
}

/// Rewrites `$retainKeys` as a list of its names and of the fields that the patch sets in the same map.
fn list_of_names(offers: &mut Offers<'_, '_>, node: NodeId, certainty: Certainty) {
    let subject = offers.subject;
    let Some(map) = subject.parent(node) else { return };
    let mut names = names_in(subject, node);
    let known: FxHashSet<String> = names.iter().cloned().collect();
    let fields = set_fields(subject, map).into_iter();
    names.extend(fields.filter(|field| !known.contains(field) && field != subject.key(node)));
    if names.is_empty() {
        return;
    }
    let sentence = format!("Write `$retainKeys: [{}]`.", names.join(", "));
    offers.offer(certainty, sentence, |draft| {
        let list = draft.list_of_texts(names);
        draft.rename(node.into(), "$retainKeys");
        draft.replace(node.into(), list);
    });
}

pub(super) fn removed_directive(offers: &mut Offers<'_, '_>, certainty: Certainty) {
    let subject = offers.subject;
    let Some(node) = subject.directive.or(subject.node) else {
        return;
    };
    // Without the directive, the patch would add what it should delete.
    let is_deletion =
        subject.key(node) == "$patch" && subject.document.value(node) == Value::String("delete");
    if !is_deletion && removed_marker(offers, certainty, node) {
        return;
    }
    // An empty item can mean something, as a rule for all traffic does.
    let is_only = |map: &NodeId| subject.document.len(*map) == 1 && subject.list_of(*map).is_some();
    if let Some(map) = subject.parent(node).filter(|map| is_deletion || is_only(map)) {
        let removal = match subject.document.key(map) {
            Some(name) => Removal::field(name),
            None => {
                let merge_key = subject.field(map).and_then(|field| field.merge_key);
                Removal::item(&subject.item_name(map, merge_key))
            }
        };
        if is_deletion {
            offers.remove(certainty, removal.clone(), map);
        }
        return offers.remove(Certainty::Guess, removal, map);
    }
    let sentence = format!("Remove `{}`.", subject.key(node));
    match subject.step.rule {
        // A map that is then empty can mean something, as a selector of everything does.
        Rule::StoredDirective => offers.offer(certainty, sentence, |draft| draft.remove(node.into())),
        _ => offers.remove(certainty, sentence, node),
    }
}

/// Removes an item that has only a `$patch`, if the list is not merged: an empty item would be another value. Returns
/// whether it is such an item.
pub(super) fn removed_marker(offers: &mut Offers<'_, '_>, certainty: Certainty, directive: NodeId) -> bool {
    let subject = offers.subject;
    let item = subject
        .parent(directive)
        .filter(|item| subject.key(directive) == "$patch" && subject.document.len(*item) == 1);
    if let Some(operation) = item.and_then(|map| subject.as_operation(map)) {
        offers.offer(Certainty::Guess, "Remove the operation.", |draft| {
            draft.remove(operation.into());
        });
        return true;
    }
    let Some((item, list)) = item.and_then(|item| Some((item, subject.list_of(item)?))) else {
        return false;
    };
    let name = subject.item_name(item, None);
    let name = name
        .strip_prefix('{')
        .and_then(|name| name.strip_suffix('}'))
        .unwrap_or(&name);
    let is_last = subject.document.len(list) == 1;
    if let Some(all) = subject.allowed_by_empty(list).filter(|_| is_last) {
        let sentence = format!(
            "Write the {all} in place of `{name}`, or remove the item: an empty list allows all {all}."
        );
        offers.offer(Certainty::Guess, FixSentence::OneWay(sentence), |draft| {
            draft.remove(item.into());
        });
        return true;
    }
    if is_last && differs_if_empty(subject, list) {
        let meaning = meaning_of_empty(subject, list);
        let meaning = meaning.map(|does| format!(": an empty list {does}"));
        let sentence = format!(
            "Write the new items in place of `{name}`, or remove the item{}.",
            meaning.unwrap_or_default()
        );
        offers.offer(Certainty::Guess, FixSentence::OneWay(sentence), |draft| {
            draft.remove(item.into());
        });
        return true;
    }
    let removal = Removal::item(name).because("the list is added or replaced as a whole");
    offers.offer(certainty, removal, |draft| draft.remove(item.into()));
    true
}

/// Removes a directive from a JSON merge patch, which has none. One that would delete live values is meant for another patch
/// type.
pub(super) fn of_other_patch_type(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(node) = subject.directive.or(subject.node) else {
        return;
    };
    let key = subject.key(node);
    let removes = match key {
        "$patch" => {
            let is_deletion = subject.document.value(node) == Value::String("delete");
            let map = subject.parent(node).filter(|_| is_deletion);
            map.is_some_and(|map| subject.live_of(map).is_some())
        }
        _ => key.starts_with("$deleteFromPrimitiveList/") && subject.live_of_list(node).is_some(),
    };
    let is_built_in = subject
        .merge
        .top_type()
        .and_then(|top| subject.schema().struct_name(top))
        .is_some_and(|(_, is_built_in)| is_built_in);
    let is_merge_patch = subject.merge.patch_type() == PatchType::Merge && !subject.is_template();
    if !removes || !is_built_in || !is_merge_patch {
        let item = subject.parent(node).filter(|_| key == "$patch");
        let item = item.filter(|item| is_merge_patch && subject.list_of(*item).is_some());
        let certainty = item.map_or(Certainty::Intended, |item| meant_deletion(offers, item));
        return removed_directive(offers, certainty);
    }
    let first = offers.all.len();
    removed_directive(offers, Certainty::Guess);
    let help =
        format!("Use `--type strategic`: only a strategic merge patch has directives. Or remove `{key}`.");
    for candidate in &mut offers.all[first..] {
        candidate.help = Some(help.clone());
    }
}

/// Writes the text of a `$deleteFromPrimitiveList` as a list. It then deletes something, so the user must decide. Removes
/// any other one.
fn deletion_without_effect(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let directive = subject.directive.or(subject.node);
    let near = directive.and_then(|node| {
        let position = place_of(subject, subject.parent(node)?)?;
        let name = directed(subject.key(node))?;
        let is_field = subject.schema().field_names(position).any(|field| field == name);
        let near = subject
            .schema()
            .near_field(position, name)
            .filter(|_| !is_field)?;
        Some((node, format!("$deleteFromPrimitiveList/{near}")))
    });
    if let Some((node, new)) = near {
        let sentence = format!("Write `{new}` instead of `{}`.", subject.key(node));
        offers.offer_intended(sentence, |draft| draft.rename(node.into(), &new));
    }
    let is_text = |node: &NodeId| {
        let text = subject.document.value(*node).as_str();
        text.is_some_and(|text| !text.is_empty())
    };
    let Some(node) = directive.filter(is_text) else {
        return removed_directive(offers, Certainty::SameResult);
    };
    let sentence = format!("Write `{}` as a list with this one item.", subject.key(node));
    offers.offer(Certainty::Guess, sentence, |draft| {
        let item = draft.copy(subject.document, node);
        draft.replace_by_list(node, item);
    });
}

/// Returns the type of a map of the patch.
fn place_of(subject: &Subject<'_>, map: NodeId) -> Option<TypePosition> {
    match subject.parent(map) {
        None => subject.merge.top_type(),
        Some(_) => subject.typed(map).map(|(type_position, _)| type_position),
    }
}

/// Corrects the value of `$patch`, or removes it.
fn patch_type(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(node) = subject.directive.or(subject.node) else {
        return;
    };
    let Some(map) = subject.parent(node) else { return };
    let document = subject.document;
    let mut words = document.children(node);
    // A list with one word is that word.
    let word = words
        .next()
        .filter(|_| words.next().is_none() && document.kind(node) == ValueKind::List);
    let text = document
        .value(word.unwrap_or(node))
        .as_str()
        .map(str::to_ascii_lowercase);
    let text = text.as_deref().map(str::trim).unwrap_or_default();
    if let Some(meant) = meant_marker(text) {
        let merge_key = subject.field(map).and_then(|field| field.merge_key);
        let is_content = |key: &str| !key.starts_with('$') && Some(key) != merge_key;
        let mut entries = subject.document.children(map);
        let typos_between = edit_distance("delete", "replace").unwrap_or_default();
        let is_certain = match text {
            "remove" => !entries.any(|entry| is_content(subject.key(entry))),
            _ => {
                let typos = |word: &str| edit_distance(text, word).unwrap_or_default();
                // A word that is between the two, as `deplete`, can be meant as either.
                typos(meant) <= 1 && typos("delete").max(typos("replace")) >= typos_between
            }
        };
        // On the whole object, it leaves an object without `kind`: the user must decide.
        let is_certain = is_certain && subject.parent(map).is_some();
        // It would replace the live list, and the item with it.
        let drops_item = meant == "replace" && document.key(map).is_none() && document.len(map) > 1;
        let is_certain = is_certain && !drops_item;
        // A map with other fields: its deletion would ignore them.
        let has_content = || document.children(map).any(|entry| is_content(subject.key(entry)));
        if meant == "delete" && document.key(map).is_some() && has_content() {
            let wrong = format!("$patch: {}", subject.written(node));
            let sentence = format!("Remove `{wrong}`: merging is the default.");
            offers.offer(Certainty::Guess, sentence, |draft| draft.remove(node.into()));
            offers.help(format!(
                "Remove `{wrong}` to merge `{name}`, or write `$patch: replace` or `$patch: delete`.",
                name = subject.key(map)
            ));
            return;
        }
        let certainty = Certainty::intended_if(is_certain);
        offers.offer(certainty, format!("Write `$patch: {meant}`."), |draft| {
            let word = draft.make(DraftValue::Text(meant.to_owned()));
            draft.replace(node.into(), word);
        });
    }
    // Without another word, the item or map is merged, which can be the opposite of what was intended.
    let removal = match text {
        "merge" | "add" | "update" => Certainty::Intended,
        _ => Certainty::Guess,
    };
    let list = subject
        .parent(map)
        .filter(|list| subject.document.kind(*list) == ValueKind::List);
    if list.is_some() && subject.document.len(map) == 1 {
        return offers.remove(removal, Removal::item(&subject.written(map)), map);
    }
    let mut added = Vec::new();
    let mut draft = subject.draft();
    draft.remove(node.into());
    if let Some(list) = list {
        added = complete_order(subject, &mut draft, list);
    }
    let sentence = format!(
        "Remove `$patch: {}`: merging is the default",
        subject.written(node)
    );
    let sentence = match (added.is_empty(), list) {
        (false, Some(list)) => {
            let list = subject.key(list);
            format!("{sentence}. Add {} to `$setElementOrder/{list}`.", listed(&added))
        }
        _ => format!("{sentence}."),
    };
    offers.offer(removal, sentence, |changed| *changed = draft);
    offers.remove(
        removal,
        format!(
            "Remove `$patch: {}`: merging is the default.",
            subject.written(node)
        ),
        node,
    );
    if subject.document.len(map) <= 2 {
        // Without the item, nothing that it names is merged.
        let removal = match list.is_some() && subject.live_of(map).is_none() {
            true => Certainty::Guess,
            false => removal,
        };
        let sentence = match list {
            Some(_) => Removal::item(&subject.written(map)),
            None => Removal::field(subject.key(map)),
        };
        offers.remove(removal, sentence, map);
    }
}

/// Returns the fields that a map of the patch sets.
fn set_fields(subject: &Subject<'_>, map: NodeId) -> Vec<String> {
    let keys = subject.document.children(map).map(|entry| subject.key(entry));
    keys.filter(|key| !key.starts_with('$'))
        .map(str::to_owned)
        .collect()
}

fn retain_keys_format(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let nodes = subject.directive.into_iter().chain(subject.node);
    let Some(node) = nodes
        .flat_map(|node| subject.up(node))
        .find(|node| subject.key(*node) == "$retainKeys")
    else {
        return;
    };
    list_of_names(offers, node, Certainty::Intended);
    offers.remove(Certainty::Intended, "Remove `$retainKeys`.", node);
}

fn retain_keys_unlisted(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let document = subject.document;
    let nodes = subject.directive.into_iter().chain(subject.node);
    let up = nodes.flat_map(|node| subject.up(node).collect::<Vec<_>>());
    let Some((map, directive)) = up
        .into_iter()
        .find_map(|node| Some((node, document.get(node, "$retainKeys")?)))
    else {
        return;
    };
    let entries = document.children(directive);
    let known: Vec<Option<&str>> = entries.map(|entry| document.value(entry).as_str()).collect();
    let is_known: FxHashSet<&str> = known.iter().copied().flatten().collect();
    let set = set_fields(subject, map);
    let is_missing = |field: &&String| !is_known.contains(field.as_str());
    let missing: Vec<String> = set.iter().filter(is_missing).cloned().collect();
    if missing.is_empty() {
        return;
    }
    let names = listed(&missing);
    let is_set: FxHashSet<&str> = set.iter().map(String::as_str).collect();
    let keeps_others = !known
        .iter()
        .all(|name| name.is_some_and(|name| is_set.contains(name)));
    // A field that only the directive keeps can exclude one that the patch sets.
    if keeps_others {
        let sentence = format!(
            "Write `$retainKeys: [{}]`, or remove {names} from {}.",
            set.join(", "),
            subject.merge.input_name()
        );
        offers.offer(Certainty::Guess, sentence, |draft| {
            let list = draft.list_of_texts(set);
            draft.replace(directive.into(), list);
        });
    }
    offers.offer_intended(format!("Add {names} to `$retainKeys`."), |draft| {
        for field in &missing {
            let field = draft.make(DraftValue::Text(field.clone()));
            draft.insert(directive.into(), usize::MAX, field);
        }
    });
    if !keeps_others {
        offers.offer_intended(
            Removal::several(names).because("`$retainKeys` does not keep it"),
            |draft| {
                draft.remove_each(missing.iter().filter_map(|field| document.get(map, field)));
            },
        );
    }
}

/// Adds the name of the list to a directive, or removes it.
fn named(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(node) = subject.directive.or(subject.node) else {
        return;
    };
    let Some(map) = subject.parent(node) else { return };
    let key = subject.key(node);
    let prefix = match key.starts_with("$setElementOrder") {
        true => "$setElementOrder",
        false => "$deleteFromPrimitiveList",
    };
    let schema: &Schema = subject.schema();
    let rest = key.strip_prefix(prefix).unwrap_or_default();
    let written = rest.rsplit('/').next().unwrap_or_default();
    let written = written.trim_matches(|c: char| !c.is_alphanumeric());
    let type_position = place_of(subject, map);
    let is_list = |name: &str| {
        type_position.is_some_and(|type_position| {
            schema
                .peek(type_position, name)
                .is_some_and(|field| field.strategy == Strategy::Merge)
        })
    };
    let mut lists = subject.document.children(map).filter(|entry| {
        let name = subject.key(*entry);
        subject.document.kind(*entry) == ValueKind::List
            && is_list(name)
            && subject.document.get(map, &format!("{prefix}/{name}")).is_none()
    });
    let name = match (lists.next(), lists.next()) {
        _ if is_list(written) => Some(written),
        (Some(only), None) if written.is_empty() => Some(subject.key(only)),
        (None, None) if written.is_empty() => only_list_with(subject, node, map)
            .filter(|name| is_list(name) && subject.document.get(map, &format!("{prefix}/{name}")).is_none()),
        _ => None,
    };
    spread(offers);
    if let Some(name) = name {
        let new = format!("{prefix}/{name}");
        offers.offer_intended(format!("Write `{new}` instead of `{key}`."), |draft| {
            draft.rename(node.into(), &new)
        });
    }
    // Values are what the user means for some list.
    let certainty = Certainty::intended_if(subject.document.is_empty(node));
    offers.remove(
        certainty,
        format!("Remove `{key}`: it does not name a list."),
        node,
    );
}

/// Returns the name of the only live list with all values of a directive of the patch map `map`.
fn only_list_with<'m>(subject: &Subject<'m>, directive: NodeId, map: NodeId) -> Option<&'m str> {
    let (document, live) = (subject.document, subject.live());
    let is_list = document.kind(directive) == ValueKind::List;
    let values = document.children(directive);
    let values: Option<FxHashSet<DraftValue>> = values
        .map(|value| DraftValue::scalar(document.value(value)))
        .collect();
    let values = values.filter(|values| is_list && !values.is_empty())?;
    let has_all = |list: &NodeId| {
        let items = live.children(*list);
        let own: FxHashSet<DraftValue> = items
            .filter_map(|item| DraftValue::scalar(live.value(item)))
            .collect();
        values.is_subset(&own)
    };
    let mut lists = live
        .children(subject.live_of(map)?)
        .filter(|list| live.kind(*list) == ValueKind::List)
        .filter(has_all);
    match (lists.next(), lists.next()) {
        (Some(only), None) => live.key(only),
        _ => None,
    }
}

/// Writes a directive with a map of lists as one directive for each list: `$setElementOrder: {env: [...]}`.
fn spread(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let document = subject.document;
    let Some(node) = subject.directive.or(subject.node) else {
        return;
    };
    let (key, lists) = (subject.key(node), document.children(node).collect::<Vec<_>>());
    let Some(map) = subject.parent(node) else { return };
    let place = place_of(subject, map);
    let is_meant = |list: &NodeId| {
        let name = subject.key(*list);
        let field = place.and_then(|place| subject.schema().peek(place, name));
        document.kind(*list) == ValueKind::List
            && field.is_some_and(|field| field.strategy == Strategy::Merge)
            && document
                .get(map, &format!("{}/{name}", key.trim_end_matches('/')))
                .is_none()
    };
    let is_map = document.kind(node) == ValueKind::Map && !lists.is_empty();
    if !is_map || !is_parallel_list(key) || !lists.iter().all(is_meant) {
        return;
    }
    let names: Vec<String> = lists
        .iter()
        .map(|list| format!("{}/{}", key.trim_end_matches('/'), subject.key(*list)))
        .collect();
    let sentence = format!("Write {} instead of `{key}`.", listed(&names));
    offers.offer_intended(sentence, |draft| {
        for (list, name) in lists.iter().zip(&names).skip(1) {
            let list = draft.copy(document, *list);
            draft.put(map.into(), name, list);
        }
        let first = draft.copy(document, lists[0]);
        draft.rename(node.into(), &names[0]);
        draft.replace(node.into(), first);
    });
}

/// Replaces `$deleteFromPrimitiveList` for a list of maps by deletions by the merge key.
fn deletions(offers: &mut Offers<'_, '_>, certainty: Certainty) {
    let subject = offers.subject;
    let document = subject.document;
    let is_it = |node: &NodeId| subject.key(*node).starts_with("$deleteFromPrimitiveList/");
    let nodes = subject.directive.into_iter().chain(subject.node);
    let Some(node) = nodes
        .flat_map(|node| subject.up(node).collect::<Vec<_>>())
        .find(is_it)
    else {
        return;
    };
    let Some(map) = subject.parent(node) else { return };
    // The help of the rule is about a map or scalar.
    if document.kind(node) != ValueKind::List {
        return;
    }
    let key = subject.key(node).to_owned();
    let merge_key = subject.field(node).and_then(|field| field.merge_key);
    let live = subject.live();
    let live_list = subject.live_of(node);
    let items = NamedItems::new(subject, live_list, merge_key);
    let entries = document.children(node);
    let named: Vec<Vec<Named>> = entries.map(|entry| items.named_by(document, entry)).collect();
    // A value that several items have in other fields names none of them.
    let is_one = |found: &&Vec<Named>| found.len() == 1 || found.iter().all(|it| it.is_clear);
    let found: Vec<Named> = named.iter().filter(is_one).flatten().copied().collect();
    // An entry with other fields can be meant as a change of its item.
    let is_change = |entry: NodeId| document.kind(entry) == ValueKind::Map && document.len(entry) > 1;
    let has_changes = document.children(node).any(is_change);
    let is_clear = !has_changes && found.iter().all(|it| it.is_clear);
    let certainty = match is_clear {
        true => certainty,
        false => Certainty::Guess,
    };
    let mut seen = FxHashSet::default();
    match merge_key {
        Some(merge_key) => {
            let keys = found.iter().filter_map(|it| live.get(it.item, merge_key));
            let wanted: Vec<NodeId> = keys
                .filter(|value| seen.insert(DraftValue::scalar(live.value(*value))))
                .collect();
            delete_by_key(offers, (node, map), (merge_key, &wanted), certainty);
        }
        None => {
            let maps = found.iter().map(|it| it.item);
            let wanted: FxHashSet<NodeId> = maps.filter(|item| live.kind(*item) == ValueKind::Map).collect();
            rest_of_list(offers, (node, map), live_list, &wanted, certainty);
        }
    }
    // A rejection elsewhere in the patch hides the proof.
    offers.repeat_as_guesses();
    match named.iter().all(Vec::is_empty) && !has_changes {
        true => offers.remove(
            certainty,
            format!("Remove `{key}`: its values are not in the list."),
            node,
        ),
        false => {
            let why = match subject.step.rule {
                Rule::MixedTypes => "it cannot delete items of different types",
                _ => "it cannot delete items that are maps",
            };
            offers.remove(Certainty::Guess, format!("Remove `{key}`: {why}."), node);
        }
    }
}

/// Deletes live items by their merge key, instead of with the directive `node` of `map`.
fn delete_by_key(
    offers: &mut Offers<'_, '_>,
    (node, map): (NodeId, NodeId),
    (merge_key, wanted): (&str, &[NodeId]),
    certainty: Certainty,
) {
    let subject = offers.subject;
    let live = subject.live();
    let key = subject.key(node);
    let name = directed(key).unwrap_or_default();
    if wanted.is_empty() {
        return;
    }
    let names: Vec<String> = wanted
        .iter()
        .map(|value| format!("{merge_key}: {}", written(live, *value)))
        .collect();
    let sentence = format!(
        "Delete {} with `$patch: delete` in `{name}`, instead of `{key}`.",
        listed(&names)
    );
    offers.offer(certainty, sentence, |draft| {
        let list = match draft.get(map.into(), name) {
            Some(list) => list,
            None => draft.put_new(map.into(), name, DraftValue::List),
        };
        for value in wanted {
            let items = draft.items(list).into_iter();
            let is_own = |item: &DraftId| {
                let key = draft.get(*item, merge_key);
                key.is_some_and(|key| draft.value(key) == live.value(*value))
            };
            // An item with a wrong `$patch` is the deletion.
            let misspelled = items.filter(is_own).find_map(|item| draft.get(item, "$patch"));
            match misspelled {
                Some(marker) => draft.set(marker, DraftValue::Text("delete".to_owned())),
                None => {
                    let item = draft.deletion(merge_key, live.value(*value));
                    draft.insert(list, 0, item);
                }
            }
        }
        draft.remove(node.into());
    });
}

/// Writes a live list that a patch replaces, without the items that the directive `node` of `map` names.
fn rest_of_list(
    offers: &mut Offers<'_, '_>,
    (node, map): (NodeId, NodeId),
    live_list: Option<NodeId>,
    wanted: &FxHashSet<NodeId>,
    certainty: Certainty,
) {
    let subject = offers.subject;
    let (document, live) = (subject.document, subject.live());
    let name = directed(subject.key(node)).unwrap_or_default();
    let Some(list) = live_list.filter(|_| !wanted.is_empty() && document.get(map, name).is_none()) else {
        return;
    };
    let (gone, kept): (Vec<NodeId>, Vec<NodeId>) =
        live.children(list).partition(|item| wanted.contains(item));
    let names: Vec<String> = gone.iter().map(|item| written(live, *item)).collect();
    let sentence = format!(
        "Write the live list of `{name}` without {}: {} replaces the whole list.",
        listed(&names),
        subject.merge.input_name()
    );
    offers.offer(certainty, sentence, |draft| {
        draft.rename(node.into(), name);
        let rest = draft.make(DraftValue::List);
        for item in kept {
            let item = draft.copy(live, item);
            draft.insert(rest, usize::MAX, item);
        }
        draft.replace(node.into(), rest);
    });
}

fn missing_value(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let in_patch = subject
        .step
        .old()
        .filter(|old| usize::from(old.document) == subject.patch + 1);
    let Some(value) = in_patch.map(|old| old.node).or(subject.node) else {
        return;
    };
    let Some(directive) = subject.up(value).find(|node| subject.key(*node).starts_with('$')) else {
        return;
    };
    let (name, shown) = (subject.key(directive).to_owned(), subject.written(value));
    // In the other order, the patch list is added before.
    let list = match subject.step.reason() {
        Some(&Reason::RandomOrder) => "the live list",
        _ => "the list",
    };
    let sentence = format!("Remove `{shown}` from `{name}`: {list} does not contain it.");
    offers.remove(Certainty::SameResult, sentence.clone(), value);
    let (document, live) = (subject.document, subject.live());
    let values = LazyCell::new(|| {
        let list = subject.live_of_list(directive).into_iter();
        let values = list.flat_map(|list| live.children(list));
        values
            .filter_map(|value| DraftValue::scalar(live.value(value)))
            .collect::<FxHashSet<_>>()
    });
    let is_in_live = |value: &NodeId| {
        DraftValue::scalar(document.value(*value)).is_some_and(|value| values.contains(&value))
    };
    let contained = subject.selected_items(directive, Selected::InLive, is_in_live);
    match !contained.is_empty() {
        // Kubernetes processes it and the list in random order, so the result can change.
        true => offers.remove(Certainty::Guess, sentence, value),
        false => offers.remove(
            Certainty::SameResult,
            format!("Remove `{name}`: the list contains none of its values."),
            directive,
        ),
    }
}

fn missing_item(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(item) = subject.step.patch().map(|patch| patch.node) else {
        return;
    };
    let merge_key = subject.field(item).and_then(|field| field.merge_key);
    let sentence = format!(
        "Remove the deletion of `{}`: there is no such item.",
        subject.item_name(item, merge_key)
    );
    offers.remove(Certainty::SameResult, sentence, item);
}

/// Writes what `$patch: delete` means where it deletes nothing: the live list without the item, or null for a map. Returns
/// how certain it is that its removal is meant: the rest of a list that is replaced would be lost.
fn meant_deletion(offers: &mut Offers<'_, '_>, map: NodeId) -> Certainty {
    let subject = offers.subject;
    let (document, live) = (subject.document, subject.live());
    let is_deletion = |map: NodeId| {
        let directive = document.get(map, "$patch");
        directive.is_some_and(|directive| document.value(directive) == Value::String("delete"))
    };
    let list = subject.list_of(map);
    let mut items = list.into_iter().flat_map(|list| document.children(list));
    // The patch says that it replaces the list.
    if !is_deletion(map) || items.any(|item| replace_directive(document, item).is_some()) {
        return Certainty::Intended;
    }
    let Some(list) = list else {
        if subject.live_of(map).is_none() {
            return Certainty::Intended;
        }
        let key = subject.key(map);
        let is_only = document.len(map) == 1;
        let sentence = format!("Write `{key}: null`.");
        offers.offer(Certainty::intended_if(is_only), sentence, |draft| {
            let null = draft.make(DraftValue::Null);
            draft.replace(map.into(), null);
        });
        return Certainty::Guess;
    };
    let Some(live_list) = subject.live_of(list) else {
        // Nothing is lost in a list that is new in a live map.
        let parent = subject.parent(list).and_then(|parent| subject.live_of(parent));
        return Certainty::intended_if(parent.is_some());
    };
    let (deletions, others): (Vec<NodeId>, Vec<NodeId>) =
        document.children(list).partition(|item| is_deletion(*item));
    let is_deleted = |item: NodeId, deletion: NodeId| {
        let mut fields = document
            .children(deletion)
            .filter(|field| subject.key(*field) != "$patch");
        // A deletion without fields names no item.
        document.len(deletion) > 1
            && fields.all(|field| {
                let own = live.get(item, subject.key(field));
                own.is_some_and(|own| same(live, own, document, field, Numbers::ByType))
            })
    };
    let mut kept: Vec<NodeId> = live.children(live_list).collect();
    let mut is_clear = true;
    for deletion in &deletions {
        let before = kept.len();
        kept.retain(|item| !is_deleted(*item, *deletion));
        is_clear = is_clear && kept.len() + 1 == before;
    }
    let is_sent = |item: &NodeId| {
        let mut sent = others.iter();
        sent.any(|other| same(live, *item, document, *other, Numbers::ByType))
    };
    // The patch has the rest of the list already.
    if !others.is_empty() || !is_clear {
        return Certainty::intended_if(!others.is_empty() && kept.iter().all(is_sent));
    }
    let key = subject.key(list);
    let items: Vec<String> = deletions
        .iter()
        .map(|item| without_directive(subject, *item))
        .collect();
    let sentence = format!(
        "Write the live list of `{key}` without {}: {} replaces the whole list.",
        listed(&items),
        subject.merge.input_name()
    );
    offers.offer_intended(sentence, |draft| {
        draft.remove_each(deletions.iter().copied());
        for item in kept {
            let item = draft.copy(live, item);
            draft.insert(list.into(), usize::MAX, item);
        }
    });
    Certainty::Guess
}

/// Names an item by its fields, without its `$patch`.
fn without_directive(subject: &Subject<'_>, item: NodeId) -> String {
    let document = subject.document;
    let fields = document
        .children(item)
        .filter(|field| subject.key(*field) != "$patch");
    let names = fields.map(|field| format!("{}: {}", subject.key(field), subject.written(field)));
    names.collect::<Vec<_>>().join(", ")
}

/// Fixes a directive, or a map with `$patch`, inside a value that is added as a whole.
fn dropped(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(node) = subject.node else { return };
    let item = subject.list_of(node).map(|_| node);
    if item.is_some_and(|item| meant_deletion(offers, item) == Certainty::Guess) {
        let sentence = format!("Remove `{}`: it deletes nothing here.", subject.written(node));
        return offers.remove(Certainty::Guess, sentence, node);
    }
    let name = match subject.document.key(node) {
        Some(key) => key.to_owned(),
        None => subject.written(node),
    };
    let dropped = |name: &str| format!("Remove `{name}`: it is dropped anyway.");
    let own = subject.document.get(node, "$patch");
    let is_last_of_meaning = |list| subject.document.len(list) == 1 && differs_if_empty(subject, list);
    if let Some(own) = own.filter(|_| subject.list_of(node).is_some_and(is_last_of_meaning))
        && removed_marker(offers, Certainty::SameResult, own)
    {
        return;
    }
    // A map with more than its directive is meant to be set.
    let own = own
        .filter(|own| subject.document.value(*own) != Value::String("delete"))
        .filter(|_| subject.document.len(node) > 1);
    if let Some(own) = own {
        let sentence = format!("Remove `$patch` from `{name}`, so that the map is set.");
        offers.offer_intended(sentence, |draft| draft.remove(own.into()));
        offers.repeat_as_guesses();
    } else {
        offers.remove(Certainty::SameResult, dropped(&name), node);
    }
    // Without its directive, an item that has nothing else would be `{}`, which is another item.
    let is_marker = item.is_some_and(|item| subject.document.len(item) == 1);
    let directive = subject
        .directive
        .filter(|directive| *directive != node && !is_marker);
    if let Some(directive) = directive {
        offers.remove(Certainty::SameResult, dropped(subject.key(directive)), directive);
    }
    if own.is_none() {
        // Without its only item, the list is not in the patch, and does not replace the live list.
        let is_only_item = item.is_some_and(|item| {
            subject
                .list_of(item)
                .is_some_and(|list| subject.document.len(list) == 1)
        });
        offers.remove(Certainty::intended_if(!is_only_item), dropped(&name), node);
    }
    // It is meant for the place of the field.
    if subject.is_in_misplaced_field(node) {
        offers.only_guesses();
    }
}

/// Corrects the letters of an unknown key with `$`, or removes it.
fn unknown(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(node) = subject.node else { return };
    let key = subject.key(node);
    if is_parallel_list(key) {
        return named(offers);
    }
    let bare = key.split('/').next().unwrap_or_default();
    let near = DIRECTIVES
        .iter()
        .find(|known| known.eq_ignore_ascii_case(bare) && **known != bare);
    if let Some(near) = near {
        let new = key.replacen(bare, near, 1);
        offers.offer_intended(format!("Write `{new}` instead of `{key}`."), |draft| {
            draft.rename(node.into(), &new)
        });
    }
    offers.remove(
        Certainty::SameResult,
        format!("Remove `{key}`: it is ignored."),
        node,
    );
}

/// Corrects the letters of a directive, or removes it.
pub(super) fn stored(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(node) = subject.node else { return };
    let key = subject.key(node);
    let Some(directive) = similar_directive(key) else {
        let map = subject.parent(node).filter(|_| key == "$patch");
        let certainty = map.map_or(Certainty::Intended, |map| meant_deletion(offers, map));
        return removed_directive(offers, certainty);
    };
    for certainty in [Certainty::Intended, Certainty::Guess] {
        offers.offer(
            certainty,
            format!("Write `{directive}` instead of `{key}`."),
            |draft| {
                draft.rename(node.into(), &directive);
            },
        );
    }
}

/// Corrects an invalid `$patchMergeKey`: uses the keys of the other items, or removes it.
fn merge_keys(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let document = subject.document;
    let nodes = subject.directive.into_iter().chain(subject.node);
    let mut up = nodes.flat_map(|node| subject.up(node).collect::<Vec<_>>());
    let Some(list) =
        up.find(|node| document.kind(*node) == ValueKind::List && subject.key(*node) != "$patchMergeKey")
    else {
        return;
    };
    let items: Vec<NodeId> = document
        .children(list)
        .filter(|item| document.kind(*item) == ValueKind::Map)
        .collect();
    let Some(first) = items.first() else { return };
    let Some(field) = subject.field(*first) else {
        return;
    };
    let Some(default) = field.merge_key else { return };
    let written = |item: &NodeId| {
        let keys = document.get(*item, "$patchMergeKey");
        let keys: Vec<&str> = keys
            .into_iter()
            .flat_map(|keys| document.children(keys))
            .filter_map(|key| document.value(key).as_str())
            .collect();
        let is_recommended = |key: &&str| field.recommended_keys.iter().any(|known| **known == **key);
        let mut wanted = vec![default];
        for key in keys.into_iter().filter(is_recommended) {
            if !wanted.contains(&key) {
                wanted.push(key);
            }
        }
        wanted
    };
    let wanted = items
        .iter()
        .map(written)
        .find(|keys| keys.len() > 1)
        .unwrap_or_else(|| field.recommended_keys.iter().map(|key| &**key).collect());
    if wanted.is_empty() {
        return;
    }
    let sentence = format!(
        "Write `$patchMergeKey: [{}]` in every item of `{}`.",
        wanted.join(", "),
        subject.key(list)
    );
    offers.offer(Certainty::Guess, sentence, |draft| {
        for item in &items {
            let keys = draft.list_of_texts(wanted.iter().copied());
            match document.get(*item, "$patchMergeKey") {
                Some(own) => draft.replace(own.into(), keys),
                None => draft.put(DraftId::from(*item), "$patchMergeKey", keys),
            }
        }
    });
}

/// Fixes a map with `$patch` if the live object does not have the map.
fn ignored(offers: &mut Offers<'_, '_>) {
    let subject = offers.subject;
    let Some(map) = subject.step.patch().map(|patch| patch.node) else {
        return;
    };
    let Some(directive) = subject.directive else {
        return;
    };
    let name = subject.key(map).to_owned();
    // In a misplaced field, it is meant for the place of the field.
    let is_misplaced = subject.is_in_misplaced_field(map);
    if subject.document.value(directive) == Value::String("delete") {
        let certainty = match is_misplaced {
            true => Certainty::Guess,
            false => Certainty::SameResult,
        };
        if subject.step.live().is_some() {
            // The live value is not a map, and it is removed, too.
            let sentence = format!("Write `{name}: null`: `$patch: delete` is for a map.");
            return offers.offer(certainty, sentence, |draft| {
                draft.set(map.into(), DraftValue::Null);
            });
        }
        let sentence = format!("Remove `{name}`: there is nothing to delete.");
        return offers.remove(certainty, sentence, map);
    }
    if subject.document.len(map) > 1 {
        offers.offer_intended(
            format!("Remove `$patch` from `{name}`, so that the map is set."),
            |draft| {
                draft.remove(directive.into());
            },
        );
    }
    match subject.step.live().is_some() {
        true => {
            let sentence =
                format!("Remove `{name}`: `$patch` in a map removes the live value, which is not a map.");
            offers.remove(Certainty::Guess, sentence, map);
        }
        false => {
            let sentence = format!("Remove `{name}`: it has no effect.");
            offers.remove(Certainty::SameResult, sentence, map);
            offers.remove(Certainty::Guess, format!("Remove `{name}`."), map);
        }
    }
    if is_misplaced {
        offers.only_guesses();
    }
}
