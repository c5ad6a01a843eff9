//! The lessons that are compiled in: for the explorer, and the first one explained where there is no screen.

use std::sync::Arc;

use anyhow::{Context, Result, anyhow};

use super::args::{ExplainFormat, InputArgs};
use super::exit::Exit;
use super::explore::Lessons;
use super::{explain, inputs, print_out};
use crate::document::{self, Document};
use crate::explorer::lessons::{self, Lesson};
use crate::merge::Inputs;

/// All lessons, in the order of the course.
///
/// # Errors
/// A lesson that has not the form it should have.
pub(super) fn all() -> Result<Lessons> {
    let lessons = lessons::all()?;
    Ok(lessons
        .into_iter()
        .map(|lesson| crate::explorer::Lesson {
            name: lesson.name.to_owned(),
            title: lesson.title.to_owned(),
            question: lesson.question.to_owned(),
            point: lesson.point.to_owned(),
            semantics: lesson.semantics,
            live: lesson.live.to_owned(),
            patch: lesson.patch.to_owned(),
        })
        .collect())
}

/// Prints title, question, explanation and point of the first lesson. A refusal in it is what it teaches, and no
/// failure of the program.
pub(super) fn explain_first(args: &InputArgs) -> Result<Exit> {
    let lesson = lessons::all()?.into_iter().next().context("there is no lesson")?;
    let inputs = Inputs {
        live: read(&lesson, "live.yaml", lesson.live)?,
        patches: vec![read(&lesson, "patch.yaml", lesson.patch)?],
        schema: inputs::schema(args)?,
        semantics: lesson.semantics,
    };
    print_out(&format!("# {}\n\n{}\n\n", lesson.title, lesson.question))?;
    explain::explain(inputs, ExplainFormat::Text)?;
    print_out(&format!("\n{}\n", lesson.point))?;
    Ok(Exit::Merged)
}

fn read(lesson: &Lesson, file: &str, text: &str) -> Result<Arc<Document>> {
    let name = format!("samples/{}/{file}", lesson.name);
    document::read(&name, text.as_bytes().to_vec())
        .map(Arc::new)
        .map_err(|error| anyhow!("{}", error.report()))
}
