//! What the explorer is opened with, and the text that is edited in it.

pub(crate) mod action;
pub(crate) mod input_error;
mod open;
mod patch_order;
pub(crate) mod read;
mod remerge;
pub(crate) mod restore_position;
pub(crate) mod source;

use std::sync::Arc;

use super::panes::jump_point::JumpPoint;
use crate::merge::Semantics;
use crate::schema::Schema;

/// A text to begin with.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// What messages call it.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether there is a file that can be saved to and that is watched.
    pub file: bool,
}

/// What the explorer is opened with.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The live object.
    pub live: InputFile,
    /// The patches, in the order in which they apply.
    pub patches: Vec<InputFile>,
    /// How each field merges.
    pub schema: Arc<Schema>,
    /// Whose rules hold.
    pub semantics: Semantics,
}

/// What an apply is opened with.
#[derive(Clone, Debug)]
pub struct ApplyOpening {
    /// The object as the server has it.
    pub live: InputFile,
    /// The file that is applied.
    pub manifest: InputFile,
    /// What was applied last, where the annotation in live does not say it.
    pub last_applied: Option<InputFile>,
    /// How each field merges.
    pub schema: Arc<Schema>,
    /// kubectl's `--overwrite`.
    pub overwrite: bool,
}

/// A policy and the live files, to begin with.
#[derive(Clone, Debug)]
pub struct PolicyOpening {
    /// The policy.
    pub policy: InputFile,
    /// Files or streams of live objects.
    pub live: Vec<InputFile>,
    /// How each field merges.
    pub schema: Arc<Schema>,
}

/// The text area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditSession {
    /// Which document: 0 is live.
    pub document: usize,
    /// The text as it was opened or saved last.
    pub saved: String,
    /// The text as it is now.
    pub text: String,
    /// The bytes that the file must still hold to be written over.
    pub base: Vec<u8>,
    /// The file's present bytes, where they are no longer those.
    pub(crate) theirs: Option<Vec<u8>>,
    /// What saving writes, where that is not the text itself: the patch that leads to an edited result.
    pub(crate) writes: Option<String>,
    /// Why no patch leads to the edited result as it is now. Then nothing is saved: what would be written belongs to
    /// an earlier text.
    pub(crate) patch_error: Option<String>,
    /// What the result was made of is other than before, and nobody has decided yet what becomes of the text.
    pub(crate) overtaken: bool,
    /// Where the person was when the result was opened, as long as nothing is typed.
    pub(crate) from: Option<JumpPoint>,
    /// The line, from 0, where the text area's cursor begins.
    pub line: usize,
    /// Characters before it there.
    pub column: usize,
}

impl EditSession {
    /// What saving writes.
    pub fn written(&self) -> &str {
        self.writes.as_deref().unwrap_or(&self.text)
    }

    /// Whether it is the result that is edited.
    pub fn is_goal(&self) -> bool {
        self.writes.is_some()
    }

    /// Whether there is something to save.
    pub fn is_dirty(&self) -> bool {
        self.text != self.saved
    }
}
