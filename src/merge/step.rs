//! A step of a trace: a rule applied to a node.

use super::detail::{Detail, Reason};
use super::result_tree::node_id::{NodeRef, ResultId};
use super::rule::Rule;
use crate::document::NodeId;

/// A step of a merge. It fits one cache line, because a trace has tens of thousands of steps and the explorer
/// reads all of them.
#[derive(Clone, Debug)]
pub struct Step {
    /// The rule.
    pub rule: Rule,
    /// The number of parent steps.
    pub depth: u16,
    /// The result node that the step is about, or the nearest node above a field without a node.
    pub at: ResultId,
    /// [`Self::count`], or for a warning about the text [`Self::warning`], or 1 more than [`Self::objection`].
    number: u32,
    /// The detail of a rejection, or names for the sentence.
    pub(super) detail: Option<Box<Detail>>,
    /// The end of the step's edits in the edit log.
    pub(crate) edits_end: u32,
    /// [`NONE`] if there is none; also in the fields below.
    parent: u32,
    live: u32,
    /// The nodes and documents of `field`, `patch`, `directive` and `old`. Separate arrays avoid padding.
    nodes: [u32; 4],
    documents: [u16; 4],
}

const NONE: u32 = u32::MAX;

/// The input nodes of a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StepSubject {
    pub(crate) field: Option<NodeRef>,
    pub(crate) live: Option<NodeId>,
    pub(crate) patch: Option<NodeRef>,
    pub(crate) directive: Option<NodeRef>,
    pub(crate) old: Option<NodeRef>,
}

impl Step {
    /// Returns the number of nodes, if the rule acts on several.
    pub fn count(&self) -> u32 {
        match self.rule {
            rule if is_of_text(rule) => 0,
            rule if is_of_objection(rule) => 0,
            _ => self.number,
        }
    }

    /// Returns the index of what the API server does not accept among [`super::Merge::objections`].
    pub(super) fn objection(&self) -> Option<usize> {
        let number = is_of_objection(self.rule).then_some(self.number as usize);
        number?.checked_sub(1)
    }

    /// Returns the index of the warning about the text among those of its document.
    pub(crate) fn warning(&self) -> Option<usize> {
        is_of_text(self.rule).then_some(self.number as usize)
    }

    /// Sets the number of nodes, or the index of the warning.
    pub(crate) fn set_number(&mut self, number: u32) {
        self.number = number;
    }

    /// Creates a step with the parents `open` and without edits.
    pub(crate) fn new(rule: Rule, at: ResultId, open: &[u32], about: StepSubject) -> Self {
        let all = [about.field, about.patch, about.directive, about.old];
        Self {
            rule,
            depth: open.len() as u16,
            at,
            number: 0,
            detail: None,
            edits_end: 0,
            parent: open.last().copied().unwrap_or(NONE),
            live: about.live.map_or(NONE, |node| node.0),
            nodes: all.map(|source| source.map_or(NONE, |source| source.node.0)),
            documents: all.map(|source| source.map_or(0, |source| source.document)),
        }
    }

    /// Returns the detail of a rejection, or names for the sentence. Empty if there is none.
    pub fn detail(&self) -> &str {
        self.detail.as_ref().map_or("", |detail| &detail.text)
    }

    /// Returns the reason, if the help depends on it.
    pub(crate) fn reason(&self) -> Option<&Reason> {
        self.detail.as_ref()?.reason()
    }

    /// Returns the default that the API server sets, as JSON text.
    pub(crate) fn default_json(&self) -> Option<&str> {
        self.detail.as_ref()?.as_default_json()
    }

    /// Returns the parent step, as an index into [`super::Merge::steps`].
    pub fn parent(&self) -> Option<u32> {
        (self.parent != NONE).then_some(self.parent)
    }

    /// Returns the input node whose key extends the path of `at`, if the step is about a field without a
    /// result node.
    pub fn field(&self) -> Option<NodeRef> {
        self.source(0)
    }

    /// Returns the live node that the step is about.
    pub fn live(&self) -> Option<NodeId> {
        (self.live != NONE).then_some(NodeId(self.live))
    }

    /// Returns the patch node that causes the step.
    pub fn patch(&self) -> Option<NodeRef> {
        self.source(1)
    }

    /// Returns the directive that causes the step: the patch field whose key begins with `$`.
    pub fn directive(&self) -> Option<NodeRef> {
        self.source(2)
    }

    /// Returns the old scalar value, for sentences.
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

/// Returns whether a rule is about a warning of the reader.
fn is_of_text(rule: Rule) -> bool {
    matches!(rule, Rule::AmbiguousInput | Rule::UnreadablePatch)
}

/// Returns whether the steps of a rule are about what the API server does not accept.
fn is_of_objection(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::ServerType
            | Rule::ServerIdentity
            | Rule::ImmutableField
            | Rule::InvalidObject
            | Rule::ApplyInvalid
    )
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
        assert!(size_of::<Step>() <= 64);
    }
}
