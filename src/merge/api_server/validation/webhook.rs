//! Validates webhook configurations (Go: `validateValidatingWebhook`, `validateMutatingWebhook`).

use crate::document::Tree;
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;
use crate::merge::api_server::unions;

/// Checks how the API server reaches each webhook, and when it calls it.
pub(crate) fn check_webhooks<T: Tree>(object: &Cursor<'_, T>, out: &mut Objections<T>) {
    for webhook in object.field("webhooks").iter().flat_map(|list| list.items()) {
        unions::check(&webhook.struct_field("clientConfig"), out);
        out.check_one_of(&webhook, "failurePolicy", &["Fail", "Ignore"]);
        out.check_one_of(&webhook, "matchPolicy", &["Equivalent", "Exact"]);
        out.check_one_of(&webhook, "reinvocationPolicy", &["IfNeeded", "Never"]);
        let seconds = webhook
            .field("timeoutSeconds")
            .and_then(|seconds| seconds.integer());
        if let Some(number @ (..1 | 31..)) = seconds {
            let why = "the timeout value must be between 1 and 30 seconds";
            out.add_invalid(&webhook, "timeoutSeconds", &number.to_string(), why);
        }
    }
}
