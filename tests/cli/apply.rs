//! `mergescope apply`: the forms of its answer, and how it ends.

use serde_json::{Value, json};

use crate::program::{Files, Run, run};

const LIVE: &str = r#"apiVersion: v1
kind: ConfigMap
metadata:
  name: c
  namespace: shop
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {"apiVersion":"v1","data":{"a":"1","b":"1"},"kind":"ConfigMap","metadata":{"annotations":{},"name":"c","namespace":"shop"}}
data:
  a: "9"
  b: "1"
  drift: x
"#;
const MANIFEST: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  a: '1'\n  c: '<3'\n";

fn apply(files: &Files, args: &[&str]) -> Run {
    let placed: Vec<String> = args
        .iter()
        .map(|arg| {
            if arg.ends_with(".yaml") {
                files.name(arg)
            } else {
                (*arg).to_owned()
            }
        })
        .collect();
    let mut all = vec!["apply"];
    all.extend(placed.iter().map(String::as_str));
    run(&all)
}

fn files() -> Files {
    let widget = "apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: w\nspec: {a: 1}\n";
    Files::new(&[
        ("live.yaml", LIVE),
        ("null.yaml", "null\n"),
        ("manifest.yaml", MANIFEST),
        (
            "same.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: '9'}\n",
        ),
        ("widget.yaml", widget),
        ("other.yaml", &widget.replace("name: w", "name: v")),
        (
            "secret.yaml",
            "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {p: hunter2}\n",
        ),
        (
            "secret-live.yaml",
            "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {p: hunter1}\n",
        ),
    ])
}

#[test]
fn the_json_tells_patch_result_and_the_fate_of_each_field() {
    let files = files();
    let answer = apply(&files, &["live.yaml", "manifest.yaml", "-o", "json"]);
    assert_eq!((answer.code, &*answer.err), (0, ""));
    let answer = answer.json();
    let annotation = "{\"apiVersion\":\"v1\",\"data\":{\"a\":\"1\",\"c\":\"\\u003c3\"},\"kind\":\"ConfigMap\",\"metadata\":{\"annotations\":{},\"name\":\"c\",\"namespace\":\"shop\"}}\n";
    assert_eq!(answer["verdict"], "applied");
    assert_eq!(answer["patchType"], "strategic");
    assert_eq!(answer["annotation"], annotation);
    assert_eq!(answer["patch"]["data"], json!({"a": "1", "b": null, "c": "<3"}));
    assert_eq!(
        answer["result"]["data"],
        json!({"a": "1", "c": "<3", "drift": "x"})
    );
    assert_eq!(answer["next"], Value::Null);
    let fates: Vec<(&str, &str)> = answer["ledger"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["path"].as_str().unwrap(), row["fate"].as_str().unwrap()))
        .filter(|(path, _)| path.starts_with("data"))
        .collect();
    let expected = [
        ("data.b", "removed"),
        ("data.a", "drift-reverted"),
        ("data.c", "added"),
        ("data.drift", "drift-kept"),
    ];
    assert_eq!(fates, expected);
}

#[test]
fn text_ledger_and_yaml_say_the_same_in_their_way() {
    let files = files();
    for (form, parts) in [
        (
            "text",
            vec![
                "+ data.c  (send-new-field)",
                "Patch:\n",
                "Result:",
                "Drift is kept (1): data.drift",
            ],
        ),
        (
            "ledger",
            vec![
                "~ data.a  (drift-reverted)",
                "last-applied 1 · manifest 1 · live 9 · result 1",
            ],
        ),
        ("yaml", vec!["  drift: x\n"]),
    ] {
        let answer = apply(&files, &["live.yaml", "manifest.yaml", "-o", form]);
        assert_eq!(answer.code, 0, "{form}: {}", answer.err);
        for part in parts {
            assert!(answer.out.contains(part), "{form}: {part}\n{}", answer.out);
        }
    }
    let text = apply(&files, &["live.yaml", "manifest.yaml"]);
    assert_eq!(
        text.out,
        apply(&files, &["live.yaml", "manifest.yaml", "-o", "text"]).out
    );
}

#[test]
fn the_ledger_shows_where_long_texts_differ() {
    let object = |retries: u32| {
        let line = |at: u32| {
            let retries = if at == 52 { retries } else { 3 };
            format!("    run_step {at} of 200 with options --retries={retries} --timeout=30s\n")
        };
        let lines: String = (1..=200).map(line).collect();
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: boot\ndata:\n  run.sh: |\n{lines}")
    };
    let (live, manifest) = (object(3), object(9));
    let files = Files::new(&[("live.yaml", &*live), ("manifest.yaml", &*manifest)]);
    let arguments = [
        "live.yaml",
        "manifest.yaml",
        "--last-applied",
        "live.yaml",
        "-o",
        "ledger",
    ];
    let answer = apply(&files, &arguments);
    let row = answer
        .out
        .lines()
        .skip_while(|line| !line.contains("run.sh"))
        .nth(1);
    let part =
        |name: &str, retries: u32| format!("{name} …of 200 with options --retries={retries} --timeout=30s…");
    let want = [
        part("last-applied", 3),
        part("manifest", 9),
        part("live", 3),
        part("result", 9),
    ];
    assert_eq!(row.unwrap_or_default().trim(), want.join(" · "));
}

#[test]
fn what_was_applied_last_can_come_from_a_file_or_be_nothing() {
    let files = files();
    for (last, patched) in [
        ("null", json!({"a": "1", "c": "<3"})),
        ("same.yaml", json!({"a": "1", "c": "<3"})),
        (
            "live.yaml",
            json!({"a": "1", "b": null, "c": "<3", "drift": null}),
        ),
    ] {
        let answer = apply(
            &files,
            &["live.yaml", "manifest.yaml", "--last-applied", last, "-o", "json"],
        )
        .json();
        assert_eq!(answer["patch"]["data"], patched, "{last}");
    }
}

#[test]
fn an_apply_that_cannot_be_ends_with_1() {
    let files = files();
    let cases: [(&[&str], i32, &str); 5] = [
        (
            &["live.yaml", "manifest.yaml", "--overwrite=false"],
            1,
            "manifest.yaml:6:3: the patch changes `data.a`, which was also changed",
        ),
        (
            &["widget.yaml", "other.yaml"],
            1,
            ": `metadata.name` is `v` in the manifest and `w` in the live object; these are different objects\nhelp: Use the \
             apiVersion, kind, metadata.name and metadata.namespace of the live object in the manifest",
        ),
        (&["live.yaml", "null"], 2, "error: MANIFEST is null"),
        (
            &["null.yaml", "live.yaml"],
            2,
            "null.yaml is null\nhelp: pass `null` if the object does not exist\n",
        ),
        (&["-", "-"], 2, "error: only one input"),
    ];
    for (args, code, lead) in cases {
        let answer = apply(&files, args);
        assert_eq!(answer.code, code, "{args:?}: {}", answer.err);
        let has_lead = answer.err.starts_with("error: ") && answer.err.contains(lead);
        assert!(has_lead, "{args:?}: {}", answer.err);
    }
    let answer = apply(&files, &["widget.yaml", "other.yaml", "-o", "json"]);
    assert_eq!(answer.json()["verdict"], "error");
}

#[test]
fn words_hide_the_values_of_secrets() {
    let files = files();
    for form in ["text", "ledger"] {
        let answer = apply(&files, &["secret-live.yaml", "secret.yaml", "-o", form]);
        assert_eq!(answer.code, 0, "{}", answer.err);
        assert!(
            !answer.out.contains("hunter") && !answer.err.contains("hunter"),
            "{}",
            answer.out
        );
        let shown = apply(
            &files,
            &["secret-live.yaml", "secret.yaml", "-o", form, "--show-secrets"],
        );
        assert!(shown.out.contains("hunter2"), "{}", shown.out);
    }
}

