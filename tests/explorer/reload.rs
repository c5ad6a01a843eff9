//! What stays and what changes when files are saved while one looks at them.

use mergescope::explorer::InputId;
use mergescope::explorer::export::ExportFormat;
use mergescope::explorer::{Confirmation, Effect, Explorer, ExportedFile, Message, Pane, on_message};

use crate::support::*;

fn change(state: &mut Explorer, input: InputId, text: &str) -> Vec<Effect> {
    let bytes = text.as_bytes().to_vec();
    on_message(state, Message::Changed { input, bytes })
}

fn opened(script: &str) -> Explorer {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 120, 40);
    press(&mut state, script);
    state
}

/// The rule and path of the step that is shown.
fn step(state: &Explorer) -> String {
    match state.workspace().merged().step() {
        Some(step) => format!(
            "{} {}",
            step.rule.name(),
            state.workspace().merged().merge().step_path(step)
        ),
        None => "live object".to_owned(),
    }
}

#[test]
fn the_step_is_found_again_by_rule_and_path() {
    let more = PATCH.replace(
        "  replicas: 3\n",
        "  paused: true\n  replicas: 3\n  minReadySeconds: 5\n",
    );
    let no_image = PATCH.replace("        image: shop:1.5\n", "");
    let no_containers = PATCH.split("  template:").next().unwrap().to_owned();
    let image = "set-value spec.template.spec.containers[name=web].image";
    let cases: &[(&str, &str, &str, &str)] = &[
        ("4 Up Up", &more, image, image),
        // Its own step is gone: the complete result.
        (
            "4 Up Up",
            &no_image,
            image,
            "add-item spec.template.spec.containers[name=metrics]",
        ),
        ("4 Up Up", &no_containers, image, "set-value spec.strategy.type"),
        // Whoever looks at the result wants to see the result.
        (
            "",
            &more,
            "add-item spec.template.spec.containers[name=metrics]",
            "add-item spec.template.spec.containers[name=metrics]",
        ),
        (
            "",
            &no_containers,
            "add-item spec.template.spec.containers[name=metrics]",
            "set-value spec.strategy.type",
        ),
        ("^", &more, "live object", "live object"),
    ];
    for (script, patch, before, after) in cases {
        let mut state = opened(script);
        assert_eq!(step(&state), *before, "{script}");
        change(&mut state, InputId::patch(0), patch);
        assert_eq!(step(&state), *after, "{script}");
    }
}

#[test]
fn a_file_that_is_empty_for_a_moment_does_not_move_whoever_looks_at_the_result() {
    for script in ["", "^ $"] {
        let mut state = opened(script);
        change(&mut state, InputId::patch(0), "");
        assert_eq!(state.workspace().merged().len(), 1, "{script}");
        change(&mut state, InputId::patch(0), PATCH);
        assert_eq!(
            state.workspace().merged().position(),
            state.workspace().merged().len(),
            "{script}"
        );
    }
}

#[test]
fn the_cursor_stays_on_its_node() {
    let header =
        format!("# one\n# more\n{LIVE}").replace("- name: sidecar\n        image: envoy:1.31\n      ", "");
    for (script, pane, text) in [
        ("1 End", Pane::Live, "- key: gpu"),
        ("1 End Up Up", Pane::Live, "value: info"),
        ("1 Home Down Down Down Down", Pane::Live, "name: shop"),
        ("3 Up Up", Pane::Result, "- name: LOG"),
        ("3 Home Down", Pane::Result, "kind: Deployment"),
    ] {
        let mut state = opened(script);
        assert_eq!(under_cursor(&state, pane), text, "{script}");
        change(&mut state, InputId::LIVE, &header);
        assert_eq!(under_cursor(&state, pane), text, "{script}, after the save");
    }
}

