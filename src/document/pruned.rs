//! A document without some of its nodes.

use super::node::Payload;
use super::{Document, NodeId, Tree};

impl Document {
    /// The same document without the nodes `gone` and all that is below them. All nodes keep their numbers, their
    /// keys and their places in the text; what is gone is no child of anything any more.
    pub fn without(&self, gone: &[NodeId]) -> Self {
        let mut new = self.clone();
        let mut parents: Vec<NodeId> = gone.iter().filter_map(|node| self.parent(*node)).collect();
        parents.sort_unstable();
        parents.dedup();
        for parent in parents {
            let kept: Vec<NodeId> = self
                .children(parent)
                .filter(|child| !gone.contains(child))
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
    fn what_is_left_out_is_no_child_any_more() {
        let document = read("test", b"a: 1\nb:\n  c: 2\n  d: 3\ne: 4\n".to_vec()).unwrap();
        let at = |map, key| document.get(map, key).unwrap();
        let (a, b) = (at(document.root(), "a"), at(document.root(), "b"));
        let (c, e) = (at(b, "c"), at(document.root(), "e"));
        for (gone, expected) in [
            (vec![a], "b:\n  c: 2\n  d: 3\ne: 4\n"),
            (vec![c, e], "a: 1\nb:\n  d: 3\n"),
            (vec![a, b, e], "{}\n"),
            (vec![], "a: 1\nb:\n  c: 2\n  d: 3\ne: 4\n"),
        ] {
            assert_eq!(write::yaml(&document.without(&gone)), expected);
        }
        assert_eq!(document.without(&[c]).key(c), Some("c"));
    }
}
