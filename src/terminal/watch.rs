//! Watches files through their directories and sends their new bytes, whatever the manner of saving.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Instant;

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind, RenameMode};
use notify::{RecursiveMode, Watcher as _};
use rustc_hash::FxSeededState;

use super::debounce::{Debounce, GRACE_PERIOD};
use super::event::{LoopMessage, Sender, spawn};
pub use super::file_event::{FileError, FileEvent};
use super::watched_names::WatchedNames;

/// The handle of the watching thread, which ends when the handle is dropped.
#[derive(Debug)]
pub struct Watcher {
    asks: mpsc::Sender<WatchRequest>,
}

#[derive(Debug)]
enum WatchRequest {
    Happened(notify::Result<notify::Event>),
    Watch(Vec<WatchedFolder>),
    Stop,
}

#[derive(Debug)]
struct WatchedFolder {
    path: PathBuf,
    seen: SeenFile,
    /// Found gone or empty: until when that is taken for a save under way.
    doubt: Option<Instant>,
}

/// What was last told of a file: its length and a keyed hash stand for its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SeenFile {
    Bytes(usize, u64),
    Trouble(FileError),
}

impl Watcher {
    /// Starts the thread; it watches nothing yet. Changes go into the channel as [`LoopMessage::Files`].
    ///
    /// # Errors
    /// When the system has no more watchers to give.
    pub fn start<W: Send + 'static>(sender: Sender<W>) -> io::Result<Watcher> {
        let (asks, asked) = mpsc::channel();
        let happened = asks.clone();
        let notifier = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // Before anything else: our own reading makes events too, and answering those never ends.
            if event.as_ref().map_or(true, can_change_a_file) {
                let _ = happened.send(WatchRequest::Happened(event));
            }
        })
        .map_err(io::Error::other)?;
        spawn("watch", sender, move |sender| {
            let state = WatchState {
                notifier,
                armed: BTreeSet::new(),
                stale: BTreeSet::new(),
                plan: WatchedNames::default(),
                files: Vec::new(),
                complaint: None,
            };
            state.run(&asked, sender);
        })?;
        Ok(Watcher { asks })
    }

    /// Watches these files instead of the ones before, each with the bytes last read of it: a file that differs from
    /// them already is told at once.
    pub fn watch<'a>(&self, files: impl IntoIterator<Item = (&'a Path, &'a [u8])>) {
        let files = files
            .into_iter()
            .map(|(path, bytes)| WatchedFolder {
                path: path.to_path_buf(),
                seen: fingerprint(bytes),
                doubt: None,
            })
            .collect();
        let _ = self.asks.send(WatchRequest::Watch(files));
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.asks.send(WatchRequest::Stop);
    }
}

fn fingerprint(bytes: &[u8]) -> SeenFile {
    static KEY: OnceLock<FxSeededState> = OnceLock::new();
    let key = KEY.get_or_init(|| FxSeededState::with_seed(RandomState::new().hash_one(0) as usize));
    SeenFile::Bytes(bytes.len(), key.hash_one(bytes))
}

/// Opening, reading and changing attributes change no bytes.
fn can_change_a_file(event: &notify::Event) -> bool {
    event.need_rescan()
        || match event.kind {
            EventKind::Any | EventKind::Create(_) | EventKind::Remove(_) => true,
            EventKind::Modify(what) => !matches!(what, ModifyKind::Metadata(_)),
            EventKind::Access(how) => how == AccessKind::Close(AccessMode::Write),
            EventKind::Other => false,
        }
}

/// A file that was written is closed, or one has taken its name over. Not every system tells.
fn ends_a_save(event: &notify::Event) -> bool {
    matches!(
        event.kind,
        EventKind::Access(AccessKind::Close(AccessMode::Write))
            | EventKind::Modify(ModifyKind::Name(RenameMode::To | RenameMode::Both))
    )
}

/// What the thread holds.
struct WatchState {
    notifier: notify::RecommendedWatcher,
    /// The directories that the notifier watches.
    armed: BTreeSet<PathBuf>,
    /// Watched directories that went or moved; whatever has their path now is another one.
    stale: BTreeSet<PathBuf>,
    plan: WatchedNames,
    files: Vec<WatchedFolder>,
    /// The directory that could not be watched, told once.
    complaint: Option<FileEvent>,
}

