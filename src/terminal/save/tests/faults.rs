//! Every system call of a save fails in turn, or the process is killed before it. The file must contain the
//! old or the new text. Only a killed save in place can leave a mixture; then the recovery folder has the old
//! text.

use std::cell::{Cell, RefCell};

use super::*;
use crate::terminal::recovery::KeptText;

/// The fault of a system call.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// Only this call fails, with an error number.
    Once(i32),
    /// This call and all later ones fail.
    FromNow(i32),
    /// The process is killed: there are no later calls.
    Kill,
}

const EPERM: i32 = 1;
const ENOENT: i32 = 2;
const EIO: i32 = 5;
const EACCES: i32 = 13;
const EXDEV: i32 = 18;
const EINVAL: i32 = 22;
const EFBIG: i32 = 27;
const ENOSPC: i32 = 28;
const EROFS: i32 = 30;
const EDQUOT: i32 = 122;

const FAULTS: [Fault; 13] = [
    Fault::Kill,
    Fault::Once(EPERM),
    Fault::Once(ENOENT),
    Fault::Once(EIO),
    Fault::Once(EACCES),
    Fault::Once(EXDEV),
    Fault::Once(EINVAL),
    Fault::Once(EFBIG),
    Fault::Once(ENOSPC),
    Fault::Once(EROFS),
    Fault::Once(EDQUOT),
    Fault::FromNow(EIO),
    Fault::FromNow(ENOSPC),
];

/// Counts the calls and makes one of them fail. The calls in `always` fail in any case.
struct FaultHook {
    at: usize,
    fault: Fault,
    always: &'static [(&'static str, i32)],
    calls: RefCell<Vec<&'static str>>,
    ended: Cell<bool>,
}

impl FaultHook {
    fn new(at: usize, fault: Fault, always: &'static [(&'static str, i32)]) -> FaultHook {
        FaultHook {
            at,
            fault,
            always,
            calls: RefCell::default(),
            ended: Cell::new(false),
        }
    }
}

impl CallHook for FaultHook {
    fn before(&self, call: &'static str) -> io::Result<()> {
        let number = self.calls.borrow().len();
        self.calls.borrow_mut().push(call);
        let fault = |error| Err(io::Error::from_raw_os_error(error));
        match self.fault {
            Fault::Once(error) if number == self.at => return fault(error),
            Fault::FromNow(error) if number >= self.at => return fault(error),
            Fault::Kill if number >= self.at => {
                self.ended.set(true);
                return fault(EIO);
            }
            _ => {}
        }
        match self.always.iter().find(|(name, _)| *name == call) {
            Some((_, error)) => fault(*error),
            None => Ok(()),
        }
    }
}

/// A kind of save.
struct Scenario {
    name: &'static str,
    always: &'static [(&'static str, i32)],
    hard_link: bool,
    exists: bool,
    lengths: (usize, usize),
}

const SCENARIOS: [Scenario; 9] = [
    scenario("replaced", &[], (10, 20)),
    scenario("replaced, several writes", &[], (150_000, 140_000)),
    scenario("no exchange", &[("exchange", EINVAL)], (20, 10)),
    scenario(
        "a directory without write permission",
        &[("create", EACCES)],
        (150_000, 140_000),
    ),
    scenario(
        "an owner that cannot be kept",
        &[("chmod", EPERM)],
        (140_000, 150_000),
    ),
    scenario("a mount point", &[("exchange", 16)], (10, 20)),
    Scenario {
        hard_link: true,
        ..scenario("several names, longer", &[], (140_000, 150_000))
    },
    Scenario {
        hard_link: true,
        ..scenario("several names, shorter", &[], (150_000, 10))
    },
    Scenario {
        exists: false,
        ..scenario("a new file", &[], (0, 70_000))
    },
];

const fn scenario(
    name: &'static str,
    always: &'static [(&'static str, i32)],
    lengths: (usize, usize),
) -> Scenario {
    Scenario {
        name,
        always,
        hard_link: false,
        exists: true,
        lengths,
    }
}

