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
pub(crate) const fn always(rule: Rule) -> PutRules {
    PutRules {
        member: rule,
        item: rule,
        replaces: rule,
    }
}

impl JsonPatchRun<'_, '_> {
    /// Removes a value, and returns its node.
    pub(crate) fn take(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        place: &TargetLocation<'_>,
        rule: Option<Rule>,
        lead: &str,
    ) -> MergeResult<ResultId> {
        let container = place.container;
        let is_list = self.engine.scene.kind(container) == ValueKind::List;
        let there = match is_list {
            true => match self.item(place) {
                Ok((at, item)) => {
                    self.members.items(&self.engine.scene, container).remove(at);
                    Some(item)
                }
                Err(fault) => return Err(self.refuse_index(operation, place, fault, lead)),
            },
            false => self
                .members
                .named(&self.engine.scene, container)
                .remove(place.token.as_ref()),
        };
        let Some(there) = there else {
            let token = &place.token;
            let message = format!("{lead}Unable to remove nonexistent key: {token}: missing value");
            let reason = format!("`{token}` does not exist");
            return Err(self.reject(operation, Rule::JsonPathMissing, container, message, &reason));
        };
        let own = if is_list {
            Rule::JsonRemoveItem
        } else {
            Rule::JsonRemove
        };
        let old = self.engine.scene.source(there);
        let note = self.note(operation, rule.unwrap_or(own), there).old(old);
        self.engine.step(note);
        self.engine.remove(there, Mark::Deleted);
        Ok(there)
    }

    /// Writes a value to a location: as a new member, instead of an existing member, or as an item between
    /// others.
    pub(crate) fn put(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        place: &TargetLocation<'_>,
        content: PutContent,
        told: PutRules,
        lead: &str,
    ) -> MergeResult {
        let container = place.container;
        self.check_depth(operation, container, content)?;
        if self.engine.scene.kind(container) != ValueKind::List {
            let members = self.members.named(&self.engine.scene, container);
            match members.get(place.token.as_ref()).copied() {
                Some(there) => self.set(operation, place, there, content, told.replaces),
                None => {
                    let new = self.prepare(container, InsertPosition::Last, content, Some(&place.token));
                    self.insert_value(operation, new, told.member, Mark::Added);
                    self.remember(place, new);
                }
            }
            return Ok(());
        }
        let gap = match self.gap(place) {
            Ok(gap) => gap,
            Err(fault) => {
                let is_add = told.item == Rule::JsonAddItem
                    || told.item == Rule::JsonCopy
                    || told.item == Rule::JsonMoveIn;
                let syntax = is_add && matches!(fault, super::location::LocationError::Index(_));
                let lead = match syntax {
                    true => format!("{lead}value was not a proper array index: '{}': ", place.token),
                    false => lead.to_owned(),
                };
                return Err(self.refuse_index(operation, place, fault, &lead));
            }
        };
        let items = self.members.items(&self.engine.scene, container);
        let spot = gap
            .checked_sub(1)
            .and_then(|before| items.get(before))
            .map_or(InsertPosition::First, InsertPosition::After);
        let new = self.prepare(container, spot, content, None);
        self.members.items(&self.engine.scene, container).insert(gap, new);
        self.insert_value(operation, new, told.item, Mark::Added);
        Ok(())
    }

    /// Replaces the value at a location.
    pub(crate) fn set(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        place: &TargetLocation<'_>,
        there: ResultId,
        content: PutContent,
        rule: Rule,
    ) {
        let old = self.engine.scene.source(there);
        if let PutContent::Patch(value) = content
            && self.engine.kind(value).is_scalar()
            && self.engine.scene.kind(there).is_scalar()
        {
            let is_same = self.engine.scene.value(there) == self.engine.value(value);
            let note = self.note(operation, Rule::JsonSet, there).old(old);
            self.engine.step(note);
            self.engine.scene.preserve_key(there);
            self.engine.scene.set_value(there, value);
            if !is_same {
                self.engine.scene.mark(there, Mark::Changed);
            }
            self.empty(there, content);
            return;
        }
        let is_list = self.engine.scene.kind(place.container) == ValueKind::List;
        let name = (!is_list).then_some(place.token.as_ref());
        let new = self.prepare(place.container, InsertPosition::After(there), content, name);
        if is_list {
            if let Ok((at, _)) = self.item(place) {
                self.members
                    .items(&self.engine.scene, place.container)
                    .set(at, new);
            }
        } else {
            self.remember(place, new);
        }
        let note = self.note(operation, rule, new).old(old);
        self.engine.step(note);
        self.engine.scene.replace_with(there);
        self.engine.scene.mark(new, Mark::Replaced);
        self.engine.scene.commit_insert(new);
    }

    pub(crate) fn remember(&mut self, place: &TargetLocation<'_>, new: ResultId) {
        self.members
            .named(&self.engine.scene, place.container)
            .insert(place.token.as_ref().into(), new);
    }

    pub(crate) fn prepare(
        &mut self,
        container: ResultId,
        spot: InsertPosition,
        content: PutContent,
        name: Option<&str>,
    ) -> ResultId {
        let scene = &mut self.engine.scene;
        let new = match content {
            PutContent::Patch(value) => scene.prepare_insert_as(container, spot, value, name),
            PutContent::Copy(from) => scene.copy_as(container, spot, from, name),
            PutContent::Nothing => {
                let null = ResultTree::synthetic_null();
                scene.prepare_insert_as(container, spot, null, name)
            }
        };
        self.empty(new, content);
        new
    }

    /// Records whether a null was written by an operation.
    pub(crate) fn empty(&mut self, id: ResultId, content: PutContent) {
        let hollow = match content {
            PutContent::Patch(value) => self.engine.kind(value) == ValueKind::Null,
            PutContent::Copy(from) => self.hollow.contains(&from),
            PutContent::Nothing => false,
        };
        if hollow {
            self.hollow.insert(id);
        } else {
            self.hollow.remove(&id);
        }
    }

    pub(crate) fn insert_value(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        new: ResultId,
        rule: Rule,
        mark: Mark,
    ) {
        let note = self.note(operation, rule, new);
        self.engine.step(note);
        self.engine.scene.mark(new, mark);
        self.engine.scene.commit_insert(new);
    }
}
