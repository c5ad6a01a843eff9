//! What an operation did to an object, as paths: added, changed, removed.

use std::collections::BTreeMap;

use super::applied_paths::content;
use super::field_set::{FieldSet, PathElement};
use super::structure::{FieldHandling, TypedPosition};
use crate::document::{Numbers, Tree, ValueKind, same};

/// The paths that differ.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangedPaths {
    pub(crate) added: FieldSet,
    pub(crate) changed: FieldSet,
    pub(crate) removed: FieldSet,
}

/// Compares `old` with `new`, by their type; order alone changes nothing.
pub(crate) fn compare<A: Tree, B: Tree>(old: &A, new: &B, spot: TypedPosition<'_>) -> ChangedPaths {
    let mut comparison = PathComparison {
        old,
        new,
        way: Vec::new(),
        found: ChangedPaths::default(),
    };
    comparison.values(old.top(), new.top(), spot);
    comparison.found
}

/// Items of two lists by what they are called.
type ItemGroups<A, B> = BTreeMap<PathElement, (Vec<A>, Vec<B>)>;

struct PathComparison<'t, A: Tree, B: Tree> {
    old: &'t A,
    new: &'t B,
    way: Vec<PathElement>,
    found: ChangedPaths,
}

impl<A: Tree, B: Tree> PathComparison<'_, A, B> {
    fn values(&mut self, old: A::Id, new: B::Id, spot: TypedPosition<'_>) {
        let (before, after) = (self.old.kind(old), self.new.kind(new));
        // Null takes the form of the other side: it is an empty map or list.
        let kind = if before == ValueKind::Null { after } else { before };
        let fits = before == after || before == ValueKind::Null || after == ValueKind::Null;
        let both_empty = self.old.children(old).next().is_none() && self.new.children(new).next().is_none();
        match spot.handling(kind) {
            FieldHandling::Struct | FieldHandling::Free if fits && !both_empty => {
                self.members(old, new, spot)
            }
            FieldHandling::Keyed | FieldHandling::Set if fits && !both_empty => self.items(old, new, spot),
            _ => {
                if !same(self.old, old, self.new, new, Numbers::ByValue) {
                    self.found.changed.add_path(&self.way);
                }
            }
        }
    }

    fn members(&mut self, old: A::Id, new: B::Id, spot: TypedPosition<'_>) {
        let mut before: BTreeMap<&str, A::Id> = BTreeMap::new();
        for member in self.old.children(old) {
            before.insert(self.old.key(member).unwrap_or_default(), member);
        }
        let tree = self.new;
        for member in tree.children(new) {
            let name = tree.key(member).unwrap_or_default();
            let Some(below) = spot.field(name) else { continue };
            self.way.push(PathElement::Field(name.into()));
            match before.remove(name) {
                Some(old) => self.values(old, member, below),
                None => self.whole_new(member, below),
            }
            self.way.pop();
        }
        for (name, member) in before {
            let Some(below) = spot.field(name) else { continue };
            self.way.push(PathElement::Field(name.into()));
            self.whole_old(member, below);
            self.way.pop();
        }
    }

    fn whole_new(&mut self, id: B::Id, spot: TypedPosition<'_>) {
        let set = content(self.new, id, spot);
        place(&mut self.found.added, &self.way, set);
    }

    fn whole_old(&mut self, id: A::Id, spot: TypedPosition<'_>) {
        let set = content(self.old, id, spot);
        place(&mut self.found.removed, &self.way, set);
    }

    fn items(&mut self, old: A::Id, new: B::Id, spot: TypedPosition<'_>) {
        let mut groups: ItemGroups<A::Id, B::Id> = BTreeMap::new();
        for item in self.old.children(old) {
            if let Ok(element) = spot.element(self.old, item) {
                groups.entry(element).or_default().0.push(item);
            }
        }
        for item in self.new.children(new) {
            if let Ok(element) = spot.element(self.new, item) {
                groups.entry(element).or_default().1.push(item);
            }
        }
        let below = spot.item();
        let is_set = spot.handling(ValueKind::List) == FieldHandling::Set;
        for (element, (olds, news)) in groups {
            self.way.push(element);
            match (&olds[..], &news[..]) {
                // Values of a set are equal where they are called alike.
                ([_], [_]) if is_set => {}
                ([old], [new]) => self.values(*old, *new, below),
                ([], [new, ..]) => match is_set {
                    true => self.found.added.add_path(&self.way),
                    false => self.whole_new(*new, below),
                },
                ([old, ..], []) => match is_set {
                    true => self.found.removed.add_path(&self.way),
                    false => self.whole_old(*old, below),
                },
                _ => {
                    let pairs = olds.iter().zip(&news);
                    let alike = olds.len() == news.len()
                        && pairs
                            .into_iter()
                            .all(|(a, b)| same(self.old, *a, self.new, *b, Numbers::ByValue));
                    if !alike {
                        self.found.changed.add_path(&self.way);
                    }
                }
            }
            self.way.pop();
        }
    }
}

/// Puts the paths of a value that came or went whole where the value stands; the value itself is a path too.
fn place(found: &mut FieldSet, way: &[PathElement], mut set: FieldSet) {
    set.member = true;
    let mut at = found;
    for element in way {
        at = at.enter(element.clone());
    }
    at.unite(&set);
}
