//! Compares integers that do not fit 64 bits with a sign. The JSON patch library compares numbers as they are
//! written: a patch keeps a number of up to 64 bits as written, but a live one was converted to a float and
//! has lost its last digits.

use super::JsonPatchRun;
use crate::document::{Document, NodeId, Tree, Value, ValueKind, json_float};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};

impl JsonPatchRun<'_, '_> {
    /// Returns whether the large numbers of two equal values are also written alike.
    pub(crate) fn has_same_numbers(&self, found: ResultId, wanted: NodeRef) -> bool {
        let document = self.engine.document(wanted);
        if !has_large(document, wanted.node) {
            return true;
        }
        let scene = &self.engine.scene;
        // A work list instead of recursion, because a manifest can be deep.
        let mut todo = vec![(found, wanted.node)];
        while let Some((found, wanted)) = todo.pop() {
            match document.kind(wanted) {
                ValueKind::List => todo.extend(scene.present(found).zip(document.children(wanted))),
                ValueKind::Map => todo.extend(document.children(wanted).filter_map(|child| {
                    let found = scene.get(found, document.key(child)?)?;
                    Some((found, child))
                })),
                _ => {
                    let Some(wanted) = large(document, wanted) else {
                        continue;
                    };
                    let source = scene.source(found);
                    let theirs = scene.document(source);
                    let is_live = source.document == 0;
                    let alike = match (large(theirs, source.node), theirs.value(source.node)) {
                        (Some(held), _) if !is_live => held == wanted,
                        (_, Value::Float(held)) => json_float(held) == wanted,
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

fn has_large(document: &Document, top: NodeId) -> bool {
    let mut todo = vec![top];
    while let Some(node) = todo.pop() {
        if large(document, node).is_some() {
            return true;
        }
        todo.extend(document.children(node));
    }
    false
}

/// Returns the text of an integer that only an unsigned 64-bit number can represent.
fn large(document: &Document, node: NodeId) -> Option<&str> {
    let Value::Float(_) = document.value(node) else {
        return None;
    };
    let span = document.span(node);
    let text = document.text().get(span.start as usize..span.end as usize)?;
    (!text.starts_with(['0', '+']) && text.parse::<u64>().is_ok()).then_some(text)
}
