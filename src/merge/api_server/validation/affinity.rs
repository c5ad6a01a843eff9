//! Validates the affinity of pods (Go: `validateAffinity`).

use super::metadata::{WRONG_OPERATOR, check_label_selector};
use super::names::qualified_name_errors;
use crate::document::Tree;
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;

const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";

/// The operators of `matchExpressions` of nodes.
const NODE_OPERATORS: [&str; 6] = ["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"];

/// Checks the field `affinity` of a pod.
pub(crate) fn check_affinity<T: Tree>(pod: &Cursor<'_, T>, out: &mut Objections<T>) {
    let Some(affinity) = pod.field("affinity") else {
        return;
    };
    if let Some(nodes) = affinity.field("nodeAffinity") {
        check_node_affinity(&nodes, out);
    }
    for name in ["podAffinity", "podAntiAffinity"] {
        let Some(pods) = affinity.field(name) else {
            continue;
        };
        for term in pods.field(REQUIRED).iter().flat_map(|list| list.items()) {
            check_pod_term(&term, out);
        }
        for term in pods.field(PREFERRED).iter().flat_map(|list| list.items()) {
            check_weight(&term, out);
            check_pod_term(&term.struct_field("podAffinityTerm"), out);
        }
    }
}

fn check_node_affinity<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    if let Some(required) = at.field(REQUIRED) {
        if !required.has("nodeSelectorTerms") {
            let why = "must have at least one node selector term";
            out.add_required_because(&required, "nodeSelectorTerms", why);
        }
        let terms = required.field("nodeSelectorTerms");
        for term in terms.iter().flat_map(|terms| terms.items()) {
            check_node_term(&term, out);
        }
    }
    for term in at.field(PREFERRED).iter().flat_map(|list| list.items()) {
        check_weight(&term, out);
        check_node_term(&term.struct_field("preference"), out);
    }
}

/// Checks the `matchExpressions` of a term (Go: `ValidateNodeSelectorRequirement`).
fn check_node_term<T: Tree>(term: &Cursor<'_, T>, out: &mut Objections<T>) {
    let expressions = term.field("matchExpressions");
    for expression in expressions.iter().flat_map(|list| list.items()) {
        let values = expression.field("values");
        let count = values.iter().flat_map(|values| values.items()).count();
        match expression.text_of("operator") {
            "In" | "NotIn" if count == 0 => {
                let why = "must be specified when `operator` is 'In' or 'NotIn'";
                out.add_required_because(&expression, "values", why);
            }
            "Exists" | "DoesNotExist" if count > 0 => {
                let why = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
                out.add_forbidden(&expression, "values", why);
            }
            "Gt" | "Lt" if count != 1 => {
                let why = "must be specified single value when `operator` is 'Lt' or 'Gt'";
                out.add_required_because(&expression, "values", why);
            }
            operator if NODE_OPERATORS.contains(&operator) => {}
            _ => out.add_wrong_word(&expression, "operator", WRONG_OPERATOR, &NODE_OPERATORS),
        }
        check_name(&expression, "key", out);
    }
    for field in term.field("matchFields").iter().flat_map(|list| list.items()) {
        let count = field.field("values").map_or(0, |values| values.items().count());
        match field.text_of("operator") {
            "In" | "NotIn" if count != 1 => {
                let why = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
                out.add_required_because(&field, "values", why);
            }
            "In" | "NotIn" => {}
            _ => out.add_wrong_word(&field, "operator", WRONG_OPERATOR, &["In", "NotIn"]),
        }
        let key = field.text_of("key");
        if key != "metadata.name" {
            out.add_invalid_text(&field, "key", key, "not a valid field selector key");
        }
    }
}

/// Checks a term about other pods (Go: `validatePodAffinityTerm`).
fn check_pod_term<T: Tree>(term: &Cursor<'_, T>, out: &mut Objections<T>) {
    for name in ["labelSelector", "namespaceSelector"] {
        if let Some(selector) = term.field(name) {
            check_label_selector(&selector, out);
        }
    }
    if !term.has("topologyKey") {
        out.add_required_because(term, "topologyKey", "can not be empty");
    }
    check_name(term, "topologyKey", out);
}

fn check_name<T: Tree>(at: &Cursor<'_, T>, name: &str, out: &mut Objections<T>) {
    let text = at.text_of(name);
    for why in qualified_name_errors(text) {
        out.add_invalid_text(at, name, text, &why);
    }
}

fn check_weight<T: Tree>(term: &Cursor<'_, T>, out: &mut Objections<T>) {
    let weight = term.field("weight").and_then(|weight| weight.integer());
    let weight = weight.unwrap_or(0);
    if !(1..=100).contains(&weight) {
        out.add_invalid(term, "weight", &weight.to_string(), "must be in the range 1-100");
    }
}
