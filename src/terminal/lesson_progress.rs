//! The finished lessons, stored between runs in a file in the XDG state directory.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::recovery::{create_private_folder, state_folder};

/// The names of the finished lessons, by course.
type Finished = BTreeMap<String, BTreeSet<String>>;

/// The key of the built-in course.
const BUILT_IN: &str = "built-in";

/// The stored finished lessons of a course. Without a state directory nothing is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonProgressFile {
    path: Option<PathBuf>,
    course: String,
}

impl LessonProgressFile {
    /// Returns the file for the course in a folder, or for the built-in course.
    pub fn from_environment(course: Option<&Path>) -> Self {
        let state = state_folder(|name| std::env::var_os(name).map(PathBuf::from));
        Self::in_folder(state, course)
    }

    fn in_folder(state: Option<PathBuf>, course: Option<&Path>) -> Self {
        let absolute = |course: &Path| {
            let path = fs::canonicalize(course).unwrap_or_else(|_| course.to_owned());
            path.to_string_lossy().into_owned()
        };
        Self {
            path: state.map(|state| state.join("lessons.json")),
            course: course.map_or_else(|| BUILT_IN.to_owned(), absolute),
        }
    }

    /// Returns the names of the finished lessons.
    pub fn read(&self) -> BTreeSet<String> {
        self.all().remove(&self.course).unwrap_or_default()
    }

    /// Adds finished lessons. Lessons that other explorers have added in the meantime are kept.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add<'n>(&self, names: impl Iterator<Item = &'n str>) -> io::Result<()> {
        let mut all = self.all();
        let finished = all.entry(self.course.clone()).or_default();
        finished.extend(names.map(str::to_owned));
        self.write(&all)
    }

    /// Removes the finished lessons of the course. Returns their number.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn reset(&self) -> io::Result<usize> {
        let mut all = self.all();
        match all.remove(&self.course) {
            None => Ok(0),
            Some(finished) => self.write(&all).map(|()| finished.len()),
        }
    }

    /// Returns all finished lessons. A missing or unreadable file has none.
    fn all(&self) -> Finished {
        let text = self.path.as_ref().and_then(|path| fs::read(path).ok());
        let all = text.and_then(|text| serde_json::from_slice(&text).ok());
        all.unwrap_or_default()
    }

    fn write(&self, all: &Finished) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let folder = path.parent().unwrap_or(Path::new(""));
        create_private_folder(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        serde_json::to_writer_pretty(&mut file, all).map_err(io::Error::other)?;
        file.write_all(b"\n")?;
        file.persist(path)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_lessons_are_kept_by_course_until_they_are_reset() {
        let folder = tempfile::tempdir().expect("a folder");
        let state = folder.path().join("state");
        let file = |course| LessonProgressFile::in_folder(Some(state.clone()), course);
        let (built_in, own) = (file(None), file(Some(folder.path())));
        assert!(built_in.read().is_empty());
        built_in.add(["01-a"].into_iter()).expect("written");
        file(None).add(["02-b"].into_iter()).expect("written");
        own.add(["01-x"].into_iter()).expect("written");
        assert_eq!(built_in.read(), ["01-a", "02-b"].map(str::to_owned).into());
        assert_eq!(built_in.reset().expect("written"), 2);
        assert!(built_in.read().is_empty());
        assert_eq!(own.read(), ["01-x".to_owned()].into());
        fs::write(state.join("lessons.json"), "{").expect("written");
        assert!(own.read().is_empty());
        let nowhere = LessonProgressFile::in_folder(None, None);
        nowhere.add(["01-a"].into_iter()).expect("nothing to write");
        assert!(nowhere.read().is_empty());
    }
}
