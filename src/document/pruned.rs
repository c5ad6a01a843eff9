//! Copies a document without some of its nodes.

use super::node::Payload;
use super::{Document, NodeId, Tree};

impl Document {
    /// Copies the document without the nodes `removed` and their descendants. All nodes keep their ids, keys and
    /// spans; the removed nodes are not children of any node.
    pub fn without_nodes(&self, removed: &[NodeId]) -> Self {
        let mut new = self.clone();
        let mut parents: Vec<NodeId> = removed.iter().filter_map(|node| self.parent(*node)).collect();
        parents.sort_unstable();
        parents.dedup();
        for parent in parents {
            let kept: Vec<NodeId> = self
                .children(parent)
                .filter(|child| !removed.contains(child))
                .collect();
            let first = kept.first().map_or(NodeId::NONE, |child| child.0);
            let len = kept.len() as u32;
            for (at, child) in kept.iter().enumerate() {
                new.written[child.index()].ordinal = at as u32;
                new.nodes[child.index()].next = kept.get(at + 1).map_or(NodeId::NONE, |next| next.0);
            }
            if let Payload::List(old, count) | Payload::Map(old, count) =
                &mut new.nodes[parent.index()].payload
            {
                (*old, *count) = (first, len);
            }
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::super::{read, write};
    use super::*;

    #[test]
    fn removed_nodes_are_not_children() {
        let document = read("test", b"a: 1\nb:\n  c: 2\n  d: 3\ne: 4\n".to_vec()).unwrap();
        let at = |map, key| document.get(map, key).unwrap();
        let (a, b) = (at(document.root(), "a"), at(document.root(), "b"));
        let (c, e) = (at(b, "c"), at(document.root(), "e"));
        for (removed, expected) in [
            (vec![a], "b:\n  c: 2\n  d: 3\ne: 4\n"),
            (vec![c, e], "a: 1\nb:\n  d: 3\n"),
            (vec![a, b, e], "{}\n"),
            (vec![], "a: 1\nb:\n  c: 2\n  d: 3\ne: 4\n"),
        ] {
            assert_eq!(write::yaml(&document.without_nodes(&removed)), expected);
        }
        assert_eq!(document.without_nodes(&[c]).key(c), Some("c"));
    }
}
