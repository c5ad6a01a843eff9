//! The output of an apply of one object in the requested format.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use anyhow::{Result, bail};
use serde_json::{Value, json};

use super::args::{ApplyArgs, ApplyFormat};
use super::manifest::empty;
use super::{json, text};
use crate::cli::create::failed;
use crate::cli::error_report::UnreadableInput;
use crate::cli::inputs;
use crate::cli::print::print_err;
use crate::cli::undecoded::{UndecodedValue, undecoded_value};
use crate::create::ledger;
use crate::create::{
    AppliedPatch, ApplyComputation, ApplyError, Convergence, DocumentSide, Sentences, SideNames, apply,
    create_object, last_applied, read_last_applied,
};
use crate::document::{Document, escape, read, write};
use crate::merge::api_server::{Objection, ServerLayer, not_checked, server_answer};
use crate::merge::{Inputs, Merge, Rule, Semantics, Step, lower_case_start, merge};
use crate::report::manifest_help::manifest_help;
use crate::report::redact::Redaction;
use crate::schema::Schema;

const HELP: &str = "change MANIFEST so that the API server accepts the result";

/// The output for one object.
#[derive(Debug)]
pub(super) struct ApplyAnswer {
    /// The output for stdout, except in JSON.
    pub(super) out: String,
    /// The output in JSON, if requested.
    pub(super) json: Value,
    /// Lines for stderr.
    notes: Vec<String>,
    /// The rejection by the API server; empty if it has been printed.
    rejection: Option<String>,
    /// The message of kubectl, if the rejection is a sentence of ours.
    kubectl: Option<String>,
    /// What to do about the rejection.
    help: String,
    /// `applied`, `unchanged`, `created`, `rejected`, or `error` if no patch can be computed.
    pub(super) verdict: &'static str,
}

impl ApplyAnswer {
    /// Prints the lines for stderr, each with `prefix`.
    pub(super) fn warn(&self, prefix: &str) {
        let prefix = escape::visible(prefix);
        for note in &self.notes {
            print_err!("note: {prefix}{}", escape::visible(note));
        }
        if let Some(why) = self.rejection.as_deref().filter(|why| !why.is_empty()) {
            print_err!("error: {prefix}{}", escape::visible(why));
            print_err!("help: {prefix}{}", self.help);
            if let Some(note) = &self.kubectl {
                print_err!("note: {prefix}{}", escape::visible(note));
            }
        }
    }

    /// Returns whether the apply fails.
    pub(super) fn is_rejected(&self) -> bool {
        self.rejection.is_some()
    }
}

/// Applies a manifest to an existing object.
///
/// # Errors
/// An invalid annotation.
pub(super) fn answer(given: AppliedPatch, args: &ApplyArgs, format: ApplyFormat) -> Result<ApplyAnswer> {
    // Sentences are about the redacted objects.
    let (shown, real) = hidden(given.clone(), args.secrets.show_secrets)?;
    let is_json = format == ApplyFormat::Json;
    let applied = match apply(&shown) {
        Ok(applied) => applied,
        Err(error) => return error_answer(error, &shown.schema),
    };
    let merged = applied.merged(true);
    let mut rows = ledger(&applied, &merged);
    let mut outlook = applied.outlook(&merged);
    // The values that are hidden decide. These sentences have only paths.
    let whole = real.as_ref().and_then(|real| real.as_ref().ok());
    let whole = whole.map(|real| (real, real.merged(true)));
    if let Some((real, whole)) = &whole {
        outlook = real.outlook(whole);
        let decided = ledger(real, whole);
        // The first row of a path counts.
        let by_path: HashMap<_, Rule> = decided.iter().rev().map(|row| (&row.path, row.rule)).collect();
        for row in &mut rows {
            row.rule = *by_path.get(&row.path).unwrap_or(&row.rule);
        }
    }
    let rejection = rejection_of(&applied, &merged, real.as_ref());
    let json = match is_json {
        true => json::print(&applied, &merged, &rows, rejection.as_deref())?,
        false => Value::Null,
    };
    let notes = match format {
        ApplyFormat::Yaml | ApplyFormat::Ledger => text::notes(&applied, &outlook),
        ApplyFormat::Text | ApplyFormat::Json => Vec::new(),
    };
    let what = match merged.rejection() {
        Some(_) => "patch",
        None => "result",
    };
    // The sentence about a base64 string has only its path.
    let undecoded_in = |merged| undecoded_value(merged, &server_answer(merged));
    let of_secret = || undecoded_in(&whole.as_ref()?.1).filter(|it| it.step.rule == Rule::ServerType);
    let undecoded = rejection
        .as_ref()
        .filter(|_| merged.rejection().is_none())
        .and_then(|_| undecoded_in(&merged).or_else(of_secret));
    let mut kubectl = None;
    let error = rejection.as_deref().map(|why| match &undecoded {
        Some(value) => {
            kubectl = Some(format!("kubectl: {why}{}", value.others));
            let sentence = without_byte_numbers(&value.sentence);
            format!("{}{sentence}", manifest_position(&applied, value.step))
        }
        None => format!("the API server rejects the {what}: {why}"),
    });
    let help = match (&rejection, &whole) {
        (Some(_), Some((_, whole))) if undecoded.is_some_and(|it| it.step.rule == Rule::ServerType) => {
            help(whole, false)
        }
        (Some(_), _) => help(&merged, false),
        (None, _) => HELP.to_owned(),
    };
    let out = match (format, merged.rejection()) {
        (ApplyFormat::Text, _) => text::print(&applied, &merged, &rows, rejection.as_deref(), &outlook),
        (ApplyFormat::Ledger, None) => text::ledger(&applied, &merged, &rows),
        (ApplyFormat::Yaml, None) if Arc::ptr_eq(&given.manifest, &shown.manifest) => {
            write::yaml(&merged.tree)
        }
        (ApplyFormat::Yaml, None) => with_values(real)?,
        (ApplyFormat::Json, _) | (_, Some(_)) => String::new(),
    };
    Ok(ApplyAnswer {
        out,
        json,
        notes,
        verdict: match error {
            Some(_) => "rejected",
            None if applied.is_unchanged() => "unchanged",
            None => "applied",
        },
        help,
        rejection: error,
        kubectl,
    })
}

