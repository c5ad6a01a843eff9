//! The roles of marks and explanation lines in a theme.

use crate::explorer::LineKind;
use crate::merge::Mark;
use crate::terminal::theme::Role;

/// Returns the role of a mark.
pub(crate) fn of_mark(mark: Mark) -> Role {
    match mark {
        Mark::Rejected => Role::Rejected,
        Mark::ServerOnly => Role::ServerOnly,
        Mark::Reordered => Role::Reordered,
        Mark::Retained => Role::Retained,
        Mark::Cleared => Role::Cleared,
        Mark::Added => Role::Added,
        Mark::Changed => Role::Changed,
        Mark::Deleted => Role::Deleted,
        Mark::Replaced => Role::Replaced,
        Mark::Warning => Role::Warning,
    }
}

/// Returns the role of an explanation line.
pub(crate) fn of_line(kind: LineKind) -> Role {
    match kind {
        LineKind::Title => Role::Title,
        LineKind::Sentence | LineKind::Blank | LineKind::Aligned => Role::Text,
        LineKind::Rule => Role::Key,
        LineKind::Place => Role::Dim,
        LineKind::Kubernetes | LineKind::OtherCause | LineKind::Folded => Role::Rejected,
        LineKind::Fix => Role::Added,
        LineKind::Warning => Role::Warning,
    }
}
