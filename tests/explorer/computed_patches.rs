//! Patches that are computed while one looks: for an apply, and for an edited result.

use mergescope::document::write;
use mergescope::explorer::{
    ApplyOpening, Confirmation, Effect, Explorer, Focus, JobProgress, KeyContext, Message, Pane, Popup,
    RecoveredEdit, on_message,
};
use mergescope::explorer::{InputId, ListKind, Opening, PatchId};
use mergescope::merge::Semantics;
use mergescope::merge::server_side::{ApplyRequest, FieldManager, ManagerOperation};
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

fn opened(manifest: &str) -> Explorer {
    Explorer::open_apply(ApplyOpening {
        live: given("live.yaml", LIVE),
        manifest: given("manifest.yaml", manifest),
        last_applied: Some(given("applied.yaml", APPLIED)),
        schema: std::sync::Arc::new(Schema::builtin()),
        overwrite: true,
    })
    .unwrap()
}

/// For the scripts.
pub(crate) fn open_apply() -> Explorer {
    opened(MANIFEST)
}

/// For the scripts.
pub(crate) fn open_goal() -> Explorer {
    open(LIVE, &["data:\n  a: \"8\"\n"])
}

fn patch(state: &Explorer) -> String {
    state
        .workspace()
        .merged()
        .patch(PatchId::default())
        .unwrap()
        .document()
        .text()
        .to_owned()
}

fn result(state: &Explorer) -> String {
    write::json_compact(&state.workspace().merged().merge().tree)
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
            InputId::Manifest,
            MANIFEST.replace("a: '1'", "k: '2'"),
            "data:\n  a: null\n  b: null\n  k: \"2\"\n",
        ),
        (
            InputId::LastApplied,
            APPLIED.replace("  b: '1'\n", ""),
            "data:\n  a: null\n  k: \"2\"\n",
        ),
        (
            InputId::LIVE,
            LIVE.replace("drift", "k"),
            "data:\n  a: null\n  k: \"2\"\n",
        ),
    ];
    for (input, text, wanted) in changes {
        on_message(
            &mut state,
            Message::Changed {
                input,
                bytes: text.into_bytes(),
            },
        );
        assert!(patch(&state).starts_with(wanted), "{input:?}: {}", patch(&state));
    }
}

#[test]
fn a_save_in_an_apply_says_what_it_changed() {
    let mut state = open_apply();
    frame(&mut state, 120, 40);
    let manifest = MANIFEST.replace("a: '1'", "a: '2'");
    for (input, text, words, changes) in [
        (
            InputId::Manifest,
            manifest.clone(),
            "manifest.yaml reloaded; result: data.a changed",
            "change 1 of 1: manifest.yaml:6, was `a: '1'`; line 2 of the computed patch; b: back",
        ),
        (
            InputId::Manifest,
            format!("# Why.\n{manifest}"),
            "manifest.yaml reloaded: +1 line; result: the same",
            "change 1 of 1: manifest.yaml:1, 1 line added",
        ),
        (
            InputId::LIVE,
            LIVE.replace("drift: x", "drift: z"),
            "live.yaml reloaded; result: data.drift changed",
            "live.yaml:8, was `drift: x`; b: back",
        ),
    ] {
        // Each save is one of its own.
        on_message(&mut state, Message::FlashOver);
        let bytes = text.into_bytes();
        on_message(&mut state, Message::Changed { input, bytes });
        assert!(said(&state).starts_with(words), "{}", said(&state));
        press(&mut state, ";");
        assert!(said(&state).contains(changes), "{}", said(&state));
    }
}

#[test]
fn a_save_of_a_manifest_leads_to_its_line_and_says_whether_the_apply_is_rejected() {
    // The manifests that are saved one after the other, what the status line says, where the key leads, and the pane.
    let saves = [
        (
            MANIFEST.replace("name: c", "name: x"),
            "none, the manifest names another object",
            "manifest.yaml:4, was `name: c`; b: back",
            Pane::Patch,
        ),
        (
            "[1]".to_owned(),
            "now rejected",
            "manifest.yaml:1, 1 line instead of 6",
            Pane::Patch,
        ),
        (
            "[2]".to_owned(),
            "still rejected",
            "manifest.yaml:1, was `[1]`; b: back",
            Pane::Patch,
        ),
        (
            String::new(),
            "still rejected, for another reason",
            "removed after manifest.yaml:1: `[2]`; b: back",
            Pane::Patch,
        ),
        (
            MANIFEST.to_owned(),
            "no longer rejected",
            "manifest.yaml:1, 6 lines added; line 2 of the computed patch; b: back",
            Pane::Patch,
        ),
        // The last-applied configuration has the field, so the patch deletes it.
        (
            MANIFEST.replace("  a: '1'\n", "  k: '2'\n"),
            "",
            "manifest.yaml:6, was `a: '1'`; line 4 of the computed patch; b: back",
            Pane::Patch,
        ),
        (
            MANIFEST.replace("data:\n  a: '1'\n", ""),
            "",
            "2 lines removed after manifest.yaml:4: `data:`, …; line 1 of the computed patch; b: back",
            Pane::Patch,
        ),
    ];
    for size in [(80, 24), (120, 40)] {
        let mut state = open_apply();
        for (text, result, place, pane) in &saves {
            frame(&mut state, size.0, size.1);
            change(&mut state, InputId::Manifest, text);
            frame(&mut state, size.0, size.1);
            let status = said(&state);
            let is_told = format!("; result: {result}");
            assert!(
                status.ends_with(&is_told) || status.contains(&format!("{is_told}; ")) || result.is_empty(),
                "{status}"
            );
            press(&mut state, ";");
            assert!(said(&state).contains(place), "{}\n{place}", said(&state));
            assert_eq!(state.workspace().focus(), Focus::Document(*pane), "{place}");
            let shown = frame(&mut state, size.0, size.1);
            // Cause and help of a rejection stay.
            let is_rejected = ["now", "still", "none"]
                .iter()
                .any(|word| result.starts_with(word));
            assert_eq!(shown.contains("Help: "), is_rejected, "{place}: {shown}");
        }
        press(&mut state, "v");
        assert_eq!(list_rows(&state, ListKind::Versions).len(), saves.len() + 1);
        press(&mut state, "Home Enter");
        assert!(
            said(&state).starts_with("version 1: as opened"),
            "{}",
            said(&state)
        );
    }
}

#[test]
fn a_saved_line_of_a_text_of_a_manifest_is_shown() {
    let object = |lines: &[String], style: &str| {
        let text: String = lines.iter().map(|line| format!("    {line}\n")).collect();
        format!(
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: c}}\ndata:\n  mode: fast\n  run: {style}\n{text}  zz: end\n"
        )
    };
    let lines: Vec<String> = (0..60).map(|at| format!("step {} of {at}", at % 3)).collect();
    let mut own = lines.clone();
    own[50] = "step x".to_owned();
    let with = |at: usize, words: &str| {
        let mut lines = own.clone();
        lines[at] = words.to_owned();
        object(&lines, "|")
    };
    let without = |at: usize| object(&[&own[..at], &own[at + 1..]].concat(), "|");
    let started = object(&own, "|");
    // The manifest that is opened, the one that is saved, the line under the cursor, and its pane.
    for (opened, saved, line, pane) in [
        (&started, with(20, "step y"), "step y", Pane::Patch),
        (&started, without(20), "step 0 of 21", Pane::Patch),
        (&started, without(59), "step 1 of 58", Pane::Patch),
        // The live object has the line, too.
        (&started, object(&lines, "|"), "step 2 of 50", Pane::Result),
        // The patch has the text with other line breaks.
        (&started, object(&own, ">"), "run: |", Pane::Patch),
    ] {
        for size in [(80, 24), (120, 40)] {
            let mut state = Explorer::open_apply(ApplyOpening {
                live: given("live.yaml", &object(&lines, "|")),
                manifest: given("manifest.yaml", opened),
                last_applied: None,
                schema: std::sync::Arc::new(Schema::builtin()),
                overwrite: true,
            })
            .unwrap();
            frame(&mut state, size.0, size.1);
            change(&mut state, InputId::Manifest, &saved);
            frame(&mut state, size.0, size.1);
            press(&mut state, ";");
            let shown = frame(&mut state, size.0, size.1);
            assert_eq!(state.workspace().focus(), Focus::Document(pane), "{shown}");
            assert!(under_cursor(&state, pane).starts_with(line), "{line}\n{shown}");
        }
    }
}

