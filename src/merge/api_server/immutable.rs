//! Checks fields that cannot change after an object is created.

use rustc_hash::{FxHashMap, FxHashSet};

use super::cursor::Cursor;
use super::gated_pod::is_same_apart_from_nodes;
use super::objection::{Constraint, Objections, ServerLayer};
use super::pod_update;
use super::same_when_stored::{is_same_field, quantity_amount};
use super::unions::VOLUME_SOURCES;
use crate::document::{Document, Tree, Value, decode_base64};
use crate::merge::{go_text, quantity};
use crate::schema::go_quote;

/// The usual reason.
const IMMUTABLE: &str = "field is immutable";

/// The annotation that names the storage class of old claims.
const CLASS_ANNOTATION: &str = "volume.beta.kubernetes.io/storage-class";

/// The maximum length of a printed value, in bytes. Longer values are not printed.
const MAX_VALUE_BYTES: usize = 200;

/// Immutable fields: kind and path.
const FIELDS: &[(&str, &[&str])] = &[
    ("apps/v1 DaemonSet", &["spec", "selector"]),
    ("apps/v1 Deployment", &["spec", "selector"]),
    ("apps/v1 ReplicaSet", &["spec", "selector"]),
    ("discovery.k8s.io/v1 EndpointSlice", &["addressType"]),
    ("scheduling.k8s.io/v1 PriorityClass", &["preemptionPolicy"]),
    ("scheduling.k8s.io/v1 PriorityClass", &["value"]),
    ("storage.k8s.io/v1 StorageClass", &["volumeBindingMode"]),
    ("v1 ResourceQuota", &["spec", "scopes"]),
    ("v1 Secret", &["type"]),
];

/// Fields of a Job that cannot be set, changed or removed later, in the order of the server's checks.
const JOB_FIELDS: [&str; 5] = [
    "completionMode",
    "podFailurePolicy",
    "backoffLimitPerIndex",
    "managedBy",
    "successPolicy",
];

/// Fields whose change is forbidden, with the server's reason.
const FORBIDDEN: &[(&str, &[&str], &str)] = &[
    (
        "storage.k8s.io/v1 StorageClass",
        &["parameters"],
        "updates to parameters are forbidden.",
    ),
    (
        "storage.k8s.io/v1 StorageClass",
        &["provisioner"],
        "updates to provisioner are forbidden.",
    ),
    (
        "storage.k8s.io/v1 StorageClass",
        &["reclaimPolicy"],
        "updates to reclaimPolicy are forbidden.",
    ),
];

