//! Validates probes, and the handlers of probes and lifecycles.

use super::names::header_error;
use super::port::check_port_reference;
use crate::document::Tree;
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;
use crate::merge::api_server::unions;

/// Checks the probe `name` of a container.
pub(crate) fn check_probe<T: Tree>(at: &Cursor<'_, T>, name: &str, out: &mut Objections<T>) {
    check_handler(at, out);
    out.check_not_negative(
        at,
        &[
            "initialDelaySeconds",
            "timeoutSeconds",
            "periodSeconds",
            "successThreshold",
            "failureThreshold",
        ],
    );
    let number = |name: &str| at.field(name).and_then(|field| field.integer());
    let grace_period = number("terminationGracePeriodSeconds");
    if let Some(seconds) = grace_period.filter(|seconds| *seconds <= 0) {
        let why = "must be greater than 0";
        out.add_invalid(at, "terminationGracePeriodSeconds", &seconds.to_string(), why);
    }
    if name == "readinessProbe" {
        if let Some(seconds) = grace_period {
            let why = "must not be set for readinessProbes";
            out.add_invalid(at, "terminationGracePeriodSeconds", &seconds.to_string(), why);
        }
        return;
    }
    // The default of 0 is 1.
    if let Some(threshold) = number("successThreshold").filter(|threshold| !matches!(threshold, 0 | 1)) {
        out.add_invalid(at, "successThreshold", &threshold.to_string(), "must be 1");
    }
}

/// Checks a handler of a probe or a lifecycle. Only the first of several actions is validated.
pub(crate) fn check_handler<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    unions::check(at, out);
    let mut actions = unions::HANDLERS
        .iter()
        .filter_map(|name| Some((*name, at.field(name)?)));
    match actions.next() {
        Some(("exec", action)) if !action.has("command") => out.add_required(&action, "command"),
        Some((name @ ("httpGet" | "tcpSocket" | "grpc"), action)) => {
            check_port_reference(&action, "port", out);
            if name == "httpGet" {
                check_request(&action, out);
            }
        }
        _ => {}
    }
}

/// Checks the scheme and the headers of an HTTP request.
fn check_request<T: Tree>(action: &Cursor<'_, T>, out: &mut Objections<T>) {
    out.check_one_of(action, "scheme", &["HTTP", "HTTPS"]);
    let headers = action.field("httpHeaders");
    for header in headers.iter().flat_map(|headers| headers.items()) {
        let name = header.text_of("name");
        if let Some(why) = header_error(name) {
            out.add_invalid_text(action, "httpHeaders", name, &why);
        }
    }
}
