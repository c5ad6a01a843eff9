//! Explains a lesson as text: the first one for `mergescope` without arguments and without a terminal.

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;

use super::args::{InputArgs, ReportFormat, SecretArgs};
use super::error_report::UnreadableInput;
use super::exit::Exit;
use super::print::print_out;
use super::{course_folder, explain, inputs};
use crate::course::Lesson;
use crate::schema::Schema;

/// Returns whether the arguments name no document.
pub(crate) fn is_asked(args: &InputArgs) -> bool {
    args.files.is_empty() && args.live.is_empty() && args.patch_file.is_empty() && args.inline.is_empty()
}

/// Explains the first lesson of a course.
pub(crate) fn run(args: &InputArgs, folder: Option<&Path>) -> Result<Exit> {
    let lessons = course_folder::lessons(folder)?;
    explain_lesson(course_folder::first(&lessons)?, &inputs::schema(&args.schema)?)
}

/// Prints title, question, answers, explanation and conclusion of a lesson. A rejection is part of the lesson,
/// so it is not a failure of the program. Of an exercise, only the task is printed: it is solved in a
/// terminal.
pub(crate) fn explain_lesson(lesson: &Lesson, schema: &Arc<Schema>) -> Result<Exit> {
    print_out(&format!("# {}\n\n{}\n\n", lesson.title, lesson.question))?;
    for (index, choice) in lesson.choices.iter().enumerate() {
        print_out(&format!("{}. {}\n", index + 1, choice.text))?;
    }
    if lesson.is_exercise() {
        print_out("Solve the exercise in a terminal.\n")?;
        return Ok(Exit::Success);
    }
    print_out("\n")?;
    let inputs = lesson.inputs(None, schema).map_err(UnreadableInput)?;
    explain::explain(inputs, ReportFormat::Text, SecretArgs::default())?;
    print_out(&format!("\nThe point: {}\n", lesson.point))?;
    Ok(Exit::Success)
}
