//! Merge keys and set values that can be hashed and compared.

use crate::document::{Value, to_integer};

/// A scalar for lookups. Two keys are equal if they have the same type and value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MergeKey<'d> {
    Null,
    Bool(bool),
    Integer(i64),
    /// The bits of a float. Both zeros have the same bits.
    Float(u64),
    String(&'d str),
    /// A list, which is not a valid key. Kubernetes panics when it compares two lists or maps.
    List,
    Map,
}

impl<'d> MergeKey<'d> {
    pub(crate) fn from_value(value: Value<'d>) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(b) => Self::Bool(b),
            Value::Integer(i) => Self::Integer(i),
            Value::Float(f) => Self::Float(if f == 0.0 { 0 } else { f.to_bits() }),
            Value::String(text) => Self::String(text),
            Value::List => Self::List,
            Value::Map => Self::Map,
        }
    }

    /// Returns the value of the key. For a list or map it is only the type.
    pub(crate) fn value(self) -> Value<'d> {
        match self {
            Self::Null => Value::Null,
            Self::Bool(b) => Value::Bool(b),
            Self::Integer(i) => Value::Integer(i),
            Self::Float(bits) => Value::Float(f64::from_bits(bits)),
            Self::String(text) => Value::String(text),
            Self::List => Value::List,
            Self::Map => Value::Map,
        }
    }

    /// Returns the float of an integer, or the integer of a float.
    pub(crate) fn same_number(self) -> Option<Self> {
        match self {
            Self::Integer(integer) => Some(Self::from_value(Value::Float(integer as f64))),
            Self::Float(bits) => to_integer(f64::from_bits(bits)).map(Self::Integer),
            _ => None,
        }
    }

    /// Returns whether the key can identify an item: null, lists and maps cannot.
    pub(crate) fn can_identify(self) -> bool {
        self.is_comparable() && self != Self::Null
    }

    /// Returns whether the key can be compared.
    pub(crate) fn is_comparable(self) -> bool {
        !matches!(self, Self::List | Self::Map)
    }
}
