//! What is said of odd patches and arguments: ways out that work, and sentences that stay on their line.

use crate::program::{Files, LIVE, run};

#[test]
fn a_line_break_in_a_key_stays_in_its_sentence() {
    let files = Files::new(&[(
        "live.yaml",
        &LIVE.replace("name: web", "name: web\n  annotations: {a: b}"),
    )]);
    let live = files.name("live.yaml");
    let patches = [
        r#"{"metadata":{"annotations":{"x\n\n9 - fake step":"1"}}}"#,
        r#"{"spec":{"$setElementOrder/x\n\n9 - fake step":["a"]}}"#,
        r#"{"spec":{"template":{"spec":{"containers":[{"name":"app\n\n9 - fake step","image":"x"}]}}}}"#,
        r#"{"spec":{"replicsa\n\n9 - fake step":1}}"#,
    ];
    for patch in patches {
        for semantics in ["proposal", "kubernetes"] {
            let shown = run(&["explain", &live, "-p", patch, "--semantics", semantics]);
            assert!(shown.out.contains("fake step"), "{patch}: {shown:?}");
            assert!(!shown.out.contains("\n9 - fake"), "{patch}: {}", shown.out);
        }
    }
}

#[test]
fn the_way_out_of_an_order_without_merge_key_is_not_another_fault() {
    let spec = "spec: {template: {spec: {tolerations: [{key: a}]}}}\n";
    let live =
        format!("apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web, finalizers: [f1]}}\n{spec}");
    let files = Files::new(&[("live.yaml", &live)]);
    let live = files.name("live.yaml");
    let leave_out = "Remove `$setElementOrder/tolerations`: a list of maps";
    let write_values = "Write the values in `$setElementOrder/finalizers`;";
    for (patch, kubernetes, proposal) in [
        (
            "spec: {$setElementOrder/foo: [a]}",
            "Remove `$setElementOrder/foo` from the patch.",
            "Remove `$setElementOrder/foo` from the patch.",
        ),
        (
            "spec: {template: {spec: {$setElementOrder/tolerations: [{key: a}]}}}",
            leave_out,
            leave_out,
        ),
        (
            "spec: {template: {spec: {$setElementOrder/tolerations: [{key: a}], tolerations: [{key: a}]}}}",
            leave_out,
            leave_out,
        ),
        (
            "metadata: {$setElementOrder/finalizers: [{name: f3}], finalizers: [f3]}",
            "Write `f3` instead of the map in `$setElementOrder`.",
            write_values,
        ),
        (
            "metadata: {$setElementOrder/finalizers: [{name: f3}, f3], finalizers: [f3]}",
            write_values,
            write_values,
        ),
    ] {
        for (semantics, fix) in [("kubernetes", kubernetes), ("proposal", proposal)] {
            let shown = run(&["merge", &live, "-p", patch, "--semantics", semantics]);
            assert_eq!(shown.code, 1, "{patch}: {shown:?}");
            assert!(
                shown.err.contains(&format!("help: {fix}")),
                "{semantics} {patch}: {}",
                shown.err
            );
        }
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let files = Files::new(&[("live.yaml", LIVE), ("it.mergescope", "{}")]);
    let (live, session) = (files.name("live.yaml"), files.name("it.mergescope"));
    for (args, part) in [
        (&["--session", &session, &live][..], "is a session"),
        (&["--session", &session, "-p", "{}"], "is a session"),
        (&[&session, &live], "is a session"),
        (&[&live, &session], "is a session"),
        (&[&session, "-p", "{}"], "is a session"),
        (
            &["merge", &live, "-p", "[]", "--semantics", "json", "--rfc"],
            "--rfc and --semantics json cannot be used together",
        ),
        (
            &[
                "merge",
                &live,
                "-p",
                "{}",
                "--type",
                "merge",
                "--semantics",
                "kubernetes",
                "--rfc",
            ],
            "--rfc and --semantics kubernetes cannot be used together",
        ),
    ] {
        let shown = run(args);
        assert_eq!(
            (shown.code, shown.out.as_str()),
            (2, ""),
            "{args:?}: {}",
            shown.err
        );
        assert!(shown.err.contains(part), "{args:?}: {}", shown.err);
    }
    let same = run(&["merge", &live, "-p", "[]", "--semantics", "json-rfc", "--rfc"]);
    assert_eq!(same.code, 0, "{same:?}");
}

#[test]
fn options_before_a_command_are_named_with_the_command_to_run() {
    for (args, command, help) in [
        (
            &["--ascii", "apply", "a", "b"][..],
            "apply",
            "run `mergescope apply --ascii a b`",
        ),
        (
            &["--semantics", "kubernetes", "merge", "a", "b"],
            "merge",
            "run `mergescope merge --semantics kubernetes a b`",
        ),
        (
            &["--semantics", "kubernetes", "merge", "a", "b", "-o", "json"],
            "merge",
            "run `mergescope merge --semantics kubernetes a b -o json`",
        ),
        (
            &["--theme", "light", "apply"],
            "apply",
            "`mergescope apply --help` shows its options",
        ),
        (
            &["--ascii", "merge", "a", "b"],
            "merge",
            "`mergescope merge --help` shows its options",
        ),
    ] {
        let shown = run(args);
        let want = format!("error: the options of `{command}` go after the command\nhelp: {help}\n");
        assert_eq!((shown.code, shown.err.as_str()), (2, want.as_str()), "{args:?}");
    }
}

#[test]
fn schema_takes_paths_as_explain_prints_them() {
    for (path, told_as) in [
        ("metadata.labels[\"a.b/c\"]", "metadata.labels[\"a.b/c\"]"),
        (
            "metadata.annotations[\"kubectl.kubernetes.io/last-applied-configuration\"]",
            "metadata.annotations[\"kubectl.kubernetes.io/last-applied-configuration\"]",
        ),
        (
            "spec.template.spec.containers[name=a.b].env[0]",
            "spec.template.spec.containers.env",
        ),
        (
            "spec.template.spec.containers[].env",
            "spec.template.spec.containers.env",
        ),
        ("metadata.labels.plain", "metadata.labels.plain"),
    ] {
        let shown = run(&["schema", "deployment", path, "-o", "json"]);
        assert_eq!(shown.code, 0, "{path}: {}", shown.err);
        assert_eq!(shown.json()["path"], told_as, "{path}");
    }
    for (path, part) in [
        ("metadata.labels[\"a", "unclosed quote"),
        ("spec..x", "empty segment"),
        ("spec.", "empty segment"),
    ] {
        let shown = run(&["schema", "deployment", path]);
        assert!(shown.code == 2 && shown.err.contains(part), "{path}: {shown:?}");
    }
}

#[test]
fn by_the_rfc_a_result_can_be_any_value() {
    let files = crate::program::Files::new(&[(
        "live.yaml",
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nfoo: 7\n",
    )]);
    let live = files.path("live.yaml");
    for (kind, patch, result) in [
        ("merge", "[\"c\"]", "[\n  \"c\"\n]\n"),
        ("merge", "\"bar\"", "\"bar\"\n"),
        ("merge", "null", "null\n"),
        (
            "json",
            "[{\"op\":\"replace\",\"path\":\"\",\"value\":\"x\"}]",
            "\"x\"\n",
        ),
        ("json", "[{\"op\":\"add\",\"path\":\"\",\"value\":1}]", "1\n"),
        (
            "json",
            "[{\"op\":\"copy\",\"path\":\"\",\"from\":\"/foo\"}]",
            "7\n",
        ),
    ] {
        let answer = run(&[
            "merge",
            live.to_str().unwrap(),
            "--type",
            kind,
            "--rfc",
            "-p",
            patch,
            "-o",
            "json",
        ]);
        assert_eq!(answer.out, result, "{kind} {patch}: {}", answer.err);
        let is_said = ["deleted", "API server"]
            .iter()
            .any(|part| answer.err.contains(part));
        assert!(!is_said, "{}", answer.err);
    }
}

#[test]
fn a_sentence_names_what_is_meant() {
    let files = Files::new(&[("live.yaml", LIVE)]);
    let live = files.name("live.yaml");
    let containers =
        r#"{"spec":{"template":{"spec":{"$deleteFromPrimitiveList/containers":[{"name":"app"}]}}}}"#;
    let order = r#"{"spec":{"$setElementOrder/replicas":["a"]}}"#;
    let document = r#"[{"op":"replace","path":"","value":1}]"#;
    for (patch, semantics, part) in [
        (
            containers,
            "kubernetes",
            "`$deleteFromPrimitiveList/containers` contains maps.",
        ),
        (
            order,
            "proposal",
            "but the live object has an integer in `replicas`",
        ),
        (
            document,
            "json",
            "Operation 0 (`replace \"\"`) replaces the whole object",
        ),
    ] {
        let shown = run(&["explain", &live, "-p", patch, "--semantics", semantics]);
        assert!(shown.out.contains(part), "{part}: {shown:?}");
    }
}

/// What the API server can still reject is said where it seems to accept the result.
#[test]
fn an_explanation_says_what_is_not_checked() {
    let widget = LIVE
        .replace("apps/v1", "example.com/v1")
        .replace("Deployment", "Widget");
    let config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n";
    let files = Files::new(&[
        ("live.yaml", LIVE),
        ("widget.yaml", &widget),
        ("config.yaml", config),
    ]);
    let [live, widget, config] = ["live.yaml", "widget.yaml", "config.yaml"].map(|name| files.name(name));
    let known = "Not checked: admission, webhooks, quotas, CEL rules, references to other objects, and rarer rules of the kind";
    let unknown = "Not checked: all rules of the API server for this kind";
    let (changed, same, invalid) = (
        r#"{"spec":{"paused":true}}"#,
        r#"{"metadata":{"name":"web"}}"#,
        r#"{"spec":{"replicas":-2}}"#,
    );
    for (args, expected) in [
        (&["explain", &live, "-p", changed][..], known),
        (&["explain", &live, "-p", changed, "-o", "markdown"], known),
        (&["explain", &widget, "-p", changed, "--type", "merge"], unknown),
        (&["explain", &live, "-p", same], ""),
        (&["explain", &live, "-p", invalid], ""),
        (&["apply", "null", &widget], unknown),
        (&["ssa", "null", &config, "--manager", "m"], known),
    ] {
        let shown = run(args);
        let line = shown.out.lines().find(|line| line.starts_with("Not checked:"));
        assert!(
            line.unwrap_or_default().starts_with(expected),
            "{args:?}: {shown:?}"
        );
        assert_eq!(line.is_none(), expected.is_empty(), "{args:?}: {shown:?}");
    }
}

/// A name with dots is not a path of several fields.
#[test]
fn the_paths_of_owned_fields_are_unambiguous() {
    let config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, annotations: {example.com/x: z}}\ndata: {a.b: c}\n";
    let files = Files::new(&[("config.yaml", config)]);
    let shown = run(&["ssa", "null", &files.name("config.yaml"), "--manager", "m"]);
    let owned = "    .data[\"a.b\"]\n    .metadata.annotations[\"example.com/x\"]\n";
    assert!(shown.out.contains(owned), "{}", shown.out);
}
