//! Fields at the wrong place or under another name: a program moves what can be meant for one place only. A value that is
//! meant for another place is not removed.

use std::sync::Arc;

use mergescope::merge::{Inputs, Semantics, merge};
use mergescope::report::findings::findings;
use mergescope::report::fix::Applicability;
use mergescope::schema::Schema;

use super::laws::inputs;
use super::meant::{
    AUTOSCALER, CRON_JOB, DEPLOYMENT, INGRESS, POD, POLICY, Row, SERVICE, check as check_rows, decide,
};

const TWO_CONTAINERS: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b}, {name: proxy, image: c}]}\n";

const CLAIM: &str = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 10Gi}}}\nstatus: {phase: Bound}\n";

const SETTINGS: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {port: '8080'}\n";

const SET: &str = "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec:\n  serviceName: db\n  selector: {matchLabels: {app: db}}\n  template: {metadata: {labels: {app: db}}, spec: {containers: [{name: db, image: b}]}}\n";

const KUBERNETES: Semantics = Semantics::KUBERNETES;

/// The live object, the patch, the help of its finding, and the patch after the fix if it needs no decision.
type Case = (&'static str, &'static str, &'static str, Option<&'static str>);

fn check(cases: &[Case]) {
    let row = |&(live, patch, help, fixed): &Case| Row {
        live,
        semantics: KUBERNETES,
        patch,
        code: "no-such-field",
        help,
        fixed,
    };
    check_rows(&cases.iter().map(row).collect::<Vec<_>>());
}

#[test]
fn a_field_of_an_item_is_moved_into_the_only_item() {
    check(&[
        (
            DEPLOYMENT,
            "spec: {template: {spec: {hostname: a, image: c}}}\n",
            "Move `image` into the item `name: app` of `containers`.",
            Some("spec: {template: {spec: {hostname: a, containers: [{name: app, image: c}]}}}\n"),
        ),
        (
            DEPLOYMENT,
            "spec: {replicas: 2, image: c}\n",
            "Move `image` into the item `name: app` of `containers`.",
            Some("spec: {replicas: 2, template: {spec: {containers: [{name: app, image: c}]}}}\n"),
        ),
        (
            DEPLOYMENT,
            "spec: {template: {labels: {a: b}}}\n",
            "Move `labels` into `metadata`.",
            Some("spec: {template: {metadata: {labels: {a: b}}}}\n"),
        ),
        (
            POD,
            "spec: {containers: [{name: app, tty: true}], image: c}\n",
            "Move `image` into the item `name: app` of `containers`.",
            Some("spec: {containers: [{name: app, tty: true, image: c}]}\n"),
        ),
        (
            SERVICE,
            "spec: {type: NodePort, nodePort: 30080}\n",
            "Move `nodePort` into the item `port: 80` of `ports`.",
            Some("spec: {type: NodePort, ports: [{port: 80, nodePort: 30080}]}\n"),
        ),
        (
            TWO_CONTAINERS,
            "spec: {hostname: a, image: d}\n",
            "Move `image` into an item of `containers`.",
            None,
        ),
        // The item has another image.
        (
            POD,
            "spec: {containers: [{name: app, image: c}], image: d}\n",
            "Remove `image` from the patch.",
            None,
        ),
    ]);
}

#[test]
fn a_field_is_moved_into_the_map_that_has_it() {
    check(&[
        (
            CRON_JOB,
            "spec: {suspend: true, containers: [{name: app, image: c}]}\n",
            "Move `containers` into `jobTemplate.spec.template.spec`.",
            Some(
                "spec: {suspend: true, jobTemplate: {spec: {template: {spec: {containers: [{name: app, image: c}]}}}}}\n",
            ),
        ),
        (
            CRON_JOB,
            "spec: {suspend: true, backoffLimit: 1}\n",
            "Move `backoffLimit` into `jobTemplate.spec`.",
            None,
        ),
        (
            SETTINGS,
            "port: '9090'\n",
            "Move `port` into `data`.",
            Some("data:\n  port: \"9090\"\n"),
        ),
        (
            DEPLOYMENT,
            "labels: {b: c}\nmetadata: {labels: {d: e}}\n",
            "Write the content of `labels` in `metadata.labels`.",
            Some("metadata: {labels: {d: e, b: c}}\n"),
        ),
        (
            DEPLOYMENT,
            "replicas: 4\nspec: {replicas: 5}\n",
            "Remove `replicas` or `spec.replicas` from the patch.",
            None,
        ),
        (
            DEPLOYMENT,
            "spec: {paused: true, labels: {a: b}}\n",
            "Move `labels` into the `metadata` of `template` or of the object.",
            None,
        ),
        (
            DEPLOYMENT,
            "metadata: {app: b, annotations: {a: b}}\n",
            "Move `app` into `labels` or `annotations`.",
            None,
        ),
        (
            POD,
            "spec: {containers: [{name: app, image: c, securityContext: {privileged: true, fsGroup: 2}}]}\n",
            "Move `fsGroup` to the `securityContext` of `spec`.",
            None,
        ),
        (
            POD,
            "spec: {containers: [{name: app, image: c, resources: {cpu: 200m}}]}\n",
            "Move `cpu` into `requests` or `limits`.",
            None,
        ),
        // The object has a spec, too.
        (
            DEPLOYMENT,
            "spec: {template: {spec: {containers: [{name: app, image: c, hostNetwork: true}]}}}\n",
            "Move `hostNetwork` to `spec.template.spec`.",
            None,
        ),
        (
            CLAIM,
            "spec: {resources: {storage: 20Gi}}\n",
            "Move `storage` into `requests`.",
            Some("spec: {resources: {requests: {storage: 20Gi}}}\n"),
        ),
    ]);
}

