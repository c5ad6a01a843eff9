//! What server-side apply makes of a value by its type: what is one piece, what has parts, and how the parts are called.

use super::field_set::PathElement;
use crate::document::write::json_value;
use crate::document::{Tree, ValueKind};
use crate::schema::{Field, ListType, MapType, Schema, Shape, TypePosition};

/// A place in a type, with the marks of the field that leads there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypedPosition<'s> {
    pub(crate) schema: &'s Schema,
    /// Nothing where no type is known.
    place: Option<TypePosition>,
    list_type: Option<ListType>,
    keys: &'s [Box<str>],
    map_type: Option<MapType>,
    /// The name of the field, for the defaults of keys.
    name: &'s str,
}

/// How a value is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldHandling {
    /// In one piece: a scalar, an atomic list or map.
    Whole,
    /// A map of named fields.
    Struct,
    /// A map of any keys.
    Free,
    /// A list of items known by their keys.
    Keyed,
    /// A list of values that is a set.
    Set,
}

impl<'s> TypedPosition<'s> {
    /// The top of an object.
    pub(crate) fn top(schema: &'s Schema, place: Option<TypePosition>) -> Self {
        Self {
            schema,
            place,
            list_type: None,
            keys: &[],
            map_type: None,
            name: "",
        }
    }

    /// How a value of this kind is taken here.
    pub(crate) fn handling(&self, kind: ValueKind) -> FieldHandling {
        let shape = self.shape();
        match kind {
            ValueKind::Map if self.map_type == Some(MapType::Atomic) => FieldHandling::Whole,
            ValueKind::Map => match shape {
                Shape::Struct => FieldHandling::Struct,
                Shape::Map | Shape::Unknown => FieldHandling::Free,
                Shape::List | Shape::Scalar | Shape::Opaque => FieldHandling::Whole,
            },
            ValueKind::List => match self.list_type {
                Some(ListType::Map) => FieldHandling::Keyed,
                Some(ListType::Set) => FieldHandling::Set,
                Some(ListType::Atomic) | None => FieldHandling::Whole,
            },
            _ => FieldHandling::Whole,
        }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.place
            .map_or(Shape::Unknown, |place| self.schema.shape(place))
    }

    /// Whether the type puts a map or a list here, rather than one piece.
    pub(crate) fn has_parts(&self) -> bool {
        match self.shape() {
            Shape::Struct | Shape::Map => self.map_type != Some(MapType::Atomic),
            Shape::List => matches!(self.list_type, Some(ListType::Map | ListType::Set)),
            Shape::Scalar | Shape::Opaque | Shape::Unknown => false,
        }
    }

    /// What a scalar must be, in the library's word; nothing where any will do.
    pub(crate) fn scalar(&self) -> Option<&'static str> {
        let place = self.place.filter(|_| self.shape() == Shape::Scalar)?;
        match self.schema.type_name(place) {
            "string" => Some("string"),
            "bool" => Some("boolean"),
            "int32" | "int64" | "float64" => Some("numeric"),
            _ => None,
        }
    }

    /// The field `name` of a map; nothing for one that a struct does not have.
    pub(crate) fn field(&self, name: &str) -> Option<Self> {
        match self.place {
            None => Some(Self::top(self.schema, None)),
            Some(place) => self.schema.peek(place, name).map(|field| self.of(&field)),
        }
    }

    fn of(&self, field: &Field<'s>) -> Self {
        Self {
            schema: self.schema,
            place: Some(field.place),
            list_type: field.list_type,
            keys: field.list_map_keys,
            map_type: field.map_type,
            name: field.name,
        }
    }

    /// An item of a list.
    pub(crate) fn item(&self) -> Self {
        let place = self.place.map(|place| self.schema.item(place));
        Self {
            place,
            name: self.name,
            ..Self::top(self.schema, None)
        }
    }

    /// What an item of a keyed list or a set is called, defaults of keys included.
    ///
    /// # Errors
    /// An item that has none of the keys, or is no map.
    pub(crate) fn element<T: Tree>(&self, tree: &T, item: T::Id) -> Result<PathElement, String> {
        if self.handling(ValueKind::List) == FieldHandling::Set {
            return Ok(PathElement::Value(json_value(tree, item).into()));
        }
        if tree.kind(item) != ValueKind::Map {
            return Err("associative list with keys may not have non-map elements".to_owned());
        }
        let mut keys: Vec<(Box<str>, Box<str>)> = Vec::with_capacity(self.keys.len());
        for name in self.keys {
            let given = tree
                .children(item)
                .find(|child| tree.key(*child) == Some(name))
                .filter(|child| tree.kind(*child) != ValueKind::Null);
            let value = match given {
                Some(value) => Some(json_value(tree, value)),
                None => self.default_of(name),
            };
            keys.extend(value.map(|value| (name.clone(), value.into_boxed_str())));
        }
        if keys.is_empty() {
            return Err("associative list with keys has an element that omits all key fields".to_owned());
        }
        keys.sort_unstable();
        Ok(PathElement::Keys(keys))
    }

    /// The value that stands for a key that an item lacks. No OpenAPI document of Kubernetes carries these defaults.
    fn default_of(&self, key: &str) -> Option<String> {
        if key == "protocol" && self.name == "ports" {
            return Some("\"TCP\"".to_owned());
        }
        // The one key of a built-in list that may be left out.
        if key == "shareID" {
            return None;
        }
        let place = self.item().place?;
        let field = self.schema.peek(place, key)?;
        match self.schema.type_name(field.place) {
            "string" => Some("\"\"".to_owned()),
            "bool" => Some("false".to_owned()),
            "int32" | "int64" | "float64" => Some("0".to_owned()),
            _ => None,
        }
    }
}
