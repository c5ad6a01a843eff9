//! The ledger of an apply: who sets each field, and why.

use super::list::{ListContent, ListItem, ListView, OnMergeChange};
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::apply::ledger;
use crate::explorer::apply::ledger_task::LedgerEntry;
use crate::explorer::go_to;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::workspace::Workspace;
use crate::merge::lower_case_start;

/// The rows of the ledger.
#[derive(Clone, Debug)]
pub(crate) struct LedgerList(pub(super) Vec<LedgerEntry>);

impl LedgerList {
    /// Returns the first row that leads to a place: a note can be about no field.
    pub(super) fn first_choice(&self) -> usize {
        let mut rows = self.0.iter();
        rows.position(|entry| entry.path.is_some() || entry.is_rejection())
            .unwrap_or(0)
    }
}

impl ListContent for LedgerList {
    fn open(cx: &mut Workspace) -> Option<(Self, usize)> {
        cx.stop_playing();
        let list = Self(ledger::entries(cx)?);
        let first = list.first_choice();
        Some((list, first))
    }

    fn len(&self, _cx: &Workspace) -> usize {
        self.0.len()
    }

    fn view(&self, cursor: usize, _cx: &Workspace) -> ListView {
        let row = |entry: &LedgerEntry| ListItem {
            mark: entry.mark,
            label: entry.rule.clone(),
            text: visible(&entry.text).into_owned(),
            truncate_start: entry.path.is_some() && entry.rule != LedgerEntry::NOTE,
            dim: entry.mark.is_none(),
            ..ListItem::default()
        };
        let detail = self
            .0
            .get(cursor)
            .map(|entry| visible(&entry.detail).into_owned());
        ListView {
            title: "ledger".to_owned(),
            rows: self.0.iter().map(row).collect(),
            detail: detail.unwrap_or_default(),
            hint: words("{}: go to the field, {}: close", [Action::CHOOSE, Action::CLOSE]),
            ..ListView::default()
        }
    }

    fn choice_blocker(&self, index: usize) -> Option<HintText> {
        let entry = self.0.get(index)?;
        let is_note = entry.path.is_none() && !entry.is_rejection();
        is_note.then(|| "this row is not about one field".into())
    }

    fn choose(&self, index: usize, cx: &mut Workspace) -> Option<Action> {
        let entry = self.0.get(index)?;
        if entry.is_rejection() {
            cx.focus_unread_input();
            cx.say(entry.detail.clone());
            return None;
        }
        let path = entry.path.as_ref()?;
        // The rest of the details is in the ledger.
        let first = entry
            .detail
            .split_inclusive(". ")
            .next()
            .unwrap_or_default()
            .trim_end();
        let why = match entry.rule == LedgerEntry::NOTE {
            true => first.trim_end_matches('.').to_owned(),
            // The sentence can have a colon, and the key to go back follows it.
            false => format!("{path}, {}", lower_case_start(first.trim_end_matches('.'))),
        };
        go_to::go_to_change_of(path, &why, cx);
        None
    }

    fn merge_changed(&mut self, _cx: &Workspace) -> OnMergeChange {
        OnMergeChange::Close(words(
            "apply changed, ledger closed; {}: open again",
            [Action::Ledger],
        ))
    }
}
