//! Server-side apply, and updates, as the API server processes them: the object, the conflicts, and the
//! owners afterwards. One API version, no admission.
//!
//! `serve` is the entry point. `apply` is one apply: `merge_applied` merges, `prune` removes fields that are
//! no longer applied, `changed_paths` compares, `ownership` finds conflicts and new owners. `update` writes a
//! whole object. `takeover` is what kubectl does with objects that were applied client-side, `last_applied`
//! the annotation of its default manager, `stored` and `stored_null` what the server changes before it stores the
//! object, `string_data` the data of a Secret.
//! `structure` says how the values of a type are handled, `typed_validation` checks values against it,
//! `field_paths` returns the paths of a value, `reconcile` adapts owners to a changed schema.
//! `managed_fields` reads and writes `managedFields`, `object_identity` checks that both documents are the
//! same object.

mod applied_help;
mod apply;
mod apply_run;
mod changed_paths;
pub(crate) mod field_manager;
mod field_paths;
mod field_set;
mod go_zero_fields;
mod last_applied;
mod managed_fields;
mod merge_applied;
mod object_identity;
mod ownership;
mod ownership_table;
mod prune;
pub(super) mod reason;
mod reconcile;
mod request;
mod stored;
mod stored_null;
mod string_data;
mod structure;
mod takeover;
mod typed_validation;
mod update;

pub(crate) use applied_help::{invalid_help, untyped_help};
pub use apply::applied_paths;
pub use field_manager::FieldManager;
pub use field_set::{FieldSet, PathElement, exact_path, path_text};
pub(crate) use last_applied::DEFAULT_MANAGER;
pub use managed_fields::{
    ManagedFieldsError, ManagerEntry, ManagerOperation, managed_fields, managers, write_managed_fields,
};
pub use object_identity::identity_error;
pub(crate) use object_identity::{meant_kinds, unknown_kind_help};
pub use ownership_table::FieldConflict;
pub use request::ApplyRequest;
pub(crate) use stored_null::StoredNull;
use structure::server_type;
pub(crate) use structure::{FieldHandling, HandledPosition};

use std::sync::Arc;

use super::Rejection;
use super::api_server::{self, Objection, ServerLayer};
use super::quote::join_names;
use super::recorder::{MergeResult, Recorder, StepDraft};
use super::result_tree::ResultTree;
use super::result_tree::node_id::{NodeRef, ResultId};
use super::rule::Rule;
use super::trace::{Inputs, Merge, Verdict};
use super::unreadable_patch;
use crate::document::{Document, NodeId, Tree, ValueKind};
use crate::schema::Schema;
use apply_run::ApplyRun;
use changed_paths::compare;
use ownership::OwnedOperation;
use ownership_table::OwnershipTable;
use typed_validation::{Duplicates, message_of_all, validate};

/// The outcome of an apply or an update.
#[derive(Clone, Debug)]
pub struct ServerSideOutcome {
    /// The steps and the object. If nothing is written, the object as it would have been.
    pub merge: Merge,
    /// The owners afterwards; unchanged if nothing is written.
    pub managers: Vec<ManagerEntry>,
    /// The conflicts, if they are the reason of the rejection.
    pub conflicts: Vec<FieldConflict>,
    /// The managers whose client-side applies were taken over.
    pub taken_over: Vec<String>,
}

/// Writes the first patch of `inputs`, the applied configuration or the whole object of an update, to the
/// live object.
pub fn serve(inputs: Inputs, request: &ApplyRequest, traced: bool) -> ServerSideOutcome {
    let mut documents = vec![inputs.live.clone()];
    documents.extend(inputs.patches.iter().take(1).cloned());
    add_annotation(&mut documents, request);
    let schema = inputs.schema.clone();
    let mut recorder = Recorder::new(&documents, traced);
    recorder.patch = 1;
    let mut table = OwnershipTable {
        // Also a request that is rejected before the merge leaves the owners as they are.
        before: owners(&inputs.live, request).unwrap_or_default(),
        ..OwnershipTable::default()
    };
    let read = unreadable_patch::check(&mut recorder, inputs.semantics);
    let written = read.and_then(|()| write(&mut recorder, &schema, request, &mut table));
    let (verdict, taken_over) = match written {
        Ok(taken_over) => (Verdict::Merged, taken_over),
        Err(rejection) => (Verdict::Rejected(rejection), Vec::new()),
    };
    let managers = match verdict {
        Verdict::Merged => table.owners,
        Verdict::Rejected(_) => table.before,
    };
    ServerSideOutcome {
        merge: recorder.into_merge(inputs, verdict),
        managers,
        conflicts: table.conflicts,
        taken_over,
    }
}