#[test]
fn a_manifest_says_which_object_it_is_for() {
    let whole = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: shop}\ndata: {a: '1'}\n";
    let cases = [
        (
            "apiVersion: v1\n",
            "",
            "name an object: it has no `apiVersion`",
            "apiVersion not set",
        ),
        (
            "kind: ConfigMap\n",
            "",
            "name an object: it has no `kind`",
            "error validating data: kind not set",
        ),
        (
            "name: c, ",
            "",
            "name an object: it has no `metadata.name`",
            "resource name may not be empty",
        ),
        (
            "name: c,",
            "name: d,",
            "`metadata.name` is `d` in the manifest and `c` in the live object",
            "different objects",
        ),
        (
            "shop",
            "mall",
            "`metadata.namespace` is `mall` in the manifest and `shop` in the live object",
            "different objects",
        ),
        (
            "ConfigMap",
            "Secret",
            "`kind` is `Secret` in the manifest and `ConfigMap` in the live object",
            "different objects",
        ),
        (
            "v1",
            "example.com/v1",
            "`apiVersion` is `example.com/v1` in the manifest and `v1` in the live object",
            "different objects",
        ),
    ];
    for (from, to, why, words) in cases {
        let files = Files::new(&[
            ("live.yaml", LIVE),
            ("manifest.yaml", &whole.replacen(from, to, 1)),
        ]);
        for format in ["text", "json", "yaml", "ledger"] {
            let shown = apply(&files, &["live.yaml", "manifest.yaml", "-o", format]);
            assert_eq!(shown.code, 1, "{why}: {shown:?}");
            assert!(shown.err.contains(words), "{why} -o {format}: {}", shown.err);
        }
        let (live, manifest) = (files.name("live.yaml"), files.name("manifest.yaml"));
        let shown = run(&["ssa", &live, &manifest, "--manager", "ci"]);
        assert_eq!(shown.code, 1, "{why}: {shown:?}");
        let rule = match why.starts_with("name") {
            true => "apply-unnamed",
            false => "apply-identity",
        };
        assert!(
            shown.out.contains(why) && shown.out.contains(rule),
            "{why}: {}",
            shown.out
        );
    }
    // A block at the end of a manifest is a whole line, as kubectl reads manifests.
    let files = Files::new(&[
        ("live.yaml", LIVE),
        ("manifest.yaml", &whole.replace("{a: '1'}\n", "\n  a: |\n    x")),
    ]);
    let shown = apply(&files, &["live.yaml", "manifest.yaml", "-o", "json"]);
    assert_eq!(shown.json()["result"]["data"]["a"], "x\n");
    // Of a list, kubectl applies the other manifests.
    let list = "kind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n- {kind: ConfigMap, metadata: {name: b}}\n";
    let files = Files::new(&[("live.yaml", LIVE), ("manifest.yaml", list)]);
    let shown = apply(&files, &["live.yaml", "manifest.yaml", "-o", "text"]);
    assert_eq!(shown.code, 1, "{shown:?}");
    assert!(
        shown.out.contains("ConfigMap a") && shown.err.contains("apiVersion not set"),
        "{shown:?}"
    );
}

#[test]
fn the_help_of_a_manifest_without_a_name_says_what_is_missing() {
    let whole = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: shop}\ndata: {a: '1'}\n";
    let number = ":3:12: `metadata.name` must be a string, but it is an integer";
    for (from, to, error, help) in [
        ("name: c", "name: 5", number, "Write it in quotes."),
        ("kind: ConfigMap\n", "", "it has no `kind`", "Add `kind`."),
        (
            "apiVersion: v1\n",
            "",
            "it has no `apiVersion`",
            "Add `apiVersion`.",
        ),
        (
            "name: c, ",
            "",
            "it has no `metadata.name`",
            "Add `metadata.name`.",
        ),
        (
            "name: c",
            "generateName: c",
            "it has `metadata.generateName` and no `metadata.name`",
            "Write `metadata.name` instead of `metadata.generateName`.",
        ),
    ] {
        let manifest = whole.replacen(from, to, 1);
        let files = Files::new(&[("live.yaml", LIVE), ("manifest.yaml", &manifest)]);
        let (live, name) = (files.name("live.yaml"), files.name("manifest.yaml"));
        let shown = run(&["ssa", &live, &name, "--manager", "ci"]);
        assert!(shown.out.contains(error), "{error} in {}", shown.out);
        assert!(
            shown.out.contains(&format!("\nhelp: {help}\n")),
            "{help} in {}",
            shown.out
        );
        let shown = run(&["apply", &live, &name]);
        let help = help.trim_end_matches('.').to_ascii_lowercase();
        let err = shown.err.to_ascii_lowercase();
        assert!(err.contains(&format!("\nhelp: {help}")), "{help} in {err}");
    }
}

/// kubectl sends nothing: `no matches for kind "deployment" in version "apps/v1"`.
#[test]
fn a_kind_that_the_api_server_does_not_have_is_rejected_and_a_custom_resource_is_not() {
    let object =
        |version: &str, kind: &str| format!("apiVersion: {version}\nkind: {kind}\nmetadata: {{name: c}}\n");
    let rejected = [
        (
            "apps/v1",
            "Deployment",
            "apps/v1",
            "deployment",
            "`kind: Deployment`",
            ":2:",
        ),
        (
            "apps/v1",
            "Deployment",
            "apps/v1",
            "Deploymnet",
            "`kind: Deployment`",
            ":2:",
        ),
        ("v1", "ConfigMap", "v1", "Configmap", "`kind: ConfigMap`", ":2:"),
        (
            "apps/v1",
            "Deployment",
            "apps/v1beta1",
            "Deployment",
            "`apiVersion: apps/v1`",
            ":1:",
        ),
        (
            "apps/v1",
            "Deployment",
            "v1",
            "deployment",
            "`apiVersion: apps/v1`, and `kind: Deployment`",
            ":2:",
        ),
        (
            "apps/v1",
            "Deployment",
            "extensions/v1beta1",
            "Deployment",
            "`apiVersion: apps/v1`",
            ":1:",
        ),
        (
            "networking.k8s.io/v1",
            "Ingress",
            "extensions/v1beta1",
            "Ingress",
            "`apiVersion: networking.k8s.io/v1`",
            ":1:",
        ),
        (
            "v1",
            "ConfigMap",
            "batch/v2alpha1",
            "CronJob",
            "`apiVersion: batch/v1`",
            ":1:",
        ),
        (
            "autoscaling/v1",
            "HorizontalPodAutoscaler",
            "autoscaling/v2beta2",
            "HorizontalPodAutoscaler",
            "`apiVersion: autoscaling/v1`",
            ":1:",
        ),
        (
            "v1",
            "ConfigMap",
            "autoscaling/v2beta2",
            "HorizontalPodAutoscaler",
            "`apiVersion: autoscaling/v1` or `apiVersion: autoscaling/v2`",
            ":1:",
        ),
    ];
    for (live_version, live_kind, version, kind, help, line) in rejected {
        let files = Files::new(&[
            ("live.yaml", &object(live_version, live_kind)),
            ("manifest.yaml", &object(version, kind)),
        ]);
        let (live, manifest) = (files.name("live.yaml"), files.name("manifest.yaml"));
        let known = apply(&files, &["live.yaml", "manifest.yaml"]);
        let new = apply(&files, &["manifest.yaml"]);
        let server_side = run(&["ssa", &live, &manifest, "--manager", "ci"]);
        let why = format!("no matches for kind \"{kind}\" in version \"{version}\"");
        for (shown, text) in [
            (&known, &known.err),
            (&new, &new.err),
            (&server_side, &server_side.out),
        ] {
            assert_eq!(shown.code, 1, "{text}");
            assert!(text.contains(&why) && text.contains(line), "{why}: {text}");
        }
        assert!(
            known.err.contains(&format!("help: Write {help}.")),
            "{help}: {}",
            known.err
        );
    }
    // A custom resource, a newer release, an old cluster, a kind that mergescope does not know.
    for (live_version, version, kind) in [
        ("example.com/v1", "example.com/v1", "deployment"),
        ("traefik.io/v1", "traefik.io/v1", "Ingress"),
        ("apps/v1", "apps/v2", "Deployment"),
        ("apps/v1beta1", "apps/v1beta1", "Deployment"),
        ("apps/v1", "apps/v1", "Fleet"),
        (
            "apiextensions.k8s.io/v1",
            "apiextensions.k8s.io/v1",
            "CustomResourceDefinition",
        ),
    ] {
        let files = Files::new(&[
            ("live.yaml", &object(live_version, kind)),
            ("manifest.yaml", &object(version, kind)),
        ]);
        let shown = apply(&files, &["live.yaml", "manifest.yaml", "-o", "json"]);
        assert!(!shown.out.contains("no matches"), "{}", shown.out);
        let shown = apply(&files, &["manifest.yaml"]);
        let is_old = version == "apps/v1beta1";
        assert_eq!(shown.err.contains("no matches"), is_old, "{}", shown.err);
    }
}

/// The user has a manifest, not the patch.
#[test]
fn the_help_of_an_emptied_list_names_the_manifest() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: a}]}}\n";
    let manifest = live.replace("[{name: web, image: a}]", "[]");
    let files = Files::new(&[("live.yaml", live), ("manifest.yaml", &manifest)]);
    let live = files.name("live.yaml");
    let shown = apply(&files, &["live.yaml", "manifest.yaml", "--last-applied", &live]);
    let help = "\nhelp: keep one item of `containers`: the manifest removes all\n";
    assert!(shown.err.contains(help), "{}", shown.err);
}

