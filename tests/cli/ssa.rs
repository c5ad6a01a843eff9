//! `mergescope ssa`: what it prints, and its exit codes.

use serde_json::json;

use super::program::{Files, run};

const LIVE: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  managedFields:\n  - manager: hpa\n    operation: Update\n    apiVersion: apps/v1\n    fieldsType: FieldsV1\n    fieldsV1: {f:spec: {f:replicas: {}}}\nspec:\n  replicas: 2\n";
const CONFIG: &str =
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3, paused: true}\n";

#[test]
fn conflicts_and_owners_are_told() {
    let folder = Files::new(&[("live.yaml", LIVE), ("web.yaml", CONFIG)]);
    let (live, config) = (folder.name("live.yaml"), folder.name("web.yaml"));
    let ssa = |more: &[&str]| {
        let args: Vec<&str> = ["ssa", &live, &config, "--manager", "ci"]
            .into_iter()
            .chain(more.iter().copied())
            .collect();
        run(&args)
    };
    let refused = ssa(&["-o", "json"]);
    assert_eq!(refused.code, 1);
    let conflict = json!({"manager": "hpa", "operation": "Update", "path": ".spec.replicas"});
    assert_eq!(refused.json()["verdict"], "conflict");
    assert_eq!(refused.json()["result"], json!(null));
    assert_eq!(refused.json()["conflicts"], json!([conflict]));
    assert_eq!(refused.json()["managers"][0]["manager"], "hpa");
    let forced = ssa(&["--force", "-o", "json"]);
    assert_eq!((forced.code, &forced.json()["verdict"]), (0, &json!("applied")));
    assert_eq!(forced.json()["result"]["metadata"], json!({"name": "web"}));
    let owner = json!({"manager": "ci", "operation": "Apply", "fields": [".spec.paused", ".spec.replicas"]});
    assert_eq!(forced.json()["managers"], json!([owner]));
    let yaml = ssa(&["-o", "yaml"]);
    assert_eq!((yaml.code, yaml.out.as_str()), (1, ""));
    let (error, help) = yaml.err.split_once("\nhelp: ").unwrap_or_default();
    assert!(
        error.starts_with("error: ") && help.contains("force the apply"),
        "{}",
        yaml.err
    );
    // Without a screen it is told in words.
    let shown = ssa(&[]);
    assert_eq!(shown.code, 1);
    for words in [
        "hpa (Update) owns .spec.replicas",
        "unchanged (nothing was written)",
        "(apply-field-conflict)",
    ] {
        assert!(shown.out.contains(words), "{words}: {}", shown.out);
    }
    // Before the first apply, no manager is recorded, and the API server assigns the fields to a manager of that name.
    let unowned = folder.name("unowned.yaml");
    std::fs::write(
        &unowned,
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2}\n",
    )
    .unwrap();
    let first = run(&["ssa", &unowned, &config, "--manager", "ci"]);
    assert!(
        first
            .out
            .contains("before-first-apply (Update) owns .spec.replicas"),
        "{}",
        first.out
    );
    let owners = "(nothing was written):\n  no `managedFields`: each apply assigns all fields to `before-first-apply` until one succeeds\n";
    assert!(first.out.ends_with(owners), "{}", first.out);
    // A rejection before the merge leaves the owners as they are, too.
    for (text, code) in [
        (CONFIG.replace("name: web", "name: web2"), "apply-identity"),
        (
            CONFIG.replace("name: web", "name: web, managedFields: []"),
            "apply-managed-fields",
        ),
    ] {
        let early = folder.name("early.yaml");
        std::fs::write(&early, text).unwrap();
        let shown = run(&["ssa", &live, &early, "--manager", "ci"]);
        assert!(shown.out.contains(code), "{}", shown.out);
        assert!(
            shown
                .out
                .ends_with("(nothing was written):\n  hpa (Update)\n    .spec.replicas\n"),
            "{}",
            shown.out
        );
    }
    // kubectl lists several causes, one on each line.
    let bare = folder.name("bare.yaml");
    std::fs::write(&bare, CONFIG.replace("replicas: 3", "replicas: -1")).unwrap();
    let shown = run(&["ssa", "null", &bare, "--manager", "ci"]);
    let note = "note: kubectl: The Deployment \"web\" is invalid: \n      * spec.replicas: Invalid value: -1: must be greater than or equal to 0\n      * spec.selector: Required value\n";
    assert!(shown.out.contains(note), "{}", shown.out);
    let yaml = ssa(&["--update", "-o", "yaml"]);
    assert_eq!((yaml.code, yaml.out.contains("paused: true")), (0, true));
    let helm = format!("helm={config}");
    let owned = ssa(&["--owns", helm.as_str(), "-o", "json"]);
    assert_eq!(
        (owned.code, &owned.json()["conflicts"][0]["manager"]),
        (1, &json!("helm"))
    );
}

