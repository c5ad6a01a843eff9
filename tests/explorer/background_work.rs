//! Large inputs are read and merged beside the keys: what is shown meanwhile, and which answer counts.

use std::sync::Arc;

use mergescope::explorer::{
    ChangeTask, Effect, Explorer, InputFile, InputId, JobProgress, ListKind, Message, Pane, PolicyOpening,
    Task, on_message,
};
use mergescope::schema::Schema;

use crate::support::*;

/// An explorer that merges everything beside the keys, whatever its size.
fn opened() -> Explorer {
    let mut state = open(LIVE, &[PATCH]).with_background_bytes(0);
    frame(&mut state, 120, 40);
    state
}

fn change(state: &mut Explorer, input: InputId, text: &str) -> Vec<Effect> {
    let bytes = text.as_bytes().to_vec();
    on_message(state, Message::Changed { input, bytes })
}

fn replicas(count: u32) -> String {
    PATCH.replace("replicas: 3", &format!("replicas: {count}"))
}

fn run(task: Task) -> Message {
    let done = task.run(&mut |_| true).expect("nobody gave it up");
    Message::Done(Box::new(done))
}

/// Whether the result has a row with this text.
fn has(state: &mut Explorer, text: &str) -> bool {
    frame(state, 120, 60);
    state.rows(Pane::Result).iter().any(|row| row.text.contains(text))
}

#[test]
fn keys_are_answered_on_the_last_good_state_until_the_answer_comes() {
    let mut state = opened();
    assert_eq!(
        change(&mut state, InputId::patch(0), &replicas(4)),
        [Effect::Work]
    );
    let task = state.task().expect("the work");
    assert!(state.task().is_none(), "it is handed out once");
    assert_eq!(
        state.workspace().working().as_deref(),
        Some("reading patch.yaml…")
    );
    assert!(
        press(&mut state, "^ s s s $ S").is_empty(),
        "nothing is asked twice"
    );
    let (ticket, phase) = (task.ticket(), JobProgress::Merging);
    on_message(&mut state, Message::Phase { ticket, phase });
    assert!(frame(&mut state, 120, 40).contains("merging…"));
    let before = state.workspace().merged().position();
    assert_eq!(before + 1, state.workspace().merged().len());
    assert!(has(&mut state, "replicas: 3") && !has(&mut state, "replicas: 4"));
    on_message(&mut state, run(task));
    assert_eq!(state.workspace().working(), None);
    assert_eq!(state.workspace().merged().position(), before, "the step is kept");
    assert!(has(&mut state, "replicas: 4"));
}

#[test]
fn a_newer_wish_overtakes_an_older_one() {
    let mut state = opened();
    change(&mut state, InputId::patch(0), &replicas(4));
    let old = state.task().expect("the first");
    change(&mut state, InputId::patch(0), &replicas(5));
    let new = state.task().expect("the second");
    // The older answer comes late, and later still.
    let late = run(old.clone());
    on_message(&mut state, run(old));
    assert!(state.workspace().working().is_some() && has(&mut state, "replicas: 3"));
    on_message(&mut state, run(new));
    on_message(&mut state, late);
    assert!(state.workspace().working().is_none() && has(&mut state, "replicas: 5"));
}

#[test]
fn a_newer_wish_holds_what_the_older_one_wanted() {
    let mut state = opened();
    change(&mut state, InputId::patch(0), &replicas(4));
    let old = state.task().expect("the first");
    change(
        &mut state,
        InputId::LIVE,
        &LIVE.replace("name: shop", "name: store"),
    );
    press(&mut state, "m");
    let all = state.task().expect("the newest");
    on_message(&mut state, run(old));
    on_message(&mut state, run(all));
    assert_eq!(state.workspace().semantics().to_string(), "kubernetes");
    assert!(has(&mut state, "replicas: 4") && has(&mut state, "name: store"));
    let status = said(&state);
    assert!(status.contains("; semantics kubernetes:"), "{status}");
}

#[test]
fn a_task_that_nobody_wants_any_more_ends_at_its_next_phase() {
    let mut state = opened();
    change(&mut state, InputId::patch(0), &replicas(4));
    let task = state.task().expect("the work");
    let mut phases = Vec::new();
    task.clone().run(&mut |phase| {
        phases.push(phase);
        true
    });
    let [reading, rest @ ..] = phases.as_slice() else {
        panic!("no phases")
    };
    assert_eq!(*reading, JobProgress::Reading(InputId::patch(0)));
    assert_eq!(rest, [JobProgress::Merging, JobProgress::Indexing]);
    for stop in phases {
        assert!(task.clone().run(&mut |phase| phase != stop).is_none(), "{stop:?}");
    }
}

