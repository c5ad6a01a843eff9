//! What can be asked of the text area.

/// Editing an input or the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EditorAction {
    /// Opens or closes the text area over live or patch.
    Edit,
    /// Opens the result in the text area; the patch that leads there is computed.
    EditResult,
    /// Opens the file under the cursor in the editor of the user.
    External,
    /// Lists what can be written at the cursor, or writes it if there is only one.
    Complete,
    /// The same after a letter was typed in the list: one is listed, too.
    Narrow,
    /// Writes one of these, by index.
    Insert(usize),
    /// Saves the text.
    Save,
    /// Shows what the fix of the current warning or rejection changes, and asks whether it is applied.
    ApplyFix,
    /// Takes back the fix that was applied last.
    UndoFix,
}
