//! Whether the result is still the object that the request names, and of the same version.

use super::cursor::Cursor;
use super::objection::{Objections, ServerLayer};
use crate::document::{Document, Tree};

/// Compares what names the object.
pub(crate) fn check<T: Tree>(live: &Document, result: &Cursor<'_, T>, out: &mut Objections<T::Id>)
where
    T::Id: PartialEq,
{
    let Some(metadata) = result.field("metadata") else {
        return;
    };
    let old = |name: &str| {
        let metadata = live.get(live.root(), "metadata")?;
        let node = live.get(metadata, name)?;
        match live.value(node) {
            crate::document::Value::String(text) => Some(text),
            _ => None,
        }
    };
    let changed = |name: &str| {
        let new = metadata.text_of(name).to_owned();
        old(name)
            .filter(|old| *old != new && !new.is_empty())
            .map(|old| (old, new))
    };
    out.layer = ServerLayer::Identity;
    if let Some((old, new)) = changed("name") {
        let why = format!("the name of the object ({new}) does not match the name on the URL ({old})");
        out.add(&metadata, "name", why);
    }
    if changed("namespace").is_some() {
        let why = "the namespace of the provided object does not match the namespace sent on the request";
        out.add(&metadata, "namespace", why.to_owned());
    }
    if changed("resourceVersion").is_some() {
        let why =
            "the object has been modified; please apply your changes to the latest version and try again";
        out.add(&metadata, "resourceVersion", why.to_owned());
    }
    out.layer = ServerLayer::Validation;
}