#[test]
fn a_field_under_another_name_gets_its_own() {
    check(&[
        (
            SERVICE,
            "spec: {ports: [{port: 80, containerPort: 8443}]}\n",
            "Write `targetPort` instead of `containerPort`.",
            Some("spec: {ports: [{port: 80, targetPort: 8443}]}\n"),
        ),
        (
            SET,
            "spec: {strategy: {type: OnDelete}}\n",
            "Write `updateStrategy` instead of `strategy`.",
            Some("spec: {updateStrategy: {type: OnDelete}}\n"),
        ),
        (
            POD,
            "spec: {volumes: [{name: new, secret: {name: s}}]}\n",
            "Write `secretName` instead of `name`.",
            Some("spec: {volumes: [{name: new, secret: {secretName: s}}]}\n"),
        ),
        (
            DEPLOYMENT,
            "spec: {revisionHistory: 3}\n",
            "Write `revisionHistoryLimit` instead of `revisionHistory`.",
            Some("spec: {revisionHistoryLimit: 3}\n"),
        ),
        (
            INGRESS,
            "spec: {defaultBackend: {service: a, port: 80}}\n",
            "Write `defaultBackend: {service: {name: a, port: {number: 80}}}`.",
            Some("spec: {defaultBackend: {service: {name: a, port: {number: 80}}}}\n"),
        ),
        (
            AUTOSCALER,
            "spec: {metrics: [{type: Resource, resource: {name: memory, targetAverageUtilization: 80}}]}\n",
            "Write `target: {type: Utilization, averageUtilization: 80}` instead of `targetAverageUtilization`.",
            Some(
                "spec: {metrics: [{type: Resource, resource: {name: memory, target: {type: Utilization, averageUtilization: 80}}}]}\n",
            ),
        ),
        // Without the peer, the rule would be for all.
        (
            POLICY,
            "spec: {ingress: [{from: [{namespace: shop}]}]}\n",
            "Write `namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: shop}}`.",
            Some(
                "spec: {ingress: [{from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: shop}}}]}]}\n",
            ),
        ),
        (
            POD,
            "spec: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {matchExpressions: [{key: a, operator: Exists}]}}}}\n",
            "Write `matchExpressions` in an item of `nodeSelectorTerms`.",
            Some(
                "spec: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists}]}]}}}}\n",
            ),
        ),
    ]);
}

#[test]
fn a_value_with_a_meaning_elsewhere_is_not_removed() {
    check(&[
        (
            TWO_CONTAINERS,
            "spec: {containers: [{name: app, delete: true}]}\n",
            "Write `$patch: delete` instead of `delete: true`.",
            None,
        ),
        (
            TWO_CONTAINERS,
            "spec: {containers: [{name: app, image: d, replace: true}]}\n",
            "Remove `replace` from the patch.",
            None,
        ),
        (
            DEPLOYMENT,
            "spec: {replicas: 2, cpu: 200m}\n",
            "Remove `cpu` from the patch.",
            None,
        ),
        // No type has such a field.
        (
            DEPLOYMENT,
            "spec: {replicas: 2, mystery: 1}\n",
            "Remove `mystery` from the patch.",
            Some("spec: {replicas: 2}\n"),
        ),
    ]);
}

