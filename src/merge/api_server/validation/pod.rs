//! Validates pods and pod templates.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::addresses::ip_error;
use super::affinity::check_affinity;
use super::field_reference::check_field_reference;
use super::metadata::check_labels;
use super::names::{
    config_key_error, dns_label_error, label_value_error, qualified_name_errors, subdomain_error,
    variable_name_error,
};
use super::{port, probe, security, volume};
use crate::document::{Tree, Value};
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;
use crate::merge::api_server::unions;
use crate::merge::quantity;
use crate::schema::go_quote;

/// The lists of containers of a pod.
const CONTAINERS: [&str; 3] = ["containers", "initContainers", "ephemeralContainers"];

/// The resources of quotas without a domain (Go: `standardResources`).
const QUOTA_RESOURCES: [&str; 17] = [
    "configmaps",
    "limits.cpu",
    "limits.ephemeral-storage",
    "limits.memory",
    "persistentvolumeclaims",
    "pods",
    "replicationcontrollers",
    "requests.cpu",
    "requests.ephemeral-storage",
    "requests.memory",
    "requests.storage",
    "resourcequotas",
    "secrets",
    "services",
    "services.loadbalancers",
    "services.nodeports",
    "storage",
];

/// The highest `activeDeadlineSeconds` of a pod.
const MAX_DEADLINE_SECONDS: i64 = i32::MAX as i64;

pub(crate) fn check_pod_spec<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    check_spec(at, None, out);
}

/// Checks the pods of a StatefulSet. Each claim template is a volume instead of one with its name, and the controller
/// sets the host names.
pub(crate) fn check_pod_spec_with_claims<T: Tree>(
    at: &Cursor<'_, T>,
    claims: &FxHashSet<String>,
    out: &mut Objections<T>,
) {
    check_spec(at, Some(claims), out);
}

fn check_spec<T: Tree>(at: &Cursor<'_, T>, claims: Option<&FxHashSet<String>>, out: &mut Objections<T>) {
    if !at.has("containers") {
        out.add_required(at, "containers");
    }
    let volumes = check_volumes(at, claims, out);
    if claims.is_none() {
        check_host_names(at, out);
    }
    check_name_servers(at, out);
    if let Some(context) = at.field("securityContext") {
        security::check_security_context(&context, out);
        security::check_sysctls(&context, out);
    }
    let mut names: FxHashSet<String> = FxHashSet::default();
    for list in CONTAINERS {
        for container in at.field(list).iter().flat_map(|list| list.items()) {
            let name = container.text_of("name");
            if !name.is_empty() && !names.insert(name.to_owned()) {
                out.add_duplicate(&container, "name", &go_quote(name));
            }
            check_container(&container, &volumes, list == "ephemeralContainers", out);
            if list == "initContainers" && container.text_of("restartPolicy") != "Always" {
                let why = "may not be set for init containers without restartPolicy=Always";
                let names = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"];
                for name in names.iter().filter(|name| container.field(name).is_some()) {
                    out.add_forbidden(&container, name, why);
                }
            }
        }
    }
    if at
        .field("hostNetwork")
        .is_some_and(|field| field.value() == Value::Bool(true))
    {
        port::check_host_ports(at, out);
    }
    port::check_host_port_conflicts(at, out);
    out.check_one_of(at, "restartPolicy", &["Always", "OnFailure", "Never"]);
    out.check_one_of(
        at,
        "dnsPolicy",
        &["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"],
    );
    check_labels(at, "nodeSelector", out);
    check_affinity(at, out);
    if at.text_of("dnsPolicy") == "None" && at.field("dnsConfig").is_none() {
        let why = "must provide `dnsConfig` when `dnsPolicy` is None";
        out.add_required_because(at, "dnsConfig", why);
    }
    check_addresses(at, out);
    check_references(at, out);
    let is_true = |name: &str| {
        at.field(name)
            .is_some_and(|field| field.value() == Value::Bool(true))
    };
    if is_true("hostPID") && is_true("shareProcessNamespace") {
        let why = "ShareProcessNamespace and HostPID cannot both be enabled";
        out.add_invalid(at, "shareProcessNamespace", "true", why);
    }
    check_tolerations(at, out);
    check_spread(at, out);
    let deadline = at
        .field("activeDeadlineSeconds")
        .and_then(|field| field.integer());
    if let Some(seconds) = deadline.filter(|seconds| !(1..=MAX_DEADLINE_SECONDS).contains(seconds)) {
        let why = "must be between 1 and 2147483647, inclusive";
        out.add_invalid(at, "activeDeadlineSeconds", &seconds.to_string(), why);
    }
}

