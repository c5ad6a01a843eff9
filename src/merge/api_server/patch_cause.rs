//! The value of the patch that causes an answer of the API server about a live value.

use rustc_hash::FxHashMap;

use super::objection::{Objection, ServerMessage};
use crate::document::{Numbers, Tree, ValueKind, same};
use crate::merge::recorder::Recorder;
use crate::merge::result_tree::ResultTree;
use crate::merge::result_tree::node_id::{NodeRef, Presence, ResultId};
use crate::merge::rule::Rule;
use crate::merge::step::Step;

/// The changes of the patch by the maps and lists around them: to search all steps for each answer would take the square of
/// their number.
#[derive(Default)]
pub(super) struct ChangesBelow {
    /// The numbers of the names of fields.
    names: FxHashMap<Box<str>, usize>,
    /// The first change below a value.
    first: FxHashMap<ResultId, NodeRef>,
    /// The first change below a value of a field with a name.
    named: FxHashMap<(ResultId, usize), NodeRef>,
    /// The last change that removes an item with a name.
    removed: FxHashMap<Box<str>, NodeRef>,
}

impl ChangesBelow {
    pub(super) fn new(recorder: &Recorder<'_>) -> Self {
        let mut changes = Self::default();
        for step in &recorder.steps {
            changes.add(&recorder.tree, step);
        }
        changes
    }

    /// Adds the item that a step removes, or the items of a list that it removes or replaces.
    fn add_removed(&mut self, tree: &ResultTree, step: &Step) {
        let is_replaced = step.rule == Rule::ReplaceList;
        let change = match is_replaced {
            true => step.directive(),
            false => patch_or_directive(step).filter(|_| tree.state(step.at) == Presence::Removed),
        };
        let Some(change) = change else { return };
        let is_gone = |item: &ResultId| !is_replaced || tree.state(*item) != Presence::Present;
        let items = tree
            .all_children(step.at)
            .filter(|_| tree.kind(step.at) == ValueKind::List);
        for item in items.filter(is_gone).chain([step.at]) {
            let mut fields = tree.all_children(item);
            let name = fields.find(|field| tree.key(*field) == Some("name"));
            if let Some(name) = name.and_then(|name| tree.value(name).as_str()) {
                self.removed.insert(name.into(), change);
            }
        }
    }

    pub(super) fn add(&mut self, tree: &ResultTree, step: &Step) {
        self.add_removed(tree, step);
        let Some(change) = changed_by(step) else {
            return;
        };
        let name = tree.key(step.at).map(|name| match self.names.get(name) {
            Some(number) => *number,
            None => {
                let number = self.names.len();
                self.names.insert(name.into(), number);
                number
            }
        });
        for above in tree.ancestors(step.at) {
            self.first.entry(above).or_insert(change);
            if let Some(name) = name {
                self.named.entry((above, name)).or_insert(change);
            }
        }
    }
}

/// One answer of the API server, before it is recorded.
pub(super) struct ServerStep<'r, 'd> {
    pub(super) recorder: &'r Recorder<'d>,
    pub(super) rule: Rule,
    /// The value that the answer is about.
    pub(super) at: ResultId,
    /// Another value whose change is the reason.
    pub(super) cause: Option<ResultId>,
    /// What the API server does not accept.
    pub(super) objection: Option<&'r Objection<ResultId>>,
    pub(super) changes: &'r ChangesBelow,
}

impl ServerStep<'_, '_> {
    /// Returns the node of the patch to point at if no step of the merge is about the value, or `None` if no change of the
    /// patch is close to it.
    pub(super) fn patch_cause(&self) -> Option<NodeRef> {
        let of_cause = self.cause.and_then(|cause| self.changes.first.get(&cause));
        of_cause
            .copied()
            .or_else(|| self.removed_name())
            .or_else(|| self.unused_change())
            .or_else(|| self.removed_item())
            .or_else(|| self.forbidden_change())
            .or_else(|| self.named_change())
            .or_else(|| self.nearby_change())
    }

    /// For a field that the API server removes, returns the change of the patch in it.
    fn unused_change(&self) -> Option<NodeRef> {
        let is_unused = self.rule == Rule::FieldOfOtherType;
        self.changes.first.get(&self.at).copied().filter(|_| is_unused)
    }