/// The fields of a `spec` that can change, by kind. For any other change, the server rejects `spec` as a
/// whole.
const SPECS: &[(&str, &[&str], &str)] = &[
    (
        "apps/v1 StatefulSet",
        &[
            "replicas",
            "ordinals",
            "template",
            "updateStrategy",
            "revisionHistoryLimit",
            "persistentVolumeClaimRetentionPolicy",
            "minReadySeconds",
        ],
        "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    ),
    (
        "v1 PersistentVolumeClaim",
        &["resources", "volumeAttributesClassName"],
        "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims",
    ),
];

/// Compares the live object with the result.
pub(crate) fn check<T: Tree>(live: &Cursor<'_, Document>, result: &Cursor<'_, T>, out: &mut Objections<T>) {
    let (version, kind) = live.tree.identity();
    let kind = format!("{version} {kind}");
    out.layer = ServerLayer::Immutable;
    check_uid(live, result, out);
    check_deletion(live, result, out);
    for (_, path) in FIELDS.iter().filter(|row| row.0 == kind) {
        check_field(live, result, path, out);
    }
    for (_, path, why) in FORBIDDEN.iter().filter(|row| row.0 == kind) {
        let [name] = path else { continue };
        if !is_same_field(live, result, name) {
            out.add_forbidden(result, name, why);
        }
    }
    if kind == "v1 Pod" && is_from_a_cluster(live) {
        pod_update::check(live, result, out);
    }
    for (_, allowed, why) in SPECS.iter().filter(|row| row.0 == kind) {
        check_spec(live, result, allowed, why, out);
    }
    if kind == "v1 PersistentVolumeClaim" {
        check_claim_size(live, result, out);
    }
    if kind == "v1 PersistentVolume" {
        check_volume(live, result, out);
    }
    if kind == "batch/v1 Job" {
        check_job(live, result, out);
    }
    check_role_ref(live, result, out);
    check_service(live, result, out);
    check_locked_data(live, result, out);
    out.layer = ServerLayer::Validation;
}

/// Returns whether an object has a field that only a cluster sets. A Pod without one is an example: its `spec` is like
/// that of a template.
fn is_from_a_cluster(live: &Cursor<'_, Document>) -> bool {
    let has = |parent: &str, names: &[&str]| {
        live.field(parent)
            .is_some_and(|parent| names.iter().any(|name| parent.has(name)))
    };
    let has_status = live
        .field("status")
        .is_some_and(|status| status.fields().next().is_some());
    has_status || has("metadata", &["uid", "resourceVersion"]) || has("spec", &["nodeName"])
}

/// Checks the source and the mode of a volume (Go: `ValidatePersistentVolumeUpdate`).
fn check_volume<T: Tree>(live: &Cursor<'_, Document>, result: &Cursor<'_, T>, out: &mut Objections<T>) {
    let (Some(old), Some(new)) = (live.field("spec"), result.field("spec")) else {
        return;
    };
    let mut sources = VOLUME_SOURCES.iter();
    if let Some(source) = sources.find(|source| !is_same_field(&old, &new, source)) {
        let why = "spec.persistentvolumesource is immutable after creation";
        out.add_forbidden(&new, "persistentvolumesource", why);
        out.cause_last(&new, source);
    }
    if !is_same_field(&old, &new, "volumeMode") {
        add_immutable(&new, "volumeMode", out);
    }
}

/// Returns whether the claim is bound and two specs request the same resources, apart from the size.
fn changes_only_size<T: Tree>(
    live: &Cursor<'_, Document>,
    old: &Cursor<'_, Document>,
    new: &Cursor<'_, T>,
) -> bool {
    // A claim without a status can be a manifest of a bound one, which can only grow.
    let size = ["resources", "requests", "storage"];
    let is_bound = match live.field("status") {
        Some(status) => status.text_of("phase") == "Bound",
        None => size_at(new, &size) >= size_at(old, &size),
    };
    let (Some(old), Some(new)) = (old.field("resources"), new.field("resources")) else {
        return false;
    };
    let (Some(old_requests), Some(new_requests)) = (old.field("requests"), new.field("requests")) else {
        return false;
    };
    is_bound
        && is_same_except(&old, &new, |name| name == "requests")
        && is_same_except(&old_requests, &new_requests, |name| name == "storage")
}

/// Checks the requested size of a claim. After a failed expansion it can be reduced, but not to the capacity that the
/// claim has (Go: `ValidatePersistentVolumeClaimUpdate`).
fn check_claim_size<T: Tree>(live: &Cursor<'_, Document>, result: &Cursor<'_, T>, out: &mut Objections<T>) {
    let path = ["spec", "resources", "requests", "storage"];
    let (Some(old), Some(new)) = (size_at(live, &path), size_at(result, &path)) else {
        return;
    };
    let capacity = size_at(live, &["status", "capacity", "storage"]);
    if new < old && capacity.is_some_and(|capacity| new <= capacity) {
        let spec = result.struct_field("spec");
        let resources = spec.struct_field("resources");
        let why = "field can not be less than status.capacity";
        out.add_forbidden(&resources.struct_field("requests"), "storage", why);
    }
}

fn size_at<T: Tree>(at: &Cursor<'_, T>, path: &[&str]) -> Option<quantity::Amount> {
    match path {
        [] => quantity_amount(at),
        [name, rest @ ..] => size_at(&at.field(name)?, rest),
    }
}

fn check_uid<T: Tree>(live: &Cursor<'_, Document>, result: &Cursor<'_, T>, out: &mut Objections<T>) {
    if let (Some(old), Some(new)) = (live.field("metadata"), result.field("metadata")) {
        let (old, uid) = (old.text_of("uid"), new.text_of("uid"));
        if old != uid && !uid.is_empty() && !old.is_empty() {
            out.add_invalid_text(&new, "uid", uid, IMMUTABLE);
        }
    }
}

/// Checks that no request marks an object as deleted. Removing the mark has no effect (Go: `BeforeUpdate`,
/// `ValidateObjectMetaAccessorUpdate`).
fn check_deletion<T: Tree>(live: &Cursor<'_, Document>, result: &Cursor<'_, T>, out: &mut Objections<T>) {
    let (Some(old), Some(new)) = (live.field("metadata"), result.field("metadata")) else {
        return;
    };
    if let Some(time) = new
        .field("deletionTimestamp")
        .filter(|_| !old.has("deletionTimestamp"))
    {
        let time = time.value().as_str().unwrap_or_default();
        // Go prints a time in this form.
        let time = time.replacen('T', " ", 1).replacen('Z', " +0000 UTC", 1);
        out.add_invalid(&new, "deletionTimestamp", &time, IMMUTABLE);
    }
    if old.has("deletionTimestamp") {
        check_new_finalizers(&old, &new, out);
    }
    let name = "deletionGracePeriodSeconds";
    let before = old.field(name).and_then(|seconds| seconds.whole());
    let after = new.field(name).and_then(|seconds| seconds.whole());
    if let Some(after) = after.filter(|after| before != Some(*after)) {
        out.add_invalid(&new, name, &after.to_string(), IMMUTABLE);
    }
}

/// Checks that an object that is being deleted gets no finalizer (Go: `ValidateNoNewFinalizers`).
fn check_new_finalizers<T: Tree>(old: &Cursor<'_, Document>, new: &Cursor<'_, T>, out: &mut Objections<T>) {
    let name = "finalizers";
    let before = old.field(name);
    let before: FxHashSet<&str> = before
        .iter()
        .flat_map(|list| list.items())
        .filter_map(|item| item.text())
        .collect();
    let after = new.field(name);
    let mut added: Vec<&str> = after
        .iter()
        .flat_map(|list| list.items())
        .filter_map(|item| item.text())
        .filter(|item| !before.contains(item))
        .collect();
    added.sort_unstable();
    added.dedup();
    if !added.is_empty() {
        let names: Vec<String> = added.iter().map(|name| go_quote(name)).collect();
        let why = format!(
            "no new finalizers can be added if the object is being deleted, found new finalizers []string{{{}}}",
            names.join(", ")
        );
        out.add_forbidden(new, name, &why);
    }
}

fn check_field<T: Tree>(
    live: &Cursor<'_, Document>,
    result: &Cursor<'_, T>,
    path: &[&str],
    out: &mut Objections<T>,
) {
    match path {
        [name] if !is_same_field(live, result, name) && live.field(name).is_some() => {
            add_immutable(result, name, out);
        }
        [name, rest @ ..] => {
            if let (Some(old), Some(new)) = (live.field(name), result.field(name)) {
                check_field(&old, &new, rest, out);
            }
        }
        [] => {}
    }
}

/// Reports a field that is not as before.
fn add_immutable<T: Tree>(map: &Cursor<'_, T>, name: &str, out: &mut Objections<T>) {
    let value = match map.field(name) {
        None => "null".to_owned(),
        Some(field) => match field.text() {
            Some(text) => go_quote(text),
            None => shorten_json(go_text::to_json(field.tree, field.id)),
        },
    };
    add_changed(map, name, &value, IMMUTABLE, out);
}

/// Reports a field that has another value or none. A removed field causes it itself.
fn add_changed<T: Tree>(map: &Cursor<'_, T>, name: &str, value: &str, why: &str, out: &mut Objections<T>) {
    out.add_invalid(map, name, value, why);
    if map.given(name).is_none() {
        out.cause_last(map, name);
    }
}

/// Replaces a long value. The server prints such values in Go syntax anyway.
fn shorten_json(json: String) -> String {
    match json.len() > MAX_VALUE_BYTES {
        true => "{...}".to_owned(),
        false => json,
    }
}

fn check_spec<T: Tree>(
    live: &Cursor<'_, Document>,
    result: &Cursor<'_, T>,
    allowed: &'static [&'static str],
    why: &str,
    out: &mut Objections<T>,
) {
    let (Some(old), Some(new)) = (live.field("spec"), result.field("spec")) else {
        return;
    };
    let is_claim = live.type_name() == "PersistentVolumeClaim";
    let is_allowed = |name: &str| match name {
        "resources" => is_claim && changes_only_size(live, &old, &new),
        // A claim gets its volume, and its class if it has none, once.
        "volumeName" => is_claim && !old.has(name),
        "storageClassName" => is_claim && old.given(name).is_none() && !has_class_annotation(live),
        name => allowed.contains(&name),
    };
    if let Some(name) = first_changed(&old, &new, is_allowed) {
        out.add_forbidden(result, "spec", why);
        out.cause_last(&new, name);
        if is_claim && name == "resources" {
            cause_in_resources(&old, &new, out);
        }
        out.mark(Constraint::MutableFields(allowed));
    }
}

