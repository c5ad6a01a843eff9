//! Finishes a map: merges the keys of `<<` into it and removes duplicate keys. The last duplicate counts.

use std::collections::HashMap;

use super::{Builder, DuplicateKey, OpenContainer};
use crate::document::NodeId;
use crate::document::node::Payload;

impl Builder<'_> {
    pub(crate) fn finish_keys(&mut self, open: &OpenContainer) {
        let Payload::Map(first, len) = self.nodes[open.id as usize].payload else {
            return;
        };
        if !open.merges && !self.may_repeat(first, len) {
            return;
        }
        let children = self.spliced(first);
        let mut last_of: HashMap<&str, usize> = HashMap::new();
        let mut dead = vec![false; children.len()];
        let mut duplicates = Vec::new();
        for (at, &child) in children.iter().enumerate() {
            let node = &self.nodes[child as usize];
            let Some(earlier) = last_of.insert(self.slice(node.key), at) else {
                continue;
            };
            dead[earlier] = true;
            let other = &self.nodes[children[earlier] as usize];
            // A key from `<<` is meant to be overwritten: no warning.
            if node.parent == open.id && other.parent == open.id {
                duplicates.push(DuplicateKey {
                    earlier: self.written[children[earlier] as usize].lead,
                    later: self.written[child as usize].lead,
                });
            }
        }
        self.duplicates.append(&mut duplicates);
        let mut dead = dead.into_iter();
        let alive = children.into_iter().filter(|_| dead.next() == Some(false));
        self.relink(open.id, &alive.collect::<Vec<_>>());
    }

    /// Returns whether keys may be duplicates: exact for small maps, without allocating; true for large maps,
    /// which are hashed.
    fn may_repeat(&self, first: u32, len: u32) -> bool {
        const SMALL: u32 = 12;
        if len > SMALL {
            return true;
        }
        let mut keys = [""; SMALL as usize];
        let (mut at, mut count) = (first, 0);
        while at != NodeId::NONE {
            let node = &self.nodes[at as usize];
            let key = self.slice(node.key);
            if keys[..count].contains(&key) {
                return true;
            }
            keys[count] = key;
            count += 1;
            at = node.next;
        }
        false
    }

    /// Returns the children from `first` on, with each `<<` replaced by the entries of its value. In a list
    /// of maps the first map wins, so the list is processed from its end.
    fn spliced(&self, first: u32) -> Vec<u32> {
        let mut children = Vec::new();
        for child in self.chain(first) {
            let merge = self.written[child as usize].merge;
            match self.nodes[child as usize].payload {
                Payload::Map(inner, _) if merge => children.extend(self.chain(inner)),
                Payload::List(inner, _) if merge => {
                    let mut maps: Vec<u32> = self.chain(inner).collect();
                    maps.reverse();
                    for map in maps {
                        children.extend(self.chain(self.first(map)));
                    }
                }
                _ => children.push(child),
            }
        }
        children
    }

    fn chain(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        let some = |at: u32| (at != NodeId::NONE).then_some(at);
        std::iter::successors(some(first), move |at| some(self.nodes[*at as usize].next))
    }

    fn relink(&mut self, map: u32, children: &[u32]) {
        for (at, &child) in children.iter().enumerate() {
            self.written[child as usize].ordinal = at as u32;
            let node = &mut self.nodes[child as usize];
            node.parent = map;
            node.next = children.get(at + 1).copied().unwrap_or(NodeId::NONE);
        }
        let first = children.first().copied().unwrap_or(NodeId::NONE);
        self.nodes[map as usize].payload = Payload::Map(first, children.len() as u32);
    }
}
