//! The six compliance types on the current object.

use super::list::{ListContent, ListItem, ListView, OnMergeChange};
use crate::explorer::action::Action;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::policy::verdict_task::{TypeVerdict, Verdicts};
use crate::explorer::policy::verdicts::{mark_of, types_blocker, types_task, verdicts};
use crate::explorer::workspace::Workspace;
use crate::merge::Semantics;

/// The compliance types with their verdicts on the object.
#[derive(Clone, Debug)]
pub(crate) struct ComplianceTypes(Vec<TypeVerdict>);

impl ComplianceTypes {
    /// Returns the list, with the cursor on the type of the policy.
    pub(super) fn with_cursor(verdicts: Vec<TypeVerdict>, cx: &Workspace) -> (Self, usize) {
        let is_shown = |row: &TypeVerdict| matches!(cx.semantics(), Semantics::Policy(compliance) if compliance.kind == row.kind);
        let cursor = verdicts.iter().position(is_shown).unwrap_or(0);
        (Self(verdicts), cursor)
    }
}

impl ListContent for ComplianceTypes {
    fn open(cx: &mut Workspace) -> Option<(Self, usize)> {
        cx.stop_playing();
        match verdicts(types_task(cx), cx)? {
            Verdicts::Types(verdicts) => Some(Self::with_cursor(verdicts, cx)),
            Verdicts::Templates(_) => None,
        }
    }

    fn blocker(cx: &Workspace) -> Option<HintText> {
        types_blocker(cx)
    }

    fn len(&self, _cx: &Workspace) -> usize {
        self.0.len()
    }

    fn view(&self, cursor: usize, _cx: &Workspace) -> ListView {
        let row = |row: &TypeVerdict| ListItem {
            lead: String::new(),
            mark: mark_of(row.standing),
            label: format!("{:<17}", row.kind.name()),
            text: format!(
                "{:<13}  {}{}",
                row.standing.name(),
                row.changes,
                if row.kind.is_proposed() {
                    "  (proposed)"
                } else {
                    ""
                }
            ),
            ..ListItem::default()
        };
        let detail =
            |row: &TypeVerdict| format!("{}: {}. {}", row.kind.name(), row.kind.meaning(), row.detail);
        ListView {
            title: "compliance types".to_owned(),
            sentence: Some("Verdict and number of changes for each type.".to_owned()),
            rows: self.0.iter().map(row).collect(),
            detail: self.0.get(cursor).map_or(String::new(), detail),
            hint: words("{}: show, {}: close", [Action::CHOOSE, Action::CLOSE]),
            ..ListView::default()
        }
    }

    fn choose(&self, index: usize, cx: &mut Workspace) -> Option<Action> {
        if let (Some(row), Semantics::Policy(compliance)) = (self.0.get(index), cx.semantics()) {
            cx.switch_semantics(Semantics::Policy(compliance.with_type(row.kind)));
        }
        None
    }

    fn merge_changed(&mut self, cx: &Workspace) -> OnMergeChange {
        match types_task(cx).filter(|_| !cx.is_large()).map(|task| task.run()) {
            Some(Verdicts::Types(verdicts)) => {
                self.0 = verdicts;
                OnMergeChange::Refreshed("list updated".into())
            }
            _ => OnMergeChange::Close("the merge changed; compliance types closed".into()),
        }
    }
}
