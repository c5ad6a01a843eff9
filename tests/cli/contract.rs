//! `explain -o json` is a contract: every key that the reference names is there and of its type.

use std::collections::BTreeSet;

use mergescope::merge::Rule;
use serde_json::Value;

use crate::program::{Files, run, run_with};

const MERGED: &str = "16-env-order";
const REJECTED: &str = "20-set-element-order-rejected";

fn explain(lesson: &str, semantics: &str) -> Value {
    let live = format!("samples/{lesson}/live.yaml");
    let patch = format!("samples/{lesson}/patch.yaml");
    run(&["explain", &live, &patch, "--semantics", semantics, "-o", "json"]).json()
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "map",
    }
}

/// Checks keys and types; `?` before a key: it may be missing. Types are joined by `|`.
pub(crate) fn check(what: &str, value: &Value, shape: &[(&str, &str)]) {
    let map = value.as_object().unwrap_or_else(|| panic!("{what} is a map"));
    let known: BTreeSet<&str> = shape.iter().map(|(key, _)| key.trim_start_matches('?')).collect();
    for key in map.keys() {
        assert!(known.contains(&**key), "{what}.{key} is not in the contract");
    }
    for (key, kinds) in shape {
        match map.get(key.trim_start_matches('?')) {
            Some(found) => assert!(
                kinds.split('|').any(|one| one == kind(found)),
                "{what}.{key}: {found}"
            ),
            None => assert!(key.starts_with('?'), "{what}.{key} is missing"),
        }
    }
}

fn check_place(what: &str, value: &Value) {
    check(
        what,
        value,
        &[("file", "string"), ("line", "number"), ("column", "number")],
    );
    assert!(
        value["line"].as_u64() >= Some(1) && value["column"].as_u64() >= Some(1),
        "{what}: {value}"
    );
}

fn check_answer(answer: &Value) {
    check(
        "answer",
        answer,
        &[
            ("semantics", "string"),
            ("verdict", "string"),
            ("steps", "list"),
            ("result", "map|null"),
            ("?rejection", "map"),
            ("warnings", "list"),
            ("agreement", "map"),
        ],
    );
    check(
        "agreement",
        &answer["agreement"],
        &[("with", "string"), ("same", "bool"), ("difference", "string")],
    );
    let steps = answer["steps"].as_array().expect("steps");
    assert!(!steps.is_empty());
    for (at, step) in steps.iter().enumerate() {
        check(
            "step",
            step,
            &[
                ("number", "number"),
                ("depth", "number"),
                ("rule", "string"),
                ("path", "string"),
                ("effect", "string"),
                ("says", "string"),
                ("source", "string"),
                ("?fix", "string"),
                ("?applicability", "string"),
                ("?tried", "bool"),
                ("?edits", "list"),
                ("?live", "map"),
                ("?patch", "map"),
                ("?directive", "map"),
            ],
        );
        assert_eq!(step["number"], at + 1);
        for place in ["live", "patch", "directive"] {
            if let Some(value) = step.get(place) {
                check_place(place, value);
            }
        }
    }
}

#[test]
fn a_merged_patch() {
    let answer = explain(MERGED, "proposal");
    check_answer(&answer);
    assert_eq!(answer["semantics"], "proposal");
    assert_eq!(answer["verdict"], "merged");
    assert_eq!(answer["result"]["kind"], "Deployment");
    assert!(answer.get("rejection").is_none());
    assert_eq!(answer["agreement"]["same"], false);
    assert_eq!(answer["agreement"]["with"], "kubernetes");
    let env = &answer["result"]["spec"]["template"]["spec"]["containers"][0]["env"];
    let names: Vec<&str> = env
        .as_array()
        .expect("env")
        .iter()
        .filter_map(|item| item["name"].as_str())
        .collect();
    // The worked example of the preserve-order proposal.
    assert_eq!(names, ["ENV5", "ENV4", "ENV1", "ENV2", "ENV6"]);
    let steps = answer["steps"].as_array().expect("steps");
    let deleted = steps
        .iter()
        .find(|step| step["rule"] == "delete-item")
        .expect("a deletion");
    assert_eq!(
        deleted["path"],
        "spec.template.spec.containers[name=mailer].env[name=ENV3]"
    );
    assert_eq!(deleted["effect"], "removed");
    assert_eq!(deleted["directive"]["file"], "samples/16-env-order/patch.yaml");
    assert_eq!(deleted["directive"]["line"], 14);
}

