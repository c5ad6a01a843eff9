//! `mergescope lint`: codes, places, ways out, and what makes a run fail.

use crate::program::{Files, run, run_with};

const LEFTOVER: [&str; 2] = [
    "samples/24-strategy-recreate-leftover/live.yaml",
    "samples/24-strategy-recreate-leftover/patch.yaml",
];
const CLEAN: [&str; 2] = [
    "samples/02-maps-merge/live.yaml",
    "samples/02-maps-merge/patch.yaml",
];
const REJECTED: [&str; 2] = [
    "samples/06-delete-without-merge-key/live.yaml",
    "samples/06-delete-without-merge-key/patch.yaml",
];

fn lint(files: [&str; 2], more: &[&str]) -> crate::program::Run {
    run(&[&["lint"], &files[..], more].concat())
}

#[test]
fn a_finding_has_a_code_a_place_and_lines_that_mend_it() {
    let shown = lint(LEFTOVER, &[]);
    assert_eq!((shown.code, shown.err.as_str()), (0, "1 finding\n"));
    let expected = "\
warning: samples/24-strategy-recreate-leftover/patch.yaml:8:5: `rollingUpdate` is kept, but the patch sets `type: Recreate`. They cannot be used together: the API server rejects the result [leftover]
 8 |     type: Recreate
   |     ^
at: spec.strategy.rollingUpdate
help: List all fields to keep in `$retainKeys` of the same map, or remove the field in the same patch with `rollingUpdate: null`:
        spec:
          strategy:
            rollingUpdate: null
";
    assert_eq!(shown.out, expected);
}

#[test]
fn what_is_denied_fails() {
    let bare: &[&str] = &[];
    let cases: &[([&str; 2], &[&str], i32)] = &[
        (LEFTOVER, bare, 0),
        (LEFTOVER, &["--deny"], 1),
        (LEFTOVER, &["--deny=leftover,duplicate-live-items"], 1),
        (LEFTOVER, &["--deny=duplicate-live-items"], 0),
        (LEFTOVER, &["--deny", "--allow", "leftover"], 0),
        (CLEAN, &["--deny"], 0),
        (REJECTED, bare, 1),
        (REJECTED, &["--allow", "leftover"], 1),
        (LEFTOVER, &["--deny=leftovers"], 2),
    ];
    for (files, more, code) in cases {
        let shown = lint(*files, more);
        assert_eq!(shown.code, *code, "{files:?} {more:?}: {shown:?}");
    }
    let shown = lint(LEFTOVER, &["--deny=leftovers"]);
    assert!(shown.err.contains("did you mean `leftover`?"), "{}", shown.err);
    let shown = lint(CLEAN, &[]);
    assert_eq!(shown.out, "");
    let (verdict, unknown) = shown.err.split_once('\n').expect("a line");
    assert_eq!(verdict, "no findings");
    assert!(unknown.starts_with("Not checked: admission, "), "{unknown}");
}

/// The findings are in the order of the lines of the patch, with the item that is deleted as the cause.
#[test]
fn findings_are_in_the_order_of_the_lines() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers: [{name: a, image: b, volumeMounts: [{name: data, mountPath: /d}]}]\n  volumes: [{name: data, emptyDir: {}}]\n";
    let patch = "spec:\n  volumes:\n  - name: data\n    $patch: delete\n  activeDeadlineSeconds: 0\n";
    let files = Files::new(&[("live.yaml", live), ("patch.yaml", patch)]);
    let [live, patch] = ["live.yaml", "patch.yaml"].map(|name| files.name(name));
    let shown = lint([&live, &patch], &["--semantics", "kubernetes"]).out;
    let places: Vec<&str> = shown
        .lines()
        .filter_map(|line| line.strip_prefix("warning: "))
        .collect();
    assert_eq!(places.len(), 2, "{shown}");
    for (place, line) in places.iter().zip(["3:3", "5:3"]) {
        assert!(place.starts_with(&format!("{patch}:{line}: ")), "{shown}");
    }
}