#[test]
fn what_cannot_be_read_leaves_the_last_good_result_until_it_is_whole_again() {
    let mut state = opened();
    let answer = |state: &mut Explorer, text: &str| {
        change(state, InputId::patch(0), text);
        if let Some(task) = state.task() {
            on_message(state, run(task));
        }
        state.workspace().inputs().error_line(InputId::patch(0))
    };
    assert_eq!(answer(&mut state, "spec: ["), Some(1));
    assert!(has(&mut state, "replicas: 3"));
    assert_eq!(answer(&mut state, &replicas(4)), None);
    assert!(has(&mut state, "replicas: 4"));
    // The file goes while its bytes are still being read: they say nothing about that.
    change(&mut state, InputId::patch(0), &replicas(5));
    let task = state.task().expect("the work");
    let why = "the file no longer exists".to_owned();
    on_message(
        &mut state,
        Message::Lost {
            input: InputId::patch(0),
            why,
        },
    );
    on_message(&mut state, run(task));
    let troubles: Vec<&str> = state.workspace().inputs().errors().collect();
    assert_eq!(troubles, ["patch.yaml: the file no longer exists"]);
    // What is shown anyway is not merged again.
    assert_eq!(change(&mut state, InputId::patch(0), &replicas(5)), []);
    assert_eq!(state.workspace().inputs().errors().count(), 0);
}

#[test]
fn typing_overtakes_typing_and_leaving_goes_back_to_the_file() {
    let mut state = opened();
    press(&mut state, "e");
    for count in [4, 5, 6] {
        let effects = on_message(&mut state, Message::Edited(replicas(count)));
        assert_eq!(effects, [Effect::Work]);
    }
    let task = state.task().expect("the newest");
    on_message(&mut state, run(task));
    assert!(has(&mut state, "replicas: 6"));
    assert_eq!(press(&mut state, "Esc y"), [Effect::CloseText, Effect::Work]);
    let task = state.task().expect("the text of the file");
    on_message(&mut state, run(task));
    assert!(has(&mut state, "replicas: 3"));
    // A text area that opens while newer bytes are being read begins with those.
    change(&mut state, InputId::patch(0), &replicas(7));
    press(&mut state, "e");
    assert_eq!(state.edit().expect("the text area").text, replicas(7));
}

#[test]
fn files_open_with_a_first_frame_before_they_are_read() {
    let begin =
        |patch: &str| Explorer::open_in_background(opening(LIVE, &[patch])).expect("nothing is read yet");
    let mut state = begin(PATCH);
    let first = frame(&mut state, 120, 40);
    assert!(first.contains("reading deployment.yaml…"), "{first}");
    assert!(first.contains("patch.yaml") && !first.contains("{}"), "{first}");
    assert!(
        first.contains("step 0/0") && !first.contains("rejected"),
        "{first}"
    );
    press(&mut state, "s e z z Down");
    assert!(state.edit().is_none(), "there is nothing to edit yet");
    // A save while it is read belongs to it.
    change(&mut state, InputId::patch(0), &replicas(4));
    let task = state.task().expect("the work");
    on_message(&mut state, run(task));
    assert!(!state.workspace().is_opening() && has(&mut state, "replicas: 4"));
    assert_eq!(
        state.workspace().merged().position(),
        state.workspace().merged().len()
    );
    press(&mut state, "2 e");
    assert!(state.edit().is_some());
    let mut state = begin("spec: [");
    let task = state.task().expect("the work");
    assert_eq!(on_message(&mut state, run(task)), []);
    assert!(state.is_broken(Pane::Patch));
    // What is no file cannot be corrected.
    let mut opening = opening(LIVE, &["spec: ["]);
    opening.patches[0].file = false;
    let mut state = Explorer::open_in_background(opening).expect("nothing is read yet");
    let task = state.task().expect("the work");
    assert_eq!(on_message(&mut state, run(task)), [Effect::Unreadable]);
    let error = state
        .workspace()
        .failure()
        .expect("the reader's error")
        .to_string();
    assert!(error.starts_with("patch.yaml:1:"), "{error}");
}

