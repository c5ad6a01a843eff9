//! The fixes of object templates. `the_law_of_fixes_holds_on_generated_pairs` tries generated templates.

use std::sync::Arc;

use mergescope::document;
use mergescope::document::write::apply_edits;
use mergescope::merge::policy::{Compliance, ComplianceType};
use mergescope::merge::{Inputs, Merge, Semantics, merge};
use mergescope::report::fix::fixes;
use mergescope::schema::Schema;

fn assessed(live: &str, template: &str, kind: ComplianceType) -> Merge {
    let read = |text: &str| Arc::new(document::read_live("text", text.as_bytes().to_vec()).unwrap());
    let inputs = Inputs {
        live: read(live),
        patches: vec![read(template)],
        schema: Arc::new(Schema::builtin()),
        semantics: Semantics::Policy(Compliance::new(kind)),
    };
    merge(inputs, true)
}

/// A template with a mistake: the rule, whether a program can apply the fix, its sentence, and the template
/// after it.
struct Case {
    live: &'static str,
    template: &'static str,
    rule: &'static str,
    is_machine_applicable: bool,
    sentence: &'static str,
    after: &'static str,
}

const CASES: [Case; 13] = [
    // The words of the user stay.
    Case {
        live: "metadata: {name: x}",
        template: "metadata:\n  name: x\n  annotations:\n    the patch: 5\n",
        rule: "policy-not-a-string",
        is_machine_applicable: true,
        sentence: "Quote the value: `the patch: \"5\"`.",
        after: "metadata:\n  name: x\n  annotations:\n    the patch: \"5\"\n",
    },
    Case {
        live: "metadata: {name: x}",
        template: "metadata:\n  name: x\n  labels:\n    a: 1.50 # one\n",
        rule: "policy-not-a-string",
        is_machine_applicable: true,
        sentence: "Quote the value: `a: \"1.50\"`.",
        after: "metadata:\n  name: x\n  labels:\n    a: \"1.50\" # one\n",
    },
    Case {
        live: "metadata: {name: x}",
        template: "metadata: {name: x, labels: {a: null, b: c}}\n",
        rule: "policy-not-a-string",
        is_machine_applicable: false,
        sentence: "Write a string as the value of `a`, or remove `a`: musthave cannot remove it from the live object.",
        after: "metadata: {name: x, labels: {b: c}}\n",
    },
    Case {
        live: "metadata: {name: x}",
        template: "metadata: {name: x, labels: b}\n",
        rule: "policy-not-a-string",
        is_machine_applicable: false,
        sentence: "Write `labels` as a map of strings.",
        after: "",
    },
    Case {
        live: "metadata: {name: x}\nspec: {a: 1}",
        template: "metadata: {name: x}\nspec: [{a: 2}]\n",
        rule: "policy-type-mismatch",
        is_machine_applicable: true,
        sentence: "Write the value of `spec` without a list around it.",
        after: "metadata: {name: x}\nspec:\n  a: 2\n",
    },
    Case {
        live: "metadata: {name: x}\nrules: [{a: 1}]",
        template: "metadata: {name: x}\nrules: {a: 1}\n",
        rule: "policy-type-mismatch",
        is_machine_applicable: true,
        sentence: "Write `rules` as a list with this one item.",
        after: "metadata: {name: x}\nrules:\n- a: 1\n",
    },
    Case {
        live: "metadata: {name: x}\nspec: {a: 1}",
        template: "metadata: {name: x}\nspec: [1, 2]\n",
        rule: "policy-type-mismatch",
        is_machine_applicable: false,
        sentence: "Write `spec` with the type that it has in the live object.",
        after: "",
    },
    Case {
        live: "metadata: {name: x, uid: u}",
        template: "metadata:\n  name: x\n  uid: v\n",
        rule: "policy-metadata-ignored",
        is_machine_applicable: true,
        sentence: "Remove `metadata.uid` from the template: the API server sets it.",
        after: "metadata:\n  name: x\n",
    },
    // The controller creates a missing object with it.
    Case {
        live: "metadata: {name: x}",
        template: "metadata:\n  name: x\n  finalizers: [a/b]\n",
        rule: "policy-metadata-ignored",
        is_machine_applicable: false,
        sentence: "Remove `metadata.finalizers` from the template, unless it is for an object that the policy creates.",
        after: "metadata:\n  name: x\n",
    },
    Case {
        live: "metadata: {name: x}\nspec: {env: [{name: A, value: b}]}",
        template: "metadata: {name: x}\nspec:\n  env:\n  - name: A\n    valueFrom: {fieldRef: {fieldPath: metadata.name}}\n",
        rule: "musthave-exclusive-fields",
        is_machine_applicable: true,
        sentence: "Remove the live value, too: write `value: null` in the template.",
        after: "metadata: {name: x}\nspec:\n  env:\n  - name: A\n    valueFrom: {fieldRef: {fieldPath: metadata.name}}\n    value: null\n",
    },
    Case {
        live: "metadata: {name: x}\nspec: {env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}",
        template: "metadata: {name: x}\nspec:\n  env:\n  - name: A\n    value: b\n",
        rule: "musthave-exclusive-fields",
        is_machine_applicable: false,
        sentence: "Use mustonlyhave, or remove `valueFrom` from the live object: musthave keeps a live map, also if it is null in the policy.",
        after: "",
    },
    // The null does not remove the map, so both fields are sent.
    Case {
        live: "metadata: {name: x}\nspec: {env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}",
        template: "metadata: {name: x}\nspec:\n  env:\n  - name: A\n    value: b\n    valueFrom: null\n",
        rule: "musthave-exclusive-fields",
        is_machine_applicable: false,
        sentence: "Use mustonlyhave, or remove `valueFrom` from the live object: musthave keeps a live map, also if it is null in the policy.",
        after: "",
    },
    Case {
        live: "metadata: {name: x}\nstatus: {phase: a}",
        template: "metadata: {name: x}\nstatus: {phase: b}\n",
        rule: "policy-status",
        is_machine_applicable: false,
        sentence: "If the policy need not check the status, remove `status` from the template.",
        after: "metadata: {name: x}\n",
    },
];

