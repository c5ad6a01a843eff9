//! A version of the inputs: the texts of a save.

use std::sync::Arc;

use crate::explorer::inputs::input_id::InputId;
use crate::merge::Semantics;
use crate::schema::Schema;

/// A version: the texts of a save.
#[derive(Clone, Debug)]
pub(crate) struct Version {
    /// The text of the live object, then those of the patches.
    pub(crate) texts: Vec<Arc<str>>,
    /// The name of the live object: there can be several live files.
    pub(super) live_name: String,
    /// The merge rules of the fields.
    pub(crate) schema: Arc<Schema>,
    /// The time of the save.
    pub(crate) time: Option<String>,
    /// The differences from the version before; not escaped.
    pub(crate) change: String,
    /// The number of the task that finds the differences, if it runs in the background.
    pub(super) comparison: Option<u64>,
    /// The indexes of the texts that stand for a file that was never readable.
    pub(crate) unread: Vec<usize>,
    /// The files of an apply or a policy, from which the texts are computed.
    pub(super) files: Vec<FileText>,
    /// The compliance type in the file of a policy.
    pub(super) semantics: Option<Semantics>,
    /// Why kubectl computes no patch for an apply.
    pub(super) rejection: Option<VersionRejection>,
}

/// Why kubectl computes no patch for an apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VersionRejection {
    /// Whether the manifest names another object.
    pub(super) is_for_other: bool,
    /// The field and the sentence.
    pub(super) reason: String,
}

/// The text of a file.
#[derive(Clone, Debug)]
pub(crate) struct FileText {
    pub(super) input: InputId,
    pub(super) text: Arc<str>,
}

impl Version {
    /// Returns the text of a file of an apply or a policy.
    pub(super) fn file(&self, input: InputId) -> Option<&Arc<str>> {
        let file = self.files.iter().find(|file| file.input == input)?;
        Some(&file.text)
    }
}

/// An input whose file was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SavedInput {
    pub(crate) input: InputId,
    /// Whether it could not be read before.
    pub(crate) was_broken: bool,
}
