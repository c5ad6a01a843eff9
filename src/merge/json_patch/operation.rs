//! One operation of a JSON patch as its text says it; what it lacks is found out when it is carried out.

use crate::document::{Document, NodeId, Tree, ValueKind};
use crate::merge::result_tree::node_id::NodeRef;

/// The value that an operation brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OperationValue {
    /// There is no member `value`.
    Nothing,
    /// The member `value`.
    Value(NodeRef),
}

/// What helps an operation without `value`.
pub(crate) const WITH_VALUE: &str = "Add a `value`; for null, write `value: null`.";

/// One operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JsonPatchOperation<'d> {
    /// Where it stands in the patch, from 0.
    pub(crate) index: usize,
    /// The operation itself.
    pub(crate) source: NodeRef,
    /// What it is called; none where there is no name.
    pub(crate) kind: Option<&'d str>,
    /// Where it acts.
    pub(crate) path: Option<&'d str>,
    /// Where it takes from.
    pub(crate) from: Option<&'d str>,
    /// What it brings.
    pub(crate) value: OperationValue,
    /// Members that are there and should be text.
    pub(crate) odd: UnusualOperation,
}

/// What stands where a text is wanted; null is as good as nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UnusualOperation {
    pub(crate) path: Option<ValueKind>,
    pub(crate) from: Option<ValueKind>,
}

impl<'d> JsonPatchOperation<'d> {
    /// Reads the members that count; all others are ignored, as the RFC demands.
    pub(crate) fn read(document: &'d Document, source: NodeRef, index: usize) -> Self {
        let mut operation = Self {
            index,
            source,
            kind: None,
            path: None,
            from: None,
            value: OperationValue::Nothing,
            odd: UnusualOperation::default(),
        };
        if document.kind(source.node) != ValueKind::Map {
            return operation;
        }
        let text = |node: NodeId| document.value(node).as_str();
        let odd = |node: NodeId| match document.kind(node) {
            ValueKind::Null | ValueKind::String => None,
            kind => Some(kind),
        };
        for member in document.children(source.node) {
            match document.key(member) {
                Some("op") => operation.kind = text(member),
                Some("path") => {
                    operation.path = text(member);
                    operation.odd.path = odd(member);
                }
                Some("from") => {
                    operation.from = text(member);
                    operation.odd.from = odd(member);
                }
                Some("value") => {
                    operation.value = OperationValue::Value(NodeRef {
                        document: source.document,
                        node: member,
                    });
                }
                _ => {}
            }
        }
        operation
    }

    /// The operation as sentences call it: "operation 2 (`add /spec/a`)", counted from 0 as in the patch.
    pub(crate) fn name(&self) -> String {
        let kind = self.kind.unwrap_or("no op");
        match (self.from, self.path) {
            (Some(from), Some(path)) if matches!(kind, "move" | "copy") => {
                format!("operation {} (`{kind} {from}` to `{path}`)", self.index)
            }
            (_, Some(path)) => format!("operation {} (`{kind} {path}`)", self.index),
            (_, None) => format!("operation {} (`{kind}`)", self.index),
        }
    }
}
