//! `mergescope policy`: how templates find their objects, what is said of them, and the JSON contract.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::program::{Files, run, run_with};

/// A ConfigurationPolicy with these entries of `object-templates`.
fn policy(entries: &str) -> String {
    format!(
        "apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nmetadata: {{name: p}}\nspec:\n  remediationAction: enforce\n  namespaceSelector: {{include: [shop]}}\n  object-templates:\n{entries}"
    )
}

/// An entry in flow style.
fn entry(kind: &str, definition: &str) -> String {
    format!("  - {{complianceType: {kind}, objectDefinition: {definition}}}\n")
}

const LIVE: &str = "\
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop, labels: {app: web}}, data: {x: '1', z: '2'}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: b, namespace: shop}, data: {x: '1'}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: other}, data: {x: '9'}}
- {apiVersion: e.com/v1, kind: Widget, metadata: {name: w}, spec: {parts: [{id: 1, v: a}]}}
";

/// Verdict, reason and object of every template.
fn shown(entries: &str, args: &[&str]) -> (i32, Vec<String>) {
    let files = Files::new(&[("policy.yaml", &policy(entries)), ("folder/live.yaml", LIVE)]);
    let (policy, live) = (files.path("policy.yaml"), files.path("folder"));
    let mut all = vec![
        "policy",
        policy.to_str().unwrap(),
        live.to_str().unwrap(),
        "-o",
        "json",
    ];
    all.extend(args);
    let run = run(&all);
    let templates = run.json()["templates"].clone();
    let line = |entry: &Value| {
        let text = |key: &str| entry[key].as_str().unwrap().to_owned();
        format!("{} {} {}", text("verdict"), text("reason"), text("object"))
    };
    (run.code, templates.as_array().unwrap().iter().map(line).collect())
}

#[test]
fn every_template_finds_its_object() {
    let named = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {x: '1'}}";
    let unnamed = "{apiVersion: v1, kind: ConfigMap, data: {x: '1'}}";
    for (entries, code, expected) in [
        (entry("MustHave", named), 0, vec!["Compliant match ConfigMap shop/a"]),
        (entry("mustonlyhave", named), 1, vec!["ServerDecides mismatch ConfigMap shop/a"]),
        (entry("mustnothave", named), 1, vec!["NonCompliant exists ConfigMap shop/a"]),
        (
            entry("musthave", &named.replace("name: a", "name: c")),
            1,
            vec!["NonCompliant missing ConfigMap shop/c"],
        ),
        (
            entry("mustnothave", &named.replace("name: a", "name: c")),
            0,
            vec!["Compliant absent ConfigMap shop/c"],
        ),
        (
            entry("musthave", &named.replace("name: a", "name: a, namespace: other")),
            1,
            vec!["ServerDecides mismatch ConfigMap other/a"],
        ),
        (entry("musthave", unnamed), 0, vec!["Compliant match ConfigMap without a name"]),
        (entry("mustnothave", unnamed), 1, vec!["NonCompliant exists ConfigMap without a name"]),
        (
            entry("musthave", &unnamed.replace('1', "7")),
            1,
            vec!["NonCompliant no-match ConfigMap without a name"],
        ),
        (
            entry("musthave", "{apiVersion: v1, kind: ConfigMap, data: {z: '2'}}"),
            0,
            vec!["Compliant match ConfigMap shop/a"],
        ),
        (
            "  - complianceType: musthave\n    objectSelector: {matchLabels: {app: web}}\n    objectDefinition: {apiVersion: v1, kind: ConfigMap, data: {x: '2'}}\n".to_owned(),
            1,
            vec!["ServerDecides mismatch ConfigMap shop/a"],
        ),
        (
            entry("musthave", named) + &entry("Mustnothave", "{apiVersion: v1, kind: Pod}"),
            0,
            vec!["Compliant match ConfigMap shop/a", "Compliant absent Pod without a name"],
        ),
        (
            entry("musthave", &named.replace("'1'", "'{{ .x }}'")),
            1,
            vec!["ServerDecides mismatch ConfigMap shop/a"],
        ),
    ] {
        let (exit, findings) = shown(&entries, &[]);
        assert_eq!((exit, findings), (code, expected.iter().map(|&line| line.to_owned()).collect()), "{entries}");
    }
}

