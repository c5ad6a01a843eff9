//! Questions.

use crate::explorer::export::format::ExportFormat;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// Leave the text area with unsaved text?
    LeaveUnsaved,
    /// Quit with unsaved text?
    QuitUnsaved,
    /// Quit, although text that has no file was changed?
    QuitChanged,
    /// The file has changed since the text area was opened: keep the text?
    Conflict,
    /// What the edited result is made of has changed: keep the text?
    Overtaken,
    /// The patch of the edited result changes its file like this: save it?
    RewritePatch,
    /// The fix of a finding changes the patch like this: apply it?
    ApplyFix,
    /// Text is kept that an earlier run could not save: open it?
    Recovered,
    /// A file with that name exists: replace it?
    ReplaceFile(ExportFormat),
}

impl Confirmation {
    /// What the third answer does, if there is one.
    pub fn save_text(self) -> Option<&'static str> {
        match self {
            Self::LeaveUnsaved => Some("save and leave"),
            Self::QuitUnsaved => Some("save and quit"),
            _ => None,
        }
    }

    /// The question, and what yes and no do.
    pub fn text(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::LeaveUnsaved => ("There are unsaved changes.", "discard them", "keep editing"),
            Self::QuitUnsaved => (
                "There are unsaved changes.",
                "discard them and quit",
                "keep editing",
            ),
            Self::QuitChanged => (
                "The changed text has no file to be saved in. Quit?",
                "quit and lose the text",
                "stay",
            ),
            Self::ReplaceFile(_) => ("The file exists. Overwrite it?", "overwrite", "cancel"),
            Self::RewritePatch => (
                "The patch file changes as shown. Save it?",
                "save the file",
                "keep editing",
            ),
            Self::ApplyFix => (
                "The fix changes the patch as shown. Apply it?",
                "apply it",
                "change nothing",
            ),
            Self::Recovered => (
                "Unsaved text of an earlier run is kept. Open it?",
                "open it in the text area",
                "delete it",
            ),
            Self::Overtaken => (
                "The inputs changed on disk while you were editing the result.",
                "keep mine (the patch may undo those changes)",
                "load the new result (undo restores your text)",
            ),
            Self::Conflict => (
                "The file changed on disk (-: the file, +: your text).",
                "keep mine (saving overwrites the file)",
                "load the file (undo restores your text)",
            ),
        }
    }
}

/// A question about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub confirmation: Confirmation,
    /// The name of the file; not escaped.
    pub file: String,
    /// What is shown with it: a diff; not escaped.
    pub lines: Vec<String>,
    /// By how many lines it is scrolled down.
    pub scroll: usize,
}
