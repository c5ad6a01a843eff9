//! Block scalars in the common form: `|`, `|-` and `|+`, indented as their first line is.

use super::line::{next_line, skip_spaces};
use crate::document::Span;

/// A block scalar.
pub(crate) struct BlockScalar {
    pub(crate) text: String,
    /// The bytes from the `|` to the end of the last line.
    pub(crate) span: Span,
    /// The start of the line after it.
    pub(crate) next: usize,
}

/// Scans the block scalar whose `|` is at `start`, in a container at `column`. Returns `None` for forms that
/// the full reader must read.
pub(crate) fn scan(text: &str, start: usize, column: usize) -> Option<BlockScalar> {
    let bytes = text.as_bytes();
    let chomp = *bytes.get(start + 1)?;
    let header = match chomp {
        b'-' | b'+' => start + 2,
        _ => start + 1,
    };
    let mut at = skip_spaces(bytes, header);
    if bytes.get(at) != Some(&b'\n') {
        return None;
    }
    at += 1;
    // Line breaks that are inside the text or after it: the next line decides.
    let mut breaks = 0;
    while bytes.get(at) == Some(&b'\n') {
        at += 1;
        breaks += 1;
    }
    let indent = skip_spaces(bytes, at) - at;
    if indent <= column || matches!(bytes.get(at + indent), None | Some(b'\n')) {
        return None;
    }
    let mut content = String::new();
    loop {
        let end = next_line(text, at);
        // If the text ends within a line, trailing spaces may count or not: left to the full reader.
        let line = text.get(at..end)?.strip_suffix('\n')?;
        let spaces = line.bytes().take(indent).take_while(|byte| *byte == b' ').count();
        if spaces == line.len() {
            breaks += 1;
        } else if spaces < indent {
            break;
        } else {
            content.extend(std::iter::repeat_n('\n', breaks));
            breaks = 1;
            content.push_str(&line[indent..]);
        }
        at = end;
        if at == text.len() {
            break;
        }
    }
    match chomp {
        b'-' => {}
        b'+' => content.extend(std::iter::repeat_n('\n', breaks)),
        _ => content.push('\n'),
    }
    let end = start + bytes[start..at].trim_ascii_end().len();
    Some(BlockScalar {
        text: content,
        span: Span::new(start as u32, end as u32),
        next: at,
    })
}
