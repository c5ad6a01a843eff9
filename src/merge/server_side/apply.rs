//! A server-side apply: merges, prunes, compares, and assigns ownership.

use super::apply_run::ApplyRun;
use super::changed_paths::compare;
use super::field_paths::field_paths;
use super::field_set::FieldSet;
use super::last_applied;
use super::managed_fields::{ManagerOperation, unowned_paths};
use super::ownership::OwnedOperation;
use super::structure::{HandledPosition, server_type};
use crate::document::{Document, Tree};
use crate::merge::recorder::MergeResult;
use crate::schema::Schema;

/// Returns the fields that a manager owns after it applied `config`.
///
/// # Errors
/// The library's message, if the configuration does not match its type.
pub fn applied_paths(config: &Document, schema: &Schema) -> Result<FieldSet, String> {
    use super::typed_validation::{Duplicates, message_of_all, validate};
    let position = HandledPosition::top(schema, server_type(config, schema));
    let untyped = validate(config, config.root(), position, Duplicates::Rejected);
    if !untyped.is_empty() {
        return Err(message_of_all(&untyped));
    }
    let mut fields = field_paths(config, config.root(), position);
    fields.subtract(&unowned_paths());
    fields.remove_empty();
    Ok(fields)
}

impl ApplyRun<'_, '_> {
    /// Applies the configuration `config` of `manager` to the current result. `before` is the same object as
    /// a tree that does not change.
    ///
    /// # Errors
    /// Conflicts with other managers.
    pub(crate) fn apply<T: Tree>(
        &mut self,
        manager: &str,
        config: &Document,
        forced: bool,
        before: &T,
    ) -> MergeResult {
        let (version, _) = config.identity();
        let top = self.recorder.tree.top();
        let applied = field_paths(config, config.root(), self.position);
        let source = self.recorder.in_patch(config.root());
        self.merge_fields(top, source, self.position);
        let own_entry = self.table.entry(manager, ManagerOperation::Apply, version);
        let mut emptied = Vec::new();
        if let Some(old) = own_entry.map(|own_entry| self.table.owners[own_entry].fields.clone()) {
            let mut all = applied.clone();
            for (at, owner) in self.table.owners.iter().enumerate() {
                if Some(at) != own_entry {
                    all.unite(&owner.fields);
                }
            }
            self.prune(top, self.position, &old, Some(&all), &mut emptied);
        }
        let differences = compare(before, &self.recorder.tree, self.position);
        let allowed = match manager == last_applied::DEFAULT_MANAGER && !forced {
            true => last_applied::allowed_changes(&self.recorder.documents[0], self.position),
            false => FieldSet::default(),
        };
        self.assign_ownership(
            OwnedOperation {
                manager,
                operation: ManagerOperation::Apply,
                version,
                forced,
                applied,
                allowed,
            },
            differences,
        )?;
        self.drop_emptied(emptied);
        Ok(())
    }
}
