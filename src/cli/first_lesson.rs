//! `mergescope` without arguments and without a terminal: the first lesson, explained.

use std::sync::Arc;

use anyhow::{Context, Result};

use super::args::{InputArgs, ReportFormat, SecretArgs};
use super::exit::Exit;
use super::print::print_out;
use super::{explain, inputs};
use crate::document;
use crate::explorer::lessons;
use crate::explorer::lessons::Lesson;
use crate::merge::Inputs;
use crate::schema::Schema;

/// Whether the arguments name no document at all.
pub(crate) fn is_asked(args: &InputArgs) -> bool {
    args.files.is_empty() && args.live.is_none() && args.patch_file.is_empty() && args.inline.is_empty()
}

/// The course, for the explorer.
///
/// # Errors
/// A lesson that does not read.
pub(crate) fn all() -> Result<Arc<[Lesson]>> {
    Ok(lessons::all()?.into())
}

/// Prints title, question, explanation and point of the first lesson. A refusal in it is what it teaches: no
/// failure of the program.
pub(crate) fn run(args: &InputArgs) -> Result<Exit> {
    let lesson = lessons::all()?.into_iter().next().context("there is no lesson")?;
    let inputs = inputs_of(&lesson, inputs::schema(&args.schema)?)?;
    print_out(&format!("# {}\n\n{}\n\n", lesson.title, lesson.question))?;
    explain::explain(inputs, ReportFormat::Text, SecretArgs::default())?;
    print_out(&format!("\n{}\n", lesson.point))?;
    Ok(Exit::Success)
}

/// What a lesson merges.
///
/// # Errors
/// A text of the lesson that cannot be read.
pub(crate) fn inputs_of(lesson: &Lesson, schema: Arc<Schema>) -> Result<Inputs> {
    let patches = lesson
        .patches()
        .map(|(name, text)| inputs::readable(document::read(&file(lesson, name), text.into())));
    Ok(Inputs {
        live: inputs::readable(document::read_live(
            &file(lesson, "live.yaml"),
            lesson.live.into(),
        ))?,
        patches: patches.collect::<Result<_>>()?,
        schema,
        semantics: lesson.semantics,
    })
}

/// What messages call a lesson's file.
fn file(lesson: &Lesson, name: &str) -> String {
    format!("samples/{}/{name}", lesson.name)
}
