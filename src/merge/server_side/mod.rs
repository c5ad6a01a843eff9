//! Server-side apply, reduced: one API version, managers that are named, no defaulting, no admission.
//!
//! [`serve`] carries an apply or an update out, with the steps of a merge and the owners afterwards. [`typed`] says
//! what a type makes of a value, [`claim`] which paths a config claims, [`overlay`] lays it over live, [`prune`] takes
//! out what was left out, [`identity`] sees that live and config are one object, [`compare`] finds what changed, [`managed`] reads `managedFields`, [`field_set`] holds paths.

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
mod structure;

pub use field_manager::Writer;
pub use field_set::{Element, FieldSet, path_text};
pub use managed_fields::{ManagedFieldsError, Manager, Operation, managed_fields, managers};
pub use object_identity::{IdentityFault, identity_fault};
pub use request::Request;

use std::collections::BTreeMap;

use super::mark::Mark;
use super::recorder::{Engine, Note, Outcome};
use super::result_tree::node_id::Source;
use super::result_tree::path::top_place;
use super::result_tree::positions::Positions;
use super::rule::Rule;
use super::trace::{Inputs, Merge, Verdict};
use crate::document::{Document, Kind, Tree};
use crate::schema::Schema;
use changed_paths::{Differences, compare};
use structure::Spot;

/// A field that keeps an apply from being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Whose it is.
    pub manager: String,
    /// How that manager came to own it.
    pub operation: Operation,
    /// The field.
    pub path: Vec<Element>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Served {
    /// The steps and the object; where nothing is written, the object as it would have been.
    pub merge: Merge,
    /// Who owns what afterwards; as before where nothing is written.
    pub managers: Vec<Manager>,
    /// The conflicts, where they are the reason.
    pub conflicts: Vec<Conflict>,
}

