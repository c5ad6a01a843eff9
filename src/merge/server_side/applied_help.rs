//! The help of an applied configuration that does not match its type, or whose result the API server rejects.

use super::field_set::PathElement;
use super::reason::{Mismatch, WrongItem};
use crate::document::escape::visible;
use crate::document::{NodeId, Tree};
use crate::merge::api_server::{Constraint, Objection, ServerLayer, ServerMessage, advice};
use crate::merge::detail::Reason;
use crate::merge::expected::Expected;
use crate::merge::quote::quote_help;
use crate::merge::rule::Rule;
use crate::merge::step::Step;
use crate::merge::trace::Merge;

/// Returns the help of a result that the API server rejects, or `None` without a better one than that of the rule.
pub(crate) fn invalid_help(merge: &Merge, step: &Step) -> Option<String> {
    let Some(objection) = merge.objection(step) else {
        return Some("Remove `metadata.uid`: the live object does not have this value.".to_owned());
    };
    let Objection {
        field,
        message,
        layer,
        ..
    } = objection;
    if field == "metadata.resourceVersion" {
        let live = merge.inputs.live.text_at(&["metadata", "resourceVersion"]);
        return Some(match live {
            Some(live) => format!("Remove `{field}`, or write the live value `{live}`."),
            None => format!("Remove `{field}`: the live object does not have this value."),
        });
    }
    let is_missing = matches!(message, ServerMessage::Required(_)) || message.value() == "null";
    let is_below = |path: &str, above: &str| {
        let rest = path.strip_prefix(above);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let pruned = merge
        .steps
        .iter()
        .filter(|it| is_missing && it.rule == Rule::ApplyPrunes);
    let mut paths = pruned.map(|it| merge.step_path(it).to_string());
    if let Some(path) = paths.find(|path| is_below(path, field) || is_below(field, path)) {
        return Some(format!(
            "Add `{path}` to the applied configuration: the manager owned it and leaves it out."
        ));
    }
    if matches!(message, ServerMessage::Forbidden(_)) && merge.tree.source(step.at).is_live() {
        // A default would return if only this field was removed.
        let name = merge.tree.key(step.at)?;
        return Some(format!(
            "First make this change with `kubectl patch`, and set `{name}` to null there: an apply does not remove a field that its manager does not own."
        ));
    }
    if objection.mutable_fields().is_some() {
        return Some(format!(
            "In `{field}`, change only the fields that the message names, or delete the object and create it again."
        ));
    }
    if objection.constraint == Some(Constraint::KeptDeadline) {
        return Some(format!(
            "Apply at most the live value of `{field}`, or delete the object and create it again."
        ));
    }
    if *layer == ServerLayer::Immutable {
        return Some(format!(
            "Apply the live value of `{field}`, or delete the object and create it again: the field cannot change."
        ));
    }
    advice(merge, step).map(|advice| advice.text)
}

/// Returns the help of a value that does not match its type, or `None` without a better one than that of the rule.
pub(crate) fn untyped_help(merge: &Merge, step: &Step) -> Option<String> {
    let Some(Reason::Untyped(mismatch)) = step.reason() else {
        return None;
    };
    let source = step.patch()?;
    let document = merge.tree.document(source);
    // An item has the name of its list.
    let named = |node: NodeId| document.key(node);
    let name = document.ancestors(source.node).find_map(named)?;
    Some(match mismatch {
        Mismatch::Undeclared => {
            format!("Remove `{name}` from the applied configuration: the type does not have this field.")
        }
        Mismatch::Duplicate(PathElement::Value(value)) => {
            format!("Keep one item {} in `{name}`.", visible(value))
        }
        Mismatch::Duplicate(keys) => {
            let keys = keys.to_string();
            format!(
                "Keep one item with {} in `{name}`.",
                keys.trim_matches(['[', ']'])
            )
        }
        Mismatch::Item(_, WrongItem::NoKey(keys)) => format!("Add `{}` to the item.", keys.first()?),
        Mismatch::Item(_, WrongItem::Null | WrongItem::NullInSet) => {
            format!("Remove the null from `{name}`.")
        }
        Mismatch::Item(_, WrongItem::NotMap) => format!("Write each item of `{name}` as a map."),
        Mismatch::Item(_, WrongItem::MapInSet | WrongItem::ListInSet) => return None,
        Mismatch::Type { wanted, .. } => match (wanted, document.key(source.node)) {
            (Expected::Scalar, _) => return None,
            (Expected::Map, _) => merge.as_map(name, &merge.step_path(step)),
            (Expected::List, _) => format!("Write `{name}` as a list."),
            (Expected::String, Some(name)) if document.kind(source.node).is_scalar() => {
                quote_help(document, source.node, Some(name))
            }
            (wanted, _) => wanted.help(name),
        },
    })
}