#[test]
fn templates_have_fixes() {
    let head = "apiVersion: example.com/v1\nkind: Widget\n";
    for case in CASES {
        let (live, template) = (
            format!("{head}{}\n", case.live),
            format!("{head}{}", case.template),
        );
        let merge = assessed(&live, &template, ComplianceType::MustHave);
        let mut all = merge.steps.iter().zip(fixes(&merge));
        let found = all.find(|(step, _)| step.rule.name() == case.rule);
        let Some((_, Some(fix))) = found else {
            panic!("no {} in {template}", case.rule)
        };
        assert_eq!(fix.sentence, case.sentence, "{template}");
        assert_eq!(
            fix.is_machine_applicable(),
            case.is_machine_applicable,
            "{template}"
        );
        let after = match fix.edits.is_empty() {
            true => String::new(),
            false => apply_edits(&template, &fix.edits).replace(head, ""),
        };
        assert_eq!(after, case.after, "{template}");
    }
}

/// Returns the helps of the findings of a merge.
fn helps(merge: &Merge) -> Vec<String> {
    let findings = merge.steps.iter().filter(|step| step.rule.is_finding());
    let fixes = fixes(merge).into_iter().flatten();
    let advice = findings.map(|step| merge.fix(step));
    advice.chain(fixes.map(|fix| fix.sentence)).collect()
}

/// The help of a policy names the template: it has no patch.
#[test]
fn the_helps_of_templates_name_no_patch() {
    let head = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x}\n";
    let object = |text: &str| format!("{head}{text}\n");
    let containers = |items: &str| {
        object(&format!(
            "spec: {{template: {{spec: {{containers: [{items}]}}}}}}"
        ))
    };
    let env = |items: &str| containers(&format!("{{name: c, image: i, env: [{items}]}}"));
    let (used, defined) = ("{name: B, value: $(A)}", "{name: A, value: '1'}");
    let plain = object(
        "spec: {template: {spec: {serviceAccount: s, serviceAccountName: s, containers: [{name: c, image: i}]}}}",
    );
    let order = "$setElementOrder/env: [{name: B}, {name: A}]";
    let mut all: Vec<String> = Vec::new();
    let mut collect = |live: &str, template: &str| {
        for kind in ComplianceType::ALL {
            for help in helps(&assessed(live, template, kind)) {
                assert!(
                    !help.to_lowercase().contains("the patch"),
                    "{template}{kind:?}: {help}"
                );
                all.push(help);
            }
        }
    };
    for template in [
        env(&format!("{used}, {defined}")),
        env(&format!("{used}, {defined}, {defined}")),
        containers(&format!("{{name: c, {order}, env: [{used}, {defined}]}}")),
        object("spec: {metadata: {labels: {a: b}}, replicas: 2}"),
        object("spec: {replica: 1, replicas: 2}"),
        object("spec: {templat: {}, template: {metadata: {labels: {a: b}}}}"),
        object("labels: {a: b}\nreplicas: 2\nannotations: {c: d}"),
        object(
            "spec: {spec: {replicas: 1}, status: {}, template: {spec: {serviceAccount: a, serviceAccountName: b}}}",
        ),
        object("spec: {template: {spec: {serviceAccount: a}}}"),
        object("spec: {template: {spec: {metadata: {labels: {a: b}}, containers: []}}}"),
        containers("{name: c, image: i, replicas: 2, restartPolicy: Always}"),
        containers("{name: c, image: i, metadata: {labels: {a: b}}, status: {a: b}}"),
        containers("{name: c, $patch: delete}, {name: c, image: j}, {image: k}"),
    ] {
        collect(&plain, &template);
        collect(&env(&format!("{defined}, {used}")), &template);
    }
    for case in super::cases::all() {
        let template = document::write::json(&*case.template);
        for live in &case.live {
            collect(&document::write::json(&**live), &template);
        }
    }
    let all = all.join("\n");
    for help in [
        "Move `A` before `B` in the template list.",
        "Move `A` before `B`, in the template list and in `$setElementOrder/env`.",
        "Move `status` to the top of the template.",
        "or to the top of the template.",
        "Remove `templat`: it is empty, and the template has `template`.",
        "Keep one item of `containers`: the template removes all.",
    ] {
        assert!(all.contains(help), "{help}");
    }
}

/// The controller compares the status of a template, so it is never removed for another finding.
#[test]
fn the_status_of_a_template_stays() {
    let live =
        "apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nstatus: {conditions: [{type: A, status: b}]}\n";
    let template =
        "apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nstatus: {conditions: [{type: A, status: c}]}\n";
    for kind in ComplianceType::ALL {
        let merge = assessed(live, template, kind);
        for fix in fixes(&merge).into_iter().flatten() {
            assert!(!fix.is_machine_applicable(), "{kind:?}: {fix:?}");
        }
    }
}
