//! The algorithms of `kubernetes` semantics: what kubectl and the API server do.

mod fields;
mod go_stable_sort;
mod list;
mod live_positions;
mod server_only_order;
mod set;
mod set_element_order;
pub(crate) mod uniqify;
