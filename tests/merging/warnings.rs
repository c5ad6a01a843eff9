//! Every lint fires where it should and not on a similar patch without the mistake, and its lines fix it.

use std::sync::Arc;

use mergescope::document::{self, write};
use mergescope::merge::{Inputs, Mark, Merge, Rule, Semantics, merge};
use mergescope::report::findings::findings;
use mergescope::schema::Schema;

/// Returns a Deployment with a pod spec in flow style.
fn deployment(pod: &str) -> String {
    format!(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web}}\nspec:\n  selector: {{matchLabels: {{app: web}}}}\n  template:\n    spec: {{{pod}}}\n"
    )
}

fn pod(patch: &str) -> String {
    format!("spec:\n  template:\n    spec: {{{patch}}}\n")
}

fn service(ports: &str) -> String {
    format!("apiVersion: v1\nkind: Service\nmetadata: {{name: s}}\nspec: {{ports: [{ports}]}}\n")
}

fn run(live: &str, patches: &[&str], semantics: Semantics) -> Merge {
    let read = |text: &&str| Arc::new(document::read("patch", text.as_bytes().to_vec()).expect("a patch"));
    let inputs = Inputs {
        live: Arc::new(document::read_live("live", live.as_bytes().to_vec()).expect("live")),
        patches: patches.iter().map(read).collect(),
        schema: Arc::new(Schema::builtin()),
        semantics,
    };
    merge(inputs, true)
}

/// Returns the names of the lints, in order.
fn warned(merge: &Merge) -> Vec<&'static str> {
    let looks = merge.steps.iter().filter(|step| step.rule.is_observation());
    looks.map(|step| step.rule.name()).collect()
}

const ENV: &str = "containers: [{name: web, image: a, env: [{name: LEVEL_A, value: x}, {name: LEVEL_B, value: y}]}, {name: sidecar, image: b}]";

const STATEFUL_SET: &str = "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: web}\nspec:\n  serviceName: web\n  selector: {matchLabels: {app: web}}\n  updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 1}}\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web, image: a, env: [{name: LEVEL_A, value: x}]}]}\n";

fn env(patch: &str) -> String {
    pod(&format!("containers: [{{name: web, {patch}}}]"))
}

fn mount(patch: &str) -> String {
    env(&format!("volumeMounts: [{patch}]"))
}

