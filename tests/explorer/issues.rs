//! From one surprise to the next, and where the warnings are.

use mergescope::explorer::PlaybackAction;
use mergescope::explorer::{Action, Explorer, Opening};
use mergescope::merge::{RuleEffect, Semantics};

use crate::support::{frame, merged_lessons, open, press, said, shown};

fn opened(number: usize) -> Explorer {
    opened_under(number, None)
}

fn opened_under(number: usize, semantics: Option<Semantics>) -> Explorer {
    let mut all = merged_lessons().into_iter();
    let (_, opening) = all
        .find(|(lesson, _)| lesson.name.starts_with(&format!("{number:02}-")))
        .unwrap();
    Explorer::open(Opening {
        semantics: semantics.unwrap_or(opening.semantics),
        ..opening
    })
    .unwrap()
}

fn is_warned(state: &Explorer) -> bool {
    let step = state.workspace().merged().step();
    step.is_some_and(|step| step.rule.effect() == RuleEffect::Warned)
}

/// What the status line promises of a warning holds, from every step of every lesson, on the smallest usual screen.
#[test]
fn the_key_that_is_named_leads_to_a_warning() {
    let mut promised = [0; 2];
    for (lesson, _) in merged_lessons() {
        let state = opened(lesson.name[..2].parse().unwrap());
        if state.workspace().merged().warnings() == 0 {
            continue;
        }
        for position in 0..=state.workspace().merged().len() {
            let mut here = state.clone();
            press(&mut here, "^");
            press(&mut here, &"s ".repeat(position));
            let shown = frame(&mut here, 80, 24);
            let status = format!("{} ", shown.lines().nth(22).unwrap());
            assert!(status.contains("! "), "{}: {status}", lesson.name);
            let mut keys = [("x", "next"), ("X", "previous")].into_iter().enumerate();
            let named = keys.find(|(_, (key, which))| {
                status.contains(&format!(" ({key}: {which} issue)")) || status.contains(&format!(" ({key}) "))
            });
            match named {
                Some((at, (key, _))) => {
                    promised[at] += 1;
                    press(&mut here, key);
                    assert!(is_warned(&here), "{} at {position}: {status}", lesson.name);
                }
                None => assert!(
                    is_warned(&here) || status.contains("step "),
                    "{} at {position}: {status}",
                    lesson.name
                ),
            }
        }
    }
    assert!(promised.iter().all(|count| *count > 0), "{promised:?}");
}

#[test]
fn a_step_that_is_a_surprise_by_the_other_semantics_alone_says_so() {
    let mut shown = 0;
    for (lesson, _) in merged_lessons() {
        let mut state = opened(lesson.name[..2].parse().unwrap());
        let mut first = None;
        while state
            .blocker(Action::Playback(PlaybackAction::NextIssue))
            .is_none()
        {
            press(&mut state, "x");
            let position = state.workspace().merged().position();
            if first == Some(position) {
                break;
            }
            first = first.or(Some(position));
            let effect = state.workspace().merged().step().unwrap().rule.effect();
            let expected = matches!(
                effect,
                RuleEffect::Reordered | RuleEffect::ServerOnly | RuleEffect::Rejected | RuleEffect::Warned
            );
            let story: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
            let story = story.join(" ");
            let sentence = story.contains("this step has a different result")
                || story.contains(" semantics, the order of `");
            shown += usize::from(sentence);
            assert!(expected || sentence, "{} at {position}", lesson.name);
        }
    }
    assert!(shown > 0);
}

#[test]
fn at_80_columns_the_status_says_that_the_other_semantics_refuses() {
    let mut state = opened_under(20, Some(Semantics::PROPOSAL));
    let shown = frame(&mut state, 80, 24);
    let status = shown.lines().nth(22).unwrap();
    assert!(status.contains("≠ kubernetes (rejected)"), "{status}");
}

#[test]
fn behind_the_last_surprise_comes_the_first() {
    let live = "apiVersion: v1\nkind: ConfigMap\ndata: {a: '1'}\n";
    let mut state = open(live, &["data: {b: yes, c: no}\n"]);
    press(&mut state, "$ x");
    let first = state.workspace().merged().position();
    assert!(is_warned(&state));
    assert_eq!(said(&state), "no later issue: now at the first one");
    press(&mut state, "X");
    assert!(state.workspace().merged().position() > first);
    assert_eq!(said(&state), "no earlier issue: now at the last one");
}

#[test]
fn a_conflict_of_an_apply_marks_the_fields_of_others() {
    let (_, opening) = merged_lessons()
        .into_iter()
        .find(|(lesson, _)| lesson.name.starts_with("39"))
        .unwrap();
    let mut state = Explorer::open(opening).unwrap();
    let (text, _) = shown(&mut state, 120, 40);
    let marked = text.lines().filter(|line| line.contains("! 32   replicas: 7"));
    // In live and in the result: nothing is written.
    assert_eq!(marked.count(), 1, "{text}");
    assert!(text.contains("✗~ 8   replicas: 3"), "{text}");
    assert!(text.contains("at patch.yaml:8:3"), "{text}");
}

#[test]
fn a_patch_without_effect_opens_on_what_it_names() {
    let live = "apiVersion: v1\nkind: Service\nmetadata:\n  name: s\nspec:\n  ports:\n  - port: 80\n";
    let mut state = open(live, &["spec:\n  ports: []\n"]);
    let (text, _) = shown(&mut state, 120, 40);
    assert!(text.contains("no-op-patch"), "{text}");
    assert!(text.contains("▸  6   ports:"), "{text}");
}

