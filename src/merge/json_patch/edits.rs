//! The changes of the result tree by operations: a value is removed, added or replaced.

use super::location::TargetLocation;
use super::operation::JsonPatchOperation;
use super::{JsonPatchRun, Rule};
use crate::document::{Tree, ValueKind};
use crate::merge::mark::Mark;
use crate::merge::recorder::MergeResult;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::result_tree::{InsertPosition, ResultTree};

/// The value that is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PutContent {
    /// A value of the patch.
    Patch(NodeRef),
    /// Null, because the operation has no value.
    Nothing,
    /// A copy of a node of the result.
    Copy(ResultId),
}

/// The rules that explain a write, by what it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PutRules {
    pub(crate) member: Rule,
    pub(crate) item: Rule,
    pub(crate) replaces: Rule,
}

/// Returns the same rule for all effects.
pub(crate) const fn same_rule(rule: Rule) -> PutRules {
    PutRules {
        member: rule,
        item: rule,
        replaces: rule,
    }
}

impl JsonPatchRun<'_, '_> {
    /// Removes a value, and returns its node.
    pub(crate) fn remove_value(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        location: &TargetLocation<'_>,
        rule: Option<Rule>,
        lead: &str,
    ) -> MergeResult<ResultId> {
        let container = location.container;
        let is_list = self.recorder.tree.kind(container) == ValueKind::List;
        let target = match is_list {
            true => match self.find_item(location) {
                Ok((at, item)) => {
                    self.members.items(&self.recorder.tree, container).remove(at);
                    Some(item)
                }
                Err(error) => return Err(self.reject_index(operation, location, error, lead, "")),
            },
            false => self
                .members
                .named(&self.recorder.tree, container)
                .remove(location.token.as_ref()),
        };
        let Some(target) = target else {
            let token = &location.token;
            let message = format!("{lead}Unable to remove nonexistent key: {token}: missing value");
            let reason = format!("`{token}` does not exist");
            return Err(self.reject(operation, Rule::JsonPathMissing, container, message, &reason));
        };
        let own = if is_list {
            Rule::JsonRemoveItem
        } else {
            Rule::JsonRemove
        };
        let old = self.recorder.tree.source(target);
        let note = self.draft_step(operation, rule.unwrap_or(own), target).old(old);
        self.recorder.step(note);
        self.recorder.remove(target, Mark::Deleted);
        Ok(target)
    }

    /// Writes a value to a location: as a new member, instead of an existing member, or as an item between
    /// others.
    pub(crate) fn put_value(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        location: &TargetLocation<'_>,
        content: PutContent,
        rules: PutRules,
        lead: &str,
    ) -> MergeResult {
        let container = location.container;
        self.check_depth(operation, container, content)?;
        if self.recorder.tree.kind(container) != ValueKind::List {
            let members = self.members.named(&self.recorder.tree, container);
            match members.get(location.token.as_ref()).copied() {
                Some(target) => self.set(operation, location, target, content, rules.replaces),
                None => {
                    let new = self.prepare(container, InsertPosition::Last, content, Some(&location.token));
                    self.insert_value(operation, new, rules.member);
                    self.record_member(location, new);
                }
            }
            return Ok(());
        }
        let position = match self.insert_position(location) {
            Ok(position) => position,
            Err(error) => {
                let is_add = rules.item == Rule::JsonAddItem
                    || rules.item == Rule::JsonCopy
                    || rules.item == Rule::JsonMoveIn;
                let syntax = is_add && matches!(error, super::location::LocationError::Index(_));
                let lead = match syntax {
                    true => format!("{lead}value was not a proper array index: '{}': ", location.token),
                    false => lead.to_owned(),
                };
                return Err(self.reject_index(operation, location, error, &lead, ", or `-` to append"));
            }
        };
        let items = self.members.items(&self.recorder.tree, container);
        let insert_position = position
            .checked_sub(1)
            .and_then(|before| items.get(before))
            .map_or(InsertPosition::First, InsertPosition::After);
        let new = self.prepare(container, insert_position, content, None);
        self.members
            .items(&self.recorder.tree, container)
            .insert(position, new);
        self.insert_value(operation, new, rules.item);
        Ok(())
    }

    /// Replaces the value at a location.
    pub(crate) fn set(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        location: &TargetLocation<'_>,
        target: ResultId,
        content: PutContent,
        rule: Rule,
    ) {
        let old = self.recorder.tree.source(target);
        if let PutContent::Patch(value) = content
            && self.recorder.kind(value).is_scalar()
            && self.recorder.tree.kind(target).is_scalar()
        {
            let is_same = self.recorder.tree.value(target) == self.recorder.value(value);
            let note = self.draft_step(operation, Rule::JsonSet, target).old(old);
            self.recorder.step(note);
            self.recorder.tree.preserve_key(target);
            self.recorder.tree.set_value(target, value);
            if !is_same {
                self.recorder.tree.mark(target, Mark::Changed);
            }
            self.track_null(target, content);
            return;
        }
        let is_list = self.recorder.tree.kind(location.container) == ValueKind::List;
        let name = (!is_list).then_some(location.token.as_ref());
        let new = self.prepare(location.container, InsertPosition::After(target), content, name);
        if is_list {
            if let Ok((at, _)) = self.find_item(location) {
                self.members
                    .items(&self.recorder.tree, location.container)
                    .set(at, new);
            }
        } else {
            self.record_member(location, new);
        }
        let note = self.draft_step(operation, rule, new).old(old);
        self.recorder.step(note);
        self.recorder.tree.replace_with(target);
        self.recorder.tree.mark(new, Mark::Replaced);
        self.recorder.tree.commit_insert(new);
    }

    fn record_member(&mut self, location: &TargetLocation<'_>, new: ResultId) {
        self.members
            .named(&self.recorder.tree, location.container)
            .insert(location.token.as_ref().into(), new);
    }

    pub(crate) fn prepare(
        &mut self,
        container: ResultId,
        insert_position: InsertPosition,
        content: PutContent,
        name: Option<&str>,
    ) -> ResultId {
        let tree = &mut self.recorder.tree;
        let new = match content {
            PutContent::Patch(value) => tree.prepare_insert_as(container, insert_position, value, name),
            PutContent::Copy(from) => tree.copy_as(container, insert_position, from, name),
            PutContent::Nothing => {
                let null = ResultTree::synthetic_null();
                tree.prepare_insert_as(container, insert_position, null, name)
            }
        };
        self.track_null(new, content);
        new
    }

    /// Records whether a null was written by an operation.
    fn track_null(&mut self, id: ResultId, content: PutContent) {
        let is_written_null = match content {
            PutContent::Patch(value) => self.recorder.kind(value) == ValueKind::Null,
            PutContent::Copy(from) => self.written_nulls.contains(&from),
            PutContent::Nothing => false,
        };
        if is_written_null {
            self.written_nulls.insert(id);
        } else {
            self.written_nulls.remove(&id);
        }
    }

    fn insert_value(&mut self, operation: &JsonPatchOperation<'_>, new: ResultId, rule: Rule) {
        let note = self.draft_step(operation, rule, new);
        self.recorder.step(note);
        self.recorder.tree.mark(new, Mark::Added);
        self.recorder.tree.commit_insert(new);
    }
}
