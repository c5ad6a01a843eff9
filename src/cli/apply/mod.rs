//! `mergescope apply`: explains kubectl apply.

mod answer;
mod args;
mod json;
mod manifest;
mod objects;
mod several;
mod text;

use std::path::Path;

use anyhow::{Result, anyhow, bail};

pub(crate) use args::ApplyArgs;

use self::answer::{answer, create};
use self::args::ApplyFormat;
use self::manifest::{empty, manifest_of};
use self::objects::{NamedText, pairs, texts};
use super::create::document_of;
use super::error_report::in_secret;
use super::exit::Exit;
use super::explorer_setup::ExplorerSetup;
use super::input_source::{InputPath, is_no_object};
use super::print::{print_err, print_out, warn_of_reading};
use super::stream::object_for;
use super::{inputs, session_file};
use crate::create::AppliedPatch;
use crate::document::{Tree, ValueKind, names_secret, read_live};
use crate::explorer::export::session::SessionFolds;
use crate::merge::Semantics;
use crate::report::live_objects::may_hold_several;
use crate::report::redact::has_secret;
use crate::terminal::app::OpenAt;
use crate::terminal::screen;

pub(crate) fn run(args: &ApplyArgs) -> Result<Exit> {
    // Without LIVE, or if LIVE is the word null, the object does not exist.
    let live = args.live.as_deref().filter(|live| !is_no_object(live));
    let manifest = args.manifest.as_path();
    let files = [live, Some(manifest), args.last_applied.as_deref()];
    let stdin = files.into_iter().flatten().filter(|file| *file == Path::new("-"));
    let stdin = stdin.count();
    if stdin > 1 {
        bail!("only one input can be stdin\nhelp: pass the others as files");
    }
    let opens = args.output.is_none() && screen::usable().is_ok();
    // Standard input can be read only once.
    if opens
        && stdin > 0
        && let Some(live) = live
    {
        return explore(args, live);
    }
    let live_texts = live.map_or_else(|| Ok(Vec::new()), texts)?;
    let manifest_texts = texts(manifest)?;
    if let Some(objects) = pairs(&live_texts, &manifest_texts)? {
        // The explorer shows one manifest and finds its object among several.
        let is_one = matches!(&objects.pairs[..], [pair] if pair.live.is_some())
            && manifest.is_file()
            && manifest_texts.iter().all(|text| !may_hold_several(&text.bytes));
        if opens
            && is_one
            && let Some(live) = live.filter(|live| live.is_file())
        {
            return explore(args, live);
        }
        let exit = several::run(args, &objects)?;
        if opens {
            print_err!("note: the explorer opens for one manifest with a live object; pass them alone");
        }
        return Ok(exit);
    }
    if opens && let Some(live) = live {
        return explore(args, live);
    }
    let format = args.output.unwrap_or(ApplyFormat::Text);
    let [manifest] = &manifest_texts[..] else {
        bail!("MANIFEST has no object\nhelp: pass a file with a manifest");
    };
    let mut is_stored = false;
    let answer = match &live_texts[..] {
        [] => {
            let manifest = manifest_of(manifest)?.ok_or_else(|| {
                anyhow!("MANIFEST is null\nhelp: pass a manifest; to remove an object, use kubectl delete")
            })?;
            is_stored = manifest.text_at(&["metadata", "resourceVersion"]).is_some();
            create(manifest, inputs::schema(&args.schema)?, args, format)?
        }
        [live, ..] => answer(given(args, live, manifest)?, args, format)?,
    };
    match format {
        ApplyFormat::Json => print_out(&format!("{}\n", serde_json::to_string_pretty(&answer.json)?))?,
        _ => print_out(&answer.out)?,
    }
    answer.warn("");
    if is_stored {
        print_err!("warning: MANIFEST has a resourceVersion, as a live object has");
        print_err!("help: to apply to a live object, pass its manifest, too: mergescope apply LIVE MANIFEST");
    }
    Ok(if answer.is_rejected() {
        Exit::Failure
    } else {
        Exit::Success
    })
}

fn explore(args: &ApplyArgs, live: &Path) -> Result<Exit> {
    let source = |file: &Path| {
        let origin = InputPath::from_argument(file);
        super::explore::source(&origin, origin.name())
    };
    let last_applied = match args.last_applied.as_deref() {
        Some(file) if is_no_object(file) => Some(crate::terminal::app::ExplorerSource {
            name: "nothing".to_owned(),
            bytes: b"{}".to_vec(),
            path: None,
        }),
        Some(file) => Some(source(file)?),
        None => None,
    };
    let (live, manifest) = (source(live)?, source(&args.manifest)?);
    let (live, objects) = super::explore::picked(live, std::slice::from_ref(&manifest))?;
    let start = OpenAt::Apply {
        live,
        objects,
        manifest,
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
    super::explore::show(begun, None, &args.screen, args.secrets)
}

/// Reads the inputs of an apply.
fn given(args: &ApplyArgs, live: &NamedText, manifest: &NamedText) -> Result<AppliedPatch> {
    let names = |bytes: &[u8]| names_secret(&String::from_utf8_lossy(bytes));
    let is_next_to_secret = names(&manifest.bytes);
    let live =
        inputs::readable(read_live(&live.name, live.bytes.clone())).map_err(
            |error| match is_next_to_secret {
                true => in_secret(error),
                false => error,
            },
        )?;
    inputs::check_written(&live, inputs::PASS_NULL)?;
    warn_of_reading(&live);
    // Broken text next to a Secret is probably a part of the Secret.
    let beside_live = |error| {
        if has_secret(&live) || names_secret(live.text()) {
            in_secret(error)
        } else {
            error
        }
    };
    let manifest = manifest_of(manifest).map_err(beside_live)?.ok_or_else(|| {
        anyhow!("MANIFEST is null\nhelp: pass a manifest; to remove an object, use kubectl delete")
    })?;
    let picked = object_for(live.name(), live.text().as_bytes(), &manifest)?;
    let object = picked.as_ref().unwrap_or(&live);
    if object.kind(object.root()) == ValueKind::Null {
        bail!("{} is null\nhelp: {}", object.name(), inputs::PASS_NULL);
    }
    inputs::check_object(object, std::slice::from_ref(&manifest), "MANIFEST")?;
    let last_applied = match &args.last_applied {
        Some(file) => {
            let document = document_of(file, inputs::PASS_NULL).map_err(beside_live)?;
            Some(document.map_or_else(empty, Ok)?)
        }
        None => None,
    };
    let schema = inputs::schema(&args.schema)?;
    inputs::check_declared(&manifest, &schema)?;
    Ok(AppliedPatch {
        live: picked.map_or(live, Into::into),
        manifest,
        last_applied,
        schema,
        overwrite: args.overwrite,
    })
}
