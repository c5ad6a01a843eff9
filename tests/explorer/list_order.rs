//! The order of a list: where Enter leads, a rejected list, and the lines between the columns.

use mergescope::explorer::{Explorer, Opening, Pane};
use mergescope::merge::Semantics;

use crate::support::*;

/// A Pod with these environment variables.
fn pod(names: &str) -> String {
    let item = |name: &str| format!("    - {{name: {name}, value: v}}\n");
    let items: String = names.split(' ').map(item).collect();
    format!(
        "apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec:\n  containers:\n  - name: web\n    image: i\n    env:\n{items}"
    )
}

/// A patch that orders and sets variables, and sets the image after them.
fn patch(order: &str, set: &str) -> String {
    let entry = |name: &str| format!("    - name: {name}\n");
    let order: String = order.split(' ').map(entry).collect();
    let item = |name: &str| format!("    - {{name: {name}, value: new}}\n");
    let set: String = set.split(' ').map(item).collect();
    format!(
        "spec:\n  containers:\n  - name: web\n    $setElementOrder/env:\n{order}    env:\n{set}    image: new\n"
    )
}

fn title(state: &Explorer) -> String {
    let lines = state.explanation();
    let about = |text: &&str| text.contains(" · ");
    lines
        .iter()
        .map(|line| &*line.text)
        .find(about)
        .unwrap_or_default()
        .to_owned()
}

fn line(state: &Explorer, pane: Pane) -> String {
    let view = state.workspace().panes().view(pane);
    state.rows(pane)[view.cursor - view.scroll].text.trim().to_owned()
}

#[test]
fn an_item_that_is_removed_and_added_again_is_shown_first() {
    let patch = "spec:\n  containers:\n  - name: web\n    env:\n    - {name: B, $patch: delete}\n    - {name: D, value: new}\n    \
                 - {name: B, value: new}\n";
    let mut state = open(&pod("A B C D"), &[patch]);
    press(&mut state, "$ r");
    let shown = frame(&mut state, 120, 40);
    assert!(shown.contains("▸4 + B"), "{shown}");
}

#[test]
fn the_item_that_moved_farthest_is_shown_first() {
    // The server-only items are placed first: they shift by one, and B moves to the end.
    let patch = "spec:\n  containers:\n  - name: web\n    env:\n    - {name: B, value: new}\n    - {name: Z, value: new}\n";
    let mut state = open(&pod("A B C D E"), &[patch]);
    press(&mut state, "$ r");
    let shown = frame(&mut state, 120, 40);
    let row = shown
        .lines()
        .find(|line| line.contains('▸') && !line.contains("order"))
        .unwrap();
    assert!(row.contains(" B ") && row.contains("2 → 5"), "{shown}");
}

#[test]
fn the_item_that_left_its_live_place_is_marked() {
    // The server-only items are placed first, then the listed ones change places.
    let patch = "spec:\n  containers:\n  - name: web\n    env:\n    - {name: E, value: new}\n    - {name: A, value: new}\n";
    let mut state = open(&pod("A B C D E"), &[patch]);
    press(&mut state, "$ r");
    let shown = frame(&mut state, 120, 40);
    let row = |name: &str, end: &str| {
        shown
            .lines()
            .find(|line| line.trim_end().ends_with(end) && line.contains(name))
            .unwrap_or_else(|| panic!("{name} {end}\n{shown}"))
    };
    assert!(row("⇅ A", "1 → 5").contains('▸'), "{shown}");
    assert!(!row("E", "5 → 4").contains('⇅'), "{shown}");
}

/// It is no server-only item, and the order lists nothing.
#[test]
fn a_new_item_that_the_order_does_not_list_has_its_own_reason() {
    let patch = "spec:\n  containers:\n  - name: web\n    $setElementOrder/env: []\n    env:\n    - {name: Z, value: z}\n    - {name: C, value: c}\n";
    let mut state = Explorer::open(Opening {
        semantics: Semantics::KUBERNETES,
        ..opening(&pod("A B C"), &[patch])
    })
    .unwrap();
    press(&mut state, "$ r / Z Enter");
    let shown = frame(&mut state, 160, 40);
    let reason = "Kubernetes sorts the items of `env` that `$setElementOrder/env` does not list by their live position.";
    assert!(shown.contains(reason), "{shown}");
}

