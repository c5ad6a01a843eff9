//! Documents that are no manifests, or hardly: nothing breaks, whatever is pressed.

use mergescope::document::read;
use mergescope::explorer::{Pane, State};

use crate::support::*;

fn texts() -> Vec<String> {
    let deep = 2000;
    let mut all: Vec<String> = [
        "",
        "# only a comment\n",
        "null\n",
        "text\n",
        "[]\n",
        "{}\n",
        "- a\n- - b\n  - c\n- {}\n",
        "apiVersion: v1\nkind: Pod\n",
        "apiVersion: v1\nkind: Pod\nspec:\n  containers: []\n",
        "apiVersion: v1\nkind: Pod\nspec: null\n",
        "apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n    one\n\n      two\n  b: \"x\\ty\"\n  ? [\n",
        "apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n    one\n\n      two\n  \"\": empty key\n",
        "apiVersion: v1\nkind: ConfigMap\ndata: &x {a: b}\nlabels: *x\n",
        "apiVersion: v1\nkind: ConfigMap\ndata:\n  a: 1\n  a: 2\n",
        "apiVersion: v1\nkind: ConfigMap\ndata: null\n$patch: replace\n",
        "$patch: delete\n",
        "kind: null\n",
    ]
    .map(str::to_owned)
    .into();
    all.push(format!("{}{}", "[".repeat(deep), "]".repeat(deep)));
    all.push(format!(
        "apiVersion: v1\nkind: Pod\nspec: {}1{}\n",
        "{a: ".repeat(deep),
        "}".repeat(deep)
    ));
    all.push(format!(
        "apiVersion: v1\nkind: Pod\nmetadata: {{name: {}}}\n",
        "w".repeat(100_000)
    ));
    all
}

#[test]
fn odd_documents_can_be_walked() {
    let readable: Vec<String> = texts()
        .into_iter()
        .filter(|text| read("t", text.clone().into_bytes()).is_ok())
        .collect();
    assert!(readable.len() > 15, "{}", readable.len());
    for live in &readable {
        for patch in &readable {
            let Ok(mut state) = try_open(live, &[patch]) else {
                continue;
            };
            walk(&mut state);
        }
    }
}

fn walk(state: &mut State) {
    frame(state, 84, 24);
    for script in [
        "g", "s", "s", "G", "1", "End", "Home", "2", "End", "3", "End", "Up", "PgUp", "m", "5", "Down", "?",
    ] {
        press(state, script);
        for pane in [Pane::Live, Pane::Patch, Pane::Result] {
            let view = state.view(pane);
            assert!(view.cursor < state.row_count(pane).max(1));
        }
    }
    frame(state, 120, 40);
}
