//! The field paths of a value, which an apply owns.

use std::collections::BTreeMap;

use super::field_set::{FieldSet, PathElement};
use super::structure::{FieldHandling, TypedPosition};
use crate::document::{Tree, ValueKind};

/// Returns all paths of the object `top`. A duplicate item is one path, without the fields below it.
pub(crate) fn field_paths<T: Tree>(tree: &T, top: T::Id, spot: TypedPosition<'_>) -> FieldSet {
    let mut set = FieldSet::default();
    value(tree, top, spot, &mut set);
    set.tidy();
    set
}

fn value<T: Tree>(tree: &T, id: T::Id, spot: TypedPosition<'_>, set: &mut FieldSet) {
    let kind = tree.kind(id);
    match spot.handling(kind) {
        // A null instead of a map or list is not a path itself, but its field is one.
        FieldHandling::Whole if kind == ValueKind::Null && spot.has_parts() => {}
        FieldHandling::Whole => set.member = true,
        FieldHandling::Struct | FieldHandling::Free => fields(tree, id, spot, set),
        FieldHandling::Keyed | FieldHandling::Set => items(tree, id, spot, set),
    }
}

fn fields<T: Tree>(tree: &T, id: T::Id, spot: TypedPosition<'_>, set: &mut FieldSet) {
    for field in tree.children(id) {
        let name = tree.key(field).unwrap_or_default();
        let Some(below) = spot.field(name) else { continue };
        let under = set.enter(PathElement::Field(name.into()));
        value(tree, field, below, under);
        let is_empty_map = tree.kind(field) == ValueKind::Map && tree.children(field).next().is_none();
        under.member |= !spot.is_named_field(name) || is_empty_map || tree.kind(field) == ValueKind::Null;
    }
}

fn items<T: Tree>(tree: &T, id: T::Id, spot: TypedPosition<'_>, set: &mut FieldSet) {
    let below = spot.item();
    let mut groups: BTreeMap<PathElement, Vec<T::Id>> = BTreeMap::new();
    for item in tree.children(id) {
        if let Ok(element) = spot.element(tree, item) {
            groups.entry(element).or_default().push(item);
        }
    }
    for (element, group) in groups {
        let under = set.enter(element);
        if let [item] = group[..] {
            value(tree, item, below, under);
        }
        under.member = true;
    }
}
