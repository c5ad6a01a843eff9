//! Validates ports.

use rustc_hash::FxHashSet;

use super::names::port_name_errors;
use crate::document::{Tree, Value};
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;
use crate::schema::go_quote;

/// Checks a port number.
pub(crate) fn check_port_number<T: Tree>(
    at: &Cursor<'_, T>,
    name: &str,
    number: i64,
    out: &mut Objections<T>,
) {
    if !(1..=65535).contains(&number) {
        let why = "must be between 1 and 65535, inclusive";
        out.add_invalid(at, name, &number.to_string(), why);
    }
}

/// Checks the field `name`, which refers to a port by number or name. A missing port has the number 0.
pub(crate) fn check_port_reference<T: Tree>(at: &Cursor<'_, T>, name: &str, out: &mut Objections<T>) {
    match at.field(name).map(|port| port.value()) {
        Some(Value::String(text)) => check_port_name(at, name, text, out),
        Some(Value::Integer(number)) => check_port_number(at, name, number, out),
        None => check_port_number(at, name, 0, out),
        Some(_) => {}
    }
}

/// Checks the name of a container port.
pub(crate) fn check_port_name<T: Tree>(at: &Cursor<'_, T>, name: &str, text: &str, out: &mut Objections<T>) {
    for why in port_name_errors(text) {
        out.add_invalid_text(at, name, text, why);
    }
}

pub(crate) fn check_container_ports<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    let Some(ports) = at.field("ports") else { return };
    out.check_unique(&ports, "name");
    for port in ports.items() {
        match port.text_of("name") {
            "" => {}
            name => check_port_name(&port, "name", name, out),
        }
        match port.field("containerPort").and_then(|number| number.integer()) {
            None | Some(0) => out.add_required(&port, "containerPort"),
            Some(number) => check_port_number(&port, "containerPort", number, out),
        }
        match port.field("hostPort").and_then(|number| number.integer()) {
            // 0 is the same as no port.
            None | Some(0) => {}
            Some(number) => check_port_number(&port, "hostPort", number, out),
        }
        out.check_one_of(&port, "protocol", &["SCTP", "TCP", "UDP"]);
    }
}

/// Checks that no two containers use the same port of the host (Go: `AccumulateUniqueHostPorts`).
pub(crate) fn check_host_port_conflicts<T: Tree>(pod: &Cursor<'_, T>, out: &mut Objections<T>) {
    let mut seen = FxHashSet::default();
    for container in pod.field("containers").iter().flat_map(|list| list.items()) {
        for port in container.field("ports").iter().flat_map(|list| list.items()) {
            let number = port.field("hostPort").and_then(|number| number.integer());
            let protocol = match port.text_of("protocol") {
                "" => "TCP",
                protocol => protocol,
            };
            let Some(number @ 1..) = number else { continue };
            let used = format!("{protocol}/{}/{number}", port.text_of("hostIP"));
            if !seen.insert(used.clone()) {
                out.add_duplicate(&port, "hostPort", &go_quote(&used));
            }
        }
    }
}

/// Checks the ports of the containers of a pod in the network of its host. A missing port of the host is set by the
/// API server.
pub(crate) fn check_host_ports<T: Tree>(pod: &Cursor<'_, T>, out: &mut Objections<T>) {
    for container in pod.field("containers").iter().flat_map(|list| list.items()) {
        for port in container.field("ports").iter().flat_map(|list| list.items()) {
            let number = |name: &str| port.field(name).and_then(|number| number.integer()).unwrap_or(0);
            let host = number("hostPort");
            if host != 0 && host != number("containerPort") {
                let why = "must match `containerPort` when `hostNetwork` is true";
                out.add_invalid(&port, "hostPort", &host.to_string(), why);
            }
        }
    }
}
