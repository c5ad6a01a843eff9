//! Prints a computed patch as text.

use std::fmt::Write;

use crate::cli::print::print_err;
use crate::create::{
    CreateFailure, CreateRequest, Created, CreatedPatchType, DocumentSide, FailureReport, Sentences,
};
use crate::document::{Document, escape, write};
use crate::merge::{Rule, lower_case_start};

pub(crate) fn print(request: &CreateRequest, sentences: &Sentences<'_>, created: &Created) -> String {
    let sides = &request.sides;
    let name = |side| {
        sides
            .document(side)
            .map_or("nothing", |document| document.name())
            .to_owned()
    };
    let mut from = format!(
        "{} → {}",
        name(DocumentSide::Original),
        name(DocumentSide::Modified)
    );
    if sides.current.is_some() {
        let _ = write!(from, " · current object: {}", name(DocumentSide::Current));
    }
    let (subject, patch_type) = (subject(&sides.modified), patch_type(request.form));
    let mut out = format!("{subject} · {patch_type} · {from}\n\n");
    out.push_str(&reasons(sentences, created, request.form));
    out.push_str("Patch:\n\n");
    out.push_str(&write::yaml(&*created.patch.document));
    escape::visible_lines(&out)
}

/// Returns the kind of an object with its version, for the first line of a report.
pub(crate) fn subject(document: &Document) -> String {
    let (api_version, kind) = document.identity();
    match format!("{api_version} {kind}").trim() {
        "" => "object without a kind".to_owned(),
        subject => subject.to_owned(),
    }
}

/// Returns the full name of a patch type.
pub(crate) fn patch_type(form: CreatedPatchType) -> &'static str {
    match form {
        CreatedPatchType::Strategic => "strategic merge patch",
        CreatedPatchType::Merge => "JSON merge patch",
        CreatedPatchType::Json => "JSON patch",
    }
}

/// Returns the document that defines why a line is sent. A JSON merge patch has another one than a strategic merge patch.
fn source(rule: Rule, form: CreatedPatchType) -> &'static str {
    match rule.text().source {
        source if form == CreatedPatchType::Merge && source.starts_with("strategic-merge-patch") => {
            "RFC 7396, section 2"
        }
        source => source,
    }
}

/// Formats each line of a patch with its reason, then what the patch cannot express.
pub(crate) fn reasons(sentences: &Sentences<'_>, created: &Created, form: CreatedPatchType) -> String {
    let mut out = String::new();
    let lines = sentences.lines(created);
    let width = lines.len().to_string().len();
    let lead = " ".repeat(width + 3);
    for (at, line) in lines.iter().enumerate() {
        let rule = line.reason.rule;
        let mark = rule.effect().mark().map_or(' ', |mark| mark.glyph());
        let _ = writeln!(out, "{:>width$} {mark} {}  ({})", at + 1, line.path, rule.name());
        let _ = writeln!(out, "{lead}{}", line.sentence);
        let mut places = sentences.places(&line.reason);
        places.push(source(rule, form).to_owned());
        let _ = writeln!(out, "{lead}{}\n", places.join(" · "));
    }
    if lines.is_empty() {
        out.push_str("The patch is empty; nothing to send.\n\n");
    }
    for remark in &created.remarks {
        let rule = remark.reason.rule;
        let _ = writeln!(out, "! {}  ({})", remark.path, rule.name());
        let _ = writeln!(out, "  {}", sentences.remark(remark));
        let _ = writeln!(out, "  {}\n", sentences.places(&remark.reason).join(" · "));
    }
    out
}

/// Prints the reason why no patch can be computed to stderr: position, reason, help, message of kubectl.
pub(crate) fn failed(sentences: &Sentences<'_>, failure: &CreateFailure) {
    let report = FailureReport::new(sentences, failure);
    let location = report.location.as_ref().map(|location| format!("{location}: "));
    let why = report.sentence.strip_suffix('.').unwrap_or(&report.sentence);
    print_err!(
        "error: {}{}",
        escape::visible(&location.unwrap_or_default()),
        escape::visible(&lower_case_start(why))
    );
    for (name, text) in [
        ("at", report.other_places()),
        ("help", report.help),
        ("note: kubectl", report.kubectl),
    ] {
        if !text.is_empty() {
            print_err!("{name}: {}", escape::visible(&text));
        }
    }
}
