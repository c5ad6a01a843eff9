//! Actions of the lessons.

/// An action of the lessons or of presentation mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LessonsAction {
    /// Opens the lesson with an index.
    OpenLesson(usize),
    /// Opens the next lesson.
    Next,
    /// Starts or stops presentation mode.
    Present,
}
