//! The inputs and the merge of a version.

use std::sync::Arc;

use super::history::Version;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::inputs::read::read_input;
use crate::explorer::workspace::Workspace;
use crate::merge::{Inputs, Merge, Semantics, merge};

/// Returns whether the patch is computed from a file, so that its text has no older versions.
pub(super) fn is_derived(cx: &Workspace) -> bool {
    matches!(cx.mode, Mode::Apply(_) | Mode::Policy(_))
}

/// Returns the inputs of a version with the current semantics, or `None` if one cannot be read.
pub(super) fn inputs_of(version: &Version, cx: &Workspace) -> Option<Inputs> {
    let shown = &cx.merged().merge().inputs;
    let mut documents = Vec::with_capacity(version.texts.len());
    for (index, text) in version.texts.iter().enumerate() {
        let same = cx
            .documents()
            .get(index)
            .filter(|document| document.original_text() == &**text);
        documents.push(match same {
            Some(document) => Arc::clone(document),
            None => {
                let (input, bytes) = (InputId::from_document(index), text.as_bytes().to_vec());
                Arc::new(read_input(input, cx.inputs.name(input), bytes, shown.semantics).ok()?)
            }
        });
    }
    let patches = documents.split_off(1.min(documents.len()));
    Some(Inputs {
        live: documents.pop()?,
        patches,
        schema: Arc::clone(&version.schema),
        semantics: shown.semantics,
    })
}

/// Merges a version, with other semantics than the current ones if some are given.
pub(super) fn merge_of(version: &Version, semantics: Option<Semantics>, cx: &Workspace) -> Option<Merge> {
    let mut inputs = inputs_of(version, cx)?;
    inputs.semantics = semantics.unwrap_or(inputs.semantics);
    Some(merge(cx.session.redaction.apply(inputs), true))
}
