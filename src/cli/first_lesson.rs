//! `mergescope` without arguments and without a terminal: the first lesson, explained.

use std::path::Path;

use anyhow::Result;

use super::args::{InputArgs, ReportFormat, SecretArgs};
use super::error_report::UnreadableInput;
use super::exit::Exit;
use super::print::print_out;
use super::{explain, inputs, lessons};

/// Whether the arguments name no document at all.
pub(crate) fn is_asked(args: &InputArgs) -> bool {
    args.files.is_empty() && args.live.is_none() && args.patch_file.is_empty() && args.inline.is_empty()
}

/// Prints title, question, explanation and point of the first lesson of a course. A rejection in it is what it teaches,
/// and no failure of the program.
pub(crate) fn run(args: &InputArgs, course: Option<&Path>) -> Result<Exit> {
    let lessons = lessons::course(course)?;
    let lesson = lessons::first(&lessons)?;
    let schema = inputs::schema(&args.schema)?;
    let inputs = lesson.inputs(None, &schema).map_err(UnreadableInput)?;
    print_out(&format!("# {}\n\n{}\n\n", lesson.title, lesson.question))?;
    explain::explain(inputs, ReportFormat::Text, SecretArgs::default())?;
    print_out(&format!("\n{}\n", lesson.point))?;
    Ok(Exit::Success)
}
