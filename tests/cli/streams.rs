//! What goes where: results to stdout, the rest to stderr; exit codes; nothing raw, no panic.

use std::io::Read;

use crate::program::{Files, LIVE, program, run, run_with};

#[test]
fn help_and_version_are_answers() {
    for (args, part) in [
        (&["--help"][..], "mergescope deployment.yaml patch.yaml"),
        (&["explain", "--help"], "--semantics"),
        (&["--version"], "mergescope "),
    ] {
        let shown = run(args);
        assert_eq!((shown.code, shown.err.as_str()), (0, ""), "{args:?}");
        assert!(shown.out.contains(part), "{part} in {}", shown.out);
    }
}

#[test]
fn a_rejected_merge_prints_nothing_to_stdout_and_everything_to_stderr() {
    let patch = r#"{"spec":{"template":{"spec":{"containers":[{"image":"app:2"}]}}}}"#;
    let shown = run_with(&["merge", "-", "-p", patch], LIVE);
    assert_eq!((shown.code, shown.out.as_str()), (1, ""));
    for part in [
        "error: --patch:1:",
        "[missing-merge-key]",
        "at: spec.template.spec.containers",
        "`name`",
        "kubectl: map: map[image:app:2] does not contain declared merge key: name",
        "help: ",
        "live items: app",
    ] {
        assert!(shown.err.contains(part), "{part} in {}", shown.err);
    }
    let shown = run_with(&["explain", "-", "-p", patch], LIVE);
    assert_eq!((shown.code, shown.err.as_str()), (1, ""));
    assert!(
        shown.out.contains("error: --patch:1:") && shown.out.contains("[missing-merge-key]\nat: "),
        "{}",
        shown.out
    );
}

