//! What has the keys.

/// What has the keys: the top layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyContext {
    /// The panes.
    Main,
    /// A popup with text, such as the help.
    Help,
    /// The list of lessons.
    Lessons,
    /// Another list.
    List,
    /// The list of what can be copied.
    Copy,
    /// The list of versions.
    Versions,
    /// Two results side by side.
    Compare,
    /// The order of a list.
    ListOrder,
    /// The line that is typed; it gets the keys that are not in the table.
    Prompt,
    /// A question.
    Question,
    /// The text area; it gets the keys that are not in the table.
    Edit,
}