#[test]
fn a_half_written_file_does_not_move_anybody_for_good() {
    let image = "set-value spec.template.spec.containers[name=web].image";
    let half = PATCH.split("  template:").next().unwrap().to_owned();
    let mut state = opened("4 Up Up");
    change(&mut state, InputId::patch(0), &half);
    assert_ne!(step(&state), image);
    // A second piece that still lacks it.
    change(&mut state, InputId::patch(0), &format!("{half}  paused: true\n"));
    change(&mut state, InputId::patch(0), PATCH);
    assert_eq!(step(&state), image);

    let half = LIVE.split("  template:").next().unwrap();
    let mut state = opened("1 End Up Up");
    assert_eq!(under_cursor(&state, Pane::Live), "value: info");
    change(&mut state, InputId::LIVE, half);
    assert_ne!(under_cursor(&state, Pane::Live), "value: info");
    change(&mut state, InputId::LIVE, LIVE);
    assert_eq!(under_cursor(&state, Pane::Live), "value: info");

    // Whoever went elsewhere meanwhile stays there.
    change(&mut state, InputId::LIVE, half);
    press(&mut state, "Home Down");
    let elsewhere = under_cursor(&state, Pane::Live);
    change(&mut state, InputId::LIVE, LIVE);
    assert_eq!(under_cursor(&state, Pane::Live), elsewhere);
}

#[test]
fn a_broken_file_keeps_the_last_good_result_until_it_is_whole_again() {
    let mut state = opened("");
    let before = state.rows(Pane::Result).len();
    change(&mut state, InputId::patch(0), "spec: [");
    assert_eq!(state.rows(Pane::Result).len(), before);
    assert_eq!(state.workspace().inputs().error_line(InputId::patch(0)), Some(1));
    let trouble: Vec<&str> = state.workspace().inputs().errors().collect();
    assert!(trouble[0].starts_with("patch.yaml:1:"), "{trouble:?}");
    // The other file goes on changing meanwhile.
    change(
        &mut state,
        InputId::LIVE,
        &LIVE.replace("name: shop", "name: store"),
    );
    assert!(frame(&mut state, 120, 60).contains("name: store"));
    assert_eq!(state.workspace().inputs().errors().count(), 1);
    // Back to what it was: nothing new, and no trouble either.
    change(&mut state, InputId::patch(0), PATCH);
    assert_eq!(state.workspace().inputs().errors().count(), 0);
    let why = "the file no longer exists".to_owned();
    on_message(
        &mut state,
        Message::Lost {
            input: InputId::LIVE,
            why,
        },
    );
    assert_eq!(
        state.workspace().inputs().errors().collect::<Vec<_>>(),
        ["deployment.yaml: the file no longer exists"]
    );
    change(&mut state, InputId::LIVE, LIVE);
    assert_eq!(state.workspace().inputs().errors().count(), 0);
}

