//! The two long tables of corresponding nodes: an entry for each patch node and for each result node, so that a lookup is an index
//! and no hash.

use std::sync::Arc;

use crate::document::Document;
use crate::merge::{NodeRef, ResultId};

/// What a patch node causes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeLink {
    pub(crate) to: ResultId,
    /// The step that it causes; none for maps that only contain others.
    pub(crate) step: Option<u32>,
    /// `to` is not the node itself but the map that would contain it.
    pub(crate) above: bool,
}

/// A link in eight bytes: there is one for each node of each patch.
#[derive(Clone, Copy, Debug)]
struct PackedLink {
    to: u32,
    /// Twice the step (or [`PackedLink::NO_STEP`]), and one for `above`.
    step: u32,
}

impl PackedLink {
    const NO_STEP: u32 = u32::MAX >> 1;
    /// No link.
    const NONE: Self = Self {
        to: u32::MAX,
        step: u32::MAX,
    };

    fn of(link: NodeLink) -> Self {
        Self {
            to: link.to.0,
            step: link.step.unwrap_or(Self::NO_STEP) << 1 | u32::from(link.above),
        }
    }

    fn link(self) -> Option<NodeLink> {
        let step = self.step >> 1;
        (self.to != Self::NONE.to).then_some(NodeLink {
            to: ResultId(self.to),
            step: (step != Self::NO_STEP).then_some(step),
            above: self.step & 1 == 1,
        })
    }
}

/// A link for each node of each patch.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByPatch {
    links: Vec<PackedLink>,
    /// Where the nodes of each document begin in `links`; live has none.
    starts: Vec<usize>,
}

impl ByPatch {
    /// No links yet. `documents` are live and then the patches.
    pub(crate) fn new(documents: &[Arc<Document>]) -> Self {
        let mut starts = vec![0];
        let mut count = 0;
        for document in documents.iter().skip(1) {
            starts.push(count);
            count += document.node_count();
        }
        Self {
            links: vec![PackedLink::NONE; count],
            starts,
        }
    }

    fn index(&self, source: NodeRef) -> Option<usize> {
        let start = self.starts.get(usize::from(source.document))?;
        (!source.is_live()).then_some(start + source.node.index())
    }

    pub(crate) fn get(&self, source: NodeRef) -> Option<NodeLink> {
        self.links.get(self.index(source)?)?.link()
    }

    /// Gives the link of a node another step, if it has a link.
    pub(crate) fn set_step(&mut self, source: NodeRef, step: u32) {
        let place = self.index(source).and_then(|index| self.links.get_mut(index));
        if let Some(place) = place
            && let Some(link) = place.link()
        {
            *place = PackedLink::of(NodeLink {
                step: Some(step),
                ..link
            });
        }
    }

    /// Links a node, unless it is linked. Returns its link.
    pub(crate) fn or_insert(&mut self, source: NodeRef, link: NodeLink) -> Option<NodeLink> {
        let index = self.index(source)?;
        let place = self.links.get_mut(index)?;
        if let Some(link) = place.link() {
            return Some(link);
        }
        *place = PackedLink::of(link);
        Some(link)
    }
}

/// The patch node that each result node comes from.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByResult {
    /// A live node stands for none.
    sources: Vec<NodeRef>,
}

impl ByResult {
    /// No sources yet, for so many result nodes.
    pub(crate) fn new(count: usize) -> Self {
        let none = NodeRef::live(crate::document::NodeId(0));
        Self {
            sources: vec![none; count],
        }
    }

    pub(crate) fn get(&self, id: ResultId) -> Option<NodeRef> {
        self.sources
            .get(id.index())
            .copied()
            .filter(|source| !source.is_live())
    }

    pub(crate) fn insert(&mut self, id: ResultId, source: NodeRef) {
        if let Some(place) = self.sources.get_mut(id.index()) {
            *place = source;
        }
    }

    /// Sets the source of a node, unless it has one.
    pub(crate) fn or_insert(&mut self, id: ResultId, source: NodeRef) {
        if self.get(id).is_none() {
            self.insert(id, source);
        }
    }
}
