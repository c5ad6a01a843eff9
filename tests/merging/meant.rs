//! What is meant by a mistake that many users make: the help of the finding names it, and a program writes it if nothing
//! else can be meant.

use std::sync::Arc;

use mergescope::merge::policy::{Compliance, ComplianceType};
use mergescope::merge::{Inputs, Semantics, merge};
use mergescope::report::findings::findings;
use mergescope::report::fix::Applicability;
use mergescope::schema::Schema;

use super::fixes::fixed;
use super::laws::inputs;

pub(super) const POD: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b, env: [{name: A, value: '1'}]}], volumes: [{name: tmp, emptyDir: {}}]}\n";

pub(super) const DEPLOYMENT: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: b}]}}\n";

const JOB: &str = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {batch.kubernetes.io/controller-uid: a}}\n  template: {metadata: {labels: {batch.kubernetes.io/controller-uid: a}}, spec: {restartPolicy: Never, containers: [{name: app, image: b}]}}\n";

pub(super) const CRON_JOB: &str = "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: web}\nspec:\n  schedule: 5 * * * *\n  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: app, image: b}]}}}}\n";

pub(super) const SERVICE: &str =
    "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n";

pub(super) const POLICY: &str = "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: web}\nspec: {podSelector: {matchLabels: {app: web}}}\n";

pub(super) const AUTOSCALER: &str = "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {maxReplicas: 10, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}\n";

pub(super) const INGRESS: &str = "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web}\nspec: {defaultBackend: {service: {name: web, port: {number: 80}}}}\n";

const RUNNING: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web, uid: 1-2}\nspec: {containers: [{name: app, image: b}]}\n";
const PROBED: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: b, livenessProbe: {exec: {command: [a]}, periodSeconds: 10}}]}}\n";
const CLAIM: &str = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: web}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\nstatus: {phase: Bound}\n";
const LIMITED_POD: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web, uid: 1-2}\nspec: {activeDeadlineSeconds: 100, containers: [{name: app, image: b}], tolerations: [{key: a, operator: Exists}]}\n";
const RUNNING_WITH_ACCOUNT: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web, uid: 1-2}\nspec: {containers: [{name: app, image: b}], serviceAccount: a, serviceAccountName: a}\n";
const ACCOUNT: &str =
    "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: web}\nimagePullSecrets: [{name: a}, {name: b}]\n";

const BUDGET: &str = "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: web}\nspec: {minAvailable: 1, selector: {matchLabels: {app: web}}}\n";

const CLUSTER_IP: &str =
    "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: ClusterIP, ports: [{port: 80}]}\n";

const NODE_PORT: &str = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: NodePort, ports: [{port: 80, nodePort: 30080, protocol: TCP}]}\n";

const VOLUME: &str = "apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: web}\nspec: {accessModes: [ReadWriteMany], capacity: {storage: 1Gi}, nfs: {path: /, server: a}}\n";

const STATEFUL_SET: &str = "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec:\n  podManagementPolicy: OrderedReady\n  serviceName: db\n  selector: {matchLabels: {app: db}}\n  template: {metadata: {labels: {app: db}}, spec: {containers: [{name: app, image: b}]}}\n";

const OF_ACCOUNT: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: b}], serviceAccount: api, serviceAccountName: api}}\n";

const ROLLING: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}\n  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: b}]}}\n";

const SCALING: &str = "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {maxReplicas: 10, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, behavior: {scaleUp: {tolerance: 5m}}}\n";

const FINALIZED: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web, finalizers: [a/b, c/d]}\n";

const ROLE: &str = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: web}\nrules: [{apiGroups: [apps], resources: [deployments], verbs: [get]}]\n";

const KUBERNETES: Semantics = Semantics::KUBERNETES;

const TWO_LISTS: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b, env: [{name: A, value: '1'}], ports: [{containerPort: 80}]}]}\n";

const PROPOSAL: Semantics = Semantics::PROPOSAL;

const FROM_FIELD: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b, env: [{name: A, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: status.podIP}}}]}]}\n";

const POLICY_WITH_RULE: &str = "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: web}\nspec: {podSelector: {}, ingress: [{from: [{podSelector: {}}]}]}\n";

const LIMITED_CLAIM: &str = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: d, uid: u}\nspec: {accessModes: [ReadWriteOnce], storageClassName: s, volumeName: v, resources: {requests: {storage: 1Gi}, limits: {storage: 5Gi}}}\nstatus: {phase: Bound}\n";

const JOB_OF_ACCOUNT: &str = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: web, uid: u}\nspec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {restartPolicy: Never, serviceAccountName: sa, serviceAccount: sa, containers: [{name: app, image: i}]}}}\n";

/// A finding of a patch: its code, its help, and the patch after the fix if it needs no decision.
pub(super) struct Row {
    pub(super) live: &'static str,
    pub(super) semantics: Semantics,
    pub(super) patch: &'static str,
    pub(super) code: &'static str,
    pub(super) help: &'static str,
    pub(super) fixed: Option<&'static str>,
}

pub(super) fn row(
    live: &'static str,
    semantics: Semantics,
    patch: &'static str,
    code: &'static str,
    help: &'static str,
    fixed: Option<&'static str>,
) -> Row {
    Row {
        live,
        semantics,
        patch,
        code,
        help,
        fixed,
    }
}

/// A row of a fix that needs a decision.
pub(super) fn decide(
    live: &'static str,
    semantics: Semantics,
    patch: &'static str,
    code: &'static str,
    help: &'static str,
) -> Row {
    row(live, semantics, patch, code, help, None)
}

