//! Questions about files and unsaved text.

use crate::explorer::export::format::ExportFormat;

/// The questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// Leave the text area with unsaved text?
    LeaveUnsaved,
    /// Quit with unsaved text?
    QuitUnsaved,
    /// Quit, although text that has no file was changed?
    QuitChanged,
    /// Open the lesson with this index, although text that has no file was changed?
    LeaveLesson(usize),
    /// The file has changed since the text area was opened: keep the text?
    Conflict,
    /// The inputs of the edited result have changed: keep the text?
    InputsChanged,
    /// Saving changes the patch file as shown: save it?
    RewritePatch,
    /// The fix changes the patch as shown: apply it?
    ApplyFix,
    /// An earlier run left unsaved text: open it?
    Recovered,
    /// A file with that name exists: replace it?
    ReplaceFile(ExportFormat),
}

impl Confirmation {
    /// Returns the label of the third answer, if there is one.
    pub fn save_text(self) -> Option<&'static str> {
        match self {
            Self::LeaveUnsaved => Some("save and leave"),
            Self::QuitUnsaved => Some("save and quit"),
            Self::QuitChanged => Some("save as a file and quit"),
            Self::LeaveLesson(_) => Some("save as a file, then open the other lesson"),
            _ => None,
        }
    }

    /// Returns the labels of yes and no in one or two words.
    pub fn short_answers(self) -> [&'static str; 2] {
        match self {
            Self::LeaveUnsaved | Self::QuitUnsaved => ["discard", "keep editing"],
            Self::QuitChanged => ["quit", "stay"],
            Self::LeaveLesson(_) => ["discard", "stay"],
            Self::ReplaceFile(_) => ["overwrite", "cancel"],
            Self::RewritePatch => ["save", "keep editing"],
            Self::ApplyFix => ["apply", "cancel"],
            Self::Recovered => ["open", "delete"],
            Self::InputsChanged | Self::Conflict => ["keep mine", "load"],
        }
    }

    /// Returns the question and the labels of yes and no.
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
            Self::LeaveLesson(_) => (
                "The changed text has no file to be saved in. Open another lesson?",
                "open it and lose the text",
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
            Self::InputsChanged => (
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
    /// The question.
    pub confirmation: Confirmation,
    /// The name of the file; not escaped.
    pub file: String,
    /// The lines shown with the question, such as a diff; not escaped.
    pub lines: Vec<String>,
    /// The scroll offset, in lines.
    pub scroll: usize,
}
