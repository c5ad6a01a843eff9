//! Server-side apply with one API version and named managers; without defaulting and admission.
//!
//! [`serve`] carries an apply or an update out, with the steps of a merge and the owners afterwards. `structure` says
//! how the schema sees a value, `applied_paths` which paths a configuration owns, `merge_applied` merges it into live,
//! `prune` removes what is no longer applied, `object_identity` checks that both are one object, `changed_paths` finds
//! what changed, `managed_fields` reads `managedFields`, `field_set` holds paths.

mod applied_paths;
mod changed_paths;
pub(crate) mod field_manager;
mod field_set;
mod go_zero_fields;
mod managed_fields;
mod merge_applied;
mod object_identity;
mod prune;
mod request;
mod server_side_run;
mod structure;

pub use field_manager::FieldManager;
pub use field_set::{FieldSet, PathElement, path_text};
pub use managed_fields::{ManagedFieldsError, ManagerEntry, ManagerOperation, managed_fields, managers};
pub use object_identity::{IdentityError, identity_fault};
pub use request::ApplyRequest;

use std::collections::BTreeMap;

use super::mark::Mark;
use super::recorder::{MergeResult, Recorder, StepDraft};
use super::result_tree::node_id::NodeRef;
use super::result_tree::path::top_place;
use super::result_tree::positions::Positions;
use super::rule::Rule;
use super::sentence::join_names;
use super::trace::{Inputs, Merge, Verdict};
use crate::document::{Document, Tree, ValueKind};
use crate::schema::Schema;
use changed_paths::{ChangedPaths, compare};
use server_side_run::ServerSideRun;
use structure::TypedPosition;

/// A field that keeps an apply from being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldConflict {
    /// Whose it is.
    pub manager: String,
    /// How that manager came to own it.
    pub operation: ManagerOperation,
    /// The field.
    pub path: Vec<PathElement>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct ServerSideOutcome {
    /// The steps and the object; where nothing is written, the object as it would have been.
    pub merge: Merge,
    /// Who owns what afterwards; as before where nothing is written.
    pub managers: Vec<ManagerEntry>,
    /// The conflicts, where they are the reason.
    pub conflicts: Vec<FieldConflict>,
}

/// Writes `inputs`' one patch, the config (or for an update the whole object), over live.
pub fn serve(inputs: Inputs, request: &ApplyRequest, traced: bool) -> ServerSideOutcome {
    let mut documents = vec![inputs.live.clone()];
    documents.extend(inputs.patches.iter().take(1).cloned());
    let schema = inputs.schema.clone();
    let mut recorder = Recorder::new(&documents, traced);
    recorder.patch = 1;
    let mut ledger = OwnershipTable::default();
    let mut engine = ServerSideRun::new(&mut recorder, &schema);
    let verdict = match write(&mut engine, request, &mut ledger) {
        Ok(()) => Verdict::Merged,
        Err(refusal) => Verdict::Rejected(refusal),
    };
    recorder.seal();
    let Recorder { scene, steps, .. } = recorder;
    let position = steps.len();
    let managers = match verdict {
        Verdict::Merged => ledger.owners,
        Verdict::Rejected(_) => ledger.before,
    };
    ServerSideOutcome {
        merge: Merge {
            inputs,
            scene,
            steps,
            verdict,
            assessment: None,
            position,
            positions: Positions::default(),
        },
        managers,
        conflicts: ledger.conflicts,
    }
}

/// What a manager owns who applied `config`.
///
/// # Errors
/// Why the config does not fit its type, in the library's words.
pub fn claimed(config: &Document, schema: &Schema) -> Result<FieldSet, String> {
    let spot = TypedPosition::top(schema, top_place(config, schema));
    let mut fields = applied_paths::claim(config, config.root(), spot).map_err(|untyped| untyped.message)?;
    fields.subtract(&managed_fields::never_recorded());
    fields.tidy();
    Ok(fields)
}

/// Applies the recorder's one patch as `writer` asks.
///
/// # Errors
/// The refusal.
pub(crate) fn run<'d>(recorder: &mut Recorder<'d>, schema: &'d Schema, writer: FieldManager) -> MergeResult {
    recorder.patch = 1;
    let mut engine = ServerSideRun::new(recorder, schema);
    write(&mut engine, &writer.request(), &mut OwnershipTable::default())
}