#[test]
fn a_custom_resource_is_refused_strategically_until_its_lists_are_declared() {
    let widget = "{apiVersion: e.com/v1, kind: Widget, metadata: {name: w}, spec: {parts: [{id: 1, v: b}]}}";
    let entries = entry("musthavestrategic", widget);
    let refused = (1, vec!["NonCompliant error Widget w".to_owned()]);
    assert_eq!(shown(&entries, &[]), refused);
    let declared = (1, vec!["ServerDecides mismatch Widget w".to_owned()]);
    assert_eq!(shown(&entries, &["--merge-key", "spec.parts=id"]), declared);
}

#[test]
fn the_json_is_the_contract() {
    let entries = entry(
        "musthave",
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {z: null}}",
    );
    let files = Files::new(&[("policy.yaml", &policy(&entries)), ("live.yaml", LIVE)]);
    let (policy, live) = (files.path("policy.yaml"), files.path("live.yaml"));
    let run = run(&[
        "policy",
        policy.to_str().unwrap(),
        live.to_str().unwrap(),
        "-o",
        "json",
    ]);
    let answer = run.json();
    let template = &answer["templates"][0];
    assert_eq!(template["index"], 0);
    assert_eq!(template["complianceType"], "musthave");
    assert_eq!(template["proposed"], false);
    assert_eq!(template["location"], format!("{}:4:3", live.display()));
    // What would be sent, null and all.
    let sent = json!({
        "apiVersion": "v1", "kind": "ConfigMap",
        "metadata": {"name": "a", "namespace": "shop", "labels": {"app": "web"}},
        "data": {"x": "1", "z": null},
    });
    assert_eq!(template["merged"], sent);
    // How the reader liked the live text is no matter of the policy.
    let all = template["steps"].as_array().unwrap();
    let steps: Vec<&Value> = all
        .iter()
        .filter(|step| step["rule"] != "ambiguous-input")
        .collect();
    let rules: Vec<&str> = steps.iter().map(|step| step["rule"].as_str().unwrap()).collect();
    assert_eq!(
        rules,
        ["musthave-key", "policy-null-sent", "policy-server-decides"]
    );
    assert_eq!(steps[1]["patch"]["line"], 8);
    assert_eq!(steps[1]["path"], "data.z");
    assert!(
        run.err
            .ends_with("4 objects, 1 template: 0 Compliant, 0 NonCompliant, 1 ServerDecides\n"),
        "{}",
        run.err
    );
}

#[test]
fn the_values_of_secrets_are_hidden_and_compared_all_the_same() {
    let entries = entry(
        "musthave",
        "{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {a: hunter2}}",
    );
    let live = "{apiVersion: v1, kind: Secret, metadata: {name: s}, data: {a: aHVudGVyMg==}}";
    let files = Files::new(&[("policy.yaml", &policy(&entries)), ("live.yaml", live)]);
    let (policy, live) = (files.path("policy.yaml"), files.path("live.yaml"));
    for format in ["json", "text", "markdown"] {
        let args = [
            "policy",
            policy.to_str().unwrap(),
            live.to_str().unwrap(),
            "-o",
            format,
        ];
        let hidden = run(&args);
        assert!(
            !hidden.out.contains("hunter2") && !hidden.out.contains("aHVudGVyMg"),
            "{hidden:?}"
        );
        assert!(
            hidden
                .out
                .contains("the live object does not have everything in `stringData`"),
            "{hidden:?}"
        );
        let shown = run(&[&args[..], &["--show-secrets"]].concat());
        assert!(shown.out.contains("hunter2"), "{shown:?}");
    }
}

#[test]
fn text_and_markdown_tell_the_same() {
    let entries = entry(
        "musthavemerge",
        "{apiVersion: e.com/v1, kind: Widget, metadata: {name: w}, spec: {parts: []}}",
    );
    let files = Files::new(&[("policy.yaml", &policy(&entries)), ("live.yaml", LIVE)]);
    let (policy, live) = (files.path("policy.yaml"), files.path("live.yaml"));
    for format in ["text", "markdown"] {
        let run = run(&[
            "policy",
            policy.to_str().unwrap(),
            live.to_str().unwrap(),
            "-o",
            format,
        ]);
        assert_eq!(run.code, 1);
        for part in [
            "musthavemerge (proposed)",
            "ServerDecides",
            "no controller supports it",
            "parts: []",
        ] {
            assert!(run.out.contains(part), "{format}: {part} in {}", run.out);
        }
    }
}

