//! `mergescope lessons`: the list of a course, and whether a course is sound.

mod course_folder;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};

use super::examples;
use super::exit::Exit;
use super::print::print_out;
use crate::document::escape::visible;
use crate::explorer::lessons::{self, Lesson, check};
use crate::schema::Schema;
use crate::terminal::lesson_progress::LessonProgressFile;

/// What is asked of the lessons.
#[derive(Debug, Args)]
pub(crate) struct LessonsArgs {
    #[command(subcommand)]
    command: Option<LessonsCommand>,
}

#[derive(Debug, Subcommand)]
enum LessonsCommand {
    /// List the lessons by chapter
    #[command(after_long_help = examples::LESSONS_LIST)]
    List {
        /// The folder of a course; without it the built-in lessons
        #[arg(value_name = "DIR")]
        course: Option<PathBuf>,
    },
    /// Check that every text can be read, every answer agrees with the merge, and every exercise can be solved
    #[command(after_long_help = examples::LESSONS_CHECK)]
    Check {
        /// The folder of a course; without it the built-in lessons
        #[arg(value_name = "DIR")]
        course: Option<PathBuf>,
    },
    /// Forget which lessons are finished
    #[command(after_long_help = examples::LESSONS_RESET)]
    Reset {
        /// The folder of a course; without it the built-in lessons
        #[arg(value_name = "DIR")]
        course: Option<PathBuf>,
    },
}

pub(crate) fn run(args: &LessonsArgs) -> Result<Exit> {
    match &args.command {
        None => list(None),
        Some(LessonsCommand::List { course }) => list(course.as_deref()),
        Some(LessonsCommand::Check { course }) => check(course.as_deref()),
        Some(LessonsCommand::Reset { course }) => reset(course.as_deref()),
    }
}

/// The lessons of a folder, or the built-in ones.
///
/// # Errors
/// The first text that does not have the form of a lesson, and where.
pub(crate) fn course(folder: Option<&Path>) -> Result<Vec<Lesson>> {
    let Some(folder) = folder else {
        return Ok(lessons::all()?);
    };
    let read = course_folder::read(folder)?;
    let lessons = read.iter().map(|lesson| lesson.read());
    let lessons: Result<Vec<Lesson>, _> = lessons.collect();
    lessons.map_err(|error| anyhow::anyhow!("{}", folder.join(error.to_string()).display()))
}

fn list(folder: Option<&Path>) -> Result<Exit> {
    let mut out = String::new();
    let mut chapter = "";
    let lessons = course(folder)?;
    for lesson in &lessons {
        if lesson.chapter != chapter {
            let space = if chapter.is_empty() { "" } else { "\n" };
            out.push_str(&format!("{space}{}\n", visible(&lesson.chapter)));
            chapter = &lesson.chapter;
        }
        out.push_str(&format!("  {}  {}\n", lesson.number(), visible(&lesson.title)));
    }
    print_out(&out)?;
    Ok(Exit::Success)
}

fn check(folder: Option<&Path>) -> Result<Exit> {
    let (lessons, mut problems) = match folder {
        None => (lessons::all()?, Vec::new()),
        Some(folder) => {
            let read = course_folder::read(folder)?;
            let (good, bad): (Vec<_>, Vec<_>) =
                read.iter().map(|lesson| lesson.read()).partition(Result::is_ok);
            let problems = bad
                .into_iter()
                .filter_map(Result::err)
                .map(|error| error.to_string());
            (good.into_iter().flatten().collect(), problems.collect())
        }
    };
    problems.extend(check::problems(&lessons, &Arc::new(Schema::builtin())));
    let place = |problem: &str| match folder {
        Some(folder) => folder.join(problem).display().to_string(),
        None => problem.to_owned(),
    };
    let lines = problems
        .iter()
        .map(|problem| format!("error: {}\n", visible(&place(problem))));
    print_out(&lines.collect::<String>())?;
    let exercises = lessons.iter().filter(|lesson| lesson.is_exercise()).count();
    eprintln!(
        "{} lessons and {exercises} exercises, problems: {}",
        lessons.len() - exercises,
        problems.len()
    );
    Ok(match problems.is_empty() {
        true => Exit::Success,
        false => Exit::Failure,
    })
}

fn reset(folder: Option<&Path>) -> Result<Exit> {
    let finished = LessonProgressFile::from_environment(folder).reset();
    let finished = finished.context("cannot reset the progress")?;
    print_out(&format!("forgot {finished} finished lessons\n"))?;
    Ok(Exit::Success)
}

/// The first lesson of a course.
///
/// # Errors
/// None that a course from [`course`] can cause.
pub(super) fn first(lessons: &[Lesson]) -> Result<&Lesson> {
    lessons.first().context("there are no lessons")
}
