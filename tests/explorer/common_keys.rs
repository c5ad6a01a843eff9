//! Keys that people know from other programs, finding things by name, and filtering lists.

use std::collections::HashSet;

use mergescope::explorer::{
    Action, Explorer, Focus, LineEdit, Message, Pane, PanesAction, PromptAction, on_message, update,
};
use mergescope::terminal::bindings;

use crate::computed_patches::open_apply;
use crate::policy::open_policy_with_mistakes;
use crate::support::*;

fn opened() -> Explorer {
    let mut state = open(LIVE, &[PATCH]).with_commands(bindings::commands());
    frame(&mut state, 120, 40);
    state
}

fn cursor(state: &Explorer) -> usize {
    state.workspace().panes().view(Pane::Result).cursor
}

#[test]
fn the_cursor_moves_as_in_other_programs() {
    let mut state = opened();
    press(&mut state, "g g");
    assert_eq!(cursor(&state), 0);
    assert_eq!(said(&state), "already at the top");
    press(&mut state, "Ctrl-d");
    let half = cursor(&state);
    press(&mut state, "Ctrl-u");
    assert_eq!(cursor(&state), 0);
    press(&mut state, "Ctrl-f");
    let page = cursor(&state);
    assert!(half > 2 && page >= 2 * half, "{half} {page}");
    press(&mut state, "Ctrl-b j k G");
    assert_eq!(cursor(&state) + 1, state.workspace().row_count(Pane::Result));
    press(&mut state, "h");
    assert_eq!(
        state.workspace().focus(),
        mergescope::explorer::Focus::Document(Pane::Patch)
    );
    press(&mut state, "l");
    assert_eq!(
        state.workspace().focus(),
        mergescope::explorer::Focus::Document(Pane::Result)
    );
}

#[test]
fn a_key_without_a_meaning_says_so() {
    let mut state = opened();
    on_message(&mut state, Message::Unbound("Ctrl-X".to_owned()));
    assert_eq!(said(&state), "Ctrl-X does nothing here; ?: list of keys");
}

#[test]
fn the_last_of_30_000_entries_is_found_by_name() {
    let keys: String = (0..30_000).map(|at| format!("  key-{at}: value\n")).collect();
    let env: String = (0..30_000).map(|at| format!("    - name: V{at}\n")).collect();
    let head = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n";
    for (live, wanted) in [
        (
            format!("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n{keys}"),
            "data.key-29999",
        ),
        (
            format!("{head}spec:\n  containers:\n  - name: web\n    env:\n{env}"),
            "env[name=V29999]",
        ),
    ] {
        let mut state = open(&live, &["metadata:\n  labels:\n    a: b\n"]);
        press(&mut state, ": 2 9 9 9 9");
        let text = frame(&mut state, 120, 40);
        assert!(text.contains(wanted), "{text}");
    }
}

#[test]
fn things_are_found_by_name() {
    let mut state = opened();
    press(&mut state, ": L O G");
    let text = frame(&mut state, 120, 40);
    assert!(
        text.contains("spec.template.spec.containers[name=web].env[name=LOG]"),
        "{text}"
    );
    press(&mut state, "Enter");
    assert!(
        said(&state).starts_with("spec.template.spec.containers[name=web].env[name=LOG]"),
        "{}",
        said(&state)
    );
    // Below a part of its path.
    press(&mut state, ": e n v [ L O Enter");
    assert!(said(&state).contains("env[name=LOG]"), "{}", said(&state));
    // Without its signs and capitals, and steps by what they do.
    press(&mut state, ": e x a m p l e C o m Enter");
    assert!(
        said(&state).starts_with("metadata.finalizers["),
        "{}",
        said(&state)
    );
    press(&mut state, ": c l e a r Down");
    let text = frame(&mut state, 120, 40);
    assert!(
        text.contains("#4 clear-key  spec.strategy.rollingUpdate"),
        "{text}"
    );
    press(&mut state, "Esc : d e p l o y");
    let text = frame(&mut state, 120, 40);
    assert!(text.contains("Deployment shop  the live object"), "{text}");
    press(&mut state, "Esc");
    // A command by its name, with its key.
    press(&mut state, ": z o o m");
    let text = frame(&mut state, 120, 40);
    assert!(
        text.contains(" z     zoom  Zoom this pane") || text.contains("zoom  Zoom this pane"),
        "{text}"
    );
    press(&mut state, "Enter");
    assert!(state.workspace().session().layout().is_zoomed());
    press(&mut state, "z : s t e p Down Up Down Enter");
    assert!(state.layers().prompt().is_none());
}