const POLICY: &str = "\
apiVersion: policy.open-cluster-management.io/v1
kind: ConfigurationPolicy
metadata: {name: settings}
spec:
  namespaceSelector: {include: [default]}
  object-templates:
  - complianceType: musthave
    objectDefinition:
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: settings}
      data: {mode: fast}
  - complianceType: mustnothave
    objectDefinition:
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: old}
";

const SETTINGS: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {mode: slow}\n";

#[test]
fn a_policy_is_read_beside_the_keys() {
    let begin = |policy: &str, file: bool| {
        let opening = PolicyOpening {
            policy: InputFile {
                file,
                ..given("policy.yaml", policy)
            },
            live: vec![given("settings.yaml", SETTINGS)],
            schema: Arc::new(Schema::builtin()),
        };
        Explorer::open_policy_in_background(opening).expect("nothing is read yet")
    };
    let mut state = begin(POLICY, true).with_background_bytes(0);
    let first = frame(&mut state, 120, 40);
    assert!(
        first.contains("reading settings.yaml…") && first.contains("policy.yaml"),
        "{first}"
    );
    let task = state.task().expect("the files");
    on_message(&mut state, run(task));
    let opened = frame(&mut state, 120, 40);
    assert!(
        opened.contains("template 1 of 2") && opened.contains("mode: fast"),
        "{opened}"
    );
    // A save, and another template before it is read: both are shown.
    change(&mut state, InputId::POLICY, &POLICY.replace("old", "older"));
    press(&mut state, "t");
    let task = state.task().expect("the new policy");
    on_message(&mut state, run(task));
    let older = frame(&mut state, 120, 40);
    assert!(older.contains("name: older") && state.task().is_none(), "{older}");
    // The lists of verdicts open when these are computed; those of an earlier merge are dropped.
    for (key, row) in [("7", "object templates"), ("6", "compliance types")] {
        assert_eq!(press(&mut state, key), [Effect::Verdicts]);
        assert!(state.layers().popup().is_none());
        let (ticket, work) = state.verdict_task().expect("the verdicts");
        on_message(&mut state, Message::Verdicts(ticket - 1, work.run()));
        assert!(state.layers().popup().is_none());
        on_message(&mut state, Message::Verdicts(ticket, work.run()));
        let list = frame(&mut state, 120, 40);
        assert!(list.contains(row), "{list}");
        press(&mut state, "Esc");
    }
    // What cannot be read leaves the last good policy.
    change(&mut state, InputId::POLICY, &POLICY.replace("mustnothave", "may"));
    let task = state.task().expect("the broken policy");
    on_message(&mut state, run(task));
    let broken = frame(&mut state, 120, 40);
    assert!(
        broken.contains("policy.yaml:13") && broken.contains("name: older"),
        "{broken}"
    );
    let mut state = begin("kind: [", true);
    let task = state.task().expect("the files");
    assert_eq!(on_message(&mut state, run(task)), []);
    assert!(state.is_broken(Pane::Patch));
    change(&mut state, InputId::POLICY, POLICY);
    let corrected = frame(&mut state, 120, 40);
    assert!(
        corrected.contains("policy.yaml loaded") && corrected.contains("mode: fast"),
        "{corrected}"
    );
    // What is no file cannot be corrected.
    let mut state = begin("kind: [", false);
    let task = state.task().expect("the files");
    assert_eq!(on_message(&mut state, run(task)), [Effect::Unreadable]);
    assert!(state.workspace().failure().is_some());
}

#[test]
fn a_comparison_is_made_beside_the_keys_and_follows_saves() {
    let mut state = open(LIVE, &[DIFFERING]).with_background_bytes(0);
    frame(&mut state, 120, 40);
    assert_eq!(press(&mut state, "d"), [Effect::Compare]);
    let first = state.compare_task().expect("the work");
    assert!(state.compare_task().is_none(), "it is handed out once");
    assert!(press(&mut state, "Down").is_empty(), "nothing is asked twice");
    assert!(frame(&mut state, 120, 40).contains("merging…"));
    // Another side is wanted before the answer: the answer to the first is dropped.
    assert_eq!(press(&mut state, "m"), [Effect::Compare]);
    let second = state.compare_task().expect("the other work");
    on_message(&mut state, Message::Compared(first.run()));
    assert!(state.layers().compare().unwrap().is_waiting());
    on_message(&mut state, Message::Compared(second.run()));
    assert!(
        !state.layers().compare().unwrap().is_waiting()
            && state.layers().compare().unwrap().explanation().is_some()
    );
    press(&mut state, "Esc");
    assert!(press(&mut state, "Down").is_empty());
}

