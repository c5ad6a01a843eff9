//! The merge itself, with and without the trace.

use divan::Bencher;
use mergescope::document::write;
use mergescope::merge::{compare_merges, merge};

use crate::made::{self, Case, cases, cases_of_both};

fn run(bencher: Bencher<'_, '_>, case: &Case, traced: bool) {
    let inputs = made::inputs(*case);
    bencher
        .with_inputs(|| inputs.clone())
        .bench_values(|inputs| merge(inputs, traced));
}

#[divan::bench(args = cases_of_both())]
fn untraced(bencher: Bencher<'_, '_>, case: &Case) {
    run(bencher, case, false);
}

#[divan::bench(args = cases_of_both())]
fn traced(bencher: Bencher<'_, '_>, case: &Case) {
    run(bencher, case, true);
}

/// Whether both semantics end alike.
#[divan::bench(args = cases())]
fn compare(bencher: Bencher<'_, '_>, case: &Case) {
    let mut inputs = made::inputs(*case);
    let first = merge(inputs.clone(), false);
    inputs.semantics = inputs.semantics.other();
    let second = merge(inputs, false);
    bencher.bench(|| compare_merges(&first, &second));
}

/// The result as YAML.
#[divan::bench(args = cases())]
fn print(bencher: Bencher<'_, '_>, case: &Case) {
    let merged = merge(made::inputs(*case), false);
    bencher.bench(|| write::yaml(&merged.tree));
}