pub(super) fn check(rows: &[Row]) {
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

/// The sentence of a value that the API server writes says where it is from.
#[test]
fn a_value_of_the_api_server_has_its_reason() {
    let schema = Arc::new(Schema::builtin());
    for (live, semantics, patch, sentence) in [
        (
            OF_ACCOUNT,
            KUBERNETES,
            "spec: {template: {spec: {serviceAccountName: null}}}\n",
            "The API server sets `serviceAccountName` to \"api\", the value of `serviceAccount`.",
        ),
        (
            CLUSTER_IP,
            KUBERNETES,
            "spec: {type: ''}\n",
            "`type` has a default: the API server sets it to \"ClusterIP\", because \"\" is the same as no value.",
        ),
        (
            CLUSTER_IP,
            KUBERNETES,
            "spec: {type: null}\n",
            "`type` has a default: the API server sets it to \"ClusterIP\".",
        ),
        (
            NODE_PORT,
            KUBERNETES,
            "spec: {ports: [{port: 80, nodePort: null}]}\n",
            "The API server sets `nodePort` again, to the live value, or one that it chooses.",
        ),
        (
            NODE_PORT,
            KUBERNETES,
            "spec: {ports: [{port: 80, nodePort: 0}]}\n",
            "The API server sets `nodePort` again, to the live value, or one that it chooses.",
        ),
        (
            NODE_PORT,
            KUBERNETES,
            "spec: {type: ''}\n",
            "The API server removes `nodePort`, because `type: ClusterIP`, the default, does not use it.",
        ),
        (
            "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, args: [a, b, c], ports: [{containerPort: 80}]}]}\n",
            Semantics::JSON_PATCH,
            "- {op: copy, from: /spec/containers/00/args/01, path: /spec/containers/00/args/-1}\n",
            "Operation 0 (`copy /spec/containers/00/args/01` to `/spec/containers/00/args/-1`) has an index that only Kubernetes accepts: it reads `00` as `0`, `01` as `1` and `-1` as `3`. The RFC rejects the patch.",
        ),
        // A key with a dot is one part of the path.
        (
            CLUSTER_IP,
            Semantics::JSON_PATCH,
            "- {op: add, path: /metadata/labels, value: {a.b/c: true}}\n",
            "The API server cannot decode the result: metadata.labels[\"a.b/c\"]: json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels of type string.",
        ),
        (
            NODE_PORT,
            KUBERNETES,
            "spec: {type: ClusterIP}\n",
            "The API server removes `nodePort`, because `type: ClusterIP` does not use it.",
        ),
    ] {
        let inputs = Inputs {
            semantics,
            ..inputs(live, &[patch], &schema)
        };
        let all = findings(&merge(inputs, true));
        let sentences: Vec<&str> = all.iter().map(|it| &*it.sentence).collect();
        assert!(sentences.contains(&sentence), "{patch}: {sentences:?}");
    }
}

/// The defaults of a map that the patch means to delete do not matter.
#[test]
fn a_deleted_map_that_the_api_server_rejects_has_one_finding() {
    let schema = Arc::new(Schema::builtin());
    let patch = "spec: {template: {spec: {containers: [{name: app, livenessProbe: {$patch: delete}}]}}}\n";
    let inputs = Inputs {
        semantics: KUBERNETES,
        ..inputs(PROBED, &[patch], &schema)
    };
    let all = findings(&merge(inputs, true));
    let codes: Vec<&str> = all.iter().map(|it| it.rule.name()).collect();
    assert_eq!(codes, ["invalid-object"]);
}

#[test]
fn of_two_volume_sources_the_api_server_checks_the_first_only() {
    let schema = Arc::new(Schema::builtin());
    let sources = [
        // It checks secret before configMap, whatever the order in the file.
        (
            "configMap: {items: [{}]}, secret: {secretName: a}",
            &["mutually-exclusive-fields"][..],
        ),
        (
            "configMap: {name: a}, secret: {}",
            &["mutually-exclusive-fields", "invalid-object"],
        ),
        // Of a projected volume it checks all.
        (
            "projected: {sources: [{configMap: {}, secret: {name: a}}]}",
            &["mutually-exclusive-fields", "invalid-object"],
        ),
    ];
    for (source, expected) in sources {
        let patch = format!("spec: {{volumes: [{{name: new, {source}}}]}}\n");
        let inputs = Inputs {
            semantics: KUBERNETES,
            ..inputs(POD, &[&patch], &schema)
        };
        let all = findings(&merge(inputs, true));
        let codes: Vec<&str> = all.iter().map(|it| it.rule.name()).collect();
        assert_eq!(codes, expected, "{source}");
    }
}

#[test]
fn the_help_of_a_rejected_value_says_what_to_write() {
    check(&[
        // A name that reads as a number.
        decide(
            "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b, volumeMounts: [{name: '7', mountPath: /a}]}], volumes: [{name: '7', emptyDir: {}}]}\n",
            KUBERNETES,
            "spec: {volumes: [{name: '7', $patch: delete}], containers: [{name: app, image: c}]}\n",
            "invalid-object",
            "Remove the deletion of `7`, or also delete what refers to it. If you remove it, also remove `volumes`, which is then empty.",
        ),
        // What else the item sets is not lost.
        decide(
            DEPLOYMENT,
            KUBERNETES,
            "spec: {template: {spec: {containers: [{name: app, image: {$patch: delete}, tty: true}]}}}\n",
            "invalid-object",
            "Write a value for `image`, or remove `image` from the patch: the field is required.",
        ),
        // No edits remove the field that is not rejected.
        Row {
            live: DEPLOYMENT,
            semantics: KUBERNETES,
            patch: "spec: {template: {spec: {tolerations: [{key: a, operator: Exists, effect: NoSchedule, tolerationSeconds: 5}]}}}\n",
            code: "invalid-object",
            help: "Write `effect: NoExecute`, or remove `tolerationSeconds`.",
            fixed: None,
        },
        Row {
            live: NODE_PORT,
            semantics: KUBERNETES,
            patch: "spec: {type: ExternalName, ports: null}\n",
            code: "invalid-object",
            help: "Add `externalName`, or remove `type`.",
            fixed: None,
        },
        Row {
            live: DEPLOYMENT,
            semantics: KUBERNETES,
            patch: "spec: {template: {spec: {containers: [{name: app, env: [{name: C, valueFrom: {fieldRef: {apiVersion: v2, fieldPath: status.podIP}}}]}]}}}\n",
            code: "invalid-object",
            help: "Write `apiVersion: v1`, or remove `apiVersion`.",
            fixed: None,
        },
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
        // The other value is wrong, too.
        Row {
            live: "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {minReplicas: 0, maxReplicas: 10, scaleTargetRef: {kind: Deployment, name: web}}\n",
            semantics: KUBERNETES,
            patch: "spec: {maxReplicas: 0}\n",
            code: "invalid-object",
            help: "Write a number greater than 0 for `maxReplicas`.",
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

#[test]
fn a_field_at_the_wrong_place_is_moved() {
    check(&[
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {volumes: [{name: tmp, sizeLimit: 1Gi}]}\n",
            code: "no-such-field",
            help: "Move `sizeLimit` into `emptyDir`.",
            fixed: Some("spec: {volumes: [{name: tmp, emptyDir: {sizeLimit: 1Gi}}]}\n"),
        },
        Row {
            live: CRON_JOB,
            semantics: KUBERNETES,
            patch: "spec: {suspend: true, template: {spec: {hostNetwork: true}}}\n",
            code: "no-such-field",
            help: "Move `template` into `jobTemplate.spec`.",
            fixed: Some(
                "spec: {suspend: true, jobTemplate: {spec: {template: {spec: {hostNetwork: true}}}}}\n",
            ),
        },
        // The patch has the map.
        Row {
            live: CRON_JOB,
            semantics: KUBERNETES,
            patch: "spec:\n  template: {spec: {hostNetwork: true}}\n  jobTemplate:\n    spec:\n      backoffLimit: 1\n",
            code: "no-such-field",
            help: "Move `template` into `jobTemplate.spec`.",
            fixed: Some(
                "spec:\n  jobTemplate:\n    spec:\n      backoffLimit: 1\n      template:\n        spec:\n          hostNetwork: true\n",
            ),
        },
        Row {
            live: DEPLOYMENT,
            semantics: KUBERNETES,
            patch: "spec: {$setElementOrder/containers: [{name: app}], replicas: 2}\n",
            code: "unknown-field",
            help: "Move `$setElementOrder/containers` into `template.spec`.",
            fixed: Some(
                "spec: {template: {spec: {$setElementOrder/containers: [{name: app}]}}, replicas: 2}\n",
            ),
        },
        Row {
            live: DEPLOYMENT,
            semantics: KUBERNETES,
            patch: "replicas: 2\n",
            code: "no-such-field",
            help: "Move `replicas` into `spec`.",
            fixed: Some("spec:\n  replicas: 2\n"),
        },
        // Both probes have the field, and the container has none of them.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, image: c, periodSeconds: 2}]}\n",
            code: "no-such-field",
            help: "Remove `periodSeconds` from the patch.",
            fixed: None,
        },
        // It changes more than the map of the finding.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, image: c, hostNetwork: true}]}\n",
            code: "no-such-field",
            help: "Move `hostNetwork` to `spec`.",
            fixed: None,
        },
        Row {
            live: POLICY,
            semantics: KUBERNETES,
            patch: "spec: {podSelector: {app: api, tier: back}}\n",
            code: "no-such-field",
            help: "Write `podSelector: {matchLabels: {app: api, tier: back}}`.",
            fixed: Some("spec: {podSelector: {matchLabels: {app: api, tier: back}}}\n"),
        },
        Row {
            live: AUTOSCALER,
            semantics: KUBERNETES,
            patch: "spec: {targetCPUUtilizationPercentage: 60}\n",
            code: "no-such-field",
            help: "`targetCPUUtilizationPercentage` is a field of autoscaling/v1. Write `metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 60}}}]`.",
            fixed: None,
        },
        Row {
            live: INGRESS,
            semantics: KUBERNETES,
            patch: "spec: {ingressClass: nginx}\n",
            code: "no-such-field",
            help: "Write `ingressClassName` instead of `ingressClass`.",
            fixed: Some("spec: {ingressClassName: nginx}\n"),
        },
    ]);
}

#[test]
fn a_value_in_another_form_is_written_in_that_of_its_type() {
    check(&[
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{app: {image: c}}]}\n",
            code: "missing-merge-key",
            help: "Write `{app: {image: c}}` as `{name: app, image: c}`.",
            fixed: Some("spec: {containers: [{name: app, image: c}]}\n"),
        },
        Row {
            live: SERVICE,
            semantics: KUBERNETES,
            patch: "spec: {ports: [{80: {targetPort: 8080}}]}\n",
            code: "missing-merge-key",
            help: "Write `{\"80\": {targetPort: 8080}}` as `{port: 80, targetPort: 8080}`.",
            fixed: Some("spec: {ports: [{port: 80, targetPort: 8080}]}\n"),
        },
        // No program has this name.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, command: /bin/web --name 'a b'}]}\n",
            code: "wrong-type",
            help: "Write `command: [\"/bin/web\", \"--name\", \"a b\"]`.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, command: echo $A | wc}]}\n",
            code: "wrong-type",
            help: "Write `command` as a list.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, command: /bin/web}]}\n",
            code: "wrong-type",
            help: "Write `command` as a list with this one item.",
            fixed: Some("spec: {containers: [{name: app, command: [/bin/web]}]}\n"),
        },
        // A mode is octal; other numbers can be decimal.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {volumes: [{name: cfg, configMap: {name: c, defaultMode: '0400'}}]}\n",
            code: "wrong-type",
            help: "Write `defaultMode: 256`: that is 0400 in octal.",
            fixed: Some("spec: {volumes: [{name: cfg, configMap: {name: c, defaultMode: 256}}]}\n"),
        },
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {securityContext: {runAsUser: '0100'}}\n",
            code: "wrong-type",
            help: "Write the value without quotes and without the zero before it: `runAsUser: 100`.",
            fixed: None,
        },
        // It would replace the live list, which has another item.
        Row {
            live: POD,
            semantics: Semantics::MERGE_PATCH,
            patch: "spec: {containers: {side: {image: b}}}\n",
            code: "server-type",
            help: "Write `containers` as a list of items that have a `name`.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "metadata: {finalizers: 'a/b, c/d'}\n",
            code: "wrong-type",
            help: "Write `finalizers: [a/b, c/d]`.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {nodeSelector: [disk=ssd, zone=a]}\n",
            code: "wrong-type",
            help: "Write `nodeSelector: {disk: ssd, zone: a}`.",
            fixed: Some("spec: {nodeSelector: {disk: ssd, zone: a}}\n"),
        },
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "metadata: {labels: app=web}\n",
            code: "wrong-type",
            help: "Write `labels: {app: web}`.",
            fixed: Some("metadata: {labels: {app: web}}\n"),
        },
        Row {
            live: POLICY,
            semantics: KUBERNETES,
            patch: "spec: {ingress: [{port: 8080}]}\n",
            code: "no-such-field",
            help: "Write `ports: [{port: 8080}]`.",
            fixed: Some("spec: {ingress: [{ports: [{port: 8080}]}]}\n"),
        },
        Row {
            live: POLICY,
            semantics: KUBERNETES,
            patch: "spec: {ingress: [{ports: 8080}]}\n",
            code: "wrong-type",
            help: "Write `ports: [{port: 8080}]`.",
            fixed: Some("spec: {ingress: [{ports: [{port: 8080}]}]}\n"),
        },
        Row {
            live: POLICY,
            semantics: KUBERNETES,
            patch: "spec: {ingress: [{ports: [8080, 8081]}]}\n",
            code: "server-type",
            help: "Write the items of `ports` as maps: `{port: 8080}`.",
            fixed: Some("spec: {ingress: [{ports: [{port: 8080}, {port: 8081}]}]}\n"),
        },
        // The list replaces the live one.
        Row {
            live: POD,
            semantics: Semantics::JSON_PATCH,
            patch: "[{op: add, path: /spec/containers/0/env, value: {name: B, value: c}}]\n",
            code: "server-type",
            help: "To add one item, write the path `/spec/containers/0/env/-`. To replace the list, write `env` as a list.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: Semantics::MERGE_PATCH,
            patch: "spec: {volumes: {name: data, emptyDir: {}}}\n",
            code: "server-type",
            help: "To replace the live list by this one item, write `volumes` as a list. To add it, write all items.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: Semantics::JSON_PATCH,
            patch: "[{op: add, path: /spec/imagePullSecrets, value: {name: a}}]\n",
            code: "server-type",
            help: "Write `imagePullSecrets` as a list with this one item.",
            fixed: Some("[{op: add, path: /spec/imagePullSecrets, value: [{name: a}]}]\n"),
        },
        Row {
            live: POLICY,
            semantics: KUBERNETES,
            patch: "spec: {policyTypes: [ingress]}\n",
            code: "invalid-object",
            help: "Write `Ingress` instead of `ingress`.",
            fixed: Some("spec: {policyTypes: [Ingress]}\n"),
        },
    ]);
}

/// What leaves nothing of the patch, and what a map of the patch is for, only the user can decide.
#[test]
fn a_removal_of_all_that_is_meant_needs_a_decision() {
    check(&[
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "foo: 1\n",
            code: "no-such-field",
            help: "Remove `foo` from the patch. The patch is then empty; write it as `{}`.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {hostname: a, securityContext: {foo: 1}}\n",
            code: "no-such-field",
            help: "Remove `foo` from the patch. Also remove `securityContext`, which is then empty.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {hostname: a, foo: 1}\n",
            code: "no-such-field",
            help: "Remove `foo` from the patch.",
            fixed: Some("spec: {hostname: a}\n"),
        },
    ]);
}

