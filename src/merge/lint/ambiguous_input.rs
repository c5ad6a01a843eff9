//! Lint `ambiguous-input`: input that is valid but that another parser may read differently (duplicate keys,
//! several documents).

use super::linter::LintHit;
use crate::document::words::capitalize;
use crate::document::{Document, NodeId, Tree};
use crate::merge::recorder::Recorder;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;

/// Returns the last node whose entry begins at a byte of the text or before it.
fn node_at(document: &Document, byte: u32) -> NodeId {
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

/// Reports the warnings of the readers.
pub(crate) fn check(recorder: &Recorder<'_>) -> Vec<LintHit> {
    let mut all = Vec::new();
    for (number, document) in recorder.documents.iter().enumerate() {
        for (index, warning) in document.warnings().iter().enumerate() {
            let node = node_at(document, warning.span.start);
            // The path is that of the original text: a redacted text can have different nodes.
            let mut found = LintHit::new(Rule::AmbiguousInput, recorder.tree.top());
            if number == 0 {
                found.live = Some(node);
                found.at = ResultId(node.0);
            } else {
                let document = number as u16;
                found = found.with(|note| note.patch(NodeRef { document, node }));
            }
            // The node can begin before the line of the warning.
            let line = document
                .lines()
                .position(document.text(), warning.span.start)
                .line;
            let text = warning
                .text
                .replace("starts here", &format!("starts in line {line}"));
            // The text of a warning follows a colon there and is a sentence in the finding. Its index is enough to find its kind.
            all.push(found.detail(capitalize(&text)).with(|note| note.warning(index)));
        }
    }
    all
}
