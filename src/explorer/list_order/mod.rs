//! The order of a list in three columns: where each item was (live), where the patch or its directive lists it, and where it is in the
//! result after the current step.

mod columns;
mod find_list;
mod item;
mod requested_order;
pub(crate) mod screen;
mod variables;

pub use columns::ListOrder;
pub use item::{ListOrderItem, OrderColumn, ServerOnlyPlace};
pub use requested_order::OrderSource;
