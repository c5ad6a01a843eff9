//! JSON pointers (RFC 6901), as the RFC and as Kubernetes read them.

use std::borrow::Cow;

/// The reason why an array index is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IndexError {
    /// It is not a number.
    Syntax,
    /// It is a number that is too large.
    Range,
}

/// Decodes the escapes in a part of a pointer. A `~` without 0 or 1 stays, as in Kubernetes.
pub(crate) fn decode(part: &str) -> Cow<'_, str> {
    match part.contains('~') {
        true => Cow::Owned(part.replace("~1", "/").replace("~0", "~")),
        false => Cow::Borrowed(part),
    }
}

/// Escapes a key for a pointer.
pub(crate) fn escape_key(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Returns whether a pointer is valid by the RFC: empty or beginning with a slash, and each `~` followed by 0
/// or 1.
pub(crate) fn is_strict(pointer: &str) -> bool {
    let escapes = pointer.split('~').skip(1);
    (pointer.is_empty() || pointer.starts_with('/'))
        && escapes.into_iter().all(|rest| rest.starts_with(['0', '1']))
}

/// Splits a pointer into the leading parts and the last one. `None` if it contains no slash.
pub(crate) fn split(pointer: &str) -> Option<(Vec<Cow<'_, str>>, Cow<'_, str>)> {
    let (_, rest) = pointer.split_once('/')?;
    let mut parts: Vec<Cow<'_, str>> = rest.split('/').map(decode).collect();
    let last = parts.pop()?;
    Some((parts, last))
}

/// Parses an array index as Kubernetes does: any decimal number, including signs and leading zeros.
///
/// # Errors
/// The reason why it is invalid.
pub(crate) fn parse_index(text: &str) -> Result<i64, IndexError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(IndexError::Syntax);
    }
    text.parse().map_err(|_| IndexError::Range)
}

/// Returns whether an array index is valid by the RFC: digits without a leading zero.
pub(crate) fn is_strict_index(text: &str) -> bool {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number && (text == "0" || !text.starts_with('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded_once() {
        for (part, expected) in [("a~1b", "a/b"), ("~01", "~1"), ("~0~1", "~/"), ("a~2~", "a~2~")] {
            assert_eq!(decode(part), expected, "{part}");
        }
    }

    #[test]
    fn pointers_and_indices_are_checked() {
        for (pointer, strict) in [
            ("", true),
            ("/a~0", true),
            ("a/b", false),
            ("/a~2", false),
            ("/~", false),
        ] {
            assert_eq!(is_strict(pointer), strict, "{pointer}");
        }
        for (text, loose, strict) in [
            ("0", Ok(0), true),
            ("01", Ok(1), false),
            ("-1", Ok(-1), false),
            ("+1", Ok(1), false),
            ("-", Err(IndexError::Syntax), false),
            ("", Err(IndexError::Syntax), false),
            ("99999999999999999999", Err(IndexError::Range), true),
        ] {
            assert_eq!(parse_index(text), loose, "{text}");
            assert_eq!(is_strict_index(text), strict, "{text}");
        }
        assert_eq!(split("x"), None);
        let (leading, last) = split("lost/a~1b/").unwrap();
        assert_eq!((leading.join("|"), last.as_ref()), ("a/b".to_owned(), ""));
    }
}
