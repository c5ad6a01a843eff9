//! Presenting: large, quiet, and by itself. And the page of a lesson.

use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::hint_text::words;
use crate::explorer::popups::list::ListView;
use crate::explorer::popups::{ListKind, Popup};
use crate::explorer::state::Explorer;
use crate::report::explanation_line::{ExplanationLine, LineKind};

impl Explorer {
    /// Whether the screen is one for an audience.
    pub fn is_presenting(&self) -> bool {
        self.presenting
    }

    /// Begins to present from the beginning, or stops; so does Esc.
    pub(crate) fn toggle_present(&mut self) {
        self.presenting = !self.presenting;
        self.zoomed = false;
        self.player.playing = self.presenting && !self.session.is_empty();
        if self.presenting {
            self.player.calm();
            if self.session.position() == self.session.len() {
                self.go_to(0);
            }
        }
    }

    /// Presents from the first frame on, where that is asked for.
    pub fn with_presenting(mut self, presenting: bool) -> Self {
        if presenting {
            self.toggle_present();
        }
        self
    }

    /// Only what is read aloud, with space between.
    pub(crate) fn spaced(lines: Vec<ExplanationLine>) -> Vec<ExplanationLine> {
        let blank = || crate::report::explanation_line::explanation_line(LineKind::Blank, "");
        let told =
            |line: &ExplanationLine| !matches!(line.kind, LineKind::Place | LineKind::Blank | LineKind::Rule);
        let lines = lines.into_iter().filter(told);
        lines.flat_map(|line| [line, blank()]).collect()
    }

    /// Opens the page of the lesson.
    pub(crate) fn open_lesson_page(&mut self) {
        self.player.playing = false;
        self.overlay = Some(Popup::List {
            listing: ListKind::LessonPage,
            cursor: 0,
        });
    }

    pub(crate) fn lesson_page(&self) -> ListView {
        let Some(lesson) = self.lesson() else {
            return ListView::default();
        };
        // Who has not seen the steps shall not read the answer.
        let point = match self.session.position() == self.session.len() {
            true => lesson.answer_under(self.semantics()),
            false => "The point is told here once the last step is reached.".to_owned(),
        };
        let says = format!(
            "Guess first:\n{}\n \n{}\n \nSemantics: {} ({}).",
            visible(&lesson.question),
            visible(&point),
            lesson.semantics,
            lesson.semantics.meaning()
        );
        ListView {
            title: visible(&lesson.title).into_owned(),
            says: Some(says),
            hint: words("{} closes", [Action::CLOSE]),
            ..ListView::default()
        }
    }
}
