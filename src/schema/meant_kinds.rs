//! Finds the kinds that are meant by one that the API server does not have: a misspelled one, or a removed version.

use super::{Schema, removed_versions, suggest};

impl Schema {
    /// Returns the kinds that can be meant if the API server has no such kind, as (`apps/v1`, `Deployment`). Empty if it
    /// can have it: a known kind, a custom resource, or a kind of a newer release.
    pub(crate) fn meant_kinds(&self, api_version: &str, kind: &str) -> Vec<(String, String)> {
        let written = format!("{api_version} {kind}");
        let mut tables = self.tables();
        if kind.ends_with("List") || tables.any(|(_, table)| table.find_kind(&written).is_some()) {
            return Vec::new();
        }
        let builtin = Self::builtin();
        let kinds: Vec<(&str, &str)> = builtin
            .kinds()
            .iter()
            .filter_map(|it| it.split_once(' '))
            .collect();
        let own_group = group(api_version);
        let is_known_group = |other: &str| group(other) == own_group;
        // The group of a custom resource has a dot.
        let is_builtin = !own_group.contains('.')
            || kinds.iter().any(|known| is_known_group(known.0))
            || removed_versions::older_kinds().any(is_known_group);
        let named = |name: &str| {
            kinds
                .iter()
                .filter(|known| known.1.eq_ignore_ascii_case(name))
                .copied()
                .collect()
        };
        let all: Vec<(&str, &str)> = named(kind);
        let of_group: Vec<(&str, &str)> = all
            .iter()
            .filter(|known| is_known_group(known.0))
            .copied()
            .collect();
        let mut found = match (&of_group[..], &all[..]) {
            _ if !is_builtin => return Vec::new(),
            ([], []) => {
                let known = kinds
                    .iter()
                    .filter(|known| is_known_group(known.0))
                    .map(|known| known.1);
                suggest::nearest(kind, known).map_or_else(Vec::new, named)
            }
            ([], _) => all,
            _ => of_group,
        };
        let (version, exact) = (stability(api_version), found.iter().any(|known| known.1 == kind));
        let newest = found
            .iter()
            .filter(|known| is_known_group(known.0))
            .map(|known| stability(known.0))
            .max();
        if exact && version.is_some() && newest.is_some_and(|newest| newest < version) {
            return Vec::new();
        }
        // A misspelled kind of the same version is meant.
        if let Some(same) = found.iter().find(|known| known.0 == api_version).copied() {
            found = vec![same];
        }
        let owned = |known: (&str, &str)| (known.0.to_owned(), known.1.to_owned());
        found.into_iter().map(owned).collect()
    }
}

/// Returns the group of an apiVersion, or of a text that starts with one.
fn group(api_version: &str) -> &str {
    api_version.rsplit_once('/').map_or("", |(group, _)| group)
}

/// Returns the order of a version: `v1`, `v2` and all others after each beta, which is after each alpha.
fn stability(api_version: &str) -> Option<(u8, u32, u32)> {
    let version = api_version.rsplit('/').next()?.strip_prefix('v')?;
    for (stage, name) in [(1, "beta"), (0, "alpha")] {
        if let Some((major, minor)) = version.split_once(name) {
            return Some((stage, major.parse().ok()?, minor.parse().ok()?));
        }
    }
    Some((2, version.parse().ok()?, 0))
}