/// Returns the position in the manifest of the value that a step of the computed patch is about.
fn manifest_position(applied: &ApplyComputation, step: &Step) -> String {
    let reasons = &applied.created.patch.reasons;
    let reason = step.patch().and_then(|source| reasons.get(source.node.index()));
    let node = reason.and_then(|reason| reason.modified);
    let position = node.and_then(|node| applied.sentences().position(DocumentSide::Modified, node));
    position.map_or_else(String::new, |(file, at)| {
        format!("{file}:{}:{}: ", at.line, at.column)
    })
}

/// The fields of the metadata that a manifest must leave out.
const LEFT_OUT: [&str; 4] = [
    "metadata.deletionGracePeriodSeconds",
    "metadata.deletionTimestamp",
    "metadata.resourceVersion",
    "metadata.uid",
];

/// Returns what to do if the API server does not create an object: what it would reject in a change of an object that has
/// only a name.
fn creation_help(object: &Arc<Document>, schema: &Arc<Schema>) -> Result<String> {
    let (version, kind) = object.identity();
    let name = object.text_at(&["metadata", "name"]).unwrap_or_default();
    let named = json!({"apiVersion": version, "kind": kind, "metadata": {"name": name}}).to_string();
    let inputs = Inputs {
        live: inputs::readable(read("named", named.into_bytes()))?,
        patches: vec![Arc::clone(object)],
        schema: Arc::clone(schema),
        semantics: Semantics::MERGE_PATCH,
    };
    Ok(help(&merge(inputs, true), true))
}

/// Returns what to do if the API server rejects the result. The mistake is in the manifest, not in the patch. Each field of
/// a new object is new, also one that cannot be changed.
fn help(merged: &Merge, is_new: bool) -> String {
    let mut answer = server_answer(merged);
    if is_new {
        answer
            .objections
            .retain(|objection| objection.layer != ServerLayer::Immutable);
    }
    let first = answer.objections.first();
    if let Some(objection) = first.filter(|objection| LEFT_OUT.contains(&&*objection.field)) {
        return format!("remove `{}` from MANIFEST", objection.field);
    }
    let is_immutable = |objection: &Objection<_>| objection.layer == ServerLayer::Immutable;
    let immutable = answer.objections.iter().find(|objection| is_immutable(objection));
    let help = match immutable.or(first).map(|objection| objection.layer) {
        Some(ServerLayer::Decode) => match undecoded_value(merged, &answer) {
            Some(UndecodedValue { step, .. }) => {
                return without_sentence(&manifest_help(merged, step, &merged.fix(step), None));
            }
            None => "give the field a value of its type in MANIFEST",
        },
        None | Some(ServerLayer::Validation) if !answer.dropped.is_empty() => {
            "correct or remove the unknown field in MANIFEST"
        }
        Some(ServerLayer::Immutable) => {
            "keep the live value in MANIFEST, or delete the object and create it again"
        }
        None | Some(ServerLayer::Identity | ServerLayer::Validation) => {
            let is_rejection =
                |step: &&Step| step.rule.is_server_rejection() && step.rule != Rule::ImmutableField;
            let rejection = merged.steps.iter().find(is_rejection);
            let help = rejection.map(|step| manifest_help(merged, step, &merged.fix(step), None));
            return help.map_or_else(|| HELP.to_owned(), |help| without_sentence(&help));
        }
    };
    help.to_owned()
}

