//! `compare`: exit codes, the JSON contract, and how the rows stand.

use serde_json::Value;

use crate::contract::check;
use crate::program::{Files, LIVE, run};

fn compare(files: &Files, options: &[&str]) -> crate::program::Run {
    let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
    run(&[&["compare", &live, &patch], options].concat())
}

fn with(patch: &str) -> Files {
    Files::new(&[("live.yaml", LIVE), ("patch.yaml", patch)])
}

/// A patch to the only container.
fn container(patch: &str) -> String {
    format!("spec:\n  template:\n    spec:\n      containers:\n      - name: app\n{patch}")
}

#[test]
fn a_moved_item_at_the_same_position_has_other_items_before_it() {
    let live = "apiVersion: v1\nkind: Service\nmetadata: {name: dns}\nspec:\n  ports:\n  - {name: tcp, port: 53, protocol: TCP}\n  \
                - {name: udp, port: 53, protocol: UDP}\n  - {name: m, port: 9153}\n";
    let patch = "spec:\n  ports:\n  - {$patchMergeKey: [port, protocol], port: 53, protocol: UDP, $patch: delete}\n  \
                 - {$patchMergeKey: [port, protocol], port: 53, protocol: SCTP, name: s}\n";
    let folder = Files::new(&[("live.yaml", live), ("patch.yaml", patch)]);
    let shown = compare(&folder, &[]).out;
    let line = "9153: position 2 with both, but other items are before it\n";
    assert!(shown.contains(line), "{shown}");
}

fn patches() -> Vec<(&'static str, String, i32, &'static str)> {
    vec![
        ("same", "spec:\n  replicas: 3\n".to_owned(), 0, ""),
        (
            "another order",
            container("        env:\n        - name: C\n          value: \"3\"\n"),
            1,
            "order",
        ),
        (
            "empty map",
            "spec:\n  template:\n    $patch: delete\n".to_owned(),
            1,
            "only-second",
        ),
        (
            "the other refuses",
            container(
                "        env:\n        - name: A\n          value: \"1\"\n          $patchMergeKey: [name, value]\n",
            ),
            1,
            "verdict",
        ),
        (
            "both refuse",
            container("        env:\n        - value: \"3\"\n"),
            0,
            "",
        ),
        (
            "one refuses",
            container(
                "        $setElementOrder/env:\n        - name: B\n        - name: C\n        - name: B\n        env:\n        \
                 - name: B\n          value: x\n        - name: B\n          value: z\n        - name: C\n          value: w\n",
            ),
            1,
            "verdict",
        ),
    ]
}

#[test]
fn the_exit_code_says_whether_they_differ_and_the_json_in_what() {
    for (name, patch, code, kind) in patches() {
        let ran = compare(&with(&patch), &["-o", "json"]);
        assert_eq!(ran.code, code, "{name}: {ran:?}");
        let answer = ran.json();
        check_answer(&answer);
        assert_eq!(answer["same"], code == 0, "{name}");
        let kinds: Vec<&str> = answer["differences"]
            .as_array()
            .unwrap()
            .iter()
            .map(|difference| difference["kind"].as_str().unwrap())
            .collect();
        assert_eq!(kinds.join(" "), kind, "{name}");
        for form in ["text", "markdown"] {
            let shown = compare(&with(&patch), &["-o", form]);
            assert_eq!(shown.code, code, "{name}: {shown:?}");
            let verdict = answer["says"].as_str().unwrap();
            assert!(shown.out.contains(verdict), "{name}: {verdict}\n{}", shown.out);
        }
    }
}

/// Each cause is a decision in which the two semantics differ, and that a merge came to.
fn check_causes(difference: &Value, answer: &Value) {
    let causes = difference["causes"].as_array().unwrap();
    let decisions = answer["decisions"].as_array().unwrap();
    assert!(!causes.is_empty(), "{difference}");
    for cause in causes {
        let decision = decisions
            .iter()
            .find(|decision| decision["decision"] == *cause)
            .unwrap();
        let keys = [
            ("decision", "string"),
            ("says", "string"),
            ("first", "map"),
            ("second", "map"),
            ("reached", "bool"),
        ];
        check("decision", decision, &keys);
        for side in ["first", "second"] {
            check(
                "choice",
                &decision[side],
                &[("says", "string"), ("source", "string")],
            );
        }
        assert_eq!(decision["reached"], true, "{decision}");
    }
}

