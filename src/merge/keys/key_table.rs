//! The keys of a live list, its patch list and its order. Each key is hashed once and gets an id, a small
//! number that indexes plain vectors.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::merge::MergeKey;

/// A key's number in its [`KeyTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct KeyId(u32);

impl KeyId {
    /// The id of items without a key. No table assigns it.
    pub(crate) const NONE: Self = Self(u32::MAX);

    pub(crate) fn is_none(self) -> bool {
        self == Self::NONE
    }
}

/// Keys by id, and ids by key.
#[derive(Debug)]
pub(crate) struct KeyTable<'d> {
    /// A part of the hash and the id, with linear probing. Keys are compared only if the hashes are equal, so
    /// that a lookup touches little memory.
    buckets: Vec<(u32, KeyId)>,
    keys: Vec<MergeKey<'d>>,
    /// The id of the last lookup and its distance from the one before. Two lists mostly have the same keys in
    /// the same or the reverse order: then the next id is guessed without hashing.
    last: u32,
    stride: u32,
}

impl<'d> KeyTable<'d> {
    /// Creates an empty table with a capacity for that many keys.
    pub(crate) fn with_capacity(keys: usize) -> Self {
        Self {
            buckets: vec![(0, KeyId::NONE); (keys * 2).next_power_of_two().max(16)],
            keys: Vec::with_capacity(keys),
            last: 0,
            stride: 0,
        }
    }

    /// Returns the key of an id of this table.
    pub(crate) fn key(&self, key_id: KeyId) -> Option<MergeKey<'d>> {
        self.keys.get(key_id.0 as usize).copied()
    }

    /// Returns the id of a key, and adds the key if it is new.
    pub(crate) fn intern(&mut self, key: MergeKey<'d>) -> KeyId {
        let guess = self.last.wrapping_add(self.stride);
        let key_id = match self.keys.get(guess as usize) {
            Some(known) if *known == key => KeyId(guess),
            _ => self.search(key),
        };
        self.stride = key_id.0.wrapping_sub(self.last);
        self.last = key_id.0;
        key_id
    }

    /// Returns the ids of many keys, [`KeyId::NONE`] for missing ones. Fills an empty table in one tight
    /// loop, so that the processor does not wait for one bucket before it reads the next.
    pub(crate) fn intern_all(&mut self, keys: &[Option<MergeKey<'d>>]) -> Vec<KeyId> {
        if !self.keys.is_empty() {
            let key_id = |key: &Option<MergeKey<'d>>| key.map_or(KeyId::NONE, |key| self.intern(key));
            return keys.iter().map(key_id).collect();
        }
        while self.buckets.len() < keys.len() * 2 {
            self.grow();
        }
        let mut key_ids = Vec::with_capacity(keys.len());
        for key in keys {
            key_ids.push(key.map_or(KeyId::NONE, |key| self.search(key)));
        }
        key_ids
    }

    fn search(&mut self, key: MergeKey<'d>) -> KeyId {
        let hash = hash(key);
        let at = match self.find_bucket(hash, key) {
            Ok(key_id) => return key_id,
            Err(free) => free,
        };
        let key_id = KeyId(self.keys.len() as u32);
        self.keys.push(key);
        self.buckets[at] = (hash, key_id);
        if self.keys.len() * 2 > self.buckets.len() {
            self.grow();
        }
        key_id
    }

    /// Returns the id of the key, or the index of the free bucket for it.
    fn find_bucket(&self, hash: u32, key: MergeKey<'d>) -> Result<KeyId, usize> {
        let mask = self.buckets.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (other, key_id) = self.buckets[at];
            if key_id.is_none() {
                return Err(at);
            }
            if other == hash && self.keys[key_id.0 as usize] == key {
                return Ok(key_id);
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let count = self.buckets.len() * 2;
        let old = std::mem::replace(&mut self.buckets, vec![(0, KeyId::NONE); count]);
        for (hash, key_id) in old.into_iter().filter(|(_, key_id)| !key_id.is_none()) {
            let mut at = hash as usize & (count - 1);
            while !self.buckets[at].1.is_none() {
                at = (at + 1) & (count - 1);
            }
            self.buckets[at] = (hash, key_id);
        }
    }
}

fn hash(key: MergeKey<'_>) -> u32 {
    FxBuildHasher.hash_one(key) as u32
}

/// A map from key ids to positions in a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyMap {
    numbers: Vec<u32>,
    is_empty: bool,
}

