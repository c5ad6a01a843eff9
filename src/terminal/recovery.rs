//! Recovery files: texts that would otherwise be lost when the program is killed. They are in the XDG state directory, only
//! the user can read them, and each is locked as long as the program that writes it runs.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, DefaultHasher, Hasher, RandomState};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::file_lock::{try_lock, unlock};

const SUFFIX: &str = "recovery";

/// Longest first line of a recovery file.
const MAX_HEADER_BYTES: u64 = 64 << 10;

/// What a recovery file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeptText {
    /// A text that was typed and not saved.
    Unsaved,
    /// An edited result; the file is the patch that is computed from it.
    EditedResult,
    /// A text that was typed and has no file: the input came through a pipe, or is part of a lesson.
    NoFile,
    /// The old text of a file that was being overwritten in place.
    Replaced,
    /// What another program wrote at the moment of a save, which replaced it.
    OtherProgram,
}

/// The first line of a recovery file; the text follows.
#[derive(Debug, Serialize, Deserialize)]
struct RecoveryHeader {
    file: String,
    text: KeptText,
    /// Seconds since 1970.
    time: u64,
    /// The fingerprint of the file when its text was taken to be edited.
    #[serde(default)]
    base: Option<u64>,
}

/// Tells two contents of a file apart; not for keeping, because another version of the program may have another.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// The folder for what is kept between runs: `$XDG_STATE_HOME/mergescope`, else `~/.local/state/mergescope`; on Windows
/// `%LOCALAPPDATA%\mergescope`.
pub(crate) fn state_folder(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    // The XDG Base Directory Specification: a relative path does not count.
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
    /// Whether only the user can have put files there, so that they can be offered.
    trusted: bool,
}

impl RecoveryFolder {
    /// A folder of the user's own; it need not exist.
    pub fn new(path: impl Into<PathBuf>) -> RecoveryFolder {
        RecoveryFolder {
            path: path.into(),
            trusted: true,
        }
    }

    /// The folder that the environment names: `$XDG_STATE_HOME/mergescope`, else `~/.local/state/mergescope`; on Windows
    /// `%LOCALAPPDATA%\mergescope`. Without any of them it is in the folder of temporary files, and nothing is read from it.
    pub fn from_environment() -> RecoveryFolder {
        RecoveryFolder::from_variables(|name| std::env::var_os(name).map(PathBuf::from))
    }

    fn from_variables(variable: impl Fn(&str) -> Option<PathBuf>) -> RecoveryFolder {
        match state_folder(variable) {
            Some(state) => RecoveryFolder::new(state),
            None => RecoveryFolder {
                path: std::env::temp_dir(),
                trusted: false,
            },
        }
    }

    /// Keeps a text of a file. It survives the program when this returns, and what may be the only copy of a file also
    /// a power failure.
    ///
    /// # Errors
    /// The system's.
    pub fn keep(&self, text: KeptText, file: &Path, bytes: &[u8]) -> io::Result<RecoveryFile> {
        self.keep_edited(text, file, bytes, None)
    }

    /// As [`Self::keep`], of a text that was made from a content of the file with the fingerprint `base`.
    ///
    /// # Errors
    /// The system's.
    pub(crate) fn keep_edited(
        &self,
        text: KeptText,
        file: &Path,
        bytes: &[u8],
        base: Option<u64>,
    ) -> io::Result<RecoveryFile> {
        let path = self.path.join(format!("{:016x}.{SUFFIX}", random()));
        let lock = self.write(&path, text, file, bytes, base)?;
        Ok(RecoveryFile { path, lock })
    }

    /// Replaces what a recovery file holds, in one moment.
    ///
    /// # Errors
    /// The system's; the recovery file is as before then.
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

    /// Returns the open file, which is locked.
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
        let temporary = self.path.join(format!("{:016x}.tmp", random()));
        let written = (|| {
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let mut made = options.open(&temporary)?;
            // Where files cannot be locked, a text of a running program is offered, too.
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

    /// The recovery files that no running program writes, the newest first; what cannot be read is left out.
    pub fn list(&self) -> Vec<RecoveredText> {
        let mut all: Vec<RecoveredText> = self.entries().filter_map(RecoveredText::read).collect();
        all.sort_by(|one, other| other.time.cmp(&one.time).then_with(|| one.path.cmp(&other.path)));
        all
    }

    /// Those of them that belong to a file, or to an input of this name that has no file.
    pub fn list_of(&self, file: &Path) -> Vec<RecoveredText> {
        let (name, file) = (file.to_string_lossy(), identity(file));
        let mut all = self.list();
        all.retain(|text| match text.text {
            KeptText::NoFile => text.file == name,
            _ => text.file == file,
        });
        all
    }

    /// The files of the folder that could be ours.
    fn entries(&self) -> impl Iterator<Item = PathBuf> {
        let entries = self.trusted.then(|| fs::read_dir(&self.path).ok()).flatten();
        entries
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == SUFFIX))
    }
}

/// A recovery file that this program writes. It stays when it is dropped.
#[derive(Debug)]
pub struct RecoveryFile {
    path: PathBuf,
    /// Holds the lock.
    lock: File,
}

impl RecoveryFile {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes it: its text is safe elsewhere.
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
    /// The recovery file.
    pub path: PathBuf,
    /// The file that the text belongs to.
    pub file: String,
    /// What it is.
    pub text: KeptText,
    /// When it was written.
    pub time: SystemTime,
    /// Its length in bytes.
    pub length: u64,
    /// The fingerprint of the file when its text was taken to be edited; none if that is not known.
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

    /// The text itself.
    ///
    /// # Errors
    /// The system's.
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
    /// The system's.
    pub fn remove(&self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

/// The first line, and how many bytes it has.
fn read_header(reader: &mut impl BufRead) -> Option<(RecoveryHeader, u64)> {
    let mut line = Vec::new();
    let length = reader.take(MAX_HEADER_BYTES).read_until(b'\n', &mut line).ok()?;
    Some((serde_json::from_slice(&line).ok()?, length as u64))
}

/// The name under which a file is found again: absolute, with links resolved.
fn identity(file: &Path) -> String {
    let path = fs::canonicalize(file).or_else(|_| std::path::absolute(file));
    path.unwrap_or_else(|_| file.to_path_buf())
        .to_string_lossy()
        .into_owned()
}

fn random() -> u64 {
    RandomState::new().hash_one(0)
}
