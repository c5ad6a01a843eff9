//! `mergescope explain`: every step, in words, as text, Markdown or JSON.

mod json;
mod text;

use anyhow::Result;

use super::args::{Difference, ExplainFormat, InputArgs, SecretArgs, StreamArgs};
use super::exit::Exit;
use super::print::print_out;
use super::stream::{self, Form, Given, is_changed};
use super::unused_merge_keys::warn_of_unused;
use crate::merge::{Inputs, Merge, merge};
use crate::report::explanation::{Explanation, ToldStep};
use crate::report::markdown;
use crate::report::redact::Masks;

pub(crate) fn run(
    args: &InputArgs,
    stream_args: &StreamArgs,
    format: ExplainFormat,
    secrets: SecretArgs,
) -> Result<Exit> {
    let form = Form::Explanation(format, secrets.show_secrets);
    let inputs = match stream::open(args, stream_args, form)? {
        Given::Single(inputs) => inputs,
        Given::Done(exit) => return Ok(exit),
    };
    warn_of_unused(&args.schema, &inputs);
    let (exit, merged, told) = explain(inputs, format, secrets)?;
    let found = match stream_args.exit_on_difference {
        None => false,
        Some(Difference::Semantics) => !told.agreement.is_same(),
        Some(Difference::Change) => is_changed(&merged),
    };
    Ok(if found { Exit::Rejected } else { exit })
}

/// Steps alone, in a form; as JSON a list.
pub(crate) fn steps(steps: &[ToldStep], format: ExplainFormat) -> Result<String> {
    Ok(match format {
        ExplainFormat::Text => text::steps(steps),
        ExplainFormat::Markdown => markdown::steps(steps),
        ExplainFormat::Json => json::steps(steps)?,
    })
}

/// Merges with a trace and prints the steps.
pub(crate) fn explain(
    inputs: Inputs,
    format: ExplainFormat,
    secrets: SecretArgs,
) -> Result<(Exit, Merge, Explanation)> {
    let merged = merge(Masks::new(secrets.show_secrets).apply(inputs), true);
    let told = Explanation::new(&merged);
    print_out(&text(&told, &merged, format, None)?)?;
    let exit = match told.rejection {
        Some(_) => Exit::Rejected,
        None => Exit::Merged,
    };
    Ok((exit, merged, told))
}

/// An explanation as text; `object` names it among others of a stream.
pub(crate) fn text(
    told: &Explanation,
    merged: &Merge,
    format: ExplainFormat,
    object: Option<&str>,
) -> Result<String> {
    Ok(match format {
        ExplainFormat::Text => text::print(told, merged),
        ExplainFormat::Markdown => markdown::print(told, merged),
        ExplainFormat::Json => json::print(told, merged, object)?,
    })
}
