//! What a place is: its shape, its type's name, the kind that the Kubernetes program has for it.

use super::Schema;
use super::facts::{Base, Body, TypeExpr, Wrapper, last_part};
use super::field::{BODY, Place, Shape};
use super::table::Type;

/// Names that lead to names; more would be a circle.
const MAX_ALIASES: usize = 32;

/// What a place leads to once names are followed.
pub(crate) enum View<'s> {
    /// A type with fields, and where it stands.
    Struct(&'s Type, u8, u16),
    /// A named type that has no fields: its name, and whether it is a scalar.
    Leaf(&'s str, bool),
    /// A list or map; entering it leads to the place.
    Wrapped(Wrapper, Place),
    /// A scalar without a name, by the kind of its Go type.
    Scalar(&'static str),
    /// Nothing is known.
    Unknown,
}

impl Schema {
    /// The element type of a list; of a pointer, what it points to; of anything else the place itself.
    pub fn item(&self, place: Place) -> Place {
        match self.view(place) {
            View::Wrapped(Wrapper::List, item) => item,
            _ => Place {
                behind: true,
                ..place
            },
        }
    }

    /// What values the place takes.
    pub fn shape(&self, place: Place) -> Shape {
        match self.view(place) {
            View::Struct(..) => Shape::Struct,
            View::Wrapped(Wrapper::List, _) => Shape::List,
            View::Wrapped(Wrapper::Map, _) => Shape::Map,
            View::Leaf(_, true) | View::Scalar(_) => Shape::Scalar,
            View::Leaf(_, false) => Shape::Opaque,
            View::Unknown => Shape::Unknown,
        }
    }

    /// The name of the type at a place as the Kubernetes program has it (`PodSpec`); for lists and maps that of
    /// what they hold. Empty if nothing is known.
    pub fn type_name(&self, place: Place) -> &str {
        let inner = self.enter(place, |_| true);
        match self.view(inner) {
            View::Struct(_, table, number) => self
                .table(table)
                .map_or("", |table| last_part(table.name(number))),
            View::Leaf(name, _) => last_part(name),
            View::Scalar(kind) => kind,
            View::Wrapped(..) | View::Unknown => "",
        }
    }

    /// Enters the lists and maps at a place for as long as they are wanted. Types of several documents may hold one
    /// another in a circle, hence the limit.
    pub(crate) fn enter(&self, mut place: Place, is_wanted: impl Fn(Wrapper) -> bool) -> Place {
        for _ in 0..MAX_ALIASES {
            match self.view(place) {
                View::Wrapped(wrapper, inner) if is_wanted(wrapper) => place = inner,
                _ => break,
            }
        }
        place
    }

    /// The kind of the Go type at a place: `struct`, `map`, `slice`, `ptr`, `string`, `int32` ...
    pub fn go_kind(&self, place: Place) -> &'static str {
        if self.is_pointer(place) {
            "ptr"
        } else {
            self.value_kind(place)
        }
    }

    /// The fields of the struct at a place, sorted; none if it is no struct.
    pub fn field_names(&self, place: Place) -> impl Iterator<Item = &str> {
        let fields = match self.view(place) {
            View::Struct(found, ..) => found.fields(),
            _ => &[],
        };
        fields.iter().map(|field| &*field.name)
    }

    /// The kind of the Go type of a plain scalar (`string`, `bool`, `int32`, `int64`, `float64`); none for anything
    /// else, and for scalars that take several types.
    pub fn scalar_kind(&self, place: Place) -> Option<&'static str> {
        match self.view(place) {
            View::Scalar(kind) if !matches!(kind, "slice" | "struct") => Some(kind),
            _ => None,
        }
    }

    /// Whether a value is bytes, which manifests give as text in base64.
    pub fn holds_bytes(&self, place: Place) -> bool {
        matches!(self.view(place), View::Scalar("slice")) && !place.behind
    }

    pub(crate) fn value_kind(&self, place: Place) -> &'static str {
        match self.view(place) {
            View::Struct(..) | View::Leaf(..) | View::Unknown => "struct",
            View::Wrapped(Wrapper::List, _) => "slice",
            View::Wrapped(Wrapper::Map, _) => "map",
            View::Scalar("slice") if place.behind => "uint8",
            View::Scalar(kind) => kind,
        }
    }

    /// Whether the Kubernetes program holds a pointer here.
    pub(crate) fn is_pointer(&self, place: Place) -> bool {
        !place.behind
            && place.depth == 0
            && place.field != BODY
            && self
                .type_of(place)
                .is_some_and(|owner| owner.is_pointer(usize::from(place.field)))
    }

    /// Follows names from a place until there is something to see.
    pub(crate) fn view(&self, mut place: Place) -> View<'_> {
        let mut reached_by_name = false;
        for _ in 0..MAX_ALIASES {
            let Some(owner) = self.type_of(place) else {
                return self.unknown_view(place);
            };
            let (expr, slot): (&TypeExpr, usize) = match (&owner.facts.body, place.field) {
                (Body::Struct(_), BODY) => return View::Struct(owner, place.table, place.owner),
                (Body::Is(expr), BODY) => {
                    reached_by_name = true;
                    (expr, 0)
                }
                (_, at) => match owner.fields().get(usize::from(at)) {
                    Some(field) => (&field.ty, usize::from(at)),
                    None => return View::Unknown,
                },
            };
            if let Some(wrapper) = expr.wrappers.get(usize::from(place.depth)) {
                return View::Wrapped(
                    *wrapper,
                    Place {
                        depth: place.depth + 1,
                        ..place
                    },
                );
            }
            match &expr.base {
                Base::Named(name) => match self.named(place.table, owner.target(slot), name) {
                    Some((table, number)) => {
                        place = Place {
                            node: place.node,
                            ..Place::of_type(table, number, 0)
                        }
                    }
                    None => return View::Unknown,
                },
                base if reached_by_name && place.depth == 0 => {
                    let name = self
                        .table(place.table)
                        .map_or("", |table| table.name(place.owner));
                    if matches!(base, Base::Any) && !self.is_built_in(name) {
                        return View::Unknown;
                    }
                    return View::Leaf(name, matches!(base, Base::Scalar(_)));
                }
                Base::Scalar(scalar) => return View::Scalar(scalar.go_kind()),
                Base::Any => return View::Unknown,
            }
        }
        View::Unknown
    }

    /// A place that only declared keys know of: a list if it has keys, until it is entered.
    fn unknown_view(&self, place: Place) -> View<'_> {
        if place.depth == 0 && !self.declared.keys(place.node).is_empty() {
            return View::Wrapped(Wrapper::List, Place { depth: 1, ..place });
        }
        View::Unknown
    }
}