/// Returns the owners before a request.
fn owners(live: &Document, request: &ApplyRequest) -> Result<Vec<ManagerEntry>, ManagedFieldsError> {
    match &request.owners {
        Some(owners) => Ok(owners.clone()),
        None => managers(live),
    }
}

/// Adds the new annotation to the documents of a merge, which are the live object and the applied
/// configuration.
pub(crate) fn add_annotation(documents: &mut Vec<Arc<Document>>, request: &ApplyRequest) {
    if let ([live, config], ManagerOperation::Apply) = (&documents[..], request.operation)
        && let Some(annotation) = last_applied::new_annotation(live, config, &request.manager)
    {
        documents.push(Arc::new(annotation));
    }
}

/// Applies the recorder's patch with the request of `manager`.
///
/// # Errors
/// The rejection of the request.
pub(crate) fn run<'d>(recorder: &mut Recorder<'d>, schema: &'d Schema, manager: FieldManager) -> MergeResult {
    recorder.patch = 1;
    write(
        recorder,
        schema,
        &manager.request(),
        &mut OwnershipTable::default(),
    )
    .map(|_| ())
}

fn write<'d>(
    recorder: &mut Recorder<'d>,
    schema: &'d Schema,
    request: &ApplyRequest,
    table: &mut OwnershipTable,
) -> Result<Vec<String>, Box<Rejection>> {
    let live = recorder.documents[0].clone();
    let config = match recorder.documents.get(1) {
        Some(config) => config.clone(),
        None => return Ok(Vec::new()),
    };
    let owners = owners(&live, request);
    for (document, who, source) in [
        (&live, "the live object", NodeRef::live(live.root())),
        (
            &config,
            "the applied configuration",
            recorder.in_patch(config.root()),
        ),
    ] {
        if document.kind(document.root()) != ValueKind::Map {
            return Err(recorder.reject_non_map(source, who));
        }
    }
    if let Some(fault) = identity_error(&live, &config, schema) {
        let source = recorder.in_patch(fault.faulty);
        let (at, _) = nearest_result(&recorder.tree, &config, fault.faulty);
        let note = StepDraft::new(fault.rule, at).patch(source);
        return Err(recorder.reject(note, fault.message, fault.detail, vec![source]));
    }
    if request.operation == ManagerOperation::Apply
        && let Some(node) = managed_fields(&config)
    {
        let note = StepDraft::new(Rule::ApplyManagedFields, recorder.tree.top());
        let source = recorder.in_patch(node);
        let message = "metadata.managedFields must be nil".to_owned();
        return Err(recorder.reject(note.patch(source), message, String::new(), vec![source]));
    }
    table.owners = owners.map_err(|error| reject_unreadable_owners(recorder, &error))?;
    let position = HandledPosition::top(schema, server_type(&config, schema));
    let mut run = ApplyRun {
        recorder,
        table,
        position,
    };
    run.remove_managed_fields();
    let is_new = live.is_empty(live.root());
    let taken_over = match request.operation {
        ManagerOperation::Apply => run.apply_request(request, &live, &config, is_new)?,
        ManagerOperation::Update => {
            run.check_decoded(&live, &config, schema)?;
            run.update_request(request, &live, &config, is_new)?;
            Vec::new()
        }
    };
    run.store(&live);
    if request.validates {
        reject_invalid(run.recorder, &live, &config, schema, request.operation)?;
    }
    run.record_owners();
    Ok(taken_over)
}

