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

/// Prints title, question, explanation and point of the first lesson. A refusal in it is what it teaches: no
/// failure of the program.
pub(super) fn run(args: &InputArgs) -> Result<Exit> {
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