#[test]
fn a_rejected_patch() {
    let answer = explain(REJECTED, "kubernetes");
    check_answer(&answer);
    assert_eq!(answer["verdict"], "rejected");
    assert_eq!(answer["result"], Value::Null);
    let rejection = &answer["rejection"];
    check(
        "rejection",
        rejection,
        &[
            ("rule", "string"),
            ("path", "string"),
            ("message", "string"),
            ("kubernetes", "string|null"),
            ("why", "string"),
            ("fix", "string"),
            ("applicability", "string"),
            ("edits", "list"),
            ("source", "string"),
            ("location", "map|null"),
        ],
    );
    check_place("location", &rejection["location"]);
    assert_eq!(rejection["rule"], "order-mismatch");
    assert_eq!(
        rejection["path"],
        "spec.template.spec.containers[name=opencost].env"
    );
    let last = answer["steps"]
        .as_array()
        .and_then(|steps| steps.last())
        .expect("a last step");
    assert_eq!(
        (&last["rule"], &last["effect"]),
        (&rejection["rule"], &Value::from("rejected"))
    );
}

#[test]
fn the_path_of_what_comes_in_whole_leads_to_its_very_node() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nspec:\n  strategy: {type: Recreate}\n  template:\n    spec:\n      containers:\n      - {name: a}\n";
    for (spec, rule, path) in [
        (
            r#"{"strategy":{"$patch":"replace","rollingUpdate":{"$patch":"delete"}}}"#,
            "stored-directive",
            "spec.strategy.rollingUpdate.$patch",
        ),
        (
            r#"{"template":{"spec":{"containers":[{"name":"b","env":[{"name":"E"},{"name":"F","valueFrom":null}]}]}}}"#,
            "stored-null",
            "spec.template.spec.containers[name=b].env[name=F].valueFrom",
        ),
        (
            r#"{"template":{"spec":{"containers":[{"name":"a","$patchMergeKey":["name"]}]}}}"#,
            "stored-directive",
            "spec.template.spec.containers[name=a].$patchMergeKey",
        ),
    ] {
        let patch = format!("{{\"spec\":{spec}}}");
        let args = [
            "explain",
            "-",
            "-p",
            &patch,
            "--semantics",
            "kubernetes",
            "-o",
            "json",
        ];
        let answer = run_with(&args, live).json();
        let paths: Vec<&Value> = answer["steps"]
            .as_array()
            .expect("steps")
            .iter()
            .filter(|step| step["rule"] == rule)
            .map(|step| &step["path"])
            .collect();
        assert_eq!(paths, [path], "{patch}");
    }
}

#[test]
fn every_key_of_the_contract_is_in_the_reference() {
    let reference = include_str!("../../src/help/json.md");
    let section = reference
        .split("## explain")
        .nth(1)
        .and_then(|rest| rest.split("\n## ").next())
        .expect("the section of the reference");
    fn keys<'v>(value: &'v Value, into: &mut BTreeSet<&'v str>) {
        match value {
            Value::Object(map) => {
                for (key, value) in map {
                    into.insert(key);
                    // The result is the object itself.
                    if key != "result" {
                        keys(value, into);
                    }
                }
            }
            Value::Array(list) => list.iter().for_each(|value| keys(value, into)),
            _ => {}
        }
    }
    let (merged, rejected) = (explain(MERGED, "proposal"), explain(REJECTED, "kubernetes"));
    let mut used = BTreeSet::new();
    keys(&merged, &mut used);
    keys(&rejected, &mut used);
    for key in used {
        assert!(
            section.contains(&format!("`{key}`")),
            "src/help/json.md does not name `{key}`"
        );
    }
}

