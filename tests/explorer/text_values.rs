//! A text of several lines in which one line changes.

use mergescope::document::write;
use mergescope::explorer::{Explorer, Pane, PaneRow};

use crate::support::*;

fn config(changed: &str) -> String {
    let line = |at: usize| {
        format!(
            "    server.{at}.host = {}\n",
            if at == 120 { changed } else { "same" }
        )
    };
    let lines: String = (0..200).map(line).collect();
    format!("data:\n  app.properties: |\n{lines}  LOG: debug\n")
}

fn marked(rows: &[PaneRow]) -> Vec<&str> {
    let marked = rows
        .iter()
        .filter(|row| !row.marks.is_empty() && row.text.contains("server."));
    marked.map(|row| row.text.trim()).collect()
}

#[test]
fn only_the_changed_line_is_marked_and_it_is_on_the_first_frame() {
    let live = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app\n{}",
        config("old")
    );
    let mut state = open(&live, &[&config("new")]);
    let text = frame(&mut state, 120, 40);
    assert!(
        text.contains("server.120.host = new") && text.contains("server.120.host = old"),
        "{text}"
    );
    for (pane, want) in [
        (Pane::Live, "server.120.host = old"),
        (Pane::Patch, "server.120.host = new"),
        (Pane::Result, "server.120.host = new"),
    ] {
        assert_eq!(marked(&state.rows(pane)), [want], "{pane:?}");
    }
    let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
    // The panes have the numbers of the files.
    assert!(
        lines[1].starts_with("Line 121 of `app.properties` is changed from"),
        "{lines:?}"
    );
    assert!(
        lines.contains(&"121 - server.120.host = old".to_owned()),
        "{lines:?}"
    );
    assert!(
        lines.contains(&"121 + server.120.host = new".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn the_changed_line_is_on_the_first_frame_next_to_other_changes() {
    let live = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app\n{}  other: x\n",
        config("old")
    );
    let patch = config("new") + "  other: null\n";
    for (width, height) in [(80, 24), (120, 40)] {
        let mut state = open(&live, &[&patch]);
        let text = frame(&mut state, width, height);
        let parts = [
            "~ 127     server.120.host = new",
            "121 - server.120.host = old",
            "121 + server.120.host = new",
            "removed · data.other",
            "2/2",
        ];
        let parts = parts.map(|part| match width {
            80 => part,
            _ => part.trim_start_matches("~ 127     "),
        });
        for part in parts {
            assert!(text.contains(part), "{part}\n{text}");
        }
        // Another step is explained alone.
        press(&mut state, "s S s");
        let text = frame(&mut state, width, height);
        assert!(!text.contains("121 + server"), "{text}");
    }
}

#[test]
fn the_line_under_the_cursor_of_a_text_is_shown_in_all_panes() {
    let live = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app\n{}",
        config("old")
    );
    let patch = config("new").replace("    server.30.host", "    added\n    server.30.host");
    let mut state = open(&live, &[&patch]);
    frame(&mut state, 120, 40);
    press(&mut state, "2 : 1 2 4 Enter");
    let under_cursor = |pane: Pane| {
        let rows = state.rows(pane);
        let view = state.workspace().panes().view(pane);
        rows[view.cursor - view.scroll].text.trim().to_owned()
    };
    for (pane, want) in [
        (Pane::Live, "server.120.host = old"),
        (Pane::Patch, "server.120.host = new"),
        (Pane::Result, "server.120.host = new"),
    ] {
        assert_eq!(under_cursor(pane), want, "{pane:?}");
    }
}

#[test]
fn an_added_line_and_a_removed_line_have_their_own_signs() {
    let live = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app\n{}",
        config("old")
    );
    let patch = config("new")
        .replace("    server.30.host = same\n", "")
        .replace(
            "    server.31.host",
            "    server.31.host-with-a-long-name-that-is-cut-in-each-of-the-panes",
        )
        .replace("    server.90.host", "    server.89.more\n    server.90.host");
    let live = live.replace(
        "    server.31.host",
        "    server.31.host-with-a-long-name-that-is-cut-in-each-of-the-panes",
    );
    let mut state = open(&live, &[&patch]);
    let text = frame(&mut state, 120, 40);
    for part in [
        "▸−  37 server.30.host = same",
        "▸−  33 server.31.host-wi…  1 removed",
        "In `app.properties`, from line 31 on: 1 line changed, 1 line added, 1",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    press(&mut state, "2 : 9 2 Enter");
    let text = frame(&mut state, 120, 40);
    assert_eq!(text.matches("server.89.more").count(), 3, "{text}");
    assert!(text.contains("+  92     server.89.more"), "{text}");
}

