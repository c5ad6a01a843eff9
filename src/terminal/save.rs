//! Writes an edited file: whole or not at all, with its mode, owner and links kept, and never over a version that
//! nobody has seen.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// What the file must still hold for it to be written.
#[derive(Clone, Copy, Debug)]
pub enum ExpectedContent<'a> {
    /// The bytes that were last read of it.
    Bytes(&'a [u8]),
    /// Whatever it holds, even if it has gone: the person has decided.
    Anything,
    /// Nothing: there must be no such file.
    Absent,
}

/// How the file was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// A new file took its place in one moment.
    Replaced,
    /// The file itself was overwritten, which a crash could have cut short; holds why it had to be.
    InPlace(String),
}

/// Why the file was not written; its old content is untouched unless the message says otherwise.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file holds other bytes than expected; none if it has gone.
    #[error("{} has changed on disk since it was read", .path.display())]
    Conflict { path: PathBuf, now: Option<Vec<u8>> },
    /// The file cannot be written.
    #[error("cannot save {}: {why}", .path.display())]
    Refused { path: PathBuf, why: String },
}

/// Writes `bytes` to the file; behind a symbolic link, to the link's target.
///
/// A temporary file in the same directory is written, synced and renamed over it. Where that cannot be done without
/// loss (no file can be made in the directory, the file has several names, its owner cannot be kept) the file is
/// overwritten in place.
///
/// # Errors
/// [`SaveError::Conflict`] when the file does not hold what is expected, [`SaveError::Refused`] when it is read-only, no
/// regular file, or the system refuses.
pub fn save(path: &Path, bytes: &[u8], expect: ExpectedContent<'_>) -> Result<Saved, SaveError> {
    let refused = |error: io::Error| SaveError::Refused {
        path: path.into(),
        why: error.to_string(),
    };
    let target = resolve(path).map_err(refused)?;
    let metadata = existing(&target).map_err(refused)?;
    if metadata.is_some() {
        // Renaming would get around a read-only file, so ask for the right to write first.
        OpenOptions::new()
            .write(true)
            .open(&target)
            .map_err(|error| match error.kind() {
                io::ErrorKind::PermissionDenied => SaveError::Refused {
                    path: path.into(),
                    why: "you may not write this file; change its mode and save again".into(),
                },
                _ => refused(error),
            })?;
    }
    check(path, &target, expect)?;
    let why = match TemporaryFile::write(&target, bytes, metadata.as_ref()) {
        Ok(temporary) => {
            // Once more, since writing takes a while.
            check(path, &target, expect)?;
            match temporary.become_file(&target) {
                Ok(()) => return Ok(Saved::Replaced),
                Err(error) => format!("it cannot be replaced: {error}"),
            }
        }
        Err(why) => why,
    };
    in_place(&target, bytes).map_err(|error| SaveError::Refused {
        path: path.into(),
        why: format!(
            "{error}, while overwriting it in place ({why}); it may be cut short, so keep the text open"
        ),
    })?;
    Ok(Saved::InPlace(why))
}

/// The file behind the links, which need not exist yet.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if fs::symlink_metadata(path).is_ok() {
                return Err(io::Error::other(
                    "it is a symbolic link to a file that does not exist",
                ));
            }
            let name = path.file_name().ok_or(error)?;
            let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            Ok(fs::canonicalize(directory.unwrap_or(Path::new(".")))?.join(name))
        }
        found => found,
    }
}