/// Validates the merged object as the API server does.
fn reject_invalid(
    recorder: &mut Recorder<'_>,
    live: &Document,
    config: &Document,
    schema: &Schema,
    operation: ManagerOperation,
) -> MergeResult {
    // An update is JSON. The result of an apply is converted from typed maps (Go: `TypedToObject`, `ConvertToVersion`).
    let is_json = operation == ManagerOperation::Update;
    let mut found = api_server::answer(live, &recorder.tree, schema, is_json);
    if found.objections.is_empty() {
        api_server::report_wrapped(recorder, std::mem::take(&mut found.wrapped));
    }
    if let Some(why) = uid_conflict(live, config, operation) {
        let source = recorder.in_patch(config.root());
        let note = StepDraft::new(Rule::ApplyInvalid, recorder.tree.top()).patch(source);
        let message = found.conflict_message(&why);
        return Err(recorder.reject(note, message, why, vec![source]));
    }
    let (Some(message), Some(first)) = (found.message(), found.objections.first()) else {
        return Ok(());
    };
    let (version, kind) = config.identity();
    let message = match (first.layer, operation) {
        (ServerLayer::Identity, _) => message,
        (ServerLayer::Decode, ManagerOperation::Update) => undecodable(config, &first.message.to_string()),
        (ServerLayer::Decode, ManagerOperation::Apply) => {
            let slash = if version.contains('/') { "" } else { "/" };
            format!(
                "failed to convert new object ({}) to proper version: unable to convert unstructured object to \
                 {slash}{version}, Kind={kind}: {}",
                object_name(config),
                first.message
            )
        }
        (ServerLayer::Immutable | ServerLayer::Validation, _) => invalid(config, &found.objections),
    };
    // Another field that cannot change can be the cause.
    let is_cause = |it: &&Objection<_>| {
        first.layer == ServerLayer::Validation
            && it.layer == ServerLayer::Immutable
            && it.field != first.field
    };
    let cause = found.objections.iter().find(is_cause).unwrap_or(first);
    // The decoder stops at the first value, and another object is not validated.
    let others: Vec<String> = match first.is_early() {
        true => Vec::new(),
        false => {
            let others = found.objections.iter().filter(|it| *it != cause);
            others.map(Objection::to_string).collect()
        }
    };
    let source = recorder.tree.source(cause.at);
    let mut note = StepDraft::new(Rule::ApplyInvalid, cause.at).objection(recorder.objections.len());
    if !source.is_live() {
        note = note.patch(source);
    }
    recorder.objections.push(cause.clone());
    let mut rejection = recorder.reject(note, message, cause.to_string(), vec![source]);
    rejection.others = others;
    Err(rejection)
}

/// Returns the rejection of an object that cannot be decoded.
fn undecodable(object: &Document, why: &str) -> String {
    let (version, kind) = object.identity();
    let version = version.rsplit('/').next().unwrap_or_default();
    format!("{kind} in version {version:?} cannot be handled as a {kind}: {why}")
}

/// Returns kubectl's form of a response with status code 422.
fn invalid<I>(object: &Document, objections: &[Objection<I>]) -> String {
    let (_, kind) = object.identity();
    let name = object.text_at(&["metadata", "name"]).unwrap_or_default();
    let causes = match objections {
        [only] => only.to_string(),
        all => all.iter().map(|it| format!("\n* {it}")).collect(),
    };
    format!("The {kind} {name:?} is invalid: {causes}")
}

/// Returns why the `uid` of the operation is not that of the stored object, if that is a conflict: an apply to an
/// object that does not exist, and each update. An apply to another object is validated instead.
fn uid_conflict(live: &Document, config: &Document, operation: ManagerOperation) -> Option<String> {
    let uid = config
        .text_at(&["metadata", "uid"])
        .filter(|uid| !uid.is_empty())?;
    let stored = live.text_at(&["metadata", "uid"]);
    match operation {
        ManagerOperation::Apply if live.is_empty(live.root()) => Some(format!(
            "uid mismatch: the provided object specified uid {uid}, and no existing object was found"
        )),
        ManagerOperation::Apply => None,
        ManagerOperation::Update => {
            let stored = stored.filter(|stored| *stored != uid)?;
            Some(format!(
                "Precondition failed: UID in precondition: {uid}, UID in object meta: {stored}"
            ))
        }
    }
}

