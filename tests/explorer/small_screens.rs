//! Where room is short: nothing that matters is cut off without a way to read it, nothing is hidden without a sign.

use mergescope::explorer::InputId;
use std::sync::Arc;

use mergescope::explorer::PlaybackAction;
use mergescope::explorer::{
    Action, ApplyOpening, Explorer, Message, Opening, WatchStatus, on_message, update,
};
use mergescope::merge::Semantics;
use mergescope::schema::Schema;
use mergescope::terminal::keymap::Keymap;

use crate::support::*;

fn opened(name: &str) -> Explorer {
    let mut all = merged_lessons().into_iter();
    let (_, opening) = all.find(|(lesson, _)| lesson.name == name).unwrap();
    Explorer::open(opening).unwrap()
}

/// The words of the rows between the border lines of a box, in one line.
fn inside(frame: &str) -> String {
    let rows = frame.lines().filter_map(|line| {
        let mut parts = line.split('│').skip(1);
        Some(parts.next()?.trim().to_owned())
    });
    rows.collect::<Vec<_>>().join(" ")
}

#[test]
fn every_word_of_the_help_can_be_read() {
    for (width, height) in [(60, 20), (80, 24), (120, 40), (160, 50)] {
        let mut state = open(LIVE, &[PATCH]);
        press(&mut state, "?");
        let mut all = String::new();
        // A page is shorter than the screen, so each row is on some screen.
        let mut shown = frame(&mut state, width, height);
        loop {
            all.push_str(&shown);
            press(&mut state, "PgDn");
            let next = frame(&mut state, width, height);
            if next == shown {
                break;
            }
            shown = next;
        }
        assert!(!inside(&all).contains('…'), "{width}x{height}");
        let words: Vec<&str> = all.split_whitespace().collect();
        for (_, entries) in Keymap::default().help() {
            for word in entries.iter().flat_map(|entry| entry.help.split(' ')) {
                assert!(words.contains(&word), "{width}x{height}: {word}");
            }
        }
    }
}

#[test]
fn the_verdict_and_the_warnings_are_in_words() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  \
                template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web, image: web}]}\n";
    let mut state = Explorer::open(Opening {
        semantics: Semantics::PROPOSAL,
        ..opening(live, &["spec: {selector: {matchLabels: {app: z}}}\n"])
    })
    .unwrap();
    on_message(&mut state, Message::Watching(WatchStatus::On));
    let shown = frame(&mut state, 60, 20);
    let row = shown.lines().rev().nth(1).unwrap();
    assert!(
        row.contains("✗ API server rejects ") && row.contains("! 2 warnings"),
        "{shown}"
    );
}

#[test]
fn a_long_answer_takes_the_rows_that_it_needs() {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 80, 24);
    let why = "the file no longer exists; what is shown is its last good text, and as soon as it is there again it is read anew";
    on_message(&mut state, Message::Failed(why.to_owned()));
    let shown = frame(&mut state, 80, 24);
    let rows: Vec<&str> = shown.lines().collect();
    let shown = format!("{} {}", rows[21].trim(), rows[22].trim());
    assert_eq!(shown, why, "{shown}");
    press(&mut state, "s S");
    assert!(!frame(&mut state, 80, 24).contains("anew"));
}

#[test]
fn a_long_trouble_takes_the_rows_that_it_needs() {
    let mut state = open(LIVE, &[PATCH]);
    let why =
        "cannot be read: no such file or directory; as soon as it is there again it is read anew by itself";
    on_message(
        &mut state,
        Message::Lost {
            input: InputId::patch(0),
            why: why.to_owned(),
        },
    );
    let shown = frame(&mut state, 80, 24);
    let rows: Vec<&str> = shown.lines().collect();
    let shown = format!("{} {}", rows[0].trim(), rows[1].trim());
    assert!(
        shown.contains(why) && rows[1].ends_with("showing the last valid result"),
        "{shown}"
    );
    assert!(frame(&mut state, 200, 60).lines().next().unwrap().contains(why));
}