fn existing(target: &Path) -> io::Result<Option<Metadata>> {
    match fs::metadata(target) {
        Ok(metadata) if metadata.is_file() => Ok(Some(metadata)),
        Ok(_) => Err(io::Error::other("it is not a regular file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn check(path: &Path, target: &Path, expect: ExpectedContent<'_>) -> Result<(), SaveError> {
    if matches!(expect, ExpectedContent::Anything) {
        return Ok(());
    }
    let now = match (fs::read(target), expect) {
        (Ok(now), ExpectedContent::Bytes(expected)) if now == expected => return Ok(()),
        (Ok(now), _) => Some(now),
        (Err(error), ExpectedContent::Absent) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        (Err(error), _) if error.kind() == io::ErrorKind::NotFound => None,
        (Err(error), _) => {
            return Err(SaveError::Refused {
                path: path.into(),
                why: error.to_string(),
            });
        }
    };
    Err(SaveError::Conflict {
        path: path.into(),
        now,
    })
}

fn in_place(target: &Path, bytes: &[u8]) -> io::Result<()> {
    // Not truncated first: until the new length is set, at least the old length is there.
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(target)?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)?;
    file.sync_all()
}

/// A file that is going to take another's place; it is removed if it does not.
struct TemporaryFile(PathBuf);

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // It has gone when it has become the file.
        let _ = fs::remove_file(&self.0);
    }
}

impl TemporaryFile {
    /// Writes and syncs a file beside the target that looks like it. The error says why that cannot be.
    fn write(target: &Path, bytes: &[u8], like: Option<&Metadata>) -> Result<TemporaryFile, String> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        if like.is_some_and(|like| names(like) > 1) {
            return Err("the file has several names, and only one of them would get the new text".into());
        }
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!(".mergescope-{}-{number}.tmp", std::process::id());
        let path = target.with_file_name(name);
        let mut options = OpenOptions::new();
        // `create_new` follows no link that somebody put there.
        options.write(true).create_new(true);
        // Until it has the mode of the file, nobody else may look: manifests hold secrets.
        #[cfg(unix)]
        if like.is_some() {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        let mut file = options
            .open(&path)
            .map_err(|error| format!("no file can be made in its directory: {error}"))?;
        let temporary = TemporaryFile(path);
        let written = (|| {
            file.write_all(bytes)?;
            if let Some(like) = like {
                keep_owner(&file, like)?;
                file.set_permissions(like.permissions())?;
            }
            file.sync_all()
        })();
        written.map_err(|error| format!("a file like it cannot be made beside it: {error}"))?;
        Ok(temporary)
    }

    fn become_file(self, target: &Path) -> io::Result<()> {
        fs::rename(&self.0, target)?;
        // The new name is on the disk only when the directory is; not every system can sync one.
        if let Some(directory) = target.parent().and_then(|directory| File::open(directory).ok()) {
            let _ = directory.sync_all();
        }
        Ok(())
    }
}

#[cfg(unix)]
fn names(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    1
}

