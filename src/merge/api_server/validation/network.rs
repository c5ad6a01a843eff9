//! Validates Services and Ingresses.

use rustc_hash::FxHashSet;

use super::names::dns_label_error;
use super::pod::check_port_number;
use crate::document::{Document, Tree};
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;
use crate::merge::api_server::unions;

/// Checks a Service. `live` is the `spec` of the live object: fields that the type no longer has are dropped
/// if the patch did not change them.
pub(crate) fn check_service<T: Tree>(
    spec: &Cursor<'_, T>,
    live: Option<&Cursor<'_, Document>>,
    out: &mut Objections<T::Id>,
) where
    T::Id: PartialEq,
{
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
    if kind == "ExternalName" {
        if !spec.has("externalName") {
            out.add_required(spec, "externalName");
        }
    } else if !spec.has("ports") && spec.text_of("clusterIP") != "None" {
        out.add_required(spec, "ports");
    }
    if let Some(ports) = spec.field("ports") {
        check_service_ports(&ports, out);
        if matches!(kind, "ClusterIP" | "ExternalName") {
            check_node_ports(&ports, kind, live, out);
        }
    }
}

fn check_service_ports<T: Tree>(ports: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    let several = ports.items().nth(1).is_some();
    out.check_unique(ports, "name");
    let mut seen = FxHashSet::default();
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
        let protocol = match port.text_of("protocol") {
            "" => "TCP",
            protocol => protocol,
        };
        let number = number.unwrap_or(0);
        if !seen.insert((protocol, number)) {
            let value = format!(
                "{{\"Name\":\"\",\"Protocol\":\"{protocol}\",\"AppProtocol\":null,\"Port\":{number},\"TargetPort\":0,\"NodePort\":0}}"
            );
            out.add_duplicate(&port, "", &value);
        }
    }
}

/// Checks node ports of a type without them. Those from before a change of the type are dropped.
fn check_node_ports<T: Tree>(
    ports: &Cursor<'_, T>,
    kind: &str,
    live: Option<&Cursor<'_, Document>>,
    out: &mut Objections<T::Id>,
) where
    T::Id: PartialEq,
{
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

pub(crate) fn check_ingress<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    if let Some(backend) = spec.field("defaultBackend") {
        check_ingress_backend(&backend, out);
    }
    for rule in spec.field("rules").iter().flat_map(|rules| rules.items()) {
        let Some(http) = rule.field("http") else { continue };
        if !http.has("paths") {
            out.add_required(&http, "paths");
        }
        for path in http.field("paths").iter().flat_map(|paths| paths.items()) {
            match path.text_of("pathType") {
                "" => out.add_required_because(&path, "pathType", "pathType must be specified"),
                _ => out.check_one_of(&path, "pathType", &["Exact", "ImplementationSpecific", "Prefix"]),
            }
            if let Some(backend) = path.field("backend") {
                check_ingress_backend(&backend, out);
            }
        }
    }
}

fn check_ingress_backend<T: Tree>(backend: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    unions::check(backend, out);
    if let Some(service) = backend.field("service") {
        if !service.has("name") {
            out.add_required(&service, "name");
        }
        let port = service.field("port");
        let is_named = port
            .as_ref()
            .is_some_and(|port| port.has("name") || port.field("number").is_some());
        if !is_named {
            out.add_required_because(&service, "port", "port name or number is required");
        }
    }
}
