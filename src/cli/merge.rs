//! `mergescope merge`: the result on stdout, everything else on stderr.

use anyhow::Result;

use super::args::{DifferenceExit, InputArgs, ResultFormat, StreamArgs};
use super::exit::{Exit, difference_found};
use super::print::{print_out, warn_of_all_reading};
use super::stream::{self, OutputForm, StreamInput, is_changed};
use super::unused_merge_keys::warn_of_unused;
use crate::document::{escape, write};
use crate::merge::{Inputs, agreement, merge};
use crate::parallel::{BackgroundTask, join};
use crate::report::explanation::{Explanation, is_merged};
use crate::report::redact::Redaction;

pub(crate) fn run(args: &InputArgs, stream_args: &StreamArgs, format: ResultFormat) -> Result<Exit> {
    let inputs = match stream::open(args, stream_args, OutputForm::Result(format))? {
        StreamInput::Single(inputs) => inputs,
        StreamInput::Done(exit) => return Ok(exit),
    };
    warn_of_all_reading(&inputs);
    warn_of_unused(&args.schema, &inputs);
    let mut theirs = inputs.clone();
    theirs.semantics = theirs.semantics.other();
    let other = BackgroundTask::run(move || merge(theirs.clone(), false));
    let merged = merge(inputs.clone(), false);
    if !is_merged(&merged) {
        return Ok(reject(inputs));
    }
    let other = other.join();
    let (text, agreement) = join(
        || match format {
            // A policy can delete the object.
            ResultFormat::Yaml if !merged.scene.has_result() => String::new(),
            ResultFormat::Json if !merged.scene.has_result() => "null\n".to_owned(),
            ResultFormat::Yaml => write::yaml(&merged.scene),
            ResultFormat::Json => write::json(&merged.scene),
        },
        || agreement(&merged, &other),
    );
    if !agreement.is_same() {
        let theirs = other.inputs.semantics;
        eprintln!(
            "note: {theirs} semantics differ: {agreement} (see mergescope explain --semantics {theirs})"
        );
    }
    if !merged.scene.has_result() {
        eprintln!("note: the object is deleted");
    }
    print_out(&text)?;
    let found = match stream_args.exit_on_difference {
        None => false,
        Some(DifferenceExit::Semantics) => !agreement.is_same(),
        Some(DifferenceExit::Change) => is_changed(&merged),
    };
    if found {
        eprintln!("{}", difference_found(stream_args));
    }
    Ok(if found { Exit::Failure } else { Exit::Success })
}

/// Says why a patch was refused: merges again with a trace, because only that knows the path. What is said on stderr ends
/// in logs, so the values of Secrets are covered there, in kubectl's words too.
pub(crate) fn reject(inputs: Inputs) -> Exit {
    let told = Explanation::new(&merge(Redaction::default().apply(inputs), true));
    if let Some(rejection) = &told.rejection {
        let mut place = String::new();
        if let Some(location) = &rejection.location {
            place = format!("{location}: ");
        }
        let report = format!("{place}rejected at {}: {}", rejection.path, rejection.why);
        eprintln!("{}", escape::visible(&report));
        for line in rejection.aligned() {
            eprintln!("  {}", escape::visible(&line));
        }
        if let Some(kubernetes) = &rejection.kubernetes {
            for (at, line) in kubernetes.trim_end().lines().enumerate() {
                let lead = if at == 0 {
                    "kubectl says: "
                } else {
                    "              "
                };
                eprintln!("{lead}{}", escape::visible(line));
            }
        } else {
            eprintln!("kubectl accepts this patch.");
        }
        eprintln!("fix: {}", escape::visible(&rejection.fix));
    }
    Exit::Failure
}
