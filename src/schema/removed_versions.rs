//! Old versions of kinds: gone from the OpenAPI documents, and not from the Kubernetes program.

use std::sync::LazyLock;

/// Version, kind, and the version whose types it shares; sorted.
static OLDER: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    include_str!("removed_versions.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.rsplit_once(' '))
        .collect()
});

/// What is in the place of a version where the types of none are shared.
const OWN: &str = "-";

/// The version of a kind, given as `policy/v1beta1 PodDisruptionBudget`, whose types an old version shares.
pub(crate) fn newer_version(kind: &str) -> Option<&'static str> {
    version(kind).filter(|version| *version != OWN)
}

/// Whether the Kubernetes program merges this version of a kind by types that no document has.
pub(crate) fn has_types_of_its_own(kind: &str) -> bool {
    version(kind) == Some(OWN)
}

fn version(kind: &str) -> Option<&'static str> {
    let found = OLDER.binary_search_by_key(&kind, |older| older.0).ok()?;
    OLDER.get(found).map(|older| older.1)
}

/// All old versions that share the types of others, as `policy/v1beta1 PodDisruptionBudget`, sorted.
pub(crate) fn older_kinds() -> impl Iterator<Item = &'static str> {
    OLDER.iter().filter(|older| older.1 != OWN).map(|older| older.0)
}