#[test]
fn a_manifest_in_another_format_has_stops_for_its_values_only() {
    let mut state = open_apply();
    frame(&mut state, 120, 40);
    let manifest = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"data\":{\"a\":\"5\"},\"metadata\":{\"name\":\"c\"}}\n";
    for (text, old) in [(manifest, "`a: '1'`"), (MANIFEST, "`a: \"5\"`")] {
        let bytes = text.as_bytes().to_vec();
        let input = InputId::Manifest;
        on_message(&mut state, Message::Changed { input, bytes });
        press(&mut state, ";");
        let said = said(&state);
        assert!(
            said.starts_with("change 1 of 1: manifest.yaml:") && said.contains(old),
            "{said}"
        );
    }
}

#[test]
fn older_versions_of_an_apply_are_shown_and_a_save_returns_to_the_latest() {
    let save = |state: &mut Explorer, input, text: &str| {
        let bytes = text.as_bytes().to_vec();
        on_message(state, Message::Changed { input, bytes });
    };
    let manifest = |a: &str| MANIFEST.replace("a: '1'", &format!("a: '{a}'"));
    for size in [usize::MAX, 0] {
        let mut state = open_apply().with_background_bytes(size);
        frame(&mut state, 120, 40);
        let work = |state: &mut Explorer| {
            if let Some(task) = state.task() {
                let done = task.run(&mut |_| true).unwrap();
                on_message(state, Message::Done(Box::new(done)));
            }
            find_changes(state);
        };
        let before = (patch(&state), result(&state));
        save(&mut state, InputId::Manifest, &manifest("5"));
        work(&mut state);
        let after = (patch(&state), result(&state));
        assert_ne!(before, after);
        press(&mut state, "v Home Enter");
        work(&mut state);
        assert_eq!(said(&state), "version 1: as opened");
        assert_eq!((patch(&state), result(&state)), before);
        assert!(frame(&mut state, 120, 40).contains("version 1/2"));
        // The change of the version that is shown is the one to go to.
        press(&mut state, ">");
        work(&mut state);
        assert_eq!((patch(&state), result(&state)), after);
        press(&mut state, ";");
        assert!(said(&state).contains("was `a: '1'`"), "{}", said(&state));
        // A save of another file is merged with the latest manifest.
        press(&mut state, "<");
        work(&mut state);
        save(&mut state, InputId::LIVE, &LIVE.replace("drift: x", "drift: z"));
        work(&mut state);
        assert!(said(&state).starts_with("live.yaml reloaded"), "{}", said(&state));
        let latest = result(&state);
        assert!(
            latest.contains("\"a\":\"5\"") && latest.contains("\"drift\":\"z\""),
            "{latest}"
        );
        press(&mut state, "v");
        assert_eq!(list_rows(&state, ListKind::Versions).len(), 3);
        press(&mut state, "Esc <");
        work(&mut state);
        // A text that cannot be read leaves the latest result.
        save(&mut state, InputId::Manifest, "data: [");
        work(&mut state);
        let latest = result(&state);
        assert!(
            latest.contains("\"a\":\"5\"") && latest.contains("\"drift\":\"z\""),
            "{latest}"
        );
        press(&mut state, "<");
        assert_eq!(said(&state), "manifest.yaml cannot be read; correct it first");
        save(&mut state, InputId::Manifest, &manifest("6"));
        work(&mut state);
        press(&mut state, "<");
        work(&mut state);
        assert!(result(&state).contains("\"a\":\"5\""), "{}", result(&state));
    }
}

#[test]
fn a_broken_manifest_keeps_the_last_good_patch_under_a_banner_and_a_rejected_one_is_shown() {
    let mut state = open_apply();
    let before = patch(&state);
    change(&mut state, InputId::Manifest, "a: [");
    assert_eq!(patch(&state), before);
    let troubles: Vec<&str> = state.workspace().inputs().errors().collect();
    assert!(troubles[0].contains("manifest.yaml:1:"), "{troubles:?}");
    frame(&mut state, 80, 24);
    change(&mut state, InputId::Manifest, "[1]");
    assert_eq!(
        (patch(&state), state.workspace().inputs().errors().count()),
        ("{}\n".to_owned(), 0)
    );
    assert!(said(&state).starts_with("manifest.yaml reloaded; result: now rejected"));
    assert!(frame(&mut state, 80, 24).contains("3 result  ✗ rejected"));
    let bytes = MANIFEST.as_bytes().to_vec();
    on_message(
        &mut state,
        Message::Changed {
            input: InputId::Manifest,
            bytes,
        },
    );
    assert_eq!(state.workspace().inputs().errors().count(), 0);
}

#[test]
fn e_edits_the_manifest_and_the_patch_follows_every_key() {
    let mut state = open_apply();
    press(&mut state, "e");
    let edit = state.edit().unwrap();
    assert_eq!((edit.input, edit.text.as_str()), (InputId::Manifest, MANIFEST));
    on_message(&mut state, Message::Edited(MANIFEST.replace("a: '1'", "a: '5'")));
    assert!(patch(&state).contains("\"a\":\"5\""));
}

#[test]
fn what_stays_different_after_an_apply_is_said_at_once_and_a_note_of_the_ledger_leads_to_its_field() {
    let mut state = open_apply();
    let shown = frame(&mut state, 120, 40);
    assert_eq!(said(&state), "Drift is kept (2). A: ledger", "{shown}");
    // The panes are on what the apply changes.
    let place = under_cursor(&state, Pane::Result);
    assert!(place.starts_with("a:"), "{place}\n{shown}");
    press(&mut state, "A");
    let rows = list_rows(&state, ListKind::Ledger);
    assert!(rows[0].starts_with("note Drift is kept (2): "), "{rows:#?}");
    // Enter on the first row, a note, goes to the first field that it is about.
    press(&mut state, "Enter");
    assert_eq!(
        said(&state),
        "Drift is kept (2): metadata.finalizers, data.drift; b: back"
    );
    // The live list has an item that the manifest does not have.
    let list = |names: &[&str]| {
        let items = names
            .iter()
            .map(|name| format!("      - {{name: {name}, image: x}}\n"));
        let head = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec:\n  template:\n";
        format!(
            "{head}    spec:\n      containers:\n{}",
            items.collect::<String>()
        )
    };
    let opening = |note: &str| ApplyOpening {
        live: given("live.yaml", &list(&["a", "proxy"])),
        manifest: given("manifest.yaml", &format!("{}# {note}\n", list(&["a"]))),
        last_applied: Some(given("applied.yaml", &list(&["a"]))),
        schema: std::sync::Arc::new(Schema::builtin()),
        overwrite: true,
    };
    let want = "This apply never converges. Drift is kept (1). A: ledger";
    assert_eq!(said(&Explorer::open_apply(opening("")).unwrap()), want);
    // The annotation is written by every apply, so the other change is shown, and the order that is not sent is named.
    let manifest = MANIFEST.replace("  name: c\n", "  name: c\n  finalizers: [a, b]\n");
    let mut state = opened(&manifest);
    assert!(
        said(&state).ends_with("1 note: order-lost at metadata.finalizers. A: ledger"),
        "{}",
        said(&state)
    );
    let shown = frame(&mut state, 120, 40);
    assert!(shown.contains("│ set · data.a"), "{shown}");
    // A large manifest is opened in the background.
    let mut large = Explorer::open_apply_in_background(opening(&"x".repeat(100_000))).unwrap();
    answer(&mut large);
    assert_eq!(said(&large), want);
}

