//! An exported page in a real browser, by keys and clicks. Where there is no browser this says so and passes: the page's
//! data is checked without one (`export.rs`).

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use mergescope::explorer::PlaybackAction;
use mergescope::explorer::export::html;
use mergescope::explorer::{Action, Explorer, Pane, Sizes, update};
use serde_json::Value;

use crate::export::HOSTILE;
use crate::support::*;

const DRIVER: &str = include_str!("data/driver.js");

const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let found = BROWSERS
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|file| file.is_file());
    if found.is_none() {
        // Not by `eprintln!`, which a passing test never shows.
        let _ = writeln!(
            std::io::stderr(),
            "NOT RUN: exported pages in a browser; put chromium on the PATH (Debian: apt-get install chromium)"
        );
    }
    found
}

/// Opens a page with the driver in it, and gives what the driver saw.
fn drive(browser: &PathBuf, page: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let (head, tail) = page.rsplit_once("</body>").unwrap();
    let file = folder.path().join("page.html");
    std::fs::write(&file, format!("{head}<script>{DRIVER}</script></body>{tail}")).unwrap();
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ])
        .args([
            "--disable-dev-shm-usage",
            "--window-size=1600,6000",
            "--virtual-time-budget=5000",
            "--dump-dom",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.path().join("profile").display()
        ))
        .arg(format!("file://{}", file.display()))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let dom = String::from_utf8_lossy(&output.stdout);
    let told = dom
        .split_once("<pre id=\"told\">")
        .and_then(|(_, rest)| rest.split_once("</pre>"));
    let told = told
        .unwrap_or_else(|| panic!("{}\n{dom}", String::from_utf8_lossy(&output.stderr)))
        .0;
    let json = told
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&nbsp;", "\u{a0}")
        .replace("&amp;", "&");
    serde_json::from_str(&json).unwrap()
}

/// A pane as the explorer has it, in the driver's words.
fn rows(state: &Explorer, pane: Pane) -> Vec<String> {
    let row = |row: &mergescope::explorer::PaneRow| {
        let marks: String = row.marks.iter().take(2).map(|mark| mark.glyph()).collect();
        let waits = row.stage == mergescope::explorer::RowStage::Pending && marks.is_empty();
        let marks = if waits { "·".to_owned() } else { marks };
        let number = row.number.map_or("·".to_owned(), |number| number.to_string());
        let badge = row
            .badge
            .as_ref()
            .map_or(String::new(), |badge| format!("⟨{}⟩", badge.words()));
        let flags = [(row.fresh, "fresh"), (row.ghost, "ghost")];
        let flags: Vec<&str> = flags
            .iter()
            .filter(|(is, _)| *is)
            .map(|(_, name)| *name)
            .collect();
        [
            marks,
            number,
            row.text.clone(),
            badge,
            row.note.clone(),
            flags.join(" "),
        ]
        .join("|")
    };
    state.rows(pane).iter().map(row).collect()
}

fn check_frame(what: &str, state: &Explorer, seen: &Value) {
    let position = state.workspace().merged().position();
    assert_eq!(seen["position"], position, "{what}");
    for (name, pane) in [
        ("live", Pane::Live),
        ("patch", Pane::Patch),
        ("result", Pane::Result),
    ] {
        let want = rows(state, pane);
        let got: Vec<&str> = seen[name]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(got, want, "{what}: {name} at step {position}");
    }
    let want: Vec<String> = state
        .explanation()
        .into_iter()
        // The page shows code as such.
        .map(|line| line.text.replace('`', ""))
        .collect();
    let got: Vec<&str> = seen["why"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(got, want, "{what}: why at step {position}");
}

fn check(browser: &PathBuf, what: &str, mut state: Explorer) {
    let seen = drive(browser, &html::page(state.workspace()));
    let end = state.workspace().merged().len();
    state.resize(Sizes {
        screen: 0,
        panes: [1000; 3],
        pane_widths: [1000; 3],
        steps: 1000,
        why: 1000,
        why_width: usize::MAX / 2,
    });
    for step in 0..=end {
        update(&mut state, Action::Playback(PlaybackAction::GoToStep(step)));
        check_frame(what, &state, &seen["frames"][step]);
        if step < end {
            check_frame(what, &state, &seen["back"][end - 1 - step]);
        }
    }
    for way in seen["ways"].as_array().unwrap() {
        let (step, name) = (way[0].as_u64().unwrap() as usize, way[1].as_str().unwrap());
        update(&mut state, Action::Playback(PlaybackAction::GoToStep(step)));
        press(&mut state, name);
        assert_eq!(
            way[2],
            state.workspace().merged().position(),
            "{what}: {name} at step {step}"
        );
    }
    assert_eq!(seen["strip"], end, "{what}: the timeline's end");
    update(&mut state, Action::Playback(PlaybackAction::GoToStep(end)));
    for (row, picked) in seen["picked"].as_array().unwrap().iter().enumerate() {
        assert_eq!(picked[0], row, "{what}: a click in live picks its row");
        assert!(
            picked[2].as_i64() >= Some(0) || rows(&state, Pane::Live)[row].contains("|#"),
            "{what}: live's row {row} has a place in the result"
        );
    }
    assert_eq!(
        (&seen["playing"], &seen["stopped"]),
        (&"stop".into(), &"play".into()),
        "{what}"
    );
    assert_eq!(
        seen["blocked"],
        serde_json::json!(["connect-src", "img-src"]),
        "{what}"
    );
    assert_eq!(seen["strange"], serde_json::json!([]), "{what}");
    assert_eq!(seen["hacked"], "undefined", "{what}");
}

#[test]
fn a_page_shows_and_does_what_the_explorer_shows_and_does() {
    let Some(browser) = browser() else { return };
    check(&browser, "deployment", open(LIVE, &[PATCH]));
    check(&browser, "hostile", open(HOSTILE.0, &[HOSTILE.1]));
    let config = |two: &str, three: &str| {
        format!("data:\n  a: |\n    one\n    {two}\n    {three}\n    four\n  b: c\n")
    };
    let live = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n{}",
        config("two", "three")
    );
    check(&browser, "texts", open(&live, &[&config("2", "three")]));
}
