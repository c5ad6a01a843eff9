//! Two merges side by side: every line of both stands on one row, and what differs is told with its rules.

use std::path::Path;
use std::sync::Arc;

use mergescope::document::{Numbers, Tree, read, read_live, same, write};
use mergescope::explorer::{
    Action, Explorer, LineKind, Message, Opening, Pane, PlaybackAction, WatchStatus, on_message, update,
};
use mergescope::merge::server_side::{ApplyRequest, FieldManager, ManagerOperation};
use mergescope::merge::{Inputs, Merge, Semantics, merge};
use mergescope::report::comparison::{Difference, DifferenceKind, DifferenceSide, MergeComparison, RowState};
use mergescope::report::rejection::RejectionReport;
use mergescope::schema::Schema;
use mergescope::terminal::key::KeyPress;
use mergescope::terminal::keymap::{Keymap, line_named};

use crate::support::{frame, frame_with, open, opening, press, shown};

/// Every lesson, and every recorded pair of kubectl's: live and patch.
fn pairs() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pairs = Vec::new();
    let mut folders: Vec<_> = std::fs::read_dir(root.join("samples"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("patch.yaml").exists())
        .collect();
    folders.sort();
    for folder in folders {
        let text = |name| std::fs::read_to_string(folder.join(name)).unwrap();
        pairs.push((
            folder.display().to_string(),
            text("live.yaml"),
            text("patch.yaml"),
        ));
    }
    for file in ["recorded.jsonl", "found.jsonl"] {
        let lines = std::fs::read_to_string(root.join("tests/parity").join(file)).unwrap();
        for (at, line) in lines.lines().enumerate() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            pairs.push((
                format!("{file}:{}", at + 1),
                case["live"].to_string(),
                case["patch"].to_string(),
            ));
        }
    }
    assert!(pairs.len() > 400, "{}", pairs.len());
    pairs
}

fn compared(live: &str, patch: &str, schema: &Arc<Schema>) -> Option<MergeComparison> {
    let inputs = |semantics| {
        Some(Inputs {
            live: Arc::new(read_live("live.yaml", live.as_bytes().to_vec()).ok()?),
            patches: vec![Arc::new(read("patch.yaml", patch.as_bytes().to_vec()).ok()?)],
            schema: Arc::clone(schema),
            semantics,
        })
    };
    let first = merge(inputs(Semantics::PROPOSAL)?, true);
    let second = merge(inputs(Semantics::KUBERNETES)?, true);
    Some(MergeComparison::new(first, second).with_causes())
}

/// What is wrong with a comparison, if anything is.
fn judge(comparison: &MergeComparison) -> Result<(), String> {
    if comparison.is_same() != comparison.agreement().is_same() {
        return Err(format!(
            "same: {}, status line: {}",
            comparison.is_same(),
            comparison.agreement()
        ));
    }
    for side in DifferenceSide::BOTH {
        let mut lines: Vec<(u32, String)> = comparison
            .rows()
            .iter()
            .filter_map(|row| Some((row.cell(side)?.number, comparison.text(row, side)?)))
            .collect();
        lines.sort_by_key(|(number, _)| *number);
        let numbers = (1..).zip(&lines).all(|(want, (number, _))| want == *number);
        let text: String = lines.into_iter().map(|(_, line)| line + "\n").collect();
        let want = if comparison.merge(side).tree.has_result() {
            write::yaml(&comparison.merge(side).tree)
        } else {
            text.clone()
        };
        if !numbers || text != want {
            return Err(format!(
                "{side:?}: the rows are not the lines of the result\n{text}---\n{want}"
            ));
        }
    }
    let bare = |text: Option<String>| text.map(|text| text.replace("- ", "").trim().to_owned());
    for row in comparison.rows() {
        let [left, right] = DifferenceSide::BOTH.map(|side| bare(comparison.text(row, side)));
        if row.state == RowState::Same && left != right {
            return Err(format!("a row that should be alike: {left:?} {right:?}"));
        }
    }
    for side in DifferenceSide::BOTH {
        let written = comparison.merge(side);
        let at_end = merge(written.inputs.clone(), true);
        let Some(rejection) = at_end.rejection() else {
            continue;
        };
        let report = RejectionReport::new(&at_end, rejection, comparison.merge(side.other()));
        if format!("{:?}", comparison.rejection(side)) != format!("{:?}", Some(report)) {
            return Err(format!("{side:?}: the rejection is told differently"));
        }
        if !same(
            &written.tree,
            written.tree.top(),
            &*written.inputs.live,
            written.inputs.live.root(),
            Numbers::ByType,
        ) {
            return Err(format!("{side:?}: a rejected patch changes the object"));
        }
    }
    for (index, difference) in comparison.differences().iter().enumerate() {
        let row = comparison.rows().get(difference.row);
        if row.and_then(|row| row.difference()) != Some(index) {
            return Err(format!("no row shows difference {index}: {difference:?}"));
        }
        let causes = comparison.causes(difference);
        if causes.is_empty() || causes.len() != difference.causes.len() {
            return Err(format!(
                "nothing causes {}: {difference:?}",
                comparison.path(difference)
            ));
        }
        if let Some(unreached) = causes.iter().find(|cause| !cause.is_reached) {
            return Err(format!("no merge came to the cause {unreached:?}"));
        }
        if comparison.path(difference).is_empty() {
            return Err(format!("no path: {difference:?}"));
        }
        if (difference.kind == DifferenceKind::Order) == difference.moved.is_empty() {
            return Err(format!("items moved without order: {difference:?}"));
        }
    }
    Ok(())
}

