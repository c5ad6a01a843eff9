//! What a save says on the screen: what changed, where, and what cannot be read.

use std::sync::Arc;

use mergescope::explorer::export::session::SessionFolds;
use mergescope::explorer::{ApplyOpening, Explorer, Focus, InputId, KeyContext, Message, Pane, on_message};
use mergescope::schema::Schema;

use crate::support::*;

fn change(state: &mut Explorer, input: InputId, text: &str) {
    let bytes = text.as_bytes().to_vec();
    on_message(state, Message::Changed { input, bytes });
}

/// A live object with the deployment far above a long list of variables.
fn long_live() -> String {
    let env = |at: usize| format!("        - name: V{at}\n          value: v{at}\n");
    let env: String = (0..60).map(env).collect();
    format!(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: shop\nspec:\n  replicas: 3\n  template:\n    spec:\n      \
         containers:\n      - name: web\n        image: shop:1\n        env:\n{env}"
    )
}

const ENV: &str = "spec:\n  template:\n    spec:\n      containers:\n      - name: web\n        env:\n        - name: V50\n          \
                   value: other\n";

#[test]
fn a_save_says_what_changed_and_a_key_goes_there() {
    let live = long_live();
    let mut state = open(&live, &[ENV]);
    frame(&mut state, 120, 40);
    change(
        &mut state,
        InputId::LIVE,
        &live.replace("replicas: 3", "replicas: 6"),
    );
    assert_eq!(
        said(&state),
        "deployment.yaml reloaded; result: spec.replicas changed; outside the view (key ;)"
    );
    // A message of two rows does not hide the timeline.
    let text = frame(&mut state, 60, 20);
    assert!(text.contains('◉'), "{text}");
    frame(&mut state, 120, 40);
    press(&mut state, ";");
    assert_eq!(
        said(&state),
        "change 1 of 1: deployment.yaml:6, was `replicas: 3`; b: back"
    );
    let (text, _) = shown(&mut state, 120, 40);
    assert!(text.contains("replicas: 6"), "{text}");
    // No step touches it, so the explanation of the earlier step would be about another field.
    assert_eq!(
        explained(&state).join(" "),
        "spec.replicas No step changes this line: it is the same in the live object and in the result."
    );
    press(&mut state, "b");
    assert!(explained(&state)[0].contains("V50"), "{:?}", explained(&state));
    press(&mut state, ";");
    assert_eq!(
        said(&state),
        "the only change: deployment.yaml:6, was `replicas: 3`; b: back"
    );
    press(&mut state, "b");

    let two = live
        .replace("replicas: 3", "replicas: 7")
        .replace("value: v5\n", "value: five\n");
    change(&mut state, InputId::LIVE, &two);
    assert!(
        said(&state).contains("2 values changed; 2 of 2 places outside the view"),
        "{}",
        said(&state)
    );
    press(&mut state, "; ;");
    assert!(
        said(&state).starts_with("change 2 of 2: deployment.yaml:24"),
        "{}",
        said(&state)
    );
    press(&mut state, ";");
    assert!(said(&state).starts_with("change 1 of 2"), "{}", said(&state));
    press(&mut state, "'");
    assert!(said(&state).starts_with("change 2 of 2"), "{}", said(&state));
}

#[test]
fn each_new_value_of_a_patch_is_a_change() {
    let more =
        "      terminationGracePeriodSeconds: 9\n      volumes:\n      - name: extra\n        emptyDir: {}\n";
    let mut state = open(&long_live(), &[ENV]);
    frame(&mut state, 80, 24);
    change(&mut state, InputId::patch(0), &format!("{ENV}{more}"));
    let first = said(&state);
    assert!(
        first.ends_with("2 of 2 places outside the view (key ;)"),
        "{first}"
    );
    let mut found = Vec::new();
    for _ in 0..2 {
        press(&mut state, ";");
        frame(&mut state, 80, 24);
        found.push(format!(
            "{} | {}",
            said(&state),
            under_cursor(&state, Pane::Patch)
        ));
    }
    found.sort();
    assert_eq!(
        found,
        [
            "change 1 of 2: patch.yaml:9, 1 line added; b: back | terminationGracePeriodSeconds: 9",
            "change 2 of 2: patch.yaml:10, 3 lines added; b: back | volumes:",
        ]
    );
}

