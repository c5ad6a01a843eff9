//! Finds the type of a document by apiVersion and kind.

use super::error::{UnknownKind, UnknownReason};
use super::field::TypePosition;
use super::{Schema, removed_versions, suggest};

/// Kinds that are in OpenAPI but have no type in kubectl.
const SERVER_ONLY: [&str; 2] = [
    "apiextensions.k8s.io/v1 CustomResourceDefinition",
    "apiregistration.k8s.io/v1 APIService",
];

/// Returns whether the API server has Go types of a kind, but kubectl has none.
pub(crate) fn is_server_only(api_version: &str, kind: &str) -> bool {
    SERVER_ONLY.contains(&kind_key(api_version, kind).as_str())
}

/// Returns the key of a kind: `apps/v1 Deployment`.
fn kind_key(api_version: &str, kind: &str) -> String {
    format!("{} {kind}", api_version.strip_prefix('/').unwrap_or(api_version))
}

impl Schema {
    /// Returns the type of documents of this kind. With declared keys, an unknown kind has a position that
    /// knows only the declarations.
    ///
    /// # Errors
    /// A kind without a type in kubectl, with the message of kubectl.
    pub fn top(&self, api_version: &str, kind: &str) -> Result<TypePosition, UnknownKind> {
        if let Some(position) = self.known_top(api_version, kind) {
            return Ok(position);
        }
        let kind_key = kind_key(api_version, kind);
        let reason = if is_server_only(api_version, kind) {
            UnknownReason::ServerOnly
        } else if removed_versions::has_unpublished_types(&kind_key) {
            UnknownReason::KubectlAlone
        } else {
            self.unknown_reason(api_version, kind)
        };
        Err(UnknownKind {
            api_version: api_version.to_owned(),
            kind: kind.to_owned(),
            reason,
        })
    }

    /// Returns the same as [`Self::top`] without the reason for an unknown kind, which needs a search of all
    /// kinds.
    pub fn known_top(&self, api_version: &str, kind: &str) -> Option<TypePosition> {
        let is_known = !is_server_only(api_version, kind);
        let found = is_known.then(|| self.find_top(api_version, kind)).flatten();
        found.or_else(|| (!self.declared.is_empty()).then(|| TypePosition::unknown(self.declared.root())))
    }

    /// Returns the same as [`Self::known_top`], also for kinds that the API server has but kubectl does not.
    pub fn server_top(&self, api_version: &str, kind: &str) -> Option<TypePosition> {
        let known = || self.known_top(api_version, kind);
        self.find_top(api_version, kind).or_else(known)
    }

    fn find_top(&self, api_version: &str, kind: &str) -> Option<TypePosition> {
        let kind_key = kind_key(api_version, kind);
        let find = |kind_key: &str| {
            let mut tables = self.tables();
            tables.find_map(|(number, table)| Some((number, table.find_kind(kind_key)?)))
        };
        let older = || find(&format!("{} {kind}", removed_versions::newer_version(&kind_key)?));
        let (number, found) = find(&kind_key).or_else(older)?;
        Some(TypePosition::of_type(number, found, self.declared.root()))
    }

    /// Returns all known kinds as `apps/v1 Deployment`, sorted and without duplicates.
    pub fn kinds(&self) -> Vec<&str> {
        let mut kinds: Vec<&str> = self.tables().flat_map(|(_, table)| table.kinds()).collect();
        kinds.retain(|kind| !SERVER_ONLY.contains(kind));
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Returns the kinds of the schemas that the user passed, without the built-in table.
    pub fn given_kinds(&self) -> Vec<&str> {
        let given = self.tables().filter(|(number, _)| *number > 0);
        given.flat_map(|(_, table)| table.kinds()).collect()
    }

    /// Returns the removed versions of kinds that can still be merged, as `policy/v1beta1
    /// PodDisruptionBudget`.
    pub fn older_kinds(&self) -> impl Iterator<Item = &'static str> {
        removed_versions::older_kinds()
    }

    fn unknown_reason(&self, api_version: &str, kind: &str) -> UnknownReason {
        let kinds: Vec<(&str, &str)> = self
            .kinds()
            .iter()
            .filter_map(|known| known.split_once(' '))
            .collect();
        let versions: Vec<String> = kinds
            .iter()
            .filter(|known| known.1 == kind)
            .map(|known| known.0.to_owned())
            .collect();
        if !versions.is_empty() {
            return UnknownReason::OtherVersions(versions);
        }
        let near = suggest::nearest(kind, kinds.iter().map(|known| known.1)).and_then(|near| {
            let exact = kinds.iter().find(|known| **known == (api_version, near));
            let (version, _) = exact.or_else(|| kinds.iter().find(|known| known.1 == near))?;
            Some(format!("{version} {near}"))
        });
        UnknownReason::NoSuchKind { near }
    }
}