impl KeyMap {
    const NONE: u32 = u32::MAX;

    /// Creates a map of the first position of each id. Ignores items without a key.
    pub(crate) fn first_positions(key_ids: impl Iterator<Item = KeyId>) -> Self {
        let mut positions = Self::new();
        positions.numbers.reserve(key_ids.size_hint().1.unwrap_or(0));
        for (at, key_id) in key_ids.enumerate() {
            positions.set_first(key_id, at);
        }
        positions
    }

    /// Creates an empty map.
    pub(crate) fn new() -> Self {
        Self {
            numbers: Vec::new(),
            is_empty: true,
        }
    }

    /// Returns whether no id has a position.
    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty
    }

    pub(crate) fn get(&self, key_id: KeyId) -> Option<usize> {
        let number = self.numbers.get(key_id.0 as usize).copied()?;
        (number != Self::NONE).then_some(number as usize)
    }

    pub(crate) fn has(&self, key_id: KeyId) -> bool {
        self.get(key_id).is_some()
    }

    /// Sets the position of an id. Returns the old one.
    pub(crate) fn set(&mut self, key_id: KeyId, number: Option<usize>) -> Option<usize> {
        if key_id.is_none() {
            return None;
        }
        let at = key_id.0 as usize;
        if at >= self.numbers.len() {
            self.numbers.resize(at + 1, Self::NONE);
        }
        let old = self.get(key_id);
        self.numbers[at] = number.map_or(Self::NONE, |number| number as u32);
        self.is_empty &= number.is_none();
        old
    }

    /// Sets the position of an id if it has none. Returns whether it was set.
    pub(crate) fn set_first(&mut self, key_id: KeyId, number: usize) -> bool {
        let is_new = !key_id.is_none() && !self.has(key_id);
        if is_new {
            self.set(key_id, Some(number));
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_have_one_slot_however_far_the_table_grows() {
        let names: Vec<String> = (0..1000).map(|n| format!("key-{n}")).collect();
        let mut table = KeyTable::with_capacity(3);
        let mut key_ids = Vec::new();
        for name in &names {
            key_ids.push(table.intern(MergeKey::String(name)));
        }
        for (name, key_id) in names.iter().zip(&key_ids) {
            assert_eq!(table.intern(MergeKey::String(name)), *key_id);
            assert_eq!(table.key(*key_id), Some(MergeKey::String(name)));
        }
        assert_ne!(
            table.intern(MergeKey::Integer(1)),
            table.intern(MergeKey::String("1"))
        );
        assert_eq!(table.key(KeyId::NONE), None);
    }

    #[test]
    fn a_key_has_its_slot_in_whatever_order_it_is_asked_for() {
        let names: Vec<String> = (0..40).map(|n| format!("key-{n}")).collect();
        let mut table = KeyTable::with_capacity(40);
        let key_ids: Vec<KeyId> = names
            .iter()
            .map(|name| table.intern(MergeKey::String(name)))
            .collect();
        let orders: [Vec<usize>; 5] = [
            (0..40).collect(),
            (0..40).rev().collect(),
            (0..40).step_by(3).chain([1, 1, 0, 39, 0]).collect(),
            vec![7, 7, 7, 8, 10, 12, 11],
            (0..40).map(|n| n * 17 % 40).collect(),
        ];
        for order in orders {
            for at in &order {
                assert_eq!(
                    table.intern(MergeKey::String(&names[*at])),
                    key_ids[*at],
                    "{order:?}"
                );
            }
        }
    }

    #[test]
    fn the_first_place_stays() {
        let mut table = KeyTable::with_capacity(0);
        let key_ids: Vec<KeyId> = ["a", "b", "a"]
            .map(|key| table.intern(MergeKey::String(key)))
            .to_vec();
        let positions = KeyMap::first_positions(key_ids.iter().copied().chain([KeyId::NONE]));
        assert_eq!(positions.get(key_ids[2]), Some(0));
        assert_eq!(positions.get(key_ids[1]), Some(1));
        assert_eq!(positions.get(KeyId::NONE), None);
        assert!(!positions.is_empty() && KeyMap::new().is_empty());
    }
}