#[test]
fn items_of_a_rejection_are_counted_from_1() {
    let live = "apiVersion: v1\nkind: Service\nmetadata:\n  name: s\nspec:\n  ports:\n  - port: 53\n    protocol: UDP\n  - port: 53\n    protocol: TCP\n";
    let mut state = open(
        live,
        &["spec:\n  ports:\n  - $patchMergeKey: [port]\n    port: 53\n    name: x\n"],
    );
    let (text, _) = shown(&mut state, 120, 40);
    assert!(
        text.contains("Item 1 of the patch list `ports` is ambiguous"),
        "{text}"
    );
    assert!(!text.contains("entry 0"), "{text}");
}

#[test]
fn one_of_several_rejections_by_the_api_server_says_how_many_there_are() {
    let live = "apiVersion: v1\nkind: Service\nmetadata: {name: dns}\nspec:\n  selector: {app: dns}\n  ports:\n  - {name: dns, port: 53, protocol: UDP}\n  - {name: dns-tcp, port: 53, protocol: TCP}\n";
    let ports = "  ports:\n  - {name: dns-tcp, port: 53, protocol: TCP}\n  - {port: 9154}\n";
    for (patch, titles) in [
        (
            format!("spec:\n{ports}"),
            ["1 of 3", "2 of 3", "3 of 3"].as_slice(),
        ),
        ("spec: {ports: [{port: 9153}]}".to_owned(), &[]),
    ] {
        let mut state = open(live, &[&patch]);
        press(&mut state, "$");
        let mut seen = String::new();
        for _ in 0..9 {
            seen.push_str(&frame(&mut state, 120, 40));
            press(&mut state, "S");
        }
        for title in titles {
            let want = format!("API rejection {title}");
            assert!(seen.contains(&want), "{want}\n{seen}");
        }
        // The title of one of several says it.
        let says = |words: &str| seen.contains(words);
        assert_eq!(says("The API server rejects"), titles.is_empty(), "{seen}");
        assert_eq!(says("API rejection"), !titles.is_empty(), "{seen}");
    }
}

#[test]
fn several_rejections_by_the_server_are_listed_from_the_first_on() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  selector: {matchLabels: {a: b}}\n  \
                template:\n    metadata: {labels: {a: b}}\n    spec:\n      containers: [{name: c, image: i}]\n";
    let patch = "spec: {template: {spec: {containers: [{name: c, image: 5, livenessProbe: {httpGet: {port: 1, path: 7}}}]}}}";
    let mut state = open(live, &[patch]);
    let text = frame(&mut state, 120, 40);
    let lines: Vec<String> = state.explanation().into_iter().map(|line| line.text).collect();
    assert!(lines[0].contains("1 of 2"), "{text}");
    let other = "2 of 2 (step 2): `path` must be a string";
    assert!(lines.iter().any(|line| line.starts_with(other)), "{text}");
    // The first frame has the cause and the fix of both, also on a small screen.
    let with_env = live.replace("image: i}", "image: i, env: [{name: PG_HOST, value: pg}]}");
    let two = live.replace("image: i}", "image: i}, {name: d, image: i}");
    for (live, patch, parts) in [
        (
            live,
            patch,
            [
                "`image` must be a string",
                "Help: Quote the value: `image: \"5\"`",
                "`path` must be a string",
                "`path: \"7\"`",
            ],
        ),
        (
            live,
            "spec: {replicas: -3, template: {spec: {restartPolicy: Never}}}",
            [
                "Invalid value: -3",
                "Help: Write 0 or a larger number",
                "Unsupported",
                "Help: Write `Always`",
            ],
        ),
        // The lines to copy are shortened.
        (
            &with_env,
            "spec: {template: {spec: {containers: [{name: c, env: [{name: PG_HOST, valueFrom: {secretKeyRef: {name: a, \
             key: b}}}], resources: {requests: {cpu: abc}}}]}}}",
            [
                "  value: null",
                "…requests.cpu: quantities",
                "Help: Write a quantity",
                "2Gi`.",
            ],
        ),
        (
            &two,
            "spec: {template: {spec: {containers: [{name: c, image: null}, {name: d, image: null}]}}}",
            [
                "rejection 1 of 2",
                "2 of 2",
                "containers[1].image:",
                "Help: the same as for 1 of 2.",
            ],
        ),
    ] {
        for (width, height) in [(80, 24), (120, 40)] {
            let mut state = open(live, &[patch]);
            let text = frame(&mut state, width, height);
            for part in parts {
                // A larger pane has the whole path.
                let part = part.trim_start_matches('…');
                assert!(text.contains(part), "{part}\n{text}");
            }
        }
    }
}

#[test]
fn a_result_that_only_the_api_server_rejects_is_not_called_accepted() {
    let live =
        "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  ports:\n  - {port: 80, name: http}\n";
    for (port, hint) in [
        ("null", "(rejected by the API server); m: show it"),
        ("81", "(1 list in a different order); m: show it"),
    ] {
        let patch = format!("spec:\n  ports:\n  - {{port: {port}, name: x}}\n");
        let state = open(live, &[&patch]);
        let said = state.opening_hint().map(|hint| hint.fill(|_| "m".to_owned()));
        assert_eq!(
            said.as_deref(),
            Some(&*format!("A cluster gives a different result {hint}")),
            "{port}"
        );
    }
}
