//! The `data` of a Secret, decoded.

use std::rc::Rc;

use super::equality::SortedItems;
use crate::document::{Document, Tree, Value, ValueKind, decode_base64};

/// A map of strings.
#[derive(Debug, Default)]
pub(crate) struct DecodedSecret {
    entries: Vec<(String, String)>,
}

impl DecodedSecret {
    /// Decodes the `data` of a Secret. A value that is not base64 stays as written.
    pub(crate) fn from_secret(secret: &Document) -> Self {
        let data = secret
            .get(secret.root(), "data")
            .filter(|data| secret.kind(*data) == ValueKind::Map);
        let entries = data.into_iter().flat_map(|data| secret.children(data));
        let text = |entry| secret.value(entry).as_str().unwrap_or_default();
        Self {
            entries: entries
                .filter_map(|entry| {
                    let text = text(entry);
                    let plain = decode_base64(text).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                    Some((
                        secret.key(entry)?.to_owned(),
                        plain.unwrap_or_else(|| text.to_owned()),
                    ))
                })
                .collect(),
        }
    }
}

impl Tree for DecodedSecret {
    /// `None` is the map itself.
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

impl SortedItems for DecodedSecret {
    /// Returns nothing: a Secret has no lists.
    fn items(&self, _list: Self::Id) -> Rc<[Self::Id]> {
        Rc::new([])
    }
}
