//! Checks an object against its type, as the server's field manager does before it merges: no unknown field,
//! no value of another type, no duplicate item. Atomic lists and maps are checked inside, too.

use rustc_hash::FxHashSet;

use super::field_set::{PathElement, path_text};
use super::reason::Mismatch;
use super::structure::{FieldHandling, HandledPosition};
use crate::document::{Tree, Value, ValueKind};
use crate::merge::detail::{Detail, Reason};
use crate::merge::expected::Expected;
use crate::merge::go_text;
use crate::schema::Shape;

/// A field that does not match its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UntypedField<I> {
    /// The path, in the words of the library (structured-merge-diff).
    path: String,
    mismatch: Mismatch,
    /// The node with the error.
    pub(crate) at: I,
}

impl<I> UntypedField<I> {
    /// Returns the path and the reason, in the words of the library.
    pub(crate) fn message(&self) -> String {
        format!("{}: {}", self.path, self.mismatch)
    }

    /// Returns what our sentences say.
    pub(crate) fn detail(&self) -> Detail {
        let text = match &self.mismatch {
            Mismatch::Type { wanted, found, .. } => {
                let (path, wanted) = (self.path.trim_start_matches('.'), wanted.with_article());
                format!("`{path}` must be {wanted}, but it is {}", found.with_article())
            }
            _ => self.message(),
        };
        Detail::because(text, Reason::Untyped(self.mismatch.clone()))
    }
}

/// Whether a list can contain duplicate items. The stored object can, an applied configuration cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Duplicates {
    Rejected,
    Allowed,
}

/// Returns the fields of the object `top` that do not match its type.
pub(crate) fn validate<T: Tree>(
    tree: &T,
    top: T::Id,
    position: HandledPosition<'_>,
    duplicates: Duplicates,
) -> Vec<UntypedField<T::Id>> {
    let mut walk = Validation {
        tree,
        path: Vec::new(),
        duplicates,
        found: Vec::new(),
    };
    walk.check_value(top, position);
    walk.found
}

/// Returns the message about all fields, in the words of the library.
pub(crate) fn message_of_all<I>(untyped: &[UntypedField<I>]) -> String {
    match untyped {
        [only] => only.message(),
        all => {
            let lines = all.iter().map(|untyped| format!("\n  {}", untyped.message()));
            format!("errors:{}", lines.collect::<String>())
        }
    }
}

struct Validation<'t, T: Tree> {
    tree: &'t T,
    path: Vec<PathElement>,
    duplicates: Duplicates,
    found: Vec<UntypedField<T::Id>>,
}

impl<T: Tree> Validation<'_, T> {
    fn add(&mut self, at: T::Id, mismatch: Mismatch) {
        let path = path_text(&self.path);
        self.found.push(UntypedField { path, mismatch, at });
    }

    fn check_value(&mut self, id: T::Id, position: HandledPosition<'_>) {
        match self.type_error(id, position) {
            Some(mismatch) => self.add(id, mismatch),
            None if self.tree.kind(id) == ValueKind::Map => self.check_fields(id, position),
            None if self.tree.kind(id) == ValueKind::List => self.check_items(id, position),
            None => {}
        }
    }

    fn check_fields(&mut self, id: T::Id, position: HandledPosition<'_>) {
        for field in self.tree.children(id) {
            let name = self.tree.key(field).unwrap_or_default();
            self.path.push(PathElement::Field(name.into()));
            let below = position.field(name);
            match below {
                Some(below) => self.check_value(field, below),
                None => self.add(field, Mismatch::Undeclared),
            }
            self.path.pop();
            // The library checks no more fields of this map.
            if below.is_none() {
                return;
            }
        }
    }

    fn check_items(&mut self, id: T::Id, position: HandledPosition<'_>) {
        let below = position.item();
        let is_atomic = position.handling(ValueKind::List) == FieldHandling::Whole;
        let mut seen = FxHashSet::default();
        for (index, item) in self.tree.children(id).enumerate() {
            let element = match is_atomic {
                true => Ok(PathElement::Index(index)),
                false => position.path_element(self.tree, item),
            };
            let element = match element {
                Ok(element) => element,
                // The library checks no more items of this list.
                Err(why) => return self.add(item, Mismatch::Item(index, why)),
            };
            if self.duplicates == Duplicates::Rejected && !is_atomic && !seen.insert(element.clone()) {
                self.add(item, Mismatch::Duplicate(element.clone()));
            }
            self.path.push(element);
            self.check_value(item, below);
            self.path.pop();
        }
    }

    /// Returns what is wrong if the value does not have the kind of its type.
    fn type_error(&self, id: T::Id, position: HandledPosition<'_>) -> Option<Mismatch> {
        let value = self.tree.value(id);
        let wanted = match (position.shape(), value) {
            (_, Value::Null)
            | (Shape::Struct | Shape::Map, Value::Map)
            | (Shape::List, Value::List)
            | (Shape::Opaque | Shape::Unknown, _) => return None,
            (Shape::Struct | Shape::Map, _) => Expected::Map,
            (Shape::List, _) => Expected::List,
            (Shape::Scalar, _) => match (position.required_scalar(), value) {
                (Expected::Number, Value::Integer(_) | Value::Float(_))
                | (Expected::String, Value::String(_))
                | (Expected::Boolean, Value::Bool(_)) => return None,
                (Expected::Scalar, value) if value.kind().is_scalar() => return None,
                (wanted, _) => wanted,
            },
        };
        let shown = match wanted {
            Expected::Number => go_text::type_name(value.kind()).to_owned(),
            Expected::String => format!(
                "&value.valueUnstructured{{Value:{}}}",
                go_text::format_syntax(self.tree, id)
            ),
            _ => format!("&{{{}}}", go_text::format_value(self.tree, id)),
        };
        Some(Mismatch::Type {
            wanted,
            found: value.kind(),
            shown,
        })
    }
}
