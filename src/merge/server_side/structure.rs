//! What server-side apply makes of a value by its type: what is one piece, what has parts, and how the parts are called.

use super::field_set::PathElement;
use crate::document::write::json_value;
use crate::document::{Document, Tree, ValueKind};
use crate::schema::{
    Field, FieldDeclaration, ListType, MapType, Schema, Shape, TypePosition, go_quote, last_part,
};

/// A place in a type, with the marks of the field that leads there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypedPosition<'s> {
    pub(crate) schema: &'s Schema,
    /// Nothing where no type is known.
    place: Option<TypePosition>,
    list_type: Option<ListType>,
    keys: &'s [Box<str>],
    map_type: Option<MapType>,
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

/// The type of a manifest as the API server knows it, by its apiVersion and kind.
pub(crate) fn server_place(document: &Document, schema: &Schema) -> Option<TypePosition> {
    let (api_version, kind) = document.identity();
    schema.server_top(api_version, kind)
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

    /// The type; none where it is not known.
    pub(crate) fn place(&self) -> Option<TypePosition> {
        self.place
    }

    /// Whether the type is one of Kubernetes' own.
    pub(crate) fn is_built_in(&self) -> bool {
        self.place
            .and_then(|place| self.schema.struct_name(place))
            .is_some_and(|(_, is_built_in)| is_built_in)
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
        let Some(place) = self.place else {
            return Some(Self::top(self.schema, None));
        };
        if self.schema.declaration(place, name) == FieldDeclaration::Unknown {
            return None;
        }
        let field = self.schema.peek(place, name);
        Some(field.map_or_else(|| Self::top(self.schema, None), |field| self.of(&field)))
    }

    /// Whether a struct names the field: then the field is no path by itself if its value has parts.
    pub(crate) fn is_named_field(&self, name: &str) -> bool {
        self.place
            .is_some_and(|place| self.schema.declaration(place, name) == FieldDeclaration::Named)
    }

    /// The value of a field.
    pub(crate) fn of(&self, field: &Field<'s>) -> Self {
        Self {
            schema: self.schema,
            place: Some(field.place),
            list_type: field.list_type,
            keys: field.list_map_keys,
            map_type: field.map_type,
        }
    }

    /// An item of a list.
    pub(crate) fn item(&self) -> Self {
        match self.place {
            Some(place) => self.of(&self.schema.item_field(place)),
            None => Self::top(self.schema, None),
        }
    }

    /// What an item of a keyed list or a set is called, defaults of keys included.
    ///
    /// # Errors
    /// An item that has none of the keys, or is not what the list holds.
    pub(crate) fn element<T: Tree>(&self, tree: &T, item: T::Id) -> Result<PathElement, String> {
        let kind = tree.kind(item);
        if self.handling(ValueKind::List) == FieldHandling::Set {
            return match kind {
                ValueKind::Map => {
                    Err("associative list without keys has an element that's a map type".to_owned())
                }
                ValueKind::List => Err("not supported: associative list with lists as elements".to_owned()),
                ValueKind::Null => {
                    Err("associative list without keys has an element that's an explicit null".to_owned())
                }
                _ => Ok(PathElement::Value(json_value(tree, item).into())),
            };
        }
        match kind {
            ValueKind::Map => {}
            ValueKind::Null => {
                return Err("associative list with keys may not have a null element".to_owned());
            }
            _ => return Err("associative list with keys may not have non-map elements".to_owned()),
        }
        let mut keys: Vec<(Box<str>, Box<str>)> = Vec::with_capacity(self.keys.len());
        for name in self.keys {
            let given = tree.children(item).find(|child| tree.key(*child) == Some(name));
            let value = match given {
                Some(value) => Some(json_value(tree, value)),
                None => self.key_default(name),
            };
            keys.extend(value.map(|value| (name.clone(), value.into_boxed_str())));
        }
        if keys.is_empty() {
            let names: Vec<String> = self.keys.iter().map(|key| go_quote(key)).collect();
            return Err(format!(
                "associative list with keys has an element that omits all key fields [{}] (and doesn't have default values for any key fields)",
                names.join(" ")
            ));
        }
        keys.sort_unstable();
        Ok(PathElement::Keys(keys))
    }

    /// The value that identifies an item whose key is missing: the default of the schema. The documents of OpenAPI v2
    /// have no defaults, so those of Kubernetes' own types are given here: the zero value of a required key, and what
    /// the source of two optional ones says (`+default`).
    fn key_default(&self, key: &str) -> Option<String> {
        let item = self.schema.item(self.place?);
        if let Some(value) = self.schema.default_value(item, key) {
            return Some(value.to_owned());
        }
        let (name, is_built_in) = self.schema.struct_name(item)?;
        if !is_built_in {
            return None;
        }
        match (last_part(name), key) {
            (_, "protocol") => return Some("\"TCP\"".to_owned()),
            ("LocalObjectReference", "name") => {}
            _ if self.schema.is_required(item, key) => {}
            _ => return None,
        }
        let field = self.schema.peek(item, key)?;
        match self.schema.type_name(field.place) {
            "string" => Some("\"\"".to_owned()),
            "bool" => Some("false".to_owned()),
            "int32" | "int64" | "float64" => Some("0".to_owned()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
