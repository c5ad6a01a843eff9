//! `mergescope lint`: prints only the warnings, each with its code, position and help.

mod codes;
mod examples;
mod explain;
mod fix;
mod print;
mod report;
mod sarif;
mod severity;

use std::sync::Arc;

use anyhow::Result;

use self::report::{merge_hidden, report};
use self::severity::LintLevels;
use super::args::{InputArgs, LintArgs, LintFormat, StreamArgs};
use super::exit::Exit;
use super::inputs::{IdentityFinding, warn_of_mismatch};
use super::print::print_out;
use super::stream::{self, ObjectResult, ObjectVisitor, OutputFrame, StreamInput, StreamObject};
use crate::document::Document;
use crate::merge::{Inputs, Merge, Rule};
use crate::report::findings::LintFinding;
use crate::report::fix::Removal;

impl ObjectVisitor for LintLevels {
    fn frame(&self) -> OutputFrame {
        match self.format {
            LintFormat::Json => OutputFrame::JSON_ARRAY,
            LintFormat::Sarif => OutputFrame::around(sarif::open(), sarif::CLOSE),
            LintFormat::Text | LintFormat::Github => OutputFrame::PLAIN,
        }
    }

    fn visit(&self, inputs: Inputs, object: &StreamObject) -> ObjectResult {
        let merged = merge_hidden(inputs);
        let mut found = self.findings(&merged);
        for finding in &mut found {
            if let Some(help) = other_kind_help(&merged, finding) {
                finding.report.fix.clone_from(&help);
                finding.fix.sentence = help;
            }
        }
        let is_silent = self.format == LintFormat::Sarif && found.is_empty();
        let text = print::findings(self, &merged, &found, Some(&object.name));
        let text = text.map(|text| (!is_silent).then_some(text));
        let mut result = ObjectResult::from_merge(&merged, text.as_ref().ok().cloned().flatten());
        result.messages.extend(text.err().map(|error| error.to_string()));
        result.findings = found.len();
        result.fails = found.iter().any(|finding| self.is_error(finding));
        result
    }
}

/// Returns the help of a field of the whole object that its kind does not have: other objects of the stream can have it.
fn other_kind_help(merged: &Merge, finding: &LintFinding) -> Option<String> {
    let is_unknown = matches!(
        finding.rule,
        Rule::NoSuchField | Rule::UnstoredField | Rule::UnknownField
    );
    let names_kind = |patch: &Arc<Document>| patch.node_at(&["kind"]).is_some();
    // Its removal is the help only without a better one.
    let removes = |it: &Removal| it.why.is_empty() && it.is_of_field(&finding.path);
    let is_removed = finding.fix.removal.as_ref().is_some_and(removes);
    if !is_unknown
        || !is_removed
        || finding.path.contains(['.', '['])
        || merged.inputs.patches.iter().any(names_kind)
    {
        return None;
    }
    let (_, kind) = merged.inputs.live.identity();
    let field = &finding.path;
    Some(format!(
        "If the patch is not for a {kind}, select other objects with `--target`, or add `kind` to the patch. Otherwise, remove `{field}` from the patch."
    ))
}

pub(crate) fn run(inputs: &InputArgs, args: &LintArgs) -> Result<Exit> {
    if args.codes {
        print_out(&print::codes(args.output)?)?;
        return Ok(Exit::Success);
    }
    if let Some(name) = &args.explain {
        print_out(&explain::explain(name)?)?;
        return Ok(Exit::Success);
    }
    let lint = LintLevels::new(args)?;
    if args.fix || args.diff {
        return fix::run(inputs, args, &lint);
    }
    let stream_args = StreamArgs {
        target: args.target.clone(),
        selector: args.selector.clone(),
        exit_on_difference: None,
    };
    let inputs = match stream::open(inputs, &stream_args, lint.clone())? {
        StreamInput::Single(inputs) => inputs,
        StreamInput::Done(exit) => return Ok(exit),
    };
    warn_of_mismatch(&inputs, IdentityFinding::Reported);
    report(&lint, inputs)
}