/// The default semantics cannot hide what a cluster makes of the patch.
#[test]
fn findings_of_the_cluster_alone_are_counted() {
    let folder = "samples/15-new-env-goes-first";
    let files = [format!("{folder}/live.yaml"), format!("{folder}/patch.yaml")];
    let note = "note: checked with proposal semantics; --semantics kubernetes gives 2 findings\n";
    for (semantics, has_note) in [("proposal", true), ("kubernetes", false)] {
        let shown = lint([&files[0], &files[1]], &["--semantics", semantics]);
        assert_eq!(shown.err.contains(note), has_note, "{semantics}: {}", shown.err);
    }
    assert!(!lint(LEFTOVER, &[]).err.contains("note: "));
}

#[test]
fn github_takes_the_annotations() {
    let shown = lint(LEFTOVER, &["-o", "github"]);
    let (head, message) = shown.out.trim_end().rsplit_once("::").expect("an annotation");
    assert_eq!(
        head,
        "::warning file=samples/24-strategy-recreate-leftover/patch.yaml,line=8,col=5,title=mergescope leftover"
    );
    assert_eq!(shown.out.lines().count(), 1, "{}", shown.out);
    assert!(
        message.contains("%0AHelp: List all fields to keep in `$retainKeys` of the same map"),
        "{message}"
    );
    assert!(
        message.contains(" with `rollingUpdate: null`:%0A  spec:%0A    strategy:%0A"),
        "{message}"
    );
    let shown = lint(LEFTOVER, &["-o", "github", "--deny"]);
    assert!(shown.out.starts_with("::error file="), "{}", shown.out);
    // A document cannot end the annotation and begin a command of its own.
    let files = Files::new(&[
        (
            "a,b.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n",
        ),
        ("p.yaml", "\"x%\\r\\n::error::y\": 1\n"),
    ]);
    let path = |name| files.path(name).display().to_string();
    let shown = run(&["lint", &path("a,b.yaml"), &path("p.yaml"), "-o", "github"]);
    assert_eq!(shown.out.lines().count(), 1, "{}", shown.out);
    assert!(shown.out.starts_with("::warning file="), "{}", shown.out);
    assert!(
        !shown.out.contains('\r') && shown.out.contains("%25"),
        "{}",
        shown.out
    );
}

#[test]
fn json_has_the_keys_that_the_readme_names() {
    let answer = lint(REJECTED, &["-o", "json"]).json();
    assert_eq!(answer["verdict"], "rejected");
    let found = &answer["findings"][0];
    assert_eq!(
        (&found["code"], &found["level"]),
        (&"missing-merge-key".into(), &"error".into())
    );
    for key in ["path", "says", "fix", "source"] {
        assert!(found[key].as_str().is_some_and(|text| !text.is_empty()), "{key}");
    }
    assert_eq!(found["location"]["line"], 10);
    let codes = run(&["lint", "--codes", "-o", "json"]).json();
    let text = run(&["lint", "--codes"]).out;
    assert_eq!(run(&["lint", "--list"]).out, text);
    for (code, level, commands) in [
        ("duplicate-live-items", "warning", "lint"),
        ("leftover", "warning", "lint"),
        ("stored-directive", "warning", "lint"),
        ("no-op-patch", "warning", "lint"),
        ("policy-missing", "warning", "policy"),
        ("apply-field-conflict", "warning", "ssa"),
        ("order-lost", "warning", "create and apply"),
        ("drift-kept", "warning", "apply"),
        ("missing-merge-key", "error", "lint"),
        ("json-test-failed", "error", "lint"),
    ] {
        let row = codes
            .as_array()
            .expect("a list")
            .iter()
            .find(|row| row["code"] == code);
        let row = row.expect(code);
        assert_eq!(row["level"], level, "{code}");
        let names: Vec<&str> = commands.split(" and ").collect();
        assert_eq!(row["commands"], serde_json::json!(names), "{code}");
        let title = if level == "error" {
            "Rejections"
        } else {
            "Warnings"
        };
        let (_, group) = text
            .split_once(&format!("{title} of {commands}:\n"))
            .expect(commands);
        let group = group.split("\n\n").next().unwrap_or_default();
        assert!(
            group.lines().any(|line| line.starts_with(&format!("{code} "))),
            "{code}"
        );
    }
}

