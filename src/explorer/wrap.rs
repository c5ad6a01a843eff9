//! Breaking the explanation into lines that fit.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::story::{Kind, Line};

/// The lines broken at blanks to `width` cells; words that are longer are cut. Aligned lines stay whole.
pub(super) fn wrap(lines: Vec<Line>, width: usize) -> Vec<Line> {
    let mut out = Vec::with_capacity(lines.len());
    for line in lines {
        if line.kind == Kind::Aligned || line.text.width() <= width {
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
            if !row.is_empty() {
                out.push(Line {
                    kind: line.kind,
                    text: std::mem::take(&mut row),
                });
            }
            let mut pieces = cut(word, width);
            row = pieces.pop().unwrap_or_default();
            out.extend(pieces.into_iter().map(|text| Line {
                kind: line.kind,
                text,
            }));
        }
        out.push(Line {
            kind: line.kind,
            text: row,
        });
    }
    out
}

/// A word in pieces of at most `width` cells.
fn cut(word: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut used = 0;
    for c in word.chars() {
        let cells = c.width().unwrap_or(0);
        if used + cells > width && used > 0 {
            pieces.push(String::new());
            used = 0;
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push(c);
        }
        used += cells;
    }
    pieces
}
