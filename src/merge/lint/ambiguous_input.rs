//! Lint `ambiguous-input`: input that is valid but that another parser may read differently (duplicate keys,
//! several documents).

use super::linter::LintHit;
use crate::document::Tree;
use crate::document::words::capitalize;
use crate::merge::Semantics;
use crate::merge::recorder::Recorder;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::unreadable_patch::{kubectl_message, node_at};

/// Reports the warnings of the readers.
pub(crate) fn check(recorder: &Recorder<'_>, semantics: Semantics) -> Vec<LintHit> {
    let mut all = Vec::new();
    for (number, document) in recorder.documents.iter().enumerate() {
        for (index, warning) in document.warnings().iter().enumerate() {
            // It is a rejection.
            if number > 0 && kubectl_message(warning, semantics).is_some() {
                continue;
            }
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
