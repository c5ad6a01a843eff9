//! What follows an apply, in sentences: drift that is kept, and an apply that does not converge at once.

use super::convergence::NAMES_LIMIT;
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
        if merged.rejection().is_some() {
            return out;
        }
        // Convergence is more important than drift.
        out.extend(self.convergence(merged).sentence());
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
                survivors[..survivors.len().min(NAMES_LIMIT)].join(", "),
                Rule::LedgerDriftKept.text().rule
            ));
        }
        out
    }
}
