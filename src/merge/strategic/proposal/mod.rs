//! The algorithms of the design documents.

mod fields;
pub(crate) mod patch_merge_key;
mod relative_order;
pub(crate) mod server_only_first;
