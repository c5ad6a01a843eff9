//! `mergescope export --course DIR -o SITE`: a course as static pages.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use super::args::ExportArgs;
use super::exit::Exit;
use super::export;
use crate::explorer::Explorer;
use crate::explorer::export::html::course;
use crate::explorer::lessons::Lesson;
use crate::schema::Schema;

/// Writes the list of the lessons, and a page for each.
///
/// # Errors
/// A lesson that cannot be read, a page that cannot be written or exists.
pub(super) fn write(folder: &Path, export: &ExportArgs) -> Result<Exit> {
    let site = export.output.as_deref().filter(|site| *site != Path::new("-"));
    let site = site.context("--course needs a folder to write to\nhelp: use -o SITE")?;
    let lessons: Arc<[Lesson]> = super::course::lessons(Some(folder))?.into();
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
    let title = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let index = course::index(&title.unwrap_or_else(|| "Lessons".to_owned()), &lessons);
    export::write(&site.join(course::INDEX), &index, export.force)?;
    eprintln!("wrote {} lessons to {}", lessons.len(), site.display());
    Ok(Exit::Success)
}
