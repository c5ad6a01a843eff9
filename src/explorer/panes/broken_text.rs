//! The rows of an unreadable text, which are shown instead of the last readable one.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use super::focus::Pane;
use super::row::{PaneRow, RowCursor};
use crate::document::escape::visible;
use crate::explorer::inputs::input_error::UnreadInput;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::workspace::Workspace;
use crate::merge::{Mark, Marks};
use crate::report::redact::Secrets;

/// Returns the newest text of the input of a pane, if it cannot be read.
pub(crate) fn unread_in(pane: Pane, cx: &Workspace) -> Option<(InputId, &UnreadInput)> {
    let input = match (&cx.mode, pane) {
        // The patch is computed from the manifest.
        (Mode::Apply(_), Pane::Patch) => InputId::Manifest,
        _ => cx.input_in(pane)?,
    };
    let rejected = || {
        cx.apply_rejection()?
            .manifest
            .as_deref()
            .filter(|_| pane == Pane::Patch)
    };
    Some((input, cx.inputs.unread(input).or_else(rejected)?))
}

/// Returns the lines that a pane shows instead of its own: those of a file, or of a text that cannot be read.
pub(crate) fn lines_in(pane: Pane, cx: &Workspace) -> Option<(InputId, &UnreadInput)> {
    let file = cx.file_lines(pane).map(|file| (file.input, &*file.lines));
    file.or_else(|| unread_in(pane, cx))
}

impl UnreadInput {
    /// Returns the numbers of `height` lines around the position.
    pub(crate) fn window(&self, height: usize) -> Range<usize> {
        let line = self.position.line as usize;
        let above = (line - self.first_line.min(line)).saturating_sub(height / 2);
        let first = self.first_line + above;
        first..(first + height).min(self.first_line + self.lines.len())
    }
}

/// Returns `height` rows around the position of some lines. The error of the text is marked.
pub(super) fn rows(
    pane: Pane,
    shown: &UnreadInput,
    wrong: Option<&UnreadInput>,
    height: usize,
    cx: &Workspace,
) -> Vec<PaneRow> {
    // A patch can omit the kind of its object.
    let can_have_secrets = shown.secret || cx.merged().secrets() == Secrets::Hidden;
    if can_have_secrets && !cx.session.redaction.show {
        let text = "(hidden: may contain Secret values)".to_owned();
        return vec![PaneRow {
            text,
            ..PaneRow::default()
        }];
    }
    let window = shown.window(height);
    let lines = (shown.first_line..).zip(&shown.lines);
    let lines = lines.filter(|(number, _)| window.contains(number));
    let last = shown.first_line + shown.lines.len().saturating_sub(1);
    let row = |(number, line): (usize, &String)| {
        // The end of the text can be after its last line.
        let error = wrong.filter(|wrong| (wrong.position.line as usize).min(last) == number);
        let is_wrong = error.is_some();
        let is_shown = number == shown.position.line as usize;
        let column = error.map_or(0, |error| match error.position.line as usize > last {
            true => line.len(),
            false => (error.position.column as usize).saturating_sub(1),
        });
        let before: String = line.chars().take(column).collect();
        let (from, to) = (visible(&before).width(), visible(line).width());
        PaneRow {
            number: Some(number),
            text: visible(line).into_owned(),
            marks: match is_wrong {
                true => Marks::default().with(Mark::Rejected),
                false => Marks::default(),
            },
            fresh: is_wrong,
            flash: is_shown && !is_wrong,
            cursor: if is_shown && cx.file_lines(pane).is_some() {
                RowCursor::Here
            } else {
                RowCursor::None
            },
            faulty: (is_wrong && from < to).then_some(from..to),
            note: error.map_or_else(String::new, |error| visible(&error.what).into_owned()),
            ..PaneRow::default()
        }
    };
    lines.map(row).collect()
}
