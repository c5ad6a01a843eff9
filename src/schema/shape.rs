//! Describes a position: its shape, the name of its type, its kind in Go.

use serde_json::{Map, Value};

use super::Schema;
use super::facts::{
    BaseType, DefaultValue, FieldMarks, ScalarType, TypeBody, TypeExpr, TypeWrapper, UnknownFields, last_part,
};
use super::field::{BODY, Shape, TypePosition};
use super::table::TableType;

/// Maximum number of aliases that are followed; longer chains are a cycle.
const MAX_ALIASES: usize = 32;

/// What a position is after its aliases are followed.
#[derive(Clone, Copy)]
pub(crate) enum TypeView<'s> {
    /// A type with fields, its table and its number.
    Struct(&'s TableType, u8, u16),
    /// A named type without fields: its name, and the scalar that it is.
    Leaf(&'s str, Option<ScalarType>),
    /// A list or map, and the position of its items or values.
    Wrapped(TypeWrapper, TypePosition),
    /// An unnamed scalar.
    Scalar(ScalarType),
    /// Unknown.
    Unknown,
}

impl TypeView<'_> {
    /// Returns the shape of the values.
    pub(crate) fn shape(self) -> Shape {
        match self {
            Self::Struct(..) => Shape::Struct,
            Self::Wrapped(TypeWrapper::List, _) => Shape::List,
            Self::Wrapped(TypeWrapper::Map, _) => Shape::Map,
            Self::Leaf(_, Some(_)) | Self::Scalar(_) => Shape::Scalar,
            Self::Leaf(_, None) => Shape::Opaque,
            Self::Unknown => Shape::Unknown,
        }
    }

    /// Returns what [`Schema::holds_bytes`] returns for the position of this view.
    pub(crate) fn holds_bytes(self, position: TypePosition) -> bool {
        matches!(self, Self::Scalar(ScalarType::Bytes)) && !position.is_dereferenced
    }

    /// Returns what [`Schema::scalar_kind`] returns.
    pub(crate) fn scalar_kind(self) -> Option<&'static str> {
        match self {
            Self::Scalar(scalar) => {
                let kind = scalar.go_kind();
                (!matches!(kind, "slice" | "struct")).then_some(kind)
            }
            _ => None,
        }
    }
}

impl Schema {
    /// Returns the item type of a list, the target of a pointer, or else the position itself.
    pub fn item(&self, position: TypePosition) -> TypePosition {
        match self.view(position) {
            TypeView::Wrapped(TypeWrapper::List, item) => item,
            _ => TypePosition {
                is_dereferenced: true,
                ..position
            },
        }
    }

    /// Returns the shape of the values.
    pub fn shape(&self, position: TypePosition) -> Shape {
        self.view(position).shape()
    }

    /// Returns the Go name of the type (`PodSpec`); for lists and maps, that of their items or values. Empty
    /// if unknown.
    pub fn type_name(&self, position: TypePosition) -> &str {
        let inner = self.enter(position, |_| true);
        match self.view(inner) {
            TypeView::Struct(_, table, number) => self
                .table(table)
                .map_or("", |table| last_part(table.name(number))),
            TypeView::Leaf(name, _) => last_part(name),
            TypeView::Scalar(scalar) => scalar.go_kind(),
            TypeView::Wrapped(..) | TypeView::Unknown => "",
        }
    }

    /// Enters the lists and maps at a position while the predicate is true. Types of several documents can be
    /// recursive, hence the limit.
    pub(crate) fn enter(
        &self,
        mut position: TypePosition,
        is_entered: impl Fn(TypeWrapper) -> bool,
    ) -> TypePosition {
        for _ in 0..MAX_ALIASES {
            match self.view(position) {
                TypeView::Wrapped(wrapper, inner) if is_entered(wrapper) => position = inner,
                _ => break,
            }
        }
        position
    }

    /// Returns the marks of the type at a position and of its aliases, the nearest first.
    pub(crate) fn type_marks(&self, position: TypePosition) -> impl Iterator<Item = &FieldMarks> {
        self.all_marks(position)
            .filter_map(|(marks, depth, is_type)| (is_type && depth == 0).then_some(marks))
    }

    /// Returns the limits of the values at a position, each as a JSON object.
    pub fn limits(&self, position: TypePosition) -> impl Iterator<Item = &str> {
        self.all_marks(position).flat_map(|(marks, depth, _)| {
            let limits = marks.limits.iter().filter(move |limits| limits.depth == depth);
            limits.map(|limits| &*limits.json)
        })
    }

    /// Returns whether the values are maps of which the schema names no field and no type of the values.
    pub fn is_map_of_any(&self, position: TypePosition) -> bool {
        let limits = |text| serde_json::from_str::<Map<String, Value>>(text).ok();
        self.limits(position)
            .filter_map(limits)
            .any(|limits| limits.contains_key("type"))
    }

