//! The inputs and the merge of a version, without the workspace, so that any thread can read and merge it.

use std::sync::Arc;

use super::version::Version;
use crate::document::{Document, null_document};
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::read::read_input;
use crate::merge::{Inputs, Merge, Semantics, merge};
use crate::report::redact::{Redaction, Secrets};
use crate::schema::Schema;

/// What the comparison of versions needs of the workspace, so that any thread can compare them.
#[derive(Clone, Debug)]
pub(super) struct VersionContext {
    pub(super) names: Vec<(InputId, String)>,
    /// The documents that are shown, which need not be read again.
    pub(super) documents: Vec<Arc<Document>>,
    /// The numbers of the first lines of the documents: a document can be a part of a file.
    pub(super) first_numbers: Vec<usize>,
    pub(super) schema: Arc<Schema>,
    pub(super) semantics: Semantics,
    pub(super) redaction: Redaction,
    pub(super) secrets: Secrets,
    pub(super) is_apply: bool,
    pub(super) is_derived: bool,
}

impl VersionContext {
    pub(super) fn name(&self, input: InputId) -> &str {
        let mut names = self.names.iter();
        names
            .find(|(known, _)| *known == input)
            .map_or("", |(_, name)| name)
    }

    /// Returns the inputs of a version with the current semantics, or `None` if one cannot be read.
    pub(super) fn inputs_of(&self, version: &Version) -> Option<Inputs> {
        let mut documents = Vec::with_capacity(version.texts.len());
        for (index, text) in version.texts.iter().enumerate() {
            let same = self
                .documents
                .get(index)
                .filter(|document| document.original_text() == &**text);
            documents.push(match same {
                Some(document) => Arc::clone(document),
                // No file has the object that a policy names.
                None if index == 0 && text.is_empty() => Arc::new(null_document()),
                None => {
                    let (input, bytes) = (InputId::from_document(index), text.as_bytes().to_vec());
                    Arc::new(read_input(input, self.name(input), bytes, self.semantics).ok()?)
                }
            });
        }
        let patches = documents.split_off(1.min(documents.len()));
        Some(Inputs {
            live: documents.pop()?,
            patches,
            schema: Arc::clone(&version.schema),
            semantics: self.semantics,
        })
    }

    /// Merges a version, with other semantics than the current ones if some are given.
    pub(super) fn merge_of(&self, version: &Version, semantics: Option<Semantics>) -> Option<Merge> {
        let mut inputs = self.inputs_of(version)?;
        inputs.semantics = semantics.unwrap_or(inputs.semantics);
        Some(merge(self.redaction.apply(inputs), true))
    }
}
