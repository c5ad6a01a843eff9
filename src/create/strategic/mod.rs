//! Computes strategic merge patches from two documents.

pub(crate) mod fields;
mod go_pdqsort;
mod list;
mod never_shipped;
mod patch_merge_key;
mod set;
