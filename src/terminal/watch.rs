//! Watches files through their directories and sends their new bytes, for any way of saving.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime};
use std::{fs, io};

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind, RenameMode};
use notify::{RecursiveMode, Watcher as _};
use rustc_hash::FxSeededState;

use super::debounce::{Debounce, GRACE_PERIOD};
use super::event::{LoopMessage, Sender, spawn};
pub use super::file_event::{FileError, FileEvent};
use super::watched_names::WatchedNames;
use crate::input_limit;

/// The interval of polling files whose changes the system does not report.
pub const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The handle of the watching thread. The thread ends when it is dropped.
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
    /// The length and time of the file when it was last read, unless it had been written shortly before.
    stamp: Option<FileStamp>,
    /// The end of the grace period of a missing or empty file, which is probably being saved.
    doubt: Option<Instant>,
}

/// The length and the modification time of a file. Polling does not read the file as long as they are the
/// same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileStamp(u64, SystemTime);

/// The last reported content of a file: its length and a keyed hash, or an error.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SeenFile {
    Bytes(usize, u64),
    Trouble(FileError),
}

impl Watcher {
    /// Starts the thread, which watches nothing yet. Changes are sent into the channel as
    /// [`LoopMessage::Files`]. Where the system does not report changes, files are polled every
    /// [`POLL_INTERVAL`].
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start<W: Send + 'static>(sender: Sender<W>) -> io::Result<Watcher> {
        Watcher::with_notifier(sender, |happened| {
            notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
                // Check this first: our own reads cause events too, and reacting to them would never end.
                if event.as_ref().map_or(true, can_change_a_file) {
                    let _ = happened.send(WatchRequest::Happened(event));
                }
            })
        })
    }

    /// Starts the thread as on a system that reports no changes.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start_polling<W: Send + 'static>(sender: Sender<W>) -> io::Result<Watcher> {
        Watcher::with_notifier(sender, |_| Err(notify::Error::generic("polling was requested")))
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

    /// Watches these files instead of the previous ones, each with its last read bytes. A file that already
    /// differs is reported at once.
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

    /// Checks the files now, because they are known to have changed.
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

/// Returns whether an event can change bytes. Opening, reading and changing attributes cannot.
fn can_change_a_file(event: &notify::Event) -> bool {
    event.need_rescan()
        || match event.kind {
            EventKind::Any | EventKind::Create(_) | EventKind::Remove(_) => true,
            EventKind::Modify(what) => !matches!(what, ModifyKind::Metadata(_)),
            EventKind::Access(how) => how == AccessKind::Close(AccessMode::Write),
            EventKind::Other => false,
        }
}

/// Returns whether an event ends a save: a file was closed after writing, or another one was renamed over it.
/// Not every system reports this.
fn ends_a_save(event: &notify::Event) -> bool {
    matches!(
        event.kind,
        EventKind::Access(AccessKind::Close(AccessMode::Write))
            | EventKind::Modify(ModifyKind::Name(RenameMode::To | RenameMode::Both))
    )
}

/// The state of the watching thread.
struct WatchState {
    /// Reports changes in directories, or the reason why it cannot.
    notifier: notify::Result<notify::RecommendedWatcher>,
    /// The directories that the notifier watches.
    armed: BTreeSet<PathBuf>,
    /// Watched directories that were removed or moved; another directory may have their path now.
    stale: BTreeSet<PathBuf>,
    plan: WatchedNames,
    files: Vec<WatchedFile>,
    /// The reason for polling; reported once.
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
            // Watch first, then read: a change in between causes an event.
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

    /// Makes the next check read every file.
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

    /// Updates the set of watched directories. Returns the reason for polling, if it has changed.
    fn arm(&mut self) -> Option<FileEvent> {
        let mut complaint = self.complaint.clone();
        // A directory can be created between the check and the watch, so repeat until nothing changes.
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
            // This fails if the directory was removed, which ends the watch.
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

    /// Reads all files and appends the changed ones to `changes`. A missing or empty file is reported only
    /// after a grace period; returns the end of the earliest one.
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
    /// Returns whether a later write certainly gets another time: the clocks of some file systems have a
    /// resolution of two seconds.
    fn is_old(self) -> bool {
        self.1.elapsed().is_ok_and(|age| age > POLL_INTERVAL * 3)
    }
}

fn stamp(path: &Path) -> Option<FileStamp> {
    let metadata = fs::metadata(path).ok()?;
    Some(FileStamp(metadata.len(), metadata.modified().ok()?))
}

/// Returns whether a directory is on a file system that other machines can change, which no system reports.
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

/// This system does not tell.
#[cfg(not(target_os = "linux"))]
fn is_on_silent_file_system(_: &Path) -> bool {
    false
}

fn reason(error: &notify::Error) -> String {
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => {
            "system limit for file watches reached (fs.inotify.max_user_watches)".into()
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
    input_limit::read_regular_file(path).map_err(trouble)
}
