//! Patches with `$patchMergeKey`: the cases of `tests/patch_types/multi-key` that make patches, and the law that such a
//! patch, carried out under `proposal` semantics, leads to what it was made for.

use std::path::Path;
use std::sync::Arc;

use mergescope::create::{
    ClientFeatures, CreateFailure, CreateRequest, Created, CreatedPatchType, Sentences, SideNames, Sides,
    create,
};
use mergescope::document::{Numbers, Tree, read, same, write};
use mergescope::merge::{Inputs, Rule, Semantics, Verdict, merge};
use mergescope::schema::Schema;
use proptest::prelude::*;
use serde_json::{Value, json};

fn request(original: &Value, modified: &Value, schema: Schema) -> CreateRequest {
    let read = |name: &str, value: &Value| Arc::new(read(name, value.to_string().into_bytes()).unwrap());
    CreateRequest {
        form: CreatedPatchType::Strategic,
        sides: Sides {
            original: Some(read("original", original)),
            modified: read("modified", modified),
            current: None,
        },
        schema: Arc::new(schema),
        overwrite: true,
        preconditions: Vec::new(),
        client: ClientFeatures::Proposal,
    }
}

fn patch(created: &Created) -> Value {
    serde_json::from_str(&write::json(&*created.patch.document)).unwrap()
}

/// Whether a patch makes modified of original; or its refusal.
fn carried_out(request: &CreateRequest, created: &Created) -> Result<bool, String> {
    let merged = merge(
        Inputs {
            live: request.sides.original.clone().unwrap(),
            patches: vec![Arc::clone(&created.patch.document)],
            schema: Arc::clone(&request.schema),
            semantics: Semantics::PROPOSAL,
        },
        false,
    );
    let wanted = &request.sides.modified;
    match &merged.verdict {
        Verdict::Rejected(refusal) => Err(refusal.message.clone()),
        Verdict::Merged => Ok(same(
            &merged.tree,
            merged.tree.top(),
            &**wanted,
            wanted.root(),
            Numbers::ByValue,
        )),
    }
}

fn cannot_order(created: &Created) -> bool {
    let mut rules = created.remarks.iter().map(|remark| remark.reason.rule);
    rules.any(|rule| rule == Rule::OrderNotExpressible)
}

#[test]
fn patches_by_several_keys_are_those_of_the_document() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/patch_types/multi-key");
    let (mut seen, mut failures) = (0, Vec::new());
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let case: Value = serde_yaml::from_str(&text).unwrap();
        let options = &case["options"];
        if options["operation"] != "create-patch" {
            continue;
        }
        seen += 1;
        let texts = options["recommendedMergeKeys"].as_array().unwrap().iter();
        let keys: Vec<&str> = texts.map(|key| key.as_str().unwrap()).collect();
        let mut schema = Schema::builtin();
        schema
            .declare(options["path"].as_str().unwrap(), &keys.join(","))
            .unwrap();
        let request = request(&case["original"], &case["modified"], schema);
        let got = create(&request);
        let (end, there) = match &got {
            Ok(created) => (
                json!({"patch": patch(created)}),
                carried_out(&request, created) == Ok(true) || cannot_order(created),
            ),
            Err(failure) => (json!({"error": failure.message}), true),
        };
        if end != case["expect"] || !there {
            failures.push(format!(
                "{}\n  expected {}\n  got      {end}\n  leads there: {there}",
                case["name"], case["expect"]
            ));
        }
    }
    assert_eq!(seen, 9, "cases were lost or added");
    assert!(
        failures.is_empty(),
        "{}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn service(ports: &Value) -> Value {
    json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "dns"}, "spec": {"ports": ports}})
}

#[test]
fn every_line_says_why_and_a_changed_key_what_is_lost() {
    let original = service(&json!([
        {"port": 53, "protocol": "TCP"}, {"port": 53, "protocol": "UDP", "targetPort": 1}, {"port": 80}
    ]));
    let modified = service(&json!([
        {"port": 53, "protocol": "TCP"}, {"port": 53, "protocol": "UDP", "targetPort": 2},
        {"port": 80, "protocol": "TCP"}
    ]));
    // The keys of a Service's ports are declared by the document itself.
    let request = request(&original, &modified, Schema::builtin());
    let created = create(&request).unwrap();
    let shown = Sentences::new(&request, SideNames::PLAIN);
    let lines = shown.lines(&created).into_iter();
    let lines: Vec<String> = lines
        .map(|line| format!("{} ({}): {}", line.path, line.reason.rule.name(), line.sentence))
        .collect();
    let remarks: Vec<String> = created
        .remarks
        .iter()
        .map(|remark| shown.remark(remark))
        .collect();
    insta::assert_snapshot!(format!("{}\n\n{}", lines.join("\n"), remarks.join("\n")));
    assert_eq!(carried_out(&request, &created), Ok(true));
}

