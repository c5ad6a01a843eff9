//! `mergescope explain`: prints every step as text, Markdown or JSON.

mod json;

use anyhow::Result;

use super::args::{InputArgs, ReportFormat, SecretArgs, StreamArgs};
use super::exit::Exit;
use super::inputs::{IdentityFinding, warn_of_mismatch};
use super::print::print_out;
use super::stream::{self, ObjectResult, ObjectVisitor, OutputFrame, StreamInput, StreamObject};
use super::unused_merge_keys::warn_of_unused;
use crate::merge::{Inputs, Merge, merge};
use crate::report::explanation::{Explanation, StepText, is_changed};
use crate::report::explanation_page;
use crate::report::page::Page;
use crate::report::redact::Redaction;

/// The format of an explanation.
#[derive(Clone, Copy)]
struct ExplainOptions {
    format: ReportFormat,
    secrets: SecretArgs,
}

pub(crate) fn run(
    args: &InputArgs,
    stream_args: &StreamArgs,
    format: ReportFormat,
    secrets: SecretArgs,
) -> Result<Exit> {
    let options = ExplainOptions { format, secrets };
    let inputs = match stream::open(args, stream_args, options)? {
        StreamInput::Single(inputs) => inputs,
        StreamInput::Done(exit) => return Ok(exit),
    };
    warn_of_unused(&args.schema, &inputs);
    warn_of_mismatch(&inputs, IdentityFinding::Reported);
    let (merged, explanation) = explain(inputs, format, secrets)?;
    let found = stream_args.has_difference(|| !explanation.agreement.is_same(), || is_changed(&merged));
    Ok(if found { Exit::Failure } else { exit(&explanation) })
}

impl ObjectVisitor for ExplainOptions {
    fn frame(&self) -> OutputFrame {
        match self.format {
            ReportFormat::Json => OutputFrame::JSON_ARRAY,
            ReportFormat::Text | ReportFormat::Markdown => OutputFrame::PARAGRAPHS,
        }
    }

    fn visit(&self, inputs: Inputs, object: &StreamObject) -> ObjectResult {
        let merged = merge(Redaction::new(self.secrets.show_secrets).apply(inputs), true);
        let mut explanation = Explanation::new(&merged);
        let (api_version, _) = merged.inputs.live.identity();
        explanation.kind = format!("{api_version} {}", object.name);
        let text = print(&explanation, &merged, self.format, Some(&object.name));
        let mut result = ObjectResult::from_merge(&merged, text.as_ref().ok().cloned());
        if !explanation.agreement.is_same() {
            result.differs = Some(object.position.clone());
        }
        if let Some(rejection) = &explanation.rejection {
            result.messages = rejection.to_lines(&merged, Some(&object.position));
        }
        result.messages.extend(text.err().map(|error| error.to_string()));
        result
    }
}

/// Merges with a trace and prints the explanation.
pub(crate) fn explain(
    inputs: Inputs,
    format: ReportFormat,
    secrets: SecretArgs,
) -> Result<(Merge, Explanation)> {
    let merged = merge(Redaction::new(secrets.show_secrets).apply(inputs), true);
    let explanation = Explanation::new(&merged);
    print_out(&print(&explanation, &merged, format, None)?)?;
    Ok((merged, explanation))
}

/// Returns the exit code for an explanation.
pub(crate) fn exit(explanation: &Explanation) -> Exit {
    match explanation.rejection {
        Some(_) => Exit::Failure,
        None => Exit::Success,
    }
}

/// Formats an explanation as text; `object` is the name of the object in a stream.
pub(crate) fn print(
    explanation: &Explanation,
    merged: &Merge,
    format: ReportFormat,
    object: Option<&str>,
) -> Result<String> {
    let Some(format) = format.page() else {
        return json::print(explanation, merged, object);
    };
    let mut page = Page::new(format);
    explanation_page::print(&mut page, explanation, merged);
    Ok(page.finish())
}

/// Formats only the steps; a list in JSON.
pub(crate) fn print_steps(steps: &[StepText], format: ReportFormat) -> Result<String> {
    let Some(format) = format.page() else {
        return json::steps(steps);
    };
    let mut page = Page::new(format);
    explanation_page::print_steps(&mut page, steps);
    Ok(page.finish())
}
