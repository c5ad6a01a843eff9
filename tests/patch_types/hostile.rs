//! Unusual JSON patches: no value, no object at a path, copies of copies, unlimited depth.

use std::sync::Arc;

use mergescope::document::{Document, Numbers, Tree, read, read_live, same, write};
use mergescope::merge::{Inputs, Merge, Rule, Semantics, merge};
use mergescope::schema::Schema;
use serde_json::{Value, json};

fn live(spec: Value) -> Value {
    json!({"apiVersion": "apps/v1", "kind": "Deployment", "spec": spec})
}

/// Merges and checks the laws of the trace: it does not change the result, and played back it leads to the
/// live object.
fn run(live: &Value, operations: &[Value], semantics: Semantics) -> Merge {
    let document =
        |value: &Value| -> Arc<Document> { Arc::new(read("patch", value.to_string().into_bytes()).unwrap()) };
    let inputs = Inputs {
        live: Arc::new(read_live("live", live.to_string().into_bytes()).unwrap()),
        patches: vec![document(&Value::from(operations))],
        schema: Arc::new(Schema::builtin()),
        semantics,
    };
    let mut shown = merge(inputs.clone(), true);
    let plain = merge(inputs.clone(), false);
    assert_eq!(write::json(&shown.tree), write::json(&plain.tree));
    for step in &shown.steps {
        assert!(!shown.sentence(step).is_empty());
    }
    shown.seek(0);
    let (tree, live) = (&shown.tree, &inputs.live);
    assert!(same(tree, tree.top(), &**live, live.root(), Numbers::ByType));
    shown.seek(usize::MAX);
    assert_eq!(write::json(&shown.tree), write::json(&plain.tree));
    shown
}

fn rejection_rule(merge: &Merge) -> Option<Rule> {
    merge.rejection().map(|refusal| refusal.rule)
}

#[test]
fn an_operation_without_a_value_leaves_null() {
    let live = live(json!({"paused": true, "strategy": {"type": "Recreate"}}));
    for path in ["/spec/paused", "/spec/strategy/type", "/spec/strategy"] {
        let merge = run(
            &live,
            &[json!({"op": "replace", "path": path})],
            Semantics::JSON_PATCH,
        );
        assert_eq!(rejection_rule(&merge), None, "{path}");
        let result: Value = serde_json::from_str(&write::json(&merge.tree)).unwrap();
        assert_eq!(result.pointer(path), Some(&Value::Null));
    }
}

#[test]
fn a_kind_copied_from_a_missing_field_is_null() {
    let copy = json!({"op": "copy", "path": "/kind", "from": "/paused"});
    let merge = run(&live(json!({})), &[copy.clone(), copy], Semantics::JSON_PATCH);
    let refusal = merge.rejection().unwrap();
    assert_eq!(refusal.rule, Rule::ResultWithoutKind);
    // The message of kubectl.
    assert_eq!(
        refusal.message,
        r#"Object 'Kind' is missing in '{"apiVersion":"apps/v1","kind":null,"spec":{}}'"#
    );
    assert!(
        merge
            .sentence(&merge.steps[refusal.step as usize])
            .contains("null")
    );
}

