//! After every way to move, the line with the cursor is visible and the explanation is about it.

use mergescope::document::{NodeId, Tree};
use mergescope::explorer::{Explorer, InputId, Message, Opening, Pane, on_message};
use mergescope::merge::{PatchType, Semantics};

use crate::support::*;

/// A variable that is added, with a value that is wider than a pane.
const WIDE: &str = r#"apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
      - name: web
        env:
        - name: OPTIONS
          value: -XX:MaxRAMPercentage=70 -XX:+ExitOnOutOfMemoryError -Dzone=a
"#;

fn under_kubernetes(live: &str, patch: &str) -> Explorer {
    Explorer::open(Opening {
        semantics: Semantics::KUBERNETES,
        ..opening(live, &[patch])
    })
    .unwrap()
}

/// The offsets of the live, patch and result panes.
fn x_offsets(state: &Explorer) -> [usize; 3] {
    Pane::ALL.map(|pane| state.workspace().panes().x_offset(pane))
}

/// The text of the line with the cursor in a pane.
fn line(state: &Explorer, pane: Pane) -> String {
    let view = state.workspace().panes().view(pane);
    let row = &state.rows(pane)[view.cursor - view.scroll];
    row.text.trim().to_owned()
}

fn title(state: &Explorer) -> String {
    state.explanation()[0].text.clone()
}

#[test]
fn a_search_scrolls_sideways_only_as_far_as_necessary_and_back() {
    let mut state = open(WIDE, &["spec: {replicas: 2}"]);
    frame(&mut state, 120, 40);
    press(&mut state, "g / z o n e");
    let offsets = x_offsets(&state);
    assert!(
        offsets.iter().any(|offset| (1..45).contains(offset)),
        "{offsets:?}"
    );
    assert!(frame(&mut state, 120, 40).contains("zone"));
    press(&mut state, "Esc");
    assert_eq!(x_offsets(&state), [0; 3]);
    for back in ["Esc", "g", "/ k i n d Enter", "^ s"] {
        let mut state = state.clone();
        press(&mut state, "/ z o n e Enter");
        assert_ne!(x_offsets(&state), [0; 3]);
        press(&mut state, back);
        assert_eq!(x_offsets(&state), [0; 3], "{back}");
    }
}

#[test]
fn opening_shows_the_line_of_the_step() {
    let lines = |change: &str| -> String {
        let line = |number: usize| format!("    server.{number} = backend-{number}{change}\n");
        (0..60).map(line).collect()
    };
    let text = |change: &str, other: &str| {
        format!("data:\n  app.properties: |\n{}  other: {other}\n", lines(change))
    };
    let live = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: app}}\n{}",
        text("", "x")
    );
    let mut state = open(&live, &[&text(".eu", "null")]);
    frame(&mut state, 120, 40);
    assert_eq!(title(&state), "removed · data.other");
    assert_eq!(line(&state, Pane::Live), "other: x");
    assert_eq!(line(&state, Pane::Patch), "other: null");
    assert_eq!(line(&state, Pane::Result), "other: x");
}

#[test]
fn every_jump_to_a_line_goes_to_the_step_that_changes_it() {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 120, 40);
    press(&mut state, "^ : s p e c . r e p l i c a s Enter");
    assert_eq!(title(&state), "set · spec.replicas");
    assert_eq!(line(&state, Pane::Result), "replicas: 3");
    press(&mut state, "$");
    let bytes = PATCH.replace("replicas: 3", "replicas: 4").into_bytes();
    let input = InputId::patch(0);
    on_message(&mut state, Message::Changed { input, bytes });
    press(&mut state, ";");
    assert_eq!(title(&state), "set · spec.replicas");
    assert_eq!(line(&state, Pane::Patch), "replicas: 4");
    // In the order of the list: an item that a step placed, one that an earlier step added, and one that no step changes.
    press(&mut state, "$ 3");
    let last = title(&state);
    for (item, about) in [
        ("s i d e c a r", "server-only · spec.template.spec.containers"),
        (
            "m e t r i c s",
            "added · spec.template.spec.containers[name=metrics]",
        ),
        ("w e b", &last),
    ] {
        let mut state = state.clone();
        press(&mut state, &format!("r / {item} Enter Enter"));
        let item = item.replace(' ', "");
        assert_eq!(line(&state, Pane::Result), format!("- name: {item}"));
        assert_eq!(title(&state), about, "{item}");
    }
}

#[test]
fn the_history_of_a_line_selects_the_current_step() {
    let mut state = open(LIVE, &[DIFFERING]);
    frame(&mut state, 120, 40);
    press(&mut state, "^");
    for position in 1..=state.workspace().merged().len() {
        press(&mut state, "s");
        let mut state = state.clone();
        press(&mut state, "Enter");
        let cursor = state.layers().list().unwrap().cursor();
        let rows = state.list_view().unwrap().rows;
        if rows.iter().any(|row| row.lead == position.to_string()) {
            assert_eq!(rows[cursor].lead, position.to_string());
        }
    }
}

