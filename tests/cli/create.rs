//! `mergescope create`: what is printed where, and how it ends.

use crate::program::{Files, Run, run, run_with};

const OLD: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n  finalizers: [b, a]\ndata:\n  a: '1'\n  b: '1'\n";
const NEW: &str =
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n  finalizers: [a, b]\ndata:\n  a: '2'\n";

/// Runs with the arguments; those that end in `.yaml` are files of the folder.
fn create(folder: &Files, args: &[&str]) -> Run {
    let placed: Vec<String> = args
        .iter()
        .map(|arg| {
            if arg.ends_with(".yaml") {
                folder.name(arg)
            } else {
                (*arg).to_owned()
            }
        })
        .collect();
    let mut all = vec!["create"];
    all.extend(placed.iter().map(String::as_str));
    run(&all)
}

#[test]
fn the_patch_goes_to_stdout_and_what_it_cannot_say_to_stderr() {
    let folder = Files::new(&[("old.yaml", OLD), ("new.yaml", NEW)]);
    let answer = create(&folder, &["old.yaml", "new.yaml"]);
    assert_eq!(answer.code, 0);
    assert_eq!(answer.out, "data:\n  a: \"2\"\n  b: null\n");
    assert!(
        answer
            .err
            .starts_with("note: metadata.finalizers: `finalizers` has a different order")
    );
    let json = create(&folder, &["old.yaml", "new.yaml", "-o", "json"]).json();
    assert_eq!(json, serde_json::json!({"data": {"a": "2", "b": null}}));
    for (patch_type, expected) in [
        (
            "merge",
            "{\"data\":{\"a\":\"2\",\"b\":null},\"metadata\":{\"finalizers\":[\"a\",\"b\"]}}",
        ),
        (
            "json",
            "[{\"op\":\"remove\",\"path\":\"/metadata/finalizers/0\"},{\"op\":\"add\",\"path\":\"/metadata/finalizers/1\",\"value\":\"b\"},{\"op\":\"remove\",\"path\":\"/data/b\"},{\"op\":\"replace\",\"path\":\"/data/a\",\"value\":\"2\"}]",
        ),
    ] {
        let json = create(
            &folder,
            &["old.yaml", "new.yaml", "--type", patch_type, "-o", "json"],
        )
        .json();
        assert_eq!(json.to_string(), expected);
    }
}

#[test]
fn the_explanation_names_rule_sentence_and_places() {
    let folder = Files::new(&[("old.yaml", OLD), ("new.yaml", NEW)]);
    for way in [["-o", "text"], ["-o", "explain"], ["--explain", "--overwrite"]] {
        let answer = create(&folder, &["old.yaml", "new.yaml", way[0], way[1]]);
        assert_eq!((answer.code, &*answer.err), (0, ""));
        for part in [
            "− data.b  (send-null)",
            "`b` is in the original document but not in the modified document; null removes it.",
            "old.yaml:8:3",
            "! metadata.finalizers  (order-lost)",
        ] {
            assert!(answer.out.contains(part), "{part}:\n{}", answer.out);
        }
    }
}

/// A map that the current object does not have is sent whole: its line says so, and not that differences are sent.
#[test]
fn a_map_that_only_the_current_object_lacks_is_sent_completely() {
    let map = |data: &str| format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: s}}\n{data}");
    let pod = |spec: &str| format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: s}}\nspec: {{{spec}}}\n");
    let sent = |field: &str| {
        format!("`{field}` is in the modified document but not in the current document, so it is sent.")
    };
    for (original, modified, current, field, removed) in [
        (
            map("data: {a: '1', b: '2'}"),
            map("data: {a: '9', c: '3'}"),
            map(""),
            "data",
            "− data.b  (send-null)",
        ),
        (
            pod("volumes: [{name: a}, {name: b}]"),
            pod("volumes: [{name: a}]"),
            pod("nodeName: n"),
            "volumes",
            "− spec.volumes[name=b]  (send-deleted-item)",
        ),
    ] {
        let folder = Files::new(&[("o.yaml", &original), ("m.yaml", &modified), ("c.yaml", &current)]);
        for patch_type in ["strategic", "merge"] {
            let args = ["o.yaml", "m.yaml", "c.yaml", "-o", "text", "--type", patch_type];
            let shown = create(&folder, &args).out;
            assert!(shown.contains(&sent(field)), "{patch_type}: {shown}");
            // A JSON merge patch has no items.
            assert!(
                shown.contains(removed) || patch_type == "merge",
                "{patch_type}: {shown}"
            );
        }
    }
}

