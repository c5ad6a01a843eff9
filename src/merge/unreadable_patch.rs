//! Patches that this program reads but kubectl does not.

use super::Semantics;
use super::recorder::{MergeResult, Recorder, StepDraft};
use super::result_tree::node_id::NodeRef;
use super::rule::Rule;
use super::semantics::PatchType;
use crate::document::words::capitalize;
use crate::document::{Document, NodeId, Tree, Warning, WarningKind};

/// Returns kubectl's message for a text of a patch that it does not read with these semantics.
pub(crate) fn kubectl_message(warning: &Warning, semantics: Semantics) -> Option<&'static str> {
    // All server-side applies are from files that kubectl reads.
    if !semantics.is_kubernetes() && semantics.patch_type() != PatchType::Apply {
        return None;
    }
    match (warning.kind, semantics.patch_type()) {
        (WarningKind::InvalidJson, PatchType::Strategic) => Some("invalid JSON document"),
        (WarningKind::InvalidJson | WarningKind::EmptyFirstDocument, PatchType::Merge) => {
            Some("Invalid JSON Patch")
        }
        // Its words depend on the text.
        (WarningKind::InvalidJson, PatchType::Apply) => Some("kubectl rejects such a file"),
        (WarningKind::InvalidUtf8Yaml, PatchType::Strategic | PatchType::Merge | PatchType::Json) => {
            Some("kubectl rejects it: only a patch that begins with `{` can have such bytes")
        }
        _ => None,
    }
}

/// Returns the warning about the text of a manifest that kubectl does not read.
pub(crate) fn unread_manifest(manifest: &Document) -> Option<&Warning> {
    let mut warnings = manifest.warnings().iter();
    warnings.find(|warning| warning.kind == WarningKind::InvalidJson)
}

/// Rejects the first patch that kubectl does not read.
pub(crate) fn check(recorder: &mut Recorder<'_>, semantics: Semantics) -> MergeResult {
    let documents = recorder.documents;
    for (number, document) in documents.iter().enumerate().skip(1) {
        for (index, warning) in document.warnings().iter().enumerate() {
            let Some(message) = kubectl_message(warning, semantics) else {
                continue;
            };
            let node = node_at(document, warning.span.start);
            let source = NodeRef {
                document: number as u16,
                node,
            };
            let note = StepDraft::new(Rule::UnreadablePatch, recorder.tree.top());
            let note = note.patch(source).warning(index);
            return Err(recorder.reject(note, message.to_owned(), capitalize(&warning.text), vec![source]));
        }
    }
    Ok(())
}

/// Returns the last node whose entry begins at a byte of the text or before it.
pub(crate) fn node_at(document: &Document, byte: u32) -> NodeId {
    let mut found = document.root();
    // Nodes are in the order of the text, except for the content of aliases, so all nodes are compared.
    let mut best = 0;
    for node in (0..document.node_count() as u32).map(NodeId) {
        let start = document.entry_span(node).start;
        if start <= byte && start >= best {
            (found, best) = (node, start);
        }
    }
    found
}
