//! An exported page in a real browser, by keys and clicks. Where there is no browser this says so and passes: the page's
//! data is checked without one (`export.rs`).

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use mergescope::course::{self, Lesson};
use mergescope::explorer::PlaybackAction;
use mergescope::explorer::export::html;
use mergescope::explorer::{Action, Explorer, Pane, Sizes, update};
use mergescope::schema::Schema;
use serde_json::Value;

use crate::export::HOSTILE;
use crate::support::*;

const DRIVER: &str = include_str!("data/driver.js");

/// Where npm puts packages that are installed for all (`npm install --global axe-core`).
const GLOBAL_PACKAGES: [&str; 2] = ["/usr/lib/node_modules", "/usr/local/lib/node_modules"];

/// Writes what axe-core reports into the page, of the first and the last step.
const AXE_DRIVER: &str = r##"
(async () => {
  const serious = [];
  for (const name of ["^", "$"]) {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
    for (const found of (await axe.run(document, { resultTypes: ["violations"] })).violations) {
      if (!["serious", "critical"].includes(found.impact)) continue;
      serious.push(...found.nodes.map((node) => `${found.id}: ${node.html}`));
    }
  }
  const told = Object.assign(document.createElement("pre"), { id: "told", textContent: JSON.stringify(serious) });
  document.body.append(told);
})();
"##;

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

/// The script of axe-core, if it is installed.
fn axe() -> Option<String> {
    let from = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let folders = from("NODE_PATH")
        .into_iter()
        .chain(GLOBAL_PACKAGES.map(PathBuf::from));
    let mut files = folders.map(|folder| folder.join("axe-core/axe.min.js"));
    let script = files.find_map(|file| std::fs::read_to_string(file).ok());
    if script.is_none() {
        let _ = writeln!(
            std::io::stderr(),
            "NOT RUN: exported pages with axe-core; npm install --global axe-core, or name its folder in NODE_PATH"
        );
    }
    script
}

/// Opens a page with a driver in it, in a window of a size, and gives what the driver saw.
fn drive(browser: &PathBuf, page: &str, driver: &str, size: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let (head, tail) = page.rsplit_once("</body>").unwrap();
    let file = folder.path().join("page.html");
    std::fs::write(&file, format!("{head}<script>{driver}</script></body>{tail}")).unwrap();
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
            &format!("--window-size={size}"),
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
    let shown = dom
        .split_once("<pre id=\"told\">")
        .and_then(|(_, rest)| rest.split_once("</pre>"));
    let shown = shown
        .unwrap_or_else(|| panic!("{}\n{dom}", String::from_utf8_lossy(&output.stderr)))
        .0;
    let json = shown
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
        let flags = [(row.fresh, "fresh"), (row.is_placeholder, "ghost")];
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
    let seen = drive(browser, &html::page(state.workspace()), DRIVER, "1600,6000");
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

#[test]
fn axe_finds_nothing_serious_on_exported_pages() {
    let (Some(browser), Some(axe)) = (browser(), axe()) else {
        return;
    };
    let driver = format!("{axe}\n{AXE_DRIVER}");
    let lessons: Arc<[Lesson]> = course::all().unwrap().into();
    let lesson = |number: usize| {
        let schema = Arc::new(Schema::builtin());
        let state = Explorer::open_lesson(lessons.clone(), number - 1, schema).unwrap();
        html::course::lesson_page(&state, None, lessons.get(number))
    };
    let pages = [
        ("merge", html::page(open(LIVE, &[PATCH]).workspace())),
        ("lesson with a new order", lesson(16)),
        ("lesson with a rejection", lesson(19)),
        ("exercise", lesson(21)),
        ("list of the lessons", html::course::index("Course", &lessons)),
    ];
    for (what, page) in pages {
        // The list of the lessons allows no script at all.
        let page = page.replacen("http-equiv=\"Content-Security-Policy\"", "name=\"policy\"", 1);
        for size in ["1280,900", "500,844"] {
            let serious = drive(&browser, &page, &driver, size);
            assert_eq!(serious, serde_json::json!([]), "{what}, {size}");
        }
    }
}
