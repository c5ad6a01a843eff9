//! The help of a finding of an apply: the user has a manifest, not the patch that kubectl computes from it.

use crate::document::{Tree, ValueKind};
use crate::merge::api_server::{Constraint, null_of_required, selector_is_immutable};
use crate::merge::{Merge, Presence, Reason, Rule, Step, duplicates_of, key_text};
use crate::report::fix::Removal;

/// Returns what to do in the manifest. `help`: what to do in the computed patch, and `removal`, if that is a removal.
pub(crate) fn manifest_help(merge: &Merge, step: &Step, help: &str, removal: Option<&Removal>) -> String {
    let objection = merge.objection(step);
    if step.rule == Rule::VariableBeforeDefinition {
        return merge.fix(step);
    }
    if step.rule == Rule::DefaultReturns
        && let Some(name) = merge.tree.key(step.at)
    {
        if merge.tree.state(step.at) == Presence::Present {
            return format!("Write a value for `{name}` in the manifest, or remove `{name}` from it.");
        }
        return format!(
            "To keep the live value, remove `{name}` from the last-applied configuration (`kubectl apply edit-last-applied`) and from the manifest."
        );
    }
    // A manifest without them names no object.
    if step.rule == Rule::KindIgnored
        && let Some(name) = merge.tree.key(step.at)
    {
        let live = step.detail();
        return format!("Write `{name}: {live}` in the manifest.");
    }
    if let Some(help) = renamed(merge, step) {
        return help;
    }
    // A field that the manifest leaves out is null in the computed patch.
    if let Some(name) = null_of_required(merge, step).filter(|_| step.rule == Rule::InvalidObject) {
        return format!("Add `{name}` to the manifest: the field is required.");
    }
    if let Some(removal) = removal.filter(|_| step.rule == Rule::ImmutableField) {
        let (names, end) = (removal.names(), removal.end());
        let field = objection.and_then(|it| it.field.rsplit('.').next());
        let is_left_out = field.is_some_and(|field| {
            let is_field = |id| merge.tree.key(id) == Some(field);
            !is_field(step.at)
                && !merge.tree.present(step.at).any(is_field)
                && !is_given(merge, step, removal)
        });
        return match is_left_out {
            true => format!("Add {names} to the manifest, with the live value{end}"),
            false => format!("Write the live value of {names} in the manifest{end}"),
        };
    }
    // The manifest has both, and the live object has labels that match.
    if objection.is_some_and(|it| it.constraint == Some(Constraint::MatchingSelector)) {
        let removed = removal.filter(|it| it.why.is_empty()).map(Removal::names);
        let selector = || selector_is_immutable(merge).then(|| "`selector`".to_owned());
        if let Some(names) = removed.or_else(selector) {
            let tree = &merge.tree;
            let spec = tree.get(tree.top(), "spec");
            let is_there = |spec| {
                tree.present(spec)
                    .any(|field| tree.key(field) == Some("selector"))
            };
            return match spec.is_some_and(is_there) {
                true => format!("Write the live value of {names} in the manifest."),
                false => format!("Add {names} to the manifest, with the live value."),
            };
        }
    }
    if let Some(help) = own_key(merge, step) {
        return help;
    }
    let advice = merge.fix(step);
    let is_for_patch = |help: &str| help.contains("`$") || help.contains("- $");
    match is_for_patch(help) {
        false => help.to_owned(),
        true if step.rule == Rule::InvalidObject && !is_for_patch(&advice) => advice,
        true if step.rule == Rule::DuplicateLiveItems => {
            "Remove the duplicates from the live object first, with `kubectl edit`: a manifest cannot remove one of them."
                .to_owned()
        }
        true => {
            let path = merge.step_path(step);
            match step.rule.is_server_rejection() {
                true => format!("Change `{path}` in the manifest so that the API server accepts the result."),
                false => format!("Change `{path}` in the manifest."),
            }
        }
    }
}

/// Returns the help of a field with a name that is near another one, which the manifest leaves out: the computed patch has
/// null for it.
fn renamed(merge: &Merge, step: &Step) -> Option<String> {
    let source = step.patch().filter(|source| !source.is_live())?;
    let Some(Reason::NearField(near)) = step.reason() else {
        return None;
    };
    let patch = merge.tree.document(source);
    let name = patch.key(source.node)?;
    let other = patch.get(patch.parent(source.node)?, near)?;
    (patch.kind(other) == ValueKind::Null).then(|| format!("Write `{near}` instead of `{name}`."))
}

/// Returns whether the manifest has a value for the one field of a removal.
fn is_given(merge: &Merge, step: &Step, removal: &Removal) -> bool {
    let source = step.patch().filter(|source| !source.is_live());
    source.is_some_and(|source| {
        let document = merge.tree.document(source);
        let key = document.key(source.node).unwrap_or_default();
        removal.is_of_field(key) && document.kind(source.node) != ValueKind::Null
    })
}

/// Returns the help of an item with the merge key of another item of the manifest, because the merge changes the same live
/// item with both.
fn own_key(merge: &Merge, step: &Step) -> Option<String> {
    if !matches!(
        step.rule,
        Rule::DuplicatePatchItems
            | Rule::KeyCollision
            | Rule::MutuallyExclusiveFields
            | Rule::Leftover
            | Rule::OrderMismatch
    ) {
        return None;
    }
    // A rejection is about the item, its step about the order.
    let faulty = merge.rejection().and_then(|it| it.faulty.first().copied());
    let source = match step.rule {
        Rule::OrderMismatch => faulty,
        _ => step.patch(),
    };
    let (tree, source) = (&merge.tree, source.filter(|source| !source.is_live())?);
    let list = tree
        .ancestors(step.at)
        .find(|id| tree.kind(*id) == ValueKind::List)?;
    let (name, field) = (tree.key(list), merge.field(list)?);
    let (merge_key, patch) = (field.merge_key?, tree.document(source));
    let is_item = |node: &_| {
        let above = patch
            .parent(*node)
            .filter(|above| patch.kind(*above) == ValueKind::List);
        above.is_some_and(|above| patch.key(above) == name)
    };
    let item = patch.ancestors(source.node).find(is_item)?;
    let items = duplicates_of(patch, item, merge_key);
    if items.len() < 2 {
        return None;
    }
    let differ = |key: &str| {
        let mut texts = items.iter().map(|item| key_text(patch, *item, key));
        let first = texts.next();
        texts.any(|text| Some(text) != first)
    };
    let keys = field.list_map_keys.iter().find(|key| differ(key));
    let also = keys.map_or_else(String::new, |key| {
        format!(", or use `kubectl apply --server-side`, which also compares `{key}`")
    });
    Some(format!("Give each item its own `{merge_key}`{also}."))
}
