//! What is written to take away: each form says what the screen says, and no document gets out of its text.

use std::sync::Arc;

use mergescope::document::escape::visible;
use mergescope::document::{Tree, ValueKind, write};
use mergescope::explorer::export::html::data::{EditsJson, PageData, bits, state_number};
use mergescope::explorer::export::session::{SessionFile, SessionRules, SessionText};
use mergescope::explorer::export::{ExportFormat, html};
use mergescope::explorer::{
    Effect, Explorer, ExportedFile, InputFile, MergedView, Message, Opening, Pane, Popup, on_message,
};
use mergescope::merge::{ResultId, ResultTree, Semantics};
use mergescope::schema::Schema;
use mergescope::terminal::draw::RenderOptions;
use mergescope::terminal::export::{ExportRequest, text};
use mergescope::terminal::keymap::Keymap;
use mergescope::terminal::theme::{Environment, Theme};

use crate::secrets::{LIVE_SECRET, SECRET_PATCH, WORDS};
use crate::support::*;

/// Documents that try to become markup, script, or the end of either.
pub(crate) const HOSTILE: (&str, &str) = (
    "apiVersion: v1\nkind: Pod\nmetadata:\n  name: </script><script>hacked=1</script>\n  labels:\n    \
     \"<!--\": '--> <b>bold</b>'\n    amp: '&lt;/script&gt; &amp; \"quoted\" \\u003c'\n    sep: \"a\\u2028b\\u2029c\"\n    \
     esc: \"\\e[31m]]>\\0\"\nspec:\n  containers:\n  - name: '`${hacked=1}`'\n    image: \"'\\\"><svg onload=hacked=1>\"\n",
    "metadata:\n  labels:\n    amp: </style><iframe srcdoc='<script>hacked=1</script>'>\n    '<marquee>': \"{title}{data}\"\n\
     spec:\n  containers:\n  - name: '`${hacked=1}`'\n    image: null\n    '</script>': x\n",
);

fn look(theme: &str) -> RenderOptions {
    RenderOptions {
        theme: Theme::choose(
            Some(theme),
            &Environment {
                colorterm: "truecolor".to_owned(),
                ..Environment::default()
            },
        )
        .unwrap(),
        ascii: false,
        keymap: Keymap::default(),
    }
}

fn written(state: &Explorer, format: ExportFormat) -> String {
    let look = look("dark");
    text(
        state,
        ExportRequest {
            format,
            look: &look,
            size: (100, 30),
            animate: false,
            rules: SessionRules::default(),
        },
    )
}

/// The data of a page, as a browser would read it.
fn data_of(page: &str) -> PageData {
    let begin = "<script type=\"application/json\" id=\"data\">";
    let json = page.split_once(begin).unwrap().1;
    let json = json.split_once("</script>").unwrap().0;
    serde_json::from_str(json).unwrap()
}

/// The page's nodes, played.
struct Replay<'d> {
    data: &'d PageData,
    source: Vec<u32>,
    state: Vec<u8>,
    marks: Vec<u32>,
    children: Vec<Vec<u32>>,
}

impl<'d> Replay<'d> {
    fn new(data: &'d PageData) -> Self {
        let mut children = vec![Vec::new(); data.parent.len()];
        for list in &data.children {
            children[list[0] as usize] = list[1..].to_vec();
        }
        Self {
            data,
            source: data.source.clone(),
            state: data.state.clone(),
            marks: vec![0; data.parent.len()],
            children,
        }
    }

    fn play(&mut self, edits: &EditsJson, forward: bool) {
        let pick = |change: &[u32]| if forward { change[2] } else { change[1] };
        for change in edits.source.chunks(3) {
            self.source[change[0] as usize] = pick(change);
        }
        for change in edits.state.chunks(3) {
            self.state[change[0] as usize] = pick(change) as u8;
        }
        for change in edits.marks.chunks(3) {
            self.marks[change[0] as usize] = pick(change);
        }
        for (list, before, after) in &edits.order {
            self.children[*list as usize] = if forward { after.clone() } else { before.clone() };
        }
    }