#[test]
fn every_fate_of_the_ledger_is_in_the_reference() {
    let reference = include_str!("../../src/help/json.md");
    for rule in Rule::ALL.iter().filter(|rule| rule.text().commands == ["apply"]) {
        let name = format!("`{}`", rule.name());
        assert!(reference.contains(&name), "src/help/json.md does not name {name}");
    }
}

#[test]
fn of_an_old_version_that_kubectl_alone_knows_no_words_of_kubectl_are_made_up() {
    let live = "{apiVersion: networking.k8s.io/v1beta1, kind: Ingress, metadata: {name: a}}";
    let files = Files::new(&[("live.yaml", live)]);
    let live = files.path("live.yaml");
    for semantics in ["proposal", "kubernetes"] {
        let args = [
            "explain",
            live.to_str().unwrap(),
            "-p",
            "spec: {}",
            "--semantics",
            semantics,
        ];
        let shown = run(&[&args[..], &["-o", "json"]].concat()).json();
        assert_eq!(shown["rejection"]["rule"], "unsupported-old-version", "{shown}");
        assert_eq!(shown["rejection"]["kubernetes"], Value::Null, "{shown}");
        assert!(
            run(&args).out.contains("note: kubectl accepts this patch"),
            "{semantics}"
        );
    }
}

/// The key `port` is the same for both items, so the other keys of the list tell them apart, or else the index.
#[test]
fn paths_of_items_with_the_same_key_have_all_keys() {
    let live = "apiVersion: v1\nkind: Service\nmetadata: {name: dns}\nspec:\n  ports: [{name: udp, port: 53, protocol: UDP}, \
                {name: tcp, port: 53, protocol: TCP}, {name: web, port: 80}]\n";
    let files = crate::program::Files::new(&[("live.yaml", live)]);
    let paths = |patch: &str, patch_type: &str| -> Vec<String> {
        let file = files.name("live.yaml");
        let answer = run(&["explain", &file, "-p", patch, "--type", patch_type, "-o", "json"]).json();
        let steps = answer["steps"].as_array().expect("steps");
        let path = |step: &Value| step["path"].as_str().expect("a path").to_owned();
        steps.iter().map(path).collect()
    };
    let set = |index| {
        paths(
            &format!(r#"[{{"op": "replace", "path": "/spec/ports/{index}/name", "value": "n"}}]"#),
            "json",
        )
    };
    assert_eq!(set(0), ["spec.ports[port=53,protocol=UDP].name"]);
    assert_eq!(set(1), ["spec.ports[port=53,protocol=TCP].name"]);
    assert_eq!(set(2), ["spec.ports[port=80].name"]);
    let remove = r#"[{"op": "remove", "path": "/spec/ports/1"}]"#;
    assert_eq!(paths(remove, "json"), ["spec.ports[port=53,protocol=TCP]"]);
    let strategic = paths("spec: {ports: [{port: 53, name: dns}]}", "strategic");
    assert!(
        strategic.contains(&"spec.ports[port=53,protocol=UDP].name".to_owned()),
        "{strategic:?}"
    );
    // A path has the keys that the item had when it was read.
    let changed = r#"[{"op": "replace", "path": "/spec/ports/1/protocol", "value": "UDP"}]"#;
    assert_eq!(
        paths(changed, "json")[0],
        "spec.ports[port=53,protocol=TCP].protocol"
    );
    // If the other keys are the same, too, the path has the index in the result, or in the live list.
    let same = r#"[{"op": "add", "path": "/spec/ports/-", "value": {"port": 53, "protocol": "UDP"}}]"#;
    assert_eq!(paths(same, "json")[0], "spec.ports[3]");
    // A deletion by merge key is about both items.
    let deletion = paths("spec: {ports: [{port: 53, $patch: delete}]}", "strategic");
    assert!(
        deletion.contains(&"spec.ports[port=53]".to_owned()),
        "{deletion:?}"
    );
}
