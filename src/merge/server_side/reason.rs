//! Why an applied configuration does not match its type, or does not name an object.

use std::fmt;

use super::field_set::PathElement;
use crate::document::ValueKind;
use crate::document::words::and_list;
use crate::merge::expected::Expected;
use crate::schema::go_quote;

/// Why a value does not match its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mismatch {
    /// The type does not have the field.
    Undeclared,
    /// An item, by its index, has no path element.
    Item(usize, WrongItem),
    /// Another item has the same path element.
    Duplicate(PathElement),
    /// The value has another type, which is in the words of the library.
    Type {
        wanted: Expected,
        found: ValueKind,
        shown: String,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undeclared => f.write_str("field not declared in schema"),
            Self::Item(index, why) => write!(f, "element {index}: {why}"),
            Self::Duplicate(element) => write!(f, "duplicate entries for key {element}"),
            Self::Type { wanted, shown, .. } => {
                let wanted = match wanted {
                    Expected::Map => "map",
                    Expected::List => "list",
                    Expected::Boolean => "boolean",
                    Expected::String | Expected::Base64 => "string",
                    Expected::Integer | Expected::Number => "numeric (int or float)",
                    Expected::Scalar => "any scalar",
                };
                write!(f, "expected {wanted}, got {shown}")
            }
        }
    }
}

/// Why an item of a keyed list or a set has no path element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WrongItem {
    MapInSet,
    ListInSet,
    NullInSet,
    Null,
    NotMap,
    /// It has none of these keys.
    NoKey(Box<[Box<str>]>),
}

impl fmt::Display for WrongItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MapInSet => "associative list without keys has an element that's a map type",
            Self::ListInSet => "not supported: associative list with lists as elements",
            Self::NullInSet => "associative list without keys has an element that's an explicit null",
            Self::Null => "associative list with keys may not have a null element",
            Self::NotMap => "associative list with keys may not have non-map elements",
            Self::NoKey(keys) => {
                let names: Vec<String> = keys.iter().map(|key| go_quote(key)).collect();
                return write!(
                    f,
                    "associative list with keys has an element that omits all key fields [{}] (and doesn't have default values for any key fields)",
                    names.join(" ")
                );
            }
        })
    }
}

/// Why a manifest does not name an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unnamed {
    /// It does not have these fields.
    Without(Vec<&'static str>),
    /// The API server generates the name.
    Generated,
    /// The name has another type.
    NotAString(ValueKind),
}

impl Unnamed {
    /// Returns what to write in the manifest.
    pub(crate) fn help(&self) -> String {
        match self {
            Self::Without(fields) => {
                let fields: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
                format!("Add {}.", and_list(&fields))
            }
            Self::Generated => "Write `metadata.name` instead of `metadata.generateName`.".to_owned(),
            Self::NotAString(_) => "Write it in quotes.".to_owned(),
        }
    }
}

impl fmt::Display for Unnamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Without(fields) => {
                let absent: Vec<String> = fields.iter().map(|field| format!("no `{field}`")).collect();
                write!(f, "it has {}", and_list(&absent))
            }
            Self::Generated => f.write_str("it has `metadata.generateName` and no `metadata.name`"),
            Self::NotAString(kind) => {
                write!(
                    f,
                    "`metadata.name` must be a string, but it is {}",
                    kind.with_article()
                )
            }
        }
    }
}
