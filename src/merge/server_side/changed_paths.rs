//! The changes of an operation, as paths: added, changed and removed ones.

use std::collections::{BTreeMap, BTreeSet};

use super::field_set::{FieldSet, PathElement};
use super::structure::{FieldHandling, HandledPosition};
use crate::document::{Numbers, Tree, ValueKind, same};

/// The paths that differ.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangedPaths {
    pub(crate) added: FieldSet,
    pub(crate) changed: FieldSet,
    pub(crate) removed: FieldSet,
}

impl ChangedPaths {
    /// Adds the paths below a part.
    fn add_below(&mut self, element: &PathElement, below: ChangedPaths) {
        for (set, below) in [
            (&mut self.added, below.added),
            (&mut self.changed, below.changed),
            (&mut self.removed, below.removed),
        ] {
            if !below.is_empty() {
                set.add_below(element.clone(), below);
            }
        }
    }
}

/// Compares `old` with `new` by their type. The order of lists is ignored.
pub(crate) fn compare<A: Tree, B: Tree>(old: &A, new: &B, position: HandledPosition<'_>) -> ChangedPaths {
    let mut found = ChangedPaths::default();
    let comparison = PathComparison { old, new };
    comparison.compare_values(Some(old.top()), Some(new.top()), position, &mut found);
    found
}

/// The compared objects. The methods add to `found` the paths below the compared values: to add each from the top would take
/// the square of their depth.
struct PathComparison<'t, A: Tree, B: Tree> {
    old: &'t A,
    new: &'t B,
}

impl<A: Tree, B: Tree> PathComparison<'_, A, B> {
    /// Compares two values, of which one can be missing.
    fn compare_values(
        &self,
        old: Option<A::Id>,
        new: Option<B::Id>,
        position: HandledPosition<'_>,
        found: &mut ChangedPaths,
    ) {
        let before = old.map(|id| self.old.kind(id));
        let after = new.map(|id| self.new.kind(id));
        // A missing value and null are compared by the type of the other side.
        let form = |kind: Option<ValueKind>| {
            let kind = kind.filter(|kind| *kind != ValueKind::Null);
            kind.map(|kind| (kind, position.handling(kind)))
        };
        let (left, right) = (form(before), form(after));
        match (left, right) {
            (Some(left), Some(right)) if left.0 != right.0 => {
                // The types differ: the parts of the old value, then those of the new one.
                self.compare_parts(old, new, position, left.1, found);
                self.compare_parts(old, new, position, right.1, found);
            }
            _ => {
                let handling = left.or(right).map_or(FieldHandling::Whole, |form| form.1);
                self.compare_parts(old, new, position, handling, found);
            }
        }
    }

    fn compare_parts(
        &self,
        old: Option<A::Id>,
        new: Option<B::Id>,
        position: HandledPosition<'_>,
        handling: FieldHandling,
        found: &mut ChangedPaths,
    ) {
        let has_fields = matches!(handling, FieldHandling::Struct | FieldHandling::Free);
        let kind = if has_fields {
            ValueKind::Map
        } else {
            ValueKind::List
        };
        let of_old = old.filter(|id| self.old.kind(*id) == kind);
        let of_new = new.filter(|id| self.new.kind(*id) == kind);
        let is_empty = of_old.is_none_or(|id| self.old.children(id).next().is_none())
            && of_new.is_none_or(|id| self.new.children(id).next().is_none());
        if handling == FieldHandling::Whole || is_empty {
            self.compare_leaf(old, new, found);
            return;
        }
        if has_fields {
            self.compare_fields(of_old, of_new, position, found);
        } else {
            self.compare_items(of_old, of_new, position, found);
        }
        // A value that only one side has is itself a changed path.
        match (old, new) {
            (None, _) => found.added.member = true,
            (_, None) => found.removed.member = true,
            _ => {}
        }
    }

    fn compare_leaf(&self, old: Option<A::Id>, new: Option<B::Id>, found: &mut ChangedPaths) {
        match (old, new) {
            (None, _) => found.added.member = true,
            (_, None) => found.removed.member = true,
            (Some(old), Some(new)) => {
                found.changed.member |= !same(self.old, old, self.new, new, Numbers::ByValue);
            }
        }
    }

    fn compare_fields(
        &self,
        old: Option<A::Id>,
        new: Option<B::Id>,
        position: HandledPosition<'_>,
        found: &mut ChangedPaths,
    ) {
        let (left, right) = (fields_by_name(self.old, old), fields_by_name(self.new, new));
        let names: BTreeSet<&str> = left.keys().chain(right.keys()).copied().collect();
        for name in names {
            let Some(type_below) = position.field(name) else {
                continue;
            };
            let mut below = ChangedPaths::default();
            let (old, new) = (left.get(name).copied(), right.get(name).copied());
            self.compare_values(old, new, type_below, &mut below);
            found.add_below(&PathElement::Field(name.into()), below);
        }
    }

    fn compare_items(
        &self,
        old: Option<A::Id>,
        new: Option<B::Id>,
        position: HandledPosition<'_>,
        found: &mut ChangedPaths,
    ) {
        let mut items = Vec::new();
        for item in old.into_iter().flat_map(|list| self.old.children(list)) {
            if let Ok(element) = position.path_element(self.old, item) {
                items.push((element, Some(item), None));
            }
        }
        for item in new.into_iter().flat_map(|list| self.new.children(list)) {
            if let Ok(element) = position.path_element(self.new, item) {
                items.push((element, None, Some(item)));
            }
        }
        let type_below = position.item();
        // Sorting reads memory in order, so its time grows less than that of a tree.
        items.sort_by(|a, b| a.0.cmp(&b.0));
        for group in items.chunk_by(|a, b| a.0 == b.0) {
            let olds: Vec<A::Id> = group.iter().filter_map(|item| item.1).collect();
            let news: Vec<B::Id> = group.iter().filter_map(|item| item.2).collect();
            let mut below = ChangedPaths::default();
            self.compare_groups(&olds, &news, type_below, &mut below);
            if let Some((element, ..)) = group.first() {
                found.add_below(element, below);
            }
        }
    }

    /// Compares items with the same path element. Several of them are like one atomic value, so the item
    /// alone or its fields are changed if duplicates appear or disappear.
    fn compare_groups(
        &self,
        olds: &[A::Id],
        news: &[B::Id],
        position: HandledPosition<'_>,
        found: &mut ChangedPaths,
    ) {
        match (olds, news) {
            ([] | [_], [] | [_]) => {
                self.compare_values(olds.first().copied(), news.first().copied(), position, found);
            }
            ([_, _, ..], [_, _, ..]) => {
                let is_same = olds.len() == news.len()
                    && olds
                        .iter()
                        .zip(news)
                        .all(|(a, b)| same(self.old, *a, self.new, *b, Numbers::ByValue));
                found.changed.member |= !is_same;
            }
            ([_, _, ..], _) => {
                if let Some(new) = news.first() {
                    self.compare_values(None, Some(*new), position, found);
                }
                found.removed.member = true;
            }
            (_, [_, _, ..]) => {
                if let Some(old) = olds.first() {
                    self.compare_values(Some(*old), None, position, found);
                }
                found.added.member = true;
            }
        }
    }
}

fn fields_by_name<T: Tree>(tree: &T, map: Option<T::Id>) -> BTreeMap<&str, T::Id> {
    let fields = map.into_iter().flat_map(|map| tree.children(map));
    fields
        .map(|field| (tree.key(field).unwrap_or_default(), field))
        .collect()
}
