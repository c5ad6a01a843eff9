//! The `metadata` of a template: labels and annotations, and nothing else.

use super::equality;
use super::equality::Equality;
use super::go_print;
use super::plan::{MusthavePlan, PlanContent, PlanPart};
use crate::document::{Document, NodeId, Tree, ValueKind};
use crate::merge::go_text;

/// The annotation in which kubectl apply remembers; never compared.
pub(crate) const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// What the annotations begin with that OpenShift gives to a Namespace.
pub(crate) const SCC: &str = "openshift.io/sa.scc.";

/// The two fields that count, in the order in which they are looked at.
pub(crate) const FIELDS: [&str; 2] = ["annotations", "labels"];

/// What would be sent of one of the two fields.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MetadataField {
    pub(crate) name: &'static str,
    /// The template's.
    pub(crate) template: Option<NodeId>,
    /// What takes the place of live's.
    pub(crate) part: PlanPart,
}

/// The metadata of a template compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metadata {
    pub(crate) fields: Vec<MetadataField>,
    pub(crate) is_equal: bool,
    pub(crate) missing: bool,
}

/// Labels or annotations that are not a map of texts.
#[derive(Clone, Debug)]
pub(crate) struct NotText {
    pub(crate) message: String,
    pub(crate) detail: String,
    /// The guilty node of the template, where it is known.
    pub(crate) template: Option<NodeId>,
}

/// The live field as it is compared: without the last-applied annotation, and not there if that leaves it empty.
fn before(plan: &mut MusthavePlan<'_>, live: NodeId, root: NodeId) -> Option<PlanPart> {
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
    Some(plan.make(root, live, PlanContent::Map(entries)))
}

/// Compares the metadata of the template with that of the live object. `whole`: mustonlyhave holds for it.
///
/// # Errors
/// What is no map of texts.
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
        let asked = plan.template.get(template, name);
        let there = live.and_then(|live| plan.live.get(live, name));
        let there = there.and_then(|there| before(plan, there, template));
        let Some(part) = merged(plan, asked, there, whole, name) else {
            continue;
        };
        check(plan, part, asked, name)?;
        let is_new = asked.is_some() && there.is_none();
        let grows = there.is_some_and(|there| plan.children(there).count() < plan.children(part).count());
        metadata.missing |= !whole && (is_new || grows);
        let Equality { is_equal, by_zero } = equality::values(&*plan, part, &*plan, there, plan.flavour);
        metadata.is_equal &= is_equal;
        metadata.missing |= by_zero;
        metadata.fields.push(MetadataField {
            name,
            template: asked,
            part,
        });
    }
    Ok(metadata)
}

fn merged(
    plan: &mut MusthavePlan<'_>,
    asked: Option<NodeId>,
    there: Option<PlanPart>,
    whole: bool,
    name: &str,
) -> Option<PlanPart> {
    let Some(asked) = asked else {
        return if whole { None } else { there };
    };
    let live: Vec<PlanPart> = match there {
        Some(there) if plan.kind(there) == ValueKind::Map => plan.children(there).collect(),
        _ => Vec::new(),
    };
    match plan.template.kind(asked) {
        ValueKind::Map => {}
        ValueKind::Null if !whole && there.is_some() => return there,
        _ => return Some(PlanPart::Template(asked)),
    }
    let keys = |part: &PlanPart| plan.key(*part).unwrap_or_default().to_owned();
    let is_namespace = name == FIELDS[0] && plan.live.identity() == ("v1", "Namespace");
    let wanted: rustc_hash::FxHashSet<&str> = plan
        .template
        .children(asked)
        .filter_map(|entry| plan.template.key(entry))
        .collect();
    let stays = |part: &PlanPart| {
        let key = keys(part);
        !wanted.contains(key.as_str()) && (!whole || is_namespace && key.starts_with(SCC))
    };
    let mut entries: Vec<PlanPart> = live.into_iter().filter(stays).collect();
    entries.extend(
        plan.template
            .children(asked)
            .filter(|entry| plan.template.key(*entry) != Some(LAST_APPLIED))
            .map(PlanPart::Template),
    );
    let holder = match there {
        Some(PlanPart::Made(made)) => plan.get(made).live,
        _ => plan.live.root(),
    };
    Some(plan.make(asked, holder, PlanContent::Map(entries)))
}

/// Whether a field is a map of texts.
fn check(plan: &MusthavePlan<'_>, part: PlanPart, asked: Option<NodeId>, name: &str) -> Result<(), NotText> {
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
            go_print::plain(plan, part),
            type_name(part)
        );
        let detail = format!("`{name}` is {}", plan.kind(part).with_article());
        return wrong(text, detail, asked);
    }
    for entry in plan.children(part) {
        if plan.kind(entry) == ValueKind::String {
            continue;
        }
        let key = plan.key(entry).unwrap_or_default();
        let text = format!(
            "contains non-string value in the map under key {key:?}: {} is of the type {}, expected string",
            go_print::plain(plan, entry),
            type_name(entry)
        );
        let detail = format!("`{key}` in `{name}` is {}", plan.kind(entry).with_article());
        let template = match entry {
            PlanPart::Template(node) => Some(node),
            _ => asked,
        };
        return wrong(text, detail, template);
    }
    Ok(())
}

/// The fields of a template's metadata that have no effect.
pub(crate) fn ignored(template: &Document, metadata: NodeId) -> impl Iterator<Item = (&str, NodeId)> {
    template
        .children(metadata)
        .filter_map(|child| Some((template.key(child)?, child)))
        .filter(|(key, _)| !matches!(*key, "name" | "namespace" | "labels" | "annotations"))
}