/// A change is in view if a pane on the screen shows a row of it.
#[test]
fn what_is_outside_the_view_is_counted_in_the_panes_on_the_screen() {
    let live = long_live();
    let image =
        "spec:\n  template:\n    spec:\n      containers:\n      - name: web\n        image: shop:2\n";
    let rejected = image.replace("- name: web", "- command: []");
    let other = "spec:\n  replicas: 9\n  template:\n    spec:\n      containers:\n      - name: web\n        image: shop:3\n        \
                 env:\n        - name: V3\n          value: w3\n";
    for (before, keys, now, expected) in [
        // The result shows the line, and it was rejected before.
        (&rejected, "3 g g", image.to_owned(), None),
        // The rejected list is in view.
        (
            &other.to_owned(),
            "1",
            format!("{other}      - command: []\n"),
            None,
        ),
        // A screen covers the panes.
        (
            &image.to_owned(),
            "3 g g d",
            image.replace("shop:2", "shop:4"),
            Some("outside the view (key ;)"),
        ),
        // Of a patch that was replaced, each value counts.
        (
            &ENV.to_owned(),
            "",
            other.to_owned(),
            Some("of 4 places outside the view (key ;)"),
        ),
    ] {
        let mut state = open(&live, &[before]);
        frame(&mut state, 80, 24);
        if !keys.is_empty() {
            press(&mut state, keys);
        }
        frame(&mut state, 80, 24);
        change(&mut state, InputId::patch(0), &now);
        find_changes(&mut state);
        let said = said(&state);
        match expected {
            Some(expected) => assert!(said.ends_with(expected), "{said}"),
            None => assert!(!said.contains("outside"), "{said}"),
        }
    }
}

fn explained(state: &Explorer) -> Vec<String> {
    let lines = state.explanation().into_iter();
    lines.map(|line| line.text).collect()
}

#[test]
fn a_save_that_removes_lines_of_a_patch_leads_to_the_changed_lines_of_the_result() {
    let live = long_live();
    let deleted = ENV.replace(
        "- name: V50",
        "- name: V2\n          $patch: delete\n        - name: V50",
    );
    let cases = [
        (
            ENV.replace("- name: web\n", "- name: web\n        image: shop:2\n"),
            "containers[name=web].image changed",
            "result:11; 1 line removed before patch.yaml:6: `image: shop:2`; b: back",
            "image: shop:1",
        ),
        (
            deleted,
            "env[name=V2] added",
            "result:17; 2 lines removed before patch.yaml:7: `- name: V2`, …; b: back",
            "value: v2\n",
        ),
    ];
    for (before, change_words, place, value) in cases {
        for (width, height) in [(80, 24), (120, 40)] {
            let mut state = open(&live, &["metadata: {}\n", &before]);
            frame(&mut state, width, height);
            press(&mut state, "3 G");
            frame(&mut state, width, height);
            change(&mut state, InputId::patch(1), ENV);
            let text = said(&state);
            assert!(
                text.contains(change_words) && text.ends_with("; outside the view (key ;)"),
                "{text}"
            );
            press(&mut state, ";");
            let text = said(&state).replace("patch2.yaml", "patch.yaml");
            assert_eq!(text, format!("change 1 of 1: {place}"));
            assert_eq!(state.workspace().focus(), Focus::Document(Pane::Result));
            let (text, _) = shown(&mut state, width, height);
            let in_view = text.replace('│', "\n").contains(value.trim_end());
            assert!(in_view, "{value}: {text}");
            // The patch is the one that lost the lines.
            assert!(width == 80 || text.contains("2/2"), "{text}");
            assert!(!explained(&state)[0].contains("V50"), "{:?}", explained(&state));
        }
    }
}

#[test]
fn a_patch_that_is_replaced_is_shown_at_its_first_step_that_matters() {
    let live = long_live();
    let mut state = open(&live, &[ENV]);
    frame(&mut state, 120, 40);
    let other = "metadata:\n  labels:\n    a: b\n    c: d\n    e: f\n";
    change(&mut state, InputId::patch(0), other);
    let merged = state.workspace().merged();
    let path = merged
        .step()
        .map(|step| merged.merge().step_path(step).to_string());
    assert_eq!(path.as_deref(), Some("metadata.labels"));
    let (text, _) = shown(&mut state, 120, 40);
    assert!(text.contains("a: b") && text.contains("name: shop"), "{text}");
}

