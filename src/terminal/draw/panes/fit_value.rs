//! Shortens a line so that its value stays readable.

use unicode_width::UnicodeWidthStr;

use crate::terminal::draw::canvas::{fit, fit_end, skip};

/// Fits the text into `width` cells. A value that is too long is shortened in the middle, because the end of
/// an image or a path is important. So is a changed line without a key.
/// Of a changed value, the part from the column `differs_from` on is the most important.
pub(super) fn fit_value(
    text: &str,
    width: usize,
    ellipsis: &str,
    is_changed: bool,
    differs_from: Option<usize>,
) -> String {
    /// The minimum width of a shortened value.
    const MIN_VALUE_WIDTH: usize = 10;
    let indent = text.len() - text.trim_start().len();
    let value = match (text.find(": "), text[indent..].starts_with("- ")) {
        (Some(colon), _) => colon + 2,
        (None, true) => indent + 2,
        (None, false) if is_changed => indent,
        (None, false) => return fit(text, width, ellipsis),
    };
    let (head, value) = text.split_at(value);
    let differs_from = differs_from.and_then(|column| column.checked_sub(head.width()));
    // Computing the width of a very long text is expensive.
    let is_long = text.len() > 64 * width;
    // Comments and remarks are sentences.
    if text[indent..].starts_with(['#', '(']) || is_long {
        return fit(text, width, ellipsis);
    }
    let value_width = value.width();
    let mut head = head.to_owned();
    // A long key is less important than its value.
    let key_room = width.saturating_sub(indent + value_width.min(MIN_VALUE_WIDTH));
    if head.width() > indent + key_room && key_room >= MIN_VALUE_WIDTH {
        head = format!(
            "{}{}",
            &head[..indent],
            fit_middle(&head[indent..], key_room, ellipsis)
        );
    }
    match width.checked_sub(head.width()) {
        Some(room) if room >= value_width.min(MIN_VALUE_WIDTH) => match differs_from {
            Some(column) => head + &fit_around(value, column, room, ellipsis),
            None => head + &fit_middle(value, room, ellipsis),
        },
        _ => fit(text, width, ellipsis),
    }
}

/// Returns the start and the end of a text in `width` cells.
fn fit_middle(text: &str, width: usize, ellipsis: &str) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let before = width * 2 / 5;
    fit(text, before, "") + &fit_end(text, width - before, ellipsis)
}

/// Returns the part of a text around a column in `width` cells; the start and the end, if they show the column.
fn fit_around(text: &str, column: usize, width: usize, ellipsis: &str) -> String {
    /// The minimum number of cells to show from the column on.
    const MIN_VALUE_WIDTH: usize = 4;
    let (all, cut) = (text.width(), ellipsis.width());
    let (before, after) = (width * 2 / 5, width - width * 2 / 5);
    let is_at_start = column + MIN_VALUE_WIDTH <= before;
    let is_at_end = column + after >= all + cut;
    if all <= width || is_at_start || is_at_end {
        return fit_middle(text, width, ellipsis);
    }
    let from = column.saturating_sub(width / 3).min(all - width);
    fit(&skip(text, from, ellipsis), width, ellipsis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_value_keeps_both_ends() {
        let cases = [
            ("image: web:1", 20, "image: web:1"),
            (
                "  image: registry.example.com/shop/checkout:2.15.0",
                30,
                "  image: registry…ckout:2.15.0",
            ),
            (
                "- --config=/etc/checkout/config.yaml",
                22,
                "- --config…config.yaml",
            ),
            ("# a comment: that is longer", 12, "# a comment…"),
            ("plain text without a key", 12, "plain text …"),
            ("averyveryverylongkey: value", 12, "averyveryve…"),
            (
                "    app.kubernetes.io/instance: checkout",
                31,
                "    app.kub…/instance: checkout",
            ),
            (
                "    app.kubernetes.io/instance: a-long-checkout",
                31,
                "    app.ku…instance: a-lo…ckout",
            ),
        ];
        for (text, width, want) in cases {
            let shown = fit_value(text, width, "…", false, None);
            assert_eq!(shown, want);
            assert!(shown.width() <= width);
        }
        let changed = fit_value("server.150.host = backend-150.eu.svc", 28, "…", true, None);
        assert_eq!(changed, "server.150.…ckend-150.eu.svc");
    }

    #[test]
    fn a_cut_value_shows_where_it_differs() {
        let text = "  args: --first=1 --middle=2 --third=3 --last=4";
        let cases = [
            // The column of the difference, and the text in 26 cells.
            (8, "  args: --firs…--last=4"),
            (33, "  args: …--third=3 --l…"),
            (25, "  args: …iddle=2 --thi…"),
            (46, "  args: --firs…--last=4"),
        ];
        for (column, want) in cases {
            let shown = fit_value(text, 23, "…", false, Some(column));
            assert_eq!(shown, want, "{column}");
        }
    }
}
