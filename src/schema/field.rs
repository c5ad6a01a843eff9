//! A position in a schema, and the merge rules of a field.

use super::facts::{ListType, MapType};

/// A position: a type and a node of the declared keys. Small, and valid only for the schema that returned it.
///
/// Two positions are equal if they were reached through the same field of the same type.
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
    /// The number of lists and maps around the base type that have been entered.
    pub(crate) depth: u8,
    /// Whether a pointer has been dereferenced.
    pub(crate) is_dereferenced: bool,
}

/// There are no declared keys from this position on.
pub(crate) const NO_NODE: u32 = u32::MAX;
/// The type itself, not a field.
pub(crate) const BODY: u16 = u16::MAX;
/// No table: only declared keys are known.
pub(crate) const UNKNOWN: u8 = u8::MAX;

impl TypePosition {
    pub(crate) fn of_type(table: u8, owner: u16, node: u32) -> Self {
        Self {
            node,
            owner,
            field: BODY,
            table,
            depth: 0,
            is_dereferenced: false,
        }
    }

    pub(crate) fn unknown(node: u32) -> Self {
        Self::of_type(UNKNOWN, 0, node)
    }

    /// Returns the position of a field inside a scalar that is a struct in Go.
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

/// The values that a position accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A map of named fields.
    Struct,
    /// A free map: any keys, values of one type.
    Map,
    /// A list.
    List,
    /// A string, number or boolean; also types such as Quantity, Time and IntOrString.
    Scalar,
    /// Any value, which Kubernetes does not look into: RawExtension, FieldsV1, JSON.
    Opaque,
    /// Unknown.
    Unknown,
}

/// Whether a type declares a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldDeclaration {
    /// The type has a field with this name.
    Named,
    /// Any name is allowed: a map, or a struct that keeps unknown fields.
    Free,
    /// The type does not have the field.
    Unknown,
}

/// The main patch strategy of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// No strategy: maps are merged, lists are replaced.
    #[default]
    None,
    /// Maps and lists are merged.
    Merge,
    /// The map or list is replaced as a whole.
    Replace,
}

/// A field and its merge rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field<'s> {
    /// The name in the schema; empty for a field that is not in the schema.
    pub name: &'s str,
    /// The position of its value.
    pub type_position: TypePosition,
    /// The main patch strategy.
    pub strategy: Strategy,
    /// Whether `retainKeys` is one of the strategies; only patch creation uses it.
    pub retain_keys: bool,
    /// The merge key; for declared keys, the first one.
    pub merge_key: Option<&'s str>,
    /// The keys that identify an item in the multi-fields merge key proposal; the merge key is the first.
    pub recommended_keys: &'s [Box<str>],
    /// Whether the keys come from [`Schema::declare`](super::Schema::declare).
    pub declared: bool,
    /// The list type of server-side apply.
    pub list_type: Option<ListType>,
    /// The keys that identify items in server-side apply.
    pub list_map_keys: &'s [Box<str>],
    /// The map type of server-side apply.
    pub map_type: Option<MapType>,
}