#[test]
fn the_ledger_and_the_reason_of_a_line_are_there() {
    let mut state = open_apply();
    press(&mut state, "A");
    let rows = list_rows(&state, ListKind::Ledger);
    for row in ["drift-reverted data.a", "drift-kept data.drift"] {
        assert!(rows.iter().any(|shown| shown == row), "{row}: {rows:#?}");
    }
    assert!(frame(&mut state, 100, 30).contains("─ ledger ─"));
    // What happens on the cluster comes before what is kept.
    let at = |name: &str| rows.iter().position(|row| row.starts_with(name));
    assert!(
        at("drift-reverted").is_some() && at("drift-reverted") < at("drift-kept"),
        "{rows:#?}"
    );
    // A row of a field leads to it, and to its step.
    press(&mut state, "/ d r i f t - k Enter Enter");
    assert!(
        said(&state).starts_with("metadata.finalizers, kept from ")
            && said(&state).matches("metadata.finalizers").count() == 1,
        "{}",
        said(&state)
    );
    press(&mut state, "A / r e v e r t Enter Enter");
    let merged = state.workspace().merged();
    let path = merged
        .step()
        .map(|step| merged.merge().step_path(step).to_string());
    assert_eq!(path.as_deref(), Some("data.a"), "{}", said(&state));
    press(&mut state, "A");
    press(&mut state, "Esc 2 Home Down");
    let story = state.explanation();
    let texts: Vec<&str> = story.iter().map(|line| line.text.as_str()).collect();
    assert!(texts[0].starts_with("in the patch: data"), "{texts:#?}");
}

#[test]
fn the_patch_that_leads_to_an_edited_result_is_computed_and_what_is_saved() {
    let mut state = open_goal();
    press(&mut state, "m");
    assert_eq!(press(&mut state, "T"), [Effect::TakeText]);
    let edit = state.edit().unwrap();
    assert!(edit.edits_result() && !edit.is_dirty());
    let wanted = edit.text.replace("drift: x", "mine: z");
    on_message(&mut state, Message::Edited(wanted.clone()));
    let computed = "data:\n  a: \"8\"\n  drift: null\n  mine: z\n";
    assert!(patch(&state).starts_with(computed), "{}", patch(&state));
    assert_eq!(said(&state), "");
    let edit = state.edit().unwrap();
    assert_eq!(
        (edit.text.as_str(), edit.written()),
        (wanted.as_str(), patch(&state).as_str())
    );
    // Half-typed text keeps the last patch.
    on_message(&mut state, Message::Edited("data: [".to_owned()));
    assert!(patch(&state).starts_with(computed));
    // It belongs to another text: nothing is saved, and nothing is lost.
    assert_eq!(press(&mut state, "Ctrl-S"), []);
    assert_eq!(
        said(&state),
        "save: the edited result is not valid in line 1: unclosed bracket '['"
    );
    // A new order that the library loses is told.
    on_message(
        &mut state,
        Message::Edited(wanted.replace("- b\n  - a", "- a\n  - b")),
    );
    assert!(said(&state).starts_with("no patch produces this result: `finalizers` has a different order"));
    on_message(&mut state, Message::Edited("data: [".to_owned()));
    press(&mut state, "Esc");
    assert!(matches!(state.layers().popup(), Some(Popup::Question(_))));
    press(&mut state, "y");
    assert_eq!(
        (state.edit(), patch(&state).as_str()),
        (None, "data:\n  a: \"8\"\n")
    );
    // What was wrong with the text is gone with it.
    assert!(!frame(&mut state, 120, 40).contains("the edited result"));
}

fn story(state: &Explorer) -> String {
    let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
    lines.join(" ")
}

/// Half a minute of work on the result; returns the text as it was.
fn edit_result(state: &mut Explorer, from: &str, to: &str) -> String {
    assert_eq!(press(state, "T"), [Effect::TakeText]);
    let text = state.edit().unwrap().text.clone();
    assert!(text.contains(from), "{text}");
    on_message(state, Message::Edited(text.replace(from, to)));
    text
}

