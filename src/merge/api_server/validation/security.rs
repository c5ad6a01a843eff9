//! Validates the security contexts of pods and containers.

use super::volume::check_descending_path;
use crate::document::Tree;
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;

/// Checks the identities and the seccomp profile of a security context.
pub(crate) fn check_security_context<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    for name in ["runAsUser", "runAsGroup", "fsGroup"] {
        let id = at.field(name).and_then(|id| id.integer());
        if let Some(id) = id.filter(|id| !(0..=i64::from(i32::MAX)).contains(id)) {
            let why = "must be between 0 and 2147483647, inclusive";
            out.add_invalid(at, name, &id.to_string(), why);
        }
    }
    let Some(profile) = at.field("seccompProfile") else {
        return;
    };
    match profile.text_of("type") {
        "" => out.add_required_because(&profile, "type", "type is required when seccompProfile is set"),
        "Localhost" if profile.field("localhostProfile").is_none() => {
            let why = "must be set when seccomp type is Localhost";
            out.add_required_because(&profile, "localhostProfile", why);
        }
        "Localhost" => check_descending_path(&profile, "localhostProfile", out),
        _ => out.check_one_of(&profile, "type", &["Localhost", "RuntimeDefault", "Unconfined"]),
    }
}