/// Checks the tolerations (Go: `ValidateTolerations`).
fn check_tolerations<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    for toleration in at.field("tolerations").iter().flat_map(|list| list.items()) {
        let [key, operator, value, effect] =
            ["key", "operator", "value", "effect"].map(|name| toleration.text_of(name));
        let seconds = toleration.field("tolerationSeconds");
        match key {
            "" if operator != "Exists" => {
                let why = "operator must be Exists when `key` is empty, which means \"match all values and all keys\"";
                out.add_invalid_text(&toleration, "operator", operator, why);
            }
            "" => {}
            key => {
                for why in qualified_name_errors(key) {
                    out.add_invalid_text(&toleration, "key", key, &why);
                }
            }
        }
        if seconds.is_some() && effect != "NoExecute" {
            let why = "effect must be 'NoExecute' when `tolerationSeconds` is set";
            out.add_invalid_text(&toleration, "effect", effect, why);
        }
        match operator {
            "" | "Equal" => {
                if let Some(why) = label_value_error(value) {
                    out.add_invalid_text(&toleration, "operator", value, &why);
                }
            }
            "Exists" if !value.is_empty() => {
                let seconds = seconds.map_or("null".to_owned(), |seconds| seconds.json());
                let [key, value, effect] = [key, value, effect].map(go_quote);
                let shown = format!(
                    "{{\"Key\":{key},\"Operator\":\"Exists\",\"Value\":{value},\"Effect\":{effect},\"TolerationSeconds\":{seconds}}}"
                );
                let why = "value must be empty when `operator` is 'Exists'";
                out.add_invalid(&toleration, "operator", &shown, why);
            }
            // `Gt` and `Lt` depend on a feature gate.
            "Exists" | "Gt" | "Lt" => {}
            _ => out.check_one_of(&toleration, "operator", &["Equal", "Exists"]),
        }
        let effects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];
        out.check_one_of(&toleration, "effect", &effects);
    }
}

/// Checks the topology spread constraints.
fn check_spread<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    let constraints = at.field("topologySpreadConstraints");
    for constraint in constraints.iter().flat_map(|list| list.items()) {
        let skew = constraint.field("maxSkew").and_then(|skew| skew.whole());
        if let number @ ..=0 = skew.unwrap_or(0) {
            let why = "must be greater than zero";
            out.add_invalid(&constraint, "maxSkew", &number.to_string(), why);
        }
        if !constraint.has("topologyKey") {
            out.add_required_because(&constraint, "topologyKey", "can not be empty");
        }
        let actions = ["DoNotSchedule", "ScheduleAnyway"];
        out.require_one_of(&constraint, "whenUnsatisfiable", &actions);
        let action = constraint.text_of("whenUnsatisfiable");
        if action != actions[0]
            && let Some(domains) = constraint.field("minDomains")
        {
            let why = format!("can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {action}");
            out.add_invalid(&constraint, "minDomains", &domains.json(), &why);
        }
    }
}

/// Returns the volumes, and whether containers can mount them. Only valid volumes can be mounted.
fn check_volumes<T: Tree>(
    at: &Cursor<'_, T>,
    claims: Option<&FxHashSet<String>>,
    out: &mut Objections<T>,
) -> FxHashMap<String, bool> {
    let of_claims = claims.into_iter().flatten().map(|name| (name.clone(), true));
    let mut names: FxHashMap<String, bool> = of_claims.collect();
    for volume in at.field("volumes").iter().flat_map(|list| list.items()) {
        let name = volume.text_of("name");
        if claims.is_some_and(|claims| claims.contains(name)) {
            continue;
        }
        let before = out.all.len();
        unions::check(&volume, out);
        volume::check_source(&volume, out);
        if name.is_empty() {
            out.add_required(&volume, "name");
        } else if let Some(why) = dns_label_error(name) {
            out.add_invalid_text(&volume, "name", name, &why);
        } else if names.contains_key(name) {
            out.add_duplicate(&volume, "name", &go_quote(name));
        }
        let is_right = out.all.len() == before;
        names
            .entry(name.to_owned())
            .and_modify(|known| *known |= is_right)
            .or_insert(is_right);
    }
    names
}