/// The labels of the candidates.
fn candidates(state: &Explorer) -> Vec<String> {
    let prompt = state.layers().prompt().unwrap();
    let labels = prompt.candidates.iter().map(|candidate| candidate.label.clone());
    labels.collect()
}

#[test]
fn the_prompt_finds_words_steps_and_all_commands() {
    // Keys, a label among the first ones, and a label that is not there.
    let cases = [
        (": n e x t Space i s s u e", "next-issue", "previous-issue"),
        (
            ": e n v Space L O G",
            "spec.template.spec.containers[name=web].env[name=LOG]",
            "zoom",
        ),
        (": #", "#1 ", "zoom"),
        (": # 1", "#10 ", "#2 "),
        (": q u i t", "quit", "quit-anywhere"),
        (":", "step-forward", "quit-anywhere"),
    ];
    for (keys, want, not) in cases {
        let mut state = opened();
        press(&mut state, keys);
        let labels = candidates(&state);
        assert!(
            labels.iter().any(|label| label.starts_with(want)),
            "{keys}: {labels:?}"
        );
        assert!(
            !labels.iter().any(|label| label.starts_with(not)),
            "{keys}: {labels:?}"
        );
    }
    // The steps about a field, by its name.
    let mut state = opened();
    press(&mut state, ": r e p l i c a s");
    let labels = candidates(&state);
    assert_eq!(labels[0], "spec.replicas");
    let text = frame(&mut state, 120, 40);
    assert!(labels.iter().any(|label| label.starts_with("#2 ")), "{text}");
    // Only the rows that fit are shown, and the last one says how many more there are.
    press(&mut state, "Esc :");
    let more = candidates(&state).len() - 9;
    let text = frame(&mut state, 80, 24);
    assert!(text.contains(&format!("… {more} more")), "{text}");
    let mut seen = HashSet::new();
    for _ in 0..candidates(&state).len() {
        press(&mut state, "Down");
        let prompt = state.layers().prompt().unwrap();
        let label = prompt.candidates[prompt.chosen.unwrap()].label.clone();
        assert!(frame(&mut state, 60, 20).contains(&label), "{label}");
        seen.insert(label);
    }
    assert_eq!(seen.len(), candidates(&state).len());
    press(&mut state, "Esc : d e p l o y");
    let text = frame(&mut state, 120, 40);
    let line = text.lines().find(|line| line.contains("Deployment shop"));
    assert!(line.is_some_and(|line| line.contains("object")), "{text}");
    // A key without a meaning says so beside the text.
    on_message(&mut state, Message::Unbound("Ctrl-R".to_owned()));
    assert_eq!(noted(&state), "Ctrl-R does nothing here");
}

/// A Deployment with an init container and a container that have the same fields.
const ALIKE: &str = "apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
  labels:
    app.kubernetes.io/managed-by: Helm
  annotations:
    meta.helm.sh/release-name: shop
spec:
  template:
    spec:
      initContainers:
      - {name: migrate, image: m, env: [{name: DB_URL, value: a}, {name: REGION, value: a}]}
      containers:
      - {name: checkout, imagePullPolicy: Always, image: c, resources: {limits: {memory: 1Gi}}, env: [{name: DB_URL, value: a}, {name: REGION, value: a}]}
";