#[test]
fn of_a_script_in_a_list_that_is_replaced_only_the_changed_line_is_marked() {
    let more = "          echo more\n".repeat(100);
    let object = |line: &str| {
        format!(
            "spec:\n  template:\n    spec:\n      containers:\n      - name: a\n        args:\n        - -c\n        - |\n          \
             set -e\n{more}          {line}\n{more}          server.2 = same\n"
        )
    };
    let live = format!(
        "apiVersion: apps/v1\nkind: Deployment\n{}",
        object("server.1 = old")
    );
    let mut state = open(&live, &[&object("server.1 = new")]);
    for (width, height) in [(80, 24), (120, 40)] {
        let text = frame(&mut state, width, height);
        assert!(text.matches("server.1 = new").count() >= 2, "{text}");
    }
    // Each pane shows its line, also when a key leads to the step.
    for script in ["", "S s"] {
        press(&mut state, script);
        let text = frame(&mut state, 120, 40);
        let panes: String = text.lines().take(21).collect();
        assert!(panes.matches("server.1 = new").count() == 2, "{script}: {text}");
        assert!(panes.contains("server.1 = old"), "{script}: {text}");
    }
    // The lines next to it belong together.
    press(&mut state, "1 k");
    let text = frame(&mut state, 120, 40);
    let row = text
        .lines()
        .find(|line| line.starts_with('▸') && line.contains("echo"));
    assert_eq!(row.unwrap_or_default().matches("echo more").count(), 3, "{text}");
    press(&mut state, "3 j");
    state.resize(mergescope::explorer::Sizes {
        panes: [1000; 3],
        ..Default::default()
    });
    for (pane, want) in [
        (Pane::Live, "server.1 = old"),
        (Pane::Patch, "server.1 = new"),
        (Pane::Result, "server.1 = new"),
    ] {
        assert_eq!(marked(&state.rows(pane)), [want], "{pane:?}");
    }
    let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
    for line in ["102 - server.1 = old", "102 + server.1 = new"] {
        assert!(lines.iter().any(|shown| shown == line), "{lines:?}");
    }
}

#[test]
fn each_row_of_the_result_is_a_line_of_its_yaml() {
    let block = |indent: &str| -> String {
        let line = |at: usize| match at % 7 {
            3 => "\n".to_owned(),
            5 => format!("{indent}  deeper {at}\n"),
            _ => format!("{indent}line {at}\n"),
        };
        (0..150).map(line).collect()
    };
    let live = format!(
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n  annotations:\n    a: |\n{}    b: x\nspec:\n  containers:\n  - name: \
         web\n    image: x\n    args:\n    - |2-\n{}    - last\n",
        block("      "),
        block("        ")
    );
    let mut state = open(&live, &["metadata:\n  annotations:\n    b: y\n"]);
    let yaml = write::yaml(&state.workspace().merged().merge().tree);
    let lines: Vec<&str> = yaml.lines().collect();
    frame(&mut state, 120, 40);
    press(&mut state, "3 g");
    let mut seen = Vec::new();
    while seen.last() < Some(&lines.len()) {
        frame(&mut state, 120, 40);
        for row in state.rows(Pane::Result) {
            let number = row.number.unwrap();
            assert_eq!(row.text, lines[number - 1], "line {number}");
            seen.push(number);
        }
        press(&mut state, "PgDn j");
    }
    assert!(seen.len() > 300, "{}", seen.len());
}

#[test]
fn a_long_value_is_not_formatted_to_list_what_can_be_copied() {
    let keys: String = (0..3000).map(|at| format!("  key-{at}: value\n")).collect();
    let live = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n{keys}  last: |\n    a\n    b\n"
    );
    let mut state = open(&live, &["data:\n  key-1: other\n"]);
    frame(&mut state, 120, 40);
    let value = |state: &mut Explorer, keys: &str| {
        press(state, keys);
        let row = state.list_view().unwrap().rows.swap_remove(1).text;
        press(state, "Esc");
        row
    };
    let all = value(&mut state, "1 g j j j j y");
    assert!(all.starts_with("key-0: value … more than "), "{all}");
    assert_eq!(value(&mut state, "G y"), "a … 2 lines");
}

