//! Comparisons of two results of the same inputs.

use std::sync::Arc;

use mergescope::document;
use mergescope::merge::{Inputs, Semantics, compare_merges, merge};
use mergescope::schema::Schema;

#[test]
fn items_of_two_patches_with_one_shape_differ() {
    let live = "{apiVersion: v1, kind: Pod, spec: {containers: [{name: web, env: [{name: a}, {name: b}]}]}}";
    let patch = |name: &str| {
        let text = format!("{{spec: {{containers: [{{name: web, env: [{{name: {name}}}]}}]}}}}");
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