#[test]
fn typing_merges_and_saving_after_a_foreign_save_is_a_question() {
    let mine = PATCH.replace("replicas: 3", "replicas: 4");
    let theirs = PATCH.replace("replicas: 3", "replicas: 5");
    let editing = || {
        let mut state = opened("e");
        on_message(&mut state, Message::Edited(mine.clone()));
        assert!(frame(&mut state, 120, 60).contains("replicas: 4"));
        state
    };
    // Saved: nothing is asked, neither then nor when the watcher tells of it.
    let mut state = editing();
    on_message(&mut state, saved());
    change(&mut state, InputId::patch(0), &mine);
    assert!(!state.edit().unwrap().is_dirty() && state.layers().popup().is_none());
    assert_eq!(press(&mut state, "Esc"), [Effect::CloseText]);
    // An old event of the bytes that we began with is no conflict.
    let mut state = editing();
    change(&mut state, InputId::patch(0), PATCH);
    assert!(state.layers().popup().is_none());
    // Keeping one's own text: from then on theirs may be written over.
    change(&mut state, InputId::patch(0), &theirs);
    // A key that is being typed at that moment must not be the answer.
    assert!(state.layers().popup().is_none() && state.edit().unwrap().is_outdated());
    assert_eq!(
        said(&state),
        "the file changed on disk; Ctrl-S: choose between it and your text"
    );
    assert_eq!(press(&mut state, "Ctrl-S"), []);
    assert_eq!(asked(&state), Some(Confirmation::Conflict));
    assert_eq!(press(&mut state, "y"), []);
    let edit = state.edit().unwrap();
    assert_eq!(
        (edit.text.as_str(), edit.base.as_slice()),
        (mine.as_str(), theirs.as_bytes())
    );
    // Who saves to leave, and keeps the text in the conflict, saves and leaves.
    let mut state = editing();
    assert_eq!(press(&mut state, "Esc s"), [Effect::Save]);
    on_message(&mut state, Message::Conflict(theirs.clone().into_bytes()));
    assert_eq!(press(&mut state, "y"), [Effect::Save]);
    assert_eq!(state.edit().unwrap().base, theirs.as_bytes());
    on_message(&mut state, saved());
    assert!(state.edit().is_none());
    // Looking away answers nothing: the text area still builds on the old bytes, so that saving finds the conflict.
    let mut state = editing();
    change(&mut state, InputId::patch(0), &theirs);
    assert_eq!(press(&mut state, "Ctrl-S Esc"), []);
    let edit = state.edit().unwrap();
    assert_eq!(
        (edit.text.as_str(), edit.base.as_slice()),
        (mine.as_str(), PATCH.as_bytes())
    );
    assert_eq!(press(&mut state, "Ctrl-S"), []);
    assert_eq!(asked(&state), Some(Confirmation::Conflict));
    // The other program takes its change back.
    press(&mut state, "Esc");
    change(&mut state, InputId::patch(0), PATCH);
    assert_eq!(press(&mut state, "Ctrl-S"), [Effect::Save]);
    // Leaving without changes, or without keeping them, shows what the file has now.
    for (text, leaving) in [(PATCH, "Esc"), (mine.as_str(), "Esc y")] {
        let mut state = editing();
        change(&mut state, InputId::patch(0), &theirs);
        on_message(&mut state, Message::Edited(text.to_owned()));
        assert_eq!(press(&mut state, leaving), [Effect::CloseText]);
        let patch = state.workspace().merged().merge().inputs.patches[0].clone();
        assert_eq!(patch.text(), theirs, "{leaving}");
    }
    // Taking theirs.
    let mut state = editing();
    on_message(&mut state, Message::Conflict(theirs.clone().into_bytes()));
    assert_eq!(press(&mut state, "n"), [Effect::KeepDiscarded, Effect::TakeText]);
    assert_eq!(state.edit().unwrap().text, theirs);
    assert!(frame(&mut state, 120, 60).contains("replicas: 5"));
    // The own text is for the recovery file, and is an earlier version.
    assert_eq!(state.take_discarded(), Some((InputId::patch(0), mine.clone())));
    assert_eq!(press(&mut state, "Esc"), [Effect::CloseText]);
    press(&mut state, "<");
    assert!(frame(&mut state, 120, 60).contains("replicas: 4"));
    press(&mut state, ">");
    assert!(frame(&mut state, 120, 60).contains("replicas: 5"));
    // A text that was not touched follows the file.
    let mut state = opened("e");
    assert_eq!(change(&mut state, InputId::patch(0), &theirs), [Effect::TakeText]);
    assert_eq!(state.edit().unwrap().text, theirs);
    // Leaving without saving goes back to what the file holds.
    let mut state = editing();
    assert_eq!(press(&mut state, "Esc y"), [Effect::CloseText]);
    assert!(frame(&mut state, 120, 60).contains("replicas: 3"));
}

#[test]
fn playing_steps_on_and_stops_at_the_end() {
    let mut state = opened("Space");
    let mut ticks = 0;
    while state.workspace().player().playing {
        on_message(&mut state, Message::Tick);
        ticks += 1;
        assert!(ticks < 100);
    }
    assert_eq!((ticks, state.workspace().merged().position()), (13, 13));
    on_message(&mut state, Message::Tick);
    assert_eq!(state.workspace().merged().position(), 13);
}

#[test]
fn a_broken_file_is_edited_as_it_is() {
    let broken = "kind: Deployment\nspec: [";
    // Somebody else broke it: its own text opens, at the error, and saving it is no conflict.
    let mut state = opened("2");
    change(&mut state, InputId::patch(0), broken);
    press(&mut state, "e");
    let edit = state.edit().unwrap();
    assert_eq!(
        (edit.text.as_str(), edit.base.as_slice()),
        (broken, broken.as_bytes())
    );
    assert_eq!((edit.line, edit.column), (1, 6));
    assert!(!edit.is_dirty());
    // Also where it is no UTF-8: the bytes are those of the file.
    let mut state = opened("2");
    let bytes = b"a: [\xff".to_vec();
    on_message(
        &mut state,
        Message::Changed {
            input: InputId::patch(0),
            bytes,
        },
    );
    press(&mut state, "e");
    assert_eq!(state.edit().unwrap().base, b"a: [\xff");
    // The same of a file of an apply, and beside the keys.
    let mut state = crate::computed_patches::open_apply();
    change(&mut state, InputId::Manifest, broken);
    press(&mut state, "e");
    assert_eq!(state.edit().unwrap().text, broken);
    let mut state = opened("2").with_background_bytes(1);
    change(&mut state, InputId::patch(0), broken);
    let done = state.task().unwrap().run(&mut |_| true).unwrap();
    on_message(&mut state, Message::Done(Box::new(done)));
    press(&mut state, "e");
    assert_eq!(state.edit().unwrap().text, broken);
}