#[test]
fn the_help_of_a_rejected_apply_says_what_to_write_in_the_manifest() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, uid: a, resourceVersion: '5'}\nspec:\n  selector: {matchLabels: {app: web}}\n  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: a}]}}\n";
    for (from, to, help) in [
        (
            "{name: web,",
            "{name: web, deletionTimestamp: '2025-01-01T00:00:00Z',",
            "remove `metadata.deletionTimestamp` from MANIFEST",
        ),
        ("uid: a", "uid: b", "remove `metadata.uid` from MANIFEST"),
        ("'5'", "'4'", "remove `metadata.resourceVersion` from MANIFEST"),
        (
            "spec:\n",
            "spec:\n  replicas: -1\n",
            "write 0 or a larger number for `replicas`",
        ),
        ("image: a", "image: ''", "write a value for `image`"),
        (
            "labels: {app: web}",
            "labels: {app: web, a: b c}",
            "write `b c` with letters, digits, `-`, `_` and `.`. Start and end with a letter or digit.",
        ),
        (
            "matchLabels: {app: web}",
            "matchLabels: {app: b}",
            "keep the live value in MANIFEST, or delete the object and create it again",
        ),
    ] {
        let manifest = live.replacen(from, to, 1);
        let files = Files::new(&[("live.yaml", live), ("manifest.yaml", &manifest)]);
        let shown = run(&["apply", &files.name("live.yaml"), &files.name("manifest.yaml")]);
        assert!(
            shown.err.contains(&format!("\nhelp: {help}\n")),
            "{help} in {}",
            shown.err
        );
    }
}

#[test]
fn the_help_of_a_rejected_creation_is_that_of_an_apply() {
    let manifest = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, finalizers: [a.b/c]}\nspec:\n  replicas: 1\n  selector: {matchLabels: {app: web}}\n  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: a}]}}\n";
    for (from, to, help) in [
        (
            "a.b/c",
            "c",
            "write the finalizer as DOMAIN/NAME, for example `example.com/c`, or remove it",
        ),
        (
            "replicas: 1",
            "replicas: -1",
            "write 0 or a larger number for `replicas`",
        ),
        (
            "replicas: 1",
            "replicas: x",
            "write an integer as the value of `replicas`",
        ),
    ] {
        let files = Files::new(&[("new.yaml", &*manifest.replacen(from, to, 1))]);
        let shown = apply(&files, &["new.yaml"]);
        assert!(
            shown.err.contains(&format!("\nhelp: {help}\n")),
            "{help} in {}",
            shown.err
        );
    }
}

#[test]
fn the_ledger_says_that_kubectl_writes_the_map_of_annotations() {
    let plain = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: '1'}\n";
    let files = Files::new(&[("live.yaml", plain), ("manifest.yaml", plain)]);
    let shown = apply(&files, &["live.yaml", "manifest.yaml", "-o", "ledger"]);
    let row = shown
        .out
        .lines()
        .find(|line| line.contains("metadata.annotations"));
    let row = row.unwrap_or_else(|| panic!("{}", shown.out));
    assert!(row.contains("last-applied-written"), "{}", shown.out);
}

#[test]
fn the_ledger_has_a_row_for_a_new_order() {
    let of = |env: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec: {{containers: [{{name: a, image: i, env: [{env}]}}]}}\n"
        )
    };
    let [a, b, c] = ["A", "B", "C"].map(|name| format!("{{name: {name}, value: x}}"));
    let live = of(&format!("{a}, {b}"));
    let cases = [
        (
            format!("{b}, {a}"),
            "⇅ spec.containers[name=a].env  (reordered)",
            true,
        ),
        (
            format!("{c}, {b}, {a}"),
            "⇅ spec.containers[name=a].env  (reordered)",
            true,
        ),
        (format!("{c}, {a}, {b}"), "(reordered)", false),
    ];
    for (env, row, is_there) in cases {
        let files = Files::new(&[("live.yaml", live.as_str()), ("pod.yaml", &of(&env))]);
        let shown = apply(&files, &["live.yaml", "pod.yaml", "-o", "ledger"]).out;
        assert_eq!(shown.contains(row), is_there, "{env}\n{shown}");
    }
}

#[test]
fn a_broken_annotation_is_not_a_template_to_render() {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n  annotations:\n    \
                kubectl.kubernetes.io/last-applied-configuration: '{{\"a\": 1}'\n";
    let files = Files::new(&[
        ("live.yaml", live),
        ("c.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n"),
    ]);
    let shown = apply(&files, &["live.yaml", "c.yaml"]);
    let help = "help: correct or remove the annotation `kubectl.kubernetes.io/last-applied-configuration` of the live object";
    assert!(shown.err.contains(help), "{}", shown.err);
}

#[test]
fn an_object_that_does_not_exist_is_created() {
    let files = Files::new(&[
        (
            "new.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: '1'}\n",
        ),
        (
            "wrong.yaml",
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {replicas: 1}\n",
        ),
        (
            "claim.yaml",
            "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: c}\nspec:\n  accessModes: [ReadWriteOnce]\n  resources: {requests: {storage: 1024Mi}}\n",
        ),
    ]);
    for arguments in [&["new.yaml"][..], &["null", "new.yaml"]] {
        let answer = apply(&files, &[arguments, &["-o", "json"]].concat());
        assert_eq!((answer.code, &*answer.err), (0, ""));
        let answer = answer.json();
        assert_eq!(answer["verdict"], "created");
        assert_eq!(answer["result"]["data"], json!({"a": "1"}));
        let annotations = &answer["result"]["metadata"]["annotations"];
        assert_eq!(
            annotations["kubectl.kubernetes.io/last-applied-configuration"],
            answer["annotation"]
        );
    }
    let new = apply(&files, &["new.yaml"]).out;
    assert!(new.contains("\nNot checked: admission, "), "{new}");
    let wrong = apply(&files, &["wrong.yaml"]);
    assert!(!wrong.out.contains("Not checked"), "{}", wrong.out);
    assert_eq!(wrong.code, 1);
    assert!(
        wrong.err.contains("spec.selector: Required value"),
        "{}",
        wrong.err
    );
    // The API server writes the quantity in another form, so the next apply sends it again.
    let never = apply(&files, &["claim.yaml", "-o", "json"]).json();
    assert_eq!(
        never["next"]["spec"],
        json!({"resources": {"requests": {"storage": "1024Mi"}}})
    );
    let never = apply(&files, &["claim.yaml"]);
    assert!(never.err.contains("never converges"), "{}", never.err);
}

/// kubectl asks for strict validation, so the API server rejects what it would otherwise drop.
#[test]
fn an_unknown_field_ends_an_apply() {
    let config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: '1'}\n";
    let files = Files::new(&[
        ("live.yaml", config),
        ("unknown.yaml", &format!("{config}dota: {{}}\nmore: 1\n")),
    ]);
    let changed = "The request is invalid: patch: Invalid value: \"…\": strict decoding error: unknown field \"dota\", unknown field \"more\"";
    let created =
        "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict decoding error: unknown field";
    for (args, why) in [
        (&["live.yaml", "unknown.yaml"][..], changed),
        (&["unknown.yaml"], created),
    ] {
        for form in ["text", "json", "yaml", "ledger"] {
            let answer = apply(&files, &[args, &["-o", form]].concat());
            assert_eq!(answer.code, 1, "{args:?} {form}");
            assert!(answer.err.contains(why), "{args:?} {form}: {}", answer.err);
            assert!(answer.err.contains("\nhelp: "), "{args:?} {form}: {}", answer.err);
        }
        let answer = apply(&files, &[args, &["-o", "json"]].concat()).json();
        assert_eq!(answer["verdict"], "rejected");
        assert!(answer["error"].as_str().unwrap().contains(why), "{answer}");
    }
}

/// The error is about the field and the line in the manifest, not about a value that the decoder does not name.
#[test]
fn a_value_that_cannot_be_decoded_is_named_with_its_line() {
    let deployment = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 3\n";
    let secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata:\n  d: MQ==\n";
    for (live, from, to, error) in [
        (
            deployment,
            "3",
            "'3'",
            "m.yaml:5:3: the API server rejects this result: `replicas` must be an integer, but it is a string\nhelp: write an integer as the value of `replicas`\nnote: kubectl: The request is invalid: patch: Invalid value: \"…\": unrecognized type: int32\n",
        ),
        (
            secret,
            "MQ==",
            "not base64!",
            "m.yaml:5:3: the API server cannot decode the result: data.d: error decoding from json: illegal base64 data\nhelp: give the field a value of its type\nnote: kubectl: The request is invalid: patch: Invalid value: \"…\": error decoding from json: illegal base64 data\n",
        ),
    ] {
        let files = Files::new(&[("live.yaml", live), ("m.yaml", &live.replace(from, to))]);
        let shown = apply(&files, &["live.yaml", "m.yaml"]);
        assert!(shown.err.ends_with(error), "{}", shown.err);
        // In the ledger, the string does not look like the number.
        let cells = "manifest \"3\" · live 3 · result \"3\"";
        assert_eq!(shown.out.contains(cells), from == "3", "{}", shown.out);
    }
}

/// The values of a Secret are checked although they are hidden.
#[test]
fn hidden_values_decide_too() {
    let secret = |value: &str| {
        format!("apiVersion: v1\nkind: Secret\nmetadata: {{name: s}}\ndata: {{a: '{value}'}}\n")
    };
    let files = Files::new(&[
        ("live.yaml", &secret("MQ==")),
        ("good.yaml", &secret("Mg==")),
        ("wrong.yaml", &secret("hunter2!")),
    ]);
    for (args, code) in [
        (&["live.yaml", "good.yaml"][..], 0),
        (&["good.yaml"], 0),
        (&["live.yaml", "wrong.yaml"], 1),
        (&["wrong.yaml"], 1),
    ] {
        let answer = apply(&files, args);
        assert_eq!(answer.code, code, "{args:?}: {}", answer.err);
        assert_eq!(answer.err.contains("illegal base64 data"), code == 1);
        // The number of the byte tells the length of a value.
        assert!(!answer.err.contains("input byte"), "{}", answer.err);
        assert!(!format!("{}{}", answer.out, answer.err).contains("hunter"));
    }
}

