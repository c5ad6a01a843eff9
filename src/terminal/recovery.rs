//! Recovery files, which keep texts that would be lost if the program was killed. They are in the XDG state
//! directory, are readable by the user only, and are locked while the program that writes them runs.

use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::file_lock::{try_lock, unlock};
use super::random_name::random_name;

const SUFFIX: &str = "recovery";

/// The maximum length of the first line of a recovery file, in bytes.
const MAX_HEADER_BYTES: u64 = 64 << 10;

/// The minimum age of a temporary file that is removed: a running program locks its file much sooner.
const MIN_LEFTOVER_AGE: Duration = Duration::from_secs(60);

/// The kind of the text in a recovery file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeptText {
    /// A typed text that is not saved.
    Unsaved,
    /// An edited result. The file is the patch that is computed from it.
    EditedResult,
    /// A typed text that has no file: the input came through a pipe, or is part of a lesson.
    NoFile,
    /// The old text of a file that was being overwritten in place.
    Replaced,
    /// The text that another program wrote at the moment of a save, which replaced it.
    OtherProgram,
    /// A typed text that the user gave up for that of the file, which another program had changed.
    Discarded,
}

/// The first line of a recovery file; the text follows.
#[derive(Debug, Serialize, Deserialize)]
struct RecoveryHeader {
    file: String,
    text: KeptText,
    /// The time in seconds since 1970.
    time: u64,
    /// The fingerprint of the file when its text was opened for editing.
    #[serde(default)]
    base: Option<u64>,
}

/// Returns a hash that distinguishes contents of a file. It must not be stored for long, because it can
/// change with the version of the program.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// Returns the folder for state between runs: `$XDG_STATE_HOME/mergescope`, else `~/.local/state/mergescope`;
/// on Windows `%LOCALAPPDATA%\\mergescope`.
pub(crate) fn state_folder(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    // According to the XDG Base Directory Specification, relative paths are ignored.
    let absolute = |name| variable(name).filter(|path| path.is_absolute());
    let home = || absolute("HOME").map(|home| home.join(".local").join("state"));
    let state = absolute("XDG_STATE_HOME")
        .or_else(home)
        .or_else(|| absolute("LOCALAPPDATA"));
    state.map(|state| state.join("mergescope"))
}

/// Creates a folder that only the user can read, unless it exists.
pub(crate) fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// The folder of the recovery files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveryFolder {
    path: PathBuf,
    /// Whether only the user can have created files in the folder, so that they can be offered.
    trusted: bool,
}

impl RecoveryFolder {
    /// Creates the handle of a folder that belongs to the user; the folder need not exist.
    pub fn new(path: impl Into<PathBuf>) -> RecoveryFolder {
        RecoveryFolder {
            path: path.into(),
            trusted: true,
        }
    }

    /// Returns the state folder: `$XDG_STATE_HOME/mergescope`, else `~/.local/state/mergescope`; on Windows
    /// `%LOCALAPPDATA%\\mergescope`. Without any of them, files are written to the folder for temporary
    /// files, but not read from it.
    pub fn from_environment() -> RecoveryFolder {
        RecoveryFolder::from_variables(|name| std::env::var_os(name).map(PathBuf::from))
    }

    fn from_variables(variable: impl Fn(&str) -> Option<PathBuf>) -> RecoveryFolder {
        match state_folder(variable) {
            Some(state) => RecoveryFolder::new(state),
            None => RecoveryFolder::temporary(),
        }
    }

