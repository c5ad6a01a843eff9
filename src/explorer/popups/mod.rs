//! What lies over the panes: help, a list, a question.

pub(crate) mod action;
pub(crate) mod copy;
pub(crate) mod export;
mod line_history;
pub(crate) mod line_history_state;
pub(crate) mod list;
mod merge_changed;
mod prompt;
pub(crate) mod prompt_line;

use super::export::format::ExportFormat;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// The text area is to be left, and its text is not saved.
    LeaveUnsaved,
    /// The program is to be left, and a text is not saved.
    QuitUnsaved,
    /// The file has other bytes than when the text area was opened.
    Conflict,
    /// What the edited result was made of has changed.
    Overtaken,
    /// A file is to be written, and there is one of that name.
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

/// What lies on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Popup {
    /// The help, scrolled down by so many rows.
    Help { scroll: usize },
    /// kubectl's answer, scrolled down by so many lines.
    Answer { scroll: usize },
    /// The ledger of an apply, scrolled down by so many lines.
    Ledger { scroll: usize },
    /// The list of lessons, with its cursor.
    Lessons { cursor: usize },
    /// A list of choices, with its cursor.
    List { listing: ListKind, cursor: usize },
    /// A question.
    Question(Confirmation),
}

/// Which list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKind {
    /// The steps that touched a line.
    History,
    /// What can be copied of a line.
    Copy,
    /// The compliance types on this object.
    Types,
    /// The object templates of the policy.
    Templates,
    /// What can be written to a file.
    Export,
    /// The effects of the steps, to show only those of one.
    Filter,
    /// The versions.
    Versions,
    /// What the next step may do.
    Predict,
    /// Question and point of the lesson.
    LessonPage,
}