#[test]
fn a_broken_text_is_shown_with_its_error_beside_the_last_good_result() {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 120, 40);
    let broken = PATCH.replace("  replicas: 3\n", "  replicas: [3\n");
    change(&mut state, InputId::patch(0), &broken);
    assert!(state.is_broken(Pane::Patch) && !state.is_broken(Pane::Live));
    let rows = state.rows(Pane::Patch);
    let wrong: Vec<_> = rows.iter().filter(|row| !row.marks.is_empty()).collect();
    assert_eq!(wrong.len(), 1, "{rows:?}");
    assert!(rows.iter().any(|row| row.text == "  replicas: [3"), "{rows:?}");
    insta::assert_snapshot!("broken-patch", frame(&mut state, 120, 40));
    // Where another pane covers the text, the banner has the key to it.
    press(&mut state, "3");
    let text = frame(&mut state, 80, 24);
    assert!(text.contains("showing the last valid result; 2: text"), "{text}");
    press(&mut state, "2");
    let text = frame(&mut state, 80, 24);
    assert!(
        !text.contains("2: text") && text.contains("replicas: [3"),
        "{text}"
    );
    change(&mut state, InputId::patch(0), PATCH);
    assert!(!state.is_broken(Pane::Patch));
}

#[test]
fn while_a_file_is_broken_the_key_of_the_changes_goes_to_its_error() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let live = long_live();
        let mut state = open(&live, &[ENV]);
        frame(&mut state, width, height);
        change(
            &mut state,
            InputId::LIVE,
            &live.replace("replicas: 3", "replicas: 6"),
        );
        change(&mut state, InputId::patch(0), &format!("{ENV}      x: [3\n"));
        press(&mut state, "3 ;");
        assert_eq!(
            said(&state),
            "patch.yaml cannot be read; the error is in line 9",
            "{width}"
        );
        let text = frame(&mut state, width, height);
        assert!(text.contains("x: [3"), "{text}");
        change(&mut state, InputId::patch(0), ENV);
        press(&mut state, ";");
        assert!(said(&state).starts_with("change 1 of 1"), "{}", said(&state));
    }
}

#[test]
fn of_several_broken_files_the_key_of_the_changes_goes_to_each() {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 80, 24);
    change(&mut state, InputId::LIVE, &format!("{LIVE}x: [3\n"));
    change(&mut state, InputId::patch(0), &format!("{PATCH}x: [3\n"));
    press(&mut state, "3");
    for (key, file) in [
        (";", "deployment"),
        (";", "patch"),
        (";", "deployment"),
        ("'", "patch"),
    ] {
        press(&mut state, key);
        let want = format!("{file}.yaml cannot be read");
        assert!(said(&state).starts_with(&want), "{key}: {}", said(&state));
    }
}

#[test]
fn a_broken_second_patch_is_shown_at_the_start() {
    let opening = || {
        opening(
            LIVE,
            &[
                "spec: {replicas: 7}\n",
                "spec: [8\n",
                "metadata: {labels: {a: b}}\n",
            ],
        )
    };
    for in_background in [false, true] {
        for (width, height) in [(80, 24), (120, 40)] {
            let state = match in_background {
                false => Explorer::open(opening()).unwrap(),
                true => {
                    let mut state = Explorer::open_in_background(opening()).unwrap();
                    let done = state.task().unwrap().run(&mut |_| true).unwrap();
                    on_message(&mut state, Message::Done(Box::new(done)));
                    state
                }
            };
            // As the program opens it.
            let mut state = state.with_folds(SessionFolds::default());
            let text = frame(&mut state, width, height);
            assert!(
                text.contains("spec: [8") && text.contains("patch2.yaml"),
                "{text}"
            );
            assert_eq!(state.workspace().focus(), Focus::Document(Pane::Patch));
            assert!(text.contains("The result does not include it"), "{text}");
            assert!(!text.contains("no result yet"), "{text}");
        }
    }
}