#[test]
fn what_cannot_be_read_is_told_where() {
    let good = policy(&entry("musthave", "{apiVersion: v1, kind: ConfigMap}"));
    let bad_type = policy(&entry("mustmaybe", "{apiVersion: v1, kind: ConfigMap}"));
    for (policy, live, expected) in [
        (good.as_str(), "a: [\n", "live.yaml:"),
        (
            bad_type.as_str(),
            LIVE,
            "policy.yaml:8:6: unknown complianceType \"mustmaybe\"",
        ),
        (
            "kind: ConfigMap\n",
            LIVE,
            "no ConfigurationPolicy with object-templates",
        ),
        (
            "apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nspec: {object-templates: {complianceType: musthave}}\n",
            LIVE,
            "policy.yaml:3:8: object-templates must be a list, but it is a map",
        ),
        (
            "apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nspec: {object-templates-raw: '{{ x }}'}\n",
            LIVE,
            "object-templates-raw is a Go template",
        ),
    ] {
        let files = Files::new(&[("policy.yaml", policy), ("live.yaml", live)]);
        let (policy, live) = (files.path("policy.yaml"), files.path("live.yaml"));
        let run = run(&["policy", policy.to_str().unwrap(), live.to_str().unwrap()]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{expected}");
        assert!(run.err.contains(expected), "{expected} in {}", run.err);
    }
}

#[test]
fn a_whole_cluster_is_one_summary() {
    let mut live = String::new();
    for number in 0..3000 {
        let _ = writeln!(
            live,
            "---\n{{apiVersion: v1, kind: ConfigMap, metadata: {{name: c{number}, namespace: shop}}, data: {{n: 'v{number}'}}}}"
        );
    }
    let entries: String = (0..100)
        .map(|number| {
            let definition = format!(
                "{{apiVersion: v1, kind: ConfigMap, metadata: {{name: c{}}}, data: {{n: 'v{}'}}}}",
                number * 29,
                if number % 10 == 0 { 1 } else { number * 29 }
            );
            entry("musthave", &definition)
        })
        .collect();
    let files = Files::new(&[("policy.yaml", &policy(&entries))]);
    let policy = files.path("policy.yaml");
    let run = run_with(&["policy", policy.to_str().unwrap(), "-", "-o", "json"], &live);
    assert_eq!(
        run.err,
        "3000 objects, 100 templates: 90 Compliant, 0 NonCompliant, 10 ServerDecides\n"
    );
    assert_eq!(run.code, 1);
    assert_eq!(run.json()["templates"].as_array().unwrap().len(), 100);
}

#[test]
fn the_lessons_on_policies_end_as_their_points_say() {
    for (lesson, semantics, env, ports) in [
        (
            "49-policy-replaces-a-list",
            "musthavemerge",
            &["foo"][..],
            &["TCP"][..],
        ),
        (
            "50-policy-adds-a-second-port",
            "musthave",
            &["hello"],
            &["UDP", "TCP"],
        ),
        (
            "50-policy-adds-a-second-port",
            "musthavestrategic",
            &["hello"],
            &["UDP"],
        ),
    ] {
        let (live, patch) = (
            format!("samples/{lesson}/live.yaml"),
            format!("samples/{lesson}/patch.yaml"),
        );
        let run = run(&["merge", &live, &patch, "--semantics", semantics, "-o", "json"]);
        let container = &run.json()["spec"]["template"]["spec"]["containers"][0];
        let all = |list: &str, key: &str| -> Vec<String> {
            let items = container[list].as_array().unwrap();
            items
                .iter()
                .map(|item| item[key].as_str().unwrap().to_owned())
                .collect()
        };
        assert_eq!(all("env", "name"), env, "{lesson} {semantics}");
        assert_eq!(all("ports", "protocol"), ports, "{lesson} {semantics}");
    }
}

#[test]
fn what_the_server_decides_has_a_reason_and_a_likely_verdict() {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {x: '1'}\n";
    let template = live.replace("'1'", "'2'");
    let files = Files::new(&[("live.yaml", live), ("template.yaml", &template)]);
    let (live, template) = (files.name("live.yaml"), files.name("template.yaml"));
    let shown = run(&["explain", &live, &template, "--semantics", "musthave"]);
    for part in [
        "The verdict depends on the API server: `data` differs. The controller ",
        "If it does neither, the verdict is NonCompliant.",
    ] {
        assert!(shown.out.contains(part), "{part}: {}", shown.out);
    }
}

#[test]
fn an_object_that_a_template_deletes_leaves_no_result() {
    let object = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {x: '1'}}";
    let files = Files::new(&[("live.yaml", object)]);
    let live = files.path("live.yaml");
    let on = |command: &str, more: &[&str]| {
        let mut args = vec![command, live.to_str().unwrap(), "-p", object];
        args.extend(["--semantics", "mustnothave"]);
        args.extend(more);
        run(&args)
    };
    let merged = on("merge", &[]);
    assert_eq!((merged.code, &*merged.out), (0, ""), "{merged:?}");
    assert!(merged.err.contains("the object is deleted"), "{merged:?}");
    assert_eq!(on("merge", &["-o", "json"]).json(), Value::Null);
    assert_eq!(on("explain", &["-o", "json"]).json()["result"], Value::Null);
    let shown = on("explain", &[]).out;
    assert!(
        shown.contains("The object is deleted.") && !shown.contains("\ndata:"),
        "{shown}"
    );
}

