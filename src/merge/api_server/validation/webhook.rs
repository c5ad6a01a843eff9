//! Validates webhook configurations (Go: `validateValidatingWebhook`, `validateMutatingWebhook`).

use crate::document::Tree;
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;
use crate::merge::api_server::unions;

/// Checks how the API server reaches each webhook.
pub(crate) fn check_webhooks<T: Tree>(object: &Cursor<'_, T>, out: &mut Objections<T>) {
    for webhook in object.field("webhooks").iter().flat_map(|list| list.items()) {
        unions::check(&webhook.struct_field("clientConfig"), out);
    }
}
