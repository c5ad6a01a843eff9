//! What a field takes.

use crate::document::ValueKind;

/// What a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Map,
    List,
    String,
    Base64,
    Boolean,
    Integer,
    Number,
    Scalar,
}

impl Expected {
    pub(crate) fn with_article(self) -> &'static str {
        match self {
            Self::Map => "a map",
            Self::List => "a list",
            Self::String => "a string",
            Self::Base64 => "a base64 string",
            Self::Boolean => "a boolean",
            Self::Integer => "an integer",
            Self::Number => "a number",
            Self::Scalar => "a scalar",
        }
    }

    /// Returns what takes a value of this kind.
    pub(crate) fn from_kind(kind: ValueKind) -> Option<Self> {
        Some(match kind {
            ValueKind::Map => Self::Map,
            ValueKind::List => Self::List,
            ValueKind::String => Self::String,
            ValueKind::Bool => Self::Boolean,
            ValueKind::Integer => Self::Integer,
            ValueKind::Float => Self::Number,
            ValueKind::Null => return None,
        })
    }

    /// Returns the help to write such a value in the field `name`.
    pub(crate) fn help(self, name: &str) -> String {
        let what = match self {
            Self::Boolean => "`true` or `false`",
            other => other.with_article(),
        };
        format!("Write {what} as the value of `{name}`.")
    }
}
