//! What the first frame says about each rejection: the verdict, the place, the cause, and a help with the key or value to
//! change. A new rejection needs a row.

use std::sync::Arc;

use mergescope::explorer::{ApplyOpening, Explorer, PolicyOpening};
use mergescope::merge::Semantics;
use mergescope::merge::server_side::{ApplyRequest, FieldManager, ManagerOperation};
use mergescope::schema::Schema;

use crate::support::{frame, given, opening};

const DEPLOYMENT: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: default
spec:
  replicas: 2
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - name: web
        image: nginx
        ports:
        - {containerPort: 80, name: http}
        volumeMounts:
        - {name: data, mountPath: /data}
      volumes:
      - {name: data, emptyDir: {}}
";

/// What the first frame must say.
struct Said {
    verdict: &'static str,
    place: &'static str,
    cause: &'static str,
    help: &'static str,
}

/// Returns what a frame says, without white space: texts are wrapped, also within a path.
fn words_of(shown: &str) -> String {
    let column = |line: &str| line.rsplit('│').next().unwrap_or_default().to_owned();
    let (mut all, mut explained) = (String::new(), String::new());
    for line in shown.lines() {
        match line.contains('│') {
            true => explained.push_str(&column(line)),
            false => all.push_str(line),
        }
    }
    without_spaces(&(all + "\n" + &explained))
}

