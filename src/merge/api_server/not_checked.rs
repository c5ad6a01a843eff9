//! Says what is not known about the answer of the API server.

use crate::schema::Schema;

/// Returns what is not checked of an object that the API server seems to accept.
pub(crate) fn not_checked(schema: &Schema, (version, kind): (&str, &str)) -> &'static str {
    match schema.known_top(version, kind) {
        Some(_) => {
            "Not checked: admission, webhooks, quotas, CEL rules, references to other objects, and rarer rules of the kind (mergescope help lint)."
        }
        None => {
            "Not checked: all rules of the API server for this kind; --schema FILE gives its types (mergescope help custom-resources)."
        }
    }
}
