//! Checks whether a text can contain anchors. Fast for a text without `&`. False is always right: then an
//! item is complete in itself.

/// Returns whether the text can contain an anchor. The text starts at the start of a line.
pub(crate) fn has_any(text: &[u8]) -> bool {
    if memchr::memchr(b'&', text).is_none() {
        return false;
    }
    // Scripts contain many `&`, mostly in block scalars.
    let mut block: Option<usize> = None;
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii_end();
        let indent = line.iter().take_while(|byte| **byte == b' ').count();
        if line.is_empty() || block.is_some_and(|block| indent > block) {
            continue;
        }
        block = opens_block(line);
        if memchr::memchr_iter(b'&', line).any(|at| is_anchor(line, at)) {
            return true;
        }
    }
    false
}

/// Returns whether the `&` at `at` is where a value can start, and has a name.
fn is_anchor(line: &[u8], at: usize) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if !line.get(at + 1).is_some_and(is_name) {
        return false;
    }
    let before = &line[..at];
    let text = before.trim_ascii_end();
    let is_parted = text.len() < before.len() || before.is_empty();
    let word = text.rsplit(|byte| matches!(byte, b' ' | b'\t')).next();
    // A tag can come before the anchor.
    let follows_tag = word.is_some_and(|word| word.starts_with(b"!"));
    match text.last() {
        None => true,
        Some(b',' | b'[' | b'{' | b':') => true,
        Some(b'-' | b'?') => is_parted,
        Some(_) => is_parted && follows_tag,
    }
}

/// If the line opens a block scalar, returns the indentation that its lines must exceed.
fn opens_block(line: &[u8]) -> Option<usize> {
    let header = line.rsplit(|byte| *byte == b' ').next()?;
    let is_header = matches!(header, [b'|' | b'>', more @ ..]
        if more.iter().all(|byte| matches!(byte, b'+' | b'-' | b'0'..=b'9')));
    let before = line[..line.len() - header.len()].trim_ascii_end();
    if !is_header || !matches!(before.last(), Some(b':' | b'-')) {
        return None;
    }
    // The dashes of a list open its items on the same line.
    let mut indent = line.iter().take_while(|byte| **byte == b' ').count();
    while line[indent..].starts_with(b"- ") {
        let next = indent
            + 2
            + line[indent + 2..]
                .iter()
                .take_while(|byte| **byte == b' ')
                .count();
        if line[next..] == *header {
            break;
        }
        indent = next;
    }
    Some(indent)
}
