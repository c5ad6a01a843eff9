//! What may change in the `spec` of a live pod (Go: `ValidatePodUpdate`).

use rustc_hash::FxHashSet;

use super::cursor::Cursor;
use super::gated_pod;
use super::objection::{Constraint, Objections};
use super::same_when_stored::is_same_field;
use crate::document::{Document, Tree};

const SPEC: &str = "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

const DEADLINE: &str = "activeDeadlineSeconds";

/// The fields that [`SPEC`] names.
const MUTABLE_FIELDS: [&str; 5] = [
    "containers",
    "initContainers",
    DEADLINE,
    "tolerations",
    "terminationGracePeriodSeconds",
];

/// Compares the `spec` of the live pod with that of the result.
pub(super) fn check<T: Tree>(live: &Cursor<'_, Document>, result: &Cursor<'_, T>, out: &mut Objections<T>) {
    let (Some(old), Some(new)) = (live.field("spec"), result.field("spec")) else {
        return;
    };
    for name in ["containers", "initContainers"] {
        if item_count(&old, name) != item_count(&new, name) {
            out.add_forbidden(&new, name, "pod updates may not add or remove containers");
            out.mark(Constraint::KeptContainers);
            return;
        }
    }
    match (seconds(&old), seconds(&new)) {
        (Some(_), None) => {
            let why = "must not update from a positive integer to nil value";
            out.add_invalid(&new, DEADLINE, "null", why);
            out.cause_last(&new, DEADLINE);
        }
        (Some(before), Some(after)) if after > before => {
            let why = "must be less than or equal to previous value";
            out.add_invalid(&new, DEADLINE, &after.to_string(), why);
            return out.mark(Constraint::KeptDeadline);
        }
        _ => {}
    }
    if !keeps_tolerations(&old, &new) {
        let why = "existing toleration can not be modified except its tolerationSeconds";
        out.add_forbidden(&new, "tolerations", why);
    }
    check_gates(&old, &new, out);
    let is_gated = item_count(&old, "schedulingGates") > 0;
    if is_gated {
        gated_pod::check(&old, &new, out);
    }
    let names = old.fields().map(|field| field.0);
    let mut names = names.chain(new.fields().map(|field| field.0));
    let changed = names.find(|name| match *name {
        "containers" | "initContainers" => !is_same_but_images(&old, &new, name),
        DEADLINE | "tolerations" | "schedulingGates" => false,
        "terminationGracePeriodSeconds" if ends_negative_grace(&old, &new) => false,
        // Admission sets it when the pod is created, so the live object is not complete.
        "serviceAccountName" | "serviceAccount" if !old.has(name) && new.text_of(name) == "default" => false,
        "nodeSelector" if is_gated => false,
        "affinity" if is_gated => !gated_pod::is_same_apart_from_nodes(&old, &new),
        name => !is_same_field(&old, &new, name),
    });
    if let Some(name) = changed {
        out.add_forbidden(result, "spec", SPEC);
        out.cause_last(&new, name);
        out.mark(Constraint::MutableFields(&MUTABLE_FIELDS));
    }
}

fn item_count<T: Tree>(at: &Cursor<'_, T>, list: &str) -> usize {
    at.field(list).map_or(0, |list| list.items().count())
}

fn seconds<T: Tree>(spec: &Cursor<'_, T>) -> Option<i64> {
    spec.field(DEADLINE).and_then(|field| field.integer())
}

/// Returns whether the live tolerations are kept, apart from their seconds. Admission adds the default
/// tolerations of pods again.
fn keeps_tolerations<T: Tree>(live: &Cursor<'_, Document>, result: &Cursor<'_, T>) -> bool {
    fn identity<'a, T: Tree>(toleration: &Cursor<'a, T>) -> [&'a str; 4] {
        ["key", "operator", "value", "effect"].map(|name| toleration.text_of(name))
    }
    let Some(old) = live.field("tolerations") else {
        return true;
    };
    let new = result.field("tolerations");
    let kept: FxHashSet<_> = new
        .iter()
        .flat_map(|list| list.items())
        .map(|item| identity(&item))
        .collect();
    old.items().all(|item| {
        let is_default = matches!(
            item.text_of("key"),
            "node.kubernetes.io/not-ready" | "node.kubernetes.io/unreachable"
        );
        is_default || kept.contains(&identity(&item))
    })
}

/// Reports the scheduling gates that the live pod does not have.
fn check_gates<T: Tree>(old: &Cursor<'_, Document>, new: &Cursor<'_, T>, out: &mut Objections<T>) {
    let name = "schedulingGates";
    let old = old.field(name);
    let known: FxHashSet<_> = old
        .iter()
        .flat_map(|gates| gates.items())
        .map(|gate| gate.text_of("name"))
        .collect();
    let Some(gates) = new.field(name) else { return };
    for gate in gates.items() {
        let name = gate.text_of("name");
        if !known.contains(name) {
            let why = format!("only deletion is allowed, but found new scheduling gate '{name}'");
            out.add_forbidden(&gate, "name", &why);
            // The help is about the list: a pod without gates has no list.
            out.move_last(gates.id);
        }
    }
}

/// Returns whether the grace period of a pod changes from a negative value to 1.
fn ends_negative_grace<T: Tree>(live: &Cursor<'_, Document>, result: &Cursor<'_, T>) -> bool {
    let name = "terminationGracePeriodSeconds";
    let old = live.field(name).and_then(|field| field.integer());
    let new = result.field(name).and_then(|field| field.integer());
    old.is_some_and(|old| old < 0) && new == Some(1)
}

/// Returns whether containers differ at most in their images.
fn is_same_but_images<T: Tree>(live: &Cursor<'_, Document>, result: &Cursor<'_, T>, name: &str) -> bool {
    let (old, new) = (live.field(name), result.field(name));
    let old: Vec<_> = old.iter().flat_map(|list| list.items()).collect();
    let new: Vec<_> = new.iter().flat_map(|list| list.items()).collect();
    let is_same_container = |old: &Cursor<'_, Document>, new: &Cursor<'_, T>| {
        let mut names: Vec<&str> = old.fields().map(|field| field.0).collect();
        names.extend(new.fields().map(|field| field.0));
        names
            .into_iter()
            .all(|name| name == "image" || is_same_field(old, new, name))
    };
    old.len() == new.len() && old.iter().zip(&new).all(|(old, new)| is_same_container(old, new))
}