fn without_spaces(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns what is missing on the first frames.
fn missing(name: &str, open: impl Fn() -> Explorer, said: &Said) -> Vec<String> {
    let mut missing = Vec::new();
    for (width, height) in [(80, 24), (120, 40)] {
        let shown = frame(&mut open(), width, height);
        let words = words_of(&shown);
        let help = format!("Help: {}", said.help);
        for part in [said.verdict, said.place, said.cause, &help] {
            if !words.contains(&without_spaces(part)) {
                missing.push(format!("{name}, {width}x{height}: no {part:?}\n{shown}\n"));
                break;
            }
        }
    }
    missing
}

fn check(missing: Vec<String>) {
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

fn open(live: &str, semantics: Semantics, patch: &str) -> Explorer {
    let opening = mergescope::explorer::Opening {
        semantics,
        ..opening(live, &[patch])
    };
    Explorer::open(opening).unwrap()
}

fn open_apply(live: &str, manifest: &str) -> Explorer {
    Explorer::open_apply(ApplyOpening {
        live: given("live.yaml", live),
        manifest: given("manifest.yaml", manifest),
        last_applied: None,
        schema: Arc::new(Schema::builtin()),
        overwrite: true,
    })
    .unwrap()
}

#[test]
fn a_file_that_cannot_be_read() {
    let cases = [
        (
            "spec:\n  replicas: [\n  template:\n    spec: {}\n",
            "patch.yaml:2:13",
            "unclosed bracket '['",
            "Close it, or quote strings that start with this character.",
        ),
        (
            "spec:\n\treplicas: 3\n",
            "patch.yaml:2:1",
            "a tab cannot be used as indentation",
            "Indent with spaces.",
        ),
        (
            "spec:\n  replicas: '3\n",
            "patch.yaml:3:1",
            "the quoted string is not closed",
            "Add the closing quote",
        ),
        (
            "spec:\n  replicas: 3\0\n",
            "patch.yaml:2:14",
            "the control character U+0000 is not allowed",
            "Remove it, or write \\x00 in double quotes.",
        ),
    ];
    let mut wrong = Vec::new();
    for (text, place, cause, help) in cases {
        let said = Said {
            verdict: "✗ unreadable input",
            place,
            cause,
            help,
        };
        for semantics in [
            Semantics::KUBERNETES,
            Semantics::MERGE_PATCH,
            Semantics::JSON_PATCH,
        ] {
            wrong.extend(missing(text, || open(DEPLOYMENT, semantics, text), &said));
        }
        let manifest = Said {
            place: place.strip_prefix("patch").unwrap(),
            ..said
        };
        wrong.extend(missing(text, || open_apply(DEPLOYMENT, text), &manifest));
    }
    check(wrong);
}

#[test]
fn a_live_object_that_is_not_a_map() {
    let cases = [
        ("", "the live object is empty"),
        ("- a\n", "the live object must be a map, but it is a list"),
    ];
    let mut wrong = Vec::new();
    for (live, cause) in cases {
        let said = Said {
            verdict: "✗ unreadable input",
            place: "deployment.yaml:1:1",
            cause,
            help: "Pass an object as LIVE, as `kubectl get -o yaml` prints it.",
        };
        wrong.extend(missing(
            live,
            || open(live, Semantics::KUBERNETES, "spec: {}\n"),
            &said,
        ));
    }
    check(wrong);
}

#[test]
fn a_manifest_with_an_item_twice_or_an_unknown_field() {
    let with = |old: &str, new: &str| {
        assert!(DEPLOYMENT.contains(old), "{old}");
        DEPLOYMENT.replace(old, new)
    };
    let port = "- {containerPort: 80, name: http}\n";
    let volume = "- {name: data, emptyDir: {}}\n";
    let cases = [
        (
            with(
                port,
                &format!("{port}        - {{containerPort: 81, name: http}}\n"),
            ),
            "✗ API server rejects",
            "manifest.yaml:19:31",
            "ports[1].name: Duplicate value: \"http\"",
            "Give each port its own name: `http` is used twice.",
        ),
        (
            with(
                port,
                &format!("{port}        - {{containerPort: 80, name: other}}\n"),
            ),
            "! 1 warning",
            "manifest.yaml:18:9",
            "the item `containerPort=80` more than once",
            "Give each item its own `containerPort`",
        ),
        (
            with(
                volume,
                &format!("{volume}      - {{name: data, configMap: {{name: a}}}}\n"),
            ),
            "✗ API server rejects",
            "manifest.yaml:22:22",
            "`emptyDir` cannot be used together with `configMap`",
            "Give each item its own `name`",
        ),
        (
            with("  replicas: 2\n", "  replica: 3\n"),
            "✗ API server rejects",
            "manifest.yaml:7:3",
            "DeploymentSpec has no field `replica`",
            "Write `replicas` instead of `replica`.",
        ),
    ];
    let mut wrong = Vec::new();
    for (manifest, verdict, place, cause, help) in cases {
        let said = Said {
            verdict,
            place,
            cause,
            help,
        };
        wrong.extend(missing(place, || open_apply(DEPLOYMENT, &manifest), &said));
    }
    // The misspelled field is also removed from the live object, because it was applied before. That step comes later.
    let applied =
        "  annotations: {kubectl.kubernetes.io/last-applied-configuration: '{\"spec\":{\"replicas\":2}}'}\n";
    let live = DEPLOYMENT.replacen("metadata:\n", &format!("metadata:\n{applied}"), 1);
    let said = Said {
        verdict: "✗ API server rejects",
        place: "manifest.yaml:7:3",
        cause: "DeploymentSpec has no field `replica`",
        help: "Write `replicas` instead of `replica`.",
    };
    let manifest = with("  replicas: 2\n", "  replica: 3\n");
    wrong.extend(missing("applied before", || open_apply(&live, &manifest), &said));
    check(wrong);
    // The order that kubectl computes has each key twice, too.
    let first = "- {containerPort: 81, name: a}\n        ";
    let others = "        - {containerPort: 81, name: b}\n        - {containerPort: 80, name: c}\n";
    let manifest = with(port, &format!("{first}{port}{others}"));
    let shown = frame(&mut open_apply(DEPLOYMENT, &manifest), 120, 40);
    let help = without_spaces("Help: Give each item its own `containerPort`");
    assert!(words_of(&shown).contains(&help), "{shown}");
}

/// The version is not served any more.
#[test]
fn a_manifest_that_kubectl_does_not_read_or_that_names_nothing() {
    let mut wrong = Vec::new();
    for (manifest, place, cause, help) in [
        (
            "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}}\n",
            "manifest.yaml:1:",
            "as JSON it is invalid at 1:2",
            "Correct the JSON, or write the manifest as YAML without brackets and braces.",
        ),
        (
            "spec: {replicas: 3}\n",
            "manifest.yaml:1:1",
            "it has no `apiVersion`, no `kind` and no `metadata.name`",
            "Add `apiVersion`, `kind` and `metadata.name`.",
        ),
    ] {
        let verdict = "✗ rejected";
        let said = Said {
            verdict,
            place,
            cause,
            help,
        };
        wrong.extend(missing(manifest, || open_apply(DEPLOYMENT, manifest), &said));
    }
    let said = Said {
        verdict: "✗ rejected",
        place: "patch.yaml:1:",
        cause: "as JSON it is invalid at 1:2",
        help: "Correct the JSON, or write the applied configuration as YAML without brackets and braces.",
    };
    let applied = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}}\n";
    wrong.extend(missing("ssa", || open(DEPLOYMENT, forced(), applied), &said));
    check(wrong);
}

