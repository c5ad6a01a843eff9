//! Checks an object against its type, as the server's field manager does before it merges: no unknown field,
//! no value of another type, no duplicate item. Atomic lists and maps are checked inside, too.

use rustc_hash::FxHashSet;

use super::field_set::{PathElement, path_text};
use super::structure::{FieldHandling, HandledPosition};
use crate::document::{Tree, Value, ValueKind};
use crate::merge::go_text;
use crate::schema::Shape;

/// The first field that does not match its type.
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

/// Checks the object `top` against its type.
///
/// # Errors
/// The first field that does not match.
pub(crate) fn validate<T: Tree>(
    tree: &T,
    top: T::Id,
    position: HandledPosition<'_>,
    duplicates: Duplicates,
) -> Result<(), UntypedField<T::Id>> {
    let mut walk = Validation {
        tree,
        path: Vec::new(),
        duplicates,
    };
    walk.check_value(top, position)
}

struct Validation<'t, T: Tree> {
    tree: &'t T,
    path: Vec<PathElement>,
    duplicates: Duplicates,
}

impl<T: Tree> Validation<'_, T> {
    fn error(&self, at: T::Id, what: &str) -> UntypedField<T::Id> {
        UntypedField {
            message: format!("{}: {what}", path_text(&self.path)),
            at,
        }
    }

    fn check_value(&mut self, id: T::Id, position: HandledPosition<'_>) -> Result<(), UntypedField<T::Id>> {
        self.check_type(id, position)?;
        match self.tree.kind(id) {
            ValueKind::Map => self.check_fields(id, position),
            ValueKind::List => self.check_items(id, position),
            _ => Ok(()),
        }
    }

    fn check_fields(&mut self, id: T::Id, position: HandledPosition<'_>) -> Result<(), UntypedField<T::Id>> {
        for field in self.tree.children(id) {
            let name = self.tree.key(field).unwrap_or_default();
            self.path.push(PathElement::Field(name.into()));
            let Some(below) = position.field(name) else {
                return Err(self.error(field, "field not declared in schema"));
            };
            self.check_value(field, below)?;
            self.path.pop();
        }
        Ok(())
    }

    fn check_items(&mut self, id: T::Id, position: HandledPosition<'_>) -> Result<(), UntypedField<T::Id>> {
        let below = position.item();
        let is_atomic = position.handling(ValueKind::List) == FieldHandling::Whole;
        let mut seen = FxHashSet::default();
        for (index, item) in self.tree.children(id).enumerate() {
            let element = if is_atomic {
                PathElement::Index(index)
            } else {
                position
                    .path_element(self.tree, item)
                    .map_err(|why| self.error(item, &format!("element {index}: {why}")))?
            };
            if self.duplicates == Duplicates::Rejected && !is_atomic && !seen.insert(element.clone()) {
                return Err(self.error(item, &format!("duplicate entries for key {element}")));
            }
            self.path.push(element);
            self.check_value(item, below)?;
            self.path.pop();
        }
        Ok(())
    }

    /// Checks that the value has the kind of its type.
    fn check_type(&self, id: T::Id, position: HandledPosition<'_>) -> Result<(), UntypedField<T::Id>> {
        let value = self.tree.value(id);
        if value == Value::Null {
            return Ok(());
        }
        let plain = || format!("&{{{}}}", go_text::format_value(self.tree, id));
        let syntax = || {
            format!(
                "&value.valueUnstructured{{Value:{}}}",
                go_text::format_syntax(self.tree, id)
            )
        };
        let what = match (position.shape(), value) {
            (Shape::Struct | Shape::Map, Value::Map) | (Shape::List, Value::List) => return Ok(()),
            (Shape::Struct | Shape::Map, _) => format!("expected map, got {}", plain()),
            (Shape::List, _) => format!("expected list, got {}", plain()),
            (Shape::Scalar, _) => match (position.required_scalar(), value) {
                (Some("numeric"), Value::Integer(_) | Value::Float(_))
                | (Some("string"), Value::String(_))
                | (Some("boolean"), Value::Bool(_)) => return Ok(()),
                (None, value) if value.kind().is_scalar() => return Ok(()),
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
            (Shape::Opaque | Shape::Unknown, _) => return Ok(()),
        };
        Err(self.error(id, &what))
    }
}