/// Each patch type has a document of its own.
#[test]
fn the_source_of_a_line_is_that_of_the_patch_type() {
    let folder = Files::new(&[("old.yaml", OLD), ("new.yaml", NEW)]);
    for (patch_type, source, other) in [
        ("merge", "RFC 7396, section 2", "strategic-merge-patch"),
        ("strategic", "strategic-merge-patch, \"Background\"", "RFC 7396"),
    ] {
        let shown = create(
            &folder,
            &["old.yaml", "new.yaml", "-o", "text", "--type", patch_type],
        );
        assert!(shown.out.contains(source), "{patch_type}: {}", shown.out);
        assert!(!shown.out.contains(other), "{patch_type}: {}", shown.out);
    }
}

#[test]
fn only_an_empty_original_can_be_null() {
    let folder = Files::new(&[("old.yaml", OLD), ("empty.yaml", "")]);
    let answer = create(&folder, &["old.yaml", "empty.yaml"]);
    assert!(
        answer.err.contains("help: write the object into the file"),
        "{}",
        answer.err
    );
}

#[test]
fn a_patch_that_cannot_be_made_ends_with_1_and_the_words_of_the_library() {
    let live = NEW.replace("a: '2'", "a: '3'");
    let other = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: d\n";
    let widget = "apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: w\n";
    let folder = Files::new(&[
        ("old.yaml", OLD),
        ("new.yaml", NEW),
        ("live.yaml", &live),
        ("other.yaml", other),
        ("widget.yaml", widget),
    ]);
    let cases: [(&[&str], i32, &str); 8] = [
        (
            &["old.yaml", "new.yaml", "live.yaml", "--overwrite=false"],
            1,
            "new.yaml:7:3: the patch changes `data.a`, which was also changed",
        ),
        (
            &["old.yaml", "other.yaml", "--precondition", "metadata.name"],
            1,
            "\nnote: kubectl: precondition failed for: map[data:<nil> metadata:map[finalizers:<nil> name:d]]\n",
        ),
        (
            &["widget.yaml", "widget.yaml"],
            1,
            "strategic merge patch is not supported for example.com/v1, Kind=Widget locally, try --type merge\n",
        ),
        (&["old.yaml"], 2, "error: "),
        (&["old.yaml", "null"], 2, "error: MODIFIED is null"),
        (&["-", "-"], 2, "error: only one input can be stdin"),
        (
            &["old.yaml", "new.yaml", "live.yaml", "--type", "json"],
            2,
            "error: a JSON patch is computed from two documents",
        ),
        (&["old.yaml", "missing.yaml"], 2, "error: cannot read "),
    ];
    for (args, code, stderr) in cases {
        let answer = create(&folder, args);
        assert_eq!(
            (answer.code, &*answer.out),
            (code, ""),
            "{args:?}: {}",
            answer.err
        );
        let has_lead = answer.err.starts_with("error: ") && answer.err.contains(stderr);
        assert!(has_lead, "{args:?}: {}", answer.err);
    }
}

