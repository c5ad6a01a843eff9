//! What can be asked of popups and of the line that is typed.

/// Which list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListKind {
    /// The steps that touched the line under the cursor.
    History,
    /// What can be copied of the line under the cursor.
    Copy,
    /// The compliance types on this object.
    Types,
    /// The object templates of the policy.
    Templates,
    /// The objects of a live text that holds several.
    Objects,
    /// The ledger of an apply.
    Ledger,
    /// What can be written to a file.
    Export,
    /// The effects of the steps, to show only the steps of one.
    Filter,
    /// The versions.
    Versions,
    /// What can be written at the cursor of the text area.
    Completions,
    /// What the next step can do.
    Predict,
    /// Question and point of the open lesson.
    LessonPage,
    /// The lessons.
    Lessons,
}

/// Editing and taking the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromptAction {
    /// Changes the line.
    Edit(LineEdit),
    /// Completes the line.
    Complete,
    /// To the previous candidate, or the previous row of the list that is filtered.
    Previous,
    /// To the next one.
    Next,
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
