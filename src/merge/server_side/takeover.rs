//! The second apply of `kubectl apply --server-side` for an object that was last applied client-side:
//! kubectl moves the fields of the client-side owner to its own entry and applies once more. Only this
//! request removes fields that are no longer applied (Go: `migrateToSSAIfNecessary`,
//! `csaupgrade.UpgradeManagedFields`).

use super::apply_run::ApplyRun;
use super::field_set::FieldSet;
use super::last_applied::{DEFAULT_MANAGER, annotation_path};
use super::managed_fields::{ManagerEntry, ManagerOperation};
use super::request::ApplyRequest;
use crate::document::{Document, Tree};
use crate::merge::api_server::answer;
use crate::merge::quote::join_names;
use crate::merge::recorder::StepDraft;
use crate::merge::rule::Rule;

/// The manager that owns the annotation when kubectl applies as its default manager.
const ANNOTATION_MANAGER: &str = "kubectl-last-applied";

impl ApplyRun<'_, '_> {
    /// Takes over the client-side owners of the live object, if there are any. Returns their names.
    pub(crate) fn take_over(&mut self, request: &ApplyRequest, config: &Document) -> Vec<String> {
        let top = self.recorder.tree.top();
        if request.manager == DEFAULT_MANAGER {
            self.record_annotation_manager(config);
        }
        let names = self.client_side_owners();
        if names.is_empty() {
            return names;
        }
        let quoted = names.iter().map(|name| format!("`{name}`"));
        let note = StepDraft::new(Rule::TakeoverMovesOwnership, top);
        self.recorder
            .step(note.detail(join_names(quoted.collect::<Vec<_>>().into_iter())));
        for name in &names {
            self.move_fields(name, &request.manager);
        }
        self.apply_again(request, config);
        names
    }

    /// Adds a manager for the annotation, so that the default manager of kubectl keeps it.
    fn record_annotation_manager(&mut self, config: &Document) {
        let Some(at) = self.annotation() else { return };
        let mut fields = FieldSet::default();
        fields.add_path(&annotation_path());
        let is_owner = |owner: &ManagerEntry| {
            owner.operation == ManagerOperation::Apply && owner.fields.intersection(&fields) == fields
        };
        if self.table.owners.iter().any(is_owner) {
            return;
        }
        self.recorder
            .step(StepDraft::new(Rule::TakeoverKeepsAnnotation, at));
        self.table.owners.push(ManagerEntry {
            name: ANNOTATION_MANAGER.to_owned(),
            operation: ManagerOperation::Apply,
            version: config.identity().0.to_owned(),
            time: String::new(),
            subresource: String::new(),
            fields,
        });
    }

    /// Returns the managers whose update owns the annotation: the last client-side apply, with any name.
    fn client_side_owners(&self) -> Vec<String> {
        let mut annotation = FieldSet::default();
        annotation.add_path(&annotation_path());
        let mut names: Vec<String> = self
            .table
            .owners
            .iter()
            .filter(|owner| owner.operation == ManagerOperation::Update)
            .filter(|owner| owner.fields.intersection(&annotation) == annotation)
            .map(|owner| owner.name.clone())
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// Moves the fields of the update entry `from` to the apply entry of `to`.
    fn move_fields(&mut self, from: &str, to: &str) {
        let owners = &mut self.table.owners;
        let is_from = |owner: &ManagerEntry| {
            owner.name == from && owner.operation == ManagerOperation::Update && owner.subresource.is_empty()
        };
        let is_to = |owner: &ManagerEntry| {
            owner.name == to && owner.operation == ManagerOperation::Apply && owner.subresource.is_empty()
        };
        let target = match owners.iter().position(is_to) {
            Some(target) => target,
            None => match owners.iter().position(is_from) {
                Some(target) => {
                    owners[target].name = to.to_owned();
                    owners[target].operation = ManagerOperation::Apply;
                    target
                }
                None => return,
            },
        };
        let version = owners[target].version.clone();
        let same_version = owners
            .iter()
            .find(|owner| is_from(owner) && owner.version == version);
        if let Some(fields) = same_version.map(|owner| owner.fields.clone()) {
            owners[target].fields.unite(&fields);
        }
        owners[target].time.clear();
        owners.retain(|owner| !is_from(owner));
    }

    /// Sends the same apply again. If the server rejects it, restores the outcome of the first request.
    fn apply_again(&mut self, request: &ApplyRequest, config: &Document) {
        let top = self.recorder.tree.top();
        let (tree, steps) = (self.recorder.tree.clone(), self.recorder.steps.len());
        let owners = self.table.owners.clone();
        self.recorder
            .step(StepDraft::new(Rule::TakeoverAppliesAgain, top));
        let outcome = self.apply(&request.manager, config, request.force, &tree);
        let rejection = match outcome {
            Err(conflict) => Some(conflict.message),
            Ok(()) => {
                let live = self.recorder.documents[0].clone();
                let found = answer(&live, &self.recorder.tree, self.position.schema, false);
                found.message()
            }
        };
        if let Some(reason) = rejection {
            self.recorder.tree = tree;
            self.recorder.steps.truncate(steps);
            self.recorder.seal();
            self.table.owners = owners;
            self.table.conflicts.clear();
            let note = StepDraft::new(Rule::TakeoverRejected, top).detail(reason);
            self.recorder.step(note);
        }
    }
}
