//! What a pane shows on one line, whoever draws it.

use std::ops::Range;

use crate::merge::{Mark, Marks};
use crate::report::merge_rule_badge::MergeRuleBadge;

/// Where a patch line stands in the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RowStage {
    /// Not a patch line, or one that no step carries out.
    #[default]
    None,
    /// A later step carries it out.
    Pending,
    /// The present step does.
    Now,
    /// An earlier step did.
    Done,
}

/// How a row is related to the cursor of the focused pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Cursor {
    #[default]
    None,
    /// The focused pane's own cursor.
    Here,
    /// The counterpart in another pane.
    Counterpart,
    /// The nearest thing above where the counterpart would be.
    Near,
}

/// One line of a pane. All text is escaped: it can be shown as it is.
#[derive(Clone, Debug, Default)]
pub struct PaneRow {
    /// Line number, from 1; ghosts have none.
    pub number: Option<usize>,
    /// The line, indent included.
    pub text: String,
    /// What happened to it, so far.
    pub marks: Marks,
    /// How its list or map merges.
    pub badge: Option<MergeRuleBadge>,
    /// A word on the marks: `2 → 1`, `server-only 3 → 1`, `removed`; empty for none.
    pub note: String,
    /// The same in fewer cells; may be empty.
    pub brief: String,
    /// Shown although it is no longer part of the result.
    pub ghost: bool,
    /// The present step did something to it.
    pub fresh: bool,
    /// It is one of the lines that are selected.
    pub selected: bool,
    /// The last save changed it, a moment ago.
    pub flash: bool,
    /// Patch lines only.
    pub stage: RowStage,
    /// Display columns of `text` that a refusal points at.
    pub guilty: Option<Range<usize>>,
    /// Display columns of `text` that the search found.
    pub hits: Vec<Range<usize>>,
    /// How many lines are folded behind it.
    pub folded: Option<usize>,
    /// Among those is something that the steps change.
    pub folds_change: bool,
    /// How it is related to the cursor.
    pub cursor: Cursor,
}

impl PaneRow {
    /// The most important mark, where there is room for one.
    pub fn mark(&self) -> Option<Mark> {
        self.marks.iter().next()
    }
}

/// The union of two sets of marks.
pub(crate) fn union(a: Marks, b: Marks) -> Marks {
    b.iter().fold(a, Marks::with)
}