#[test]
fn each_line_of_the_patch_to_an_edited_result_has_its_reason_while_editing_and_afterwards() {
    let mut state = open_goal();
    edit_result(&mut state, "drift: x", "mine: z");
    frame(&mut state, 200, 60);
    let shown = story(&state);
    for part in [
        "patch for the edited result: ",
        "~ data.a: `a` is \"9\" in the live object and \"8\" in the edited result, so the value is sent.",
        "− data.drift: `drift` is in the live object but not in the edited result; null removes it.",
        "+ data.mine: `mine` is in the edited result but not in the live object, so it is sent.",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let written = state.edit().unwrap().written().to_owned();
    on_message(&mut state, saved());
    press(&mut state, "Esc 2 End");
    frame(&mut state, 200, 60);
    assert!(
        story(&state).starts_with("in the patch: data.mine"),
        "{}",
        story(&state)
    );
    // What somebody writes instead has no such reason.
    let bytes = written.replace("mine: z", "mine: y").into_bytes();
    on_message(
        &mut state,
        Message::Changed {
            input: InputId::patch(0),
            bytes,
        },
    );
    assert!(!story(&state).contains("in the patch:"), "{}", story(&state));
}

#[test]
fn of_several_patches_the_last_one_is_computed_anew() {
    let first = "data:\n  a: \"8\"\n  b: \"1\"\n";
    let mut state = open(LIVE, &[first, "data:\n  b: \"2\"\n"]);
    edit_result(&mut state, "b: \"2\"", "c: \"3\"");
    assert_eq!(state.edit().unwrap().input, InputId::patch(1));
    assert_eq!(state.edit().unwrap().written(), "data:\n  b: null\n  c: \"3\"\n");
    assert_eq!(
        state
            .workspace()
            .merged()
            .patch(PatchId::default())
            .unwrap()
            .document()
            .text(),
        first
    );
    assert!(
        result(&state).contains("\"data\":{\"a\":\"8\",\"drift\":\"x\",\"c\":\"3\"}"),
        "{}",
        result(&state)
    );
    frame(&mut state, 200, 60);
    let shown = story(&state);
    assert!(
        shown.contains("`b` is in the result of the earlier patches but not in the edited result"),
        "{shown}"
    );
    assert_eq!(state.workspace().status(), None);
}

#[test]
fn under_proposal_semantics_the_patch_to_an_edited_result_is_one_by_several_keys() {
    let live = "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec:\n  ports:\n  - {port: 53, protocol: TCP}\n  - {port: 53, protocol: UDP, targetPort: 1}\n";
    let mut state = open(live, &["{}\n"]);
    edit_result(&mut state, "targetPort: 1", "targetPort: 2");
    assert!(patch(&state).contains("$patchMergeKey"), "{}", patch(&state));
    assert!(
        result(&state).contains("\"protocol\":\"UDP\",\"targetPort\":2"),
        "{}",
        result(&state)
    );
    assert_eq!(state.workspace().status(), None);
}

#[test]
fn reasons_do_not_quote_the_values_of_a_hidden_secret() {
    let live = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\ndata:\n  a: b2xk\n  b: c3RheXM=\n";
    let mut state = open(live, &["data:\n  a: bmV3\n"]);
    assert_eq!(press(&mut state, "T"), []);
    assert!(
        said(&state).contains("R: show them"),
        "{:?}",
        state.workspace().status()
    );
    press(&mut state, "R");
    edit_result(&mut state, "bmV3", "bmV3ZXI=");
    assert_eq!(state.edit().unwrap().written(), "data:\n  a: bmV3ZXI=\n");
    assert_eq!(state.workspace().status(), None);
    on_message(&mut state, saved());
    press(&mut state, "Esc 2 End");
    assert!(frame(&mut state, 200, 60).contains("is \"b2xk\" in the live object"));
    press(&mut state, "R");
    let shown = frame(&mut state, 200, 60);
    for hidden in ["b2xk", "bmV3", "c3RheXM="] {
        assert!(!shown.contains(hidden), "{hidden}: {shown}");
    }
}

fn answer(state: &mut Explorer) {
    let task = state.task().expect("the work");
    let done = task.run(&mut |_| true).expect("nobody gave it up");
    on_message(state, Message::Done(Box::new(done)));
}

fn change(state: &mut Explorer, input: InputId, text: &str) -> Vec<Effect> {
    let bytes = text.as_bytes().to_vec();
    on_message(state, Message::Changed { input, bytes })
}

#[test]
fn a_large_apply_is_computed_beside_the_keys_and_the_newest_wish_counts() {
    let mut state = open_apply().with_background_bytes(0);
    let before = patch(&state);
    assert_eq!(
        change(&mut state, InputId::Manifest, &MANIFEST.replace("'1'", "'2'")),
        [Effect::Work]
    );
    assert_eq!(
        state.workspace().working().as_deref(),
        Some("reading manifest.yaml…")
    );
    let old = state.task().expect("the first");
    let (ticket, phase) = (old.ticket(), JobProgress::Computing);
    on_message(&mut state, Message::Phase { ticket, phase });
    assert!(frame(&mut state, 120, 40).contains("computing the patch…"));
    // A newer save of another document, and another key: the newest holds them all.
    change(
        &mut state,
        InputId::LastApplied,
        &APPLIED.replace("  b: '1'\n", ""),
    );
    press(&mut state, "m");
    assert_eq!(patch(&state), before);
    let done = old.run(&mut |_| true).expect("an answer");
    on_message(&mut state, Message::Done(Box::new(done)));
    assert_eq!(patch(&state), before, "it was overtaken");
    // The text area begins with what was saved last.
    press(&mut state, "e");
    assert!(state.edit().unwrap().text.contains("a: '2'"));
    press(&mut state, "Esc");
    answer(&mut state);
    assert!(
        patch(&state).starts_with("data:\n  a: \"2\"\n"),
        "{}",
        patch(&state)
    );
    assert!(!patch(&state).contains("b: null"));
    assert_eq!(state.workspace().semantics().to_string(), "proposal");
    assert_eq!(
        (
            state.workspace().working(),
            state.workspace().inputs().errors().count()
        ),
        (None, 0)
    );
    // What cannot be read keeps the last one under a banner; without a patch there is the live object.
    change(&mut state, InputId::Manifest, "a: [");
    answer(&mut state);
    assert!(patch(&state).starts_with("data:\n  a: \"2\"\n"));
    let troubles: Vec<&str> = state.workspace().inputs().errors().collect();
    assert!(troubles[0].contains("manifest.yaml:1:"), "{troubles:?}");
    change(&mut state, InputId::Manifest, "[1]");
    answer(&mut state);
    assert_eq!(
        (patch(&state), state.apply_rejected_by()),
        ("{}\n".to_owned(), Some("not-a-map"))
    );
    // Other semantics are shown all the same.
    press(&mut state, "m");
    answer(&mut state);
    assert_eq!(state.workspace().semantics().to_string(), "kubernetes");
    change(&mut state, InputId::Manifest, MANIFEST);
    answer(&mut state);
    let before = before.replace("  b: null\n", "");
    assert_eq!(
        (patch(&state), state.workspace().inputs().errors().count()),
        (before, 0)
    );
}

#[test]
fn a_large_apply_opens_with_a_first_frame() {
    let opening = |manifest: &str| ApplyOpening {
        live: given("live.yaml", LIVE),
        manifest: given("manifest.yaml", manifest),
        last_applied: None,
        schema: std::sync::Arc::new(Schema::builtin()),
        overwrite: true,
    };
    let begin = |manifest: &str| Explorer::open_apply_in_background(opening(manifest)).unwrap();
    let same = Explorer::open_apply(opening(MANIFEST)).unwrap();
    let mut state = begin(MANIFEST);
    assert!(state.workspace().is_opening() && frame(&mut state, 120, 40).contains("reading"));
    answer(&mut state);
    assert_eq!((patch(&state), result(&state)), (patch(&same), result(&same)));
    assert_eq!(state.workspace().semantics(), same.workspace().semantics());
    assert!(!state.workspace().is_opening() && state.workspace().inputs().errors().count() == 0);
    press(&mut state, "A");
    assert!(!list_rows(&state, ListKind::Ledger).is_empty());
    // No patch can be made: live is there, and why.
    let mut state = begin("[1]");
    answer(&mut state);
    assert!(!state.workspace().is_opening() && result(&state).contains("drift"));
    assert!(state.apply_rejected_by().is_some());
    // What is no file cannot be corrected.
    let mut piped = opening("a: [");
    piped.manifest.file = false;
    let mut state = Explorer::open_apply_in_background(piped).unwrap();
    let done = state.task().unwrap().run(&mut |_| true).unwrap();
    assert_eq!(
        on_message(&mut state, Message::Done(Box::new(done))),
        [Effect::Unreadable]
    );
    assert!(
        state
            .workspace()
            .failure()
            .unwrap()
            .to_string()
            .starts_with("manifest.yaml:1:")
    );
}

#[test]
fn the_ledger_of_a_large_apply_is_made_beside_the_keys() {
    let mut state = open_apply().with_background_bytes(0);
    assert_eq!(press(&mut state, "A"), [Effect::Ledger]);
    assert_eq!(
        (asked(&state), Some(said(&state)).as_deref()),
        (None, Some("computing the ledger…"))
    );
    let task = state.ledger_task().expect("the work");
    on_message(&mut state, Message::Ledger(task.clone(), task.run()));
    let at_once = &mut open_apply();
    press(at_once, "A");
    let rows = |state: &Explorer| list_rows(state, ListKind::Ledger);
    assert_eq!(rows(&state), rows(at_once));
}

#[test]
fn a_manifest_ends_with_a_whole_line_and_a_patch_as_it_stands() {
    let block = "data:\n  a: |\n    x";
    let applied = opened(&MANIFEST.replace("data:\n  a: '1'\n", block));
    assert!(result(&applied).contains(r#""a":"x\n""#), "{}", result(&applied));
    let patched = open(LIVE, &[block]);
    assert!(result(&patched).contains(r#""a":"x""#), "{}", result(&patched));
}

#[test]
fn a_change_of_live_reaches_the_edited_result() {
    let theirs = LIVE.replace("drift: x", "drift: new");
    // A text that was not touched is the new result.
    let mut state = open_goal();
    press(&mut state, "T");
    assert_eq!(change(&mut state, InputId::LIVE, &theirs), [Effect::TakeText]);
    let edit = state.edit().unwrap();
    assert!(
        edit.text.contains("drift: new") && !edit.is_dirty(),
        "{}",
        edit.text
    );
    assert_eq!(patch(&state), "data:\n  a: \"8\"\n");
    assert!(said(&state).contains("changed on disk"));
    // A broken live changes nothing yet.
    assert_eq!(change(&mut state, InputId::LIVE, "a: ["), []);
    assert!(state.layers().popup().is_none());
    // Any other text is asked about, also at the save of who looked away.
    let mut state = open_goal();
    edit_result(&mut state, "a: \"8\"", "a: \"5\"");
    change(&mut state, InputId::LIVE, &theirs);
    assert!(said(&state).starts_with("the inputs changed on disk"));
    press(&mut state, "Ctrl-S");
    assert_eq!(asked(&state), Some(Confirmation::InputsChanged));
    press(&mut state, "Esc");
    assert_eq!(said(&state), "text kept; saving asks again");
    assert_eq!(press(&mut state, "Ctrl-S"), []);
    assert_eq!(asked(&state), Some(Confirmation::InputsChanged));
    let mut other = state.clone();
    press(&mut state, "y");
    assert_eq!(patch(&state), "data:\n  a: \"5\"\n  drift: x\n");
    assert_eq!(press(&mut state, "Ctrl-S y"), [Effect::Save]);
    assert_eq!(press(&mut other, "n"), [Effect::TakeText]);
    assert_eq!(patch(&other), "data:\n  a: \"8\"\n");
    assert!(other.edit().unwrap().text.contains("drift: new"));
}

#[test]
fn a_foreign_save_of_the_patch_leaves_an_edited_result_within_reach() {
    let mut state = open_goal();
    edit_result(&mut state, "a: \"8\"", "a: \"5\"");
    let typed = state.edit().unwrap().text.clone();
    change(&mut state, InputId::patch(0), "data:\n  a: \"6\"\n");
    press(&mut state, "Ctrl-S");
    assert_eq!(asked(&state), Some(Confirmation::Conflict));
    let mut rejected = state.clone();
    // The text area takes the new result as one change, which undo takes back.
    assert_eq!(press(&mut state, "n"), [Effect::KeepDiscarded, Effect::TakeText]);
    assert_eq!(state.take_discarded(), Some((InputId::patch(0), typed.clone())));
    let edit = state.edit().unwrap();
    assert!(
        edit.text.contains("a: \"6\"") && !edit.is_dirty(),
        "{}",
        edit.text
    );
    assert!(said(&state).contains("undo restores your text"));
    on_message(&mut state, Message::Edited(typed.clone()));
    assert_eq!(patch(&state), "data:\n  a: \"5\"\n");
    // Without a result there is nothing to show instead: the text stays.
    change(&mut rejected, InputId::patch(0), "data:\n  $patch: nonsense\n");
    assert_eq!(press(&mut rejected, "n"), [Effect::KeepDiscarded]);
    assert_eq!(rejected.edit().unwrap().text, typed);
    assert!(said(&rejected).contains("your text stays"), "{}", said(&rejected));
    press(&mut rejected, "Ctrl-S");
    assert!(said(&rejected).starts_with("save: "), "{}", said(&rejected));
}

#[test]
fn the_result_is_edited_where_the_cursor_is_and_who_only_looked_is_where_they_were() {
    let mut state = open(crate::support::LIVE, &[PATCH]);
    frame(&mut state, 120, 40);
    press(&mut state, "3 Home Down Down Down Down Down Down");
    let place = |state: &Explorer| {
        let cursors =
            [Pane::Live, Pane::Patch, Pane::Result].map(|pane| state.workspace().panes().view(pane).cursor);
        (
            state.workspace().merged().position(),
            state.workspace().focus(),
            cursors,
        )
    };
    for script in ["", "1", "^ s s s s"] {
        press(&mut state, script);
        let before = place(&state);
        press(&mut state, "T");
        let edit = state.edit().unwrap();
        let line = edit.text.lines().nth(edit.line).unwrap().trim().to_owned();
        assert!(edit.line > 0, "{script}: {line}");
        press(&mut state, "Esc");
        assert_eq!(place(&state), before, "{script}: {line}");
    }
    press(&mut state, "$ 3 Home Down Down Down Down Down Down");
    let view = state.workspace().panes().view(Pane::Result);
    let row = state.rows(Pane::Result)[view.cursor - view.scroll].number;
    press(&mut state, "T");
    assert_eq!(Some(state.edit().unwrap().line + 1), row);
}

#[test]
fn a_patch_by_hand_changes_only_where_the_result_does_and_after_a_question() {
    const BY_HAND: &str = "# by hand\ndata:\n  a: \"8\" # eight\n---\nother: 1\n";
    let mut state = open(LIVE, &[BY_HAND]);
    edit_result(&mut state, "drift: x", "drift: z");
    assert_eq!(press(&mut state, "Ctrl-S"), []);
    assert_eq!(asked(&state), Some(Confirmation::RewritePatch));
    let lines = &state.layers().question().unwrap().lines;
    assert!(lines.contains(&"+  drift: z".to_owned()), "{lines:?}");
    let shown = frame(&mut state, 80, 24);
    assert!(
        shown.contains("+  drift: z") && shown.contains("keep editing"),
        "{shown}"
    );
    assert_eq!(press(&mut state, "n"), []);
    assert_eq!(said(&state), "nothing is saved");
    assert_eq!(press(&mut state, "Ctrl-S y"), [Effect::Save]);
    let rewritten = BY_HAND.replace("eight\n", "eight\n  drift: z\n");
    assert_eq!(state.edit().unwrap().written(), rewritten);
    on_message(&mut state, saved());
    assert_eq!(patch(&state), rewritten);
    assert!(result(&state).contains("\"drift\":\"z\""));
}

#[test]
fn unsaved_text_of_an_earlier_run_is_opened_or_deleted() {
    let kept = |text: &str, is_result| {
        let mut state = open_goal();
        let recovered = RecoveredEdit {
            input: InputId::patch(0),
            text: text.to_owned(),
            is_result,
            is_changed: false,
        };
        on_message(&mut state, Message::Recovered(recovered));
        assert_eq!(asked(&state), Some(Confirmation::Recovered));
        state
    };
    let mut state = kept("data:\n  a: \"7\"\n", false);
    let opened = Effect::Recovered { opened: true };
    assert_eq!(press(&mut state, "y"), [Effect::TakeText, opened]);
    assert!(state.edit().unwrap().is_dirty() && result(&state).contains("\"a\":\"7\""));
    let text = LIVE.replace("a: \"9\"", "a: \"5\"");
    let mut state = kept(&text, true);
    assert_eq!(press(&mut state, "y"), [Effect::TakeText, opened]);
    assert_eq!(state.edit().unwrap().written(), "data:\n  a: \"5\"\n");
    let mut state = kept("x", false);
    assert_eq!(press(&mut state, "n"), [Effect::Recovered { opened: false }]);
    assert!(state.edit().is_none());
}

#[test]
fn what_gets_the_keys_is_closed_first() {
    let mut state = open_goal();
    press(&mut state, "/");
    let recovered = RecoveredEdit {
        input: InputId::patch(0),
        text: "data:\n  a: \"7\"\n".to_owned(),
        is_result: false,
        is_changed: false,
    };
    on_message(&mut state, Message::Recovered(recovered));
    press(&mut state, "y");
    assert_eq!(state.key_context(), KeyContext::Prompt);
    press(&mut state, "Esc");
    assert_eq!(
        (state.key_context(), state.edit().is_some()),
        (KeyContext::Edit, true)
    );
}

#[test]
fn a_long_diff_of_a_question_can_be_scrolled_and_says_so() {
    let mut state = open(LIVE, &["data:\n  a: \"8\" # eight\n"]);
    let many: String = (0..60).map(|at| format!("\n  k{at}: v")).collect();
    edit_result(&mut state, "drift: x", &format!("drift: x{many}"));
    press(&mut state, "Ctrl-S");
    let first = frame(&mut state, 80, 24);
    assert!(first.contains("Up/Down: scroll, lines 1 to 14 of "), "{first}");
    assert!(!first.contains("k59"), "{first}");
    press(&mut state, "j PgDn PgDn G");
    let last = frame(&mut state, 80, 24);
    assert!(last.contains("k59") && last.contains("keep editing"), "{last}");
    press(&mut state, "j");
    assert_eq!(said(&state), "already at the end");
    press(&mut state, "k g");
    assert_eq!(frame(&mut state, 80, 24), first);
}

#[test]
fn the_computed_patch_is_named_where_its_pane_has_room() {
    let mut state = open_apply();
    let text = frame(&mut state, 120, 40);
    assert!(text.contains(" patch  computed from the manifest "), "{text}");
    // A line of it is not a line of the manifest.
    press(&mut state, "^ s");
    let text = frame(&mut state, 120, 40);
    assert!(text.contains("patch     (computed) line "), "{text}");
    // Nor is one of a patch that is computed again.
    change(&mut state, InputId::Manifest, &format!("{MANIFEST}  e: '3'\n"));
    let text = frame(&mut state, 120, 40);
    assert!(text.contains("patch     (computed) line "), "{text}");
}

/// The manager `ci`, which takes fields of other managers.
pub(crate) fn forced_manager() -> FieldManager {
    FieldManager::new(ApplyRequest {
        manager: "ci".to_owned(),
        operation: ManagerOperation::Apply,
        force: true,
        takeover: false,
        validates: true,
        owners: None,
    })
}

#[test]
fn a_server_side_apply_opens_on_what_it_changes() {
    let manager = forced_manager();
    let applied = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  a: '1'\n";
    let state = Explorer::open(Opening {
        semantics: Semantics::ServerSide(manager),
        ..opening(LIVE, &[applied])
    })
    .unwrap();
    let step = state.workspace().merged().step().unwrap();
    assert!(step.rule.effect().mark().is_some(), "{:?}", state.explanation());
    // Of several changes, it is the first.
    let live = OWNED.replace("helm", "ci").replace("Update", "Apply");
    let applied = applied.replace("'1'", "'1'\n  b: '1'");
    let state = Explorer::open(Opening {
        semantics: Semantics::ServerSide(manager),
        ..opening(&live, &[&applied])
    })
    .unwrap();
    assert_eq!(state.explanation()[0].text, "set · data.a");
}

const OWNED: &str = "\
apiVersion: v1
kind: ConfigMap
metadata:
  name: c
  managedFields:
  - manager: helm
    operation: Update
    apiVersion: v1
    fieldsType: FieldsV1
    fieldsV1: {\"f:data\": {\"f:a\": {}, \"f:b\": {}}}
data:
  a: '0'
  b: '0'
";

#[test]
fn a_save_with_a_conflict_leads_to_the_conflict() {
    let manager = FieldManager::new(ApplyRequest {
        manager: "ci".to_owned(),
        operation: ManagerOperation::Apply,
        force: false,
        takeover: false,
        validates: true,
        owners: None,
    });
    let applied =
        |data: &str| format!("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n{data}");
    let accepted = applied("  c: '1'\n  d: '1'\n");
    for keys in ["", "s", "^"] {
        let mut state = Explorer::open(Opening {
            semantics: Semantics::ServerSide(manager),
            ..opening(OWNED, &[&accepted])
        })
        .unwrap();
        frame(&mut state, 80, 24);
        if !keys.is_empty() {
            press(&mut state, keys);
        }
        let before = state.workspace().merged().position();
        let save = |state: &mut Explorer, text: &str| {
            let bytes = text.as_bytes().to_vec();
            let input = InputId::patch(0);
            on_message(state, Message::Changed { input, bytes });
        };
        save(&mut state, &applied("  a: '1'\n  c: '1'\n  d: '1'\n"));
        let text = frame(&mut state, 80, 24);
        assert!(
            text.lines().next().unwrap().contains("✗ rejected"),
            "{keys}\n{text}"
        );
        assert!(
            text.contains("owned by \"helm\"") && text.contains("Help: "),
            "{keys}\n{text}"
        );
        save(&mut state, &accepted);
        assert_eq!(state.workspace().merged().position(), before, "{keys}");
    }
}

#[test]
fn a_conflict_names_the_key_that_forces_the_apply() {
    let manager = FieldManager::new(ApplyRequest {
        manager: "ci".to_owned(),
        operation: ManagerOperation::Apply,
        force: false,
        takeover: false,
        validates: true,
        owners: None,
    });
    let applied = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  a: '1'\n";
    let mut state = Explorer::open(Opening {
        semantics: Semantics::ServerSide(manager),
        ..opening(OWNED, &[applied])
    })
    .unwrap();
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let text = frame(&mut state, width, height);
        assert!(text.contains("(m: force)"), "{text}");
        // Who owns which field follows from the other differences.
        press(&mut state, "d");
        let text = frame(&mut state, width, height);
        assert!(
            text.contains("difference 1/1") && text.contains("data.a"),
            "{text}"
        );
        press(&mut state, "d");
    }
    press(&mut state, "m");
    let text = frame(&mut state, 80, 24);
    assert!(!text.contains("force)"), "{text}");
}

#[test]
fn a_conflict_about_a_line_of_a_text_shows_the_old_and_the_new_line() {
    let manager = FieldManager::new(ApplyRequest {
        manager: "ci".to_owned(),
        operation: ManagerOperation::Apply,
        force: false,
        takeover: false,
        validates: true,
        owners: None,
    });
    let lines: String = (0..200).map(|at| format!("    read_timeout {at}s;\n")).collect();
    let live = OWNED.replace("'0'\n  b", &format!("|\n{lines}  b"));
    let applied = format!("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  a: |\n{lines}");
    let applied = applied.replace("timeout 137s", "timeout 90s");
    let mut state = Explorer::open(Opening {
        semantics: Semantics::ServerSide(manager),
        ..opening(&live, &[&applied])
    })
    .unwrap();
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let shown = frame(&mut state, width, height);
        for words in [
            "138 - read_timeout 137s;",
            "138 + read_timeout 90s;",
            "Help: Remove the fields",
        ] {
            assert!(shown.contains(words), "{words}\n{shown}");
        }
    }
}

#[test]
fn a_rejected_server_side_apply_opens_on_the_field_and_stays_explained() {
    let manager = forced_manager();
    let labels: String = (0..30).map(|n| format!("    l{n}: x\n")).collect();
    let live = format!(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  labels:\n{labels}  name: web\nspec:\n  replicas: 1\n"
    );
    let head = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n";
    let cases = [
        (
            format!("{head}  replicas: four\n"),
            "replicas: 1",
            "spec.replicas",
        ),
        (head.replace("web", "other"), "name: web", "metadata.name"),
        (
            format!("{head}  template:\n    spec:\n      hostNetwork: maybe\n"),
            "spec:",
            "spec.template.spec.hostNetwork",
        ),
    ];
    for (applied, line, path) in cases {
        let mut state = Explorer::open(Opening {
            semantics: Semantics::ServerSide(manager),
            ..opening(&live, &[&applied])
        })
        .unwrap();
        let text = frame(&mut state, 80, 24);
        let is_marked = |row: &str| row.contains('✗') && row.contains(line);
        assert!(text.lines().any(is_marked), "{text}");
        assert!(text.contains(&format!("rejected · {path}")), "{text}");
        assert!(text.contains("Help: "), "{text}");
    }
    let mut state = Explorer::open(Opening {
        semantics: Semantics::ServerSide(manager),
        ..opening(&live, &[head])
    })
    .unwrap();
    frame(&mut state, 80, 24);
    change(
        &mut state,
        InputId::LIVE,
        &live.replace("name: web", "name: other"),
    );
    press(&mut state, ";");
    let text = frame(&mut state, 80, 24);
    let is_marked = |row: &str| row.contains("▸✗") && row.contains("name: other");
    assert!(text.lines().any(is_marked), "{text}");
    assert!(text.contains("Help: Use the apiVersion"), "{text}");
}

#[test]
fn an_invalid_result_is_not_saved_and_its_line_is_named() {
    let mut state = open_goal();
    press(&mut state, "T");
    on_message(&mut state, Message::Edited("data:\n  a: [1\n".to_owned()));
    press(&mut state, "Ctrl-S");
    let text = said(&state);
    assert!(
        text.starts_with("save: the edited result is not valid in line 2: "),
        "{text}"
    );
}

#[test]
fn the_defaults_in_the_ledger_lead_to_their_fields() {
    let manifest = "apiVersion: v1\nkind: Service\nmetadata:\n  name: s\nspec:\n  ports:\n  - port: 80\n";
    let live = format!(
        "{manifest}    protocol: TCP\n    targetPort: 80\n  sessionAffinity: None\n  type: ClusterIP\n"
    );
    let mut state = Explorer::open_apply(ApplyOpening {
        live: given("live.yaml", &live),
        manifest: given("manifest.yaml", manifest),
        last_applied: Some(given("applied.yaml", manifest)),
        schema: std::sync::Arc::new(Schema::builtin()),
        overwrite: true,
    })
    .unwrap();
    press(&mut state, "A");
    let rows = list_rows(&state, ListKind::Ledger);
    assert!(
        rows.iter().any(|row| row == "default spec.sessionAffinity"),
        "{rows:#?}"
    );
    press(&mut state, "/ a f f i n i t y Enter Enter");
    assert!(
        said(&state).starts_with("spec.sessionAffinity, kept from "),
        "{}",
        said(&state)
    );
}

#[test]
fn the_result_of_a_patch_that_cannot_be_read_is_not_edited() {
    let mut state = open_goal();
    change(&mut state, InputId::patch(0), "# keep me\ndata: [\n");
    assert_eq!(press(&mut state, "T"), []);
    assert!(
        said(&state).starts_with("the patch cannot be read"),
        "{}",
        said(&state)
    );
    // It can also break while the result is edited.
    let mut state = open_goal();
    edit_result(&mut state, "a: \"8\"", "a: \"5\"");
    change(&mut state, InputId::patch(0), "# keep me\ndata: [\n");
    press(&mut state, "Ctrl-S y");
    assert_eq!(press(&mut state, "Ctrl-S"), []);
    assert!(said(&state).ends_with("nothing is saved"), "{}", said(&state));
}

#[test]
fn an_apply_opens_on_what_stays_different() {
    let sample =
        |sample: &str, file: &str| std::fs::read_to_string(format!("samples/{sample}/{file}")).unwrap();
    let never = ("This apply never converges", "every apply of the same file sends");
    let lost = ("1 note: order-lost", "has a different order in the manifest");
    for (name, (title, sentence)) in [
        ("34-drift-survives-apply", never),
        ("37-order-lost-by-apply", lost),
        ("38-apply-never-settles", never),
    ] {
        let mut state = Explorer::open_apply(ApplyOpening {
            live: given("live.yaml", &sample(name, "live.yaml")),
            manifest: given("manifest.yaml", &sample(name, "manifest.yaml")),
            last_applied: None,
            schema: std::sync::Arc::new(Schema::builtin()),
            overwrite: true,
        })
        .unwrap();
        let shown = |state: &mut Explorer| frame(state, 200, 60);
        let first = shown(&mut state);
        assert!(first.contains(sentence), "{name}: {first}");
        assert!(said(&state).contains(title), "{name}");
        if name.starts_with("38") {
            // The step of the patch line at the cursor, not the one of the other item with this key.
            let merged = state.workspace().merged();
            let sentence = merged.merge().sentence(merged.step().unwrap());
            assert!(sentence.contains("to \"dns-udp\""), "{sentence}");
        }
        press(&mut state, "j");
        assert!(!said(&state).contains(title), "{name}");
        // The status line keeps the verdict of the apply.
        for (width, height) in [(60, 20), (80, 24), (120, 40)] {
            let moved = frame(&mut state, width, height);
            let status = moved.lines().rev().nth(1).unwrap();
            assert!(status.contains(title), "{name}: {moved}");
        }
        // The last step tells it again.
        press(&mut state, "^ $");
        let last = shown(&mut state);
        assert!(last.contains(sentence), "{name}: {last}");
    }
    let mut state = opened(&MANIFEST.replace("  name: c\n", "  name: c\n  finalizers: [a, b]\n"));
    press(&mut state, "j x");
    assert!(said(&state).contains("1 note: order-lost"), "{}", said(&state));
}

/// An apply of a Deployment whose live list has another container, and which changes an image at its end.
fn open_deployment(replicas: &str) -> Explorer {
    let of = |replicas: &str, image: &str, proxy: &str| {
        format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: d}}\nspec:\n  replicas: {replicas}\n  template:\n    \
             metadata:\n      labels:\n        app: d\n    spec:\n      containers:\n      - name: a\n        image: x\n{proxy}      \
             initContainers:\n      - name: m\n        image: {image}\n"
        )
    };
    Explorer::open_apply(ApplyOpening {
        live: given(
            "live.yaml",
            &of("1", "old", "      - name: proxy\n        image: x\n"),
        ),
        manifest: given("manifest.yaml", &of(replicas, "new", "")),
        last_applied: Some(given("applied.yaml", &of("1", "old", ""))),
        schema: std::sync::Arc::new(Schema::builtin()),
        overwrite: true,
    })
    .unwrap()
}

#[test]
fn the_first_frame_of_an_apply_is_about_one_field() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let mut state = open_deployment("1");
        let text = frame(&mut state, width, height);
        assert!(text.contains("never converges"), "{text}");
        let place = under_cursor(&state, Pane::Result);
        assert!(
            place.contains("name: a") || place.contains("containers:"),
            "{place}\n{text}"
        );
        let merge = state.workspace().merged().merge();
        let step = state.workspace().merged().step().unwrap();
        assert_eq!(merge.step_path(step).to_string(), "spec.template.spec.containers");
        // A mistake in the manifest is found before the last change.
        let mut state = open_deployment("four");
        let text = frame(&mut state, width, height);
        let place = under_cursor(&state, Pane::Result);
        assert_eq!(place.trim(), "replicas: four", "{text}");
        assert!(text.contains("✗ API server"), "{text}");
        assert!(text.matches('✗').count() > 1, "{text}");
    }
}

