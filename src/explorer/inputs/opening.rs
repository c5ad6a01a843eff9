//! The inputs that the explorer is opened with.

use std::borrow::Cow;
use std::sync::Arc;

use super::input_id::InputId;
use crate::document::names_secret;
use crate::merge::Semantics;
use crate::schema::Schema;

/// The input size in bytes from which merges run in the background. Smaller inputs are merged within a frame.
pub(crate) const BACKGROUND_BYTES: usize = 64 * 1024;

/// The first line of the placeholder for a live object that cannot be read.
const UNREAD: &str = "# This file is not readable yet.\n";

/// Returns whether a text is the placeholder for a live object, or for an input of an apply or a policy, that cannot be
/// read: then there is no result.
pub(crate) fn is_unread(text: &str) -> bool {
    text.starts_with(UNREAD)
}

/// Returns whether a text is the placeholder for an input that cannot be read.
pub(crate) fn is_placeholder(text: &str) -> bool {
    text == "{}" || is_unread(text)
}

/// An input to open.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// The name in messages.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether the input is a file, which can be saved and is watched.
    pub file: bool,
}

/// A live object and patches.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The live object.
    pub live: InputFile,
    /// The patches, in the order in which they apply.
    pub patches: Vec<InputFile>,
    /// The merge rules of the fields.
    pub schema: Arc<Schema>,
    /// The semantics of the merge.
    pub semantics: Semantics,
}

/// An apply.
#[derive(Clone, Debug)]
pub struct ApplyOpening {
    /// The live object.
    pub live: InputFile,
    /// The manifest that is applied.
    pub manifest: InputFile,
    /// The last-applied configuration, if it is not taken from the annotation of the live object.
    pub last_applied: Option<InputFile>,
    /// The merge rules of the fields.
    pub schema: Arc<Schema>,
    /// The flag `--overwrite` of kubectl.
    pub overwrite: bool,
}

/// A policy and files with live objects.
#[derive(Clone, Debug)]
pub struct PolicyOpening {
    /// The policy.
    pub policy: InputFile,
    /// Files or streams with live objects.
    pub live: Vec<InputFile>,
    /// The merge rules of the fields.
    pub schema: Arc<Schema>,
}

fn is_large<'f>(files: impl Iterator<Item = &'f InputFile>) -> bool {
    files.map(|file| file.bytes.len()).sum::<usize>() >= BACKGROUND_BYTES
}

impl InputFile {
    /// Returns the placeholder for an input that cannot be read: an empty patch, or an object with only
    /// `apiVersion` and `kind`.
    pub(crate) fn placeholder(&self, input: InputId) -> Self {
        let text = self.text();
        let is_plain = |line: &&str| {
            let value = line.split_once(": ").map_or("", |(_, value)| value.trim());
            !value.is_empty() && value.chars().all(|c| c.is_alphanumeric() || "./-".contains(c))
        };
        let first = |key: &str| text.lines().find(|line| line.starts_with(key)).filter(is_plain);
        let identity = [first("apiVersion: "), first("kind: ")];
        let identity: String = identity
            .into_iter()
            .flatten()
            .map(|line| format!("{line}\n"))
            .collect();
        match (input.is_live(), identity.is_empty() || names_secret(&text)) {
            (false, _) => self.blank(),
            (true, true) => self.blank_live(),
            (true, false) => self.with_text(&format!("{UNREAD}{identity}")),
        }
    }

    /// Returns the placeholder for a patch or manifest that is not read yet: an empty object.
    pub(crate) fn blank(&self) -> Self {
        self.with_text("{}")
    }

    /// Returns the placeholder for a live object that is not read yet: an empty object, or a Secret, so that the values in
    /// its patches are hidden.
    pub(crate) fn blank_live(&self) -> Self {
        match self.names_secret() {
            true => self.with_text(&format!("{UNREAD}apiVersion: v1\nkind: Secret\n")),
            false => self.with_text(&format!("{UNREAD}{{}}\n")),
        }
    }

    /// Returns whether the text can be a Secret.
    pub(crate) fn names_secret(&self) -> bool {
        names_secret(&self.text())
    }

    /// Returns the text. Checking a valid text is much faster than a lossy conversion.
    fn text(&self) -> Cow<'_, str> {
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(&self.bytes),
        }
    }

    fn with_text(&self, text: &str) -> Self {
        Self {
            name: self.name.clone(),
            bytes: text.as_bytes().to_vec(),
            file: self.file,
        }
    }
}

impl Opening {
    /// Returns whether reading and merging can take longer than a frame.
    pub fn is_large(&self) -> bool {
        is_large(std::iter::once(&self.live).chain(&self.patches))
    }
}

impl PolicyOpening {
    /// Returns whether reading and merging can take longer than a frame.
    pub fn is_large(&self) -> bool {
        is_large(self.live.iter().chain([&self.policy]))
    }
}

impl ApplyOpening {
    /// Returns whether reading and computing the patch can take longer than a frame.
    pub fn is_large(&self) -> bool {
        is_large([&self.live, &self.manifest].into_iter().chain(&self.last_applied))
    }
}