#[test]
fn several_objects_each_get_an_answer_and_all_of_them_a_summary() {
    let config = |name: &str, value: &str| {
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\ndata: {{a: '{value}'}}\n")
    };
    let list = format!(
        "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {{name: d, namespace: shop}}\n  data: {{a: '1'}}\n- {}",
        config("left", "1").trim_end().replace('\n', "\n  ")
    );
    let files = Files::new(&[
        ("live.yaml", &list),
        (
            "several.yaml",
            &[config("d", "2"), config("new", "1")].join("---\n"),
        ),
        ("twice.yaml", &[config("d", "2"), config("d", "1")].join("---\n")),
        ("broken.yaml", &format!("{}---\na: [", config("d", "2"))),
    ]);
    let answer = apply(&files, &["live.yaml", "several.yaml"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    for part in [
        "=== ConfigMap d (",
        "several.yaml:1): applied\n",
        "several.yaml:6): created\n",
        "~ data.a",
        "The ConfigMap does not exist",
    ] {
        assert!(answer.out.contains(part), "{part}\n{}", answer.out);
    }
    assert!(
        answer.err.contains("2 objects: 1 applied, 1 created\n")
            && answer.err.contains("does not change them: ConfigMap left\n"),
        "{}",
        answer.err
    );
    let json = apply(&files, &["live.yaml", "several.yaml", "-o", "json"]).json();
    assert_eq!(json["counts"], json!({"applied": 1, "created": 1}));
    assert_eq!(json["onlyLive"], json!(["ConfigMap left"]));
    assert_eq!(json["objects"][0]["answer"]["result"]["data"]["a"], "2");
    assert_eq!(
        (&json["objects"][1]["name"], &json["objects"][1]["line"]),
        (&json!("new"), &json!(6))
    );
    let yaml = apply(&files, &["live.yaml", "several.yaml", "-o", "yaml"]);
    assert_eq!(yaml.out.matches("kind: ConfigMap").count(), 2, "{}", yaml.out);
    assert_eq!(yaml.out.matches("---\n").count(), 1);
    let answer = apply(&files, &["live.yaml", "broken.yaml"]);
    assert_eq!(answer.code, 2, "{}", answer.err);
    assert!(answer.err.contains("broken.yaml:6:4:"), "{}", answer.err);
}

/// kubectl applies the manifests of one object in order.
#[test]
fn a_second_manifest_of_an_object_is_applied_to_the_result_of_the_first() {
    let config = |data: &str| {
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: c, namespace: shop}}\ndata: {{{data}}}\n")
    };
    let twice = format!("{}---\n{}", config("a: '1', b: x"), config("a: '2'"));
    let files = Files::new(&[("live.yaml", LIVE), ("twice.yaml", &twice)]);
    for (args, kept, verdicts) in [
        (
            &["twice.yaml", "-o", "json"][..],
            Value::Null,
            ["created", "applied"],
        ),
        (
            &["live.yaml", "twice.yaml", "-o", "json"],
            json!("x"),
            ["applied", "applied"],
        ),
    ] {
        let answer = apply(&files, args);
        assert_eq!(answer.code, 0, "{}", answer.err);
        let note = "ConfigMap shop/c is in MANIFEST again (";
        assert!(answer.err.contains(note), "{}", answer.err);
        let json = answer.json();
        let objects = json["objects"].as_array().unwrap();
        let given: Vec<&Value> = objects
            .iter()
            .map(|object| &object["answer"]["verdict"])
            .collect();
        assert_eq!(given, verdicts);
        assert_eq!(
            objects[1]["answer"]["patch"]["data"],
            json!({"a": "2", "b": null})
        );
        assert_eq!(objects[1]["answer"]["result"]["data"]["drift"], kept);
    }
}

/// kubectl sends an object without a name to no server.
#[test]
fn a_new_object_needs_a_kind_and_a_name() {
    for (text, words, help) in [
        (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-}\n",
            "from a-: cannot use generate name with apply",
            "Write `metadata.name` instead of `metadata.generateName`.",
        ),
        (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {labels: {a: b}}\n",
            "resource name may not be empty",
            "Add `metadata.name`.",
        ),
        (
            "apiVersion: v1\nmetadata: {name: a}\n",
            "error validating data: kind not set",
            "Add `kind`.",
        ),
        (
            "a: b\n",
            "error validating data: [apiVersion not set, kind not set]",
            "Add `apiVersion`, `kind` and `metadata.name`.",
        ),
        (
            "kind: ''\napiVersion: v1\nmetadata: {generateName: a-}\n",
            "Object 'Kind' is missing in",
            "Add `kind`.",
        ),
        (
            "kind: ConfigMap\nmetadata: {name: a}\n",
            "apiVersion not set",
            "Add `apiVersion`.",
        ),
    ] {
        let files = Files::new(&[("new.yaml", text)]);
        for args in [
            &["new.yaml", "-o", "text"][..],
            &["null", "new.yaml", "-o", "json"],
        ] {
            let answer = apply(&files, args);
            assert_eq!(answer.code, 1, "{text}: {answer:?}");
            assert!(answer.err.contains(words), "{text}: {}", answer.err);
            assert!(answer.err.contains(help), "{text}: {}", answer.err);
        }
    }
}

/// What Go omits never reaches the stored object, so kubectl sends it each time; what is a pointer or a struct does.
#[test]
fn an_empty_value_that_is_not_stored_is_sent_each_time() {
    const POD: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n";
    let pod = |spec: &str| format!("{POD}spec: {{containers: [{{name: a, image: i}}], {spec}}}\n");
    let container = |field: &str| format!("{POD}spec: {{containers: [{{name: a, image: i, {field}}}]}}\n");
    let object = |kind: &str, rest: &str| format!("{kind}\nmetadata: {{name: a}}\n{rest}\n");
    let (config, custom) = ("apiVersion: v1\nkind: ConfigMap", "apiVersion: a.b/v1\nkind: Foo");
    let role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role";
    let policy = "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy";
    let set = "apiVersion: apps/v1\nkind: ReplicaSet";
    let replicas = |number: u32| {
        object(
            set,
            &format!(
                "spec: {{replicas: {number}, selector: {{matchLabels: {{a: b}}}}, template: {{metadata: {{labels: {{a: b}}}}, spec: {{containers: [{{name: a, image: i}}]}}}}}}"
            ),
        )
    };
    let cases = [
        (pod("nodeSelector: {}"), "spec.nodeSelector"),
        (pod("hostNetwork: false"), "spec.hostNetwork"),
        (
            pod("tolerations: [{key: a, value: null, operator: Exists}]"),
            "spec.tolerations",
        ),
        (
            pod("tolerations: [{key: a, value: '', operator: Exists}]"),
            "spec.tolerations",
        ),
        (pod("automountServiceAccountToken: false"), ""),
        (pod("securityContext: {}"), ""),
        (
            pod("volumes: [{name: v, hostPath: {path: /v, type: ''}}, {name: w, emptyDir: {}}]"),
            "",
        ),
        (container("args: []"), "args"),
        (container("args: ['']"), ""),
        (container("env: [{name: A, value: ''}]"), "env[name=A].value"),
        (container("resources: {limits: {}}"), "resources.limits"),
        (
            container("resources: {}, securityContext: {privileged: false, capabilities: {}}"),
            "",
        ),
        (object(config, "data: {}"), "data"),
        (object(config, "data: {a: ''}"), ""),
        (object(config, "immutable: false"), ""),
        (object(role, "rules: []"), "rules"),
        (
            object(
                policy,
                "spec: {podSelector: {}, ingress: [], policyTypes: [Ingress]}",
            ),
            "spec.ingress",
        ),
        (
            object(policy, "spec: {podSelector: {}, policyTypes: [Ingress]}"),
            "",
        ),
        (object("apiVersion: v1\nkind: Secret", "type: ''"), "type"),
        (
            object(
                "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding",
                "roleRef: {apiGroup: '', kind: Role, name: r}",
            ),
            "roleRef.apiGroup",
        ),
        (pod("dnsPolicy: ''"), "spec.dnsPolicy"),
        (replicas(0), ""),
        (replicas(2) + "status: {replicas: 2}\n", "status.replicas"),
        (replicas(2) + "status: {}\n", ""),
        (object(custom, "spec: {a: false, b: [], c: {}, d: ''}"), ""),
        (object(custom, "spec: {a: null}"), ""),
        (
            format!("{custom}\nmetadata: {{name: a, labels: {{}}}}\n"),
            "metadata.labels",
        ),
    ];
    for (manifest, sent) in cases {
        let files = Files::new(&[("new.yaml", &manifest)]);
        let answer = apply(&files, &["new.yaml", "-o", "text"]);
        assert_eq!(answer.code, 0, "{manifest}{}", answer.err);
        assert_eq!(answer.err.is_empty(), sent.is_empty(), "{manifest}{}", answer.err);
        let end = format!(
            "{sent}. After this apply the stored object does not change again, but kubectl prints `configured` every time."
        );
        assert!(
            sent.is_empty() || answer.err.contains("never converges") && answer.err.contains(&end),
            "{manifest}{}",
            answer.err
        );
    }
}

