//! Keeping the position over a reload: the same node by its path, the same step by rule and path.

use crate::document::{Document, NodeId, Path, Tree, Value, ValueKind};
use crate::explorer::merged::MergedView;
use crate::explorer::merged::links::LinkedNodes;
use crate::merge::{Merge, Rule, Step};

/// The position that a reload must keep.
#[derive(Clone, Debug)]
pub(crate) struct SavedPosition {
    pub(crate) step: SavedStep,
    pub(crate) live: Option<NodeLocator>,
    /// The number of the patch among the documents, and the locator in it.
    pub(crate) patch: Option<(u16, NodeLocator)>,
}

/// A position that a reload could not keep, because a file that is written in pieces is incomplete for a moment. It is restored by a
/// later reload, unless the user goes elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct UnrestoredPosition {
    pub(crate) saved: SavedPosition,
    /// Where the cursors are instead.
    pub(crate) instead: (usize, LinkedNodes),
}

/// One level of a document, with all that helps to find it again.
#[derive(Clone, Debug, PartialEq)]
struct LocatorStep {
    key: Option<String>,
    /// The name of a list item, as far as it is known without a schema.
    name: Option<LocatorName>,
    ordinal: usize,
}

/// Finds a node in another version of its document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NodeLocator {
    steps: Vec<LocatorStep>,
    /// The node itself: most saves change so little that it keeps its number.
    node: NodeId,
}

impl NodeLocator {
    pub(crate) fn new(document: &Document, node: NodeId) -> Self {
        let mut steps = Vec::new();
        let mut at = node;
        while let Some(parent) = document.parent(at) {
            let key = document.key(at).map(str::to_owned);
            steps.push(LocatorStep {
                name: if key.is_none() {
                    name_node(document, at).map(|node| LocatorName::of(document.value(node)))
                } else {
                    None
                },
                key,
                ordinal: document.ordinal(at),
            });
            at = parent;
        }
        steps.reverse();
        Self { steps, node }
    }

    /// The node in `document`, or the deepest one on the path that still exists; and whether it is the node itself.
    pub(crate) fn find(&self, document: &Document) -> (NodeId, bool) {
        if self.node.index() < document.node_count() && Self::new(document, self.node) == *self {
            return (self.node, true);
        }
        let mut at = document.root();
        for step in &self.steps {
            let same = |child: &NodeId| match (&step.key, &step.name) {
                (Some(key), _) => document.key(*child) == Some(key),
                (None, Some(name)) => name.is_of(document, *child),
                (None, None) => document.ordinal(*child) == step.ordinal,
            };
            match document.children(at).find(same) {
                Some(child) => at = child,
                None => return (at, false),
            }
        }
        (at, true)
    }

    /// The node in `document`, if it still exists.
    pub(crate) fn find_exactly(&self, document: &Document) -> Option<NodeId> {
        let (node, whole) = self.find(document);
        whole.then_some(node)
    }
}

/// The scalar that names a list item.
#[derive(Clone, Debug, PartialEq)]
struct LocatorName(ValueKind, String);

impl LocatorName {
    fn of(value: Value<'_>) -> Self {
        let text = match value {
            Value::String(text) => text.to_owned(),
            other => format!("{other:?}"),
        };
        Self(value.kind(), text)
    }

    /// Whether an item has this name; nothing is allocated, since long lists are compared item by item.
    fn is_of(&self, document: &Document, item: NodeId) -> bool {
        name_node(document, item).is_some_and(|node| match document.value(node) {
            Value::String(text) => self.0 == ValueKind::String && self.1 == text,
            value => self.0 == value.kind() && *self == Self::of(value),
        })
    }
}

/// The node that names a list item: its `name`, else its first scalar, else itself.
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

/// The step that was current.
#[derive(Clone, Debug)]
pub(crate) enum SavedStep {
    Start,
    End,
    /// The position, the step, and those that it is part of.
    Step(usize, Vec<(Rule, Path)>),
}

impl SavedStep {
    pub(crate) fn new(merged: &MergedView) -> Self {
        let (merge, position) = (merged.merge(), merged.position());
        // Also in a merge without steps: a truncated file is about to be written.
        if position == merged.len() {
            return Self::End;
        }
        let Some(step) = merged.step() else {
            return Self::Start;
        };
        let mut chain = Vec::new();
        let mut at = Some(step);
        while let Some(step) = at {
            chain.push((step.rule, merge.step_path(step)));
            at = step.parent().and_then(|parent| merge.steps.get(parent as usize));
        }
        Self::Step(position, chain)
    }

    /// The position of the step in another merge, and whether it is the same step.
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

/// The step of a rule and path that is nearest to a position: most edits move it little.
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
