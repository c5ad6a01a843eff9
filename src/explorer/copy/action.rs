//! Actions of copying.

/// An action of copying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CopyAction {
    /// Copies the selected lines, or lists the texts that can be copied from the line under the cursor.
    Ask,
    /// Copies a text.
    Take(CopyTarget),
}

named_enum! {
    /// A text that can be copied.
    pub enum CopyTarget {
        /// The path, as in messages.
        Path = "path",
        /// The value: a scalar as it is, a list or map as YAML.
        Value = "value",
        /// The path and each step that changed the line, with its rule and source.
        Explanation = "explanation",
        /// The selected lines.
        Lines = "lines",
    }
}

impl CopyTarget {
    /// The texts that can be copied from a line, in the order of the list.
    pub(crate) const LINE_TARGETS: [Self; 3] = [Self::Path, Self::Value, Self::Explanation];
}