#[test]
fn the_ledger_says_that_an_empty_value_is_not_stored() {
    let applied = r#"{"apiVersion":"v1","kind":"Pod","metadata":{"annotations":{},"name":"p"},"spec":{"containers":[{"image":"i","name":"a"}],"hostNetwork":false,"nodeSelector":{}}}"#;
    let live = format!(
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: |\n      {applied}\nspec: {{containers: [{{image: i, name: a}}]}}\n"
    );
    let manifest = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {hostNetwork: false, nodeSelector: {}, containers: [{image: i, name: a}]}\n";
    let files = Files::new(&[("live.yaml", live.as_str()), ("pod.yaml", manifest)]);
    let json = apply(&files, &["live.yaml", "pod.yaml", "-o", "json"]).json();
    let rows = json["ledger"].as_array().unwrap().iter();
    let sent: Vec<(&str, &str)> = rows
        .filter(|row| row["path"].as_str().unwrap().starts_with("spec."))
        .map(|row| (row["path"].as_str().unwrap(), row["fate"].as_str().unwrap()))
        .filter(|(_, fate)| *fate != "in-sync")
        .collect();
    assert_eq!(
        sent,
        [
            ("spec.hostNetwork", "not-stored"),
            ("spec.nodeSelector", "not-stored")
        ]
    );
}

#[test]
fn the_ledger_has_a_row_for_an_empty_value() {
    const POD: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n";
    let (memory, path) = (
        "{name: v, emptyDir: {medium: Memory}}",
        "{name: v, hostPath: {path: /x}}",
    );
    for (last, live, manifest, (field, fate)) in [
        (
            "volumes: [{name: v, emptyDir: {}}]".to_owned(),
            "volumes: [{name: v, emptyDir: {}}]".to_owned(),
            format!("volumes: [{path}]"),
            ("volumes[name=v].emptyDir", "removed"),
        ),
        (
            format!("volumes: [{memory}]"),
            "volumes: [{name: v, emptyDir: {}}]".to_owned(),
            format!("volumes: [{path}]"),
            ("volumes[name=v].emptyDir", "removed"),
        ),
        (
            format!("volumes: [{memory}]"),
            format!("volumes: [{memory}]"),
            format!("volumes: [{path}]"),
            ("volumes[name=v].emptyDir.medium", "removed"),
        ),
        (
            "securityContext: {}".to_owned(),
            "securityContext: {}".to_owned(),
            "hostNetwork: true".to_owned(),
            ("securityContext", "removed"),
        ),
        (
            "volumes: []".to_owned(),
            "volumes: []".to_owned(),
            "hostNetwork: true".to_owned(),
            ("volumes", "removed"),
        ),
        (
            "securityContext: {}".to_owned(),
            "securityContext: {}".to_owned(),
            "securityContext: {}".to_owned(),
            ("securityContext", "in-sync"),
        ),
        (
            "securityContext: {}".to_owned(),
            "securityContext: {}".to_owned(),
            "securityContext: {runAsUser: 1}".to_owned(),
            ("securityContext.runAsUser", "added"),
        ),
    ] {
        let [last, live, manifest] = [last, live, manifest]
            .map(|spec| format!("{POD}  containers: [{{name: a, image: i}}]\n  {spec}\n"));
        let files = Files::new(&[
            ("last.yaml", &*last),
            ("live.yaml", &*live),
            ("pod.yaml", &*manifest),
        ]);
        let args = [
            "live.yaml",
            "pod.yaml",
            "--last-applied",
            "last.yaml",
            "-o",
            "json",
        ];
        let json = apply(&files, &args).json();
        let rows = json["ledger"].as_array().unwrap().iter();
        let fates: Vec<&str> = rows
            .filter(|row| row["path"] == format!("spec.{field}"))
            .map(|row| row["fate"].as_str().unwrap())
            .collect();
        assert_eq!(fates, [fate], "{last}{live}{manifest}");
    }
}

/// `kubectl get -l` prints a list, also of one object.
#[test]
fn a_list_of_one_object_is_a_list() {
    let item =
        "apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: c, namespace: shop}\n  data: {a: '1'}\n";
    let files = Files::new(&[
        ("live.yaml", LIVE),
        (
            "list.yaml",
            &format!("apiVersion: v1\nkind: List\nmetadata: {{}}\nitems:\n- {item}"),
        ),
        (
            "flow.yaml",
            "{\"kind\": \"List\", \"items\": [{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"c\"}}]}",
        ),
    ]);
    for (args, verdict) in [
        (&["list.yaml", "-o", "json"][..], "created"),
        (&["live.yaml", "list.yaml", "-o", "json"], "applied"),
        (&["live.yaml", "flow.yaml", "-o", "json"], "applied"),
    ] {
        let run = apply(&files, args);
        let json: Value = serde_json::from_str(&run.out).unwrap_or_default();
        assert_eq!(
            (run.code, &json["counts"]),
            (0, &json!({verdict: 1})),
            "{args:?} {}",
            run.err
        );
        assert_eq!(json["objects"][0]["name"], "c");
    }
}

#[test]
fn folders_are_applied_and_a_rejected_object_fails_the_command() {
    let folder = Files::new(&[
        ("manifests/b.yaml", MANIFEST),
        (
            "manifests/a.json",
            r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"new"}}"#,
        ),
        ("manifests/notes.txt", "not a manifest"),
        ("empty/notes.txt", "not a manifest"),
        ("live.yaml", LIVE),
        (
            "immutable.yaml",
            &MANIFEST.replace("\ndata:", "\nimmutable: 1\ndata:"),
        ),
    ]);
    let [manifests, live, empty] = ["manifests", "live.yaml", "empty"].map(|name| folder.name(name));
    let answer = run(&["apply", &live, &manifests]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let (first, second) = (
        answer.out.find("a.json:1): created"),
        answer.out.find("b.yaml:1): applied"),
    );
    assert!(first.is_some() && first < second, "{}", answer.out);
    let answer = run(&["apply", &live, &empty]);
    assert_eq!(answer.code, 2);
    assert!(
        answer.err.contains("has no .yaml, .yml or .json files"),
        "{}",
        answer.err
    );
    let answer = run(&["apply", &manifests, &folder.name("immutable.yaml")]);
    assert_eq!(answer.code, 1, "{}", answer.err);
    assert!(answer.err.contains("1 rejected"), "{}", answer.err);
}

