//! The paths of a config: what an apply claims. And why a config cannot be taken.

use super::field_set::{FieldSet, PathElement, path_text};
use super::structure::{FieldHandling, TypedPosition};
use crate::document::write::json_value;
use crate::document::{Tree, Value, ValueKind};
use crate::schema::Shape;

/// Why an object cannot be read by its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UntypedField<I> {
    /// Where, and what, in the library's words.
    pub(crate) message: String,
    /// The node to blame.
    pub(crate) at: I,
}

/// All paths of the object `top`.
///
/// # Errors
/// Unknown fields, wrong types, repeated keys: the first one.
pub(crate) fn claim<T: Tree>(
    tree: &T,
    top: T::Id,
    spot: TypedPosition<'_>,
) -> Result<FieldSet, UntypedField<T::Id>> {
    let mut set = FieldSet::default();
    let mut walk = AppliedWalk {
        tree,
        way: Vec::new(),
        strict: true,
    };
    walk.value(top, spot, &mut set)?;
    Ok(set)
}

/// All paths of a value that is there as a whole; repeated items are one path.
pub(crate) fn content<T: Tree>(tree: &T, top: T::Id, spot: TypedPosition<'_>) -> FieldSet {
    let mut set = FieldSet::default();
    let mut walk = AppliedWalk {
        tree,
        way: Vec::new(),
        strict: false,
    };
    // Not being strict, it has nothing to refuse.
    let _ = walk.value(top, spot, &mut set);
    set
}

struct AppliedWalk<'t, T: Tree> {
    tree: &'t T,
    way: Vec<PathElement>,
    strict: bool,
}

impl<T: Tree> AppliedWalk<'_, T> {
    fn wrong(&self, at: T::Id, what: &str) -> UntypedField<T::Id> {
        UntypedField {
            message: format!("{}: {what}", path_text(&self.way)),
            at,
        }
    }

    fn value(
        &mut self,
        id: T::Id,
        spot: TypedPosition<'_>,
        set: &mut FieldSet,
    ) -> Result<(), UntypedField<T::Id>> {
        let kind = self.tree.kind(id);
        if self.strict {
            self.check(id, spot)?;
        }
        match spot.handling(kind) {
            // A null where parts belong is no path by itself: its field makes it one.
            FieldHandling::Whole if kind == ValueKind::Null && spot.has_parts() => {}
            FieldHandling::Whole => set.member = true,
            FieldHandling::Struct | FieldHandling::Free => self.members(id, spot, set)?,
            FieldHandling::Keyed | FieldHandling::Set => self.items(id, spot, set)?,
        }
        Ok(())
    }

    fn members(
        &mut self,
        id: T::Id,
        spot: TypedPosition<'_>,
        set: &mut FieldSet,
    ) -> Result<(), UntypedField<T::Id>> {
        let is_free = spot.handling(ValueKind::Map) == FieldHandling::Free;
        for member in self.tree.children(id) {
            let name = self.tree.key(member).unwrap_or_default();
            let element = PathElement::Field(name.into());
            self.way.push(element.clone());
            let Some(below) = spot.field(name) else {
                if self.strict {
                    return Err(self.wrong(member, "field not declared in schema"));
                }
                self.way.pop();
                continue;
            };
            let under = set.enter(element);
            self.value(member, below, under)?;
            let is_empty_map =
                self.tree.kind(member) == ValueKind::Map && self.tree.children(member).next().is_none();
            under.member |= is_free || is_empty_map || self.tree.kind(member) == ValueKind::Null;
            self.way.pop();
        }
        Ok(())
    }

    fn items(
        &mut self,
        id: T::Id,
        spot: TypedPosition<'_>,
        set: &mut FieldSet,
    ) -> Result<(), UntypedField<T::Id>> {
        let below = spot.item();
        for item in self.tree.children(id) {
            let element = match spot.element(self.tree, item) {
                Ok(element) => element,
                Err(why) if self.strict => return Err(self.wrong(item, &why)),
                Err(_) => continue,
            };
            if self.strict && set.below(&element).is_some_and(|seen| seen.member) {
                let what = format!("duplicate entries for key {element}");
                return Err(self.wrong(item, &what));
            }
            self.way.push(element.clone());
            let under = set.enter(element);
            if spot.handling(ValueKind::List) == FieldHandling::Keyed {
                self.value(item, below, under)?;
            }
            under.member = true;
            self.way.pop();
        }
        Ok(())
    }

    /// Whether the value is of the kind that its type wants, in the library's words.
    fn check(&self, id: T::Id, spot: TypedPosition<'_>) -> Result<(), UntypedField<T::Id>> {
        let value = self.tree.value(id);
        let shown = || match value {
            Value::Map => "map[string]interface {}".to_owned(),
            Value::List => "[]interface {}".to_owned(),
            Value::String(_) => "string".to_owned(),
            Value::Bool(_) => "bool".to_owned(),
            Value::Integer(_) => "int64".to_owned(),
            Value::Float(_) => "float64".to_owned(),
            Value::Null => "<nil>".to_owned(),
        };
        let held = || format!("&value.valueUnstructured{{Value:{}}}", json_value(self.tree, id));
        if value == Value::Null {
            return Ok(());
        }
        let what = match (spot.shape(), value) {
            (Shape::Struct | Shape::Map, Value::Map) | (Shape::List, Value::List) => return Ok(()),
            (Shape::Struct | Shape::Map, _) => format!("expected map, got {}", held()),
            (Shape::List, _) => format!("expected list, got {}", held()),
            (Shape::Scalar, _) => match (spot.scalar(), value) {
                (Some("numeric"), Value::Integer(_) | Value::Float(_))
                | (Some("string"), Value::String(_))
                | (Some("boolean"), Value::Bool(_)) => return Ok(()),
                (None, value) if value.kind().is_scalar() => return Ok(()),
                (Some("numeric"), _) => format!("expected numeric (int or float), got {}", shown()),
                (Some(wanted), _) => format!("expected {wanted}, got {}", held()),
                (None, _) => format!("expected any scalar, got {}", held()),
            },
            (Shape::Opaque | Shape::Unknown, _) => return Ok(()),
        };
        Err(self.wrong(id, &what))
    }
}