#[test]
fn bad_input_is_told_and_nothing_half_applied() {
    let folder = Files::new(&[
        ("live.yaml", LIVE),
        ("odd.yaml", &LIVE.replace("Update", "Wish")),
        ("flat.yaml", &LIVE.replace("f:replicas: {}", "f:replicas: 5")),
        ("set.yaml", &LIVE.replace("f:replicas: {}", "'v:x': {}")),
        ("web.yaml", CONFIG),
        (
            "wobble.yaml",
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {wobble: 1}\n",
        ),
        (
            "two.yaml",
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: '3', paused: 'no'}\n",
        ),
    ]);
    let name = |name: &str| folder.name(name);
    let (live, config) = (name("live.yaml"), name("web.yaml"));
    let cases: &[(&[&str], i32, &str)] = &[
        (&["ssa", &live, &config, "--update"], 2, "add `--manager NAME`"),
        (&["ssa", &live, &config, "--manager", ""], 2, "--manager is empty"),
        (
            &["ssa", &live, &config, "--manager", &"x".repeat(129)],
            2,
            "longer than 128 bytes",
        ),
        (
            &["ssa", &live, &config, "--manager", "a\tb"],
            2,
            "--manager a\\tb has a character that cannot be printed, at position 2",
        ),
        (
            &["ssa", "null", "null", "--manager", "x"],
            2,
            "error: APPLIED is null\nhelp: ",
        ),
        (
            &["ssa", &name("flat.yaml"), &config, "--manager", "x"],
            2,
            "metadata.managedFields: entry 0 has an integer at \"f:replicas\", but fields are maps",
        ),
        (
            &["ssa", &name("set.yaml"), &config, "--manager", "x"],
            2,
            "entry 0 has the unknown field path \"v:x\"",
        ),
        (
            &["ssa", &live, &config, "--manager", "x", "--owns", "y"],
            2,
            "MANAGER=FILE",
        ),
        (
            &["ssa", &live, &name("none.yaml"), "--manager", "x"],
            2,
            "none.yaml",
        ),
        (
            &["ssa", &name("odd.yaml"), &config, "--manager", "x"],
            2,
            "operation Apply or Update",
        ),
        (
            &["ssa", &live, &name("wobble.yaml"), "--manager", "x", "-o", "yaml"],
            1,
            "failed to create typed patch object (/web; apps/v1, Kind=Deployment): .spec.wobble: field not declared in schema",
        ),
        (
            &["ssa", &live, &name("two.yaml"), "--manager", "x", "-o", "yaml"],
            1,
            "Kind=Deployment): errors: .spec.replicas: expected numeric (int or float), got string .spec.paused: expected boolean",
        ),
    ];
    for (args, code, words) in cases {
        let shown = run(args);
        assert_eq!(shown.code, *code, "{args:?}: {}", shown.err);
        assert!(shown.err.contains(words), "{args:?}: {}", shown.err);
        assert_eq!(shown.out, "", "{args:?}");
    }
}

#[test]
fn a_new_object_is_validated_too() {
    let folder = Files::new(&[("web.yaml", CONFIG)]);
    let created = run(&["ssa", "null", &folder.name("web.yaml"), "--manager", "ci"]);
    assert_eq!(created.code, 1);
    for words in [
        "(apply-invalid)",
        "spec.selector: Required value",
        "The Deployment \"web\" is invalid",
    ] {
        assert!(created.out.contains(words), "{words}: {}", created.out);
    }
}