#[test]
fn a_manifest_of_another_version() {
    let said = Said {
        verdict: "✗ rejected",
        place: "manifest.yaml:1:1",
        cause: "The API server has no kind `Deployment` in `apps/v1beta1`",
        help: "Write `apiVersion: apps/v1`.",
    };
    let manifest = DEPLOYMENT.replace("apps/v1", "apps/v1beta1");
    check(missing("version", || open_apply(DEPLOYMENT, &manifest), &said));
}

/// Returns a policy with one template.
fn open_policy(live: &str, template: &str) -> Explorer {
    let indented: String = template.lines().map(|line| format!("      {line}\n")).collect();
    let policy = format!(
        "apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nmetadata: {{name: p}}\nspec:\n  remediationAction: enforce\n  \
         object-templates:\n  - complianceType: musthave\n    objectDefinition:\n{indented}"
    );
    Explorer::open_policy(PolicyOpening {
        policy: given("policy.yaml", &policy),
        live: vec![given("live.yaml", live)],
        schema: Arc::new(Schema::builtin()),
    })
    .unwrap()
}

#[test]
fn a_policy_whose_object_the_api_server_rejects() {
    let service = "apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: default}\nspec:\n  clusterIP: 10.0.0.5\n  \
                   ports: [{port: 80}]\n";
    let job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j, namespace: default}\nspec:\n  selector:\n    \
               matchLabels: {uid: a}\n  template:\n    metadata:\n      labels: {uid: a}\n    spec:\n      restartPolicy: Never\n      \
               containers: [{name: c, image: a}]\n";
    let head = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: default}\n";
    let cases = [
        (
            DEPLOYMENT,
            format!("{head}spec: {{replicas: four}}\n"),
            "✗ API server rejects",
            "spec.replicas",
            "cannot unmarshal string",
            "Write an integer as the value of `replicas`.",
        ),
        (
            DEPLOYMENT,
            format!("{head}spec: {{replicas: -1}}\n"),
            "✗ API server rejects",
            "spec.replicas",
            "must be greater than or equal to 0",
            "Write 0 or a larger number for `replicas`.",
        ),
        (
            DEPLOYMENT,
            format!(
                "{head}spec:\n  template:\n    spec:\n      containers:\n      - name: web\n        env: [{{name: A, value: 5}}]\n"
            ),
            "✗ API server rejects",
            "spec.template.spec.containers[0].env[0].value",
            "cannot unmarshal number",
            "Quote the value: `value: \"5\"`.",
        ),
        (
            DEPLOYMENT,
            format!("{head}spec: hello\n"),
            "✗ API server rejects",
            "spec",
            "cannot unmarshal string",
            "Write `spec` as a map.",
        ),
        (
            DEPLOYMENT,
            format!("{head}spec: {{selector: {{matchLabels: {{app: web, tier: a}}}}, template: {{metadata: {{labels: {{tier: a}}}}}}}}\n"),
            "✗ API server rejects",
            "spec.selector",
            "field is immutable",
            "Keep the live value of `spec.selector`. With `recreateOption: IfRequired`",
        ),
        (
            service,
            "apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: default}\nspec: {clusterIP: 10.0.0.9}\n".to_owned(),
            "✗ API server rejects",
            "spec.clusterIPs[0]",
            "may not change once set",
            "Keep the live value of `spec.clusterIPs[0]`",
        ),
        (
            job,
            "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j, namespace: default}\nspec: {template: {spec: {containers: [{name: c, image: b}]}}}\n".to_owned(),
            "✗ API server rejects",
            "spec.template",
            "field is immutable",
            "Keep the live value of `spec.template`",
        ),
        (
            DEPLOYMENT,
            "apiVersion: apps/v1\nmetadata: {name: web}\nspec: {replicas: 3}\n".to_owned(),
            "✗ rejected",
            "policy.yaml:9:7",
            "The template has no `kind`, so the controller cannot read it.",
            "Add `kind` to the template.",
        ),
        (
            DEPLOYMENT,
            "kind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3}\n".to_owned(),
            "✗ rejected",
            "policy.yaml:9:7",
            "The template has no `apiVersion`, so the controller cannot find the resource.",
            "Add `apiVersion` to the template.",
        ),
        (
            DEPLOYMENT,
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3}\n".to_owned(),
            "✗ rejected",
            "policy.yaml:9:7",
            "The template has no `metadata.namespace`, and the `namespaceSelector` of the policy includes no namespace",
            "Set `metadata.namespace` in the template, or a `namespaceSelector` in the policy.",
        ),
    ];
    let mut wrong = Vec::new();
    for (live, template, verdict, place, cause, help) in cases {
        let said = Said {
            verdict,
            place,
            cause,
            help,
        };
        wrong.extend(missing(&template, || open_policy(live, &template), &said));
    }
    check(wrong);
}

