//! Lessons on the screen: opening them, their exercises and their progress. See [`crate::course`] for their form.

pub(crate) mod action;
pub(crate) mod exercise;
pub(crate) mod progress;

use std::sync::Arc;

use action::LessonsAction;
use exercise::{ExerciseProgress, exercise_progress};

use super::action::Action;
use super::apply::open::open_apply;
use super::hint_text::{HintText, words};
use super::inputs::mode::Mode;
use super::inputs::open;
use super::inputs::opening::{ApplyOpening, InputFile, Opening};
use super::inputs::read::nothing;
use super::panes::action::PanesAction;
use super::panes::focus::Focus;
use super::playback::action::PlaybackAction;
use super::popups::action::ListKind;
use super::workspace::Workspace;
use super::workspace::session::Session;
use crate::course::{Lesson, LessonForm};
use crate::document::ReadError;
use crate::schema::Schema;

/// Opens a lesson, a merge or an apply, at step 0.
///
/// # Errors
/// The first input that cannot be read.
pub(crate) fn open(index: usize, schema: Arc<Schema>, session: Session) -> Result<Workspace, ReadError> {
    let lessons = Arc::clone(&session.lessons);
    let lesson = lessons.get(index).ok_or_else(nothing)?;
    let mut workspace = open_documents(lesson, schema, session)?;
    workspace.lesson = Some(index);
    workspace.go_to_start();
    Ok(workspace)
}

fn open_documents(lesson: &Lesson, schema: Arc<Schema>, session: Session) -> Result<Workspace, ReadError> {
    let file = |name: &str, text: &str| InputFile {
        name: lesson.file(name),
        bytes: text.as_bytes().to_vec(),
        file: false,
    };
    let live = file("live.yaml", &lesson.live);
    if let LessonForm::Apply { manifest } = &lesson.form {
        let opening = ApplyOpening {
            live,
            manifest: file("manifest.yaml", manifest),
            last_applied: None,
            schema,
            overwrite: true,
        };
        return open_apply(opening, session);
    }
    let opening = Opening {
        live,
        patches: lesson.patches().map(|(name, text)| file(name, text)).collect(),
        schema,
        semantics: lesson.semantics,
    };
    open::open(opening, Mode::Files, session)
}

/// Opens a lesson in place of the current documents; settings of the user are kept.
///
/// # Errors
/// The first input that cannot be read.
pub(crate) fn open_next(index: usize, cx: &Workspace) -> Result<Workspace, ReadError> {
    let schema = Arc::clone(&cx.merged().merge().inputs.schema);
    open(index, schema, cx.session.clone().for_other_documents())
}

/// Returns the index of the lesson after the open one.
///
/// # Errors
/// No lesson is open, or it is the last one. The error is text for the status line.
pub(crate) fn next(cx: &Workspace) -> Result<usize, HintText> {
    let lists = [Action::Open(ListKind::Lessons)];
    let Some(index) = cx.lesson else {
        return Err(words("no lesson is open; {}: list of lessons", lists));
    };
    match index + 1 < cx.session.lessons.len() {
        true => Ok(index + 1),
        false => Err("this is the last lesson".into()),
    }
}

/// Marks the exercise as solved if the result is its goal. Before the last step, the result is computed only
/// if the patch `is_new`.
pub(crate) fn note_solved(is_new: bool, cx: &mut Workspace) {
    let Some(lesson) = cx.lesson().filter(|lesson| lesson.is_exercise()) else {
        return;
    };
    let merged = cx.merged();
    let is_at_end = merged.position() == merged.len();
    if cx.session.progress.is_done(lesson) || !is_at_end && !is_new {
        return;
    }
    if exercise_progress(cx) != Some(ExerciseProgress::Solved) {
        return;
    }
    let lesson = lesson.clone();
    cx.session.progress.finish(&lesson);
    cx.say(solved());
}

/// Returns the message about a solved exercise.
pub(crate) fn solved() -> HintText {
    words(
        "solved; {}: show the point, {}: next lesson",
        [
            Action::Open(ListKind::LessonPage),
            Action::Lessons(LessonsAction::Next),
        ],
    )
}

/// Returns the answer (from 0) that a digit key gives while the question of a lesson is presented. Otherwise
/// digit keys move the focus.
pub(crate) fn presented_answer(action: Action, cx: &Workspace) -> Option<usize> {
    let Action::Panes(PanesAction::FocusOn(focus)) = action else {
        return None;
    };
    let lesson = cx
        .lesson()
        .filter(|lesson| cx.session.presenting && !lesson.is_exercise())?;
    let answer = match focus {
        Focus::Document(pane) => pane as usize,
        Focus::Steps => 3,
        Focus::Why => 4,
    };
    (cx.merged().position() == 0 && answer < lesson.choices.len()).then_some(answer)
}

/// Starts or stops presentation mode. It starts at the first step and plays at once; a lesson asks its
/// question first.
pub(crate) fn toggle_presenting(cx: &mut Workspace) {
    let presents = !cx.session.presenting;
    cx.session.presenting = presents;
    cx.session.layout.zoomed = false;
    cx.session.player.playing = presents && !cx.merged().is_empty() && cx.lesson.is_none();
    if presents {
        cx.session.player.set_slowest();
        if cx.lesson.is_some() || cx.merged().position() == cx.merged().len() {
            cx.go_to(0);
        }
        if cx.lesson.is_some() {
            cx.say(words("{}: play", [Action::Playback(PlaybackAction::Play)]));
        }
    }
}
