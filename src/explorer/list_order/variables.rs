//! Finds references `$(NAME)` in values of environment variables that are before the definition of NAME.

use super::item::{EarlyVariable, ListOrderItem, OrderColumn};
use crate::merge::{ResultId, ResultTree, early_references};

/// Returns the references of the result to variables that are defined later, by row.
pub(super) fn early_variables(
    tree: &ResultTree,
    list: ResultId,
    items: &[ListOrderItem],
    columns: &[Vec<usize>; 3],
) -> Vec<EarlyVariable> {
    let in_live = |row: usize| {
        let index = *columns[OrderColumn::Result as usize].get(row)?;
        items.get(index)?.rows[OrderColumn::Live as usize]
    };
    let found = early_references(tree, list).into_iter();
    found
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
