//! What comes of an apply in the long run: drift that survives, and whether applying the same file again comes to an end.

use super::apply;
use super::ledger::ledger;
use super::outcome::{AppliedPatch, ApplyComputation};
use super::stored::stored;
use crate::document::{Document, Numbers, read_live, same, write};
use crate::merge::{Merge, Rule, RuleEffect, server_answer};
use crate::schema::Schema;

/// How many paths a sentence names.
const NAMES_LIMIT: usize = 8;

/// As many applies are tried.
const ROUNDS: usize = 4;

/// What comes of applying the same file to what was stored.
#[derive(Clone, Debug)]
pub enum Settling {
    /// After so many more applies that change something, kubectl says `unchanged`.
    Settles(usize),
    /// Every apply sends a patch; the object stays as it is, if `is_still`.
    Never {
        /// The apply that is repeated.
        again: Box<ApplyComputation>,
        /// Whether the object stays as it is.
        is_still: bool,
    },
    /// Nothing can be said: a patch is rejected, or the applies were too many to try.
    Unknown,
}

impl ApplyComputation {
    /// What applying the same file to what is stored would send; nothing if the apply settles at once, or if nothing can be
    /// said.
    pub fn again(&self, merged: &Merge) -> Option<ApplyComputation> {
        match self.settling(merged) {
            Settling::Never { again, .. } => Some(*again),
            Settling::Settles(_) | Settling::Unknown => None,
        }
    }

    /// What comes of it in the long run, in sentences: drift that survives, an apply that never settles.
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
        let rows = ledger(self, merged);
        let survivors: Vec<String> = rows
            .iter()
            .filter(|row| row.fate == Rule::LedgerDriftKept)
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
        if let Some(message) = server_answer(merged).message() {
            out.push(format!("The API server rejects the result: {message}"));
        }
        match self.settling(merged) {
            Settling::Never { again, is_still } => {
                let told = again.told();
                let lines = told.lines(&again.created).into_iter();
                let tips = lines.filter(|line| line.reason.rule.effect() != RuleEffect::Matched);
                let paths: Vec<String> = tips.map(|line| line.path.to_string()).collect();
                out.push(format!(
                    "This apply never converges: the same file applied again sends {} again.{}",
                    paths[..paths.len().min(NAMES_LIMIT)].join(", "),
                    if is_still {
                        " The object stays as it is, and kubectl prints `configured` every time."
                    } else {
                        ""
                    }
                ));
            }
            Settling::Settles(1) => {
                out.push("This apply converges with the next one, which changes more.".to_owned())
            }
            Settling::Settles(more) if more > 0 => out.push(format!(
                "This apply converges later: the next {more} applies change more."
            )),
            Settling::Settles(_) | Settling::Unknown => {}
        }
        out
    }

    /// Applies the same file to what the API server stores, until nothing is sent or the objects repeat themselves.
    pub fn settling(&self, merged: &Merge) -> Settling {
        self.try_settling(merged).unwrap_or(Settling::Unknown)
    }

    fn try_settling(&self, merged: &Merge) -> Option<Settling> {
        let schema = &self.request.schema;
        let mut seen = vec![stored_result(self.live(), merged, schema)?];
        for round in 0..ROUNDS {
            let live = seen.last()?;
            let again = apply(&AppliedPatch {
                live: std::sync::Arc::new(live.clone()),
                manifest: std::sync::Arc::clone(&self.manifest),
                last_applied: None,
                schema: std::sync::Arc::clone(schema),
                overwrite: true,
            })
            .ok()?;
            if again.is_unchanged() {
                return Some(Settling::Settles(round));
            }
            let next = stored_result(live, &again.merged(false), schema)?;
            let is_same = |old: &Document| same(old, old.root(), &next, next.root(), Numbers::ByValue);
            if let Some(at) = seen.iter().position(is_same) {
                return Some(Settling::Never {
                    again: Box::new(again),
                    is_still: at + 1 == seen.len(),
                });
            }
            seen.push(next);
        }
        None
    }
}

/// The object after a request; none if it is rejected.
fn stored_result(live: &Document, merged: &Merge, schema: &Schema) -> Option<Document> {
    if merged.rejection().is_some() || server_answer(merged).message().is_some() {
        return None;
    }
    let result = read_live("result", write::yaml(&merged.scene).into_bytes()).ok()?;
    stored(live, &result, schema)
}
