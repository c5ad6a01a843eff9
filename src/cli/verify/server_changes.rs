//! Detects what the API server changes in a result before it stores it. These changes are no differences of
//! the merge.

use std::collections::HashSet;

use crate::document::write::{json_value, value_text};
use crate::document::{Document, NodeId, Tree, Value, encode_base64};
use crate::merge::{Merge, ResultId, quantity, server_answer};

/// Fields that the API server removes from Services of other types.
const SERVICE_FIELDS: [&str; 6] = [
    "allocateLoadBalancerNodePorts",
    "externalTrafficPolicy",
    "healthCheckNodePort",
    "internalTrafficPolicy",
    "nodePort",
    "sessionAffinityConfig",
];

/// Maximum length of a displayed value, in characters.
const MAX_VALUE_CHARS: usize = 80;

/// Compares a result with the stored object.
pub(crate) struct ServerChanges<'a> {
    ours: &'a Merge,
    theirs: &'a Document,
    dropped: HashSet<ResultId>,
    kind: &'a str,
}

impl<'a> ServerChanges<'a> {
    pub(crate) fn new(ours: &'a Merge, theirs: &'a Document) -> Self {
        let dropped = server_answer(ours).dropped.into_iter().map(|dropped| dropped.0);
        Self {
            ours,
            theirs,
            dropped: dropped.collect(),
            kind: theirs.identity().1,
        }
    }

    /// Returns why the stored object does not have a field of the result, or `None` for a difference.
    pub(crate) fn missing(&self, ours: ResultId) -> Option<String> {
        let tree = &self.ours.tree;
        let key = tree.key(ours).unwrap_or_default();
        let is_top = tree.parent(ours) == Some(tree.top());
        let why = if self.dropped.contains(&ours) {
            "unknown field, dropped"
        } else if !tree.kind(ours).is_scalar() && tree.children(ours).next().is_none() {
            "empty, dropped"
        } else if self.kind == "Secret" && is_top && key == "stringData" {
            "moved to `data`"
        } else if self.kind == "Service" && SERVICE_FIELDS.contains(&key) {
            "not a field of this type of Service, dropped"
        } else {
            return None;
        };
        Some(format!("{}: {why}", self.ours.path(ours)))
    }

    /// Describes a field that only the stored object has.
    pub(crate) fn added(&self, above: ResultId, theirs: NodeId) -> String {
        let mut path = self.ours.path(above).to_string();
        if !path.is_empty() {
            path.push('.');
        }
        let key = self.theirs.key(theirs).unwrap_or_default();
        format!(
            "{path}{key}: set to {}",
            value_text(self.theirs, theirs, MAX_VALUE_CHARS)
        )
    }

    /// Returns why the stored value differs, or `None` for a difference of the merge.
    pub(crate) fn changed(&self, ours: ResultId, theirs: NodeId) -> Option<String> {
        let tree = &self.ours.tree;
        let is_top = tree.parent(ours) == Some(tree.top());
        let why = match (tree.value(ours), self.theirs.value(theirs)) {
            (Value::List, Value::List) => self.tolerations(ours, theirs)?,
            (_, Value::String(stored)) if is_top && matches!(tree.key(ours), Some("apiVersion" | "kind")) => {
                format!("ignored; the object keeps {stored}")
            }
            (_, Value::String(stored)) if self.is_string_data(ours, stored) => {
                "set from `stringData`".to_owned()
            }
            (sent @ (Value::String(_) | Value::Integer(_) | Value::Float(_)), Value::String(stored)) => {
                let sent = match sent {
                    Value::String(text) => text.to_owned(),
                    _ => json_value(tree, ours),
                };
                (quantity::to_canonical(&sent).as_deref() == Some(stored))
                    .then(|| format!("{sent} is written as {stored}"))?
            }
            _ => return None,
        };
        Some(format!("{}: {why}", self.ours.path(ours)))
    }

    /// Describes a field of the root that a request for the subresource `status` does not change, or `None`
    /// if the result does not change it.
    pub(crate) fn outside_status(&self, ours: ResultId, theirs: NodeId) -> Option<String> {
        let tree = &self.ours.tree;
        let is_changed = json_value(tree, ours) != json_value(self.theirs, theirs);
        let key = tree.key(ours).filter(|key| is_changed && *key != "metadata")?;
        Some(format!(
            "{key}: not changed by a request for the subresource `status`"
        ))
    }

    /// Returns the description of the two tolerations that admission adds to each Pod.
    fn tolerations(&self, ours: ResultId, theirs: NodeId) -> Option<String> {
        let tree = &self.ours.tree;
        let is_list = self.kind == "Pod" && tree.key(ours) == Some("tolerations");
        let sent: Vec<String> = tree.children(ours).map(|item| json_value(tree, item)).collect();
        let all_added = self.theirs.children(theirs).all(|item| {
            let text = json_value(self.theirs, item);
            sent.contains(&text) || text.contains("\"node.kubernetes.io/")
        });
        (is_list && all_added && self.theirs.len(theirs) > sent.len())
            .then(|| "admission adds tolerations".to_owned())
    }

    /// Returns whether a value in the `data` of a Secret comes from the `stringData` of the result.
    fn is_string_data(&self, ours: ResultId, stored: &str) -> bool {
        let tree = &self.ours.tree;
        let texts = tree.get(tree.top(), "stringData");
        let text = texts.and_then(|texts| tree.get(texts, tree.key(ours)?));
        let is_data = tree
            .parent(ours)
            .is_some_and(|data| tree.key(data) == Some("data"));
        match text.map(|text| tree.value(text)) {
            Some(Value::String(text)) => {
                self.kind == "Secret" && is_data && encode_base64(text.as_bytes()) == stored
            }
            _ => false,
        }
    }
}
