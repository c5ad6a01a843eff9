//! What happened to a node, as the screen marks it.

/// One kind of mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Mark {
    /// The patch was rejected because of this.
    Rejected,
    /// A live item that neither order nor patch names, placed first.
    ServerOnly,
    /// An item that stands elsewhere relative to its neighbours than in live.
    Reordered,
    /// A key that `$retainKeys` kept.
    Retained,
    /// A key that `$retainKeys` removed.
    Cleared,
    /// New.
    Added,
    /// Another value.
    Changed,
    /// Removed.
    Deleted,
    /// Replaced whole.
    Replaced,
    /// Something to look at.
    Warning,
}

impl Mark {
    /// All marks, the most important first: where one column must do, the first wins.
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

    /// The glyph that stands for it.
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

    /// The glyph for terminals that know ASCII only.
    pub fn ascii(self) -> char {
        match self {
            Self::Rejected => 'X',
            Self::ServerOnly => '^',
            Self::Reordered => '%',
            Self::Retained => '@',
            Self::Cleared => '&',
            Self::Deleted => '-',
            other => other.glyph(),
        }
    }

    /// What the legend says: the word of the effect, where there is one.
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
    /// This set and `mark`.
    pub fn with(self, mark: Mark) -> Self {
        Self(self.0 | 1 << mark as u8)
    }

    /// This set without `mark`.
    pub fn without(self, mark: Mark) -> Self {
        Self(self.0 & !(1 << mark as u8))
    }

    /// Whether `mark` is in the set.
    pub fn has(self, mark: Mark) -> bool {
        self.0 & 1 << mark as u8 != 0
    }

    /// Whether nothing is marked.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The marks in order of importance.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |mark| self.has(*mark))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ascii_sign_stands_for_one_thing() {
        // The signs of the cursor, the timeline, the neutral step and a cut text.
        let others = ['>', ':', 'O', 'o', '*', '.', '_', '|'];
        let mut signs: Vec<char> = Mark::ALL.iter().map(|mark| mark.ascii()).chain(others).collect();
        signs.sort_unstable();
        let count = signs.len();
        signs.dedup();
        assert_eq!(signs.len(), count, "{signs:?}");
    }
}