#[test]
fn the_prompt_knows_whole_names_the_kind_and_vim() {
    let labels = "matchLabels: {app: shop}";
    let live = format!(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: shop\n  annotations: {{deployment.kubernetes.io/revision: '7'}}\nspec:\n  \
         selector: {{{labels}}}\n  template:\n    spec:\n      affinity: {{podAffinity: {{required: [{{labelSelector: {{{labels}}}}}]}}}}\n      \
         topologySpreadConstraints: [{{maxSkew: 1, whenUnsatisfiable: DoNotSchedule, labelSelector: {{{labels}}}}}]\n"
    );
    let first = |text: &str| {
        let mut state = open(
            &live,
            &["spec: {template: {spec: {affinity: null, hostname: x}}}"],
        );
        state = state.with_commands(bindings::commands());
        frame(&mut state, 120, 40);
        press(&mut state, ":");
        for c in text.chars() {
            update(
                &mut state,
                Action::Prompt(PromptAction::Edit(LineEdit::Insert(c))),
            );
        }
        (candidates(&state).first().cloned().unwrap_or_default(), state)
    };
    for (text, want) in [
        ("selector.match", "spec.selector.matchLabels"),
        ("Deployment", "Deployment shop"),
        ("w", "save"),
        ("wq", "quit"),
        ("q!", "quit"),
        ("x", "quit"),
    ] {
        assert_eq!(first(text).0, want, "{text}");
    }
    let mut state = first("w").1;
    press(&mut state, "Enter");
    assert_eq!(said(&state), "save: nothing to save; e: edit");
}

#[test]
fn the_prompt_prefers_words_and_what_is_near() {
    let pod = "spec.template.spec";
    let letters = |text: &str| {
        let keys = text.chars().map(|c| match c {
            ' ' => "Space".to_owned(),
            c => c.to_string(),
        });
        keys.collect::<Vec<_>>().join(" ")
    };
    let first = |from: &str, text: &str| {
        let mut state = open(ALIKE, &["spec: {replicas: 2}"]).with_commands(bindings::commands());
        frame(&mut state, 120, 40);
        press(
            &mut state,
            &format!("$ : {} Enter : {}", letters(from), letters(text)),
        );
        candidates(&state).first().cloned()
    };
    let (own, init) = (
        format!("{pod}.containers[name=checkout]"),
        format!("{pod}.initContainers[name=migrate]"),
    );
    for (from, text, want) in [
        (&own, "img", format!("{own}.image")),
        (&init, "img", format!("{init}.image")),
        (&init, "chkout img", format!("{own}.image")),
        (&own, "mem lim", format!("{own}.resources.limits.memory")),
        (&own, "lim mem", format!("{own}.resources.limits.memory")),
        (&own, "env[DB", format!("{own}.env[name=DB_URL]")),
        (&init, "env[DB", format!("{init}.env[name=DB_URL]")),
        (&own, "REGION", format!("{own}.env[name=REGION]")),
        (&init, "region", format!("{init}.env[name=REGION]")),
        (&own, "nxiss", "next-issue".to_owned()),
        (
            &own,
            "managed",
            "metadata.labels[\"app.kubernetes.io/managed-by\"]".to_owned(),
        ),
    ] {
        assert_eq!(first(from, text), Some(want), "{from}: {text}");
    }
    // These letters are all over a long name.
    assert_eq!(first(&own, "theme"), None);
}

#[test]
fn a_word_that_names_nothing_gets_the_nearest_command() {
    let mut state = open(LIVE, &[PATCH]).with_commands(bindings::commands());
    press(&mut state, ": u n f o l d x - a l l Enter");
    let text = frame(&mut state, 120, 40);
    let note = "no command, step, object or field is named unfoldx-all; the nearest command is unfold-all";
    assert!(text.contains(note), "{text}");
}

#[test]
fn lists_and_help_show_only_what_holds_a_text() {
    let mut state = opened();
    press(&mut state, "i / s e t");
    let rows: Vec<String> = state
        .list_view()
        .unwrap()
        .rows
        .into_iter()
        .map(|row| row.label)
        .collect();
    assert_eq!(rows, ["set"]);
    press(&mut state, "Enter Enter");
    assert!(said(&state).starts_with("only 3 set steps"), "{}", said(&state));

    press(&mut state, "?");
    assert!(frame(&mut state, 80, 24).contains("/: search, Down: scroll, Esc: close"));
    press(&mut state, "/ z o o m");
    let text = frame(&mut state, 120, 40);
    assert!(!text.contains("Next directive"), "{text}");
    assert_eq!(text.matches("Zoom this pane").count(), 1, "{text}");
    press(&mut state, "Esc");
    let text = frame(&mut state, 120, 40);
    assert!(
        text.contains("Keys of this view") && text.contains("Next step"),
        "{text}"
    );
    // The help ends, and the way back begins at once.
    press(&mut state, "G");
    let end = frame(&mut state, 120, 40);
    press(&mut state, "k");
    assert_ne!(end, frame(&mut state, 120, 40));
    let mut state = lessons();
    press(&mut state, "/ s e r v e r");
    let text = frame(&mut state, 120, 40);
    assert!(!text.contains("An order that is refused"), "{text}");
}

