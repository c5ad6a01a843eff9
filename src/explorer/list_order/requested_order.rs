//! What the patch says about the order of a list: a `$setElementOrder` beside it, else the patch list itself.

use crate::document::{Document, NodeId, Tree, ValueKind};
use crate::merge::{Merge, NodeRef, ResultId, RuleEffect, Step};

/// What names the wanted order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderSource {
    /// Nothing in the patch speaks of this list.
    Nothing,
    /// The patch list's own order.
    PatchList,
    /// A directive; its key, not escaped.
    Directive(String),
}

/// The wanted order.
#[derive(Debug)]
pub(crate) struct RequestedPosition {
    pub(crate) by: OrderSource,
    /// The entries in their order.
    pub(crate) entries: Vec<NodeRef>,
    /// The step that ordered the list last.
    pub(crate) step: Option<usize>,
}

/// The order that holds at the present step: of several patches that of the last one that has come to the list, else
/// of the first that will.
pub(crate) fn wanted(merge: &Merge, list: ResultId) -> RequestedPosition {
    let mut directive = None;
    let mut patch = None;
    let mut step = None;
    let orders = |source: NodeRef| {
        let key = merge.scene.document(source).key(source.node);
        key.is_some_and(|key| key.starts_with("$setElementOrder/"))
    };
    let is_list = |source: &NodeRef| {
        let document = merge.scene.document(*source);
        let named = document.key(source.node);
        document.kind(source.node) == ValueKind::List && !named.is_some_and(|key| key.starts_with('$'))
    };
    let about = |step: &&Step| step.at == list && step.field().is_none() && !step.rule.is_observation();
    for (index, found) in merge.steps.iter().enumerate().filter(|(_, step)| about(step)) {
        let reached = index < merge.position();
        if let Some(source) = found.directive().filter(|source| orders(*source))
            && (reached || directive.is_none())
        {
            directive = Some(source);
        }
        if let Some(source) = found.patch().filter(is_list)
            && (reached || patch.is_none())
        {
            patch = Some(source);
        }
        let effect = found.rule.effect();
        let tells = matches!(
            effect,
            RuleEffect::Reordered | RuleEffect::ServerOnly | RuleEffect::Rejected
        );
        if reached && (tells || step.is_none()) {
            step = Some(index);
        }
    }
    // A later patch without a directive has the word of its own list.
    let directive =
        directive.filter(|order: &NodeRef| patch.is_none_or(|list| list.document <= order.document));
    let entries = |source: NodeRef| {
        let document = merge.scene.document(source);
        let entries = document.children(source.node).map(move |node| NodeRef {
            document: source.document,
            node,
        });
        entries.filter(|entry| !is_directive(merge.scene.document(*entry), entry.node))
    };
    let (by, entries) = match (directive, patch) {
        (Some(order), _) => {
            let key = merge.scene.document(order).key(order.node).unwrap_or_default();
            (OrderSource::Directive(key.to_owned()), entries(order).collect())
        }
        (None, Some(list)) => (OrderSource::PatchList, entries(list).collect()),
        (None, None) => (OrderSource::Nothing, Vec::new()),
    };
    RequestedPosition { by, entries, step }
}

/// Whether a patch item is a deletion or a mark of the whole list.
fn is_directive(document: &Document, node: NodeId) -> bool {
    document.get(node, "$patch").is_some()
}