#[test]
fn the_help_of_a_rejected_apply_says_what_to_write() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  managedFields:\n  - {manager: me, operation: Apply, apiVersion: apps/v1, fieldsType: FieldsV1, fieldsV1: {'f:spec': {'f:selector': {}}}}\nspec:\n  strategy: {rollingUpdate: {maxSurge: 1}}\n  selector: {matchLabels: {app: web}}\n  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: a}]}}\n";
    let head = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n";
    let selector = "selector: {matchLabels: {app: web}}";
    let pod = |pod: &str| format!("spec: {{{selector}, template: {{spec: {{{pod}}}}}}}\n");
    for (applied, help) in [
        (
            format!("spec: {{{selector}, replicas: -2}}\n"),
            "Write 0 or a larger number for `replicas`.",
        ),
        (
            "spec: {replicas: 2}\n".to_owned(),
            "Add `spec.selector` to the applied configuration: the manager owned it and leaves it out.",
        ),
        // A removal of `rollingUpdate` alone does not help: its default returns.
        (
            format!("spec: {{{selector}, strategy: {{type: Recreate}}}}\n"),
            "First make this change with `kubectl patch`, and set `rollingUpdate` to null there: an apply does not remove a field that its manager does not own.",
        ),
        (
            format!("spec: {{{selector}, foo: 1}}\n"),
            "Remove `foo` from the applied configuration: the type does not have this field.",
        ),
        (
            format!("spec: {{{selector}, replicas: many}}\n"),
            "Write a number as the value of `replicas`.",
        ),
        (
            pod("containers: [{name: web}, {name: web}]"),
            "Keep one item with name=\"web\" in `containers`.",
        ),
        (
            pod("containers: [web]"),
            "Write each item of `containers` as a map.",
        ),
        (pod("containers: 5"), "Write `containers` as a list."),
        (
            pod("containers: [{name: web, tty: 1}]"),
            "Write `true` or `false` as the value of `tty`.",
        ),
    ] {
        let files = Files::new(&[("live.yaml", live), ("new.yaml", &format!("{head}{applied}"))]);
        let args = [
            "ssa",
            &files.name("live.yaml"),
            &files.name("new.yaml"),
            "--manager",
            "me",
        ];
        let shown = run(&args);
        assert!(
            shown.out.contains(&format!("\nhelp: {help}\n")),
            "{help} in {}",
            shown.out
        );
    }
}

#[test]
fn the_help_of_what_an_apply_removes_names_what_to_add() {
    let of_web = "{'k:{\"name\":\"web\"}': {.: {}, 'f:image': {}, 'f:name': {}}}";
    let owner = |manager: &str, fields: &str| {
        format!(
            "  - {{manager: {manager}, operation: Apply, apiVersion: apps/v1, fieldsType: FieldsV1, fieldsV1: {{'f:spec': {{'f:template': {fields}}}}}}}\n"
        )
    };
    let own = owner("me", &format!("{{'f:spec': {{'f:containers': {of_web}}}}}"));
    let labels = "'f:metadata': {'f:labels': {'f:app': {}}}";
    let applied = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2}\n";
    for (other, path) in [
        (String::new(), "spec.template"),
        (owner("other", &format!("{{{labels}}}")), "spec.template.spec"),
        (
            owner(
                "other",
                &format!("{{{labels}, 'f:spec': {{'f:restartPolicy': {{}}}}}}"),
            ),
            "spec.template.spec.containers",
        ),
    ] {
        let owners = own.clone() + &other;
        let live = format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  managedFields:\n{owners}spec:\n  selector: {{matchLabels: {{app: web}}}}\n  template: {{metadata: {{labels: {{app: web}}}}, spec: {{restartPolicy: Always, containers: [{{name: web, image: a}}]}}}}\n"
        );
        let files = Files::new(&[("live.yaml", &live), ("new.yaml", applied)]);
        let (live, applied) = (files.name("live.yaml"), files.name("new.yaml"));
        let shown = run(&["ssa", &live, &applied, "--manager", "me"]);
        let help = format!(
            "\nhelp: Add `{path}` to the applied configuration: the manager owned it and leaves it out.\n"
        );
        assert!(shown.out.contains(&help), "{path}: {}", shown.out);
    }
}