/// A fix never leaves nothing of what was meant, and never does the opposite.
#[test]
fn what_was_meant_is_not_thrown_away() {
    check(&[
        // A value can name an item by its key, or by another field.
        Row {
            live: ACCOUNT,
            semantics: KUBERNETES,
            patch: "$deleteFromPrimitiveList/imagePullSecrets: [a, x]\nmetadata: {labels: {c: d}}\n",
            code: "mixed-types",
            help: "Write the live list of `imagePullSecrets` without `{name: a}`: the patch replaces the whole list.",
            fixed: Some("metadata: {labels: {c: d}}\nimagePullSecrets:\n- name: b\n"),
        },
        Row {
            live: ACCOUNT,
            semantics: KUBERNETES,
            patch: "$deleteFromPrimitiveList/imagePullSecrets: [{name: a}]\nmetadata: {labels: {c: d}}\n",
            code: "no-merge-key",
            help: "Write the live list of `imagePullSecrets` without `{name: a}`: the patch replaces the whole list.",
            fixed: Some("metadata: {labels: {c: d}}\nimagePullSecrets:\n- name: b\n"),
        },
        Row {
            live: ACCOUNT,
            semantics: PROPOSAL,
            patch: "$deleteFromPrimitiveList/imagePullSecrets: [a]\nimagePullSecrets: [{name: c}]\n",
            code: "delete-list-of-maps",
            help: "Remove `$deleteFromPrimitiveList/imagePullSecrets`: it cannot delete items that are maps.",
            fixed: None,
        },
        Row {
            live: ACCOUNT,
            semantics: PROPOSAL,
            patch: "$deleteFromPrimitiveList/imagePullSecrets: [x]\nmetadata: {labels: {c: d}}\n",
            code: "delete-list-of-maps",
            help: "Remove `$deleteFromPrimitiveList/imagePullSecrets`: its values are not in the list.",
            fixed: Some("metadata: {labels: {c: d}}\n"),
        },
        // The rejection of the other list hides whether the fix works.
        Row {
            live: TWO_LISTS,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, $deleteFromPrimitiveList/env: [A, B], $deleteFromPrimitiveList/ports: [80]}]}\n",
            code: "mixed-types",
            help: "Delete `name: A` with `$patch: delete` in `env`, instead of `$deleteFromPrimitiveList/env`.",
            fixed: None,
        },
        Row {
            live: "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{name: a, port: 80}, {name: b, port: 81}]}\n",
            semantics: KUBERNETES,
            patch: "spec: {$deleteFromPrimitiveList/ports: [\"80\"], publishNotReadyAddresses: true}\n",
            code: "mixed-types",
            help: "Delete `port: 80` with `$patch: delete` in `ports`, instead of `$deleteFromPrimitiveList/ports`.",
            fixed: Some("spec: {publishNotReadyAddresses: true, ports: [{port: 80, $patch: delete}]}\n"),
        },
        // The list contains the other value of the directive.
        Row {
            live: FINALIZED,
            semantics: KUBERNETES,
            patch: "metadata: {$deleteFromPrimitiveList/finalizers: [e/f, a/b], finalizers: [e/f, a/b, x/y]}\n",
            code: "delete-missing-value",
            help: "Remove `e/f` from `$deleteFromPrimitiveList/finalizers`: the live list does not contain it.",
            fixed: None,
        },
        // An empty rule allows all traffic.
        Row {
            live: POLICY_WITH_RULE,
            semantics: KUBERNETES,
            patch: "spec: {ingress: [{from: [{podSelector: {}}]}, {$patch: delete}]}\n",
            code: "stored-directive",
            help: "Remove the item `{$patch: delete}` from the patch list.",
            fixed: None,
        },
        Row {
            live: POLICY_WITH_RULE,
            semantics: KUBERNETES,
            patch: "spec: {ingress: [{$retainKeys: [from]}]}\n",
            code: "stored-directive",
            help: "Remove the item `{$retainKeys: [from]}` from the patch list. The patch is then empty; write it as `{}`.",
            fixed: None,
        },
        // A deletion without fields names no item.
        Row {
            live: POLICY_WITH_RULE,
            semantics: KUBERNETES,
            patch: "spec: {ingress: [{$patch: delete}]}\n",
            code: "stored-directive",
            help: "Remove the item `{$patch: delete}` from the patch list. The patch is then empty; write it as `{}`.",
            fixed: None,
        },
        // The entry with the misspelled key keeps its position.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, $setElementOrder/env: [A, {nam: B}], env: [{name: B, value: x}]}]}\n",
            code: "order-entry-key",
            help: "Write `$setElementOrder/env: [{name: A}, {name: B}]`.",
            fixed: Some(
                "spec: {containers: [{name: app, $setElementOrder/env: [{name: A}, {name: B}], env: [{name: B, value: x}]}]}\n",
            ),
        },
        // An entry with another key can be meant as an item.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, $setElementOrder/env: [A, {key: B}, C], env: [{name: B, value: x}, {name: C, value: x}]}]}\n",
            code: "order-entry-key",
            help: "Remove the entry `{key: B}` from `$setElementOrder/env`: it has no `name`.",
            fixed: None,
        },
        // The values do not have the type of the merge key.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, $setElementOrder/ports: [80, \"90\"], ports: [{containerPort: 80}]}]}\n",
            code: "order-entry-key",
            help: "Write `$setElementOrder/ports: [{containerPort: 80}, {containerPort: \"90\"}]`.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, $setElementOrder/env: [2], env: [{name: A, value: x}]}]}\n",
            code: "order-entry-key",
            help: "Write `$setElementOrder/env: [{name: 2}]`.",
            fixed: None,
        },
        row(
            "apiVersion: v1\nkind: Pod\nmetadata: {name: x, finalizers: [f/e, f/f]}\n",
            KUBERNETES,
            "metadata: {$setElementOrder/finalizers: [[a], f/f, f/e], labels: {a: b}}\n",
            "kubernetes-panics",
            "Remove the entry `[a]` from `$setElementOrder/finalizers`.",
            Some("metadata: {$setElementOrder/finalizers: [f/f, f/e], labels: {a: b}}\n"),
        ),
        row(
            "apiVersion: v1\nkind: Pod\nmetadata: {name: x, finalizers: [f/e, f/f]}\n",
            KUBERNETES,
            "metadata: {$setElementOrder/finalizers: [[a], f/f, [b], f/e], labels: {a: b}}\n",
            "kubernetes-panics",
            "Remove 2 entries that are lists from `$setElementOrder/finalizers`.",
            Some("metadata: {$setElementOrder/finalizers: [f/f, f/e], labels: {a: b}}\n"),
        ),
        Row {
            live: ACCOUNT,
            semantics: KUBERNETES,
            patch: "$setElementOrder/imagePullSecrets: [{name: b}, {name: a}]\n",
            code: "kubernetes-panics",
            help: "Remove `$setElementOrder/imagePullSecrets`: a list of maps without a merge key cannot be ordered. The patch is then empty; write it as `{}`.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: remove, path: /spec/nodeNames}\n",
            code: "json-path-missing",
            help: "Remove the operation. The patch is then empty; write it as `[]`.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "metadata: {name: web, $deleteFromPrimitiveList/finalizers: [a/b]}\n",
            code: "delete-list-no-op",
            help: "Remove `$deleteFromPrimitiveList/finalizers`.",
            fixed: None,
        },
        Row {
            live: BUDGET,
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: remove, path: /spec/selector/matchLabels/ap}\n",
            code: "json-path-missing",
            help: "Write `/spec/selector/matchLabels/app`.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "metadata: {$deleteFromPrimitiveList/finalizer: [a/b]}\n",
            code: "delete-list-no-op",
            help: "Write `$deleteFromPrimitiveList/finalizers` instead of `$deleteFromPrimitiveList/finalizer`.",
            fixed: None,
        },
        // The list is replaced, so the other items are part of the patch.
        Row {
            live: ACCOUNT,
            semantics: KUBERNETES,
            patch: "imagePullSecrets: [{name: a, $patch: delete}]\n",
            code: "stored-directive",
            help: "Write the live list of `imagePullSecrets` without `name: a`: the patch replaces the whole list.",
            fixed: Some("imagePullSecrets:\n- name: b\n"),
        },
        Row {
            live: ACCOUNT,
            semantics: KUBERNETES,
            patch: "imagePullSecrets: [{name: a, $patch: delete}]\n",
            code: "unstored-field",
            help: "Write the live list of `imagePullSecrets` without `name: a`: the patch replaces the whole list.",
            fixed: Some("imagePullSecrets:\n- name: b\n"),
        },
        Row {
            live: ACCOUNT,
            semantics: Semantics::PROPOSAL,
            patch: "imagePullSecrets: [{name: a, $patch: delete}]\n",
            code: "dropped-directive",
            help: "Write the live list of `imagePullSecrets` without `name: a`: the patch replaces the whole list.",
            fixed: Some("imagePullSecrets:\n- name: b\n"),
        },
        Row {
            live: ACCOUNT,
            semantics: Semantics::MERGE_PATCH,
            patch: "imagePullSecrets: [{name: a, $patch: delete}]\n",
            code: "merge-patch-directive",
            help: "Write the live list of `imagePullSecrets` without `name: a`: the patch replaces the whole list.",
            fixed: Some("imagePullSecrets:\n- name: b\n"),
        },
        Row {
            live: ACCOUNT,
            semantics: KUBERNETES,
            patch: "imagePullSecrets: [{name: c, $patch: delete}]\n",
            code: "stored-directive",
            help: "Remove the item `{name: c, $patch: delete}` from the patch list. The patch is then empty; write it as `{}`.",
            fixed: None,
        },
        Row {
            live: BUDGET,
            semantics: KUBERNETES,
            patch: "spec: {selector: {$patch: delete}}\n",
            code: "stored-directive",
            help: "Write `selector: null`.",
            fixed: Some("spec: {selector: null}\n"),
        },
        // An item without its `$patch` would be `{}`, which is another item.
        Row {
            live: LIMITED_POD,
            semantics: KUBERNETES,
            patch: "spec: {tolerations: [{$patch: replace}]}\n",
            code: "stored-directive",
            help: "Remove the item `$patch: replace` from the patch list: the list is added or replaced as a whole. `tolerations` is then empty; write it as `[]`.",
            fixed: Some("spec: {tolerations: []}\n"),
        },
        Row {
            live: LIMITED_POD,
            semantics: KUBERNETES,
            patch: "spec: {tolerations: [{$patch: replace}, {key: b, operator: Exists}]}\n",
            code: "invalid-object",
            help: "Remove the item `$patch: replace` from the patch list: the list is added or replaced as a whole.",
            fixed: Some("spec: {tolerations: [{key: b, operator: Exists}]}\n"),
        },
        // The server names the field in its own way.
        Row {
            live: CLAIM,
            semantics: KUBERNETES,
            patch: "spec: {resources: null}\n",
            code: "invalid-object",
            help: "Remove `resources: null` from the patch: `storage` is required. The patch is then empty; write it as `{}`.",
            fixed: None,
        },
        Row {
            live: CLAIM,
            semantics: KUBERNETES,
            patch: "spec: {resources: {requests: {storage: null}}}\n",
            code: "invalid-object",
            help: "Write a value for `storage`, or remove `storage: null`: the field is required. If you remove it, the patch is then empty; write it as `{}`.",
            fixed: None,
        },
        // A rule without fields would allow all traffic.
        Row {
            live: POLICY_WITH_RULE,
            semantics: KUBERNETES,
            patch: "spec: {ingress: [{$patch: replace}]}\n",
            code: "unstored-field",
            help: "Write the new items in place of `$patch: replace`, or remove the item: an empty list allows no traffic. If you remove it, `ingress` is then empty; write it as `[]`.",
            fixed: None,
        },
        Row {
            live: POLICY,
            semantics: Semantics::MERGE_PATCH,
            patch: "spec: {ingress: [{from: [{$patch: replace}]}]}\n",
            code: "merge-patch-directive",
            help: "Write the sources in place of `$patch: replace`, or remove the item: an empty list allows all sources. If you remove it, `from` is then empty; write it as `[]`.",
            fixed: None,
        },
        Row {
            live: POLICY_WITH_RULE,
            semantics: KUBERNETES,
            patch: "spec: {ingress: [{from: [{podSelector: {}}], ports: [{$patch: replace}]}]}\n",
            code: "stored-directive",
            help: "Write the ports in place of `$patch: replace`, or remove the item: an empty list allows all ports. If you remove it, `ports` is then empty; write it as `[]`.",
            fixed: None,
        },
        Row {
            live: POLICY_WITH_RULE,
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: replace, path: /spec/ingress/0/from, value: [{$patch: replace}]}\n",
            code: "unstored-field",
            help: "Write the sources in place of `$patch: replace`, or remove the item: an empty list allows all sources. If you remove it, `value` is then empty; write it as `[]`.",
            fixed: None,
        },
        // A map without a value is no wish.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, env: [{name: A, value: '1', valueFrom: {}}]}]}\n",
            code: "mutually-exclusive-fields",
            help: "Remove `valueFrom` from the patch, or write `value: null`.",
            fixed: None,
        },
        // The list is replaced, so no live value stays.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, env: [{$patch: replace}, {name: A, value: '1', valueFrom: {fieldRef: {fieldPath: status.podIP}}}]}]}\n",
            code: "mutually-exclusive-fields",
            help: "Remove `valueFrom` or `value` from the patch.",
            fixed: None,
        },
        // A deleted item has no fields to set.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, $setElementOrder/env: [{name: A, value: a}], env: [{name: A, $patch: delete}]}]}\n",
            code: "order-entry-field",
            help: "Remove `value` from the entry: only the merge key has an effect.",
            fixed: Some(
                "spec: {containers: [{name: app, $setElementOrder/env: [{name: A}], env: [{name: A, $patch: delete}]}]}\n",
            ),
        },
        // The item would be dropped, and the live list replaced.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, env: [{name: A, value: '5', $patch: Replace}]}]}\n",
            code: "unknown-patch-type",
            help: "Write `$patch: replace`.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, $setElementOrder/env: [{name: B}], env: [{name: B, value: '9'}, {name: A, $patch: Delete}]}]}\n",
            code: "order-mismatch",
            help: "Write `$patch: delete`.",
            fixed: Some(
                "spec: {containers: [{name: app, $setElementOrder/env: [{name: B}], env: [{name: B, value: '9'}, {name: A, $patch: delete}]}]}\n",
            ),
        },
        Row {
            live: NODE_PORT,
            semantics: KUBERNETES,
            patch: "spec: {ports: [{port: 80, nodePort: 70000}]}\n",
            code: "invalid-object",
            help: "Write another number for `nodePort`. By default, a node port is a number from 30000 to 32767.",
            fixed: None,
        },
        Row {
            live: LIMITED_POD,
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: add, path: /spec/tolerations/-, value: {$patch: replace}}\n",
            code: "unstored-field",
            help: "Remove the operation. The patch is then empty; write it as `[]`.",
            fixed: None,
        },
        // Each value is named once.
        Row {
            live: FINALIZED,
            semantics: KUBERNETES,
            patch: "metadata: {$deleteFromPrimitiveList/finalizers: [e/f, e/f], finalizers: [e/f, g/h]}\n",
            code: "deletes-and-adds",
            help: "Remove `e/f` from `$deleteFromPrimitiveList/finalizers`. Also remove `$deleteFromPrimitiveList/finalizers`, which is then empty.",
            fixed: None,
        },
        // The merge adds the value, and then deletes it.
        Row {
            live: FINALIZED,
            semantics: KUBERNETES,
            patch: "metadata: {$setElementOrder/finalizers: [e/f, g/h], $deleteFromPrimitiveList/finalizers: [a/b, e/f], finalizers: [e/f, g/h]}\n",
            code: "deletes-and-adds",
            help: "Remove `e/f` from `finalizers` and from `$deleteFromPrimitiveList/finalizers`: the result stays the same.",
            fixed: Some(
                "metadata: {$setElementOrder/finalizers: [e/f, g/h], $deleteFromPrimitiveList/finalizers: [a/b], finalizers: [g/h]}\n",
            ),
        },
        // An empty selector selects everything.
        Row {
            live: BUDGET,
            semantics: KUBERNETES,
            patch: "spec: {selector: {matchLabels: null}}\n",
            code: "stored-null",
            help: "Remove `matchLabels: null`. `selector` is then empty; write it as `{}`.",
            fixed: Some("spec: {selector: {}}\n"),
        },
        // It would be an object without a name.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "$patch: replace\nspec: {hostname: a}\n",
            code: "result-without-kind",
            help: "Remove `$patch: replace`, or write the whole object, with `apiVersion`, `kind` and `metadata.name`.",
            fixed: None,
        },
        // Another wrong value hides what the API server rejects.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "metadata: {labels: {a: 1}}\nspec: {containers: [{name: app, $patch: remove}]}\n",
            code: "unknown-patch-type",
            help: "Write `$patch: delete`.",
            fixed: None,
        },
        Row {
            live: SERVICE,
            semantics: KUBERNETES,
            patch: "metadata: {labels: {a: 1}}\nspec: {type: null, ports: {port: 81}}\n",
            code: "wrong-type",
            help: "Write `ports` as a list with this one item.",
            fixed: None,
        },
        Row {
            live: DEPLOYMENT,
            semantics: KUBERNETES,
            patch: "spec: {template: {spec: {affinity: {podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 200, podAffinityTerm: {topologyKey: zone}}]}}}}}\n",
            code: "invalid-object",
            help: "Write a number from 1 to 100 for `weight`.",
            fixed: None,
        },
        // The live value is the default.
        Row {
            live: CLUSTER_IP,
            semantics: KUBERNETES,
            patch: "metadata: {labels: {a: b}}\nspec: {type: null}\n",
            code: "default-returns",
            help: "Remove `type: null`: the live value is the default. Also remove `spec`, which is then empty.",
            fixed: Some("metadata: {labels: {a: b}}\n"),
        },
        Row {
            live: CLUSTER_IP,
            semantics: KUBERNETES,
            patch: "metadata: {labels: {a: b}}\nspec: {type: ''}\n",
            code: "default-returns",
            help: "Remove `type: \"\"`: the live value is the default. Also remove `spec`, which is then empty.",
            fixed: Some("metadata: {labels: {a: b}}\n"),
        },
        Row {
            live: DEPLOYMENT,
            semantics: KUBERNETES,
            patch: "spec: {template: {spec: {containers: [{name: app, livenessProbe: {exec: {command: [a]}, periodSeconds: 0}}]}}}\n",
            code: "default-returns",
            help: "Write the default instead of 0: `periodSeconds: 10`.",
            fixed: Some(
                "spec: {template: {spec: {containers: [{name: app, livenessProbe: {exec: {command: [a]}, periodSeconds: 10}}]}}}\n",
            ),
        },
        Row {
            live: CLUSTER_IP,
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: replace, path: /spec/type, value: ''}\n",
            code: "default-returns",
            help: "If you do not want the default, write a value that is not empty.",
            fixed: None,
        },
        // A negative index counts from the end.
        Row {
            live: FINALIZED,
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: replace, path: /metadata/finalizers/-1, value: e/f}\n",
            code: "json-index-nonstandard",
            help: "Write `/metadata/finalizers/1`.",
            fixed: Some("- {op: replace, path: /metadata/finalizers/1, value: e/f}\n"),
        },
        Row {
            live: FINALIZED,
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: move, from: /metadata/finalizers/-2, path: /metadata/finalizers/+1}\n",
            code: "json-index-nonstandard",
            help: "Write `from: /metadata/finalizers/0` and `path: /metadata/finalizers/1`.",
            fixed: Some("- {op: move, from: /metadata/finalizers/0, path: /metadata/finalizers/1}\n"),
        },
        // The file has no `null`.
        Row {
            live: PROBED,
            semantics: KUBERNETES,
            patch: "spec:\n  template:\n    spec:\n      hostNetwork: true\n      containers:\n",
            code: "invalid-object",
            help: "Write a value for `containers`, or remove `containers:` without a value: the field is required.",
            fixed: Some("spec:\n  template:\n    spec:\n      hostNetwork: true\n"),
        },
        Row {
            live: "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 1\n  selector: {matchLabels: {app: web}}\n  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: b}]}}\n",
            semantics: KUBERNETES,
            patch: "spec:\n  replicas:\n  paused: true\n",
            code: "default-returns",
            help: "Remove `replicas:` without a value: the live value is the default.",
            fixed: Some("spec:\n  paused: true\n"),
        },
        // Each part is counted in its own list, and the key of a map is no index.
        Row {
            live: "apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {'-1': a}}\nspec: {containers: [{name: a, args: [a, b, c]}, {name: b, args: [d, e, f]}]}\n",
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: test, path: /spec/containers/-1/args/-1, value: f}\n",
            code: "json-index-nonstandard",
            help: "Write `/spec/containers/1/args/2`.",
            fixed: Some("- {op: test, path: /spec/containers/1/args/2, value: f}\n"),
        },
        Row {
            live: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web, labels: {'-1': e/f}, finalizers: [a/b, c/d]}\n",
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: copy, from: /metadata/labels/-1, path: /metadata/finalizers/-1}\n",
            code: "json-index-nonstandard",
            help: "Write `/metadata/finalizers/2`.",
            fixed: Some("- {op: copy, from: /metadata/labels/-1, path: /metadata/finalizers/2}\n"),
        },
        // The probe is meant to be deleted, so its defaults do not matter.
        Row {
            live: PROBED,
            semantics: KUBERNETES,
            patch: "spec: {template: {spec: {containers: [{name: app, livenessProbe: {$patch: delete}}]}}}\n",
            code: "invalid-object",
            help: "Write `livenessProbe: null`: `$patch: delete` leaves an empty map.",
            fixed: Some("spec: {template: {spec: {containers: [{name: app, livenessProbe: null}]}}}\n"),
        },
        // The request may grow.
        Row {
            live: CLAIM,
            semantics: KUBERNETES,
            patch: "spec: {resources: {requests: {storage: 2Gi}, limits: {storage: 1Gi}}}\n",
            code: "immutable-field",
            help: "Remove `limits` from the patch.",
            fixed: None,
        },
        Row {
            live: CLAIM,
            semantics: KUBERNETES,
            patch: "spec: {resources: {requests: {storage: 2Gi, cpu: 1}}}\n",
            code: "immutable-field",
            help: "Remove `cpu` from the patch.",
            fixed: None,
        },
        Row {
            live: LIMITED_CLAIM,
            semantics: KUBERNETES,
            patch: "spec: {resources: {requests: {storage: 2Gi}, limits: {storage: 6Gi}}}\n",
            code: "immutable-field",
            help: "Remove `limits` from the patch.",
            fixed: None,
        },
        Row {
            live: LIMITED_CLAIM,
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: replace, path: /spec/resources/requests/storage, value: 2Gi}\n- {op: replace, path: /spec/storageClassName, value: t}\n- {op: replace, path: /spec/volumeName, value: t}\n",
            code: "immutable-field",
            help: "Remove the operations on fields of `spec` that cannot change.",
            fixed: None,
        },
        Row {
            live: LIMITED_POD,
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: add, path: /spec/schedulingGates, value: [{name: g}]}\n- {op: add, path: /metadata/labels, value: {a: b}}\n",
            code: "immutable-field",
            help: "Remove the operation.",
            fixed: None,
        },
        Row {
            live: LIMITED_POD,
            semantics: KUBERNETES,
            patch: "metadata: {labels: {a: b}}\nspec: {schedulingGates: [{name: g}, {name: h}]}\n",
            code: "immutable-field",
            help: "Remove `schedulingGates` from the patch. Also remove `spec`, which is then empty.",
            fixed: None,
        },
        // The template of a Job cannot change.
        Row {
            live: JOB_OF_ACCOUNT,
            semantics: KUBERNETES,
            patch: "spec: {template: {spec: {serviceAccount: null}}}\n",
            code: "default-returns",
            help: "Remove `serviceAccount: null`: the live value does not change. The patch is then empty; write it as `{}`.",
            fixed: None,
        },
        // The API server does not check the toleration while it rejects the deadline.
        Row {
            live: LIMITED_POD,
            semantics: KUBERNETES,
            patch: "spec: {activeDeadlineSeconds: 200, tolerations: [{key: b, operator: Exists}], containers: [{name: app, image: c}]}\n",
            code: "immutable-field",
            help: "Remove `activeDeadlineSeconds` from the patch.",
            fixed: None,
        },
        // The old name still has the value.
        Row {
            live: OF_ACCOUNT,
            semantics: KUBERNETES,
            patch: "spec: {template: {spec: {serviceAccountName: null}}}\n",
            code: "default-returns",
            help: "To remove it, also write `serviceAccount: null`.",
            fixed: None,
        },
        Row {
            live: OF_ACCOUNT,
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: remove, path: /spec/template/spec/serviceAccountName}\n",
            code: "default-returns",
            help: "To remove it, also remove `serviceAccount`.",
            fixed: None,
        },
        Row {
            live: RUNNING_WITH_ACCOUNT,
            semantics: KUBERNETES,
            patch: "spec: {serviceAccountName: null}\n",
            code: "default-returns",
            help: "Remove `serviceAccountName: null`: the live value does not change. The patch is then empty; write it as `{}`.",
            fixed: None,
        },
        Row {
            live: RUNNING_WITH_ACCOUNT,
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: remove, path: /spec/serviceAccount}\n",
            code: "default-returns",
            help: "Remove the operation: the live value does not change. The patch is then empty; write it as `[]`.",
            fixed: None,
        },
        Row {
            live: NODE_PORT,
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: remove, path: /spec/ports/0/protocol}\n- {op: replace, path: /spec/ports/0/port, value: 81}\n",
            code: "default-returns",
            help: "Remove the operation: the live value is the default.",
            fixed: Some("- {op: replace, path: /spec/ports/0/port, value: 81}\n"),
        },
        // The default would be merged into the live map.
        Row {
            live: SCALING,
            semantics: KUBERNETES,
            patch: "spec: {behavior: {scaleUp: null}}\n",
            code: "default-returns",
            help: "Remove `scaleUp: null`, so that the live value is kept. The patch is then empty; write it as `{}`.",
            fixed: None,
        },
        Row {
            live: "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {volumes: [{name: tmp, emptyDir: {medium: Memory}}]}\n",
            semantics: KUBERNETES,
            patch: "spec: {volumes: [{name: tmp, emptyDir: null}]}\n",
            code: "empty-dir-added",
            help: "Give the volume a source. If an empty directory is meant, no change is needed. To remove the volume, remove its item, and all mounts that use it.",
            fixed: None,
        },
        // It removes all that the patch adds, too.
        Row {
            live: DEPLOYMENT,
            semantics: KUBERNETES,
            patch: "$patch: delete\nspec: {replicas: 3}\n",
            code: "result-without-kind",
            help: "Remove `$patch: delete` from the top of the patch.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: Semantics::Policy(Compliance {
                selected_by_content: true,
                ..Compliance::new(ComplianceType::MustHaveStrategic)
            }),
            patch: "$patch: delete\n",
            code: "result-without-kind",
            help: "Remove `$patch: delete` from the top of the template. The template is then empty; write it as `{}`.",
            fixed: None,
        },
        Row {
            live: DEPLOYMENT,
            semantics: KUBERNETES,
            patch: "$patch: replace\nkind: Deployment\n",
            code: "server-identity",
            help: "Remove `$patch: replace`, so that the object is merged.",
            fixed: None,
        },
        Row {
            live: DEPLOYMENT,
            semantics: KUBERNETES,
            patch: "metadata: {$patch: replace, labels: {a: b}}\n",
            code: "server-identity",
            help: "Add `name: web` to `metadata`.",
            fixed: Some("metadata: {$patch: replace, labels: {a: b}, name: web}\n"),
        },
        Row {
            live: DEPLOYMENT,
            semantics: KUBERNETES,
            patch: "$retainKeys: [kind, apiVersion, spec]\n",
            code: "server-identity",
            help: "Add `metadata` to `$retainKeys`: it is required.",
            fixed: Some("$retainKeys: [kind, apiVersion, spec, metadata]\n"),
        },
        // The lists are in the value of the directive, or only one has its values.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, $setElementOrder: {env: [{name: B}, {name: A}]}, env: [{name: B, value: c}]}]}\n",
            code: "order-not-lists",
            help: "Write `$setElementOrder/env` instead of `$setElementOrder`.",
            fixed: Some(
                "spec: {containers: [{name: app, $setElementOrder/env: [{name: B}, {name: A}], env: [{name: B, value: c}]}]}\n",
            ),
        },
        Row {
            live: FINALIZED,
            semantics: KUBERNETES,
            patch: "metadata: {$deleteFromPrimitiveList: [a/b]}\n",
            code: "delete-list-format",
            help: "Write `$deleteFromPrimitiveList/finalizers` instead of `$deleteFromPrimitiveList`.",
            fixed: Some("metadata: {$deleteFromPrimitiveList/finalizers: [a/b]}\n"),
        },
        // No live list has the value: it can be a typing error.
        Row {
            live: FINALIZED,
            semantics: KUBERNETES,
            patch: "metadata: {$deleteFromPrimitiveList: [x/y]}\n",
            code: "delete-list-format",
            help: "Remove `$deleteFromPrimitiveList`: it does not name a list. The patch is then empty; write it as `{}`.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: Semantics::PROPOSAL,
            patch: "spec: {containers: [{name: app, $setElementOrder/: {env: [{name: B}, {name: A}]}}]}\n",
            code: "unknown-directive",
            help: "Write `$setElementOrder/env` instead of `$setElementOrder/`.",
            fixed: Some("spec: {containers: [{name: app, $setElementOrder/env: [{name: B}, {name: A}]}]}\n"),
        },
        Row {
            live: FINALIZED,
            semantics: KUBERNETES,
            patch: "metadata: {$deleteFromPrimitiveList: [a/b], $deleteFromPrimitiveList/finalizers: [c/d]}\n",
            code: "delete-list-format",
            help: "Remove `$deleteFromPrimitiveList`: it does not name a list.",
            fixed: None,
        },
        Row {
            live: FINALIZED,
            semantics: KUBERNETES,
            patch: "metadata: {$setElementOrder: {finalizers: [c/d, a/b]}, finalizers: [z/z]}\n",
            code: "order-not-lists",
            help: "Remove `$setElementOrder`.",
            fixed: None,
        },
        Row {
            live: "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b, args: [x, true]}]}\n",
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, $deleteFromPrimitiveList/args: [x]}]}\n",
            code: "mixed-types",
            help: "Remove `$deleteFromPrimitiveList/args`: it cannot delete items of different types.",
            fixed: None,
        },
        Row {
            live: FINALIZED,
            semantics: KUBERNETES,
            patch: "metadata: {finalizers: [on, 010]}\n",
            code: "mixed-types",
            help: "Quote `on` and `010` in `finalizers`: the list contains strings.",
            fixed: None,
        },
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [app, null, [a], on]}\n",
            code: "mixed-types",
            help: "Remove `app`, `null`, `[a]` and `on` from `containers`: they are not maps. The patch is then empty; write it as `{}`.",
            fixed: None,
        },
        // A rejection after it hides whether the right name is accepted.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {$setElementOrder/conatiners: [{name: app}], $setElementOrder: [a]}\n",
            code: "unknown-field",
            help: "Write `$setElementOrder/containers` instead of `$setElementOrder/conatiners`.",
            fixed: None,
        },
        // An empty map changes nothing.
        Row {
            live: ROLLING,
            semantics: KUBERNETES,
            patch: "spec: {strategy: {type: Recreate, rollingUpdate: {}}}\n",
            code: "mutually-exclusive-fields",
            help: "Write `rollingUpdate: null`: an empty map changes nothing.",
            fixed: Some("spec: {strategy: {type: Recreate, rollingUpdate: null}}\n"),
        },
        // A field that the patch repeats is not what it changes.
        Row {
            live: FROM_FIELD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, env: [{name: A, valueFrom: {fieldRef: {fieldPath: status.podIP}, secretKeyRef: {name: s, key: k}}}]}]}\n",
            code: "mutually-exclusive-fields",
            help: "Write `fieldRef: null`: the patch repeats its live value and changes `secretKeyRef`.",
            fixed: Some(
                "spec: {containers: [{name: app, env: [{name: A, valueFrom: {fieldRef: null, secretKeyRef: {name: s, key: k}}}]}]}\n",
            ),
        },
        Row {
            live: FROM_FIELD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, env: [{name: A, value: a, valueFrom: {fieldRef: {fieldPath: status.hostIP}}}]}]}\n",
            code: "mutually-exclusive-fields",
            help: "Remove `value` from the patch, or write `valueFrom: null`.",
            fixed: None,
        },
        Row {
            live: BUDGET,
            semantics: Semantics::MERGE_PATCH,
            patch: "spec: {minAvailable: 1, maxUnavailable: 2}\n",
            code: "mutually-exclusive-fields",
            help: "Write `minAvailable: null`: the patch repeats its live value and changes `maxUnavailable`.",
            fixed: Some("spec: {minAvailable: null, maxUnavailable: 2}\n"),
        },
        Row {
            live: ROLLING,
            semantics: KUBERNETES,
            patch: "spec: {strategy: {type: Recreate, rollingUpdate: {maxSurge: 2}}}\n",
            code: "mutually-exclusive-fields",
            help: "Write `rollingUpdate: null`, or remove `type` from the patch.",
            fixed: None,
        },
        // What can change stays in the patch.
        Row {
            live: STATEFUL_SET,
            semantics: KUBERNETES,
            patch: "spec: {replicas: 5, selector: {matchLabels: {app: x}}, template: {metadata: {labels: {app: x}}}}\n",
            code: "immutable-field",
            help: "Remove `selector` and the `labels` of the template from the patch: the selector cannot change. Also remove `template`, which is then empty.",
            fixed: None,
        },
        Row {
            live: RUNNING,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, image: c, env: [{name: A, value: b}]}]}\n",
            code: "immutable-field",
            help: "Remove `env` from the patch.",
            fixed: None,
        },
        Row {
            live: RUNNING,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, image: c}, {name: other, image: d}]}\n",
            code: "immutable-field",
            help: "Remove the item `name: other` from `containers`.",
            fixed: None,
        },
        Row {
            live: RUNNING,
            semantics: Semantics::MERGE_PATCH,
            patch: "spec: {containers: [{name: new}, {name: app, image: c}, {name: other, image: d}]}\n",
            code: "immutable-field",
            help: "Remove the items `name: new` and `name: other` from `containers`.",
            fixed: None,
        },
        Row {
            live: RUNNING,
            semantics: KUBERNETES,
            patch: "spec: {hostNetwork: true, tolerations: [{key: a, operator: Exists}], containers: [{name: app, image: c}]}\n",
            code: "immutable-field",
            help: "Remove `hostNetwork` from the patch.",
            fixed: None,
        },
        Row {
            live: STATEFUL_SET,
            semantics: KUBERNETES,
            patch: "spec: {podManagementPolicy: null, serviceName: null}\n",
            code: "immutable-field",
            help: "Remove `serviceName` from the patch.",
            fixed: None,
        },
        Row {
            live: STATEFUL_SET,
            semantics: KUBERNETES,
            patch: "spec: {podManagementPolicy: null, serviceName: null}\n",
            code: "default-returns",
            help: "Remove `podManagementPolicy: null`: the live value is the default.",
            fixed: Some("spec: {serviceName: null}\n"),
        },
        Row {
            live: OF_ACCOUNT,
            semantics: KUBERNETES,
            patch: "spec: {template: {spec: {serviceAccount: other}}}\n",
            code: "alias-ignored",
            help: "Write `serviceAccountName` instead of `serviceAccount`.",
            fixed: Some("spec: {template: {spec: {serviceAccountName: other}}}\n"),
        },
        Row {
            live: OF_ACCOUNT,
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: replace, path: /spec/template/spec/serviceAccount, value: other}\n",
            code: "alias-ignored",
            help: "Write `serviceAccountName` instead of `serviceAccount`.",
            fixed: Some("- {op: replace, path: /spec/template/spec/serviceAccountName, value: other}\n"),
        },
        Row {
            live: OF_ACCOUNT,
            semantics: Semantics::JSON_PATCH,
            patch: "- {op: replace, path: /spec/template/spec/serviceAccountName, value: a}\n- {op: replace, path: /spec/template/spec/serviceAccount, value: b}\n",
            code: "alias-ignored",
            help: "Remove the operation.",
            fixed: None,
        },
        // The API server takes the old name if the current one is empty.
        Row {
            live: OF_ACCOUNT,
            semantics: KUBERNETES,
            patch: "spec: {template: {spec: {serviceAccount: ''}}}\n",
            code: "alias-ignored",
            help: "Write `serviceAccountName` instead of `serviceAccount`.",
            fixed: None,
        },
        Row {
            live: OF_ACCOUNT,
            semantics: KUBERNETES,
            patch: "spec: {template: {spec: {serviceAccount: b, serviceAccountName: c}}}\n",
            code: "alias-ignored",
            help: "Remove `serviceAccount`: the patch has `serviceAccountName`, too.",
            fixed: None,
        },
        Row {
            live: ROLE,
            semantics: KUBERNETES,
            patch: "rules: [{apiGroups: \"\", resources: [pods], verbs: [list]}]\n",
            code: "wrong-type",
            help: "Write `apiGroups` as a list with this one item.",
            fixed: Some("rules: [{apiGroups: [\"\"], resources: [pods], verbs: [list]}]\n"),
        },
        // Only the source of a volume cannot change.
        Row {
            live: VOLUME,
            semantics: KUBERNETES,
            patch: "spec: {capacity: {storage: 9Gi}, nfs: {server: other}}\n",
            code: "immutable-field",
            help: "Remove `nfs` from the patch.",
            fixed: None,
        },
        Row {
            live: VOLUME,
            semantics: KUBERNETES,
            patch: "spec: {hostPath: {path: /x}}\n",
            code: "leftover",
            help: "Remove it in the same patch with `nfs: null`:\n  spec:\n    nfs: null",
            fixed: None,
        },
    ]);
}