#[test]
fn a_change_that_the_result_shows_is_not_outside_the_view() {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 80, 24);
    press(&mut state, "g");
    let bytes = PATCH.replace("replicas: 3", "replicas: 4").into_bytes();
    let input = InputId::patch(0);
    on_message(&mut state, Message::Changed { input, bytes });
    let shown = frame(&mut state, 80, 24);
    assert!(shown.contains("replicas: 4"), "{shown}");
    assert!(!said(&state).contains("outside the view"), "{}", said(&state));
}

#[test]
fn a_help_sentence_that_ends_in_a_colon_has_the_lines_after_it() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: c\n    image: c:1\n    env:\n    - name: POD_IP\n      valueFrom:\n        fieldRef: {fieldPath: status.podIP}\n    - name: PORT\n      value: '1'\n";
    let patch = "spec:\n  containers:\n  - name: c\n    env:\n    - name: POD_IP\n      value: a:$(PORT)\n";
    let mut state = under_kubernetes(live, patch);
    frame(&mut state, 120, 40);
    let lines = state.explanation();
    assert!(
        lines[0].text.starts_with("rejected by the API server"),
        "{}",
        lines[0].text
    );
    let help = lines
        .iter()
        .position(|line| line.text.starts_with("Help: "))
        .unwrap();
    let after: Vec<&str> = lines[help..]
        .iter()
        .map(|line| line.text.as_str())
        .take_while(|text| !text.is_empty())
        .collect();
    let joined = after.join("\n");
    assert!(
        joined.contains(":\n") && joined.contains("valueFrom: null"),
        "{joined}"
    );
    assert!(!joined.ends_with(':'), "{joined}");
}

#[test]
fn the_comparison_has_no_focused_side() {
    let mut state = open_differing();
    press(&mut state, "d");
    let shown = frame(&mut state, 120, 40);
    assert!(!shown.lines().next().unwrap().contains('▸'), "{shown}");
}

#[test]
fn a_step_names_its_patch_also_where_file_names_are_equal() {
    let texts = [
        "metadata: {labels: {a: b}}\n",
        "metadata: {labels: {c: d}}\n",
        "metadata: {labels: {e: f}}\n",
    ];
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, labels: {z: z}}\n";
    // Names of the files, and those in the step list.
    let cases: &[(&[&str], &[&str])] = &[
        (&["one.yaml", "two.yaml"], &["one", "two"]),
        (&["pa/patch.yaml", "pb2/patch.yaml"], &["pa ", "pb2"]),
        (&["/x/a/base/p.yaml", "/x/b/base/p.yaml"], &["a", "b"]),
        (&["a/x.yaml", "a/y.yaml", "b/x.yaml"], &["a/x", "a/y", "b/x"]),
        (
            &["backend-one.yaml", "backend-two.yaml"],
            &["…end-one", "…end-two"],
        ),
        (&["p.yaml", "p.yaml"], &["p1", "p2"]),
    ];
    for (files, names) in cases {
        let patches = files.iter().zip(texts).map(|(name, text)| given(name, text));
        let mut state = Explorer::open(Opening {
            patches: patches.collect(),
            ..opening(live, &[])
        })
        .unwrap();
        press(&mut state, "4 Home");
        let named = |text: &str| -> Vec<String> {
            let steps = text.lines().skip_while(|line| !line.contains(" steps "));
            let rows = steps.skip(2).filter_map(|line| line.split('│').next());
            let rows = rows.filter(|row| row.contains("set") || row.contains("added"));
            rows.map(str::to_owned).collect()
        };
        let rows = named(&frame(&mut state, 120, 40));
        assert!(rows.len() >= names.len(), "{rows:?}");
        for name in *names {
            assert!(
                rows.iter().any(|row| row.contains(&format!(" {name} "))),
                "{files:?} {name}: {rows:?}"
            );
        }
        // The name stays with its file.
        let field_of = |rows: &[String], name: &str| {
            let row = rows
                .iter()
                .find(|row| row.contains(&format!(" {name} ")))
                .cloned();
            row.unwrap_or_default()
                .split_whitespace()
                .last()
                .unwrap_or_default()
                .to_owned()
        };
        if !names[0].starts_with("p1") {
            let before = field_of(&rows, names[0]);
            press(&mut state, "W 4 Home");
            let rows = named(&frame(&mut state, 120, 40));
            assert_eq!(field_of(&rows, names[0]), before, "{files:?}: {rows:?}");
        }
    }
}

