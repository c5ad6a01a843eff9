//! Validates the metadata of all objects.

use super::addresses::ip_address_error;
use super::names::{dns_label_error, label_value_error, qualified_name_errors, subdomain_error};
use crate::document::Tree;
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::{LengthUnit, Objections, ServerMessage};
use crate::schema::go_quote;

/// Finalizers that need no domain.
const STANDARD_FINALIZERS: [&str; 4] = ["foregroundDeletion", "kubernetes", "orphan", "metadata"];

/// The maximum size of all annotations of an object.
const MAX_ANNOTATION_BYTES: usize = 256 * 1024;

pub(crate) fn check_object_meta<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    check_labels(at, "labels", out);
    if let Some(annotations) = at.field("annotations") {
        let mut size = 0;
        for (key, value) in annotations.fields() {
            for why in qualified_name_errors(&key.to_ascii_lowercase()) {
                out.add_invalid_text(at, "annotations", key, &why);
                out.move_last(value.id);
            }
            size += key.len() + value.text().map_or(0, str::len);
        }
        if size > MAX_ANNOTATION_BYTES {
            out.add(
                at,
                "annotations",
                ServerMessage::TooLong(MAX_ANNOTATION_BYTES, LengthUnit::Byte),
            );
        }
    }
    if let Some(finalizers) = at.field("finalizers") {
        for item in finalizers.items() {
            let name = item.text().unwrap_or_default();
            let errors = qualified_name_errors(name);
            for why in &errors {
                out.add_invalid_text(&item, "", name, why);
            }
            if errors.is_empty() && !name.contains('/') && !STANDARD_FINALIZERS.contains(&name) {
                let why = "name is neither a standard finalizer name nor is it fully qualified";
                out.add_invalid_text(&item, "", name, why);
            }
        }
    }
    check_owner_references(at, out);
}

/// Checks the name of an object. Kinds that allow other names than DNS names are not checked.
pub(crate) fn check_object_name<T: Tree>(
    metadata: &Cursor<'_, T>,
    kind: &str,
    is_built_in: bool,
    out: &mut Objections<T>,
) {
    let name = metadata.text_of("name");
    let group = kind.split('.').next().unwrap_or_default();
    let why = match kind {
        _ if name.is_empty() => None,
        "core.v1.Namespace" | "core.v1.Service" => dns_label_error(name),
        "networking.v1.IPAddress" | "networking.v1beta1.IPAddress" => ip_address_error(name),
        _ if !is_built_in || matches!(group, "apps" | "batch" | "autoscaling" | "policy" | "networking") => {
            subdomain_error(name)
        }
        "core.v1.ConfigMap"
        | "core.v1.Secret"
        | "core.v1.Pod"
        | "core.v1.PersistentVolume"
        | "core.v1.PersistentVolumeClaim"
        | "core.v1.ServiceAccount" => subdomain_error(name),
        _ => None,
    };
    if let Some(why) = why {
        out.add_invalid_text(metadata, "name", name, &why);
    }
}

/// Checks the labels in the field `name`.
pub(crate) fn check_labels<T: Tree>(at: &Cursor<'_, T>, name: &str, out: &mut Objections<T>) {
    let Some(labels) = at.field(name) else {
        return;
    };
    // The server names the map, but the mistake is in one label.
    for (key, label) in labels.fields() {
        for why in qualified_name_errors(key) {
            out.add_invalid_text(at, name, key, &why);
            out.move_last(label.id);
        }
        let value = label.text().unwrap_or_default();
        if let Some(why) = label_value_error(value) {
            out.add_invalid_text(at, name, value, &why);
            out.move_last(label.id);
        }
    }
}

/// The operators of label selectors.
const SELECTOR_OPERATORS: [&str; 4] = ["In", "NotIn", "Exists", "DoesNotExist"];

/// The message about an operator that is none of them.
pub(super) const WRONG_OPERATOR: &str = "not a valid selector operator";

/// Checks a label selector (Go: `ValidateLabelSelector`).
pub(crate) fn check_label_selector<T: Tree>(selector: &Cursor<'_, T>, out: &mut Objections<T>) {
    check_labels(selector, "matchLabels", out);
    let expressions = selector.field("matchExpressions");
    for expression in expressions.iter().flat_map(|list| list.items()) {
        match expression.text_of("operator") {
            "In" | "NotIn" if !expression.has("values") => {
                let why = "must be specified when `operator` is 'In' or 'NotIn'";
                out.add_required_because(&expression, "values", why);
            }
            "Exists" | "DoesNotExist" if expression.has("values") => {
                let why = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
                out.add_forbidden(&expression, "values", why);
            }
            operator if SELECTOR_OPERATORS.contains(&operator) => {}
            _ => out.add_wrong_word(&expression, "operator", WRONG_OPERATOR, &SELECTOR_OPERATORS),
        }
        let key = expression.text_of("key");
        for why in qualified_name_errors(key) {
            out.add_invalid_text(&expression, "key", key, &why);
        }
    }
}

fn check_owner_references<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    let Some(references) = at.field("ownerReferences") else {
        return;
    };
    let is_controller = |item: &Cursor<'_, T>| {
        item.field("controller")
            .is_some_and(|field| field.value() == crate::document::Value::Bool(true))
    };
    let controllers: Vec<String> = references
        .items()
        .filter(is_controller)
        .map(|item| format!("{}/{}", item.text_of("kind"), item.text_of("name")))
        .collect();
    if controllers.len() > 1 {
        let value: Vec<String> = references.items().map(|item| format_reference(&item)).collect();
        let why = format!(
            "Only one reference can have Controller set to true. Found \"true\" in references for {}",
            controllers.join(" and ")
        );
        out.add_invalid(at, "ownerReferences", &format!("[{}]", value.join(",")), &why);
    }
}

/// Formats a reference as Go does, with its fields in the order of the type.
fn format_reference<T: Tree>(item: &Cursor<'_, T>) -> String {
    let order = ["apiVersion", "kind", "name", "uid"];
    let mut fields: Vec<String> = order
        .iter()
        .map(|name| format!("\"{name}\":{}", go_quote(item.text_of(name))))
        .collect();
    for name in ["controller", "blockOwnerDeletion"] {
        if let Some(field) = item.field(name) {
            fields.push(format!("\"{name}\":{}", field.json()));
        }
    }
    format!("{{{}}}", fields.join(","))
}
