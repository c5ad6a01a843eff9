//! The page of a lesson: its question, and its point after the last step.

use super::action::ListKind;
use super::list::{ListContent, ListView};
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::workspace::Workspace;

/// The page of the open lesson.
#[derive(Clone, Debug)]
pub(crate) struct LessonPage;

impl ListContent for LessonPage {
    fn open(cx: &mut Workspace) -> Option<(Self, usize)> {
        cx.stop_playing();
        Some((Self, 0))
    }

    fn blocker(cx: &Workspace) -> Option<HintText> {
        let lists = [Action::Open(ListKind::Lessons)];
        let has_none = cx.lesson().is_none();
        has_none.then(|| words("no lesson is open: {} lists them", lists))
    }

    fn len(&self, _cx: &Workspace) -> usize {
        0
    }

    fn view(&self, _cursor: usize, cx: &Workspace) -> ListView {
        let Some(lesson) = cx.lesson() else {
            return ListView::default();
        };
        // The point would tell what the steps are going to do.
        let point = if cx.merged().position() == cx.merged().len() {
            lesson.answer_under(cx.semantics())
        } else {
            "The point is told here once the last step is reached.".to_owned()
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

    fn choose(&self, _at: usize, _cx: &mut Workspace) -> Option<Action> {
        None
    }
}
