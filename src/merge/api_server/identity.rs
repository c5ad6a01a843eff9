//! Checks that the result is still the object of the request, with the same version and kind.

use super::cursor::Cursor;
use super::objection::{Objections, ServerLayer, ServerMessage};
use crate::document::{Document, Tree};

/// Compares the kind and the API group. For a strategic merge patch the API server ignores changes of them,
/// because it merges into a typed object. It decodes other results by their own kind and version.
pub(crate) fn check_kind<T: Tree>(live: &Document, result: &Cursor<'_, T>, out: &mut Objections<T>) {
    fn group(version: &str) -> &str {
        version.rsplit_once('/').map_or("", |(group, _)| group)
    }
    let (old_version, old_kind) = live.identity();
    let (version, kind) = (result.text_of("apiVersion"), result.text_of("kind"));
    out.layer = ServerLayer::Decode;
    if kind != old_kind && !old_kind.is_empty() {
        let why = format!("a result of kind {kind:?} is not a {old_kind}");
        out.add(result, "kind", ServerMessage::OtherObject(why));
        out.cause_last(result, "kind");
    }
    if group(version) != group(old_version) {
        let why = format!("a result of version {version:?} is not of {old_version}");
        out.add(result, "apiVersion", ServerMessage::OtherObject(why));
        out.cause_last(result, "apiVersion");
    }
    out.layer = ServerLayer::Validation;
}

/// Compares the name, the namespace and the resource version.
pub(crate) fn check<T: Tree>(live: &Document, result: &Cursor<'_, T>, out: &mut Objections<T>) {
    let metadata = result.struct_field("metadata");
    let old = |name: &str| {
        let metadata = live.get(live.root(), "metadata")?;
        let node = live.get(metadata, name)?;
        live.value(node).as_str()
    };
    let changed = |name: &str| {
        let new = metadata.text_of(name).to_owned();
        old(name)
            .filter(|old| *old != new && !new.is_empty())
            .map(|old| (old, new))
    };
    out.layer = ServerLayer::Identity;
    if let Some(name) = old("name").filter(|_| metadata.text_of("name").is_empty()) {
        let why =
            format!("the name of the object ({name} based on URL) was undeterminable: name must be provided");
        out.add(&metadata, "name", ServerMessage::OtherObject(why));
    }
    if let Some((old, new)) = changed("name") {
        let why = format!("the name of the object ({new}) does not match the name on the URL ({old})");
        out.add(&metadata, "name", ServerMessage::OtherObject(why));
    }
    if changed("namespace").is_some() {
        let why = "the namespace of the provided object does not match the namespace sent on the request";
        out.add(&metadata, "namespace", ServerMessage::OtherObject(why.to_owned()));
    }
    if changed("resourceVersion").is_some() {
        let why =
            "the object has been modified; please apply your changes to the latest version and try again";
        out.add(
            &metadata,
            "resourceVersion",
            ServerMessage::OtherObject(why.to_owned()),
        );
    }
    out.layer = ServerLayer::Validation;
}
