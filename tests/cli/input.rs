//! Where documents come from, and what the program says when it cannot take them.

use std::fs;

use crate::program::{Files, LIVE, finish, program, run, run_with};

const THREE: &str = r#"{"spec":{"replicas":3}}"#;

#[test]
fn every_spelling_of_the_same_merge_gives_the_same_result() {
    let files = Files::new(&[("live.yaml", LIVE), ("patch.yaml", THREE)]);
    let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
    let plain = run(&["merge", &live, &patch]);
    assert_eq!((plain.code, plain.err.as_str()), (0, ""));
    assert!(plain.out.contains("replicas: 3\n"), "{}", plain.out);
    for args in [
        &["merge", "-f", &live, "--patch-file", &patch][..],
        &["merge", "--filename", &live, &patch],
        &["merge", &live, "--patch-file", &patch, "-o", "yaml"],
        &["merge", &live, "-p", THREE],
        &["merge", &live, "--patch", "spec:\n  replicas: 3"],
    ] {
        let other = run(args);
        assert_eq!((other.code, &other.out), (0, &plain.out), "{args:?}");
    }
    for (args, input) in [
        (&["merge", "-", &patch][..], LIVE),
        (&["merge", &live, "-"], THREE),
        (&["merge", "-f", "-", "-p", THREE], LIVE),
    ] {
        let other = run_with(args, input);
        assert_eq!((other.code, &other.out), (0, &plain.out), "{args:?}");
    }
}

#[test]
fn several_patches_apply_one_after_another() {
    let files = Files::new(&[("live.yaml", LIVE)]);
    let live = files.name("live.yaml");
    let shown = run(&[
        "merge",
        &live,
        "-p",
        THREE,
        "-p",
        r#"{"spec":{"replicas":null,"paused":true}}"#,
        "-o",
        "json",
    ]);
    assert_eq!(shown.json()["spec"].get("replicas"), None);
    assert_eq!(shown.json()["spec"]["paused"], true);
    let shown = run(&[
        "merge",
        &live,
        "-p",
        r#"{"spec":{"replicas":null}}"#,
        "-p",
        THREE,
        "-o",
        "json",
    ]);
    assert_eq!(shown.json()["spec"]["replicas"], 3);
}

#[test]
fn an_unknown_kind_merges_once_a_list_is_declared() {
    let live = "apiVersion: example.net/v1\nkind: Widget\nspec:\n  parts:\n  - name: a\n    size: 1\n  - name: b\n  tags: [x]\n";
    let patch = r#"{"spec":{"parts":[{"name":"a","size":2}],"tags":["y"]}}"#;
    let refused = run_with(&["merge", "-", "-p", patch], live);
    assert_eq!((refused.code, refused.out.as_str()), (1, ""));
    for part in [
        "example.net/v1",
        "Widget",
        "help: Use `--type merge`: a cluster rejects",
        "--merge-key spec.parts=name",
        "kubectl: ",
    ] {
        assert!(refused.err.contains(part), "{part} in {}", refused.err);
    }
    let args = [
        "merge",
        "-",
        "-p",
        patch,
        "-o",
        "json",
        "--merge-key",
        "spec.parts=name",
    ];
    let merged = run_with(&args, live);
    assert_eq!(merged.code, 0, "{}", merged.err);
    let linted = run_with(&[&["lint"], &args[1..4], &args[6..]].concat(), live);
    assert!(linted.out.contains("[custom-strategic]"), "{linted:?}");
    let spec = &merged.json()["spec"];
    assert_eq!(spec["parts"].as_array().map(Vec::len), Some(2));
    assert!(
        spec["parts"]
            .as_array()
            .is_some_and(|parts| parts.contains(&serde_json::json!({"name": "a", "size": 2})))
    );
    assert_eq!(
        spec["tags"],
        serde_json::json!(["y"]),
        "a list that is not declared is atomic"
    );
    let bad = run_with(&["merge", "-", "-p", patch, "--merge-key", "spec.parts"], live);
    assert_eq!((bad.code, bad.out.as_str()), (2, ""));
    assert!(bad.err.contains("PATH=KEY"), "{}", bad.err);
    let astray = run_with(
        &[
            "merge",
            "-",
            "-p",
            patch,
            "--merge-key",
            "spec.nosuch[].parts=name",
        ],
        live,
    );
    assert!(
        astray.err.contains("has no effect: no input has the list"),
        "{}",
        astray.err
    );
    assert!(!merged.err.contains("neither live"), "{}", merged.err);
}

