//! `$(NAME)` in the values of environment variables: Kubernetes expands only what is defined further up in the list.

use rustc_hash::FxHashMap;

use super::{Column, Early, Item, string_entry};
use crate::merge::{ResultId, Scene};

/// Flags the references of the result that stand before what they refer to.
pub(super) fn flag(scene: &Scene, list: ResultId, items: &mut [Item], columns: &[Vec<usize>; 3]) {
    let result = &columns[Column::Result as usize];
    let mut defined: FxHashMap<&str, usize> = FxHashMap::default();
    let ids: Vec<ResultId> = scene.present(list).collect();
    for (row, id) in ids.iter().enumerate() {
        if let Some(name) = string_entry(scene, *id, "name") {
            defined.entry(name).or_insert(row);
        }
    }
    for (row, id) in ids.iter().enumerate() {
        let Some(value) = string_entry(scene, *id, "value") else {
            continue;
        };
        let mut early = Vec::new();
        for variable in references(value) {
            let Some(definition) = defined.get(variable).copied().filter(|at| *at > row) else {
                continue;
            };
            let in_live = |row: usize| {
                let item = result.get(row).and_then(|at| items.get(*at))?;
                item.rows[Column::Live as usize]
            };
            let was_good =
                matches!((in_live(definition), in_live(row)), (Some(there), Some(here)) if there < here);
            early.push(Early {
                variable: variable.to_owned(),
                defined: definition,
                was_good,
            });
        }
        early.dedup();
        if let Some(item) = result.get(row).and_then(|at| items.get_mut(*at)) {
            item.early = early;
        }
    }
}

/// The names in `$(NAME)`; `$$` stands for a dollar sign.
pub(super) fn references(value: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = value;
    while let Some(at) = rest.find('$') {
        rest = &rest[at + 1..];
        if let Some(behind) = rest.strip_prefix('$') {
            rest = behind;
        } else if let Some(inside) = rest.strip_prefix('(') {
            match inside.split_once(')') {
                Some((name, behind)) => {
                    found.push(name);
                    rest = behind;
                }
                None => break,
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::references;

    #[test]
    fn references_are_found_as_kubernetes_finds_them() {
        for (value, want) in [
            ("", ""),
            ("$(A)", "A"),
            ("http://$(HOST):$(PORT)/", "HOST PORT"),
            ("$$(A) $(B)", "B"),
            ("$$$(A)", "A"),
            ("$(A", ""),
            ("$ (A) $A $", ""),
            ("$()", ""),
        ] {
            assert_eq!(references(value).join(" "), want, "{value}");
        }
    }
}