/// What a program would delete or clear, and what is meant for another patch type, is a decision.
#[test]
fn what_clears_or_deletes_live_values_needs_a_decision() {
    const ARGS: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b, args: [--verbose]}]}\n";
    check_rows(&[
        decide(
            TWO_CONTAINERS,
            KUBERNETES,
            "spec: {containers: [{name: app, patch: delete}]}\n",
            "missing-dollar",
            "Write `$patch`.",
        ),
        decide(
            TWO_CONTAINERS,
            Semantics::MERGE_PATCH,
            "spec: {containers: [{name: proxy, image: c, $patch: delete}]}\n",
            "merge-patch-directive",
            "Use `--type strategic`: only a strategic merge patch has directives. Or remove `$patch`.",
        ),
        decide(
            ARGS,
            KUBERNETES,
            "spec: {containers: [{name: app, image: c, $deleteFromPrimitiveList/args: --verbose}]}\n",
            "delete-list-no-op",
            "Write `$deleteFromPrimitiveList/args` as a list with this one item.",
        ),
        decide(
            ARGS,
            KUBERNETES,
            "spec: {containers: [{name: app, image: c, args: ''}]}\n",
            "wrong-type",
            "Write `args: []` to clear the list, or remove it from the patch.",
        ),
        // The null has an effect.
        decide(
            SERVICE,
            KUBERNETES,
            "spec: {ports: null}\n",
            "invalid-object",
            "Write a value for `ports`, or remove `ports: null`: the field is required. If you remove it, the patch is then empty; write it as `{}`.",
        ),
        decide(
            SET,
            KUBERNETES,
            "spec: {serviceName: null}\n",
            "immutable-field",
            "Remove `spec` from the patch. The patch is then empty; write it as `{}`.",
        ),
    ]);
}

#[test]
fn a_mode_in_quotes_is_octal() {
    const FILES: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b}], volumes: [{name: v, configMap: {name: c}}]}\n";
    let row = |patch, help, fixed| Row {
        live: FILES,
        semantics: KUBERNETES,
        patch,
        code: "wrong-type",
        help,
        fixed,
    };
    check_rows(&[
        row(
            "spec: {volumes: [{name: v, configMap: {defaultMode: '0400'}}]}\n",
            "Write `defaultMode: 256`: that is 0400 in octal.",
            Some("spec: {volumes: [{name: v, configMap: {defaultMode: 256}}]}\n"),
        ),
        // As a decimal number it is too high.
        row(
            "spec: {volumes: [{name: v, configMap: {defaultMode: '644'}}]}\n",
            "Write `defaultMode: 420`: that is 0644 in octal.",
            Some("spec: {volumes: [{name: v, configMap: {defaultMode: 420}}]}\n"),
        ),
        row(
            "spec: {volumes: [{name: v, configMap: {defaultMode: '400'}}]}\n",
            "Write 400, which is 0620 in octal, or 256, which is 0400 in octal.",
            None,
        ),
        // It is no octal number.
        row(
            "spec: {volumes: [{name: v, configMap: {defaultMode: '438'}}]}\n",
            "Write the value without quotes: `defaultMode: 438`.",
            Some("spec: {volumes: [{name: v, configMap: {defaultMode: 438}}]}\n"),
        ),
    ]);
}

#[test]
fn a_path_and_a_text_in_another_notation_keep_their_meaning() {
    const VARIABLES: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: b, env: [{name: A, value: x}]}, {name: proxy, image: c}]}\n";
    let json = Semantics::JSON_PATCH;
    let row = |semantics, patch, code, help, fixed| Row {
        live: VARIABLES,
        semantics,
        patch,
        code,
        help,
        fixed,
    };
    check_rows(&[
        row(
            json,
            "[{op: replace, path: '/spec/containers[0]/image', value: c}]\n",
            "json-path-missing",
            "Write `/spec/containers/0/image`.",
            Some("[{op: replace, path: /spec/containers/0/image, value: c}]\n"),
        ),
        // The text is the value of the variable.
        row(
            json,
            "[{op: replace, path: /spec/containers/0/env/A, value: z}]\n",
            "json-index-invalid",
            "Write `/spec/containers/0/env/0/value`: `env` is a list, and `A` is item 0.",
            Some("[{op: replace, path: /spec/containers/0/env/0/value, value: z}]\n"),
        ),
        row(
            json,
            "[{op: add, path: /spec/containers/-/tty, value: true}]\n",
            "json-path-missing",
            "Write an index from 0 to 1, or first `add` a whole item with the path `/spec/containers/-`, and write its index, 2.",
            None,
        ),
        // A name without a value can be one of another program's environment.
        row(
            KUBERNETES,
            "spec: {containers: [{name: app, env: [B=c=d, E]}]}\n",
            "mixed-types",
            "Write the items of `env` with `name` and `value`: `{name: B, value: \"c=d\"}`.",
            None,
        ),
        row(
            Semantics::MERGE_PATCH,
            "[{op: replace, path: /spec/hostname, value: a}]\n",
            "merge-patch-not-an-object",
            "This is a JSON patch: use `--type json`.",
            None,
        ),
        row(
            KUBERNETES,
            "spec: {spec: {hostname: a}}\n",
            "no-such-field",
            "Write the content of the inner `spec` in the outer one.",
            Some("spec:\n  hostname: a\n"),
        ),
    ]);
}