/// A decision about one finding is the same with four others of its kind, which are tried together, and other containers
/// do not matter.
#[test]
fn other_findings_and_other_containers_do_not_change_a_decision() {
    const FIVE: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: c1, image: b}, {name: c2, image: b}, {name: c3, image: b}, {name: c4, image: b}, {name: c5, image: b}]}\n";
    const SIDECAR: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b, env: [{name: LOG, value: '1'}, {name: X, valueFrom: {fieldRef: {fieldPath: status.podIP}}}], ports: [{containerPort: 80, protocol: TCP}]}, {name: side, image: b, env: [{name: Y, value: '1'}]}]}\n";
    const TLS: &str = "apiVersion: v1\nkind: Secret\nmetadata: {name: tls}\ntype: kubernetes.io/tls\ndata: {tls.crt: YQ==, tls.key: YQ==}\n";
    const HOOK: &str = "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {name: hook}\nwebhooks: [{name: a.example.com, admissionReviewVersions: [v1], sideEffects: None, failurePolicy: Fail, clientConfig: {url: 'https://a'}}]\n";
    check(&[
        row(
            FIVE,
            KUBERNETES,
            "spec: {containers: [{name: c1, image: {$patch: delete}}, {name: c2, image: {$patch: delete}}, {name: c3, image: {$patch: delete}}, {name: c4, image: {$patch: delete}}, {name: c5, image: {$patch: delete}}]}\n",
            "ignored-map",
            "Remove `$patch` to set the map. To remove a field, write null.",
            None,
        ),
        row(
            FIVE,
            KUBERNETES,
            "spec:\n  containers:\n  - {name: c1, env: [{name: C, value: x}, {name: C, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]}\n  - {name: c2, env: [{name: C, value: x}, {name: C, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]}\n  - {name: c3, env: [{name: C, value: x}, {name: C, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]}\n  - {name: c4, env: [{name: C, value: x}, {name: C, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]}\n  - {name: c5, env: [{name: C, value: x}, {name: C, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]}\n",
            "duplicate-patch-items",
            "Write one item `name: C` with the fields of both; if both have a field, the last value is used.",
            None,
        ),
        row(
            SIDECAR,
            KUBERNETES,
            "spec: {containers: [{name: side, env: [{nam: LOG, value: '2'}]}]}\n",
            "missing-merge-key",
            "Write `name` instead of `nam`.",
            Some("spec: {containers: [{name: side, env: [{name: LOG, value: '2'}]}]}\n"),
        ),
        row(
            SIDECAR,
            KUBERNETES,
            "spec: {containers: [{name: side, env: [{name: C, value: '1'}, {name: C, value: '1'}]}, {name: app, env: [{name: X, value: '1'}]}]}\n",
            "duplicate-patch-items",
            "Write one item `name: C` with the fields of both; if both have a field, the last value is used.",
            Some(
                "spec: {containers: [{name: side, env: [{name: C, value: '1'}]}, {name: app, env: [{name: X, value: '1'}]}]}\n",
            ),
        ),
        // TCP is the default of an empty string, too.
        row(
            SIDECAR,
            Semantics::JSON_PATCH,
            "[{op: add, path: /spec/containers/0/ports/-, value: {containerPort: '80', protocol: ''}}]\n",
            "server-type",
            "Write the value without quotes: `containerPort: 80`.",
            None,
        ),
        // The name of the required field has a dot.
        row(
            TLS,
            KUBERNETES,
            "data: {tls.crt: {$patch: delete}}\n",
            "ignored-map",
            "Remove `$patch` to set the map. To remove a field, write null.",
            None,
        ),
        // What repeats live values is another webhook.
        row(
            HOOK,
            KUBERNETES,
            "webhooks: [{name: b.example.com, failurePolicy: Ignore, admissionReviewVersions: [v1], sideEffects: None}]\n",
            "possible-typo",
            "To change the live item, write `name: a.example.com`. If you want a new item, ignore this warning.",
            None,
        ),
    ]);
}

