//! The structure of types in server-side apply: which values are atomic, which have parts, and the path
//! elements of the parts.

use super::field_set::PathElement;
use super::reason::WrongItem;
use crate::document::write::json_value;
use crate::document::{Document, Tree, ValueKind};
use crate::merge::expected::Expected;
use crate::schema::{
    Field, FieldDeclaration, ListType, MapType, ScalarType, Schema, Shape, TypePosition, last_part,
};

/// A position in a type, with the list and map type of its field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandledPosition<'s> {
    pub(crate) schema: &'s Schema,
    /// `None` if the type is not known.
    type_position: Option<TypePosition>,
    list_type: Option<ListType>,
    keys: &'s [Box<str>],
    map_type: Option<MapType>,
}

/// How server-side apply handles a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldHandling {
    /// As a whole: a scalar, an atomic list or an atomic map.
    Whole,
    /// As a map of declared fields.
    Struct,
    /// As a map with any keys.
    Free,
    /// As a list of items that are identified by keys.
    Keyed,
    /// As a set of values.
    Set,
}

/// Returns the type of a manifest that the API server uses, by its apiVersion and kind.
pub(crate) fn server_type(document: &Document, schema: &Schema) -> Option<TypePosition> {
    let (api_version, kind) = document.identity();
    schema.server_top(api_version, kind)
}

impl<'s> HandledPosition<'s> {
    /// Returns the position of an object.
    pub(crate) fn top(schema: &'s Schema, type_position: Option<TypePosition>) -> Self {
        Self {
            schema,
            type_position,
            list_type: None,
            keys: &[],
            map_type: None,
        }
    }

    /// Returns how a value of this kind is handled at this position.
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

    /// Returns the type, or `None` if it is not known.
    pub(crate) fn type_position(&self) -> Option<TypePosition> {
        self.type_position
    }

    /// Returns whether the type is built into Kubernetes.
    pub(crate) fn is_built_in(&self) -> bool {
        self.type_position
            .and_then(|type_position| self.schema.struct_name(type_position))
            .is_some_and(|(_, is_built_in)| is_built_in)
    }

    pub(crate) fn shape(&self) -> Shape {
        self.type_position
            .map_or(Shape::Unknown, |type_position| self.schema.shape(type_position))
    }

    /// Returns whether the type is a map or list that is not atomic.
    pub(crate) fn has_parts(&self) -> bool {
        match self.shape() {
            Shape::Struct | Shape::Map => self.map_type != Some(MapType::Atomic),
            Shape::List => matches!(self.list_type, Some(ListType::Map | ListType::Set)),
            Shape::Scalar | Shape::Opaque | Shape::Unknown => false,
        }
    }

    /// Returns the required type of a scalar.
    pub(crate) fn required_scalar(&self) -> Expected {
        let scalar = self.type_position.and_then(|at| self.schema.scalar_type(at));
        match scalar {
            Some(ScalarType::String | ScalarType::Bytes) => Expected::String,
            Some(ScalarType::Bool) => Expected::Boolean,
            Some(ScalarType::Int32 | ScalarType::Int64 | ScalarType::Float64) => Expected::Number,
            Some(ScalarType::IntOrString) | None => Expected::Scalar,
        }
    }

    /// Returns the field `name` of a map, or `None` if server-side apply rejects it.
    pub(crate) fn field(&self, name: &str) -> Option<Self> {
        let Some(type_position) = self.type_position else {
            return Some(Self::top(self.schema, None));
        };
        if self.is_unknown(name) {
            return self
                .schema
                .accepts_unknown(type_position)
                .then(|| Self::top(self.schema, None));
        }
        let field = self.schema.peek(type_position, name);
        Some(field.map_or_else(|| Self::top(self.schema, None), |field| self.for_field(&field)))
    }

    /// Returns whether the type does not have the field, so that the API server does not store it.
    pub(crate) fn is_unknown(&self, name: &str) -> bool {
        self.type_position.is_some_and(|type_position| {
            self.schema.declaration(type_position, name) == FieldDeclaration::Unknown
        })
    }

    /// Returns whether the struct declares the field. Such a field is not a path itself if its value has
    /// parts.
    pub(crate) fn is_named_field(&self, name: &str) -> bool {
        self.type_position.is_some_and(|type_position| {
            self.schema.declaration(type_position, name) == FieldDeclaration::Named
        })
    }

    /// Returns the position of a field's value.
    pub(crate) fn for_field(&self, field: &Field<'s>) -> Self {
        Self {
            schema: self.schema,
            type_position: Some(field.type_position),
            list_type: field.list_type,
            keys: field.list_map_keys,
            map_type: field.map_type,
        }
    }

    /// Returns the position of the items of a list.
    pub(crate) fn item(&self) -> Self {
        match self.type_position {
            Some(type_position) => self.for_field(&self.schema.item_field(type_position)),
            None => Self::top(self.schema, None),
        }
    }

    /// Returns the path element of an item of a keyed list or a set, including defaults of keys.
    ///
    /// # Errors
    /// An item that has none of the keys, or is not of the type of the list.
    pub(crate) fn path_element<T: Tree>(&self, tree: &T, item: T::Id) -> Result<PathElement, WrongItem> {
        let kind = tree.kind(item);
        if self.handling(ValueKind::List) == FieldHandling::Set {
            return match kind {
                ValueKind::Map => Err(WrongItem::MapInSet),
                ValueKind::List => Err(WrongItem::ListInSet),
                ValueKind::Null => Err(WrongItem::NullInSet),
                _ => Ok(PathElement::Value(json_value(tree, item).into())),
            };
        }
        match kind {
            ValueKind::Map => {}
            ValueKind::Null => return Err(WrongItem::Null),
            _ => return Err(WrongItem::NotMap),
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
            return Err(WrongItem::NoKey(self.keys.into()));
        }
        keys.sort_unstable();
        Ok(PathElement::Keys(keys.into()))
    }

    /// Returns the value that identifies an item whose key is missing: the default in the schema. The
    /// documents of OpenAPI v2 have no defaults, so those of built-in types are hard-coded: the zero value of
    /// a required key, and the `+default` markers of two optional ones.
    fn key_default(&self, key: &str) -> Option<String> {
        let item = self.schema.item(self.type_position?);
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
        self.for_field(&field).zero_value().map(str::to_owned)
    }

    /// Returns the zero value of the Go type of a scalar or struct, as JSON.
    pub(crate) fn zero_value(&self) -> Option<&'static str> {
        let type_position = self.type_position?;
        if self.is_scalar_struct() {
            let is_port = self.schema.type_name(type_position) == "IntOrString";
            return Some(if is_port { "0" } else { "\"0\"" });
        }
        if self.shape() == Shape::Struct {
            return Some("{}");
        }
        match self.schema.scalar_kind(type_position) {
            Some("string") => Some("\"\""),
            Some("bool") => Some("false"),
            Some(_) => Some("0"),
            None => self.schema.holds_bytes(type_position).then_some("\"\""),
        }
    }

    /// Returns whether the value is a scalar in documents and a struct in Go: a quantity, or a number or name
    /// of a port.
    pub(crate) fn is_scalar_struct(&self) -> bool {
        self.type_position.is_some_and(|type_position| {
            self.shape() == Shape::Scalar
                && matches!(self.schema.type_name(type_position), "Quantity" | "IntOrString")
        })
    }
}

#[cfg(test)]
mod tests;
