//! Key contexts.

/// The part of the screen that gets the keys: the top layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyContext {
    /// The panes.
    Main,
    /// A popup with text, such as the help.
    Help,
    /// The list of lessons.
    Lessons,
    /// A list without a context of its own.
    List,
    /// The list of texts to copy.
    Copy,
    /// The list of versions.
    Versions,
    /// The page of a lesson.
    LessonPage,
    /// Two results side by side.
    Compare,
    /// The order of a list.
    ListOrder,
    /// The prompt. It also gets keys that have no binding.
    Prompt,
    /// A popup that asks a question.
    Question,
    /// The text area. It also gets keys that have no binding.
    Edit,
}
