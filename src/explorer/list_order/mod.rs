//! The order of a list in three columns: in the live list, as requested by the patch list or its directive,
//! and in the result after the current step.

mod columns;
mod find_list;
mod item;
mod requested_order;
pub(crate) mod screen;
mod variables;

pub use columns::ListOrder;
pub use item::{EarlyVariable, ListOrderItem, OrderColumn, OrderRow, ServerOnlyPlacement};
pub use requested_order::OrderSource;
