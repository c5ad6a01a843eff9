//! Merge keys and set values as things that can be hashed and compared.

use crate::document::Value;

/// A scalar for look-ups; equal means same type and same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MergeKey<'d> {
    Null,
    Bool(bool),
    Integer(i64),
    /// The bits of a float; there is one zero.
    Float(u64),
    String(&'d str),
    /// No key: a list or map. Comparing two of them makes the real program panic.
    List,
    Map,
}

impl<'d> MergeKey<'d> {
    pub(crate) fn of(value: Value<'d>) -> Self {
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

    /// The value that it is the key of; of a list or map only what it is.
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

    /// Whether it can tell items apart: null, lists and maps cannot.
    pub(crate) fn tells_apart(self) -> bool {
        self.is_comparable() && self != Self::Null
    }

    /// Whether it can be compared at all.
    pub(crate) fn is_comparable(self) -> bool {
        !matches!(self, Self::List | Self::Map)
    }
}
