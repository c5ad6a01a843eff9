//! One top-level key of a template against the live object: what would be sent, and whether it is what live has.

use super::compliance_type::ComplianceType;
use super::equality;
use super::equality::Equality;
use super::plan::{MusthavePlan, PlanPart};
use super::secret_data::DecodedSecret;
use crate::document::{Document, NodeId, Tree, ValueKind};

/// A key compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyComparison {
    /// What would be sent.
    pub(crate) part: PlanPart,
    /// Whether it counts as equal to live's.
    pub(crate) is_equal: bool,
    /// Something that the template asks for is not there, or only as the zero of its type.
    pub(crate) missing: bool,
}

/// A top-level map or list against another type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypeMismatch;

/// The type by which lists and maps merge: an unnamed or a plain mustnothave template is held against objects as
/// musthave does.
pub(crate) fn is_whole(kind: ComplianceType) -> bool {
    kind == ComplianceType::MustOnlyHave
}

/// Compares a key's value with live's, where live has the key. `whole`: the template's value is taken as it is.
///
/// # Errors
/// A map against something else, or a list.
pub(crate) fn compare(
    plan: &mut MusthavePlan<'_>,
    template: NodeId,
    live: Option<NodeId>,
    whole: bool,
) -> Result<KeyComparison, TypeMismatch> {
    let kind = plan.template.kind(template);
    let there = live.filter(|live| plan.live.kind(*live) != ValueKind::Null);
    if let Some(there) = there
        && !kind.is_scalar()
        && plan.live.kind(there) != kind
    {
        return Err(TypeMismatch);
    }
    let (part, zero) = match there {
        // At the top every null is null.
        Some(there) if !whole && kind != ValueKind::Null => {
            let merged = plan.merge(template, there);
            (merged.part, merged.zero)
        }
        _ => (PlanPart::Template(template), false),
    };
    let Equality { is_equal, by_zero } = if is_string_data(plan, template) {
        // What stands for hidden values is no base64.
        let template_read = original(plan.template);
        let decoded = DecodedSecret::of(original(plan.live));
        let asked = template_read.get(template_read.root(), "stringData");
        equality::whole(
            template_read,
            asked.unwrap_or(template),
            &decoded,
            Some(decoded.top()),
            plan.flavour,
        )
    } else {
        equality::whole(&*plan, part, &*plan, live.map(PlanPart::Live), plan.flavour)
    };
    Ok(KeyComparison {
        part,
        is_equal,
        missing: zero || by_zero || live.is_none(),
    })
}

/// The document as it was read, whatever stands for it.
fn original(document: &Document) -> &Document {
    document.original().map_or(document, |original| &**original)
}

/// Whether a key is the `stringData` of a Secret.
pub(crate) fn is_string_data(plan: &MusthavePlan<'_>, template: NodeId) -> bool {
    plan.template.key(template) == Some("stringData") && plan.live.identity() == ("v1", "Secret")
}

/// The top-level keys of a template that are compared, `metadata` among them.
pub(crate) fn compared(template: &Document) -> impl Iterator<Item = (&str, NodeId)> {
    template
        .children(template.root())
        .filter_map(|child| Some((template.key(child)?, child)))
        .filter(|(key, _)| !matches!(*key, "apiVersion" | "kind"))
}
