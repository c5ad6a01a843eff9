//! The laws for objects and patches without a schema, with many misplaced directives. The seed is random;
//! the gate sets a fixed one with `PROPTEST_RNG_SEED`, and `PROPTEST_CASES` sets the number of cases.

use std::sync::Arc;

use mergescope::merge::Dialect;
use mergescope::schema::Schema;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::decisions::all_switched;
use super::laws::{check_all, check_in, inputs};

const KEYS: [&str; 18] = [
    "spec",
    "metadata",
    "template",
    "containers",
    "env",
    "name",
    "finalizers",
    "strategy",
    "ports",
    "status",
    "mystery",
    "$patch",
    "$retainKeys",
    "$setElementOrder/containers",
    "$setElementOrder/finalizers",
    "$deleteFromPrimitiveList/finalizers",
    "$setElementOrder",
    "$patchMergeKey",
];

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        prop_oneof![
            Just(json!(80)),
            Just(json!(80.0)),
            Just(json!(1e300)),
            Just(json!(-1))
        ],
        prop::sample::select(vec!["a", "b", "name", "replace", "delete", "merge", ""]).prop_map(Value::from),
    ]
}

fn anything() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(6, 60, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(KEYS.to_vec()), inner), 0..5).prop_map(|entries| {
                let entries = entries.into_iter().map(|(key, value)| (key.to_owned(), value));
                Value::from(entries.collect::<Map<_, _>>())
            }),
        ]
    })
}

fn object() -> impl Strategy<Value = Value> {
    (
        anything(),
        prop::sample::select(vec!["Deployment", "ReplicaSet", "Nothing"]),
    )
        .prop_map(|(value, kind)| {
            let mut value = match value {
                Value::Object(entries) => Value::Object(entries),
                other => json!({ "spec": other }),
            };
            value["apiVersion"] = json!("apps/v1");
            value["kind"] = json!(kind);
            value
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_laws_hold_on_anything(
        live in object(),
        patch in anything(),
        like_live in any::<bool>(),
        switched in prop::sample::select(all_switched()),
    ) {
        let patch = match (like_live, patch) {
            // A patch with the structure of the live object matches more of it.
            (true, Value::Object(entries)) => {
                let mut both = live.clone();
                for (key, value) in entries {
                    both[key] = value;
                }
                both
            }
            (_, patch) => patch,
        };
        let schema = Arc::new(Schema::builtin());
        let inputs = inputs(&live.to_string(), &[&patch.to_string()], &schema);
        let named = Dialect::NAMED.iter().map(|row| row.dialect);
        check_in(named.chain([switched]), &inputs).map_err(TestCaseError::fail)?;
    }
}

#[test]
fn the_value_of_a_directive_can_be_that_of_a_field() {
    let live = json!({ "apiVersion": "apps/v1", "kind": "Deployment", "finalizers": "name" });
    let patch = json!({ "$deleteFromPrimitiveList/finalizers": "a" });
    let schema = Arc::new(Schema::builtin());
    check_all(&live.to_string(), &[&patch.to_string()], &schema).expect("the laws");
}

/// The first patch item replaces a list; the second one has another merge key than its live item had.
#[test]
fn a_second_item_of_a_key_is_not_compared_with_the_live_item() {
    let live = json!({ "apiVersion": "v1", "kind": "Pod", "spec": { "containers": [
        { "name": "a", "volumeDevices": [{ "name": "v", "devicePath": "/x" }] },
    ] } });
    let patch = json!({ "spec": { "containers": [
        { "name": "a", "volumeDevices": [{ "name": "w", "devicePath": "/w" }, { "$patch": "replace" }] },
        { "name": "a", "volumeDevices": [{ "name": "v", "devicePath": "/y" }] },
    ] } });
    let schema = Arc::new(Schema::builtin());
    check_all(&live.to_string(), &[&patch.to_string()], &schema).expect("the laws");
}
