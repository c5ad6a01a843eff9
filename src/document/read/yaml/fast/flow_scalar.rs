//! Keys and scalars that are plain or quoted. Scalars may go on in further lines, as kubectl folds what is long.

use std::borrow::Cow;

use memchr::{memchr2, memchr3};

use super::line::{continued, ends_sign, next_line, only_blank};
use crate::document::{ScalarStyle, Span};

/// Longest key that is taken, in bytes: the other way knows the limit.
const MAX_KEY_CHARS: usize = 1000;

/// A key, or a scalar that is the last of its line.
pub(crate) struct FlowScalar<'t> {
    pub(crate) text: Cow<'t, str>,
    /// With its quotes.
    pub(crate) span: Span,
    pub(crate) style: ScalarStyle,
    /// Whether it is a key.
    pub(crate) colon: bool,
    /// The byte after a key's colon; after a scalar, where the next line begins.
    pub(crate) next: usize,
}

/// What begins at `at`, inside a container of `column`; nothing if it is not as usual.
pub(crate) fn scan(text: &str, at: usize, column: usize) -> Option<FlowScalar<'_>> {
    match text.as_bytes().get(at)? {
        b'"' => double_quoted(text, at, column),
        b'\'' => single_quoted(text, at, column),
        first if begins_plain(*first) => plain(text, at, column),
        _ => None,
    }
}

/// Whether a plain scalar can begin so. A `-` must be no dash, which the caller knows.
pub(crate) fn begins_plain(first: u8) -> bool {
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
    if colon && (last < end || end - start > MAX_KEY_CHARS) {
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

/// Where plain text ends that is at `at`: at its line's end, at a comment, or, which is told, at a colon.
fn plain_line(bytes: &[u8], mut at: usize) -> (usize, bool) {
    loop {
        let length = memchr3(b'\n', b':', b'#', &bytes[at..]);
        at += length.unwrap_or(bytes.len() - at);
        match bytes.get(at) {
            Some(b':') if ends_sign(bytes, at + 1) => return (at, true),
            Some(b'#') if bytes[at - 1] == b' ' => return (at, false),
            None | Some(b'\n') => return (at, false),
            Some(_) => at += 1,
        }
    }
}

fn trimmed(bytes: &[u8], start: usize, end: usize) -> usize {
    start + bytes[start..end].trim_ascii_end().len()
}

/// Quoted text while it is taken in: borrowed as long as it reads as it is written.
struct ScalarPart<'t> {
    text: &'t str,
    joined: Option<String>,
    /// What is not taken in yet begins here.
    from: usize,
    /// Whether it has a line break.
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

    /// Takes in what is before `to`, and goes on at `from`.
    fn take(&mut self, to: usize, from: usize) -> Option<&mut String> {
        let joined = self.joined.get_or_insert_default();
        joined.push_str(self.text.get(self.from..to)?);
        self.from = from;
        Some(joined)
    }

    /// Takes in the line break at `at`, and what is left of the line before it. Gives back where the text goes on.
    fn fold(&mut self, at: usize, column: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let more = continued(bytes, at, column)?;
        let to = trimmed(bytes, self.from, at);
        more.fold(self.take(to, more.at)?);
        self.folded = true;
        Some(more.at)
    }

    /// The text ends at its quote, `last`; the quote before it is at `start`.
    fn finish(mut self, start: usize, last: usize) -> Option<FlowScalar<'t>> {
        if self.joined.is_some() {
            self.take(last, last)?;
        }
        let bytes = self.text.as_bytes();
        let end = last + 1;
        let colon = bytes.get(end) == Some(&b':') && ends_sign(bytes, end + 1);
        if colon && (self.folded || end - start > MAX_KEY_CHARS) {
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
                only_blank(self.text, end)?
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
                    // An escaped line break is none.
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
