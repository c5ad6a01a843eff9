//! Reads an operation of a JSON patch. Missing members are reported when it is applied.

use crate::document::{Document, NodeId, Tree, ValueKind};
use crate::merge::result_tree::node_id::NodeRef;

/// The value of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OperationValue {
    /// There is no member `value`.
    Nothing,
    /// The member `value`.
    Value(NodeRef),
}

/// The help for an operation without `value`.
pub(crate) const VALUE_HELP: &str = "Add a `value`; for null, write `value: null`.";

/// An operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JsonPatchOperation<'d> {
    /// The index of the operation in the patch, from 0.
    pub(crate) index: usize,
    /// The patch node of the operation.
    pub(crate) source: NodeRef,
    /// The `op` member; `None` if it is missing.
    pub(crate) kind: Option<&'d str>,
    /// The target path.
    pub(crate) path: Option<&'d str>,
    /// The source path.
    pub(crate) from: Option<&'d str>,
    /// The value.
    pub(crate) value: OperationValue,
    /// Members that should be strings and are not.
    pub(crate) non_strings: NonStringMembers,
}

/// The types of members that should be strings. Null counts as missing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NonStringMembers {
    pub(crate) op: Option<ValueKind>,
    pub(crate) path: Option<ValueKind>,
    pub(crate) from: Option<ValueKind>,
}

impl<'d> JsonPatchOperation<'d> {
    /// Reads the known members. All others are ignored, as the RFC requires.
    pub(crate) fn read(document: &'d Document, source: NodeRef, index: usize) -> Self {
        let mut operation = Self {
            index,
            source,
            kind: None,
            path: None,
            from: None,
            value: OperationValue::Nothing,
            non_strings: NonStringMembers::default(),
        };
        if document.kind(source.node) != ValueKind::Map {
            return operation;
        }
        let text = |node: NodeId| document.value(node).as_str();
        let non_string = |node: NodeId| match document.kind(node) {
            ValueKind::Null | ValueKind::String => None,
            kind => Some(kind),
        };
        for member in document.children(source.node) {
            match document.key(member) {
                Some("op") => {
                    operation.kind = text(member);
                    operation.non_strings.op = non_string(member);
                }
                Some("path") => {
                    operation.path = text(member);
                    operation.non_strings.path = non_string(member);
                }
                Some("from") => {
                    operation.from = text(member);
                    operation.non_strings.from = non_string(member);
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

    /// Returns the name of the operation in sentences: "operation 2 (`add /spec/a`)", counted from 0.
    pub(crate) fn name(&self) -> String {
        // The path of the whole document is empty.
        let shown = |path: &'d str| if path.is_empty() { "\"\"" } else { path };
        let Some(kind) = self.kind else {
            let path = self.path.map(|path| format!(" (path `{}`)", shown(path)));
            return format!("operation {}{}", self.index, path.unwrap_or_default());
        };
        match (self.from.map(shown), self.path.map(shown)) {
            (Some(from), Some(path)) if matches!(kind, "move" | "copy") => {
                format!("operation {} (`{kind} {from}` to `{path}`)", self.index)
            }
            (_, Some(path)) => format!("operation {} (`{kind} {path}`)", self.index),
            (_, None) => format!("operation {} (`{kind}`)", self.index),
        }
    }
}
