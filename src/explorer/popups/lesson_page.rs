//! The page of a lesson: its question and answers, or the task and the hints of an exercise, and its point.

use super::action::ListKind;
use super::list::{ListContent, ListItem, ListView};
use crate::course::Lesson;
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::editor::action::EditorAction;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::key_context::KeyContext;
use crate::explorer::lessons::action::LessonsAction;
use crate::explorer::lessons::exercise::{ExerciseProgress, exercise_progress};
use crate::explorer::workspace::Workspace;

/// The page of the open lesson.
#[derive(Clone, Debug)]
pub(crate) struct LessonPage;

/// Returns the choices: the answers to the question, or the next hint of an exercise.
fn choices(lesson: &Lesson, cx: &Workspace) -> Vec<String> {
    if lesson.is_exercise() {
        let next = cx.session.progress.hints(lesson).len() + 1;
        let count = lesson.hints.len();
        return match next <= count && !cx.session.progress.is_done(lesson) {
            true => vec![format!("Show hint {next} of {count}")],
            false => Vec::new(),
        };
    }
    lesson.choices.iter().map(|choice| choice.text.clone()).collect()
}

/// Returns the reply to the last answer with a blank line after it, or the visible hints with one before each; escaped.
fn reply(lesson: &Lesson, cx: &Workspace) -> String {
    let progress = &cx.session.progress;
    if lesson.is_exercise() {
        let hints = progress.hints(lesson).iter();
        let hints: String = hints
            .map(|hint| format!("\n \nHint: {}", visible(hint)))
            .collect();
        let solved = if progress.is_done(lesson) {
            "\n \nSolved."
        } else {
            ""
        };
        return hints + solved;
    }
    match progress
        .answer(lesson)
        .and_then(|index| lesson.choices.get(index))
    {
        Some(choice) => {
            let verdict = if choice.is_right { "Right" } else { "Wrong" };
            format!("{verdict}. {}\n \n", visible(&choice.reply))
        }
        None => String::new(),
    }
}

impl ListContent for LessonPage {
    fn open(cx: &mut Workspace) -> Option<(Self, usize)> {
        cx.stop_playing();
        let answer = cx.lesson().and_then(|lesson| cx.session.progress.answer(lesson));
        Some((Self, answer.unwrap_or(0)))
    }

    fn blocker(cx: &Workspace) -> Option<HintText> {
        let lists = [Action::Open(ListKind::Lessons)];
        let has_none = cx.lesson().is_none();
        has_none.then(|| words("no lesson is open; {}: list of lessons", lists))
    }

    fn len(&self, cx: &Workspace) -> usize {
        cx.lesson().map_or(0, |lesson| choices(lesson, cx).len())
    }

    fn view(&self, _cursor: usize, cx: &Workspace) -> ListView {
        let Some(lesson) = cx.lesson() else {
            return ListView::default();
        };
        let edit = Action::Editor(EditorAction::Edit);
        let has_hint = cx.session.progress.hints(lesson).len() < lesson.hints.len();
        // The point reveals the effect of the steps, so it is hidden before the last one.
        let is_solved = cx.session.progress.is_done(lesson);
        let point = match cx.merged().position() == cx.merged().len() {
            _ if lesson.is_exercise() && !is_solved => match exercise_progress(cx) {
                Some(ExerciseProgress::NotRejected) => {
                    "Not solved yet: the result is right, but the lesson has another live object, and for that one the patch must be rejected. The point is shown here when the exercise is solved."
                }
                _ => "Not solved yet: edit the patch. The point is shown here when the exercise is solved.",
            },
            is_at_end if is_at_end || lesson.is_exercise() => {
                &lesson.answer_under(&cx.merged().merge().inputs)
            }
            _ => "The point is shown here after the last step.",
        };
        let about = format!(
            "{}\n \nThis lesson uses {} semantics: {}.",
            visible(point),
            lesson.semantics,
            lesson.semantics.meaning()
        );
        let (question, reply) = (visible(&lesson.question), reply(lesson, cx));
        // The answers follow their question; a hint is offered below the other text.
        let (sentence, below) = match lesson.is_exercise() {
            true => (format!("{question}{reply}\n \n{about}"), String::new()),
            false => (question.into_owned(), format!("{reply}{about}")),
        };
        let row = |(index, text): (usize, &String)| ListItem {
            lead: (index + 1).to_string(),
            text: visible(text).into_owned(),
            ..ListItem::default()
        };
        ListView {
            title: visible(&lesson.title).into_owned(),
            sentence: Some(sentence),
            rows: choices(lesson, cx).iter().enumerate().map(row).collect(),
            wraps: true,
            below,
            hint: match lesson.is_exercise() {
                true if is_solved => words(
                    "{}: close, then {}: next lesson",
                    [Action::CLOSE, Action::Lessons(LessonsAction::Next)],
                ),
                true if has_hint => words(
                    "{}: show hint, {}: edit the patch, {}: close",
                    [Action::CHOOSE, edit, Action::CLOSE],
                ),
                true => words("{}: edit the patch, {}: close", [edit, Action::CLOSE]),
                false => words("{}: answer, {}: close", [Action::CHOOSE, Action::CLOSE]),
            },
            ..ListView::default()
        }
    }

    fn key_context(&self) -> KeyContext {
        KeyContext::LessonPage
    }

    fn choose(&self, index: usize, cx: &mut Workspace) -> Option<Action> {
        let lesson = cx.lesson()?.clone();
        match lesson.is_exercise() {
            true => cx.session.progress.show_hint(&lesson),
            false => cx.session.progress.record_answer(&lesson, index),
        }
        // Open the page again to show the reply.
        Some(Action::Open(ListKind::LessonPage))
    }
}
