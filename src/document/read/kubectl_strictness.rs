//! Rejects YAML that the parser accepts but kubectl's older parser rejects or reads differently. The cases
//! were found by comparing both on generated texts. Each rejection has a help text.
//!
//! The alternative, a second parser over the same bytes (libyaml, the ancestor of Go's parser), doubles the
//! time of reading, differs from Go's parser in flow style, and finds nothing more in the generated texts.

use super::syntax_error::SyntaxError;
use crate::document::Span;

/// Checks a plain scalar inside brackets or braces, where `?` and `:` have other meanings in YAML 1.1 than in
/// YAML 1.2.
pub(crate) fn flow_plain(text: &str, start: u32, end: u32) -> Result<(), SyntaxError> {
    let bytes = text.as_bytes();
    let (start, end) = (start as usize, end as usize);
    let help = "quote the string";
    if let Some(at) = bytes[start..end].iter().position(|b| *b == b'?') {
        let what = "inside [] and {} kubectl parses '?' as a key indicator";
        return Err(SyntaxError::new(start + at, what).help(help));
    }
    if bytes.get(start) == Some(&b':') {
        let what = "inside [] and {} kubectl rejects strings that start with ':'";
        return Err(SyntaxError::new(start, what).help(help));
    }
    if bytes.get(end) == Some(&b':') && matches!(bytes.get(end + 1), Some(b',' | b'[' | b']' | b'{' | b'}')) {
        let what = "inside [] and {} kubectl parses this ':' as part of the preceding string";
        return Err(SyntaxError::new(end, what).help("add a space after it, or quote the string"));
    }
    Ok(())
}

/// Checks the escapes of a double-quoted string: YAML 1.1 has no `\/`, and kubectl rejects a single surrogate
/// half (`\ud83d`).
pub(crate) fn escapes(text: &str, start: u32, end: u32) -> Result<(), SyntaxError> {
    let bytes = text.as_bytes();
    let mut at = start as usize;
    while at < end as usize {
        if bytes[at] != b'\\' {
            at += 1;
            continue;
        }
        if bytes.get(at + 1) == Some(&b'/') {
            return Err(
                SyntaxError::new(at, "kubectl does not accept the escape \\/ in YAML")
                    .help("remove the backslash"),
            );
        }
        if is_half(&bytes[at..]) {
            let what = "kubectl does not accept half of a character in YAML: found invalid Unicode character escape code";
            return Err(
                SyntaxError::new(at, what).help("write the character itself, or \\U and its eight digits")
            );
        }
        at += 2;
    }
    Ok(())
}

/// Returns whether an escape is one half of a surrogate pair, as JSON writes characters above U+FFFF.
fn is_half(escape: &[u8]) -> bool {
    matches!(
        escape,
        [
            b'\\',
            b'u',
            b'd' | b'D',
            b'8' | b'9' | b'a'..=b'f' | b'A'..=b'F',
            ..,
        ]
    )
}

/// Checks the text after a tag: kubectl reads brackets and commas as part of the tag.
pub(crate) fn tag(text: &str, tag: Span) -> Result<(), SyntaxError> {
    match text.as_bytes().get(tag.end as usize) {
        None | Some(b' ' | b'\t' | b'\r' | b'\n') => Ok(()),
        Some(_) => Err(
            SyntaxError::new(tag.end as usize, "expected a space after the tag")
                .help("add the space, or quote the text"),
        ),
    }
}

/// Checks the name of an anchor or alias that starts after byte `sign`.
pub(crate) fn anchor_name(text: &str, sign: usize) -> Result<(), SyntaxError> {
    let bytes = text.as_bytes();
    let usual = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_' || **b == b'-';
    let length = bytes[sign + 1..].iter().take_while(usual).count();
    match bytes.get(sign + 1 + length) {
        None | Some(b' ' | b'\t' | b'\r' | b'\n' | b',' | b']' | b'}') => Ok(()),
        Some(_) => Err(SyntaxError::new(
            sign + 1 + length,
            "an anchor name can contain letters, digits, '_' and '-'",
        )
        .help("rename the anchor, or quote the text")),
    }
}

/// Checks the tabs between tokens outside of brackets and braces, in `from..to`. A tab cannot start a line or
/// follow `-`, `?`, or the `:` of a key that is alone on its line.
pub(crate) fn tabs(text: &str, from: u32, to: u32) -> Result<(), SyntaxError> {
    let bytes = text.as_bytes();
    let mut line_start = from == 0;
    let mut allowed = !line_start;
    let mut at = from as usize;
    while at < to as usize {
        match bytes[at] {
            b' ' => {}
            b'\t' if allowed => {}
            b'\t' => {
                let what = "a tab is not accepted here";
                return Err(SyntaxError::new(at, what).help("use spaces"));
            }
            b'\n' | b'\r' => (line_start, allowed) = (true, false),
            b'#' => {
                at += super::block_layout::until(bytes, at, b"\n\r");
                continue;
            }
            b':' => allowed = !line_start,
            b'-' | b'?' => allowed = false,
            b'&' | b'!' => {
                at += super::block_layout::until(bytes, at, b" \t\n\r");
                (line_start, allowed) = (false, true);
                continue;
            }
            _ => (line_start, allowed) = (false, true),
        }
        at += 1;
    }
    Ok(())
}

/// Checks a block scalar from its `|` on: if its indentation is not given, a tab cannot be part of it.
pub(crate) fn block_tabs(text: &str, start: u32, end: u32) -> Result<(), SyntaxError> {
    let mut lines = text[start as usize..end as usize].split_inclusive('\n');
    let header = lines.next().unwrap_or("");
    if header
        .split('#')
        .next()
        .is_some_and(|h| h.contains(|c: char| c.is_ascii_digit()))
    {
        return Ok(());
    }
    let mut at = start as usize + header.len();
    for line in lines {
        let indent = line.bytes().take_while(|b| *b == b' ').count();
        match line.as_bytes().get(indent) {
            Some(b'\t') => {
                let what = "kubectl does not accept a tab in the indentation of a block";
                return Err(
                    SyntaxError::new(at + indent, what).help("set the indentation, as in |2, or use spaces")
                );
            }
            Some(b'\n' | b'\r') | None => at += line.len(),
            Some(_) => break,
        }
    }
    Ok(())
}