#[test]
fn the_data_of_hidden_string_data_is_not_drift() {
    let manifest = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {user: shop, pass: one}\n";
    let live = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: |\n      {\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"annotations\":{},\"name\":\"s\"},\"stringData\":{\"user\":\"shop\",\"pass\":\"one\"}}\ndata: {user: c2hvcA==, pass: dHdv}\ntype: Opaque\n";
    let files = Files::new(&[("live.yaml", live), ("manifest.yaml", manifest)]);
    let answer = apply(&files, &["live.yaml", "manifest.yaml", "-o", "ledger"]);
    for part in [
        "data.pass  (encoded-again)",
        "  data.user  (encoded)",
        "stringData.user  (stored-differently)",
        "Defaults of the API server (1): type",
    ] {
        assert!(answer.out.contains(part), "{part} in {}", answer.out);
    }
    // A key that the manifest no longer has stays in `data`.
    let rest = manifest.replace("user: shop, ", "");
    let none = manifest.replace("stringData: {user: shop, pass: one}\n", "");
    let stored = live.replace("dHdv", "b25l");
    for manifest in [rest, none] {
        let files = Files::new(&[("live.yaml", &stored), ("manifest.yaml", &manifest)]);
        let answer = apply(&files, &["live.yaml", "manifest.yaml", "-o", "ledger"]);
        assert!(
            answer.out.contains("! data.user  (encoded-kept)"),
            "{}",
            answer.out
        );
    }
}

#[test]
fn a_live_object_as_the_manifest_is_noticed() {
    let live = LIVE.replacen("metadata:\n", "metadata:\n  resourceVersion: \"7\"\n", 1);
    let files = Files::new(&[("live.yaml", &live)]);
    let answer = apply(&files, &["live.yaml"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let removed = "note: kubectl removes `resourceVersion` before it creates the object. The next apply of the same file sends it, and the API server rejects that.\n";
    assert!(answer.err.starts_with(removed), "{}", answer.err);
    assert!(!answer.out.contains("resourceVersion: "), "{}", answer.out);
    assert!(answer.out.contains("\"resourceVersion\":\"7\""), "{}", answer.out);
    let said = "warning: MANIFEST has a resourceVersion, as a live object has\nhelp: to apply to a live object, pass its manifest, too: mergescope apply LIVE MANIFEST\n";
    assert!(answer.err.ends_with(said), "{}", answer.err);
}

#[test]
fn a_live_object_without_a_kind_is_an_input_error() {
    let files = Files::new(&[("patch.yaml", "data:\n  a: '1'\n"), ("live.yaml", LIVE)]);
    let swapped = apply(&files, &["patch.yaml", "live.yaml", "-o", "text"]);
    assert_eq!((swapped.code, &*swapped.out), (2, ""), "{}", swapped.err);
    for part in [
        "patch.yaml:1:1: the object has no `kind`",
        "help: LIVE is before MANIFEST: mergescope apply ",
    ] {
        assert!(swapped.err.contains(part), "{}", swapped.err);
    }
}

#[test]
fn fields_that_retain_keys_removes_and_defaults_that_return_are_named() {
    let live = r#"apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":3,"strategy":{"type":"RollingUpdate"}}}'
spec:
  replicas: 7
  strategy:
    type: RollingUpdate
    rollingUpdate: {maxSurge: 1}
  template:
    spec:
      volumes:
      - {name: cache, emptyDir: {}}
"#;
    let manifest = r#"apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  strategy: {type: Recreate}
  template:
    spec:
      volumes:
      - {name: cache, hostPath: {path: /c}}
"#;
    let files = Files::new(&[("live.yaml", live), ("manifest.yaml", manifest)]);
    for form in ["text", "ledger"] {
        let answer = apply(&files, &["live.yaml", "manifest.yaml", "-o", form]);
        let shown = format!("{}{}", answer.out, answer.err);
        for part in [
            "! spec.strategy.rollingUpdate  (removed-by-retain-keys)",
            "! spec.template.spec.volumes[name=cache].emptyDir  (removed-by-retain-keys)",
            "(last-applied-written)",
            "spec.replicas: `replicas` has a default: the API server sets it to 1.",
        ] {
            assert!(shown.contains(part), "{form}: {part}\n{shown}");
        }
        assert!(!shown.contains("removed-with-parent"), "{shown}");
    }
}

#[test]
fn a_hidden_value_of_a_secret_is_no_error() {
    let secret = |value: &str| {
        format!("apiVersion: v1\nkind: Secret\nmetadata: {{name: s, namespace: d}}\ndata: {{a: {value}}}\n")
    };
    let files = crate::program::Files::new(&[("new.yaml", &secret("MQ==")), ("live.yaml", &secret("Mg=="))]);
    let [new, live] = ["new.yaml", "live.yaml"].map(|name| files.name(name));
    for args in [&["apply", &new][..], &["apply", &live, &new]] {
        let shown = crate::program::run(args);
        assert_eq!(shown.code, 0, "{args:?}: {shown:?}");
        assert!(
            !shown.out.contains("MQ==") && !shown.err.contains("base64"),
            "{shown:?}"
        );
    }
}

/// The deletion removes both items of the name, so the next apply adds one again.
#[test]
fn an_item_that_the_next_apply_adds_again_converges_later() {
    let manifest = |env: &str| {
        format!(
            r#"{{"apiVersion":"apps/v1","kind":"Deployment","metadata":{{"name":"web","namespace":"shop"ANNOTATIONS}},"spec":{{"selector":{{"matchLabels":{{"app":"web"}}}},"template":{{"metadata":{{"labels":{{"app":"web"}}}},"spec":{{"containers":[{{"env":[{env}],"image":"web:1","name":"web"}}]}}}}}}}}"#
        )
    };
    let both = manifest(r#"{"name":"A","value":"1"},{"name":"A","value":"2"}"#);
    let applied = both.replace("ANNOTATIONS", r#","annotations":{}"#);
    let annotation = json!({"kubectl.kubernetes.io/last-applied-configuration": applied + "\n"});
    let live = both.replace("ANNOTATIONS", &format!(r#","annotations":{annotation}"#));
    let one = manifest(r#"{"name":"A","value":"2"}"#).replace("ANNOTATIONS", "");
    // A field that every apply sends does not keep the item from being set.
    let sent = one.replace(
        "\"spec\":{\"containers",
        "\"spec\":{\"hostIPC\":false,\"containers",
    );
    assert_ne!(sent, one);
    let files = Files::new(&[("live.yaml", &live), ("web.yaml", &one), ("sent.yaml", &sent)]);
    for manifest in ["web.yaml", "sent.yaml"] {
        let answer = apply(&files, &["live.yaml", manifest, "-o", "json"]).json();
        assert_ne!(answer["next"], Value::Null);
        let rows = answer["ledger"].as_array().unwrap().iter();
        let fates: Vec<&Value> = rows
            .filter(|row| row["path"].as_str().unwrap().contains("env"))
            .map(|row| &row["fate"])
            .collect();
        assert_eq!(fates, ["converges-later", "converges-later"], "{manifest}");
    }
    let shown = apply(&files, &["live.yaml", "web.yaml", "-o", "ledger"]);
    assert!(
        shown.err.contains("This apply converges with the next one"),
        "{}",
        shown.err
    );
}

#[test]
fn a_rejected_new_object_is_not_called_created() {
    let valid = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec: {containers: [{name: c, image: i}]}\n";
    let too_large = valid.replace("spec:\n  selector", "spec:\n  replicas: 3000000000\n  selector");
    let files = Files::new(&[("valid.yaml", valid), ("too-large.yaml", &too_large)]);
    let created = apply(&files, &["valid.yaml", "-o", "text"]);
    assert_eq!((created.code, &*created.err), (0, ""));
    let first = "The Deployment does not exist: kubectl creates it from the manifest, with the last-applied";
    assert!(created.out.starts_with(first), "{}", created.out);
    let rejected = apply(&files, &["too-large.yaml", "-o", "text"]);
    assert_eq!(rejected.code, 1);
    let first = "The Deployment does not exist: kubectl would create it from the manifest, but the API server rejects it.";
    assert!(rejected.out.starts_with(first), "{}", rejected.out);
    let why = "Deployment in version \"v1\" cannot be handled as a Deployment: json: cannot unmarshal number 3000000000 into Go struct field DeploymentSpec.spec.replicas of type int32";
    assert!(rejected.err.contains(why), "{}", rejected.err);
}

/// The API server sets no group for a ServiceAccount, so the stored subjects are those of the manifest.
#[test]
fn a_binding_of_a_service_account_converges() {
    let binding = |subject: &str| {
        format!(
            "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {{name: b}}\nroleRef: {{apiGroup: rbac.authorization.k8s.io, kind: Role, name: r}}\nsubjects: [{{{subject}}}]\n"
        )
    };
    for (subject, never) in [
        ("kind: ServiceAccount, name: x, namespace: d", false),
        ("kind: User, apiGroup: rbac.authorization.k8s.io, name: x", false),
        ("kind: User, name: x", true),
    ] {
        let files = Files::new(&[("binding.yaml", &*binding(subject))]);
        let answer = apply(&files, &["binding.yaml", "-o", "text"]);
        let says = answer.err.contains("never converges");
        assert_eq!((answer.code, says), (0, never), "{subject}: {}", answer.err);
    }
}

/// What the API server sets in a new object is not drift, also without `managedFields`.
#[test]
fn defaults_without_managed_fields_are_not_drift() {
    let tolerations = "{effect: NoExecute, key: node.kubernetes.io/not-ready, operator: Exists, tolerationSeconds: 300}, {effect: NoExecute, key: node.kubernetes.io/unreachable, operator: Exists, tolerationSeconds: 300}";
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: d}\n";
    let up = "{policies: [{periodSeconds: 15, type: Pods, value: 4}, {periodSeconds: 15, type: Percent, value: 100}], selectPolicy: Max, stabilizationWindowSeconds: 0}";
    let down = "{policies: [{periodSeconds: 15, type: Percent, value: 100}], selectPolicy: Max, stabilizationWindowSeconds: 60}";
    let autoscaler = "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: a}\n";
    let metrics =
        "[{resource: {name: cpu, target: {averageUtilization: 50, type: Utilization}}, type: Resource}]";
    let target = format!(
        "maxReplicas: 3, metrics: {metrics}, scaleTargetRef: {{apiVersion: apps/v1, kind: Deployment, name: d}}"
    );
    let definition =
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: as.b.c}\n";
    let versions = "group: b.c, scope: Namespaced, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]";
    let policy = "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: a}\n";
    let flow = "apiVersion: flowcontrol.apiserver.k8s.io/v1\nkind: FlowSchema\nmetadata: {name: a}\n";
    let slice = "apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {name: a}\naddressType: IPv4\nendpoints: [{addresses: [10.0.0.1]}]\n";
    let range = "apiVersion: v1\nkind: LimitRange\nmetadata: {name: a}\n";
    // The manifest, what the object has more, and the rows that are neither in sync nor defaults.
    let cases: [(&str, String, String, &str); 9] = [
        (
            pod,
            "spec: {containers: [{image: 'i:1', name: a, env: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}]}]}\n".to_owned(),
            "spec: {containers: [{image: 'i:1', name: a, env: [{name: A, valueFrom: {resourceFieldRef: {divisor: '0', resource: limits.cpu}}}]}]}\n".to_owned(),
            "",
        ),
        (
            pod,
            "spec: {containers: [{image: 'i:1', name: a, resources: {limits: {cpu: '1', memory: 1Gi}, requests: {cpu: 500m}}}]}\n".to_owned(),
            format!("spec: {{containers: [{{image: 'i:1', name: a, resources: {{limits: {{cpu: '1', memory: 1Gi}}, requests: {{cpu: 500m, memory: 1Gi}}}}}}], tolerations: [{tolerations}]}}\n"),
            "",
        ),
        (
            pod,
            "spec: {containers: [{image: 'i:1', name: a}], tolerations: [{key: x, operator: Exists}]}\n".to_owned(),
            format!("spec: {{containers: [{{image: 'i:1', name: a}}], tolerations: [{{key: x, operator: Exists}}, {tolerations}]}}\n"),
            "spec.tolerations stored-differently",
        ),
        (
            autoscaler,
            format!("spec: {{{target}, behavior: {{scaleDown: {{stabilizationWindowSeconds: 60}}}}}}\n"),
            format!("spec: {{{target}, minReplicas: 1, behavior: {{scaleDown: {down}, scaleUp: {up}}}}}\n"),
            "",
        ),
        (
            definition,
            format!("spec: {{{versions}, names: {{kind: As, plural: as}}}}\n"),
            format!("spec: {{{versions}, conversion: {{strategy: None}}, names: {{kind: As, listKind: AsList, plural: as, singular: as}}}}\n"),
            "",
        ),
        (
            policy,
            "spec: {ingress: [{ports: [{port: 80}]}]}\n".to_owned(),
            "spec: {ingress: [{ports: [{port: 80, protocol: TCP}]}], podSelector: {}, policyTypes: [Ingress]}\n".to_owned(),
            "spec.ingress stored-differently",
        ),
        (
            flow,
            "spec: {priorityLevelConfiguration: {name: p}}\n".to_owned(),
            "spec: {matchingPrecedence: 1000, priorityLevelConfiguration: {name: p}}\n".to_owned(),
            "",
        ),
        (
            slice,
            "ports: [{port: 80}]\n".to_owned(),
            "ports: [{name: '', port: 80, protocol: TCP}]\n".to_owned(),
            "ports stored-differently",
        ),
        (
            range,
            "spec: {limits: [{type: Container, max: {cpu: '2'}, min: {memory: 1Mi}}]}\n".to_owned(),
            "spec: {limits: [{type: Container, default: {cpu: '2'}, defaultRequest: {cpu: '2', memory: 1Mi}, max: {cpu: '2'}, min: {memory: 1Mi}}]}\n".to_owned(),
            "spec.limits stored-differently",
        ),
    ];
    for (head, manifest, live, wanted) in cases {
        let texts = [
            ("live.yaml", head.to_owned() + &live),
            ("new.yaml", head.to_owned() + &manifest),
        ];
        let files = Files::new(&texts.each_ref().map(|(name, text)| (*name, text.as_str())));
        let answer = apply(
            &files,
            &[
                "live.yaml",
                "new.yaml",
                "--last-applied",
                "new.yaml",
                "-o",
                "json",
            ],
        );
        let json = answer.json();
        let rows = json["ledger"].as_array().unwrap().iter();
        let others: Vec<String> = rows
            .map(|row| (row["path"].as_str().unwrap(), row["fate"].as_str().unwrap()))
            .filter(|(path, fate)| *path != "metadata.annotations" && !matches!(*fate, "in-sync" | "default"))
            .map(|(path, fate)| format!("{path} {fate}"))
            .collect();
        assert_eq!(others.join(" "), wanted, "{head}{manifest}{}", answer.err);
    }
}

/// The words are those of `validateVolumeSource`, `validateSeccompProfileField`, `validateHTTPIngressPath` and others.
#[test]
fn sources_paths_and_identities_are_validated() {
    const POD: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n";
    let pod = |field: &str| format!("{POD}spec: {{containers: [{{name: a, image: i}}], {field}}}\n");
    let volume = |source: &str| pod(&format!("volumes: [{{name: v, {source}}}]"));
    let mount = |path: &str| {
        format!(
            "{POD}spec: {{volumes: [{{name: v}}], containers: [{{name: a, image: i, volumeMounts: [{{name: v, mountPath: /m, subPath: {path}}}]}}]}}\n"
        )
    };
    let ingress = |host: &str, path: &str, kind: &str| {
        format!(
            "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {{name: a}}\nspec: {{rules: [{{host: {host}, http: {{paths: [{{path: {path}, pathType: {kind}, backend: {{service: {{name: s, port: {{number: 80}}}}}}}}]}}}}]}}\n"
        )
    };
    let claim = |modes: &str| {
        format!(
            "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {{name: a}}\nspec: {{accessModes: [{modes}], resources: {{requests: {{storage: 1Gi}}}}}}\n"
        )
    };
    let service = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 80}], internalTrafficPolicy: Foo}\n";
    let job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec: {completionMode: Foo, template: {spec: {restartPolicy: Never, containers: [{name: a, image: i}]}}}\n";
    let types = "\"\", \"BlockDevice\", \"CharDevice\", \"Directory\", \"DirectoryOrCreate\", \"File\", \"FileOrCreate\", \"Socket\"";
    let mode = "must be a number between 0 and 0777 (octal), both inclusive";
    for (manifest, words) in [
        (volume("secret: {}"), "spec.volumes[0].secret.secretName: Required value".to_owned()),
        (volume("configMap: {}"), "spec.volumes[0].configMap.name: Required value".to_owned()),
        (
            volume("configMap: {name: a, defaultMode: 999}"),
            format!("spec.volumes[0].configMap.defaultMode: Invalid value: 999: {mode}"),
        ),
        (
            volume("secret: {secretName: a, items: [{key: a, path: /x}]}"),
            "spec.volumes[0].secret.items[0].path: Invalid value: \"/x\": must be a relative path".to_owned(),
        ),
        (
            volume("persistentVolumeClaim: {}"),
            "spec.volumes[0].persistentVolumeClaim.claimName: Required value".to_owned(),
        ),
        (volume("hostPath: {path: /a, type: Directory}"), String::new()),
        (volume("hostPath: {}"), "spec.volumes[0].hostPath.path: Required value".to_owned()),
        (
            volume("hostPath: {path: /a/../b}"),
            "spec.volumes[0].hostPath.path: Invalid value: \"/a/../b\": must not contain '..'".to_owned(),
        ),
        (
            volume("hostPath: {path: /a, type: Foo}"),
            format!("spec.volumes[0].hostPath.type: Unsupported value: \"Foo\": supported values: {types}"),
        ),
        (volume("nfs: {path: /}"), "spec.volumes[0].nfs.server: Required value".to_owned()),
        (mount("a/..b"), String::new()),
        (
            mount("../x"),
            "spec.containers[0].volumeMounts[0].subPath: Invalid value: \"../x\": must not contain '..'".to_owned(),
        ),
        (
            pod("securityContext: {runAsUser: -1}"),
            "spec.securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive".to_owned(),
        ),
        (
            pod("securityContext: {seccompProfile: {type: Localhost}}"),
            "spec.securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost".to_owned(),
        ),
        (pod("securityContext: {runAsUser: 0, seccompProfile: {type: RuntimeDefault}}"), String::new()),
        (
            pod("dnsPolicy: None, dnsConfig: {}"),
            "spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None".to_owned(),
        ),
        (pod("dnsPolicy: None, dnsConfig: {nameservers: [1.1.1.1]}, hostname: a"), String::new()),
        (pod("hostname: A_b"), "spec.hostname: Invalid value: \"A_b\": a lowercase RFC 1123 label".to_owned()),
        (
            ingress("1.2.3.4", "/a", "Exact"),
            "spec.rules[0].host: Invalid value: \"1.2.3.4\": must be a DNS name, not an IP address".to_owned(),
        ),
        (
            ingress("a.b", "/a//b", "Prefix"),
            "spec.rules[0].http.paths[0].path: Invalid value: \"/a//b\": must not contain '//'".to_owned(),
        ),
        (ingress("a.b", "/a//b", "ImplementationSpecific"), String::new()),
        (
            claim("ReadWriteOncePod, ReadWriteMany"),
            "spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes".to_owned(),
        ),
        (
            claim("Foo"),
            "spec.accessModes: Unsupported value: \"Foo\": supported values: \"ReadOnlyMany\", \"ReadWriteMany\", \"ReadWriteOnce\", \"ReadWriteOncePod\"".to_owned(),
        ),
        (claim("ReadOnlyMany, ReadWriteOnce"), String::new()),
        (
            service.to_owned(),
            "spec.internalTrafficPolicy: Unsupported value: \"Foo\": supported values: \"Cluster\", \"Local\"".to_owned(),
        ),
        (
            job.to_owned(),
            "spec.completionMode: Unsupported value: \"Foo\": supported values: \"NonIndexed\", \"Indexed\"".to_owned(),
        ),
    ] {
        let files = Files::new(&[("new.yaml", manifest.as_str())]);
        let answer = apply(&files, &["new.yaml", "-o", "yaml"]);
        assert_eq!(answer.code, i32::from(!words.is_empty()), "{manifest}{}", answer.err);
        assert!(answer.err.contains(&words), "{manifest}{}", answer.err);
    }
}

#[test]
fn the_kind_of_a_new_object_is_escaped() {
    let manifest = "kind: \"Config\\e[31mMap\"\napiVersion: v1\nmetadata: {name: a}\n";
    let files = Files::new(&[("new.yaml", manifest)]);
    for format in ["text", "ledger", "yaml", "json"] {
        let shown = run(&["apply", &files.name("new.yaml"), "-o", format]);
        let all = format!("{}{}", shown.out, shown.err);
        assert!(!all.contains('\u{1b}') && all.contains("Map"), "{format}: {all}");
    }
}

/// A value that is sent but leaves the stored object as it is has a row that says so.
#[test]
fn values_that_the_api_server_does_not_store_are_no_changes() {
    let web = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 1, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: i}]}}}\n";
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n";
    let job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\n";
    let template = "template: {spec: {restartPolicy: Never, containers: [{name: a, image: i}]}}";
    let secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n";
    let parallel = format!("spec: {{parallelism: 1, {template}}}\n");
    let parallel_and_complete = format!("spec: {{parallelism: 1, completions: 1, {template}}}\n");
    let plain = format!("spec: {{{template}}}\n");
    // The head of both, what the live object and the manifest have more, and the rows of interest.
    let cases = [
        (secret, "type: Opaque\n", "type: ''\n", "type stored-differently"),
        (
            secret,
            "type: Opaque\n",
            "type: null\n",
            "type stored-differently",
        ),
        (secret, "type: Opaque\n", "type: Other\n", "type drift-reverted"),
        (
            secret,
            "type: Opaque\n",
            "type: Opaque\ndata: null\n",
            "data nothing-to-remove",
        ),
        (
            "apiVersion: v1\nkind: ConfigMap\n",
            "metadata: {name: a, creationTimestamp: '2026-01-01T00:00:00Z', generation: 3}\n",
            "metadata: {name: a, creationTimestamp: null, generation: 7}\n",
            "metadata.creationTimestamp set-by-server, metadata.generation set-by-server",
        ),
        (
            web,
            "status: {replicas: 1, conditions: [{type: X, status: 'True'}]}\n",
            "status: {replicas: 2, readyReplicas: 1}\n",
            "status.replicas status-kept, status.readyReplicas status-kept, status.conditions server-managed",
        ),
        (
            pod,
            "spec: {containers: [{name: a, image: 'i:1'}], volumes: [{name: v, emptyDir: {}}]}\n",
            "spec: {containers: [{name: a, image: 'i:1'}], volumes: [{name: v}]}\n",
            "spec.volumes[name=v].emptyDir stored-differently",
        ),
        (
            job,
            &parallel_and_complete,
            &parallel,
            "spec.completions drift-kept",
        ),
        (
            job,
            &parallel_and_complete,
            &plain,
            "spec.parallelism default, spec.completions default",
        ),
    ];
    for (head, live, manifest, wanted) in cases {
        let [live, manifest] = [live, manifest].map(|more| head.to_owned() + more);
        let files = Files::new(&[("live.yaml", &*live), ("new.yaml", &*manifest)]);
        let options = [
            "live.yaml",
            "new.yaml",
            "--last-applied",
            "new.yaml",
            "-o",
            "json",
        ];
        let json = apply(&files, &options).json();
        let rows = json["ledger"].as_array().unwrap().iter();
        let others: Vec<String> = rows
            .map(|row| (row["path"].as_str().unwrap(), row["fate"].as_str().unwrap()))
            .filter(|(path, fate)| *path != "metadata.annotations" && *fate != "in-sync")
            .map(|(path, fate)| format!("{path} {fate}"))
            .collect();
        assert_eq!(others.join(", "), wanted, "{manifest}");
    }
}

