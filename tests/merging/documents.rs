//! Statements of the design documents that mergescope once got wrong.

use std::sync::Arc;

use mergescope::document::{self, write};
use mergescope::merge::{Inputs, Merge, Rule, Semantics, merge};
use mergescope::schema::{Schema, openapi};
use serde_json::json;

fn run(live: &str, patch: &str, schema: Schema, semantics: Semantics) -> Merge {
    let inputs = Inputs {
        live: Arc::new(document::read_live("live", live.as_bytes().to_vec()).unwrap()),
        patches: vec![Arc::new(
            document::read("patch", patch.as_bytes().to_vec()).unwrap(),
        )],
        schema: Arc::new(schema),
        semantics,
    };
    merge(inputs, true)
}

fn sentence(merge: &Merge, rule: Rule) -> Vec<String> {
    let steps = merge.steps.iter().filter(|step| step.rule == rule);
    steps.map(|step| merge.sentence(step)).collect()
}

fn pod(patch: &str) -> Merge {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: x}, {name: b, image: x}]}\n";
    run(live, patch, Schema::builtin(), Semantics::PROPOSAL)
}

#[test]
fn an_order_entry_without_an_item_is_ignored_and_reported() {
    let merge = pod("spec: {$setElementOrder/containers: [{name: b}, {name: q}, {name: a}]}");
    assert_eq!(
        sentence(&merge, Rule::OrderEntryIgnored),
        [
            "`$setElementOrder/containers` also lists q. `containers` has no such item, so the entry is ignored."
        ]
    );
}

#[test]
fn both_violated_requirements_are_reported() {
    let merge = pod(
        "spec: {$setElementOrder/containers: [{name: a}, {name: b}], containers: [{name: b}, {name: q}, {name: a}]}",
    );
    assert_eq!(
        sentence(&merge, Rule::OrderMissing),
        [
            "Every item of the patch list must be listed in `$setElementOrder`, but `q` is not; also, `a` is after `b`, but the order lists it before."
        ]
    );
    let merge = pod(
        "spec: {$setElementOrder/containers: [{name: a}, {name: b}], containers: [{name: b}, {name: a}, {name: q}]}",
    );
    let sentences = sentence(&merge, Rule::OrderMismatch).join("");
    assert!(
        sentences.ends_with("; also, `q` is not listed in it."),
        "{sentences}"
    );
}

#[test]
fn directives_without_the_dollar_sign_are_reported() {
    for field in [
        "retainKeys: [name]",
        "patch: delete",
        "setElementOrder/containers: []",
    ] {
        let merge = pod(&format!("spec: {{{field}}}"));
        let name = field.split(':').next().unwrap();
        assert_eq!(
            sentence(&merge, Rule::MissingDollar),
            [format!(
                "`{name}` is an ordinary field here. The directive is `${name}`, with a dollar sign."
            )]
        );
    }
    // Labels can have any name.
    assert!(sentence(&pod("metadata: {labels: {patch: x}}"), Rule::MissingDollar).is_empty());
}

#[test]
fn an_empty_list_of_keys_to_retain_reads_well() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nspec: {strategy: {type: Recreate}}\n";
    let merge = run(
        live,
        "spec: {strategy: {$retainKeys: []}}",
        Schema::builtin(),
        Semantics::PROPOSAL,
    );
    assert_eq!(
        sentence(&merge, Rule::RetainKeys),
        ["`$retainKeys` in `strategy` lists no fields; all other live fields are cleared (1 field)."]
    );
}

/// Returns a kind with a map and a list that is merged by keys.
fn items(recommended: &str) -> Result<Schema, String> {
    let map = json!({"type": "object", "additionalProperties": {"type": "string"}});
    let item =
        json!({"type": "object", "properties": {"port": {"type": "integer"}, "name": {"type": "string"}}});
    let list = json!({
        "type": "array", "items": item, "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "port",
        "x-kubernetes-recommended-patch-merge-key": recommended,
    });
    let named =
        json!({"type": "object", "properties": {"name": {"type": "string"}, "more": {"type": "string"}}});
    let text = json!({"openapi": "3.0.0", "components": {"schemas": {"test.v1.Item": {
        "type": "object",
        "properties": {"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "named": named, "map": map, "list": list},
        "x-kubernetes-group-version-kind": [{"group": "test", "version": "v1", "kind": "Item"}],
    }}}});
    let mut schema = Schema::builtin();
    let facts = openapi::read(&text.to_string()).map_err(|error| error.to_string())?;
    schema.overlay(&facts).expect("few overlays");
    Ok(schema)
}

#[test]
fn directives_in_new_values_of_a_given_type_are_dropped_as_in_built_in_ones() {
    let live = r#"{"apiVersion": "test/v1", "kind": "Item"}"#;
    let patch = r#"{"named": {"$retainKeys": ["name"], "name": "x", "more": null}, "list": [{"$patchMergeKey": ["port", "name"], "port": 1, "name": "a"}]}"#;
    let merge = run(live, patch, items("port,name").unwrap(), Semantics::PROPOSAL);
    let result: serde_json::Value = serde_json::from_str(&write::json(&merge.tree)).unwrap();
    assert_eq!(
        result,
        json!({"apiVersion": "test/v1", "kind": "Item", "named": {"name": "x"}, "list": [{"port": 1, "name": "a"}]})
    );
}

#[test]
fn recommended_keys_begin_with_the_default_key_and_are_unique() {
    assert!(items(" port , name ").is_ok());
    for (keys, wanted) in [
        ("name,port", "port,name"),
        ("port,port", "port"),
        ("name", "port,name"),
    ] {
        let error = items(keys).unwrap_err();
        assert!(
            error.contains("test.v1.Item.list") && error.contains(&format!("{wanted:?}")),
            "{error}"
        );
    }
}

#[test]
fn an_unknown_kind_lists_those_of_the_given_schema() {
    let live = r#"{"apiVersion": "test/v1", "kind": "Other"}"#;
    let merge = run(live, "{}", items("port,name").unwrap(), Semantics::PROPOSAL);
    let step = merge.steps.last().unwrap();
    assert!(merge.fix(step).contains("`test/v1 Item`"), "{}", merge.fix(step));
}

/// kubectl printed each of the two messages in some of 40 runs.
#[test]
fn a_rejection_gives_the_other_error_that_kubectl_can_print() {
    let live = "{apiVersion: v1, kind: ConfigMap, metadata: {name: x}, data: {a: b}}";
    let rejected = |patch: &str| {
        let merge = run(live, patch, Schema::builtin(), Semantics::KUBERNETES);
        let rejection = merge.rejection().expect("a rejection").clone();
        (rejection.message, rejection.other_message)
    };
    let unknown = |name: &str| format!("unknown patch type: {name} in map: map[$patch:{name}]");
    assert_eq!(
        rejected("{metadata: {$patch: p}, data: {$patch: q}}"),
        (unknown("p"), Some(unknown("q")))
    );
    assert_eq!(rejected("{data: {$patch: q}}"), (unknown("q"), None));
}