#[test]
fn enter_goes_to_the_step_that_placed_the_item() {
    let (live, patch) = (pod("A B C D E"), patch("D C B Z", "D C Z"));
    let env = "spec.containers[name=web].env";
    // The item, and the step that Enter goes to.
    for (item, effect) in [
        // Its value is set by an earlier step.
        ("D", "reordered"),
        ("C", "reordered"),
        ("B", "reordered"),
        ("Z", "reordered"),
        ("A", "server-only"),
        ("E", "server-only"),
    ] {
        let mut state = open(&live, &[&patch]);
        frame(&mut state, 120, 40);
        press(&mut state, &format!("$ r / {item} Enter Enter"));
        assert_eq!(title(&state), format!("{effect} · {env}"), "{item}");
        assert_eq!(line(&state, Pane::Result), format!("- name: {item}"));
        assert!(
            said(&state).contains(&format!("{env}[name={item}]; b: back")),
            "{}",
            said(&state)
        );
        press(&mut state, "b");
        assert_eq!(
            state.workspace().merged().position(),
            state.workspace().merged().len()
        );
    }
}

#[test]
fn a_rejected_list_has_no_result() {
    let sample = |name| std::fs::read_to_string(format!("samples/19-order-mismatch/{name}")).unwrap();
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let mut state = open(&sample("live.yaml"), &[&sample("patch.yaml")]);
        press(&mut state, "r");
        let text = frame(&mut state, width, height);
        let order = state.layers().list_order().unwrap().order();
        assert_eq!(order.columns.each_ref().map(Vec::len), [3, 3, 0]);
        assert!(text.contains("✗ no result"), "{text}");
        assert!(text.contains("no result: the patch is"), "{text}");
        press(&mut state, "S");
        let text = frame(&mut state, width, height);
        assert!(
            text.contains("result (3)") && !text.contains("no result"),
            "{text}"
        );
        press(&mut state, "s Enter");
        assert!(title(&state).starts_with("rejected"), "{}", title(&state));
    }
}

#[test]
fn a_list_that_is_not_reordered_is_named() {
    let two = |env: &str| format!("{}  - name: api\n    image: i\n    env:\n{env}", pod("A B C"));
    let live = two("    - {name: D, value: v}\n    - {name: E, value: v}\n");
    let patch = patch("C B A", "C");
    for (to, want) in [
        ("spec.containers[name=web].env", ""),
        (
            "spec.containers[name=api].env[name=E]",
            "containers[name=api].env is not reordered; showing containers[name=web].env",
        ),
    ] {
        let mut state = open(&live, &[&patch]);
        frame(&mut state, 120, 40);
        let letters: Vec<String> = to.chars().map(String::from).collect();
        press(&mut state, &format!("$ : {} Enter r", letters.join(" ")));
        let order = state
            .layers()
            .list_order()
            .map(|screen| screen.order().path.clone());
        assert_eq!(order.as_deref(), Some("spec.containers[name=web].env"), "{to}");
        assert!(said(&state).contains(want), "{to}: {}", said(&state));
        assert_eq!(said(&state).contains("not reordered"), !want.is_empty(), "{to}");
    }
}

#[test]
fn a_finding_about_an_item_shows_the_item() {
    let live = pod("A B C");
    let patch = "spec: {containers: [{name: web, env: [{name: C, value: v}, {name: A, value: v}]}]}";
    let mut state = open(&live, &[patch]);
    frame(&mut state, 120, 40);
    press(&mut state, "^ x");
    assert_eq!(title(&state), "warned · spec.containers[name=web].env[name=A]");
    assert_eq!(line(&state, Pane::Result), "- name: A");
}

