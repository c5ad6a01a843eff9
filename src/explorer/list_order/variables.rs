//! The references `$(NAME)` in values of environment variables that are before the definition of NAME, by row.

use super::item::{EarlyVariable, ListOrderItem, OrderColumn};
use crate::merge::EarlyReference;

/// Returns the references of the result to variables that are defined later, by row.
pub(super) fn early_variables(
    found: Vec<EarlyReference<'_>>,
    items: &[ListOrderItem],
    columns: &[Vec<u32>; 3],
) -> Vec<EarlyVariable> {
    let in_live = |row: usize| {
        let index = *columns[OrderColumn::Result as usize].get(row)?;
        items.get(index as usize)?.row(OrderColumn::Live)
    };
    found
        .into_iter()
        .map(|early| {
            let (row, defined) = (early.item.1, early.definition.1);
            EarlyVariable {
                row,
                variable: early.variable.to_owned(),
                defined,
                was_defined_before:
                    matches!((in_live(defined), in_live(row)), (Some(there), Some(here)) if there < here),
            }
        })
        .collect()
}