impl Scenario {
    /// Saves once with a fault. Returns the calls that were made. Panics if a text was lost.
    fn run(&self, at: usize, fault: Fault) -> Vec<&'static str> {
        let desk = Desk::in_memory();
        let (old, new) = ("o".repeat(self.lengths.0), "n".repeat(self.lengths.1));
        let path = desk.file("live.yaml");
        if self.exists {
            desk.write("live.yaml", &old);
        }
        if self.hard_link {
            fs::hard_link(&path, desk.file("other.yaml")).unwrap();
        }
        let expect = if self.exists {
            ExpectedContent::Bytes(old.as_bytes())
        } else {
            ExpectedContent::Absent
        };
        let hook = FaultHook::new(at, fault, self.always);
        let saved = save_with(&desk.request(&path, new.as_bytes(), expect), &hook);
        let calls = hook.calls.take();
        let call = calls.get(at).copied().unwrap_or("none");
        let case = format!("{}: {fault:?} at call {at} ({call}): {saved:?}", self.name);

        let now = fs::read(&path).ok();
        assert!(at != usize::MAX || saved.is_ok(), "{case}");
        let is_new = now.as_deref() == Some(new.as_bytes());
        let is_old = if self.exists {
            now.as_deref() == Some(old.as_bytes())
        } else {
            now.is_none()
        };
        let kept = desk.recovery().list_of(&path).into_iter().next();
        let has_backup = kept
            .is_some_and(|kept| kept.text == KeptText::Replaced && kept.bytes().unwrap() == old.as_bytes());
        if hook.ended.get() {
            // A killed process reports nothing.
            assert!(is_new || is_old || has_backup, "{case}");
        } else {
            match &saved {
                Ok(_) => assert!(is_new, "{case}"),
                Err(SaveError::NotSaved { why, .. }) if why.contains("its old text is in") => {
                    assert!(has_backup, "{case}");
                }
                Err(_) => assert!(is_old && !has_backup, "{case}"),
            }
        }
        remove_leftovers(&desk.path("files"));
        assert!(
            desk.names().iter().all(|name| !name.ends_with(".tmp")),
            "{case}: {:?}",
            desk.names()
        );
        calls
    }
}

#[test]
fn no_failing_call_and_no_kill_loses_a_text() {
    for scenario in SCENARIOS {
        let count = scenario.run(usize::MAX, Fault::Kill).len();
        assert!(count > 5, "{}", scenario.name);
        for fault in FAULTS {
            for at in 0..count {
                scenario.run(at, fault);
            }
        }
    }
}

#[test]
fn a_full_disk_is_never_a_reason_to_overwrite() {
    for error in [ENOSPC, EDQUOT, EFBIG, EIO] {
        for call in ["create", "write", "sync", "chmod", "exchange"] {
            let desk = Desk::new();
            let path = desk.write("live.yaml", "old");
            let calls = FaultHook::new(usize::MAX, Fault::Kill, &[]);
            let request = desk.request(&path, b"new", ExpectedContent::Bytes(b"old"));
            save_with(&request, &calls).unwrap();
            let at = calls.calls.take().iter().position(|name| *name == call).unwrap();

            let path = desk.write("live.yaml", "old");
            let hook = FaultHook::new(at, Fault::Once(error), &[]);
            let rejected = save_with(&request, &hook).unwrap_err().to_string();
            assert!(rejected.ends_with("the file is unchanged"), "{call}: {rejected}");
            assert_eq!(fs::read(&path).unwrap(), b"old", "{call}");
            assert_eq!(desk.names(), ["live.yaml"], "{call}");
        }
    }
}

/// Writes to the file before a call, as another program can.
struct OtherWriter(PathBuf, &'static str);

impl CallHook for OtherWriter {
    fn before(&self, call: &'static str) -> io::Result<()> {
        if call == self.1 {
            fs::write(&self.0, "theirs").unwrap();
        }
        Ok(())
    }
}

#[test]
fn a_text_that_is_written_between_check_and_replacement_is_returned() {
    let desk = Desk::new();
    let path = desk.write("live.yaml", "old");
    let request = desk.request(&path, b"mine", ExpectedContent::Bytes(b"old"));
    let saved = save_with(&request, &OtherWriter(path.clone(), "exchange")).unwrap();
    // Where the system cannot exchange two files, the write is not noticed.
    let swaps = cfg!(any(target_os = "linux", target_vendor = "apple"));
    let overwritten = swaps.then(|| b"theirs".to_vec());
    assert_eq!(saved, Saved::Replaced { overwritten });
    assert_eq!(fs::read(&path).unwrap(), b"mine");
}

/// Removes the file before it is replaced.
struct OtherRemover(PathBuf);

impl CallHook for OtherRemover {
    fn before(&self, call: &'static str) -> io::Result<()> {
        if call == "exchange" {
            fs::remove_file(&self.0).unwrap();
        }
        Ok(())
    }
}

#[test]
fn a_file_that_is_removed_between_check_and_replacement_is_a_conflict() {
    let desk = Desk::new();
    let path = desk.write("live.yaml", "old");
    let request = desk.request(&path, b"mine", ExpectedContent::Bytes(b"old"));
    let error = save_with(&request, &OtherRemover(path.clone())).unwrap_err();
    assert!(matches!(&error, SaveError::Conflict { now: None, .. }), "{error}");
    let request = desk.request(&path, b"mine", ExpectedContent::Anything);
    fs::write(&path, "old").unwrap();
    save_with(&request, &OtherRemover(path.clone())).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"mine");
}

