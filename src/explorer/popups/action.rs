//! What can be asked of a line that is typed.

/// Editing and taking the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromptAction {
    /// Changes the line.
    Edit(LineEdit),
    /// Completes the line.
    Complete,
    /// Accepts the line.
    Accept,
}

/// A change of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineEdit {
    /// Inserts a character at the caret.
    Insert(char),
    /// Deletes the character before the caret.
    Erase,
    /// Deletes the character after the caret.
    EraseForward,
    /// Deletes the word before the caret.
    EraseWord,
    /// Deletes everything before the caret.
    EraseAll,
    /// Moves the caret left.
    Left,
    /// Moves the caret right.
    Right,
    /// Moves the caret to the start.
    Start,
    /// Moves the caret to the end.
    End,
}
