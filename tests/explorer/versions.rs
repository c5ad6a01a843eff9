//! Good saves are versions: walked, listed, compared, and the newest one stands out for a moment.

use mergescope::explorer::InputId;
use std::sync::Arc;

use mergescope::explorer::{Explorer, Message, Pane, on_message};
use mergescope::report::comparison::DifferenceSign;
use mergescope::schema::Schema;

use crate::support::*;

fn save(state: &mut Explorer, input: InputId, text: &str) {
    let bytes = text.as_bytes().to_vec();
    on_message(state, Message::Changed { input, bytes });
}

fn replicas(state: &Explorer) -> String {
    let merge = state.workspace().merged().merge();
    mergescope::document::write::yaml(&merge.tree)
        .lines()
        .find(|line| line.contains("replicas"))
        .unwrap()
        .trim()
        .to_owned()
}

fn patched(count: usize) -> String {
    PATCH.replace("replicas: 3", &format!("replicas: {count}"))
}

/// The texts of the rows that stand out.
fn flashing(state: &Explorer, pane: Pane) -> Vec<String> {
    let rows = state.rows(pane);
    let rows = rows.iter().filter(|row| row.flash);
    rows.map(|row| row.text.trim().to_owned()).collect()
}

#[test]
fn the_title_says_that_an_older_version_is_shown() {
    for (width, height) in [(80, 24), (60, 20), (100, 30), (120, 40)] {
        let mut state = open(LIVE, &[PATCH]);
        frame(&mut state, width, height);
        save(&mut state, InputId::patch(0), &patched(5));
        press(&mut state, "<");
        for key in ["3", "S", "1", "2", "4"] {
            press(&mut state, key);
            let text = frame(&mut state, width, height);
            assert!(
                text.lines().next().unwrap().contains("version 1/2"),
                "{key}\n{text}"
            );
        }
        press(&mut state, "3");
        let text = frame(&mut state, width, height);
        let is_named = text
            .lines()
            .next()
            .unwrap()
            .contains("version 1/2 · proposal · step ");
        assert!(is_named || (width, height) != (80, 24), "{text}");
    }
}

fn opened() -> Explorer {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 200, 60);
    state
}

#[test]
fn walking_shows_each_version_and_says_which() {
    let mut state = opened();
    save(&mut state, InputId::patch(0), &patched(4));
    save(&mut state, InputId::patch(0), "spec: {");
    save(&mut state, InputId::patch(0), &patched(4));
    save(&mut state, InputId::patch(0), &patched(5));
    assert_eq!(state.workspace().versions().title(), None);
    press(&mut state, "<");
    // A broken save is none, the same text again neither.
    assert_eq!(
        state.workspace().versions().title().as_deref(),
        Some("version 2/3")
    );
    assert_eq!(replicas(&state), "replicas: 4");
    assert!(frame(&mut state, 120, 40).contains("version 2/3"));
    press(&mut state, "<");
    assert_eq!(replicas(&state), "replicas: 3");
    press(&mut state, "V");
    assert_eq!(
        (state.workspace().versions().title(), replicas(&state)),
        (None, "replicas: 5".to_owned())
    );
}

#[test]
fn a_save_while_an_older_version_is_shown_is_kept_and_said() {
    let mut state = opened();
    save(&mut state, InputId::patch(0), &patched(4));
    press(&mut state, "<");
    save(&mut state, InputId::patch(0), &patched(6));
    assert_eq!(said(&state), "version 3 saved; V: show it");
    assert_eq!(
        (
            state.workspace().versions().title().as_deref(),
            replicas(&state).as_str()
        ),
        (Some("version 1/3"), "replicas: 3")
    );
    save(&mut state, InputId::patch(0), "spec: {");
    assert_eq!(state.workspace().inputs().errors().count(), 1);
    press(&mut state, "V");
    assert_eq!(replicas(&state), "replicas: 6");
    press(&mut state, "<");
    save(&mut state, InputId::LIVE, &LIVE.replace("shop:1.4", "shop:1.5"));
    press(&mut state, "V ;");
    assert!(
        said(&state).starts_with("change 1 of 1: deployment.yaml:"),
        "{}",
        said(&state)
    );
}

