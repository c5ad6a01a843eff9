//! What a removal leaves empty. A map or list without an entry in a file is null, which deletes the live value, so the
//! help says what to do with it.

use std::cell::LazyCell;

use super::candidate::{Candidate, Certainty, PatchChange, Subject};
use super::draft::Draft;
use crate::document::words::capitalize;
use crate::document::{NodeId, Tree, ValueKind};
use crate::merge::api_server::RemovalInText;

/// Adds to each sentence what is empty after the removal.
pub(super) fn complete(subject: &Subject<'_>, all: &mut [Candidate]) {
    // A map of the patch can be full in the manifest.
    if subject.merge.inputs.is_of_manifest() {
        return;
    }
    for candidate in all {
        let PatchChange::Values(draft) = &candidate.change else {
            continue;
        };
        let left = left(subject, draft);
        let removed = draft.emptied().last().filter(|_| left.is_none());
        let removed = removed.map(|node| subject.key(*node));
        let is_named = |name: &&str| candidate.removal.as_ref().is_some_and(|it| it.is_of_field(name));
        let words = match (&left, removed.filter(|name| !is_named(name))) {
            (Some((name, new)), _) => format!("{name} is then empty; write it as {new}."),
            (None, Some("")) => "also remove its item, which is then empty.".to_owned(),
            (None, Some(name)) => format!("also remove `{name}`, which is then empty."),
            (None, None) => continue,
        };
        let sentence = (Some(&mut candidate.sentence), candidate.removal_in_sentence);
        for (help, removal) in [sentence, (candidate.help.as_mut(), candidate.removal_in_help)] {
            let words = match removal {
                RemovalInText::No | RemovalInText::Implied => continue,
                RemovalInText::OneWay => format!("If you remove it, {words}"),
                RemovalInText::Only => capitalize(&words),
            };
            // Lines of the patch follow some sentences.
            if let Some(help) = help.filter(|help| !help.is_empty() && !help.contains('\n')) {
                let end = help.find(". ").map_or(help.len(), |end| end + 1);
                help.insert_str(end, &format!(" {words}"));
            }
        }
    }
}

/// Returns whether a fix leaves a list or map without an entry that then means something else, or leaves it out because it
/// is empty: an empty list of rules allows no traffic, an empty selector selects everything. Only the user knows whether
/// that is meant.
pub(super) fn empties_value(subject: &Subject<'_>, candidate: &Candidate) -> bool {
    let PatchChange::Values(draft) = &candidate.change else {
        return false;
    };
    // The proof compares the results.
    if candidate.certainty == Certainty::SameResult {
        return false;
    }
    let document = subject.document;
    let is_null = |node: NodeId| document.kind(node) == ValueKind::Null;
    let has_meaning = |node: NodeId| match (document.kind(node), document.key(node)) {
        (_, Some(key)) if key.starts_with('$') => false,
        (ValueKind::List, _) => {
            let differs = LazyCell::new(|| differs_if_empty(subject, node));
            // The items say that nothing is left.
            let is_emptying = |item: NodeId| {
                let marker = document.get(item, "$patch").map(|marker| document.value(marker));
                match marker.and_then(|marker| marker.as_str()) {
                    Some("delete") => document.len(item) > 1,
                    Some("replace") => !*differs,
                    _ => is_null(item) && !*differs,
                }
            };
            !document.children(node).all(is_emptying)
        }
        // A null in a map of strings is an empty string.
        (_, Some("matchLabels")) => true,
        (_, Some(_)) => {
            let is_no_term =
                |entry| is_null(entry) && ["matchLabels", "matchExpressions"].contains(&subject.key(entry));
            subject.is_selector(node) && !document.children(node).all(is_no_term)
        }
        (_, None) => document.parent(node).is_some() && !document.children(node).all(is_null),
    };
    emptied_nodes(subject, draft).into_iter().any(has_meaning)
        || subject.removes_selector(draft)
        || removes_meaning(subject, draft)
}

/// Returns whether a change removes an item or list because it is empty, and empty, it means something else than nothing.
fn removes_meaning(subject: &Subject<'_>, draft: &Draft) -> bool {
    let document = subject.document;
    let has_meaning = |node: &NodeId| match (document.kind(*node), document.key(*node)) {
        (ValueKind::List, Some(key)) if key.starts_with('$') => false,
        (ValueKind::List, _) => differs_if_empty(subject, *node),
        (_, Some(_)) => false,
        // Where items have a key, an empty one is not meant.
        (_, None) => subject.field(*node).is_none_or(|field| field.merge_key.is_none()),
    };
    draft.emptied().iter().any(has_meaning)
}

