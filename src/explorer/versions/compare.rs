//! Two versions to be laid side by side: their inputs, and the lines of text in which they differ.

use super::pair::VersionPair;
use crate::explorer::compare::state::{CompareResult, CompareState};
use crate::explorer::panes::change_flash::line_change;
use crate::explorer::popups::{ListKind, Popup};
use crate::explorer::screens::ScreenState;
use crate::explorer::state::Explorer;
use crate::merge::Inputs;
use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};

/// More lines than this are not told one by one.
const MAX_DIFF_LINES: usize = 20;

impl Explorer {
    /// The number of the version that the panes show.
    pub(crate) fn shown_version(&self) -> usize {
        self.versions.number(self.versions.shown())
    }

    /// Whether two versions stand side by side.
    pub(crate) fn compares_versions(&self) -> bool {
        matches!(&self.screen, ScreenState::Compare(comparing) if matches!(comparing.compared, CompareResult::Versions(_)))
    }

    /// Why the version under the cursor cannot be compared with the one that is shown, if it cannot.
    pub(crate) fn compare_versions_blocker(&self) -> Option<String> {
        match self.overlay {
            Some(Popup::List {
                listing: ListKind::Versions,
                cursor,
            }) if cursor != self.versions.shown() => None,
            _ => Some("compare: this is the version that is shown; choose another one".to_owned()),
        }
    }

    /// Lays the results of the version under the cursor and of the one that is shown side by side.
    pub(crate) fn compare_versions(&mut self) {
        let Some(Popup::List { cursor, .. }) = self.overlay else {
            return;
        };
        let shown = self.versions.shown();
        let pair = [cursor.min(shown), cursor.max(shown)];
        let [Some(first), Some(second)] = pair.map(|at| self.versions.get(at)) else {
            return;
        };
        let inputs = |version| Some(self.masks.apply(self.inputs_of_version(version)?));
        let (Some(one), Some(other)) = (inputs(first), inputs(second)) else {
            return;
        };
        let changed = [only_in(&one, &other), only_in(&other, &one)];
        let about = [first, second].map(|version| {
            let time = version.time.as_deref().unwrap_or("at the start");
            format!("{time} · {}", version.change)
        });
        let pair = VersionPair {
            numbers: pair.map(|at| self.versions.number(at)),
            inputs: [one, other],
            about,
            changed,
        };
        self.overlay = None;
        self.screen = ScreenState::Compare(Box::new(CompareState::new(CompareResult::Versions(Box::new(
            pair,
        )))));
    }
}

/// The lines of text that some inputs have and others have not. Of the texts as they are shown: the values of Secrets may
/// be hidden.
fn only_in(inputs: &Inputs, others: &Inputs) -> Vec<ExplanationLine> {
    let mut lines = Vec::new();
    let mut more = 0;
    let of = |inputs: &Inputs| -> Vec<_> {
        let all = std::iter::once(&inputs.live).chain(&inputs.patches);
        all.cloned().collect()
    };
    for (document, other) in of(inputs).iter().zip(&of(others)) {
        let change = line_change(other.text(), document.text());
        if !change.added.is_empty() {
            lines.push(explanation_line(
                LineKind::Title,
                format!("only here in {}:", document.name()),
            ));
        }
        for number in change.added {
            if lines.len() > MAX_DIFF_LINES {
                more += 1;
                continue;
            }
            let text = document.lines().line(document.text(), number - 1);
            lines.push(explanation_line(LineKind::Says, format!("{number:>4}  {text}")));
        }
    }
    if more > 0 {
        lines.push(explanation_line(LineKind::Says, format!("and {more} more lines")));
    }
    lines
}