#[test]
fn each_lint_fires_and_not_on_a_similar_patch() {
    let live = deployment(ENV);
    let probed = deployment(
        "containers: [{name: web, image: a, livenessProbe: {exec: {command: [a]}, periodSeconds: 10}}]",
    );
    let [tcp, udp] = ["TCP", "UDP"].map(|name| service(&format!("{{port: 80, protocol: {name}}}")));
    let balanced = "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {type: LoadBalancer, externalTrafficPolicy: Local, healthCheckNodePort: 32000, ports: [{port: 80}]}\n";
    let sticky = "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {ports: [{port: 80}], sessionAffinity: ClientIP, sessionAffinityConfig: {clientIP: {timeoutSeconds: 60}}}\n";
    let volume = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {volumes: [{name: data, secret: {secretName: a}}]}}}\n";
    let mounts = deployment(
        "containers: [{name: web, volumeMounts: [{name: data, mountPath: /old}, {name: cfg, mountPath: /cfg, subPath: a}]}]",
    );
    let [limited, unlimited] = ["limits: {memory: 1Gi}", ""].map(|resources| {
        deployment(&format!(
            "containers: [{{name: web, image: a, resources: {{{resources}}}}}]"
        ))
    });
    let twins = deployment(
        "containers: [{name: web, env: [{name: A, value: '1'}, {name: B, value: x}, {name: A, value: '2'}]}]",
    );
    let dns = service(
        "{name: t, port: 53, protocol: TCP}, {name: u, port: 53, protocol: UDP}, {name: h, port: 80}",
    );
    let early = deployment("containers: [{name: web, env: [{name: A, value: $(B)}, {name: B, value: b}]}]");
    let one = service("{port: 80}");
    let node_port = service("{port: 80, nodePort: 30080}").replace("{ports", "{type: NodePort, ports");
    let volumes = deployment("volumes: [{name: v, emptyDir: {}}]");
    let rolling = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}\n";
    let pdb =
        "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: p}\nspec: {minAvailable: 1}\n";
    let finalizers =
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, finalizers: [a/x, b/x]}\ndata: {k: v}\n";
    let cases: Vec<(&str, &str, String, &[&str])> = vec![
        ("an ordinary change", &live, env("image: c"), &[]),
        ("a new item", &live, env("env: [{name: OTHER, value: z}]"), &[]),
        (
            "the identity alone",
            &live,
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n".into(),
            &[],
        ),
        // texts
        (
            "a key twice",
            &live,
            "spec: {replicas: 1, replicas: 2}".into(),
            &["ambiguous-input"],
        ),
        // fields
        (
            "a slip in a field",
            &live,
            "spec: {replcas: 2}".into(),
            &["no-such-field"],
        ),
        (
            "a directive without its dollar sign",
            &live,
            "spec: {strategy: {retainKeys: [type]}}".into(),
            &["missing-dollar"],
        ),
        (
            "another letter case",
            &live,
            "spec: {Replicas: 2}".into(),
            &["no-such-field"],
        ),
        (
            "any key of a free map",
            &live,
            "metadata: {labels: {replcas: x}}".into(),
            &[],
        ),
        (
            "yes where text is wanted",
            &live,
            env("env: [{name: LEVEL_A, value: yes}]"),
            &["not-a-string"],
        ),
        (
            "yes in quotes",
            &live,
            env("env: [{name: LEVEL_A, value: 'yes'}]"),
            &[],
        ),
        (
            "a number as a label",
            &live,
            "metadata: {labels: {a: 1}}".into(),
            &["not-a-string"],
        ),
        (
            "text where a number is wanted",
            &live,
            "spec: {replicas: '3'}".into(),
            &["wrong-type"],
        ),
        (
            "a map where a list is wanted",
            &live,
            env("args: {a: b}"),
            &["wrong-type"],
        ),
        (
            "text where a list is wanted",
            &live,
            env("args: --debug"),
            &["wrong-type"],
        ),
        (
            "a port as number or text",
            &one,
            "spec: {ports: [{port: 80, targetPort: web}]}".into(),
            &[],
        ),
        (
            "an octal number",
            &live,
            "spec: {replicas: 010}".into(),
            &["yaml-number"],
        ),
        (
            "an octal mode",
            &volumes,
            pod("volumes: [{name: w, secret: {secretName: s, defaultMode: 0640}}]"),
            &[],
        ),
        // items
        (
            "twins in a list that the patch gives",
            &twins,
            env("env: [{name: A, value: z}]"),
            &["duplicate-live-items"],
        ),
        (
            "twins that the patch does not change",
            &twins,
            env("env: [{name: B, value: z}]"),
            &[],
        ),
        (
            "twins in a list that is put in order",
            &twins,
            env("$setElementOrder/env: [{name: B}, {name: A}]"),
            &[],
        ),
        (
            "two ports of one number",
            &dns,
            "metadata: {labels: {a: b}}".into(),
            &[],
        ),
        (
            "a deletion that hits both",
            &twins,
            env("env: [{name: A, $patch: delete}]"),
            &["delete-several"],
        ),
        (
            "a deletion that hits one",
            &live,
            env("env: [{name: LEVEL_A, $patch: delete}]"),
            &[],
        ),
        (
            "twins in the patch",
            &live,
            env("env: [{name: X, value: '1'}, {name: X, value: '2'}]"),
            &["duplicate-patch-items"],
        ),
        (
            "deleted and added anew",
            &live,
            env("env: [{name: LEVEL_A, $patch: delete}, {name: LEVEL_A, value: z}]"),
            &[],
        ),
        (
            "another protocol",
            &dns,
            "spec: {ports: [{port: 80, protocol: UDP, name: q}]}".into(),
            &["key-collision"],
        ),
        (
            "the same protocol",
            &dns,
            "spec: {ports: [{port: 80, protocol: TCP, name: q}]}".into(),
            &[],
        ),
        (
            "another protocol after a deletion",
            &dns,
            "spec: {ports: [{port: 80, $patch: delete}, {port: 80, protocol: UDP, name: q}]}".into(),
            &[],
        ),
        (
            "no protocol where two are",
            &dns,
            "spec: {ports: [{port: 53, name: q}]}".into(),
            &["key-collision"],
        ),
        (
            "replace inside an item",
            &live,
            pod("containers: [{name: web, image: c, $patch: replace}]"),
            &["replaces-whole-list", "invalid-object"],
        ),
        (
            "replace alone",
            &live,
            pod("containers: [{$patch: replace}, {name: web, image: c}]"),
            &[],
        ),
        (
            "a slip in a name",
            &live,
            pod("containers: [{name: sidcar, image: c}]"),
            &["possible-typo"],
        ),
        (
            "both names",
            &live,
            pod("containers: [{name: sidecar, image: c}, {name: sidcar, image: c}]"),
            &[],
        ),
        (
            "the next letter",
            &live,
            env("env: [{name: LEVEL_C, value: z}]"),
            &[],
        ),
        (
            "a position",
            &live,
            pod("containers: [{name: '0', image: c}]"),
            &["possible-typo"],
        ),
        (
            "a number as text",
            &one,
            "spec: {ports: [{port: '80'}]}".into(),
            &["possible-typo", "wrong-type"],
        ),
        (
            "a moved mount",
            &mounts,
            mount("{name: data, mountPath: /new}"),
            &["changed-key-adds-item"],
        ),
        (
            "a moved mount, the old one deleted",
            &mounts,
            mount("{name: data, mountPath: /new}, {mountPath: /old, $patch: delete}"),
            &[],
        ),
        (
            "one more part of a volume",
            &mounts,
            mount("{name: cfg, mountPath: /cfg2, subPath: b}"),
            &[],
        ),
        (
            "another order",
            &live,
            pod("containers: [{name: sidecar, image: c}, {name: web, image: c}]"),
            &["implicit-reorder"],
        ),
        (
            "another order, asked for",
            &live,
            pod(
                "$setElementOrder/containers: [{name: sidecar}, {name: web}], containers: [{name: sidecar, image: c}, {name: web, image: c}]",
            ),
            &[],
        ),
        (
            "deleted and added",
            finalizers,
            "metadata: {finalizers: [c/x, a/x], $deleteFromPrimitiveList/finalizers: [a/x]}".into(),
            &["deletes-and-adds", "random-order"],
        ),
        (
            "deleted from a list that only the patch has",
            &live,
            pod("containers: [{name: sidecar, $deleteFromPrimitiveList/args: [a], args: [x, z]}]"),
            &[],
        ),
        (
            "one deleted, another added",
            finalizers,
            "metadata: {finalizers: [c/x], $deleteFromPrimitiveList/finalizers: [a/x]}".into(),
            &[],
        ),
        // leftovers
        (
            "value next to valueFrom",
            &live,
            env("env: [{name: LEVEL_A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]"),
            &["leftover"],
        ),
        (
            "value removed",
            &live,
            env("env: [{name: LEVEL_A, value: null, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]"),
            &[],
        ),
        (
            "an unknown field of a volume, which is no source",
            &volumes,
            pod("volumes: [{name: v, sizeLimit: 1Gi}]"),
            &["no-such-field"],
        ),
        (
            "a source with another letter case",
            &volumes,
            pod("volumes: [{name: v, hostpath: {path: /a}}]"),
            &["no-such-field"],
        ),
        (
            "both from the patch",
            &live,
            env("env: [{name: NEW, value: a, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]"),
            &["mutually-exclusive-fields"],
        ),
        (
            "a second source",
            &volumes,
            pod("volumes: [{name: v, configMap: {name: c}}]"),
            &["leftover"],
        ),
        (
            "a source retained",
            &volumes,
            pod("volumes: [{name: v, $retainKeys: [name, configMap], configMap: {name: c}}]"),
            &[],
        ),
        (
            "Recreate",
            rolling,
            "spec: {strategy: {type: Recreate}}".into(),
            &["leftover"],
        ),
        (
            "an unknown strategy",
            rolling,
            "spec: {strategy: {type: Rolling}}".into(),
            &["invalid-object"],
        ),
        (
            "an empty strategy, which is the default",
            rolling,
            "spec: {strategy: {type: ''}}".into(),
            &["default-returns"],
        ),
        (
            "Recreate alone",
            rolling,
            "spec: {strategy: {type: Recreate, rollingUpdate: null}}".into(),
            &[],
        ),
        (
            "both budgets",
            pdb,
            "spec: {maxUnavailable: 1}".into(),
            &["leftover"],
        ),
        ("another budget", pdb, "spec: {minAvailable: 2}".into(), &[]),
        // the order
        (
            "a variable before its definition",
            &live,
            env(
                "$setElementOrder/env: [{name: LEVEL_B}, {name: LEVEL_A}], env: [{name: LEVEL_B, value: 'to $(LEVEL_A)'}]",
            ),
            &["variable-before-definition"],
        ),
        (
            "a variable after its definition",
            &live,
            env(
                "$setElementOrder/env: [{name: LEVEL_A}, {name: LEVEL_B}], env: [{name: LEVEL_B, value: 'to $(LEVEL_A)'}]",
            ),
            &[],
        ),
        (
            "what looks like a reference",
            &live,
            env("env: [{name: LEVEL_A, value: 'to $$(LEVEL_B)'}]"),
            &[],
        ),
        (
            "a variable that live had too early before",
            &early,
            env("image: c"),
            &[],
        ),
        // bytes
        (
            "a number where bytes are wanted",
            "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n",
            "data: {pw: 5}".into(),
            &["wrong-type"],
        ),
        (
            "text where bytes are wanted",
            "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n",
            "data: {pw: NQ==}".into(),
            &[],
        ),
        // the whole patch
        (
            "the selector",
            &live,
            "spec: {selector: {matchLabels: {tier: a}}}".into(),
            &["immutable-field"],
        ),
        (
            "another grace period of a pod that a server has",
            "apiVersion: v1\nkind: Pod\nmetadata: {name: p, uid: a}\nspec: {terminationGracePeriodSeconds: 30, containers: [{name: a, image: x}]}\n",
            "spec: {terminationGracePeriodSeconds: 5}".into(),
            &["immutable-field"],
        ),
        (
            "a negative grace period becomes 1",
            "apiVersion: v1\nkind: Pod\nmetadata: {name: p, uid: a}\nspec: {terminationGracePeriodSeconds: -1, containers: [{name: a, image: x}]}\n",
            "spec: {terminationGracePeriodSeconds: 1}".into(),
            &[],
        ),
        (
            "an unknown field of a spec that cannot change is dropped",
            "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: c}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\nstatus: {phase: Bound}\n",
            "spec: {resources: {storage: 2Gi}}".into(),
            &["no-such-field"],
        ),
        (
            "the same selector",
            &live,
            "spec: {replicas: 1, selector: {matchLabels: {app: web}}}".into(),
            &[],
        ),
        (
            "another name",
            &live,
            "metadata: {name: api}\nspec: {replicas: 1}".into(),
            &["server-identity"],
        ),
        (
            "the same name",
            &live,
            "metadata: {name: web}\nspec: {replicas: 1}".into(),
            &[],
        ),
        // the API server
        (
            "a new container without image",
            &live,
            pod("containers: [{name: new}]"),
            &["invalid-object"],
        ),
        (
            "a new container with image",
            &live,
            pod("containers: [{name: new, image: a}]"),
            &[],
        ),
        (
            "bytes that are not base64",
            "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n",
            "data: {pw: not base64!}".into(),
            &["server-type"],
        ),
        (
            "a default is removed",
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {progressDeadlineSeconds: 600, replicas: 2}\n",
            "spec: {progressDeadlineSeconds: null}".into(),
            &["default-returns"],
        ),
        (
            "an empty string where the API server sets a default",
            &live,
            "spec: {strategy: {type: \"\"}}".into(),
            &["default-returns"],
        ),
        (
            "an empty string in a new item where the API server sets a default",
            &live,
            env("ports: [{containerPort: 80, protocol: \"\"}]"),
            &["default-returns"],
        ),
        (
            "a default that returns next to a missing field",
            &probed,
            env("image: null, livenessProbe: {periodSeconds: null}"),
            &["default-returns", "invalid-object"],
        ),
        (
            "a zero that is the default",
            &live,
            "spec: {minReadySeconds: 0}".into(),
            &[],
        ),
        (
            "a zero that the API server distinguishes from no value",
            &live,
            "spec: {replicas: 0, revisionHistoryLimit: 0}".into(),
            &[],
        ),
        (
            "a node port that is zero in a new port",
            "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {type: NodePort, ports: [{name: a, port: 80}]}\n",
            "spec: {ports: [{port: 81, name: b, nodePort: 0}]}".into(),
            &[],
        ),
        (
            "a map whose default is empty is removed",
            &limited,
            env("resources: null"),
            &[],
        ),
        (
            "an empty map whose default is empty is removed",
            &unlimited,
            env("resources: null"),
            &["default-returns"],
        ),
        (
            "the only source of a volume is removed",
            volume,
            "spec: {template: {spec: {volumes: [{name: data, secret: null}]}}}".into(),
            &["empty-dir-added"],
        ),
        (
            "a volume without a source is added",
            volume,
            "spec: {template: {spec: {volumes: [{name: tmp}]}}}".into(),
            &["empty-dir-added"],
        ),
        (
            "a volume gets another source",
            volume,
            "spec: {template: {spec: {volumes: [{name: data, secret: null, emptyDir: {}}]}}}".into(),
            &[],
        ),
        (
            "the old name of a service account with another value",
            "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {serviceAccount: a, serviceAccountName: a}\n",
            "spec: {serviceAccount: default, serviceAccountName: default}".into(),
            &[],
        ),
        (
            "the old name of a service account without the new one",
            volume,
            "spec: {template: {spec: {serviceAccount: a}}}".into(),
            &[],
        ),
        (
            "the old name of a service account with another value than the new one",
            volume,
            "spec: {template: {spec: {serviceAccount: a, serviceAccountName: b}}}".into(),
            &["alias-ignored"],
        ),
        (
            "a field without default is removed",
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {minReadySeconds: 5, replicas: 2}\n",
            "spec: {minReadySeconds: null}".into(),
            &[],
        ),
        (
            "status",
            &live,
            "status: {replicas: 4}".into(),
            &["status-ignored"],
        ),
        (
            "a field of the old type",
            &node_port,
            "spec: {type: ClusterIP}".into(),
            &["field-of-other-type"],
        ),
        (
            "a field of both types",
            &node_port,
            "spec: {type: LoadBalancer}".into(),
            &[],
        ),
        (
            "the configuration of a session affinity that ends",
            sticky,
            "spec: {sessionAffinity: None}".into(),
            &["field-of-other-type"],
        ),
        (
            "the port for health checks of a traffic policy that ends",
            balanced,
            "spec: {externalTrafficPolicy: Cluster}".into(),
            &["field-of-other-type"],
        ),
        (
            "a traffic policy that needs the port for health checks",
            balanced,
            "spec: {sessionAffinity: None}".into(),
            &[],
        ),
        (
            "a session affinity that returns to the default",
            sticky,
            "spec: {sessionAffinity: null}".into(),
            &["default-returns", "field-of-other-type"],
        ),
        (
            "a port whose protocol returns to the default",
            &tcp,
            "spec: {ports: [{port: 80, protocol: null}]}".into(),
            &["default-returns"],
        ),
        (
            "a port of another protocol whose protocol returns to the default",
            &udp,
            "spec: {ports: [{port: 80, protocol: null}]}".into(),
            &["key-collision", "default-returns"],
        ),
        (
            "a port whose protocol is in lower case",
            &tcp,
            "spec: {ports: [{port: 80, protocol: tcp}]}".into(),
            &["invalid-object"],
        ),
        (
            "a port with an unknown protocol",
            &tcp,
            "spec: {ports: [{port: 80, protocol: HTTP}]}".into(),
            &["invalid-object"],
        ),
        (
            "a port whose protocol is empty",
            &tcp,
            "spec: {ports: [{port: 80, protocol: ''}]}".into(),
            &["default-returns"],
        ),
        (
            "a port of another protocol whose protocol is empty",
            &udp,
            "spec: {ports: [{port: 80, protocol: ''}]}".into(),
            &["key-collision", "default-returns"],
        ),
        (
            "a deletion from a list that the live object does not have",
            &live,
            env("$deleteFromPrimitiveList/args: [a], args: [x, z]"),
            &[],
        ),
        (
            "a number of more than 32 bits",
            &live,
            "spec: {minReadySeconds: 4294967301}".into(),
            &["wrapped-number"],
        ),
        (
            "the largest number of 32 bits",
            &live,
            "spec: {revisionHistoryLimit: 2147483647}".into(),
            &[],
        ),
        (
            "another kind",
            &live,
            "kind: DaemonSet\nspec: {replicas: 1}".into(),
            &["kind-ignored"],
        ),
        (
            "nothing new",
            &live,
            "spec: {selector: {matchLabels: {app: web}}}".into(),
            &["no-op-patch"],
        ),
    ];
    let mut wrong = Vec::new();
    for (what, live, patch, expected) in &cases {
        for semantics in [Semantics::PROPOSAL, Semantics::KUBERNETES] {
            let found = warned(&run(live, &[patch], semantics));
            // With proposal semantics nothing is random.
            let is_expected = |code: &&&str| semantics == Semantics::KUBERNETES || **code != "random-order";
            let expected: Vec<&str> = expected.iter().filter(is_expected).copied().collect();
            if found != expected {
                wrong.push(format!(
                    "{what} [{semantics}]: {found:?}, not {expected:?}\n{patch}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let all: Vec<&str> = cases.iter().flat_map(|case| case.3.iter().copied()).collect();
    for rule in Rule::ALL.iter().filter(|rule| rule.is_observation()) {
        // Several patches, custom resources and stored directives have their own tests.
        let others = [Rule::RecreatedItem, Rule::CustomStrategic, Rule::UnstoredField];
        let has_case = all.contains(&rule.name()) || others.contains(rule);
        assert!(has_case, "{} has no case", rule.name());
        assert!(!rule.text().fix.is_empty(), "{} has no way out", rule.name());
    }
}

/// In the other order of the fields, the patch removes `a/x`.
#[test]
fn a_patch_with_a_random_result_has_an_effect() {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, finalizers: [b/x, a/x]}\n";
    let patch = "metadata: {finalizers: [a/x], $deleteFromPrimitiveList/finalizers: [a/x]}";
    let merge = run(live, &[patch], Semantics::KUBERNETES);
    assert_eq!(warned(&merge), ["deletes-and-adds", "random-order"]);
}

/// The patch moves the duplicate, but the finding is about the live list.
#[test]
fn the_path_of_a_live_duplicate_has_its_live_index() {
    let live = deployment("hostAliases: [{ip: a, hostnames: [x]}, {ip: b}, {ip: a, hostnames: [y]}]");
    let patch = pod("hostAliases: [{ip: a, hostnames: [z]}]");
    let merge = run(&live, &[&patch], Semantics::KUBERNETES);
    let mut steps = merge.steps.iter();
    let step = steps.find(|step| step.rule == Rule::DuplicateLiveItems).unwrap();
    let path = "spec.template.spec.hostAliases[2]";
    assert_eq!(merge.distinct_step_path(step).to_string(), path);
}

/// The API server does not validate the Pod of a StatefulSet whose live Pod is invalid (Go: `ValidateStatefulSetUpdate`).
#[test]
fn exclusive_fields_of_a_stateful_set_are_rejected_in_its_pods() {
    let source = "valueFrom: {fieldRef: {fieldPath: metadata.name}}";
    let valid = STATEFUL_SET.to_owned();
    let invalid = valid.replace("image: a", "image: a, imagePullPolicy: x");
    let of_pods = "the API server rejects the Pods. It accepts the StatefulSet, because the live object is invalid already.";
    let of_old = "the API server rejects the result. Before Kubernetes 1.34, it rejects only the Pods.";
    let (leftover, exclusive) = ("leftover", "mutually-exclusive-fields");
    let changed = env(&format!("env: [{{name: LEVEL_A, {source}}}]"));
    let added = env(&format!("env: [{{name: N, value: a, {source}}}]"));
    for (live, name, patch, end) in [
        (&valid, leftover, &*changed, of_old),
        (&valid, exclusive, &added, of_old),
        (&invalid, leftover, &changed, of_pods),
        (&invalid, exclusive, &added, of_pods),
        (
            &valid,
            leftover,
            "spec: {updateStrategy: {type: OnDelete}}",
            "They cannot be used together: the API server rejects the result.",
        ),
    ] {
        let merge = run(live, &[patch], Semantics::KUBERNETES);
        let step = merge.steps.iter().find(|step| step.rule.name() == name);
        let sentence = merge.sentence(step.expect(name));
        assert!(sentence.ends_with(end), "{sentence}");
    }
}

#[test]
fn an_empty_order_sets_no_order() {
    let live = deployment("containers: [{name: a, env: [{name: A}, {name: B}]}]");
    let patch = pod("containers: [{name: a, $setElementOrder/env: []}]");
    let merge = run(&live, &[&patch], Semantics::PROPOSAL);
    let sentences: Vec<String> = merge.steps.iter().map(|step| merge.sentence(step)).collect();
    let expected = "`$setElementOrder/env` is empty, so it sets no order. The order of `env` stays: A, B.";
    assert!(sentences.iter().any(|it| it == expected), "{sentences:#?}");
}

#[test]
fn a_test_for_null_of_a_missing_member_is_not_called_equal() {
    let patch = "- {op: test, path: /spec/paused, value: null}\n";
    let merge = run(&deployment(ENV), &[patch], Semantics::JSON_PATCH);
    let sentence = merge.sentence(&merge.steps[0]);
    assert!(
        sentence.ends_with("there is no such member, and Kubernetes treats that as null."),
        "{sentence}"
    );
}

#[test]
fn a_stored_field_that_is_no_directive_is_told() {
    let live = deployment(ENV);
    for (key, value, help) in [
        ("$Patch", "replace", "Write `$patch`, or remove `$Patch`."),
        (
            "$setElementorder/x",
            "[]",
            "Write `$setElementOrder/x`, or remove `$setElementorder/x`.",
        ),
        ("$foo", "1", "Remove `$foo`."),
    ] {
        let merge = run(
            &live,
            &[&format!("spec: {{{key}: {value}}}")],
            Semantics::KUBERNETES,
        );
        let step = merge.steps.iter().find(|step| step.rule == Rule::StoredDirective);
        let step = step.expect(key);
        let sentence =
            format!("`{key}` is not a directive of Kubernetes, so it is treated as an ordinary field.");
        assert_eq!(
            (merge.sentence(step), merge.fix(step)),
            (sentence, help.to_owned())
        );
    }
}

/// The help of a string instead of an item names all fields that the item needs.
#[test]
fn the_help_of_a_string_as_an_item_names_its_required_fields() {
    let live = deployment("containers: [{name: web, image: a}]");
    for (patch, help) in [
        (pod("volumes: [data]"), "Write `{name: data}`."),
        (pod("imagePullSecrets: ['80']"), "Write `{name: \"80\"}`."),
        (
            pod("initContainers: [init]"),
            "Write `{name: init}`, and add `image` to the item.",
        ),
        (
            env("volumeMounts: [/x]"),
            "Write `{mountPath: /x}`, and add `name` to the item.",
        ),
        (env("ports: ['80']"), "Write `{containerPort: 80}`."),
        (env("ports: [http]"), "Give the field a value of its type."),
        (
            pod("topologySpreadConstraints: [zone]"),
            "Write `{topologyKey: zone}`, and add `maxSkew` and `whenUnsatisfiable` to the item.",
        ),
    ] {
        let merge = run(&live, &[&patch], Semantics::KUBERNETES);
        let step = merge.steps.iter().find(|step| step.rule == Rule::ServerType);
        assert_eq!(merge.fix(step.expect(&patch)), help, "{patch}");
    }
}

#[test]
fn the_help_of_a_label_without_a_name_says_to_write_one() {
    let live = deployment("containers: [{name: web, image: a}]");
    let merge = run(&live, &["metadata: {labels: {a/: b}}"], Semantics::KUBERNETES);
    let steps = merge.steps.iter().filter(|step| step.rule == Rule::InvalidObject);
    let helps: Vec<String> = steps.map(|step| merge.fix(step)).collect();
    assert_eq!(helps, ["Write a name after the `/`."; 2]);
}

#[test]
fn the_help_of_a_quantity_has_an_example() {
    let live = deployment("containers: [{name: web, image: a}]");
    for limit in ["20gb", "half"] {
        let patch = env(&format!("resources: {{limits: {{cpu: {limit}}}}}"));
        let merge = run(&live, &[&patch], Semantics::KUBERNETES);
        let step = merge.steps.iter().find(|step| step.rule == Rule::ServerType);
        let help = merge.fix(step.expect(&patch));
        assert_eq!(help, "Write a quantity, for example `500m` or `2Gi`.", "{limit}");
    }
}

/// The position is the field of the patch, not the live map that cannot change.
#[test]
fn the_position_of_a_field_that_cannot_change_is_in_the_patch() {
    let live = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: p}\nspec: {accessModes: [ReadWriteOnce], volumeMode: Filesystem, storageClassName: fast, resources: {requests: {storage: 1Gi}}}\n";
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p, uid: u}\nspec: {containers: [{name: a, image: b}], terminationGracePeriodSeconds: 30, hostname: h}\n";
    let set = "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: p}\nspec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: b}]}}, podManagementPolicy: OrderedReady, serviceName: s}\n";
    for (live, patch, changed) in [
        (live, "spec: {storageClassName: slow}", "storageClassName"),
        (live, "spec: {volumeMode: Block}", "volumeMode"),
        (
            live,
            "spec: {volumeMode: null, resources: {limits: {storage: 2Gi}}}",
            "limits",
        ),
        (
            set,
            "spec: {podManagementPolicy: null, serviceName: null}",
            "serviceName",
        ),
        (
            pod,
            "spec: {activeDeadlineSeconds: 5, hostname: null}",
            "hostname",
        ),
    ] {
        let merge = run(live, &[patch], Semantics::KUBERNETES);
        let step = merge.steps.iter().find(|step| step.rule == Rule::ImmutableField);
        let source = step.expect(patch).patch().expect("a position in the patch");
        let document = merge.tree.document(source);
        assert!(
            !source.is_live()
                && document.text()[document.entry_span(source.node).start as usize..].starts_with(changed),
            "{patch}"
        );
    }
}

#[test]
fn the_address_of_a_service_is_not_called_a_default() {
    let live = |address: &str| {
        format!(
            "apiVersion: v1\nkind: Service\nmetadata: {{name: s}}\nspec: {{ports: [{{port: 1}}], clusterIP: {address}}}\n"
        )
    };
    for (address, patch, sentence) in [
        (
            "None",
            "spec: {clusterIP: null}",
            Some(
                "`clusterIP` cannot be removed from a Service: the API server sets it to the live value again.",
            ),
        ),
        (
            "10.0.0.5",
            "spec: {clusterIP: null}",
            Some(
                "`clusterIP` cannot be removed from a Service: the API server sets it to the live value again.",
            ),
        ),
        (
            "10.0.0.5",
            "spec: {clusterIP: null, type: ExternalName, externalName: a.b}",
            None,
        ),
        (
            "10.0.0.5, type: NodePort",
            "spec: {type: ClusterIP, ports: [{port: 1, nodePort: null}]}",
            None,
        ),
    ] {
        let merge = run(&live(address), &[patch], Semantics::KUBERNETES);
        let step = merge.steps.iter().find(|step| step.rule == Rule::DefaultReturns);
        let said = step.map(|step| merge.sentence(step));
        assert_eq!(said.as_deref(), sentence, "{address}: {patch}");
    }
}

/// A warning names what is written in the files.
#[test]
fn the_sentence_names_what_the_files_have() {
    let live = deployment("containers: [{name: web, image: a}], volumes: [{name: v, emptyDir: {}}]");
    let cleared = "$retainKeys: [containers], $deleteFromPrimitiveList/volumes: [a]";
    let twins =
        deployment("containers: [{name: web, image: a, env: [{name: A, value: a}, {name: A, value: b}]}]");
    for (live, patch, rule, sentence) in [
        (
            live.as_str(),
            "metadata: {annotations: {n: 5}}".to_owned(),
            Rule::NotAString,
            "`false` must be a string, but it is an integer (YAML 1.1 reads the key `n` as the boolean `false`). The API server rejects it.",
        ),
        (
            &live,
            "metadata: {annotations: {'false': 5}}".to_owned(),
            Rule::NotAString,
            "`false` must be a string, but it is an integer. The API server rejects it.",
        ),
        (
            &live,
            pod(cleared),
            Rule::DeleteListNoOp,
            "`$deleteFromPrimitiveList/volumes` has no effect: `$retainKeys` has already cleared `volumes`.",
        ),
        (
            &live,
            pod("$deleteFromPrimitiveList/tolerations: [a]"),
            Rule::DeleteListNoOp,
            "`$deleteFromPrimitiveList/tolerations` has no effect: there is no list `tolerations`.",
        ),
        (
            &live,
            pod("$deleteFromPrimitiveList/tolerations: null"),
            Rule::DeleteListNoOp,
            "`$deleteFromPrimitiveList/tolerations` has no effect: there is no list `tolerations`.",
        ),
        (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {level: info}\n",
            "data: {$deleteFromPrimitiveList/level: debug}".to_owned(),
            Rule::DeleteListMerged,
            "`$deleteFromPrimitiveList/level` is a string, not a list. Kubernetes uses it as the value of `level`. Nothing is deleted.",
        ),
        (
            &live,
            pod("$deleteFromPrimitiveList/volumes: null"),
            Rule::DeleteListNull,
            "`$deleteFromPrimitiveList/volumes` is null, so the whole field is removed.",
        ),
        // The patch changes nothing.
        (
            &twins,
            env("env: [{name: A, value: a}]"),
            Rule::DuplicateLiveItems,
            "The live list `env` has 2 items with the key `name=A`. Only the first of them is merged with the patch.",
        ),
        (
            &service("{port: 80}"),
            "spec: {ports: [{port: '80', name: a}]}".to_owned(),
            Rule::PossibleTypo,
            "`ports` has no live item `port=\"80\"`: this key is a string, but the live item has an integer, so they do not match.",
        ),
    ] {
        let merge = run(live, &[&patch], Semantics::KUBERNETES);
        let step = merge.steps.iter().find(|step| step.rule == rule);
        assert_eq!(merge.sentence(step.expect(&patch)), sentence, "{patch}");
    }
}

#[test]
fn a_field_without_merge_rule_is_rejected_with_its_type() {
    let live = |fields: &str| {
        format!("apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: a}}\nspec: {{{fields}}}\n")
    };
    for (fields, patch, rule, sentence) in [
        (
            "paused: [a]",
            "paused: [b]",
            Rule::NoMergeRule,
            "There is no merge rule for the list `paused`: it must be a boolean.",
        ),
        (
            "strategy: [a]",
            "$deleteFromPrimitiveList/strategy: [a]",
            Rule::NoMergeRule,
            "There is no merge rule for the list `strategy`: it must be a map.",
        ),
        (
            "minReadySeconds: {a: {b: 1}}",
            "minReadySeconds: {a: {b: 2}}",
            Rule::NoMergeRule,
            "There is no merge rule for the map `a`: `minReadySeconds` must be an integer.",
        ),
        (
            "selector: {matchLabels: {a: [b]}}",
            "selector: {matchLabels: {a: [c]}}",
            Rule::NoMergeRule,
            "There is no merge rule for the list `a`: the keys of `matchLabels` are not fields.",
        ),
        (
            "paused: [a]",
            "$setElementOrder/paused: [a]",
            Rule::OrderNotLists,
            "`$setElementOrder` must be a list and must belong to a list, but `paused` is not a list.",
        ),
    ] {
        let patch = format!("spec: {{{patch}}}");
        let merge = run(&live(fields), &[&patch], Semantics::KUBERNETES);
        let step = merge.steps.iter().find(|step| step.rule == rule);
        assert_eq!(merge.sentence(step.expect(&patch)), sentence, "{patch}");
    }
}

#[test]
fn the_api_server_has_types_of_kinds_that_kubectl_does_not_have() {
    let live = "apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: {name: a}\nspec: {versionPriority: 1}\n";
    let merge = run(live, &["spec: {versionPriority: 2}"], Semantics::KUBERNETES);
    assert_eq!(
        merge.fix(merge.steps.last().unwrap()),
        "Use `--type merge`: only the API server has the merge keys of this kind. For `kubectl patch --local` and kustomize, use --merge-key PATH=KEY to declare how the lists of the kind merge."
    );
}

/// Returns the patch lines of the first finding of a rule.
fn lines(merge: &Merge, rule: Rule) -> String {
    let step = merge
        .steps
        .iter()
        .find(|step| step.rule == rule)
        .expect("the warning");
    merge.fix_lines(step).join("\n") + "\n"
}

#[test]
fn the_help_lines_fix_the_finding() {
    let live = deployment(ENV);
    let leftovers = [
        (
            live.clone(),
            env("env: [{name: LEVEL_A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]"),
        ),
        (
            deployment("volumes: [{name: 'on', emptyDir: {}}]"),
            pod("volumes: [{name: 'on', configMap: {name: c}}]"),
        ),
        (
            deployment("containers: [{name: web, livenessProbe: {exec: {command: [a]}}}]"),
            env("livenessProbe: {httpGet: {port: 80}}"),
        ),
    ];
    for semantics in [Semantics::PROPOSAL, Semantics::KUBERNETES] {
        for (live, patch) in &leftovers {
            let first = run(live, &[patch], semantics);
            let fix = lines(&first, Rule::Leftover);
            let mended = run(live, &[patch, &fix], semantics);
            assert_eq!(warned(&mended), [""; 0], "{fix}");
        }
        let mounts = deployment("containers: [{name: web, volumeMounts: [{name: data, mountPath: /old}]}]");
        let patch = mount("{name: data, mountPath: /new}");
        let fix = lines(&run(&mounts, &[&patch], semantics), Rule::ChangedKeyAddsItem);
        let mended = run(&mounts, &[&patch, &fix], semantics);
        assert!(!write::yaml(&mended.tree).contains("/old"), "{fix}");
        let twins =
            deployment("containers: [{name: web, env: [{name: A, value: '1'}, {name: A, value: '2'}]}]");
        let patch = env("env: [{name: A, value: '3'}]");
        let fix = lines(&run(&twins, &[&patch], semantics), Rule::DuplicateLiveItems);
        for mended in [
            run(&twins, &[&fix], semantics),
            run(&twins, &[&patch, &fix], semantics),
        ] {
            let mended = write::yaml(&mended.tree);
            assert_eq!(mended.matches("name: A").count(), 1, "{fix}");
            assert!(
                mended.contains("value: \"3\""),
                "the patch's own change is lost: {fix}"
            );
        }
        let patch = pod("containers: [{name: web, image: c, $patch: replace}]");
        let fix = lines(&run(&live, &[&patch], semantics), Rule::ReplacesWholeList);
        let mended = write::yaml(&run(&live, &[&fix], semantics).tree);
        assert!(
            mended.contains("sidecar") && mended.contains("image: c"),
            "{fix}\n{mended}"
        );
        assert!(!mended.contains("LEVEL_A"), "{mended}");
        // The entry that the order does not have is where the patch list has its item.
        let patch = pod(
            "$setElementOrder/containers: [{name: sidecar}], containers: [{name: web, image: c, $patch: replace}, {name: sidecar, image: d}]",
        );
        let merged = run(&live, &[&patch], semantics);
        let fix = lines(&merged, Rule::ReplacesWholeList);
        let entries: Vec<&str> = fix
            .split("containers:")
            .nth(1)
            .unwrap()
            .split("- name: ")
            .skip(1)
            .collect();
        assert!(
            entries[0].starts_with("web") && entries[1].starts_with("sidecar"),
            "{fix}"
        );
        let all = findings(&merged);
        let found = all.iter().find(|it| it.rule == Rule::ReplacesWholeList).unwrap();
        assert!(
            found
                .report
                .fix
                .ends_with("Add `name: web` to `$setElementOrder/containers`.")
        );
    }
}

#[test]
fn the_combined_item_has_all_fields_and_the_changes_of_the_patch() {
    let live = deployment(
        "hostAliases: [{ip: 10.0.0.1, hostnames: [a, b]}, {ip: 10.0.0.2, hostnames: [x]}, {ip: 10.0.0.1, hostnames: [c, d]}]",
    );
    let patch = pod("hostAliases: [{ip: 10.0.0.1, hostnames: [a, new]}]");
    for semantics in [Semantics::PROPOSAL, Semantics::KUBERNETES] {
        let fix = lines(&run(&live, &[&patch], semantics), Rule::DuplicateLiveItems);
        let hosts: Vec<&str> = fix
            .lines()
            .filter_map(|line| line.trim().strip_prefix("- "))
            .skip(2)
            .collect();
        assert_eq!(hosts, ["a", "new", "c", "d"], "{fix}");
        let mended = run(&live, &[&fix], semantics);
        assert_eq!(write::yaml(&mended.tree).matches("10.0.0.1").count(), 1, "{fix}");
    }
}

#[test]
fn the_remaining_duplicate_is_reported_and_marked() {
    let dns = service("{name: t, port: 53, protocol: TCP}, {name: u, port: 53, protocol: UDP}");
    let sentences = run(
        &dns,
        &["spec: {ports: [{port: 53, protocol: UDP, nodePort: 30053}]}"],
        Semantics::KUBERNETES,
    );
    let step = sentences
        .steps
        .iter()
        .find(|step| step.rule == Rule::KeyCollision)
        .unwrap();
    assert!(
        sentences
            .sentence(step)
            .contains("The other live item with that key is not changed"),
        "{}",
        sentences.sentence(step)
    );
    let ports = sentences.tree.parent(step.at).unwrap();
    let marked = sentences
        .tree
        .present(ports)
        .filter(|item| sentences.tree.marks(*item).has(Mark::Warning));
    assert_eq!(marked.count(), 2);
}

#[test]
fn new_items_are_named_by_their_keys() {
    let live = deployment("containers: [{name: a, image: x}]");
    let cases = [
        (
            "containers: [{name: b, imaeg: y}]",
            "spec.template.spec.containers[name=b].imaeg",
        ),
        (
            "containers: [{name: b, env: [{name: E, valeu: y}]}]",
            "spec.template.spec.containers[name=b].env[name=E].valeu",
        ),
        (
            "containers: [{name: a, env: [{name: E, valeu: y}]}]",
            "spec.template.spec.containers[name=a].env[name=E].valeu",
        ),
        (
            "initContainers: [{name: b, imaeg: y}]",
            "spec.template.spec.initContainers[name=b].imaeg",
        ),
    ];
    for (patch, expected) in cases {
        for semantics in [Semantics::PROPOSAL, Semantics::KUBERNETES] {
            let sentences = run(&live, &[&pod(patch)], semantics);
            let step = sentences
                .steps
                .iter()
                .find(|step| step.rule == Rule::NoSuchField)
                .expect(patch);
            assert_eq!(sentences.step_path(step).to_string(), expected);
        }
    }
    // A field with the name of a parent, in a map that does not exist in the live object.
    let bare = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 1}\n";
    let sentences = run(bare, &[&pod("containrs: []")], Semantics::KUBERNETES);
    let step = sentences
        .steps
        .iter()
        .find(|step| step.rule == Rule::NoSuchField)
        .unwrap();
    assert_eq!(
        sentences.step_path(step).to_string(),
        "spec.template.spec.containrs"
    );
    let dropped = "; it has `containers`. The API server drops it with a warning, or rejects the request if field validation is strict.";
    let said = sentences.sentence(step);
    assert!(said.ends_with(dropped), "{said}");
    // A null stores no field.
    let sentences = run(bare, &[&pod("containrs: null")], Semantics::KUBERNETES);
    let mut steps = sentences.steps.iter();
    let step = steps.find(|step| step.rule == Rule::NoSuchField).unwrap();
    let said = sentences.sentence(step);
    assert!(said.ends_with("; it has `containers`."), "{said}");
}

