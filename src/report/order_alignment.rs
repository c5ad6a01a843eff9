//! Displays a patch list and its `$setElementOrder` in two columns, up to the first difference.

use unicode_width::UnicodeWidthStr;

use super::explanation_line::{ExplanationLine, LineKind, explanation_line};
use crate::document::escape::visible;
use crate::merge::OrderSequences;

/// Number of rows before and after the difference.
const CONTEXT_LINES: usize = 3;
/// Maximum width of a name, in cells.
const MAX_NAME_CELLS: usize = 24;

/// Returns the lines for the explanation pane, with a header: up to the item that is not in the order, and
/// its position in the order.
pub(crate) fn align(sequences: &OrderSequences) -> Vec<ExplanationLine> {
    let mut rows = sequences.aligned();
    // The items after it are not compared.
    let lost = rows.iter().position(|(_, entry)| entry.is_none());
    rows.truncate(lost.map_or(rows.len(), |lost| lost + 1));
    let missing = lost.and_then(|lost| rows[lost].0);
    let anchor = rows
        .iter()
        .position(|(_, entry)| entry.is_some() && *entry == missing);
    let shown = |at: usize| {
        let near = |place: Option<usize>| place.is_some_and(|place| place.abs_diff(at) <= CONTEXT_LINES);
        near(anchor) || near(lost)
    };
    let cell = |text: Option<&str>| shorten(&visible(text.unwrap_or_default()));
    let widths = rows.iter().map(|(item, _)| cell(*item).width());
    let width = widths.max().unwrap_or(0).max("patch list".len());
    let pad = |text: String| format!("{text}{}", " ".repeat(width.saturating_sub(text.width())));
    let mut lines = vec![explanation_line(
        LineKind::Aligned,
        format!("{}    order", pad("patch list".to_owned())),
    )];
    let mut left_out = false;
    for (at, (item, entry)) in rows.iter().enumerate() {
        if !shown(at) {
            left_out = true;
            continue;
        }
        if std::mem::take(&mut left_out) {
            lines.push(explanation_line(
                LineKind::Aligned,
                format!("{}    …", pad("…".to_owned())),
            ));
        }
        let sign = if entry.is_none() { "✗" } else { " " };
        let note = if Some(at) == anchor { "  ← here" } else { "" };
        let text = format!("{} {sign}  {}{note}", pad(cell(*item)), cell(*entry));
        lines.push(explanation_line(LineKind::Aligned, text.trim_end()));
    }
    lines
}

fn shorten(text: &str) -> String {
    let mut used = 0;
    let cut = text.char_indices().find(|(_, c)| {
        used += unicode_width::UnicodeWidthChar::width(*c).unwrap_or(0);
        used > MAX_NAME_CELLS
    });
    cut.map_or_else(|| text.to_owned(), |(at, _)| format!("{}…", &text[..at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(patch: &[&str], order: &[&str], mismatch: usize) -> Vec<String> {
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let sequences = OrderSequences {
            patch: own(patch),
            order: own(order),
            mismatch,
            also: None,
            missing: Vec::new(),
        };
        align(&sequences).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn the_item_without_a_place_is_shown_with_the_place_that_it_missed() {
        assert_eq!(
            texts(&["a", "c", "b"], &["a", "b", "c"], 2),
            [
                "patch list    order",
                "a             a",
                "              b  ← here",
                "c             c",
                "b          ✗",
            ]
        );
        assert_eq!(
            texts(&["x"], &["a"], 0),
            ["patch list    order", "              a", "x          ✗"]
        );
        assert_eq!(texts(&[], &[], 0), ["patch list    order"]);
    }

    #[test]
    fn long_agreement_is_left_out() {
        let names: Vec<String> = (0..40).map(|n| format!("name-{n}")).collect();
        let mut patch: Vec<&str> = names.iter().map(String::as_str).collect();
        patch.push("name-10");
        let rows = texts(&patch, &patch[..40], 40);
        assert_eq!(rows.iter().filter(|row| row.contains('…')).count(), 2);
        assert!(rows.len() <= 4 * CONTEXT_LINES + 4, "{rows:?}");
    }
}