#[test]
fn a_file_that_was_never_readable_has_nothing_to_compare_with() {
    let broken = |text: &str| format!("{text}x: [3\n");
    for (live, patch, input, now, words) in [
        (
            LIVE.to_owned(),
            broken(PATCH),
            InputId::patch(0),
            PATCH,
            "patch.yaml loaded: Deployment shop",
        ),
        (
            broken(LIVE),
            PATCH.to_owned(),
            InputId::LIVE,
            LIVE,
            "deployment.yaml loaded: Deployment shop",
        ),
    ] {
        let mut state = try_open(&live, &[&patch]).unwrap();
        frame(&mut state, 80, 24);
        change(&mut state, input, now);
        assert_eq!(said(&state), words);
        press(&mut state, ";");
        assert!(
            said(&state).ends_with("the file could not be read before, so there is nothing to compare"),
            "{}",
            said(&state)
        );
        // The next save is compared as always.
        change(&mut state, input, &format!("# New.\n{now}"));
        press(&mut state, ";");
        assert!(said(&state).contains(":1, 1 line added"), "{}", said(&state));
    }
}

#[test]
fn a_file_that_is_restored_can_be_read_again() {
    for key in [";", ""] {
        let mut state = open(LIVE, &[PATCH]);
        frame(&mut state, 80, 24);
        change(&mut state, InputId::LIVE, &format!("{LIVE}x: [3\n"));
        press(&mut state, key);
        assert_eq!(said(&state).contains("the error is in line"), key == ";");
        change(&mut state, InputId::LIVE, LIVE);
        assert_eq!(said(&state), "deployment.yaml can be read again");
    }
}

#[test]
fn a_live_file_that_was_never_readable_is_loaded() {
    for live in [LIVE.to_owned(), "#\n".repeat(60_000) + LIVE] {
        let finish = |state: &mut Explorer| {
            if let Some(task) = state.task() {
                let done = task.run(&mut |_| true).unwrap();
                on_message(state, Message::Done(Box::new(done)));
            }
        };
        let mut state = try_open(&format!("{live}x: [3\n"), &[PATCH]).unwrap();
        frame(&mut state, 80, 24);
        change(&mut state, InputId::LIVE, &live);
        finish(&mut state);
        assert_eq!(said(&state), "deployment.yaml loaded: Deployment shop");
        press(&mut state, "v");
        let text = frame(&mut state, 80, 24);
        assert!(text.contains("deployment.yaml: loaded"), "{text}");
        press(&mut state, "Esc");
        change(
            &mut state,
            InputId::LIVE,
            &live.replace("replicas: 2", "replicas: 5"),
        );
        finish(&mut state);
        let text = said(&state);
        assert!(text.starts_with("deployment.yaml reloaded"), "{text}");
    }
}

