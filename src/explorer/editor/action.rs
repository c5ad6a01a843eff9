//! Actions of the text area.

/// An action of the text area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EditorAction {
    /// Opens or closes the text area with the live object or the patch.
    Edit,
    /// Opens the result in the text area; the patch that produces it is computed.
    EditResult,
    /// Opens the file under the cursor in the user's editor.
    External,
    /// Lists the completions at the cursor, or inserts the only one.
    Complete,
    /// Lists the completions after a letter was typed in the list, even if there is only one.
    Narrow,
    /// Inserts the completion with an index.
    Insert(usize),
    /// Saves the text.
    Save,
    /// Shows the change of the fix for the current warning or rejection, and asks whether to apply it.
    ApplyFix,
    /// Undoes the fix that was applied last.
    UndoFix,
}
