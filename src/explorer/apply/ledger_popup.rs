//! The ledger of an apply: who wins each field, and why.

use std::sync::Arc;

use crate::create::ledger;
use crate::create::{ApplyComputation, DocumentSide};
use crate::explorer::effect::Effect;
use crate::explorer::popups::Popup;
use crate::explorer::state::Explorer;
use crate::merge::RuleEffect;
use crate::report::redact::Secrets;

/// A ledger to be made. It needs nothing but itself: any thread may run it.
#[derive(Clone, Debug)]
pub struct LedgerTask {
    applied: Arc<ApplyComputation>,
    /// Without the values.
    hidden: bool,
}

impl Explorer {
    /// Shows the ledger, at once or once it is made beside the keys.
    pub(crate) fn show_ledger(&mut self) -> Vec<Effect> {
        match self.ledger_task() {
            Some(_) if self.is_large() => {
                self.say("making the ledger…");
                return vec![Effect::Ledger];
            }
            Some(task) => self.on_ledger(task.run()),
            None => self.on_ledger(vec!["no patch can be made, so nobody wins".to_owned()]),
        }
        Vec::new()
    }

    /// The work that [`Effect::Ledger`] asks for.
    pub fn ledger_task(&self) -> Option<LedgerTask> {
        Some(LedgerTask {
            applied: Arc::clone(self.applied()?),
            hidden: self.session.secrets() == Secrets::Hidden,
        })
    }

    /// Takes the ledger over; a question or a text area that was opened meanwhile goes first.
    pub(crate) fn on_ledger(&mut self, lines: Vec<String>) {
        self.status = None;
        if self.overlay.is_none() && self.edit.is_none() {
            self.kubectl = lines;
            self.overlay = Some(Popup::Ledger { scroll: 0 });
        }
    }
}

impl LedgerTask {
    /// Merges, and makes the lines.
    pub fn run(self) -> Vec<String> {
        let applied = &self.applied;
        let merged = applied.merged(true);
        if let Some(refusal) = merged.rejection() {
            return vec![format!(
                "the server refuses the patch: {}",
                refusal.message.trim_end()
            )];
        }
        let remarks = applied.created.remarks.iter();
        let mut lines: Vec<String> = remarks
            .map(|remark| format!("! {}: {}", remark.path, applied.told().remark(remark)))
            .collect();
        lines.extend(
            applied
                .outlook(&merged)
                .into_iter()
                .map(|note| format!("! {note}")),
        );
        for row in ledger(applied, &merged) {
            let text = row.fate.text();
            let mark = text.effect.mark().map_or(' ', |mark| mark.glyph());
            lines.push(format!("{mark} {}  ({})", row.path, text.name));
            if !self.hidden && text.effect != RuleEffect::Nothing {
                let cells = [
                    ("last applied", applied.cell(DocumentSide::Original, row.last)),
                    ("manifest", applied.cell(DocumentSide::Modified, row.manifest)),
                    ("live", applied.cell(DocumentSide::Current, row.live)),
                    ("result", applied.result_cell(&merged, &row)),
                ];
                let cells =
                    cells.map(|(name, cell)| format!("{name} {}", cell.unwrap_or_else(|| "-".to_owned())));
                lines.push(format!("    {}", cells.join(" · ")));
            }
        }
        lines
    }
}
