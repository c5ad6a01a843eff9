//! The field paths of a value, which an apply owns.

use super::field_set::{FieldSet, PathElement};
use super::structure::{FieldHandling, HandledPosition};
use crate::document::{Tree, ValueKind};

/// Returns all paths of the object `top`. A duplicate item is one path, without the fields below it.
pub(crate) fn field_paths<T: Tree>(tree: &T, top: T::Id, position: HandledPosition<'_>) -> FieldSet {
    let mut set = FieldSet::default();
    add_value(tree, top, position, &mut set);
    set.remove_empty();
    set
}

fn add_value<T: Tree>(tree: &T, id: T::Id, position: HandledPosition<'_>, set: &mut FieldSet) {
    let kind = tree.kind(id);
    match position.handling(kind) {
        // A null instead of a map or list is not a path itself, but its field is one.
        FieldHandling::Whole if kind == ValueKind::Null && position.has_parts() => {}
        FieldHandling::Whole => set.member = true,
        FieldHandling::Struct | FieldHandling::Free => add_fields(tree, id, position, set),
        FieldHandling::Keyed | FieldHandling::Set => add_items(tree, id, position, set),
    }
}

fn add_fields<T: Tree>(tree: &T, id: T::Id, position: HandledPosition<'_>, set: &mut FieldSet) {
    for field in tree.children(id) {
        let name = tree.key(field).unwrap_or_default();
        let Some(below) = position.field(name) else {
            continue;
        };
        let child_set = set.child_mut(PathElement::Field(name.into()));
        add_value(tree, field, below, child_set);
        let is_empty_map = tree.kind(field) == ValueKind::Map && tree.children(field).next().is_none();
        child_set.member |=
            !position.is_named_field(name) || is_empty_map || tree.kind(field) == ValueKind::Null;
    }
}

fn add_items<T: Tree>(tree: &T, id: T::Id, position: HandledPosition<'_>, set: &mut FieldSet) {
    let below = position.item();
    let items = tree.children(id);
    let mut items: Vec<(PathElement, T::Id)> = items
        .filter_map(|item| Some((position.path_element(tree, item).ok()?, item)))
        .collect();
    items.sort_by(|a, b| a.0.cmp(&b.0));
    for group in items.chunk_by(|a, b| a.0 == b.0) {
        let Some((element, item)) = group.first() else {
            continue;
        };
        let child_set = set.child_mut(element.clone());
        if group.len() == 1 {
            add_value(tree, *item, below, child_set);
        }
        child_set.member = true;
    }
}