/// A save that is merged, but not yet compared with the version before it.
fn merged(state: &mut Explorer, text: &str) -> ChangeTask {
    change(state, InputId::patch(0), text);
    let task = state.task().expect("the work");
    assert_eq!(on_message(state, run(task)), [Effect::FindChanges]);
    let task = state.change_task().expect("the changes");
    assert!(state.change_task().is_none(), "it is handed out once");
    task
}

#[test]
fn the_changes_of_a_save_are_found_beside_the_keys() {
    let mut state = opened();
    let first = merged(&mut state, &replicas(4));
    assert_eq!(
        said(&state),
        "patch.yaml reloaded; comparing with the version before…"
    );
    assert!(frame(&mut state, 80, 24).contains("comparing…"));
    press(&mut state, ";");
    assert_eq!(
        said(&state),
        "comparing the last save with the version before…; Esc: stop"
    );
    // The answer to an older save is dropped, but the list of versions has its words.
    let second = merged(&mut state, &replicas(5));
    on_message(&mut state, Message::Changes(Box::new(first.run())));
    assert!(said(&state).contains("comparing"), "{}", said(&state));
    on_message(&mut state, Message::Changes(Box::new(second.run())));
    assert!(
        said(&state).starts_with("patch.yaml reloaded; result: spec.replicas changed"),
        "{}",
        said(&state)
    );
    press(&mut state, ";");
    assert!(said(&state).contains("was `replicas: 4`"), "{}", said(&state));
    press(&mut state, "v");
    let versions = list_rows(&state, ListKind::Versions).join("\n");
    assert_eq!(
        versions.matches("result: spec.replicas changed").count(),
        2,
        "{versions}"
    );
    press(&mut state, "Esc");
    // The changes of a version that is chosen are found in the same way.
    assert_eq!(press(&mut state, "<"), [Effect::FindChanges, Effect::Work]);
    let task = state.task().expect("the work");
    on_message(&mut state, run(task));
    find_changes(&mut state);
    press(&mut state, ";");
    assert!(said(&state).contains("was `replicas: 3`"), "{}", said(&state));
}

#[test]
fn finding_the_changes_of_a_save_can_be_stopped() {
    let mut state = opened();
    let task = merged(&mut state, &replicas(4));
    press(&mut state, "Esc");
    assert_eq!(said(&state), "comparison stopped");
    on_message(&mut state, Message::Changes(Box::new(task.run())));
    press(&mut state, ";");
    assert_eq!(
        said(&state),
        "the last save was not compared with the version before"
    );
    // The error of a later save that cannot be read stays what the key goes to.
    let task = merged(&mut state, &replicas(6));
    change(&mut state, InputId::patch(0), "spec: [");
    let broken = state.task().expect("the work");
    on_message(&mut state, run(broken));
    on_message(&mut state, Message::Changes(Box::new(task.run())));
    press(&mut state, ";");
    assert!(
        said(&state).contains("the error is in line 1"),
        "{}",
        said(&state)
    );
}

#[test]
fn what_fills_the_screen_keeps_up_with_saves() {
    let mut state = open_differing();
    frame(&mut state, 120, 40);
    press(&mut state, "d n");
    let order = state
        .layers()
        .compare()
        .unwrap()
        .explanation()
        .expect("a difference")
        .location;
    assert!(order.contains("env"), "{order}");
    change(
        &mut state,
        InputId::patch(0),
        &DIFFERING.replace("$patch: delete", "type: Recreate"),
    );
    let words = state
        .layers()
        .compare()
        .unwrap()
        .explanation()
        .expect("a difference");
    assert_eq!((words.location, words.number.as_str()), (order, "1/1"));
    press(&mut state, "Esc r");
    let wanted = |state: &Explorer| {
        state
            .layers()
            .list_order()
            .map(|screen| screen.order().columns[1].len())
    };
    assert_eq!(wanted(&state), Some(4));
    change(
        &mut state,
        InputId::patch(0),
        &DIFFERING.replace("      - name: debug\n      containers:", "      containers:"),
    );
    assert_eq!(wanted(&state), Some(4), "debug is server-only now");
    change(
        &mut state,
        InputId::LIVE,
        &LIVE.replace("containers:", "initContainers:"),
    );
    assert!(frame(&mut state, 120, 40).contains("result"));
}