#[test]
fn what_the_last_save_changed_stands_out_until_its_time_is_over() {
    let mut state = opened();
    assert_eq!(state.workspace().versions().flashing(), None);
    save(&mut state, InputId::patch(0), &patched(4));
    assert_eq!(state.workspace().versions().flashing(), Some(1));
    assert_eq!(flashing(&state, Pane::Result), ["replicas: 4"]);
    assert_eq!(flashing(&state, Pane::Patch), ["replicas: 4"]);
    assert_eq!(flashing(&state, Pane::Live), [""; 0]);
    on_message(&mut state, Message::FlashOver);
    assert_eq!(
        (
            state.workspace().versions().flashing(),
            flashing(&state, Pane::Result)
        ),
        (None, vec![])
    );
    // Live has other nodes now: items are still told apart by their keys.
    save(
        &mut state,
        InputId::LIVE,
        &LIVE.replace("image: shop:1.4", "image: shop:1.4\n        tty: true"),
    );
    assert_eq!(flashing(&state, Pane::Result), ["tty: true"]);
}

#[test]
fn files_that_are_saved_together_are_one_save() {
    let mut state = opened();
    save(
        &mut state,
        InputId::LIVE,
        &LIVE.replace("image: shop:1.4", "image: shop:1.6"),
    );
    save(&mut state, InputId::patch(0), &patched(4));
    assert!(
        said(&state).starts_with("deployment.yaml and patch.yaml reloaded; result: "),
        "{}",
        said(&state)
    );
    press(&mut state, "; ;");
    assert!(
        said(&state).starts_with("change 2 of 2: deployment.yaml:"),
        "{}",
        said(&state)
    );
    // The next save of the same file is a save of its own.
    save(&mut state, InputId::patch(0), &patched(5));
    assert!(
        said(&state).starts_with("patch.yaml reloaded; result: spec.replicas changed"),
        "{}",
        said(&state)
    );
}

#[test]
fn a_text_becomes_a_version_when_it_is_saved_not_while_it_is_typed() {
    let mut state = opened();
    press(&mut state, "e");
    on_message(&mut state, Message::Edited(patched(7)));
    assert_eq!(state.workspace().versions().flashing(), None);
    on_message(&mut state, saved());
    press(&mut state, "Esc <");
    assert_eq!(
        state.workspace().versions().title().as_deref(),
        Some("version 1/2")
    );
}

#[test]
fn what_another_program_wrote_just_before_a_save_is_a_version() {
    let mut state = opened();
    press(&mut state, "e");
    on_message(&mut state, Message::Edited(patched(7)));
    on_message(
        &mut state,
        Message::Saved {
            note: None,
            overwritten: Some(patched(5).into_bytes()),
        },
    );
    press(&mut state, "Esc");
    assert_eq!(replicas(&state), "replicas: 7");
    press(&mut state, "<");
    assert_eq!(
        (
            replicas(&state).as_str(),
            state.workspace().versions().title().as_deref()
        ),
        ("replicas: 5", Some("version 2/3"))
    );
}

#[test]
fn large_texts_are_walked_beside_the_keys() {
    let mut state = opened().with_background_bytes(0);
    let work = |state: &mut Explorer| {
        let done = state.task().unwrap().run(&mut |_| true).unwrap();
        on_message(state, Message::Done(Box::new(done)));
    };
    save(&mut state, InputId::patch(0), &patched(8));
    work(&mut state);
    press(&mut state, "<");
    assert_eq!(replicas(&state), "replicas: 8");
    work(&mut state);
    assert_eq!(
        (
            replicas(&state).as_str(),
            state.workspace().versions().title().as_deref()
        ),
        ("replicas: 3", Some("version 1/2"))
    );
}

#[test]
fn the_list_of_versions_and_two_of_them_side_by_side() {
    let mut state = opened();
    on_message(&mut state, Message::Clock("10:00:00 UTC".to_owned()));
    save(&mut state, InputId::patch(0), &patched(4));
    on_message(&mut state, Message::FlashOver);
    press(&mut state, "v");
    insta::assert_snapshot!("versions-120x40", frame(&mut state, 120, 40));
    insta::assert_snapshot!("versions-60x20", frame(&mut state, 60, 20));
    press(&mut state, "Up c");
    insta::assert_snapshot!("versions-compared-120x40", frame(&mut state, 120, 40));
}