/// Returns a sentence as a clause after a colon.
fn without_sentence(help: &str) -> String {
    let is_one_sentence = !help.contains(". ");
    let end = if is_one_sentence { "." } else { "" };
    lower_case_start(help.strip_suffix(end).unwrap_or(help))
}

/// Prints the reason why nothing can be applied.
fn error_answer(error: ApplyError, schema: &Schema) -> Result<ApplyAnswer> {
    let (failure, sides) = match error {
        ApplyError::Unreadable(error) => return Err(UnreadableInput(*error).into()),
        ApplyError::Failed(failed_with) => *failed_with,
    };
    let sentences = Sentences {
        sides: &sides,
        schema,
        names: SideNames::APPLY,
        manifest: None,
    };
    failed(&sentences, &failure);
    Ok(ApplyAnswer {
        out: String::new(),
        json: json::failed(&sentences, &failure),
        notes: Vec::new(),
        rejection: Some(String::new()),
        kubectl: None,
        help: HELP.to_owned(),
        verdict: "error",
    })
}

/// The apply with the values of a Secret, if they are hidden; its error.
type RealApply = Option<Result<ApplyComputation, ApplyError>>;

/// Returns the rejection by the API server. The values of a Secret decide, but the message must not contain
/// them.
fn rejection_of(
    applied: &ApplyComputation,
    merged: &Merge,
    real: Option<&Result<ApplyComputation, ApplyError>>,
) -> Option<String> {
    let seen = || applied.server_rejection(merged);
    match real {
        None => seen(),
        Some(Ok(real)) => {
            let why = real.server_rejection(&real.merged(false))?;
            seen().or_else(|| Some(without_byte_numbers(&why)))
        }
        Some(Err(_)) => None,
    }
}

/// Removes byte numbers, which would reveal the length of a hidden value.
fn without_byte_numbers(why: &str) -> String {
    let mut parts = why.split(" at input byte ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        all + part.trim_start_matches(|c: char| c.is_ascii_digit())
    })
}

/// Returns the result with all values, for further use.
fn with_values(real: RealApply) -> Result<String> {
    match real {
        Some(Ok(applied)) => Ok(write::yaml(&applied.merged(false).tree)),
        Some(Err(ApplyError::Unreadable(error))) => Err(UnreadableInput(*error).into()),
        Some(Err(ApplyError::Failed(failed_with))) => bail!("{}", failed_with.0.message),
        None => Ok(String::new()),
    }
}

/// Hides the values of Secrets, unless `show`. First extracts the last-applied configuration from the
/// annotation, which is hidden, too. Also returns the apply with all values, if there are hidden ones.
fn hidden(given: AppliedPatch, show: bool) -> Result<(AppliedPatch, RealApply)> {
    let last = match (&given.last_applied, last_applied(&given.live)) {
        (Some(last), _) => Some(Arc::clone(last)),
        (None, Some(text)) => Some(inputs::readable(read_last_applied(text))?),
        (None, None) => None,
    };
    let patches = std::iter::once(Arc::clone(&given.manifest)).chain(last);
    let redaction = Redaction::new(show);
    let inputs = Inputs {
        live: Arc::clone(&given.live),
        patches: patches.collect(),
        schema: Arc::clone(&given.schema),
        semantics: Semantics::KUBERNETES,
    };
    let masked = redaction.apply(inputs.clone());
    let mut patches = masked.patches.into_iter();
    let mut shown = AppliedPatch {
        live: masked.live,
        manifest: patches.next().map_or_else(empty, Ok)?,
        last_applied: patches.next(),
        schema: masked.schema,
        overwrite: given.overwrite,
    };
    let real = (!Arc::ptr_eq(&given.manifest, &shown.manifest)).then(|| apply(&given));
    // An annotation that stays the same must not look changed because its values are hidden.
    if let Some(Ok(real)) = &real
        && last_applied(&given.live) == Some(&real.annotated.text)
        && let Ok(masked) = apply(&shown)
    {
        shown.live = redaction.live_with_annotation(&inputs, &masked.annotated.text);
    }
    Ok((shown, real))
}