/// kubectl reads the file line by line and skips empty documents.
#[test]
fn the_file_of_an_apply_is_read_as_a_manifest() {
    let head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n";
    let (live, applied) = (
        format!("{head}  k: b\n"),
        format!("---\n---\n{head}  k: |\n    x"),
    );
    let files = Files::new(&[("live.yaml", &live), ("new.yaml", &applied)]);
    let (live, applied) = (files.name("live.yaml"), files.name("new.yaml"));
    let update = run(&["ssa", &live, &applied, "--manager", "me", "--update"]);
    let sentence = "The update changes `k` from \"b\" to \"x\\n\".";
    assert!(update.out.contains(sentence), "{update:?}");
    assert!(!update.err.contains("empty"), "{update:?}");
    let apply = run(&["ssa", &live, &applied, "--manager", "me", "--force"]);
    let sentence = "The applied configuration changes `k` from ";
    assert!(apply.out.contains(sentence), "{apply:?}");
    let patch = run(&["merge", &live, &applied]);
    let warning = "new.yaml:2:1: the first document is empty, and kubectl patch uses it as null";
    assert!(patch.err.contains(warning), "{patch:?}");
}

#[test]
fn a_manifest_that_kubectl_does_not_read_is_rejected() {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: v}\n";
    let files = Files::new(&[
        ("live.yaml", live),
        (
            "new.yaml",
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: w}}\n",
        ),
    ]);
    let (live, new) = (files.name("live.yaml"), files.name("new.yaml"));
    for options in [&["--force"][..], &["--update", "--manager", "m"]] {
        let json = run(&[&["ssa", "-o", "json", &live, &new], options].concat());
        assert_eq!(json.code, 1, "{json:?}");
        assert!(json.out.contains("\"rule\": \"unreadable-patch\""), "{json:?}");
        assert!(!json.err.contains("warning"), "{json:?}");
    }
}

#[test]
fn a_default_that_returns_is_shown_with_its_value() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {securityContext: {runAsUser: 1}, serviceAccount: b}\n";
    let update = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {serviceAccount: b}\n";
    let files = Files::new(&[("live.yaml", live), ("update.yaml", update)]);
    let shown = run(&[
        "ssa",
        &files.name("live.yaml"),
        &files.name("update.yaml"),
        "--manager",
        "me",
        "--update",
    ]);
    let sentence = "`securityContext` has a default: the API server sets it to {}.";
    assert!(shown.out.contains(sentence), "{shown:?}");
}

#[test]
fn a_new_object_is_named_and_no_field_is_owned_that_is_never_recorded() {
    let folder = Files::new(&[("web.yaml", CONFIG)]);
    let shown = run(&[
        "ssa",
        "null",
        &folder.name("web.yaml"),
        "--manager",
        "ci",
        "-o",
        "text",
    ]);
    assert!(shown.out.starts_with("apps/v1 Deployment · "), "{}", shown.out);
    let kind = "The object does not exist, so `kind` is added.";
    assert!(shown.out.contains(kind), "{}", shown.out);
    assert!(!shown.out.contains("null:1:1"), "{}", shown.out);
    assert!(!shown.out.contains("owns it"), "{}", shown.out);
}

/// The message of the library names a type of Go. The help has the text of the file.
#[test]
fn a_value_of_another_type_is_named_with_both_types() {
    for (written, article, quoted, of_library) in [
        ("9", "an integer", "9", "9"),
        ("y", "a boolean", "y", "true"),
        ("010", "an integer", "010", "8"),
    ] {
        let new = format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: c}}\ndata: {{a: {written}}}\n");
        let folder = Files::new(&[
            (
                "live.yaml",
                "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n",
            ),
            ("new.yaml", &new),
        ]);
        let (live, file) = (folder.name("live.yaml"), folder.name("new.yaml"));
        let shown = run(&["ssa", &live, &file, "--manager", "ci"]).out;
        for part in [
            format!("its type: `data.a` must be a string, but it is {article} [apply-type-mismatch]\n"),
            format!("help: Quote the value: `a: \"{quoted}\"`.\n"),
            format!(".data.a: expected string, got &value.valueUnstructured{{Value:{of_library}}}\n"),
        ] {
            assert!(shown.contains(&part), "{part}: {shown}");
        }
    }
}

