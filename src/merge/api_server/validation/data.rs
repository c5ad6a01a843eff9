//! Validates ConfigMaps, Secrets, claims, and the rules of roles.

use super::names::config_key_error;
use crate::document::Tree;
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;

pub(crate) fn check_config_keys<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    for name in ["data", "binaryData"] {
        let Some(data) = at.field(name) else { continue };
        for (key, _) in data.fields() {
            if let Some(why) = config_key_error(key) {
                out.add_invalid_text(at, &format!("{name}[{key}]"), key, &why);
            }
        }
    }
}

/// Checks the keys that the type of a Secret requires.
pub(crate) fn check_secret<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    check_config_keys(at, out);
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
}

pub(crate) fn check_claim<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    if !spec.has("accessModes") {
        out.add_required_because(spec, "accessModes", "at least 1 access mode is required");
    }
    let resources = spec.field("resources");
    let requests = resources
        .as_ref()
        .and_then(|resources| resources.field("requests"));
    if requests.is_none_or(|requests| !requests.has("storage")) {
        out.add_required(spec, "resources[storage]");
    }
}

/// Checks the rules of a Role or ClusterRole.
pub(crate) fn check_role<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    for rule in at.field("rules").iter().flat_map(|rules| rules.items()) {
        if !rule.has("verbs") {
            out.add_required_because(&rule, "verbs", "verbs must contain at least one value");
        }
        if rule.has("nonResourceURLs") {
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
