//! Keeping the place over a reload: the same node by its path, the same step by rule and path.

use crate::document::{Document, NodeId, Path, Tree, Value, ValueKind};
use crate::explorer::merged::MergedView;
use crate::explorer::merged::links::LinkedNodes;
use crate::merge::{Merge, Rule, Step};

/// Where a person wants to be.
#[derive(Clone, Debug)]
pub(crate) struct SavedPosition {
    pub(crate) step: SavedStep,
    pub(crate) live: Option<NodeLocator>,
    /// The patch's number among the documents, and the way in it.
    pub(crate) patch: Option<(u16, NodeLocator)>,
}

/// What a reload could not find: a file that is written in pieces lacks for a moment what it has before and after. It is
/// wanted until the person goes elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct UnrestoredPosition {
    pub(crate) wanted: SavedPosition,
    /// Where the cursors stand instead.
    pub(crate) instead: (usize, LinkedNodes),
}

/// One step down a document, with all that may help to find it again.
#[derive(Clone, Debug, PartialEq)]
struct LocatorStep {
    key: Option<String>,
    /// For a list item: what it is called, as far as one can tell without a schema.
    name: Option<LocatorName>,
    ordinal: usize,
}

/// The way to a node, to be walked in another version of the document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NodeLocator {
    hops: Vec<LocatorStep>,
    /// The node itself: most saves change little, and it has the same number then.
    node: NodeId,
}

impl NodeLocator {
    /// The way from the top to a node.
    pub(crate) fn to(document: &Document, node: NodeId) -> Self {
        let mut hops = Vec::new();
        let mut at = node;
        while let Some(parent) = document.parent(at) {
            let key = document.key(at).map(str::to_owned);
            hops.push(LocatorStep {
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
        hops.reverse();
        Self { hops, node }
    }

    /// The node at its end in `document`, or the deepest that is still there; and whether it is the end.
    pub(crate) fn find(&self, document: &Document) -> (NodeId, bool) {
        if self.node.index() < document.node_count() && Self::to(document, self.node) == *self {
            return (self.node, true);
        }
        let mut at = document.root();
        for hop in &self.hops {
            let same = |child: &NodeId| match (&hop.key, &hop.name) {
                (Some(key), _) => document.key(*child) == Some(key),
                (None, Some(name)) => name.is_of(document, *child),
                (None, None) => document.ordinal(*child) == hop.ordinal,
            };
            match document.children(at).find(same) {
                Some(child) => at = child,
                None => return (at, false),
            }
        }
        (at, true)
    }

    /// The node at its end in `document`, if it is still there.
    pub(crate) fn find_all(&self, document: &Document) -> Option<NodeId> {
        let (node, whole) = self.find(document);
        whole.then_some(node)
    }
}

/// A scalar that a list item is called by.
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

    /// Whether an item is called so; long lists are asked item by item, so nothing is built for it.
    fn is_of(&self, document: &Document, item: NodeId) -> bool {
        name_node(document, item).is_some_and(|node| match document.value(node) {
            Value::String(text) => self.0 == ValueKind::String && self.1 == text,
            value => self.0 == value.kind() && *self == Self::of(value),
        })
    }
}

/// What names a list item: its `name`, else its first scalar, else itself.
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

/// Where a session stood.
#[derive(Clone, Debug)]
pub(crate) enum SavedStep {
    Start,
    End,
    /// The step and those it is part of, the step itself first.
    Step(usize, Vec<(Rule, Path)>),
}

impl SavedStep {
    /// Where `session` stands.
    pub(crate) fn of(session: &MergedView) -> Self {
        let (merge, position) = (session.merge(), session.position());
        // Also of a merge without steps: a file that was truncated is about to be written.
        if position == session.len() {
            return Self::End;
        }
        let Some(step) = session.step() else {
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

    /// The position in another merge, and whether it is the same step.
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

/// The step of that rule and path that is nearest to a position: most edits move it little.
fn nearest(merge: &Merge, position: usize, rule: Rule, path: &Path) -> Option<usize> {
    let same =
        |step: &Step| step.rule == rule && merge.may_be_at(step, path) && merge.step_path(step) == *path;
    let middle = position.saturating_sub(1).min(merge.steps.len());
    let mut after = middle..merge.steps.len();
    let mut before = (0..middle).rev();
    loop {
        let (ahead, behind) = (after.next(), before.next());
        if ahead.is_none() && behind.is_none() {
            return None;
        }
        for index in [ahead, behind].into_iter().flatten() {
            if same(&merge.steps[index]) {
                return Some(index + 1);
            }
        }
    }
}
