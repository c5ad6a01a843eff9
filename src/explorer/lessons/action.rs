//! What can be asked of the lessons.

/// The lessons, and presenting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LessonsAction {
    /// Opens the lesson with an index.
    OpenLesson(usize),
    /// Opens the next lesson.
    Next,
    /// Starts or stops presenting.
    Present,
}
