//! Checks that a manifest and a live object are the same object.

use super::reason::Unnamed;
use crate::document::{Document, NodeId, Tree, ValueKind};
use crate::merge::{Detail, Reason, Rule, go_text, metadata_error};
use crate::schema::Schema;

/// The reason why a manifest cannot be applied to a live object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentityError {
    /// Whether the manifest names no object or another one.
    pub rule: Rule,
    /// The node of the manifest that causes the error.
    pub faulty: NodeId,
    /// The reason, for a sentence.
    pub detail: Detail,
    /// kubectl's message, if there is one.
    pub message: String,
}

/// Returns why `manifest` cannot be applied to `live`: a missing apiVersion, kind or name, or that of another
/// object. Of the apiVersion only the group is compared, because the server has an object in all versions. A
/// `live` without fields is an object that does not exist yet.
pub fn identity_error(live: &Document, manifest: &Document, schema: &Schema) -> Option<IdentityError> {
    let root = manifest.root();
    let error_at = |faulty: Option<NodeId>, why: Unnamed, message: String| {
        Some(IdentityError {
            rule: Rule::ApplyUnnamed,
            faulty: faulty.unwrap_or(root),
            detail: Detail::because(why.to_string(), Reason::Unnamed(why)),
            message,
        })
    };
    let metadata = manifest.get(root, "metadata");
    let missing = |node: Option<NodeId>| node.is_none_or(|node| text(manifest, node).is_empty());
    let [version, kind] = ["apiVersion", "kind"].map(|field| manifest.get(root, field));
    let of_metadata = |field| metadata.and_then(|metadata| manifest.get(metadata, field));
    let [name, generated] = ["name", "generateName"].map(of_metadata);
    if missing(kind) || missing(version) {
        let has_name = !missing(generated) || name.is_some_and(|name| manifest.kind(name) != ValueKind::Null);
        let absent = [
            ("apiVersion", missing(version)),
            ("kind", missing(kind)),
            ("metadata.name", !has_name),
        ];
        let absent = absent.into_iter().filter(|(_, is_absent)| *is_absent);
        let why = Unnamed::Without(absent.map(|(field, _)| field).collect());
        return error_at(kind.or(version), why, unset_message(manifest, version, kind));
    }
    if let Some(error) = unknown_kind(live, manifest, schema) {
        return Some(error);
    }
    // YAML reads `n` as false, and `5` as a number.
    if let Some(error) = metadata_error(manifest).filter(|error| Some(error.at) == name) {
        let why = Unnamed::NotAString(manifest.kind(error.at));
        let message = format!("unable to decode {:?}: {}", manifest.name(), error.message);
        return error_at(name, why, message);
    }
    if missing(name)
        && let Some(prefix) = generated.filter(|node| !missing(Some(*node)))
    {
        let message = format!(
            "from {}: cannot use generate name with apply",
            text(manifest, prefix)
        );
        return error_at(Some(prefix), Unnamed::Generated, message);
    }
    if missing(name) {
        let message = "resource name may not be empty".to_owned();
        let why = Unnamed::Without(vec!["metadata.name"]);
        return error_at(name.or(metadata), why, message);
    }
    if live.is_empty(live.root()) {
        return None;
    }
    let group = |version: &'_ str| {
        version
            .split_once('/')
            .map_or(String::new(), |(group, _)| group.to_owned())
    };
    let live_text = |path: &[&str]| live.text_at(path).filter(|text| !text.is_empty());
    let namespace = metadata.and_then(|metadata| manifest.get(metadata, "namespace"));
    let pairs = [
        ("kind", kind, live_text(&["kind"])),
        ("metadata.name", name, live_text(&["metadata", "name"])),
        (
            "metadata.namespace",
            namespace,
            live_text(&["metadata", "namespace"]),
        ),
    ];
    for (path, node, theirs) in pairs {
        let ours = node.map(|node| text(manifest, node));
        if let (Some(ours), Some(theirs)) = (ours, theirs)
            && ours != theirs
        {
            return Some(different_objects(node?, path, ours, theirs));
        }
    }
    let ours = version.map_or("", |version| text(manifest, version));
    match live_text(&["apiVersion"]) {
        Some(theirs) if group(ours) != group(theirs) => {
            Some(different_objects(version?, "apiVersion", ours, theirs))
        }
        _ => None,
    }
}

