//! Statements of the design documents that mergescope once got wrong.

use std::sync::Arc;

use mergescope::document::{self, write};
use mergescope::merge::{Inputs, Merge, Rule, Semantics, merge};
use mergescope::report::rejection::RejectionReport;
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
fn an_item_that_is_deleted_and_added_with_the_same_number_is_at_the_end() {
    let live =
        "apiVersion: v1\nkind: Service\nmetadata: {name: x}\nspec: {ports: [{port: 80}, {port: 81}]}\n";
    let patch = r#"{"spec": {"ports": [{"port": 81, "$patch": "delete"}, {"port": 86}, {"port": 81.0}]}}"#;
    let merge = run(live, patch, Schema::builtin(), Semantics::PROPOSAL);
    assert_eq!(
        sentence(&merge, Rule::AddItem),
        [
            "No item of `ports` has the key `port=86`, so the patch item is added.",
            "No item of `ports` has the key `port=81` any more, so the patch item is added at the end.",
        ]
    );
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

/// Returns the rows of the patch list and its order that a rejection shows.
fn shown_order(live: &str, patch: &str, semantics: Semantics) -> Vec<String> {
    let merge = run(live, patch, Schema::builtin(), semantics);
    let rejection = merge.rejection().expect("a rejection");
    let lines = RejectionReport::new(&merge, rejection, &merge).to_lines(&merge, None);
    let is_row = |line: &&String| line.ends_with(')') && line.starts_with("  ");
    let rows = lines.iter().filter(is_row);
    rows.map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn the_guilty_items_of_an_order_are_marked_with_the_reason() {
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: x}, {name: b, image: x}]}\n";
    let order = "spec: {$setElementOrder/containers: [{name: a}, {name: b}], containers: ";
    let items = |items: &str| format!("{order}[{items}]}}");
    for (patch, semantics, rows) in [
        (
            items("{name: b}, {name: a}, {name: x}"),
            Semantics::PROPOSAL,
            &["✗ a (out of order)", "✗ x (not listed)"][..],
        ),
        (
            items("{name: x}, {name: b}, {name: a}"),
            Semantics::PROPOSAL,
            &["✗ x (not listed)", "b (not compared)", "✗ a (out of order)"],
        ),
        (
            items("{name: b}, {name: a}, {name: x}"),
            Semantics::KUBERNETES,
            &["✗ a (out of order)", "✗ x (not listed)"],
        ),
        (
            items("{name: x}, {name: b}, {name: a}, {name: z}"),
            Semantics::KUBERNETES,
            &[
                "✗ x (not listed)",
                "b (not compared)",
                "✗ a (out of order)",
                "✗ z (not listed)",
            ],
        ),
        (
            items("{name: a}, {name: a}, {name: b}"),
            Semantics::KUBERNETES,
            &["✗ a (repeated)", "b (not compared)"],
        ),
    ] {
        assert_eq!(shown_order(pod, &patch, semantics), rows, "{patch}");
    }
}

#[test]
fn a_merge_key_that_is_null_gets_a_value() {
    let live =
        "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}, {port: 443}]}\n";
    let merge = run(
        live,
        "spec: {ports: [{port: null, targetPort: 1}]}",
        Schema::builtin(),
        Semantics::PROPOSAL,
    );
    let step = merge.steps.last().expect("a step");
    assert_eq!(
        merge.sentence(step),
        "`ports` is merged by `port`, but the `port` of item 1 of the patch list is null."
    );
    assert_eq!(merge.fix(step), "Write a value for `port` (live items: 80, 443).");
}

