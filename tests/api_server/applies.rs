//! `kubectl apply` to recorded objects: the patches that it sends, whether it converges, and which drift it
//! reports.

use std::sync::Arc;

use mergescope::create::{
    AppliedPatch, ApplyComputation, Convergence, LedgerRow, apply, create_object, ledger,
};
use mergescope::document::write;
use mergescope::merge::{Merge, Rule, server_answer};
use mergescope::schema::Schema;
use serde_json::{Value, json};

use crate::recorded::{document, entries, is_same, judge_all, live, schema, text};

fn applied(manifest: &Value, live_object: &Value, schema: &Arc<Schema>) -> ApplyComputation {
    apply(&AppliedPatch {
        live: live(live_object),
        manifest: document("manifest", manifest),
        last_applied: None,
        schema: Arc::clone(schema),
        overwrite: true,
    })
    .unwrap()
}

/// Checks kubectl's message for the first apply, and whether an apply prints `unchanged`.
fn judge_rounds(recorded: &Value, applied: &ApplyComputation) -> Result<(), String> {
    let merged = applied.merged(true);
    let verdict = match (server_answer(&merged).message(), applied.is_unchanged()) {
        (Some(_), _) => "refused",
        (None, true) => "unchanged",
        (None, false) => "configured",
    };
    if recorded["verdict"] != verdict {
        return Err(format!("expected {}, got {verdict}", recorded["verdict"]));
    }
    let convergence = applied.convergence(&merged);
    let settles = matches!(convergence, Convergence::Converges(_));
    if recorded["settles"] != settles {
        return Err(format!(
            "settles: expected {}, got {convergence:?}",
            recorded["settles"]
        ));
    }
    let patch: Value = serde_json::from_str(&write::json_compact(&*applied.created.patch.document)).unwrap();
    judge_patch(&recorded["rounds"][0], &patch)?;
    judge_next_round(recorded, applied, &merged)
}

fn judge_patch(round: &Value, patch: &Value) -> Result<(), String> {
    let expected = &round["patch"];
    match expected.is_null() || is_same(expected, patch) {
        true => Ok(()),
        false => Err(format!("patch\n  expected {expected}\n  got      {patch}")),
    }
}

/// Checks the second apply, to the object that the server stored, with the patch that kubectl sent.
fn judge_next_round(recorded: &Value, applied: &ApplyComputation, merged: &Merge) -> Result<(), String> {
    let next = applied.again(merged);
    let Some(round) = recorded["rounds"].get(1) else {
        return Ok(());
    };
    let Some(next) = next else {
        return match round["patch"].is_null() {
            true => Ok(()),
            false => Err(format!("the second apply sends {}", round["patch"])),
        };
    };
    let patch = serde_json::from_str(&write::json_compact(&*next.created.patch.document)).unwrap();
    if round["patch"].is_null() {
        return Err(format!("the second apply sends nothing, got {patch}"));
    }
    judge_patch(round, &patch).map_err(|why| format!("second {why}"))?;
    let after = &recorded["after"];
    if after.is_null() {
        return Ok(());
    }
    let stored: Value = serde_json::from_str(&write::json_compact(&**next.live())).unwrap();
    match is_same(&without_bookkeeping(after), &without_bookkeeping(&stored)) {
        true => Ok(()),
        false => Err(format!("stored\n  expected {after}\n  got      {stored}")),
    }
}

/// Removes the counters and times of the server, which are not predicted.
fn without_bookkeeping(object: &Value) -> Value {
    let mut object = object.clone();
    let metadata = object["metadata"].as_object_mut().unwrap();
    for name in ["generation", "managedFields", "resourceVersion"] {
        metadata.remove(name);
    }
    object
}

/// Returns whether a rule is drift that survives, or drift in a list that is replaced or a map that is
/// removed.
fn is_drift(fate: Rule) -> bool {
    matches!(
        fate,
        Rule::LedgerDriftKept
            | Rule::LedgerDriftReverted
            | Rule::LedgerRemovedWithParent
            | Rule::LedgerCleared
    )
}

