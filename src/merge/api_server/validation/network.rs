//! Validates Services and Ingresses.

use std::net::IpAddr;

use rustc_hash::FxHashSet;

use super::addresses::{check_range, ip_error};
use super::metadata::check_labels;
use super::names::{dns_label_error, host_error, qualified_name_errors, subdomain_error};
use super::port::{check_port_name, check_port_number, check_port_reference};
use crate::document::{Document, Tree};
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;
use crate::merge::api_server::unions;

const NO_BACKEND: &str = "resource or service backend is required";

/// Checks a Service. `live` is the `spec` of the live object: fields that the type no longer has are dropped
/// if the patch did not change them.
pub(crate) fn check_service<T: Tree>(
    spec: &Cursor<'_, T>,
    live: Option<&Cursor<'_, Document>>,
    out: &mut Objections<T>,
) {
    let kind = match spec.text_of("type") {
        "" => "ClusterIP",
        kind => kind,
    };
    out.check_one_of(
        spec,
        "type",
        &["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"],
    );
    out.check_one_of(spec, "sessionAffinity", &["ClientIP", "None"]);
    out.check_one_of(spec, "internalTrafficPolicy", &["Cluster", "Local"]);
    let policies = ["PreferDualStack", "RequireDualStack", "SingleStack"];
    out.check_one_of(spec, "ipFamilyPolicy", &policies);
    if matches!(kind, "LoadBalancer" | "NodePort") && spec.text_of("clusterIP") == "None" {
        let why = format!("may not be set to 'None' for {kind} services");
        out.add_invalid_text(spec, "clusterIPs[0]", "None", &why);
    }
    if kind == "ExternalName" {
        // A dot at the end says that the name is complete.
        let name = spec.text_of("externalName");
        let name = name.strip_suffix('.').unwrap_or(name);
        if name.is_empty() {
            out.add_required(spec, "externalName");
            out.cause_last(spec, "type");
        } else if let Some(why) = subdomain_error(name) {
            out.add_invalid_text(spec, "externalName", name, &why);
        }
    } else if !spec.has("ports") && spec.text_of("clusterIP") != "None" {
        out.add_required(spec, "ports");
    }
    check_external_traffic(spec, live, out);
    check_health_port(spec, live, out);
    check_labels(spec, "selector", out);
    check_affinity(spec, out);
    for item in spec.field("externalIPs").iter().flat_map(|list| list.items()) {
        let address = item.text().unwrap_or_default();
        if let Some(why) = ip_error(address) {
            out.add_invalid_text(&item, "", address, &why);
        }
    }
    if kind != "LoadBalancer" {
        let why = "may only be used when `type` is 'LoadBalancer'";
        if let Some(ranges) = spec.field("loadBalancerSourceRanges").filter(|it| !it.is_empty()) {
            // The server writes the name in this way.
            out.add_forbidden(spec, "LoadBalancerSourceRanges", why);
            out.move_last(ranges.id);
        }
        // A change of the type drops these.
        let was_balanced = live.is_some_and(|live| live.text_of("type") == "LoadBalancer");
        let names = ["allocateLoadBalancerNodePorts", "loadBalancerClass"];
        for name in names.iter().filter(|name| !was_balanced && spec.has(name)) {
            out.add_forbidden(spec, name, why);
        }
    } else {
        check_source_ranges(spec, out);
        if let Some(class) = spec.field("loadBalancerClass").and_then(|class| class.text()) {
            for why in qualified_name_errors(class) {
                out.add_invalid_text(spec, "loadBalancerClass", class, &why);
            }
        }
    }
    if let Some(ports) = spec.field("ports") {
        check_service_ports(&ports, out);
        match kind {
            "ClusterIP" | "ExternalName" => check_node_ports(&ports, kind, live, out),
            _ => check_node_port_range(&ports, out),
        }
    }
}

/// Checks the addresses for which the load balancer is open. The server writes the name of the field in this way.
fn check_source_ranges<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T>) {
    let ranges = spec.field("loadBalancerSourceRanges");
    for (index, range) in ranges.iter().flat_map(|list| list.items()).enumerate() {
        let text = range.text().unwrap_or_default().trim();
        let name = format!("LoadBalancerSourceRanges[{index}]");
        if !check_range(spec, &name, text, out) {
            out.move_last(range.id);
        }
    }
}

/// Checks the time for which a client keeps its pod.
fn check_affinity<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T>) {
    let name = "sessionAffinityConfig";
    let Some(config) = spec.field(name) else { return };
    // For `None`, the defaults remove it.
    if spec.text_of("sessionAffinity") != "ClientIP" {
        return;
    }
    let client = config.struct_field("clientIP");
    let timeout = client
        .field("timeoutSeconds")
        .and_then(|timeout| timeout.integer());
    if let Some(seconds) = timeout.filter(|seconds| !(1..=86400).contains(seconds)) {
        let why = "must be greater than 0 and less than 86400";
        out.add_invalid(&client, "timeoutSeconds", &seconds.to_string(), why);
    }
}

