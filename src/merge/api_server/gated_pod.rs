//! How a pod with scheduling gates can be limited to fewer nodes, and to no others (Go:
//! `validateNodeSelectorMutation`, `validateNodeAffinityMutation`).

use rustc_hash::FxHashMap;

use super::cursor::Cursor;
use super::objection::Objections;
use super::same_when_stored::{is_same_field, is_same_when_stored};
use crate::document::{Document, Tree};

/// The path of the terms of the required node affinity in `spec`. Only these terms are checked.
const TERMS: [&str; 4] = [
    "affinity",
    "nodeAffinity",
    "requiredDuringSchedulingIgnoredDuringExecution",
    "nodeSelectorTerms",
];

/// Compares the `spec` of a live pod that has scheduling gates with that of the result.
pub(super) fn check<T: Tree>(old: &Cursor<'_, Document>, new: &Cursor<'_, T>, out: &mut Objections<T>) {
    if !keeps_labels(old, new) {
        let value = new.json_of("nodeSelector");
        let why = "only additions to spec.nodeSelector are allowed (no mutations or deletions)";
        out.add_invalid(new, "nodeSelector", &value, why);
    }
    check_terms(old, new, &TERMS, out);
}

/// Returns whether two affinities are the same apart from their node affinity.
pub(super) fn is_same_apart_from_nodes<T: Tree>(old: &Cursor<'_, Document>, new: &Cursor<'_, T>) -> bool {
    let (old, new) = (old.field("affinity"), new.field("affinity"));
    ["podAffinity", "podAntiAffinity"]
        .into_iter()
        .all(|name| match (&old, &new) {
            (Some(old), Some(new)) => is_same_field(old, new, name),
            (Some(old), None) => old.field(name).is_none(),
            (None, Some(new)) => new.field(name).is_none(),
            (None, None) => true,
        })
}

/// Returns whether all labels of the live `nodeSelector` are kept.
fn keeps_labels<T: Tree>(old: &Cursor<'_, Document>, new: &Cursor<'_, T>) -> bool {
    let name = "nodeSelector";
    let Some(before) = old.field(name) else {
        return true;
    };
    let after = new.field(name);
    let after: FxHashMap<&str, Option<&str>> = after
        .iter()
        .flat_map(|labels| labels.fields())
        .map(|(label, value)| (label, value.text()))
        .collect();
    before
        .fields()
        .all(|(label, value)| after.get(label) == Some(&value.text()))
}

/// Follows `path` on both sides and compares the terms.
fn check_terms<T: Tree>(
    old: &Cursor<'_, Document>,
    new: &Cursor<'_, T>,
    path: &[&str],
    out: &mut Objections<T>,
) {
    let [name, rest @ ..] = path else { return };
    let Some(before) = old.field(name) else { return };
    if !rest.is_empty()
        && let Some(after) = new.field(name)
    {
        return check_terms(&before, &after, rest, out);
    }
    let count = term_count(&before, rest);
    let after = new.field(name).filter(|_| rest.is_empty());
    if count > 0 && after.as_ref().map_or(0, |terms| terms.items().count()) != count {
        let value = after.map_or("null".to_owned(), |terms| terms.json());
        let why = "no additions/deletions to non-empty NodeSelectorTerms list are allowed";
        return out.add_invalid(new, &path.join("."), &value, why);
    }
    let Some(after) = after else { return };
    for (term, changed) in before.items().zip(after.items()) {
        if !has_only_additions(&term, &changed) {
            let why = "only additions are allowed (no mutations or deletions)";
            out.add_invalid(&changed, "", &changed.json(), why);
        }
    }
}

/// Returns the number of items of the list at `path`.
fn term_count(at: &Cursor<'_, Document>, path: &[&str]) -> usize {
    match path {
        [] => at.items().count(),
        [name, rest @ ..] => at.field(name).map_or(0, |field| term_count(&field, rest)),
    }
}

/// Returns whether a term has the requirements that it had, in their order, and perhaps more after them. A
/// term without requirements matches no node, so it cannot get any.
fn has_only_additions<T: Tree>(old: &Cursor<'_, Document>, new: &Cursor<'_, T>) -> bool {
    let lists = ["matchExpressions", "matchFields"];
    if lists.iter().all(|name| !old.has(name)) {
        return lists.iter().all(|name| !new.has(name));
    }
    lists.iter().all(|name| {
        let (old, new) = (old.field(name), new.field(name));
        let mut new = new.iter().flat_map(|list| list.items());
        let mut old = old.iter().flat_map(|list| list.items());
        old.all(|before| {
            new.next()
                .is_some_and(|after| is_same_when_stored(&before, &after))
        })
    })
}
