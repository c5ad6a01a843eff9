//! Validates the sources of volumes, and paths inside them.

use super::field_reference::check_field_reference;
use crate::document::Tree;
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;
use crate::merge::api_server::unions;

/// The types of a path of the host, sorted.
const HOST_PATH_TYPES: [&str; 8] = [
    "",
    "BlockDevice",
    "CharDevice",
    "Directory",
    "DirectoryOrCreate",
    "File",
    "FileOrCreate",
    "Socket",
];

/// Checks the source of a volume (Go: `validateVolumeSource`). Of several sources only the first is checked: the others
/// are forbidden.
pub(crate) fn check_source<T: Tree>(volume: &Cursor<'_, T>, out: &mut Objections<T>) {
    let first = unions::first_field(volume, &unions::VOLUME_SOURCES);
    let source = |name: &'static str| volume.field(name).filter(|_| first == Some(name));
    if let Some(host) = source("hostPath") {
        match host.text_of("path") {
            "" => out.add_required(&host, "path"),
            path => {
                check_no_backsteps(&host, "path", path, out);
                out.require_one_of(&host, "type", &HOST_PATH_TYPES);
            }
        }
    }
    for (object, name) in [("secret", "secretName"), ("configMap", "name")] {
        if let Some(object) = source(object) {
            if !object.has(name) {
                out.add_required(&object, name);
            }
            check_mode(&object, "defaultMode", out);
            check_items(&object, out);
        }
    }
    if first == Some("downwardAPI") {
        check_downward_files(volume, out);
    }
    if let Some(projected) = source("projected") {
        check_mode(&projected, "defaultMode", out);
        for source in projected.field("sources").iter().flat_map(|list| list.items()) {
            check_projection(&source, out);
            unions::check(&source, out);
        }
    }
    if let Some(claim) = source("persistentVolumeClaim")
        && !claim.has("claimName")
    {
        out.add_required(&claim, "claimName");
    }
    if let Some(share) = source("nfs") {
        if !share.has("server") {
            out.add_required(&share, "server");
        }
        let path = share.text_of("path");
        if path.is_empty() {
            out.add_required(&share, "path");
        }
        if !path.starts_with('/') {
            out.add_invalid_text(&share, "path", path, "must be an absolute path");
        }
    }
}

/// Checks the fields of the pod that a volume writes into files.
fn check_downward_files<T: Tree>(source: &Cursor<'_, T>, out: &mut Objections<T>) {
    let files = source.struct_field("downwardAPI");
    for file in files.field("items").iter().flat_map(|list| list.items()) {
        check_field_reference(&file, out);
    }
}

/// Checks a source of a projected volume (Go: `validateProjectionSources`). Of several sources all are checked.
fn check_projection<T: Tree>(source: &Cursor<'_, T>, out: &mut Objections<T>) {
    for name in ["secret", "configMap"] {
        if let Some(object) = source.field(name) {
            if !object.has("name") {
                out.add_required(&object, "name");
            }
            check_items(&object, out);
        }
    }
    check_downward_files(source, out);
    let token = source.field("serviceAccountToken");
    let seconds = token
        .as_ref()
        .and_then(|token| token.field("expirationSeconds")?.integer());
    if let (Some(token), Some(seconds @ ..600)) = (&token, seconds) {
        let why = "may not specify a duration less than 10 minutes";
        out.add_invalid(token, "expirationSeconds", &seconds.to_string(), why);
    }
}

fn check_items<T: Tree>(source: &Cursor<'_, T>, out: &mut Objections<T>) {
    for item in source.field("items").iter().flat_map(|list| list.items()) {
        for name in ["key", "path"].into_iter().filter(|name| !item.has(name)) {
            out.add_required(&item, name);
        }
        check_descending_path(&item, "path", out);
        let path = item.text_of("path");
        if path.starts_with("..") && !path.starts_with("../") {
            out.add_invalid_text(&item, "path", path, "must not start with '..'");
        }
        check_mode(&item, "mode", out);
    }
}

fn check_mode<T: Tree>(at: &Cursor<'_, T>, name: &str, out: &mut Objections<T>) {
    let mode = at.field(name).and_then(|mode| mode.integer());
    if let Some(mode) = mode.filter(|mode| !(0..=0o777).contains(mode)) {
        let why = "must be a number between 0 and 0777 (octal), both inclusive";
        out.add_invalid(at, name, &mode.to_string(), why);
    }
}

/// Checks a path below another one (Go: `validateLocalDescendingPath`).
pub(crate) fn check_descending_path<T: Tree>(at: &Cursor<'_, T>, name: &str, out: &mut Objections<T>) {
    let path = at.text_of(name);
    if path.starts_with('/') {
        out.add_invalid_text(at, name, path, "must be a relative path");
    }
    check_no_backsteps(at, name, path, out);
}

fn check_no_backsteps<T: Tree>(at: &Cursor<'_, T>, name: &str, path: &str, out: &mut Objections<T>) {
    if path.split('/').any(|part| part == "..") {
        out.add_invalid_text(at, name, path, "must not contain '..'");
    }
}