#[test]
fn a_stream_is_looked_at_object_by_object() {
    let object = |name: &str, value: &str| {
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\ndata: {{k: {value}}}\n")
    };
    let stream = format!("{}---\n{}", object("a", "x"), object("b", "y"));
    let patch = "data: {k: x}";
    let shown = run_with(&["lint", "-", "-p", patch, "-o", "json", "--deny"], &stream);
    assert_eq!(shown.code, 1);
    let answer = shown.json();
    assert_eq!(answer[0]["object"], "ConfigMap a");
    assert_eq!(answer[0]["findings"][0]["code"], "no-op-patch");
    assert_eq!(answer[1]["findings"], serde_json::json!([]));
    let shown = run_with(
        &["lint", "-", "-p", patch, "--deny", "--target", "configmap/b"],
        &stream,
    );
    assert_eq!((shown.code, shown.out.as_str()), (0, ""));
}

#[test]
fn what_is_wrong_with_a_secret_is_told_without_its_values() {
    let files = Files::new(&[(
        "live.yaml",
        "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {old: hunter1}\n",
    )]);
    let live = files.name("live.yaml");
    for (patch, code, secret) in [
        ("stringData: {pin: 82649173}", "not-a-string", "82649173"),
        ("stringData: {pin: yes}", "not-a-string", "yes"),
        ("data: {pin: 82649173}", "wrong-type", "82649173"),
    ] {
        let shown = run(&["lint", &live, "-p", patch, "--deny"]);
        assert_eq!(shown.code, 1, "{patch}: {shown:?}");
        assert!(
            shown.out.starts_with("error: ") && shown.out.contains(&format!("[{code}]")),
            "{patch}: {}",
            shown.out
        );
        assert!(!shown.out.contains(secret), "{patch}: {}", shown.out);
        let stream = format!(
            "{}---\n{}",
            std::fs::read_to_string(&live).unwrap(),
            "apiVersion: v1\nkind: Secret\nmetadata: {name: t}\n"
        );
        let shown = run_with(&["lint", "-", "-p", patch, "--deny"], &stream);
        assert_eq!(
            (shown.code, shown.out.matches(code).count()),
            (1, 2),
            "{patch}: {shown:?}"
        );
        assert!(!shown.out.contains(secret), "{patch}: {}", shown.out);
    }
}