/// A deletion without the merge key: the help names the live item that it probably means, if there is a
/// single best match.
#[test]
fn an_item_without_its_key_is_guessed_from_its_fields() {
    let live = deployment(
        "containers: [{name: api, image: a, tty: true}, {name: cache, image: b, tty: true}, {name: twin, image: a}]",
    );
    for (item, sentences) in [
        ("image: b", Some("; cache has the same `image`")),
        (
            "image: a, tty: true",
            Some("; api has the same `image` and `tty`"),
        ),
        // Two items match equally well, or none matches.
        ("image: a", None),
        ("image: c", None),
        ("$patch: delete", None),
    ] {
        let patch = pod(&format!("containers: [{{$patch: delete, {item}}}]").replace("delete, $patch: ", ""));
        for semantics in [Semantics::PROPOSAL, Semantics::KUBERNETES] {
            let merged = run(&live, &[&patch], semantics);
            let fix = merged.fix(merged.steps.last().expect("a refusal"));
            assert!(fix.contains("live items: api, cache, twin"), "{fix}");
            match sentences {
                Some(sentences) => assert!(fix.contains(sentences), "{item} by {semantics}: {fix}"),
                None => assert!(!fix.contains("has the same"), "{item} by {semantics}: {fix}"),
            }
        }
    }
}

