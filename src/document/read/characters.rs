//! Characters that YAML 1.1, and so kubectl, does not let stand in a text.

use super::syntax_error::SyntaxError;

/// What a text has of the characters that make reading it harder.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BadCharacter {
    /// Tabs.
    pub(crate) tabs: bool,
    /// Carriage returns, before a line feed or not.
    pub(crate) returns: bool,
    /// Byte order marks, at the beginning or not.
    pub(crate) marks: bool,
}

/// Rejects control characters, and line breaks that only YAML 1.1 takes for line breaks.
pub(crate) fn check(text: &str) -> Result<BadCharacter, SyntaxError> {
    let mut found = BadCharacter::default();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        // Many usual bytes at once: the text is scanned at memory speed.
        if let Some(chunk) = bytes[at..].first_chunk::<CHUNK>()
            && chunk.iter().fold(0, |all, byte| all | unusual(*byte)) == 0
        {
            at += CHUNK;
            continue;
        }
        // At least as many one by one: text that is not usual seldom is so for one byte only.
        let end = at + CHUNK;
        while at < end.min(bytes.len()) {
            let byte = bytes[at];
            if (0x20..0x7f).contains(&byte) || matches!(byte, b'\n' | b'\t' | b'\r') {
                found.tabs |= byte == b'\t';
                found.returns |= byte == b'\r';
                at += 1;
                continue;
            }
            let Some(c) = text[at..].chars().next() else { break };
            if let Some(fault) = fault(at, c) {
                return Err(fault);
            }
            found.marks |= c == '\u{feff}';
            at += c.len_utf8();
        }
    }
    Ok(found)
}

/// Bytes that are looked at together.
const CHUNK: usize = 32;

/// 1 for a byte that needs a closer look. In numbers, so that many are done in one instruction.
fn unusual(byte: u8) -> u8 {
    u8::from(byte.wrapping_sub(0x20) >= 0x5f) & u8::from(byte != b'\n')
}

fn fault(at: usize, c: char) -> Option<SyntaxError> {
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
