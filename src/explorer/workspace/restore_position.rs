//! Restores the position after a reload: the same node by its path, the same step by rule and path.

use crate::document::{Document, NodeId, Path, Tree, Value, ValueKind};
use crate::explorer::merged::MergedView;
use crate::explorer::merged::links::LinkedNodes;
use crate::merge::{Merge, Rule, Step};

/// The position to restore after a reload.
#[derive(Clone, Debug)]
pub(crate) struct SavedPosition {
    pub(crate) step: SavedStep,
    pub(crate) live: Option<NodeLocator>,
    /// The index of the document of the patch, and the locator in it.
    pub(crate) patch: Option<(u16, NodeLocator)>,
}

/// A position that could not be restored because a file was incomplete while it was being written. A later
/// reload restores it, unless the user goes elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct UnrestoredPosition {
    pub(crate) saved: SavedPosition,
    /// The position that is shown instead.
    pub(crate) shown: (usize, LinkedNodes),
}

/// A level of the path to a node.
#[derive(Clone, Debug, PartialEq)]
struct LocatorStep {
    key: Option<String>,
    /// The name of a list item, determined without a schema.
    name: Option<LocatorName>,
    ordinal: usize,
}

/// Finds a node in another version of its document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NodeLocator {
    steps: Vec<LocatorStep>,
    /// The node itself, because most saves do not change its number.
    node: NodeId,
}

impl NodeLocator {
    pub(crate) fn new(document: &Document, node: NodeId) -> Self {
        let mut steps = Vec::new();
        let below_root = document.ancestors(node).filter(|node| *node != document.root());
        for current in below_root {
            let key = document.key(current).map(str::to_owned);
            steps.push(LocatorStep {
                name: if key.is_none() {
                    name_node(document, current).map(|node| LocatorName::from_value(document.value(node)))
                } else {
                    None
                },
                key,
                ordinal: document.ordinal(current),
            });
        }
        steps.reverse();
        Self { steps, node }
    }

    /// Returns the node in `document` and `true`, or the deepest ancestor that still exists and `false`.
    pub(crate) fn find(&self, document: &Document) -> (NodeId, bool) {
        if self.node.index() < document.node_count() && Self::new(document, self.node) == *self {
            return (self.node, true);
        }
        let mut current = document.root();
        for step in &self.steps {
            let same = |child: &NodeId| match (&step.key, &step.name) {
                (Some(key), _) => document.key(*child) == Some(key),
                (None, Some(name)) => name.is_of(document, *child),
                (None, None) => document.ordinal(*child) == step.ordinal,
            };
            match document.children(current).find(same) {
                Some(child) => current = child,
                None => return (current, false),
            }
        }
        (current, true)
    }

    /// Returns the node in `document`, if it still exists.
    pub(crate) fn find_exactly(&self, document: &Document) -> Option<NodeId> {
        let (node, whole) = self.find(document);
        whole.then_some(node)
    }
}

/// The scalar that names a list item.
#[derive(Clone, Debug, PartialEq)]
struct LocatorName(ValueKind, String);

impl LocatorName {
    fn from_value(value: Value<'_>) -> Self {
        let text = match value {
            Value::String(text) => text.to_owned(),
            other => format!("{other:?}"),
        };
        Self(value.kind(), text)
    }

    /// Returns whether an item has this name. Does not allocate, because long lists are compared item by
    /// item.
    fn is_of(&self, document: &Document, item: NodeId) -> bool {
        name_node(document, item).is_some_and(|node| match document.value(node) {
            Value::String(text) => self.0 == ValueKind::String && self.1 == text,
            value => self.0 == value.kind() && *self == Self::from_value(value),
        })
    }
}

/// Returns the node that names a list item: its `name`, else its first scalar, else the item itself.
fn name_node(document: &Document, item: NodeId) -> Option<NodeId> {
    let is_scalar = |node: &NodeId| document.kind(*node).is_scalar();
    match document.kind(item) {
        ValueKind::Map => {
            let named = document.get(item, "name").filter(is_scalar);
            named.or_else(|| document.children(item).find(is_scalar))
        }
        _ => Some(item).filter(is_scalar),
    }
}

/// The current step before a reload.
#[derive(Clone, Debug)]
pub(crate) enum SavedStep {
    Start,
    End,
    /// The position, and the rules and paths of the step and its ancestors.
    Step(usize, Vec<(Rule, Path)>),
}

impl SavedStep {
    pub(crate) fn new(merged: &MergedView) -> Self {
        let (merge, position) = (merged.merge(), merged.position());
        // This includes a merge without steps, because a truncated file is usually about to be written.
        if position == merged.len() {
            return Self::End;
        }
        let Some(step) = merged.step() else {
            return Self::Start;
        };
        let mut chain = Vec::new();
        let mut current = Some(step);
        while let Some(step) = current {
            chain.push((step.rule, merge.step_path(step)));
            current = step.parent().and_then(|parent| merge.steps.get(parent as usize));
        }
        Self::Step(position, chain)
    }

    pub(crate) fn is_end(&self) -> bool {
        matches!(self, Self::End)
    }

    /// Returns the position of the step in another merge, and whether it is the same step.
    pub(crate) fn find(&self, merge: &Merge) -> (usize, bool) {
        match self {
            Self::Start => (0, true),
            Self::End => (merge.steps.len(), true),
            Self::Step(position, chain) => {
                for (depth, (rule, path)) in chain.iter().enumerate() {
                    if let Some(found) = nearest(merge, *position, *rule, path) {
                        return (found, depth == 0);
                    }
                }
                ((*position).min(merge.steps.len()), false)
            }
        }
    }
}

/// Returns the position of the step with a rule and a path that is nearest to `position`.
fn nearest(merge: &Merge, position: usize, rule: Rule, path: &Path) -> Option<usize> {
    let same =
        |step: &Step| step.rule == rule && merge.may_be_at(step, path) && merge.step_path(step) == *path;
    let middle = position.saturating_sub(1).min(merge.steps.len());
    let mut after = middle..merge.steps.len();
    let mut before = (0..middle).rev();
    loop {
        let (next, previous) = (after.next(), before.next());
        if next.is_none() && previous.is_none() {
            return None;
        }
        for index in [next, previous].into_iter().flatten() {
            if same(&merge.steps[index]) {
                return Some(index + 1);
            }
        }
    }
}