#[test]
fn a_result_that_the_api_server_rejects() {
    let container =
        |fields: &str| format!("spec: {{template: {{spec: {{containers: [{{name: web, {fields}}}]}}}}}}\n");
    let cases = [
        (
            container("imagePullPolicy: Sometimes"),
            "imagePullPolicy",
            "Unsupported value: \"Sometimes\"",
            "Write one of `Always`, `IfNotPresent`, `Never` for `imagePullPolicy`.",
        ),
        (
            "spec: {replicas: -1}\n".to_owned(),
            "spec.replicas",
            "must be greater than or equal to 0",
            "Write 0 or a larger number for `replicas`.",
        ),
        (
            container("volumeMounts: [{name: nope, mountPath: /x}]"),
            "volumeMounts[mountPath=/x].name",
            "Not found: \"nope\"",
            "Write the name of a volume, or add a volume `nope`.",
        ),
        (
            container("livenessProbe: {periodSeconds: 5}"),
            "livenessProbe",
            "must specify a handler type",
            "Add one of `exec`, `httpGet`, `tcpSocket`, `grpc`.",
        ),
        (
            container(
                "ports: [{containerPort: 81, protocol: TCP, name: a}, {containerPort: 82, protocol: TCP, name: a}]",
            ),
            "].name",
            "Duplicate value: \"a\"",
            "Give each port its own name: `a` is used twice.",
        ),
    ];
    let head = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: default}\n";
    let mut wrong = Vec::new();
    for (patch, place, cause, help) in cases {
        let said = |verdict| Said {
            verdict,
            place,
            cause,
            help,
        };
        let merged = said("✗ API server rejects");
        wrong.extend(missing(
            &patch,
            || open(DEPLOYMENT, Semantics::KUBERNETES, &patch),
            &merged,
        ));
        // Server-side apply gives the same help.
        let applied = format!("{head}{patch}");
        wrong.extend(missing(
            &applied,
            || open(DEPLOYMENT, forced(), &applied),
            &said("✗ rejected"),
        ));
    }
    check(wrong);
}

