//! The order that the patch requests for a list: its `$setElementOrder`, else the order of the patch list.

use rustc_hash::FxHashMap;

use crate::document::{Document, NodeId, Tree, ValueKind};
use crate::explorer::merged::step_id::StepId;
use crate::merge::{Merge, NodeRef, PatchType, ResultId, Rule, RuleEffect, Step};

/// The source of the requested order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderSource {
    /// The patch does not contain the list.
    Nothing,
    /// The patch list.
    PatchList,
    /// A directive; contains its key, not escaped.
    Directive(String),
}

/// The requested order.
#[derive(Debug)]
pub(super) struct ListOrderRequest {
    pub(super) source: OrderSource,
    /// The entries in order.
    pub(super) entries: Vec<NodeRef>,
    /// The last step that ordered the list.
    pub(super) step: Option<StepId>,
    /// The last step that placed the server-only items first.
    pub(super) server_only_step: Option<StepId>,
    /// Whether Kubernetes changes its copy of the live list before it orders the list.
    pub(super) changes_live_list: bool,
    /// Whether a later step is the first that orders the list.
    pub(super) is_pending: bool,
}

/// Returns the order that is requested at the current step: by the last patch whose step for the list is
/// played, else by the first patch with such a step.
pub(super) fn requested_order(merge: &Merge, list: ResultId) -> ListOrderRequest {
    let mut directive = None;
    let mut patch = None;
    let (mut step, mut server_only_step, mut changes_live_list) = (None, None, false);
    let (mut is_ordered, mut is_pending) = (false, false);
    let orders = |source: NodeRef| {
        let key = merge.tree.document(source).key(source.node);
        key.is_some_and(|key| key.starts_with("$setElementOrder/"))
    };
    let is_list = |source: &NodeRef| {
        let document = merge.tree.document(*source);
        let named = document.key(source.node);
        document.kind(source.node) == ValueKind::List && !named.is_some_and(|key| key.starts_with('$'))
    };
    let about = |step: &Step| step.field().is_none() && !step.rule.is_observation();
    for (index, found) in merge.steps.iter().enumerate() {
        if index < merge.position() && list_of_operation(merge, found) == Some(list) {
            step = Some(StepId::new(index));
        }
        if found.at != list {
            continue;
        }
        changes_live_list |= found.rule == Rule::LiveListChanged;
        if !about(found) {
            continue;
        }
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
        let tells = matches!(effect, RuleEffect::Reordered | RuleEffect::Rejected)
            || found.rule == Rule::OrderUnchanged;
        let orders = matches!(effect, RuleEffect::Reordered | RuleEffect::ServerOnly);
        is_ordered |= reached && orders;
        is_pending |= !reached && orders;
        if reached && effect == RuleEffect::ServerOnly {
            server_only_step = Some(StepId::new(index));
        } else if reached && (tells || step.is_none()) {
            step = Some(StepId::new(index));
        }
    }
    // A later patch without a directive requests the order of its patch list.
    let directive =
        directive.filter(|order: &NodeRef| patch.is_none_or(|list| list.document <= order.document));
    let entries = |source: NodeRef| {
        let document = merge.tree.document(source);
        let entries = document.children(source.node).map(move |node| NodeRef {
            document: source.document,
            node,
        });
        // Most patches have no such directive, so their items are not searched for it.
        let has_directives = document.may_hold("$patch");
        entries.filter(move |entry| !(has_directives && is_directive(document, entry.node)))
    };
    let (source, entries) = match (directive, patch) {
        (Some(order), _) => {
            let key = merge.tree.document(order).key(order.node).unwrap_or_default();
            (OrderSource::Directive(key.to_owned()), entries(order).collect())
        }
        (None, Some(list)) => (OrderSource::PatchList, entries(list).collect()),
        (None, None) => (OrderSource::Nothing, Vec::new()),
    };
    ListOrderRequest {
        source,
        entries,
        step,
        server_only_step,
        changes_live_list,
        is_pending: is_pending && !is_ordered,
    }
}

/// Returns the list in which a step of a JSON patch adds, removes or moves an item.
pub(super) fn list_of_operation(merge: &Merge, step: &Step) -> Option<ResultId> {
    let is_one = matches!(
        step.rule,
        Rule::JsonAddItem | Rule::JsonRemoveItem | Rule::JsonMoveOut | Rule::JsonMoveIn | Rule::JsonCopy
    );
    let list = merge.tree.parent(step.at).filter(|_| is_one)?;
    (merge.tree.kind(list) == ValueKind::List).then_some(list)
}

/// Returns the nodes to which the steps so far moved items within a list of a JSON patch, each with the node that the
/// item had before.
pub(super) fn moved_within(merge: &Merge, list: ResultId) -> FxHashMap<ResultId, ResultId> {
    let mut moved = FxHashMap::default();
    if merge.inputs.semantics.patch_type() != PatchType::Json {
        return moved;
    }
    let mut taken = None;
    for step in merge.steps.iter().take(merge.position()) {
        match step.rule {
            Rule::JsonMoveOut => {
                taken = Some(step.at).filter(|_| list_of_operation(merge, step) == Some(list))
            }
            Rule::JsonMoveIn if list_of_operation(merge, step) == Some(list) => {
                let first = taken.map(|from| moved.get(&from).copied().unwrap_or(from));
                moved.extend(first.map(|first| (step.at, first)));
            }
            _ => {}
        }
    }
    moved
}

/// Returns whether a patch item is a directive: a deletion, or a directive for the whole list.
fn is_directive(document: &Document, node: NodeId) -> bool {
    document.get(node, "$patch").is_some()
}