/// Returns the row of a field.
fn row_of<'r>(rows: &'r [LedgerRow], path: &str) -> Option<&'r LedgerRow> {
    let holds = |row: &&LedgerRow| {
        let own = row.path.to_string();
        path == own
            || path
                .strip_prefix(&own)
                .is_some_and(|rest| rest.starts_with(['.', '[']))
    };
    rows.iter().find(holds)
}

fn judge_rows(case: &Value, rows: &[LedgerRow], knows_managers: bool) -> Result<(), String> {
    for field in entries(&case["truth"]) {
        let path = text(&field["path"]);
        if path.contains("last-applied-configuration") {
            continue;
        }
        let is_in_manifest = field.get("manifest").is_some();
        let Some(row) = row_of(rows, path) else {
            return Err(format!("no row of {path}"));
        };
        let fits = match text(&field["truth"]) {
            "default" if is_in_manifest => row.rule == Rule::LedgerStoredDifferently,
            "default" => row.rule == Rule::LedgerDefault,
            "drift" if field.get("removed").is_some() => {
                matches!(row.rule, Rule::LedgerRestored | Rule::LedgerDriftReverted)
            }
            "drift" if knows_managers => {
                is_drift(row.rule) && row.drift_by.iter().any(|drifter| field["by"] == *drifter.manager)
            }
            // Without owners, drift to a default value looks like a default.
            "drift" => is_drift(row.rule) || row.rule == Rule::LedgerDefault,
            _ => row.rule == Rule::LedgerServerManaged,
        };
        if !fits {
            return Err(format!(
                "{path}: expected {} by {}, got {} by {:?}",
                field["truth"],
                field["by"],
                row.rule.name(),
                row.drift_by
            ));
        }
    }
    rows.iter()
        .try_for_each(|row| judge_row(case, row, knows_managers))
}

/// A row says of no field that it is drift or a default that is not recorded as such.
fn judge_row(case: &Value, row: &LedgerRow, knows_managers: bool) -> Result<(), String> {
    let own = row.path.to_string();
    let covers = |whole: &str, part: &str| {
        part.strip_prefix(whole)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let mut truths = entries(&case["truth"]).filter(|field| {
        let path = text(&field["path"]);
        covers(&own, path) || covers(path, &own)
    });
    let fits = match row.rule {
        fate if is_drift(fate) => truths.any(|field| field["truth"] == "drift"),
        Rule::LedgerDefault => truths.any(|field| {
            let truth = text(&field["truth"]);
            truth == "default" || truth == "drift" && !knows_managers
        }),
        _ => true,
    };
    match fits {
        true => Ok(()),
        false => Err(format!("{own}: not recorded as {}", row.rule.name())),
    }
}

fn judge(case: &Value, schema: &Arc<Schema>) -> Result<(), String> {
    let manifest = &case["manifest"];
    let again = applied(manifest, &case["created"], schema);
    judge_rounds(&case["again"], &again).map_err(|why| format!("again: {why}"))?;
    let onto_live = applied(manifest, &case["live"], schema);
    judge_rounds(&case["reapply"], &onto_live).map_err(|why| format!("reapply: {why}"))?;
    let merged = onto_live.merged(true);
    judge_rows(case, &ledger(&onto_live, &merged), true)
}

/// Without `managedFields`, which kubectl hides, a table of known defaults decides.
fn judge_without_managers(case: &Value, schema: &Arc<Schema>) -> Result<(), String> {
    let mut object = case["live"].clone();
    object["metadata"]
        .as_object_mut()
        .unwrap()
        .remove("managedFields");
    let applied = applied(&case["manifest"], &object, schema);
    let merged = applied.merged(true);
    judge_rows(case, &ledger(&applied, &merged), false)
}

#[test]
fn applies_match_the_recordings() {
    let schema = schema();
    judge_all("apply_ledger.jsonl", 33, |case| judge(case, &schema));
}

#[test]
fn known_defaults_are_no_drift_without_owners() {
    let schema = schema();
    judge_all("apply_ledger.jsonl", 33, |case| {
        judge_without_managers(case, &schema)
    });
}

/// Older API servers write `creationTimestamp: null` into templates, and all add a label to a Namespace.
#[test]
fn what_every_server_adds_is_no_drift() {
    let pod = json!({"containers": [{"name": "c", "image": "i:1"}]});
    let template = json!({"metadata": {"labels": {"a": "b"}}, "spec": pod});
    let selector = json!({"matchLabels": {"a": "b"}});
    let deployment = json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web"},
        "spec": {"selector": selector, "template": template},
    });
    let namespace = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "n1"}});
    let schema = schema();
    for (manifest, pointer, name, value) in [
        (
            deployment,
            "/spec/template/metadata",
            "creationTimestamp",
            Value::Null,
        ),
        (
            namespace,
            "/metadata",
            "labels",
            json!({"kubernetes.io/metadata.name": "n1"}),
        ),
    ] {
        let mut live = manifest.clone();
        live.pointer_mut(pointer).unwrap()[name] = value;
        let applied = applied(&manifest, &live, &schema);
        let rows = ledger(&applied, &applied.merged(true));
        let defaults = rows.iter().filter(|row| row.rule == Rule::LedgerDefault);
        assert_eq!(defaults.count(), 1, "{manifest}");
        assert!(!rows.iter().any(|row| is_drift(row.rule)), "{manifest}");
    }
}