/// Returns kubectl's message about a manifest without an apiVersion or a kind.
fn unset_message(manifest: &Document, version: Option<NodeId>, kind: Option<NodeId>) -> String {
    let is_null = |node: NodeId| manifest.kind(node) == ValueKind::Null;
    // Of the kind, kubectl checks an empty text later.
    let unset = match (
        version.is_none_or(|node| is_null(node) || text(manifest, node).is_empty()),
        kind.is_none_or(is_null),
    ) {
        (true, true) => "[apiVersion not set, kind not set]",
        (true, false) => "apiVersion not set",
        (false, true) => "kind not set",
        (false, false) => {
            let json = go_text::to_json(manifest, manifest.root());
            return format!("Object 'Kind' is missing in '{json}'");
        }
    };
    format!("error validating data: {unset}")
}

/// Returns the error of a kind that the API server does not have.
fn unknown_kind(live: &Document, manifest: &Document, schema: &Schema) -> Option<IdentityError> {
    let meant = meant_kinds(live.identity(), manifest, schema);
    let (version, kind) = manifest.identity();
    let faulty = match meant.first()?.1 == kind {
        true => "apiVersion",
        false => "kind",
    };
    let [name, namespace] =
        ["name", "namespace"].map(|it| manifest.text_at(&["metadata", it]).unwrap_or_default());
    let message = format!(
        "resource mapping not found for name: {name:?} namespace: {namespace:?} from {:?}: no matches for kind {kind:?} in version {version:?}",
        manifest.name()
    );
    Some(IdentityError {
        rule: Rule::ApplyUnknownKind,
        faulty: manifest.get(manifest.root(), faulty)?,
        detail: format!("kind `{kind}` in `{version}`").into(),
        message,
    })
}

/// Returns the kinds that a manifest can mean if the API server does not have its kind: that of the live object, if it can
/// be meant.
pub(crate) fn meant_kinds(live: (&str, &str), manifest: &Document, schema: &Schema) -> Vec<(String, String)> {
    let (version, kind) = manifest.identity();
    // The API server that has the live object has its kind.
    if live == (version, kind) {
        return Vec::new();
    }
    let mut meant = schema.meant_kinds(version, kind);
    if meant.iter().any(|it| (it.0.as_str(), it.1.as_str()) == live) {
        meant.retain(|it| it.0 == live.0);
    }
    meant
}

/// Returns what to write in a manifest whose kind the API server does not have.
pub(crate) fn unknown_kind_help(live: (&str, &str), manifest: &Document, schema: &Schema) -> Option<String> {
    let meant = meant_kinds(live, manifest, schema);
    let (version, kind) = manifest.identity();
    let (first, others) = meant.split_first()?;
    let mut parts = Vec::new();
    if first.0 != version {
        let versions = std::iter::once(first)
            .chain(others)
            .map(|it| format!("`apiVersion: {}`", it.0));
        parts.push(versions.collect::<Vec<_>>().join(" or "));
    }
    if first.1 != kind {
        parts.push(format!("`kind: {}`", first.1));
    }
    Some(format!("Write {}.", parts.join(", and ")))
}

fn different_objects(faulty: NodeId, path: &str, ours: &str, theirs: &str) -> IdentityError {
    let message = format!(
        "`{path}` is `{ours}` in the manifest and `{theirs}` in the live object; these are different objects"
    );
    IdentityError {
        rule: Rule::ApplyIdentity,
        faulty,
        detail: message.clone().into(),
        message,
    }
}

fn text(document: &Document, node: NodeId) -> &str {
    document.value(node).as_str().unwrap_or_default()
}