/// Names the resource of a claim that changes and is not its size as the cause of the last objection.
fn cause_in_resources<T: Tree>(old: &Cursor<'_, Document>, new: &Cursor<'_, T>, out: &mut Objections<T>) {
    let (Some(old), Some(new)) = (old.field("resources"), new.field("resources")) else {
        return;
    };
    if let Some(name) = first_changed(&old, &new, |name| name == "requests") {
        return out.cause_last(&new, name);
    }
    if let (Some(old), Some(new)) = (old.field("requests"), new.field("requests"))
        && let Some(name) = first_changed(&old, &new, |name| name == "storage")
    {
        out.cause_last(&new, name);
    }
}

/// Returns whether two maps have the same fields apart from those that `can_change`.
fn is_same_except<T: Tree>(
    old: &Cursor<'_, Document>,
    new: &Cursor<'_, T>,
    can_change: impl Fn(&str) -> bool,
) -> bool {
    first_changed(old, new, can_change).is_none()
}

/// Returns the first field that differs between two maps, apart from those that `can_change`.
fn first_changed<'c, T: Tree>(
    old: &'c Cursor<'c, Document>,
    new: &'c Cursor<'c, T>,
    can_change: impl Fn(&str) -> bool,
) -> Option<&'c str> {
    let names = new.fields().map(|field| field.0);
    let mut names = names.chain(old.fields().map(|field| field.0));
    names.find(|name| !can_change(name) && !is_same_field(old, new, name))
}