    /// Whether every node is what the merge has there.
    fn check(&self, tree: &ResultTree, what: &str) {
        for index in 0..tree.node_count() {
            let id = ResultId(index as u32);
            let (key, value) = (tree.key(id), tree.value(id));
            let head = self.source[index] as usize;
            let text = &self.data.strings[self.data.text[head] as usize];
            assert_eq!(
                *text,
                visible(&write::head(key, value, false).text),
                "{what} {index}"
            );
            let kind = match value.kind() {
                ValueKind::List => 1,
                ValueKind::Map => 2,
                _ => 0,
            };
            assert_eq!(self.data.kinds[head] & 3, kind, "{what} {index}");
            assert_eq!(self.state[index], state_number(tree.state(id)), "{what} {index}");
            assert_eq!(self.marks[index], bits(tree.marks(id)), "{what} {index}");
            let children: Vec<u32> = tree.all_children(id).map(|id| id.0).collect();
            assert_eq!(self.children[index], children, "{what} {index}");
        }
    }
}

fn story(data: &PageData, lines: &[(u8, u32)]) -> Vec<String> {
    let line = |(_, text): &(u8, u32)| data.strings[*text as usize].clone();
    lines.iter().map(line).collect()
}

fn shown(state: &mut Explorer) -> Vec<String> {
    press(state, "I");
    let Some(Popup::Text(whole)) = state.layers().popup() else {
        panic!("no explanation");
    };
    let lines = whole.lines.clone();
    press(state, "Esc");
    lines
}

/// Removes the question and the point of a lesson, which the page shows in a section of their own.
fn without_lesson(mut lines: Vec<String>, is_lesson: bool) -> Vec<String> {
    if !is_lesson {
        return lines;
    }
    if let Some(at) = lines.iter().position(|line| line.starts_with("step 0")) {
        lines.drain(..at);
    }
    if let Some(at) = lines.iter().position(|line| line.starts_with("The point")) {
        // The point is before the sentence of a step, or after that of a rejection.
        let blank = if lines[at + 1].is_empty() { at + 1 } else { at - 1 };
        assert_eq!(lines[blank], "");
        lines.drain(at.min(blank)..=at.max(blank));
    }
    lines
}

fn check_page(what: &str, mut state: Explorer) {
    let data = data_of(&html::page(state.workspace()));
    let mut replay = Replay::new(&data);
    let mut session: MergedView = state.workspace().merged().clone();
    let end = session.len();
    assert_eq!(data.steps.len(), end, "{what}");
    state.resize(mergescope::explorer::Sizes {
        why_width: usize::MAX / 2,
        ..Default::default()
    });
    press(&mut state, "^");
    session.seek(0);
    replay.check(&session.merge().tree, what);
    let is_lesson = data.lesson.is_some();
    assert_eq!(
        story(&data, &data.beginning),
        without_lesson(shown(&mut state), is_lesson),
        "{what}"
    );
    for (at, step) in data.steps.iter().enumerate() {
        session.seek(at + 1);
        press(&mut state, "s");
        replay.play(&step.edits, true);
        replay.check(&session.merge().tree, &format!("{what}, step {}", at + 1));
        assert_eq!(
            story(&data, &step.story),
            without_lesson(shown(&mut state), is_lesson),
            "{what}, step {}",
            at + 1
        );
    }
    for (at, step) in data.steps.iter().enumerate().rev() {
        session.seek(at);
        replay.play(&step.edits, false);
        replay.check(&session.merge().tree, &format!("{what}, back at step {at}"));
    }
}

#[test]
fn a_page_plays_what_the_merge_plays() {
    check_page("deployment", open(LIVE, &[PATCH]));
    check_page("rejected", open(LIVE, &[REJECTED]));
    check_page("two patches", open(LIVE, &[PATCH, "spec:\n  replicas: 5\n"]));
    check_page("hostile", open(HOSTILE.0, &[HOSTILE.1]));
    check_page("secret", open(LIVE_SECRET, &[SECRET_PATCH]));
    for (semantics, live, patch) in [
        // Fields with values that have other keys in the patch.
        (
            Semantics::JSON_PATCH,
            LIVE,
            "- {op: replace, path: /metadata/name, value: other}\n",
        ),
        (
            Semantics::KUBERNETES,
            "apiVersion: v1\nkind: Pod\nmystery: a\n",
            "$deleteFromPrimitiveList/mystery: b\n",
        ),
    ] {
        let state = Explorer::open(Opening {
            semantics,
            ..opening(live, &[patch])
        });
        check_page(&semantics.to_string(), state.unwrap());
    }
    for (lesson, opening) in merged_lessons() {
        check_page(&lesson.name, Explorer::open(opening).unwrap());
    }
}

