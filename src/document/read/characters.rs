//! Characters that YAML 1.1, and so kubectl, does not let stand in a text.

use super::Fault;

/// Refuses control characters, and line breaks that only YAML 1.1 takes for line breaks. Gives back whether there
/// are tabs.
pub(super) fn check(text: &str) -> Result<bool, Fault> {
    let mut tabs = false;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        // Eight usual bytes at once: the text is scanned at memory speed.
        if let Some(chunk) = bytes.get(at..at + 8)
            && chunk
                .iter()
                .fold(true, |usual, b| usual & (*b >= 0x20) & (*b < 0x7f))
        {
            at += 8;
            continue;
        }
        let byte = bytes[at];
        if (0x20..0x7f).contains(&byte) || matches!(byte, b'\n' | b'\t' | b'\r') {
            tabs |= byte == b'\t';
            at += 1;
            continue;
        }
        let Some(c) = text[at..].chars().next() else { break };
        if let Some(fault) = fault(at, c) {
            return Err(fault);
        }
        at += c.len_utf8();
    }
    Ok(tabs)
}

fn fault(at: usize, c: char) -> Option<Fault> {
    let code = u32::from(c);
    match c {
        '\u{85}' | '\u{2028}' | '\u{2029}' => Some(
            Fault::new(
                at,
                format!("the character U+{code:04X} is a line break to kubectl and to nobody else"),
            )
            .help(format!(
                "write a usual line break, or {} in double quotes",
                yaml_escape(c)
            )),
        ),
        '\0'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => Some(
            Fault::new(
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
