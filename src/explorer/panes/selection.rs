//! Lines of a pane that are selected by dragging the mouse over them, to be copied.

use std::ops::RangeInclusive;

use crate::explorer::action::Action;
use crate::explorer::copy::action::CopyAction;
use crate::explorer::copy::action::CopyTarget;
use crate::explorer::effect::Effect;
use crate::explorer::hint_text::HintText;
use crate::explorer::looking::{Clip, Selection};
use crate::explorer::panes::action::PanesAction;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::popups::copy::plain;
use crate::explorer::state::Explorer;
use crate::report::rows::outline;

impl Explorer {
    /// Selects the lines from the cursor of a pane, or from where the selection began, to a row.
    pub(crate) fn select_to(&mut self, pane: Pane, row: usize) {
        let rows = self.row_count(pane);
        if rows == 0 {
            return;
        }
        let began = self.looking.selection.filter(|selection| selection.pane == pane);
        let first = began.map_or(self.view(pane).cursor, |selection| selection.first);
        let last = row.min(rows - 1);
        self.focus = Focus::Document(pane);
        self.views[pane as usize].put(last, rows);
        self.relink();
        self.looking.selection = Some(Selection { pane, first, last });
        let count = first.abs_diff(last) + 1;
        let lines = if count == 1 { "line" } else { "lines" };
        let says = HintText::from(format!("{count} {lines} selected; "));
        self.say(says.key(Action::Copy(CopyAction::Ask)).text(" copies"));
    }

    /// The selected rows of a pane.
    pub(crate) fn selected(&self, pane: Pane) -> Option<RangeInclusive<usize>> {
        let selection = self
            .looking
            .selection
            .filter(|selection| selection.pane == pane)?;
        let Selection { first, last, .. } = selection;
        Some(first.min(last)..=first.max(last))
    }

    /// Whether lines are selected.
    pub fn has_selection(&self) -> bool {
        self.looking.selection.is_some()
    }

    /// What goes on with the lines, or looks at them, keeps them selected; all else lets go of them. Says whether it did.
    pub(crate) fn clear_selection(&mut self, action: Action) -> bool {
        let keeps = matches!(
            action,
            Action::Panes(PanesAction::Select(..))
                | Action::Panes(PanesAction::Scroll(..))
                | Action::Panes(PanesAction::ScrollHorizontally(_))
                | Action::Panes(PanesAction::ScrollPaneHorizontally(..))
                | Action::Copy(CopyAction::Ask)
                | Action::Redraw
                | Action::Suspend
        );
        !keeps && self.looking.selection.take().is_some()
    }

    /// Puts the selected lines on their way to the clipboard.
    pub(crate) fn copy_lines(&mut self) -> Vec<Effect> {
        let Some(selection) = self.looking.selection.take() else {
            return Vec::new();
        };
        let Selection { pane, first, last } = selection;
        let text = plain(&self.text_of_rows(pane, first.min(last), first.max(last)));
        self.looking.clip = Some(Clip {
            what: CopyTarget::Lines,
            text,
        });
        vec![Effect::Copy]
    }

    /// The lines of some rows and of all that is folded behind them, as the document has them; what is no longer part of
    /// the result is left out.
    fn text_of_rows(&self, pane: Pane, first: usize, last: usize) -> String {
        let from = self.base_row(pane, first);
        let end = self.base_row(pane, last);
        let end = end + self.folded_behind(pane, end).unwrap_or(0);
        let count = end + 1 - from;
        let source = match pane {
            Pane::Live => Some(self.session.live()),
            Pane::Patch => self.session.patch(self.patch_shown),
            Pane::Result => None,
        };
        let lines: Vec<String> = match source {
            Some(view) => view
                .rows(from, count)
                .into_iter()
                .map(|(_, text, _)| text)
                .collect(),
            None => {
                let (scene, heights) = (&self.session.merge().scene, self.session.heights());
                let rows = outline::rows(scene, heights, from, count).into_iter();
                let there = rows.filter(|entry| !entry.ghost);
                there.map(|entry| entry.text(scene, heights)).collect()
            }
        };
        lines.join("\n")
    }
}
