//! Adapts the fields of owners to the schema. A field that was granular when they were recorded can be atomic
//! now; then the owners of its parts own all of it (Go: `ReconcileFieldSetWithSchema`). In the other
//! direction, the server does not change the owner of an atomic field that becomes granular.

use super::field_set::FieldSet;
use super::managed_fields::ManagerEntry;
use super::prune::child_position;
use super::structure::{FieldHandling, HandledPosition};
use crate::document::ValueKind;
use crate::schema::Shape;

/// Adapts all owners of an object. Does nothing without a schema.
pub(crate) fn reconcile(owners: &mut [ManagerEntry], position: HandledPosition<'_>) {
    if position.shape() == Shape::Unknown {
        return;
    }
    for owner in owners {
        adapt(&mut owner.fields, position);
    }
}

fn adapt(set: &mut FieldSet, position: HandledPosition<'_>) {
    if set.below.is_empty() {
        return;
    }
    let handling = match position.shape() {
        Shape::List => position.handling(ValueKind::List),
        Shape::Struct | Shape::Map | Shape::Unknown => position.handling(ValueKind::Map),
        Shape::Scalar | Shape::Opaque => return,
    };
    if handling == FieldHandling::Whole {
        set.below.clear();
        set.member = true;
        return;
    }
    for (element, child_set) in &mut set.below {
        if let Some(inner) = child_position(position, element) {
            adapt(child_set, inner);
        }
    }
}
