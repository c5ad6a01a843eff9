//! Wherever a key is pressed, something happens that can be seen, or the screen says why not.

use mergescope::explorer::Explorer;
use mergescope::terminal::bindings::BINDINGS;

use crate::computed_patches::{open_apply, open_goal};
use crate::fixes::open_fixable;
use crate::support::*;

/// How the explorer is opened, and the keys that lead to the tested view.
type View = (fn() -> Explorer, &'static str);

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
        let bound = BINDINGS
            .iter()
            .filter(|binding| binding.contexts.contains(&context));
        for key in bound.flat_map(|binding| binding.keys) {
            let (mut state, before) = reached();
            let effects = press(&mut state, &key.to_string());
            let is_seen = frame(&mut state, 80, 24) != before || !said(&state).is_empty();
            if effects.is_empty() && !is_seen {
                silent.push(format!("{script:?} {key}"));
            }
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}
