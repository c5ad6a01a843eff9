//! One step of a trace: a rule at a place.

use super::result_tree::node_id::{NodeRef, ResultId};
use super::rule::Rule;
use crate::document::NodeId;

/// One step of a merge. It takes one cache line: a trace has tens of thousands, and the explorer reads them all.
#[derive(Clone, Debug)]
pub struct Step {
    /// What decided.
    pub rule: Rule,
    /// How many steps lie above it.
    pub depth: u16,
    /// The result node that it is about; for what has none, the nearest node above.
    pub at: ResultId,
    /// How many nodes are concerned, where a rule acts on several.
    pub count: u32,
    /// A rejection's own words, or names for the sentence.
    pub detail: Option<Box<str>>,
    /// Up to where the edit log goes with this step.
    pub(crate) edits_end: u32,
    /// [`NONE`] without one, as in what follows.
    parent: u32,
    live: u32,
    /// The nodes of `field`, `patch`, `directive` and `old`, and which documents they are of: apart they fill no gaps.
    nodes: [u32; 4],
    documents: [u16; 4],
}

const NONE: u32 = u32::MAX;

/// The input nodes that a step may have to do with.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StepSubject {
    pub(crate) field: Option<NodeRef>,
    pub(crate) live: Option<NodeId>,
    pub(crate) patch: Option<NodeRef>,
    pub(crate) directive: Option<NodeRef>,
    pub(crate) old: Option<NodeRef>,
}

impl Step {
    /// A step below the steps `open`, without edits so far.
    pub(crate) fn new(rule: Rule, at: ResultId, open: &[u32], about: StepSubject) -> Self {
        let all = [about.field, about.patch, about.directive, about.old];
        Self {
            rule,
            depth: open.len() as u16,
            at,
            count: 0,
            detail: None,
            edits_end: 0,
            parent: open.last().copied().unwrap_or(NONE),
            live: about.live.map_or(NONE, |node| node.0),
            nodes: all.map(|source| source.map_or(NONE, |source| source.node.0)),
            documents: all.map(|source| source.map_or(0, |source| source.document)),
        }
    }

    /// The step that this one is part of, as an index into [`super::Merge::steps`].
    pub fn parent(&self) -> Option<u32> {
        (self.parent != NONE).then_some(self.parent)
    }

    /// The node of an input whose key leads on from `at`, where the step is about something without a node.
    pub fn field(&self) -> Option<NodeRef> {
        self.source(0)
    }

    /// The live node it came from.
    pub fn live(&self) -> Option<NodeId> {
        (self.live != NONE).then_some(NodeId(self.live))
    }

    /// The patch node it came from.
    pub fn patch(&self) -> Option<NodeRef> {
        self.source(1)
    }

    /// The directive that caused it: the entry of a patch whose key begins with `$`.
    pub fn directive(&self) -> Option<NodeRef> {
        self.source(2)
    }

    /// The scalar value that was there before, for sentences.
    pub fn old(&self) -> Option<NodeRef> {
        self.source(3)
    }

    pub(crate) fn set_live(&mut self, live: NodeId) {
        self.live = live.0;
    }

    fn source(&self, which: usize) -> Option<NodeRef> {
        let node = self.nodes[which];
        (node != NONE).then_some(NodeRef {
            document: self.documents[which],
            node: NodeId(node),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_keeps_what_it_is_about_in_one_cache_line() {
        let source = |document, node| {
            Some(NodeRef {
                document,
                node: NodeId(node),
            })
        };
        let about = StepSubject {
            field: source(1, 2),
            live: Some(NodeId(0)),
            patch: source(2, 3),
            directive: None,
            old: source(0, 4),
        };
        let step = Step::new(Rule::SetValue, ResultId(7), &[5, 6], about);
        assert_eq!((step.parent(), step.depth), (Some(6), 2));
        assert_eq!((step.field(), step.live()), (about.field, about.live));
        assert_eq!(
            (step.patch(), step.directive(), step.old()),
            (about.patch, None, about.old)
        );
        let bare = Step::new(Rule::SetValue, ResultId(7), &[], StepSubject::default());
        assert_eq!((bare.parent(), bare.live(), bare.field()), (None, None, None));
        assert_eq!(size_of::<Step>(), 64);
    }
}
