//! Ends and continuations of lines.

/// Returns whether `at` ends an indicator such as `:` or `-`: a space, the end of the line or the end of the
/// text follows.
pub(crate) fn ends_indicator(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at), None | Some(b' ' | b'\n'))
}

/// Returns the first byte from `at` on that is not a space.
pub(crate) fn skip_spaces(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at) == Some(&b' ') {
        at += 1;
    }
    at
}

/// Returns the start of the line after the line that contains byte `at`.
pub(crate) fn next_line(text: &str, at: usize) -> usize {
    if text.as_bytes().get(at) == Some(&b'\n') {
        return at + 1;
    }
    let rest = text.get(at..).unwrap_or_default();
    rest.find('\n').map_or(text.len(), |length| at + length + 1)
}

/// Returns the start of the next line if only blanks or a comment follow from `at` on, else `None`.
pub(crate) fn next_line_if_blank(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let content = skip_spaces(bytes, at);
    match bytes.get(content) {
        None => Some(content),
        Some(b'\n') => Some(content + 1),
        Some(b'#') if content > at => Some(next_line(text, content)),
        Some(_) => None,
    }
}

/// The continuation of a text after a line break.
pub(crate) struct ContinuedLine {
    /// The number of blank lines before it.
    pub(crate) blank: usize,
    /// The first byte that is not a space.
    pub(crate) at: usize,
}

impl ContinuedLine {
    /// Joins both lines: one line break becomes a space; of several line breaks, the first is removed.
    pub(crate) fn fold(&self, text: &mut String) {
        if self.blank == 0 {
            text.push(' ');
        }
        text.extend(std::iter::repeat_n('\n', self.blank));
    }
}

/// Returns the continuation after the line break at `at` of a text inside a container at `column`. The next
/// line that is not blank must be indented more, else the text has ended.
pub(crate) fn continued(bytes: &[u8], at: usize, column: usize) -> Option<ContinuedLine> {
    let mut start = at + 1;
    let mut blank = 0;
    loop {
        let at = skip_spaces(bytes, start);
        match bytes.get(at)? {
            b'\n' => blank += 1,
            _ => return (at - start > column).then_some(ContinuedLine { blank, at }),
        }
        start = at + 1;
    }
}