/// A map or list without an entry in a file is null, which deletes the live value.
#[test]
fn a_removal_that_leaves_nothing() {
    let both = &[Semantics::KUBERNETES, Semantics::PROPOSAL][..];
    let merge = &[Semantics::MERGE_PATCH][..];
    let nested = |list: &str| format!("spec:\n  template:\n    spec:\n      {list}\n");
    let cases = [
        (
            both,
            "spec:\n  $patch: 3\n".to_owned(),
            "✗ rejected",
            "patch.yaml:2:3",
            "`$patch` must be `replace` or `delete`, not 3.",
            "Remove `$patch: 3`: merging is the default. `spec` is then empty; write it as `{}`.",
        ),
        (
            both,
            "spec:\n  $patch: delte\n  replicas: 3\n".to_owned(),
            "✗ rejected",
            "patch.yaml:2:3",
            "not \"delte\".",
            "Remove `$patch: delte` to merge `spec`, or write `$patch: replace` or `$patch: delete`.",
        ),
        (
            both,
            nested("containers: [3]"),
            "✗ rejected",
            "patch.yaml:4:",
            "items of a merged list must have the same type",
            "Remove `3` from `containers`: it is not a map. The patch is then empty; write it as `{}`.",
        ),
        (
            both,
            nested("$setElementOrder/containers: [{image: x}]"),
            "✗ rejected",
            "patch.yaml:4:",
            "must contain the merge key",
            "Remove `$setElementOrder/containers`: none of its entries has the merge key `name`. The patch is then empty; write it as `{}`.",
        ),
        (
            both,
            "metadata:\n  name: web2\n".to_owned(),
            "✗ API server rejects",
            "metadata.name",
            "does not match the name on the URL",
            "Remove `metadata.name` from the patch. The patch is then empty; write it as `{}`.",
        ),
        (
            both,
            nested("containers: [{$patch: delete, name: web}]"),
            "✗ API server rejects",
            "spec.template.spec.containers",
            "Required value",
            "Keep one item of `containers`: the patch removes all.",
        ),
        (
            merge,
            "kind: null\n".to_owned(),
            "✗ rejected",
            "patch.yaml:1:1",
            "The result must have a `kind`",
            "Remove `kind` from the patch: the live object has it. The patch is then empty; write it as `{}`.",
        ),
        (
            merge,
            nested("containers: null"),
            "✗ API server rejects",
            "spec.template.spec",
            "Required value",
            "Write a value for `containers`, or remove `containers: null`: the field is required. If you remove it, the \
             patch is then empty; write it as `{}`.",
        ),
    ];
    let mut wrong = Vec::new();
    for (semantics, patch, verdict, place, cause, help) in cases {
        let said = Said {
            verdict,
            place,
            cause,
            help,
        };
        for semantics in semantics {
            wrong.extend(missing(&patch, || open(DEPLOYMENT, *semantics, &patch), &said));
        }
    }
    check(wrong);
}