#[test]
fn a_broken_file_can_be_opened_and_corrected() {
    let place = |state: &Explorer| {
        let nodes = Pane::ALL.map(|pane| state.workspace().panes().view(pane).cursor);
        (state.workspace().merged().position(), nodes)
    };
    for large in [false, true] {
        let broken = PATCH.replace("  replicas: 3\n", "  replicas: [3\n");
        let mut state = match large {
            false => try_open(LIVE, &[&broken]).unwrap(),
            true => {
                let mut state = Explorer::open_in_background(opening(LIVE, &[&broken])).unwrap();
                let task = state.task().unwrap();
                let done = task.run(&mut |_| true).unwrap();
                on_message(&mut state, Message::Done(Box::new(done)));
                state
            }
        };
        let (text, _) = shown(&mut state, 120, 40);
        assert!(
            text.contains("✗ broken") && text.contains("replicas: [3"),
            "{text}"
        );
        assert!(text.contains("patch.yaml cannot be read"), "{text}");
        // Where one pane fits it is this one.
        let small = frame(&mut state, 80, 24);
        assert!(small.contains("replicas: [3"), "{small}");
        assert!(small.contains("✗ unreadable input\n"), "{small}");
        change(&mut state, InputId::patch(0), PATCH);
        let (text, _) = shown(&mut state, 120, 40);
        assert!(!text.contains("cannot be read"), "{text}");
        // It is shown where it would be if it had been opened like this.
        assert_eq!(place(&state), place(&open(LIVE, &[PATCH])), "{text}");
    }
    let mut state = try_open(
        &LIVE.replace("kind: Deployment\n", "kind: Deployment\nx: [\n"),
        &[PATCH],
    )
    .unwrap();
    let text = frame(&mut state, 120, 40);
    for part in [
        "deployment.yaml cannot be read",
        "There is no result until",
        "step 0/0",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The patch is not merged into something else.
    assert!(!text.contains("added") && !text.contains("≠"), "{text}");
    change(&mut state, InputId::LIVE, LIVE);
    assert_eq!(place(&state), place(&open(LIVE, &[PATCH])));
}

#[test]
fn without_a_result_what_uses_it_says_why_it_is_unavailable() {
    let broken_live = LIVE.replace("kind: Deployment\n", "kind: Deployment\nx: [\n");
    let broken_patch = PATCH.replace("  replicas: 3\n", "  replicas: [3\n");
    let second = [PATCH, &*broken_patch];
    let cases: [(&str, &[&str], &str, &str); 3] = [
        (&broken_live, &[PATCH], "deployment.yaml", "w T K d x X r 3"),
        (LIVE, &[&broken_patch], "patch.yaml", "w T K d x X r"),
        (LIVE, &second, "patch2.yaml", "w T K d x X"),
    ];
    for (live, patches, name, keys) in cases {
        let mut state = try_open(live, patches).unwrap();
        frame(&mut state, 80, 24);
        for key in keys.split(' ') {
            assert_eq!(press(&mut state, key), [], "{key}");
            assert_eq!(said(&state), format!("no result: {name} cannot be read"), "{key}");
            assert_eq!(state.key_context(), KeyContext::Main, "{key}");
        }
        // Neither the focus nor the mouse goes to a result that does not exist.
        if live != LIVE {
            for _ in 0..5 {
                press(&mut state, "Tab");
                assert_ne!(state.workspace().focus(), Focus::Document(Pane::Result));
            }
            let (text, _) = shown(&mut state, 120, 40);
            assert_eq!(text.matches("kind: Deployment").count(), 1, "{text}");
        }
        let input = match name {
            "deployment.yaml" => InputId::LIVE,
            "patch.yaml" => InputId::patch(0),
            _ => InputId::patch(1),
        };
        // Neither another error nor a correction that is discarded makes the placeholder a result.
        let broken = if live == LIVE { &broken_patch } else { &broken_live };
        change(&mut state, input, &format!("{broken}y: [\n"));
        press(&mut state, "w");
        assert!(said(&state).starts_with("no result"), "{}", said(&state));
        if name != "patch2.yaml" {
            press(&mut state, "e");
            let good = if live == LIVE { PATCH } else { LIVE };
            on_message(&mut state, Message::Edited(good.to_owned()));
            press(&mut state, "Esc y w");
            assert!(said(&state).starts_with("no result"), "{}", said(&state));
        }
        // Once it is corrected, everything is available.
        change(
            &mut state,
            input,
            if input == InputId::LIVE { LIVE } else { PATCH },
        );
        press(&mut state, "d");
        assert_eq!(state.key_context(), KeyContext::Compare);
    }
}

#[test]
fn a_broken_secret_stays_hidden() {
    let live =
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  password: aHVudGVyMg==\n  x: [\n";
    let mut state = try_open(live, &["data: {}\n"]).unwrap();
    let (text, _) = shown(&mut state, 120, 40);
    assert!(
        !text.contains("aHVudGVy") && text.contains("(hidden: may contain Secret"),
        "{text}"
    );
}

#[test]
fn a_broken_file_does_not_show_the_values_of_a_secret_without_a_kind() {
    let live = |format: &str| match format {
        "json" => {
            r#"{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a"}, "data": {}}"#.to_owned()
        }
        kind => format!("apiVersion: v1\n{kind}: Secret # a comment\nmetadata:\n  name: a\ndata: {{}}\n"),
    };
    let patch = "data:\n  password: aHVudGVyMg==\n";
    let is_hidden = |state: &mut Explorer| {
        let text = frame(state, 120, 40);
        assert!(!text.contains("aHVudGVy"), "{text}");
    };
    for format in ["kind", "\"kind\"", "json"] {
        let live = live(format);
        let broken_live = live.replace("{}", "{,");
        let broken_patch = format!("{patch} x: [\n");
        for (live, patch) in [
            (&live, &broken_patch),
            (&broken_live, &patch.to_owned()),
            (&broken_live, &broken_patch),
        ] {
            is_hidden(&mut try_open(live, &[patch]).unwrap());
            let mut state = Explorer::open_in_background(opening(live, &[patch])).unwrap();
            let done = state.task().unwrap().run(&mut |_| true).unwrap();
            on_message(&mut state, Message::Done(Box::new(done)));
            is_hidden(&mut state);
            press(&mut state, "R");
            assert!(frame(&mut state, 120, 40).contains("aHVudGVy"));
        }
        let mut state = open(&live, &[patch]);
        change(&mut state, InputId::patch(0), &broken_patch);
        is_hidden(&mut state);
    }
}

#[test]
fn the_newest_save_takes_the_place_of_the_one_before() {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 120, 40);
    for replicas in 4..8 {
        let patch = PATCH.replace("replicas: 3", &format!("replicas: {replicas}"));
        change(&mut state, InputId::patch(0), &patch);
        assert_eq!(said(&state), "patch.yaml reloaded; result: spec.replicas changed");
    }
    // And of what an earlier key said.
    press(&mut state, "$ $");
    change(&mut state, InputId::patch(0), PATCH);
    assert_eq!(said(&state), "patch.yaml reloaded; result: spec.replicas changed");
}

#[test]
fn the_last_save_is_not_announced_any_more_when_a_file_breaks() {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 120, 40);
    let patch = PATCH.replace("replicas: 3", "replicas: 4");
    change(&mut state, InputId::patch(0), &patch);
    change(&mut state, InputId::patch(0), "spec: [\n");
    assert_eq!(said(&state), "");
    change(&mut state, InputId::patch(0), PATCH);
    assert_eq!(said(&state), "patch.yaml reloaded; result: spec.replicas changed");
    let why = "No such file or directory".to_owned();
    let input = InputId::patch(0);
    on_message(&mut state, Message::Lost { input, why });
    assert_eq!(said(&state), "");
}

