//! `mergescope explain`: every step, in words, as text, Markdown or JSON.

mod json;
mod text;

use anyhow::Result;

use super::args::{DifferenceExit, InputArgs, ReportFormat, SecretArgs, StreamArgs};
use super::exit::Exit;
use super::print::print_out;
use super::stream::{self, OutputForm, StreamInput, is_changed};
use super::unused_merge_keys::warn_of_unused;
use crate::merge::{Inputs, Merge, merge};
use crate::report::explanation::{Explanation, StepText};
use crate::report::markdown;
use crate::report::redact::Redaction;

pub(crate) fn run(
    args: &InputArgs,
    stream_args: &StreamArgs,
    format: ReportFormat,
    secrets: SecretArgs,
) -> Result<Exit> {
    let form = OutputForm::Explanation(format, secrets.show_secrets);
    let inputs = match stream::open(args, stream_args, form)? {
        StreamInput::Single(inputs) => inputs,
        StreamInput::Done(exit) => return Ok(exit),
    };
    warn_of_unused(&args.schema, &inputs);
    let (exit, merged, told) = explain(inputs, format, secrets)?;
    let found = match stream_args.exit_on_difference {
        None => false,
        Some(DifferenceExit::Semantics) => !told.agreement.is_same(),
        Some(DifferenceExit::Change) => is_changed(&merged),
    };
    Ok(if found { Exit::Failure } else { exit })
}

/// Steps alone, in a form; as JSON a list.
pub(crate) fn steps(steps: &[StepText], format: ReportFormat) -> Result<String> {
    Ok(match format {
        ReportFormat::Text => text::steps(steps),
        ReportFormat::Markdown => markdown::steps(steps),
        ReportFormat::Json => json::steps(steps)?,
    })
}

/// Merges with a trace and prints the steps.
pub(crate) fn explain(
    inputs: Inputs,
    format: ReportFormat,
    secrets: SecretArgs,
) -> Result<(Exit, Merge, Explanation)> {
    let merged = merge(Redaction::new(secrets.show_secrets).apply(inputs), true);
    let told = Explanation::new(&merged);
    print_out(&text(&told, &merged, format, None)?)?;
    let exit = match told.rejection {
        Some(_) => Exit::Failure,
        None => Exit::Success,
    };
    Ok((exit, merged, told))
}

/// An explanation as text; `object` names it among others of a stream.
pub(crate) fn text(
    told: &Explanation,
    merged: &Merge,
    format: ReportFormat,
    object: Option<&str>,
) -> Result<String> {
    Ok(match format {
        ReportFormat::Text => text::print(told, merged),
        ReportFormat::Markdown => markdown::print(told, merged),
        ReportFormat::Json => json::print(told, merged, object)?,
    })
}