#[test]
fn nothing_applied_before_is_null() {
    let folder = Files::new(&[("new.yaml", NEW), ("live.yaml", OLD), ("nothing.yaml", "null\n")]);
    for original in ["null", "nothing.yaml"] {
        let answer = create(&folder, &[original, "new.yaml", "live.yaml"]);
        assert_eq!(answer.out, "data:\n  a: \"2\"\n", "{original}");
    }
    let new = folder.name("new.yaml");
    let answer = run_with(&["create", "-", &new], OLD);
    assert_eq!(answer.out, "data:\n  a: \"2\"\n  b: null\n");
}

#[test]
fn a_json_patch_pairs_equal_items_whatever_the_order_of_their_fields() {
    let list =
        |items| format!("apiVersion: example.com/v1\nkind: Foo\nmetadata: {{name: a}}\nitems: [{items}]\n");
    let (old, new) = (
        list("{a: 1, b: 2}, [{a: 1, b: 2}]"),
        list("x, {b: 2, a: 1}, [{b: 2, a: 1}]"),
    );
    let folder = Files::new(&[("old.yaml", &*old), ("new.yaml", &*new)]);
    let json = create(&folder, &["old.yaml", "new.yaml", "--type", "json", "-o", "json"]).json();
    assert_eq!(
        json,
        serde_json::json!([{"op": "add", "path": "/items/0", "value": "x"}])
    );
}

#[test]
fn a_reason_of_a_json_patch_names_the_field_and_not_the_operation() {
    let folder = Files::new(&[("old.yaml", OLD), ("new.yaml", NEW)]);
    let shown = create(&folder, &["old.yaml", "new.yaml", "--type", "json", "-o", "text"]).out;
    for part in [
        "data.a  (replace-operation)\n    `a` is \"1\" in the original document and \"2\" in the modified document",
        "metadata.finalizers[b]  (add-operation)\n    `finalizers[b]` is in the modified document",
        "data.b  (remove-operation)\n    `b` is in the original document",
    ] {
        assert!(shown.contains(part), "{part:?} is missing: {shown}");
    }
    let pod = |ports: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec: {{containers: [{{name: a, image: b, ports: {ports}}}]}}\n"
        )
    };
    for (old, new, want) in [
        (
            "[{containerPort: 79}, {containerPort: 80}]",
            "[{containerPort: 79}, {containerPort: 81}]",
            "Item 2 of `ports` is `containerPort=80` in the original document and `containerPort=81` in the modified document; an operation replaces it.",
        ),
        (
            "[{containerPort: {a: b}}]",
            "[{containerPort: {a: c}}]",
            "an operation replaces it.",
        ),
    ] {
        let folder = Files::new(&[("old.yaml", &*pod(old)), ("new.yaml", &*pod(new))]);
        let shown = create(&folder, &["old.yaml", "new.yaml", "--type", "json", "-o", "text"]).out;
        assert!(shown.contains(want), "{want}: {shown}");
        assert!(!shown.contains("is a map in"), "{shown}");
    }
    let new = create(&folder, &["null", "new.yaml", "--type", "json", "-o", "text"]).out;
    let part =
        "(add-operation)\n    `ConfigMap` is in the modified document but not in the original document";
    assert!(new.contains(part), "{new}");
}

#[test]
fn positions_are_sent_only_where_live_has_another_order() {
    let pod = |names: [&str; 2]| {
        let items = names.map(|name| format!("{{name: {name}, image: i}}")).join(", ");
        format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: web}}\nspec: {{containers: [{items}]}}\n")
    };
    let files = Files::new(&[("a.yaml", &pod(["a", "b"])), ("b.yaml", &pod(["b", "a"]))]);
    let (first, second) = (files.name("a.yaml"), files.name("b.yaml"));
    let sent = |sides: [&String; 3]| {
        let [original, modified, current] = sides;
        let shown = run(&["create", original, modified, current, "--semantics", "position"]);
        assert_eq!(shown.code, 0, "{shown:?}");
        shown.out.contains("$position")
    };
    assert!(!sent([&first, &second, &second]));
    assert!(sent([&first, &first, &second]));
    assert!(sent([&first, &second, &first]));
}
