//! Flags references `$(NAME)` in values of environment variables that are before the definition of NAME.

use super::item::{EarlyVariable, ListOrderItem, OrderColumn};
use crate::merge::{ResultId, ResultTree, early_references};

/// Flags the references of the result to variables that are defined later.
pub(super) fn flag(
    scene: &ResultTree,
    list: ResultId,
    items: &mut [ListOrderItem],
    columns: &[Vec<usize>; 3],
) {
    let result = &columns[OrderColumn::Result as usize];
    for early in early_references(scene, list) {
        let (row, definition) = (early.item.1, early.definition.1);
        let in_live = |row: usize| {
            let item = result.get(row).and_then(|index| items.get(*index))?;
            item.rows[OrderColumn::Live as usize]
        };
        let was_defined_before =
            matches!((in_live(definition), in_live(row)), (Some(there), Some(here)) if there < here);
        if let Some(item) = result.get(row).and_then(|index| items.get_mut(*index)) {
            item.early.push(EarlyVariable {
                variable: early.variable.to_owned(),
                defined: definition,
                was_defined_before,
            });
        }
    }
}