impl ApplyRun<'_, '_> {
    fn apply_request(
        &mut self,
        request: &ApplyRequest,
        live: &Document,
        config: &Document,
        is_new: bool,
    ) -> Result<Vec<String>, Box<Rejection>> {
        let (_, kind) = config.identity();
        let empty = go_zero_fields::empty_object(kind);
        let position = self.position;
        if !is_new && self.table.owners.is_empty() {
            self.check_typed(
                live,
                0,
                Duplicates::Allowed,
                "failed to create manager for existing fields: failed to convert new object",
                " to smd typed",
            )?;
            self.assign_before_first_apply(request, live, &empty);
        }
        self.check_typed(
            config,
            1,
            Duplicates::Rejected,
            "failed to create typed patch object",
            "",
        )?;
        self.check_typed(
            live,
            0,
            Duplicates::Allowed,
            "failed to create typed live object",
            "",
        )?;
        reconcile::reconcile(&mut self.table.owners, position);
        match is_new {
            true => self.apply(&request.manager, config, request.force, &empty)?,
            false => self.apply(&request.manager, config, request.force, live)?,
        }
        self.update_annotation();
        Ok(match request.takeover && !is_new {
            true => self.take_over(request, config),
            false => Vec::new(),
        })
    }

    /// Decodes the object of an update, as the API server does before it compares the fields. kubectl asks for an error
    /// about unknown fields. Custom resources are checked by their schema instead.
    fn check_decoded(&mut self, live: &Document, object: &Document, schema: &Schema) -> MergeResult {
        if validate(object, object.root(), self.position, Duplicates::Allowed).is_empty() {
            return Ok(());
        }
        let found = api_server::answer(live, object, schema, true);
        let first = found.objections.first();
        let unknown: Vec<String> = found
            .dropped
            .iter()
            .map(|(_, path)| format!("unknown field {path:?}"))
            .collect();
        let (message, detail, at) = match (first, found.dropped.first()) {
            (Some(first), _) if first.layer == ServerLayer::Decode => (
                undecodable(object, &first.message.to_string()),
                first.to_string(),
                first.at,
            ),
            (_, Some((at, _))) => {
                let why = format!("strict decoding error: {}", unknown.join(", "));
                (undecodable(object, &why), why, *at)
            }
            (Some(first), None) if first.layer == ServerLayer::Validation => {
                (invalid(object, &found.objections), first.to_string(), first.at)
            }
            _ => return Ok(()),
        };
        let source = self.recorder.in_patch(at);
        let note = type_mismatch(&self.recorder.tree, object, source);
        Err(self.recorder.reject(note, message, detail, vec![source]))
    }

    fn update_request(
        &mut self,
        request: &ApplyRequest,
        live: &Document,
        object: &Document,
        is_new: bool,
    ) -> MergeResult {
        let (version, kind) = object.identity();
        let position = self.position;
        self.check_typed(
            object,
            1,
            Duplicates::Allowed,
            "failed to convert new object",
            " to smd typed",
        )?;
        reconcile::reconcile(&mut self.table.owners, position);
        let top = self.recorder.tree.top();
        self.write_map(top, self.recorder.in_patch(object.root()), position);
        // An update is decoded before its fields are compared. An apply is compared as it is written.
        self.store_string_data(object);
        let differences = match is_new {
            true => compare(&go_zero_fields::empty_object(kind), &self.recorder.tree, position),
            false => compare(live, &self.recorder.tree, position),
        };
        let operation = OwnedOperation {
            manager: &request.manager,
            operation: ManagerOperation::Update,
            version,
            forced: true,
            applied: FieldSet::default(),
            allowed: FieldSet::default(),
        };
        self.assign_ownership(operation, differences)
    }

    /// Records a step about the parts that are not modeled, and the owners afterwards, a step for each manager.
    fn record_owners(&mut self) {
        let top = self.recorder.tree.top();
        self.recorder.step(StepDraft::new(Rule::ApplyNotModeled, top));
        for owner in &self.table.owners {
            let paths = owner.fields.exact_paths();
            let detail = format!("`{}` ({})", owner.name, owner.operation.name());
            let note = StepDraft::new(Rule::ApplyOwnsAfter, top).count(paths.len());
            self.recorder
                .step(note.detail(format!("{detail}: {}", join_names(paths.into_iter()))));
        }
    }

    /// Removes `managedFields` from the object, because the owners are in a table of their own.
    fn remove_managed_fields(&mut self) {
        let tree = &self.recorder.tree;
        let metadata = tree.get(tree.top(), "metadata");
        let Some(list) = metadata.and_then(|metadata| tree.get(metadata, "managedFields")) else {
            return;
        };
        let names = self.table.owners.iter().map(|owner| owner.name.clone());
        let note = StepDraft::new(Rule::ApplyOwners, list).detail(join_names(names));
        self.recorder.step(note);
        self.recorder.tree.remove(list);
    }

