//! Determines the names in directories that affect the content of a path.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The maximum length of a chain of links; a longer one is a cycle, as for the kernel.
const MAX_SYMLINKS: usize = 40;

/// The directories to watch, each with the names that matter in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WatchedNames(BTreeMap<PathBuf, BTreeSet<OsString>>);

impl WatchedNames {
    /// Determines from the file system what to watch for these files:
    /// - the name of the file in its real directory, because a save by rename gives the name a new file;
    /// - each symbolic link in the path, because replacing one (`..data` in the mount of a ConfigMap)
    ///   replaces the file;
    /// - for a missing name, the nearest directory that exists.
    pub(crate) fn from_files<'a>(files: impl IntoIterator<Item = &'a Path>) -> WatchedNames {
        let mut plan = WatchedNames::default();
        for file in files {
            plan.add(file);
        }
        plan
    }

    fn add(&mut self, file: &Path) {
        let file = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
        let mut at = PathBuf::new();
        let mut rest: VecDeque<PathBuf> = parts(&file).collect();
        let mut links = 0;
        while let Some(part) = rest.pop_front() {
            let name = match part.components().next() {
                Some(Component::Normal(name)) => name.to_owned(),
                Some(Component::ParentDir) => {
                    at.pop();
                    continue;
                }
                Some(Component::Prefix(_) | Component::RootDir) => {
                    at.push(&part);
                    continue;
                }
                Some(Component::CurDir) | None => continue,
            };
            let path = at.join(&name);
            let found = fs::symlink_metadata(&path).ok();
            let target = found
                .as_ref()
                .filter(|found| found.is_symlink())
                .and_then(|_| fs::read_link(&path).ok());
            if target.is_some() || found.is_none() || rest.is_empty() {
                self.0.entry(at.clone()).or_default().insert(name);
            }
            match target {
                Some(target) => {
                    links += 1;
                    if links > MAX_SYMLINKS {
                        return;
                    }
                    // An absolute target starts with the root, which `push` handles as a new start.
                    for part in parts(&target).collect::<Vec<_>>().into_iter().rev() {
                        rest.push_front(part);
                    }
                }
                None if found.is_none() => return,
                None => at = path,
            }
        }
    }

    /// Returns the directories to watch.
    pub(crate) fn directories(&self) -> impl Iterator<Item = &Path> {
        self.0.keys().map(PathBuf::as_path)
    }

    /// Returns whether this directory is watched.
    pub(crate) fn has_directory(&self, path: &Path) -> bool {
        self.0.contains_key(path)
    }

    /// Returns whether an event for this path can change the content of a file: the path is a name that
    /// matters, or a watched directory.
    pub(crate) fn concerns(&self, path: &Path) -> bool {
        let named = || {
            let (directory, name) = (path.parent()?, path.file_name()?);
            Some(self.0.get(directory)?.contains(name))
        };
        self.has_directory(path) || named().unwrap_or(false)
    }
}

fn parts(path: &Path) -> impl Iterator<Item = PathBuf> {
    path.components()
        .map(|component| PathBuf::from(component.as_os_str()))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// Returns the plan as `directory: names`, relative to the temporary directory.
    fn plan(root: &Path, file: &str) -> Vec<String> {
        WatchedNames::from_files([root.join(file).as_path()])
            .0
            .iter()
            .map(|(directory, names)| {
                let directory = directory.strip_prefix(root).unwrap().display();
                format!(
                    "{directory}: {}",
                    names
                        .iter()
                        .map(|n| n.to_str().unwrap())
                        .collect::<Vec<_>>()
                        .join(" ")
                )
            })
            .collect()
    }

    #[test]
    fn every_name_on_the_way_that_can_change_is_watched() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("mount/..2026_1")).unwrap();
        fs::create_dir_all(root.join("plain")).unwrap();
        fs::write(root.join("mount/..2026_1/live.yaml"), "a").unwrap();
        fs::write(root.join("plain/live.yaml"), "a").unwrap();
        symlink("..2026_1", root.join("mount/..data")).unwrap();
        symlink("..data/live.yaml", root.join("mount/live.yaml")).unwrap();
        symlink(root.join("plain/live.yaml"), root.join("absolute.yaml")).unwrap();
        symlink("round.yaml", root.join("round.yaml")).unwrap();
        symlink("nowhere/x.yaml", root.join("dangling.yaml")).unwrap();

        let cases: &[(&str, &[&str])] = &[
            ("plain/live.yaml", &["plain: live.yaml"]),
            ("plain/../plain/./live.yaml", &["plain: live.yaml"]),
            ("plain/new.yaml", &["plain: new.yaml"]),
            (
                "mount/live.yaml",
                &["mount: ..data live.yaml", "mount/..2026_1: live.yaml"],
            ),
            ("absolute.yaml", &[": absolute.yaml", "plain: live.yaml"]),
            ("gone/deeper/live.yaml", &[": gone"]),
            ("round.yaml", &[": round.yaml"]),
            ("dangling.yaml", &[": dangling.yaml nowhere"]),
        ];
        for (file, want) in cases {
            assert_eq!(plan(&root, file), *want, "{file}");
        }
    }

    #[test]
    fn only_the_names_and_the_directories_themselves_concern_us() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        let plan = WatchedNames::from_files([root.join("live.yaml").as_path()]);
        for (path, want) in [
            ("live.yaml", true),
            (".live.yaml.swp", false),
            ("x/live.yaml", false),
            ("", true),
        ] {
            let path = if path.is_empty() {
                root.clone()
            } else {
                root.join(path)
            };
            assert_eq!(plan.concerns(&path), want, "{}", path.display());
        }
    }
}
