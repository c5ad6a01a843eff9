//! What the API server adds to objects beyond the defaults of single fields: tolerations and tokens of Pods, amounts of LimitRanges.

use serde_json::{Map, Value as Json, json};

/// Where admission mounts the token of the service account in each container (Go: `DefaultAPITokenMountPath`).
pub(super) const TOKEN_FOLDER: &str = "/var/run/secrets/kubernetes.io/serviceaccount";

/// Returns the tolerations that admission adds to each Pod (Go: `DefaultTolerationSeconds`).
pub(super) fn admitted_tolerations() -> [Json; 2] {
    ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"].map(
        |key| json!({ "key": key, "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300 }),
    )
}

/// Adds the tolerations to the list of a Pod, unless others tolerate the same.
pub(super) fn admit_tolerations(tolerations: &mut Vec<Json>) {
    for added in admitted_tolerations() {
        let is_same = |toleration: &Json, name: &str| {
            let value = toleration[name].as_str().unwrap_or_default();
            value.is_empty() || added[name] == value
        };
        let is_tolerated = |toleration: &Json| is_same(toleration, "key") && is_same(toleration, "effect");
        if !tolerations.iter().any(is_tolerated) {
            tolerations.push(added);
        }
    }
}

/// Completes the defaults of an item of a LimitRange (Go: `SetDefaults_LimitRangeItem`).
pub(super) fn complete_limits(item: &mut Map<String, Json>) {
    if item.get("type").and_then(Json::as_str) != Some("Container") {
        return;
    }
    for (from, to) in [
        ("max", "default"),
        ("default", "defaultRequest"),
        ("min", "defaultRequest"),
    ] {
        let Some(Json::Object(amounts)) = item.get(from).cloned() else {
            continue;
        };
        let target = item.entry(to).or_insert_with(|| Json::Object(Map::new()));
        for (name, amount) in amounts {
            if let Json::Object(target) = &mut *target {
                target.entry(name).or_insert(amount);
            }
        }
    }
    item.retain(|name, value| name != "default" && name != "defaultRequest" || *value != json!({}));
}
