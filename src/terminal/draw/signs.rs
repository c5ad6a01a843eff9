//! The signs of the screen. In ASCII mode, each sign stands for one thing only.

/// A horizontal line; in ASCII mode also with its corners, joints and crossings.
const LINE: &str = "horizontal line";

/// The signs: what is drawn, what replaces it in ASCII mode, and what it stands for. The marks come first.
const SIGNS: [(char, char, &str); 31] = [
    ('✗', 'X', "rejected"),
    ('⇧', '^', "server-only item"),
    ('⇅', '%', "different order"),
    ('⟲', '@', "kept by $retainKeys"),
    ('⌫', '&', "cleared by $retainKeys"),
    ('+', '+', "added"),
    ('~', '~', "set"),
    ('−', '-', "removed"),
    ('=', '=', "replaced"),
    ('!', '!', "warning"),
    ('<', '[', "only on the left"),
    ('>', ']', "only on the right"),
    ('·', '.', "not yet applied"),
    ('◦', 'n', "not listed"),
    ('▸', '>', "cursor"),
    ('▹', ':', "near the cursor"),
    ('◉', 'O', "current step"),
    ('●', '*', "step before the current one"),
    ('○', 'o', "step after the current one"),
    ('✓', 'v', "done"),
    ('─', '_', LINE),
    ('│', '|', "vertical line"),
    ('╭', '_', LINE),
    ('╮', '_', LINE),
    ('╰', '_', LINE),
    ('╯', '_', LINE),
    ('┬', '_', LINE),
    ('┴', '_', LINE),
    ('┼', '_', LINE),
    ('↱', '/', "placed before the next listed item"),
    ('•', '?', "hidden character"),
];

/// What replaces signs inside a sentence in ASCII mode. No replacement is a sign of [`SIGNS`] for another thing.
const IN_TEXT: [(&str, &str); 17] = [
    (" · ", ", "),
    // At the end of a line.
    (" ·", ","),
    ("·", "."),
    ("● ", ""),
    ("→", "->"),
    ("←", "<-"),
    ("↑", "up"),
    ("↓", "down"),
    ("≠", "!="),
    ("×", "x"),
    ("⟨", "("),
    ("⟩", ")"),
    ("…", ".."),
    ("✓", "ok"),
    ("✗", "X"),
    ("−", "-"),
    ("•", "?"),
];

/// Returns what replaces a sign in ASCII mode.
pub(super) fn in_ascii(sign: char) -> char {
    let row = SIGNS.iter().find(|(glyph, ..)| *glyph == sign);
    row.map_or(sign, |(_, ascii, _)| *ascii)
}

/// Returns a text with its signs replaced for ASCII mode. Other characters of documents are kept.
pub(super) fn text_in_ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let row = IN_TEXT.iter().find(|(signs, _)| rest.starts_with(signs));
        match row {
            Some((_, ascii)) => out.push_str(ascii),
            None => out.push(c),
        }
        rest = &rest[row.map_or(c.len_utf8(), |(signs, _)| signs.len())..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::merge::Mark;
    use crate::report::comparison::{DifferenceSide as Side, DifferenceSign as Difference};

    #[test]
    fn each_ascii_sign_stands_for_one_thing() {
        for (at, (glyph, ascii, meaning)) in SIGNS.iter().enumerate() {
            assert!(ascii.is_ascii_graphic(), "{glyph}");
            for (other, other_ascii, other_meaning) in &SIGNS[at + 1..] {
                assert_ne!(glyph, other);
                assert_eq!(ascii == other_ascii, meaning == other_meaning, "{glyph} {other}");
            }
            // The start of a line in the editor, which is hidden.
            assert_ne!(*ascii, '<');
        }
    }

    #[test]
    fn in_a_sentence_a_sign_has_words_or_its_own_sign() {
        // A separator, and the arrow of a tab and of a change.
        let own = ["->", "<-", "!=", "..", "(", ")", ", ", ",", ""];
        for (text, ascii) in IN_TEXT {
            let sign = text.trim().chars().next().unwrap();
            let is_word = ascii.chars().all(|c| c.is_ascii_lowercase());
            let is_same = ascii.chars().eq([in_ascii(sign)]);
            assert!(own.contains(&ascii) || is_word || is_same, "{text} {ascii}");
        }
        let text = "a · b ●… 2 → 7 ⟨x⟩ ≠ é";
        assert_eq!(text_in_ascii(text), "a, b ●.. 2 -> 7 (x) != é");
        assert_eq!(text_in_ascii("● unsaved"), "unsaved");
        assert_eq!(text_in_ascii("warned ·"), "warned,");
    }

    #[test]
    fn all_marks_and_differences_are_signs() {
        let differences = [
            Difference::Same,
            Difference::Unreached,
            Difference::Value,
            Difference::Only(Side::First),
            Difference::Only(Side::Second),
            Difference::Order,
            Difference::Verdict,
        ];
        let marks = Mark::ALL.map(Mark::glyph);
        for sign in marks.into_iter().chain(differences.map(Difference::glyph)) {
            let is_text = sign == Difference::Value.glyph();
            let is_sign = SIGNS.iter().any(|(glyph, ..)| *glyph == sign);
            // Two values that differ are `!=`, as in sentences.
            assert_ne!(is_sign, is_text, "{sign}");
        }
    }
}