#[test]
fn lessons_are_filtered_by_what_the_list_shows() {
    // The last word is in the question, which only the lesson under the cursor shows.
    for (keys, is_shown) in [("/ s e r v e r Enter", true), ("/ s i d e c a r Enter", false)] {
        let mut state = lessons();
        press(&mut state, keys);
        let text = frame(&mut state, 120, 40);
        assert_eq!(
            text.contains("01  Order and server-only items"),
            is_shown,
            "{keys}: {text}"
        );
    }
}

#[test]
fn esc_shows_all_lines_of_a_filtered_list_before_it_closes_it() {
    let mut state = opened();
    press(&mut state, "i");
    let all = state.list_view().unwrap().rows.len();
    press(&mut state, "/ s e t Enter");
    assert!(state.list_view().unwrap().rows.len() < all);
    press(&mut state, "Esc");
    assert_eq!(state.list_view().unwrap().rows.len(), all);
    press(&mut state, "Esc");
    assert!(state.list_view().is_none());
    press(&mut state, "? / z o o m Enter Esc");
    assert!(frame(&mut state, 120, 40).contains("Keys of this view"));
}

#[test]
fn a_question_names_its_answers_in_the_footer() {
    let mut state = crate::fixes::open_fixable();
    press(&mut state, "g x !");
    let text = frame(&mut state, 60, 20);
    assert!(text.contains("y apply  n cancel"), "{text}");
}

#[test]
fn the_order_of_a_changed_list_opens_from_any_line_and_says_how_to_leave() {
    for keys in ["1 Home r", "^ 1 Home r"] {
        let mut state = opened();
        press(&mut state, keys);
        for (width, height) in [(60, 20), (80, 24), (120, 40)] {
            let text = frame(&mut state, width, height);
            assert!(
                text.contains("q back") && text.contains("order "),
                "{keys}: {text}"
            );
        }
    }
}

#[test]
fn the_result_says_where_its_rows_are_if_their_indentation_is_hidden() {
    let lines: String = (0..60)
        .map(|at| format!("        - {{name: VARIABLE_{at}, value: a long value that does not fit}}\n"))
        .collect();
    let head = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\n";
    let deep = "spec:\n  template:\n    spec:\n      containers:\n      - name: web\n        env:\n";
    let patch =
        format!("{deep}        - {{name: VARIABLE_40, value: b}}\n        - {{name: NEW, value: c}}\n");
    let mut state = open(&format!("{head}{deep}{lines}"), &[&patch]);
    let text = frame(&mut state, 120, 40);
    let title = text.lines().next().unwrap();
    let result = title.split("result").nth(1).unwrap();
    assert!(result.contains("env") && result.contains('≠'), "{text}");
}

#[test]
fn the_path_of_hidden_indentation_contains_all_visible_rows() {
    let list = |name: &str, key: &str| -> String {
        let items =
            (0..5).map(|at| format!("        - {{{key}: {at}, name: a name that does not fit {at}}}\n"));
        format!("        {name}:\n{}", items.collect::<String>())
    };
    let deep = "spec:\n  template:\n    spec:\n      containers:\n      - name: web\n";
    let head = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\n";
    let lists = list("ports", "containerPort") + &list("env", "value") + &list("volumeMounts", "mountPath");
    let mut state = open(&format!("{head}{deep}{lists}"), &["spec: {paused: true}"]);
    press(&mut state, "1 g");
    let mut shown = 0;
    for _ in 0..20 {
        press(&mut state, "Down");
        let text = frame(&mut state, 120, 20);
        let live: Vec<String> = text.lines().map(|line| line.chars().take(40).collect()).collect();
        let has_key = |row: &String| row.contains(" env:") || row.contains(" volumeMounts:");
        if live[0].contains('…') && live.iter().any(has_key) {
            shown += 1;
            assert!(live[0].contains("…spec.containers[name=web] "), "{text}");
        }
    }
    assert!(shown > 0, "{}", frame(&mut state, 120, 20));
}