#[test]
fn a_pane_without_a_place_has_a_tab() {
    let mut state = open(LIVE, &[PATCH]);
    for (width, height, tabs) in [
        (100, 30, "1 live  2 patch"),
        (70, 45, "1 live  2 patch"),
        (70, 45, "4 steps  5 explanation"),
        (66, 60, "4 steps  5 explanation"),
        (80, 24, "1 live  2 patch  3 result"),
    ] {
        let shown = frame(&mut state, width, height);
        assert!(shown.contains(tabs), "{width}x{height}\n{shown}");
    }
    press(&mut state, "1");
    insta::assert_snapshot!("live-in-front-100x30", frame(&mut state, 100, 30));
    press(&mut state, "4");
    insta::assert_snapshot!("steps-in-front-70x45", frame(&mut state, 70, 45));
    let wide = frame(&mut state, 120, 40);
    assert!(!wide.contains("1 live"), "{wide}");
}

/// The line that mends it is on the screen as soon as the warning is, and the whole fix where one goes to read it.
#[test]
fn the_line_that_mends_it_is_seen_without_scrolling() {
    let mut seen = 0;
    for (lesson, opening) in merged_lessons() {
        let mut state = Explorer::open(opening).unwrap();
        for position in 1..=state.workspace().merged().len() {
            if !state.workspace().merged().is_warning(position) {
                continue;
            }
            let merge = state.workspace().merged().merge();
            let fix = merge.fix_lines(&merge.steps[position - 1]);
            let Some(last) = fix.last() else { continue };
            for (width, height) in [(80, 24), (100, 30), (120, 40), (200, 60)] {
                press(&mut state, "3");
                update(&mut state, Action::Playback(PlaybackAction::GoToStep(position)));
                let shown = frame(&mut state, width, height);
                assert!(
                    shown.contains(last.trim()),
                    "{} {width}x{height}\n{shown}",
                    lesson.name
                );
                press(&mut state, "5");
                frame(&mut state, width, height);
                let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
                let whole = fix.iter().all(|line| lines.contains(&format!("  {line}")));
                assert!(whole, "{} {width}x{height}\n{lines:?}", lesson.name);
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn what_is_gone_says_so_however_long_it_was() {
    let mut state = opened("09-element-patch-replace-wipes-list");
    let shown = frame(&mut state, 120, 40);
    let ghosts: Vec<&str> = shown.lines().filter(|line| line.contains(" −  · ")).collect();
    assert!(
        !ghosts.is_empty() && ghosts.iter().all(|line| line.ends_with("removed")),
        "{shown}"
    );
}

#[test]
fn volumes_know_another_way_out() {
    let state = opened("23-volume-two-sources");
    let story: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
    assert!(story.join(" ").contains("`$retainKeys`"), "{story:?}");
}

#[test]
fn a_cut_path_says_that_it_is_cut() {
    let mut state = open(LIVE, &[PATCH]);
    let shown = frame(&mut state, 120, 40);
    assert!(shown.contains(" spec.replicas"), "{shown}");
    assert!(
        shown.contains("…") && !shown.contains(" spec.containers"),
        "{shown}"
    );
}

#[test]
fn a_warning_has_its_code_in_the_list_of_steps() {
    let mut state = opened("26-duplicate-env-delete-all");
    press(&mut state, "^");
    let shown = frame(&mut state, 120, 40);
    let warned: Vec<&str> = shown.lines().filter(|line| line.contains(" ! ")).collect();
    assert!(
        warned.iter().any(|line| line.contains("delete-several")),
        "{shown}"
    );
}

fn applied() -> Explorer {
    Explorer::open_apply(ApplyOpening {
        live: given("live.yaml", LIVE),
        manifest: given("manifest.yaml", LIVE),
        last_applied: None,
        schema: Arc::new(Schema::builtin()),
        overwrite: true,
    })
    .unwrap()
}

#[test]
fn the_ledger_is_called_so_and_has_its_values_below() {
    let mut state = applied();
    press(&mut state, "A / w r i t t e n Enter");
    let shown = frame(&mut state, 80, 24);
    assert!(
        shown.contains("─ ledger") && !shown.contains("─ kubectl ─"),
        "{shown}"
    );
    let whole = inside(&shown);
    assert!(whole.contains("· live - · result"), "{whole}");
    // Of a long path the end is readable.
    press(&mut state, "Esc Esc A / . i m a g e Enter");
    let ends = frame(&mut state, 60, 20);
    let row = ends
        .lines()
        .find(|line| line.contains("].image "))
        .unwrap_or_default();
    assert!(row.contains("  …"), "{ends}");
    state = open(LIVE, &[PATCH]);
    answer_of_kubectl(&mut state);
    assert!(frame(&mut state, 80, 24).contains("─ kubectl ─"));
}

#[test]
fn a_cut_choice_is_told_in_full_below() {
    let mut state = open(LIVE, &[PATCH]);
    press(&mut state, "w");
    let narrow = inside(&frame(&mut state, 80, 24));
    assert!(narrow.contains('…'), "{narrow}");
    let wide = inside(&frame(&mut state, 200, 60));
    let whole = wide
        .split("svg")
        .next()
        .unwrap()
        .split("html")
        .last()
        .unwrap()
        .trim();
    assert!(narrow.contains(whole), "{whole}\n{narrow}");
}

#[test]
fn the_order_counts_only_what_is_wished() {
    let mut state = open_differing();
    press(&mut state, "r");
    let wished = state.layers().list_order().unwrap().order().items.iter();
    let wished = wished.filter(|item| item.requested_position().is_some()).count();
    let shown = frame(&mut state, 120, 40);
    let head = shown.lines().nth(1).unwrap();
    let counts: Vec<&str> = head
        .split('(')
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .collect();
    let rows = state.layers().list_order().unwrap().order().columns[1].len();
    assert!(rows > wished);
    assert_eq!(counts[1], format!("{wished} of {rows}"), "{shown}");
}

/// A Pod with these environment variables.
fn with_env(names: &[&str]) -> String {
    let items: String = names
        .iter()
        .map(|name| format!("    - {{name: {name}, value: v}}\n"))
        .collect();
    format!(
        "apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec:\n  containers:\n  - name: web\n    image: i\n    env:\n{items}"
    )
}

#[test]
fn long_names_with_one_beginning_can_be_told_apart_in_the_order() {
    let live = with_env(&[
        "CHECKOUT_SERVICE_DATABASE_HOST",
        "CHECKOUT_SERVICE_DATABASE_PORT",
        "CHECKOUT_SERVICE_DATABASE_USER",
        "OTEL_EXPORTER",
    ]);
    let patch = "spec:\n  containers:\n  - name: web\n    $setElementOrder/env:\n    - name: CHECKOUT_SERVICE_DATABASE_USER\n    - name: CHECKOUT_SERVICE_DATABASE_HOST\n";
    let mut state = open(&live, &[patch]);
    frame(&mut state, 80, 24);
    press(&mut state, "r");
    for (width, height) in [(70, 24), (80, 24)] {
        let shown = frame(&mut state, width, height);
        for end in ["_HOST", "_PORT", "_USER"] {
            let rows = shown.lines().take(8).collect::<Vec<_>>().join("\n");
            assert_eq!(rows.matches(end).count(), 3, "{end}\n{shown}");
        }
        // The explanation has the whole name of the row under the cursor.
        let below = shown.lines().skip(8).collect::<String>();
        assert!(below.contains("CHECKOUT_SERVICE_DATABASE_"), "{shown}");
    }
    // All columns cut names to the same length.
    let shown = frame(&mut state, 80, 24);
    assert_eq!(shown.matches("CHE…TABASE_HOST").count(), 3, "{shown}");
    // Where a cut beginning shows no more of the own part, the end is cut.
    let names = ["REGION", "DB_PASSWORD", "OTEL_RESOURCE_ATTRIBUTES", "DB_POOL"];
    let reversed = "spec:\n  containers:\n  - name: web\n    env:\n    - {name: DB_POOL, value: w}\n    - {name: REGION, value: w}\n";
    let mut state = open(&with_env(&names), &[reversed]);
    frame(&mut state, 60, 20);
    press(&mut state, "r");
    let (shown, _) = frame_of(&mut state, 60, 20, "dark", true);
    assert!(
        shown.contains(" DB_PASS.. ") && !shown.contains("DB..A"),
        "{shown}"
    );
    let mut state = open(&live, &[patch]);
    press(&mut state, "r");
    // On a wide screen nothing is cut.
    let shown = frame(&mut state, 200, 60);
    assert!(!shown.contains('…'), "{shown}");
}

#[test]
fn items_with_one_name_stand_together_in_the_requested_order() {
    let live = with_env(&["A", "B", "A", "C", "D"]);
    let patch = "spec:\n  containers:\n  - name: web\n    $setElementOrder/env:\n    - name: C\n    - name: E\n    - name: A\n    env:\n    - {name: E, value: n}\n    - {name: A, value: '9'}\n";
    for (keys, want) in [
        ("r", "· B, · D, 1 C, 2 E, 3 A, 3 A"),
        ("m r", "· B, 1 C, 2 E, 3 A, 3 A, · D"),
    ] {
        let mut state = open(&live, &[patch]);
        frame(&mut state, 80, 24);
        press(&mut state, "$");
        press(&mut state, keys);
        let screen = state.layers().list_order().unwrap();
        let (order, merge) = (screen.order(), state.workspace().merged().merge());
        let rows: Vec<String> = order.columns[1]
            .iter()
            .map(|index| {
                let item = &order.items[*index as usize];
                let number = item.requested_position().map(|at| (at + 1).to_string());
                format!("{} {}", number.unwrap_or("·".to_owned()), order.name(item, merge))
            })
            .collect();
        assert_eq!(rows.join(", "), want, "{keys}");
    }
}

#[test]
fn a_long_message_hides_neither_the_current_step_nor_a_line_of_the_documents() {
    let mut state = open(LIVE, &[PATCH]);
    let before = frame(&mut state, 80, 24);
    let why = "the text cannot be copied, because this terminal has no clipboard for it";
    on_message(&mut state, Message::Failed(why.to_owned()));
    let after = frame(&mut state, 80, 24);
    assert!(
        after.contains("\n the text cannot") && !after.contains("for it  "),
        "{after}"
    );
    let step = |shown: &str| shown.lines().filter(|line| line.starts_with("▸13 ")).count();
    assert_eq!((step(&before), step(&after)), (1, 1), "{after}");
    let documents = |shown: &str| shown.lines().take(12).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(documents(&before), documents(&after));
    assert!(after.lines().any(|line| line.starts_with(" ●")), "{after}");
}

/// The words of the explanation beside the steps at 80x24.
fn beside_steps(frame: &str) -> String {
    let rows = frame
        .lines()
        .filter_map(|line| Some(line.split_once('│')?.1.trim()));
    rows.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_long_message_of_kubectl_is_folded_and_a_key_shows_all_of_it() {
    // The patch, what kubectl says about it in the pane, and the end of the whole message.
    let cases = [
        (
            "- name: web\n      - text",
            "kubectl: list element types are not identical: […]",
            "text]]",
        ),
        (
            "- $patch: remove\n        name: web\n        env: [{name: A, value: some long value}]",
            "kubectl: unknown patch type: remove in map: map[…]",
            "name:web]",
        ),
    ];
    for (items, folded, end) in cases {
        let patch = format!("spec:\n  template:\n    spec:\n      containers:\n      {items}\n");
        let mut state = open(LIVE, &[&patch]);
        let shown = frame(&mut state, 80, 24);
        let words = beside_steps(&shown);
        assert!(words.contains(folded) && words.contains("Help: "), "{shown}");
        assert!(shown.contains("I: whole text ─"), "{shown}");
        press(&mut state, "I");
        let whole = inside(&frame(&mut state, 80, 40));
        assert!(whole.contains(end), "{whole}");
    }
}
