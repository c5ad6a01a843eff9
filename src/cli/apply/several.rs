//! Applies several objects: prints the output of each, and a summary.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Result, bail};
use serde_json::{Value, json};

use super::answer::{ApplyAnswer, answer, create};
use super::args::{ApplyArgs, ApplyFormat};
use super::objects::{ObjectName, ObjectPair, ObjectPairs};
use crate::cli::exit::Exit;
use crate::cli::inputs;
use crate::cli::print::{print_err, print_out, warn_of_reading};
use crate::create::{AppliedPatch, apply, create_object};
use crate::document::words::count_of;
use crate::document::{Document, escape};
use crate::merge::unread_manifest;
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
    // The objects after the manifests that a later manifest changes again.
    let mut changed: BTreeMap<&ObjectName, Arc<Document>> = BTreeMap::new();
    let next_manifests = next_manifests(&objects.pairs);
    for (at, pair) in objects.pairs.iter().enumerate() {
        let live = changed.get(&pair.name).or(pair.live.as_ref());
        let answer = one(args, pair, live, &schema, format)?;
        if let Some(next) = next_manifests[at] {
            let location = next.manifest.position(next.manifest.root());
            print_err!(
                "note: {} is in MANIFEST again ({}:{}): kubectl applies that manifest to the result of this one",
                escape::visible(&pair.name.to_string()),
                escape::visible(next.manifest.name()),
                location.line
            );
            if let Some(after) = after(args, pair, live, &schema) {
                changed.insert(&pair.name, after);
            }
        }
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
        let objects = count_of(objects.pairs.len(), "object");
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

/// Returns for each manifest the next one of the same object.
fn next_manifests(pairs: &[ObjectPair]) -> Vec<Option<&ObjectPair>> {
    let mut later = BTreeMap::new();
    let pairs = pairs.iter().rev();
    let mut next: Vec<_> = pairs.map(|pair| later.insert(&pair.name, pair)).collect();
    next.reverse();
    next
}

fn one(
    args: &ApplyArgs,
    pair: &ObjectPair,
    live: Option<&Arc<Document>>,
    schema: &Arc<Schema>,
    format: ApplyFormat,
) -> Result<ApplyAnswer> {
    if unread_manifest(&pair.manifest).is_none() {
        warn_of_reading(&pair.manifest);
    }
    let Some(live) = live else {
        return create(Arc::clone(&pair.manifest), Arc::clone(schema), args, format);
    };
    warn_of_reading(live);
    inputs::check_object(live, std::slice::from_ref(&pair.manifest), "MANIFEST")?;
    answer(given(args, pair, live, schema), args, format)
}

fn given(args: &ApplyArgs, pair: &ObjectPair, live: &Arc<Document>, schema: &Arc<Schema>) -> AppliedPatch {
    AppliedPatch {
        live: Arc::clone(live),
        manifest: Arc::clone(&pair.manifest),
        last_applied: None,
        schema: Arc::clone(schema),
        overwrite: args.overwrite,
    }
}

/// Returns the stored object after a manifest was applied, or `None` if it stays as it is or is not known.
fn after(
    args: &ApplyArgs,
    pair: &ObjectPair,
    live: Option<&Arc<Document>>,
    schema: &Arc<Schema>,
) -> Option<Arc<Document>> {
    let stored = match live {
        None => create_object(&pair.manifest, schema).ok()?.stored,
        Some(live) => {
            let applied = apply(&given(args, pair, live, schema)).ok()?;
            applied.stored(&applied.merged(false))
        }
    };
    stored.map(Arc::new)
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
