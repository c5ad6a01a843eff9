//! The apiVersion and kind that a list gives its items: in lists from the API, the items have none.

use crate::document::{Document, Position, read_live_at};

/// The apiVersion and kind of a list, as far as they are before its items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ListKindScan {
    pub(crate) api_version: String,
    /// The kind of the list, including `List`.
    pub(crate) kind: String,
}

impl ListKindScan {
    /// Reads both from a document.
    pub(crate) fn from_list(list: &Document) -> Self {
        let (api_version, kind) = list.identity();
        Self {
            api_version: api_version.to_owned(),
            kind: kind.to_owned(),
        }
    }

    /// Reads both from the text before the items. Empty if the text has a syntax error; the frame chunk
    /// reports it.
    pub(crate) fn from_text(text: &[u8]) -> Self {
        let read = read_live_at("", text.to_vec(), Position::START);
        read.map_or_else(|_| Self::default(), |list| Self::from_list(&list))
    }

    /// Fills in what is missing from `other`.
    pub(crate) fn or(self, other: &Self) -> Self {
        let either = |own: String, other: &String| if own.is_empty() { other.clone() } else { own };
        Self {
            api_version: either(self.api_version, &other.api_version),
            kind: either(self.kind, &other.kind),
        }
    }

    /// Returns whether both are known.
    pub(crate) fn is_whole(&self) -> bool {
        !self.api_version.is_empty() && !self.kind.is_empty()
    }

    /// Returns the apiVersion and kind for `item` if it has neither, as kubectl does: those of the list,
    /// without `List`.
    pub(crate) fn for_item(&self, item: &Document) -> Option<(&str, &str)> {
        let kind = self.kind.strip_suffix("List").unwrap_or(&self.kind);
        let is_bare = item.identity() == ("", "");
        (is_bare && !kind.is_empty()).then_some((&self.api_version, kind))
    }
}
