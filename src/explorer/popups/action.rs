//! Actions of popups and of the prompt.

/// The lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListKind {
    /// The steps that touched the line under the cursor.
    History,
    /// The texts that can be copied from the line under the cursor.
    Copy,
    /// The compliance types on this object.
    Types,
    /// The object templates of the policy.
    Templates,
    /// The objects of a live text that contains several.
    Objects,
    /// The ledger of an apply.
    Ledger,
    /// The export formats.
    Export,
    /// The effects of steps, to filter the steps by one.
    Effects,
    /// The versions.
    Versions,
    /// The completions at the cursor of the text area.
    Completions,
    /// The answers to the question about the next step.
    Predict,
    /// The question and the point of the open lesson.
    LessonPage,
    /// The lessons.
    Lessons,
}

/// An action of the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromptAction {
    /// Edits the text.
    Edit(LineEdit),
    /// Completes the text.
    Complete,
    /// Selects the previous candidate, or the previous row of the filtered list, or recalls an earlier text.
    Previous,
    /// Selects the next candidate, or the next row of the filtered list, or recalls a later text.
    Next,
    /// Selects a candidate or a row one page above.
    PageUp,
    /// Selects a candidate or a row one page below.
    PageDown,
    /// Selects the next candidate, or the previous one, for the mouse wheel.
    Scroll(i32),
    /// Accepts a candidate (from 0), for a click.
    Pick(usize),
    /// Accepts the text.
    Accept,
}

/// A change of the text or the caret.
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
    /// Deletes all text before the caret.
    EraseAll,
    /// Deletes all text after the caret.
    EraseToEnd,
    /// Moves the caret left.
    Left,
    /// Moves the caret right.
    Right,
    /// Moves the caret to the start.
    Start,
    /// Moves the caret to the end.
    End,
}