    /// Keeps a text of a file. When this returns, the text survives the end of the program; a text that may
    /// be the only copy of a file also survives a power failure.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&self, text: KeptText, file: &Path, bytes: &[u8]) -> io::Result<RecoveryFile> {
        self.keep_edited(text, file, bytes, None)
    }

    /// Keeps a text as [`Self::keep`] does, for a text that was edited from file contents with the
    /// fingerprint `base`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn keep_edited(
        &self,
        text: KeptText,
        file: &Path,
        bytes: &[u8],
        base: Option<u64>,
    ) -> io::Result<RecoveryFile> {
        let path = self.path.join(format!("{}.{SUFFIX}", random_name()));
        let lock = self.write(&path, text, file, bytes, base)?;
        Ok(RecoveryFile { path, lock })
    }

    /// Replaces the text of a recovery file atomically.
    ///
    /// # Errors
    /// The file cannot be written; the recovery file is unchanged.
    pub fn update(
        &self,
        kept: &mut RecoveryFile,
        text: KeptText,
        file: &Path,
        bytes: &[u8],
        base: Option<u64>,
    ) -> io::Result<()> {
        kept.lock = self.write(&kept.path, text, file, bytes, base)?;
        Ok(())
    }

    /// Writes a recovery file. Returns the open file, which is locked.
    fn write(
        &self,
        path: &Path,
        text: KeptText,
        file: &Path,
        bytes: &[u8],
        base: Option<u64>,
    ) -> io::Result<File> {
        create_private_folder(&self.path)?;
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let header = RecoveryHeader {
            file: match text {
                KeptText::NoFile => file.to_string_lossy().into_owned(),
                _ => identity(file),
            },
            text,
            time: time.as_secs(),
            base,
        };
        let mut all = serde_json::to_vec(&header).map_err(io::Error::other)?;
        all.push(b'\n');
        all.extend_from_slice(bytes);
        let temporary = self.path.join(format!("{}.tmp", random_name()));
        let written = (|| {
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let mut made = options.open(&temporary)?;
            // Where files cannot be locked, texts of running programs are offered, too.
            let _ = try_lock(&made);
            made.write_all(&all)?;
            if matches!(text, KeptText::Replaced | KeptText::OtherProgram) {
                made.sync_all()?;
            }
            fs::rename(&temporary, path)?;
            Ok(made)
        })();
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    /// Returns the folder for temporary files, for a text that cannot be kept elsewhere.
    pub(crate) fn temporary() -> RecoveryFolder {
        RecoveryFolder {
            path: std::env::temp_dir(),
            trusted: false,
        }
    }

    /// Returns whether the texts in the folder are listed and offered.
    pub(crate) fn is_trusted(&self) -> bool {
        self.trusted
    }

    /// Returns the recovery files that no running program writes, the newest first. Unreadable files are left
    /// out, and temporary files of killed programs are removed.
    pub fn list(&self) -> Vec<RecoveredText> {
        for leftover in self.files_with("tmp") {
            remove_leftover(&leftover);
        }
        let mut all: Vec<RecoveredText> = self.files_with(SUFFIX).filter_map(RecoveredText::read).collect();
        all.sort_by(|one, other| other.time.cmp(&one.time).then_with(|| one.path.cmp(&other.path)));
        all
    }

    /// Returns the recovery files for a file, or for an input without a file that has this name.
    pub fn list_of(&self, file: &Path) -> Vec<RecoveredText> {
        let (name, file) = (file.to_string_lossy(), identity(file));
        let mut all = self.list();
        all.retain(|text| match text.text {
            KeptText::NoFile => text.file == name,
            _ => text.file == file,
        });
        all
    }

    /// Removes the texts of a file that the user gave up and then saved.
    pub(crate) fn remove_saved(&self, file: &Path, bytes: &[u8]) {
        let kept = self.list_of(file).into_iter();
        let given_up = kept.filter(|kept| kept.text == KeptText::Discarded);
        for text in given_up.filter(|kept| kept.bytes().is_ok_and(|kept| kept == bytes)) {
            let _ = text.remove();
        }
    }

    /// Returns the files in the folder that have an extension.
    fn files_with(&self, wanted: &'static str) -> impl Iterator<Item = PathBuf> {
        let entries = self.trusted.then(|| fs::read_dir(&self.path).ok()).flatten();
        entries
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
            .map(|entry| entry.path())
            .filter(move |path| path.extension().is_some_and(|extension| extension == wanted))
    }
}

/// A recovery file of this program. It is not removed when it is dropped.
#[derive(Debug)]
pub struct RecoveryFile {
    path: PathBuf,
    /// The open file, which has the lock.
    lock: File,
}

impl RecoveryFile {
    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the file, because its text is safe elsewhere.
    pub fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl Drop for RecoveryFile {
    fn drop(&mut self) {
        unlock(&self.lock);
    }
}

/// A recovery file that an ended program left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveredText {
    /// The path of the recovery file.
    pub path: PathBuf,
    /// The file that the text belongs to.
    pub file: String,
    /// The kind of the text.
    pub text: KeptText,
    /// The time when it was written.
    pub time: SystemTime,
    /// The length of the text in bytes.
    pub length: u64,
    /// The fingerprint of the file when its text was opened for editing, if it is known.
    pub(crate) base: Option<u64>,
}

impl RecoveredText {
    fn read(path: PathBuf) -> Option<RecoveredText> {
        let file = File::open(&path).ok()?;
        if matches!(try_lock(&file), Ok(false)) {
            return None;
        }
        let whole = file.metadata().ok()?.len();
        let read = read_header(&mut BufReader::new(&file));
        unlock(&file);
        let (header, length) = read?;
        Some(RecoveredText {
            path,
            file: header.file,
            text: header.text,
            time: UNIX_EPOCH + Duration::from_secs(header.time),
            length: whole.saturating_sub(length),
            base: header.base,
        })
    }

    /// Returns the text.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        let mut reader = BufReader::new(File::open(&self.path)?);
        read_header(&mut reader).ok_or(io::ErrorKind::InvalidData)?;
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Removes the recovery file.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn remove(&self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

/// Reads the first line. Returns the header and the length of the line in bytes.
fn read_header(reader: &mut impl BufRead) -> Option<(RecoveryHeader, u64)> {
    let mut line = Vec::new();
    let length = reader.take(MAX_HEADER_BYTES).read_until(b'\n', &mut line).ok()?;
    Some((serde_json::from_slice(&line).ok()?, length as u64))
}

/// Returns the name by which a file is identified: its absolute path with links resolved.
fn identity(file: &Path) -> String {
    let path = fs::canonicalize(file).or_else(|_| std::path::absolute(file));
    path.unwrap_or_else(|_| file.to_path_buf())
        .to_string_lossy()
        .into_owned()
}

/// Removes a temporary file, unless a running program may be writing it.
fn remove_leftover(path: &Path) {
    let Ok(file) = File::open(path) else { return };
    let modified = file.metadata().and_then(|metadata| metadata.modified());
    let is_old = modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > MIN_LEFTOVER_AGE));
    if is_old && matches!(try_lock(&file), Ok(true)) {
        let _ = fs::remove_file(path);
    }
}
