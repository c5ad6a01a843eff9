//! The ledger of an apply: who sets each field, and why.

use std::sync::Arc;

use crate::create::ledger;
use crate::create::{ApplyComputation, DocumentSide};
use crate::explorer::effect::Effect;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::workspace::Workspace;
use crate::merge::RuleEffect;
use crate::report::redact::Secrets;

/// A ledger to make. It holds all that it needs, so any thread can run it.
#[derive(Clone, Debug)]
pub struct LedgerTask {
    applied: Arc<ApplyComputation>,
    /// Without the values.
    hidden: bool,
}

/// Returns the reason why there is no ledger, as text for the status line, or `None` if there is one.
pub(crate) fn blocker(cx: &Workspace) -> Option<HintText> {
    let is_apply = matches!(cx.mode, Mode::Apply(_));
    (!is_apply).then(|| "the ledger is only available in `mergescope apply`".into())
}

/// The lines of the ledger; none if they are made in the background, because the inputs are large.
pub(crate) fn lines(cx: &mut Workspace) -> Option<Vec<String>> {
    match task(cx) {
        Some(_) if cx.is_large() => {
            cx.say("computing the ledger…");
            cx.effect(Effect::Ledger);
            None
        }
        Some(task) => Some(task.run()),
        None => Some(vec!["no patch can be computed".to_owned()]),
    }
}

/// The work that [`Effect::Ledger`] asks for.
pub(crate) fn task(cx: &Workspace) -> Option<LedgerTask> {
    let Mode::Apply(apply) = &cx.mode else {
        return None;
    };
    Some(LedgerTask {
        applied: Arc::clone(apply.applied()?),
        hidden: cx.merged().secrets() == Secrets::Hidden,
    })
}

impl LedgerTask {
    /// Merges, and makes the lines.
    pub fn run(self) -> Vec<String> {
        let applied = &self.applied;
        let merged = applied.merged(true);
        if let Some(rejection) = merged.rejection() {
            return vec![format!(
                "the API server would reject the patch: {}",
                rejection.message.trim_end()
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
                    ("last-applied", applied.cell(DocumentSide::Original, row.last)),
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