/// Merges with one decision of one side switched: where that gives the result of the other side, the decision causes every
/// difference.
fn judge_causes(comparison: &MergeComparison) -> Result<(), String> {
    let result = |merge: &Merge| (merge.rejection().is_some(), write::json(&merge.tree));
    for side in DifferenceSide::BOTH {
        let [own, other] = [side, side.other()].map(|side| comparison.merge(side));
        let (Semantics::Strategic(dialect), Semantics::Strategic(theirs)) =
            (own.inputs.semantics, other.inputs.semantics)
        else {
            continue;
        };
        for decision in dialect.differences(theirs) {
            let switched = Inputs {
                semantics: Semantics::Strategic(dialect.with_choice_from(decision, theirs)),
                ..own.inputs.clone()
            };
            let is_cause = result(&merge(switched, false)) == result(other);
            let cites = |difference: &Difference| difference.causes.contains(&decision);
            if is_cause && !comparison.differences().iter().all(cites) {
                return Err(format!(
                    "{decision:?} is not cited: {:?}",
                    comparison.differences()
                ));
            }
        }
    }
    Ok(())
}

#[test]
fn rows_hold_both_results_and_every_difference_has_its_cause() {
    let schema = Arc::new(Schema::builtin());
    let mut wrong = Vec::new();
    for (name, live, patch) in pairs() {
        let Some(comparison) = compared(&live, &patch, &schema) else {
            continue;
        };
        if let Err(why) = judge(&comparison).and_then(|()| judge_causes(&comparison)) {
            wrong.push(format!("{name}: {why}\n{live}\n{patch}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong[..wrong.len().min(5)].join("\n\n")
    );
}

#[test]
fn rows_of_the_result_say_what_the_other_semantics_gives() {
    const LIVE: &str = "apiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n    metadata: {labels: {a: b}}\n    spec:\n      \
                        containers:\n      - name: a\n        env:\n        - {name: ONE, value: x}\n        - {name: TWO, value: z}\n";
    // Patch, a row of the result, and its note with the semantics of the documents.
    let cases = [
        (
            "spec: {template: {spec: {containers: [{name: a, env: [{name: NEW, value: new}]}]}}}",
            "name: NEW",
            "kubernetes: position 1",
        ),
        (
            "spec: {template: {metadata: {labels: {$patch: delete}}}}",
            "metadata:",
            "kubernetes: also has labels",
        ),
        (
            "spec: {template: {metadata: {annotations: {$patch: replace, c: d}}}}",
            "annotations:",
            "kubernetes: absent",
        ),
        (
            "spec: {strategy: {type: Recreate, rollingUpdate: null, $unknown: 1}}",
            "strategy:",
            "kubernetes: also has $unknown",
        ),
    ];
    for (patch, text, want) in cases {
        let mut state = open(LIVE, &[patch]);
        frame(&mut state, 200, 60);
        press(&mut state, "$");
        let note = |state: &Explorer| {
            let rows = state.rows(Pane::Result);
            let row = rows.into_iter().find(|row| row.text.contains(text));
            row.map(|row| row.note)
        };
        let found = note(&state).unwrap_or_default();
        assert!(found.ends_with(want), "{patch}: {found:?}");
        // The explorer opens before a last step that changes nothing. Before the last change the result is not complete.
        let mut opened = open(LIVE, &[patch]);
        frame(&mut opened, 200, 60);
        let found = note(&opened).unwrap_or_default();
        assert!(found.ends_with(want), "{patch}: {found:?}");
        let before = opened.workspace().merged().position() - 1;
        update(&mut state, Action::Playback(PlaybackAction::GoToStep(before)));
        assert!(
            !note(&state).unwrap_or_default().contains("kubernetes:"),
            "{patch}"
        );
    }
}

#[test]
fn a_move_is_told_once_and_names_the_item() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: web\n    env:\n    - {name: A, \
                value: '1'}\n    - {name: B, value: '1'}\n    - {name: C, value: '1'}\n    image: x\n  - name: proxy\n  - name: log\n";
    let patch = "spec:\n  containers:\n  - name: web\n    env:\n    - {name: A, value: '2'}\n    - {name: C, value: '2'}\n";
    let mut state = open(live, &[patch]);
    press(&mut state, "d");
    let (text, _) = shown(&mut state, 120, 40);
    let left = |line: &str| line.chars().take(58).collect::<String>();
    let moves = text.lines().map(left).filter(|line| line.contains("· web"));
    assert_eq!(
        moves.filter(|line| line.contains("moved 3 → 1")).count(),
        1,
        "{text}"
    );
    // The lines behind the difference inside it belong to the one line of the item.
    let mut lines = text
        .lines()
        .skip_while(|line| !line.contains("- name: web … 6 lines"));
    assert!(lines.nth(1).is_some_and(|line| line.contains("· B")), "{text}");
    assert!(
        lines.next().is_some_and(|line| line.contains("name: proxy")),
        "{text}"
    );
}

#[test]
fn a_deep_comparison_hides_the_indentation_that_its_rows_share() {
    let url = "tcp://a.test";
    let item = |n| format!("        - name: v{n:02}\n          value: {url}\n");
    let lines: String = (0..30).map(item).collect();
    let head = "spec:\n  template:\n    spec:\n      containers:\n      - name: web\n        env:\n";
    let live = format!("apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: d}}\n{head}{lines}");
    let patch = format!("{head}        - name: v20\n          value: x\n        - name: new\n");
    let mut state = open(&live, &[&patch]);
    frame(&mut state, 60, 20);
    press(&mut state, "d");
    let text = frame(&mut state, 60, 20);
    for line in [
        "   51 - name: v21            │    54 - name: v21",
        "   52   value: tcp://a.test  │    55   value: tcp://a.test",
    ] {
        assert!(text.lines().any(|row| row == line), "{text}");
    }
}

#[test]
fn a_difference_is_shown_from_its_first_to_its_last_row() {
    let item = |name: String| format!("    - {{name: {name}, value: v}}\n");
    let items: String = (0..30).map(|number| item(format!("S{number}"))).collect();
    let live = format!(
        "apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec:\n  containers:\n  - name: web\n    env:\n{items}"
    );
    let patch = "spec:\n  containers:\n  - name: web\n    env:\n    - {name: URL, value: v}\n    - {name: HOST, value: v}\n";
    for height in 20..40 {
        let mut state = open(&live, &[patch]);
        frame(&mut state, 80, height);
        press(&mut state, "d n");
        let text = frame(&mut state, 80, height);
        let moved = |name: &str| {
            text.lines()
                .any(|line| line.contains(name) && line.contains("moved 3"))
        };
        assert!(
            text.contains("2 items moved") && moved("URL") && moved("HOST"),
            "{text}"
        );
    }
}

#[test]
fn a_rejected_side_is_the_live_object_and_what_the_other_changes_are_stops() {
    // The patch list moves `web` behind `log` before the rejection.
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: web\n    env:\n    - {name: A, \
                value: '1'}\n    - {name: B, value: '2'}\n  - name: log\n    image: log:1\n";
    let patch = "spec:\n  containers:\n  - name: web\n    $deleteFromPrimitiveList/env:\n    - name: A\n    image: x\n";
    let mut state = open(live, &[patch]);
    press(&mut state, "d");
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let text = frame(&mut state, width, height);
        assert!(text.contains("difference 1/2"), "{text}");
        let both = |line: &&str| line.matches("name: web").count() == 2;
        assert_eq!(text.lines().filter(both).count(), 1, "{text}");
        assert!(text.contains('✗'), "{text}");
    }
    press(&mut state, "n");
    let text = frame(&mut state, 120, 40);
    assert!(
        text.contains("containers[name=web].image · only in kubernetes"),
        "{text}"
    );
    assert!(
        text.contains("difference 2/2") && text.contains("rejected: delete-list-of-maps"),
        "{text}"
    );

    // Of two patches, the first one is written.
    let mut state = open(live, &["metadata: {labels: {first: yes please}}\n", patch]);
    press(&mut state, "d");
    let text = frame(&mut state, 120, 40);
    let both = |line: &&str| line.matches("first: yes please").count() == 2;
    assert_eq!(text.lines().filter(both).count(), 1, "{text}");
}

#[test]
fn a_conflict_of_an_apply_is_shown_at_its_first_field() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: d\n  managedFields:\n  - manager: helm\n    operation: \
                Apply\n    apiVersion: apps/v1\n    fieldsType: FieldsV1\n    fieldsV1: {'f:spec': {'f:replicas': {}, 'f:paused': {}}}\n\
                spec:\n  replicas: 4\n  minReadySeconds: 1\n  paused: true\n";
    let applied =
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {replicas: 2, paused: false}\n";
    let manager = FieldManager::new(ApplyRequest {
        manager: "me".to_owned(),
        operation: ManagerOperation::Apply,
        force: false,
        takeover: false,
        validates: true,
        owners: None,
    });
    let mut state = Explorer::open(Opening {
        semantics: Semantics::ServerSide(manager),
        ..opening(live, &[applied])
    })
    .unwrap();
    // The number of warnings is not cut.
    on_message(&mut state, Message::Watching(WatchStatus::On));
    let text = frame(&mut state, 60, 20);
    assert!(
        text.contains("apply ✗ rejected (m: force)  ! 2 warnings"),
        "{text}"
    );
    press(&mut state, "d");
    let text = frame(&mut state, 120, 40);
    assert!(
        text.contains("difference 1/2, managedFields not counted"),
        "{text}"
    );
    let text = frame(&mut state, 80, 24);
    // The sign is on the side that rejects it, and between the sides.
    let row = text.lines().find(|line| line.contains("replicas: 4")).unwrap();
    assert_eq!(row.matches('✗').count(), 2, "{text}");
    for part in [
        "spec.replicas · only server-side apply rejects this patch",
        "difference 1/2 ─",
        "replicas: 4",
        "replicas: 2",
    ] {
        assert!(text.contains(part), "{text}");
    }
    press(&mut state, "n");
    assert!(frame(&mut state, 80, 24).contains("spec.paused"), "{text}");
}

