//! The list of lessons.

use super::list::{ListContent, ListItem, ListView};
use crate::course::Lesson;
use crate::explorer::action::Action;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::key_context::KeyContext;
use crate::explorer::lessons::action::LessonsAction;
use crate::explorer::workspace::Workspace;

/// The list of lessons. It is drawn by its own function, which reads the lessons directly.
#[derive(Clone, Debug)]
pub(crate) struct LessonList;

impl ListContent for LessonList {
    fn open(cx: &mut Workspace) -> Option<(Self, usize)> {
        Some((Self, cx.lesson.unwrap_or(0)))
    }

    fn blocker(cx: &Workspace) -> Option<HintText> {
        let has_none = cx.session.lessons.is_empty();
        has_none.then(|| "there are no lessons".into())
    }

    fn len(&self, cx: &Workspace) -> usize {
        cx.session.lessons.len()
    }

    fn view(&self, _cursor: usize, cx: &Workspace) -> ListView {
        let lessons = cx.session.lessons.iter();
        let row = |lesson: &Lesson| ListItem {
            lead: lesson.number().to_string(),
            label: lesson.title.clone(),
            text: lesson.chapter.clone(),
            ..ListItem::default()
        };
        ListView {
            rows: lessons.map(row).collect(),
            hint: words("{}: open, {}: close", [Action::CHOOSE, Action::CLOSE]),
            ..ListView::default()
        }
    }

    fn choose(&self, index: usize, _cx: &mut Workspace) -> Option<Action> {
        Some(Action::Lessons(LessonsAction::OpenLesson(index)))
    }

    fn key_context(&self) -> KeyContext {
        KeyContext::Lessons
    }
}
