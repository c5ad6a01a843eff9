//! What is meant by a mistake that many users make: the help of the finding names it, and a program writes it if nothing
//! else can be meant.

use std::sync::Arc;

use mergescope::merge::{Inputs, Semantics, merge};
use mergescope::report::findings::findings;
use mergescope::report::fix::Applicability;
use mergescope::schema::Schema;

use super::fixes::fixed;
use super::laws::inputs;

const POD: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b, env: [{name: A, value: '1'}]}], volumes: [{name: tmp, emptyDir: {}}]}\n";

const SERVICE: &str = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n";

const POLICY: &str = "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: web}\nspec: {podSelector: {matchLabels: {app: web}}}\n";

const AUTOSCALER: &str = "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {maxReplicas: 10, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}\n";

const INGRESS: &str = "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web}\nspec: {defaultBackend: {service: {name: web, port: {number: 80}}}}\n";

const KUBERNETES: Semantics = Semantics::KUBERNETES;

/// A finding of a patch: its code, its help, and the patch after the fix if it needs no decision.
struct Row {
    live: &'static str,
    semantics: Semantics,
    patch: &'static str,
    code: &'static str,
    help: &'static str,
    fixed: Option<&'static str>,
}

fn check(rows: &[Row]) {
    let schema = Arc::new(Schema::builtin());
    let mut wrong = Vec::new();
    for row in rows {
        let inputs = Inputs {
            semantics: row.semantics,
            ..inputs(row.live, &[row.patch], &schema)
        };
        let all = findings(&merge(inputs, true));
        let Some(found) = all.iter().find(|it| it.rule.name() == row.code) else {
            let codes: Vec<&str> = all.iter().map(|it| it.rule.name()).collect();
            wrong.push(format!("{}is {codes:?}, not {}", row.patch, row.code));
            continue;
        };
        let is_automatic = found.report.applicability == Applicability::MachineApplicable;
        let got = is_automatic.then(|| fixed(row.patch, found));
        if found.report.fix != row.help || got.as_deref() != row.fixed {
            wrong.push(format!(
                "{}is {:?} {got:?}\nnot {:?} {:?}",
                row.patch, found.report.fix, row.help, row.fixed
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The sentence names the type as Kubernetes does, also if only the letter case differs.
#[test]
fn a_missing_field_is_one_of_its_type() {
    let schema = Arc::new(Schema::builtin());
    for (semantics, patch, start) in [
        (
            KUBERNETES,
            "spec: {containers: [{name: app, Image: c}]}\n",
            "Container has no field `Image`; it has `image`. The API server drops it",
        ),
        (
            KUBERNETES,
            "spec: {volumes: [{name: tmp, emptydir: {}}]}\n",
            "Volume has no field `emptydir`; it has `emptyDir`. The API server drops it",
        ),
        (
            Semantics::MERGE_PATCH,
            "spec: {hostnam: a}\n",
            "PodSpec has no field `hostnam`; it has `hostname`. The API server drops it",
        ),
        (
            Semantics::JSON_PATCH,
            "[{op: add, path: /spec/containers/0/imag, value: c}]\n",
            "Container has no field `imag`; it has `image`. The API server drops it",
        ),
    ] {
        let inputs = Inputs {
            semantics,
            ..inputs(POD, &[patch], &schema)
        };
        let all = findings(&merge(inputs, true));
        let found = all.iter().find(|it| it.sentence.contains(" has no field "));
        let sentence = &found.expect(patch).sentence;
        assert!(sentence.starts_with(start), "{patch}: {sentence}");
    }
}

#[test]
fn the_help_of_a_rejected_value_says_what_to_write() {
    check(&[
        // Without the item, traffic from everywhere would be allowed.
        Row {
            live: POLICY,
            semantics: KUBERNETES,
            patch: "spec: {ingress: [{from: [{podSelector: {}, ipBlock: {cidr: 10.0.0.0/8}}]}]}\n",
            code: "invalid-object",
            help: "Write the selectors and `ipBlock` as two items of the list, or remove one of them.",
            fixed: None,
        },
        // No new item can have the key.
        Row {
            live: SERVICE,
            semantics: KUBERNETES,
            patch: "spec: {ports: [{port: '80', targetPort: 8080}]}\n",
            code: "possible-typo",
            help: "Write `port: 80`: the API server rejects a new item with this key.",
            fixed: Some("spec: {ports: [{port: 80, targetPort: 8080}]}\n"),
        },
        Row {
            live: SERVICE,
            semantics: KUBERNETES,
            patch: "spec: {ports: [{port: 80, nodePort: 80}]}\n",
            code: "invalid-object",
            help: "Write `type: NodePort`, or remove `nodePort`. By default, a node port is a number from 30000 to 32767.",
            fixed: None,
        },
        Row {
            live: SERVICE,
            semantics: KUBERNETES,
            patch: "spec: {ports: [{port: 80, nodePort: 30080}]}\n",
            code: "invalid-object",
            help: "Write `type: NodePort`, or remove `nodePort`.",
            fixed: None,
        },
        Row {
            live: AUTOSCALER,
            semantics: KUBERNETES,
            patch: "spec: {minReplicas: 20}\n",
            code: "invalid-object",
            help: "Write `minReplicas: 10` or less, or raise `maxReplicas`.",
            fixed: None,
        },
        Row {
            live: INGRESS,
            semantics: KUBERNETES,
            patch: "spec: {rules: [{http: {paths: [{path: /, backend: {service: {name: a, port: {number: 80}}}}]}}]}\n",
            code: "invalid-object",
            help: "Write `pathType: Prefix` (or `Exact`, `ImplementationSpecific`).",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {securityContext: {seccompProfile: {localhostProfile: a}}}\n",
            code: "invalid-object",
            help: "Write `type: RuntimeDefault` (or `Localhost`, `Unconfined`).",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "metadata: {labels: {version: 1.2}}\n",
            code: "not-a-string",
            help: "Quote the value: `version: \"1.2\"`.",
            fixed: Some("metadata: {labels: {version: \"1.2\"}}\n"),
        },
        Row {
            live: POD,
            semantics: Semantics::JSON_PATCH,
            patch: "[{op: update, path: /spec/hostname, value: a}, {op: add, path: /spec/nodeName, value: a}]\n",
            code: "json-patch-format",
            help: "Write `op: replace`.",
            fixed: Some(
                "[{op: replace, path: /spec/hostname, value: a}, {op: add, path: /spec/nodeName, value: a}]\n",
            ),
        },
    ]);
}
