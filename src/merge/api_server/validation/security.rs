//! Validates the security contexts of pods and containers.

use rustc_hash::FxHashSet;

use super::volume::check_descending_path;
use crate::document::{Tree, Value};
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;
use crate::schema::go_quote;

/// Checks the identities, the profiles and the privileges of a security context.
pub(crate) fn check_security_context<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    for name in ["runAsUser", "runAsGroup", "fsGroup"] {
        let id = at.field(name).and_then(|id| id.integer());
        if let Some(id) = id.filter(|id| !(0..=i64::from(i32::MAX)).contains(id)) {
            let why = "must be between 0 and 2147483647, inclusive";
            out.add_invalid(at, name, &id.to_string(), why);
        }
    }
    if let Some(profile) = at.field("seccompProfile") {
        check_seccomp(&profile, out);
    }
    if let Some(profile) = at.field("appArmorProfile") {
        check_app_armor(&profile, out);
    }
    out.check_one_of(at, "procMount", &["Default", "Unmasked"]);
    let is = |name: &str, value: bool| {
        at.field(name)
            .is_some_and(|field| field.value() == Value::Bool(value))
    };
    if !is("allowPrivilegeEscalation", false) {
        return;
    }
    // The server prints the whole context in Go syntax.
    if is("privileged", true) {
        let why = "cannot set `allowPrivilegeEscalation` to false and `privileged` to true";
        out.add_invalid(at, "", "{...}", why);
    }
    let capabilities = at.field("capabilities");
    let added = capabilities
        .as_ref()
        .and_then(|capabilities| capabilities.field("add"));
    let mut added = added.iter().flat_map(|added| added.items());
    if added.any(|capability| capability.text() == Some("CAP_SYS_ADMIN")) {
        let why = "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN";
        out.add_invalid(at, "", "{...}", why);
    }
}

/// Checks the names of the kernel parameters of a pod (Go: `validateSysctls`).
pub(crate) fn check_sysctls<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    let parameters = at.field("sysctls");
    let mut names = FxHashSet::default();
    for parameter in parameters.iter().flat_map(|list| list.items()) {
        match parameter.text_of("name") {
            "" => out.add_required(&parameter, "name"),
            name if name.len() > 253 || !name.split(['.', '/']).all(is_sysctl_part) => {
                let why = "must have at most 253 characters and match regex ([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
                out.add_invalid_text(&parameter, "name", name, why);
            }
            name if !names.insert(name) => out.add_duplicate(&parameter, "name", &go_quote(name)),
            _ => {}
        }
    }
}

fn is_sysctl_part(text: &str) -> bool {
    let is_outer = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let ends = [text.bytes().next(), text.bytes().last()];
    ends.into_iter().all(|end| end.is_some_and(is_outer))
        && text.bytes().all(|byte| is_outer(byte) || b"-_".contains(&byte))
}

const PROFILE_TYPES: [&str; 3] = ["Localhost", "RuntimeDefault", "Unconfined"];

fn check_seccomp<T: Tree>(profile: &Cursor<'_, T>, out: &mut Objections<T>) {
    let kind = profile.text_of("type");
    match kind {
        "" => out.add_required_because(profile, "type", "type is required when seccompProfile is set"),
        _ => out.check_one_of(profile, "type", &PROFILE_TYPES),
    }
    match (kind, profile.field("localhostProfile")) {
        ("Localhost", None) => {
            let why = "must be set when seccomp type is Localhost";
            out.add_required_because(profile, "localhostProfile", why);
        }
        ("Localhost", Some(_)) => check_descending_path(profile, "localhostProfile", out),
        (_, Some(path)) => {
            let shown = format!(
                "{{\"Type\":{},\"LocalhostProfile\":{}}}",
                go_quote(kind),
                path.json()
            );
            let why = "can only be set when seccomp type is Localhost";
            out.add_invalid(profile, "localhostProfile", &shown, why);
        }
        (_, None) => {}
    }
}

fn check_app_armor<T: Tree>(profile: &Cursor<'_, T>, out: &mut Objections<T>) {
    let kind = profile.text_of("type");
    match (kind, profile.field("localhostProfile")) {
        ("", _) => out.add_required_because(profile, "type", "type is required when appArmorProfile is set"),
        ("Localhost", None) => {
            let why = "must be set when AppArmor type is Localhost";
            out.add_required_because(profile, "localhostProfile", why);
        }
        ("RuntimeDefault" | "Unconfined", Some(path)) => {
            let why = "can only be set when AppArmor type is Localhost";
            out.add_invalid(profile, "localhostProfile", &path.json(), why);
        }
        _ => out.check_one_of(profile, "type", &PROFILE_TYPES),
    }
}