#[test]
fn a_message_of_kubectl_keeps_the_scalars_of_a_json_merge_patch_as_written() {
    let live = "{apiVersion: v1, kind: ConfigMap, data: {x: '1'}}";
    let rows = [
        (
            r#"{"kind": 8e1, "data": {"z": "\u0061<", "b": [1.50, {"y": 80.0}]}}"#,
            r#"Object 'Kind' is missing in '{"apiVersion":"v1","data":{"b":[1.50,{"y":80.0}],"x":"1","z":"\u0061\u003c"},"kind":8e1}'"#,
        ),
        // kubectl converts YAML to JSON first.
        (
            "kind: 8e1\ndata: {b: 1.50}",
            r#"Object 'Kind' is missing in '{"apiVersion":"v1","data":{"b":1.5,"x":"1"},"kind":80}'"#,
        ),
    ];
    for (patch, message) in rows {
        let inputs = Inputs {
            live: Arc::new(read_live("live", live.into()).unwrap()),
            patches: vec![Arc::new(read("patch", patch.into()).unwrap())],
            schema: Arc::new(Schema::builtin()),
            semantics: Semantics::MERGE_PATCH,
        };
        assert_eq!(merge(inputs, true).rejection().unwrap().message, message);
    }
    // The result of an earlier patch is read back.
    let patches = [r#"{"data": {"y": "\u0061", "z": 1.50}}"#, r#"{"kind": 8e1}"#];
    let inputs = Inputs {
        live: Arc::new(read_live("live", live.into()).unwrap()),
        patches: patches
            .map(|patch| Arc::new(read("patch", patch.into()).unwrap()))
            .to_vec(),
        schema: Arc::new(Schema::builtin()),
        semantics: Semantics::MERGE_PATCH,
    };
    assert_eq!(
        merge(inputs, true).rejection().unwrap().message,
        r#"Object 'Kind' is missing in '{"apiVersion":"v1","data":{"x":"1","y":"a","z":1.5},"kind":8e1}'"#
    );
}

#[test]
fn leftovers_use_the_key_in_the_result() {
    let env = |entry: Value| live(json!({"template": {"spec": {"containers": [{"env": [entry]}]}}}));
    let at = "/spec/template/spec/containers/0/env/0";
    let from = json!({"fieldRef": {"fieldPath": "metadata.name"}});
    for (entry, field, value, expected) in [
        (
            json!({"name": "A", "value": "1"}),
            "valueFrom",
            from.clone(),
            true,
        ),
        (json!({"name": "A", "valueFrom": from}), "value", json!("1"), true),
        (json!({"name": "A", "valueFrom": from}), "name", json!("B"), false),
        (json!({"name": "A", "value": "1"}), "name", json!("B"), false),
    ] {
        let operation = json!({"op": "add", "path": format!("{at}/{field}"), "value": value});
        let merge = run(&env(entry.clone()), &[operation], Semantics::JSON_PATCH);
        let warned = merge.steps.iter().any(|step| step.rule == Rule::Leftover);
        assert_eq!(warned, expected, "{field} into {entry}");
        let fixes = merge.steps.iter().filter(|step| step.rule == Rule::Leftover);
        for step in fixes {
            let remove = format!(r#"{{"op": "remove", "path": "{at}/"#);
            assert!(merge.fix(step).contains(&remove), "{}", merge.fix(step));
        }
    }
    // A field that the patch changes is not a leftover, nor one to which it copies a live value.
    let cases = [
        (
            json!({"name": "A", "valueFrom": from}),
            [
                json!({"op": "replace", "path": format!("{at}/valueFrom/fieldRef/fieldPath"), "value": "metadata.uid"}),
                json!({"op": "add", "path": format!("{at}/value"), "value": "1"}),
            ],
        ),
        (
            json!({"name": "A", "value": "1"}),
            [
                json!({"op": "copy", "from": format!("{at}/name"), "path": format!("{at}/value")}),
                json!({"op": "add", "path": format!("{at}/valueFrom"), "value": from}),
            ],
        ),
    ];
    for (entry, operations) in cases {
        let merge = run(&env(entry), &operations, Semantics::JSON_PATCH);
        let rules: Vec<Rule> = merge.steps.iter().map(|step| step.rule).collect();
        assert!(rules.contains(&Rule::MutuallyExclusiveFields), "{rules:?}");
        assert!(!rules.contains(&Rule::Leftover), "{rules:?}");
    }
}

#[test]
fn a_path_cannot_lead_into_a_string() {
    for operation in [
        json!({"op": "add", "path": "/kind", "value": 1}),
        json!({"op": "copy", "path": "/kind", "from": ""}),
        json!({"op": "remove", "path": "/kind"}),
    ] {
        let whole = json!({"op": "replace", "path": "", "value": "text"});
        let merge = run(&live(json!({})), &[whole, operation], Semantics::JSON_PATCH_RFC);
        assert_eq!(rejection_rule(&merge), Some(Rule::JsonPathMissing));
        assert_eq!(write::json_compact(&merge.tree), "\"text\"");
    }
}

#[test]
fn copies_of_copies_have_the_limit_of_the_server() {
    let spread = |at: usize| json!({"op": "copy", "path": format!("/spec/{at}"), "from": "/spec"});
    let operations: Vec<Value> = (0..60).map(spread).collect();
    let merge = run(
        &live(json!({"b": "x".repeat(10_000)})),
        &operations,
        Semantics::JSON_PATCH,
    );
    let message = &merge.rejection().unwrap().message;
    assert!(
        message.starts_with("Unable to complete the copy, the accumulated size increase of copy is ")
            && message.ends_with(", exceeding the limit 3145728"),
        "{message}"
    );
}

#[test]
fn a_patch_has_at_most_as_many_operations_as_the_server_accepts() {
    let add = |at: usize| json!({"op": "add", "path": "/spec/a", "value": at});
    let merged = |count: usize, semantics| {
        let operations: Vec<Value> = (0..count).map(add).collect();
        run(&live(json!({})), &operations, semantics)
    };
    assert!(merged(10_000, Semantics::JSON_PATCH).rejection().is_none());
    assert!(merged(10_001, Semantics::JSON_PATCH_RFC).rejection().is_none());
    let merge = merged(10_001, Semantics::JSON_PATCH);
    assert_eq!(rejection_rule(&merge), Some(Rule::JsonTooLarge));
    assert_eq!(
        merge.rejection().unwrap().message,
        "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001"
    );
}

#[test]
fn moves_of_a_large_value_end_before_the_memory_does() {
    let live = live(json!({"a": vec![1; 15_000]}));
    let moved = |from: &str, path: &str| json!({"op": "move", "from": from, "path": path});
    let there_and_back = [moved("/spec/a", "/spec/b"), moved("/spec/b", "/spec/a")];
    let merged = |times: usize| {
        let operations: Vec<Value> = there_and_back.iter().cloned().cycle().take(times).collect();
        run(&live, &operations, Semantics::JSON_PATCH)
    };
    assert!(merged(60).rejection().is_none());
    let merge = merged(80);
    assert_eq!(rejection_rule(&merge), Some(Rule::JsonTooLarge));
    // kubectl has no such limit, so these are no words of kubectl.
    assert_eq!(merge.rejection().unwrap().message, "");
}

#[test]
fn nested_values_have_a_depth_limit() {
    let value = (0..90).fold(json!(1), |inside, _| json!({"a": inside}));
    let add = |at: usize| json!({"op": "add", "path": "/spec".to_owned() + &"/a".repeat(at * 89 + 1), "value": value});
    for semantics in [Semantics::JSON_PATCH, Semantics::JSON_PATCH_RFC] {
        let fine: Vec<Value> = (0..5).map(add).collect();
        assert_eq!(rejection_rule(&run(&live(json!({})), &fine, semantics)), None);
        let deep: Vec<Value> = (0..60).map(add).collect();
        assert_eq!(
            rejection_rule(&run(&live(json!({})), &deep, semantics)),
            Some(Rule::JsonTooLarge)
        );
    }
}

#[test]
fn items_of_a_long_list_without_keys_have_their_current_index() {
    let items: Vec<Value> = (0..300).map(|n| json!({"old": n})).collect();
    let operations = [
        json!({"op": "replace", "path": "/items/200/old", "value": "x"}),
        json!({"op": "remove", "path": "/items/10"}),
        json!({"op": "remove", "path": "/items/250"}),
    ];
    let live = json!({"apiVersion": "v1", "kind": "ConfigMap", "items": items});
    let mut merge = run(&live, &operations, Semantics::JSON_PATCH);
    let places = |merge: &Merge| -> Vec<String> {
        let paths = merge.steps.iter().map(|step| merge.step_path(step).to_string());
        paths.filter(|path| path.contains("items[")).collect()
    };
    let want = |replaced: usize| format!("items[{replaced}]");
    for (position, replaced) in [(usize::MAX, 199), (0, 200), (usize::MAX, 199)] {
        merge.seek(position);
        let places = places(&merge);
        assert!(places[0].starts_with(&want(replaced)), "{places:?}");
        // A removed item keeps its position in the live list.
        assert!(
            places.last().is_some_and(|path| path.contains("[251]")),
            "{places:?}"
        );
    }
}

#[test]
fn by_the_rfc_the_whole_document_is_a_target() {
    let live = live(json!({"replicas": 1, "paused": true}));
    let operation = |op: &str, from: &str, path: &str| json!({"op": op, "from": from, "path": path});
    let cases = [
        (
            vec![operation("copy", "/spec", "")],
            Ok(json!({"replicas": 1, "paused": true})),
        ),
        (
            vec![operation("move", "/spec", "")],
            Ok(json!({"replicas": 1, "paused": true})),
        ),
        (vec![operation("move", "/kind", "")], Ok(json!("Deployment"))),
        (vec![operation("copy", "", "")], Ok(live.clone())),
        (
            vec![
                json!({"op": "replace", "path": "/spec/replicas", "value": 2}),
                operation("move", "/spec", ""),
                operation("copy", "/replicas", "/again"),
                json!({"op": "remove", "path": "/paused"}),
            ],
            Ok(json!({"replicas": 2, "again": 2})),
        ),
        (vec![operation("move", "", "")], Err(Rule::JsonPatchFormat)),
        (vec![operation("move", "", "/spec")], Err(Rule::JsonPatchFormat)),
        (vec![operation("copy", "/none", "")], Err(Rule::JsonPathMissing)),
    ];
    for (operations, expected) in cases {
        let merge = run(&live, &operations, Semantics::JSON_PATCH_RFC);
        let result = || serde_json::from_str::<Value>(&write::json(&merge.tree)).unwrap();
        assert_eq!(
            rejection_rule(&merge).map_or_else(|| Ok(result()), Err),
            expected,
            "{operations:?}"
        );
        // Kubernetes does not support this location.
        let merge = run(&live, &operations, Semantics::JSON_PATCH);
        assert_eq!(
            rejection_rule(&merge),
            Some(Rule::JsonPathMissing),
            "{operations:?}"
        );
    }
}

#[test]
fn a_path_that_is_not_a_string_is_rejected_as_by_the_library() {
    let live = live(json!({"replicas": 1}));
    let no_text = |op: &str, member: &str, kind: &str| {
        format!(
            "{op} operation failed to decode {member}: json: cannot unmarshal {kind} into Go value of type string"
        )
    };
    for (operation, expected) in [
        (
            json!({"op": "copy", "path": "/a", "from": 3}),
            no_text("copy", "from", "number"),
        ),
        (
            json!({"op": "move", "path": "/a", "from": {"a": 1}}),
            no_text("move", "from", "object"),
        ),
        (
            json!({"op": "replace", "path": true, "value": 1}),
            no_text("replace", "path", "bool"),
        ),
        (
            json!({"op": "test", "path": ["a"], "value": 1}),
            no_text("test", "path", "array"),
        ),
        (
            json!({"op": "move", "path": 1.5, "from": "/spec"}),
            no_text("move", "path", "number"),
        ),
        (
            json!({"op": "add", "path": 3, "value": 1}),
            "add operation failed to decode path: missing value".to_owned(),
        ),
        (
            json!({"op": "copy", "path": 3, "from": "/spec"}),
            "copy operation failed to decode path: missing value".to_owned(),
        ),
        (
            json!({"op": "copy", "path": "/a", "from": null}),
            "copy operation failed to decode from: operation, missing from field: missing value".to_owned(),
        ),
    ] {
        let merge = run(&live, std::slice::from_ref(&operation), Semantics::JSON_PATCH);
        let message = merge.rejection().map(|refusal| refusal.message.clone());
        assert_eq!(message, Some(expected), "{operation}");
    }
}

#[test]
fn a_test_of_a_large_number_compares_its_spelling() {
    let live = live(json!({"big": 12_345_678_901_234_567_890_u64, "neg": -1e19, "e": 1000.0}));
    let test = |path: &str, value: Value| json!({"op": "test", "path": path, "value": value});
    let add = json!({"op": "add", "path": "/spec/new", "value": 12_345_678_901_234_567_890_u64});
    let big = json!(12_345_678_901_234_567_890_u64);
    // Each case was run with kubectl.
    for (operations, passes) in [
        (vec![test("/spec/big", big.clone())], false),
        (
            vec![test("/spec/big", json!(12_345_678_901_234_567_000_u64))],
            true,
        ),
        (
            vec![test("/spec", json!({"big": big, "neg": -1e19, "e": 1000}))],
            false,
        ),
        (vec![test("/spec/e", json!(1000))], true),
        (vec![add.clone(), test("/spec/new", big.clone())], true),
        (
            vec![add, test("/spec/new", json!(12_345_678_901_234_567_891_u64))],
            false,
        ),
    ] {
        let merge = run(&live, &operations, Semantics::JSON_PATCH);
        assert_eq!(rejection_rule(&merge).is_none(), passes, "{operations:?}");
        let by_letter = run(&live, &operations, Semantics::JSON_PATCH_RFC);
        assert_eq!(rejection_rule(&by_letter), None, "{operations:?}");
    }
}

/// The rows are recorded from kubectl 1.32.
#[test]
fn kubernetes_panics_if_a_test_compares_a_null_item() {
    let panics = Some(Rule::KubernetesPanics);
    let fails = Some(Rule::JsonTestFailed);
    for (found, expected, rejection) in [
        (json!([null]), json!([null]), panics),
        (json!({"a": [[null]]}), json!({"a": [[null]]}), panics),
        (json!([1]), json!([null]), panics),
        (json!([null]), json!([1]), panics),
        // It compares until two items differ, and no items of lists with different lengths.
        (json!([null, 1]), json!([null, 2]), panics),
        (json!([1, null]), json!([2, null]), fails),
        (json!([1, null]), json!([1]), fails),
        (json!([null]), json!({"a": 1}), fails),
        (json!([{"a": null}]), json!([{"a": null}]), None),
    ] {
        let operation = json!({"op": "test", "path": "/spec/list", "value": expected});
        let merge = run(&live(json!({"list": found})), &[operation], Semantics::JSON_PATCH);
        assert_eq!(rejection_rule(&merge), rejection, "{found} {expected}");
    }
}
