//! Watches files through their directories and sends their new bytes, whatever the manner of saving.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime};

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind, RenameMode};
use notify::{RecursiveMode, Watcher as _};
use rustc_hash::FxSeededState;

use super::debounce::{Debounce, GRACE_PERIOD};
use super::event::{LoopMessage, Sender, spawn};
pub use super::file_event::{FileError, FileEvent};
use super::watched_names::WatchedNames;
use crate::input_limit;

/// How often files are looked at whose changes the system does not report.
pub const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The handle of the watching thread, which ends when the handle is dropped.
#[derive(Debug)]
pub struct Watcher {
    asks: mpsc::Sender<WatchRequest>,
}

#[derive(Debug)]
enum WatchRequest {
    Happened(notify::Result<notify::Event>),
    Watch(Vec<WatchedFile>),
    Look,
    Stop,
}

#[derive(Debug)]
struct WatchedFile {
    path: PathBuf,
    seen: SeenFile,
    /// What the file system said of the file when it was read last, if it had not been written shortly before.
    stamp: Option<FileStamp>,
    /// Found gone or empty: until when that is taken for a save under way.
    doubt: Option<Instant>,
}

/// Length and time of a file: as long as they are the same, polling does not read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileStamp(u64, SystemTime);

/// The last reported content of a file: its length and a keyed hash.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SeenFile {
    Bytes(usize, u64),
    Trouble(FileError),
}

