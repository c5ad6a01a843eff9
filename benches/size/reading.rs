//! Texts to documents, and the look-up of how a field merges.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use mergescope::document::read_live;
use mergescope::schema::Schema;

use crate::good::Good;
use crate::made::{self, SIZES};

fn text(bencher: Bencher<'_, '_>, name: &str, text: &str) {
    bencher
        .counter(BytesCount::new(text.len()))
        .with_inputs(|| text.as_bytes().to_vec())
        .bench_values(|bytes| read_live(name, bytes).good());
}

#[divan::bench(args = SIZES)]
fn yaml(bencher: Bencher<'_, '_>, entries: usize) {
    text(bencher, "live.yaml", &made::live_yaml(entries));
}

#[divan::bench(args = SIZES)]
fn json(bencher: Bencher<'_, '_>, entries: usize) {
    text(bencher, "live.json", &made::live_json(entries));
}

/// The table is built anew and asked once: what one run of the program pays.
#[divan::bench]
fn schema_cold() -> usize {
    let schema = Schema::builtin();
    let top = schema.top("apps/v1", "Deployment").good();
    usize::from(schema.field(black_box(top), "spec").is_ok())
}