/// Writes `inputs`' one patch, the config (or for an update the whole object), over live.
pub fn serve(inputs: Inputs, request: &Request, traced: bool) -> Served {
    let mut documents = vec![inputs.live.clone()];
    documents.extend(inputs.patches.iter().take(1).cloned());
    let schema = inputs.schema.clone();
    let mut engine = Engine::new(&documents, &schema, inputs.semantics, traced);
    engine.patch = 1;
    let mut ledger = Ledger::default();
    let verdict = match write(&mut engine, request, &mut ledger) {
        Ok(()) => Verdict::Merged,
        Err(refusal) => Verdict::Rejected(refusal),
    };
    engine.seal();
    let Engine { scene, steps, .. } = engine;
    let position = steps.len();
    let managers = match verdict {
        Verdict::Merged => ledger.owners,
        Verdict::Rejected(_) => ledger.before,
    };
    Served {
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
    let spot = Spot::top(schema, top_place(config, schema));
    let mut fields = applied_paths::claim(config, config.root(), spot).map_err(|untyped| untyped.message)?;
    fields.subtract(&managed_fields::never_recorded());
    fields.tidy();
    Ok(fields)
}

/// Applies the engine's one patch as `writer` asks.
///
/// # Errors
/// The refusal.
pub(crate) fn run(engine: &mut Engine<'_>, writer: Writer) -> Outcome {
    engine.patch = 1;
    write(engine, &writer.request(), &mut Ledger::default())
}

/// Who owns what, and what stands against writing.
#[derive(Debug, Default)]
struct Ledger {
    owners: Vec<Manager>,
    before: Vec<Manager>,
    conflicts: Vec<Conflict>,
}

impl Ledger {
    fn entry(&self, name: &str, operation: Operation) -> Option<usize> {
        let is_it = |owner: &Manager| owner.name == name && owner.operation == operation;
        self.owners.iter().position(is_it)
    }
}

fn write(engine: &mut Engine<'_>, request: &Request, ledger: &mut Ledger) -> Outcome {
    let live = engine.documents[0].clone();
    let config = match engine.documents.get(1) {
        Some(config) => config.clone(),
        None => return Ok(()),
    };
    for (document, who, source) in [
        (&live, "live", Source::live(live.root())),
        (&config, "the config", engine.in_patch(config.root())),
    ] {
        if document.kind(document.root()) != Kind::Map {
            return Err(engine.not_a_map(source, who));
        }
    }
    if let Some(fault) = identity_fault(&live, &config) {
        let source = engine.in_patch(fault.guilty);
        let note = Note::new(Rule::ApplyIdentity, engine.scene.top()).patch(source);
        return Err(engine.refuse(note, fault.message, fault.detail, vec![source]));
    }
    let spot = Spot::top(engine.schema, top_place(&config, engine.schema));
    if request.operation == Operation::Apply
        && let Some(node) = managed_fields(&config)
    {
        let note = Note::new(Rule::ApplyManagedFields, engine.scene.top());
        let source = engine.in_patch(node);
        let message = "metadata.managedFields must be nil".to_owned();
        return Err(engine.refuse(note.patch(source), message, String::new(), vec![source]));
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
    if !is_new && ledger.owners.is_empty() && request.operation == Operation::Apply {
        give_to_before(engine, ledger, &live, &empty, spot);
    }
    let claimed = match applied_paths::claim(&*config, config.root(), spot) {
        Ok(claimed) => claimed,
        Err(untyped) => return Err(refuse_untyped(engine, &config, &untyped)),
    };
    let top = engine.scene.top();
    let mine = ledger.entry(&request.manager, request.operation);
    match request.operation {
        Operation::Apply => {
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
        Operation::Update => {
            // An update writes the whole object: what it does not hold is gone, whoever owned it.
            engine.overlay(top, engine.in_patch(config.root()), spot);
            engine.drop_missing(top, engine.in_patch(config.root()), spot);
        }
    }
    let differences = match is_new {
        true => compare(&empty, &engine.scene, spot),
        false => compare(&*live, &engine.scene, spot),
    };
    settle(engine, request, ledger, claimed, differences, spot)?;
    tell_owners(engine, ledger);
    Ok(())
}

fn unreadable_owners(engine: &mut Engine<'_>, error: &ManagedFieldsError) -> Box<super::Refusal> {
    let note = Note::new(Rule::ApplyUntyped, engine.scene.top());
    let guilty = vec![Source::live(error.at)];
    engine.refuse(note, error.to_string(), error.to_string(), guilty)
}

/// Who owns what afterwards, a step for each manager; and what a server would do besides.
fn tell_owners(engine: &mut Engine<'_>, ledger: &Ledger) {
    let top = engine.scene.top();
    for owner in &ledger.owners {
        let paths = owner.fields.paths();
        let detail = format!("`{}` ({})", owner.name, owner.operation.name());
        let note = Note::new(Rule::ApplyOwnsAfter, top).count(paths.len());
        engine.step(note.detail(format!("{detail}: {}", shown(&paths))));
    }
    engine.step(Note::new(Rule::ApplyNotModelled, top));
}

/// The first paths of many.
fn shown(paths: &[Vec<Element>]) -> String {
    Engine::names(paths.iter().map(|path| path_text(path)))
}

/// Owners are a table beside the object, not a part of it.
fn set_owners_aside(engine: &mut Engine<'_>, ledger: &Ledger) {
    let top = engine.scene.top();
    let metadata = engine.scene.get(top, "metadata");
    let Some(list) = metadata.and_then(|metadata| engine.scene.get(metadata, "managedFields")) else {
        return;
    };
    let names = ledger.owners.iter().map(|owner| owner.name.clone());
    engine.step(Note::new(Rule::ApplyOwners, list).detail(Engine::names(names)));
    engine.take_out(list, Mark::Deleted);
}

fn give_to_before(
    engine: &mut Engine<'_>,
    ledger: &mut Ledger,
    live: &Document,
    empty: &Document,
    spot: Spot<'_>,
) {
    let found = compare(empty, live, spot);
    let mut fields = found.added;
    fields.unite(&found.changed);
    fields.subtract(&managed_fields::never_recorded());
    engine.step(Note::new(Rule::ApplyBefore, engine.scene.top()));
    ledger.owners.push(Manager {
        name: "before-first-apply".to_owned(),
        operation: Operation::Update,
        version: live.identity().0.to_owned(),
        time: String::new(),
        fields,
    });
}

fn refuse_untyped(
    engine: &mut Engine<'_>,
    config: &Document,
    untyped: &applied_paths::Untyped<crate::document::NodeId>,
) -> Box<super::Refusal> {
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
    let note = Note::new(Rule::ApplyUntyped, engine.scene.top())
        .field(source)
        .patch(source);
    engine.refuse(note, message, untyped.message.clone(), vec![source])
}

/// Conflicts, and who owns what afterwards.
fn settle(
    engine: &mut Engine<'_>,
    request: &Request,
    ledger: &mut Ledger,
    mut claimed: FieldSet,
    differences: Differences,
    spot: Spot<'_>,
) -> Outcome {
    let Differences {
        added,
        changed,
        removed,
    } = differences;
    let mut written = added;
    written.unite(&changed);
    let mine = ledger.entry(&request.manager, request.operation);
    let forced = request.force || request.operation == Operation::Update;
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
            engine.step(Note::new(rule, id).detail(name.clone()));
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
    if request.operation == Operation::Apply {
        tell_shared(engine, ledger, &others, &claimed);
    }
    let fields = match request.operation {
        Operation::Apply => claimed,
        Operation::Update => {
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
        None => ledger.owners.push(Manager {
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

fn tell_shared(engine: &mut Engine<'_>, ledger: &Ledger, others: &[usize], claimed: &FieldSet) {
    for at in others {
        let owner = &ledger.owners[*at];
        let paths = owner.fields.shared(claimed).paths();
        if paths.is_empty() {
            continue;
        }
        let detail = format!("`{}` at {}", owner.name, shown(&paths));
        engine.step(Note::new(Rule::ApplyShares, engine.scene.top()).detail(detail));
    }
}

/// The refusal, in the real field manager's words.
fn conflict(
    engine: &mut Engine<'_>,
    ledger: &mut Ledger,
    taken: &[(usize, FieldSet)],
) -> Box<super::Refusal> {
    let mut by_owner: BTreeMap<String, Vec<Vec<Element>>> = BTreeMap::new();
    for (at, set) in taken {
        let owner = &ledger.owners[*at];
        let mut title = format!("{:?}", owner.name);
        if owner.operation == Operation::Update {
            title.push_str(&format!(" using {}", owner.version));
            if !owner.time.is_empty() {
                title.push_str(&format!(" at {}", owner.time));
            }
        }
        for path in set.paths() {
            ledger.conflicts.push(Conflict {
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
    engine.refuse(Note::new(Rule::ApplyConflict, top), message, detail, guilty)
}
