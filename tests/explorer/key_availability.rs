//! What the screen says of keys is true: it offers what can be done, and says why the rest cannot.

use mergescope::explorer::{Explorer, Message, on_message};
use mergescope::merge::PatchType;

use crate::support::*;

#[test]
fn a_key_that_does_nothing_here_says_why() {
    for (script, sentence) in [
        ("", ""),
        ("d", "not available in the comparison; q: close it"),
        ("4 r", "not available in the list order; q: close it"),
        ("v", "not available here; Esc: close"),
    ] {
        let mut state = open(LIVE, &[PATCH]);
        frame(&mut state, 120, 40);
        press(&mut state, script);
        on_message(&mut state, Message::Idle);
        assert_eq!(said(&state), sentence, "{script}");
    }
}

#[test]
fn kubectl_is_not_asked_what_only_a_server_can_do() {
    let mut lessons = merged_lessons().into_iter();
    let (_, opening) = lessons
        .find(|(lesson, _)| lesson.semantics.patch_type() == PatchType::Apply)
        .unwrap();
    let mut state = Explorer::open(opening).unwrap();
    assert_eq!(press(&mut state, "K"), []);
    assert!(said(&state).starts_with("server-side apply needs an API server"));
}

#[test]
fn the_footer_offers_only_what_can_be_done() {
    // The name of a file is not completed.
    let mut state = open(LIVE, &[PATCH]);
    press(&mut state, "w Enter");
    let screen = frame(&mut state, 120, 40);
    assert!(!screen.contains("complete"), "{screen}");
    // A presentation ends once the panes are back.
    let mut state = open(LIVE, &[PATCH]);
    press(&mut state, "B");
    assert!(frame(&mut state, 120, 40).contains("end the presentation"));
    press(&mut state, "d");
    assert!(!frame(&mut state, 120, 40).contains("end the presentation"));
}

#[test]
fn what_a_key_says_is_visible_also_below_a_high_popup() {
    for (script, sentence) in [
        ("?", "not available here; Esc: close"),
        ("? k", "already at the top"),
        ("? G j", "already at the end"),
    ] {
        let mut state = open(LIVE, &[PATCH]);
        frame(&mut state, 80, 24);
        for key in script.split(' ') {
            press(&mut state, key);
            frame(&mut state, 80, 24);
        }
        if script == "?" {
            on_message(&mut state, Message::Idle);
        }
        let screen = frame(&mut state, 80, 24);
        assert!(screen.contains(sentence), "{script}: {screen}");
    }
}

#[test]
fn the_footer_says_what_enter_does_in_a_list() {
    for (script, label) in [
        ("v", "show"),
        ("Enter", "go to step"),
        ("y", "copy"),
        ("i", "select"),
    ] {
        let mut state = open(LIVE, &[PATCH]);
        press(&mut state, script);
        for (width, height) in [(60, 20), (80, 24)] {
            let screen = frame(&mut state, width, height);
            let footer = screen.lines().last().unwrap_or_default();
            assert!(
                footer.starts_with(&format!(" Enter {label}  ")),
                "{script}: {footer}"
            );
        }
    }
}