#[test]
fn an_item_that_nothing_tells_apart_is_refused_with_its_place() {
    let ports = [
        (
            json!([{"port": 1}, {"protocol": "TCP"}]),
            Rule::MissingMergeKey,
            "item 2 of \"ports\" does not contain the default merge key \"port\"",
        ),
        (
            json!([{"port": 1, "protocol": null}]),
            Rule::KeyWithoutValue,
            "item 1 of \"ports\" has no value for the key \"protocol\"",
        ),
        (
            json!([{"port": 1}, {"port": 2}, {"port": 1}]),
            Rule::DuplicatesByKeys,
            "the modified list \"ports\" has two entries with the same merge keys",
        ),
    ];
    for (ports, rule, message) in ports {
        let request = request(&service(&json!([])), &service(&ports), Schema::builtin());
        let failure: CreateFailure = create(&request).unwrap_err();
        assert_eq!((failure.reason.rule, failure.message.as_str()), (rule, message));
        let shown = Sentences::new(&request, SideNames::PLAIN);
        assert!(!shown.failure(&failure).contains('{') && !shown.fix(&failure).is_empty());
    }
}

/// Ports that three keys at most tell apart: absent, equal to text and to numbers.
fn items() -> impl Strategy<Value = Vec<Value>> {
    let side = prop::option::of(prop::sample::select(vec![
        json!("l"),
        json!("r"),
        json!(1),
        json!("1"),
    ]));
    let item = (
        0..3i64,
        side,
        prop::option::of(0..3i64),
        prop::option::of(Just(json!({"a": 1}))),
    );
    prop::collection::vec(item, 0..6).prop_map(|items| {
        let mut seen = std::collections::HashSet::new();
        items
            .into_iter()
            .filter(|(name, side, ..)| seen.insert(format!("{name} {side:?}")))
            .map(|(name, side, size, more)| {
                let mut item = json!({"name": name});
                for (key, value) in [("side", side), ("size", size.map(Value::from)), ("more", more)] {
                    if let Some(value) = value {
                        item[key] = value;
                    }
                }
                item
            })
            .collect()
    })
}

fn widget(parts: &[Value], values: &[&str]) -> Value {
    json!({"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w", "finalizers": values},
        "spec": {"parts": parts}})
}

fn parts_by_name_and_side() -> Schema {
    let mut schema = Schema::builtin();
    schema.declare("spec.parts", "name,side").unwrap();
    schema
}

fn keys(item: &Value) -> (Value, Option<Value>) {
    (item["name"].clone(), item.get("side").cloned())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_patch_by_several_keys_leads_there_or_says_that_the_order_does_not(original in items(), modified in items()) {
        let (from, to) = (widget(&original, &[]), widget(&modified, &[]));
        let request = request(&from, &to, parts_by_name_and_side());
        let created = create(&request).unwrap();
        prop_assert_eq!(created.patch.reasons.len(), created.patch.document.node_count());
        let there = carried_out(&request, &created);
        prop_assert_eq!(&there, &Ok(!cannot_order(&created)), "{}\nfrom {}\nto {}", patch(&created), from, to);
    }

    #[test]
    fn with_new_items_at_the_end_it_always_leads_there(original in items(), modified in items()) {
        let at = |item: &Value| original.iter().position(|other| keys(other) == keys(item)).unwrap_or(usize::MAX);
        let mut modified = modified;
        modified.sort_by_key(at);
        let (from, to) = (widget(&original, &[]), widget(&modified, &[]));
        let request = request(&from, &to, parts_by_name_and_side());
        let created = create(&request).unwrap();
        let there = carried_out(&request, &created);
        prop_assert_eq!(there, Ok(true), "{}\nfrom {}\nto {}", patch(&created), from, to);
    }

    #[test]
    fn the_proposed_client_never_loses_an_order_of_values(
        original in Just(vec!["c", "a", "b", "d"]).prop_shuffle(), modified in Just(vec!["e", "a", "d", "b"]).prop_shuffle(),
        from in 0..5usize, to in 0..5usize,
    ) {
        let from = widget(&[], &original[..from.min(4)]);
        let to = widget(&[], &modified[..to.min(4)]);
        let mut schema = Schema::builtin();
        schema.declare("spec.parts", "name,side").unwrap();
        let request = request(&from, &to, schema);
        let created = create(&request).unwrap();
        prop_assert_eq!(carried_out(&request, &created), Ok(true), "{}\nfrom {}\nto {}", patch(&created), from, to);
        prop_assert!(created.remarks.is_empty());
    }
}
