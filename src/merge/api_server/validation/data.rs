//! Validates ConfigMaps, Secrets, claims, and the rules of roles.

use rustc_hash::FxHashSet;

use super::names::config_key_error;
use crate::document::{Tree, decode_base64};
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::{LengthUnit, Objections, ServerMessage};
use crate::merge::api_server::unions;

/// The maximum size of the data of a ConfigMap or Secret (Go: `MaxSecretSize`).
const MAX_DATA_BYTES: usize = 1024 * 1024;

pub(crate) fn check_config_map<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    for name in ["data", "binaryData"] {
        check_keys(at, name, name, out);
    }
    let binary = keys(at, "binaryData");
    for (key, _) in entries(at, "data") {
        if binary.contains(key) {
            let why = "duplicate of key present in binaryData";
            out.add_invalid_text(at, &format!("data[{key}]"), key, why);
        }
    }
    let none = FxHashSet::default();
    if size(at, "data", false, &none) + size(at, "binaryData", true, &none) > MAX_DATA_BYTES {
        out.add(at, "[]", ServerMessage::TooLong(MAX_DATA_BYTES, LengthUnit::Byte));
    }
}

/// Returns the number of bytes in the values of a map of strings, without those of the keys in `replaced`.
fn size<T: Tree>(at: &Cursor<'_, T>, name: &str, is_encoded: bool, replaced: &FxHashSet<&str>) -> usize {
    let entries = entries(at, name).filter(|(key, _)| !replaced.contains(key));
    let sizes = entries.map(|(_, value)| {
        let text = at.tree.value_as_read(value).as_str().unwrap_or_default();
        let decoded = match is_encoded {
            true => decode_base64(text),
            false => None,
        };
        decoded.map_or(text.len(), |bytes| bytes.len())
    });
    sizes.sum()
}

/// Returns the keys and values of a map of strings.
fn entries<'a, T: Tree>(at: &Cursor<'a, T>, name: &str) -> impl Iterator<Item = (&'a str, T::Id)> {
    let tree = at.tree;
    let map = at.field(name).map(|map| map.id);
    let children = map.into_iter().flat_map(|map| tree.children(map));
    children.filter_map(|child| Some((tree.key(child)?, child)))
}

/// Returns the keys of a map of strings.
fn keys<'a, T: Tree>(at: &Cursor<'a, T>, name: &str) -> FxHashSet<&'a str> {
    entries(at, name).map(|(key, _)| key).collect()
}

/// Checks the keys of the map `name`, with `shown` as its name in messages.
fn check_keys<T: Tree>(at: &Cursor<'_, T>, name: &str, shown: &str, out: &mut Objections<T>) {
    for (key, _) in entries(at, name) {
        if let Some(why) = config_key_error(key) {
            out.add_invalid_text(at, &format!("{shown}[{key}]"), key, &why);
        }
    }
}

/// Checks the keys that the type of a Secret requires.
pub(crate) fn check_secret<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    // The server moves `stringData` to `data` before it checks them.
    for name in ["data", "stringData"] {
        check_keys(at, name, "data", out);
    }
    let moved = keys(at, "stringData");
    let none = FxHashSet::default();
    if size(at, "data", true, &moved) + size(at, "stringData", false, &none) > MAX_DATA_BYTES {
        out.add(
            at,
            "data",
            ServerMessage::TooLong(MAX_DATA_BYTES, LengthUnit::Byte),
        );
    }
    let keys: &[&str] = match at.text_of("type") {
        "kubernetes.io/tls" => &["tls.crt", "tls.key"],
        "kubernetes.io/dockerconfigjson" => &[".dockerconfigjson"],
        "kubernetes.io/dockercfg" => &[".dockercfg"],
        "kubernetes.io/ssh-auth" => &["ssh-privatekey"],
        _ => &[],
    };
    let has = |key: &str| {
        ["data", "stringData"]
            .iter()
            .any(|name| at.field(name).is_some_and(|data| data.given(key).is_some()))
    };
    for key in keys.iter().filter(|key| !has(key)) {
        out.add_required(at, &format!("data[{key}]"));
    }
    let [name, password] = ["username", "password"];
    if at.text_of("type") == "kubernetes.io/basic-auth" && !has(name) && !has(password) {
        for key in [name, password] {
            out.add_required(at, &format!("data[{key}]"));
        }
    }
}

const VOLUME_MODES: [&str; 2] = ["Block", "Filesystem"];

/// Checks a StorageClass.
pub(crate) fn check_storage_class<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    if !at.has("provisioner") {
        out.add_required(at, "provisioner");
    }
    out.check_one_of(at, "reclaimPolicy", &["Delete", "Retain"]);
    let modes = ["Immediate", "WaitForFirstConsumer"];
    out.check_one_of(at, "volumeBindingMode", &modes);
}

/// Checks the value of a PriorityClass. Names of the system have other limits.
pub(crate) fn check_priority_class<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    const MAX: i64 = 1_000_000_000;
    let metadata = at.field("metadata");
    let is_of_system = metadata
        .as_ref()
        .is_some_and(|metadata| metadata.text_of("name").starts_with("system-"));
    let value = at.field("value").and_then(|value| value.integer());
    if value.is_some_and(|value| value > MAX) && !is_of_system {
        let why = format!("maximum allowed value of a user defined priority is {MAX}");
        out.add_forbidden(at, "value", &why);
    }
    out.check_one_of(at, "preemptionPolicy", &["PreemptLowerPriority", "Never"]);
}