#[test]
fn a_json_patch() {
    let at = "patch.yaml:1:1";
    let containers = "/spec/template/spec/containers";
    let cases = [
        (
            "- {op: test, path: /spec/replicas, value: 3}\n".to_owned(),
            "✗ rejected",
            "the value is 2, but the test expects 3",
            "The object is not as the patch expects.",
        ),
        (
            "- {op: update, path: /spec/replicas, value: 3}\n".to_owned(),
            "✗ rejected",
            "there is no operation with this name",
            "Write `op: replace`.",
        ),
        (
            "- {op: 5, path: /spec/replicas, value: 3}\n".to_owned(),
            "✗ rejected",
            "`op` is not a string",
            "Write `op: add`.",
        ),
        (
            format!("- {{op: add, path: {containers}/9, value: {{name: x, image: y}}}}\n"),
            "✗ rejected",
            "the list has 1 item, so there is no index 9",
            "Append to the list: write `/spec/template/spec/containers/-`.",
        ),
        (
            format!("- {{op: replace, path: {containers}/web/image, value: y}}\n"),
            "✗ rejected",
            "`web` in `/spec/template/spec/containers/web/image` does not exist",
            "Write `/spec/template/spec/containers/0/image`: `containers` is a list, and `web` is item 0.",
        ),
        (
            "- {op: move, from: /spec, path: /spec/template/x}\n".to_owned(),
            "✗ rejected",
            "`spec` in `/spec/template/x` does not exist",
            "Use a target path outside of `/spec`: a move removes it first.",
        ),
        (
            "- {op: add, path: /metadata/name/x, value: 1}\n".to_owned(),
            "✗ rejected",
            "`name` in `/metadata/name/x` is a string",
            "Use a path that exists: there is nothing below `name`.",
        ),
        (
            "- remove /spec\n".to_owned(),
            "✗ rejected",
            "Operation 0 is a string, not an object",
            "Write operation 0 as an object: `op: replace`, `path: /spec/replicas` and `value: 3`.",
        ),
        (
            format!("- {{op: copy, from: {containers}/1, path: {containers}/-}}\n"),
            "✗ rejected",
            "the list has 1 item, so there is no index 1",
            "Use an index that the list has at that point (earlier operations shift the indexes). kubectl",
        ),
        (
            format!("- {{op: copy, from: {containers}/0, path: {containers}/5}}\n"),
            "✗ rejected",
            "the list has 1 item, so there is no index 5",
            "Use an index that the list has at that point (earlier operations shift the indexes), or `-` to append.",
        ),
        (
            "- {op: replace, path: /spec/replicas, value: four}\n".to_owned(),
            "✗ API server rejects",
            "cannot unmarshal string",
            "Write an integer as the value of `replicas`.",
        ),
    ];
    let mut wrong = Vec::new();
    for (patch, verdict, cause, help) in cases {
        let place = if verdict == "✗ rejected" {
            at
        } else {
            "spec.replicas"
        };
        let said = Said {
            verdict,
            place,
            cause,
            help,
        };
        let opened = || open(DEPLOYMENT, Semantics::JSON_PATCH, &patch);
        wrong.extend(missing(&patch, opened, &said));
    }
    check(wrong);
}

#[test]
fn a_directive_in_a_json_merge_patch() {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: default}\ndata: {a: x}\n";
    let said = Said {
        verdict: "✗ API server rejects",
        place: "data[$patch]",
        cause: "a valid config key must consist of",
        help: "Use `--type strategic`: only a strategic merge patch has directives. Or remove `$patch`.",
    };
    let opened = || open(live, Semantics::MERGE_PATCH, "data: {$patch: delete}\n");
    check(missing("directive", opened, &said));
}

/// A patch cannot change which object it is for.
#[test]
fn another_kind_or_version() {
    let cases = [
        (
            "kind: StatefulSet\n",
            "Keep the live value `kind: Deployment`: a patch cannot change it.",
        ),
        (
            "apiVersion: null\n",
            "Keep the live value `apiVersion: apps/v1`: a patch cannot change it.",
        ),
    ];
    let mut wrong = Vec::new();
    for (patch, help) in cases {
        let said = Said {
            verdict: "✗ API server rejects",
            place: "",
            cause: "a result of",
            help,
        };
        let opened = || open(DEPLOYMENT, Semantics::MERGE_PATCH, patch);
        wrong.extend(missing(patch, opened, &said));
    }
    let unnamed = Said {
        verdict: "✗ rejected",
        place: "deployment.yaml:1:1",
        cause: "an object without `apiVersion` and `kind`",
        help: "Add `apiVersion` and `kind` to the live object.",
    };
    for semantics in [Semantics::KUBERNETES, Semantics::PROPOSAL] {
        let opened = || open("metadata: {name: x}\n", semantics, "spec: {replicas: 3}\n");
        wrong.extend(missing("without a kind", opened, &unnamed));
    }
    check(wrong);
}