#[test]
fn a_code_is_explained_with_an_example() {
    for (code, parts) in [
        (
            "leftover",
            &["\nExample: lesson ", "\n  mergescope lessons ", "\n  help: "][..],
        ),
        (
            "yaml-number",
            &[
                "\n  live.yaml\n    apiVersion: ",
                "\n  patch.yaml\n    spec:",
                "\n  help: ",
            ],
        ),
        ("order-mismatch", &["\nSource: preserve-order proposal"]),
        ("order-lost", &["\nSource: "]),
    ] {
        let shown = run(&["lint", "--explain", code]);
        assert_eq!((shown.code, shown.err.as_str()), (0, ""), "{code}");
        assert!(shown.out.starts_with(&format!("{code}\n\n")), "{}", shown.out);
        for part in parts {
            assert!(
                shown.out.contains(part),
                "{code}: {part:?} is missing: {}",
                shown.out
            );
        }
    }
    for (code, help) in [
        ("json-path-prefix", "help: Write `/data/level`."),
        ("json-path-missing", "help: Remove the operation."),
    ] {
        let shown = run(&["lint", "--explain", code]);
        assert!(shown.out.contains(help), "{}", shown.out);
    }
    let unknown = run(&["lint", "--explain", "leftovers"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (2, ""));
    assert!(
        unknown.err.contains("help: did you mean `leftover`?"),
        "{}",
        unknown.err
    );
}

/// Of many fields that the API server does not know, those of the patch are reported.
#[test]
fn unknown_fields_of_the_live_object_hide_none_of_the_patch() {
    let unknown: String = (0..30).map(|i| format!("unknown{i}: 1\n")).collect();
    let live = format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\n{unknown}");
    let files = Files::new(&[("live.yaml", &live), ("patch.yaml", "another: {$patch: x}\n")]);
    let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
    let shown = run(&["explain", &live, &patch, "--type", "merge"]);
    assert!(shown.out.contains("unstored-field"), "{shown:?}");
}

/// The null that a `copy` without a source adds is in no file, so the finding is at the operation.
#[test]
fn a_copy_of_a_missing_member_is_at_its_operation() {
    let live = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\n";
    let patch = "- {op: copy, from: /metadata/none, path: /metadata/foo}\n";
    let files = Files::new(&[("live.yaml", live), ("patch.yaml", patch)]);
    let [live, patch] = ["live.yaml", "patch.yaml"].map(|name| files.name(name));
    let answer = run(&["lint", &live, &patch, "--type", "json", "-o", "json"]).json();
    let findings = answer["findings"].as_array().expect("findings");
    let codes: Vec<_> = findings.iter().map(|finding| &finding["code"]).collect();
    assert_eq!(codes, ["json-copy-missing", "unstored-field"]);
    for finding in findings {
        let location = serde_json::json!({"file": patch, "line": 1, "column": 1});
        assert_eq!(finding["location"], location, "{finding}");
    }
    let shown = run(&["explain", &live, &patch, "--type", "json"]).out;
    assert!(!shown.contains("adds a copy"), "{shown}");
    assert!(shown.contains("adds the member `foo`"), "{shown}");
}

/// `merge` and `lint` name the same line for a warning about the text.
#[test]
fn merge_and_lint_name_the_same_line_of_a_second_document() {
    let patch = "# first\ndata: {k: w}\n---\ndata: {k: z}\n";
    let files = Files::new(&[
        (
            "live.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {k: v}\n",
        ),
        ("patch.yaml", patch),
    ]);
    let [live, patch] = ["live.yaml", "patch.yaml"].map(|name| files.name(name));
    let merged = run(&["merge", &live, &patch]).err;
    assert!(
        merged.starts_with(&format!("warning: {patch}:3:1: only the first document is used")),
        "{merged}"
    );
    let found = run(&["lint", &live, &patch]).out;
    assert!(
        found.starts_with(&format!("warning: {patch}:3:1: only the first document is used")),
        "{found}"
    );
}

/// Two objects with one mistake, at one position of the patch.
#[test]
fn a_finding_of_a_stream_names_its_object() {
    let pod = |name: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{containers: [{{name: app, image: b}}]}}\n"
        )
    };
    let stream = format!("{}---\n{}", pod("a"), pod("b"));
    let shown = run_with(&["lint", "-", "-p", "spec: {containers: [{image: x}]}"], &stream);
    for name in ["a", "b"] {
        let start = format!("error: --patch:1:21: Pod {name}: `containers` is merged by `name`");
        assert!(shown.out.contains(&start), "{start}\n{}", shown.out);
    }
    // The object is at the position of the cause.
    let merged = run_with(
        &["merge", "-", "-p", "{}"],
        &format!("{}---\nkind: Foo\n", pod("a")),
    );
    let start = "error: <stdin>:6:1: Foo (no name): there is no built-in type";
    assert!(merged.err.contains(start), "{}", merged.err);
}