#[test]
fn a_rejected_configuration_has_a_fix() {
    let head = "apiVersion: apps/v1\nkind: Deployment\n";
    for (config, fixed) in [
        (
            "metadata: {name: web}\nspec: {replicas: '3'} # r\n",
            "metadata: {name: web}\nspec: {replicas: 3} # r\n",
        ),
        (
            "metadata: {name: web}\nspec: {replcas: 3}\n",
            "metadata: {name: web}\nspec: {replicas: 3}\n",
        ),
        (
            "metadata: {name: web, labels: {a: 1}}\n",
            "metadata: {name: web, labels: {a: \"1\"}}\n",
        ),
        (
            "metadata:\n  name: web\n  managedFields:\n  - manager: kubectl\nspec: {paused: true}\n",
            "metadata:\n  name: web\nspec: {paused: true}\n",
        ),
        // Only the user knows the number.
        ("metadata: {name: web}\nspec: {replicas: many}\n", ""),
    ] {
        let config = format!("{head}{config}");
        let folder = Files::new(&[("live.yaml", LIVE), ("web.yaml", &config)]);
        let (live, file) = (folder.name("live.yaml"), folder.name("web.yaml"));
        let ssa = || run(&["ssa", &live, &file, "--manager", "ci", "--force", "-o", "json"]);
        let rejected = ssa().json()["rejection"].clone();
        let edits = rejected["edits"].as_array().expect("edits").clone();
        if fixed.is_empty() {
            assert_eq!(
                (rejected["applicability"].as_str(), edits.len()),
                (Some("needs-decision"), 0)
            );
            continue;
        }
        assert_eq!(
            rejected["applicability"],
            json!("machine-applicable"),
            "{rejected}"
        );
        let mut text = config.clone();
        for edit in edits.iter().rev() {
            let byte = |key: &str| edit[key].as_u64().expect("a byte") as usize;
            let replacement = edit["replacement"].as_str().expect("a text");
            text.replace_range(byte("byteStart")..byte("byteEnd"), replacement);
        }
        assert_eq!(text, format!("{head}{fixed}"));
        std::fs::write(&file, text).expect("written");
        let applied = ssa();
        assert_eq!((applied.code, &applied.json()["rejection"]), (0, &json!(null)));
    }
}

#[test]
fn a_field_that_cannot_change_has_the_help_to_keep_it() {
    let object = |app: &str| {
        format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web}}\nspec:\n  selector: {{matchLabels: {{app: {app}}}}}\n  \
             template:\n    metadata: {{labels: {{app: {app}}}}}\n    spec: {{containers: [{{name: a, image: i}}]}}\n"
        )
    };
    let folder = Files::new(&[("live.yaml", &*object("web")), ("other.yaml", &*object("other"))]);
    let (live, other) = (folder.name("live.yaml"), folder.name("other.yaml"));
    let answer = run(&["ssa", &live, &other, "--manager", "ci", "--force", "-o", "yaml"]);
    let help = "help: Apply the live value of `spec.selector`, or delete the object and create it again: the field cannot change.";
    assert!(answer.err.contains(help), "{}", answer.err);
}

fn sample(lesson: &str, patch: &str, args: &[&str]) -> String {
    let (live, patch) = (
        format!("samples/{lesson}/live.yaml"),
        format!("samples/{lesson}/{patch}.yaml"),
    );
    let args = [&["ssa", live.as_str(), patch.as_str()], args].concat();
    run(&args).out
}

/// Checks that a text has each of the first words once, and none of the others.
fn require_once(text: &str, once: &[&str], never: &[&str]) {
    for words in once {
        assert_eq!(text.matches(words).count(), 1, "{words}: {text}");
    }
    for words in never {
        assert!(!text.contains(words), "{words}: {text}");
    }
}

/// The API server lets the manager `kubectl` change what the last-applied annotation and the live object have alike.
#[test]
fn first_owners_have_an_exception_only_for_kubectl() {
    let exception = "unless the last-applied annotation has the live value: the manager `kubectl` may change these fields.";
    let conflict = "first assigned to `before-first-apply`. A change of one of them is a conflict";
    let apply = |args: &[&str]| sample("34-drift-survives-apply", "manifest", args);
    require_once(&apply(&["--manager", "kubectl"]), &[exception, conflict], &[]);
    require_once(&apply(&["--manager", "ci"]), &[conflict], &[exception]);
    // The default and the names of the options are those of kubectl.
    assert_eq!(apply(&[]), apply(&["--field-manager", "kubectl"]));
    assert_eq!(
        apply(&["--manager", "ci", "--force"]),
        apply(&["--field-manager", "ci", "--force-conflicts"])
    );
    let forced = apply(&["--manager", "ci", "--force"]);
    let owner = "`before-first-apply` owns the last-applied annotation.";
    require_once(&forced, &[owner], &["is a conflict", exception]);
    let names = [
        "Deployment · forced server-side apply semantics",
        "With server-side apply semantics",
    ];
    require_once(&forced, &names, &["apply-forced"]);
}

