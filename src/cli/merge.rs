//! `mergescope merge`: prints the result on stdout, everything else on stderr.

use anyhow::Result;

use super::args::{InputArgs, ResultFormat, StreamArgs};
use super::exit::{Exit, difference_found};
use super::inputs::{self, IdentityFinding};
use super::print::{print_err, print_out, print_tree, warn_of_all_reading};
use super::stream::{self, ObjectResult, ObjectVisitor, OutputFrame, StreamInput, StreamObject};
use super::undecoded::undecoded_value;
use super::unused_merge_keys::warn_of_unused;
use crate::document::Document;
use crate::document::escape::visible;
use crate::merge::{
    Inputs, Merge, Rule, ServerLayer, ServerVerdict, Step, compare_merges, is_stored_otherwise, merge,
    server_answer, server_rejection, server_verdict,
};
use crate::parallel::{BackgroundTask, join};
use crate::report::explanation::{is_changed, is_merged, other_merge};
use crate::report::redact::Redaction;
use crate::report::rejection::RejectionReport;

impl ObjectVisitor for ResultFormat {
    fn frame(&self) -> OutputFrame {
        match self {
            Self::Yaml => OutputFrame::YAML_DOCUMENTS,
            Self::Json => OutputFrame::JSON_LIST,
        }
    }

    fn visit(&self, inputs: Inputs, object: &StreamObject) -> ObjectResult {
        let merged = merge(inputs, false);
        let text = is_merged(&merged).then(|| print_tree(&merged.tree, *self));
        let mut result = ObjectResult::from_merge(&merged, text);
        if !compare_merges(&merged, &other_merge(&merged.inputs)).is_same() {
            result.differs = Some(object.position.clone());
        }
        if !is_merged(&merged) {
            result.messages = rejection_lines(merged.inputs, Some(&object.position));
        } else {
            let notes = server_notes(&merged, false).into_iter();
            let notes = notes.map(|note| format!("note: {}: {note}", object.position));
            result
                .messages
                .extend(notes.map(|note| visible(&note).into_owned()));
        }
        result
    }

    fn pass_through(&self, object: &Document) -> Option<String> {
        Some(print_tree(object, *self))
    }
}

pub(crate) fn run(args: &InputArgs, stream_args: &StreamArgs, format: ResultFormat) -> Result<Exit> {
    let inputs = match stream::open(args, stream_args, format)? {
        StreamInput::Single(inputs) => inputs,
        StreamInput::Done(exit) => return Ok(exit),
    };
    warn_of_all_reading(&inputs);
    warn_of_unused(&args.schema, &inputs);
    let is_other = inputs::warn_of_mismatch(&inputs, IdentityFinding::NotReported);
    let mut theirs = inputs.clone();
    theirs.semantics = theirs.semantics.other();
    let other = BackgroundTask::run(move || merge(theirs, false));
    let merged = merge(inputs.clone(), false);
    if !is_merged(&merged) {
        return Ok(reject(inputs));
    }
    let other = other.join();
    let (text, (agreement, notes)) = join(
        || print_result(&merged, format),
        || (compare_merges(&merged, &other), server_notes(&merged, is_other)),
    );
    if !agreement.is_same() {
        let theirs = other.inputs.semantics;
        print_err!(
            "note: {} (see mergescope explain LIVE PATCH --semantics {theirs})",
            agreement.sentence(&theirs.to_string())
        );
    }
    for note in notes {
        print_err!("note: {}", visible(&note));
    }
    if !merged.tree.has_result() {
        print_err!("note: the object is deleted");
    }
    print_out(&text)?;
    let found = stream_args.has_difference(|| !agreement.is_same(), || is_changed(&merged));
    if found {
        print_err!("{}", difference_found(stream_args));
    }
    Ok(if found { Exit::Failure } else { Exit::Success })
}

/// Returns what the API server makes of the result of a successful merge: why it rejects the result, or what it stores
/// otherwise. Only a traced merge knows the latter. Secret values are hidden, as in a rejection. `is_other`: a warning
/// has said that the patch is for another object.
fn server_notes(merged: &Merge, is_other: bool) -> Vec<String> {
    let traced = || merge(Redaction::default().apply(merged.inputs.clone()), true);
    // kubectl merges by its own rules, and can then say nothing of the kind.
    let says = |why: &String| {
        let inputs = Inputs {
            semantics: merged.inputs.semantics.kubernetes_equivalent(),
            ..merged.inputs.clone()
        };
        inputs.semantics == merged.inputs.semantics
            || server_rejection(&merge(inputs, false)).as_ref() == Some(why)
    };
    match server_verdict(merged) {
        ServerVerdict::Rejected(_) if is_other && traced().finds_other_object() => return Vec::new(),
        ServerVerdict::Rejected(why) => {
            let traced = traced();
            let answer = server_answer(&traced);
            let value = undecoded_value(&traced, &answer);
            if let Some(value) = value.filter(|value| value.step.rule != Rule::ServerType) {
                let kubectl = says(&why).then(|| format!("kubectl: {why}{}", value.others));
                return [value.sentence].into_iter().chain(kubectl).collect();
            }
            let undecoded = answer
                .objections
                .first()
                .filter(|it| it.layer == ServerLayer::Decode && !matches!(&*it.field, "kind" | "apiVersion"));
            return match undecoded {
                Some(first) => {
                    let kubectl = says(&why).then(|| format!("kubectl: {why}"));
                    let result = format!("the API server rejects this result: {first}");
                    [result].into_iter().chain(kubectl).collect()
                }
                None => vec![format!("the API server rejects this result: {why}")],
            };
        }
        ServerVerdict::PatchTypeRejected(why) => {
            return vec![format!("the API server rejects this patch: {why}")];
        }
        ServerVerdict::Stored => return Vec::new(),
        ServerVerdict::StoredOtherwise => {}
    }
    let traced = traced();
    let is_new = |step: &&Step| !is_other || step.rule != Rule::KindIgnored;
    let steps = traced.steps.iter().filter(|step| is_stored_otherwise(step.rule));
    steps
        .filter(is_new)
        .map(|step| format!("{}: {}", traced.distinct_step_path(step), traced.sentence(step)))
        .collect()
}

/// Returns the result; a policy can delete the object.
fn print_result(merged: &Merge, format: ResultFormat) -> String {
    match format {
        ResultFormat::Yaml if !merged.tree.has_result() => String::new(),
        ResultFormat::Json if !merged.tree.has_result() => "null\n".to_owned(),
        format => print_tree(&merged.tree, format),
    }
}

/// Returns the rejection of a patch. Merges again with a trace to get the path. Lines on stderr end up in
/// logs, so Secret values are hidden, also in the message of kubectl.
fn rejection_lines(inputs: Inputs, object: Option<&str>) -> Vec<String> {
    let merged = merge(Redaction::default().apply(inputs), true);
    merged.rejection().map_or_else(Vec::new, |rejection| {
        let report = RejectionReport::new(&merged, rejection, &other_merge(&merged.inputs));
        report.to_lines(&merged, object)
    })
}

fn reject(inputs: Inputs) -> Exit {
    for line in rejection_lines(inputs, None) {
        print_err!("{line}");
    }
    Exit::Failure
}