#[test]
fn unusable_input_is_told_with_its_place_and_what_to_do() {
    let files = Files::new(&[
        ("live.yaml", LIVE),
        ("broken.yaml", "spec:\n  replicas: 3\n  image: @web\n"),
        ("cut.json", "{\"spec\": {\n"),
    ]);
    let (live, broken, cut) = (
        files.name("live.yaml"),
        files.name("broken.yaml"),
        files.name("cut.json"),
    );
    let missing = files.name("missing.yaml");
    for (args, parts) in [
        (
            &["merge", &*live, &*broken][..],
            &["broken.yaml:3:10: ", "image: @web", "^"][..],
        ),
        (&["explain", &live, &cut], &["cut.json:2:1: ", "end of the text"]),
        (&["merge", &live, "-p", "{\"spec\": ]"], &["--patch:1:10: ", "^"]),
        (
            &["merge", &live, "-p", "{}", "-p", "{"],
            &["--patch[2]:1:1: ", "^"],
        ),
        (&["merge", &live, &missing], &["cannot read ", "missing.yaml"]),
        (&["merge", &live], &["no patch for"]),
        (&["merge"], &["no live object"]),
        (&["merge", "-", "-"], &["only one input"]),
        (
            &["merge", &live, "-p", "{}", "--semantics", "helm"],
            &["helm", "proposal", "kubernetes"],
        ),
        (&["explain", &live, "-p", "{}", "-o", "xml"], &["xml", "markdown"]),
        (
            &["explain", &live, "-p", "{}", "--no-such-option"],
            &["--no-such-option"],
        ),
    ] {
        let shown = run(args);
        assert_eq!((shown.code, shown.out.as_str()), (2, ""), "{args:?}: {shown:?}");
        for part in parts {
            assert!(shown.err.contains(part), "{part:?} in {}", shown.err);
        }
    }
    let caret = run(&["merge", &live, &broken]).err;
    let lines: Vec<&str> = caret.lines().collect();
    let at = lines
        .iter()
        .position(|line| line.ends_with('^'))
        .expect("a caret");
    assert_eq!(lines[at].find('^'), lines[at - 1].find("@web"), "{caret}");
}

#[test]
fn live_that_is_no_object_is_unreadable() {
    let cases = [
        ("", "no objects passed to patch"),
        ("null\n", "no objects passed to patch"),
        (
            "- a: b\n",
            "json: cannot unmarshal array into Go value of type unstructured.detector",
        ),
        (
            "5\n",
            "json: cannot unmarshal number into Go value of type unstructured.detector",
        ),
        ("a: 1\n", "Object 'Kind' is missing"),
        ("apiVersion: v1\nkind: ''\n", "Object 'Kind' is missing"),
    ];
    for (live, words) in cases {
        let files = Files::new(&[("live.yaml", live), ("patch.yaml", THREE)]);
        let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
        for command in ["merge", "explain", "lint", "compare", "verify"] {
            for kind in ["strategic", "merge", "json"] {
                let shown = run(&[command, &live, &patch, "--type", kind]);
                assert_eq!(shown.code, 2, "{command} --type {kind}: {shown:?}");
                assert!(
                    shown.err.contains(words),
                    "{command} --type {kind}: {}",
                    shown.err
                );
                assert_eq!(shown.out, "");
            }
        }
    }
    // One such document among others ends the stream where it stands.
    let stream = format!("{LIVE}---\n- 5\n---\n{LIVE}");
    let shown = run_with(&["merge", "-", "-p", THREE], &stream);
    assert_eq!(
        (shown.code, shown.out.matches("replicas: 3").count()),
        (2, 1),
        "{shown:?}"
    );
    assert!(shown.err.contains("cannot unmarshal array"), "{}", shown.err);
}