/// The removal of a field that only other objects have would change what they get.
#[test]
fn a_patch_for_other_objects_of_a_stream_is_kept() {
    let stream = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 1}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n";
    let other = "help: If the patch is not for a ConfigMap, select other objects with `--target`, or add `kind` to the patch. Otherwise, remove `spec` from the patch.\n";
    for (patch, semantics, help) in [
        ("spec: {replicas: 3}", "proposal", Some(other)),
        ("spec: {replicas: 3}", "kubernetes", Some(other)),
        ("kind: Deployment\nspec: {replicas: 3}", "kubernetes", None),
        (
            "dat: {a: b}\nmetadata: {labels: {a: b}}",
            "kubernetes",
            Some("help: Write `data` instead of `dat`.\n"),
        ),
    ] {
        let shown = run_with(&["lint", "-", "-p", patch, "--semantics", semantics], stream);
        let helps: Vec<&str> = shown
            .out
            .split_inclusive('\n')
            .filter(|line| line.starts_with("help: "))
            .collect();
        assert_eq!(helps.last().copied(), help, "{patch}: {}", shown.out);
    }
}

#[test]
fn the_help_of_a_rejected_value_or_operation_can_be_followed() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 2\n  selector: {matchLabels: {app: web}}\n  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}\n  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: b}]}}\n";
    for (kind, patch, parts) in [
        (
            "strategic",
            "spec: {strategy: {$retainKeys: [rollingUpdate, type], type: Recreate}}",
            &[
                "help: Remove `rollingUpdate` from `$retainKeys`, or remove the field in the same patch with `rollingUpdate: null`",
            ][..],
        ),
        (
            "strategic",
            "spec: {strategy: {type: Recreat}}",
            &["help: Write `Recreate` instead of `Recreat`."],
        ),
        (
            "merge",
            "spec: {progressDeadlineSeconds: 4294967896}",
            &["help: Write a number from -2147483648 to 2147483647."],
        ),
        (
            "merge",
            "spec: {progressDeadlineSeconds: true}",
            &["help: Write an integer as the value of `progressDeadlineSeconds`."],
        ),
        (
            "strategic",
            "spec: {$patch: replace, replicas: 2}",
            &["help: Remove `$patch: replace`, so that `spec` is merged."],
        ),
        (
            "strategic",
            "spec: {template: {spec: {tolerations: [{key: a}, {key: b, $patch: delete}]}}}",
            &[
                "item 2 of `tolerations` has `$patch`, but the list is added or replaced as a whole. The item is dropped [dropped-directive]",
            ],
        ),
        (
            "json",
            "[{op: move, path: /spec/x, from: /spec/y}]",
            &["help: Write a `from` path that exists, or remove the operation."],
        ),
        (
            "json",
            "[{op: copy, path: /spec/x, from: /spec/y/z}]",
            &["help: Write a `from` path that exists, or remove the operation."],
        ),
        (
            "json",
            "[{op: move, path: /spec/x/y, from: /spec/replicas}]",
            &["help: Use a path that exists, or `add` the missing parents in earlier operations"],
        ),
        (
            "json",
            "[{op: add, path: '', value: {}}]",
            &[
                "operation 0 (`add \"\"`): only `replace` and `test` accept an empty path.",
                "help: Remove the operation. The patch is then empty",
            ],
        ),
        (
            "json",
            "[{op: copy, from: '', path: /metadata/labels}]",
            &[
                "operation 0 (`copy \"\"` to `/metadata/labels`): `from` must be the path of a field.",
                "help: Write a `from` path that exists, or remove the operation.",
            ],
        ),
        (
            "json",
            "[{op: move, from: /spec, path: ''}]",
            &[
                "operation 0 (`move /spec` to `\"\"`): only `replace` and `test` accept an empty path.",
                "help: Write the path of a field, or remove the operation.",
            ],
        ),
        (
            "json",
            "[{op: replace, path: '', value: {}}]",
            &["help: Remove the operation: it replaces the whole object by an empty map."],
        ),
        (
            "json",
            "[{op: test, path: /spec/replicas}]",
            &[
                "operation 0 (`test /spec/replicas`): the value is 2, but the test has no `value`.",
                "help: Add `value: 2`, as the object has it.",
            ],
        ),
    ] {
        let files = Files::new(&[("live.yaml", live)]);
        let live = files.name("live.yaml");
        let shown = run(&[
            "lint",
            &live,
            "-p",
            patch,
            "--type",
            kind,
            "--semantics",
            semantics(kind),
        ]);
        for part in parts {
            assert!(shown.out.contains(part), "{patch}: {part}\n{}", shown.out);
        }
    }
}