/// Checks the port for health checks (Go: `validateServiceExternalTrafficPolicy`). It is dropped if another change makes
/// it useless.
fn check_health_port<T: Tree>(
    spec: &Cursor<'_, T>,
    live: Option<&Cursor<'_, Document>>,
    out: &mut Objections<T>,
) {
    let name = "healthCheckNodePort";
    let port = spec.field(name).and_then(|port| port.integer()).unwrap_or(0);
    let is_dropped = live.is_some_and(|live| {
        let before = live.field(name).and_then(|port| port.integer());
        has_health_port(live) && before == Some(port)
    });
    if port != 0 && !has_health_port(spec) && !is_dropped {
        let why = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
        out.add_invalid(spec, name, &port.to_string(), why);
    }
}

fn has_health_port<T: Tree>(spec: &Cursor<'_, T>) -> bool {
    spec.text_of("type") == "LoadBalancer" && spec.text_of("externalTrafficPolicy") == "Local"
}

/// Checks the policy for traffic from outside (Go: `validateServiceExternalTrafficPolicy`). It is dropped if a change of
/// the type makes it useless.
fn check_external_traffic<T: Tree>(
    spec: &Cursor<'_, T>,
    live: Option<&Cursor<'_, Document>>,
    out: &mut Objections<T>,
) {
    let name = "externalTrafficPolicy";
    if is_reached_from_outside(spec) {
        return out.check_one_of(spec, name, &["Cluster", "Local"]);
    }
    let policy = spec.text_of(name);
    let is_dropped = live.is_some_and(|live| is_reached_from_outside(live) && live.text_of(name) == policy);
    if !policy.is_empty() && !is_dropped {
        let why = "may only be set for externally-accessible services";
        out.add_invalid_text(spec, name, policy, why);
    }
}

fn is_reached_from_outside<T: Tree>(spec: &Cursor<'_, T>) -> bool {
    match spec.text_of("type") {
        "LoadBalancer" | "NodePort" => true,
        "" | "ClusterIP" => spec.has("externalIPs"),
        _ => false,
    }
}

/// The node ports of an API server without `--service-node-port-range`.
pub(crate) const NODE_PORTS: std::ops::RangeInclusive<i64> = 30000..=32767;

fn check_service_ports<T: Tree>(ports: &Cursor<'_, T>, out: &mut Objections<T>) {
    let several = ports.items().nth(1).is_some();
    out.check_unique(ports, "name");
    let (mut seen, mut node_ports) = (FxHashSet::default(), FxHashSet::default());
    for port in ports.items() {
        match port.text_of("name") {
            "" if several => out.add_required(&port, "name"),
            "" => {}
            name => {
                if let Some(why) = dns_label_error(name) {
                    out.add_invalid_text(&port, "name", name, &why);
                }
            }
        }
        let number = port.field("port").and_then(|number| number.integer());
        check_port_number(&port, "port", number.unwrap_or(0), out);
        out.check_one_of(&port, "protocol", &["SCTP", "TCP", "UDP"]);
        if let Some(protocol) = port.field("appProtocol").and_then(|protocol| protocol.text()) {
            for why in qualified_name_errors(protocol) {
                out.add_invalid_text(&port, "appProtocol", protocol, &why);
            }
        }
        // The default of an empty or zero `targetPort` is the port.
        if port.has("targetPort")
            && port
                .field("targetPort")
                .is_some_and(|target| target.integer() != Some(0))
        {
            check_port_reference(&port, "targetPort", out);
        }
        let protocol = match port.text_of("protocol") {
            "" => "TCP",
            protocol => protocol,
        };
        let node_port = port.field("nodePort").and_then(|number| number.integer());
        if let Some(node_port) = node_port.filter(|number| *number != 0)
            && !node_ports.insert((protocol, node_port))
        {
            out.add_duplicate(&port, "nodePort", &node_port.to_string());
        }
        let number = number.unwrap_or(0);
        if !seen.insert((protocol, number)) {
            let value = format!(
                "{{\"Name\":\"\",\"Protocol\":\"{protocol}\",\"AppProtocol\":null,\"Port\":{number},\"TargetPort\":0,\"NodePort\":0}}"
            );
            out.add_duplicate(&port, "", &value);
        }
    }
}

/// Rejects numbers that are no ports. Which ports are node ports is an option of the API server.
fn check_node_port_range<T: Tree>(ports: &Cursor<'_, T>, out: &mut Objections<T>) {
    for port in ports.items() {
        let number = port.field("nodePort").and_then(|number| number.integer());
        if let Some(number) = number.filter(|number| !(0..=65535).contains(number)) {
            let (first, last) = (NODE_PORTS.start(), NODE_PORTS.end());
            let why = format!(
                "provided port is not in the valid range. The range of valid ports is {first}-{last}"
            );
            out.add_invalid(&port, "nodePort", &number.to_string(), &why);
        }
    }
}