#[test]
fn a_note_on_stderr_says_when_the_other_semantics_give_another_result() {
    let differing =
        r#"{"spec":{"template":{"spec":{"containers":[{"name":"app","env":[{"name":"C","value":"3"}]}]}}}}"#;
    for (semantics, other) in [("proposal", "kubernetes"), ("kubernetes", "proposal")] {
        let shown = run_with(&["merge", "-", "-p", differing, "--semantics", semantics], LIVE);
        assert_eq!(shown.code, 0);
        assert_eq!(shown.err.lines().count(), 1, "{}", shown.err);
        assert!(
            shown
                .err
                .starts_with(&format!("note: {other} semantics differ: 1 list")),
            "{}",
            shown.err
        );
        assert!(!shown.out.contains("note:"));
    }
    let alike = run_with(&["merge", "-", "-p", r#"{"spec":{"replicas":3}}"#], LIVE);
    assert_eq!((alike.code, alike.err.as_str()), (0, ""));
}

/// The merge succeeds, so the result is printed; the request would fail.
#[test]
fn a_note_on_stderr_says_that_the_api_server_rejects_the_result() {
    let service = "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {ports: [{port: 80}]}\n";
    let patch = r#"{"spec":{"ports":[{"port":-1}]}}"#;
    let note = "the API server rejects this result: Service \"s\" is invalid: [spec.ports[";
    let alone = run_with(&["merge", "-", "-p", patch], service);
    let stream = format!("{service}---\n{}", service.replace("name: s", "name: t"));
    let each = run_with(&["merge", "-f", "-", "-p", patch], &stream);
    for (shown, begin) in [(alone, "note: "), (each, "note: <stdin>:1:1: Service s: ")] {
        assert_eq!(shown.code, 0, "{}", shown.err);
        assert!(shown.out.contains("port: -1"), "{}", shown.out);
        assert!(shown.err.contains(&format!("{begin}{note}")), "{}", shown.err);
    }
}

/// Our sentence first: that of the API server names its type, not the value.
#[test]
fn a_note_about_a_wrong_type_names_both_types() {
    let service = "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {ports: [{port: 80}]}\n";
    let patch = r#"{"spec":{"healthCheckNodePort":"x"}}"#;
    let shown = run_with(&["merge", "-", "-p", patch, "--semantics", "kubernetes"], service);
    let notes = "note: the API server rejects this result: `healthCheckNodePort` must be an integer, but it is a string\nnote: kubectl: The request is invalid: patch: Invalid value: \"…\": unrecognized type: int32\n";
    assert!(shown.err.contains(notes), "{}", shown.err);
    let map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n";
    let patch = r#"{"data":{"n":1}}"#;
    let shown = run_with(&["merge", "-", "-p", patch, "--semantics", "kubernetes"], map);
    let notes = "note: the API server rejects this result: `n` must be a string, but it is an integer\nnote: kubectl: The request is invalid: patch: Invalid value: \"…\": cannot convert int64 to string\n";
    assert!(shown.err.contains(notes), "{}", shown.err);
    let shown = run_with(&["merge", "-", "-p", patch], map);
    assert!(shown.err.contains(notes), "{}", shown.err);
    // kubectl drops the map, and the API server accepts its result.
    let account = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: web}\nsecrets: [{name: g, fieldPath: here}]\n";
    let patch = "secrets: [{name: g, fieldPath: {$patch: replace, x: y}}]";
    for semantics in ["proposal", "patch-list", "position", "old-server"] {
        let shown = run_with(&["merge", "-", "-p", patch, "--semantics", semantics], account);
        let note =
            "note: the API server rejects this result: secrets[0].fieldPath: unrecognized type: string\n";
        assert!(
            shown.err.ends_with(note) && !shown.err.contains("kubectl:"),
            "{semantics}: {}",
            shown.err
        );
    }
}

#[test]
fn what_the_reader_frowns_at_is_a_warning_with_its_place() {
    let patch = "spec:\n  replicas: 3\n  replicas: 4\n";
    let files = Files::new(&[("live.yaml", LIVE), ("patch.yaml", patch)]);
    let shown = run(&["merge", &files.name("live.yaml"), &files.name("patch.yaml")]);
    assert_eq!(shown.code, 0);
    assert!(shown.out.contains("replicas: 4"), "{}", shown.out);
    assert!(shown.err.starts_with("warning: "), "{}", shown.err);
    assert!(shown.err.contains("patch.yaml:3:3: "), "{}", shown.err);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    // More than a pipe holds, so that the program must meet the closed end.
    let mut live = "apiVersion: v1\nkind: ConfigMap\ndata:\n".to_owned();
    for key in 0..20_000 {
        live.push_str(&format!("  key-{key}: value\n"));
    }
    let files = Files::new(&[("live.yaml", &live)]);
    for command in ["merge", "explain"] {
        let args = [command, &files.name("live.yaml"), "-p", r#"{"data":{"a":"b"}}"#];
        let mut child = program(&args).spawn().expect("started");
        drop(child.stdout.take());
        let mut err = String::new();
        child
            .stderr
            .take()
            .expect("stderr")
            .read_to_string(&mut err)
            .expect("text");
        let status = child.wait().expect("an end");
        assert_eq!((status.code(), err.as_str()), (Some(0), ""), "{command}");
    }
}

#[test]
fn no_control_character_of_a_document_reaches_a_stream() {
    let evil = "\\u001b]52;c;aGk=\\u0007\\u001b[2J\\u009b31m\\u202e";
    let live = format!(
        r#"{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"c"}},"data":{{"a{evil}":"x{evil}"}}}}"#
    );
    let patch = format!(
        r#"{{"data":{{"a{evil}":"y{evil}","b{evil}":null,"c{evil}":"z"}},"$retainKeys":["{evil}"]}}"#
    );
    let refused = format!(r#"{{"data":{{"$patch":"{evil}"}}}}"#);
    let broken = "a: \"\u{1b}[31m";
    for args in [
        &["merge", "-", "-p", &*patch][..],
        &["merge", "-", "-p", &patch, "-o", "json"],
        &["explain", "-", "-p", &patch],
        &["explain", "-", "-p", &patch, "-o", "markdown"],
        &["explain", "-", "-p", &patch, "-o", "json"],
        &["merge", "-", "-p", &refused],
        &["explain", "-", "-p", &refused, "-o", "markdown"],
        &["merge", "-", "-p", broken],
        &["merge", "-", "/no\u{1b}[31m/such/file"],
        &["merge", "-", "-p", "{}", "--merge-key", "a\u{1b}[31m=b"],
        &["merge\u{9b}31m\u{202e}"],
        &["merge", "--no-\u{9b}31m\u{202e}"],
        &["merge", "-", "--semantics", "\u{9b}2J\u{1b}[2J\u{202e}"],
        &["schema", "-o", "\u{9b}2J\u{202e}"],
    ] {
        let shown = run_with(args, &live);
        for (stream, text) in [("stdout", &shown.out), ("stderr", &shown.err)] {
            let raw = text
                .chars()
                .find(|c| c.is_control() && *c != '\n' || *c == '\u{202e}');
            assert_eq!(raw, None, "{stream} of {args:?}: {text:?}");
        }
    }
}

const SEVERAL: &str = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: ClusterIP}\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 1}\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: api}\nspec: {replicas: 1}\n";

