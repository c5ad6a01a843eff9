//! Applies several objects: prints the output of each, and a summary.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Result, bail};
use serde_json::{Value, json};

use super::answer::{ApplyAnswer, answer, create};
use super::args::{ApplyArgs, ApplyFormat};
use super::objects::{ObjectPair, ObjectPairs};
use crate::cli::exit::Exit;
use crate::cli::inputs;
use crate::cli::print::{print_err, print_out, warn_of_reading};
use crate::create::AppliedPatch;
use crate::document::escape;
use crate::schema::Schema;

/// Prints the output for each manifest in order, and the summary.
pub(super) fn run(args: &ApplyArgs, objects: &ObjectPairs) -> Result<Exit> {
    if args.last_applied.is_some() {
        bail!(
            "--last-applied is the configuration of one object, but MANIFEST has several\nhelp: apply one object alone, or remove the option"
        );
    }
    let schema = inputs::schema(&args.schema)?;
    let format = args.output.unwrap_or(ApplyFormat::Text);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut out = String::new();
    let mut listed = Vec::new();
    for (at, pair) in objects.pairs.iter().enumerate() {
        let answer = one(args, pair, &schema, format)?;
        *counts.entry(answer.verdict).or_default() += 1;
        let location = pair.manifest.position(pair.manifest.root());
        let heading = format!(
            "{} ({}:{}): {}",
            pair.name,
            pair.manifest.name(),
            location.line,
            answer.verdict
        );
        answer.warn(&format!("{}: ", pair.name));
        match format {
            ApplyFormat::Json => listed.push(object(pair, &answer)),
            ApplyFormat::Yaml if at > 0 && !answer.out.is_empty() && !out.is_empty() => {
                out.push_str("---\n");
                out.push_str(&answer.out);
            }
            ApplyFormat::Yaml => out.push_str(&answer.out),
            ApplyFormat::Text | ApplyFormat::Ledger => {
                let heading = escape::visible(&heading);
                out.push_str(&format!("=== {heading}\n\n{}\n", answer.out));
            }
        }
    }
    let only_live: Vec<String> = objects.only_live.iter().map(ToString::to_string).collect();
    if format == ApplyFormat::Json {
        let all = json!({ "objects": listed, "counts": counts, "onlyLive": only_live });
        print_out(&format!("{}\n", serde_json::to_string_pretty(&all)?))?;
    } else {
        print_out(&out)?;
        let counts: Vec<String> = counts
            .iter()
            .map(|(verdict, count)| format!("{count} {verdict}"))
            .collect();
        let objects = match objects.pairs.len() {
            1 => "1 object".to_owned(),
            count => format!("{count} objects"),
        };
        print_err!("{objects}: {}", counts.join(", "));
        if !only_live.is_empty() {
            print_err!(
                "note: not in MANIFEST, so kubectl apply does not change them: {}",
                escape::visible(&only_live.join(", "))
            );
        }
    }
    let is_rejected = counts.contains_key("rejected") || counts.contains_key("error");
    Ok(if is_rejected { Exit::Failure } else { Exit::Success })
}

fn one(
    args: &ApplyArgs,
    pair: &ObjectPair,
    schema: &Arc<Schema>,
    format: ApplyFormat,
) -> Result<ApplyAnswer> {
    warn_of_reading(&pair.manifest);
    let Some(live) = &pair.live else {
        return create(Arc::clone(&pair.manifest), Arc::clone(schema), args, format);
    };
    warn_of_reading(live);
    inputs::check_object(live, std::slice::from_ref(&pair.manifest), "MANIFEST")?;
    let given = AppliedPatch {
        live: Arc::clone(live),
        manifest: Arc::clone(&pair.manifest),
        last_applied: None,
        schema: Arc::clone(schema),
        overwrite: args.overwrite,
    };
    answer(given, args, format)
}

fn object(pair: &ObjectPair, answer: &ApplyAnswer) -> Value {
    let location = pair.manifest.position(pair.manifest.root());
    let (version, kind) = pair.manifest.identity();
    json!({
        "apiVersion": version,
        "kind": kind,
        "namespace": pair.name.namespace,
        "name": pair.name.name,
        "file": pair.manifest.name(),
        "line": location.line,
        "answer": answer.json,
    })
}