#[test]
fn a_broken_text_that_was_saved_is_told_and_stays_the_text_of_the_file() {
    let on_the_way = PATCH.replace("replicas: 3", "replicas: 77");
    let mut state = opened("2 e");
    on_message(&mut state, Message::Edited(on_the_way));
    on_message(&mut state, Message::Edited("spec: [".to_owned()));
    on_message(&mut state, saved());
    let status = said(&state);
    assert!(status.starts_with("saved patch.yaml, but 1:"), "{status}");
    // The file that was written is the text.
    change(&mut state, InputId::patch(0), "spec: [");
    assert_eq!(said(&state), status);
    // The same after leaving.
    let mut left = opened("2 e");
    on_message(&mut left, Message::Edited("spec: [".to_owned()));
    press(&mut left, "Esc s");
    on_message(&mut left, saved());
    change(&mut left, InputId::patch(0), "spec: [");
    assert!(left.edit().is_none());
    assert_eq!(said(&left), status);
    // What was typed on the way was never saved: no version, and not what stands behind the banner.
    press(&mut state, "Esc");
    let screen = frame(&mut state, 120, 60);
    assert!(
        screen.contains("replicas: 3") && !screen.contains("77"),
        "{screen}"
    );
    assert_eq!(state.workspace().inputs().errors().count(), 1);
    press(&mut state, "e");
    assert_eq!(state.edit().unwrap().text, "spec: [");
    press(&mut state, "Esc <");
    assert_eq!(said(&state), "already at the oldest version");
}

#[test]
fn a_live_file_without_an_object_is_like_any_that_cannot_be_read() {
    for text in ["", "null", "apiVersion", "[1]"] {
        let mut state = opened("");
        let before = state.rows(Pane::Result).len();
        change(&mut state, InputId::LIVE, text);
        assert_eq!(state.rows(Pane::Result).len(), before, "{text}");
        let trouble: Vec<&str> = state.workspace().inputs().errors().collect();
        assert!(trouble[0].starts_with("deployment.yaml:1:1: "), "{trouble:?}");
        assert!(trouble[0].contains("object"), "{trouble:?}");
        press(&mut state, "<");
        assert_eq!(said(&state), "already at the oldest version");
        change(&mut state, InputId::LIVE, LIVE);
        assert_eq!(state.workspace().inputs().errors().count(), 0);
        // What is opened on it waits for an object.
        let state = try_open(text, &[PATCH]).unwrap();
        assert!(state.is_broken(Pane::Live));
    }
}

#[test]
fn nothing_on_top_tells_of_the_merge_before_a_save() {
    let more = PATCH.replace("replicas: 3", "replicas: 9");
    // The list of steps would lead to another step.
    let mut state = opened("Enter");
    change(&mut state, InputId::patch(0), &more);
    assert!(state.layers().popup().is_none());
    assert!(said(&state).ends_with("list closed; Enter: open again"));
    // A question would be graded by the new trace.
    let mut state = opened("P s");
    assert!(state.layers().popup().is_some());
    change(&mut state, InputId::patch(0), &more);
    assert!(state.layers().popup().is_none());
    assert!(
        said(&state).ends_with("question closed; s: ask again"),
        "{}",
        said(&state)
    );
    press(&mut state, "s");
    assert!(state.layers().popup().is_some());
    // The ledger would show old values.
    let mut state = crate::computed_patches::open_apply();
    press(&mut state, "A");
    let live = state
        .workspace()
        .merged()
        .live()
        .document()
        .original_text()
        .replace("\"9\"", "\"7\"");
    change(&mut state, InputId::LIVE, &live);
    assert!(state.layers().popup().is_none());
    assert!(said(&state).ends_with("ledger closed; A: open again"));
    // kubectl's answer is of the old inputs.
    let mut state = opened("");
    answer_of_kubectl(&mut state);
    change(&mut state, InputId::patch(0), &more);
    assert!(state.layers().popup().is_none());
}