fn check_container<T: Tree>(
    at: &Cursor<'_, T>,
    volumes: &FxHashMap<String, bool>,
    is_ephemeral: bool,
    out: &mut Objections<T>,
) {
    match at.text_of("name") {
        "" => out.add_required(at, "name"),
        name => {
            if let Some(why) = dns_label_error(name) {
                out.add_invalid_text(at, "name", name, &why);
            }
        }
    }
    if !at.has("image") {
        out.add_required(at, "image");
    }
    out.check_one_of(at, "imagePullPolicy", &["Always", "IfNotPresent", "Never"]);
    out.check_one_of(at, "terminationMessagePolicy", &["File", "FallbackToLogsOnError"]);
    if !is_ephemeral {
        port::check_container_ports(at, out);
    }
    check_variables(at, out);
    check_mounts(at, volumes, out);
    for name in ["livenessProbe", "readinessProbe", "startupProbe"] {
        if let Some(probe) = at.field(name) {
            probe::check_probe(&probe, name, out);
        }
    }
    if let Some(lifecycle) = at.field("lifecycle") {
        lifecycle
            .fields()
            .filter(|(_, handler)| !handler.is_null())
            .for_each(|(_, handler)| probe::check_handler(&handler, out));
    }
    if let Some(resources) = at.field("resources") {
        check_resources(&resources, out);
    }
    if let Some(context) = at.field("securityContext") {
        security::check_security_context(&context, out);
    }
}

fn check_variables<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    for variable in at.field("env").iter().flat_map(|list| list.items()) {
        match variable.text_of("name") {
            "" => out.add_required(&variable, "name"),
            name => {
                if let Some(why) = variable_name_error(name) {
                    out.add_invalid_text(&variable, "name", name, &why);
                }
            }
        }
        if let Some(source) = variable.field("valueFrom") {
            unions::check(&variable, out);
            unions::check(&source, out);
            for name in ["configMapKeyRef", "secretKeyRef"] {
                let Some(reference) = source.field(name) else {
                    continue;
                };
                match reference.text_of("key") {
                    "" => out.add_required(&reference, "key"),
                    key => {
                        if let Some(why) = config_key_error(key) {
                            out.add_invalid_text(&reference, "key", key, &why);
                        }
                    }
                }
            }
            check_field_reference(&source, out);
            if let Some(reference) = source.field("resourceFieldRef").filter(|it| !it.has("resource")) {
                out.add_required(&reference, "resource");
            }
        }
    }
    for source in at.field("envFrom").iter().flat_map(|list| list.items()) {
        for name in ["configMapRef", "secretRef"] {
            if let Some(reference) = source.field(name).filter(|reference| !reference.has("name")) {
                out.add_required(&reference, "name");
            }
        }
        unions::check(&source, out);
    }
}

fn check_mounts<T: Tree>(at: &Cursor<'_, T>, volumes: &FxHashMap<String, bool>, out: &mut Objections<T>) {
    let mut paths: FxHashSet<String> = FxHashSet::default();
    let context = at.struct_field("securityContext");
    let is_privileged = context
        .field("privileged")
        .is_some_and(|field| field.value() == Value::Bool(true));
    for mount in at.field("volumeMounts").iter().flat_map(|list| list.items()) {
        match mount.text_of("name") {
            "" => out.add_required(&mount, "name"),
            name => match volumes.get(name) {
                Some(true) => {}
                found => {
                    out.add_not_found(&mount, "name", name);
                    if found.is_some() {
                        out.mark_consequence();
                    }
                }
            },
        }
        match mount.text_of("mountPath") {
            "" => out.add_required(&mount, "mountPath"),
            path if !paths.insert(path.to_owned()) => {
                out.add_invalid_text(&mount, "mountPath", path, "must be unique")
            }
            _ => {}
        }
        volume::check_descending_path(&mount, "subPath", out);
        let expression = mount.text_of("subPathExpr");
        if !expression.is_empty() && mount.has("subPath") {
            let why = "subPathExpr and subPath are mutually exclusive";
            out.add_invalid_text(&mount, "subPathExpr", expression, why);
        }
        volume::check_descending_path(&mount, "subPathExpr", out);
        let modes = ["Bidirectional", "HostToContainer", "None"];
        out.check_one_of(&mount, "mountPropagation", &modes);
        if mount.text_of("mountPropagation") == modes[0] && !is_privileged {
            let why = "Bidirectional mount propagation is available only to privileged containers";
            out.add_forbidden(&mount, "mountPropagation", why);
        }
    }
}

/// Checks the name of the host and of its domain.
fn check_host_names<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    for name in ["hostname", "subdomain"] {
        let text = at.text_of(name);
        if let Some(why) = dns_label_error(text).filter(|_| !text.is_empty()) {
            out.add_invalid_text(at, name, text, &why);
        }
    }
}

fn check_name_servers<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    if at.text_of("dnsPolicy") != "None" {
        return;
    }
    match at.field("dnsConfig") {
        None => {
            let why = "must provide `dnsConfig` when `dnsPolicy` is None";
            out.add_required_because(at, "dnsConfig", why);
        }
        Some(config) if !config.has("nameservers") => {
            let why = "must provide at least one DNS nameserver when `dnsPolicy` is None";
            out.add_required_because(&config, "nameservers", why);
        }
        Some(_) => {}
    }
}

