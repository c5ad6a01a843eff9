//! Compares integers that do not fit 64 bits with a sign. The JSON patch library compares numbers as they are
//! written: a patch keeps a number of up to 64 bits as written, but a live one was converted to a float and
//! has lost its last digits.

use super::JsonPatchRun;
use crate::document::{Document, NodeId, Tree, Value, ValueKind, json_float};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};

impl JsonPatchRun<'_, '_> {
    /// Returns whether the large numbers of two equal values are also written alike.
    pub(crate) fn are_large_numbers_equal(&self, found: ResultId, expected: NodeRef) -> bool {
        let document = self.recorder.document(expected);
        if !contains_large_number(document, expected.node) {
            return true;
        }
        let tree = &self.recorder.tree;
        // A work list instead of recursion, because a manifest can be deep.
        let mut todo = vec![(found, expected.node)];
        while let Some((found, expected)) = todo.pop() {
            match document.kind(expected) {
                ValueKind::List => todo.extend(tree.present(found).zip(document.children(expected))),
                ValueKind::Map => todo.extend(document.children(expected).filter_map(|child| {
                    let found = tree.get(found, document.key(child)?)?;
                    Some((found, child))
                })),
                _ => {
                    let Some(expected) = large_number_text(document, expected) else {
                        continue;
                    };
                    let source = tree.source(found);
                    let theirs = tree.document(source);
                    let is_live = source.document == 0;
                    let alike = match (large_number_text(theirs, source.node), theirs.value(source.node)) {
                        (Some(actual), _) if !is_live => actual == expected,
                        (_, Value::Float(actual)) => json_float(actual) == expected,
                        _ => true,
                    };
                    if !alike {
                        return false;
                    }
                }
            }
        }
        true
    }
}

fn contains_large_number(document: &Document, top: NodeId) -> bool {
    let mut todo = vec![top];
    while let Some(node) = todo.pop() {
        if large_number_text(document, node).is_some() {
            return true;
        }
        todo.extend(document.children(node));
    }
    false
}

/// Returns the text of an integer that only an unsigned 64-bit number can represent.
fn large_number_text(document: &Document, node: NodeId) -> Option<&str> {
    let Value::Float(_) = document.value(node) else {
        return None;
    };
    let span = document.span(node);
    let text = document.text().get(span.start as usize..span.end as usize)?;
    (!text.starts_with(['0', '+']) && text.parse::<u64>().is_ok()).then_some(text)
}