#[test]
fn a_changed_text_of_a_lesson_is_asked_about_before_it_is_lost() {
    let changed = PATCH.replace("replicas: 3", "replicas: 77");
    for (script, question, answer, effects) in [
        ("Esc q", Confirmation::QuitChanged, "y", &[Effect::Quit][..]),
        ("Esc q", Confirmation::QuitChanged, "n", &[]),
        (
            "Esc J",
            Confirmation::LeaveLesson(1),
            "y",
            &[Effect::OtherDocuments, Effect::CloseText],
        ),
        ("Esc J", Confirmation::LeaveLesson(1), "n", &[]),
    ] {
        let mut state = lessons();
        press(&mut state, "Enter 2 e");
        on_message(&mut state, Message::Edited(changed.clone()));
        let before = press(&mut state, script);
        assert!(!before.contains(&Effect::Quit), "{script}");
        assert_eq!(asked(&state), Some(question), "{script}");
        assert_eq!(press(&mut state, answer), effects, "{script} {answer}");
        let is_kept = state.workspace().lesson().unwrap().name == "01-order";
        assert_eq!(is_kept, effects.first() != Some(&Effect::OtherDocuments));
    }
    // After it is saved as a file, the other lesson opens.
    let mut state = lessons();
    press(&mut state, "Enter 2 e");
    on_message(&mut state, Message::Edited(changed));
    press(&mut state, "Esc J s");
    let export = Effect::Export {
        format: ExportFormat::Text(InputId::patch(0)),
        replace: false,
    };
    assert_eq!(press(&mut state, "Enter"), [export]);
    let written = ExportedFile::Written("patch.yaml".to_owned());
    let effects = on_message(&mut state, Message::Exported(written));
    assert_eq!(effects, [Effect::OtherDocuments, Effect::CloseText]);
    assert_eq!(state.workspace().lesson().unwrap().name, "02-rejected");
    assert!(!state.has_unsaved_text());
}

#[test]
fn without_a_file_a_text_that_is_left_stays_also_if_it_is_not_valid() {
    let mut state = lessons();
    press(&mut state, "Enter 2 e");
    on_message(
        &mut state,
        Message::Edited(PATCH.replace("replicas: 3", "replicas: 77")),
    );
    on_message(&mut state, Message::Edited("spec: [".to_owned()));
    press(&mut state, "Esc");
    assert_eq!(said(&state), "the text is not valid; e: edit it again");
    assert_eq!(state.workspace().inputs().errors().count(), 1);
    press(&mut state, "e");
    assert_eq!(state.edit().unwrap().text, "spec: [");
    let valid = PATCH.replace("replicas: 3", "replicas: 77");
    on_message(&mut state, Message::Edited(valid));
    press(&mut state, "Esc");
    assert_eq!(
        said(&state),
        "the text is kept in memory; the text of a lesson is not written to a file"
    );
    assert_eq!(state.workspace().inputs().errors().count(), 0);
    // The result says at once that nothing can be saved.
    press(&mut state, "T");
    assert!(
        said(&state).ends_with("(the text of a lesson is not written to a file)"),
        "{}",
        said(&state)
    );
}

