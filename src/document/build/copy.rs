//! Aliases: the named value is copied to where its name stands.

use super::{Builder, Lead, MAX_DEPTH};
use crate::document::node::Payload;
use crate::document::{NodeId, Span};

impl Builder<'_> {
    /// Adds a copy of the finished node `source` with all that is below it. The copy's top has span `span`, the
    /// nodes below keep the spans of their texts. `allow` is asked before every copied node, with whether it
    /// stands under a key; on its first `false` the copying stops and gives `None`, as it does beyond
    /// [`MAX_DEPTH`].
    pub(in crate::document) fn copy(
        &mut self,
        source: NodeId,
        span: Span,
        mut allow: impl FnMut(bool) -> bool,
    ) -> Option<NodeId> {
        let top = self.copy_one(source.0, span, &mut allow)?;
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
            let node = self.nodes[at as usize];
            *next = node.next;
            self.lead = Lead {
                key: node.key,
                span: node.lead,
                merge: false,
            };
            self.copy_one(at, node.span, &mut allow)?;
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

    /// One node of a copy; a container is opened, empty.
    fn copy_one(&mut self, source: u32, span: Span, allow: &mut impl FnMut(bool) -> bool) -> Option<NodeId> {
        let node = self.nodes[source as usize];
        if !allow(self.lead.key.len > 0) {
            return None;
        }
        Some(match node.payload {
            Payload::List(..) => self.open(Payload::List(NodeId::NONE, 0), span),
            Payload::Map(..) => self.open(Payload::Map(NodeId::NONE, 0), span),
            scalar => self.push(scalar, span, node.style),
        })
    }

    /// Closes a copied container: its span is right and its keys were tidied in the original.
    fn close_copy(&mut self) {
        self.open.pop();
    }
}
