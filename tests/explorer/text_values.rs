//! A text of several lines in which one line changes.

use mergescope::explorer::{Pane, PaneRow};

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
    let patch = config("new").replace("  LOG: debug\n", "  LOG: null\n");
    let mut state = open(&live, &[&patch]);
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
    press(&mut state, "S");
    let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
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
fn of_a_script_in_a_list_that_is_replaced_only_the_changed_line_is_marked() {
    let object = |line: &str| {
        format!(
            "spec:\n  template:\n    spec:\n      containers:\n      - name: a\n        args:\n        - -c\n        - |\n          \
             set -e\n          {line}\n          server.2 = same\n"
        )
    };
    let live = format!(
        "apiVersion: apps/v1\nkind: Deployment\n{}",
        object("server.1 = old")
    );
    let mut state = open(&live, &[&object("server.1 = new")]);
    frame(&mut state, 120, 40);
    for (pane, want) in [
        (Pane::Live, "server.1 = old"),
        (Pane::Patch, "server.1 = new"),
        (Pane::Result, "server.1 = new"),
    ] {
        assert_eq!(marked(&state.rows(pane)), [want], "{pane:?}");
    }
    let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
    for line in ["2 - server.1 = old", "2 + server.1 = new"] {
        assert!(lines.iter().any(|shown| shown == line), "{lines:?}");
    }
}
