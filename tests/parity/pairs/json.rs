//! JSON that keeps the order of map keys and the spelling of numbers: `80`, `80.0` and `8e1` differ.

use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Json>),
    Map(Vec<(String, Json)>),
}

impl Json {
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries.iter().find(|entry| entry.0 == key).map(|entry| &entry.1),
            _ => None,
        }
    }

    pub(crate) fn is_composite(&self) -> bool {
        matches!(self, Self::List(_) | Self::Map(_))
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(b) => write!(f, "{b}"),
            Self::Number(spelling) => f.write_str(spelling),
            Self::Text(text) => f.write_str(&quoted(text)),
            Self::List(items) => {
                f.write_str("[")?;
                for (at, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if at > 0 { "," } else { "" })?;
                }
                f.write_str("]")
            }
            Self::Map(entries) => {
                f.write_str("{")?;
                for (at, (key, value)) in entries.iter().enumerate() {
                    write!(f, "{}{}:{value}", if at > 0 { "," } else { "" }, quoted(key))?;
                }
                f.write_str("}")
            }
        }
    }
}
