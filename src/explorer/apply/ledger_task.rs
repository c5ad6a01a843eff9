//! Computes the ledger of an apply on any thread: who sets each field, and why.

use std::sync::Arc;

use super::rejection::ApplyRejection;
use crate::create::{ApplyComputation, ledger};
use crate::document::Path;
use crate::merge::{Mark, Rule, RuleEffect};

/// The ledger to compute. A task owns all its data, so any thread can run it.
#[derive(Clone, Debug)]
pub struct LedgerTask {
    pub(super) applied: Arc<ApplyComputation>,
    /// Whether to leave out the values.
    pub(super) hidden: bool,
}

/// A row of the ledger: a field, or a note on the apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerEntry {
    /// The mark of the effect on the field.
    pub mark: Option<Mark>,
    /// The name of the rule that decides the field.
    pub rule: String,
    /// The path of the field, or the note; not escaped.
    pub text: String,
    /// The reason and the values; not escaped.
    pub detail: String,
    /// The path of the field.
    pub path: Option<Path>,
}

impl LedgerEntry {
    /// The value of `rule` in a row that is not about a single field.
    pub(crate) const NOTE: &str = "note";

    /// Creates a note, with the first field that it is about.
    pub(super) fn note(text: String, path: Option<Path>) -> Self {
        Self {
            mark: Some(Mark::Warning),
            rule: Self::NOTE.to_owned(),
            text: text.clone(),
            detail: text,
            path,
        }
    }

    /// Creates the only row if kubectl computes no patch.
    pub(super) fn rejection(rejection: &ApplyRejection) -> Self {
        let text = match rejection.is_for_other {
            true => rejection.sentence.clone(),
            false => format!("kubectl rejects the apply: {}", rejection.sentence),
        };
        Self {
            mark: Some(Mark::Rejected),
            detail: rejection.words(),
            ..Self::note(text, None)
        }
    }

    /// Returns whether the row says why kubectl computes no patch.
    pub(crate) fn is_rejection(&self) -> bool {
        self.path.is_none() && self.mark == Some(Mark::Rejected)
    }
}

impl LedgerTask {
    /// Merges and computes the rows.
    pub fn run(self) -> Vec<LedgerEntry> {
        let applied = &self.applied;
        let merged = applied.merged(true);
        if let Some(rejection) = merged.rejection() {
            let message = rejection.message.trim_end();
            let step = merged.steps.get(rejection.step as usize);
            return vec![LedgerEntry::note(
                format!("the API server would reject the patch: {message}"),
                step.map(|step| merged.step_path(step)),
            )];
        }
        let remarks = applied.created.remarks.iter().map(|remark| {
            let sentence = format!("{}: {}", remark.path, applied.sentences().remark(remark));
            (sentence, Some(remark.path.clone()))
        });
        let rejection = applied.server_rejection(&merged);
        let rejection = rejection.map(|why| {
            let mut steps = merged.steps.iter();
            let step = steps.find(|step| step.rule.is_server_rejection());
            let sentence = format!("the API server rejects the result: {why}");
            (sentence, step.map(|step| merged.step_path(step)))
        });
        let outlook = rejection.into_iter().chain(applied.outlook_with_fields(&merged));
        let notes = remarks.chain(outlook);
        let notes = notes.map(|(sentence, path)| LedgerEntry::note(sentence, path));
        let mut entries: Vec<LedgerEntry> = notes.collect();
        let rows = ledger(applied, &merged);
        // Fields without an author come last.
        let (defaults, others): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|row| row.rule == Rule::LedgerDefault);
        let rows = others.into_iter().chain(defaults);
        entries.extend(rows.map(|row| {
            let text = row.rule.text();
            let mut detail = row.sentence();
            if !self.hidden && text.effect != RuleEffect::Nothing {
                detail = format!("{detail} {}", applied.cells(&merged, &row, "-"));
            }
            LedgerEntry {
                mark: text.effect.mark(),
                rule: text.name.to_owned(),
                text: row.path.to_string(),
                detail,
                path: Some(row.path),
            }
        }));
        entries
    }
}