#[test]
fn a_text_that_is_written_while_a_save_in_place_begins_is_a_conflict() {
    for call in ["keep the old text", "allocate"] {
        let desk = Desk::new();
        let path = desk.write("live.yaml", "old");
        fs::hard_link(&path, desk.file("other.yaml")).unwrap();
        for expect in [ExpectedContent::Bytes(b"old"), ExpectedContent::Anything] {
            fs::write(&path, "old").unwrap();
            let request = desk.request(&path, b"mine", expect);
            let error = save_with(&request, &OtherWriter(path.clone(), call)).unwrap_err();
            assert!(
                matches!(&error, SaveError::Conflict { now: Some(now), .. } if now == b"theirs"),
                "{call}: {error}"
            );
            assert_eq!(fs::read(&path).unwrap(), b"theirs", "{call}");
            assert_eq!(desk.recovery().list(), [], "{call}");
        }
    }
}

#[cfg(target_os = "linux")]
mod attributes {
    use super::*;
    use rustix::fs::{XattrFlags, getxattr, setxattr};

    /// `user::rw-`, `user:bin:rw-`, `group::---`, `mask::rw-`, `other::---`, as the kernel stores it.
    fn access_list() -> Vec<u8> {
        let mut bytes = 2_u32.to_le_bytes().to_vec();
        for (tag, rights, id) in [
            (1_u16, 6_u16, u32::MAX),
            (2, 6, 2),
            (4, 0, u32::MAX),
            (0x10, 6, u32::MAX),
            (0x20, 0, u32::MAX),
        ] {
            bytes.extend(tag.to_le_bytes());
            bytes.extend(rights.to_le_bytes());
            bytes.extend(id.to_le_bytes());
        }
        bytes
    }

    fn read(path: &Path, name: &str) -> Option<Vec<u8>> {
        let mut value = vec![0; 256];
        let length = getxattr(path, name, &mut value[..]).ok()?;
        value.truncate(length);
        Some(value)
    }

    #[test]
    fn the_access_list_and_other_attributes_are_kept() {
        let desk = Desk::new();
        let path = desk.write("live.yaml", "one");
        let set = |name: &str, value: &[u8]| setxattr(&path, name, value, XattrFlags::empty());
        // Some file systems have no attributes, so there is nothing to keep.
        let has_list = set("system.posix_acl_access", &access_list()).is_ok();
        let has_note = set("user.note", b"mine").is_ok();
        let before = FileAttributes::of_path(&path);
        let text = ExpectedContent::Bytes(b"one");
        assert_eq!(desk.save(&path, "two", text).unwrap(), REPLACED);
        assert_eq!(FileAttributes::of_path(&path), before);
        assert_eq!(read(&path, "system.posix_acl_access"), has_list.then(access_list));
        assert_eq!(read(&path, "user.note"), has_note.then(|| b"mine".to_vec()));

        // Attributes that cannot be copied are kept by overwriting the file.
        let request = desk.request(&path, b"three", ExpectedContent::Anything);
        let hook = FaultHook::new(usize::MAX, Fault::Kill, &[("setxattr", EPERM)]);
        let saved = save_with(&request, &hook).unwrap();
        let in_place = Saved::InPlace(InPlaceReason::Attributes);
        assert_eq!(saved, if has_list || has_note { in_place } else { REPLACED });
        assert_eq!(FileAttributes::of_path(&path), before);
    }
}
