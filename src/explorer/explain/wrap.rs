//! Wraps text to a width.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};

/// Wraps lines at spaces to `width` cells. Longer words are split. Aligned lines are not wrapped.
pub fn wrap(lines: Vec<ExplanationLine>, width: usize) -> Vec<ExplanationLine> {
    let mut out = Vec::with_capacity(lines.len());
    for line in lines {
        if line.kind == LineKind::Aligned || line.text.width() <= width {
            out.push(line);
            continue;
        }
        let mut row = String::new();
        for word in line.text.split(' ') {
            let gap = usize::from(!row.is_empty());
            if row.width() + gap + word.width() <= width {
                row.push_str(&" "[..gap]);
                row.push_str(word);
                continue;
            }
            // A word that must be split starts on the current row.
            let left = width.saturating_sub(row.width() + gap);
            let mut pieces = match word.width() > width && left * 3 >= width {
                true => cut(word, left, width),
                false => Vec::new(),
            };
            match pieces.first_mut() {
                Some(first) => *first = format!("{}{}{first}", std::mem::take(&mut row), &" "[..gap]),
                None => {
                    if !row.is_empty() {
                        out.push(ExplanationLine {
                            kind: line.kind,
                            text: std::mem::take(&mut row),
                        });
                    }
                    pieces = cut(word, width, width);
                }
            }
            row = pieces.pop().unwrap_or_default();
            out.extend(pieces.into_iter().map(|text| ExplanationLine {
                kind: line.kind,
                text,
            }));
        }
        out.push(ExplanationLine {
            kind: line.kind,
            text: row,
        });
    }
    out
}

/// Splits a word into pieces of at most `width` cells, the first one of at most `first` cells. A path is
/// split before a dot, slash or bracket in the second half of a piece.
fn cut(word: &str, first: usize, width: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let (mut piece, mut used) = (String::new(), 0);
    for c in word.chars() {
        let cells = c.width().unwrap_or(0);
        let space = if pieces.is_empty() { first } else { width };
        if used + cells > space && used > 0 {
            let joint = piece
                .rfind(['.', '[', '/'])
                .filter(|offset| *offset * 2 > piece.len());
            let rest = joint.map_or(String::new(), |offset| piece.split_off(offset));
            used = rest.width();
            pieces.push(std::mem::replace(&mut piece, rest));
        }
        piece.push(c);
        used += cells;
    }
    pieces.push(piece);
    pieces
}

/// Wraps a text to lines of at most `width` cells.
pub fn wrap_text(text: &str, width: usize) -> Vec<String> {
    let lines = wrap(vec![explanation_line(LineKind::Sentence, text)], width);
    lines.into_iter().map(|line| line.text).collect()
}
