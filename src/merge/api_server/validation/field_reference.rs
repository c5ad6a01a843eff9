//! Validates references to fields of the pod (Go: `validateObjectFieldSelector`).

use super::names::qualified_name_errors;
use crate::document::Tree;
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;

/// The fields that an environment variable can have, sorted.
const OF_VARIABLE: [&str; 9] = [
    "metadata.name",
    "metadata.namespace",
    "metadata.uid",
    "spec.nodeName",
    "spec.serviceAccountName",
    "status.hostIP",
    "status.hostIPs",
    "status.podIP",
    "status.podIPs",
];

/// The fields that a file of a volume can have, sorted.
const OF_FILE: [&str; 5] = [
    "metadata.annotations",
    "metadata.labels",
    "metadata.name",
    "metadata.namespace",
    "metadata.uid",
];

/// Other fields that the API server reads.
const READABLE: [&str; 3] = ["spec.restartPolicy", "spec.schedulerName", "status.phase"];

/// Returns the fields that the reference at a path of the API server can have.
fn supported_fields(path: &str) -> &'static [&'static str] {
    if path.contains("valueFrom") {
        &OF_VARIABLE
    } else {
        &OF_FILE
    }
}

/// Checks the `fieldRef` of a variable or file.
pub(crate) fn check_field_reference<T: Tree>(owner: &Cursor<'_, T>, out: &mut Objections<T>) {
    let Some(at) = owner.field("fieldRef") else { return };
    let (name, path) = ("fieldPath", at.text_of("fieldPath"));
    let version = at.text_of("apiVersion");
    let mut add_unread = |why: String| {
        out.add_wrong_word(
            &at,
            name,
            &format!("error converting fieldPath: {why}"),
            supported_fields(&at.path()),
        );
    };
    let inside = path.strip_suffix("']").and_then(|path| path.split_once("['"));
    match (path, inside.filter(|(map, _)| !map.is_empty())) {
        ("", _) => out.add_required(&at, name),
        _ if !matches!(version, "" | "v1") => {
            let why = format!("error converting fieldPath: unsupported pod version: {version}");
            out.add_invalid_text(&at, name, path, &why);
        }
        (_, Some((map @ ("metadata.annotations" | "metadata.labels"), key))) => {
            let read = match map {
                "metadata.labels" => key.to_owned(),
                _ => key.to_lowercase(),
            };
            for why in qualified_name_errors(&read) {
                out.add_invalid_text(&at, "", key, &why);
                at.given(name).iter().for_each(|it| out.move_last(it.id));
            }
        }
        (_, Some(_)) => add_unread(format!("field label does not support subscript: {path}")),
        // The old name of `spec.nodeName`.
        ("spec.host", None) => check_supported(&at, "spec.nodeName", out),
        _ if [&OF_VARIABLE[..], &OF_FILE, &READABLE]
            .iter()
            .any(|known| known.contains(&path)) =>
        {
            check_supported(&at, path, out);
        }
        _ => add_unread(format!("field label not supported: {path}")),
    }
}

fn check_supported<T: Tree>(at: &Cursor<'_, T>, path: &str, out: &mut Objections<T>) {
    out.check_word(at, "fieldPath", path, supported_fields(&at.path()));
}