/// Checks a PersistentVolume.
pub(crate) fn check_volume<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T>) {
    for name in ["accessModes", "capacity"] {
        if !spec.has(name) {
            out.add_required(spec, name);
        }
    }
    out.check_one_of(spec, "volumeMode", &VOLUME_MODES);
    let policies = ["Delete", "Recycle", "Retain"];
    out.check_one_of(spec, "persistentVolumeReclaimPolicy", &policies);
    if spec.field("local").is_some() && spec.field("nodeAffinity").is_none() {
        out.add_required_because(spec, "nodeAffinity", "Local volume requires node affinity");
    }
    unions::check(spec, out);
    if !unions::VOLUME_SOURCES
        .iter()
        .any(|name| spec.field(name).is_some())
    {
        out.add_required_because(spec, "", "must specify a volume type");
    }
}

pub(crate) fn check_claim<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T>) {
    if !spec.has("accessModes") {
        out.add_required_because(spec, "accessModes", "at least 1 access mode is required");
    }
    check_access_modes(spec, out);
    let resources = spec.field("resources");
    let requests = resources
        .as_ref()
        .and_then(|resources| resources.field("requests"));
    let missing = match (&resources, &requests) {
        (_, Some(requests)) if requests.has("storage") => None,
        (_, Some(requests)) => Some((requests, "storage")),
        (Some(resources), None) => Some((resources, "requests")),
        (None, None) => Some((spec, "resources")),
    };
    if let Some((map, name)) = missing {
        out.add_required(spec, "resources[storage]");
        out.miss_last(map.id, name);
    }
    out.check_one_of(spec, "volumeMode", &VOLUME_MODES);
}

/// Checks the words of the access modes, and that ReadWriteOncePod is the only mode.
fn check_access_modes<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T>) {
    const MODES: [&str; 4] = [
        "ReadOnlyMany",
        "ReadWriteMany",
        "ReadWriteOnce",
        "ReadWriteOncePod",
    ];
    let list = spec.field("accessModes");
    let modes = || list.iter().flat_map(|list| list.items());
    for mode in modes() {
        out.check_word(spec, "accessModes", mode.text().unwrap_or_default(), &MODES);
    }
    let has = |is_found: &dyn Fn(&str) -> bool| modes().any(|mode| mode.text().is_some_and(is_found));
    if has(&|mode| mode == "ReadWriteOncePod") && has(&|mode| mode != "ReadWriteOncePod") {
        let why = "may not use ReadWriteOncePod with other access modes";
        out.add_forbidden(spec, "accessModes", why);
    }
}

/// Checks the rules of a Role or ClusterRole.
pub(crate) fn check_role<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    for rule in at.field("rules").iter().flat_map(|rules| rules.items()) {
        if !rule.has("verbs") {
            out.add_required_because(&rule, "verbs", "verbs must contain at least one value");
        }
        if let Some(urls) = rule.field("nonResourceURLs").filter(|urls| !urls.is_empty()) {
            if at.type_name() == "Role" {
                let why = "namespaced rules cannot apply to non-resource URLs";
                out.add_invalid(&rule, "nonResourceURLs", &urls.json(), why);
            }
            if ["apiGroups", "resources", "resourceNames"]
                .iter()
                .any(|name| rule.has(name))
            {
                let why = "rules cannot apply to both regular resources and non-resource URLs";
                out.add_invalid(&rule, "nonResourceURLs", &urls.json(), why);
            }
            continue;
        }
        if !rule.has("apiGroups") {
            let why = "resource rules must supply at least one api group";
            out.add_required_because(&rule, "apiGroups", why);
        }
        if !rule.has("resources") {
            let why = "resource rules must supply at least one resource";
            out.add_required_because(&rule, "resources", why);
        }
    }
}

/// The API group of roles and of users.
const RBAC: &str = "rbac.authorization.k8s.io";

/// Checks a RoleBinding or ClusterRoleBinding.
pub(crate) fn check_role_binding<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    let is_of_cluster = at.type_name() == "ClusterRoleBinding";
    let role = at.struct_field("roleRef");
    out.check_one_of(&role, "apiGroup", &[RBAC]);
    let kinds: &[&str] = match is_of_cluster {
        true => &["ClusterRole"],
        false => &["Role", "ClusterRole"],
    };
    out.require_one_of(&role, "kind", kinds);
    if !role.has("name") {
        out.add_required(&role, "name");
    }
    for subject in at.field("subjects").iter().flat_map(|subjects| subjects.items()) {
        if !subject.has("name") {
            out.add_required(&subject, "name");
        }
        match subject.text_of("kind") {
            "ServiceAccount" => {
                if subject.has("apiGroup") {
                    out.check_one_of(&subject, "apiGroup", &[""]);
                }
                if is_of_cluster && !subject.has("namespace") {
                    out.add_required(&subject, "namespace");
                }
            }
            // A missing group has a default.
            "User" | "Group" => out.check_one_of(&subject, "apiGroup", &[RBAC]),
            _ => out.require_one_of(&subject, "kind", &["ServiceAccount", "User", "Group"]),
        }
    }
}
