//! Wherever a key is pressed, something happens that can be seen, or the screen says why not.

use mergescope::explorer::{Action, Explorer, Opening, PromptAction};
use mergescope::merge::Semantics;
use mergescope::merge::server_side::{ApplyRequest, FieldManager, ManagerOperation};
use mergescope::terminal::bindings::BINDINGS;

use crate::computed_patches::{open_apply, open_goal};
use crate::fixes::open_fixable;
use crate::policy::open_policy_with_mistakes;
use crate::support::*;

/// How the explorer is opened, and the keys that lead to the tested view.
type View = (fn() -> Explorer, &'static str);

/// An explorer of LIVE and a patch with other semantics.
fn with(semantics: Semantics, patch: &str) -> Explorer {
    Explorer::open(Opening {
        semantics,
        ..opening(LIVE, &[patch])
    })
    .unwrap()
}

fn server_side() -> Explorer {
    let manager = FieldManager::new(ApplyRequest {
        manager: "me".to_owned(),
        operation: ManagerOperation::Apply,
        force: false,
        takeover: false,
        validates: true,
        owners: None,
    });
    with(
        Semantics::ServerSide(manager),
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 5}\n",
    )
}

fn json_patch() -> Explorer {
    with(
        Semantics::JSON_PATCH,
        "- {op: replace, path: /spec/replicas, value: 5}\n",
    )
}

const VIEWS: &[View] = &[
    (|| open(LIVE, &[PATCH]), ""),
    (|| open(LIVE, &[PATCH]), "1 j j"),
    (|| open(LIVE, &[PATCH]), "2"),
    (|| open(LIVE, &[PATCH]), "4"),
    (|| open(LIVE, &[PATCH]), "5"),
    (open_differing, "d"),
    (open_differing, "r"),
    (|| open(LIVE, &[PATCH]), "?"),
    (|| open(LIVE, &[PATCH]), "Enter"),
    (|| open(LIVE, &[PATCH]), "y"),
    (|| open(LIVE, &[PATCH]), "i"),
    (|| open(LIVE, &[PATCH]), "w"),
    (|| open(LIVE, &[PATCH]), "v"),
    (|| open(LIVE, &[PATCH]), "e"),
    (open_apply, ""),
    (open_apply, "A"),
    (open_goal, "T"),
    (open_fixable, "g x !"),
    (|| open(LIVE, &[PATCH]), "/"),
    (|| open(LIVE, &[PATCH]), "/ r e"),
    (|| open(LIVE, &[PATCH]), ":"),
    (|| open(LIVE, &[PATCH]), "w Enter"),
    (|| open(LIVE, &[REJECTED]), ""),
    (|| open(LIVE, &[REJECTED]), "r"),
    (|| open(LIVE, &[REJECTED]), "I"),
    (|| open(LIVE, &[PATCH]), ": r e"),
    (|| open(LIVE, &[PATCH]), "? /"),
    (|| open(LIVE, &[PATCH]), "5 /"),
    (|| open(LIVE, &[PATCH]), "v /"),
    (open_differing, "d 5"),
    (open_differing, "r 5"),
    (open_policy_with_mistakes, ""),
    (open_policy_with_mistakes, "6"),
    (open_policy_with_mistakes, "7"),
    (server_side, ""),
    (server_side, "d"),
    (json_patch, ""),
    (json_patch, "d"),
    (lessons, ""),
    (lessons, "Enter L"),
    (lessons, "Enter P s"),
    (lessons, "Enter B"),
];

#[test]
fn no_key_is_silent() {
    let mut silent = Vec::new();
    for (open, script) in VIEWS {
        let reached = || {
            let mut state = open();
            frame(&mut state, 80, 24);
            press(&mut state, script);
            let before = frame(&mut state, 80, 24);
            (state, before)
        };
        let context = reached().0.key_context();
        // As in every text field, a key that edits a text does nothing where there is nothing to delete or to pass.
        let has_text = reached()
            .0
            .layers()
            .prompt()
            .is_some_and(|prompt| !prompt.text.is_empty());
        let edits = |action| has_text && matches!(action, Action::Prompt(PromptAction::Edit(_)));
        let bound = BINDINGS
            .iter()
            .filter(|binding| binding.contexts.contains(&context) && !edits(binding.action));
        for key in bound.flat_map(|binding| binding.keys) {
            let (mut state, before) = reached();
            let effects = press(&mut state, &key.to_string());
            // A prompt covers the status line.
            let answers = state.layers().prompt().is_none() && !said(&state).is_empty();
            let is_seen = frame(&mut state, 80, 24) != before || answers;
            if effects.is_empty() && !is_seen {
                silent.push(format!("{script:?} {key}"));
            }
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

#[test]
fn keys_that_edit_answer_in_an_empty_prompt() {
    for opens in [":", "/"] {
        for key in [
            "Delete", "Left", "Right", "Home", "Ctrl-A", "Ctrl-K", "Ctrl-U", "Ctrl-W",
        ] {
            let mut state = open(LIVE, &[PATCH]);
            press(&mut state, &format!("{opens} {key}"));
            let shown = frame(&mut state, 80, 24);
            assert!(
                shown.contains("there is nothing to edit"),
                "{opens} {key}\n{shown}"
            );
        }
        let mut state = open(LIVE, &[PATCH]);
        press(&mut state, &format!("{opens} a Backspace"));
        assert!(state.layers().prompt().is_some(), "{opens}");
        press(&mut state, "Backspace");
        assert!(state.layers().prompt().is_none(), "{opens}");
    }
}
