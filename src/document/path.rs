//! Paths as people read them: `spec.containers[name=web].image`.

use std::fmt;

/// One step down a tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A key of a map.
    Key(String),
    /// A list item by position, from 0.
    Index(usize),
    /// A list item by its merge key.
    Item {
        /// The merge key's name.
        key: String,
        /// Its value as text.
        value: String,
    },
    /// An item of a list of primitives, by its value.
    Value(String),
}

/// A way down from a document's top. The empty path is the top itself and prints as `(top)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Path(pub Vec<Segment>);

impl Path {
    /// This path with one more step.
    pub fn join(&self, segment: Segment) -> Self {
        let mut segments = self.0.clone();
        segments.push(segment);
        Self(segments)
    }
}

/// Whether a key can stand in a path without quotes.
fn is_plain(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_-$/".contains(c))
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("(top)");
        }
        for (at, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Key(key) if is_plain(key) => {
                    if at > 0 {
                        f.write_str(".")?;
                    }
                    f.write_str(key)?;
                }
                Segment::Key(key) => write!(f, "[{key:?}]")?,
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Item { key, value } => write!(f, "[{key}={value}]")?,
                Segment::Value(value) => write!(f, "[{value}]")?,
            }
        }
        Ok(())
    }
}
