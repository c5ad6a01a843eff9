//! `mergescope export --course DIR -o SITE`: exports a course as static pages.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use super::args::ExportArgs;
use super::exit::Exit;
use super::export;
use crate::cli::print::print_err;
use crate::course::Lesson;
use crate::document::words::count_of;
use crate::explorer::Explorer;
use crate::explorer::export::html::course;
use crate::input_limit;
use crate::schema::Schema;

/// Writes the list of lessons and a page for each lesson.
///
/// # Errors
/// A lesson that cannot be read; a page that exists or cannot be written.
pub(super) fn write(folder: &Path, export: &ExportArgs) -> Result<Exit> {
    let site = export.output.as_deref().filter(|site| *site != Path::new("-"));
    let site = site.context("--course needs a folder to write to\nhelp: use -o SITE")?;
    let lessons: Arc<[Lesson]> = super::course_folder::lessons(Some(folder))?.into();
    let mut names = BTreeSet::from([course::INDEX.to_owned()]);
    for lesson in lessons.iter() {
        if !names.insert(course::file_name(lesson)) {
            bail!(
                "{}: two lessons have the page {}",
                folder.display(),
                course::file_name(lesson)
            );
        }
    }
    std::fs::create_dir_all(site).with_context(|| format!("cannot create {}", site.display()))?;
    let schema = Arc::new(Schema::builtin());
    for (at, lesson) in lessons.iter().enumerate() {
        let state = Explorer::open_lesson(Arc::clone(&lessons), at, Arc::clone(&schema));
        let state = state.map_err(|error| anyhow::anyhow!("{}", error.report()))?;
        let previous = at.checked_sub(1).and_then(|before| lessons.get(before));
        let page = course::lesson_page(&state, previous, lessons.get(at + 1));
        export::write(&site.join(course::file_name(lesson)), &page, export.force)?;
    }
    let index = course::index(&title(folder), &lessons);
    export::write(&site.join(course::INDEX), &index, export.force)?;
    print_err!(
        "wrote {} to {}",
        count_of(lessons.len(), "lesson"),
        site.display()
    );
    Ok(Exit::Success)
}

/// Returns the title of a course: the first heading of its README.md, or else the name of its folder.
fn title(folder: &Path) -> String {
    let readme = input_limit::read_file(&folder.join("README.md")).unwrap_or_default();
    let readme = String::from_utf8_lossy(&readme).into_owned();
    let heading = readme.lines().find_map(|line| line.strip_prefix("# "));
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let title = heading.map(|heading| heading.trim().to_owned()).or(name);
    title.unwrap_or_else(|| "Lessons".to_owned())
}
