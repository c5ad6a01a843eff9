//! Where lines end and go on.

/// Whether a sign like `:` or `-` that ends at `at` is one: a space, a line's end, or nothing follows.
pub(crate) fn ends_sign(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at), None | Some(b' ' | b'\n'))
}

/// The first byte from `at` on that is no space.
pub(crate) fn behind_spaces(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at) == Some(&b' ') {
        at += 1;
    }
    at
}

/// Where the line after the one of byte `at` begins.
pub(crate) fn next_line(text: &str, at: usize) -> usize {
    if text.as_bytes().get(at) == Some(&b'\n') {
        return at + 1;
    }
    let rest = text.get(at..).unwrap_or_default();
    rest.find('\n').map_or(text.len(), |length| at + length + 1)
}

/// Where the next line begins, if nothing but a comment stands from `at` on.
pub(crate) fn only_blank(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let content = behind_spaces(bytes, at);
    match bytes.get(content) {
        None => Some(content),
        Some(b'\n') => Some(content + 1),
        Some(b'#') if content > at => Some(next_line(text, content)),
        Some(_) => None,
    }
}

/// Where text goes on after the line break at `at`.
pub(crate) struct ContinuedLine {
    /// How many blank lines are between.
    pub(crate) blank: usize,
    /// The first byte that is no space.
    pub(crate) at: usize,
}

impl ContinuedLine {
    /// Joins what stood before with what follows: a space for one line break, of more breaks all but one.
    pub(crate) fn fold(&self, text: &mut String) {
        if self.blank == 0 {
            text.push(' ');
        }
        text.extend(std::iter::repeat_n('\n', self.blank));
    }
}

/// Whether the text inside a container of `column` goes on after the line break at `at`: its next line that is not
/// blank must be indented further.
pub(crate) fn continued(bytes: &[u8], at: usize, column: usize) -> Option<ContinuedLine> {
    let mut start = at + 1;
    let mut blank = 0;
    loop {
        let at = behind_spaces(bytes, start);
        match bytes.get(at)? {
            b'\n' => blank += 1,
            _ => return (at - start > column).then_some(ContinuedLine { blank, at }),
        }
        start = at + 1;
    }
}