#[test]
fn both_violated_requirements_are_reported() {
    let merge = pod(
        "spec: {$setElementOrder/containers: [{name: a}, {name: b}], containers: [{name: b}, {name: q}, {name: a}]}",
    );
    assert_eq!(
        sentence(&merge, Rule::OrderMissing),
        [
            "Every item of the patch list must be listed in `$setElementOrder`, but `q` is not; also, `a` is after `b`, but before it in the order."
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
        rejected("metadata: {$patch: p}\ndata: {$patch: q}\n"),
        (unknown("p"), Some(unknown("q")))
    );
    assert_eq!(rejected("data: {$patch: q}"), (unknown("q"), None));
}

/// For each statement: the findings that a patch gets, and those that it must not get.
#[test]
fn obeyed_orders_positions_and_keys_get_no_warning() {
    let pod = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: a, env: [{name: S}, {name: B}, {name: A}]}]}}";
    let service = "{apiVersion: v1, kind: Service, metadata: {name: dns}, spec: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]}}";
    let env = |items: &str| format!("spec: {{containers: [{{name: a, env: [{items}]}}]}}");
    let cases = [
        // No items change places.
        (
            pod,
            env("{name: B, value: x}, {name: A, value: x}"),
            Semantics::PROPOSAL,
            vec![],
        ),
        (
            pod,
            env("{name: A, value: x}, {name: B, value: x}"),
            Semantics::PROPOSAL,
            vec![Rule::ImplicitReorder],
        ),
        // `$position` is obeyed with the semantics that have it, and dropped by the others.
        (pod, env("{name: B, $position: 0}"), Semantics::POSITION, vec![]),
        (
            pod,
            env("{name: B, $position: 0}"),
            Semantics::PROPOSAL,
            vec![Rule::UnknownDirective],
        ),
        // `$patchMergeKey` selects one item; without it, the first one matches.
        (
            service,
            "spec: {ports: [{$patchMergeKey: [port, protocol], port: 53, protocol: UDP, targetPort: 1}]}"
                .into(),
            Semantics::PROPOSAL,
            vec![],
        ),
        (
            service,
            "spec: {ports: [{port: 53, protocol: UDP, targetPort: 1}]}".into(),
            Semantics::PROPOSAL,
            vec![Rule::KeyCollision],
        ),
    ];
    for (live, patch, semantics, wanted) in cases {
        let merge = run(live, &patch, Schema::builtin(), semantics);
        let about = [
            Rule::ImplicitReorder,
            Rule::UnknownDirective,
            Rule::DuplicateLiveItems,
            Rule::KeyCollision,
        ];
        let rules = merge.steps.iter().map(|step| step.rule);
        let found: Vec<Rule> = rules.filter(|rule| about.contains(rule)).collect();
        assert_eq!(found, wanted, "[{semantics}] {patch}");
    }
}

#[test]
fn only_the_items_that_break_the_order_are_faulty() {
    let merge = pod(
        "spec: {$setElementOrder/containers: [{name: a}, {name: b}, {name: c}], containers: [{name: b}, {name: a}, {name: c}]}",
    );
    let rejection = merge.rejection().expect("a rejection");
    let faulty = rejection.faulty.iter();
    let faulty: Vec<String> = faulty
        .map(|node| write::value_text(merge.tree.document(*node), node.node, 40))
        .collect();
    // In the patch list and in the order.
    assert_eq!(faulty, [r#"{"name":"a"}"#; 2]);
}

/// Where the documents contradict themselves, the explanation says which reading applies.
#[test]
fn contradictions_of_the_documents_are_named() {
    let text = Rule::ServerOnlyFirst.text();
    assert!(text.rule.contains("contradicts itself"), "{}", text.rule);
    let live = "{apiVersion: test/v1, kind: Item, list: [{port: 1, name: x}, {port: 1, name: y}]}";
    let patch = "list: [{$patchMergeKey: [port, name], port: 1, name: null}]";
    let merge = run(live, patch, items("port,name").unwrap(), Semantics::PROPOSAL);
    let rejection = merge.rejection().expect("a rejection");
    let help = merge.fix(&merge.steps[rejection.step as usize]);
    assert!(help.contains("--null-key-first"), "{help}");
}
