//! What follows an apply, in sentences: drift that is kept, and an apply that does not converge at once.

use super::convergence::first_names;
use super::ledger::ledger;
use super::outcome::ApplyComputation;
use crate::merge::{Merge, Rule};

impl ApplyComputation {
    /// Returns what follows this apply as sentences: drift that is kept, and an apply that does not converge
    /// at once.
    pub fn outlook(&self, merged: &Merge) -> Vec<String> {
        let mut out = Vec::new();
        for step in merged
            .steps
            .iter()
            .filter(|step| step.rule == Rule::DefaultReturns)
        {
            out.push(format!("{}: {}", merged.step_path(step), merged.sentence(step)));
        }
        out.extend(self.aftermath(merged));
        out
    }

    /// Returns what stays different after this apply, as sentences with a title before the first colon.
    fn aftermath(&self, merged: &Merge) -> Vec<String> {
        if merged.rejection().is_some() {
            return Vec::new();
        }
        // Convergence is more important than drift.
        let mut out = Vec::from_iter(self.convergence(merged).sentence());
        let rows = ledger(self, merged);
        let survivors: Vec<String> = rows
            .iter()
            .filter(|row| row.rule == Rule::LedgerDriftKept)
            .map(|row| row.path.to_string())
            .collect();
        if !survivors.is_empty() {
            out.push(format!(
                "Drift is kept ({}): {}. {}",
                survivors.len(),
                first_names(&survivors),
                Rule::LedgerDriftKept.text().rule
            ));
        }
        out
    }

    /// Returns the titles of what stays different after this apply, and of what its patch does not express.
    pub fn outlook_titles(&self, merged: &Merge) -> Vec<String> {
        let title = |sentence: &String| {
            let title = sentence
                .split_once(": ")
                .map_or(sentence.as_str(), |(title, _)| title);
            title.trim_end_matches('.').to_owned()
        };
        let mut titles: Vec<String> = self.aftermath(merged).iter().map(title).collect();
        titles.extend(match &self.created.remarks[..] {
            [] => None,
            [only] => Some(format!(
                "1 note: {} at {}",
                only.reason.rule.text().name,
                only.path
            )),
            notes => Some(format!("{} notes", notes.len())),
        });
        titles
    }
}