#[test]
fn two_versions_lie_side_by_side_with_the_lines_that_make_them_differ() {
    let mut state = opened();
    save(
        &mut state,
        InputId::patch(0),
        &patched(4).replace("shop:1.5", "shop:1.6"),
    );
    save(&mut state, InputId::patch(0), &patched(9));
    press(&mut state, "v Home c");
    let names = |state: &Explorer| {
        state
            .layers()
            .compare()
            .map(|screen| screen.titles().map(|(name, _)| name))
    };
    assert_eq!(names(&state).unwrap(), ["version 1", "version 3"]);
    let rows = state.layers().compare().unwrap().visible_rows();
    let [left, right] = rows
        .iter()
        .find(|row| row.sign == DifferenceSign::Value)
        .unwrap()
        .sides
        .each_ref();
    let text = |side: &Option<mergescope::explorer::PaneRow>| side.as_ref().unwrap().text.trim().to_owned();
    assert_eq!(
        (text(left), text(right)),
        ("replicas: 3".into(), "replicas: 9".into())
    );
    let words = state.layers().compare().unwrap().explanation().unwrap();
    assert_eq!(words.number, "1/1");
    let shown = words
        .sides
        .map(|lines| lines.into_iter().map(|line| line.text).collect::<Vec<_>>());
    assert!(
        shown[0].iter().any(|line| line.ends_with("replicas: 3")),
        "{shown:?}"
    );
    assert!(
        shown[1].iter().any(|line| line.ends_with("replicas: 9")),
        "{shown:?}"
    );
    assert!(shown[0][0].starts_with("from patch.yaml:"), "{shown:?}");
    // The semantics are no longer what differs.
    press(&mut state, "m");
    assert_eq!(said(&state), "both sides are versions with proposal semantics");
    press(&mut state, "n");
    assert_eq!(said(&state), "this is the only difference");
    // Enter leads to the step in the panes, which show the newest.
    press(&mut state, "Enter");
    let step = state.workspace().merged().step().unwrap();
    assert_eq!(
        state.workspace().merged().merge().step_path(step).to_string(),
        "spec.replicas"
    );
    // Version 2 has more: its other value is the second difference.
    press(&mut state, "v Up c");
    assert_eq!(names(&state).unwrap(), ["version 2", "version 3"]);
    assert_eq!(
        state.layers().compare().unwrap().explanation().unwrap().number,
        "1/2"
    );
    press(&mut state, "n");
    assert_eq!(
        state.layers().compare().unwrap().explanation().unwrap().number,
        "2/2"
    );
}

fn schema(text: &str) -> Arc<Schema> {
    let mut schema = Schema::builtin();
    schema.declare("spec.parts", text).unwrap();
    Arc::new(schema)
}

#[test]
fn a_saved_schema_merges_anew_and_is_a_version() {
    let widget = |parts: &str| format!("apiVersion: example.com/v1\nkind: Widget\nspec:\n  parts:\n{parts}");
    let live = widget("  - {id: a, size: 1}\n  - {id: b, size: 2}\n");
    let mut state = open(&live, &["spec:\n  parts:\n  - {id: b, size: 3}\n"]);
    frame(&mut state, 120, 40);
    let result =
        |state: &Explorer| mergescope::document::write::yaml(&state.workspace().merged().merge().tree);
    // Nothing is known of the kind: it is refused.
    let before = result(&state);
    assert!(state.workspace().merged().merge().rejection().is_some());
    let hear_schema = |state: &mut Explorer, read| on_message(state, Message::Schema { save: 1, read });
    hear_schema(&mut state, Err("crd.yaml:3:1: no".to_owned()));
    assert_eq!(
        state.workspace().inputs().errors().collect::<Vec<_>>(),
        ["crd.yaml:3:1: no"]
    );
    assert!(frame(&mut state, 120, 40).contains("crd.yaml:3:1: no"));
    hear_schema(&mut state, Ok(schema("id")));
    assert_eq!(state.workspace().inputs().errors().count(), 0);
    assert!(result(&state).contains("size: 3") && !result(&state).contains("size: 2"));
    // The version before is still what it was.
    press(&mut state, "<");
    assert_eq!(result(&state), before);
    // A save of a schema meanwhile becomes the newest and moves nobody.
    hear_schema(&mut state, Ok(schema("size")));
    assert_eq!(
        state.workspace().versions().title().as_deref(),
        Some("version 1/3")
    );
    press(&mut state, "V");
    assert!(result(&state).contains("size: 1") && result(&state).contains("size: 3"));
}

#[test]
fn a_saved_schema_holds_for_large_texts_too() {
    let mut state = opened().with_background_bytes(0);
    let mut other = Schema::builtin();
    other.take_first_for_null_keys(true);
    let other = Arc::new(other);
    let read = Ok(Arc::clone(&other));
    on_message(&mut state, Message::Schema { save: 1, read });
    let done = state.task().unwrap().run(&mut |_| true).unwrap();
    on_message(&mut state, Message::Done(Box::new(done)));
    assert!(Arc::ptr_eq(
        &state.workspace().merged().merge().inputs.schema,
        &other
    ));
}