#[test]
fn the_numbers_of_a_broken_text_have_one_width() {
    let broken = format!("{}  x: [\n", "a: 1\n".repeat(12));
    let mut state = try_open(LIVE, &[&broken]).unwrap();
    let (text, _) = shown(&mut state, 120, 40);
    assert!(
        text.contains("│    9 a: 1") && text.contains("│   10 a: 1"),
        "{text}"
    );
}

#[test]
fn another_object_is_named_and_a_long_change_that_is_partly_in_view_is_not_outside() {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 120, 40);
    let lines: String = (0..200).map(|at| format!("    line {at}\n")).collect();
    let map = |text: &str| {
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  file: |\n{text}")
    };
    change(&mut state, InputId::LIVE, &map(&lines));
    assert!(
        said(&state).starts_with("deployment.yaml reloaded; result: another object, ConfigMap c"),
        "{}",
        said(&state)
    );
    let other = lines.replace("line 150", "other");
    let patch = format!("data:\n  file: |\n{other}");
    let mut state = open(&map(&lines), &[PATCH]);
    frame(&mut state, 120, 40);
    change(&mut state, InputId::patch(0), &patch);
    // What the patch before it added is no longer there.
    let outside = "1 value changed, 1 removal; 1 of 2 places outside the view (key ;)";
    assert!(said(&state).ends_with(outside), "{}", said(&state));
}

#[test]
fn an_apply_with_broken_files_in_the_background_is_as_if_it_had_been_opened_when_they_are_corrected() {
    let manifest = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: shop}\nspec: {replicas: 3}\n";
    let opening = |live: &str, manifest: &str| ApplyOpening {
        live: given("live.yaml", live),
        manifest: given("manifest.yaml", manifest),
        last_applied: None,
        schema: Arc::new(Schema::builtin()),
        overwrite: true,
    };
    let broken = |text: &str| format!("{text}x: [3\n");
    for large in [false, true] {
        let opening_broken = opening(&broken(LIVE), &broken(manifest));
        let mut state = match large {
            false => Explorer::open_apply(opening_broken).unwrap(),
            true => {
                let mut state = Explorer::open_apply_in_background(opening_broken).unwrap();
                let done = state.task().unwrap().run(&mut |_| true).unwrap();
                on_message(&mut state, Message::Done(Box::new(done)));
                state
            }
        };
        let text = frame(&mut state, 120, 40);
        for part in [
            "live.yaml cannot be read",
            "manifest.yaml cannot be read",
            "x: [3",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        change(&mut state, InputId::LIVE, LIVE);
        let text = frame(&mut state, 120, 40);
        assert!(
            text.contains("shows the live object until") && text.contains("step 0/0"),
            "{text}"
        );
        change(&mut state, InputId::Manifest, manifest);
        let text = frame(&mut state, 120, 40);
        assert!(!text.contains("cannot be read"), "{text}");
        let whole = Explorer::open_apply(opening(LIVE, manifest)).unwrap();
        let steps = |state: &Explorer| state.workspace().merged().merge().steps.len();
        assert!(steps(&state) > 0);
        assert_eq!(steps(&state), steps(&whole));
    }
}

