//! The text that is rewritten and its edits so far.

use std::ops::Range;

use super::origins::Changes;
use crate::document::write::flow::flow;
use crate::document::write::json::json_value;
use crate::document::{Document, Format, NodeId, Tree};

/// Collects the edits.
pub(super) struct Rewriter<'a, T: Tree> {
    pub(super) old: &'a Document,
    pub(super) new: &'a T,
    /// The origins of the new nodes, if they are known; otherwise keys and names are compared.
    pub(super) changes: Option<Changes<'a, T::Id>>,
    pub(super) edits: Vec<(Range<usize>, String)>,
}

impl<T: Tree> Rewriter<'_, T> {
    /// Formats a value inside of flow style, like the text around it.
    pub(super) fn flow_value(&self, like: NodeId, new: T::Id) -> String {
        match self.is_json_style(like) {
            true => json_value(self.new, new),
            false => flow(self.new, new),
        }
    }

    /// Returns whether the text is JSON, or a key around this node is written as in JSON.
    pub(super) fn is_json_style(&self, like: NodeId) -> bool {
        let is_quoted = |id: NodeId| {
            let at = self.old.entry_span(id).start as usize;
            self.old.key(id).is_some() && self.old.text()[at..].starts_with('"')
        };
        self.old.format() == Format::Json || is_quoted(like) || self.containers_of(like).any(is_quoted)
    }

    pub(super) fn containers_of(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.old.ancestors(id).skip(1)
    }

    pub(super) fn is_flow(&self, id: NodeId) -> bool {
        let start = self.old.span(id).start as usize;
        matches!(self.old.text().as_bytes().get(start), Some(b'{' | b'['))
    }

    /// Returns the number of bytes from the start of the line.
    pub(super) fn column(&self, at: usize) -> usize {
        let lines = self.old.lines();
        let line = lines.start(lines.index_of(at as u32)).unwrap_or_default() as usize;
        let mark = match self.old.text()[line..].starts_with('\u{feff}') {
            true => '\u{feff}'.len_utf8(),
            false => 0,
        };
        (at - line).saturating_sub(mark)
    }

    pub(super) fn is_first_on_line(&self, at: usize) -> bool {
        let column = self.column(at);
        let before = self.old.text().get(at - column..at).unwrap_or_default();
        before.bytes().all(|byte| byte == b' ')
    }

    /// Returns the end of the line on which a value ends, after its line break.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let text = self.old.text();
        if at > 0 && text.as_bytes().get(at - 1) == Some(&b'\n') {
            return at;
        }
        let lines = self.old.lines();
        let next = lines.start(lines.index_of(at as u32) + 1);
        next.map_or(text.len(), |next| next as usize)
    }
}