#[test]
fn a_rejected_apply_is_shown_as_rejected_with_place_cause_and_help() {
    let cases = [
        (
            "other name",
            MANIFEST.replace("name: c", "name: x"),
            "✗ another object",
            "at manifest.yaml:4:3",
            "Help: Use the apiVersion",
        ),
        (
            "a list",
            "[1]".to_owned(),
            "✗ rejected",
            "map is required",
            "kubectl: unable to decode",
        ),
        (
            "empty",
            String::new(),
            "✗ rejected",
            "manifest.yaml is empty.",
            "Help: Write a manifest into the file.",
        ),
    ];
    for (what, manifest, sign, place, help) in cases {
        for (width, height) in [(60, 20), (80, 24), (120, 40)] {
            let mut state = opened(&manifest);
            let shown = frame(&mut state, width, height);
            for words in [sign, place, help] {
                assert!(shown.contains(words), "{what}, {words}: {shown}");
            }
            // The pane with the manifest is in front.
            assert!(shown.contains("manifest.yaml"), "{what}: {shown}");
            for words in [
                "= proposal",
                "changes nothing",
                "same result",
                "last valid",
                "invalid JSON",
            ] {
                assert!(!shown.contains(words), "{what}, {words}: {shown}");
            }
        }
    }
    // No key of a rejected apply hides the cause and what to write.
    for (width, height) in [(80, 24), (120, 40)] {
        let mut state = opened(&MANIFEST.replace("kind: ConfigMap", "kind: [a]"));
        frame(&mut state, width, height);
        press(&mut state, "!");
        let fix = said(&state);
        press(&mut state, "x");
        let issue = said(&state);
        press(&mut state, "Enter");
        let steps = frame(&mut state, width, height);
        press(&mut state, "Esc A");
        let ledger = frame(&mut state, width, height);
        press(&mut state, "Enter");
        assert_eq!(state.workspace().focus(), Focus::Document(Pane::Patch));
        for shown in [&fix, &issue, &steps, &ledger, &said(&state)] {
            assert!(
                shown.contains("manifest.yaml:2:") && shown.contains("Help: "),
                "{shown}"
            );
            assert!(
                !shown.contains("No step") && !shown.contains("no patch can"),
                "{shown}"
            );
        }
        assert!(fix.starts_with("fix: no automatic edit; e: edit; "), "{fix}");
        assert!(steps.contains("─ ✗ rejected ─"), "{steps}");
        assert!(ledger.contains("kubectl rejects the apply: "), "{ledger}");
    }
    // The pane has the manifest with the marked line, and its name.
    let mut state = opened(&MANIFEST.replace("name: c", "name: x"));
    let shown = frame(&mut state, 120, 40);
    assert!(
        shown.contains(" manifest.yaml ") && !shown.contains("computed from"),
        "{shown}"
    );
    assert!(state.rows(Pane::Patch)[3].text.contains("name: x"));
    press(&mut state, "A");
    assert!(list_rows(&state, ListKind::Ledger)[0].contains("does not identify the live object"));
    press(&mut state, "Esc K");
    // kubectl creates or patches the other object.
    assert_eq!(
        said(&state),
        "no result: the manifest names another object than LIVE"
    );
    let shown = frame(&mut state, 120, 40);
    assert!(!shown.contains("rejected"), "{shown}");
    // It is corrected.
    change(&mut state, InputId::Manifest, MANIFEST);
    assert!(state.apply_rejected_by().is_none() && patch(&state).starts_with("data:"));
}

