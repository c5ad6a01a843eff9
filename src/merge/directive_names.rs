//! The names of the directives in strategic merge patches.

pub(crate) const PATCH: &str = "$patch";
pub(crate) const RETAIN_KEYS: &str = "$retainKeys";
pub(crate) const SET_ELEMENT_ORDER: &str = "$setElementOrder";
pub(crate) const DELETE_FROM_LIST: &str = "$deleteFromPrimitiveList";
pub(crate) const PATCH_MERGE_KEY: &str = "$patchMergeKey";
pub(crate) const POSITION: &str = "$position";

/// The directives that Kubernetes has.
const NAMES: [&str; 4] = [PATCH, RETAIN_KEYS, SET_ELEMENT_ORDER, DELETE_FROM_LIST];

/// Returns whether a key begins like a directive for the list field after its slash.
pub(crate) fn is_parallel_list(key: &str) -> bool {
    key.starts_with(SET_ELEMENT_ORDER) || key.starts_with(DELETE_FROM_LIST)
}

/// Returns whether Kubernetes reads a key as a directive.
pub(crate) fn is_kubernetes_directive(key: &str) -> bool {
    matches!(key, PATCH | RETAIN_KEYS) || is_parallel_list(key)
}

/// Returns the directive that a key is in other letter cases, with the rest of the key.
pub(crate) fn similar_directive(key: &str) -> Option<String> {
    NAMES.into_iter().find_map(|name| {
        let (start, rest) = key.split_at_checked(name.len())?;
        let is_same = start.eq_ignore_ascii_case(name) && (rest.is_empty() || rest.starts_with('/'));
        (is_same && start != name).then(|| format!("{name}{rest}"))
    })
}