impl WatchState {
    fn run<W>(mut self, asked: &mpsc::Receiver<WatchRequest>, sender: &Sender<W>) {
        let mut debounce = Debounce::default();
        loop {
            let ask = match debounce.deadline() {
                None => asked.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => asked.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            let look = match ask {
                Err(RecvTimeoutError::Disconnected) | Ok(WatchRequest::Stop) => return,
                Err(RecvTimeoutError::Timeout) => false,
                Ok(WatchRequest::Happened(event)) => {
                    let ends = event.as_ref().is_ok_and(ends_a_save);
                    if self.concerns_us(event) {
                        debounce.event(Instant::now(), ends);
                    }
                    false
                }
                Ok(WatchRequest::Watch(files)) => {
                    self.files = files;
                    true
                }
            };
            if !(look || debounce.take_due(Instant::now())) {
                continue;
            }
            // First watch, then read: what happens in between makes an event.
            let mut changes: Vec<FileEvent> = self.arm().into_iter().collect();
            debounce.again(self.look(Instant::now(), &mut changes));
            if !changes.is_empty() && sender.send(LoopMessage::Files(changes)).is_err() {
                return;
            }
        }
    }

    fn concerns_us(&mut self, event: notify::Result<notify::Event>) -> bool {
        let Ok(event) = event else {
            return true;
        };
        let concerned = event.paths.iter().any(|path| self.plan.concerns(path));
        let moved = matches!(
            event.kind,
            EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
        );
        if concerned && moved {
            self.stale.extend(
                event
                    .paths
                    .into_iter()
                    .filter(|path| self.plan.has_directory(path)),
            );
        }
        concerned || event.attrs.flag().is_some()
    }

    /// Watches what has to be watched now. A directory that cannot be watched is told once.
    fn arm(&mut self) -> Option<FileEvent> {
        let mut complaint = None;
        // A directory may come into being between looking and watching, so look until nothing changes.
        for _ in 0..8 {
            let plan = WatchedNames::of(self.files.iter().map(|file| file.path.as_path()));
            let settled = plan == self.plan
                && self.stale.is_empty()
                && plan.directories().all(|d| self.armed.contains(d));
            self.plan = plan;
            if settled {
                break;
            }
            complaint = self.rearm();
        }
        if complaint == self.complaint {
            return None;
        }
        self.complaint.clone_from(&complaint);
        complaint
    }

    fn rearm(&mut self) -> Option<FileEvent> {
        let stale = std::mem::take(&mut self.stale);
        let leave: Vec<PathBuf> = self
            .armed
            .iter()
            .filter(|path| !self.plan.has_directory(path) || stale.contains(*path))
            .cloned()
            .collect();
        for path in leave {
            // It fails when the directory has gone, and the watch with it.
            let _ = self.notifier.unwatch(&path);
            self.armed.remove(&path);
        }
        let mut complaint = None;
        for path in self.plan.directories() {
            if self.armed.contains(path) {
                continue;
            }
            match self.notifier.watch(path, RecursiveMode::NonRecursive) {
                Ok(()) => {
                    self.armed.insert(path.to_path_buf());
                }
                Err(error) => {
                    let content = Err(FileError::NotWatched(reason(&error)));
                    complaint = Some(FileEvent {
                        path: path.to_path_buf(),
                        content,
                    });
                }
            }
        }
        complaint
    }

    /// Reads every file and adds those that changed. A file that is gone or empty counts only once it was so for a while;
    /// returns when the first such doubt ends.
    fn look(&mut self, now: Instant, changes: &mut Vec<FileEvent>) -> Option<Instant> {
        let mut again: Option<Instant> = None;
        for file in &mut self.files {
            let content = read(&file.path);
            let seen = match &content {
                Ok(bytes) => fingerprint(bytes),
                Err(trouble) => SeenFile::Trouble(trouble.clone()),
            };
            let doubtful = content.as_ref().map_or(true, Vec::is_empty) && seen != file.seen;
            if doubtful {
                let end = *file.doubt.get_or_insert(now + GRACE_PERIOD);
                if now < end {
                    again = Some(again.map_or(end, |again| again.min(end)));
                    continue;
                }
            }
            file.doubt = None;
            if seen == file.seen {
                continue;
            }
            file.seen = seen;
            changes.push(FileEvent {
                path: file.path.clone(),
                content,
            });
        }
        again
    }
}

fn reason(error: &notify::Error) -> String {
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => {
            "the system's limit of watches is reached (fs.inotify.max_user_watches)".into()
        }
        notify::ErrorKind::Io(error) => error.to_string(),
        _ => error.to_string(),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    let trouble = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => FileError::Gone,
        _ => FileError::Unreadable(error.to_string()),
    };
    // Asked before opening: opening a pipe would wait for its writer for ever.
    if !fs::metadata(path).map_err(trouble)?.is_file() {
        return Err(FileError::Unreadable("it is not a regular file".into()));
    }
    fs::read(path).map_err(trouble)
}