/// Checks node ports of a type without them. Those from before a change of the type are dropped.
fn check_node_ports<T: Tree>(
    ports: &Cursor<'_, T>,
    kind: &str,
    live: Option<&Cursor<'_, Document>>,
    out: &mut Objections<T>,
) {
    let has_changed = live.is_some_and(|live| live.text_of("type") != kind && live.has("type"));
    let before = live.and_then(|live| live.field("ports"));
    let before: FxHashSet<i64> = before
        .iter()
        .flat_map(|ports| ports.items())
        .filter_map(|port| port.field("nodePort")?.whole())
        .collect();
    for port in ports.items() {
        let Some(number) = port.field("nodePort") else {
            continue;
        };
        let was_there = number.whole().is_some_and(|number| before.contains(&number));
        if number.integer() != Some(0) && !(has_changed && was_there) {
            let why = format!("may not be used when `type` is '{kind}'");
            out.add_forbidden(&port, "nodePort", &why);
        }
    }
}

pub(crate) fn check_ingress<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T>) {
    if spec.field("defaultBackend").is_none() && !spec.has("rules") {
        let rules = spec
            .field("rules")
            .map_or("null".to_owned(), |rules| rules.json());
        let why = "either `defaultBackend` or `rules` must be specified";
        out.add_invalid(spec, "", &rules, why);
    }
    if let Some(backend) = spec.field("defaultBackend") {
        check_ingress_backend(&backend, out);
    }
    let class = spec.text_of("ingressClassName");
    if let Some(why) = subdomain_error(class).filter(|_| !class.is_empty()) {
        out.add_invalid_text(spec, "ingressClassName", class, &why);
    }
    for tls in spec.field("tls").iter().flat_map(|list| list.items()) {
        for host in tls.field("hosts").iter().flat_map(|hosts| hosts.items()) {
            let name = host.text().unwrap_or_default();
            if let Some(why) = host_error(name) {
                out.add_invalid_text(&host, "", name, &why);
            }
        }
    }
    for rule in spec.field("rules").iter().flat_map(|rules| rules.items()) {
        let host = rule.text_of("host");
        if host.parse::<IpAddr>().is_ok() {
            let why = "must be a DNS name, not an IP address";
            out.add_invalid_text(&rule, "host", host, why);
        }
        if let Some(why) = host_error(host).filter(|_| !host.is_empty()) {
            out.add_invalid_text(&rule, "host", host, &why);
        }
        let Some(http) = rule.field("http") else { continue };
        if !http.has("paths") {
            out.add_required(&http, "paths");
        }
        for path in http.field("paths").iter().flat_map(|paths| paths.items()) {
            match path.text_of("pathType") {
                "" => {
                    out.add_required_because(&path, "pathType", "pathType must be specified");
                    continue;
                }
                _ => out.check_one_of(&path, "pathType", &["Exact", "ImplementationSpecific", "Prefix"]),
            }
            let text = path.text_of("path");
            let is_exempt = path.text_of("pathType") == "ImplementationSpecific" && text.is_empty();
            if !is_exempt && !text.starts_with('/') {
                out.add_invalid_text(&path, "path", text, "must be an absolute path");
            }
            if path.text_of("pathType") != "ImplementationSpecific" {
                check_path_parts(&path, text, out);
            }
            match path.field("backend") {
                Some(backend) => check_ingress_backend(&backend, out),
                None => out.add_invalid(&path, "backend", "\"\"", NO_BACKEND),
            }
        }
    }
}

fn check_path_parts<T: Tree>(path: &Cursor<'_, T>, text: &str, out: &mut Objections<T>) {
    for part in ["//", "/./", "/../", "%2f", "%2F"] {
        if text.contains(part) {
            out.add_invalid_text(path, "path", text, &format!("must not contain '{part}'"));
        }
    }
    for end in ["/..", "/."] {
        if text.ends_with(end) {
            out.add_invalid_text(path, "path", text, &format!("cannot end with '{end}'"));
        }
    }
}

fn check_ingress_backend<T: Tree>(backend: &Cursor<'_, T>, out: &mut Objections<T>) {
    unions::check(backend, out);
    if let Some(service) = backend.field("service") {
        if !service.has("name") {
            out.add_required(&service, "name");
        }
        let port = service.field("port");
        let name = port.as_ref().map_or("", |port| port.text_of("name"));
        let number = port.as_ref().and_then(|port| port.field("number")?.integer());
        match (&port, number.filter(|number| *number != 0)) {
            (Some(_), Some(_)) if !name.is_empty() => {
                out.add_invalid(backend, "", "\"\"", "cannot set both port name & port number")
            }
            (Some(port), Some(number)) => check_port_number(port, "number", number, out),
            (Some(port), None) if !name.is_empty() => check_port_name(port, "name", name, out),
            _ => out.add_required_because(backend, "", "port name or number is required"),
        }
    } else if backend.field("resource").is_none() {
        out.add_invalid(backend, "", "\"\"", NO_BACKEND);
    }
}
