//! A row of a pane.

use std::ops::Range;

use crate::merge::{Mark, Marks};
use crate::report::merge_rule_badge::MergeRuleBadge;

/// The state of the step of a patch line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RowStage {
    /// The row is not a patch line, or has no step.
    #[default]
    None,
    /// The step is not played yet.
    Pending,
    /// The step is the current one.
    Now,
    /// The step was played before the current one.
    Done,
}

/// The relation of a row to the cursor of the focused pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RowCursor {
    #[default]
    None,
    /// The row has the cursor of the focused pane.
    Here,
    /// The row shows the linked node.
    Counterpart,
    /// The row shows the nearest ancestor of the position of the linked node.
    Near,
}

/// A row of a pane. All text is escaped.
#[derive(Clone, Debug, Default)]
pub struct PaneRow {
    /// The line number, from 1; `None` for placeholder rows.
    pub number: Option<usize>,
    /// The line with its indentation.
    pub text: String,
    /// The marks of the changes by the steps so far.
    pub marks: Marks,
    /// Whether the marks belong to parts of the line.
    pub is_partly: bool,
    /// The display columns of the marked values of a list or map in flow style, and their marks.
    pub values: Vec<(Range<usize>, Mark)>,
    /// The merge rule of the list or map.
    pub badge: Option<MergeRuleBadge>,
    /// The note on the marks: `2 → 1`, `server-only 3 → 1`, `removed`; can be empty.
    pub note: String,
    /// The note in fewer cells; can be empty.
    pub brief: String,
    /// Whether it is a placeholder row for a node that is not part of the result.
    pub is_placeholder: bool,
    /// Whether the current step changed the row.
    pub fresh: bool,
    /// Whether the row is selected.
    pub selected: bool,
    /// Whether the last save changed the row.
    pub flash: bool,
    /// The state of the step of a patch line.
    pub stage: RowStage,
    /// The display columns of `text` that a rejection points at.
    pub faulty: Option<Range<usize>>,
    /// The display column of `text` from which a changed value differs from its old or new value.
    pub differs_from: Option<usize>,
    /// The display columns of `text` that the search found.
    pub hits: Vec<Range<usize>>,
    /// Whether lines of the text were removed next to the row.
    pub is_at_removal: bool,
    /// The number of rows that are folded after this one.
    pub folded: Option<usize>,
    /// Whether the steps change a folded row.
    pub folds_change: bool,
    /// The relation to the cursor.
    pub cursor: RowCursor,
}

impl PaneRow {
    /// Returns the most important mark.
    pub fn mark(&self) -> Option<Mark> {
        self.marks.iter().next()
    }
}

/// Returns the union of two sets of marks.
pub(crate) fn union(a: Marks, b: Marks) -> Marks {
    b.iter().fold(a, Marks::with)
}
