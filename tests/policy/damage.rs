//! The warnings of each case: likely mistakes in musthave's pairing, and blind spots.

use mergescope::merge::policy::ComplianceType;
use mergescope::merge::{Inputs, RuleEffect, Semantics, merge};

use super::cases::{all, inputs};

/// Returns the rules of a case's warnings, without those of the verdict.
fn warnings(name: &str, kind: Option<ComplianceType>) -> Vec<&'static str> {
    let case = all().into_iter().find(|case| case.name == name).unwrap();
    let compliance = case.compliance.with_type(kind.unwrap_or(case.compliance.kind));
    let merged = merge(
        Inputs {
            semantics: Semantics::Policy(compliance),
            ..inputs(&case, &case.live[0])
        },
        true,
    );
    let steps = merged.steps.iter().map(|step| step.rule);
    let warned = steps.filter(|rule| matches!(rule.effect(), RuleEffect::Warned | RuleEffect::Rejected));
    warned
        .map(|rule| rule.name())
        .filter(|name| !matches!(*name, "policy-server-decides" | "policy-proposed"))
        .collect()
}

#[test]
fn likely_mistakes_are_reported() {
    for (case, expected) in [
        ("story2-musthave", &["musthave-duplicate"][..]),
        ("musthave-unnamed-change-adds-item", &["musthave-duplicate"]),
        ("role-verbs-superset-adds-rule", &["musthave-duplicate"]),
        (
            "musthave-env-value-next-to-valuefrom",
            &["musthave-exclusive-fields"],
        ),
        (
            "musthave-named-live-duplicates-second-exact",
            &["musthave-first-of-name"],
        ),
        ("metadata-last-applied-lost-on-update", &["last-applied-lost"]),
        ("metadata-other-fields-ignored", &["policy-metadata-ignored"]),
        ("mustonlyhave-same-size-null-blind-spot", &["policy-false-match"]),
        (
            "mustonlyhave-same-size-empty-list-blind-spot",
            &["policy-false-match"],
        ),
        ("custom-resource-musthavestrategic", &["policy-strategic-custom"]),
        ("top-level-type-mismatch", &["policy-type-mismatch"]),
        ("musthave-named-items-merge", &[]),
        ("musthave-scalar-list-adds-missing", &[]),
        ("story1-musthave", &[]),
        ("custom-resource-musthave", &[]),
    ] {
        assert_eq!(warnings(case, None), expected, "{case}");
    }
}

#[test]
fn musthaveapply_says_what_it_is_not() {
    for (case, expected) in [
        (
            "story1-musthaveapply",
            "a strategic merge patch, as the kind is built in",
        ),
        (
            "custom-resource-musthaveapply",
            "a JSON merge patch, because the kind is a custom resource",
        ),
    ] {
        let case = all().into_iter().find(|known| known.name == case).unwrap();
        let merged = merge(inputs(&case, &case.live[0]), true);
        let step = merged
            .steps
            .iter()
            .find(|step| step.rule.name() == "musthaveapply-not-kubectl-apply");
        let sentence = merged.sentence(step.unwrap());
        assert!(
            sentence.contains(expected) && sentence.contains("last-applied"),
            "{sentence}"
        );
    }
}

/// A policy merges one template: the steps name its nodes, also if there is a second one with fewer nodes.
#[test]
fn a_second_template_is_not_merged() {
    let case = all()
        .into_iter()
        .find(|case| case.name == "story2-musthave")
        .unwrap();
    for semantics in Semantics::ALL.iter().copied() {
        let Semantics::Policy(compliance) = semantics else {
            continue;
        };
        let compliance = case.compliance.with_type(compliance.kind);
        let one = Inputs {
            semantics: Semantics::Policy(compliance),
            ..inputs(&case, &case.live[0])
        };
        let mut two = one.clone();
        let second = mergescope::document::read("second", b"kind: Deployment".to_vec()).unwrap();
        two.patches.push(std::sync::Arc::new(second));
        let steps = |inputs: Inputs| {
            let merged = merge(inputs, true);
            let texts = merged
                .steps
                .iter()
                .map(|step| (merged.sentence(step), merged.fix(step)));
            texts.collect::<Vec<_>>()
        };
        assert_eq!(steps(one), steps(two), "{semantics}");
    }
}