#[test]
fn a_file_that_another_text_replaces_is_looked_at_where_it_matters() {
    for pane in ["1", "2", "3", "4"] {
        // Nothing is changed any more, so nothing of the old patch may be looked for.
        let mut state = opened(pane);
        change(
            &mut state,
            InputId::patch(0),
            "apiVersion: apps/v1\nkind: Deployment\n",
        );
        frame(&mut state, 120, 40);
        assert_eq!(state.workspace().merged().len(), 0, "pane {pane}");
        press(&mut state, "j k G g");
        // One field of two lines is all that is left, and it is warned about.
        let mut state = opened(pane);
        change(&mut state, InputId::patch(0), "spec:\n  bogusField: 3\n");
        let shown = frame(&mut state, 120, 40);
        assert_eq!(
            under_cursor(&state, Pane::Patch).trim(),
            "bogusField: 3",
            "{shown}"
        );
        assert_eq!(under_cursor(&state, Pane::Result), "bogusField: 3", "{shown}");
    }
    // A patch of the same fields has the same block keys; other values make it another patch.
    let values = [
        ["example.com/a", "example.com/b"],
        ["3\n", "8\n"],
        ["1.5", "9.9"],
        ["8080", "9090"],
        ["metrics", "probe"],
        ["debug", "sidecar"],
    ];
    let other = values
        .iter()
        .fold(PATCH.to_owned(), |text, [old, new]| text.replace(old, new));
    for script in ["1 g", "2 g", "3 g"] {
        let mut state = opened(script);
        change(&mut state, InputId::patch(0), &other);
        let last = state.workspace().merged().len();
        assert_eq!(state.workspace().merged().position(), last, "{script}");
        for pane in [Pane::Patch, Pane::Result] {
            let shown = frame(&mut state, 120, 40);
            let place = under_cursor(&state, pane);
            assert!(place.contains("probe"), "{script}: {place}\n{shown}");
        }
    }
}

#[test]
fn a_save_that_is_rejected_is_shown_in_all_panes_and_a_corrected_one_where_it_was() {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 120, 40);
    let places =
        |state: &Explorer| [Pane::Live, Pane::Patch, Pane::Result].map(|pane| under_cursor(state, pane));
    let before = places(&state);
    let wrong = PATCH.replace("    $retainKeys:\n    - type\n", "    $patch: wrong\n");
    change(&mut state, InputId::patch(0), &wrong);
    let shown = frame(&mut state, 120, 40);
    assert_ne!(places(&state), before, "{shown}");
    for pane in [Pane::Live, Pane::Result] {
        let place = under_cursor(&state, pane);
        assert!(place.starts_with("strategy:"), "{place}\n{shown}");
    }
    change(&mut state, InputId::patch(0), PATCH);
    assert_eq!(places(&state), before);
    // An earlier step stays, if it still exists.
    press(&mut state, "^ s");
    let before = places(&state);
    change(&mut state, InputId::patch(0), &wrong);
    assert_eq!(places(&state)[0], before[0]);
    change(&mut state, InputId::patch(0), PATCH);
    press(&mut state, "$ S S");
    change(&mut state, InputId::patch(0), &wrong);
    assert!(said(&state).contains("showing the rejection"), "{}", said(&state));
    assert!(
        places(&state)[0].starts_with("strategy:"),
        "{}",
        places(&state)[0]
    );
}

#[test]
fn a_failed_save_stays_in_the_status_line_when_the_file_changes_or_another_error_follows() {
    let mut state = opened("e");
    on_message(&mut state, Message::Edited(PATCH.replace('3', "4")));
    let failed = "patch.yaml may be damaged, its old text is in a recovery file";
    on_message(&mut state, Message::Failed(failed.to_owned()));
    change(&mut state, InputId::patch(0), &PATCH.replace('3', "5"));
    let outdated = said(&state);
    assert!(
        outdated.starts_with(&format!("{failed}; the file changed on disk")),
        "{outdated}"
    );
    // The same message is not repeated.
    change(&mut state, InputId::patch(0), &PATCH.replace('3', "6"));
    assert_eq!(said(&state), outdated);
    on_message(&mut state, Message::Failed("no room for a copy".to_owned()));
    assert_eq!(said(&state), format!("{outdated}; no room for a copy"));
    // A key ends it.
    press(&mut state, "Ctrl-S Esc");
    change(&mut state, InputId::patch(0), &PATCH.replace('3', "7"));
    assert!(
        said(&state).starts_with("the file changed on disk"),
        "{}",
        said(&state)
    );
}

#[test]
fn the_answer_to_a_key_is_not_part_of_what_a_save_says() {
    // A list that the save closes, with the answer to a key that does nothing in it.
    for list in ["i", "v", "y"] {
        let mut state = opened(list);
        on_message(&mut state, Message::Idle);
        assert!(said(&state).contains("not available here"), "{}", said(&state));
        change(
            &mut state,
            InputId::patch(0),
            &PATCH.replace("replicas: 3", "replicas: 9"),
        );
        assert!(said(&state).contains("reloaded"), "{}", said(&state));
        assert!(!said(&state).contains("not available here"), "{}", said(&state));
    }
}