#[test]
fn owners_are_stated_once_and_only_if_they_are_written() {
    let merged = sample("40-left-out-and-shared", "patch", &["--manager", "ci"]);
    require_once(
        &merged,
        &["Field ownership", ".data.REGION"],
        &["apply-owns-after"],
    );
    let rejected = sample("39-two-managers-one-field", "patch", &["--manager", "ci"]);
    require_once(&rejected, &["othing was written"], &["othing is written"]);
    let head = "apiVersion: v1\nkind: Secret\nmetadata: {name: s, resourceVersion: ";
    let folder = Files::new(&[
        ("live.yaml", &format!("{head}'7'}}\ndata: {{a: YQ==}}\n")),
        ("stale.yaml", &format!("{head}'6'}}\nstringData: {{b: x}}\n")),
    ]);
    let (live, stale) = (folder.name("live.yaml"), folder.name("stale.yaml"));
    let args = ["ssa", &live, &stale, "--manager", "ci"];
    let help = "help: Remove `metadata.resourceVersion`, or write the live value `7`.";
    require_once(&run(&args).out, &["Field ownership", help], &[".stringData.b"]);
    let trace = run(&[&args[..], &["-o", "json"]].concat()).json();
    assert!(!trace.to_string().contains("apply-owns-after"), "{trace}");
}

#[test]
fn an_update_moves_ownership_from_the_apply_of_its_manager_and_has_no_other_semantics() {
    let update = sample(
        "40-left-out-and-shared",
        "patch",
        &["--manager", "ci", "--update"],
    );
    let moved = "`LOG_LEVEL` is no longer owned by `ci` (Apply): `ci` (Update) changes it.";
    require_once(&update, &[moved], &["Same result"]);
}

/// The items of a list that is not atomic are added to the live list.
#[test]
fn a_map_in_place_of_a_list_that_merges_is_written_as_a_list() {
    let head = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: ";
    for (live, applied, help) in [
        (
            "{containers: [{name: z, image: i}]}",
            "{containers: {name: z}}",
            "Write `containers` as a list with this one item.",
        ),
        (
            "{containers: [{name: z, image: i}], tolerations: [{key: a}]}",
            "{tolerations: {key: z}}",
            "To replace the live list by this one item, write `tolerations` as a list. To add it, write all items.",
        ),
    ] {
        let folder = Files::new(&[
            ("live.yaml", &format!("{head}{live}\n")),
            ("new.yaml", &format!("{head}{applied}\n")),
        ]);
        let (live, new) = (folder.name("live.yaml"), folder.name("new.yaml"));
        let shown = run(&["ssa", &live, &new, "--manager", "ci"]).out;
        require_once(&shown, &[&format!("help: {help}\n")], &[]);
    }
}

#[test]
fn the_help_of_a_wrong_uid_names_it() {
    let head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, uid: ";
    let folder = Files::new(&[
        ("live.yaml", &format!("{head}b}}\n")),
        ("new.yaml", &format!("{head}c}}\n")),
    ]);
    let (live, new) = (folder.name("live.yaml"), folder.name("new.yaml"));
    let help = "help: Remove `metadata.uid`: the live object does not have this value.";
    for args in [&["ssa", &live, &new, "--update"][..], &["ssa", "null", &new]] {
        let shown = run(&[args, &["--manager", "ci"]].concat()).out;
        require_once(&shown, &[help], &[]);
    }
}

#[test]
fn force_is_no_help_for_an_immutable_field() {
    let live = LIVE.replace("f:replicas: {}", "f:replicas: {}, f:selector: {}")
        + "  selector: {matchLabels: {app: a}}\n";
    let config = CONFIG.replace("replicas: 3", "selector: {matchLabels: {app: b}}");
    let folder = Files::new(&[("live.yaml", &live), ("web.yaml", &config)]);
    let shown = run(&[
        "ssa",
        &folder.name("live.yaml"),
        &folder.name("web.yaml"),
        "--manager",
        "ci",
        "-o",
        "yaml",
    ]);
    let (_, help) = shown.err.split_once("\nhelp: ").unwrap_or_default();
    assert!(!help.contains("force the apply"), "{}", shown.err);
    assert!(
        help.contains("A forced apply is rejected, too: `spec.selector`"),
        "{}",
        shown.err
    );
}
