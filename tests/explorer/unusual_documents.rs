//! Documents that are no manifests, or hardly: nothing breaks, whatever is pressed.

use mergescope::document::read;
use mergescope::explorer::{Explorer, Pane};

use unicode_width::UnicodeWidthStr;

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

fn walk(state: &mut Explorer) {
    frame(state, 84, 24);
    for script in [
        "^", "s", "s", "$", "1", "End", "Home", "2", "End", "3", "End", "Up", "PgUp", "m", "5", "Down", "?",
    ] {
        press(state, script);
        for pane in [Pane::Live, Pane::Patch, Pane::Result] {
            let view = state.workspace().panes().view(pane);
            assert!(view.cursor < state.workspace().row_count(pane).max(1));
        }
    }
    frame(state, 120, 40);
}

/// Names, keys and values in scripts that run from right to left, beside wide and combining characters.
const WORLD: &str = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: שלום\n  annotations:\n    مرحبا: 漢字 אב 12 ab\n    \
                     e: \"e\\u0301 ไทย 한글 👍🏽 🇩🇪\"\nspec:\n  containers:\n  - name: אב\n    image: a # גד\n";

/// A line of a frame without what the test backend adds to it.
fn bare(line: &str) -> &str {
    line.split("\" Hidden by").next().unwrap_or(line).trim_end()
}

#[test]
fn letters_from_right_to_left_are_spelt_out_and_nothing_leaves_its_column() {
    let patch =
        "metadata:\n  annotations:\n    مرحبا: אב\nspec:\n  containers:\n  - name: אב\n    image: ב\n";
    let open = || {
        let mut opening = opening(WORLD, &[patch]);
        opening.live.name = "שלום/漢字.yaml".to_owned();
        Explorer::open(opening).unwrap()
    };
    let is_moved = |c: char| mergescope::document::escape::is_reordered(c);
    for script in [
        "", "Enter", "y", "v", "d", "^ s s", "?", ": מ", "/ א ב", "1 u", "e", "r", "K", "P ^ s",
    ] {
        for (width, height) in [(60, 20), (84, 30), (120, 40), (200, 60)] {
            let mut state = open();
            frame(&mut state, width, height);
            press(&mut state, script);
            let text = frame(&mut state, width, height);
            assert!(!text.contains(is_moved), "{script}: {text}");
            for line in text.lines().map(bare) {
                assert!(line.width() <= usize::from(width), "{script}: {line}");
            }
        }
    }
    // The lines between the panes stand under each other.
    let text = frame(&mut open(), 120, 40);
    let bars = |line: &str| -> Vec<usize> {
        let bars = line.match_indices('│');
        bars.map(|(at, _)| line[..at].width()).collect()
    };
    let rows: Vec<Vec<usize>> = text.lines().skip(1).take(20).map(bare).map(bars).collect();
    assert!(
        rows.iter().all(|row| row.len() == 2 && row == &rows[0]),
        "{rows:?}\n{text}"
    );
    assert!(text.contains("\\u{5d0}\\u{5d1}"), "{text}");
    // What is typed finds what is shown, and what is copied is as the document has it.
    let mut state = open();
    frame(&mut state, 120, 40);
    press(&mut state, "/ א ב Enter");
    assert!(said(&state).contains(" of "), "{}", said(&state));
    press(&mut state, "1 Home Down Down Down y v");
    assert_eq!(state.take_clip().unwrap().text, "שלום");
}

#[test]
fn letters_that_terminals_draw_in_several_cells_leave_nothing_behind() {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::buffer::Buffer;
    // What a terminal shows that knows nothing of clusters: every letter where it was printed, until it is overwritten.
    let printed = |before: &Buffer, after: &Buffer| {
        let cells = before.diff(after);
        cells.into_iter().map(|(x, y, _)| (x, y)).collect::<Vec<_>>()
    };
    let draw = |state: &mut Explorer| {
        let mut terminal = Terminal::new(TestBackend::new(120, 40)).unwrap();
        let look = look();
        terminal
            .draw(|frame| {
                let places = mergescope::terminal::draw::places(frame.area(), state);
                state.resize(places.sizes());
                mergescope::terminal::draw::draw(state, &look, &places, None, frame);
            })
            .unwrap();
        terminal.backend().buffer().clone()
    };
    let live = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: क्षत्रिय நி ที่\n";
    let mut state = open(live, &["metadata:\n  namespace: b\n"]);
    let before = draw(&mut state);
    let letters = |buffer: &Buffer| -> Vec<(u16, u16)> {
        let all = (0..40).flat_map(|y| (0..120).map(move |x| (x, y)));
        all.filter(|at| !buffer[*at].symbol().is_ascii() && buffer[*at].symbol() != "│")
            .collect()
    };
    assert!(letters(&before).iter().any(|at| before[*at].symbol() == "ष"));
    press(&mut state, "?");
    let after = draw(&mut state);
    let printed = printed(&before, &after);
    for at in letters(&before) {
        assert!(after[at] == before[at] || printed.contains(&at), "{at:?}");
        let spacing = |c: &char| unicode_width::UnicodeWidthChar::width(*c) > Some(0);
        assert!(before[at].symbol().chars().filter(spacing).count() <= 1);
    }
}

#[test]
fn a_cell_holds_no_more_combining_characters_than_scripts_need() {
    let bomb = format!("e{}", "\u{301}".repeat(200));
    let live = format!(
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels:\n    ok: \"e\u{301}\u{323}\"\n    x: \"{bomb}\"\n"
    );
    let mut state = open(&live, &["metadata: {}\n"]);
    let shown = frame(&mut state, 120, 40);
    assert!(shown.contains("e\u{301}\u{323}"), "{shown}");
    let marks = shown
        .split(|c| c != '\u{301}')
        .map(|run| run.chars().count())
        .max();
    assert_eq!(marks, Some(8), "{shown}");
}