/// The labels of the template do not match a selector that cannot change.
#[test]
fn another_selector() {
    let manifest = DEPLOYMENT.replace("matchLabels: {app: web}", "matchLabels: {app: z}");
    let mut said = Said {
        verdict: "✗ API server rejects",
        place: "manifest.yaml:9:19",
        cause: "`selector` does not match template `labels`",
        help: "Write the live value of `selector` in the manifest.",
    };
    let mut wrong = missing("apply", || open_apply(DEPLOYMENT, &manifest), &said);
    // Other labels would match, but the selector would still be another one.
    let applied = DEPLOYMENT.replace('\n', "\n    ");
    let applied = format!(
        "  annotations:\n   kubectl.kubernetes.io/last-applied-configuration: |\n    {applied}\nspec:"
    );
    let live = DEPLOYMENT.replacen("spec:", &applied, 1);
    wrong.extend(missing(
        "applied before",
        || open_apply(&live, &manifest),
        &Said {
            cause: "does not match template `labels`. Help: Write the live value of `selector` in the manifest.",
            ..said
        },
    ));
    let applied = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: default}\nspec: {selector: \
                   {matchLabels: {app: z}}}\n";
    said = Said {
        verdict: "✗ rejected",
        place: "patch.yaml:4:",
        cause: "field is immutable",
        help: "Apply the live value of `spec.selector`",
    };
    wrong.extend(missing("ssa", || open(DEPLOYMENT, forced(), applied), &said));
    check(wrong);
}

/// Returns a server-side apply that takes over the fields of other managers.
fn forced() -> Semantics {
    Semantics::ServerSide(FieldManager::new(ApplyRequest {
        manager: "me".to_owned(),
        operation: ManagerOperation::Apply,
        force: true,
        takeover: true,
        validates: true,
        owners: None,
    }))
}

#[test]
fn a_map_instead_of_a_list_in_an_applied_configuration() {
    let applied = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: default}\nspec: {template: {spec: \
                   {containers: {name: z}}}}\n";
    let said = Said {
        verdict: "✗ rejected",
        place: "patch.yaml:4:",
        cause: "must be a list, but it is a map",
        help: "Write `containers` as a list",
    };
    check(missing("ssa", || open(DEPLOYMENT, forced(), applied), &said));
}

#[test]
fn one_of_several_rejections_of_an_applied_configuration() {
    let cases = [
        (
            "selector: {matchLabels: {app: z}}",
            "spec.selector · API rejection 1 of 2",
            "field is immutable",
            "Apply the live value of `spec.selector`, or delete the object and create it again: the field cannot change. 2 of 2: \
             spec.template.metadata.labels: Invalid value",
        ),
        (
            "replicas: '3', template: {spec: {hostNetwork: 'yes'}}",
            "spec.replicas · API rejection 1 of 2",
            "`spec.replicas` must be a number, but it is a string",
            "Write the value without quotes: `replicas: 3`. 2 of 2: `spec.template.spec.hostNetwork` must be a boolean, but it is a string",
        ),
    ];
    let mut wrong = Vec::new();
    for (spec, place, cause, help) in cases {
        let applied = format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web, namespace: default}}\nspec: {{{spec}}}\n"
        );
        let verdict = "✗ rejected";
        let said = Said {
            verdict,
            place,
            cause,
            help,
        };
        wrong.extend(missing(spec, || open(DEPLOYMENT, forced(), &applied), &said));
    }
    check(wrong);
}

