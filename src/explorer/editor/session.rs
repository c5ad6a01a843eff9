//! The text that is edited.

use crate::explorer::inputs::input_id::InputId;
use crate::explorer::panes::jump_point::JumpPoint;
use crate::explorer::popups::question::Confirmation;

/// Which way a fix goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FixStage {
    Applied,
    TakenBack,
}

/// The text that is edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditSession {
    /// The input that is saved.
    pub input: InputId,
    /// The text when it was opened or saved last.
    pub saved: String,
    /// The text.
    pub text: String,
    /// The bytes that the file must still have when it is saved.
    pub base: Vec<u8>,
    /// The bytes of the file, if they are no longer those.
    pub(super) theirs: Option<Vec<u8>>,
    /// If the result is edited: the patch that leads to it, which is what saving writes.
    pub(super) result_patch: Option<String>,
    /// Why no patch leads to the edited result. Then nothing is saved: the patch belongs to an earlier text.
    pub(super) patch_error: Option<String>,
    /// What the result is made of has changed, and the user has not decided yet what happens with the text.
    pub(super) overtaken: bool,
    /// The text is the patch with a fix: it is closed once it is saved.
    pub(super) fix: Option<FixStage>,
    /// What the user asked for before the text was saved: leave the text area, or the program.
    pub(super) once_saved: Option<Confirmation>,
    /// Where the user was when the result was opened; none once something is typed.
    pub(super) from: Option<JumpPoint>,
    /// The cursor: its line and the characters before it, from 0.
    pub(super) cursor: (usize, usize),
    /// What is to be inserted at the cursor, and how many characters before it are replaced.
    pub(super) insertion: Option<(usize, String)>,
    /// The line, from 0, where the cursor starts.
    pub line: usize,
    /// Characters before it there.
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
            overtaken: false,
            fix: None,
            once_saved: None,
            from: None,
            cursor: (0, 0),
            insertion: None,
            line: 0,
            column: 0,
        }
    }

    /// What saving writes.
    pub fn written(&self) -> &str {
        self.result_patch.as_deref().unwrap_or(&self.text)
    }

    /// Whether it is the result that is edited.
    pub fn edits_result(&self) -> bool {
        self.result_patch.is_some()
    }

    /// Whether there is something to save.
    pub fn is_dirty(&self) -> bool {
        self.text != self.saved
    }

    /// Whether the file, or what the result is made of, has changed since, and the user has not decided yet which text stays.
    pub fn is_outdated(&self) -> bool {
        self.theirs.is_some() || self.overtaken
    }

    /// The file has these bytes, and they are what is edited.
    pub(super) fn set_base(&mut self, bytes: Vec<u8>) {
        self.saved.clone_from(&self.text);
        self.base = bytes;
        self.theirs = None;
    }
}
