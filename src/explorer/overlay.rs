//! What lies over the panes: help, the list of lessons, a question.

use crate::merge::Semantics;

/// One lesson of the course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Its name, as its folder is called.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What one should ask oneself at step 0.
    pub question: String,
    /// What one should have seen at the end.
    pub point: String,
    /// The semantics that it opens with.
    pub semantics: Semantics,
    /// The live manifest.
    pub live: String,
    /// The patch.
    pub patch: String,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The text area is to be left, and its text is not saved.
    LeaveUnsaved,
    /// The program is to be left, and a text is not saved.
    QuitUnsaved,
    /// The file has other bytes than when the text area was opened.
    Conflict,
}

impl Question {
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
pub enum Overlay {
    /// The help, scrolled down by so many rows.
    Help { scroll: usize },
    /// The list of lessons, with its cursor.
    Lessons { cursor: usize },
    /// A question.
    Question(Question),
}