#[test]
fn policies_and_schemas_in_a_list_of_any_form_are_found() {
    let definition = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {x: '1'}}";
    let one = |templates: &str| {
        format!(
            "{{apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {{name: p}}, \
             spec: {{object-templates: {templates}}}}}"
        )
    };
    let first = one(&format!(
        "&t [{{complianceType: musthave, objectDefinition: {definition}}}]"
    ));
    let second = one("*t");
    let files = Files::new(&[
        ("flow.yaml", &format!("kind: List\nitems: [{first}, {second}]\n")),
        (
            "block.yaml",
            &format!("kind: List\nitems:\n- {first}\n- {second}\n"),
        ),
        ("live.yaml", definition),
        (
            "crd.yaml",
            "kind: List\nitems: [{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, spec: {group: e.com, names: \
             {kind: Widget}, versions: [{name: v1, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: \
             object}}}}}]}}]\n",
        ),
    ]);
    let path = |name: &str| files.path(name).to_str().unwrap().to_owned();
    for policies in ["flow.yaml", "block.yaml"] {
        let shown = run(&["policy", &path(policies), &path("live.yaml"), "-o", "json"]);
        assert_eq!(
            shown.json()["templates"].as_array().map(Vec::len),
            Some(2),
            "{policies}: {shown:?}"
        );
    }
    let shown = run(&["schema", "--schema", &path("crd.yaml"), "Widget"]);
    assert!(shown.code == 0 && shown.out.contains("spec"), "{shown:?}");
}

/// Verdict and sentence of every template of a policy, what is said on stderr, and the exit code.
fn judged(spec: &str) -> (Vec<String>, String, i32) {
    let text = format!(
        "apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nmetadata: {{name: p}}\nspec:\n{spec}"
    );
    let files = Files::new(&[("policy.yaml", &text), ("live.yaml", LIVE)]);
    let (policy, live) = (files.path("policy.yaml"), files.path("live.yaml"));
    let run = run(&[
        "policy",
        policy.to_str().unwrap(),
        live.to_str().unwrap(),
        "-o",
        "json",
    ]);
    let verdicts = match run.code {
        2 => Vec::new(),
        _ => run.json()["templates"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["verdict"].as_str().unwrap().to_owned())
            .collect(),
    };
    (verdicts, run.err, run.code)
}

#[test]
fn only_the_controller_knows_a_templated_name() {
    for kind in ["musthave", "mustnothave"] {
        for metadata in [
            "{name: a, namespace: '{{ .x }}'}",
            "{name: '{{ .x }}', namespace: shop}",
        ] {
            let entries = entry(
                kind,
                &format!("{{apiVersion: v1, kind: ConfigMap, metadata: {metadata}}}"),
            );
            let (verdicts, _, code) = judged(&format!("  object-templates:\n{entries}"));
            assert_eq!(
                (&verdicts[..], code),
                (&["ServerDecides".to_owned()][..], 1),
                "{metadata}"
            );
        }
    }
}

#[test]
fn a_namespaced_template_needs_a_namespace() {
    for (kind, definition, selector, verdict) in [
        (
            "musthave",
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}",
            "",
            "NonCompliant",
        ),
        (
            "mustnothave",
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: none}}",
            "",
            "NonCompliant",
        ),
        (
            "musthave",
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}",
            "  namespaceSelector: {include: [shop]}\n",
            "Compliant",
        ),
        (
            "mustnothave",
            "{apiVersion: v1, kind: Namespace, metadata: {name: n}}",
            "",
            "Compliant",
        ),
        (
            "musthave",
            "{apiVersion: e.com/v1, kind: Widget, metadata: {name: w}}",
            "",
            "Compliant",
        ),
    ] {
        let (verdicts, _, _) = judged(&format!(
            "{selector}  object-templates:\n{}",
            entry(kind, definition)
        ));
        assert_eq!(verdicts, [verdict], "{kind} {definition} {selector}");
    }
}

