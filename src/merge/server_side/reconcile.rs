//! Adapts the fields of owners to the schema. A field that was granular when they were recorded can be atomic
//! now; then the owners of its parts own all of it (Go: `ReconcileFieldSetWithSchema`). In the other
//! direction, the server does not change the owner of an atomic field that becomes granular.

use super::field_set::FieldSet;
use super::managed_fields::ManagerEntry;
use super::prune::below;
use super::structure::{FieldHandling, TypedPosition};
use crate::document::ValueKind;
use crate::schema::Shape;

/// Adapts all owners of an object. Does nothing without a schema.
pub(crate) fn reconcile(owners: &mut [ManagerEntry], spot: TypedPosition<'_>) {
    if spot.shape() == Shape::Unknown {
        return;
    }
    for owner in owners {
        adapt(&mut owner.fields, spot);
    }
}

fn adapt(set: &mut FieldSet, spot: TypedPosition<'_>) {
    if set.below.is_empty() {
        return;
    }
    let handling = match spot.shape() {
        Shape::List => spot.handling(ValueKind::List),
        Shape::Struct | Shape::Map | Shape::Unknown => spot.handling(ValueKind::Map),
        Shape::Scalar | Shape::Opaque => return,
    };
    if handling == FieldHandling::Whole {
        set.below.clear();
        set.member = true;
        return;
    }
    for (element, under) in &mut set.below {
        if let Some(inner) = below(spot, element) {
            adapt(under, inner);
        }
    }
}
