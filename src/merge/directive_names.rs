//! The names of the directives that Kubernetes has.

const NAMES: [&str; 4] = [
    "$patch",
    "$retainKeys",
    "$setElementOrder",
    "$deleteFromPrimitiveList",
];

/// Returns whether Kubernetes reads a key as a directive.
pub(crate) fn is_kubernetes_directive(key: &str) -> bool {
    let (own, of_lists) = NAMES.split_at(2);
    own.contains(&key) || of_lists.iter().any(|name| key.starts_with(name))
}

/// Returns the directive that a key is in other letter cases, with the rest of the key.
pub(crate) fn similar_directive(key: &str) -> Option<String> {
    NAMES.into_iter().find_map(|name| {
        let (start, rest) = key.split_at_checked(name.len())?;
        let is_same = start.eq_ignore_ascii_case(name) && (rest.is_empty() || rest.starts_with('/'));
        (is_same && start != name).then(|| format!("{name}{rest}"))
    })
}