/// A program does not write what the API server rejects, does not choose between items that are then alike, and does not
/// leave a value empty that then means something else.
#[test]
fn a_program_writes_only_what_is_certain() {
    const NAMED: &str = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{name: http, port: 80}, {name: https, port: 443}]}\n";
    const LISTENING: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b, ports: [{containerPort: 80, protocol: TCP}]}]}\n";
    const CHAIN: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b, env: [{name: A, value: '1'}, {name: B, value: '2'}, {name: C, value: '3'}, {name: D, value: '4'}]}]}\n";
    const TWINS: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b, env: [{name: A, value: '1'}, {name: B, value: $(A)}, {name: A, value: '2'}]}]}\n";
    const RULES: &str = "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {name: hook}\nwebhooks:\n- {name: a.example.com, admissionReviewVersions: [v1], sideEffects: None, clientConfig: {url: 'https://a'}, rules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods]}]}\n";
    let json = Semantics::JSON_PATCH;
    let renamed = "Write `port` instead of `prot`.";
    let unquoted = "Write the value without quotes: `containerPort: 80`.";
    check(&[
        // A variable with `value` and `valueFrom` is rejected.
        Row {
            live: "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b, env: [{name: A, value: x}, {name: A, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]}]}\n",
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, env: [{name: A, value: new}]}]}\n",
            code: "duplicate-live-items",
            help: "Delete all of them and add one item again.",
            fixed: None,
        },
        // Without its protocol, the item would be a new port.
        Row {
            live: "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{name: a, port: 53, protocol: TCP}, {name: b, port: 53, protocol: UDP}]}\n",
            semantics: PROPOSAL,
            patch: "spec: {ports: [{port: 53, targetPort: 5353}]}\n",
            code: "key-collision",
            help: "Write `$patchMergeKey: [port, protocol]` in every item of `ports` (only in the proposal; no Kubernetes release has it). Add `protocol: TCP` to `port: 53`.",
            fixed: None,
        },
        Row {
            live: "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{name: a, port: 53, protocol: SCTP}, {name: b, port: 53, protocol: UDP}]}\n",
            semantics: PROPOSAL,
            patch: "spec: {ports: [{port: 53, targetPort: 5353}]}\n",
            code: "key-collision",
            help: "Send the whole list with `- $patch: replace`, or use a JSON patch.",
            fixed: None,
        },
        // Another item has the key of the only live item.
        Row {
            live: POD,
            semantics: PROPOSAL,
            patch: "spec: {containers: [{name: app, env: [{name: null, value: x}, {name: A, value: null}]}]}\n",
            code: "missing-merge-key",
            help: "Remove the item `name: null` from the patch list: its `name` is `null`.",
            fixed: None,
        },
        Row {
            live: TWO_LISTS,
            semantics: PROPOSAL,
            patch: "spec: {containers: [{name: app, $setElementOrder/ports: [{containerPort: null}, {containerPort: 80}], ports: [{containerPort: null, name: x}, {containerPort: 80, name: y}]}]}\n",
            code: "order-entry-key",
            help: "Remove the entry `{containerPort: null}` from `$setElementOrder/ports`: its `containerPort` is `null`. Also remove `{containerPort: null, name: x}` from the patch list.",
            fixed: None,
        },
        // The API server sets the type that the fix leaves out.
        Row {
            live: ROLLING,
            semantics: KUBERNETES,
            patch: "spec: {strategy: {$retainKeys: [rollingUpdate], type: Recreate, rollingUpdate: {maxSurge: 2}}}\n",
            code: "retain-keys-unlisted",
            help: "Remove `type` from the patch: `$retainKeys` does not keep it.",
            fixed: None,
        },
        // The order lists the item by the same text.
        Row {
            live: POD,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, $setElementOrder/env: [{name: n}, {name: A}], env: [{name: n, value: x}]}]}\n",
            code: "not-a-string",
            help: "Quote the value: `name: \"n\"`. Also quote it in `$setElementOrder/env`.",
            fixed: Some(
                "spec: {containers: [{name: app, $setElementOrder/env: [{name: \"n\"}, {name: A}], env: [{name: \"n\", value: x}]}]}\n",
            ),
        },
        // Each of several ports needs a name: the live port, or the new one, has none.
        decide(
            SERVICE,
            KUBERNETES,
            "spec: {ports: [{port: 443, name: https, $patch: replace}]}\n",
            "replaces-whole-list",
            "Remove `$patch: replace` from `port: 443`: the item is new.",
        ),
        decide(
            NAMED,
            KUBERNETES,
            "spec: {ports: [{port: 8080, $patch: replace}]}\n",
            "replaces-whole-list",
            "Remove `$patch: replace` from `port: 8080`: the item is new.",
        ),
        decide(
            SERVICE,
            KUBERNETES,
            "spec: {ports: [{prot: 443, name: https}]}\n",
            "missing-merge-key",
            renamed,
        ),
        decide(
            SERVICE,
            KUBERNETES,
            "spec: {ports: [{prot: 443, name: https}]}\n",
            "no-such-field",
            renamed,
        ),
        decide(
            SERVICE,
            KUBERNETES,
            "spec:\n  $setElementOrder/ports: [{port: 80}]\n  ports: [{port: 82, name: a}]\n",
            "order-missing",
            "Add `82` to `$setElementOrder`, or remove it from the patch list.",
        ),
        Row {
            live: NAMED,
            semantics: KUBERNETES,
            patch: "spec: {ports: [{prot: 82, name: web}]}\n",
            code: "missing-merge-key",
            help: renamed,
            fixed: Some("spec: {ports: [{port: 82, name: web}]}\n"),
        },
        // The API server requires the field.
        decide(
            POD,
            KUBERNETES,
            "spec: {containers: [{name: app, image: {$patch: delete}}]}\n",
            "ignored-map",
            "Remove `$patch` to set the map. To remove a field, write null.",
        ),
        // The protocol of an item is TCP if it has none.
        decide(
            LISTENING,
            json,
            "- {op: add, path: /spec/containers/0/ports/-, value: {containerPort: '80'}}\n",
            "server-type",
            unquoted,
        ),
        Row {
            live: LISTENING,
            semantics: json,
            patch: "- {op: add, path: /spec/containers/0/ports/-, value: {containerPort: '80', protocol: UDP}}\n",
            code: "server-type",
            help: unquoted,
            fixed: Some(
                "- {op: add, path: /spec/containers/0/ports/-, value: {containerPort: 80, protocol: UDP}}\n",
            ),
        },
        // A null can be meant to delete the item, and the fields of two items exclude each other.
        decide(
            LISTENING,
            Semantics::PROPOSAL,
            "spec: {containers: [{name: app, ports: [{containerPort: null, protocol: TCP}]}]}\n",
            "missing-merge-key",
            "Write `containerPort: 80` instead of `containerPort: null`: it is most like the live item `80`.",
        ),
        decide(
            POD,
            KUBERNETES,
            "spec: {containers: [{name: app, env: [{name: C, value: x}, {name: C, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]}]}\n",
            "duplicate-patch-items",
            "Write one item `name: C` with the fields of both; if both have a field, the last value is used.",
        ),
        // Entries that name the items by another key are an order, too.
        decide(
            NAMED,
            KUBERNETES,
            "spec:\n  $setElementOrder/ports: [{name: https}, {name: http}]\n  ports: [{port: 443, targetPort: 8443}]\n",
            "order-entry-key",
            "Remove `$setElementOrder/ports`: none of its entries has the merge key `port`.",
        ),
        // An entry with the same mistake is that of the item.
        Row {
            live: NAMED,
            semantics: KUBERNETES,
            patch: "spec:\n  $setElementOrder/ports: [{port: '443'}, {port: 80}]\n  ports: [{port: '443', targetPort: 8443}]\n",
            code: "possible-typo",
            help: "Write `port: 443`: the API server rejects a new item with this key.",
            fixed: Some(
                "spec:\n  $setElementOrder/ports: [{port: 443}, {port: 80}]\n  ports: [{port: 443, targetPort: 8443}]\n",
            ),
        },
        // A key of another type is one mistake, not two keys.
        Row {
            live: LISTENING,
            semantics: KUBERNETES,
            patch: "spec:\n  containers:\n  - name: app\n    $setElementOrder/ports: [{containerPort: '80'}, {containerPort: 443}]\n    ports: [{containerPort: 80, name: a}, {containerPort: 443, name: b}]\n",
            code: "order-missing",
            help: "Write `containerPort: 80` instead of `containerPort: \"80\"` in `$setElementOrder/ports`.",
            fixed: Some(
                "spec:\n  containers:\n  - name: app\n    $setElementOrder/ports: [{containerPort: 80}, {containerPort: 443}]\n    ports: [{containerPort: 80, name: a}, {containerPort: 443, name: b}]\n",
            ),
        },
        Row {
            live: NAMED,
            semantics: KUBERNETES,
            patch: "spec:\n  $setElementOrder/ports: [{port: 443}, {port: 80}]\n  ports: [{port: '443', targetPort: 8443}]\n",
            code: "order-missing",
            help: "Write `port: 443` instead of `port: \"443\"` in `ports`.",
            fixed: Some(
                "spec:\n  $setElementOrder/ports: [{port: 443}, {port: 80}]\n  ports: [{port: 443, targetPort: 8443}]\n",
            ),
        },
        // An item that changes nothing is probably another item.
        decide(
            LISTENING,
            KUBERNETES,
            "spec: {containers: [{name: app, ports: [{protocol: TCP}]}]}\n",
            "missing-merge-key",
            "Add `containerPort: 80` to the item: it is most like the live item `80`.",
        ),
        // The order need not list the other items of the live object.
        Row {
            live: CHAIN,
            semantics: KUBERNETES,
            patch: "spec: {containers: [{name: app, env: [{name: A, value: $(C)}]}]}\n",
            code: "variable-before-definition",
            help: "Move `C` before `A`: list them in that order in `$setElementOrder/env`, with all other items of the patch.",
            fixed: Some(
                "spec: {containers: [{name: app, env: [{name: A, value: $(C)}], $setElementOrder/env: [{name: C}, {name: A}]}]}\n",
            ),
        },
        Row {
            live: CHAIN,
            semantics: KUBERNETES,
            patch: "spec:\n  containers:\n  - name: app\n    $setElementOrder/env: [{name: A}, {name: B}]\n    env: [{name: A, value: $(C)}]\n",
            code: "variable-before-definition",
            help: "List `C` before `A` in `$setElementOrder/env`.",
            fixed: Some(
                "spec:\n  containers:\n  - name: app\n    $setElementOrder/env: [{name: C}, {name: A}, {name: B}]\n    env: [{name: A, value: $(C)}]\n",
            ),
        },
        // An order cannot tell apart variables with the same name.
        decide(
            TWINS,
            Semantics::PROPOSAL,
            "spec: {containers: [{name: app, env: [{name: A, value: '4'}]}]}\n",
            "variable-before-definition",
            "List `A` before `B` in `$setElementOrder/env`.",
        ),
        // Without the item, nothing that it names is merged.
        decide(
            SERVICE,
            Semantics::PROPOSAL,
            "spec: {ports: [{port: 443, $patch: merge}]}\n",
            "unknown-patch-type",
            "Remove `$patch: merge`: merging is the default.",
        ),
        // An empty list means something else than no list.
        decide(
            POLICY_WITH_RULE,
            Semantics::PROPOSAL,
            "spec: {ingress: [{$patch: replace}]}\n",
            "dropped-directive",
            "Write the new items in place of `$patch: replace`, or remove the item: an empty list allows no traffic. If you remove it, `ingress` is then empty; write it as `[]`.",
        ),
        decide(
            POLICY_WITH_RULE,
            Semantics::MERGE_PATCH,
            "spec: {ingress: [{$patch: replace}]}\n",
            "merge-patch-directive",
            "Write the new items in place of `$patch: replace`, or remove the item: an empty list allows no traffic. If you remove it, `ingress` is then empty; write it as `[]`.",
        ),
        decide(
            POLICY_WITH_RULE,
            KUBERNETES,
            "spec: {ingress: [{from: [null]}]}\n",
            "invalid-object",
            "Remove `null` from `from`. `from` is then empty; write it as `[]`.",
        ),
        decide(
            POLICY_WITH_RULE,
            KUBERNETES,
            "spec: {ingress: [{from: [{podSelector: {$retainKeys: [matchLabels]}}]}]}\n",
            "stored-directive",
            "Remove `$retainKeys`. `podSelector` is then empty; write it as `{}`.",
        ),
        decide(
            RULES,
            KUBERNETES,
            "webhooks: [{name: a.example.com, rules: [{$patch: replace}]}]\n",
            "stored-directive",
            "Write the new items in place of `$patch: replace`, or remove the item: an empty list matches no request. If you remove it, `rules` is then empty; write it as `[]`.",
        ),
        decide(
            POLICY_WITH_RULE,
            KUBERNETES,
            "spec: {ingress: [{from: [{podSelector: {matchLabels: {a: null}}}]}]}\n",
            "stored-null",
            "Remove `a: null`. `matchLabels` is then empty; write it as `{}`.",
        ),
        // An item without its `$patch` would be `{}`, which allows all traffic.
        decide(
            POLICY_WITH_RULE,
            Semantics::PROPOSAL,
            "spec: {ingress: [{$patch: replace}, {$patch: replace}]}\n",
            "dropped-directive",
            "Remove it, or write it where the live object has a map or list that it can act on.",
        ),
        // Both findings about a directive in other letters have the same fix.
        Row {
            live: ROLLING,
            semantics: KUBERNETES,
            patch: "spec: {strategy: {$retainkeys: [type], type: Recreate}}\n",
            code: "unstored-field",
            help: "Write `$retainKeys` instead of `$retainkeys`.",
            fixed: Some("spec: {strategy: {$retainKeys: [type], type: Recreate}}\n"),
        },
    ]);
}