/// Returns whether a claim names its storage class in the annotation that was used before the field.
fn has_class_annotation(claim: &Cursor<'_, Document>) -> bool {
    let metadata = claim.field("metadata");
    let annotations = metadata
        .as_ref()
        .and_then(|metadata| metadata.field("annotations"));
    annotations.is_some_and(|annotations| annotations.given(CLASS_ANNOTATION).is_some())
}

/// Checks the fields of a Job (Go: `ValidateJobSpecUpdate`).
fn check_job<T: Tree>(live: &Cursor<'_, Document>, result: &Cursor<'_, T>, out: &mut Objections<T>) {
    let (Some(old), Some(new)) = (live.field("spec"), result.field("spec")) else {
        return;
    };
    check_completions(&old, &new, out);
    check_field(&old, &new, &["selector"], out);
    check_job_template(live, result, out);
    for name in JOB_FIELDS {
        if !is_same_field(&old, &new, name) {
            add_immutable(&new, name, out);
        }
    }
}

/// Checks the completions of a Job. Those of an Indexed one can change together with its parallelism (Go:
/// `validateCompletions`).
fn check_completions<T: Tree>(old: &Cursor<'_, Document>, new: &Cursor<'_, T>, out: &mut Objections<T>) {
    let name = "completions";
    if is_same_field(old, new, name) {
        return;
    }
    if new.text_of("completionMode") != "Indexed" {
        return add_immutable(new, name, out);
    }
    // Without parallelism, the API server sets 1; without completions, the validation reports it.
    let parallelism = new.field("parallelism").map_or(Some(1), |it| it.whole());
    if let Some(field) = new.field(name).filter(|field| field.whole() != parallelism) {
        let value = field.json();
        out.add_invalid(
            new,
            name,
            &value,
            "can only be modified in tandem with spec.parallelism",
        );
    }
}

/// Checks the template of a Job. Fields that decide about nodes can change before the Job starts.
fn check_job_template<T: Tree>(live: &Cursor<'_, Document>, result: &Cursor<'_, T>, out: &mut Objections<T>) {
    let is_suspended = live.field("spec").is_some_and(|spec| {
        spec.field("suspend")
            .is_some_and(|suspend| suspend.value() == Value::Bool(true))
    });
    let has_started = live.field("status").is_some_and(|status| status.has("startTime"));
    if !is_suspended || has_started || !is_same_apart_from_scheduling(live, result) {
        check_field(live, result, &["spec", "template"], out);
    }
}

/// Returns whether the templates of two Jobs differ only in what can change before the Job starts (Go:
/// `validatePodTemplateUpdate`).
fn is_same_apart_from_scheduling<T: Tree>(old: &Cursor<'_, Document>, new: &Cursor<'_, T>) -> bool {
    let (Some(old), Some(new)) = (old.field("spec"), new.field("spec")) else {
        return false;
    };
    let (Some(old), Some(new)) = (old.field("template"), new.field("template")) else {
        return false;
    };
    let is_same_metadata = match (old.field("metadata"), new.field("metadata")) {
        (Some(old), Some(new)) => is_same_except(&old, &new, |name| matches!(name, "annotations" | "labels")),
        _ => true,
    };
    let (Some(old_pod), Some(new_pod)) = (old.field("spec"), new.field("spec")) else {
        return false;
    };
    let scheduling_fields = ["affinity", "nodeSelector", "schedulingGates", "tolerations"];
    is_same_metadata
        && is_same_except(&old, &new, |name| matches!(name, "metadata" | "spec"))
        && is_same_except(&old_pod, &new_pod, |name| {
            scheduling_fields.contains(&name)
                || matches!(name, "containers" | "initContainers")
                    && is_same_apart_from_resources(&old_pod, &new_pod, name)
        })
        && is_same_apart_from_nodes(&old_pod, &new_pod)
}