#[test]
fn the_whole_reason_of_a_difference_can_be_read_on_a_small_screen() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: web\n    env:\n    - name: A\n      value: a\n    - name: SRV\n      value: s\n";
    let patch = "spec:\n  containers:\n  - name: web\n    env:\n    - name: NEW\n      value: n\n";
    let mut state = open(live, &[patch]);
    press(&mut state, "d");
    let text = frame(&mut state, 80, 24);
    assert!(text.contains("… 5: show all"), "{text}");
    // A moved block says that it has more lines.
    assert!(text.contains("- name: NEW …"), "{text}");
    press(&mut state, "5");
    let text = frame(&mut state, 80, 24);
    for part in [
        "The patch list sets the order of its items in `env`, new items",
        "Result: NEW, A, SRV.",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn a_cut_reason_names_the_key_of_the_config_or_its_action() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: web\n    env:\n    - name: A\n      value: a\n    - name: SRV\n      value: s\n";
    let patch = "spec:\n  containers:\n  - name: web\n    env:\n    - name: NEW\n      value: n\n";
    let line = line_named("whole-explanation").unwrap();
    for (keys, want) in [
        (vec![KeyPress::Char('Ж')], "… Ж: show all"),
        (Vec::new(), "… whole-explanation (no key)"),
    ] {
        let mut state = open(live, &[patch]);
        press(&mut state, "d");
        let mut keymap = Keymap::default();
        keymap.set(line, keys);
        let (text, _) = frame_with(&mut state, 80, 24, "dark", false, &keymap);
        assert!(text.contains(want), "{text}");
    }
}

