//! A position in a schema, and the merge rules of a field there.

use super::facts::{ListType, MapType};

/// A position: a type and a node of the declared keys. Small, and valid only for the schema that returned it.
///
/// Two places are equal if they were reached through the same field of the same type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TypePosition {
    /// The node of the declared keys, or [`NO_NODE`].
    pub(crate) node: u32,
    /// The type that has the field.
    pub(crate) owner: u16,
    /// The field of the type, or [`BODY`] for the type itself.
    pub(crate) field: u16,
    /// The table of the type, or [`UNKNOWN`].
    pub(crate) table: u8,
    /// How many lists and maps around the field's base have been entered.
    pub(crate) depth: u8,
    /// The value after a pointer.
    pub(crate) behind: bool,
}

/// No declared keys from here on.
pub(crate) const NO_NODE: u32 = u32::MAX;
/// The type itself, not one of its fields.
pub(crate) const BODY: u16 = u16::MAX;
/// No table: nothing is known but declared keys.
pub(crate) const UNKNOWN: u8 = u8::MAX;

impl TypePosition {
    pub(crate) fn of_type(table: u8, owner: u16, node: u32) -> Self {
        Self {
            node,
            owner,
            field: BODY,
            table,
            depth: 0,
            behind: false,
        }
    }

    pub(crate) fn unknown(node: u32) -> Self {
        Self::of_type(UNKNOWN, 0, node)
    }

    /// A part of a scalar that is a struct in Kubernetes.
    pub(crate) fn inside_leaf(leaf: Self) -> Self {
        Self {
            field: 0,
            ..Self::unknown(leaf.node)
        }
    }

    pub(crate) fn is_inside_leaf(self) -> bool {
        self.table == UNKNOWN && self.field != BODY
    }
}

/// What values a place takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A map of named fields.
    Struct,
    /// A free map: any key, values of one type.
    Map,
    /// A list.
    List,
    /// Text, a number, true or false; also types such as Quantity, Time and IntOrString.
    Scalar,
    /// Anything, and Kubernetes does not look inside: RawExtension, FieldsV1, JSON.
    Opaque,
    /// Nothing is known.
    Unknown,
}

/// Whether a type has a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldDeclaration {
    /// The type names it.
    Named,
    /// Any field may be here: in a map, or in a struct that keeps unknown fields.
    Free,
    /// The type does not have it.
    Unknown,
}

/// The main patch strategy of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// None: maps are merged, lists are replaced.
    #[default]
    None,
    /// Maps and lists merge.
    Merge,
    /// Replaced as a whole, be it a map or a list.
    Replace,
}

/// A field and how it merges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field<'s> {
    /// The name in the schema; empty for a field that the schema does not know.
    pub name: &'s str,
    /// Where its value is.
    pub place: TypePosition,
    /// The main patch strategy.
    pub strategy: Strategy,
    /// Whether `retainKeys` is among the strategies: matters only where patches are made.
    pub retain_keys: bool,
    /// The merge key; the first of the declared ones if it was declared by hand.
    pub merge_key: Option<&'s str>,
    /// The keys that identify an item under the multi-field merge key proposal, the merge key first.
    pub recommended_keys: &'s [Box<str>],
    /// Whether the keys come from [`Schema::declare`](super::Schema::declare).
    pub declared: bool,
    /// How server-side apply treats the list.
    pub list_type: Option<ListType>,
    /// The keys that server-side apply knows items by.
    pub list_map_keys: &'s [Box<str>],
    /// How server-side apply treats the map.
    pub map_type: Option<MapType>,
}