/// Returns whether the containers differ only in their resources, which can also change before the Job starts (Go:
/// `MutablePodResourcesForSuspendedJobs`).
fn is_same_apart_from_resources<T: Tree>(
    old: &Cursor<'_, Document>,
    new: &Cursor<'_, T>,
    name: &str,
) -> bool {
    let (Some(old), Some(new)) = (old.field(name), new.field(name)) else {
        return false;
    };
    old.items().count() == new.items().count()
        && old
            .items()
            .zip(new.items())
            .all(|(old, new)| is_same_except(&old, &new, |name| name == "resources"))
}

fn check_role_ref<T: Tree>(live: &Cursor<'_, Document>, result: &Cursor<'_, T>, out: &mut Objections<T>) {
    if live.type_name().ends_with("RoleBinding") && !is_same_field(live, result, "roleRef") {
        let value = result.field("roleRef");
        let value = value.map_or("null".to_owned(), |value| value.json());
        out.add_invalid(result, "roleRef", &value, "cannot change roleRef");
    }
}

/// Checks the address and the load balancer of a Service.
fn check_service<T: Tree>(live: &Cursor<'_, Document>, result: &Cursor<'_, T>, out: &mut Objections<T>) {
    let (Some(old), Some(new)) = (live.field("spec"), result.field("spec")) else {
        return;
    };
    if live.type_name() != "Service" || new.text_of("type") == "ExternalName" {
        return;
    }
    let is_balanced = |kind: &str| kind == "LoadBalancer";
    let class = "loadBalancerClass";
    if is_balanced(old.text_of("type"))
        && is_balanced(new.text_of("type"))
        && !is_same_field(&old, &new, class)
    {
        add_changed(&new, class, &new.json_of(class), "may not change once set", out);
    }
    let (old, ip) = (old.text_of("clusterIP"), new.text_of("clusterIP"));
    if !old.is_empty() && !ip.is_empty() && old != ip {
        let value = format!("[{}]", go_quote(ip));
        out.add_invalid(&new, "clusterIPs[0]", &value, "may not change once set");
        out.cause_last(&new, "clusterIP");
    }
}

/// Checks the data of a Secret or ConfigMap that is `immutable`.
fn check_locked_data<T: Tree>(live: &Cursor<'_, Document>, result: &Cursor<'_, T>, out: &mut Objections<T>) {
    let is_true = |value: Value<'_>| value == Value::Bool(true);
    let is_locked = live
        .field("immutable")
        .is_some_and(|field| is_true(field.value()));
    if !is_locked || !matches!(live.type_name(), "Secret" | "ConfigMap") {
        return;
    }
    let why = "field is immutable when `immutable` is set";
    if !result
        .field("immutable")
        .is_some_and(|field| is_true(field.value()))
    {
        out.add_forbidden(result, "immutable", why);
    }
    let is_same = match live.type_name() {
        "Secret" => stored_data(live) == stored_data(result),
        _ => is_same_field(live, result, "data"),
    };
    if !is_same {
        out.add_forbidden(result, "data", why);
    }
    if !is_same_field(live, result, "binaryData") {
        out.add_forbidden(result, "binaryData", why);
    }
}

/// Returns the data of a Secret. The API server encodes `stringData` into `data`, over the values there.
fn stored_data<'a, T: Tree>(secret: &'a Cursor<'a, T>) -> FxHashMap<&'a str, Vec<u8>> {
    let mut stored = FxHashMap::default();
    for name in ["data", "stringData"] {
        let Some(values) = secret.given(name) else {
            continue;
        };
        for id in secret.tree.children(values.id) {
            let text = secret.tree.value_as_read(id).as_str().unwrap_or_default();
            let decoded = match name {
                "data" => decode_base64(text),
                _ => None,
            };
            let key = secret.tree.key(id).unwrap_or_default();
            stored.insert(key, decoded.unwrap_or_else(|| text.as_bytes().to_vec()));
        }
    }
    stored
}
