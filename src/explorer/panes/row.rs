//! One line of a pane.

use std::ops::Range;

use crate::merge::{Mark, Marks};
use crate::report::merge_rule_badge::MergeRuleBadge;

/// Whether the steps of a patch line are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RowStage {
    /// Not a patch line, or no step belongs to it.
    #[default]
    None,
    /// Its step comes later.
    Pending,
    /// Its step is the current one.
    Now,
    /// Its step was earlier.
    Done,
}

/// How a row relates to the cursor of the focused pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RowCursor {
    #[default]
    None,
    /// The focused pane's own cursor.
    Here,
    /// The corresponding row in another pane.
    Counterpart,
    /// The nearest row above where the corresponding one would be.
    Near,
}

/// One line of a pane. All text is escaped: it can be shown as it is.
#[derive(Clone, Debug, Default)]
pub struct PaneRow {
    /// Line number, from 1; deleted placeholder rows have none.
    pub number: Option<usize>,
    /// The line, indent included.
    pub text: String,
    /// What the steps so far changed.
    pub marks: Marks,
    /// The marks are of parts of the line.
    pub is_partly: bool,
    /// The merge rule of its list or map.
    pub badge: Option<MergeRuleBadge>,
    /// A note on the marks: `2 → 1`, `server-only 3 → 1`, `removed`; may be empty.
    pub note: String,
    /// The same in fewer cells; may be empty.
    pub brief: String,
    /// A placeholder: it is no longer part of the result.
    pub ghost: bool,
    /// The current step changed it.
    pub fresh: bool,
    /// It is one of the lines that are selected.
    pub selected: bool,
    /// The last save changed it.
    pub flash: bool,
    /// Patch lines only.
    pub stage: RowStage,
    /// Display columns of `text` that a rejection points at.
    pub guilty: Option<Range<usize>>,
    /// Display columns of `text` that the search finds.
    pub hits: Vec<Range<usize>>,
    /// How many lines are folded after it.
    pub folded: Option<usize>,
    /// The steps change one of those.
    pub folds_change: bool,
    /// How it relates to the cursor.
    pub cursor: RowCursor,
}

impl PaneRow {
    /// The most important mark, if only one fits.
    pub fn mark(&self) -> Option<Mark> {
        self.marks.iter().next()
    }
}

/// The union of two sets of marks.
pub(crate) fn union(a: Marks, b: Marks) -> Marks {
    b.iter().fold(a, Marks::with)
}