    fn assign_before_first_apply(&mut self, request: &ApplyRequest, live: &Document, empty: &Document) {
        let found = compare(empty, live, self.position);
        let mut fields = found.added;
        fields.unite(&found.changed);
        fields.subtract(&managed_fields::unowned_paths());
        let top = self.recorder.tree.top();
        let has_exception = request.manager == last_applied::DEFAULT_MANAGER
            && !last_applied::allowed_changes(live, self.position).is_empty();
        let consequence = match (request.force, has_exception) {
            (true, _) => "",
            (false, true) => {
                ". A change of one of them is a conflict, unless the last-applied annotation has the live value: the manager `kubectl` may change these fields"
            }
            (false, false) => ". A change of one of them is a conflict",
        };
        let note = StepDraft::new(Rule::ApplyBeforeFirst, top);
        self.recorder.step(note.detail(consequence.to_owned()));
        self.table.owners.push(ManagerEntry {
            name: "before-first-apply".to_owned(),
            operation: ManagerOperation::Update,
            version: live.identity().0.to_owned(),
            time: String::new(),
            subresource: String::new(),
            fields,
        });
    }

    /// Checks a document against the type of the object. `lead` and `tail` are the parts of the server's
    /// message around the object's name.
    fn check_typed(
        &mut self,
        document: &Document,
        number: u16,
        duplicates: Duplicates,
        lead: &str,
        tail: &str,
    ) -> MergeResult {
        let found = validate(document, document.root(), self.position, duplicates);
        let Some(untyped) = found.first() else {
            return Ok(());
        };
        let message = format!(
            "{lead} ({}){tail}: {}",
            object_name(document),
            message_of_all(&found)
        );
        let source = NodeRef {
            document: number,
            node: untyped.at,
        };
        let tree = &self.recorder.tree;
        let note = match source.is_live() {
            true => StepDraft::new(
                Rule::ApplyLiveUntyped,
                nearest_result(tree, document, untyped.at).0,
            ),
            false => type_mismatch(tree, document, source),
        };
        let others = found.iter().skip(1).map(|untyped| untyped.detail().text.into());
        let mut rejection = self
            .recorder
            .reject(note, message, untyped.detail(), vec![source]);
        rejection.others = others.collect();
        Err(rejection)
    }
}

/// Returns the node of the result at the place of a node, or the nearest one above, and whether it is that place. Items of
/// lists have no place.
fn nearest_result(tree: &ResultTree, document: &Document, node: NodeId) -> (ResultId, bool) {
    let mut above: Vec<NodeId> = document.ancestors(node).collect();
    above.reverse();
    let mut at = tree.top();
    // The root has no key.
    for node in above.into_iter().skip(1) {
        match document.key(node).and_then(|key| tree.get(at, key)) {
            Some(below) => at = below,
            None => return (at, false),
        }
    }
    (at, true)
}

/// Returns a step about a value that does not have the type of its field.
fn type_mismatch(tree: &ResultTree, document: &Document, source: NodeRef) -> StepDraft {
    let (at, is_own) = nearest_result(tree, document, source.node);
    let note = StepDraft::new(Rule::ApplyTypeMismatch, at).patch(source);
    if is_own { note } else { note.field(source) }
}

fn reject_unreadable_owners(recorder: &mut Recorder<'_>, error: &ManagedFieldsError) -> Box<Rejection> {
    let note = StepDraft::new(Rule::ApplyLiveUntyped, recorder.tree.top());
    let faulty = vec![NodeRef::live(error.at)];
    recorder.reject(note, error.to_string(), error.to_string(), faulty)
}

/// Returns an object's name as in messages of the field manager: `shop/web; apps/v1, Kind=Deployment`.
fn object_name(object: &Document) -> String {
    let (version, kind) = object.identity();
    let text = |name| object.text_at(&["metadata", name]).unwrap_or_default();
    let slash = if version.contains('/') { "" } else { "/" };
    format!(
        "{}/{}; {slash}{version}, Kind={kind}",
        text("namespace"),
        text("name")
    )
}
