//! The help of a finding of an apply: the user has a manifest, not the patch that kubectl computes from it.

use super::task::COMPUTED_NAME;
use crate::document::Tree;
use crate::merge::{Inputs, Merge, Rule, Step};

/// Returns whether the patch is computed from a manifest.
pub(crate) fn is_for_manifest(inputs: &Inputs) -> bool {
    inputs
        .patches
        .first()
        .is_some_and(|patch| patch.name() == COMPUTED_NAME)
}

/// Returns what to do in the manifest. `help`: what to do in the computed patch.
pub(crate) fn manifest_help(merge: &Merge, step: &Step, help: &str) -> String {
    let detail = step.detail.as_deref().unwrap_or_default();
    if step.rule == Rule::VariableBeforeDefinition {
        let name = merge.tree.get(step.at, "name").map(|name| merge.tree.value(name));
        let user = name.and_then(|name| name.as_str()).unwrap_or_default();
        return format!("List `{detail}` before `{user}` in the manifest.");
    }
    // A field that the manifest leaves out is null in the computed patch.
    if let Some((before, _)) = help.split_once(": null`")
        && step.rule == Rule::InvalidObject
    {
        let name = before.rsplit('`').next().unwrap_or_default();
        return format!("Add `{name}` to the manifest: the field is required.");
    }
    if step.rule == Rule::ImmutableField
        && let Some((names, why)) = help
            .strip_prefix("Remove ")
            .and_then(|it| it.split_once(" from the patch"))
    {
        // A map of the patch that is then empty can be full in the manifest.
        let why = why.split_once(" Also ").map_or(why, |(why, _)| why);
        let field = detail
            .split(": ")
            .next()
            .and_then(|field| field.rsplit('.').next());
        let is_left_out = field.is_some_and(|field| {
            let is_field = |id| merge.tree.key(id) == Some(field);
            !is_field(step.at) && !merge.tree.present(step.at).any(is_field)
        });
        return match is_left_out {
            true => format!("Add {names} to the manifest, with the live value{why}"),
            false => format!("Write the live value of {names} in the manifest{why}"),
        };
    }
    if help.contains("`$") {
        return "Change the manifest so that the API server accepts the result.".to_owned();
    }
    let help = help.split_once(" Also remove ").map_or(help, |(help, _)| help);
    help.replace("from the patch list", "from the manifest")
        .replace("from the patch", "from the manifest")
        .replace("in the patch list", "in the manifest")
        .replace("in the same patch", "in the manifest")
}
