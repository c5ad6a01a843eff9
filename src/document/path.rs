//! Paths of fields and items: `spec.containers[name=web].image`.

use std::fmt;

use super::escape::visible;

/// One segment of a path: a key or an item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A key of a map.
    Key(String),
    /// An item by its index, from 0.
    Index(usize),
    /// An item by its merge key.
    Item {
        /// The name of the merge key.
        key: String,
        /// The value of the merge key as text.
        value: String,
    },
    /// An item of a list of primitives by its value.
    Value(String),
}

/// The printed form of the empty path.
pub const WHOLE_OBJECT: &str = "(the whole object)";

/// A path from the root of a document. Its text is escaped for a terminal. The empty path is the root and
/// prints as [`WHOLE_OBJECT`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Path(pub Vec<Segment>);

impl Segment {
    /// Returns whether this segment names an item by the same merge key as another one and by further keys:
    /// `[port=53,protocol=UDP]`.
    pub(crate) fn has_more_keys(&self, plain: &Self) -> bool {
        match (self, plain) {
            (
                Self::Item { key, value },
                Self::Item {
                    key: own,
                    value: text,
                },
            ) => {
                let rest = value.strip_prefix(&**text);
                key == own && rest.is_some_and(|rest| rest.starts_with(','))
            }
            _ => false,
        }
    }
}

impl Path {
    /// Returns whether this path can be that of the same node as a path with only the merge keys of items.
    pub(crate) fn is_at(&self, plain: &Self) -> bool {
        let mut pairs = self.0.iter().zip(&plain.0);
        self.0.len() == plain.0.len() && pairs.all(|(one, plain)| one == plain || one.has_more_keys(plain))
    }

    /// Returns this path with one more segment.
    pub fn join(&self, segment: Segment) -> Self {
        let mut segments = self.0.clone();
        segments.push(segment);
        Self(segments)
    }
}

/// Returns whether a key needs no quotes in a path.
fn is_plain(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_-$/".contains(c))
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str(WHOLE_OBJECT);
        }
        for (at, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Key(key) if is_plain(key) => {
                    if at > 0 {
                        f.write_str(".")?;
                    }
                    f.write_str(key)?;
                }
                Segment::Key(key) => write!(f, "[\"{}\"]", visible(key))?,
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Item { key, value } => write!(f, "[{}={}]", visible(key), visible(value))?,
                Segment::Value(value) => write!(f, "[{}]", visible(value))?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_their_usual_form() {
        let key = |key: &str| Segment::Key(key.to_owned());
        let name = |value: &str| Segment::Item {
            key: "name".to_owned(),
            value: value.to_owned(),
        };
        let cases = [
            (vec![], "(the whole object)"),
            (
                vec![key("spec"), key("containers"), name("web"), key("image")],
                "spec.containers[name=web].image",
            ),
            (vec![key("args"), Segment::Index(2)], "args[2]"),
            (vec![key("a.b"), key("c")], "[\"a.b\"].c"),
            (vec![key("a"), name("\x1b[2J")], "a[name=\\x1b[2J]"),
            (vec![key("a"), Segment::Value("x\ny".to_owned())], "a[x\\ny]"),
            (vec![key("\u{202e}")], "[\"\\u{202e}\"]"),
        ];
        for (segments, text) in cases {
            assert_eq!(Path(segments).to_string(), text);
        }
    }
}
