//! `mergescope` without arguments and without a terminal: the first lesson, explained.

use std::sync::Arc;

use anyhow::{Context, Result, anyhow};

use super::args::{ExplainFormat, InputArgs};
use super::exit::Exit;
use super::{explain, inputs, print_out};
use crate::document::{self, Document};
use crate::explorer::lessons::{self, Lesson};
use crate::merge::Inputs;

/// Whether the arguments name no document at all.
pub(super) fn is_asked(args: &InputArgs) -> bool {
    args.files.is_empty() && args.live.is_none() && args.patch_file.is_empty() && args.inline.is_empty()
}

/// The course, for the explorer.
///
/// # Errors
/// A lesson that does not read.
pub(super) fn all() -> Result<Arc<[crate::explorer::Lesson]>> {
    let lessons = lessons::all()?.into_iter().map(|lesson| crate::explorer::Lesson {
        name: lesson.name.to_owned(),
        title: lesson.title.to_owned(),
        question: lesson.question.to_owned(),
        point: lesson.point.to_owned(),
        live: lesson.live.to_owned(),
        patch: lesson.patch.to_owned(),
    });
    Ok(lessons.collect())
}

/// Prints title, question, explanation and point of the first lesson. A refusal in it is what it teaches: no
/// failure of the program.
pub(super) fn run(args: &InputArgs) -> Result<Exit> {
    let lesson = lessons::all()?.into_iter().next().context("there is no lesson")?;
    let inputs = Inputs {
        live: read(&lesson, "live.yaml", lesson.live)?,
        patches: vec![read(&lesson, "patch.yaml", lesson.patch)?],
        schema: inputs::schema(&args.schema)?,
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
