//! The folded nodes of a session file.

use serde::{Deserialize, Serialize};

use crate::document::NodeId;
use crate::merge::NodeRef;

/// The folded nodes. A node is numbered by its position in the document, from 0 for the top.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionFolds {
    /// The folded nodes of the live object.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub live: Vec<u32>,
    /// The folded nodes of each patch that are not in the live object.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<Vec<u32>>,
}

impl SessionFolds {
    pub(crate) fn from_sources(sources: Vec<NodeRef>, patches: usize) -> Self {
        let mut folded = Self {
            live: Vec::new(),
            patches: vec![Vec::new(); patches],
        };
        for source in sources {
            match usize::from(source.document).checked_sub(1) {
                None => folded.live.push(source.node.0),
                Some(patch) => folded
                    .patches
                    .get_mut(patch)
                    .into_iter()
                    .for_each(|nodes| nodes.push(source.node.0)),
            }
        }
        if folded.patches.iter().all(Vec::is_empty) {
            folded.patches.clear();
        }
        folded
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn sources(self) -> impl Iterator<Item = NodeRef> {
        let patches = self.patches.into_iter().take(usize::from(u16::MAX) - 1);
        let all = std::iter::once(self.live).chain(patches);
        (0u16..).zip(all).flat_map(|(document, nodes)| {
            let source = move |node| NodeRef {
                document,
                node: NodeId(node),
            };
            nodes.into_iter().map(source)
        })
    }
}