/// The same file is applied again directly after it created its object.
#[test]
fn applies_after_a_create_converge_as_recorded() {
    let schema = schema();
    judge_all("apply_ledger.jsonl", 33, |case| {
        let manifest = document("manifest", &case["manifest"]);
        let created = create_object(&manifest, &schema).unwrap();
        let settles = matches!(created.convergence, Convergence::Converges(0));
        match case["again"]["settles"] == settles && created.rejection.is_none() {
            true => Ok(()),
            false => Err(format!(
                "expected {}, got {:?}",
                case["again"]["settles"],
                created.convergence.sentence()
            )),
        }
    });
}

/// An object that `kubectl create` made, and that `kubectl apply` later gave its annotation.
#[test]
fn defaults_of_a_create_are_no_drift() {
    let manifest = json!({
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "web"},
        "spec": {"selector": {"app": "web"}, "ports": [{"port": 80}]},
    });
    let mut live = manifest.clone();
    let last = "kubectl.kubernetes.io/last-applied-configuration";
    live["spec"]["sessionAffinity"] = json!("None");
    live["spec"]["publishNotReadyAddresses"] = json!(true);
    live["metadata"]["annotations"] = json!({last: manifest.to_string()});
    live["metadata"]["creationTimestamp"] = json!("2026-11-22T15:46:17Z");
    let entry = |manager: &str, time: &str, fields: Value| {
        json!({
            "manager": manager,
            "operation": "Update",
            "apiVersion": "v1",
            "time": time,
            "fieldsType": "FieldsV1",
            "fieldsV1": fields,
        })
    };
    let annotation = json!({"f:metadata": {"f:annotations": {format!("f:{last}"): {}}}});
    let spec = json!({"f:spec": {"f:sessionAffinity": {}, "f:publishNotReadyAddresses": {}}});
    for (time, drift) in [
        ("2026-11-22T15:46:17Z", &["spec.publishNotReadyAddresses"][..]),
        (
            "2026-11-22T16:30:00Z",
            &["spec.publishNotReadyAddresses", "spec.sessionAffinity"],
        ),
    ] {
        live["metadata"]["managedFields"] = json!([
            entry(
                "kubectl-client-side-apply",
                "2026-11-22T16:00:00Z",
                annotation.clone()
            ),
            entry("kubectl-create", time, spec.clone()),
        ]);
        let applied = applied(&manifest, &live, &schema());
        let rows = ledger(&applied, &applied.merged(true));
        let kept = rows.iter().filter(|row| is_drift(row.rule));
        let kept: Vec<String> = kept.map(|row| row.path.to_string()).collect();
        assert_eq!(kept, drift, "{time}");
    }
}
