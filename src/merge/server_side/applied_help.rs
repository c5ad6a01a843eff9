//! The help of an applied configuration that does not match its type, or whose result the API server rejects.

use crate::document::{NodeId, Tree, ValueKind};
use crate::merge::api_server::{Objection, ServerLayer, ServerMessage, advice};
use crate::merge::result_tree::path::file_text;
use crate::merge::rule::Rule;
use crate::merge::step::Step;
use crate::merge::trace::Merge;

/// Returns the help of a result that the API server rejects, or `None` without a better one than that of the rule.
pub(crate) fn invalid_help(merge: &Merge, step: &Step) -> Option<String> {
    let Some(Objection {
        field,
        message,
        layer,
        ..
    }) = merge.objection(step)
    else {
        return Some("Remove `metadata.uid`: the live object does not have this value.".to_owned());
    };
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
    if *layer == ServerLayer::Immutable && message.why().contains(" other than ") {
        return Some(format!(
            "In `{field}`, change only the fields that the message names, or delete the object and create it again."
        ));
    }
    if *layer == ServerLayer::Immutable {
        return Some(format!(
            "Apply the live value of `{field}`, or delete the object and create it again: the field cannot change."
        ));
    }
    advice(merge, step)
}

/// Returns the value of another type as a clause, or `None` for another mismatch.
pub(crate) fn wrong_type(merge: &Merge, step: &Step) -> Option<String> {
    let own = match (step.patch(), step.live()) {
        (Some(source), _) => merge.tree.document(source).kind(source.node),
        (None, live) => merge.inputs.live.kind(live?),
    };
    type_clause(step.detail.as_deref()?, own)
}

/// Returns a message about a value of another type as a clause, or `None` for another mismatch.
pub(crate) fn type_clause(message: &str, own: ValueKind) -> Option<String> {
    let (path, what) = message.split_once(": ")?;
    let (wanted, _) = what.strip_prefix("expected ")?.split_once(", got ")?;
    let wanted = match wanted {
        "numeric (int or float)" => "number",
        wanted => wanted,
    };
    let path = path.trim_start_matches('.');
    Some(format!(
        "`{path}` must be a {wanted}, but it is {}",
        own.with_article()
    ))
}

/// Returns the help of a value that does not match its type, or `None` without a better one than that of the rule.
pub(crate) fn untyped_help(merge: &Merge, step: &Step) -> Option<String> {
    let (_, what) = step.detail.as_deref()?.split_once(": ")?;
    let source = step.patch()?;
    let document = merge.tree.document(source);
    // An item has the name of its list.
    let named = |node: NodeId| document.key(node);
    let name = document.ancestors(source.node).find_map(named)?;
    if let Some(keys) = what.strip_prefix("duplicate entries for key [") {
        let keys = keys.strip_suffix(']')?;
        return Some(match keys.strip_prefix('=') {
            Some(value) => format!("Keep one item {value} in `{name}`."),
            None => format!("Keep one item with {keys} in `{name}`."),
        });
    }
    if what.contains("field not declared in schema") {
        return Some(format!(
            "Remove `{name}` from the applied configuration: the type does not have this field."
        ));
    }
    if what.contains("omits all key fields [\"") {
        let key = what.split('"').nth(1)?;
        return Some(format!("Add `{key}` to the item."));
    }
    if what.contains("may not have a null") || what.contains("explicit null") {
        return Some(format!("Remove the null from `{name}`."));
    }
    if what.contains("may not have non-map") {
        return Some(format!("Write each item of `{name}` as a map."));
    }
    let (wanted, _) = what.strip_prefix("expected ")?.split_once(", got ")?;
    Some(match wanted {
        "map" => merge.as_map(name, &merge.step_path(step)),
        "list" => format!("Write `{name}` as a list."),
        "boolean" => format!("Write `true` or `false` as the value of `{name}`."),
        "string" => match document.key(source.node) {
            Some(name) if document.kind(source.node).is_scalar() => {
                let (text, _) = file_text(document, source.node);
                format!("Quote the value: `{name}: \"{text}\"`.")
            }
            _ => format!("Write a string as the value of `{name}`."),
        },
        "numeric (int or float)" => format!("Write a number as the value of `{name}`."),
        _ => return None,
    })
}
