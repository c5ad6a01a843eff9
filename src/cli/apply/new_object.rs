//! An apply of an object that does not exist yet: kubectl creates it with the annotation.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use serde_json::json;

use super::args::{ApplyArgs, ApplyFormat};
use super::manifest::{empty, manifest_of};
use crate::cli::error_report::UnreadableInput;
use crate::cli::exit::Exit;
use crate::cli::inputs;
use crate::cli::print::print_out;
use crate::create::annotate;
use crate::document::{escape, write};
use crate::merge::{Inputs, Semantics, merge, server_answer};
use crate::report::redact::Redaction;

/// Prints what is created, and why the API server rejects it, if it does.
pub(crate) fn run(args: &ApplyArgs) -> Result<Exit> {
    let file = args.manifest.as_deref().unwrap_or(&args.live);
    let manifest = manifest_of(file)?.ok_or_else(|| anyhow!("MANIFEST is null"))?;
    let schema = inputs::schema(&args.schema)?;
    inputs::check_declared(&manifest, &schema)?;
    let given = Inputs {
        live: empty()?,
        patches: vec![manifest],
        schema,
        semantics: Semantics::MERGE_PATCH,
    };
    let format = args.output.unwrap_or(ApplyFormat::Text);
    // Data is printed as it is, words without the values of Secrets.
    let is_data = format == ApplyFormat::Yaml;
    let mut created = Redaction::new(args.secrets.show_secrets || is_data).apply(given);
    let annotated = match created.patches.pop() {
        Some(manifest) => annotate(&manifest, None).map_err(UnreadableInput)?,
        None => return Ok(Exit::Usage),
    };
    created.patches = vec![Arc::clone(&annotated.document)];
    let refusal = server_answer(&merge(created, false)).message();
    let (_, kind) = annotated.document.identity();
    let result = write::yaml(&*annotated.document);
    let out = match format {
        ApplyFormat::Yaml => result,
        ApplyFormat::Text | ApplyFormat::Ledger => format!(
            "The {kind} does not exist: kubectl creates it from the manifest, with the last-applied configuration as an annotation.\n\n{result}"
        ),
        ApplyFormat::Json => {
            let object: serde_json::Value = serde_json::from_str(&write::json_compact(&*annotated.document))?;
            let answer = json!({
                "verdict": if refusal.is_some() { "rejected" } else { "created" },
                "error": refusal,
                "annotation": annotated.text,
                "result": object,
                "ledger": [],
                "next": null,
            });
            serde_json::to_string_pretty(&answer)? + "\n"
        }
    };
    print_out(&out)?;
    match refusal {
        None => Ok(Exit::Success),
        Some(why) => {
            eprintln!(
                "error: the API server rejects the object: {}",
                escape::visible(&why)
            );
            Ok(Exit::Failure)
        }
    }
}
