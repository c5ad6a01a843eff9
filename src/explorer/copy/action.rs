//! What can be asked of copying.

/// Copying what the cursor is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CopyAction {
    /// Lists what can be copied of the line under the cursor; copies the lines that are selected.
    Ask,
    /// Copies it.
    Take(CopyTarget),
}

/// What is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CopyTarget {
    /// The path, as messages print it.
    Path,
    /// The value: a scalar as it is, a list or map as YAML.
    Value,
    /// The path, and each step that touched the line, with its rule and source.
    Explanation,
    /// The lines that are selected.
    Lines,
}

impl CopyTarget {
    /// What there is to copy of one line, in the order of the list.
    pub(crate) const OF_LINE: [Self; 3] = [Self::Path, Self::Value, Self::Explanation];

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Value => "value",
            Self::Explanation => "explanation",
            Self::Lines => "lines",
        }
    }
}