#[test]
fn the_order_gives_the_reason_for_the_item_under_the_cursor() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: web\n  - name: vault-agent-01\n";
    let reason = |patch: &str, keys: &str| {
        let mut state = open(live, &[patch]);
        frame(&mut state, 80, 24);
        press(&mut state, keys);
        frame(&mut state, 80, 24)
    };
    // A new item that needs no step for its position.
    let text = reason("spec:\n  containers:\n  - name: new\n", "r End");
    let sentence = "Server-only items are placed before all items that";
    assert!(text.contains(sentence), "{text}");
    // A server-only item has its own step.
    let patch = "spec:\n  containers:\n  - name: new\n  - name: web\n";
    assert!(reason(patch, "r Home").contains("server-only-first"), "{text}");
    assert!(reason(patch, "r End").contains("order-by-patch"), "{text}");
    // A deletion gives the new item a live position.
    let patch = "spec:\n  $setElementOrder/containers:\n  - name: new\n  containers:\n  - name: web\n    $patch: delete\n  - name: new\n";
    let text = reason(patch, "m r Home");
    assert!(
        text.contains("── ▸1   vault-agent") && text.contains("Server-only: placed before new,"),
        "{text}"
    );
    // A name is not cut where other columns leave room.
    let patch = "spec:\n  containers:\n  - name: new\n  - name: web\n";
    let text = reason(patch, "r");
    assert!(text.contains("⇧ vault-agent-01 "), "{text}");
}

