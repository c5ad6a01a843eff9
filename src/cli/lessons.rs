//! `mergescope lessons`: lists the lessons of a course and checks courses.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};

use super::args::{SchemaArgs, ScreenArgs, SecretArgs};
use super::exit::Exit;
use super::explorer_setup::ExplorerSetup;
use super::print::{print_err, print_out};
use super::{course_folder, examples, explore, first_lesson, session_file};
use crate::course::{self, check};
use crate::document::escape::visible;
use crate::document::words::count_of;
use crate::explorer::export::session::SessionFolds;
use crate::merge::Semantics;
use crate::schema::Schema;
use crate::terminal::app::OpenAt;
use crate::terminal::lesson_progress::LessonProgressFile;

/// What is asked of the lessons.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    override_usage = "mergescope lessons [OPTIONS] [NUMBER [DIR]]\n       mergescope lessons <COMMAND>"
)]
pub(crate) struct LessonsArgs {
    /// The number of a lesson to open; without it the lessons are listed
    #[arg(value_name = "NUMBER")]
    number: Option<String>,
    /// The folder of a course; without it the built-in lessons
    #[arg(value_name = "DIR", requires = "number")]
    course: Option<PathBuf>,
    #[command(flatten)]
    screen: ScreenArgs,
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
    /// Check the texts, the answers and the exercises of a course
    ///
    /// Checks that every text can be read, every answer agrees with the merge, and every exercise can be solved.
    #[command(after_long_help = examples::LESSONS_CHECK)]
    Check {
        /// The folder of a course; without it the built-in lessons
        #[arg(value_name = "DIR")]
        course: Option<PathBuf>,
    },
    /// Remove the marks of finished lessons
    #[command(after_long_help = examples::LESSONS_RESET)]
    Reset {
        /// The folder of a course; without it the built-in lessons
        #[arg(value_name = "DIR")]
        course: Option<PathBuf>,
    },
}

pub(crate) fn run(args: &LessonsArgs) -> Result<Exit> {
    match &args.command {
        None => match &args.number {
            Some(number) => open(number, args.course.as_deref(), &args.screen),
            None => list(None),
        },
        Some(LessonsCommand::List { course }) => list(course.as_deref()),
        Some(LessonsCommand::Check { course }) => check(course.as_deref()),
        Some(LessonsCommand::Reset { course }) => reset(course.as_deref()),
    }
}

/// Opens a lesson in the explorer; explains it as text without a terminal.
fn open(number: &str, folder: Option<&Path>, screen_args: &ScreenArgs) -> Result<Exit> {
    let lessons = course_folder::lessons(folder)?;
    let same = |one: &str| one.trim_start_matches('0') == number.trim_start_matches('0');
    let Some(at) = lessons.iter().position(|lesson| same(lesson.number())) else {
        let help = match Path::new(number).is_dir() {
            true => format!("`mergescope --lessons {number}` opens a course"),
            false => "`mergescope lessons` lists the lessons".to_owned(),
        };
        bail!("there is no lesson {number}\nhelp: {help}");
    };
    if !explore::has_screen() {
        return first_lesson::explain_lesson(&lessons[at], &Arc::new(Schema::builtin()));
    }
    let (rules, schema) = session_file::watched_rules(&SchemaArgs::default())?;
    let setup = ExplorerSetup {
        start: OpenAt::Lesson(at),
        schema,
        semantics: Semantics::default(),
        position: None,
        folds: SessionFolds::default(),
        rules,
    };
    explore::show(setup, folder, screen_args, SecretArgs::default())
}

fn list(folder: Option<&Path>) -> Result<Exit> {
    let mut out = String::new();
    let finished = LessonProgressFile::from_environment(folder).read();
    let mut chapter = "";
    let lessons = course_folder::lessons(folder)?;
    for lesson in &lessons {
        if lesson.chapter != chapter {
            let space = if chapter.is_empty() { "" } else { "\n" };
            out.push_str(&format!("{space}{}\n", visible(&lesson.chapter)));
            chapter = &lesson.chapter;
        }
        let done = if finished.contains(&lesson.name) {
            "  (done)"
        } else {
            ""
        };
        let title = visible(&lesson.title);
        out.push_str(&format!("  {}  {title}{done}\n", lesson.number()));
    }
    print_out(&out)?;
    Ok(Exit::Success)
}

fn check(folder: Option<&Path>) -> Result<Exit> {
    let (lessons, mut problems) = match folder {
        None => (course::all()?, Vec::new()),
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
    let location = |problem: &str| match folder {
        Some(folder) => folder.join(problem).display().to_string(),
        None => problem.to_owned(),
    };
    let lines = problems
        .iter()
        .map(|problem| format!("error: {}\n", visible(&location(problem))));
    print_out(&lines.collect::<String>())?;
    let exercises = lessons.iter().filter(|lesson| lesson.is_exercise()).count();
    print_err!(
        "{} ({}), {}",
        count_of(lessons.len(), "lesson"),
        count_of(exercises, "exercise"),
        match problems.len() {
            0 => "no problems".to_owned(),
            count => count_of(count, "problem"),
        }
    );
    Ok(match problems.is_empty() {
        true => Exit::Success,
        false => Exit::Failure,
    })
}

fn reset(folder: Option<&Path>) -> Result<Exit> {
    let finished = LessonProgressFile::from_environment(folder).reset();
    let finished = finished.context("cannot reset the progress")?;
    print_out(&format!("marks of finished lessons removed: {finished}\n"))?;
    Ok(Exit::Success)
}
