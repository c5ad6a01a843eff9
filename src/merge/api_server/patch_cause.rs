//! The value of the patch that causes an answer of the API server about a live value.

use crate::document::{Numbers, Tree, same};
use crate::merge::recorder::Recorder;
use crate::merge::result_tree::node_id::{NodeRef, Presence, ResultId};
use crate::merge::rule::Rule;
use crate::merge::step::Step;

/// One answer of the API server, before it is recorded.
pub(super) struct ServerStep<'r, 'd> {
    pub(super) recorder: &'r Recorder<'d>,
    pub(super) rule: Rule,
    /// The value that the answer is about.
    pub(super) at: ResultId,
    /// The words of the API server.
    pub(super) detail: &'r str,
}

impl ServerStep<'_, '_> {
    /// Returns the node of the patch to point at if no step of the merge is about the value, or `None` if no change of the
    /// patch is close to it.
    pub(super) fn patch_cause(&self) -> Option<NodeRef> {
        self.removed_name()
            .or_else(|| self.removed_item())
            .or_else(|| self.forbidden_change())
            .or_else(|| self.named_change())
            .or_else(|| self.nearby_change())
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
        let tree = &self.recorder.tree;
        let (_, name) = self.detail.split_once(": Not found: ")?;
        let name = name.trim_matches('"');
        let is_item = |id: ResultId| {
            tree.state(id) == Presence::Removed
                && tree
                    .all_children(id)
                    .any(|field| tree.key(field) == Some("name") && tree.value(field).as_str() == Some(name))
        };
        let mut steps = self.recorder.steps.iter().rev().filter(|step| is_item(step.at));
        steps.find_map(patch_or_directive)
    }

    /// For a map of which the API server keeps some fields, returns the first change of another field.
    fn forbidden_change(&self) -> Option<NodeRef> {
        if !matches!(self.rule, Rule::ImmutableField | Rule::StatusIgnored) {
            return None;
        }
        let mut steps = self.recorder.steps.iter().filter(|step| self.is_forbidden(step));
        let change = steps.find_map(changed_by)?;
        if !self.detail.contains(": Invalid value: ") {
            return Some(change);
        }
        // No part of the value can change.
        let document = &self.recorder.documents[usize::from(change.document)];
        let name = self.recorder.tree.key(self.at);
        let mut above = document.ancestors(change.node);
        let whole = above.find(|node| name.is_some() && document.key(*node) == name);
        Some(whole.map_or(change, |node| NodeRef { node, ..change }))
    }

    /// Returns whether a step changes a field of the map that the words of the API server do not allow.
    fn is_forbidden(&self, step: &Step) -> bool {
        let tree = &self.recorder.tree;
        let above: Vec<ResultId> = tree.ancestors(step.at).collect();
        let map = above.iter().position(|id| *id == self.at);
        let Some(field) = map.and_then(|map| map.checked_sub(1)) else {
            return false;
        };
        let name = tree.key(above[field]).unwrap_or_default();
        // The value in the text is not what the API server allows.
        let allowed = match self.detail.contains(": Invalid value: ") {
            true => self.detail.rsplit(": ").next().unwrap_or_default(),
            false => self.detail,
        };
        let mut words = allowed.split(|c: char| !c.is_alphanumeric());
        words.all(|word| word != name)
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
        let (field, message) = self.detail.split_once(':')?;
        let key = field
            .strip_suffix(']')
            .and_then(|field| Some(field.rsplit_once('[')?.1));
        let last = field.rsplit('.').next();
        // The value in the text can have any names.
        let reason = message.rsplit(": ").next().unwrap_or_default();
        let quoted = reason.split('`').skip(1).step_by(2);
        let end = reason.rsplit(' ').next();
        let own = tree.key(self.at);
        let names = key.into_iter().chain(last).chain(quoted).chain(end);
        names.filter(|name| Some(*name) != own).find_map(|name| {
            tree.ancestors(self.at).find_map(|top| {
                let is_it = |step: &&Step| {
                    tree.key(step.at) == Some(name) && tree.ancestors(step.at).any(|id| id == top)
                };
                self.recorder.steps.iter().filter(is_it).find_map(changed_by)
            })
        })
    }

    /// For a mistake that another field causes, returns the first change below the value, or next to it.
    fn nearby_change(&self) -> Option<NodeRef> {
        if self.rule != Rule::InvalidObject {
            return None;
        }
        let tree = &self.recorder.tree;
        let above = |id: ResultId| std::iter::successors(Some(id), |id| tree.parent(*id));
        above(self.at).find_map(|top| {
            let mut steps = self
                .recorder
                .steps
                .iter()
                .filter(|step| above(step.at).any(|id| id == top));
            steps.find_map(changed_by)
        })
    }
}

pub(super) fn patch_or_directive(step: &Step) -> Option<NodeRef> {
    step.patch().or(step.directive())
}

/// Returns the value of the patch that a step takes.
fn changed_by(step: &Step) -> Option<NodeRef> {
    step.patch().filter(|patch| !patch.is_live())
}