/// An empty list or selector can mean more than nothing. If the result is the same, it needs no decision.
#[test]
fn an_empty_value_is_written_only_where_it_means_nothing() {
    const OPEN: &str = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: LoadBalancer, loadBalancerSourceRanges: [10.0.0.0/8], ports: [{port: 80}]}\n";
    const CLASS: &str = "apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: fast}\nprovisioner: x.io\nallowedTopologies: [{matchLabelExpressions: [{key: zone, values: [a]}]}]\n";
    const OWN_KIND: &str = "apiVersion: security.istio.io/v1\nkind: AuthorizationPolicy\nmetadata: {name: web}\nspec: {rules: [{from: [{source: {namespaces: [a]}}]}]}\n";
    const TOLERANT: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b, args: [a]}], tolerations: [{key: a, operator: Exists}]}\n";
    let merge_patch = Semantics::MERGE_PATCH;
    check(&[
        // The result has the empty selector already.
        row(
            DEPLOYMENT,
            KUBERNETES,
            "spec: {template: {spec: {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: z, labelSelector: {matchLabels: {$patch: replace}}}]}}}}}\n",
            "dropped-directive",
            "Remove `matchLabels`: it is dropped anyway. `labelSelector` is then empty; write it as `{}`.",
            Some(
                "spec: {template: {spec: {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: z, labelSelector: {}}]}}}}}\n",
            ),
        ),
        row(
            DEPLOYMENT,
            KUBERNETES,
            "spec: {template: {spec: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {$patch: replace}}}]}}}\n",
            "dropped-directive",
            "Remove `matchLabels`: it is dropped anyway. `labelSelector` is then empty; write it as `{}`.",
            Some(
                "spec: {template: {spec: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: ScheduleAnyway, labelSelector: {}}]}}}\n",
            ),
        ),
        row(
            DEPLOYMENT,
            KUBERNETES,
            "spec: {template: {spec: {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: z, labelSelector: {matchLabels: {a: b}}, namespaceSelector: {matchLabels: {$patch: replace}}}]}}}}}\n",
            "dropped-directive",
            "Remove `matchLabels`: it is dropped anyway. `namespaceSelector` is then empty; write it as `{}`.",
            Some(
                "spec: {template: {spec: {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: z, labelSelector: {matchLabels: {a: b}}, namespaceSelector: {}}]}}}}}\n",
            ),
        ),
        // Without a selector, the term is for other Pods.
        row(
            DEPLOYMENT,
            KUBERNETES,
            "spec: {template: {spec: {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: z, labelSelector: {matchExpressions: [null]}}]}}}}}\n",
            "invalid-object",
            "Remove `null` from `matchExpressions`. `matchExpressions` is then empty; write it as `[]`.",
            None,
        ),
        row(
            DEPLOYMENT,
            merge_patch,
            "spec: {template: {spec: {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: z, labelSelector: {matchLabels: {a: b}}, namespaceSelector: {matchExpressions: [null]}}]}}}}}\n",
            "invalid-object",
            "Remove `null` from `matchExpressions`. `matchExpressions` is then empty; write it as `[]`.",
            None,
        ),
        row(
            OPEN,
            KUBERNETES,
            "spec: {loadBalancerSourceRanges: [null]}\n",
            "invalid-object",
            "Remove `null` from `loadBalancerSourceRanges`. The patch is then empty; write it as `{}`.",
            None,
        ),
        row(
            OPEN,
            Semantics::PROPOSAL,
            "spec: {loadBalancerSourceRanges: [null]}\n",
            "invalid-object",
            "Remove `null` from `loadBalancerSourceRanges`. The patch is then empty; write it as `{}`.",
            None,
        ),
        row(
            OPEN,
            merge_patch,
            "spec: {loadBalancerSourceRanges: [null]}\n",
            "invalid-object",
            "Remove `null` from `loadBalancerSourceRanges`. The patch is then empty; write it as `{}`.",
            None,
        ),
        row(
            OPEN,
            KUBERNETES,
            "spec: {loadBalancerSourceRanges: [{$patch: replace}]}\n",
            "stored-directive",
            "Write the new items in place of `$patch: replace`, or remove the item: an empty list allows all sources. If you remove it, `loadBalancerSourceRanges` is then empty; write it as `[]`.",
            None,
        ),
        row(
            ROLE,
            KUBERNETES,
            "rules: [{$patch: replace}]\n",
            "stored-directive",
            "Write the new items in place of `$patch: replace`, or remove the item: an empty list gives no permission. If you remove it, `rules` is then empty; write it as `[]`.",
            None,
        ),
        row(
            OPEN,
            merge_patch,
            "spec: {loadBalancerSourceRanges: [{$patch: replace}]}\n",
            "merge-patch-directive",
            "Write the new items in place of `$patch: replace`, or remove the item: an empty list allows all sources. If you remove it, `loadBalancerSourceRanges` is then empty; write it as `[]`.",
            None,
        ),
        row(
            ROLE,
            merge_patch,
            "rules: [{$patch: replace}]\n",
            "merge-patch-directive",
            "Write the new items in place of `$patch: replace`, or remove the item: an empty list gives no permission. If you remove it, `rules` is then empty; write it as `[]`.",
            None,
        ),
        row(
            CLASS,
            KUBERNETES,
            "allowedTopologies: [{$patch: replace}]\n",
            "stored-directive",
            "Write the new items in place of `$patch: replace`, or remove the item: an empty list allows all topologies. If you remove it, `allowedTopologies` is then empty; write it as `[]`.",
            None,
        ),
        // Nothing is known of the kind.
        row(
            OWN_KIND,
            merge_patch,
            "spec: {rules: [{$patch: replace}]}\n",
            "merge-patch-directive",
            "Write the new items in place of `$patch: replace`, or remove the item. If you remove it, `rules` is then empty; write it as `[]`.",
            None,
        ),
        // These lists have no other meaning, nor does one that is empty already.
        row(
            TOLERANT,
            KUBERNETES,
            "spec: {tolerations: [{$patch: replace}]}\n",
            "stored-directive",
            "Remove the item `$patch: replace` from the patch list: the list is added or replaced as a whole. `tolerations` is then empty; write it as `[]`.",
            Some("spec: {tolerations: []}\n"),
        ),
        row(
            TOLERANT,
            KUBERNETES,
            "spec: {tolerations: [null]}\n",
            "invalid-object",
            "Remove `null` from `tolerations`. `tolerations` is then empty; write it as `[]`.",
            Some("spec: {tolerations: []}\n"),
        ),
        row(
            POLICY_WITH_RULE,
            KUBERNETES,
            "metadata: {finalizers: [null]}\n",
            "invalid-object",
            "Remove `null` from `finalizers`. `finalizers` is then empty; write it as `[]`.",
            Some("metadata: {finalizers: []}\n"),
        ),
        row(
            SERVICE,
            KUBERNETES,
            "spec: {loadBalancerSourceRanges: [{$patch: replace}]}\n",
            "dropped-directive",
            "Remove `{$patch: replace}`: it is dropped anyway. `loadBalancerSourceRanges` is then empty; write it as `[]`.",
            Some("spec: {loadBalancerSourceRanges: []}\n"),
        ),
    ]);
}

