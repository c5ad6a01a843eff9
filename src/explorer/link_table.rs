//! The two long tables behind the counterparts: a place for each patch node and for each result node, so that looking
//! up costs an index and no hash.

use std::sync::Arc;

use crate::document::Document;
use crate::merge::{ResultId, Source};

/// What a patch node came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) to: ResultId,
    /// The step that carried it out; none for maps that only lead further down.
    pub(super) step: Option<u32>,
    /// `to` is not the node itself but the map that would hold it.
    pub(super) above: bool,
}

/// A link for each node of each patch.
#[derive(Clone, Debug, Default)]
pub(super) struct ByPatch {
    links: Vec<Option<Link>>,
    /// Where each document's nodes begin in `links`; live has none there.
    starts: Vec<usize>,
}

impl ByPatch {
    /// No links yet. `documents` are live and then the patches.
    pub(super) fn new(documents: &[Arc<Document>]) -> Self {
        let mut starts = vec![0];
        let mut count = 0;
        for document in documents.iter().skip(1) {
            starts.push(count);
            count += document.node_count();
        }
        Self {
            links: vec![None; count],
            starts,
        }
    }

    fn index(&self, source: Source) -> Option<usize> {
        let start = self.starts.get(usize::from(source.document))?;
        (!source.is_live()).then_some(start + source.node.index())
    }

    pub(super) fn get(&self, source: Source) -> Option<Link> {
        *self.links.get(self.index(source)?)?
    }

    pub(super) fn get_mut(&mut self, source: Source) -> Option<&mut Link> {
        let index = self.index(source)?;
        self.links.get_mut(index)?.as_mut()
    }

    /// Links a node that is not linked yet. Returns the link that it has then.
    pub(super) fn or_insert(&mut self, source: Source, link: Link) -> Option<Link> {
        let index = self.index(source)?;
        Some(*self.links.get_mut(index)?.get_or_insert(link))
    }
}

/// The patch node behind each result node.
#[derive(Clone, Debug, Default)]
pub(super) struct ByResult {
    /// Live stands where there is none: it never answers to itself.
    sources: Vec<Source>,
}

impl ByResult {
    /// No sources yet, for so many result nodes.
    pub(super) fn new(count: usize) -> Self {
        let none = Source::live(crate::document::NodeId(0));
        Self {
            sources: vec![none; count],
        }
    }

    pub(super) fn get(&self, id: ResultId) -> Option<Source> {
        self.sources
            .get(id.index())
            .copied()
            .filter(|source| !source.is_live())
    }

    pub(super) fn insert(&mut self, id: ResultId, source: Source) {
        if let Some(place) = self.sources.get_mut(id.index()) {
            *place = source;
        }
    }

    /// Takes the source of a node that has none yet.
    pub(super) fn or_insert(&mut self, id: ResultId, source: Source) {
        if self.get(id).is_none() {
            self.insert(id, source);
        }
    }
}