#[test]
fn of_several_objects_the_one_that_the_patch_names_is_taken() {
    let patch = r#"{"kind":"Deployment","metadata":{"name":"api"},"spec":{"replicas":5}}"#;
    let shown = run_with(&["compare", "-", "-p", patch], SEVERAL);
    assert_eq!((shown.code, shown.err.as_str()), (0, ""));
    assert!(shown.out.contains("apps/v1 Deployment"), "{}", shown.out);
    let listed = [
        (
            r#"{"spec":{"replicas":5}}"#,
            "does not say which object",
            &["Service web", "Deployment web", "Deployment api"][..],
        ),
        (
            r#"{"kind":"Deployment"}"#,
            "does not say which object",
            &["Deployment web", "Deployment api"][..],
        ),
        (
            r#"{"kind":"Secret"}"#,
            "is for none of them",
            &["Service web", "Deployment web", "Deployment api"][..],
        ),
    ];
    for (patch, why, objects) in listed {
        let shown = run_with(&["compare", "-", "-p", patch], SEVERAL);
        assert_eq!((shown.code, shown.out.as_str()), (2, ""), "{patch}");
        assert!(
            shown.err.contains(why) && shown.err.contains("help: "),
            "{}",
            shown.err
        );
        for object in objects {
            assert!(shown.err.contains(object), "{object}: {}", shown.err);
        }
        assert_eq!(
            shown.err.matches("\n  <stdin>:").count(),
            objects.len(),
            "{}",
            shown.err
        );
    }
}

#[test]
fn a_stream_without_an_end_ends_at_the_limit() {
    let many = "kind: A\n---\n".repeat(200_000);
    let shown = run_with(&["compare", "-", "-p", "{}", "--max-input-mib", "1"], &many);
    assert_eq!((shown.code, shown.out.as_str()), (2, ""));
    assert!(shown.err.contains("--max-input-mib"), "{}", shown.err);
}

#[test]
fn swapped_arguments_are_recognized() {
    let files = Files::new(&[("live.yaml", LIVE), ("patch.yaml", "spec: {replicas: 3}\n")]);
    for command in ["merge", "explain", "lint", "compare"] {
        let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
        let shown = run(&[command, &patch, &live, "--type", "merge"]);
        assert_eq!((shown.code, shown.out.as_str()), (2, ""), "{command}");
        let right = format!("help: LIVE is before PATCH: mergescope {command} {live} {patch} --type merge");
        assert!(shown.err.contains(&right), "{}", shown.err);
    }
    // Also if kubectl cannot decode the patch as an object.
    for metadata in [
        "labels: {$retainKeys: [app], app: w}",
        "labels: [a]",
        "labels: {x: 1}",
    ] {
        let patch = format!("metadata: {{{metadata}}}\n");
        let files = Files::new(&[("live.yaml", LIVE), ("patch.yaml", &patch)]);
        for command in ["merge", "explain", "lint", "compare"] {
            let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
            let shown = run(&[command, &patch, &live]);
            let right = format!("\nhelp: LIVE is before PATCH: mergescope {command} {live} {patch}\n");
            assert!(shown.err.contains(&right), "{metadata}: {}", shown.err);
        }
    }
    // Swapped, an empty LIVE would be an empty patch.
    for (empty, error) in [
        ("", ":1:1: the live object is empty"),
        ("kind: List\nitems: []\n", " contains no object"),
    ] {
        let files = Files::new(&[("live.yaml", empty), ("patch.yaml", LIVE)]);
        let live = files.name("live.yaml");
        let shown = run(&["merge", &live, &files.name("patch.yaml")]);
        let wanted = format!(
            "error: {live}{error}\nhelp: pass an object as LIVE, as `kubectl get -o yaml` prints it\nnote: kubectl: no objects passed to patch\n"
        );
        assert_eq!((shown.code, shown.err), (2, wanted));
    }
}

