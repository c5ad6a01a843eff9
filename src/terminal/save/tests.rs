use super::*;
use std::fs;

mod faults;

/// A directory with a file, and the folder for recovery files.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Desk {
        Desk::in_folder(tempfile::tempdir().unwrap())
    }

    /// Creates the directory in memory if possible, so that no test waits for a disk.
    fn in_memory() -> Desk {
        let memory = tempfile::tempdir_in("/dev/shm");
        Desk::in_folder(memory.unwrap_or_else(|_| tempfile::tempdir().unwrap()))
    }

    fn in_folder(folder: tempfile::TempDir) -> Desk {
        let desk = Desk(folder);
        fs::create_dir(desk.path("files")).unwrap();
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path("files").join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.file(name), text).unwrap();
        self.file(name)
    }

    fn recovery(&self) -> RecoveryFolder {
        RecoveryFolder::new(self.path("state"))
    }

    fn request<'a>(&self, path: &'a Path, bytes: &'a [u8], expect: ExpectedContent<'a>) -> SaveRequest<'a> {
        SaveRequest {
            recovery: self.recovery(),
            ..SaveRequest::new(path, bytes, expect)
        }
    }

    fn save(&self, path: &Path, text: &str, expect: ExpectedContent<'_>) -> Result<Saved, SaveError> {
        save(&self.request(path, text.as_bytes(), expect))
    }

    /// Returns the files in the directory, which must not include temporary files.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("files")).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

const REPLACED: Saved = Saved::Replaced { overwritten: None };

#[test]
fn a_file_is_replaced_and_nothing_is_left() {
    let desk = Desk::new();
    let path = desk.write("live.yaml", "one, and longer");
    let saved = desk.save(&path, "two", ExpectedContent::Bytes(b"one, and longer"));
    assert_eq!(saved.unwrap(), REPLACED);
    assert_eq!(fs::read(&path).unwrap(), b"two");
    assert_eq!(desk.names(), ["live.yaml"]);
}

#[test]
fn a_text_that_was_not_read_is_a_conflict_and_stays() {
    let desk = Desk::new();
    let path = desk.write("live.yaml", "theirs");
    let error = desk
        .save(&path, "mine", ExpectedContent::Bytes(b"old"))
        .unwrap_err();
    assert!(
        matches!(&error, SaveError::Conflict { now: Some(now), .. } if now == b"theirs"),
        "{error}"
    );
    assert_eq!(fs::read(&path).unwrap(), b"theirs");
    assert_eq!(
        desk.save(&path, "mine", ExpectedContent::Anything).unwrap(),
        REPLACED
    );
    assert_eq!(fs::read(&path).unwrap(), b"mine");

    fs::remove_file(&path).unwrap();
    let error = desk
        .save(&path, "mine", ExpectedContent::Bytes(b"mine"))
        .unwrap_err();
    assert!(matches!(&error, SaveError::Conflict { now: None, .. }), "{error}");
    assert_eq!(
        desk.save(&path, "again", ExpectedContent::Absent).unwrap(),
        REPLACED
    );
    assert_eq!(fs::read(&path).unwrap(), b"again");
    let error = desk.save(&path, "more", ExpectedContent::Absent).unwrap_err();
    assert!(
        matches!(&error, SaveError::Conflict { now: Some(_), .. }),
        "{error}"
    );
    assert_eq!(desk.names(), ["live.yaml"]);
}

#[test]
fn what_is_not_a_file_is_refused() {
    let desk = Desk::new();
    let error = desk
        .save(&desk.path("files"), "x", ExpectedContent::Anything)
        .unwrap_err()
        .to_string();
    assert!(error.contains("not a regular file"), "{error}");
    let error = desk
        .save(&desk.file("no/live.yaml"), "x", ExpectedContent::Anything)
        .unwrap_err();
    assert!(matches!(error, SaveError::NotSaved { .. }), "{error}");
}