/// The position is that of the label, and of the field that the sentence is about.
#[test]
fn the_position_is_that_of_the_mistake() {
    let schema = Arc::new(Schema::builtin());
    for (live, patch, code, path, column) in [
        (
            POD,
            "metadata: {labels: {app: web, ok: 'a b'}}\n",
            "invalid-object",
            "metadata.labels.ok",
            31,
        ),
        (
            POD,
            "spec: {containers: [{name: app, livenessProbe: {httpGet: {port: 1}, tcpSocket: {port: 1}}}]}\n",
            "mutually-exclusive-fields",
            "spec.containers[name=app].livenessProbe.tcpSocket",
            69,
        ),
        (
            JOB,
            "spec: {template: {spec: {containers: [{name: app, image: c}]}}}\n",
            "immutable-field",
            "spec.template",
            8,
        ),
        // The field that the API server names, not the first one of the map.
        (
            SERVICE,
            "spec: {clusterIP: '', ports: null}\n",
            "invalid-object",
            "spec",
            23,
        ),
        (
            "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web}\nspec: {ingressClassName: nginx, defaultBackend: {service: {name: web, port: {number: 80}}}}\n",
            "spec: {ingressClassName: null, defaultBackend: null}\n",
            "invalid-object",
            "spec",
            32,
        ),
        (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: b, c: d}\n",
            "data: {a: null}\nbinaryData: {c: YQ==}\n",
            "invalid-object",
            "(the whole object)",
            1,
        ),
        (
            POD,
            "spec: {containers: null, nodeSelector: {$patch: replace, disk: ssd}}\n",
            "invalid-object",
            "spec",
            8,
        ),
        // A null is a change, too.
        (
            "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec:\n  serviceName: db\n  selector: {matchLabels: {app: db}}\n  template: {metadata: {labels: {app: db}}, spec: {containers: [{name: db, image: b}]}}\n  volumeClaimTemplates: [{metadata: {name: a}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]\n",
            "spec: {volumeClaimTemplates: null}\n",
            "immutable-field",
            "spec",
            8,
        ),
    ] {
        let inputs = Inputs {
            semantics: KUBERNETES,
            ..inputs(live, &[patch], &schema)
        };
        let all = findings(&merge(inputs, true));
        let found = all.iter().find(|it| it.rule.name() == code).expect(patch);
        let place = found.location.as_ref().map(|it| (it.file.as_str(), it.column));
        assert_eq!(
            (found.path.as_str(), place),
            (path, Some(("patch", column))),
            "{patch}"
        );
    }
}

/// A variable that is moved takes the variables that it uses with it: otherwise the next finding is about them.
#[test]
fn a_moved_variable_keeps_what_it_uses_before_it() {
    let schema = Arc::new(Schema::builtin());
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b, env: [{name: HOST, value: a}, {name: URL, value: 'http://$(HOST)'}, {name: LOG, value: b}]}]}\n";
    let patch = "spec: {containers: [{name: app, env: [{name: BACKUP, value: '$(URL)?ro'}]}]}\n";
    let inputs = |patch| Inputs {
        semantics: Semantics::KUBERNETES,
        ..inputs(live, &[patch], &schema)
    };
    let of_rule = |patch| {
        let all = findings(&merge(inputs(patch), true));
        all.into_iter()
            .find(|it| it.rule.name() == "variable-before-definition")
    };
    let found = of_rule(patch).unwrap();
    assert_eq!(found.report.applicability, Applicability::MachineApplicable);
    let fixed = fixed(patch, &found);
    assert!(of_rule(&fixed).is_none(), "{fixed}");
}
