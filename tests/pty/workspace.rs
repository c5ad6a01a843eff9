//! A temporary directory under watch, and the manners in which editors save.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mergescope::terminal::event::{LoopMessage, Receiver, Sender, channel};
use mergescope::terminal::watch::{FileError, FileEvent, Watcher};

/// How long a change may take before the test fails; the real time is far below.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) struct Workspace {
    _temp: tempfile::TempDir,
    root: PathBuf,
    pub(crate) watcher: Watcher,
    receiver: Receiver<()>,
}

impl Workspace {
    pub(crate) fn new() -> Workspace {
        Workspace::with(Watcher::start)
    }

    pub(crate) fn with(start: fn(Sender) -> std::io::Result<Watcher>) -> Workspace {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        let (sender, receiver) = channel();
        Workspace {
            _temp: temp,
            root,
            watcher: start(sender).unwrap(),
            receiver,
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Watches one file, and proves that the watch stands: what was "seen" differs, so the first message comes.
    pub(crate) fn watch(&self, name: &str) {
        let path = self.path(name);
        self.watcher.watch([(path.as_path(), b"never seen".as_slice())]);
        let text = fs::read_to_string(&path).unwrap();
        self.expect(name, Ok(&text));
    }

    /// The next change is this one.
    pub(crate) fn expect(&self, name: &str, want: Result<&str, FileError>) {
        let change = self.next();
        let want = want.map(|text| text.as_bytes().to_vec());
        assert_eq!((&change.path, &change.content), (&self.path(name), &want));
    }

    /// This change comes, perhaps after unfinished ones: on a busy machine a slow writer is seen in between.
    pub(crate) fn expect_in_the_end(&self, name: &str, text: &str) {
        while self.next()
            != (FileEvent {
                path: self.path(name),
                content: Ok(text.into()),
            })
        {}
    }

    pub(crate) fn next(&self) -> FileEvent {
        let message = self.receiver.recv_timeout(PATIENCE).expect("no change came");
        let LoopMessage::Files(mut changes) = message else {
            panic!("not a change: {message:?}")
        };
        assert_eq!(changes.len(), 1, "{changes:?}");
        changes.remove(0)
    }

    /// Nothing was told of what happened before now: the next change is that of another file, saved now.
    pub(crate) fn expect_nothing_before(&self, name: &str, text: &str) {
        self.write(name, text);
        self.expect(name, Ok(text));
    }
}

pub(crate) fn save_by_rename(path: &Path, text: &str) {
    let temporary = path.with_file_name(".tmp-save");
    fs::write(&temporary, text).unwrap();
    fs::rename(&temporary, path).unwrap();
}

/// vim with `backupcopy=no`: the old file becomes the backup, a new one takes its name, the backup goes.
pub(crate) fn save_like_vim(path: &Path, text: &str) {
    let backup = path.with_file_name("live.yaml~");
    fs::rename(path, &backup).unwrap();
    fs::write(path, text).unwrap();
    fs::remove_file(&backup).unwrap();
}

pub(crate) fn delete_and_recreate(path: &Path, text: &str) {
    fs::remove_file(path).unwrap();
    fs::write(path, text).unwrap();
}

pub(crate) fn truncate_and_write(path: &Path, text: &str) {
    use std::io::Write;
    let mut file = fs::File::create(path).unwrap();
    for byte in text.as_bytes() {
        file.write_all(&[*byte]).unwrap();
    }
}