#[cfg(unix)]
fn keep_owner(file: &File, like: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let made = file.metadata()?;
    if (made.uid(), made.gid()) != (like.uid(), like.gid()) {
        fchown(file, Some(like.uid()), Some(like.gid()))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Desk(tempfile::TempDir);

    impl Desk {
        fn new() -> Desk {
            Desk(tempfile::tempdir().unwrap())
        }

        fn path(&self, name: &str) -> PathBuf {
            self.0.path().join(name)
        }

        fn write(&self, name: &str, text: &str) -> PathBuf {
            fs::write(self.path(name), text).unwrap();
            self.path(name)
        }

        /// No temporary file may be left behind.
        fn names(&self) -> Vec<String> {
            let mut names: Vec<String> = fs::read_dir(self.0.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        }
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_behind() {
        let desk = Desk::new();
        let path = desk.write("live.yaml", "one, and longer");
        assert_eq!(
            save(&path, b"two", ExpectedContent::Bytes(b"one, and longer")).unwrap(),
            Saved::Replaced
        );
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(desk.names(), ["live.yaml"]);
    }

    #[test]
    fn a_version_that_nobody_saw_is_a_conflict_and_stays() {
        let desk = Desk::new();
        let path = desk.write("live.yaml", "theirs");
        let error = save(&path, b"mine", ExpectedContent::Bytes(b"old")).unwrap_err();
        assert!(
            matches!(&error, SaveError::Conflict { now: Some(now), .. } if now == b"theirs"),
            "{error}"
        );
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(
            save(&path, b"mine", ExpectedContent::Anything).unwrap(),
            Saved::Replaced
        );
        assert_eq!(fs::read(&path).unwrap(), b"mine");

        fs::remove_file(&path).unwrap();
        let error = save(&path, b"mine", ExpectedContent::Bytes(b"mine")).unwrap_err();
        assert!(matches!(&error, SaveError::Conflict { now: None, .. }), "{error}");
        assert_eq!(
            save(&path, b"again", ExpectedContent::Anything).unwrap(),
            Saved::Replaced
        );
        assert_eq!(fs::read(&path).unwrap(), b"again");
        assert_eq!(desk.names(), ["live.yaml"]);
    }

    #[test]
    fn what_is_no_file_is_refused() {
        let desk = Desk::new();
        let error = save(desk.0.path(), b"x", ExpectedContent::Anything)
            .unwrap_err()
            .to_string();
        assert!(error.contains("not a regular file"), "{error}");
        let error = save(&desk.path("no/live.yaml"), b"x", ExpectedContent::Anything).unwrap_err();
        assert!(matches!(error, SaveError::Refused { .. }), "{error}");
    }

    #[cfg(unix)]
    mod unix {
        use super::*;
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

        #[test]
        fn the_mode_is_kept() {
            let desk = Desk::new();
            let path = desk.write("live.yaml", "one");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
            save(&path, b"two", ExpectedContent::Bytes(b"one")).unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o640);
        }

        #[test]
        fn a_link_stays_a_link_and_its_target_is_written() {
            let desk = Desk::new();
            desk.write("real.yaml", "one");
            symlink("real.yaml", desk.path("live.yaml")).unwrap();
            assert_eq!(
                save(&desk.path("live.yaml"), b"two", ExpectedContent::Bytes(b"one")).unwrap(),
                Saved::Replaced
            );
            assert!(fs::symlink_metadata(desk.path("live.yaml")).unwrap().is_symlink());
            assert_eq!(fs::read(desk.path("real.yaml")).unwrap(), b"two");

            symlink("nowhere", desk.path("dangling.yaml")).unwrap();
            let error = save(&desk.path("dangling.yaml"), b"x", ExpectedContent::Anything)
                .unwrap_err()
                .to_string();
            assert!(error.contains("symbolic link"), "{error}");
        }

        #[test]
        fn a_file_with_two_names_is_written_in_place() {
            let desk = Desk::new();
            let path = desk.write("live.yaml", "one, and longer");
            fs::hard_link(&path, desk.path("other.yaml")).unwrap();
            let inode = fs::metadata(&path).unwrap().ino();
            let saved = save(&path, b"two", ExpectedContent::Bytes(b"one, and longer")).unwrap();
            assert!(
                matches!(&saved, Saved::InPlace(why) if why.contains("several names")),
                "{saved:?}"
            );
            assert_eq!(fs::read(desk.path("other.yaml")).unwrap(), b"two");
            assert_eq!(fs::metadata(&path).unwrap().ino(), inode);
        }

        /// The superuser may write everywhere, so the outcome depends on who runs the test.
        #[test]
        fn modes_decide_between_replacing_overwriting_and_refusing() {
            let desk = Desk::new();
            let path = desk.write("live.yaml", "one");
            let mode =
                |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
            mode(desk.0.path(), 0o555);
            let superuser = fs::write(desk.path("probe"), "").is_ok();
            let saved = save(&path, b"two", ExpectedContent::Bytes(b"one"));
            mode(desk.0.path(), 0o755);
            assert_eq!(matches!(saved.unwrap(), Saved::InPlace(_)), !superuser);
            assert_eq!(fs::read(&path).unwrap(), b"two");

            mode(&path, 0o444);
            let saved = save(&path, b"three", ExpectedContent::Bytes(b"two"));
            assert_eq!(saved.is_ok(), superuser, "{saved:?}");
        }
    }
}