/// Applies a manifest of an object that does not exist: kubectl creates it with the annotation.
///
/// # Errors
/// Declared merge keys that do not match the kind; a manifest that cannot be annotated.
pub(super) fn create(
    manifest: Arc<Document>,
    schema: Arc<Schema>,
    args: &ApplyArgs,
    format: ApplyFormat,
) -> Result<ApplyAnswer> {
    inputs::check_declared(&manifest, &schema)?;
    // YAML output is unredacted; sentences hide the values of Secrets.
    let is_data = format == ApplyFormat::Yaml;
    let inputs = Inputs {
        live: empty()?,
        patches: vec![Arc::clone(&manifest)],
        schema: Arc::clone(&schema),
        semantics: Semantics::MERGE_PATCH,
    };
    let whole = match create_object(&manifest, &schema) {
        Ok(whole) => whole,
        Err(error) => {
            // The message quotes the object.
            let hidden = Redaction::new(args.secrets.show_secrets).apply(inputs);
            let hidden = hidden
                .patches
                .first()
                .map(|manifest| create_object(manifest, &schema));
            let error = hidden.and_then(Result::err).unwrap_or(error);
            return error_answer(error, &schema);
        }
    };
    let shown = Redaction::new(args.secrets.show_secrets || is_data).apply(inputs);
    let manifest = shown.patches.into_iter().next().map_or_else(empty, Ok)?;
    let created = match create_object(&manifest, &shown.schema) {
        Ok(created) => created,
        Err(error) => return error_answer(error, &shown.schema),
    };
    let annotated = created.annotated;
    // The values of a Secret decide, but the message must not contain them.
    let rejection = created
        .rejection
        .or(whole.rejection.as_deref().map(without_byte_numbers));
    let verdict = if rejection.is_some() {
        "rejected"
    } else {
        "created"
    };
    let convergence = match rejection {
        Some(_) => Convergence::Unknown,
        None => created.convergence,
    };
    let removed_version = created.removed_version.map(|_| {
        "kubectl removes `resourceVersion` before it creates the object. The next apply of the same file sends it, and the API server rejects that."
            .to_owned()
    });
    let notes = removed_version.into_iter().chain(convergence.sentence());
    let next = match &convergence {
        Convergence::Never { again, .. } => {
            let patch = &*again.computation.created.patch.document;
            write::json_tree(patch, patch.root())
        }
        Convergence::Converges(_) | Convergence::Unknown => Value::Null,
    };
    let (_, kind) = annotated.document.identity();
    let result = write::yaml(&*annotated.document);
    let (out, json) = match format {
        ApplyFormat::Yaml => (result, Value::Null),
        ApplyFormat::Text | ApplyFormat::Ledger => {
            let what = match rejection {
                None => "kubectl creates it from the manifest",
                Some(_) => {
                    "kubectl would create it from the manifest, but the API server rejects it. This is sent"
                }
            };
            let kind = escape::visible(kind);
            let mut text = format!(
                "The {kind} does not exist: {what}, with the last-applied configuration as an annotation.\n\n{result}"
            );
            if rejection.is_none() && format == ApplyFormat::Text {
                let _ = write!(
                    text,
                    "\n{}\n",
                    not_checked(&shown.schema, annotated.document.identity())
                );
            }
            (text, Value::Null)
        }
        ApplyFormat::Json => {
            let object = write::json_tree(&*annotated.document, annotated.document.root());
            let answer = json!({
                "verdict": verdict,
                "error": rejection,
                "annotation": annotated.text,
                "result": object,
                "ledger": [],
                "next": next,
            });
            (String::new(), answer)
        }
    };
    Ok(ApplyAnswer {
        out,
        json,
        notes: notes.filter(|_| format != ApplyFormat::Json).collect(),
        help: match rejection {
            Some(_) => creation_help(&annotated.document, &shown.schema)?,
            None => HELP.to_owned(),
        },
        rejection: rejection.map(|why| format!("the API server rejects the object: {why}")),
        kubectl: None,
        verdict,
    })
}