    /// Returns the marks of the field or type at a position and of its aliases, the nearest first; the depth of the
    /// position in it, and whether it is a type.
    fn all_marks(&self, position: TypePosition) -> impl Iterator<Item = (&FieldMarks, u8, bool)> {
        let mut next = Some(position);
        (0..MAX_ALIASES).map_while(move |_| {
            let position = next.take()?;
            let owner = self.type_of(position)?;
            let (expr, slot) = match (&owner.facts.body, position.field) {
                (TypeBody::Struct(_), BODY) => (None, 0),
                (TypeBody::Is(expr), BODY) => (Some(expr), 0),
                (_, at) => (Some(&owner.fields().get(usize::from(at))?.ty), usize::from(at)),
            };
            if let Some(TypeExpr {
                wrappers,
                base: BaseType::Named(name),
            }) = expr
                && usize::from(position.depth) >= wrappers.len()
            {
                let named = self.named(position.table, owner.target(slot), name);
                next = named.map(|(table, number)| TypePosition::of_type(table, number, position.node));
            }
            let is_type = position.field == BODY;
            let marks = match is_type {
                true => &owner.facts.marks,
                false => &owner.fields().get(usize::from(position.field))?.marks,
            };
            Some((marks, position.depth, is_type))
        })
    }

    /// Returns whether server-side apply accepts fields that the struct at a position does not have.
    pub(crate) fn accepts_unknown(&self, position: TypePosition) -> bool {
        match self.view(position) {
            TypeView::Struct(found, ..) => found.facts.unknown != UnknownFields::Rejected,
            _ => true,
        }
    }

    /// Returns the full name of the struct at a position, `core.v1.PodSpec`, and whether it is a type of
    /// Kubernetes.
    pub fn struct_name(&self, position: TypePosition) -> Option<(&str, bool)> {
        match self.view(position) {
            TypeView::Struct(_, table, number) => {
                let name = self.table(table)?.name(number);
                Some((name, table == 0 || self.is_built_in(name)))
            }
            _ => None,
        }
    }

    /// Returns the name of the field at a position, or `None` if it is a type or an item.
    pub(crate) fn field_name(&self, position: TypePosition) -> Option<&str> {
        let field = self
            .type_of(position)?
            .fields()
            .get(usize::from(position.field))?;
        (position.depth == 0).then_some(&*field.name)
    }

    /// Returns whether the kind at a position has a `status` that is written through a subresource.
    pub fn has_status_subresource(&self, position: TypePosition) -> bool {
        let TypeView::Struct(found, ..) = self.view(position) else {
            return false;
        };
        let is_built_in = self
            .struct_name(position)
            .is_some_and(|(_, is_built_in)| is_built_in);
        let status = found.find_field("status").and_then(|at| found.fields().get(at));
        status.is_some_and(|field| is_built_in || field.marks.subresource)
    }

    /// Returns whether the struct at a position lists the field `name` as required.
    pub fn is_required(&self, position: TypePosition, name: &str) -> bool {
        let TypeView::Struct(found, ..) = self.view(position) else {
            return false;
        };
        let field = found.find_field(name).and_then(|at| found.fields().get(at));
        field.is_some_and(|field| field.marks.required)
    }

    /// Returns whether the field or value `name` of the map at a position can be null in a custom resource.
    pub fn is_nullable(&self, position: TypePosition, name: &str) -> bool {
        if let TypeView::Struct(found, ..) = self.view(position) {
            let field = found.find_field(name).and_then(|at| found.fields().get(at));
            return field.is_some_and(|field| field.marks.nullable);
        }
        let value = self.peek(position, name);
        value.is_some_and(|value| self.type_marks(value.type_position).any(|marks| marks.nullable))
    }

    /// Returns the required fields of the struct at a position.
    pub fn required_fields(&self, position: TypePosition) -> impl Iterator<Item = &str> {
        let fields = match self.view(position) {
            TypeView::Struct(found, ..) => found.fields(),
            _ => &[],
        };
        let required = fields.iter().filter(|field| field.marks.required);
        required.map(|field| &*field.name)
    }

    /// Returns the default value of the field `name` of the struct at a position, as JSON.
    pub fn default_value(&self, position: TypePosition, name: &str) -> Option<&str> {
        let TypeView::Struct(found, ..) = self.view(position) else {
            return None;
        };
        let field = found.fields().get(found.find_field(name)?)?;
        field.marks.default.as_ref().map(|DefaultValue(text)| &**text)
    }

