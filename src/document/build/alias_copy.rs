//! Replaces aliases by copies of their values.

use super::{Builder, LeadingText, MAX_DEPTH};
use crate::document::node::Payload;
use crate::document::{NodeId, Span};

impl Builder<'_> {
    /// Appends a copy of the finished node `source` with its descendants. The root of the copy gets `span`;
    /// its descendants keep their spans. `allow` is called before each node with its weight: one for the
    /// node, one for its key, one for the alias that it may come from. Returns `None` if `allow` returns
    /// false or the copy is deeper than [`MAX_DEPTH`].
    pub(crate) fn copy(
        &mut self,
        source: NodeId,
        span: Span,
        mut allow: impl FnMut(u64) -> bool,
    ) -> Option<NodeId> {
        let top = self.copy_one(source.0, span, 0, &mut allow)?;
        self.written[top.index()].alias = true;
        let mut pending = vec![self.first(source.0)];
        while let Some(next) = pending.last_mut() {
            let at = *next;
            if at == NodeId::NONE {
                pending.pop();
                if !pending.is_empty() {
                    self.close_copy();
                }
                continue;
            }
            let (node, written) = (self.nodes[at as usize], self.written[at as usize]);
            *next = node.next;
            self.lead = LeadingText {
                key: node.key,
                span: written.lead,
                merge: false,
            };
            let copy = self.copy_one(at, written.span, u64::from(node.key.has_text()), &mut allow)?;
            self.written[copy.index()].alias = written.alias;
            if !node.payload.is_scalar() {
                pending.push(self.first(at));
            }
            if self.open.len() > MAX_DEPTH {
                return None;
            }
        }
        if !self.nodes[source.index()].payload.is_scalar() {
            self.close_copy();
        }
        Some(top)
    }

    /// Copies one node; opens a list or map without children.
    fn copy_one(
        &mut self,
        source: u32,
        span: Span,
        keys: u64,
        allow: &mut impl FnMut(u64) -> bool,
    ) -> Option<NodeId> {
        let written = self.written[source as usize];
        if !allow(1 + keys + u64::from(written.alias)) {
            return None;
        }
        Some(match self.nodes[source as usize].payload {
            Payload::List(..) => self.open(Payload::List(NodeId::NONE, 0), span),
            Payload::Map(..) => self.open(Payload::Map(NodeId::NONE, 0), span),
            scalar => self.push(scalar, span, written.style),
        })
    }

    /// Closes a copied list or map. The original has its final span and has been deduplicated.
    fn close_copy(&mut self) {
        self.open.pop();
    }
}
