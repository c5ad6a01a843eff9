//! What follows an apply, in sentences: drift that is kept, and an apply that does not converge at once.

use super::convergence::MAX_NAMES;
use super::ledger::ledger;
use super::outcome::ApplyComputation;
use crate::document::Path;
use crate::document::words::first_of;
use crate::merge::{Merge, Rule};

impl ApplyComputation {
    /// Returns what follows this apply as sentences: drift that is kept, and an apply that does not converge
    /// at once.
    pub fn outlook(&self, merged: &Merge) -> Vec<String> {
        let all = self.outlook_with_fields(merged).into_iter();
        all.map(|(sentence, _)| sentence).collect()
    }

    /// Returns the sentences of [`Self::outlook`], each with the first field that it is about.
    pub fn outlook_with_fields(&self, merged: &Merge) -> Vec<(String, Option<Path>)> {
        let mut out = Vec::new();
        for step in merged
            .steps
            .iter()
            .filter(|step| step.rule == Rule::DefaultReturns)
        {
            let sentence = format!("{}: {}", merged.distinct_step_path(step), merged.sentence(step));
            out.push((sentence, Some(merged.step_path(step))));
        }
        let notes = self.aftermath(merged).into_iter();
        out.extend(notes.map(|note| (note.sentence, note.path)));
        out
    }

    /// Returns what stays different after this apply.
    fn aftermath(&self, merged: &Merge) -> Vec<OutlookNote> {
        if merged.rejection().is_some() {
            return Vec::new();
        }
        // Convergence is more important than drift.
        let convergence = self.convergence(merged);
        let sentence = convergence.sentence();
        let mut out = Vec::from_iter(sentence.map(|sentence| OutlookNote {
            title: convergence.title().to_owned(),
            sentence,
            path: convergence.first_field(),
            is_drift: false,
        }));
        let rows = ledger(self, merged);
        let kept = rows.iter().filter(|row| row.rule == Rule::LedgerDriftKept);
        let survivors: Vec<String> = kept.clone().map(|row| row.path.to_string()).collect();
        if !survivors.is_empty() {
            let title = format!("Drift is kept ({})", survivors.len());
            let names = first_of(survivors.into_iter(), MAX_NAMES);
            out.push(OutlookNote {
                sentence: format!("{title}: {names}. {}", Rule::LedgerDriftKept.text().rule),
                title,
                path: kept.map(|row| row.path.clone()).next(),
                is_drift: true,
            });
        }
        out
    }

    /// Returns what stays different after this apply, and what its patch does not express, the most important first.
    pub fn outlook_notes(&self, merged: &Merge) -> Vec<OutlookNote> {
        let mut notes = self.aftermath(merged);
        let remarks = &self.created.remarks;
        notes.extend(remarks.first().map(|first| OutlookNote {
            title: match remarks.len() {
                1 => format!("1 note: {} at {}", first.reason.rule.text().name, first.path),
                count => format!("{count} notes"),
            },
            is_drift: false,
            sentence: self.sentences().remark(first),
            path: Some(first.path.clone()),
        }));
        notes
    }
}

/// What stays different after an apply, or what its patch does not express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlookNote {
    /// The title; not escaped.
    pub title: String,
    /// The whole sentence; not escaped. It can begin with the title.
    pub sentence: String,
    /// The first field that it is about.
    pub path: Option<Path>,
    /// Whether it is about fields that the apply does not change.
    pub is_drift: bool,
}
