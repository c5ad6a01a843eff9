//! Removed versions of kinds: no longer in the OpenAPI documents, but still in kubectl.

use std::sync::LazyLock;

/// Version, kind, and the version whose types it shares; sorted.
static OLDER: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    include_str!("removed_versions.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.rsplit_once(' '))
        .collect()
});

/// Replaces the version if the types are not shared with another version.
const UNSHARED: &str = "-";

/// Returns the version of the kind whose types a removed version (`policy/v1beta1 PodDisruptionBudget`)
/// shares.
pub(crate) fn newer_version(kind: &str) -> Option<&'static str> {
    version(kind).filter(|version| *version != UNSHARED)
}

/// Returns whether kubectl merges this version of a kind with types that are not in any published schema.
pub(crate) fn has_unpublished_types(kind: &str) -> bool {
    version(kind) == Some(UNSHARED)
}

fn version(kind: &str) -> Option<&'static str> {
    let found = OLDER.binary_search_by_key(&kind, |older| older.0).ok()?;
    OLDER.get(found).map(|older| older.1)
}

/// Returns all removed versions that share the types of another version, as `policy/v1beta1
/// PodDisruptionBudget`, sorted.
pub(crate) fn older_kinds() -> impl Iterator<Item = &'static str> {
    OLDER
        .iter()
        .filter(|older| older.1 != UNSHARED)
        .map(|older| older.0)
}
