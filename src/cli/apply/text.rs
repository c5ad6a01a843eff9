//! Prints an apply as text: the patch with its reasons, the result, the ledger.

use std::fmt::Write;

use crate::cli::create::{patch_type, reasons, subject};
use crate::create::{ApplyComputation, LAST_APPLIED_NAME, LedgerRow, defaults_line};
use crate::document::escape::visible_lines;
use crate::document::write;
use crate::merge::api_server::not_checked;
use crate::merge::{Merge, Rule};

/// Prints an apply. `rejection` is the rejection by the API server, `outlook` what follows.
pub(crate) fn print(
    applied: &ApplyComputation,
    merged: &Merge,
    rows: &[LedgerRow],
    rejection: Option<&str>,
    outlook: &[String],
) -> String {
    let sentences = applied.sentences();
    let sides = &applied.request.sides;
    let mut out = format!(
        "{} · {} · {} onto {} · last-applied configuration: {}\n\n",
        subject(&applied.manifest),
        patch_type(applied.request.form),
        applied.manifest.name(),
        applied.live().name(),
        match sides.original.as_ref().map(|original| original.name()) {
            None => "none",
            Some(LAST_APPLIED_NAME) => "the annotation of the live object",
            Some(name) => name,
        },
    );
    out.push_str(&reasons(&sentences, &applied.created, applied.request.form));
    if !applied.is_unchanged() {
        out.push_str("Patch:\n\n");
        out.push_str(&write::yaml(&*applied.created.patch.document));
        out.push('\n');
    }
    match merged.rejection() {
        Some(rejection) => {
            let _ = writeln!(
                out,
                "The API server would reject the patch: {}\n",
                rejection.message.trim_end()
            );
        }
        None => {
            out.push_str("Result:\n\n");
            out.push_str(&write::yaml(&merged.tree));
            out.push('\n');
            out.push_str("Ledger:\n\n");
            out.push_str(&ledger(applied, merged, rows));
        }
    }
    let rejection = rejection.filter(|_| merged.rejection().is_none());
    let rejection = rejection.map(|why| format!("The API server rejects the result: {why}"));
    let is_accepted = merged.rejection().is_none() && rejection.is_none();
    for note in rejection.iter().chain(outlook) {
        let _ = writeln!(out, "! {note}");
    }
    if is_accepted && !applied.is_unchanged() {
        let manifest = &applied.manifest;
        let _ = writeln!(
            out,
            "{}",
            not_checked(&applied.request.schema, manifest.identity())
        );
    }
    visible_lines(&out)
}

/// Formats the ledger: for each field four values and the rule that decided. Default values are only counted
/// and named.
pub(crate) fn ledger(applied: &ApplyComputation, merged: &Merge, rows: &[LedgerRow]) -> String {
    let mut out = String::new();
    for row in rows.iter().filter(|row| row.rule != Rule::LedgerDefault) {
        let text = row.rule.text();
        let mark = text.effect.mark().map_or(' ', |mark| mark.glyph());
        let _ = writeln!(out, "{mark} {}  ({})", row.path, text.name);
        let _ = writeln!(out, "  {}", applied.cells(merged, row, "—"));
        let _ = writeln!(out, "  {}", row.sentence());
    }
    if let Some((title, paths)) = defaults_line(rows) {
        let _ = writeln!(out, "  {title}: {paths}");
    }
    visible_lines(&out)
}

/// Returns notes for the user: what the patch cannot express, drift, an apply that does not converge.
pub(crate) fn notes(applied: &ApplyComputation, outlook: &[String]) -> Vec<String> {
    let sentences = applied.sentences();
    let remarks = applied.created.remarks.iter();
    let mut notes: Vec<String> = remarks
        .map(|remark| format!("{}: {}", remark.path, sentences.remark(remark)))
        .collect();
    notes.extend_from_slice(outlook);
    notes
}