#[test]
fn a_page_links_the_rows_of_a_rejection_as_the_explorer_does() {
    let list = |name: &str| format!("spec:\n  template:\n    spec:\n      containers:\n{name}");
    let cases = [
        (Semantics::PROPOSAL, list("      - name: web\n      - image: x\n")),
        (
            Semantics::PROPOSAL,
            list("      - name: web\n      $setElementOrder/containers:\n      - name: log\n"),
        ),
        (
            Semantics::KUBERNETES,
            list("      - name: web\n      - image: x\n"),
        ),
        (Semantics::PROPOSAL, REJECTED.to_owned()),
    ];
    for (semantics, patch) in cases {
        let opening = Opening {
            semantics,
            ..opening(LIVE, &[&patch])
        };
        let mut state = Explorer::open(opening).unwrap();
        let data = data_of(&html::page(state.workspace()));
        let step = usize::try_from(data.rejection).unwrap();
        press(&mut state, "$");
        assert_eq!(state.workspace().merged().position(), step + 1);
        let rows = [Pane::Live, Pane::Patch].map(|pane| state.workspace().panes().view(pane).cursor as i64);
        let place = data.steps[step].place;
        assert_eq!([place[1], place[3]], rows, "{semantics}: {patch}");
    }
}

#[test]
fn a_page_grows_with_its_rows_and_steps_alone() {
    let page = |items: usize| {
        let item = |n: usize, value: &str| format!("      - {{name: E{n:05}, value: {value}}}\n");
        let live: String = (0..items).map(|n| item(n, "a")).collect();
        let patch: String = (0..items).map(|n| item(n, "b")).collect();
        let top = "spec:\n  template:\n    spec:\n      containers:\n      - name: a\n        env:\n";
        let live = format!(
            "apiVersion: apps/v1\nkind: Deployment\n{top}{}",
            live.replace("      -", "        -")
        );
        let patch = format!("{top}{}", patch.replace("      -", "        -"));
        html::page(open(&live, &[&patch]).workspace()).len()
    };
    let (empty, small, large) = (page(1), page(100), page(400));
    assert!(large - empty < 5 * (small - empty), "{empty} {small} {large}");
}

#[test]
fn no_document_gets_out_of_a_page() {
    let page = html::page(open(HOSTILE.0, &[HOSTILE.1]).workspace());
    assert_eq!(
        page.matches("</script>").count(),
        2,
        "the data's and the script's own"
    );
    assert_eq!(page.matches("<script").count(), 2);
    for markup in [
        "<!--",
        "<b>",
        "<svg",
        "<iframe",
        "<marquee",
        "</style><",
        "\u{2028}",
        "\u{2029}",
    ] {
        assert!(!page.contains(markup), "{markup}");
    }
    for from_outside in ["http://", "https://", "src=", "href=", "url(", "@import"] {
        assert!(!page.contains(from_outside), "{from_outside}");
    }
    let data = data_of(&page);
    assert!(
        data.strings
            .iter()
            .any(|text| text.contains("</script><script>hacked=1</script>"))
    );
    assert!(data.strings.iter().any(|text| text.contains("{title}{data}")));
}