/// Who owns what, and what stands against writing.
#[derive(Debug, Default)]
struct OwnershipTable {
    owners: Vec<ManagerEntry>,
    before: Vec<ManagerEntry>,
    conflicts: Vec<FieldConflict>,
}

impl OwnershipTable {
    fn entry(&self, name: &str, operation: ManagerOperation) -> Option<usize> {
        let is_it = |owner: &ManagerEntry| owner.name == name && owner.operation == operation;
        self.owners.iter().position(is_it)
    }
}

fn write(
    engine: &mut ServerSideRun<'_, '_>,
    request: &ApplyRequest,
    ledger: &mut OwnershipTable,
) -> MergeResult {
    let live = engine.documents[0].clone();
    let config = match engine.documents.get(1) {
        Some(config) => config.clone(),
        None => return Ok(()),
    };
    for (document, who, source) in [
        (&live, "live", NodeRef::live(live.root())),
        (&config, "the config", engine.in_patch(config.root())),
    ] {
        if document.kind(document.root()) != ValueKind::Map {
            return Err(engine.not_a_map(source, who));
        }
    }
    if let Some(fault) = identity_fault(&live, &config) {
        let source = engine.in_patch(fault.guilty);
        let note = StepDraft::new(Rule::ApplyIdentity, engine.scene.top()).patch(source);
        return Err(engine.reject(note, fault.message, fault.detail, vec![source]));
    }
    let spot = TypedPosition::top(engine.schema, top_place(&config, engine.schema));
    if request.operation == ManagerOperation::Apply
        && let Some(node) = managed_fields(&config)
    {
        let note = StepDraft::new(Rule::ApplyManagedFields, engine.scene.top());
        let source = engine.in_patch(node);
        let message = "metadata.managedFields must be nil".to_owned();
        return Err(engine.reject(note.patch(source), message, String::new(), vec![source]));
    }
    ledger.owners = match &request.owners {
        Some(owners) => owners.clone(),
        None => managers(&live).map_err(|error| unreadable_owners(engine, &error))?,
    };
    ledger.before.clone_from(&ledger.owners);
    let (_, kind) = config.identity();
    let empty = go_zero_fields::empty_object(kind);
    let is_new = live.is_empty(live.root());
    set_owners_aside(engine, ledger);
    if !is_new && ledger.owners.is_empty() && request.operation == ManagerOperation::Apply {
        give_to_before(engine, ledger, &live, &empty, spot);
    }
    let claimed = match applied_paths::claim(&*config, config.root(), spot) {
        Ok(claimed) => claimed,
        Err(untyped) => return Err(refuse_untyped(engine, &config, &untyped)),
    };
    let top = engine.scene.top();
    let mine = ledger.entry(&request.manager, request.operation);
    match request.operation {
        ManagerOperation::Apply => {
            engine.overlay(top, engine.in_patch(config.root()), spot);
            if let Some(old) = mine.map(|mine| ledger.owners[mine].fields.clone()) {
                let mut all = claimed.clone();
                for (at, owner) in ledger.owners.iter().enumerate() {
                    if Some(at) != mine {
                        all.unite(&owner.fields);
                    }
                }
                engine.prune(top, spot, &old, Some(&all));
            }
        }
        ManagerOperation::Update => {
            // An update writes the whole object: what it does not hold is gone, whoever owned it.
            engine.overlay(top, engine.in_patch(config.root()), spot);
            engine.drop_missing(top, engine.in_patch(config.root()), spot);
        }
    }
    let differences = match is_new {
        true => compare(&empty, &engine.scene, spot),
        false => compare(&*live, &engine.scene, spot),
    };
    assign_ownership(engine, request, ledger, claimed, differences, spot)?;
    tell_owners(engine, ledger);
    Ok(())
}

fn unreadable_owners(
    engine: &mut ServerSideRun<'_, '_>,
    error: &ManagedFieldsError,
) -> Box<super::Rejection> {
    let note = StepDraft::new(Rule::ApplyUntyped, engine.scene.top());
    let guilty = vec![NodeRef::live(error.at)];
    engine.reject(note, error.to_string(), error.to_string(), guilty)
}

