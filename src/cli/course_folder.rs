//! Reads a course from a folder: each folder in it with a `lesson.md` is a lesson.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::cli::input_source::{InputPath, cannot_read};
use crate::course::{Lesson, LessonFolder};
use crate::document::escape::visible;

/// Returns the lessons of a folder, or the built-in ones.
///
/// # Errors
/// The first text that is not a valid lesson, with its position.
pub(crate) fn lessons(folder: Option<&Path>) -> Result<Vec<Lesson>> {
    let Some(folder) = folder else {
        return Ok(crate::course::all()?);
    };
    let read = read(folder)?;
    let lessons = read.iter().map(|lesson| lesson.read());
    let lessons: Result<Vec<Lesson>, _> = lessons.collect();
    lessons.map_err(|error| anyhow::anyhow!("{}", folder.join(error.to_string()).display()))
}

/// Returns the first lesson of a course.
///
/// # Errors
/// The course is empty; those of [`lessons`] never are.
pub(crate) fn first(lessons: &[Lesson]) -> Result<&Lesson> {
    lessons.first().context("there are no lessons")
}

/// Reads the text files of all lessons in the order of the folder names.
///
/// # Errors
/// A folder or file that cannot be read, a file that is not UTF-8, a folder without lessons.
pub(crate) fn read(course: &Path) -> Result<Vec<LessonFolder>> {
    let mut all = Vec::new();
    for folder in sorted(course)? {
        if folder.join("lesson.md").is_file() {
            all.push(read_lesson(&folder)?);
        }
    }
    if all.is_empty() {
        bail!(
            "{}: there are no lessons\nhelp: make a folder with lesson.md, live.yaml and patch.yaml for each lesson",
            course.display()
        );
    }
    Ok(all)
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>> {
    let cannot = |error| cannot_read(folder.display(), &error);
    let mut paths = fs::read_dir(folder)
        .map_err(cannot)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<Vec<_>>>()
        .map_err(cannot)?;
    paths.sort();
    Ok(paths)
}

/// Ignores pictures and notes; a YAML file must belong to the lesson.
fn read_lesson(folder: &Path) -> Result<LessonFolder> {
    let name = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        visible(&name).into_owned()
    };
    let mut files = Vec::new();
    for path in sorted(folder)? {
        let is_yaml = path.extension().is_some_and(|extension| extension == "yaml");
        if is_yaml || path.ends_with("lesson.md") {
            let bytes = InputPath::File(path.clone()).bytes()?;
            let text =
                String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", path.display()))?;
            files.push((name(&path), text));
        }
    }
    Ok(LessonFolder {
        name: name(folder),
        files,
    })
}
