//! Checks a text for characters that YAML 1.1, and so kubectl, does not allow.

use super::syntax_error::SyntaxError;

/// The characters of a text that make it harder to read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SpecialCharacters {
    /// Whether there are tabs.
    pub(crate) tabs: bool,
    /// Whether there are carriage returns, before a line feed or not.
    pub(crate) returns: bool,
    /// Whether there are byte order marks, at the start or not.
    pub(crate) marks: bool,
}

/// Rejects control characters and the line breaks that only YAML 1.1 has.
pub(crate) fn check(text: &str) -> Result<SpecialCharacters, SyntaxError> {
    let mut characters = SpecialCharacters::default();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        // Checks a whole chunk at once, at memory speed.
        if let Some(chunk) = bytes[at..].first_chunk::<CHUNK>()
            && chunk.iter().fold(0, |all, byte| all | needs_check(*byte)) == 0
        {
            at += CHUNK;
            continue;
        }
        // Checks the rest of the chunk byte by byte: one unusual byte is seldom alone.
        let end = at + CHUNK;
        while at < end.min(bytes.len()) {
            let byte = bytes[at];
            if (0x20..0x7f).contains(&byte) || matches!(byte, b'\n' | b'\t' | b'\r') {
                characters.tabs |= byte == b'\t';
                characters.returns |= byte == b'\r';
                at += 1;
                continue;
            }
            let Some(c) = text[at..].chars().next() else { break };
            if let Some(character_error) = character_error(at, c) {
                return Err(character_error);
            }
            characters.marks |= c == '\u{feff}';
            at += c.len_utf8();
        }
    }
    Ok(characters)
}

/// The number of bytes that are checked at once.
const CHUNK: usize = 32;

/// Returns 1 for a byte that needs a closer check, else 0. Numbers, so that the compiler can use SIMD
/// instructions.
fn needs_check(byte: u8) -> u8 {
    u8::from(byte.wrapping_sub(0x20) >= 0x5f) & u8::from(byte != b'\n')
}

fn character_error(at: usize, c: char) -> Option<SyntaxError> {
    let code = u32::from(c);
    match c {
        '\u{85}' | '\u{2028}' | '\u{2029}' => Some(
            SyntaxError::new(at, format!("only kubectl treats U+{code:04X} as a line break")).help(format!(
                "use an ordinary line break, or {} in double quotes",
                yaml_escape(c)
            )),
        ),
        '\0'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => Some(
            SyntaxError::new(
                at,
                format!("the control character U+{code:04X} is not allowed in YAML"),
            )
            .help(format!("remove it, or write {} in double quotes", yaml_escape(c))),
        ),
        _ => None,
    }
}

fn yaml_escape(c: char) -> String {
    match u32::from(c) {
        code @ 0..=0xff => format!("\\x{code:02x}"),
        code => format!("\\u{code:04x}"),
    }
}
