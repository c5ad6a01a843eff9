//! Which part of a theme stands for which mark.

use crate::merge::Mark;
use crate::terminal::theme::Role;

/// The style of a mark.
pub(super) fn of_mark(mark: Mark) -> Role {
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