/// The explanation on the screen, without blanks.
fn explanation_on(screen: &str) -> String {
    let below = screen.lines().skip_while(|line| !line.contains("─ explanation "));
    let cells = below.skip(1).filter_map(|line| line.rsplit_once('│'));
    cells.flat_map(|(_, text)| text.split_whitespace()).collect()
}

#[test]
fn cause_and_help_of_every_rejection_are_on_the_first_frame() {
    /// The number of pairs for each rule and semantics.
    const PAIRS: usize = 3;
    let mut tried = std::collections::BTreeMap::new();
    let mut missing = Vec::new();
    let both = [Semantics::PROPOSAL, Semantics::KUBERNETES];
    for ((name, live, patch), semantics) in pairs().iter().flat_map(|pair| both.map(|one| (pair, one))) {
        let Ok(mut state) = Explorer::open(Opening {
            semantics,
            ..opening(live, &[patch])
        }) else {
            continue;
        };
        let merged = state.workspace().merged();
        let merge = merged.merge();
        let by_server = || merged.server_rejection().map(|id| merge.steps[id.index()].rule);
        let Some(rule) = merge
            .rejection()
            .map(|rejection| rejection.rule)
            .or_else(by_server)
        else {
            continue;
        };
        let count = tried.entry((rule.name(), semantics.name())).or_insert(0);
        *count += 1;
        if *count > PAIRS {
            continue;
        }
        let lines = state.explanation();
        let parts = [LineKind::Sentence, LineKind::Fix].map(|kind| {
            let line = lines
                .iter()
                .find(|line| line.kind == kind)
                .expect("cause and help");
            line.text.split_whitespace().collect::<String>()
        });
        for (width, height) in [(80, 24), (120, 40)] {
            let screen = frame(&mut state, width, height);
            let explanation = explanation_on(&screen);
            if !parts.iter().all(|part| explanation.contains(part)) {
                missing.push(format!("{name}: {parts:?}\n{screen}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}: {}", missing.len(), missing.join("\n"));
    assert!(tried.len() > 45, "{tried:?}");
}

#[test]
fn a_comparison_without_a_difference_opens_on_the_line_of_the_result_pane() {
    for (patch, line) in [
        ("spec: {replicas: 5}\n", "replicas: 5"),
        ("spec: {template: {spec: {$patch: wrong}}}\n", "spec:"),
    ] {
        let mut state = open(crate::support::LIVE, &[patch]);
        frame(&mut state, 80, 24);
        press(&mut state, "d");
        let shown = frame(&mut state, 80, 24);
        let cursor: Vec<&str> = shown.lines().filter(|row| row.starts_with('▸')).collect();
        assert!(cursor.len() == 1 && cursor[0].contains(line), "{shown}");
        assert!(!shown.contains("apiVersion:"), "{shown}");
    }
}

#[test]
fn enter_on_a_moved_item_goes_to_it_and_the_key_that_closes_says_so() {
    let item = |name: &str| format!("    - {{name: {name}, value: v}}\n");
    let live: String = ["A", "B", "C", "D", "E", "F", "G", "H", "I"].map(item).concat();
    let head = "spec:\n  containers:\n  - name: web\n";
    let live =
        format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\n{head}    image: i\n    env:\n{live}");
    let patch = format!(
        "{head}    $setElementOrder/env:\n    - name: A\n    - name: C\n    - name: B\n    env:\n    - {{name: B, value: new}}\n"
    );
    let mut state = open(&live, &[&patch]);
    press(&mut state, "d");
    let text = frame(&mut state, 120, 40);
    let footer = text.lines().last().unwrap_or_default();
    assert!(footer.contains("q back") && !footer.contains("compare"), "{text}");
    let row = text
        .lines()
        .find(|line| line.contains("· A ") && line.contains("moved"));
    assert!(row.is_some(), "{text}");
    press(&mut state, "Enter");
    let text = frame(&mut state, 120, 40);
    let view = state.workspace().panes().view(Pane::Result);
    let row = &state.rows(Pane::Result)[view.cursor - view.scroll];
    assert!(row.text.contains("name: A"), "{}\n{text}", row.text);
}
