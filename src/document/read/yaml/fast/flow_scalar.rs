//! Plain and quoted keys and scalars. A scalar can be folded over several lines, as kubectl writes long ones.

use std::borrow::Cow;

use memchr::{memchr2, memchr3};

use super::line::{continued, ends_indicator, next_line, next_line_if_blank};
use crate::document::{ScalarStyle, Span};

/// Maximum length of a key in bytes; the full reader checks the exact limit, which is in characters.
pub(crate) const MAX_KEY_BYTES: usize = 1000;

/// A key, or a scalar that is the last text of its line.
pub(crate) struct FlowScalar<'t> {
    pub(crate) text: Cow<'t, str>,
    /// The bytes with quotes.
    pub(crate) span: Span,
    pub(crate) style: ScalarStyle,
    /// Whether a colon follows, so that this is a key.
    pub(crate) colon: bool,
    /// After a key: the byte after its colon. After a scalar: the start of the next line.
    pub(crate) next: usize,
}

/// Scans the key or scalar at `at`, in a container at `column`. Returns `None` for forms that the full reader
/// must read.
pub(crate) fn scan(text: &str, at: usize, column: usize) -> Option<FlowScalar<'_>> {
    match text.as_bytes().get(at)? {
        b'"' => double_quoted(text, at, column),
        b'\'' => single_quoted(text, at, column),
        first if starts_plain(*first) => plain(text, at, column),
        _ => None,
    }
}

/// Returns whether a plain scalar can start with this byte. For `-`, the caller has checked that it is not a
/// dash.
pub(crate) fn starts_plain(first: u8) -> bool {
    !matches!(
        first,
        b'?' | b':'
            | b','
            | b'['
            | b']'
            | b'{'
            | b'}'
            | b'#'
            | b'&'
            | b'*'
            | b'!'
            | b'|'
            | b'>'
            | b'\''
            | b'"'
            | b'%'
            | b'@'
            | b'`'
            | b'\n'
            | b' '
    )
}

fn plain(text: &str, start: usize, column: usize) -> Option<FlowScalar<'_>> {
    let bytes = text.as_bytes();
    let (mut end, colon) = plain_line(bytes, start);
    let mut last = trimmed(bytes, start, end);
    if colon && (last < end || end - start > MAX_KEY_BYTES) {
        return None;
    }
    let mut content = Cow::Borrowed(text.get(start..last)?);
    while !colon
        && bytes.get(end) == Some(&b'\n')
        && let Some(more) = continued(bytes, end, column)
        && bytes[more.at] != b'#'
    {
        let colon;
        (end, colon) = plain_line(bytes, more.at);
        if colon {
            return None;
        }
        last = trimmed(bytes, more.at, end);
        let joined = content.to_mut();
        more.fold(joined);
        joined.push_str(text.get(more.at..last)?);
    }
    Some(FlowScalar {
        text: content,
        span: Span::new(start as u32, last as u32),
        style: ScalarStyle::Plain,
        colon,
        next: if colon { end + 1 } else { next_line(text, end) },
    })
}

/// Returns the end of the plain text from `at` on (end of line, comment or colon), and whether a colon ends
/// it.
fn plain_line(bytes: &[u8], mut at: usize) -> (usize, bool) {
    loop {
        let length = memchr3(b'\n', b':', b'#', &bytes[at..]);
        at += length.unwrap_or(bytes.len() - at);
        match bytes.get(at) {
            Some(b':') if ends_indicator(bytes, at + 1) => return (at, true),
            Some(b'#') if bytes[at - 1] == b' ' => return (at, false),
            None | Some(b'\n') => return (at, false),
            Some(_) => at += 1,
        }
    }
}

fn trimmed(bytes: &[u8], start: usize, end: usize) -> usize {
    start + bytes[start..end].trim_ascii_end().len()
}

/// Quoted text that is being read; borrowed from the source as long as it is equal to it.
struct ScalarPart<'t> {
    text: &'t str,
    joined: Option<String>,
    /// The first byte that has not been copied.
    from: usize,
    /// Whether the text contains a line break.
    folded: bool,
}

impl<'t> ScalarPart<'t> {
    fn new(text: &'t str, from: usize) -> Self {
        Self {
            text,
            joined: None,
            from,
            folded: false,
        }
    }

    /// Copies the text up to `to`; continues at `from`.
    fn take(&mut self, to: usize, from: usize) -> Option<&mut String> {
        let joined = self.joined.get_or_insert_default();
        joined.push_str(self.text.get(self.from..to)?);
        self.from = from;
        Some(joined)
    }

    /// Folds the line break at `at` and the blanks before it. Returns where the text continues.
    fn fold(&mut self, at: usize, column: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let more = continued(bytes, at, column)?;
        let to = trimmed(bytes, self.from, at);
        more.fold(self.take(to, more.at)?);
        self.folded = true;
        Some(more.at)
    }

    /// Ends the text at its closing quote `last`; `start` is its opening quote.
    fn finish(mut self, start: usize, last: usize) -> Option<FlowScalar<'t>> {
        if self.joined.is_some() {
            self.take(last, last)?;
        }
        let bytes = self.text.as_bytes();
        let end = last + 1;
        let colon = bytes.get(end) == Some(&b':') && ends_indicator(bytes, end + 1);
        if colon && (self.folded || end - start > MAX_KEY_BYTES) {
            return None;
        }
        Some(FlowScalar {
            text: match self.joined {
                Some(joined) => Cow::Owned(joined),
                None => Cow::Borrowed(self.text.get(self.from..last)?),
            },
            span: Span::new(start as u32, end as u32),
            style: ScalarStyle::Quoted,
            colon,
            next: if colon {
                end + 1
            } else {
                next_line_if_blank(self.text, end)?
            },
        })
    }
}

fn single_quoted(text: &str, start: usize, column: usize) -> Option<FlowScalar<'_>> {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    let mut inner = ScalarPart::new(text, at);
    loop {
        at += memchr2(b'\'', b'\n', &bytes[at..])?;
        if bytes[at] == b'\n' {
            at = inner.fold(at, column)?;
        } else if bytes.get(at + 1) == Some(&b'\'') {
            inner.take(at + 1, at + 2)?;
            at += 2;
        } else {
            return inner.finish(start, at);
        }
    }
}

fn double_quoted(text: &str, start: usize, column: usize) -> Option<FlowScalar<'_>> {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    let mut inner = ScalarPart::new(text, at);
    loop {
        at += memchr3(b'"', b'\\', b'\n', &bytes[at..])?;
        match bytes[at] {
            b'\n' => at = inner.fold(at, column)?,
            b'"' => return inner.finish(start, at),
            _ => {
                let meant = match bytes.get(at + 1)? {
                    // An escaped line break is removed.
                    b'\n' => {
                        let more = continued(bytes, at + 1, column).filter(|more| more.blank == 0)?;
                        inner.take(at, more.at)?;
                        inner.folded = true;
                        at = more.at;
                        continue;
                    }
                    b'"' => '"',
                    b'\\' => '\\',
                    b' ' => ' ',
                    b'n' => '\n',
                    b't' => '\t',
                    b'r' => '\r',
                    _ => return None,
                };
                inner.take(at, at + 2)?.push(meant);
                at += 2;
            }
        }
    }
}
