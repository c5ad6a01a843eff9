//! The fix of a warning or a rejection: shown as a diff, applied after a question, and taken back with one key.

use mergescope::explorer::{Confirmation, Effect, Explorer, Message, PatchId, on_message};

use crate::support::*;

const PATCH: &str = "# by hand\nspec:\n  replcas: 3 # more\n";
const REJECTED: &str = "spec:\n  template:\n    spec:\n      $setElementOrder/containers:\n      - name: sidecar\n      containers:\n      - name: new # ours\n        image: new:1\n";

/// For the scripts.
pub(crate) fn open_fixable() -> Explorer {
    open(LIVE, &[PATCH])
}

fn patch(state: &Explorer) -> String {
    let patch = state.workspace().merged().patch(PatchId::default()).unwrap();
    patch.document().text().to_owned()
}

#[test]
fn the_help_over_a_question_lists_its_answers_and_leads_back_to_it() {
    let mut state = open_fixable();
    frame(&mut state, 120, 40);
    press(&mut state, "g x !");
    for back in ["?", "Esc", "q"] {
        press(&mut state, "?");
        let help = frame(&mut state, 120, 40);
        assert!(!help.contains("Save, then leave"), "{help}");
        assert!(state.offers_fix());
        press(&mut state, back);
        assert_eq!(asked(&state), Some(Confirmation::ApplyFix), "{back}");
    }
    press(&mut state, "n");
    assert!(state.edit().is_none() && !state.offers_fix());
    // Where it is offered it is listed.
    press(&mut state, "e");
    on_message(&mut state, Message::Edited("a: b\n".to_owned()));
    press(&mut state, "Esc ?");
    assert!(frame(&mut state, 120, 40).contains("Save, then leave"));
}

#[test]
fn a_fix_is_shown_applied_and_taken_back() {
    let mut state = open_fixable();
    frame(&mut state, 120, 40);
    press(&mut state, "g x");
    assert_eq!(press(&mut state, "!"), [Effect::TakeText]);
    assert_eq!(asked(&state), Some(Confirmation::ApplyFix));
    let shown = frame(&mut state, 100, 30);
    for line in [
        "Write `replicas` instead of `replcas`.",
        "-  replcas: 3 # more",
        "+  replicas: 3 # more",
        "change nothing",
    ] {
        assert!(shown.contains(line), "{line}:\n{shown}");
    }
    insta::assert_snapshot!("fix-asked", shown);
    for (script, no) in [("", "n"), ("g x !", "Esc")] {
        press(&mut state, script);
        assert_eq!(press(&mut state, no), [Effect::CloseText], "{no}");
        assert_eq!(
            (patch(&state).as_str(), said(&state).as_str()),
            (PATCH, "nothing is changed"),
            "{no}"
        );
        assert!(state.edit().is_none(), "{no}");
    }

    assert_eq!(press(&mut state, "g x ! y"), [Effect::TakeText, Effect::Save]);
    let fixed = PATCH.replace("replcas", "replicas");
    assert_eq!(state.edit().unwrap().written(), fixed);
    on_message(&mut state, saved());
    assert_eq!(patch(&state), fixed);
    assert!(
        state.edit().is_none() && said(&state).contains("fix applied"),
        "{}",
        said(&state)
    );

    assert_eq!(press(&mut state, "Z"), [Effect::TakeText, Effect::Save]);
    on_message(&mut state, saved());
    assert_eq!(patch(&state), PATCH);
    assert!(said(&state).contains("fix undone"), "{}", said(&state));
    assert_eq!(press(&mut state, "Z"), []);
    assert_eq!(said(&state), "undo: no fix was applied");
}

#[test]
fn each_applied_fix_is_taken_back() {
    let texts = [
        "spec:\n  replcas: 3\n  pausd: true\n",
        "spec:\n  replicas: 3\n  pausd: true\n",
        "spec:\n  replicas: 3\n  paused: true\n",
    ];
    let mut state = open(LIVE, &[texts[0]]);
    frame(&mut state, 120, 40);
    for text in &texts[1..] {
        press(&mut state, "g x ! y");
        on_message(&mut state, saved());
        assert_eq!(patch(&state), *text);
    }
    for text in texts[..2].iter().rev() {
        press(&mut state, "Z");
        on_message(&mut state, saved());
        assert_eq!(patch(&state), *text, "{}", said(&state));
    }
    press(&mut state, "Z");
    assert_eq!(said(&state), "undo: no fix was applied");
}

#[test]
fn a_rejection_is_fixed_and_keeps_its_comments() {
    // At every step, because every frame says that the patch is rejected.
    for script in ["^ ! y", "$ ! y", "$ S ! y"] {
        let mut state = open(LIVE, &[REJECTED]);
        frame(&mut state, 120, 40);
        press(&mut state, script);
        on_message(&mut state, saved());
        assert!(
            state.workspace().merged().merge().rejection().is_none(),
            "{script}: {}",
            patch(&state)
        );
        assert!(patch(&state).contains("# ours"), "{script}: {}", patch(&state));
    }
}

#[test]
fn the_last_frame_gives_the_first_warning_and_the_key_fixes_it() {
    let mut state = open_fixable();
    let shown = frame(&mut state, 120, 40);
    for line in [
        "warned · spec.replcas · step 1",
        "Write `replicas` instead of `replcas`.",
    ] {
        assert!(shown.contains(line), "{line}:\n{shown}");
    }
    for (width, height) in [(60, 20), (72, 20), (80, 24)] {
        let shown = frame(&mut state, width, height);
        assert!(shown.contains("! 1 warning"), "{shown}");
    }
    press(&mut state, "!");
    assert_eq!(asked(&state), Some(Confirmation::ApplyFix));
}

#[test]
fn without_a_fix_the_key_says_why() {
    let mut state = open_fixable();
    frame(&mut state, 120, 40);
    assert_eq!(press(&mut state, "^ !"), []);
    assert!(
        said(&state).starts_with("fix: the current step is neither a warning nor a rejection"),
        "{}",
        said(&state)
    );
    let mut state = open(LIVE, &["spec: {replicas: 2}\n"]);
    frame(&mut state, 120, 40);
    press(&mut state, "g x !");
    assert!(
        state.edit().is_none() && said(&state).starts_with("fix: "),
        "{}",
        said(&state)
    );
}