#[test]
fn a_template_without_name_and_namespace_has_the_message_of_the_controller() {
    let template = entry("musthave", "{apiVersion: v1, kind: ConfigMap, data: {a: b}}");
    let text = format!(
        "apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nmetadata: {{name: p}}\nspec:\n  object-templates:\n{template}"
    );
    let files = Files::new(&[("policy.yaml", &text), ("live.yaml", LIVE)]);
    let answer = run(&["policy", &files.name("policy.yaml"), &files.name("live.yaml")]);
    let said = "namespaced object of kind ConfigMap has no namespace";
    assert!(answer.out.contains(said), "{}{}", answer.out, answer.err);
}

#[test]
fn raw_templates_without_go_templates_are_read() {
    let raw = "  object-templates-raw: |\n    - complianceType: musthave\n      objectDefinition: {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop}}\n";
    assert_eq!(judged(raw).0, ["Compliant"]);
    let (_, err, code) = judged("  object-templates-raw: |\n    a: b\n");
    assert_eq!(code, 2);
    assert!(err.contains("object-templates-raw is not a list"), "{err}");
}

#[test]
fn words_of_a_policy_are_checked_and_their_effect_is_stated() {
    let entries = entry(
        "musthave",
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop}}",
    );
    for (spec, code, sentence) in [
        ("  remediationAction: Inform\n", 0, "the controller sends nothing"),
        ("  remediationAction: enforce\n", 0, ""),
        ("  remediationAction: fix\n", 2, "unknown remediationAction"),
        ("  remediationAction: ENFORCE\n", 2, "unknown remediationAction"),
        (
            "  pruneObjectBehavior: deleteall\n",
            2,
            "unknown pruneObjectBehavior",
        ),
        (
            "  object-templates-raw: \"[]\"\n",
            2,
            "the policy has object-templates and object-templates-raw",
        ),
        (
            "",
            0,
            "the controller reports the policy as NonCompliant (Invalid spec) and checks nothing",
        ),
        ("  severity: High\n", 0, ""),
        ("  severity: bad\n", 2, "unknown severity"),
        (
            "  pruneObjectBehavior: DeleteIfCreated\n",
            0,
            "deletes the objects that it created",
        ),
        ("  pruneObjectBehavior: Never\n", 2, "unknown pruneObjectBehavior"),
    ] {
        let (_, err, found) = judged(&format!("{spec}  object-templates:\n{entries}"));
        assert_eq!(found, code, "{spec}{err}");
        assert!(err.contains(sentence), "{spec}{err}");
    }
    for (kind, code) in [("Musthave", 0), ("mustHave", 2), ("MUSTHAVE", 2)] {
        let entries = entries.replace("musthave", kind);
        let (_, err, found) = judged(&format!("  object-templates:\n{entries}"));
        assert_eq!(found, code, "{kind} {err}");
    }
    let recreated = entries.replace("complianceType", "recreateOption: IfRequired, complianceType");
    let (_, err, _) = judged(&format!("  object-templates:\n{recreated}"));
    assert!(err.contains("creates it again"), "{err}");
}

/// The template has no `selector`, so its map is what removes it.
#[test]
fn an_immutable_field_that_a_template_leaves_out_is_added() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a, namespace: default}\nspec: {selector: {matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}, spec: {containers: [{name: a, image: b}]}}}\n";
    let template = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, namespace: default}, spec: {replicas: 4}}";
    let entries = entry("mustonlyhave", template);
    let files = Files::new(&[("policy.yaml", &policy(&entries)), ("live.yaml", live)]);
    let shown = run(&["policy", &files.name("policy.yaml"), &files.name("live.yaml")]);
    let (_, step) = shown
        .out
        .split_once("spec.selector  (immutable-field)")
        .expect("a step");
    let help =
        "Help: Add `spec.selector` with its live value to the template. With `recreateOption: IfRequired`";
    let place = step
        .lines()
        .find(|line| line.contains("patch "))
        .unwrap_or_default();
    assert!(step.contains(help) && place.contains("policy.yaml:"), "{step}");
}

