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

/// The texts of a question.
pub struct QuestionText {
    /// The question.
    pub question: &'static str,
    /// The labels of yes and no.
    pub answers: [&'static str; 2],
    /// The labels of yes and no in one or two words.
    pub short_answers: [&'static str; 2],
    /// The label of the third answer, if there is one.
    pub save: Option<&'static str>,
}

impl Confirmation {
    /// Returns the texts.
    #[rustfmt::skip]
    pub fn text(self) -> QuestionText {
        let unsaved = "There are unsaved changes.";
        let discard = ["discard", "keep editing"];
        let (question, answers, short_answers, save) = match self {
            Self::LeaveUnsaved => (unsaved, ["discard them", "keep editing"], discard, Some("save and leave")),
            Self::QuitUnsaved => (unsaved, ["discard them and quit", "keep editing"], discard, Some("save and quit")),
            Self::QuitChanged => (
                "The changed text has no file to be saved in. Quit?",
                ["quit and lose the text", "stay"], ["quit", "stay"], Some("save as a file and quit"),
            ),
            Self::LeaveLesson(_) => (
                "The changed text is not saved. Open the other lesson?",
                ["discard it", "stay here"], ["discard", "stay"], Some("save it as a file first"),
            ),
            Self::ReplaceFile(_) => ("The file exists. Overwrite it?", ["overwrite", "cancel"], ["overwrite", "cancel"], None),
            Self::RewritePatch => (
                "The patch file changes as shown. Save it?",
                ["save the file", "keep editing"], ["save", "keep editing"], None,
            ),
            Self::ApplyFix => (
                "The fix changes the patch as shown. Apply it?",
                ["apply it", "change nothing"], ["apply", "cancel"], None,
            ),
            Self::Recovered => (
                "Unsaved text of an earlier run is kept. Open it?",
                ["open it in the text area", "delete it"], ["open", "delete"], None,
            ),
            Self::InputsChanged => (
                "The inputs changed on disk while you were editing the result.",
                ["keep mine (the patch may undo those changes)", "load the new result (undo restores your text)"],
                ["keep mine", "load"], None,
            ),
            Self::Conflict => (
                "The file changed on disk (-: the file, +: your text).",
                ["keep mine (saving overwrites the file)", "load the file (undo restores your text)"],
                ["keep mine", "load"], None,
            ),
        };
        QuestionText { question, answers, short_answers, save }
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
