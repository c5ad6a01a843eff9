//! The values that identify items.

use super::draft::DraftValue;
use crate::document::Value;

/// The value that identifies an item, with its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ItemKey {
    Null,
    Bool(bool),
    Integer(i64),
    /// The bits of the float.
    Float(u64),
    Text(String),
}

impl ItemKey {
    /// Returns the key for a scalar.
    pub(super) fn from_value(value: Value<'_>) -> Option<Self> {
        Some(match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            Value::Integer(value) => Self::Integer(value),
            Value::Float(value) => Self::Float(value.to_bits()),
            Value::String(text) => Self::Text(text.to_owned()),
            Value::List | Value::Map => return None,
        })
    }

    pub(super) fn value(&self) -> DraftValue {
        match self {
            Self::Null => DraftValue::Null,
            Self::Bool(value) => DraftValue::Bool(*value),
            Self::Integer(value) => DraftValue::Integer(*value),
            Self::Float(bits) => DraftValue::Float(f64::from_bits(*bits)),
            Self::Text(text) => DraftValue::Text(text.clone()),
        }
    }
}