#[test]
fn the_note_says_how_many_more_fields_are_sent() {
    let names = ["hostNetwork", "hostPID", "hostIPC"].map(|name| format!("{name}: false"));
    let texts = [
        "hostname",
        "subdomain",
        "nodeName",
        "priorityClassName",
        "dnsPolicy",
        "schedulerName",
    ];
    let texts = texts.map(|name| format!("{name}: ''"));
    let fields = [names.join(", "), texts.join(", ")].join(", ");
    let pod = format!(
        "apiVersion: v1\nkind: Pod\nmetadata: {{name: a}}\nspec: {{{fields}, containers: [{{name: a, image: i}}]}}\n"
    );
    let files = Files::new(&[("pod.yaml", &*pod)]);
    let answer = apply(&files, &["pod.yaml", "-o", "text"]);
    assert!(
        answer.err.contains(" and 1 more. After this apply"),
        "{}",
        answer.err
    );
}

/// kubectl decodes the metadata before it looks for a name. The messages are those of kubectl.
#[test]
fn a_name_that_yaml_reads_as_another_type_is_named() {
    for (written, kind, json) in [("n", "a boolean", "bool"), ("0x1F", "an integer", "number")] {
        let manifest = format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {written}}}\n");
        let twice = format!("{manifest}---\n{manifest}");
        let files = Files::new(&[("new.yaml", &*manifest), ("twice.yaml", &*twice)]);
        let kubectl = format!(
            "json: cannot unmarshal {json} into Go struct field ObjectMeta.metadata.name of type string"
        );
        let one = apply(&files, &["new.yaml"]).err;
        assert!(
            one.contains(&format!("`metadata.name` must be a string, but it is {kind}")),
            "{one}"
        );
        assert!(
            one.contains(&format!("help: write it in quotes: \"{written}\"")),
            "{one}"
        );
        assert!(one.contains(&kubectl), "{one}");
        let several = apply(&files, &["twice.yaml"]).err;
        let why =
            format!(": `metadata.name` must be a string, but it is {kind}\nhelp: Write it in quotes.\n");
        assert!(several.contains(&why), "{several}");
        assert!(several.contains(&kubectl), "{several}");
    }
}

