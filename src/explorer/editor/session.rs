//! The text that is being edited.

use crate::explorer::inputs::input_id::InputId;
use crate::explorer::panes::jump_point::JumpPoint;
use crate::explorer::popups::question::Confirmation;

/// The state of a fix in the text area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FixStage {
    Applied,
    Undone,
}

/// The text that is being edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditSession {
    /// The input whose file is saved.
    pub input: InputId,
    /// The text when it was opened or last saved.
    pub saved: String,
    /// The current text.
    pub text: String,
    /// The bytes that the file must have for the save.
    pub base: Vec<u8>,
    /// The bytes of the file, if they differ from `base`.
    pub(super) theirs: Option<Vec<u8>>,
    /// The patch that produces the edited result, if the result is edited. It is what a save writes.
    pub(super) result_patch: Option<String>,
    /// The reason why no patch produces the edited result. It prevents saving, because the computed patch
    /// belongs to an earlier text.
    pub(super) patch_error: Option<String>,
    /// The inputs of the edited result have changed, and the user has not decided yet whether to keep the
    /// text.
    pub(super) inputs_changed: bool,
    /// The fix that the text is, if any. The text area closes when it is saved.
    pub(super) fix: Option<FixStage>,
    /// The request to continue with after the save: to close the text area or to quit.
    pub(super) after_save: Option<Confirmation>,
    /// The position before the result was opened; `None` after the first change.
    pub(super) from: Option<JumpPoint>,
    /// The cursor: its line and the number of characters before it, from 0.
    pub(super) cursor: (usize, usize),
    /// The text to insert at the cursor, and the number of characters before the cursor that it replaces.
    pub(super) insertion: Option<(usize, String)>,
    /// The initial line of the cursor, from 0.
    pub line: usize,
    /// The number of characters before the initial cursor in its line.
    pub column: usize,
}

impl EditSession {
    pub(super) fn new(input: InputId, base: Vec<u8>, text: String) -> Self {
        Self {
            input,
            saved: text.clone(),
            text,
            base,
            theirs: None,
            result_patch: None,
            patch_error: None,
            inputs_changed: false,
            fix: None,
            after_save: None,
            from: None,
            cursor: (0, 0),
            insertion: None,
            line: 0,
            column: 0,
        }
    }

    /// Returns the text that a save writes.
    pub fn written(&self) -> &str {
        self.result_patch.as_deref().unwrap_or(&self.text)
    }

    /// Returns whether the result is edited.
    pub fn edits_result(&self) -> bool {
        self.result_patch.is_some()
    }

    /// Returns whether there are unsaved changes.
    pub fn is_dirty(&self) -> bool {
        self.text != self.saved
    }

    /// Returns whether the file or the inputs have changed and the user has not decided yet which text to
    /// keep.
    pub fn is_outdated(&self) -> bool {
        self.theirs.is_some() || self.inputs_changed
    }

    /// Makes the bytes of the file the base; they match the current text.
    pub(super) fn set_base(&mut self, bytes: Vec<u8>) {
        self.saved.clone_from(&self.text);
        self.base = bytes;
        self.theirs = None;
    }
}