    /// For a removed name, returns the patch node that removes it.
    fn removed_name(&self) -> Option<NodeRef> {
        if self.rule != Rule::ServerIdentity {
            return None;
        }
        let tree = &self.recorder.tree;
        let is_removed =
            |id: ResultId| tree.parent(id) == Some(self.at) && tree.state(id) == Presence::Removed;
        let mut steps = self
            .recorder
            .steps
            .iter()
            .rev()
            .filter(|step| is_removed(step.at));
        steps.find_map(|step| step.patch())
    }

    /// For a name that is not found, returns the patch node that removes the item with that name.
    fn removed_item(&self) -> Option<NodeRef> {
        match &self.objection?.message {
            ServerMessage::NotFound(name) => self.changes.removed.get(&**name).copied(),
            _ => None,
        }
    }

    /// For a map of which the API server keeps some fields, returns the first change of another field.
    fn forbidden_change(&self) -> Option<NodeRef> {
        if !matches!(self.rule, Rule::ImmutableField | Rule::StatusIgnored) {
            return None;
        }
        let mut steps = self.recorder.steps.iter().filter(|step| self.is_forbidden(step));
        let change = steps.find_map(changed_by)?;
        let message = self.objection.map(|objection| &objection.message);
        if !matches!(message, Some(ServerMessage::Invalid(..))) {
            return Some(change);
        }
        // No part of the value can change.
        let document = &self.recorder.documents[usize::from(change.document)];
        let name = self.recorder.tree.key(self.at);
        let mut above = document.ancestors(change.node);
        let whole = above.find(|node| name.is_some() && document.key(*node) == name);
        Some(whole.map_or(change, |node| NodeRef { node, ..change }))
    }

    /// Returns whether a step changes a field of the map that cannot change.
    fn is_forbidden(&self, step: &Step) -> bool {
        let tree = &self.recorder.tree;
        let above: Vec<ResultId> = tree.ancestors(step.at).collect();
        let map = above.iter().position(|id| *id == self.at);
        let Some(field) = map.and_then(|map| map.checked_sub(1)) else {
            return false;
        };
        let name = tree.key(above[field]).unwrap_or_default();
        let mutable = self.objection.and_then(Objection::mutable_fields);
        !mutable.unwrap_or_default().contains(&name)
            && match tree.live_node(step.at) {
                Some(_) if tree.state(step.at) == Presence::Removed => true,
                Some(live) => !same(tree, step.at, &*self.recorder.documents[0], live, Numbers::ByType),
                None => true,
            }
    }

    /// For a mistake that another field causes, returns the change of a field that the API server names, below the value or
    /// close to it.
    fn named_change(&self) -> Option<NodeRef> {
        if self.rule != Rule::InvalidObject {
            return None;
        }
        let tree = &self.recorder.tree;
        let Objection { field, message, .. } = self.objection?;
        let key = field
            .strip_suffix(']')
            .and_then(|field| Some(field.rsplit_once('[')?.1));
        let last = field.rsplit('.').next();
        let reason = message.why();
        let quoted = reason.split('`').skip(1).step_by(2);
        let end = reason.rsplit(' ').next();
        let own = tree.key(self.at);
        let names = key.into_iter().chain(last).chain(quoted).chain(end);
        names.filter(|name| Some(*name) != own).find_map(|name| {
            let number = *self.changes.names.get(name)?;
            let mut above = tree.ancestors(self.at);
            above.find_map(|top| self.changes.named.get(&(top, number)).copied())
        })
    }

    /// For a mistake that another field causes, returns the first change below the value, or next to it.
    fn nearby_change(&self) -> Option<NodeRef> {
        if self.rule != Rule::InvalidObject {
            return None;
        }
        let mut above = self.recorder.tree.ancestors(self.at);
        above.find_map(|top| self.changes.first.get(&top).copied())
    }
}

pub(super) fn patch_or_directive(step: &Step) -> Option<NodeRef> {
    step.patch().or(step.directive())
}

/// Returns the value of the patch that a step takes.
fn changed_by(step: &Step) -> Option<NodeRef> {
    step.patch().filter(|patch| !patch.is_live())
}