#[test]
fn a_line_without_room_has_a_number_with_a_legend() {
    let live = pod("ALPHA BETA GAMMA DELTA EPSILON ZETA");
    let patch = patch("ZETA EPSILON DELTA GAMMA BETA ALPHA", "ALPHA");
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        for ascii in [false, true] {
            let mut state = open(&live, &[&patch]);
            press(&mut state, "$ r");
            let (text, _) = frame_of(&mut state, width, height, "dark", ascii);
            let line = if ascii { '_' } else { '─' };
            assert!(
                text.contains(&format!("5{line} "))
                    && text.contains(&format!("N{line} "))
                    && text.contains("from row N"),
                "{text}"
            );
            // The number is not at the end of another line.
            let cells: Vec<char> = text.chars().collect();
            let is_end = |pair: &[char]| "│╭╮╰╯┼─_|".contains(pair[0]) && pair[1].is_ascii_digit();
            assert!(!cells.windows(2).any(is_end), "{text}");
        }
    }
}

/// The frame of the order after the operations of a JSON patch.
fn order_of_operations(operations: &str, keys: &str) -> (Explorer, String) {
    let mut given = opening(&pod("A B C D"), &[operations]);
    given.semantics = mergescope::merge::Semantics::JSON_PATCH;
    let mut state = Explorer::open(given).unwrap();
    frame(&mut state, 120, 40);
    press(&mut state, keys);
    let text = frame(&mut state, 120, 40);
    (state, text)
}

#[test]
fn an_item_that_an_operation_moves_is_one_item() {
    let env = "/spec/containers/0/env";
    let back = format!("- {{op: move, from: {env}/2, path: {env}/0}}\n");
    let (mut state, text) = order_of_operations(&back, "$ r");
    assert!(text.contains("C · live 3 · not listed · now 1"), "{text}");
    assert!(text.contains("json-move-in"), "{text}");
    for row in ["3 → 1", "1 → 2", "2 → 3", "result (4)"] {
        assert!(text.contains(row), "{row}\n{text}");
    }
    assert!(!text.contains("No step has changed the order yet."), "{text}");
    press(&mut state, "Enter");
    assert!(title(&state).contains("env[name=C]"), "{}", title(&state));
    // Before the first step it has not moved, and between the two steps of the move it is in no row.
    let (_, text) = order_of_operations(&back, "^ r");
    assert!(text.contains("No step has changed the order yet."), "{text}");
    let (_, text) = order_of_operations(&back, "^ s r");
    assert!(text.contains("result (3)"), "{text}");
    // Moved twice, and another item added and one removed.
    let more = format!(
        "{back}- {{op: move, from: {env}/0, path: {env}/3}}\n- {{op: remove, path: {env}/0}}\n- {{op: add, path: {env}/0, value: {{name: NEW}}}}\n"
    );
    let (mut state, text) = order_of_operations(&more, "$ r / C Enter");
    assert!(text.contains("C · live 3 · not listed · now 4"), "{text}");
    press(&mut state, "Up Up Up");
    let text = frame(&mut state, 120, 40);
    assert!(text.contains("NEW · live none · not listed · now 1"), "{text}");
    assert!(text.contains("json-add-item"), "{text}");
}

#[test]
fn the_cursor_is_beside_the_item_that_the_words_are_about() {
    let (live, patch) = (pod("A B C D E"), patch("D C B Z", "D C Z"));
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let mut state = open(&live, &[&patch]);
        press(&mut state, "$ r g");
        for _ in 0..6 {
            let text = frame(&mut state, width, height);
            let name = text.lines().find(|line| line.contains(" · live ")).unwrap();
            let name = name.trim_start().split(' ').next().unwrap();
            let beside: Vec<&str> = text
                .lines()
                .skip(2)
                .take(6)
                .flat_map(|line| line.split('▸').skip(1))
                .collect();
            assert!(!beside.is_empty(), "{text}");
            for item in beside {
                let own = item
                    .split_whitespace()
                    .find(|word| word.chars().all(|c| c.is_ascii_uppercase()));
                assert_eq!(own, Some(name), "{text}");
            }
            press(&mut state, "Down");
        }
    }
}

#[test]
fn the_example_of_the_legend_is_a_row_of_the_list() {
    let (live, patch) = (pod("A B C"), patch("C B A", "C"));
    let mut state = open(&live, &[&patch]);
    press(&mut state, "$ r");
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let text = frame(&mut state, width, height);
        assert!(!text.contains("row 7"), "{text}");
    }
}
