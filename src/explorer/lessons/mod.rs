//! The lessons, and presenting.

pub(crate) mod action;
pub(crate) mod course;

pub use course::{Lesson, LessonError, all};

use std::sync::Arc;

use super::inputs::mode::Mode;
use super::inputs::open;
use super::inputs::opening::{InputFile, Opening};
use super::inputs::read::nothing;
use super::workspace::Workspace;
use super::workspace::session::Session;
use crate::document::ReadError;
use crate::schema::Schema;

/// Opens a lesson on step 0.
///
/// # Errors
/// The first text that cannot be read.
pub(crate) fn open(index: usize, schema: Arc<Schema>, session: Session) -> Result<Workspace, ReadError> {
    let lesson = session.lessons.get(index).ok_or_else(nothing)?;
    let mut workspace = open::open(opening(lesson, schema), Mode::Lesson(index), session)?;
    workspace.go_to_start();
    let session = &mut workspace.session;
    session.player.playing = session.presenting;
    Ok(workspace)
}

/// Opens a lesson in place of what is shown; what belongs to the user stays.
///
/// # Errors
/// The first text that cannot be read.
pub(crate) fn open_next(index: usize, cx: &Workspace) -> Result<Workspace, ReadError> {
    let schema = Arc::clone(&cx.merged().merge().inputs.schema);
    open(index, schema, cx.session.clone().for_other_documents())
}

/// The inputs of a lesson.
fn opening(lesson: &Lesson, schema: Arc<Schema>) -> Opening {
    let file = |name: &str, text: &str| InputFile {
        name: format!("{}/{name}", lesson.name),
        bytes: text.as_bytes().to_vec(),
        file: false,
    };
    Opening {
        live: file("live.yaml", lesson.live),
        patches: lesson.patches().map(|(name, text)| file(name, text)).collect(),
        schema,
        semantics: lesson.semantics,
    }
}

/// Starts presenting from the first step, or stops: large, quiet and playing by itself.
pub(crate) fn toggle_presenting(cx: &mut Workspace) {
    let presents = !cx.session.presenting;
    cx.session.presenting = presents;
    cx.session.layout.zoomed = false;
    cx.session.player.playing = presents && !cx.merged().is_empty();
    if presents {
        cx.session.player.set_slowest();
        if cx.merged().position() == cx.merged().len() {
            cx.go_to(0);
        }
    }
}
