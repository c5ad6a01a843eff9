use super::*;
use crate::explorer::{PanesAction, PlaybackAction};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

fn read(text: &str) -> Result<Config, String> {
    parse("config.yaml", text.as_bytes().to_vec()).map_err(|error| error.to_string())
}

fn does(config: &Config, c: char) -> Option<Action> {
    let event = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
    config.keymap.lookup(KeyContext::Main, event)
}

#[test]
fn settings_and_keys_are_read() {
    let config = read(
        "theme: light\nascii: true\nmouse: no\nsemantics: kubernetes\npace: 400\nkeys:\n  step-forward: [a, Right]\n  \
         wrap: 1\n  focus-on-document-live: F7\n  ask-copy: []\n  go-to: y\n",
    )
    .unwrap();
    assert_eq!(config.theme.as_deref(), Some("light"));
    assert_eq!((config.ascii, config.mouse), (Some(true), Some(false)));
    assert_eq!(config.semantics, Some(Semantics::KUBERNETES));
    assert_eq!(config.pace, Some(400));
    assert_eq!(
        does(&config, 'a'),
        Some(Action::Playback(PlaybackAction::StepForward))
    );
    assert_eq!(does(&config, 's'), None);
    assert_eq!(does(&config, '1'), Some(Action::Panes(PanesAction::Wrap)));
    // In YAML 1.1, an unquoted y is a boolean.
    assert_eq!(does(&config, 'y'), Some(Action::GoTo));
    // Names of earlier versions.
    for (old, new) in keymap::OLD_NAMES {
        let keys = |name: &str| read(&format!("keys: {{{name}: F9}}"));
        assert!(keys(old).is_ok_and(|config| config != Config::default()));
        assert_eq!(keys(old), keys(new), "{old}");
    }
}

#[test]
fn a_file_that_says_nothing_changes_nothing() {
    for text in ["", "# only this\n", "keys:\n", "{}", "---\n---\n{}\n"] {
        assert_eq!(read(text).unwrap(), Config::default(), "{text:?}");
    }
}

#[test]
fn errors_name_the_place_and_the_way_out() {
    let cases = [
        (
            "thme: dark",
            "config.yaml:1:1: unknown key \"thme\"; did you mean `theme`? Use one of theme, ascii, mouse, semantics, pace, future-steps, keys",
        ),
        (
            "ascii: 1",
            "config.yaml:1:8: ascii: this must be true or false, not \"1\"",
        ),
        (
            "pace: 5",
            "config.yaml:1:7: pace: must be one of 4000, 2000, 1200, 700, 400, 200, 80",
        ),
        (
            "semantics: kubernete",
            "config.yaml:1:12: semantics: unknown semantics kubernete; did you mean `kubernetes`?",
        ),
        (
            "- a",
            "config.yaml:1:1: this must be a map from settings to values, not a list",
        ),
        ("theme: [", "config.yaml:"),
        (
            "keys:\n  stepforward: s",
            "config.yaml:2:3: keys: unknown action stepforward; did you mean `step-forward`? `mergescope --print-config` lists all actions",
        ),
        (
            "keys:\n  fold:\n  - Etner\n",
            "config.yaml:3:5: keys.fold[0]: unknown key Etner; did you mean `Enter`?",
        ),
        (
            "keys:\n  fold: s\n",
            "config.yaml:2:3: key s is bound to step-forward (default) and fold (config.yaml:2); change one",
        ),
        (
            "keys:\n  fold: F9\n  zoom: [F8, F9]\n",
            "config.yaml:2:3: key F9 is bound to zoom (config.yaml:3) and fold (config.yaml:2); change one",
        ),
        (
            "keys:\n  save: s\n",
            "config.yaml:2:3: save: s is needed for text input",
        ),
        (
            "keys:\n  quit: []\n  quit-anywhere: []\n",
            "config.yaml:1:1: quit: at least one key is required",
        ),
        (
            "keys:\n  fold: {a: b}\n",
            "config.yaml:2:9: keys.fold: this must be a key or a list of keys, not a map",
        ),
        (
            "keys:\n  fold: ~\n",
            "config.yaml:2:9: keys.fold: this must be a key or a list of keys; # and ~ need quotes",
        ),
        (
            "theme: [dark]\n",
            "config.yaml:1:8: theme: this must be a string, not a list",
        ),
        ("theme: dark\ntheme: light\n", "config.yaml:"),
        (
            "keys: s\n",
            "config.yaml:1:7: keys: this must be a map, not \"s\"",
        ),
    ];
    for (text, want) in cases {
        let got = read(text).unwrap_err();
        assert!(got.starts_with(want), "{text:?}\n got {got}\nwant {want}");
    }
}

#[test]
fn what_is_printed_says_the_same() {
    for text in [
        "",
        "theme: 'a\"b'\npace: 80\nkeys:\n  step-forward: ['\"', '\\', '#', é, n, F3]\n  search-next: []\n",
    ] {
        let config = read(text).unwrap();
        let printed = print(&config);
        assert_eq!(read(&printed).unwrap(), config, "{printed}");
    }
    // The commented-out lines are also read: they are the whole default table.
    let all: String = print(&Config::default())
        .lines()
        .map(|line| match line.trim_start().strip_prefix("# ") {
            Some(rest) if rest.contains(": [") => format!("  {rest}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    assert_eq!(read(&all).unwrap().keymap, Keymap::default(), "{all}");
}
