//! Two tables of linked nodes, with an entry for each patch node and each result node. They are indexed by
//! node number, without hashing.

use std::sync::Arc;

use crate::document::{Document, NodeId};
use crate::merge::{NodeRef, ResultId};

/// The link of a patch node to the result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeLink {
    pub(crate) to: ResultId,
    /// The index of the step that the node causes; `None` for maps that only contain other nodes.
    pub(crate) step: Option<u32>,
    /// Whether `to` is not the node itself but the map that would contain it.
    pub(crate) above: bool,
}

/// A link in eight bytes, because there is one for each node of each patch.
#[derive(Clone, Copy, Debug)]
struct PackedLink {
    to: u32,
    /// Twice the index of the step (or [`PackedLink::NO_STEP`]), plus one if `above` is set.
    step: u32,
}

impl PackedLink {
    const NO_STEP: u32 = u32::MAX >> 1;
    /// No link.
    const NONE: Self = Self {
        to: u32::MAX,
        step: u32::MAX,
    };

    fn new(link: NodeLink) -> Self {
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

/// The links of the nodes of all patches.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatchLinks {
    links: Vec<PackedLink>,
    /// The step of each node or of its nearest ancestor with a step, or [`PackedLink::NO_STEP`].
    nearest_steps: Vec<u32>,
    /// The start of each document in `links`; unused for the live object.
    starts: Vec<usize>,
}

impl PatchLinks {
    /// Creates an empty table. `documents` are the live object and the patches.
    pub(crate) fn new(documents: &[Arc<Document>]) -> Self {
        let mut starts = vec![0];
        let mut count = 0;
        for document in documents.iter().skip(1) {
            starts.push(count);
            count += document.node_count();
        }
        Self {
            links: vec![PackedLink::NONE; count],
            nearest_steps: Vec::new(),
            starts,
        }
    }

    /// Finds the nearest steps of all nodes, once all links are known.
    pub(crate) fn find_nearest_steps(&mut self, documents: &[Arc<Document>]) {
        self.nearest_steps.reserve(self.links.len());
        for (document, start) in documents.iter().zip(&self.starts).skip(1) {
            // Parents precede children.
            for index in 0..document.node_count() {
                let own = self.links[start + index].link().and_then(|link| link.step);
                let parent = document.parent(NodeId(index as u32));
                let inherited = || Some(self.nearest_steps[start + parent?.index()]);
                let step = own.or_else(inherited).unwrap_or(PackedLink::NO_STEP);
                self.nearest_steps.push(step);
            }
        }
    }

    /// Returns the step of a node and `true`, or the step of its nearest ancestor with a step and `false`.
    pub(crate) fn nearest_step(&self, source: NodeRef) -> Option<(u32, bool)> {
        let step = *self.nearest_steps.get(self.index(source)?)?;
        let is_own = self.get(source).is_some_and(|link| link.step.is_some());
        (step != PackedLink::NO_STEP).then_some((step, is_own))
    }

    fn index(&self, source: NodeRef) -> Option<usize> {
        let start = self.starts.get(usize::from(source.document))?;
        (!source.is_live()).then_some(start + source.node.index())
    }

    pub(crate) fn get(&self, source: NodeRef) -> Option<NodeLink> {
        self.links.get(self.index(source)?)?.link()
    }

    /// Changes the step of the link of a node, if it has a link.
    pub(crate) fn set_step(&mut self, source: NodeRef, step: u32) {
        let entry = self.index(source).and_then(|index| self.links.get_mut(index));
        if let Some(entry) = entry
            && let Some(link) = entry.link()
        {
            *entry = PackedLink::new(NodeLink {
                step: Some(step),
                ..link
            });
        }
    }

    /// Links a node unless it is already linked. Returns its link.
    pub(crate) fn or_insert(&mut self, source: NodeRef, link: NodeLink) -> Option<NodeLink> {
        let index = self.index(source)?;
        let entry = self.links.get_mut(index)?;
        if let Some(link) = entry.link() {
            return Some(link);
        }
        *entry = PackedLink::new(link);
        Some(link)
    }
}

/// The patch node that each result node comes from.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResultSources {
    /// A live node means none.
    sources: Vec<NodeRef>,
}

impl ResultSources {
    /// Creates an empty table for `count` result nodes.
    pub(crate) fn new(count: usize) -> Self {
        let none = NodeRef::live(NodeId(0));
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
        if let Some(entry) = self.sources.get_mut(id.index()) {
            *entry = source;
        }
    }

    /// Sets the source of a node unless it has one.
    pub(crate) fn or_insert(&mut self, id: ResultId, source: NodeRef) {
        if self.get(id).is_none() {
            self.insert(id, source);
        }
    }
}