/// Types whose lists mean no more than their items: an empty one is as none.
const WITH_PLAIN_LISTS: [&str; 4] = [
    "core.v1.Container",
    "core.v1.EphemeralContainer",
    "core.v1.PodSpec",
    "meta.v1.ObjectMeta",
];

/// Returns whether an empty list can mean more than no items, for example: no traffic. Not known for most types.
pub(super) fn differs_if_empty(subject: &Subject<'_>, list: NodeId) -> bool {
    let field = subject.field(list);
    // Without items, it changes nothing.
    if field.is_some_and(|field| subject.merges_items(&field)) {
        return false;
    }
    let (owner, live_map, live_list) = place(subject, list);
    if owner.is_some_and(|name| WITH_PLAIN_LISTS.contains(&name)) {
        return false;
    }
    match live_list {
        Some(own) => !subject.live().is_empty(own),
        // The Go types do not tell an empty list from none.
        None => owner.is_none() || live_map.is_none(),
    }
}

/// Returns the built-in type of the map that has a list, the map in the live object, and the list in it.
fn place<'m>(subject: &Subject<'m>, list: NodeId) -> (Option<&'m str>, Option<NodeId>, Option<NodeId>) {
    let live = subject.live();
    let pointer = subject
        .as_operation(list)
        .and_then(|operation| subject.pointer(operation));
    if let Some((map, _)) = pointer.and_then(|pointer| pointer.rsplit_once('/')) {
        let type_position = match map {
            "" => subject.merge.top_type(),
            _ => subject.target(map).map(|(at, _)| at),
        };
        let mut keys = map.split('/').skip(1);
        let live_map = keys.try_fold(live.root(), |at, key| match live.kind(at) {
            ValueKind::List => live.children(at).nth(key.parse().ok()?),
            _ => live.get(at, key),
        });
        let own = live_map.and_then(|map| live.get(map, subject.target_name(list)));
        return (subject.type_name_at(type_position), live_map, own);
    }
    let Some(map) = subject.parent(list) else {
        return (None, None, None);
    };
    let type_position = subject.type_of(map);
    (
        subject.type_name_at(type_position),
        subject.live_of(map),
        subject.live_of(list),
    )
}

/// Returns what an empty list does, if it is known.
pub(super) fn meaning_of_empty(subject: &Subject<'_>, list: NodeId) -> Option<&'static str> {
    match (subject.live().identity().1, subject.target_name(list)) {
        ("NetworkPolicy", "ingress" | "egress") => Some("allows no traffic"),
        ("Service", "loadBalancerSourceRanges") => Some("allows all sources"),
        ("Role" | "ClusterRole", "rules") => Some("gives no permission"),
        ("StorageClass", "allowedTopologies") => Some("allows all topologies"),
        ("ValidatingWebhookConfiguration" | "MutatingWebhookConfiguration", "rules") => {
            Some("matches no request")
        }
        _ => None,
    }
}

/// Returns the maps and lists that are left without an entry.
fn emptied_nodes(subject: &Subject<'_>, draft: &Draft) -> Vec<NodeId> {
    let document = subject.document;
    let is_empty = |node: &NodeId| {
        let is_container = matches!(draft.kind((*node).into()), ValueKind::Map | ValueKind::List);
        is_container && document.len(*node) > 0 && draft.len((*node).into()) == 0 && draft.is_part(*node)
    };
    draft.changed_nodes().filter(is_empty).collect()
}

/// Returns a map or list that is left without an entry, and its text.
fn left(subject: &Subject<'_>, draft: &Draft) -> Option<(String, &'static str)> {
    let document = subject.document;
    let [node] = emptied_nodes(subject, draft)[..] else {
        return None;
    };
    let text = match document.kind(node) {
        ValueKind::List => "`[]`",
        _ => "`{}`",
    };
    let name = match (document.parent(node), document.key(node)) {
        (None, _) => subject.merge.input_name().to_owned(),
        (_, Some(key)) => format!("`{key}`"),
        (_, None) => "its item".to_owned(),
    };
    Some((name, text))
}