fn check_answer(answer: &Value) {
    check(
        "answer",
        answer,
        &[
            ("first", "map"),
            ("second", "map"),
            ("same", "bool"),
            ("says", "string"),
            ("differences", "list"),
            ("decisions", "list"),
            ("allCausesTried", "bool"),
        ],
    );
    for side in ["first", "second"] {
        let verdict = &answer[side];
        check(
            side,
            verdict,
            &[
                ("semantics", "string"),
                ("verdict", "string"),
                ("?rejection", "map"),
            ],
        );
        assert_eq!(
            verdict["verdict"] == "rejected",
            verdict.get("rejection").is_some()
        );
        if let Some(rejection) = verdict.get("rejection") {
            let texts = ["rule", "path", "message", "why", "fix", "applicability", "source"];
            let mut keys: Vec<(&str, &str)> = texts.map(|key| (key, "string")).to_vec();
            keys.push(("edits", "list"));
            check("rejection", rejection, &keys);
        }
    }
    for difference in answer["differences"].as_array().unwrap() {
        check(
            "difference",
            difference,
            &[
                ("path", "string"),
                ("kind", "string"),
                ("says", "string"),
                ("causes", "list"),
                ("first", "map"),
                ("second", "map"),
                ("?moved", "list"),
            ],
        );
        check_causes(difference, answer);
        for side in ["first", "second"] {
            check(
                side,
                &difference[side],
                &[
                    ("?value", "null|bool|number|string|list|map"),
                    ("step", "number|null"),
                    ("rule", "string|null"),
                    ("says", "string"),
                    ("source", "string|null"),
                ],
            );
        }
        for moved in difference["moved"].as_array().into_iter().flatten() {
            let shape = [("item", "string"), ("first", "number"), ("second", "number")];
            check("moved", moved, &shape);
        }
    }
}

#[test]
fn each_side_of_a_difference_has_its_value_and_its_rule() {
    let patch = "spec:\n  template:\n    $patch: delete\n";
    let answer = compare(&with(patch), &["-o", "json"]).json();
    let difference = &answer["differences"][0];
    assert_eq!(difference["path"], "spec.template");
    assert_eq!(difference["first"]["rule"], "delete-map");
    assert_eq!(difference["first"].get("value"), None);
    assert_eq!(difference["second"]["rule"], "empty-map");
    assert_eq!(difference["second"]["value"].to_string(), "{}");
    let service = "samples/52-patch-merge-key";
    let (live, patched) = (format!("{service}/live.yaml"), format!("{service}/patch.yaml"));
    let values = run(&["compare", &live, &patched, "-o", "json"]).json();
    let protocol = &values["differences"][0];
    assert_eq!(protocol["kind"], "value");
    assert_eq!(
        (&protocol["first"]["value"], &protocol["second"]["value"]),
        (&"TCP".into(), &"UDP".into())
    );
    let other = compare(
        &with(patch),
        &["-o", "json", "--semantics", "kubernetes", "--with", "proposal"],
    )
    .json();
    assert_eq!(other["differences"][0]["kind"], "only-first");
    assert_eq!(other["differences"][0]["second"], difference["first"]);
}

#[test]
fn rows_stand_side_by_side() {
    for (name, patch, ..) in patches() {
        let files = with(&patch);
        let plain = |text: String| text.replace(&files.name(""), "");
        for (form, options) in [
            ("text", vec![]),
            ("all", vec!["--all"]),
            ("markdown", vec!["-o", "markdown"]),
        ] {
            let ran = compare(&files, &options);
            let name = format!("compare {name} {form}").replace(' ', "-");
            insta::assert_snapshot!(name, plain(ran.out));
        }
    }
}

#[test]
fn what_cannot_be_compared_is_bad_usage() {
    let files = with("spec: {}\n");
    let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
    for (args, want) in [
        (vec![live.as_str()], "no patch for"),
        (vec![&live, &patch, "--with", "proposal"], "are both proposal"),
        (vec![&live, "missing.yaml"], "missing.yaml"),
        (vec![&live, &patch, "--with", "nobody"], "nobody"),
    ] {
        let ran = run(&[&["compare"], args.as_slice()].concat());
        assert_eq!(ran.code, 2, "{args:?}: {ran:?}");
        assert!(ran.err.contains(want), "{args:?}: {}", ran.err);
        assert_eq!(ran.out, "", "{args:?}");
    }
}

