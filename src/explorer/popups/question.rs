//! Questions.

use crate::explorer::export::format::ExportFormat;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// Leave the text area with unsaved text?
    LeaveUnsaved,
    /// Quit with unsaved text?
    QuitUnsaved,
    /// The file has changed since the text area was opened: keep the text?
    Conflict,
    /// What the edited result is made of has changed: keep the text?
    Overtaken,
    /// A file with that name exists: replace it?
    ReplaceFile(ExportFormat),
}

impl Confirmation {
    /// The question, and what yes and no do.
    pub fn text(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::LeaveUnsaved => (
                "The text is not saved. Leave it all the same?",
                "leave, the change is lost",
                "go on editing",
            ),
            Self::QuitUnsaved => (
                "The text is not saved. Quit all the same?",
                "quit, the change is lost",
                "stay",
            ),
            Self::ReplaceFile(_) => (
                "There is a file of that name already. Replace it?",
                "replace it, what it holds is lost",
                "leave it as it is",
            ),
            Self::Overtaken => (
                "What the result is made of was changed by somebody else while you edit it.",
                "keep your text (its patch may undo their change)",
                "take the new result (your text is lost)",
            ),
            Self::Conflict => (
                "The file was changed by somebody else while you edit it.",
                "keep your text (saving it replaces theirs)",
                "take the file (your text is lost)",
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
}
