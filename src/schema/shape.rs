//! What a place is: its shape, its type's name, the kind that the Kubernetes program has for it.

use super::Schema;
use super::facts::{BaseType, TypeBody, TypeExpr, TypeWrapper, last_part};
use super::field::{BODY, Shape, TypePosition};
use super::table::TableType;

/// Names that lead to names; more would be a circle.
const MAX_ALIASES: usize = 32;

/// What a place leads to once names are followed.
pub(crate) enum TypeView<'s> {
    /// A type with fields, and where it stands.
    Struct(&'s TableType, u8, u16),
    /// A named type that has no fields: its name, and whether it is a scalar.
    Leaf(&'s str, bool),
    /// A list or map; entering it leads to the place.
    Wrapped(TypeWrapper, TypePosition),
    /// A scalar without a name, by the kind of its Go type.
    Scalar(&'static str),
    /// Nothing is known.
    Unknown,
}

impl Schema {
    /// The element type of a list; of a pointer, what it points to; of anything else the place itself.
    pub fn item(&self, place: TypePosition) -> TypePosition {
        match self.view(place) {
            TypeView::Wrapped(TypeWrapper::List, item) => item,
            _ => TypePosition {
                behind: true,
                ..place
            },
        }
    }

    /// What values the place takes.
    pub fn shape(&self, place: TypePosition) -> Shape {
        match self.view(place) {
            TypeView::Struct(..) => Shape::Struct,
            TypeView::Wrapped(TypeWrapper::List, _) => Shape::List,
            TypeView::Wrapped(TypeWrapper::Map, _) => Shape::Map,
            TypeView::Leaf(_, true) | TypeView::Scalar(_) => Shape::Scalar,
            TypeView::Leaf(_, false) => Shape::Opaque,
            TypeView::Unknown => Shape::Unknown,
        }
    }

    /// The name of the type at a place as the Kubernetes program has it (`PodSpec`); for lists and maps that of
    /// what they hold. Empty if nothing is known.
    pub fn type_name(&self, place: TypePosition) -> &str {
        let inner = self.enter(place, |_| true);
        match self.view(inner) {
            TypeView::Struct(_, table, number) => self
                .table(table)
                .map_or("", |table| last_part(table.name(number))),
            TypeView::Leaf(name, _) => last_part(name),
            TypeView::Scalar(kind) => kind,
            TypeView::Wrapped(..) | TypeView::Unknown => "",
        }
    }

    /// Enters the lists and maps at a place for as long as they are wanted. Types of several documents may hold one
    /// another in a circle, hence the limit.
    pub(crate) fn enter(
        &self,
        mut place: TypePosition,
        is_wanted: impl Fn(TypeWrapper) -> bool,
    ) -> TypePosition {
        for _ in 0..MAX_ALIASES {
            match self.view(place) {
                TypeView::Wrapped(wrapper, inner) if is_wanted(wrapper) => place = inner,
                _ => break,
            }
        }
        place
    }

    /// The kind of the Go type at a place: `struct`, `map`, `slice`, `ptr`, `string`, `int32` ...
    pub fn go_kind(&self, place: TypePosition) -> &'static str {
        if self.is_pointer(place) {
            "ptr"
        } else {
            self.value_kind(place)
        }
    }

    /// The fields of the struct at a place, sorted; none if it is no struct.
    pub fn field_names(&self, place: TypePosition) -> impl Iterator<Item = &str> {
        let fields = match self.view(place) {
            TypeView::Struct(found, ..) => found.fields(),
            _ => &[],
        };
        fields.iter().map(|field| &*field.name)
    }

    /// The kind of the Go type of a plain scalar (`string`, `bool`, `int32`, `int64`, `float64`); none for anything
    /// else, and for scalars that take several types.
    pub fn scalar_kind(&self, place: TypePosition) -> Option<&'static str> {
        match self.view(place) {
            TypeView::Scalar(kind) if !matches!(kind, "slice" | "struct") => Some(kind),
            _ => None,
        }
    }

    /// Whether a value is bytes, which manifests give as text in base64.
    pub fn holds_bytes(&self, place: TypePosition) -> bool {
        matches!(self.view(place), TypeView::Scalar("slice")) && !place.behind
    }

    pub(crate) fn value_kind(&self, place: TypePosition) -> &'static str {
        match self.view(place) {
            TypeView::Struct(..) | TypeView::Leaf(..) | TypeView::Unknown => "struct",
            TypeView::Wrapped(TypeWrapper::List, _) => "slice",
            TypeView::Wrapped(TypeWrapper::Map, _) => "map",
            TypeView::Scalar("slice") if place.behind => "uint8",
            TypeView::Scalar(kind) => kind,
        }
    }

    /// Whether the Kubernetes program holds a pointer here.
    pub(crate) fn is_pointer(&self, place: TypePosition) -> bool {
        !place.behind
            && place.depth == 0
            && place.field != BODY
            && self
                .type_of(place)
                .is_some_and(|owner| owner.is_pointer(usize::from(place.field)))
    }

    /// Follows names from a place until there is something to see.
    pub(crate) fn view(&self, mut place: TypePosition) -> TypeView<'_> {
        let mut reached_by_name = false;
        for _ in 0..MAX_ALIASES {
            let Some(owner) = self.type_of(place) else {
                return self.unknown_view(place);
            };
            let (expr, slot): (&TypeExpr, usize) = match (&owner.facts.body, place.field) {
                (TypeBody::Struct(_), BODY) => return TypeView::Struct(owner, place.table, place.owner),
                (TypeBody::Is(expr), BODY) => {
                    reached_by_name = true;
                    (expr, 0)
                }
                (_, at) => match owner.fields().get(usize::from(at)) {
                    Some(field) => (&field.ty, usize::from(at)),
                    None => return TypeView::Unknown,
                },
            };
            if let Some(wrapper) = expr.wrappers.get(usize::from(place.depth)) {
                return TypeView::Wrapped(
                    *wrapper,
                    TypePosition {
                        depth: place.depth + 1,
                        ..place
                    },
                );
            }
            match &expr.base {
                BaseType::Named(name) => match self.named(place.table, owner.target(slot), name) {
                    Some((table, number)) => {
                        place = TypePosition {
                            node: place.node,
                            ..TypePosition::of_type(table, number, 0)
                        }
                    }
                    None => return TypeView::Unknown,
                },
                base if reached_by_name && place.depth == 0 => {
                    let name = self
                        .table(place.table)
                        .map_or("", |table| table.name(place.owner));
                    if matches!(base, BaseType::Any) && !self.is_built_in(name) {
                        return TypeView::Unknown;
                    }
                    return TypeView::Leaf(name, matches!(base, BaseType::Scalar(_)));
                }
                BaseType::Scalar(scalar) => return TypeView::Scalar(scalar.go_kind()),
                BaseType::Any => return TypeView::Unknown,
            }
        }
        TypeView::Unknown
    }

    /// A place that only declared keys know of: a list if it has keys, until it is entered.
    fn unknown_view(&self, place: TypePosition) -> TypeView<'_> {
        if place.depth == 0 && !self.declared.keys(place.node).is_empty() {
            return TypeView::Wrapped(TypeWrapper::List, TypePosition { depth: 1, ..place });
        }
        TypeView::Unknown
    }
}
