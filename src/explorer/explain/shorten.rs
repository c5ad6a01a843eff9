//! Shortens an explanation, so that the causes and the fixes of all rejections are in its pane.

use super::wrap::wrap;
use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};

/// The rows of the cause of another rejection in a small pane.
const CAUSE_ROWS: [usize; 2] = [2, 1];

/// Shortens the causes of the other rejections, if they and the fixes need more than `rows` rows of `width` cells.
pub(super) fn shorten_causes(
    mut lines: Vec<ExplanationLine>,
    width: usize,
    rows: usize,
) -> Vec<ExplanationLine> {
    let Some(last) = lines.iter().rposition(|line| line.kind == LineKind::OtherCause) else {
        return lines;
    };
    let end = end_of_block(&lines, last);
    let height = |lines: &[ExplanationLine]| {
        // Of lines to copy, one is kept.
        let is_copied = |line: &ExplanationLine| line.kind == LineKind::Aligned;
        let others: Vec<_> = lines.iter().filter(|line| !is_copied(line)).cloned().collect();
        wrap(others, width).len() + usize::from(lines.iter().any(is_copied))
    };
    for most in CAUSE_ROWS {
        if height(&lines[..end]) <= rows {
            break;
        }
        for line in &mut lines[..end] {
            if line.kind == LineKind::OtherCause {
                line.text = shorten_cause(&line.text, width, most);
            }
        }
    }
    lines
}

/// Returns the index of the empty line after a line.
fn end_of_block(lines: &[ExplanationLine], from: usize) -> usize {
    let blank = lines[from..].iter().position(|line| line.kind == LineKind::Blank);
    blank.map_or(lines.len(), |at| from + at)
}

/// Returns a cause in at most `rows` rows, with only the end of a long path.
fn shorten_cause(text: &str, width: usize, rows: usize) -> String {
    let short = text.split_once("): ").and_then(|(number, what)| {
        let (path, message) = what.split_once(": ").filter(|(path, _)| !path.contains(' '))?;
        let (at, _) = path.rmatch_indices('.').nth(1)?;
        Some(format!("{number}): …{}: {message}", &path[at + 1..]))
    });
    let text = short.as_deref().unwrap_or(text);
    let wrapped = wrap(vec![explanation_line(LineKind::OtherCause, text)], width);
    let shown = wrapped.iter().take(rows).map(|line| &*line.text);
    let shown = shown.collect::<Vec<_>>().join(" ");
    match wrapped.len() > rows {
        true => {
            let fits = width * rows > shown.chars().count();
            let cut = shown.char_indices().next_back().filter(|_| !fits);
            format!("{}…", &shown[..cut.map_or(shown.len(), |(at, _)| at)])
        }
        false => shown,
    }
}

/// Removes the first aligned lines of a fix if it has more than `rows` rows with the other rejections after it. The path
/// from the top is less important than the text to write.
pub(super) fn shorten_fix(mut lines: Vec<ExplanationLine>, rows: usize) -> Vec<ExplanationLine> {
    let is_kind = |index: usize, kind: LineKind| lines.get(index).is_some_and(|line| line.kind == kind);
    let Some(from) = (1..lines.len())
        .find(|index| is_kind(*index, LineKind::Aligned) && is_kind(index - 1, LineKind::Fix))
    else {
        return lines;
    };
    let to = (from..lines.len())
        .find(|index| !is_kind(*index, LineKind::Aligned))
        .unwrap_or(lines.len());
    let others = match is_kind(to, LineKind::OtherCause) {
        true => end_of_block(&lines, to) - to,
        false => 0,
    };
    let free = rows.saturating_sub(from + others);
    if to + others <= rows || rows <= from + 1 {
        return lines;
    }
    match free {
        0 | 1 => drop(lines.drain(from..to - 1)),
        _ => drop(lines.splice(
            from..to - (free - 1),
            [explanation_line(
                LineKind::Aligned,
                "  … (focus this pane to see all)",
            )],
        )),
    }
    lines
}