/// A pod with 30 variables; `RATE` uses `REGION`, which is defined before it.
const VARIABLES: &str = "\
apiVersion: v1
kind: Pod
metadata:
  name: p
spec:
  containers:
  - name: web
    image: web:1
    env:
";

fn pod() -> String {
    let item = |at: usize| format!("    - name: V{at}\n      value: '1'\n");
    let items: String = (0..30).map(item).collect();
    let last = "    - name: REGION\n      value: eu\n    - name: RATE\n      value: $(REGION)\n";
    format!("{VARIABLES}{items}{last}  - name: log\n    image: log:1\n")
}

fn variable(name: &str) -> String {
    format!("spec:\n  containers:\n  - name: web\n    env:\n    - name: {name}\n      value: new\n")
}

#[test]
fn other_semantics_show_the_place_of_the_step_unless_the_cursor_was_moved() {
    let patch = variable("REGION");
    let patch = format!("{patch}    $setElementOrder/env:\n    - name: RATE\n    - name: REGION\n");
    for (script, keeps) in [("", false), ("g", true)] {
        let mut state = under_kubernetes(&pod(), &patch);
        frame(&mut state, 80, 24);
        press(&mut state, script);
        press(&mut state, "m");
        let mut fresh = open(&pod(), &[&patch]);
        frame(&mut fresh, 80, 24);
        let places = [&state, &fresh].map(|state| line(state, Pane::Result));
        assert_eq!(title(&state), title(&fresh));
        assert_eq!(places[0] != places[1], keeps, "{places:?}");
    }
}

#[test]
fn patches_in_another_order_show_the_place_of_the_step() {
    let other = "spec:\n  containers:\n  - name: log\n    image: log:2\n";
    let mut state = open(&pod(), &[&variable("V3"), other]);
    frame(&mut state, 120, 40);
    press(&mut state, "W");
    assert!(title(&state).contains("V3"), "{}", title(&state));
    assert_eq!(line(&state, Pane::Result), "value: new");
    assert_eq!(line(&state, Pane::Patch), "value: new");
}

#[test]
fn a_replaced_patch_is_shown_with_the_rows_before_its_place() {
    let other = variable("V25").replace("new", "other");
    let mut fresh = open(&pod(), &[&other]);
    frame(&mut fresh, 120, 40);
    let views =
        |state: &Explorer| [Pane::Live, Pane::Result].map(|pane| state.workspace().panes().view(pane).scroll);
    for script in ["", "1 g", "2 g", "3 g"] {
        let mut state = open(&pod(), &[&variable("V3")]);
        frame(&mut state, 120, 40);
        press(&mut state, script);
        let bytes = other.clone().into_bytes();
        let input = InputId::patch(0);
        on_message(&mut state, Message::Changed { input, bytes });
        frame(&mut state, 120, 40);
        assert_eq!(line(&state, Pane::Result), "value: other");
        assert_eq!(views(&state), views(&fresh), "{script}");
    }
}

#[test]
fn a_field_without_a_step_is_linked_to_the_same_field_of_the_configuration() {
    let mut seen = 0;
    for (lesson, opening) in merged_lessons() {
        if opening.semantics.patch_type() != PatchType::Apply {
            continue;
        }
        let state = Explorer::open(opening).unwrap();
        let merged = state.workspace().merged();
        let (live, applied) = (merged.live(), merged.patches().next().unwrap());
        let (live, applied) = (live.document(), merged.patch(applied).unwrap().document());
        for node in (0..live.node_count() as u32).map(NodeId) {
            // Down to the first list.
            let mut above: Vec<NodeId> = live.ancestors(node).collect();
            above.reverse();
            let keys = above[1..].iter().map_while(|node| live.key(*node));
            let mut nearest = (applied.root(), true);
            let mut depth = 0;
            for key in keys {
                match applied.get(nearest.0, key).filter(|_| nearest.1) {
                    Some(child) => nearest.0 = child,
                    None => nearest.1 = false,
                }
                depth += 1;
            }
            if depth + 1 < above.len() && nearest.1 {
                continue;
            }
            let near = merged.links().at_live(merged.merge(), node).patch.unwrap();
            let found = (near.node.node, near.exact);
            assert_eq!(found, nearest, "{} {:?}", lesson.name, live.key(node));
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn the_cursors_are_on_the_value_of_another_type_and_on_the_live_value() {
    let live =
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: a\n    image: b\n";
    let mut state = under_kubernetes(live, "spec:\n  containers: {name: a}\n");
    frame(&mut state, 120, 40);
    for keys in ["", "S s"] {
        press(&mut state, keys);
        assert_eq!(line(&state, Pane::Live), "containers:");
        assert_eq!(line(&state, Pane::Result), "containers:");
    }
}