#[test]
fn a_result_without_kind_is_told_as_it_came_about() {
    let secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {pw: hunter2}\n";
    let files = Files::new(&[("live.yaml", secret)]);
    let live = files.name("live.yaml");
    for (patch, why) in [
        (r#"{"kind":""}"#, "but it is \"\""),
        (r#"{"kind":{"a":"b"}}"#, "but it is a map"),
        (r#"{"kind":null}"#, "but the patch removed it"),
    ] {
        for kind in ["strategic", "merge"] {
            let shown = run(&[
                "merge",
                &live,
                "--type",
                kind,
                "--semantics",
                "kubernetes",
                "-p",
                patch,
            ]);
            assert_eq!(shown.code, 1, "{patch}: {shown:?}");
            assert!(shown.err.contains(why), "{patch}: {}", shown.err);
            // Stderr ends in logs.
            assert!(
                shown.err.contains("Object 'Kind' is missing") && !shown.err.contains("hunter2"),
                "{}",
                shown.err
            );
        }
    }
}

#[test]
fn usage_errors_say_what_to_write() {
    let files = Files::new(&[("live.yaml", LIVE)]);
    let live = files.name("live.yaml");
    for (args, words) in [
        (&["merge"][..], "pass LIVE and PATCH"),
        (
            &["foo"],
            "there is no file or command `foo`\nhelp: pass LIVE and PATCH",
        ),
        (
            &["version"],
            "there is no file or command `version`\nhelp: run `mergescope --version`",
        ),
        (
            &["merge", &live, "-p", ""],
            "must specify --patch or --patch-file",
        ),
        (
            &["merge", &live, "-p", THREE, "--merge-key", "nope.x=name"],
            "--merge-key: merge key for",
        ),
    ] {
        let shown = run(args);
        assert_eq!(shown.code, 2, "{args:?}: {shown:?}");
        assert!(shown.err.contains(words), "{args:?}: {}", shown.err);
    }
    let shown = run(&["merge", &live, "-p", THREE, "--exit-on-difference=change"]);
    assert_eq!(shown.code, 1);
    assert!(
        shown.err.ends_with("the patch changes the live object\n"),
        "{}",
        shown.err
    );
}

#[test]
fn targets_go_by_the_names_that_kubectl_takes() {
    let files = Files::new(&[("live.yaml", LIVE)]);
    let live = files.name("live.yaml");
    for target in ["deployment", "Deployments", "deploy", "DEPLOY/web"] {
        let shown = run(&["merge", &live, "-p", THREE, "--target", target]);
        assert_eq!(shown.code, 0, "{target}: {shown:?}");
        assert!(shown.out.contains("replicas: 3"), "{target}: {}", shown.out);
    }
    let shown = run(&["merge", &live, "-p", THREE, "--target", "po"]);
    assert_eq!(shown.code, 2);
    assert!(
        shown.err.contains("the first object is Deployment"),
        "{}",
        shown.err
    );
}

#[test]
fn what_the_screen_would_need_must_be_there_without_a_screen() {
    let files = Files::new(&[("live.yaml", LIVE)]);
    let live = files.name("live.yaml");
    for (args, words) in [
        (
            ["--config", "/nowhere/config.yaml"],
            "cannot read the config file",
        ),
        (["--theme", "nosuchtheme"], "nosuchtheme"),
    ] {
        let shown = run(&[&live, "-p", THREE, args[0], args[1]]);
        assert_eq!((shown.code, shown.out.as_str()), (2, ""), "{args:?}: {shown:?}");
        assert!(shown.err.contains(words), "{args:?}: {}", shown.err);
    }
}

#[test]
fn an_inline_patch_may_begin_with_a_hyphen() {
    let files = Files::new(&[("live.yaml", LIVE)]);
    let live = files.name("live.yaml");
    for (args, part) in [
        (
            &["--type", "json", "-p", "- {op: remove, path: /spec/replicas}"][..],
            "spec:\n  template:",
        ),
        (&["-p", "---\nspec: {replicas: 4}"], "replicas: 4\n"),
        (&["--patch", "---\nspec: {replicas: 5}"], "replicas: 5\n"),
        (
            &["-p", "{\"spec\":{\"replicas\":6}}", "-o", "yaml"],
            "replicas: 6\n",
        ),
    ] {
        let shown = run(&[&["merge", &live][..], args].concat());
        assert!(shown.code == 0 && shown.out.contains(part), "{args:?}: {shown:?}");
    }
}

#[test]
fn an_empty_text_is_not_taken_for_nothing() {
    let manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n";
    let files = Files::new(&[("manifest.yaml", manifest)]);
    let manifest = files.name("manifest.yaml");
    let ssa: &[&str] = &["ssa", "-", &manifest, "--manager", "ci"];
    let create: &[&str] = &["create", "-", &manifest];
    let apply: &[&str] = &["apply", "-", &manifest];
    let merge: &[&str] = &["merge", "-", &manifest];
    for (text, codes) in [
        ("", [2, 2, 2, 2]),
        ("\n\n", [2, 2, 2, 2]),
        ("# nothing\n", [2, 2, 2, 2]),
        ("---\n# nothing\n---\n", [2, 2, 2, 2]),
        // A null that somebody wrote means what it says: there is no object yet. `apply` asks for the argument.
        ("null\n", [0, 0, 2, 2]),
        ("# nothing\n--- null\n", [0, 0, 2, 2]),
    ] {
        for (args, code) in [ssa, create, apply, merge].into_iter().zip(codes) {
            let shown = run_with(args, text);
            assert_eq!(shown.code, code, "{args:?} {text:?}: {shown:?}");
            if text.is_empty() {
                assert!(shown.err.contains("empty"), "{args:?}: {}", shown.err);
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf_8_are_errors() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let files = Files::new(&[("live.yaml", LIVE), ("patch.yaml", THREE)]);
    let word = OsStr::from_bytes(b"\xff");
    let mut as_value = program(&["--type"]);
    as_value.arg(word);
    // The message about files in the wrong order prints a command with these names.
    let patch = files.path("patch.yaml").with_file_name(word);
    fs::rename(files.path("patch.yaml"), &patch).expect("renamed");
    let mut as_file = program(&["merge"]);
    as_file.arg(patch).arg(files.path("live.yaml"));
    for (command, want) in [(as_value, "invalid value"), (as_file, "the object has no `kind`")] {
        let shown = finish(command);
        assert_eq!(shown.code, 2, "{shown:?}");
        assert!(
            shown.err.starts_with("error: ") && shown.err.contains(want),
            "{shown:?}"
        );
    }
}

/// kubectl decodes the metadata of a file before it patches it. The messages are recorded.
#[test]
fn metadata_of_other_types_is_an_error_with_its_line_and_the_message_of_kubectl() {
    for (metadata, place, kubectl) in [
        (
            "  labels: {version: 1}",
            "6:12: `metadata.labels.version` must be a string, but it is an integer",
            "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string\nhelp: write it in quotes: \"1\"",
        ),
        (
            "  labels: [a]",
            "6:3: `metadata.labels` must be a map, but it is a list",
            "json: cannot unmarshal array into Go struct field ObjectMeta.metadata.labels of type map[string]string",
        ),
        (
            "  generation: 1.5",
            "6:3: `metadata.generation` must be an integer, but it is 1.5",
            "json: cannot unmarshal number 1.5 into Go struct field ObjectMeta.metadata.generation of type int64",
        ),
        (
            "  creationTimestamp: soon",
            "6:3: `metadata.creationTimestamp` must be a time such as 2006-01-02T15:04:05Z, but it is a string",
            "parsing time \"soon\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"soon\" as \"2006\"",
        ),
        (
            "  creationTimestamp: 5",
            "6:3: `metadata.creationTimestamp` must be a time such as 2006-01-02T15:04:05Z, but it is an integer",
            "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.creationTimestamp of type string",
        ),
        (
            "  finalizers: [1]",
            "6:16: `metadata.finalizers[0]` must be a string, but it is an integer",
            "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.finalizers of type string\nhelp: write it in quotes: \"1\"",
        ),
        (
            "  ownerReferences: [{controller: \"true\"}]",
            "6:22: `metadata.ownerReferences[0].controller` must be a boolean, but it is a string",
            "json: cannot unmarshal string into Go struct field OwnerReference.metadata.ownerReferences.controller of type bool",
        ),
        (
            "  ownerReferences: [a]",
            "6:21: `metadata.ownerReferences[0]` must be a map, but it is a string",
            "json: cannot unmarshal string into Go struct field ObjectMeta.metadata.ownerReferences of type v1.OwnerReference",
        ),
        (
            "  managedFields: [{operation: 5}]",
            "6:20: `metadata.managedFields[0].operation` must be a string, but it is an integer",
            "json: cannot unmarshal number into Go struct field ManagedFieldsEntry.metadata.managedFields.operation of type v1.ManagedFieldsOperationType\nhelp: write it in quotes: \"5\"",
        ),
        (
            "  uid: true",
            "6:3: `metadata.uid` must be a string, but it is a boolean",
            "json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.uid of type types.UID\nhelp: write it in quotes: \"true\"",
        ),
    ] {
        let live =
            format!("apiVersion: v1\nkind: ConfigMap\ndata: {{a: b}}\nmetadata:\n  name: a\n{metadata}\n");
        let files = Files::new(&[("live.yaml", &live), ("patch.yaml", "data: {a: c}\n")]);
        let shown = run(&["merge", &files.name("live.yaml"), &files.name("patch.yaml")]);
        let name = files.name("live.yaml");
        let (kubectl, help) = kubectl.split_once("\nhelp").unwrap_or((kubectl, ""));
        let help = if help.is_empty() {
            String::new()
        } else {
            format!("help{help}\n")
        };
        let wanted =
            format!("error: {name}:{place}\n{help}note: kubectl: unable to decode {name:?}: {kubectl}\n");
        assert_eq!((shown.code, shown.err.as_str()), (2, wanted.as_str()));
        // Also next to another object.
        let several = format!("{live}---\napiVersion: v1\nkind: Secret\nmetadata: {{name: s}}\n");
        std::fs::write(&name, several).unwrap();
        let patch = "{kind: Secret, metadata: {name: s}, type: Opaque}";
        let shown = run(&["compare", &name, "-p", patch]);
        assert_eq!((shown.code, shown.err.as_str()), (2, wanted.as_str()));
    }
    for metadata in [
        "labels: {version: null}",
        "finalizers: [null]",
        "generation: 1e3",
        "unknown: 5",
        "Labels: {a: 1}",
    ] {
        let live = format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a, {metadata}}}\n");
        let files = Files::new(&[("live.yaml", &live), ("patch.yaml", "data: {a: c}\n")]);
        let shown = run(&["merge", &files.name("live.yaml"), &files.name("patch.yaml")]);
        assert_eq!(shown.code, 0, "{}", shown.err);
    }
    // kubectl does not decode the metadata of items in a list.
    let item = "apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a, labels: {a: 1}}\n";
    let list = format!("apiVersion: v1\nkind: List\nitems:\n- {item}");
    let stream = format!("{item}---\n{item}").replace("\n  ", "\n");
    let files = Files::new(&[
        ("list.yaml", &list),
        ("stream.yaml", &stream),
        ("patch.yaml", "data: {a: c}\n"),
    ]);
    for (live, code, errors) in [("list.yaml", 0, 0), ("stream.yaml", 2, 1)] {
        let shown = run(&["merge", &files.name(live), &files.name("patch.yaml")]);
        assert_eq!(
            (shown.code, shown.err.matches("labels.a`").count()),
            (code, errors),
            "{}",
            shown.err
        );
    }
}

#[test]
fn a_rejection_points_at_the_patch_if_the_patch_is_a_cause() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: c\n    image: x\n    env:\n    \
                - name: A\n      value: a\n  nodeSelector:\n    a: b\n";
    let files = Files::new(&[("live.yaml", live)]);
    for patch in [
        "spec:\n  containers:\n  - name: c\n    $deleteFromPrimitiveList/env:\n    - A\n",
        "spec:\n  $setElementOrder/nodeSelector:\n  - a\n",
    ] {
        fs::write(files.name("patch.yaml"), patch).unwrap();
        let shown = run(&["merge", &files.name("live.yaml"), &files.name("patch.yaml")]);
        assert_eq!(shown.code, 1, "{patch}");
        assert!(shown.err.contains("patch.yaml:"), "{patch}: {}", shown.err);
        assert!(!shown.err.contains("live.yaml:"), "{patch}: {}", shown.err);
    }
}

/// kubectl 1.32 rejects each of them with `patch --local`, and accepts the others.
#[test]
fn a_patch_that_kubectl_does_not_read_is_rejected_with_its_semantics_only() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: c}\nspec: {replicas: 3}\n";
    let flow = b"{spec: {replicas: 5}}";
    let bytes = b"# \xff\nspec: {replicas: 5}\n";
    let list = b"[{\"op\": \"replace\", \"path\": \"/spec/replicas\", \"value\": 5}, {\"op\": \"test\", \"path\": \"/x\xff\", \"value\": null}]";
    let empty = b"---\n---\nspec: {replicas: 5}\n";
    let json = b"{\"spec\": {\"replicas\": 5, \"x\": \"\xff\"}}";
    let mark = b"\xef\xbb\xbf{spec: {replicas: 5}}";
    let kubernetes: &[&str] = &["--semantics", "kubernetes"];
    let merge: &[&str] = &["--type", "merge"];
    let cases: &[(&[u8], &[&str], Option<&str>)] = &[
        (flow, kubernetes, Some("kubectl: invalid JSON document")),
        (flow, merge, Some("kubectl: Invalid JSON Patch")),
        (flow, &[], None),
        (flow, &["--type", "merge", "--rfc"], None),
        (
            bytes,
            kubernetes,
            Some(
                "patch.yaml:1:3: the text is not valid UTF-8, and kubectl rejects it: only a patch that begins with `{` can have such bytes [",
            ),
        ),
        (bytes, merge, Some("help: Save the file as UTF-8.")),
        (bytes, &[], None),
        (list, &["--type", "json"], Some("help: Save the file as UTF-8.")),
        (empty, merge, Some("kubectl: Invalid JSON Patch")),
        (empty, kubernetes, None),
        (json, kubernetes, None),
        (mark, kubernetes, None),
    ];
    for (patch, options, rejection) in cases {
        let files = Files::new(&[("live.yaml", live), ("patch.yaml", "")]);
        let (live, name) = (files.name("live.yaml"), files.name("patch.yaml"));
        std::fs::write(&name, patch).unwrap();
        let text = String::from_utf8_lossy(patch);
        let shown = run(&[&["merge", &live, &name], *options].concat());
        assert_eq!(
            shown.code,
            i32::from(rejection.is_some()),
            "{text} {options:?} {}",
            shown.err
        );
        assert_eq!(
            shown.err.contains("[unreadable-patch]"),
            rejection.is_some(),
            "{}",
            shown.err
        );
        let Some(words) = rejection else { continue };
        // It is not also a warning.
        assert!(
            shown.err.contains(words) && !shown.err.contains("warning:"),
            "{words}: {}",
            shown.err
        );
        assert!(!shown.err.contains("random order"), "{}", shown.err);
        let found = run(&[&["lint", &live, &name], *options].concat());
        assert!(found.code == 1 && found.out.contains("error: "), "{}", found.out);
    }
}
