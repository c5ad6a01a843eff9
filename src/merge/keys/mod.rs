//! Merge keys: a key, a table of keys, and the items of a list by key.

pub(crate) mod key;
pub(crate) mod key_table;
pub(crate) mod keyed_items;
