//! The algorithms of kubectl and the API server (Go: `k8s.io/apimachinery/pkg/util/strategicpatch`).

mod fields;
mod go_stable_sort;
mod key_errors;
pub(crate) mod live_positions;
mod server_only_order;
mod set_element_order;
pub(crate) mod uniqify;
