//! Whoever gives the actions other keys is told of those, never of the usual ones.

use mergescope::explorer::{KeyContext, ListKind};
use std::collections::HashSet;

use mergescope::explorer::{Action, Explorer, Popup, update};
use mergescope::terminal::bindings::BINDINGS;
use mergescope::terminal::key::KeyPress;
use mergescope::terminal::keymap::Keymap;

use crate::scripts::SCRIPTS;
use crate::support::*;

/// A keymap without a single usual key.
fn others() -> Keymap {
    let mut keymap = Keymap::default();
    for line in 0..BINDINGS.len() {
        let other = char::from_u32('Ѐ' as u32 + line as u32).unwrap();
        keymap.set(line, vec![KeyPress::Char(other)]);
    }
    assert_eq!(keymap.clash(), None);
    keymap
}

/// All that is said with keys in it, the keys left out.
fn said_without_keys(state: &Explorer) -> Vec<String> {
    let hint = state.list_view().map(|list| list.hint);
    let note = state.layers().prompt().map(|_| state.prompt_note().0);
    let all = state
        .workspace()
        .status()
        .cloned()
        .into_iter()
        .chain(hint)
        .chain(note);
    let disabled = BINDINGS
        .iter()
        .filter_map(|binding| state.blocker(binding.action));
    let lists = state
        .list_view()
        .into_iter()
        .flat_map(|list| [list.title, list.sentence.unwrap_or_default()]);
    // The article is no key there.
    let shown = state
        .explanation()
        .into_iter()
        .map(|line| line.text.replace("A ", ""));
    all.chain(disabled)
        .map(|words| words.fill(|_| String::new()))
        .chain(lists)
        .chain(shown)
        .collect()
}

#[test]
fn no_message_names_a_key_of_the_table() {
    let usual: HashSet<String> = BINDINGS
        .iter()
        .flat_map(|binding| binding.keys)
        .map(KeyPress::to_string)
        // The article, and signs that are no words of a sentence.
        .filter(|name| name.chars().any(char::is_alphabetic))
        .collect();
    let mut wrong = HashSet::new();
    for (open, cases) in SCRIPTS {
        for (script, _) in *cases {
            let mut state = open();
            frame(&mut state, 120, 40);
            for name in script.split_whitespace() {
                press(&mut state, name);
                for text in said_without_keys(&state) {
                    let mut parts = text.split([' ', ';', ':', ',', '(', ')', '.']);
                    if let Some(key) = parts.find(|part| usual.contains(*part)) {
                        wrong.insert(format!("{key:?} in {text:?}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn boxes_and_messages_show_the_keys_that_hold() {
    let keymap = others();
    let key = |context, action| keymap.shown(context, action);
    let drawn =
        |state: &mut Explorer, width, height| frame_with(state, width, height, "dark", false, &keymap).0;
    for (open, cases) in SCRIPTS {
        for (script, _) in *cases {
            let mut state = open();
            frame(&mut state, 120, 40);
            press(&mut state, script);
            let text = drawn(&mut state, 120, 40);
            // The text area's own keys are always the same, and the help shows them.
            if !matches!(state.layers().popup(), Some(Popup::Help(_))) {
                for name in ["Esc", "Enter", "Ctrl-", "Tab ", "F1", "? help"] {
                    assert!(!text.contains(name), "{script}: {name}\n{text}");
                }
            }
            if state
                .layers()
                .popup()
                .is_some_and(|overlay| !matches!(overlay, Popup::Question(_)))
            {
                let closes = format!("{}: close", key(state.key_context(), Action::CLOSE));
                let puts = format!("{}: skip", key(state.key_context(), Action::CLOSE));
                assert!(
                    text.contains(&closes) || text.contains(&puts),
                    "{script}: {closes}\n{text}"
                );
            }
        }
    }
    let mut state = open(LIVE, &[PATCH]);
    let text = drawn(&mut state, 40, 10);
    assert!(
        text.contains(&format!("or {}: quit", key(KeyContext::Main, Action::Quit))),
        "{text}"
    );
    update(&mut state, Action::Open(ListKind::LessonPage));
    let words = state.workspace().status().cloned().unwrap();
    let lessons = key(KeyContext::Main, Action::Open(ListKind::Lessons));
    assert_eq!(
        keymap.fill(KeyContext::Main, &words),
        format!("no lesson is open; {lessons}: list of lessons")
    );
    // What has no key is named, so that the config file can give it one.
    let mut bare = Keymap::default();
    for (line, binding) in BINDINGS.iter().enumerate() {
        if binding.action == Action::Open(ListKind::Lessons) {
            bare.set(line, Vec::new());
        }
    }
    assert_eq!(
        bare.fill(KeyContext::Main, &words),
        "no lesson is open; lessons (no key): list of lessons"
    );
}
