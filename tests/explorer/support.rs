//! An explorer without a terminal: opened on texts, driven by keys, shown as text.

use std::sync::{Arc, Mutex};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use mergescope::course::{self, Lesson, LessonForm};
use mergescope::document::ReadError;
use mergescope::explorer::{Confirmation, Effect, Explorer, InputFile, ListKind, Opening, Pane, update};
use mergescope::merge::Semantics;
use mergescope::schema::Schema;
use mergescope::terminal::draw::{ClickTargets, RenderOptions, draw, places};
use mergescope::terminal::keymap::Keymap;
use mergescope::terminal::theme::{Environment, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

pub(crate) const LIVE: &str = include_str!("data/live.yaml");
pub(crate) const PATCH: &str = include_str!("data/patch.yaml");
/// A patch on which proposal and kubernetes differ.
pub(crate) const DIFFERING: &str = include_str!("data/differing.yaml");
pub(crate) const REJECTED: &str = include_str!("data/rejected.yaml");

/// The answer to a save that went as usual.
pub(crate) fn saved() -> mergescope::explorer::Message {
    mergescope::explorer::Message::Saved {
        note: None,
        overwritten: None,
    }
}

/// kubectl is asked, and answers.
pub(crate) fn answer_of_kubectl(state: &mut Explorer) {
    let effects = press(state, "K");
    let [Effect::AskKubectl(ticket)] = effects[..] else {
        panic!("{effects:?}");
    };
    let answer = vec!["kubectl agrees".to_owned()];
    mergescope::explorer::on_message(state, mergescope::explorer::Message::Kubectl(ticket, answer));
}

pub(crate) fn given(name: &str, text: &str) -> InputFile {
    InputFile {
        name: name.to_owned(),
        bytes: text.as_bytes().to_vec(),
        file: true,
    }
}

pub(crate) fn open(live: &str, patches: &[&str]) -> Explorer {
    try_open(live, patches).unwrap()
}

/// LIVE and DIFFERING at the last step of the merge itself: the API server's answer comes after it.
pub(crate) fn open_differing() -> Explorer {
    let mut state = open(LIVE, &[DIFFERING]);
    press(&mut state, "S");
    state
}

pub(crate) fn try_open(live: &str, patches: &[&str]) -> Result<Explorer, ReadError> {
    Explorer::open(opening(live, patches))
}

pub(crate) fn opening(live: &str, patches: &[&str]) -> Opening {
    let patches = patches.iter().enumerate().map(|(at, text)| match at {
        0 => given("patch.yaml", text),
        at => given(&format!("patch{}.yaml", at + 1), text),
    });
    Opening {
        live: given("deployment.yaml", live),
        patches: patches.collect(),
        schema: Arc::new(Schema::builtin()),
        semantics: Semantics::PROPOSAL,
    }
}

/// The lessons of the course that are merges of patches, with what they open.
pub(crate) fn merged_lessons() -> Vec<(Lesson, Opening)> {
    let all = course::all().unwrap().into_iter();
    let merges = all.filter(|lesson| !matches!(lesson.form, LessonForm::Apply { .. }));
    merges
        .map(|lesson| {
            let patches: Vec<&str> = lesson.patches().map(|(_, text)| text).collect();
            let opening = Opening {
                semantics: lesson.semantics,
                ..opening(&lesson.live, &patches)
            };
            (lesson, opening)
        })
        .collect()
}

pub(crate) fn lessons() -> Explorer {
    let lesson = |name: &str, title: &str, question: &str, patch: &str| Lesson {
        name: name.to_owned(),
        title: title.to_owned(),
        chapter: "Order".to_owned(),
        semantics: Semantics::PROPOSAL,
        question: question.to_owned(),
        choices: Vec::new(),
        hints: Vec::new(),
        point: "Look at the marks.".to_owned(),
        live: LIVE.to_owned(),
        form: LessonForm::Patches(vec![("patch.yaml".to_owned(), patch.to_owned())]),
    };
    let all = [
        lesson(
            "01-order",
            "Order and server-only items",
            "Where does the sidecar go?",
            PATCH,
        ),
        lesson(
            "02-rejected",
            "An order that is refused",
            "Why is it refused?",
            REJECTED,
        ),
    ];
    Explorer::open_lessons(Arc::from(all), Arc::new(Schema::builtin())).unwrap()
}
/// The key that the key table writes as `name`.
pub(crate) fn key(name: &str) -> KeyEvent {
    let code = match name {
        "Space" => KeyCode::Char(' '),
        "Ctrl-Space" => return KeyEvent::new(KeyCode::Char(' '), KeyModifiers::CONTROL),
        "Tab" => KeyCode::Tab,
        "Shift-Tab" => KeyCode::BackTab,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "PgUp" => KeyCode::PageUp,
        "PgDn" => KeyCode::PageDown,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "F1" => KeyCode::F(1),
        "F2" => KeyCode::F(2),
        "Shift-Left" => return KeyEvent::new(KeyCode::Left, KeyModifiers::SHIFT),
        "Shift-Right" => return KeyEvent::new(KeyCode::Right, KeyModifiers::SHIFT),
        "Backspace" => KeyCode::Backspace,
        "Delete" => KeyCode::Delete,
        _ => {
            if let Some(c) = name.strip_prefix("Ctrl-") {
                let c = c.chars().next().unwrap().to_ascii_lowercase();
                return KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL);
            }
            let mut chars = name.chars();
            let c = chars.next().unwrap();
            assert_eq!(chars.next(), None, "no key is called {name}");
            KeyCode::Char(c)
        }
    };
    KeyEvent::new(code, KeyModifiers::NONE)
}