/// The luminance of `#rrggbb`, as WCAG defines it.
fn luminance(hex: &str) -> f64 {
    let part = |at: usize| {
        let value = u8::from_str_radix(&hex[at..at + 2], 16).expect("a color");
        let value = f64::from(value) / 255.0;
        if value <= 0.03928 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

#[test]
fn the_text_of_a_page_has_enough_contrast() {
    let page = html::page(open(LIVE, &[PATCH]).workspace());
    let palettes: Vec<&str> = page
        .split(":root {")
        .skip(1)
        .filter_map(|rest| rest.split('}').next())
        .collect();
    assert!(palettes.len() >= 2, "light and dark");
    for palette in &palettes[..2] {
        let color = |name: &str| {
            let after = palette.split_once(&format!("--{name}: ")).expect(name).1;
            luminance(&after[..7])
        };
        let marks = [
            "rejected",
            "server-only",
            "reordered",
            "retained",
            "cleared",
            "added",
            "changed",
            "deleted",
            "replaced",
            "warning",
        ];
        let on_page = marks
            .into_iter()
            .chain(["fg"])
            .flat_map(|name| ["bg", "now", "pick"].map(|ground| (name, ground)));
        let others = [("fg", "raised"), ("dim", "raised"), ("dim", "bg")];
        for (text, ground) in on_page.chain(others) {
            let (one, other) = (color(text), color(ground));
            let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
            assert!(contrast >= 4.5, "{text} on {ground}: {contrast:.2}");
        }
    }
}

#[test]
fn no_export_tells_a_secret() {
    let hidden = open(LIVE_SECRET, &[SECRET_PATCH]);
    let shown = open(LIVE_SECRET, &[SECRET_PATCH]).with_secrets(true);
    for format in ExportFormat::ALL {
        let text = written(&hidden, format);
        for word in WORDS {
            assert!(!text.contains(word), "{} tells {word}", format.name());
        }
        assert!(text.contains("••••••"), "{}", format.name());
        assert!(
            written(&shown, format).contains("c3dvcmRmaXNo"),
            "{}",
            format.name()
        );
    }
}

#[test]
fn a_picture_is_the_frame_cell_by_cell() {
    let mut state = open(HOSTILE.0, &[HOSTILE.1]);
    press(&mut state, "^ s");
    insta::assert_snapshot!("picture", written(&state, ExportFormat::Svg));
    let svg = written(&state, ExportFormat::Svg);
    for theme in ["light", "color-blind", "high-contrast", "monochrome"] {
        let look = look(theme);
        let other = mergescope::terminal::svg::frame(&state, &look, (100, 30));
        assert_ne!(svg, other, "{theme}");
        let paper = other
            .lines()
            .find(|line| line.starts_with("<rect"))
            .unwrap_or_default();
        assert_eq!(paper.contains("#ffffff"), theme == "light", "{theme}: {paper}");
    }
}

#[test]
fn wide_characters_stand_in_their_cells() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: 名前\n  labels: {a: \"e\\u0301\"}\n";
    let svg = written(
        &open(live, &["metadata: {labels: {b: 漢字}}\n"]),
        ExportFormat::Svg,
    );
    let wide: Vec<&str> = svg
        .lines()
        .filter(|line| line.contains('漢') || line.contains('字'))
        .collect();
    assert!(
        wide.len() >= 2 && wide.iter().all(|line| line.contains("textLength=\"16.8\"")),
        "{wide:#?}"
    );
}

#[test]
fn markdown_tells_what_changes() {
    insta::assert_snapshot!("report", written(&open(LIVE, &[PATCH]), ExportFormat::Markdown));
    insta::assert_snapshot!(
        "report-of-a-rejection",
        written(&open(LIVE, &[REJECTED]), ExportFormat::Markdown)
    );
}

fn reopened(file: &SessionFile) -> Explorer {
    let given = |SessionText { name, text }: &SessionText| InputFile {
        name: name.clone(),
        bytes: text.clone().into_bytes(),
        file: false,
    };
    let opening = Opening {
        live: given(&file.live),
        patches: file.patches.iter().map(given).collect(),
        schema: Arc::new(Schema::builtin()),
        semantics: file.semantics().unwrap(),
    };
    let state = Explorer::open(opening).unwrap().at_step(file.position);
    state.with_folds(file.folds.clone())
}

#[test]
fn a_session_comes_back_as_it_was() {
    for (live, patch, script) in [
        (LIVE, PATCH, "^ s s s"),
        (LIVE, PATCH, "1 Home Down Down Down u ^ s"),
        (LIVE, PATCH, "H"),
        (LIVE, PATCH, "2 Home Down Down u"),
        (LIVE, REJECTED, ""),
        (HOSTILE.0, HOSTILE.1, "m ^"),
        (LIVE_SECRET, SECRET_PATCH, "^ s"),
    ] {
        let mut state = open(live, &[patch]);
        press(&mut state, script);
        let text = written(&state, ExportFormat::Session);
        let file = SessionFile::read(&text).unwrap();
        let mut again = reopened(&file);
        frame(&mut state, 120, 40);
        frame(&mut again, 120, 40);
        assert_eq!(
            again.workspace().merged().position(),
            state.workspace().merged().position()
        );
        assert_eq!(again.workspace().semantics(), state.workspace().semantics());
        let folded = |state: &Explorer| {
            [Pane::Live, Pane::Patch, Pane::Result].map(|pane| state.workspace().row_count(pane))
        };
        assert_eq!(folded(&again), folded(&state), "{script}");
        for (one, other) in state
            .workspace()
            .merged()
            .merge()
            .steps
            .iter()
            .zip(&again.workspace().merged().merge().steps)
        {
            assert_eq!(
                state.workspace().merged().merge().sentence(one),
                again.workspace().merged().merge().sentence(other)
            );
        }
        let hidden = live == LIVE_SECRET;
        assert_eq!(text.contains("values in this file are hidden"), hidden);
    }
}

#[test]
fn a_strange_session_is_refused_in_words() {
    let good = written(&open(LIVE, &[PATCH]), ExportFormat::Session);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let cases = [
        ("", "not a session file"),
        ("{}", "it must start with"),
        ("[1]", "not a session file"),
        (&deep, "not a session file"),
        ("{\"mergescope\":\"session\"}", "has no version"),
        (
            "{\"mergescope\":\"session\",\"version\":2}",
            "session version 2 is not supported",
        ),
        ("{\"mergescope\":\"session\",\"version\":1}", "missing field"),
        (
            &good.replace("proposal", "\\u001b[31m"),
            "unknown semantics \"\\u{1b}[31m\"",
        ),
        (
            &good.replace("\"position\": 13", "\"position\": -1"),
            "invalid value",
        ),
        (&good.replace("\"position\"", "\"pos\""), "unknown field"),
    ];
    for (text, want) in cases {
        let error = SessionFile::read(text).unwrap_err();
        assert!(error.contains(want), "{want}: {error}");
    }
    // Folds of nodes and patches that there are not.
    let folds = r#""position": 13, "folds": {"live": [4294967295, 0], "patches": [[9999], [1]]}"#;
    let odd = SessionFile::read(&good.replace("\"position\": 13", folds)).unwrap();
    frame(&mut reopened(&odd), 120, 40);
    let far = good.replace("\"position\": 13", "\"position\": 18446744073709551615");
    assert_eq!(
        reopened(&SessionFile::read(&far).unwrap())
            .workspace()
            .merged()
            .position(),
        13
    );
}

#[test]
fn a_file_is_called_after_live() {
    for (name, want) in [
        ("deployment.yaml", "deployment.html"),
        ("a/b.c/live", "live.html"),
        ("<stdin>", "stdin.html"),
        ("--patch", "patch.html"),
        ("..", "merge.html"),
        ("/x/\u{1b}[31m; rm -rf *.yml", "31mrm-rf.html"),
    ] {
        let state = Explorer::open(Opening {
            live: given(name, LIVE),
            patches: vec![given("patch.yaml", PATCH)],
            schema: Arc::new(Schema::builtin()),
            semantics: Default::default(),
        });
        let state = state.unwrap();
        assert_eq!(
            mergescope::explorer::export::file_name(state.workspace(), ExportFormat::Html),
            want,
            "{name}"
        );
    }
}

#[test]
fn the_name_of_the_file_is_asked_for_and_none_is_replaced_unasked() {
    let mut state = open(LIVE, &[PATCH]);
    let write = |state: &mut Explorer, keys: &str| press(state, keys);
    let effects = write(&mut state, "w End Up Enter Ctrl-U o u t / x Enter");
    let format = ExportFormat::Session;
    assert_eq!(
        effects,
        [Effect::Export {
            format,
            replace: false
        }]
    );
    assert_eq!(state.export().name(), "out/x");
    // It cannot be written: the name stays to be changed, with what is wrong.
    let why = "no such folder".to_owned();
    on_message(&mut state, Message::Exported(ExportedFile::Failed(format, why)));
    assert_eq!(
        state.layers().prompt().map(|prompt| prompt.text.as_str()),
        Some("out/x")
    );
    let note = "no such folder; enter another name";
    assert_eq!((noted(&state).as_str(), state.prompt_note().1), (note, true));
    write(&mut state, "Ctrl-U y Enter");
    on_message(&mut state, Message::Exported(ExportedFile::Exists(format)));
    assert!(
        frame(&mut state, 80, 24).contains(" y "),
        "{}",
        frame(&mut state, 80, 24)
    );
    write(&mut state, "n");
    assert_eq!(said(&state), "y was not changed");
    write(&mut state, "w End Up Enter Ctrl-U y Enter");
    on_message(&mut state, Message::Exported(ExportedFile::Exists(format)));
    assert_eq!(
        write(&mut state, "y"),
        [Effect::Export {
            format,
            replace: true
        }]
    );
    on_message(
        &mut state,
        Message::Exported(ExportedFile::Written("y".to_owned())),
    );
    assert_eq!(said(&state), "wrote y");
}

#[test]
fn the_ending_of_a_typed_name_is_taken_at_its_word() {
    for (name, format) in [
        ("f . s v g", ExportFormat::Svg),
        ("f . M D", ExportFormat::Markdown),
        ("f . t x t", ExportFormat::Html),
        ("f", ExportFormat::Html),
    ] {
        let mut state = open(LIVE, &[PATCH]);
        let effects = press(&mut state, &format!("w Enter Ctrl-U {name} Enter"));
        let replace = false;
        assert_eq!(effects, [Effect::Export { format, replace }], "{name}");
    }
}
