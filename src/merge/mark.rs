//! The marks of a result node on the screen.

named_enum! {
    /// A mark of a result node: what happened to it, with the text of the legend. A single column shows the first of
    /// several marks.
    #[repr(u8)]
    #[derive(PartialOrd, Ord)]
    pub enum Mark(meaning) {
        /// The patch was rejected because of this node.
        Rejected = "rejected",
        /// A live item that neither the order nor the patch lists, placed first.
        ServerOnly = "server-only, placed first",
        /// An item whose order relative to its neighbors differs from the live list.
        Reordered = "reordered (old → new position)",
        /// A field that `$retainKeys` kept.
        Retained = "kept by $retainKeys",
        /// A field that `$retainKeys` cleared.
        Cleared = "cleared by $retainKeys",
        /// Added.
        Added = "added",
        /// Set to another value.
        Changed = "set",
        /// Removed.
        Deleted = "removed",
        /// Replaced as a whole.
        Replaced = "replaced",
        /// A warning.
        Warning = "warning",
    }
}

impl Mark {
    /// Returns the glyph of the mark.
    pub fn glyph(self) -> char {
        match self {
            Self::Rejected => '✗',
            Self::ServerOnly => '⇧',
            Self::Reordered => '⇅',
            Self::Retained => '⟲',
            Self::Cleared => '⌫',
            Self::Added => '+',
            Self::Changed => '~',
            Self::Deleted => '−',
            Self::Replaced => '=',
            Self::Warning => '!',
        }
    }
}

/// A set of marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Marks(u16);

impl Marks {
    /// Returns this set with `mark`.
    pub fn with(self, mark: Mark) -> Self {
        Self(self.0 | 1 << mark as u8)
    }

    /// Returns this set without `mark`.
    pub fn without(self, mark: Mark) -> Self {
        Self(self.0 & !(1 << mark as u8))
    }

    /// Returns whether `mark` is in the set.
    pub fn has(self, mark: Mark) -> bool {
        self.0 & 1 << mark as u8 != 0
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the marks in order of importance.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |mark| self.has(*mark))
    }
}
