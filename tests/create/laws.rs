//! A computed patch leads to what it was computed for, or it says where it does not.

use std::sync::Arc;

use mergescope::create::{ClientFeatures, CreateRequest, CreatedPatchType, Sides, create};
use mergescope::document::{Numbers, Tree, read, same, write};
use mergescope::merge::{Inputs, Rule, Verdict, merge};
use mergescope::schema::Schema;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn optional(
    key: &'static str,
    value: impl Strategy<Value = Value>,
) -> impl Strategy<Value = Map<String, Value>> {
    prop::option::of(value)
        .prop_map(move |value| value.into_iter().map(|value| (key.to_owned(), value)).collect())
}

fn together(parts: Vec<Map<String, Value>>) -> Value {
    Value::from(parts.into_iter().flatten().collect::<Map<_, _>>())
}

fn keyed(key: &'static str, names: &'static [&'static str]) -> impl Strategy<Value = Value> {
    let item = (prop::sample::select(names), 0..3u8, any::<bool>());
    // Names repeat now and then.
    prop::collection::vec(item, 0..4).prop_map(move |items| {
        items
            .into_iter()
            .map(|(name, value, more)| {
                let mut item = json!({"value": value.to_string()});
                item[key] = name.into();
                if more {
                    item["extra"] = json!({"a": value});
                }
                item
            })
            .collect()
    })
}

fn ports() -> impl Strategy<Value = Value> {
    let port = (prop::sample::select(vec![53, 80, 9, 10]), any::<bool>());
    prop::collection::vec(port, 0..4).prop_map(|ports| {
        let port = |(port, udp): (i32, bool)| {
            json!({"containerPort": port, "protocol": if udp { "UDP" } else { "TCP" }})
        };
        ports.into_iter().map(port).collect()
    })
}

fn texts(words: &'static [&'static str]) -> impl Strategy<Value = Value> {
    prop::collection::vec(prop::sample::select(words), 0..4).prop_map(Value::from)
}

fn container() -> impl Strategy<Value = Value> {
    (
        prop::sample::select(vec!["web", "log"]),
        optional(
            "image",
            prop::sample::select(vec!["a:1", "a:2"]).prop_map(Value::from),
        ),
        optional("env", keyed("name", &["A", "B", "C", "D"])),
        optional("ports", ports()),
        optional("args", texts(&["x", "y", "-z"])),
    )
        .prop_map(|(name, image, env, ports, args)| {
            let mut container = together(vec![image, env, ports, args]);
            container["name"] = name.into();
            container
        })
}

fn object() -> impl Strategy<Value = Value> {
    (
        optional("finalizers", texts(&["f/a", "f/b", "f/c"])),
        optional(
            "labels",
            prop::sample::select(vec![json!({}), json!({"a": "1"}), json!({"a": "2", "b": "1"})]),
        ),
        optional("replicas", (1..4).prop_map(Value::from)),
        optional(
            "strategy",
            prop::sample::select(vec![
                json!({"type": "Recreate"}),
                json!({"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1}}),
                json!({}),
            ]),
        ),
        optional(
            "containers",
            prop::collection::vec(container(), 0..3).prop_map(Value::from),
        ),
        optional("volumes", keyed("name", &["v", "w"])),
    )
        .prop_map(|(finalizers, labels, replicas, strategy, containers, volumes)| {
            let mut metadata = together(vec![finalizers, labels]);
            metadata["name"] = "web".into();
            let mut spec = together(vec![replicas, strategy]);
            spec["template"] = json!({"spec": together(vec![containers, volumes])});
            json!({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": metadata, "spec": spec})
        })
}

fn sides(original: Option<&Value>, modified: &Value, current: Option<&Value>) -> Sides {
    let read = |value: &Value| Arc::new(read("document", value.to_string().into_bytes()).unwrap());
    Sides {
        original: original.map(read),
        modified: read(modified),
        current: current.map(read),
    }
}

fn request(form: CreatedPatchType, sides: Sides) -> CreateRequest {
    CreateRequest {
        form,
        sides,
        schema: Arc::new(Schema::builtin()),
        overwrite: true,
        preconditions: Vec::new(),
        client: ClientFeatures::Library,
    }
}

/// What went wrong with a patch that should make `wanted` of `live`: nothing, or how it ended.
fn outcome(
    request: &CreateRequest,
    live: &Arc<mergescope::document::Document>,
) -> (Option<String>, Vec<Rule>) {
    let created = match create(request) {
        Ok(created) => created,
        Err(failure) => return (Some(failure.message.clone()), vec![failure.reason.rule]),
    };
    let document = &created.patch.document;
    assert_eq!(
        document.node_count(),
        created.patch.reasons.len(),
        "a reason for every node"
    );
    let merged = merge(
        Inputs {
            live: Arc::clone(live),
            patches: vec![Arc::clone(document)],
            schema: Arc::clone(&request.schema),
            semantics: request.form.into(),
        },
        false,
    );
    let wanted = &request.sides.modified;
    let found = match &merged.verdict {
        Verdict::Rejected(refusal) => Some(format!("refused: {}", refusal.message)),
        Verdict::Merged
            if same(
                &merged.tree,
                merged.tree.top(),
                &**wanted,
                wanted.root(),
                Numbers::ByValue,
            ) =>
        {
            None
        }
        Verdict::Merged => Some(format!("got {}", write::json_compact(&merged.tree))),
    };
    let found = found.map(|found| format!("{found}\npatch {}", write::json_compact(&**document)));
    let remarks = created.remarks.iter().map(|remark| remark.reason.rule).collect();
    (found, remarks)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_two_way_patch_leads_there_or_says_where_not(original in object(), modified in object()) {
        let request = request(CreatedPatchType::Strategic, sides(Some(&original), &modified, None));
        let live = request.sides.original.clone().unwrap();
        let (found, remarks) = outcome(&request, &live);
        prop_assert!(found.is_none() || !remarks.is_empty(), "{}\nfrom {original}\nto   {modified}", found.unwrap_or_default());
    }

    #[test]
    fn json_patches_and_merge_patches_lead_there(original in object(), modified in object()) {
        for form in [CreatedPatchType::Merge, CreatedPatchType::Json] {
            let request = request(form, sides(Some(&original), &modified, None));
            let live = request.sides.original.clone().unwrap();
            let (found, _) = outcome(&request, &live);
            prop_assert!(found.is_none(), "{}\nfrom {original}\nto   {modified}", found.unwrap_or_default());
        }
    }

    #[test]
    fn nothing_to_do_makes_no_patch(object in object()) {
        for form in [CreatedPatchType::Strategic, CreatedPatchType::Merge] {
            let request = request(form, sides(Some(&object), &object, Some(&object)));
            let created = create(&request);
            let Ok(created) = created else { continue };
            let document = &created.patch.document;
            prop_assert!(
                document.is_empty(document.root()) || form == CreatedPatchType::Strategic && {
                    // Sets that are not sorted bring their order every time, and outer lists theirs with it.
                    let text = write::json_compact(&**document);
                    text == format!("{{\"metadata\":{{\"$setElementOrder/finalizers\":{}}}}}", object["metadata"]["finalizers"])
                },
                "{}", write::json_compact(&**document)
            );
        }
    }
}