impl Watcher {
    /// Starts the thread; it watches nothing yet. Changes go into the channel as [`LoopMessage::Files`]. Where the system does
    /// not report changes, the files are looked at every [`POLL_INTERVAL`].
    ///
    /// # Errors
    /// When the system has no more threads to give.
    pub fn start<W: Send + 'static>(sender: Sender<W>) -> io::Result<Watcher> {
        Watcher::with_notifier(sender, |happened| {
            notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
                // Before anything else: our own reading makes events too, and answering those never ends.
                if event.as_ref().map_or(true, can_change_a_file) {
                    let _ = happened.send(WatchRequest::Happened(event));
                }
            })
        })
    }

    /// Starts the thread as on a system that reports no changes at all.
    ///
    /// # Errors
    /// When the system has no more threads to give.
    pub fn start_polling<W: Send + 'static>(sender: Sender<W>) -> io::Result<Watcher> {
        Watcher::with_notifier(sender, |_| Err(notify::Error::generic("polling was asked for")))
    }

    fn with_notifier<W: Send + 'static>(
        sender: Sender<W>,
        notifier: impl FnOnce(mpsc::Sender<WatchRequest>) -> notify::Result<notify::RecommendedWatcher>,
    ) -> io::Result<Watcher> {
        let (asks, asked) = mpsc::channel();
        let notifier = notifier(asks.clone());
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
            .map(|(path, bytes)| WatchedFile {
                path: path.to_path_buf(),
                seen: fingerprint(bytes),
                stamp: None,
                doubt: None,
            })
            .collect();
        let _ = self.asks.send(WatchRequest::Watch(files));
    }

    /// Looks at the files now: something is known to have happened to them.
    pub fn look(&self) {
        let _ = self.asks.send(WatchRequest::Look);
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

/// A file was closed after writing, or another one was renamed over it. Not every system reports this.
fn ends_a_save(event: &notify::Event) -> bool {
    matches!(
        event.kind,
        EventKind::Access(AccessKind::Close(AccessMode::Write))
            | EventKind::Modify(ModifyKind::Name(RenameMode::To | RenameMode::Both))
    )
}

/// What the thread holds.
struct WatchState {
    /// Reports the changes in directories, or why it cannot.
    notifier: notify::Result<notify::RecommendedWatcher>,
    /// The directories that the notifier watches.
    armed: BTreeSet<PathBuf>,
    /// Watched directories that went or moved; whatever has their path now is another one.
    stale: BTreeSet<PathBuf>,
    plan: WatchedNames,
    files: Vec<WatchedFile>,
    /// Why the files are polled; reported once.
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
                        self.distrust_stamps();
                        debounce.event(Instant::now(), ends);
                    }
                    false
                }
                Ok(WatchRequest::Watch(files)) => {
                    self.files = files;
                    true
                }
                Ok(WatchRequest::Look) => {
                    self.distrust_stamps();
                    true
                }
            };
            if !(look || debounce.take_due(Instant::now())) {
                continue;
            }
            // First watch, then read: what happens in between makes an event.
            let mut changes: Vec<FileEvent> = self.arm().into_iter().collect();
            let now = Instant::now();
            let again = self.look(now, &mut changes);
            let poll = self.complaint.as_ref().map(|_| now + POLL_INTERVAL);
            debounce.again(again.into_iter().chain(poll).min());
            if !changes.is_empty() && sender.send(LoopMessage::Files(changes)).is_err() {
                return;
            }
        }
    }

    /// Lets the next look read every file.
    fn distrust_stamps(&mut self) {
        for file in &mut self.files {
            file.stamp = None;
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

    /// Updates the set of watched files. The reason for polling is reported once.
    fn arm(&mut self) -> Option<FileEvent> {
        let mut complaint = self.complaint.clone();
        // A directory may come into being between looking and watching, so look until nothing changes.
        for _ in 0..8 {
            let plan = WatchedNames::from_files(self.files.iter().map(|file| file.path.as_path()));
            let settled = plan == self.plan
                && self.stale.is_empty()
                && (plan.directories().all(|directory| self.armed.contains(directory))
                    || complaint.is_some());
            self.plan = plan;
            if settled {
                break;
            }
            complaint = self.rearm();
        }
        if self.files.is_empty() {
            complaint = None;
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
            if let Ok(notifier) = &mut self.notifier {
                let _ = notifier.unwatch(&path);
            }
            self.armed.remove(&path);
        }
        let mut complaint = None;
        for path in self.plan.directories() {
            let armed = match &mut self.notifier {
                _ if self.armed.contains(path) => Ok(()),
                Ok(notifier) => notifier
                    .watch(path, RecursiveMode::NonRecursive)
                    .map_err(|error| reason(&error)),
                Err(error) => Err(reason(error)),
            };
            if armed.is_ok() {
                self.armed.insert(path.to_path_buf());
            }
            let silent =
                || is_on_silent_file_system(path).then(|| "it is on a network file system".to_owned());
            if let Some(why) = armed.err().or_else(silent) {
                complaint = Some(FileEvent {
                    path: path.to_path_buf(),
                    content: Err(FileError::NotWatched(why)),
                });
            }
        }
        complaint
    }

    /// Reads every file and adds those that changed. A file that is gone or empty counts only once it was so for a while;
    /// returns when the first such doubt ends.
    fn look(&mut self, now: Instant, changes: &mut Vec<FileEvent>) -> Option<Instant> {
        let mut again: Option<Instant> = None;
        for file in &mut self.files {
            let stamp = stamp(&file.path);
            if file.doubt.is_none() && stamp.is_some() && stamp == file.stamp {
                continue;
            }
            file.stamp = stamp.filter(|stamp| stamp.is_old());
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

impl FileStamp {
    /// Whether a later write gets another time for sure: clocks of file systems tick as slowly as every two seconds.
    fn is_old(self) -> bool {
        self.1.elapsed().is_ok_and(|age| age > POLL_INTERVAL * 3)
    }
}

fn stamp(path: &Path) -> Option<FileStamp> {
    let metadata = fs::metadata(path).ok()?;
    Some(FileStamp(metadata.len(), metadata.modified().ok()?))
}

/// Whether a directory is on a file system that other machines can change, which no system reports.
#[cfg(target_os = "linux")]
fn is_on_silent_file_system(directory: &Path) -> bool {
    // NFS, SMB, CIFS, SMB 2, 9p, FUSE, AFS, Ceph, by the numbers of statfs(2).
    const KINDS: [u32; 8] = [
        0x6969,
        0x517b,
        0xff53_4d42,
        0xfe53_4d42,
        0x0102_1997,
        0x6573_5546,
        0x5346_414f,
        0x00c3_6400,
    ];
    rustix::fs::statfs(directory).is_ok_and(|found| KINDS.contains(&(found.f_type as u32)))
}

/// This system does not say.
#[cfg(not(target_os = "linux"))]
fn is_on_silent_file_system(_: &Path) -> bool {
    false
}

fn reason(error: &notify::Error) -> String {
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => {
            "the system's limit of watches is reached (fs.inotify.max_user_watches)".into()
        }
        // EMFILE, when an inotify instance is asked for.
        notify::ErrorKind::Io(error) if error.raw_os_error() == Some(24) => {
            "the system's limit of watchers is reached (fs.inotify.max_user_instances)".into()
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
    input_limit::read_file(path).map_err(trouble)
}
