//! Where dashes, colons and block headers stand: the event parser does not say, the text does.

use crate::document::Span;

/// Skips white space, comments, tags and anchors from byte `at` on and gives the first byte that is neither.
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

/// How many bytes from `at` on are none of `stops`.
pub(crate) fn until(text: &[u8], at: usize, stops: &[u8]) -> usize {
    text[at..]
        .iter()
        .position(|b| stops.contains(b))
        .unwrap_or(text.len() - at)
}

/// The dash that opens a block list's next item, after byte `after`, where the content before it ended.
pub(crate) fn dash(text: &str, after: u32) -> Option<Span> {
    let at = skip(text.as_bytes(), after as usize, b":?");
    (text.as_bytes().get(at) == Some(&b'-')).then(|| Span::new(at as u32, at as u32 + 1))
}

/// How many bytes of `from..to` reach up to the last `...` line's end: such marks may stand before a document too.
pub(crate) fn behind_ends(text: &str, from: u32, to: u32) -> u32 {
    let before = text.get(from as usize..to as usize).unwrap_or_default();
    let mark = before.rfind("\n...").map(|at| at + 4);
    mark.or_else(|| before.starts_with("...").then_some(3))
        .unwrap_or(0) as u32
}

/// The byte after the colon that follows a key ending at `after`; `after` itself where there is no colon.
pub(crate) fn behind_colon(text: &str, after: u32) -> u32 {
    let at = skip(text.as_bytes(), after as usize, b"");
    if text.as_bytes().get(at) == Some(&b':') {
        at as u32 + 1
    } else {
        after
    }
}

/// The span of a block scalar whose text the parser found at `body` (its first and last byte differ from ours:
/// it leaves the header out and takes blank lines in), after byte `after`.
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

/// Whether the text ends within a line of the block scalar at `span` that `value` has: without a line break after it.
pub(crate) fn ends_within(text: &str, span: Span, value: &str) -> bool {
    let Some((_, last)) = text.rsplit_once(['\n', '\r']) else {
        return false;
    };
    let content = last.trim_end_matches([' ', '\t']);
    if !content.is_empty() {
        return text.len() - last.len() + content.len() == span.end as usize;
    }
    // Something else is after the block.
    if !text[span.end as usize..]
        .bytes()
        .all(|byte| byte.is_ascii_whitespace())
    {
        return false;
    }
    // Spaces alone are a line of the value where they go beyond its indentation.
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

/// The value of a block scalar with `+` at the end of a text whose last line is blanks without a line break. That line counts
/// where kubectl ends every line (`ends_lines`), and only there. None for all other block scalars.
pub(crate) fn with_kept_breaks(text: &str, span: Span, value: &str, ends_lines: bool) -> Option<String> {
    let (before, last) = text.rsplit_once('\n')?;
    let block = text.get(span.start as usize..)?;
    let (header, body) = block.split_once('\n')?;
    let is_last = text.get(span.end as usize..)?.trim().is_empty() && before.len() >= span.start as usize;
    if last.is_empty() || !last.trim().is_empty() || !header.split('#').next()?.contains('+') || !is_last {
        return None;
    }
    let content = value.trim_end_matches('\n');
    // Blanks beyond the indentation are a line of the value.
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

/// The `&` of the anchor that is after byte `after`, before the value it names.
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