#[test]
fn a_pipe_gets_the_whole_left_column() {
    let image = format!("registry.example.net/{}/web:1.0", "team".repeat(15));
    let patch = format!(
        "spec:\n  template:\n    spec:\n      containers:\n      - name: NEW\n        image: {image}\n"
    );
    let shown = compare(&with(&patch), &[]);
    let line = shown
        .out
        .lines()
        .find(|line| line.contains("image: registry.example.net"));
    assert!(line.is_some_and(|line| line.contains(&image)), "{}", shown.out);
}

#[test]
fn a_result_that_the_api_server_rejects_is_named() {
    for (patch, said) in [
        (
            "spec: {replicas: x}",
            "have the same result. The API server rejects it.",
        ),
        ("spec: {replicas: 3}", "have the same result."),
        (
            "metadata: {labels: {\"a b\": c}}\nspec: {template: {spec: {containers: [{name: app, env: [{name: C}]}]}}}",
            "The API server rejects both results.",
        ),
    ] {
        let files = with(patch);
        let shown = compare(&files, &[]);
        let line = shown.out.lines().nth(1).unwrap_or_default();
        assert!(line.ends_with(said), "{patch}: {line}");
        let json = compare(&files, &["-o", "json"]).json();
        assert!(
            json["says"].as_str().unwrap_or_default().ends_with(said),
            "{json}"
        );
    }
}

fn compare_sample(sample: &str, options: &[&str]) -> String {
    let file = |name: &str| format!("{}/samples/{sample}/{name}", env!("CARGO_MANIFEST_DIR"));
    run(&[&["compare", &file("live.yaml"), &file("patch.yaml")], options].concat()).out
}

#[test]
fn a_step_about_another_item_is_not_said_to_be_about_this_one() {
    for (sample, steps) in [("52-patch-merge-key", 3), ("57-new-patch-old-server", 1)] {
        let shown = compare_sample(sample, &[]);
        assert!(!shown.contains("What the patch does there"), "{shown}");
        let another = "Kept from the live object. The last step here is about another item: ";
        assert_eq!(shown.matches(another).count(), steps, "{shown}");
    }
}

#[test]
fn a_cause_names_only_choices_that_the_merge_of_its_side_made() {
    let shown = compare_sample(
        "53-position-never-shipped",
        &["--semantics", "position", "--with", "kubernetes"],
    );
    assert!(
        !shown.contains("An unknown key that begins with `$` is ignored."),
        "{shown}"
    );
    let stored = "An unknown key that begins with `$` is an ordinary field.";
    assert_eq!(shown.matches(stored).count(), 2, "{shown}");
    let placed = "Server-only items are placed before the first listed item";
    assert_eq!(shown.matches(placed).count(), 1, "{shown}");
}

#[test]
fn the_decisions_mark_the_causes_of_the_differences() {
    let cases: [(&str, &str, &[&str]); 3] = [
        (
            "01-null-removes",
            "differ in 24 decisions; none of them causes a difference here.",
            &[],
        ),
        (
            "16-env-order",
            "differ in 24 decisions; 1 of them causes a difference here (marked with `*`).",
            &["* server-only items"],
        ),
        (
            "52-patch-merge-key",
            "differ in 24 decisions; 2 of them cause a difference here (marked with `*`).",
            &["* an unknown key that begins with `$`", "* `$patchMergeKey`"],
        ),
    ];
    for (sample, count, marked) in cases {
        let shown = compare_sample(sample, &["--decisions"]);
        assert!(shown.contains(count), "{shown}");
        let found: Vec<&str> = shown.lines().filter(|line| line.starts_with("* ")).collect();
        assert_eq!(found, marked, "{shown}");
    }
}

#[test]
fn the_step_that_places_the_server_only_items_is_cited_if_only_they_are_at_other_positions() {
    let live = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}, {port: 81}, {port: 82}]}\n";
    let patch = "spec:\n  $setElementOrder/ports: [{port: 90}, {port: 82}]\n  ports: [{port: 90}]\n";
    let files = Files::new(&[("live.yaml", live), ("patch.yaml", patch)]);
    // Only the new port moves: 80 81 90 82 with proposal, 90 80 81 82 with kubernetes.
    let shown = run(&["compare", &files.name("live.yaml"), &files.name("patch.yaml")]).out;
    let cited = |semantics: &str| {
        let mut lines = shown
            .lines()
            .skip_while(|line| !line.trim_start().starts_with(semantics));
        lines.nth(1).unwrap_or_default().trim_start().to_owned()
    };
    assert!(
        cited("proposal  ").starts_with("server-only-first (step "),
        "{shown}"
    );
    assert!(
        cited("kubernetes  ").starts_with("order-by-position (step "),
        "{shown}"
    );
}