/// What stands next to the field, or its value, can give it another meaning: then the user decides.
#[test]
fn a_field_with_several_meanings_is_left_to_the_user() {
    let schema = Arc::new(Schema::builtin());
    for (live, patch) in [
        (SETTINGS, "namespace: shop\n"),
        (SETTINGS, "name: shop\n"),
        (SETTINGS, "type: Opaque\n"),
        (
            POD,
            "spec: {containers: [{name: app, $patch: delete}, {name: n, image: d}], image: c}\n",
        ),
        (
            POD,
            "spec: {containers: [{name: new, tty: true}, {$patch: replace}], image: c}\n",
        ),
        (POD, "spec: {containers: [{name: new, command: [a]}], image: c}\n"),
        (
            POD,
            "spec: {initContainers: [{name: init, command: [x]}], image: c}\n",
        ),
        (SERVICE, "spec: {type: NodePort, name: http}\n"),
        (SERVICE, "spec: {targetPort: 8080}\n"),
        (
            AUTOSCALER,
            "spec: {metrics: [{type: Pods, pods: {metric: {name: x}, targetAverageUtilization: 80}}]}\n",
        ),
        (
            AUTOSCALER,
            "spec: {metrics: [{type: Resource, resource: {name: cpu, targetAverageUtilization: 80, targetAverageValue: 5}}]}\n",
        ),
        (
            DEPLOYMENT,
            "spec: {updateStrategy: {rollingUpdate: {maxSurge: 2}}}\n",
        ),
        (DEPLOYMENT, "spec: {updateStrategy: {type: null}}\n"),
        (POLICY, "spec: {ingress: [{from: [{namespace: '*'}]}]}\n"),
        (DEPLOYMENT, "spec: {spec: {$patch: replace, replicas: 2}}\n"),
        // The metadata of the template, or of the object.
        (DEPLOYMENT, "spec: {metadata: {labels: {a: b}}}\n"),
        (DEPLOYMENT, "spec: {template: {spec: {name: a}}}\n"),
    ] {
        let inputs = Inputs {
            semantics: KUBERNETES,
            ..inputs(live, &[patch], &schema)
        };
        let all = findings(&merge(inputs, true));
        let found: Vec<_> = all
            .iter()
            .filter(|it| it.rule.name() == "no-such-field")
            .collect();
        assert!(!found.is_empty(), "{patch}");
        for found in found {
            let is_automatic = found.report.applicability == Applicability::MachineApplicable;
            assert!(!is_automatic, "{patch}{}", found.report.fix);
        }
    }
}

/// A directive in a misplaced field is meant for the place of the field: it is not removed as one without effect.
#[test]
fn a_directive_in_a_misplaced_field_is_not_removed() {
    let schema = Arc::new(Schema::builtin());
    for (patch, code) in [
        (
            "spec: {containers: [{name: app, $patch: delete}]}\n",
            "dropped-directive",
        ),
        (
            "spec: {containers: [{$patch: replace}, {name: n, image: d}]}\n",
            "dropped-directive",
        ),
        ("annotations: {$patch: delete}\n", "ignored-map"),
        ("annotations: {$patch: replace, a: b}\n", "ignored-map"),
    ] {
        let inputs = Inputs {
            semantics: KUBERNETES,
            ..inputs(DEPLOYMENT, &[patch], &schema)
        };
        let all = findings(&merge(inputs, true));
        let found: Vec<_> = all.iter().filter(|it| it.rule.name() == code).collect();
        let names: Vec<&str> = all.iter().map(|it| it.rule.name()).collect();
        assert!(!found.is_empty(), "{patch}{names:?}");
        for found in found {
            let is_automatic = found.report.applicability == Applicability::MachineApplicable;
            assert!(!is_automatic, "{patch}{}", found.report.fix);
        }
    }
}

/// Each of many labels has a help for itself: a list of all of them would be as long as the patch, for each of them.
#[test]
fn the_help_of_many_labels_is_short() {
    let labels: String = (0..400).map(|label| format!("    l{label}: a\n")).collect();
    let patch = format!("spec:\n  selector:\n{labels}");
    let schema = Arc::new(Schema::builtin());
    let inputs = Inputs {
        semantics: KUBERNETES,
        ..inputs(DEPLOYMENT, &[&patch], &schema)
    };
    let helps: Vec<String> = findings(&merge(inputs, true))
        .into_iter()
        .filter(|it| it.rule.name() == "no-such-field")
        .map(|it| it.report.fix)
        .collect();
    assert!(
        helps.contains(&"Move `l7` into `matchLabels`.".to_owned()),
        "{helps:?}"
    );
    let size: usize = helps.iter().map(String::len).sum();
    assert!(helps.len() > 20 && size < 100 * helps.len(), "{size}");
}