/// Who owns what afterwards, a step for each manager; and what a server would do besides.
fn tell_owners(engine: &mut ServerSideRun<'_, '_>, ledger: &OwnershipTable) {
    let top = engine.scene.top();
    for owner in &ledger.owners {
        let paths = owner.fields.paths();
        let detail = format!("`{}` ({})", owner.name, owner.operation.name());
        let note = StepDraft::new(Rule::ApplyOwnsAfter, top).count(paths.len());
        engine.step(note.detail(format!("{detail}: {}", shown(&paths))));
    }
    engine.step(StepDraft::new(Rule::ApplyNotModelled, top));
}

/// The first paths of many.
fn shown(paths: &[Vec<PathElement>]) -> String {
    join_names(paths.iter().map(|path| path_text(path)))
}

/// Owners are a table beside the object, not a part of it.
fn set_owners_aside(engine: &mut ServerSideRun<'_, '_>, ledger: &OwnershipTable) {
    let top = engine.scene.top();
    let metadata = engine.scene.get(top, "metadata");
    let Some(list) = metadata.and_then(|metadata| engine.scene.get(metadata, "managedFields")) else {
        return;
    };
    let names = ledger.owners.iter().map(|owner| owner.name.clone());
    engine.step(StepDraft::new(Rule::ApplyOwners, list).detail(join_names(names)));
    engine.remove(list, Mark::Deleted);
}

fn give_to_before(
    engine: &mut ServerSideRun<'_, '_>,
    ledger: &mut OwnershipTable,
    live: &Document,
    empty: &Document,
    spot: TypedPosition<'_>,
) {
    let found = compare(empty, live, spot);
    let mut fields = found.added;
    fields.unite(&found.changed);
    fields.subtract(&managed_fields::never_recorded());
    let top = engine.scene.top();
    engine.step(StepDraft::new(Rule::ApplyBefore, top));
    ledger.owners.push(ManagerEntry {
        name: "before-first-apply".to_owned(),
        operation: ManagerOperation::Update,
        version: live.identity().0.to_owned(),
        time: String::new(),
        fields,
    });
}

fn refuse_untyped(
    engine: &mut ServerSideRun<'_, '_>,
    config: &Document,
    untyped: &applied_paths::UntypedField<crate::document::NodeId>,
) -> Box<super::Rejection> {
    let (version, kind) = config.identity();
    let metadata = config.get(config.root(), "metadata");
    let text = |name| {
        let node = metadata.and_then(|metadata| config.get(metadata, name))?;
        match config.value(node) {
            crate::document::Value::String(text) => Some(text),
            _ => None,
        }
    };
    let version = if version.contains('/') {
        version.to_owned()
    } else {
        format!("/{version}")
    };
    let message = format!(
        "failed to create typed patch object ({}/{}; {version}, Kind={kind}): {}",
        text("namespace").unwrap_or_default(),
        text("name").unwrap_or_default(),
        untyped.message
    );
    let source = engine.in_patch(untyped.at);
    let note = StepDraft::new(Rule::ApplyUntyped, engine.scene.top())
        .field(source)
        .patch(source);
    engine.reject(note, message, untyped.message.clone(), vec![source])
}

