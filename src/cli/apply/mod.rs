//! `mergescope apply`: kubectl apply seen from inside.

mod args;
mod json;
mod manifest;
mod new_object;
mod text;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};

pub(crate) use args::ApplyArgs;

use self::args::ApplyFormat;
use self::manifest::{empty, manifest_of};
use super::create::{document_of, failed};
use super::error_report::{UnreadableInput, of_secret};
use super::exit::Exit;
use super::explorer_setup::ExplorerSetup;
use super::input_source::InputPath;
use super::print::{print_out, warn_of_reading};
use super::{inputs, session_file};
use crate::create::ledger;
use crate::create::{AppliedPatch, ApplyError, Sentences, SideNames, apply, last_applied, read_last_applied};
use crate::document::{escape, names_secret, read_live, write};
use crate::explorer::export::session::SessionFolds;
use crate::merge::{Inputs, Semantics};
use crate::report::redact::Redaction;
use crate::terminal::app::OpenAt;
use crate::terminal::screen;

pub(crate) fn run(args: &ApplyArgs) -> Result<Exit> {
    // Without LIVE, or where LIVE is the word null, the object does not exist yet.
    let is_null = args.live == Path::new("null") && !args.live.exists();
    let Some(manifest) = args.manifest.as_deref().filter(|_| !is_null) else {
        return new_object::run(args);
    };
    if args.output.is_none() && screen::usable().is_ok() {
        return explore(args, manifest);
    }
    let given = given(args, manifest)?;
    let format = args.output.unwrap_or(ApplyFormat::Text);
    // Whatever is said in words goes by what people may see.
    let shown = hidden(given.clone(), args.secrets.show_secrets)?;
    let applied = match apply(&shown) {
        Ok(applied) => applied,
        Err(ApplyError::Unreadable(error)) => return Err(UnreadableInput(*error).into()),
        Err(ApplyError::Failed(failed_with)) => {
            let (failure, sides) = *failed_with;
            let told = Sentences {
                sides: &sides,
                schema: &shown.schema,
                names: SideNames::APPLY,
                manifest: None,
            };
            if format == ApplyFormat::Json {
                print_out(&json::failed(&told, &failure)?)?;
            }
            failed(&told, &failure);
            return Ok(Exit::Failure);
        }
    };
    let merged = applied.merged(true);
    let rows = ledger(&applied, &merged);
    let out = match (format, merged.rejection()) {
        (ApplyFormat::Json, _) => json::print(&applied, &merged, &rows)?,
        (ApplyFormat::Text, _) => text::print(&applied, &merged, &rows),
        (ApplyFormat::Ledger, None) => text::ledger(&applied, &merged, &rows),
        (ApplyFormat::Yaml, None) if Arc::ptr_eq(&given.manifest, &shown.manifest) => {
            write::yaml(&merged.scene)
        }
        (ApplyFormat::Yaml, None) => whole(&given)?,
        (_, Some(_)) => String::new(),
    };
    if matches!(format, ApplyFormat::Yaml | ApplyFormat::Ledger) {
        for line in text::notes(&applied, &merged) {
            eprintln!("note: {}", escape::visible(&line));
        }
    }
    print_out(&out)?;
    let Some(refusal) = applied.refusal(&merged) else {
        return Ok(Exit::Success);
    };
    let what = match merged.rejection() {
        Some(_) => "patch",
        None => "result",
    };
    eprintln!(
        "error: the API server rejects the {what}: {}",
        escape::visible(&refusal)
    );
    Ok(Exit::Failure)
}

/// The result with all its values: an object to go on with.
fn whole(given: &AppliedPatch) -> Result<String> {
    match apply(given) {
        Ok(applied) => Ok(write::yaml(&applied.merged(false).scene)),
        Err(ApplyError::Unreadable(error)) => Err(UnreadableInput(*error).into()),
        Err(ApplyError::Failed(failed_with)) => bail!("{}", failed_with.0.message),
    }
}

fn explore(args: &ApplyArgs, manifest: &Path) -> Result<Exit> {
    let source = |file: &Path| {
        let origin = InputPath::from_argument(file);
        super::explore::source(&origin, origin.name())
    };
    let last_applied = match args.last_applied.as_deref() {
        Some(file) if file == Path::new("null") && !file.exists() => {
            Some(crate::terminal::app::ExplorerSource {
                name: "nothing".to_owned(),
                bytes: b"{}".to_vec(),
                path: None,
            })
        }
        Some(file) => Some(source(file)?),
        None => None,
    };
    let start = OpenAt::Apply {
        live: source(&args.live)?,
        manifest: source(manifest)?,
        last_applied,
        overwrite: args.overwrite,
    };
    let (rules, schema) = session_file::watched_rules(&args.schema)?;
    let begun = ExplorerSetup {
        start,
        schema,
        semantics: Semantics::KUBERNETES,
        position: None,
        folds: SessionFolds::default(),
        rules,
    };
    super::explore::show(begun, &args.screen, args.secrets)
}

fn given(args: &ApplyArgs, manifest: &Path) -> Result<AppliedPatch> {
    let files = [Some(&*args.live), Some(manifest), args.last_applied.as_deref()];
    let stdin = files.into_iter().flatten().filter(|file| *file == Path::new("-"));
    if stdin.count() > 1 {
        bail!("only one input can be stdin");
    }
    let live = InputPath::from_argument(&args.live);
    let live = inputs::readable(read_live(&live.name(), live.bytes()?))?;
    inputs::check_written(&live)?;
    warn_of_reading(&live);
    // What is broken beside a Secret is likely to be a piece of it.
    let beside_live = |error| {
        if names_secret(live.text()) {
            of_secret(error)
        } else {
            error
        }
    };
    let manifest = manifest_of(manifest)
        .map_err(beside_live)?
        .ok_or_else(|| anyhow!("MANIFEST is null"))?;
    let last_applied = match &args.last_applied {
        Some(file) => {
            let document = document_of(file).map_err(beside_live)?;
            Some(document.map_or_else(empty, Ok)?)
        }
        None => None,
    };
    let schema = inputs::schema(&args.schema)?;
    inputs::check_declared(&manifest, &schema)?;
    Ok(AppliedPatch {
        live,
        manifest,
        last_applied,
        schema,
        overwrite: args.overwrite,
    })
}

/// The same with the values of Secrets hidden, unless they were asked for. What was applied last is taken out of the
/// annotation first, which is hidden itself.
fn hidden(given: AppliedPatch, show: bool) -> Result<AppliedPatch> {
    let last_applied = match (given.last_applied, last_applied(&given.live)) {
        (Some(last), _) => Some(last),
        (None, Some(text)) => Some(inputs::readable(read_last_applied(text))?),
        (None, None) => None,
    };
    let patches = std::iter::once(given.manifest).chain(last_applied);
    let masked = Redaction::new(show).apply(Inputs {
        live: given.live,
        patches: patches.collect(),
        schema: given.schema,
        semantics: Semantics::KUBERNETES,
    });
    let mut patches = masked.patches.into_iter();
    Ok(AppliedPatch {
        live: masked.live,
        manifest: patches.next().map_or_else(empty, Ok)?,
        last_applied: patches.next(),
        schema: masked.schema,
        overwrite: given.overwrite,
    })
}
