//! What a removal leaves empty. A map or list without an entry in a file is null, which deletes the live value, so the
//! help says what to do with it.

use super::candidate::{Candidate, PatchChange, Subject};
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
        let removed = draft.emptied().filter(|_| left.is_none());
        let removed = removed.map(|node| subject.key(node));
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

/// Returns whether a change leaves a list or map without an entry that then means something else: an empty list of rules
/// allows no traffic, an empty selector selects everything. Only the user knows whether that is meant.
pub(super) fn empties_value(subject: &Subject<'_>, change: &PatchChange) -> bool {
    let PatchChange::Values(draft) = change else {
        return false;
    };
    let document = subject.document;
    let is_null = |node: NodeId| document.kind(node) == ValueKind::Null;
    // The items say that nothing is left.
    let is_emptying = |node: NodeId| {
        let marker = document.get(node, "$patch").map(|marker| document.value(marker));
        match marker.and_then(|marker| marker.as_str()) {
            Some("delete") => document.len(node) > 1,
            Some("replace") => !differs_if_empty(subject),
            _ => is_null(node) && !differs_if_empty(subject),
        }
    };
    let has_meaning = |node: NodeId| match (document.kind(node), document.key(node)) {
        (_, Some(key)) if key.starts_with('$') => false,
        (ValueKind::List, _) => !document.children(node).all(is_emptying),
        // A null in a map of strings is an empty string.
        (_, Some("matchLabels")) => true,
        (_, Some(key)) => {
            let is_no_term =
                |entry| is_null(entry) && ["matchLabels", "matchExpressions"].contains(&subject.key(entry));
            key.ends_with("elector") && !document.children(node).all(is_no_term)
        }
        (_, None) => document.parent(node).is_some() && !document.children(node).all(is_null),
    };
    emptied_nodes(subject, draft).into_iter().any(has_meaning)
}

/// Kinds whose lists mean something else if they are empty: no traffic, no request, or the default metric.
const WITH_EMPTY_LISTS: [&str; 4] = [
    "NetworkPolicy",
    "ValidatingWebhookConfiguration",
    "MutatingWebhookConfiguration",
    "HorizontalPodAutoscaler",
];

/// Returns whether an empty list of the object is not only a list without items.
pub(super) fn differs_if_empty(subject: &Subject<'_>) -> bool {
    WITH_EMPTY_LISTS.contains(&subject.live().identity().1)
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
