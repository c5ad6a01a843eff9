//! Ownership of fields: the conflicts before an operation is written, and the owners after it.

use std::collections::{BTreeMap, BTreeSet};

use super::apply_run::ApplyRun;
use super::changed_paths::ChangedPaths;
use super::field_set::{FieldSet, PathElement, exact_path, path_text};
use super::managed_fields::{ManagerEntry, ManagerOperation, unowned_paths};
use super::ownership_table::FieldConflict;
use super::prune;
use crate::document::Tree;
use crate::document::words::and_list;
use crate::merge::api_server::{self, Objection, ServerLayer};
use crate::merge::mark::Mark;
use crate::merge::quote::join_names;
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::ResultTree;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::trace::Rejection;

/// The data of an operation that ownership depends on.
pub(crate) struct OwnedOperation<'a> {
    pub(crate) manager: &'a str,
    pub(crate) operation: ManagerOperation,
    /// The apiVersion of the object that is written.
    pub(crate) version: &'a str,
    /// Whether the operation takes fields from their owners.
    pub(crate) forced: bool,
    /// The fields that an apply owns afterwards.
    pub(crate) applied: FieldSet,
    /// The fields of other managers that can change without a conflict.
    pub(crate) allowed: FieldSet,
}

impl ApplyRun<'_, '_> {
    /// Checks for conflicts, then assigns the fields to their new owners.
    ///
    /// # Errors
    /// A conflict: the apply changes fields of other managers.
    pub(crate) fn assign_ownership(
        &mut self,
        operation: OwnedOperation<'_>,
        differences: ChangedPaths,
    ) -> Result<(), Box<Rejection>> {
        let ChangedPaths {
            added,
            changed,
            removed,
        } = differences;
        let mut written = added;
        written.unite(&changed);
        let own_entry = self
            .table
            .entry(operation.manager, operation.operation, operation.version);
        let others: Vec<usize> = (0..self.table.owners.len())
            .filter(|at| Some(*at) != own_entry)
            .collect();
        let mut taken: Vec<(usize, FieldSet)> = Vec::new();
        for at in &others {
            let shared = self.table.owners[*at].fields.intersection(&written);
            if !shared.is_empty() {
                taken.push((*at, shared));
            }
        }
        let forced = self.may_take(&operation, &mut taken);
        let fields = self.record_taken(&operation, forced, &taken);
        if !forced && !taken.is_empty() {
            return Err(self.reject_conflict(&taken, &fields));
        }
        for (at, set) in &taken {
            self.table.owners[*at].fields.subtract(set);
        }
        for at in &others {
            self.table.owners[*at].fields.subtract(&removed);
        }
        let never = unowned_paths();
        let mut fields = operation.applied;
        if operation.operation == ManagerOperation::Update {
            fields = own_entry
                .map(|own_entry| self.table.owners[own_entry].fields.clone())
                .unwrap_or_default();
            fields.subtract(&removed);
            fields.unite(&written);
        }
        fields.subtract(&never);
        fields.remove_empty();
        if operation.operation == ManagerOperation::Apply {
            self.record_shared(&others, &fields);
        }
        match own_entry {
            Some(own_entry) => {
                let entry = &mut self.table.owners[own_entry];
                if entry.fields != fields {
                    entry.time.clear();
                }
                entry.fields = fields;
                entry.version = operation.version.to_owned();
            }
            None => self.table.owners.push(ManagerEntry {
                name: operation.manager.to_owned(),
                operation: operation.operation,
                version: operation.version.to_owned(),
                time: String::new(),
                subresource: String::new(),
                fields,
            }),
        }
        self.table.owners.retain(|owner| !owner.fields.is_empty());
        Ok(())
    }

    /// Returns whether the operation takes the fields `taken` from their owners. Allowed changes are not
    /// conflicts; without other conflicts, all fields are taken as with force.
    fn may_take(&self, operation: &OwnedOperation<'_>, taken: &mut Vec<(usize, FieldSet)>) -> bool {
        if operation.forced || operation.operation == ManagerOperation::Update {
            return true;
        }
        let mut left = taken.clone();
        for (_, set) in &mut left {
            set.subtract(&operation.allowed);
        }
        left.retain(|(_, set)| !set.is_empty());
        let is_free = left.is_empty() && !taken.is_empty();
        if !left.is_empty() {
            *taken = left;
        }
        is_free
    }

    /// Records a step for each field that is taken or in conflict, and returns their nodes.
    fn record_taken(
        &mut self,
        operation: &OwnedOperation<'_>,
        forced: bool,
        taken: &[(usize, FieldSet)],
    ) -> Vec<ResultId> {
        let rule = if forced {
            Rule::ApplyTakesOwnership
        } else {
            Rule::ApplyFieldConflict
        };
        let sets = taken.iter().map(|(_, set)| set);
        let located = prune::locate(&self.recorder.tree, self.position, sets);
        for (set, id) in &located {
            // The same manager can have an owner for its applies and one for its updates.
            let owner = &self.table.owners[taken[*set].0];
            let mut detail = format!("`{}` ({})", owner.name, owner.operation.name());
            if forced {
                let (manager, operation) = (operation.manager, operation.operation.name());
                detail.push_str(&format!(": `{manager}` ({operation}) changes it"));
            }
            self.recorder.step(StepDraft::new(rule, *id).detail(detail));
            self.recorder.tree.mark(*id, Mark::Warning);
        }
        located.into_iter().map(|(_, id)| id).collect()
    }