#[test]
fn a_patch_of_another_object_and_a_live_object_as_the_patch_have_a_warning_first() {
    let stored = LIVE.replacen("metadata:\n", "metadata:\n  uid: \"1\"\n", 1);
    let files = Files::new(&[
        ("live.yaml", &stored),
        ("manifest.yaml", LIVE),
        ("service.yaml", "kind: Service\nmetadata: {name: api}\n"),
        ("named.yaml", "metadata: {name: api}\n"),
        (
            "directives.yaml",
            "apiVersion: apps/v1\nkind: Deployment\nspec: {strategy: {$retainKeys: [type]}}\n",
        ),
        ("letters.yaml", "kind: deployment\n"),
        ("both.yaml", "kind: deployment\nmetadata: {name: other}\n"),
    ]);
    let directives = files.name("directives.yaml");
    let shown = run(&["lint", &directives, &files.name("live.yaml")]);
    let right = "warning: LIVE and PATCH seem to be swapped: only the patch has a `uid`\n";
    assert!(shown.err.starts_with(right), "{}", shown.err);
    let shown = run(&["lint", &directives, &files.name("manifest.yaml")]);
    let right = "warning: LIVE and PATCH seem to be swapped: only LIVE has directives\n";
    assert!(shown.err.starts_with(right), "{}", shown.err);
    let (live, manifest) = (files.name("live.yaml"), files.name("manifest.yaml"));
    let shown = run(&["merge", &live, &files.name("letters.yaml"), "--type", "merge"]);
    let right = "letters.yaml:1:1: the patch has the kind `deployment`, but the live object is a Deployment\n\
                 help: write `kind: Deployment`, or remove `kind` from the patch\n";
    assert!(shown.err.contains(right), "{}", shown.err);
    assert!(
        shown.err.contains("note: the API server rejects"),
        "{}",
        shown.err
    );
    let shown = run(&["merge", &live, &files.name("both.yaml"), "--type", "merge"]);
    assert!(shown.err.contains("it names deployment other"), "{}", shown.err);
    for command in ["merge", "lint", "explain", "compare"] {
        let shown = run(&[command, &manifest, &live]);
        let right = format!(
            "warning: LIVE and PATCH seem to be swapped: only the patch has a `uid`\nhelp: mergescope {command} {live} {manifest}\n"
        );
        assert!(shown.err.starts_with(&right), "{}", shown.err);
        for (patch, place, other, help) in [
            (
                "service.yaml",
                "1:1",
                "Service api",
                "pass the Service api as LIVE",
            ),
            (
                "named.yaml",
                "1:12",
                "api",
                "pass api as LIVE, or remove `metadata.name` from the patch",
            ),
        ] {
            let shown = run(&[command, &live, &files.name(patch)]);
            let all = shown.out.clone() + &shown.err;
            let named = format!(
                "{patch}:{place}: the patch is for another object: it names {other}, but the live object is "
            );
            // It is said once.
            let is_finding = command == "lint" || command == "explain";
            let said = [
                "for another object",
                "does not match the name on the URL",
                "ignores `kind` in",
            ];
            let count: usize = said.iter().map(|text| all.matches(text).count()).sum();
            assert_eq!(count, 1, "{command} {patch}: {all}");
            assert_eq!(
                shown.err.contains(&named),
                !is_finding,
                "{command} {patch}: {all}"
            );
            let has_help = shown.err.contains(&format!("help: {help}\n"));
            assert_eq!(has_help, !is_finding, "{command} {patch}: {all}");
        }
        let shown = run(&[command, &live, &manifest]);
        assert!(!shown.err.contains("warning: "), "{}", shown.err);
    }
}

/// Where nobody reads the messages, the exit code is the same.
#[cfg(target_os = "linux")]
#[test]
fn messages_that_cannot_be_written_change_no_exit_code() {
    let files = Files::new(&[("live.yaml", LIVE), ("broken.yaml", "a: [")]);
    let (live, broken) = (files.name("live.yaml"), files.name("broken.yaml"));
    let patch = r#"{"spec":{"template":{"spec":{"containers":[{"image":"app:2"}]}}}}"#;
    let cases: [(&[&str], i32); 2] = [
        (&["merge", &live, &broken], 2),
        (&["merge", &live, "-p", patch], 1),
    ];
    for (args, code) in cases {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_mergescope"))
            .args(args)
            .stdout(std::process::Stdio::null())
            .stderr(full)
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(code), "{args:?}");
    }
}

/// The merge succeeds, and the API server accepts the result, but not as it is.
#[test]
fn what_the_api_server_stores_otherwise_is_a_note() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3}\n";
    let files = Files::new(&[
        ("live.yaml", live),
        ("unknown.yaml", "spec:\n  replica: 3\n"),
        ("default.yaml", "spec:\n  replicas: null\n"),
        ("status.yaml", "status:\n  replicas: 3\n"),
        ("stored.yaml", "spec:\n  paused: true\n"),
        (
            "secret.yaml",
            "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n",
        ),
        ("text.yaml", "stringData:\n  pw: LEAK\n"),
    ]);
    let notes = |live: &str, patch: &str| {
        let shown = run(&["merge", &files.name(live), &files.name(patch)]);
        assert_eq!(shown.code, 0, "{}", shown.err);
        shown.err
    };
    assert!(notes("live.yaml", "unknown.yaml").contains("note: spec.replica: "));
    let default = "note: spec.replicas: `replicas` has a default: the API server sets it to 1.\n";
    assert_eq!(notes("live.yaml", "default.yaml"), default);
    let status = "note: status: The API server ignores `status` in a patch of the object itself.\n";
    assert_eq!(notes("live.yaml", "status.yaml"), status);
    assert_eq!(notes("live.yaml", "stored.yaml"), "");
    let secret = notes("secret.yaml", "text.yaml");
    let encoded = "note: stringData: The API server stores `pw` in `data`, encoded as base64";
    assert!(secret.starts_with(encoded), "{secret}");
    assert!(!secret.contains("LEAK"), "{secret}");
}