#[test]
fn a_failure_names_the_merge_key_and_its_place_in_the_file() {
    let deployment = |env: &str| {
        format!(
            "# The reader sees this file.\n\napiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: d}}\nspec:\n  \
             template:\n    spec:\n      containers:\n        - name: c\n          env:\n{env}"
        )
    };
    let item = |text: &str| deployment(&format!("            - {text}\n"));
    let files = Files::new(&[
        ("live.yaml", &item("{name: A, value: x}")),
        ("manifest.yaml", &item("value: y")),
    ]);
    let Run { err, .. } = apply(&files, &["live.yaml", "manifest.yaml", "-o", "text"]);
    assert!(
        err.contains("manifest.yaml:12:13: `env` is merged by `name`, but an item has no `name`\n"),
        "{err}"
    );
    assert!(err.contains("help: Add `name: ...` to the item.\n"), "{err}");
}

/// Deep objects are read, merged and printed as others.
#[test]
fn the_json_of_a_deep_object_has_all_levels() {
    let deep = |value: &str| {
        let (open, close) = ("{a: ".repeat(200), "}".repeat(200));
        format!(
            "apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: w}}\nspec: {open}{value}{close}\n"
        )
    };
    let files = Files::new(&[("live.yaml", &deep("1")), ("app.yaml", &deep("2"))]);
    let run = apply(&files, &["live.yaml", "app.yaml", "-o", "json"]);
    assert_eq!(run.code, 0, "{run:?}");
    let wanted = format!("{}2{}", "{\"a\":".repeat(200), "}".repeat(200));
    let text: String = run.out.split_whitespace().collect();
    assert!(text.contains(&wanted), "{}", run.out);
}

/// In the ledger the names of items are those of the result, also if they read as another type.
#[test]
fn an_item_whose_name_reads_as_another_type_has_one_row() {
    let object = |value: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: web, finalizers: ['7', '\"7\"']}}\nspec: {{containers: [{{name: app, image: a, env: [{{name: 'Y', value: '{value}'}}]}}]}}\n"
        )
    };
    let files = Files::new(&[("live.yaml", &object("1")), ("manifest.yaml", &object("2"))]);
    let shown = run(&[
        "apply",
        &files.name("live.yaml"),
        &files.name("manifest.yaml"),
        "-o",
        "json",
    ])
    .json();
    let rows = shown["ledger"].as_array().unwrap().iter();
    let found: Vec<(&str, &str)> = rows
        .filter_map(|row| Some((row["path"].as_str()?, row["fate"].as_str()?)))
        .filter(|(path, _)| path.contains('7') || path.contains('Y'))
        .collect();
    let expected = [
        ("spec.containers[name=app].env[name=\"Y\"].value", "changed"),
        ("metadata.finalizers[\"7\"]", "in-sync"),
        ("metadata.finalizers[\"\\\"7\\\"\"]", "in-sync"),
        ("spec.containers[name=app].env[name=\"Y\"].name", "in-sync"),
    ];
    assert_eq!(found, expected);
}