#[test]
fn the_sentence_about_a_long_value_shows_what_changes_at_its_end() {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  url: postgres://user:password@database.shop.svc:5432/checkout\n";
    let patch = "data:\n  url: postgres://user:password@database.shop.svc:5432/checkout?pool=32\n";
    let mut state = open(live, &[patch]);
    let text = frame(&mut state, 200, 40);
    assert!(text.contains("5432/checkout\" to \"…"), "{text}");
    assert!(text.contains("5432/checkout?pool=32\"."), "{text}");
}

#[test]
fn the_part_of_a_long_line_that_changes_is_visible() {
    let args =
        |level: &str| format!("--config=/etc/checkout/app.yaml --level={level} --format=json --color=never");
    let object = |level: &str| {
        let long = args(level);
        format!("data:\n  run: {long}\n  script: |\n    set -e\n    exec checkout {long}\n    exit 1\n")
    };
    let live = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app\n{}",
        object("info")
    );
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let mut state = open(&live, &[&object("debug")]);
        for (key, word) in [("1", "info"), ("2", "debug"), ("3", "debug")] {
            press(&mut state, key);
            let text = frame(&mut state, width, height);
            let places = text.lines().filter(|line| {
                line.contains(&format!("level={word} ")) || line.contains(&format!("={word} --"))
            });
            assert!(places.count() >= 2, "{key}\n{text}");
        }
    }
}

/// The keys of a ConfigMap with a script of 200 lines.
fn script(change: impl FnOnce(&mut Vec<String>)) -> String {
    let mut lines: Vec<String> = (0..200).map(|at| format!("    echo step-{at}.\n")).collect();
    change(&mut lines);
    format!("data:\n  run.sh: |\n{}  zz: last\n", lines.concat())
}

#[test]
fn moved_and_removed_lines_of_a_text_are_shown_where_they_are() {
    let live = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app\n{}",
        script(|_| ())
    );
    let swapped = script(|lines| lines.swap(19, 149));
    let neighbors = script(|lines| lines.swap(29, 30));
    let moved = script(|lines| {
        let line = lines.remove(149);
        lines.insert(19, line);
    });
    let removed = script(|lines| drop(lines.remove(33)));
    for (patch, marked_rows, listed, on_frame) in [
        (
            &swapped,
            ["echo step-149.", "echo step-19."].as_slice(),
            ["20 - echo step-19.", "20 + echo step-149."].as_slice(),
            "~  26     echo step-149.",
        ),
        (
            &neighbors,
            &["echo step-29."],
            &["30 - echo step-29.", "31 + echo step-29."],
            "~  37     echo step-29.",
        ),
        (
            &moved,
            &["echo step-149."],
            &["20 + echo step-149.", "150 - echo step-149."],
            "~  26     echo step-149.",
        ),
        (
            &removed,
            &[],
            &["34 - echo step-33."],
            "−  40     echo step-34.          1 line removed above",
        ),
    ] {
        let counts = patch == &neighbors || patch == &moved || patch == &removed;
        let mut state = open(&live, &[patch]);
        let text = frame(&mut state, 100, 24);
        assert!(text.contains(on_frame), "{on_frame}\n{text}");
        let explanation: Vec<String> = state
            .explanation()
            .into_iter()
            .map(|line| line.text.trim().to_owned())
            .collect();
        let has_count = |line: &String| {
            let ends = ["moved in `run.sh`.", "`run.sh` is added.", "`run.sh` is removed."];
            ends.iter().any(|end| line.ends_with(end))
        };
        assert_eq!(explanation.iter().any(has_count), counts, "{explanation:?}");
        for line in listed {
            assert!(
                explanation.iter().any(|shown| shown == line),
                "{line} {explanation:?}"
            );
        }
        frame(&mut state, 200, 700);
        for pane in [Pane::Patch, Pane::Result] {
            let rows = state.rows(pane);
            let rows = rows.iter().filter(|row| row.text.contains("echo"));
            let marked: Vec<&str> = rows
                .clone()
                .filter(|row| !row.marks.is_empty())
                .map(|row| row.text.trim())
                .collect();
            assert_eq!(marked, marked_rows, "{pane:?}");
            let noted: Vec<&str> = rows
                .filter(|row| !row.note.is_empty())
                .map(|row| row.text.trim())
                .collect();
            assert_eq!(
                noted.is_empty(),
                patch != &removed && patch != &neighbors && patch != &moved,
                "{noted:?}"
            );
        }
    }
}