#[test]
fn a_search_in_the_explanation_shows_its_lines_with_the_text() {
    let mut state = opened();
    press(&mut state, "5 / R u l e :");
    let text = frame(&mut state, 60, 20);
    let popup: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.contains("╭─ explanation"))
        .collect();
    let inside = popup[1..].iter().take_while(|line| !line.contains('╰'));
    let lines: Vec<&&str> = inside.collect();
    assert!(lines[0].contains("Rule: "), "{text}");
    assert!(
        lines.last().unwrap().contains('.'),
        "the whole line is shown: {text}"
    );
    assert!(!lines.iter().any(|line| line.contains("Source: ")), "{text}");
    press(&mut state, "Enter Esc Esc");
    assert!(!frame(&mut state, 120, 40).contains("╭─ explanation"));
    assert_eq!(state.workspace().focus(), mergescope::explorer::Focus::Why);
}

#[test]
fn the_help_of_the_text_area_has_only_keys_that_work_there() {
    for (width, height) in [(60, 20), (80, 24), (120, 40), (160, 60)] {
        let mut state = opened();
        press(&mut state, "e F1");
        let mut all = frame(&mut state, width, height);
        press(&mut state, "End");
        all.push_str(&frame(&mut state, width, height));
        assert!(all.contains("Ctrl-S") && !all.contains("Stepping"), "{all}");
        assert!(!all.contains("Next step"), "{all}");
    }
}

#[test]
fn the_help_starts_with_the_keys_of_the_mode_and_finds_headings() {
    for (open, keys) in [
        (open_apply as fn() -> Explorer, &["A "][..]),
        (open_policy_with_mistakes, &["6 "]),
        (lesson, &["L ", "J "]),
    ] {
        let mut state = open();
        frame(&mut state, 120, 40);
        press(&mut state, "?");
        let text = frame(&mut state, 120, 40);
        let title = text
            .lines()
            .position(|line| line.contains("Keys of this view"))
            .unwrap();
        let first: Vec<&str> = text.lines().skip(title + 1).take(4).collect();
        for key in keys {
            let is_key = |line: &&str| {
                line.split('│')
                    .nth(1)
                    .is_some_and(|line| line.trim().starts_with(key))
            };
            assert!(first.iter().any(is_key), "{key}\n{text}");
        }
    }
    let mut state = opened();
    press(&mut state, "? / M a r k s Enter");
    let text = frame(&mut state, 120, 40);
    assert!(text.contains("Marks") && text.contains("server-only"), "{text}");
}

fn lesson() -> Explorer {
    let mut state = lessons();
    press(&mut state, "Enter");
    state
}

#[test]
fn only_the_pane_with_the_text_area_has_the_arrow() {
    for pane in [Pane::Live, Pane::Result] {
        let mut state = opened();
        press(&mut state, "2 e");
        frame(&mut state, 120, 40);
        update(
            &mut state,
            Action::Panes(PanesAction::FocusOn(Focus::Document(pane))),
        );
        let text = frame(&mut state, 120, 40);
        let first = text.lines().next().unwrap();
        // The text area itself is drawn by the program.
        assert!(
            !first.contains("▸ live") && !first.contains("▸ result"),
            "{first}"
        );
    }
}

#[test]
fn the_border_and_the_footer_of_the_lessons_name_the_same_action() {
    let mut state = lessons();
    let text = frame(&mut state, 80, 24);
    assert!(text.contains("Enter: open"), "{text}");
    assert!(text.lines().last().unwrap().contains("Enter open"), "{text}");
}

#[test]
fn a_prompt_says_while_one_types_that_nothing_matches() {
    for (keys, is_match) in [
        (": x y z z y", false),
        (": s p e c . x y", false),
        (": # 3", true),
        (": r e p l", true),
        (": c o m p a r e", true),
        (": w e b i m a g e", true),
        (": s p t e c o i m a", true),
        (": s t e p Space i m a g e", true),
        (": 7", true),
        ("? / x y z z y", false),
        ("? / s t e p", true),
        ("? / M a r k s", true),
        ("? / s t a t u s", true),
        ("i / x y z z y", false),
        ("i / a d d", true),
        ("E / x y z z y", false),
    ] {
        let mut state = opened();
        press(&mut state, keys);
        let (text, _) = shown(&mut state, 80, 24);
        let row = text.lines().nth(22).unwrap_or_default();
        assert_eq!(row.contains("no match"), !is_match, "{keys}\n{text}");
    }
}
