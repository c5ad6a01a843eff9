//! What a list says of its items: as the API returns lists, the items have no kind of their own.

use crate::document::{Document, Position, read_live_at};

/// The apiVersion and kind of a list, as far as they stand before its items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ListKindScan {
    pub(crate) api_version: String,
    /// The list's own, with its `List`.
    pub(crate) kind: String,
}

impl ListKindScan {
    /// What a document says itself.
    pub(crate) fn from_list(list: &Document) -> Self {
        let (api_version, kind) = list.identity();
        Self {
            api_version: api_version.to_owned(),
            kind: kind.to_owned(),
        }
    }

    /// The heading in the text before the items; empty if that cannot be read, which its own piece will tell.
    pub(crate) fn from_text(text: &[u8]) -> Self {
        let read = read_live_at("", text.to_vec(), Position::START);
        read.map_or_else(|_| Self::default(), |list| Self::from_list(&list))
    }

    /// With what `other` says where this says nothing.
    pub(crate) fn or(self, other: &Self) -> Self {
        let either = |own: String, other: &String| if own.is_empty() { other.clone() } else { own };
        Self {
            api_version: either(self.api_version, &other.api_version),
            kind: either(self.kind, &other.kind),
        }
    }

    /// Whether nothing after the items can add to it.
    pub(crate) fn is_whole(&self) -> bool {
        !self.api_version.is_empty() && !self.kind.is_empty()
    }

    /// The apiVersion and kind of `item`, if it has neither: kubectl gives it the list's, without the `List`.
    pub(crate) fn for_item(&self, item: &Document) -> Option<(&str, &str)> {
        let kind = self.kind.strip_suffix("List").unwrap_or(&self.kind);
        let is_bare = item.identity() == ("", "");
        (is_bare && !kind.is_empty()).then_some((&self.api_version, kind))
    }
}