#[test]
fn a_match_of_a_duplicate_without_patch_merge_key_is_reported() {
    let live = service("{port: 53, protocol: TCP}, {port: 53, protocol: UDP}");
    let patch = |more: &str| {
        format!("spec: {{ports: [{{$patchMergeKey: [port, protocol], port: 53, protocol: UDP, {more}}}]}}\n")
    };
    let cases = [
        (patch("targetPort: 1"), "key-collision"),
        (patch("$patch: delete"), "delete-several"),
    ];
    for (patch, code) in cases {
        for semantics in [Semantics::PROPOSAL, Semantics::KUBERNETES, Semantics::OLD_SERVER] {
            let sentences = warned(&run(&live, &[&patch], semantics));
            let expected = semantics != Semantics::PROPOSAL;
            assert_eq!(
                sentences.contains(&code),
                expected,
                "{code} [{semantics}] {sentences:?}"
            );
        }
    }
}

/// A name, the live object, the patches, the semantics, and the patches that deleted the recreated items.
type PatchSequence<'a> = (&'a str, &'a str, Vec<String>, &'a [Semantics], &'a [&'a str]);

#[test]
fn an_item_deleted_by_one_patch_and_only_listed_by_a_later_one_is_reported() {
    let live = deployment(ENV);
    let keyed = "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {ports: [{port: 53, protocol: TCP, name: t}, {port: 53, protocol: UDP, name: u}]}\n";
    let delete = pod("containers: [{name: sidecar, $patch: delete}]");
    let names = pod("containers: [{name: web, image: c}, {name: sidecar}]");
    let port = |more: &str| {
        format!(
            "spec: {{ports: [{{$patchMergeKey: [port, protocol], port: 53, protocol: UDP{more}}}, {{$patchMergeKey: [port, protocol], port: 54}}]}}\n"
        )
    };
    let all = [
        Semantics::PROPOSAL,
        Semantics::KUBERNETES,
        Semantics::PATCH_LIST,
        Semantics::POSITION,
        Semantics::OLD_SERVER,
    ];
    let proposal = &all[..1];
    let cases: [PatchSequence<'_>; 9] = [
        (
            "named only",
            &live,
            vec![delete.clone(), names.clone()],
            &all,
            &["patch 1"],
        ),
        (
            "the other way round",
            &live,
            vec![names.clone(), delete.clone()],
            &all,
            &[],
        ),
        ("one writer", &live, vec![names.clone()], &all, &[]),
        (
            "one writer does both",
            &live,
            vec![
                env("image: c"),
                pod("containers: [{name: sidecar, $patch: delete}, {name: sidecar}]"),
            ],
            &all[1..2],
            &[],
        ),
        (
            "brought back with something in it",
            &live,
            vec![delete.clone(), pod("containers: [{name: sidecar, image: b}]")],
            &all,
            &[],
        ),
        (
            "another one",
            &live,
            vec![delete.clone(), pod("containers: [{name: third}]")],
            &all,
            &[],
        ),
        (
            "three writers: each recreation is its own",
            &live,
            vec![delete.clone(), names.clone(), delete.clone(), names.clone()],
            &all[..2],
            &["patch 1", "patch 3"],
        ),
        (
            "replaced as a whole",
            &live,
            vec![
                pod("containers: [{name: web, image: a}, {$patch: replace}]"),
                names.clone(),
            ],
            &all[..1],
            &["patch 1"],
        ),
        (
            "by several keys",
            keyed,
            vec![port(", $patch: delete"), port("")],
            proposal,
            &["patch 1"],
        ),
    ];
    for (what, live, patches, semantics, expected) in cases {
        for semantics in semantics {
            let patches: Vec<&str> = patches.iter().map(String::as_str).collect();
            let merged = run(live, &patches, *semantics);
            assert!(merged.rejection().is_none(), "{what} [{semantics}]");
            let sentences = merged
                .steps
                .iter()
                .filter(|step| step.rule == Rule::RecreatedItem);
            let by: Vec<&str> = sentences.map(|step| step.detail()).collect();
            assert_eq!(by, expected, "{what} [{semantics}]");
        }
    }
}

#[test]
fn a_json_operation_has_each_mark_once() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {volumes: [{name: x}, {name: y}]}\n";
    let patch = "[{op: copy, from: x/spec/volumes/-1, path: y/spec/volumes/-1}]";
    let merged = run(live, &[patch], Semantics::JSON_PATCH);
    let rules: Vec<Rule> = merged.steps.iter().map(|step| step.rule).collect();
    let prefixes = rules.iter().filter(|rule| **rule == Rule::JsonPathPrefix);
    assert_eq!(prefixes.count(), 1, "{rules:?}");
}