/// Presses keys, separated by blanks; returns what the outside is asked to do.
pub(crate) fn press(state: &mut Explorer, script: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    for name in script.split_whitespace() {
        let action = Keymap::default().action(state, key(name));
        let action = action.unwrap_or_else(|| panic!("{name} does nothing here"));
        effects.extend(update(state, action));
    }
    effects
}

/// Finds what the last saves changed, as in the background.
pub(crate) fn find_changes(state: &mut Explorer) {
    while let Some(task) = state.change_task() {
        let found = Box::new(task.run());
        mergescope::explorer::on_message(state, mergescope::explorer::Message::Changes(found));
    }
}

/// The question that is asked.
pub(crate) fn asked(state: &Explorer) -> Option<Confirmation> {
    state.layers().question().map(|question| question.confirmation)
}

/// The rows of a list: labels and texts.
pub(crate) fn list_rows(state: &Explorer, kind: ListKind) -> Vec<String> {
    assert_eq!(state.layers().list().map(|list| list.kind()), Some(kind));
    let rows = state.list_view().unwrap().rows.into_iter();
    rows.map(|row| format!("{} {}", row.label, row.text)).collect()
}

/// The name of the file that the live pane shows.
pub(crate) fn live_name(state: &Explorer) -> &str {
    let cx = state.workspace();
    cx.inputs().name(cx.live_input())
}

/// The status line, with the keys of the key table; nothing said is empty.
pub(crate) fn said(state: &Explorer) -> String {
    let words = state.workspace().status().cloned().unwrap_or_default();
    Keymap::default().fill(state.key_context(), &words)
}

/// What stands behind the line that is typed.
pub(crate) fn noted(state: &Explorer) -> String {
    Keymap::default().fill(state.key_context(), &state.prompt_note().0)
}

pub(crate) fn shown(state: &mut Explorer, width: u16, height: u16) -> (String, ClickTargets) {
    frame_of(state, width, height, "dark", false)
}

pub(crate) fn frame_of(
    state: &mut Explorer,
    width: u16,
    height: u16,
    theme: &str,
    ascii: bool,
) -> (String, ClickTargets) {
    // To read a theme takes longer than to draw a frame.
    static LOOKS: Mutex<Vec<(String, bool, RenderOptions)>> = Mutex::new(Vec::new());
    let mut looks = LOOKS.lock().unwrap();
    let known = looks.iter().find(|look| look.0 == theme && look.1 == ascii);
    let look = known.map(|look| look.2.clone()).unwrap_or_else(|| {
        let look = look_of(theme, ascii, &Keymap::default());
        looks.push((theme.to_owned(), ascii, look.clone()));
        look
    });
    drop(looks);
    drawn(state, width, height, &look)
}

fn look_of(theme: &str, ascii: bool, keymap: &Keymap) -> RenderOptions {
    RenderOptions {
        theme: Theme::choose(Some(theme), &Environment::default()).unwrap(),
        ascii,
        keymap: keymap.clone(),
    }
}

/// The usual look.
pub(crate) fn look() -> RenderOptions {
    look_of("dark", false, &Keymap::default())
}

pub(crate) fn frame_with(
    state: &mut Explorer,
    width: u16,
    height: u16,
    theme: &str,
    ascii: bool,
    keymap: &Keymap,
) -> (String, ClickTargets) {
    drawn(state, width, height, &look_of(theme, ascii, keymap))
}

fn drawn(state: &mut Explorer, width: u16, height: u16, look: &RenderOptions) -> (String, ClickTargets) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let mut targets = ClickTargets::default();
    terminal
        .draw(|frame| {
            let places = places(frame.area(), state);
            state.resize(places.sizes());
            targets = draw(state, look, &places, None, frame);
            state.bound_popup(targets.popup_end());
        })
        .unwrap();
    let text = terminal.backend().to_string();
    let line = |line: &str| line.trim_matches('"').trim_end().to_owned();
    (text.lines().map(line).collect::<Vec<_>>().join("\n"), targets)
}

pub(crate) fn frame(state: &mut Explorer, width: u16, height: u16) -> String {
    shown(state, width, height).0
}

/// The text of the row with a pane's cursor.
pub(crate) fn under_cursor(state: &Explorer, pane: Pane) -> String {
    let view = state.workspace().panes().view(pane);
    let rows = state.rows(pane);
    rows[view.cursor - view.scroll].text.trim().to_owned()
}
