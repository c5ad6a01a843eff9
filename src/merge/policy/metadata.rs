//! Compares and merges the `metadata` of a template: only labels and annotations.

use super::equality;
use super::equality::Equality;
use super::go_print;
use super::plan::{MusthavePlan, PlanContent, PlanPart};
use crate::document::{Document, NodeId, Tree, ValueKind};
use crate::merge::LAST_APPLIED;
use crate::merge::go_text;

/// The prefix of the annotations that OpenShift adds to a Namespace.
pub(crate) const SCC: &str = "openshift.io/sa.scc.";

/// The two fields that are compared, in that order.
pub(crate) const FIELDS: [&str; 2] = ["annotations", "labels"];

/// The value that would be sent for one of the two fields.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MetadataField {
    pub(crate) name: &'static str,
    /// The value in the template.
    pub(crate) template: Option<NodeId>,
    /// The value that replaces the live one.
    pub(crate) part: PlanPart,
}

/// The comparison of a template's metadata.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metadata {
    pub(crate) fields: Vec<MetadataField>,
    pub(crate) is_equal: bool,
    pub(crate) missing: bool,
}

/// Labels or annotations that are not a map of strings.
#[derive(Clone, Debug)]
pub(crate) struct NotText {
    pub(crate) message: String,
    pub(crate) detail: String,
    /// The template node that causes the error, if it is known.
    pub(crate) template: Option<NodeId>,
}

/// Returns the live field as the controller compares it: without the last-applied annotation, and missing if
/// that leaves it empty.
fn comparable_live_field(plan: &mut MusthavePlan<'_>, live: NodeId, root: NodeId) -> Option<PlanPart> {
    if plan.live.kind(live) != ValueKind::Map {
        return Some(PlanPart::Live(live));
    }
    let entries: Vec<PlanPart> = plan
        .live
        .children(live)
        .filter(|entry| plan.live.key(*entry) != Some(LAST_APPLIED))
        .map(PlanPart::Live)
        .collect();
    if entries.is_empty() && !plan.live.is_empty(live) {
        return None;
    }
    Some(plan.push_merged(root, live, PlanContent::Map(entries)))
}

/// Compares the metadata of the template with that of the live object. `whole`: as mustonlyhave.
///
/// # Errors
/// A field that is not a map of strings.
pub(crate) fn compare(
    plan: &mut MusthavePlan<'_>,
    template: NodeId,
    live: Option<NodeId>,
    whole: bool,
) -> Result<Metadata, NotText> {
    let mut metadata = Metadata {
        is_equal: true,
        missing: live.is_none(),
        ..Metadata::default()
    };
    for name in FIELDS {
        let template_node = plan.template.get(template, name);
        let live_node = live.and_then(|live| plan.live.get(live, name));
        let live_node = live_node.and_then(|live_node| comparable_live_field(plan, live_node, template));
        let Some(part) = merge_field(plan, template_node, live_node, whole, name) else {
            continue;
        };
        require_strings(plan, part, template_node, name)?;
        let is_new = template_node.is_some() && live_node.is_none();
        let grows =
            live_node.is_some_and(|live_node| plan.children(live_node).count() < plan.children(part).count());
        metadata.missing |= !whole && (is_new || grows);
        let Equality { is_equal, by_zero } =
            equality::compare_field(&*plan, part, &*plan, live_node, plan.mode);
        metadata.is_equal &= is_equal;
        metadata.missing |= by_zero;
        metadata.fields.push(MetadataField {
            name,
            template: template_node,
            part,
        });
    }
    Ok(metadata)
}

fn merge_field(
    plan: &mut MusthavePlan<'_>,
    template_node: Option<NodeId>,
    live_node: Option<PlanPart>,
    whole: bool,
    name: &str,
) -> Option<PlanPart> {
    let Some(template_node) = template_node else {
        return if whole { None } else { live_node };
    };
    let live: Vec<PlanPart> = match live_node {
        Some(live_node) if plan.kind(live_node) == ValueKind::Map => plan.children(live_node).collect(),
        _ => Vec::new(),
    };
    match plan.template.kind(template_node) {
        ValueKind::Map => {}
        ValueKind::Null if !whole && live_node.is_some() => return live_node,
        _ => return Some(PlanPart::Template(template_node)),
    }
    let keys = |part: &PlanPart| plan.key(*part).unwrap_or_default().to_owned();
    let is_namespace = name == FIELDS[0] && plan.live.identity() == ("v1", "Namespace");
    let template_keys: rustc_hash::FxHashSet<&str> = plan
        .template
        .children(template_node)
        .filter_map(|entry| plan.template.key(entry))
        .collect();
    let stays = |part: &PlanPart| {
        let key = keys(part);
        !template_keys.contains(key.as_str()) && (!whole || is_namespace && key.starts_with(SCC))
    };
    let mut entries: Vec<PlanPart> = live.into_iter().filter(stays).collect();
    entries.extend(
        plan.template
            .children(template_node)
            .filter(|entry| plan.template.key(*entry) != Some(LAST_APPLIED))
            .map(PlanPart::Template),
    );
    let holder = match live_node {
        Some(PlanPart::Merged(merged_value)) => plan.get(merged_value).live,
        _ => plan.live.root(),
    };
    Some(plan.push_merged(template_node, holder, PlanContent::Map(entries)))
}

/// Requires that a field is a map of strings.
fn require_strings(
    plan: &MusthavePlan<'_>,
    part: PlanPart,
    template_node: Option<NodeId>,
    name: &str,
) -> Result<(), NotText> {
    let what = name.trim_end_matches('s');
    let type_name = |part| match plan.kind(part) {
        ValueKind::Null => "<nil>",
        kind => go_text::type_name(kind),
    };
    let wrong = |text: String, detail: String, template| {
        Err(NotText {
            message: format!("invalid {what}, error: {text}"),
            detail,
            template,
        })
    };
    if plan.kind(part) != ValueKind::Map {
        let text = format!(
            "{} is of the type {}, expected map[string]interface{{}}",
            go_print::print_plain(plan, part),
            type_name(part)
        );
        let detail = format!("`{name}` is {}", plan.kind(part).with_article());
        return wrong(text, detail, template_node);
    }
    for entry in plan.children(part) {
        if plan.kind(entry) == ValueKind::String {
            continue;
        }
        let key = plan.key(entry).unwrap_or_default();
        let text = format!(
            "contains non-string value in the map under key {key:?}: {} is of the type {}, expected string",
            go_print::print_plain(plan, entry),
            type_name(entry)
        );
        let detail = format!("`{key}` in `{name}` is {}", plan.kind(entry).with_article());
        let template = match entry {
            PlanPart::Template(node) => Some(node),
            _ => template_node,
        };
        return wrong(text, detail, template);
    }
    Ok(())
}

/// Returns the fields of a template's metadata that have no effect.
pub(crate) fn ignored(template: &Document, metadata: NodeId) -> impl Iterator<Item = (&str, NodeId)> {
    template
        .children(metadata)
        .filter_map(|child| Some((template.key(child)?, child)))
        .filter(|(key, _)| !matches!(*key, "name" | "namespace" | "labels" | "annotations"))
}