#[test]
fn the_temporary_files_of_killed_runs_are_removed_and_those_of_running_ones_stay() {
    let desk = Desk::new();
    let path = desk.write("live.yaml", "one");
    desk.write(".mergescope-0123456789abcdef.tmp", "left by a killed run");
    desk.write(".mergescope-notes.tmp", "of the user");
    let running = desk.write(".mergescope-fedcba9876543210.tmp", "of a save that is under way");
    let running = fs::File::open(running).unwrap();
    let locks = matches!(crate::terminal::file_lock::try_lock(&running), Ok(true));
    assert_eq!(locks, cfg!(unix));
    assert_eq!(
        desk.save(&path, "two", ExpectedContent::Anything).unwrap(),
        REPLACED
    );
    let left = if locks {
        vec![
            ".mergescope-fedcba9876543210.tmp",
            ".mergescope-notes.tmp",
            "live.yaml",
        ]
    } else {
        vec![
            ".mergescope-0123456789abcdef.tmp",
            ".mergescope-fedcba9876543210.tmp",
            ".mergescope-notes.tmp",
            "live.yaml",
        ]
    };
    assert_eq!(desk.names(), left);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn the_mode_is_kept_even_if_the_file_was_deleted_meanwhile() {
        let desk = Desk::new();
        let path = desk.write("live.yaml", "one");
        for wanted in [0o640, 0o600, 0o4640] {
            set_mode(&path, wanted);
            desk.save(&path, "two", ExpectedContent::Anything).unwrap();
            assert_eq!(mode(&path), wanted);

            let attributes = FileAttributes::of_path(&path);
            fs::remove_file(&path).unwrap();
            let request = desk.request(&path, b"three", ExpectedContent::Absent);
            save(&SaveRequest {
                attributes: attributes.as_ref(),
                ..request
            })
            .unwrap();
            assert_eq!(mode(&path), wanted);
        }
    }

    #[test]
    fn a_link_stays_a_link_and_its_target_is_written() {
        let desk = Desk::new();
        desk.write("real.yaml", "one");
        let link = desk.file("live.yaml");
        symlink("real.yaml", &link).unwrap();
        let saved = desk.save(&link, "two", ExpectedContent::Bytes(b"one"));
        assert_eq!(saved.unwrap(), REPLACED);
        assert!(link.is_symlink());
        assert_eq!(fs::read(desk.file("real.yaml")).unwrap(), b"two");

        let dangling = desk.file("dangling.yaml");
        symlink("nowhere", &dangling).unwrap();
        let error = desk
            .save(&dangling, "x", ExpectedContent::Anything)
            .unwrap_err()
            .to_string();
        assert!(error.contains("symbolic link"), "{error}");
    }

    #[test]
    fn a_file_with_two_names_is_written_in_place() {
        let desk = Desk::new();
        let path = desk.write("live.yaml", "one, and longer");
        fs::hard_link(&path, desk.file("other.yaml")).unwrap();
        let inode = fs::metadata(&path).unwrap().ino();
        let saved = desk.save(&path, "two", ExpectedContent::Bytes(b"one, and longer"));
        assert_eq!(saved.unwrap(), Saved::InPlace(InPlaceReason::SeveralNames));
        assert_eq!(fs::read(desk.file("other.yaml")).unwrap(), b"two");
        assert_eq!(fs::metadata(&path).unwrap().ino(), inode);
        assert_eq!(desk.recovery().list(), []);
    }

    /// The superuser can write everywhere, so the outcome depends on the user who runs the test.
    #[test]
    fn modes_decide_between_replacing_overwriting_and_refusing() {
        let desk = Desk::new();
        let path = desk.write("live.yaml", "one");
        set_mode(&desk.path("files"), 0o555);
        let superuser = fs::write(desk.file("probe"), "").is_ok();
        let saved = desk.save(&path, "two", ExpectedContent::Bytes(b"one"));
        set_mode(&desk.path("files"), 0o755);
        let want = if superuser {
            REPLACED
        } else {
            Saved::InPlace(InPlaceReason::Directory)
        };
        assert_eq!(saved.unwrap(), want);
        assert_eq!(fs::read(&path).unwrap(), b"two");

        set_mode(&path, 0o444);
        let saved = desk.save(&path, "three", ExpectedContent::Bytes(b"two"));
        assert_eq!(saved.is_ok(), superuser, "{saved:?}");
    }
}

#[test]
fn what_a_save_replaced_unseen_is_kept() {
    let home = tempfile::tempdir().unwrap();
    let (folder, path) = (
        RecoveryFolder::new(home.path().join("state")),
        home.path().join("a"),
    );
    let replaced = |overwritten| Saved::Replaced { overwritten }.note(&folder, &path);
    assert_eq!(replaced(None), None);
    assert_eq!(folder.list(), []);
    let note = replaced(Some(b"theirs".to_vec()));
    assert!(note.is_some_and(|note| note.contains("mergescope recovery lists")));
    let kept = folder.list_of(&path).remove(0);
    assert_eq!(
        (kept.text, kept.bytes().unwrap()),
        (KeptText::OtherProgram, b"theirs".to_vec())
    );
}
