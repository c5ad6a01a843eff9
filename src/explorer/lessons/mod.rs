//! The lessons, and presenting.

pub(crate) mod action;
pub(crate) mod course;

pub use course::{Lesson, LessonError, all};

use std::sync::Arc;

use super::inputs::opening::{InputFile, Opening};
use super::workspace::Workspace;
use crate::schema::Schema;

/// The inputs of a lesson.
pub(crate) fn opening(lesson: &Lesson, schema: Arc<Schema>) -> Opening {
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
