//! Inputs of any size, made the same way every time.

use std::fmt::{self, Write};
use std::sync::Arc;

use mergescope::document::{read, read_live};
use mergescope::merge::{Inputs, Semantics};
use mergescope::schema::Schema;

use crate::good::Good;

/// A usual Deployment.
const DEPLOYMENT: &str = include_str!("deployment.yaml");

/// A usual patch for it.
const PATCH: &str = include_str!("patch.yaml");

/// What the patch does to the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A usual Deployment with a usual patch; there is no list to speak of.
    Usual,
    /// Every second entry gets another value.
    Plain,
    /// The same, under an order that names all entries as they stand.
    Ordered,
    /// The same, under an order that turns the list around.
    Reversed,
}

/// One input: a Pod whose only container has so many env entries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) shape: Shape,
    pub(crate) entries: usize,
    pub(crate) semantics: Semantics,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape {
            Shape::Usual => write!(f, "usual {}", self.semantics),
            shape => write!(f, "{shape:?} {} {:>6}", self.semantics, self.entries),
        }
    }
}

/// The sizes that growth is read from.
pub(crate) const SIZES: [usize; 6] = [100, 1_000, 3_000, 10_000, 30_000, 100_000];

/// Every shape at every size, under one semantics.
pub(crate) fn cases() -> Vec<Case> {
    of([Semantics::PROPOSAL])
}

/// Every shape with 50,000 entries: 100,000 lines.
pub(crate) fn cases_of_100_000_lines() -> Vec<Case> {
    let case = |(shape, semantics)| Case {
        shape,
        entries: 50_000,
        semantics,
    };
    let shapes = [Shape::Plain, Shape::Ordered, Shape::Reversed];
    let both = [Semantics::PROPOSAL, Semantics::KUBERNETES];
    let all = both
        .into_iter()
        .flat_map(|semantics| shapes.map(|shape| (shape, semantics)));
    all.map(case).collect()
}

/// The same under both.
pub(crate) fn cases_of_both() -> Vec<Case> {
    of([Semantics::PROPOSAL, Semantics::KUBERNETES])
}

fn of<const N: usize>(all: [Semantics; N]) -> Vec<Case> {
    let mut cases = Vec::new();
    for semantics in all {
        let case = |shape, entries| Case {
            shape,
            entries,
            semantics,
        };
        cases.push(case(Shape::Usual, 3));
        for shape in [Shape::Plain, Shape::Ordered, Shape::Reversed] {
            cases.extend(SIZES.map(|entries| case(shape, entries)));
        }
    }
    cases
}

/// A live object with `entries` env entries, in YAML.
pub(crate) fn live_yaml(entries: usize) -> String {
    let mut text = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: demo\nspec:\n  containers:\n  - name: web\n    image: shop:1.4\n    env:\n".to_owned();
    for index in 0..entries {
        let _ = write!(
            text,
            "    - name: VARIABLE_{index}\n      value: some value {index}\n"
        );
    }
    text
}

/// The same in JSON.
pub(crate) fn live_json(entries: usize) -> String {
    let mut text = r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"demo"},"spec":{"containers":[{"name":"web","image":"shop:1.4","env":["#.to_owned();
    for index in 0..entries {
        let comma = if index == 0 { "" } else { "," };
        let _ = write!(
            text,
            "{comma}\n  {{\"name\": \"VARIABLE_{index}\", \"value\": \"some value {index}\"}}"
        );
    }
    text.push_str("]}]}}\n");
    text
}

fn patch_yaml(shape: Shape, entries: usize) -> String {
    let mut text = "spec:\n  containers:\n  - name: web\n".to_owned();
    let order: Box<dyn Iterator<Item = usize>> = match shape {
        Shape::Reversed => Box::new((0..entries).rev()),
        Shape::Ordered => Box::new(0..entries),
        Shape::Plain | Shape::Usual => Box::new(0..0),
    };
    let changes: Box<dyn Iterator<Item = usize>> = match shape {
        Shape::Reversed => Box::new((0..entries).rev().step_by(2)),
        _ => Box::new((0..entries).step_by(2)),
    };
    for (at, index) in order.enumerate() {
        if at == 0 {
            text.push_str("    $setElementOrder/env:\n");
        }
        let _ = writeln!(text, "    - name: VARIABLE_{index}");
    }
    text.push_str("    env:\n");
    for index in changes {
        let _ = write!(
            text,
            "    - name: VARIABLE_{index}\n      value: another value {index}\n"
        );
    }
    text
}

/// The texts of a case: live and patch.
pub(crate) fn texts(case: Case) -> (String, String) {
    match case.shape {
        Shape::Usual => (DEPLOYMENT.to_owned(), PATCH.to_owned()),
        shape => (live_yaml(case.entries), patch_yaml(shape, case.entries)),
    }
}

/// A ConfigMap with a text of so many lines, and a patch that changes the one in the middle.
pub(crate) fn long_texts(lines: usize) -> (String, String) {
    let mut texts = ["old", "new"].map(|value| {
        let mut text = "data:\n  app.properties: |\n".to_owned();
        for index in 0..lines {
            let value = if index == lines / 2 { value } else { "same" };
            let _ = writeln!(text, "    server.{index}.host = {value}");
        }
        text
    });
    texts[0].insert_str(0, "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app\n");
    texts.into()
}

/// A case, read.
pub(crate) fn inputs(case: Case) -> Inputs {
    let (live, patch) = texts(case);
    let live = read_live("live.yaml", live.into_bytes()).good();
    let patch = read("patch.yaml", patch.into_bytes()).good();
    Inputs {
        live: Arc::new(live),
        patches: vec![Arc::new(patch)],
        schema: Arc::new(Schema::builtin()),
        semantics: case.semantics,
    }
}