/// Conflicts, and who owns what afterwards.
fn assign_ownership(
    engine: &mut ServerSideRun<'_, '_>,
    request: &ApplyRequest,
    ledger: &mut OwnershipTable,
    mut claimed: FieldSet,
    differences: ChangedPaths,
    spot: TypedPosition<'_>,
) -> MergeResult {
    let ChangedPaths {
        added,
        changed,
        removed,
    } = differences;
    let mut written = added;
    written.unite(&changed);
    let mine = ledger.entry(&request.manager, request.operation);
    let forced = request.force || request.operation == ManagerOperation::Update;
    let others: Vec<usize> = (0..ledger.owners.len()).filter(|at| Some(*at) != mine).collect();
    let mut taken: Vec<(usize, FieldSet)> = Vec::new();
    for at in &others {
        let shared = ledger.owners[*at].fields.shared(&written);
        if !shared.is_empty() {
            taken.push((*at, shared));
        }
    }
    let rule = if forced {
        Rule::ApplyTakes
    } else {
        Rule::ApplyConflicts
    };
    for (at, set) in &taken {
        let name = format!("`{}`", ledger.owners[*at].name);
        for (_, id) in prune::locate(&engine.scene, spot, set) {
            engine.step(StepDraft::new(rule, id).detail(name.clone()));
            engine.scene.mark(id, Mark::Warning);
        }
    }
    if !forced && !taken.is_empty() {
        return Err(conflict(engine, ledger, &taken));
    }
    for (at, set) in &taken {
        ledger.owners[*at].fields.subtract(set);
    }
    for at in &others {
        ledger.owners[*at].fields.subtract(&removed);
    }
    let never = managed_fields::never_recorded();
    claimed.subtract(&never);
    claimed.tidy();
    if request.operation == ManagerOperation::Apply {
        tell_shared(engine, ledger, &others, &claimed);
    }
    let fields = match request.operation {
        ManagerOperation::Apply => claimed,
        ManagerOperation::Update => {
            let mut fields = mine
                .map(|mine| ledger.owners[mine].fields.clone())
                .unwrap_or_default();
            fields.subtract(&removed);
            fields.unite(&written);
            fields.subtract(&never);
            fields.tidy();
            fields
        }
    };
    match mine {
        Some(mine) => ledger.owners[mine].fields = fields,
        None => ledger.owners.push(ManagerEntry {
            name: request.manager.clone(),
            operation: request.operation,
            version: engine.documents[1].identity().0.to_owned(),
            time: String::new(),
            fields,
        }),
    }
    ledger.owners.retain(|owner| !owner.fields.is_empty());
    Ok(())
}

fn tell_shared(
    engine: &mut ServerSideRun<'_, '_>,
    ledger: &OwnershipTable,
    others: &[usize],
    claimed: &FieldSet,
) {
    for at in others {
        let owner = &ledger.owners[*at];
        let paths = owner.fields.shared(claimed).paths();
        if paths.is_empty() {
            continue;
        }
        let detail = format!("`{}` at {}", owner.name, shown(&paths));
        let note = StepDraft::new(Rule::ApplyShares, engine.scene.top());
        engine.step(note.detail(detail));
    }
}

/// The refusal, in the real field manager's words.
fn conflict(
    engine: &mut ServerSideRun<'_, '_>,
    ledger: &mut OwnershipTable,
    taken: &[(usize, FieldSet)],
) -> Box<super::Rejection> {
    let mut by_owner: BTreeMap<String, Vec<Vec<PathElement>>> = BTreeMap::new();
    for (at, set) in taken {
        let owner = &ledger.owners[*at];
        let mut title = format!("{:?}", owner.name);
        if owner.operation == ManagerOperation::Update {
            title.push_str(&format!(" using {}", owner.version));
            if !owner.time.is_empty() {
                title.push_str(&format!(" at {}", owner.time));
            }
        }
        for path in set.paths() {
            ledger.conflicts.push(FieldConflict {
                manager: owner.name.clone(),
                operation: owner.operation,
                path: path.clone(),
            });
            by_owner.entry(title.clone()).or_default().push(path);
        }
    }
    let count = ledger.conflicts.len();
    let message = match &ledger.conflicts[..] {
        [one] => {
            let title = by_owner.keys().next().cloned().unwrap_or_default();
            format!(
                "Apply failed with 1 conflict: conflict with {title}: {}",
                path_text(&one.path)
            )
        }
        _ => {
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
    };
    let top = engine.scene.top();
    let guilty = vec![engine.in_patch(engine.documents[1].root())];
    let names: Vec<String> = by_owner.keys().cloned().collect();
    let detail = format!(
        "The config changes {} of other managers: {}",
        if count == 1 {
            "a field".to_owned()
        } else {
            format!("{count} fields")
        },
        names.join(", ")
    );
    engine.reject(StepDraft::new(Rule::ApplyConflict, top), message, detail, guilty)
}
