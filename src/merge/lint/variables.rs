//! Lint `variable-before-definition`: Kubernetes expands `$(NAME)` only if the variable is defined earlier in
//! the list.

use rustc_hash::{FxHashMap, FxHashSet};

use super::linter::{LintHit, Linter, MAX_FINDINGS};
use crate::document::{Tree, ValueKind};
use crate::merge::result_tree::ResultTree;
use crate::merge::result_tree::node_id::ResultId;
use crate::merge::rule::Rule;

/// A reference before the definition of its variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EarlyReference<'s> {
    /// The referenced variable.
    pub(crate) variable: &'s str,
    /// The item whose value contains the reference, and its index in the list.
    pub(crate) item: (ResultId, usize),
    /// The item that defines the variable, and its index.
    pub(crate) definition: (ResultId, usize),
}

/// Returns the references of a list's items to variables that are defined later in the list, in order.
pub(crate) fn early_references(tree: &ResultTree, list: ResultId) -> Vec<EarlyReference<'_>> {
    if !tree.documents().iter().any(|document| document.may_hold("$(")) {
        return Vec::new();
    }
    let with_references = |(row, id)| {
        let names = references(text(tree, id, "value").unwrap_or_default());
        (!names.is_empty()).then_some((row, id, names))
    };
    let referring: Vec<_> = tree
        .present(list)
        .enumerate()
        .filter_map(with_references)
        .collect();
    if referring.is_empty() {
        return Vec::new();
    }
    // Most lists refer to few variables, so only those are looked up.
    let wanted: FxHashSet<&str> = referring
        .iter()
        .flat_map(|(_, _, names)| names)
        .copied()
        .collect();
    let mut defined: FxHashMap<&str, (ResultId, usize)> = FxHashMap::default();
    for (row, id) in tree.present(list).enumerate() {
        if let Some(name) = text(tree, id, "name").filter(|name| wanted.contains(name)) {
            defined.entry(name).or_insert((id, row));
        }
    }
    let mut found = Vec::new();
    for (row, id, names) in referring {
        let mut own: Vec<EarlyReference<'_>> = Vec::new();
        for variable in names {
            let Some(definition) = defined.get(variable).copied().filter(|(_, at)| *at > row) else {
                continue;
            };
            if own.last().is_none_or(|last| last.variable != variable) {
                own.push(EarlyReference {
                    variable,
                    item: (id, row),
                    definition,
                });
            }
        }
        found.append(&mut own);
    }
    found
}

/// Returns the string at a key of a map.
fn text<'s>(tree: &'s ResultTree, map: ResultId, key: &str) -> Option<&'s str> {
    tree.value(tree.get(map, key)?).as_str()
}

/// Returns the names in `$(NAME)`. `$$` is an escaped dollar sign.
fn references(value: &str) -> Vec<&str> {
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

impl Linter<'_, '_> {
    /// Reports references of the result that are before their definition and were not in the live object.
    pub(crate) fn check_variable_order(&self) -> Vec<LintHit> {
        if !self.documents.iter().any(|document| document.may_hold("$(")) {
            return Vec::new();
        }
        let tree = &self.tree;
        let mut all = Vec::new();
        let mut todo = vec![tree.top()];
        while let Some(id) = todo.pop() {
            todo.extend(tree.present(id).filter(|child| !tree.kind(*child).is_scalar()));
            if tree.kind(id) != ValueKind::List || tree.key(id) != Some("env") {
                continue;
            }
            let found = early_references(tree, id);
            let found = found
                .into_iter()
                .filter(|early| !self.was_early_in_live(early))
                .take(MAX_FINDINGS);
            all.extend(found.map(|early| {
                let (item, _) = early.item;
                let own =
                    LintHit::new(Rule::VariableBeforeDefinition, item).detail(early.variable.to_owned());
                let value = tree.get(item, "value").map(|value| tree.source(value));
                match value
                    .into_iter()
                    .chain([tree.source(item)])
                    .find(|source| !source.is_live())
                {
                    Some(source) => own.with(|note| note.patch(source)),
                    None => own,
                }
            }));
        }
        all.sort_by_key(|found| found.at);
        all
    }

    /// Returns whether the live object has the same reference before the same definition.
    fn was_early_in_live(&self, early: &EarlyReference<'_>) -> bool {
        let live = |id| self.tree.live_node(id);
        let value = self
            .tree
            .get(early.item.0, "value")
            .map(|value| self.tree.source(value));
        match (live(early.item.0), live(early.definition.0)) {
            (Some(here), Some(there)) => here < there && value.is_some_and(|value| value.is_live()),
            _ => false,
        }
    }
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