/// The manifest names the Secret whose live text is broken.
#[test]
fn a_broken_text_beside_a_secret_stays_hidden_in_an_apply() {
    let manifest = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: b}\n";
    let mut state = Explorer::open_apply(ApplyOpening {
        live: given("live.yaml", "stringData: {a: LEAK\n  b: [\n"),
        manifest: given("manifest.yaml", manifest),
        last_applied: None,
        schema: Arc::new(Schema::builtin()),
        overwrite: true,
    })
    .unwrap();
    let text = frame(&mut state, 120, 40);
    assert!(text.contains("(hidden: may contain Secret values)"), "{text}");
    change(&mut state, InputId::LIVE, "stringData: {a: LEAK\n  b: {\n");
    let text = frame(&mut state, 120, 40);
    assert!(text.contains("(hidden: may contain Secret values)"), "{text}");
    assert!(!text.contains("LEAK"), "{text}");
}

#[test]
fn a_broken_patch_of_several_is_shown_in_the_pane() {
    let patches = [
        "spec: {paused: true}\n",
        "spec: {replicas: 5}\n",
        "spec: {minReadySeconds: 3}\n",
    ];
    let broken = "spec: {replicas: five\n";
    let shows_it = |state: &mut Explorer| {
        let text = frame(state, 80, 24);
        assert!(
            text.contains("replicas: five") && text.contains("patch2.yaml"),
            "{text}"
        );
    };
    let mut state = open(LIVE, &patches);
    frame(&mut state, 80, 24);
    let bytes = broken.as_bytes().to_vec();
    on_message(
        &mut state,
        Message::Changed {
            input: InputId::patch(1),
            bytes,
        },
    );
    press(&mut state, "2");
    shows_it(&mut state);
    let mut state = open(LIVE, &[patches[0], broken, patches[2]]);
    shows_it(&mut state);
}

#[test]
fn a_changed_line_of_a_command_is_one_change() {
    let object = |second: &str, more: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec:\n  containers:\n  - name: web\n    image: i{more}\n    command:\n    - sh\n    - |\n      set -e\n      {second}\n"
        )
    };
    let patch = "spec:\n  terminationGracePeriodSeconds: 5\n";
    for (to, want) in [
        (object("run two", ""), "result: …[name=web].command[1] changed"),
        (object("run two", "2"), "result: 2 values changed"),
    ] {
        let mut state = open(&object("run one", ""), &[patch]);
        frame(&mut state, 120, 40);
        change(&mut state, InputId::LIVE, &to);
        assert!(said(&state).contains(want), "{want}: {}", said(&state));
    }
}

/// Tolerations have no merge key: equal items are the same.
#[test]
fn items_without_a_name_that_are_swapped_or_removed_are_not_changed() {
    let live = |items: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec:\n  nodeName: a\n  tolerations:\n{items}"
        )
    };
    let [a, b] = ["  - {key: a, operator: Exists}\n", "  - {key: b, value: x}\n"];
    let both = format!("{a}{b}");
    for (old, new, wanted) in [
        (&both, format!("{b}{a}"), "result: spec.tolerations reordered"),
        (&both, b.to_owned(), "result: spec.tolerations[0] removed"),
        (&b.to_owned(), both.clone(), "result: spec.tolerations[0] added"),
    ] {
        let mut state = Explorer::open(opening(&live(old), &["spec: {nodeName: b}\n"])).unwrap();
        let bytes = live(&new).into_bytes();
        let input = InputId::LIVE;
        on_message(&mut state, Message::Changed { input, bytes });
        assert!(said(&state).contains(wanted), "{}", said(&state));
    }
}
