//! A whole `merge` of 10 MB beside the least that any program must do: the event pass of the YAML reader, the parse of
//! serde_json.

use std::sync::Arc;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use granit_parser::Parser;
use mergescope::document::{Document, read, read_live, write};
use mergescope::merge::{Inputs, Semantics, merge};
use mergescope::schema::Schema;

use crate::good::Good;
use crate::made;

/// About 10 MB of YAML and 11 MB of JSON.
const ENTRIES: usize = 190_000;

const PATCH: &str = "spec:\n  containers:\n  - name: web\n    image: shop:1.5\n";

/// What `mergescope merge` does between reading its files and writing its result, the other semantics left aside.
fn whole(text: &str, print: fn(&mergescope::merge::ResultTree) -> String) -> String {
    let live: Document = read_live("live", text.as_bytes().to_vec()).good();
    let patch = read("patch.yaml", PATCH.as_bytes().to_vec()).good();
    let inputs = Inputs {
        live: Arc::new(live),
        patches: vec![Arc::new(patch)],
        schema: Arc::new(Schema::builtin()),
        semantics: Semantics::PROPOSAL,
    };
    print(&merge(inputs, false).tree)
}

#[divan::bench(sample_count = 10)]
fn yaml_events(bencher: Bencher<'_, '_>) {
    let text = made::live_yaml(ENTRIES);
    bencher.counter(BytesCount::new(text.len())).bench(|| {
        let events = Parser::new_from_str(black_box(&text));
        events.filter(|event| event.is_ok()).count()
    });
}

#[divan::bench(sample_count = 10)]
fn yaml_merge(bencher: Bencher<'_, '_>) {
    let text = made::live_yaml(ENTRIES);
    bencher
        .counter(BytesCount::new(text.len()))
        .bench(|| whole(&text, write::yaml));
}

#[divan::bench(sample_count = 10)]
fn json_parse(bencher: Bencher<'_, '_>) {
    let text = made::live_json(ENTRIES);
    bencher
        .counter(BytesCount::new(text.len()))
        .bench(|| serde_json::from_str::<serde_json::Value>(black_box(&text)).good());
}

#[divan::bench(sample_count = 10)]
fn json_merge(bencher: Bencher<'_, '_>) {
    let text = made::live_json(ENTRIES);
    bencher
        .counter(BytesCount::new(text.len()))
        .bench(|| whole(&text, write::json));
}
