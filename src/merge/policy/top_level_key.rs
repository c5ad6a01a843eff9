//! Compares a top-level key of a template with the live object: the value to send, and whether it equals the
//! live value.

use super::compliance_type::ComplianceType;
use super::equality;
use super::equality::Equality;
use super::plan::{MusthavePlan, PlanPart};
use super::secret_data::DecodedSecret;
use crate::document::{Document, NodeId, Tree, ValueKind};

/// The comparison of a key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyComparison {
    /// The value that would be sent.
    pub(crate) part: PlanPart,
    /// Whether the value counts as equal to the live one.
    pub(crate) is_equal: bool,
    /// Something in the template is missing in the live value, or only there as the zero of its type.
    pub(crate) missing: bool,
}

/// A top-level map or list whose live value has another type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypeMismatch;

/// Returns whether a type replaces lists and maps as a whole. Unnamed and mustnothave templates are compared
/// as musthave.
pub(crate) fn is_whole(kind: ComplianceType) -> bool {
    kind == ComplianceType::MustOnlyHave
}

/// Compares the value of a key with the live value, if there is one. `whole`: the template's value is used
/// unchanged.
///
/// # Errors
/// A map or a list whose live value has another type.
pub(crate) fn compare(
    plan: &mut MusthavePlan<'_>,
    template: NodeId,
    live: Option<NodeId>,
    whole: bool,
) -> Result<KeyComparison, TypeMismatch> {
    let kind = plan.template.kind(template);
    let live_node = live.filter(|live| plan.live.kind(*live) != ValueKind::Null);
    if let Some(live_node) = live_node
        && !kind.is_scalar()
        && plan.live.kind(live_node) != kind
    {
        return Err(TypeMismatch);
    }
    let (part, zero) = match live_node {
        // At the top level, every null is sent as null.
        Some(live_node) if !whole && kind != ValueKind::Null => {
            let merged = plan.merge(template, live_node);
            (merged.part, merged.zero)
        }
        _ => (PlanPart::Template(template), false),
    };
    let Equality { is_equal, by_zero } = if is_string_data(plan, template) {
        // The placeholders of hidden values are not base64.
        let template_read = original(plan.template);
        let decoded = DecodedSecret::from_secret(original(plan.live));
        let template_node = template_read.get(template_read.root(), "stringData");
        equality::compare_complete(
            template_read,
            template_node.unwrap_or(template),
            &decoded,
            Some(decoded.top()),
            plan.mode,
        )
    } else {
        equality::compare_complete(&*plan, part, &*plan, live.map(PlanPart::Live), plan.mode)
    };
    Ok(KeyComparison {
        part,
        is_equal,
        missing: zero || by_zero || live.is_none(),
    })
}

/// Returns the document as it was read, without placeholders for hidden values.
fn original(document: &Document) -> &Document {
    document.original().map_or(document, |original| &**original)
}

/// Returns whether a key is the `stringData` of a Secret.
pub(crate) fn is_string_data(plan: &MusthavePlan<'_>, template: NodeId) -> bool {
    plan.template.key(template) == Some("stringData") && plan.live.identity() == ("v1", "Secret")
}

/// Returns the top-level keys of a template that are compared, including `metadata`.
pub(crate) fn compared(template: &Document) -> impl Iterator<Item = (&str, NodeId)> {
    template
        .children(template.root())
        .filter_map(|child| Some((template.key(child)?, child)))
        .filter(|(key, _)| !matches!(*key, "apiVersion" | "kind"))
}