#[test]
fn a_template_that_does_not_say_which_object_it_is_for_is_not_guessed() {
    let entries = entry("musthave", "{apiVersion: v1, metadata: {name: a}}")
        + &entry(
            "musthave",
            "{kind: ConfigMap, metadata: {name: a}, data: {x: '1'}}",
        )
        + &entry(
            "musthave",
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: '{{ \"a\" }}'}, data: {x: '1'}}",
        )
        + &entry(
            "musthave",
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {x: '{{ 1 }}'}}",
        );
    let files = Files::new(&[("policy.yaml", &policy(&entries)), ("live.yaml", LIVE)]);
    let [policy, live] = ["policy.yaml", "live.yaml"].map(|name| files.name(name));
    let shown = run(&["policy", &policy, &live]);
    for part in [
        "NonCompliant: the template has no `kind`, so the controller cannot read it.",
        "NonCompliant: the template has no `apiVersion`, so the controller cannot find the resource.",
        "ServerDecides: the kind, name or namespace is a Go template",
        "ServerDecides (mismatch",
    ] {
        assert!(shown.out.contains(part), "{part} in {}", shown.out);
    }
    let identity = "it is not executed, so only the controller knows which object is meant";
    let value = "it is not executed, so its text is used as the value";
    assert_eq!(
        [identity, value].map(|note| shown.err.matches(note).count()),
        [1, 1],
        "{}",
        shown.err
    );
}

/// The edits are those of the policy file: whether the template is in flow style or in a Policy.
#[test]
fn edits_have_their_places_in_the_policy_file() {
    let definition =
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, uid: u, annotations: {ö: b, k: 7}}}";
    let inner = policy(&entry("musthave", definition)).replace('\n', "\r\n      ");
    let around = "apiVersion: policy.open-cluster-management.io/v1\r\nkind: Policy\r\nspec:\r\n  policy-templates:\r\n  - objectDefinition:\r\n      ";
    for text in [
        policy(&entry("musthave", definition)),
        format!("kind: Other\n---\n{}", policy(&entry("musthave", definition))),
        format!("{around}{inner}"),
    ] {
        let files = Files::new(&[("policy.yaml", &text), ("live.yaml", LIVE)]);
        let args = ["policy", &files.name("policy.yaml"), &files.name("live.yaml")];
        let shown = run(&[&args[..], &["-o", "json"]].concat()).json()["templates"][0].clone();
        let fixed = |fix: &Value| {
            assert_eq!(fix["applicability"], "machine-applicable", "{fix}");
            let edit = &fix["edits"][0];
            let byte = |key: &str| edit[key].as_u64().unwrap() as usize;
            let line = text[..byte("byteStart")].matches('\n').count() as u64 + 1;
            assert_eq!(edit["line"].as_u64(), Some(line), "{fix}");
            let mut text = text.clone();
            text.replace_range(
                byte("byteStart")..byte("byteEnd"),
                edit["replacement"].as_str().unwrap(),
            );
            text
        };
        assert_eq!(fixed(&shown), text.replace("k: 7", "k: \"7\""));
        assert!(run(&args).out.contains("\nHelp: Quote the value: `k: \"7\"`.\n"));
        let quoted = Files::new(&[("policy.yaml", &fixed(&shown)), ("live.yaml", LIVE)]);
        let args = ["policy", &quoted.name("policy.yaml"), &quoted.name("live.yaml")];
        let run = run(&[&args[..], &["-o", "json"]].concat());
        assert_eq!(run.json()["templates"][0].get("fix"), None);
    }
}

/// The text of a template with an alias is not in the file, and what a Go template becomes is not known.
#[test]
fn templates_with_aliases_or_go_templates_need_a_decision() {
    for (label, has_edits) in [("*b", false), ("'{{ b }}'", true)] {
        let definition = format!(
            "{{apiVersion: v1, kind: ConfigMap, metadata: {{name: a, labels: {{l: {label}, k: 7}}}}}}"
        );
        let text =
            policy(&entry("musthave", &definition)).replace("metadata: {name: p}", "metadata: {name: &b p}");
        let files = Files::new(&[("policy.yaml", &text), ("live.yaml", LIVE)]);
        let run = run(&[
            "policy",
            &files.name("policy.yaml"),
            &files.name("live.yaml"),
            "-o",
            "json",
        ]);
        let shown = &run.json()["templates"][0];
        assert_eq!(shown["applicability"], "needs-decision", "{shown}");
        assert_eq!(
            !shown["edits"].as_array().unwrap().is_empty(),
            has_edits,
            "{shown}"
        );
    }
}