/// Returns the semantics of kubectl for a patch type.
fn semantics(kind: &str) -> &str {
    match kind {
        "strategic" => "kubernetes",
        kind => kind,
    }
}

/// What the sentence of one finding says, no second one says again.
#[test]
fn one_mistake_is_told_once() {
    let live =
        "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b}]}\n";
    let list = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, finalizers: [a/x, b/x, c/x]}\ndata: {level: info}\n";
    let ingress = "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web}\nspec: {defaultBackend: {service: {name: web, port: {number: 80}}}}\n";
    for (live, patch, more, lines) in [
        (
            live,
            "spec:\n  $retainKeys: [containers]\n  hostname: a\n",
            &["--type", "merge"],
            &[
                "`$retainKeys` is a directive of strategic merge patches. In a JSON merge patch it is an ordinary member, which the API server drops: the type has no such field [merge-patch-directive]",
                "help: Remove `$retainKeys`.",
            ][..],
        ),
        (
            ingress,
            "spec:\n  defaultBackend:\n    serviceName: a\n    servicePort: 80\n",
            &["--semantics", "kubernetes"],
            &[
                "help: Write `defaultBackend: {service: {name: a, port: {number: 80}}}`.",
                "help: The fix of `no-such-field` at 3:5 also resolves this finding.",
            ],
        ),
        (
            list,
            "- {op: remove, path: /metadata/finalizers/-1}\n",
            &["--type", "json"],
            &[
                "it reads `-1` as `2`. The RFC rejects the patch",
                "help: Write `/metadata/finalizers/2`.",
            ],
        ),
        (
            list,
            "- {op: add, path: /metadata/finalizers/-1, value: d/x}\n",
            &["--type", "json"],
            &["it reads `-1` as `3`. The RFC rejects the patch"],
        ),
        (
            list,
            "- {op: copy, path: /data/a, from: /data/b}\n",
            &["--type", "json"],
            &["help: Correct `from`. If null is meant, write `op: add` and `value: null`"],
        ),
        (
            list,
            "- {op: replace, path: '', value: [1]}\n",
            &["--type", "json"],
            &["help: Correct the operation with the empty `path`: the new value must be a map."],
        ),
        (
            list,
            "data: {$deleteFromPrimitiveList/level: debug}\n",
            &["--semantics", "kubernetes"],
            &["help: Write `level` instead of `$deleteFromPrimitiveList/level`, or remove it."],
        ),
        (
            list,
            "metadata: {$deleteFromPrimitiveList/name: d}\n",
            &["--semantics", "kubernetes"],
            &["help: Remove `$deleteFromPrimitiveList/name` from the patch."],
        ),
        (
            "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec:\n  sessionAffinity: ClientIP\n  sessionAffinityConfig: {clientIP: {timeoutSeconds: 10}}\n  ports: [{port: 80}]\n",
            "spec:\n  sessionAffinity: None\n  sessionAffinityConfig: {clientIP: {timeoutSeconds: 20}}\n",
            &["--semantics", "kubernetes"],
            &[
                "patch.yaml:3:38: the API server removes `sessionAffinityConfig`",
                "help: Remove `sessionAffinityConfig` from the patch: the API server does not store it.",
            ],
        ),
    ] {
        let files = Files::new(&[("live.yaml", live), ("patch.yaml", patch)]);
        let shown = lint([&files.name("live.yaml"), &files.name("patch.yaml")], more);
        for line in lines {
            assert!(shown.out.contains(line), "{line}\n{}", shown.out);
        }
        assert!(!shown.out.contains("[unstored-field]"), "{}", shown.out);
    }
}
