//! A patch list and its `$setElementOrder` side by side, up to where they part.

use unicode_width::UnicodeWidthStr;

use super::story::{Kind, Line, line};
use crate::document::escape::visible;
use crate::merge::Sequences;

/// How many rows of agreement are shown.
const ROWS: usize = 6;
/// Cells of a name, at most.
const NAME: usize = 24;

/// One row: a patch item and the order's entry that it met.
#[derive(Debug, PartialEq, Eq)]
struct Pair<'s> {
    patch: Option<&'s str>,
    order: Option<&'s str>,
}

/// The rows up to the item that finds no place, and the row where the order has it, if it has it at all.
fn pairs(sequences: &Sequences) -> (Vec<Pair<'_>>, Option<usize>) {
    let mut rows = Vec::new();
    let mut order = sequences.order.iter();
    for item in sequences.patch.iter().take(sequences.mismatch) {
        for entry in order.by_ref() {
            let met = entry == item;
            rows.push(Pair {
                patch: met.then_some(item.as_str()),
                order: Some(entry.as_str()),
            });
            if met {
                break;
            }
        }
    }
    let lost = sequences.patch.get(sequences.mismatch).map(String::as_str);
    let stands = rows.iter().position(|row| row.order == lost);
    rows.push(Pair {
        patch: lost,
        order: None,
    });
    (rows, stands)
}

/// The explanation's lines, header first.
pub(super) fn align(sequences: &Sequences) -> Vec<Line> {
    let (rows, stands) = pairs(sequences);
    let last = rows.len() - 1;
    let shown = |at: usize| at + ROWS >= last || Some(at) == stands;
    let cell = |text: Option<&str>| shorten(&visible(text.unwrap_or_default()));
    let width = rows
        .iter()
        .map(|row| cell(row.patch).width())
        .max()
        .unwrap_or(0)
        .max(10);
    let pad = |text: String| format!("{text}{}", " ".repeat(width.saturating_sub(text.width())));
    let mut lines = vec![line(
        Kind::Aligned,
        format!("{}    order", pad("patch list".to_owned())),
    )];
    let mut left_out = false;
    for (at, row) in rows.iter().enumerate() {
        if !shown(at) {
            left_out = true;
            continue;
        }
        if std::mem::take(&mut left_out) {
            lines.push(line(Kind::Aligned, format!("{}    …", pad("…".to_owned()))));
        }
        let sign = if at == last { "✗" } else { " " };
        let note = if Some(at) == stands {
            "  ← it stands here"
        } else {
            ""
        };
        let text = format!("{} {sign}  {}{note}", pad(cell(row.patch)), cell(row.order));
        lines.push(line(Kind::Aligned, text.trim_end()));
    }
    lines
}

fn shorten(text: &str) -> String {
    let mut used = 0;
    let cut = text.char_indices().find(|(_, c)| {
        used += unicode_width::UnicodeWidthChar::width(*c).unwrap_or(0);
        used > NAME
    });
    cut.map_or_else(|| text.to_owned(), |(at, _)| format!("{}…", &text[..at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(patch: &[&str], order: &[&str], mismatch: usize) -> Vec<String> {
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let sequences = Sequences {
            patch: own(patch),
            order: own(order),
            mismatch,
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
                "              b  ← it stands here",
                "c             c",
                "b          ✗",
            ]
        );
        assert_eq!(texts(&["x"], &["a"], 0), ["patch list    order", "x          ✗"]);
        assert_eq!(texts(&[], &[], 0), ["patch list    order", "           ✗"]);
    }

    #[test]
    fn long_agreement_is_left_out() {
        let names: Vec<String> = (0..40).map(|n| format!("name-{n}")).collect();
        let mut patch: Vec<&str> = names.iter().map(String::as_str).collect();
        patch.push("name-3");
        let rows = texts(&patch, &patch[..40], 40);
        assert_eq!(rows.iter().filter(|row| row.contains('…')).count(), 2);
        assert!(rows.len() <= ROWS + 5, "{rows:?}");
    }
}
