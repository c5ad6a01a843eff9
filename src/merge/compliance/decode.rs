//! The `data` of a Secret as the texts that it stands for.

use std::rc::Rc;

use super::equal::Sorted;
use crate::document::{Document, Kind, Tree, Value};

/// A map of texts.
#[derive(Debug, Default)]
pub(super) struct Decoded {
    entries: Vec<(String, String)>,
}

impl Decoded {
    /// What a Secret's `data` holds. A value that is no base64 stays as it is written.
    pub(super) fn of(secret: &Document) -> Self {
        let data = secret
            .get(secret.root(), "data")
            .filter(|data| secret.kind(*data) == Kind::Map);
        let entries = data.into_iter().flat_map(|data| secret.children(data));
        let text = |entry| match secret.value(entry) {
            Value::String(text) => text,
            _ => "",
        };
        Self {
            entries: entries
                .filter_map(|entry| {
                    let text = text(entry);
                    let plain = base64(text).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                    Some((
                        secret.key(entry)?.to_owned(),
                        plain.unwrap_or_else(|| text.to_owned()),
                    ))
                })
                .collect(),
        }
    }
}

impl Tree for Decoded {
    /// None is the map itself.
    type Id = Option<usize>;

    fn top(&self) -> Self::Id {
        None
    }

    fn value(&self, id: Self::Id) -> Value<'_> {
        match id.and_then(|at| self.entries.get(at)) {
            Some((_, text)) => Value::String(text),
            None => Value::Map,
        }
    }

    fn key(&self, id: Self::Id) -> Option<&str> {
        self.entries.get(id?).map(|(key, _)| key.as_str())
    }

    fn children(&self, id: Self::Id) -> impl Iterator<Item = Self::Id> + '_ {
        let count = if id.is_none() { self.entries.len() } else { 0 };
        (0..count).map(Some)
    }
}

impl Sorted for Decoded {
    /// There are no lists in it.
    fn items(&self, _list: Self::Id) -> Rc<[Self::Id]> {
        Rc::new([])
    }
}

/// The bytes that a base64 text stands for; line breaks in it do not count.
fn base64(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text
        .bytes()
        .filter(|byte| !matches!(byte, b'\n' | b'\r'))
        .collect();
    if !digits.len().is_multiple_of(4) {
        return None;
    }
    let padding = digits.iter().rev().take_while(|byte| **byte == b'=').count();
    if padding > 2 {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0u32);
    for digit in &digits[..digits.len() - padding] {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0xfff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read() {
        for (text, expected) in [
            ("eA==", Some("x")),
            ("eHk=", Some("xy")),
            ("eHl6", Some("xyz")),
            ("aGVsbG8gd29ybGQ=", Some("hello world")),
            ("", Some("")),
            ("eHl\n6", Some("xyz")),
            ("e", None),
            ("e===", None),
            ("!!!!", None),
        ] {
            let bytes = base64(text);
            assert_eq!(bytes.as_deref(), expected.map(str::as_bytes), "{text}");
        }
    }
}
