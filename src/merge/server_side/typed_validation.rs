//! Checks an object against its type, as the server's field manager does before it merges: no unknown field,
//! no value of another type, no duplicate item. Atomic lists and maps are checked inside, too.

use rustc_hash::FxHashSet;

use super::field_set::{PathElement, path_text};
use super::structure::{FieldHandling, HandledPosition};
use crate::document::{Tree, Value, ValueKind};
use crate::merge::go_text;
use crate::schema::Shape;

/// A field that does not match its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UntypedField<I> {
    /// The path and reason, in the words of the library (structured-merge-diff).
    pub(crate) message: String,
    /// The node with the error.
    pub(crate) at: I,
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
        [only] => only.message.clone(),
        all => {
            let lines = all.iter().map(|untyped| format!("\n  {}", untyped.message));
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
    fn add(&mut self, at: T::Id, what: &str) {
        self.found.push(UntypedField {
            message: format!("{}: {what}", path_text(&self.path)),
            at,
        });
    }

    fn check_value(&mut self, id: T::Id, position: HandledPosition<'_>) {
        match self.type_error(id, position) {
            Some(what) => self.add(id, &what),
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
                None => self.add(field, "field not declared in schema"),
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
                Err(why) => return self.add(item, &format!("element {index}: {why}")),
            };
            if self.duplicates == Duplicates::Rejected && !is_atomic && !seen.insert(element.clone()) {
                self.add(item, &format!("duplicate entries for key {element}"));
            }
            self.path.push(element);
            self.check_value(item, below);
            self.path.pop();
        }
    }

    /// Returns what is wrong if the value does not have the kind of its type.
    fn type_error(&self, id: T::Id, position: HandledPosition<'_>) -> Option<String> {
        let value = self.tree.value(id);
        if value == Value::Null {
            return None;
        }
        let plain = || format!("&{{{}}}", go_text::format_value(self.tree, id));
        let syntax = || {
            format!(
                "&value.valueUnstructured{{Value:{}}}",
                go_text::format_syntax(self.tree, id)
            )
        };
        let what = match (position.shape(), value) {
            (Shape::Struct | Shape::Map, Value::Map) | (Shape::List, Value::List) => return None,
            (Shape::Struct | Shape::Map, _) => format!("expected map, got {}", plain()),
            (Shape::List, _) => format!("expected list, got {}", plain()),
            (Shape::Scalar, _) => match (position.required_scalar(), value) {
                (Some("numeric"), Value::Integer(_) | Value::Float(_))
                | (Some("string"), Value::String(_))
                | (Some("boolean"), Value::Bool(_)) => return None,
                (None, value) if value.kind().is_scalar() => return None,
                (Some("numeric"), value) => {
                    format!(
                        "expected numeric (int or float), got {}",
                        go_text::type_name(value.kind())
                    )
                }
                (Some("string"), _) => format!("expected string, got {}", syntax()),
                (Some(expected), _) => format!("expected {expected}, got {}", plain()),
                (None, _) => format!("expected any scalar, got {}", plain()),
            },
            (Shape::Opaque | Shape::Unknown, _) => return None,
        };
        Some(what)
    }
}