/// Checks the name servers and the addresses of host names.
fn check_addresses<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    const MAX_SERVERS: usize = 3;
    let config = at.struct_field("dnsConfig");
    let servers = config.field("nameservers");
    let servers = || servers.iter().flat_map(|list| list.items());
    if servers().count() > MAX_SERVERS {
        let why = format!("must not have more than {MAX_SERVERS} nameservers");
        out.add_invalid(&config, "nameservers", &config.json_of("nameservers"), &why);
    }
    for server in servers() {
        let address = server.text().unwrap_or_default();
        if let Some(why) = ip_error(address) {
            out.add_invalid_text(&server, "", address, &why);
        }
    }
    for alias in at.field("hostAliases").iter().flat_map(|list| list.items()) {
        let address = alias.text_of("ip");
        if let Some(why) = ip_error(address) {
            out.add_invalid_text(&alias, "ip", address, &why);
        }
    }
}

/// Checks the names of other objects.
fn check_references<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    for name in [
        "serviceAccountName",
        "nodeName",
        "priorityClassName",
        "runtimeClassName",
    ] {
        let text = at.text_of(name);
        if let Some(why) = subdomain_error(text).filter(|_| !text.is_empty()) {
            out.add_invalid_text(at, name, text, &why);
        }
    }
}

/// Checks the names and amounts of resources, and that no request is above the limit of the same resource
/// (Go: `ValidateContainerResourceRequirements`).
fn check_resources<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    let quantities = |name: &str| -> BTreeMap<String, String> {
        let list = at.field(name);
        let fields: Vec<(String, String)> = list
            .iter()
            .flat_map(|list| list.fields())
            .map(|(key, value)| {
                let text = match value.value() {
                    Value::String(text) => text.to_owned(),
                    _ => value.json(),
                };
                (key.to_owned(), text)
            })
            .collect();
        fields.into_iter().collect()
    };
    let (limits, requests) = (quantities("limits"), quantities("requests"));
    let shown = |text: &str| quantity::to_canonical(text).unwrap_or_else(|| text.to_owned());
    for (resource, limit) in &limits {
        check_resource(at, "limits", resource, limit, out);
    }
    for (resource, request) in &requests {
        check_resource(at, "requests", resource, request, out);
        let can_differ = is_native(resource) && !resource.starts_with("hugepages-");
        let Some(limit) = limits.get(resource) else {
            if !can_differ {
                let why = "Limit must be set for non overcommitable resources";
                out.add_required_because(at, "limits", why);
            }
            continue;
        };
        let (Some(requested), Some(max)) = (quantity::parse_amount(request), quantity::parse_amount(limit))
        else {
            continue;
        };
        let relation = match can_differ {
            false if requested != max => "equal to",
            true if requested > max => "less than or equal to",
            _ => continue,
        };
        let why = format!("must be {relation} {resource} limit of {}", shown(limit));
        out.add_invalid(at, "requests", &go_quote(&shown(request)), &why);
    }
}

/// Returns whether a resource has no domain, or one of Kubernetes (Go: `IsNativeResource`).
fn is_native(resource: &str) -> bool {
    !resource.contains('/') || resource.contains("kubernetes.io/")
}

/// Checks the name of a resource in the list `list`, and that its amount is not negative.
fn check_resource<T: Tree>(
    at: &Cursor<'_, T>,
    list: &str,
    resource: &str,
    amount: &str,
    out: &mut Objections<T>,
) {
    let name = format!("{list}[{resource}]");
    let is_of_containers =
        matches!(resource, "cpu" | "memory" | "ephemeral-storage") || resource.starts_with("hugepages-");
    let errors = qualified_name_errors(resource);
    for why in &errors {
        out.add_invalid_text(at, &name, resource, why);
    }
    if errors.is_empty() && !resource.contains('/') && !is_of_containers {
        // Other names without a domain are those of quotas, such as `storage` and `pods`.
        if !QUOTA_RESOURCES.contains(&resource) {
            let why = "must be a standard resource type or fully qualified";
            out.add_invalid_text(at, &name, resource, why);
        }
        let why = "must be a standard resource for containers";
        out.add_invalid_text(at, &name, resource, why);
    }
    if quantity::parse_amount(amount).is_some() && amount.trim_start().starts_with('-') {
        let shown = quantity::to_canonical(amount).unwrap_or_else(|| amount.to_owned());
        if shown != "0" {
            let why = "must be greater than or equal to 0";
            out.add_invalid_text(at, &name, &shown, why);
        }
    }
}
