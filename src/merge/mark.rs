//! The marks of a result node on the screen.

/// A mark of a result node: what happened to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Mark {
    /// The patch was rejected because of this node.
    Rejected,
    /// A live item that neither the order nor the patch lists, placed first.
    ServerOnly,
    /// An item whose order relative to its neighbors differs from the live list.
    Reordered,
    /// A field that `$retainKeys` kept.
    Retained,
    /// A field that `$retainKeys` cleared.
    Cleared,
    /// Added.
    Added,
    /// Set to another value.
    Changed,
    /// Removed.
    Deleted,
    /// Replaced as a whole.
    Replaced,
    /// A warning.
    Warning,
}

impl Mark {
    /// All marks, the most important first. A single column shows the first one.
    pub const ALL: [Self; 10] = [
        Self::Rejected,
        Self::ServerOnly,
        Self::Reordered,
        Self::Retained,
        Self::Cleared,
        Self::Added,
        Self::Changed,
        Self::Deleted,
        Self::Replaced,
        Self::Warning,
    ];

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

    /// Returns the text of the legend: the word of the effect, if there is one.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Rejected => "rejected",
            Self::ServerOnly => "server-only, placed first",
            Self::Reordered => "reordered (old → new position)",
            Self::Retained => "kept by $retainKeys",
            Self::Cleared => "cleared by $retainKeys",
            Self::Added => "added",
            Self::Changed => "set",
            Self::Deleted => "removed",
            Self::Replaced => "replaced",
            Self::Warning => "warning",
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
