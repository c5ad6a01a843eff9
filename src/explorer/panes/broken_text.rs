//! The rows of an unreadable text, which are shown instead of the last readable one.

use unicode_width::UnicodeWidthStr;

use super::focus::Pane;
use super::row::PaneRow;
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

/// Returns `height` rows around the error, which is marked.
pub(super) fn rows(unread: &UnreadInput, height: usize, cx: &Workspace) -> Vec<PaneRow> {
    // A patch can omit the kind of its object.
    let can_have_secrets = unread.secret || cx.merged().secrets() == Secrets::Hidden;
    if can_have_secrets && !cx.session.redaction.show {
        let text = "(hidden: may contain Secret values)".to_owned();
        return vec![PaneRow {
            text,
            ..PaneRow::default()
        }];
    }
    let wrong = unread.position.line as usize;
    let above = (wrong - unread.first_line.min(wrong)).saturating_sub(height / 2);
    let lines = (unread.first_line..).zip(&unread.lines).skip(above).take(height);
    let row = |(number, line): (usize, &String)| {
        let is_wrong = number == wrong;
        let column = (unread.position.column as usize).saturating_sub(1);
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
            faulty: (is_wrong && from < to).then_some(from..to),
            note: if is_wrong {
                visible(&unread.what).into_owned()
            } else {
                String::new()
            },
            ..PaneRow::default()
        }
    };
    lines.map(row).collect()
}
