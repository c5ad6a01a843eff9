//! The algorithms of the design proposals.

mod fields;
mod order;
pub(crate) mod patch_merge_key;
pub(crate) mod server_only_first;
