//! What may be sent to a terminal: no character that it would obey instead of showing.

/// The character to draw for one of a document's: control characters become their pictures, and those that turn the
/// direction of writing (which can make a line read as what it is not) or have no width become a placeholder.
#[must_use]
pub fn visible(c: char) -> char {
    match c {
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}' => '\u{fffd}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        let cases = [
            ('a', 'a'),
            ('é', 'é'),
            ('界', '界'),
            ('\u{301}', '\u{301}'),
            ('\x1b', '␛'),
            ('\0', '␀'),
            ('\r', '␍'),
            ('\x7f', '␡'),
            ('\u{9b}', '\u{fffd}'),
            ('\u{202e}', '\u{fffd}'),
            ('\u{feff}', '\u{fffd}'),
        ];
        for (c, want) in cases {
            assert_eq!(visible(c), want, "{c:?}");
        }
        assert!(
            (0..=u32::from(char::MAX))
                .filter_map(char::from_u32)
                .all(|c| !visible(c).is_control())
        );
    }
}