#[test]
fn a_changed_cluster_ip_and_a_policy_without_templates() {
    let service = "apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: default}\nspec:\n  clusterIP: 10.0.0.5\n  \
                   ports: [{port: 80}]\n";
    let mut said = Said {
        verdict: "✗ API server rejects",
        place: "manifest.yaml:5:3",
        cause: "may not change once set",
        help: "Write the live value of `clusterIP` in the manifest.",
    };
    let changed = service.replace("0.0.5", "0.0.9");
    let mut wrong = missing("apply", || open_apply(service, &changed), &said);
    let policy = "apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nmetadata: {name: p}\nspec: \
                  {remediationAction: inform}\n";
    let opened = |policy| {
        Explorer::open_policy(PolicyOpening {
            policy: given("policy.yaml", policy),
            live: vec![given("live.yaml", service)],
            schema: Arc::new(Schema::builtin()),
        })
        .unwrap()
    };
    said = Said {
        verdict: "✗ unreadable input",
        place: "policy.yaml:1:1",
        cause: "no ConfigurationPolicy with object-templates found",
        help: "Add `object-templates` to `spec`, with one item for each object.",
    };
    wrong.extend(missing("policy", || opened(policy), &said));
    said.help =
        "Pass a ConfigurationPolicy, or a Policy with one in policy-templates, before the live objects.";
    wrong.extend(missing("empty", || opened("\n"), &said));
    check(wrong);
}

#[test]
fn a_quote_that_the_last_line_does_not_close() {
    let mut state = open(DEPLOYMENT, Semantics::KUBERNETES, "spec:\n  replicas: \"3\n");
    for (width, height) in [(80, 24), (120, 40)] {
        let shown = frame(&mut state, width, height);
        assert!(shown.contains("✗ 2   replicas: \"3"), "{shown}");
        assert!(shown.contains("no result until it is corrected"), "{shown}");
    }
}

/// The API server's own sentence is long, and a note about the semantics is before it.
#[test]
fn a_name_whose_pattern_is_long() {
    let live = DEPLOYMENT
        .replace("Deployment", "DaemonSet")
        .replace("  replicas: 2\n", "");
    let patch = "spec:\n  template:\n    spec:\n      containers:\n      - {name: Agent_2, image: x}\n";
    let said = Said {
        verdict: "✗ API server rejects",
        place: "[name=Agent_2].name",
        cause: "Invalid value: \"Agent_2\": a lowercase RFC 1123 label must consist of",
        help: "Write lowercase letters, digits and `-` for `name`.",
    };
    check(missing(
        "pattern",
        || open(&live, Semantics::PROPOSAL, patch),
        &said,
    ));
}

#[test]
fn the_cursor_is_at_the_rejection_and_not_at_a_warning() {
    let patch = "spec:\n  replicas: \"3\"\n  template:\n    spec:\n      containers:\n      - name: web\n        env:\n        \
                 - {name: URL, value: $(HOST)}\n        - {name: HOST, value: web}\n";
    let shown = frame(&mut open(DEPLOYMENT, Semantics::KUBERNETES, patch), 80, 24);
    assert!(shown.contains("▸~! 7   replicas: \"3\""), "{shown}");
    let policy = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: default}\n"
        .to_owned()
        + patch;
    let shown = frame(&mut open_policy(DEPLOYMENT, &policy), 80, 24);
    assert!(shown.contains("replicas: \"3\""), "{shown}");
    assert!(shown.contains("▸~! 7"), "{shown}");
    // The template has no rejection: the variable is the finding.
    let shown = frame(
        &mut open_policy(DEPLOYMENT, &policy.replace("\"3\"", "3")),
        80,
        24,
    );
    assert!(shown.contains("variable-be"), "{shown}");
    assert!(shown.contains("Help: Move `HOST` before `URL` in the"), "{shown}");
}
