//! Keeping the place over a reload: the same node by its path, the same step by rule and path.

use super::session::Session;
use crate::document::{Document, NodeId, Path, Tree, Value};
use crate::merge::{Merge, Rule, Step};

/// One step down a document, with all that may help to find it again.
#[derive(Clone, Debug, PartialEq)]
struct Hop {
    key: Option<String>,
    /// For a list item: what it is called, as far as one can tell without a schema.
    name: Option<String>,
    ordinal: usize,
}

/// The way to a node, to be walked in another version of the document.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trail(Vec<Hop>);

impl Trail {
    /// The way from the top to a node.
    pub(super) fn to(document: &Document, node: NodeId) -> Self {
        let mut hops = Vec::new();
        let mut at = node;
        while let Some(parent) = document.parent(at) {
            let key = document.key(at).map(str::to_owned);
            hops.push(Hop {
                name: if key.is_none() {
                    name_of(document, at)
                } else {
                    None
                },
                key,
                ordinal: document.ordinal(at),
            });
            at = parent;
        }
        hops.reverse();
        Self(hops)
    }

    /// The node at its end in `document`, or the deepest that is still there.
    pub(super) fn find(&self, document: &Document) -> NodeId {
        self.follow(document).0
    }

    /// The node at its end in `document`, if it is still there.
    pub(super) fn find_all(&self, document: &Document) -> Option<NodeId> {
        let (node, hops) = self.follow(document);
        (hops == self.0.len()).then_some(node)
    }

    /// The deepest node that is still there, and how many hops it is away from the top.
    fn follow(&self, document: &Document) -> (NodeId, usize) {
        let mut at = document.root();
        for (done, hop) in self.0.iter().enumerate() {
            let same = |child: &NodeId| match (&hop.key, &hop.name) {
                (Some(key), _) => document.key(*child) == Some(key),
                (None, Some(name)) => name_of(document, *child).as_ref() == Some(name),
                (None, None) => document.ordinal(*child) == hop.ordinal,
            };
            match document.children(at).find(same) {
                Some(child) => at = child,
                None => return (at, done),
            }
        }
        (at, self.0.len())
    }
}

/// What a list item is called: its `name`, else its first scalar, else itself.
fn name_of(document: &Document, item: NodeId) -> Option<String> {
    let scalar = |node: NodeId| match document.value(node) {
        Value::List | Value::Map => None,
        value => Some(format!("{value:?}")),
    };
    match document.value(item) {
        Value::Map => {
            let named = document.get(item, "name").and_then(scalar);
            named.or_else(|| document.children(item).find_map(scalar))
        }
        _ => scalar(item),
    }
}

/// Where a session stood.
#[derive(Debug)]
pub(super) enum Place {
    Start,
    End,
    /// The step and those it is part of, the step itself first.
    Step(usize, Vec<(Rule, Path)>),
}

impl Place {
    /// Where `session` stands.
    pub(super) fn of(session: &Session) -> Self {
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
            at = step.parent.and_then(|parent| merge.steps.get(parent as usize));
        }
        Self::Step(position, chain)
    }

    /// The position in another merge, and whether it is the same step.
    pub(super) fn find(&self, merge: &Merge) -> (usize, bool) {
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
    let same = |step: &Step| step.rule == rule && merge.step_path(step) == *path;
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
