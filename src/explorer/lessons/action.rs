//! What can be asked of the lessons.

/// The lessons, and presenting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LessonsAction {
    /// Lists the lessons.
    List,
    /// Shows question and point of the open lesson.
    Page,
    /// Starts or stops presenting.
    Present,
}