#[test]
fn the_help_of_an_apply_is_about_the_manifest() {
    let live = "\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - name: web
        image: web:1
        env:
        - {name: HOST, value: h}
        - {name: URL, value: http://$(HOST)}
";
    let host = "        - {name: HOST, value: h}\n";
    let is_last = format!("{}{host}", live.replace(host, ""));
    let without_selector = live.replace("  selector:\n    matchLabels: {app: web}\n", "");
    // The manifest, the semantics, and the helps of the first frame.
    let apply: Option<Semantics> = None;
    let forced = Some(Semantics::ServerSide(forced_manager()));
    for (manifest, semantics, helps) in [
        (
            is_last.clone(),
            apply,
            vec!["Help: List `HOST` before `URL` in the manifest."],
        ),
        (
            is_last,
            forced,
            vec!["Help: List `HOST` before `URL` in the applied configuration."],
        ),
        (
            live.replace("{app: web}", "{app: shop}"),
            apply,
            vec![
                "Help: Write the live value of `selector` and the `labels` of the template in the manifest: the selector cannot change.",
            ],
        ),
        (
            live.replace("        image: web:1\n", ""),
            apply,
            vec!["Help: Add `image` to the manifest: the field is required."],
        ),
        (
            without_selector,
            apply,
            vec!["Help: Add `selector` to the manifest, with the live value."],
        ),
    ] {
        for (width, height) in [(80, 24), (120, 40)] {
            let mut state = match semantics {
                Some(semantics) => Explorer::open(Opening {
                    semantics,
                    ..opening(live, &[&manifest])
                }),
                None => Explorer::open_apply(ApplyOpening {
                    live: given("live.yaml", live),
                    manifest: given("manifest.yaml", &manifest),
                    last_applied: Some(given("applied.yaml", live)),
                    schema: std::sync::Arc::new(Schema::builtin()),
                    overwrite: true,
                }),
            }
            .unwrap();
            let shown = frame(&mut state, width, height);
            let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
            let all = lines.join(" ");
            for help in &helps {
                let own = all.contains(help);
                assert!(own, "{help}\n{shown}");
                let last = help.rsplit(' ').next().unwrap();
                assert!(shown.contains(last), "{help}\n{shown}");
            }
            if semantics.is_none() {
                change(&mut state, InputId::Manifest, &format!("# again\n{manifest}"));
                let helps: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
                let all = helps.join(" ");
                assert!(all.contains(" manifest"), "{all}");
            }
            let wrong = ["from the patch", "null`", "Also remove"];
            let found = wrong.iter().find(|words| all.contains(**words));
            assert_eq!(found, None, "{shown}");
        }
    }
}

#[test]
fn a_misspelled_kind_is_rejected_and_its_fix_is_applied_to_the_manifest() {
    let mut state = opened(&MANIFEST.replace("ConfigMap", "Configmap"));
    for (width, height) in [(80, 24), (120, 40)] {
        let shown = frame(&mut state, width, height);
        for words in [
            "✗ rejected",
            "at manifest.yaml:2:1",
            "The API server has no kind `Configmap`",
            "Help: Write `kind: ConfigMap`.",
        ] {
            assert!(shown.contains(words), "{words}: {shown}");
        }
    }
    press(&mut state, "!");
    assert!(frame(&mut state, 80, 24).contains("+kind: ConfigMap"));
    assert_eq!(press(&mut state, "y"), [Effect::Save]);
    on_message(&mut state, saved());
    let fixed = state.apply_rejected_by().is_none();
    assert!(fixed && patch(&state).contains("data:"), "{}", said(&state));
}

#[test]
fn a_live_object_of_another_kind_is_shown_and_the_apply_is_rejected() {
    let mut state = open_apply();
    change(
        &mut state,
        InputId::LIVE,
        &LIVE
            .replace("kind: ConfigMap", "kind: Secret")
            .replace("a: \"9\"", "new: \"MQ==\""),
    );
    let shown = frame(&mut state, 120, 40);
    assert!(
        shown.contains("kind: Secret") && !shown.contains("a: \"9\""),
        "{shown}"
    );
    assert!(
        shown.contains("✗ another object") && shown.contains("Rule: apply-identity"),
        "{shown}"
    );
    assert!(said(&state).starts_with("live.yaml reloaded; result: none, the manifest names another object"));
}