    /// Returns the kind of the Go type at a position: `struct`, `map`, `slice`, `ptr`, `string`, `int32` ...
    pub fn go_kind(&self, position: TypePosition) -> &'static str {
        if self.is_pointer(position) {
            "ptr"
        } else {
            self.value_kind(position)
        }
    }

    /// Returns the names of the fields of the struct at a position, sorted; empty if it is not a struct.
    pub fn field_names(&self, position: TypePosition) -> impl Iterator<Item = &str> {
        let fields = match self.view(position) {
            TypeView::Struct(found, ..) => found.fields(),
            _ => &[],
        };
        fields.iter().map(|field| &*field.name)
    }

    /// Returns the kind of the Go type of a scalar (`string`, `bool`, `int32`, `int64`, `float64`), or `None`
    /// for other types and for scalars that accept several types.
    pub fn scalar_kind(&self, position: TypePosition) -> Option<&'static str> {
        self.view(position).scalar_kind()
    }

    /// Returns whether the values are integers or strings.
    pub(crate) fn is_int_or_string(&self, position: TypePosition) -> bool {
        matches!(self.view(position), TypeView::Scalar(ScalarType::IntOrString))
    }

    /// Returns the scalar type at a position, also of a named type such as `Time`. `None` for other types and
    /// for `Quantity`, which can be a string or a number.
    pub fn scalar_type(&self, position: TypePosition) -> Option<ScalarType> {
        match self.view(position) {
            TypeView::Leaf("resource.Quantity", _) => None,
            TypeView::Leaf(_, scalar) => scalar,
            TypeView::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// Returns whether the value is bytes, which are base64 strings in manifests.
    pub fn holds_bytes(&self, position: TypePosition) -> bool {
        self.view(position).holds_bytes(position)
    }

    pub(crate) fn value_kind(&self, position: TypePosition) -> &'static str {
        match self.view(position) {
            TypeView::Struct(..) | TypeView::Leaf(..) | TypeView::Unknown => "struct",
            TypeView::Wrapped(TypeWrapper::List, _) => "slice",
            TypeView::Wrapped(TypeWrapper::Map, _) => "map",
            TypeView::Scalar(ScalarType::Bytes) if position.is_dereferenced => "uint8",
            TypeView::Scalar(scalar) => scalar.go_kind(),
        }
    }

    /// Returns whether the value is a pointer in Go.
    pub(crate) fn is_pointer(&self, position: TypePosition) -> bool {
        !position.is_dereferenced
            && position.depth == 0
            && position.field != BODY
            && self
                .type_of(position)
                .is_some_and(|owner| owner.is_pointer(usize::from(position.field)))
    }

    /// Follows aliases from a position.
    pub(crate) fn view(&self, mut position: TypePosition) -> TypeView<'_> {
        let mut reached_by_name = false;
        for _ in 0..MAX_ALIASES {
            let Some(owner) = self.type_of(position) else {
                return self.unknown_view(position);
            };
            let (expr, slot): (&TypeExpr, usize) = match (&owner.facts.body, position.field) {
                (TypeBody::Struct(_), BODY) => {
                    return TypeView::Struct(owner, position.table, position.owner);
                }
                (TypeBody::Is(expr), BODY) => {
                    reached_by_name = true;
                    (expr, 0)
                }
                (_, at) => match owner.fields().get(usize::from(at)) {
                    Some(field) => (&field.ty, usize::from(at)),
                    None => return TypeView::Unknown,
                },
            };
            if let Some(wrapper) = expr.wrappers.get(usize::from(position.depth)) {
                return TypeView::Wrapped(
                    *wrapper,
                    TypePosition {
                        depth: position.depth + 1,
                        ..position
                    },
                );
            }
            match &expr.base {
                BaseType::Named(name) => match self.named(position.table, owner.target(slot), name) {
                    Some((table, number)) => {
                        position = TypePosition {
                            node: position.node,
                            ..TypePosition::of_type(table, number, 0)
                        }
                    }
                    None => return TypeView::Unknown,
                },
                base if reached_by_name && position.depth == 0 => {
                    let name = self
                        .table(position.table)
                        .map_or("", |table| table.name(position.owner));
                    if matches!(base, BaseType::Any) && !self.is_built_in(name) {
                        return TypeView::Unknown;
                    }
                    let scalar = match base {
                        BaseType::Scalar(scalar) => Some(*scalar),
                        _ => None,
                    };
                    return TypeView::Leaf(name, scalar);
                }
                BaseType::Scalar(scalar) => return TypeView::Scalar(*scalar),
                BaseType::Any => return TypeView::Unknown,
            }
        }
        TypeView::Unknown
    }

    /// Returns the view of a position that only has declared keys: a list if it has keys, until it is
    /// entered.
    fn unknown_view(&self, position: TypePosition) -> TypeView<'_> {
        if position.depth == 0 && !self.declared.keys(position.node).is_empty() {
            return TypeView::Wrapped(TypeWrapper::List, TypePosition { depth: 1, ..position });
        }
        TypeView::Unknown
    }
}
