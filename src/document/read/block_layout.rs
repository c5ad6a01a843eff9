//! Finds dashes, colons and block headers in the text, because the events of the parser do not have their
//! positions.

use crate::document::Span;

/// Skips white space, comments, tags, anchors and the bytes `also` from byte `at` on. Returns the byte after
/// them.
fn skip(text: &[u8], mut at: usize, also: &[u8]) -> usize {
    while let Some(&byte) = text.get(at) {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            b'#' => at += until(text, at, b"\n\r"),
            b'&' | b'!' => at += until(text, at, b" \t\n\r"),
            byte if also.contains(&byte) => at += 1,
            _ => break,
        }
    }
    at
}

/// Returns the number of bytes from `at` on before the first of `stops`.
pub(crate) fn until(text: &[u8], at: usize, stops: &[u8]) -> usize {
    text[at..]
        .iter()
        .position(|b| stops.contains(b))
        .unwrap_or(text.len() - at)
}

/// Finds the dash of the next item of a block list after byte `after`, where the content before it ended.
pub(crate) fn dash(text: &str, after: u32) -> Option<Span> {
    let at = skip(text.as_bytes(), after as usize, b":?");
    (text.as_bytes().get(at) == Some(&b'-')).then(|| Span::new(at as u32, at as u32 + 1))
}

/// Returns the number of bytes of `from..to` up to the last `...`, which can also come before a document.
pub(crate) fn document_end_len(text: &str, from: u32, to: u32) -> u32 {
    let before = text.get(from as usize..to as usize).unwrap_or_default();
    let mark = before.rfind("\n...").map(|at| at + 4);
    mark.or_else(|| before.starts_with("...").then_some(3))
        .unwrap_or(0) as u32
}

/// Returns the byte after the colon that follows the key that ends at `after`, or `after` without a colon.
pub(crate) fn skip_colon(text: &str, after: u32) -> u32 {
    let at = skip(text.as_bytes(), after as usize, b"");
    if text.as_bytes().get(at) == Some(&b':') {
        at as u32 + 1
    } else {
        after
    }
}

/// Returns the span of a block scalar from its header to its last character. `after` is the byte where the
/// content before it ended; `body` is the span in the event of the parser, without the header but with
/// trailing blank lines.
pub(crate) fn block_scalar(text: &str, after: u32, body: Span) -> Span {
    let bytes = text.as_bytes();
    let header = skip(bytes, after as usize, b":?-");
    let start = match bytes.get(header) {
        Some(b'|' | b'>') => header,
        _ => body.start as usize,
    };
    let header_end = start + until(bytes, start, b"\n\r");
    let end = (body.end as usize).max(header_end).min(bytes.len());
    let trimmed = bytes[start..end].trim_ascii_end().len();
    Span::new(start as u32, (start + trimmed) as u32)
}

/// Returns whether the last line of the block scalar at `span` is the last line of the text and has no line
/// break. `value` is the value that the parser read.
pub(crate) fn ends_without_break(text: &str, span: Span, value: &str) -> bool {
    let Some((_, last)) = text.rsplit_once(['\n', '\r']) else {
        return false;
    };
    let content = last.trim_end_matches([' ', '\t']);
    if !content.is_empty() {
        return text.len() - last.len() + content.len() == span.end as usize;
    }
    // The block is followed by other content.
    if !text[span.end as usize..]
        .bytes()
        .all(|byte| byte.is_ascii_whitespace())
    {
        return false;
    }
    // A line of spaces is part of the value if it is longer than the indentation of the block.
    let lead = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let is_filled = |line: &&str| !line.trim().is_empty();
    let mut lines = text[span.start as usize..].lines().skip(1);
    match (lines.find(is_filled), value.lines().find(is_filled)) {
        (Some(written), Some(read)) => {
            lead(last) > lead(written) - lead(read).min(lead(written)) && lines.last() == Some(last)
        }
        _ => false,
    }
}

/// Returns the value of a block scalar with `+` (keep) at the end of a text whose last line has only blanks
/// and no line break, and `None` for all other block scalars. kubectl counts that line only if it ends every
/// line (`ends_lines`).
pub(crate) fn with_kept_breaks(text: &str, span: Span, value: &str, ends_lines: bool) -> Option<String> {
    let (before, last) = text.rsplit_once('\n')?;
    let block = text.get(span.start as usize..)?;
    let (header, body) = block.split_once('\n')?;
    let is_last = text.get(span.end as usize..)?.trim().is_empty() && before.len() >= span.start as usize;
    if last.is_empty() || !last.trim().is_empty() || !header.split('#').next()?.contains('+') || !is_last {
        return None;
    }
    let content = value.trim_end_matches('\n');
    // Blanks after the indentation are a line of the value.
    let is_content = !content.is_empty() && content.trim().is_empty() && !body.contains('\n');
    let filled = body.trim_end_matches(|c: char| c.is_ascii_whitespace()).len();
    let breaks = match is_content {
        true => 0,
        false if !content.is_empty() && content.rsplit('\n').next()?.trim().is_empty() => return None,
        false => body[filled..].matches('\n').count(),
    };
    let breaks = breaks + usize::from(ends_lines);
    Some(format!("{content}{}", "\n".repeat(breaks)))
}

/// Finds the `&` of an anchor between byte `after` and the value of the anchor.
pub(crate) fn anchor(text: &str, after: u32) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = after as usize;
    loop {
        match bytes.get(at)? {
            b'&' => return Some(at),
            b'#' => at += until(bytes, at, b"\n\r"),
            b'!' => at += until(bytes, at, b" \t\n\r"),
            b' ' | b'\t' | b'\n' | b'\r' | b':' | b'-' | b'?' | b',' | b'[' | b'{' => at += 1,
            _ => return None,
        }
    }
}
