//! The algorithms of `proposal` semantics: what the design documents define.

mod fields;
mod list;
pub(crate) mod patch_merge_key;
