//! Comparisons of two results of the same inputs.

use std::sync::Arc;

use mergescope::document;
use mergescope::merge::{Inputs, Semantics, compare_merges, merge};
use mergescope::schema::Schema;

#[test]
fn items_of_two_patches_with_one_shape_differ() {
    let live = "{apiVersion: v1, kind: Pod, spec: {containers: [{name: web, env: [{name: a}, {name: b}]}]}}";
    let patch = |name: &str| {
        let text = format!("spec: {{containers: [{{name: web, env: [{{name: {name}}}]}}]}}");
        Arc::new(document::read(name, text.into_bytes()).unwrap())
    };
    let result = |semantics| {
        let inputs = Inputs {
            live: Arc::new(document::read_live("live", live.into()).unwrap()),
            patches: vec![patch("c"), patch("d")],
            schema: Arc::new(Schema::builtin()),
            semantics,
        };
        merge(inputs, false)
    };
    let found = compare_merges(&result(Semantics::PROPOSAL), &result(Semantics::KUBERNETES));
    assert_eq!(found.to_string(), "1 list in a different order");
}

#[test]
fn a_list_with_other_items_can_be_in_a_different_order_too() {
    let live = "{apiVersion: v1, kind: Pod, metadata: {name: web, finalizers: [d, e]}}";
    let patch = "metadata:\n  $setElementOrder/finalizers: [d, c]\n  $deleteFromPrimitiveList/finalizers: [d]\n  finalizers: [d, c]\n";
    let result = |semantics| {
        let inputs = Inputs {
            live: Arc::new(document::read_live("live", live.into()).unwrap()),
            patches: vec![Arc::new(document::read("patch", patch.into()).unwrap())],
            schema: Arc::new(Schema::builtin()),
            semantics,
        };
        merge(inputs, false)
    };
    // e, d, c and c, e.
    let found = compare_merges(&result(Semantics::PROPOSAL), &result(Semantics::KUBERNETES));
    assert_eq!(
        found.to_string(),
        "1 list in a different order, 1 other difference"
    );
}
