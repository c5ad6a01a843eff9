//! Draws the screens that cover all panes: comparison and list order.

pub(crate) mod compare;
pub(crate) mod list_order;
mod list_order_connectors;
