//! Validates NetworkPolicies (Go: `ValidateNetworkPolicySpec`).

use super::addresses::{Cidr, check_range};
use super::metadata::check_label_selector;
use super::port::{check_port_name, check_port_number};
use crate::document::{Tree, Value};
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;

const PROTOCOLS: [&str; 3] = ["TCP", "UDP", "SCTP"];

const POLICY_TYPES: [&str; 2] = ["Ingress", "Egress"];

/// Checks the `spec`.
pub(crate) fn check_network_policy<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T>) {
    if let Some(selector) = spec.field("podSelector") {
        check_label_selector(&selector, out);
    }
    for (rules, peers) in [("ingress", "from"), ("egress", "to")] {
        for rule in spec.field(rules).iter().flat_map(|rules| rules.items()) {
            for port in rule.field("ports").iter().flat_map(|ports| ports.items()) {
                check_port(&port, out);
            }
            for peer in rule.field(peers).iter().flat_map(|peers| peers.items()) {
                check_peer(&peer, out);
            }
        }
    }
    let types = spec.field("policyTypes");
    if types.iter().flat_map(|types| types.items()).count() > POLICY_TYPES.len() {
        let why = "may not specify more than two policyTypes";
        out.add_invalid(spec, "policyTypes", &spec.json_of("policyTypes"), why);
        return;
    }
    for item in types.iter().flat_map(|types| types.items()) {
        out.require_item_of(&item, &POLICY_TYPES);
    }
}

fn check_port<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    out.check_one_of(at, "protocol", &PROTOCOLS);
    let end = at.field("endPort").and_then(|end| end.integer());
    match (at.field("port").map(|port| port.value()), end) {
        (Some(Value::Integer(number)), end) => {
            check_port_number(at, "port", number, out);
            if let Some(end) = end {
                if end < number {
                    let why = "must be greater than or equal to `port`";
                    out.add_invalid(at, "endPort", &end.to_string(), why);
                }
                check_port_number(at, "endPort", end, out);
            }
        }
        (Some(Value::String(name)), end) => {
            if let Some(end) = end {
                let why = "may not be specified when `port` is non-numeric";
                out.add_invalid(at, "endPort", &end.to_string(), why);
            }
            check_port_name(at, "port", name, out);
        }
        (None, Some(end)) => {
            let why = "may not be specified when `port` is not specified";
            out.add_invalid(at, "endPort", &end.to_string(), why);
        }
        _ => {}
    }
}

fn check_peer<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    let [pods, namespaces, block] =
        ["podSelector", "namespaceSelector", "ipBlock"].map(|name| at.field(name).is_some());
    for name in ["podSelector", "namespaceSelector"] {
        if let Some(selector) = at.field(name) {
            check_label_selector(&selector, out);
        }
    }
    if let Some(block) = at.field("ipBlock") {
        check_block(&block, out);
    }
    if !pods && !namespaces && !block {
        out.add_required_because(at, "", "must specify a peer");
    } else if block && (pods || namespaces) {
        out.add_forbidden(at, "", "may not specify both ipBlock and another peer");
    }
}

/// Checks a range of addresses, and the ranges that are left out of it (Go: `ValidateIPBlock`).
fn check_block<T: Tree>(block: &Cursor<'_, T>, out: &mut Objections<T>) {
    let text = block.text_of("cidr");
    if text.is_empty() {
        return out.add_required(block, "cidr");
    }
    if !check_range(block, "cidr", text, out) {
        return;
    }
    let whole = Cidr::parse(text);
    for part in block.field("except").iter().flat_map(|list| list.items()) {
        let text = part.text().unwrap_or_default();
        let is_outside = |(whole, part): (Cidr, Cidr)| !whole.has_part(part);
        if check_range(&part, "", text, out) && whole.zip(Cidr::parse(text)).is_some_and(is_outside) {
            out.add_invalid_text(&part, "", text, "must be a strict subset of `cidr`");
        }
    }
}
