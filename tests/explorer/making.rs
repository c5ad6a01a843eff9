//! Patches that are computed while one looks: for an apply, and for an edited result.

use mergescope::document::write;
use mergescope::explorer::{ApplyOpening, Effect, Message, Overlay, State, hear};
use mergescope::schema::Schema;

use crate::support::*;

const LIVE: &str = "\
apiVersion: v1
kind: ConfigMap
metadata:
  name: c
  finalizers: [b, a]
data:
  a: \"9\"
  drift: x
";
const MANIFEST: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  a: '1'\n";
const APPLIED: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  a: '1'\n  b: '1'\n";

fn opened(manifest: &str) -> State {
    State::open_apply(ApplyOpening {
        live: given("live.yaml", LIVE),
        manifest: given("manifest.yaml", manifest),
        last_applied: Some(given("applied.yaml", APPLIED)),
        schema: std::sync::Arc::new(Schema::builtin()),
        overwrite: true,
    })
    .unwrap()
}

/// For the scripts.
pub(crate) fn open_apply() -> State {
    opened(MANIFEST)
}

/// For the scripts.
pub(crate) fn open_goal() -> State {
    open(LIVE, &["data:\n  a: \"8\"\n"])
}

fn patch(state: &State) -> String {
    state.session().patch(0).unwrap().document().text().to_owned()
}

fn result(state: &State) -> String {
    write::json_compact(&state.session().merge().scene)
}

#[test]
fn an_apply_computes_its_patch_anew_at_every_save() {
    let mut state = open_apply();
    assert!(
        patch(&state).contains("data:\n  a: \"1\"\n  b: null\n"),
        "{}",
        patch(&state)
    );
    assert!(result(&state).contains("\"drift\":\"x\""));
    // The manifest drops a, somebody applies c elsewhere, live gets another value.
    let changes = [
        (
            2,
            MANIFEST.replace("a: '1'", "k: '2'"),
            "data:\n  a: null\n  b: null\n  k: \"2\"\n",
        ),
        (
            3,
            APPLIED.replace("  b: '1'\n", ""),
            "data:\n  a: null\n  k: \"2\"\n",
        ),
        (0, LIVE.replace("drift", "k"), "data:\n  a: null\n  k: \"2\"\n"),
    ];
    for (document, text, wanted) in changes {
        hear(
            &mut state,
            Message::Changed {
                document,
                bytes: text.into_bytes(),
            },
        );
        assert!(patch(&state).starts_with(wanted), "{document}: {}", patch(&state));
    }
}

#[test]
fn a_broken_manifest_keeps_the_last_good_patch_under_a_banner() {
    let mut state = open_apply();
    let before = patch(&state);
    let broken = [("a: [", "manifest.yaml:1:"), ("[1]", "no patch can be made: ")];
    for (text, banner) in broken {
        let bytes = text.as_bytes().to_vec();
        hear(&mut state, Message::Changed { document: 2, bytes });
        assert_eq!(patch(&state), before);
        let troubles: Vec<&str> = state.troubles().collect();
        assert!(
            troubles.iter().any(|trouble| trouble.contains(banner)),
            "{troubles:?}"
        );
        frame(&mut state, 80, 24);
    }
    let bytes = MANIFEST.as_bytes().to_vec();
    hear(&mut state, Message::Changed { document: 2, bytes });
    assert_eq!(state.troubles().count(), 0);
}

#[test]
fn e_edits_the_manifest_and_the_patch_follows_every_key() {
    let mut state = open_apply();
    press(&mut state, "e");
    let edit = state.edit().unwrap();
    assert_eq!((edit.document, edit.text.as_str()), (2, MANIFEST));
    hear(&mut state, Message::Edited(MANIFEST.replace("a: '1'", "a: '5'")));
    assert!(patch(&state).contains("a: \"5\""));
}

#[test]
fn the_ledger_and_the_reason_of_a_line_are_there() {
    let mut state = open_apply();
    press(&mut state, "A");
    assert_eq!(state.overlay(), Some(Overlay::Ledger { scroll: 0 }));
    for line in ["~ data.a  (drift-reverted)", "! data.drift  (drift-survives)"] {
        assert!(
            state.kubectl().iter().any(|shown| shown == line),
            "{line}: {:#?}",
            state.kubectl()
        );
    }
    press(&mut state, "Esc 2 Home Down");
    let story = state.story();
    let texts: Vec<&str> = story.iter().map(|line| line.text.as_str()).collect();
    assert!(texts[0].starts_with("in the patch: data"), "{texts:#?}");
}

#[test]
fn the_patch_that_leads_to_an_edited_result_is_computed_and_what_is_saved() {
    let mut state = open_goal();
    press(&mut state, "m");
    assert_eq!(press(&mut state, "T"), [Effect::TakeText]);
    let edit = state.edit().unwrap();
    assert!(edit.is_goal() && !edit.is_dirty());
    let wanted = edit.text.replace("drift: x", "mine: z");
    hear(&mut state, Message::Edited(wanted.clone()));
    let computed = "data:\n  a: \"8\"\n  drift: null\n  mine: z\n";
    assert!(patch(&state).starts_with(computed), "{}", patch(&state));
    assert_eq!(state.status(), None);
    let edit = state.edit().unwrap();
    assert_eq!(
        (edit.text.as_str(), edit.written()),
        (wanted.as_str(), patch(&state).as_str())
    );
    // Half-typed text keeps the last patch.
    hear(&mut state, Message::Edited("data: [".to_owned()));
    assert!(patch(&state).starts_with(computed));
    // A new order that the library loses is told.
    hear(
        &mut state,
        Message::Edited(wanted.replace("- b\n  - a", "- a\n  - b")),
    );
    assert!(
        state
            .status()
            .unwrap()
            .starts_with("no patch leads there: `finalizers` has another order")
    );
    press(&mut state, "Esc");
    assert!(matches!(state.overlay(), Some(Overlay::Question(_))));
    press(&mut state, "y");
    assert_eq!(
        (state.edit(), patch(&state).as_str()),
        (None, "data:\n  a: \"8\"\n")
    );
}