    fn record_shared(&mut self, others: &[usize], applied: &FieldSet) {
        for at in others {
            let owner = &self.table.owners[*at];
            let shared = owner.fields.intersection(applied);
            if shared.is_empty() {
                continue;
            }
            let detail = format!(
                "`{}` at {}",
                owner.name,
                join_names(shared.exact_paths().into_iter())
            );
            let top = self.recorder.tree.top();
            self.recorder
                .step(StepDraft::new(Rule::ApplyShares, top).detail(detail));
        }
    }

    /// Returns the rejection, with the message of the API server.
    fn reject_conflict(&mut self, taken: &[(usize, FieldSet)], fields: &[ResultId]) -> Box<Rejection> {
        let mut by_owner: BTreeMap<String, Vec<Vec<PathElement>>> = BTreeMap::new();
        for (at, set) in taken {
            let owner = &self.table.owners[*at];
            let title = conflict_title(owner);
            for path in set.paths() {
                self.table.conflicts.push(FieldConflict {
                    manager: owner.name.clone(),
                    operation: owner.operation,
                    path: path.clone(),
                });
                by_owner.entry(title.clone()).or_default().push(path);
            }
        }
        let count = self.table.conflicts.len();
        let message = conflict_message(count, &by_owner);
        let engine = &mut *self.recorder;
        let top = engine.tree.top();
        let applied = fields.iter().map(|id| engine.tree.source(*id));
        let mut faulty: Vec<NodeRef> = applied.filter(|source| !source.is_live()).collect();
        if faulty.is_empty() {
            faulty.push(engine.in_patch(engine.documents[1].root()));
        }
        let names: Vec<String> = by_owner.keys().cloned().collect();
        // Several managers can own one field.
        let paths: BTreeSet<String> = by_owner.values().flatten().map(|path| exact_path(path)).collect();
        let owner = if names.len() == 1 {
            "another manager"
        } else {
            "other managers"
        };
        let detail = match (paths.first(), paths.len()) {
            (Some(path), 1) => format!(
                "The applied configuration changes `{path}`, which is owned by {}",
                and_list(&names)
            ),
            (_, fields) => format!(
                "The applied configuration changes {fields} fields of {owner}: {}",
                names.join(", ")
            ),
        };
        // No one can change an immutable field, not even with force.
        let answer = api_server::answer(&engine.documents[0], &engine.tree, self.position.schema, false);
        let is_in_conflict = |it: &&Objection<ResultId>| {
            let is_above = |above, id| engine.tree.ancestors(id).any(|it| it == above);
            it.layer == ServerLayer::Immutable
                && fields
                    .iter()
                    .any(|id| is_above(it.at, *id) || is_above(*id, it.at))
        };
        let immutable = answer.objections.into_iter().find(|it| is_in_conflict(&it));
        let mut rejection = engine.reject(StepDraft::new(Rule::ApplyConflict, top), message, detail, faulty);
        rejection.fix = immutable.map(|it| {
            format!(
                "Remove the fields from the applied configuration (their owner keeps them), or set them to the live values (they are then shared). A forced apply is rejected, too: `{}` cannot be changed in this way.",
                it.field
            )
        });
        // The steps before it show what a forced apply would do; the result is the live object again.
        match engine.traced {
            true => engine.tree.restore(),
            // Without a trace there are no logged edits to undo.
            false => engine.tree = ResultTree::new(engine.documents.to_vec(), false),
        }
        engine.tree.mark(top, Mark::Rejected);
        for id in fields.iter().filter(|_| engine.traced) {
            engine.tree.mark(*id, Mark::Warning);
        }
        engine.seal();
        rejection
    }
}

/// Returns the name of an owner in a conflict message.
fn conflict_title(owner: &ManagerEntry) -> String {
    let mut title = format!("{:?}", owner.name);
    if !owner.subresource.is_empty() {
        title.push_str(&format!(" with subresource {:?}", owner.subresource));
    }
    if owner.operation == ManagerOperation::Update {
        title.push_str(&format!(" using {}", owner.version));
    }
    title
}

fn conflict_message(count: usize, by_owner: &BTreeMap<String, Vec<Vec<PathElement>>>) -> String {
    if let (1, Some((title, paths))) = (count, by_owner.iter().next()) {
        let path = paths.first().map(|path| path_text(path)).unwrap_or_default();
        return format!("Apply failed with 1 conflict: conflict with {title}: {path}");
    }
    let mut message = format!("Apply failed with {count} conflicts:");
    for (at, (title, paths)) in by_owner.iter().enumerate() {
        let lead = if at == 0 { " " } else { "\n" };
        message.push_str(&format!("{lead}conflicts with {title}:"));
        for path in paths {
            message.push_str(&format!("\n- {}", path_text(path)));
        }
    }
    message
}
