//! `proposal` and `kubernetes` with one decision switched: each is a semantics like the named ones. The
//! decisions that a merge reports as reached must be right, because causes of differences are found by
//! switching only those.

use std::sync::Arc;

use mergescope::merge::{Decision, Dialect, Inputs, Merge, Semantics, Step, compare_merges, merge};
use mergescope::report::comparison::{Difference, DifferenceKind, DifferenceSide, MergeComparison};
use mergescope::schema::{Schema, openapi};
use serde_json::json;

use super::laws::{check_in, inputs, text, verdict};
use super::pairs::{Generator, Pair};

/// The number of pairs for each switched semantics.
const PAIRS: u64 = 24;

/// Live objects and patches for decisions that generated pairs rarely reach.
const CASES: &[(&str, &str)] = &[
    (
        r#"{"apiVersion": "apps/v1", "kind": "Deployment", "spec": {}}"#,
        r#"{"spec": {"strategy": {"$patch": "replace", "type": "Recreate"}}}"#,
    ),
    (
        r#"{"apiVersion": "test/v1", "kind": "Widget", "spec": {"size": {"a": 1}}}"#,
        r#"{"spec": {"size": {"$patch": "delete", "b": 2}}}"#,
    ),
    (
        r#"{"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"strategy": {"type": "Recreate"}}}"#,
        r#"{"spec": {"strategy": {"$retainKeys": ["type", 5], "type": "RollingUpdate"}}}"#,
    ),
    (
        r#"{"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"strategy": {"type": "Recreate"}}}"#,
        r#"{"spec": {"strategy": {"$retainKeys": ["type"], "$other": 1, "type": "RollingUpdate"}}}"#,
    ),
    (
        r#"{"apiVersion": "v1", "kind": "Pod", "spec": {"nodeName": "n"}}"#,
        r#"{"spec": {"$setElementOrder/containers": [{"name": "a"}], "containers": [{"name": "a", "image": null}]}}"#,
    ),
    (
        r#"{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "a"}]}}"#,
        r#"{"spec": {"containers": [{"name": "b", "image": null}]}}"#,
    ),
    (
        r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"labels": {"a": "1"}}}"#,
        r#"{"metadata": {"$deleteFromPrimitiveList/labels": {"b": "2"}}}"#,
    ),
    (
        r#"{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "a"}]}}"#,
        r#"{"spec": {"containers": [{"$patch": "replace"}, {"image": "x"}]}}"#,
    ),
    (
        r#"{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"image": "x"}, {"name": "a"}]}}"#,
        r#"{"spec": {"containers": [{"name": "a", "image": "y"}]}}"#,
    ),
    (
        r#"{"apiVersion": "v1", "kind": "Service", "spec": {"ports": [{"port": 53, "protocol": "UDP"}]}}"#,
        r#"{"spec": {"ports": [{"$patchMergeKey": ["port", "protocol"], "port": 53, "protocol": "TCP"}]}}"#,
    ),
    (
        r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"finalizers": ["a", "a", "b", "c"]}}"#,
        r#"{"metadata": {"finalizers": ["a"]}}"#,
    ),
    (
        r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"labels": ["a"]}}"#,
        r#"{"metadata": {"labels": ["b"]}}"#,
    ),
    (
        r#"{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": []}}"#,
        r#"{"spec": {"$setElementOrder/containers": [{"name": "a"}]}}"#,
    ),
    (
        r#"{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "a"}]}}"#,
        r#"{"spec": {"$deleteFromPrimitiveList/containers": [{"name": "b"}]}}"#,
    ),
    (
        r#"{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": ["a"]}}"#,
        r#"{"spec": {"containers": ["b"]}}"#,
    ),
    (
        r#"{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": []}}"#,
        r#"{"spec": {"$setElementOrder/containers": [{"image": "x"}]}}"#,
    ),
];

const BASES: [Dialect; 2] = [Dialect::PROPOSAL, Dialect::KUBERNETES];

/// Returns all semantics that differ from `proposal` or `kubernetes` in one decision.
pub(crate) fn all_switched() -> Vec<Dialect> {
    let of = |base: Dialect| {
        Decision::ALL
            .iter()
            .flat_map(move |decision| base.switched(*decision))
    };
    BASES.into_iter().flat_map(of).collect()
}

/// Returns the built-in schema with a kind that has a replaced map.
fn with_widgets() -> Schema {
    let size = json!({"type": "object", "x-kubernetes-patch-strategy": "replace", "additionalProperties": {"type": "integer"}});
    let spec = json!({"type": "object", "properties": {"size": size}});
    let text = json!({"openapi": "3.0.0", "components": {"schemas": {"test.v1.Widget": {
        "type": "object",
        "properties": {"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "spec": spec},
        "x-kubernetes-group-version-kind": [{"group": "test", "version": "v1", "kind": "Widget"}],
    }}}});
    let mut schema = Schema::builtin();
    let facts = openapi::read(&text.to_string()).expect("a schema");
    schema.overlay(&facts).expect("few overlays");
    schema
}

fn merged(inputs: &Inputs, dialect: Dialect) -> Merge {
    let semantics = Semantics::Strategic(dialect);
    merge(
        Inputs {
            semantics,
            ..inputs.clone()
        },
        false,
    )
}

fn cases() -> impl Iterator<Item = Pair> {
    CASES.iter().map(|(live, patch)| Pair {
        live: (*live).to_owned(),
        patch: (*patch).to_owned(),
    })
}

/// Returns the verdict and the result of a merge.
fn outcome(merge: &Merge) -> (String, String) {
    (verdict(merge), text(merge))
}

/// Returns the decisions whose switching changes the outcome. Those that were not reached must not change it.
fn effective(inputs: &Inputs, base: Dialect) -> Result<Vec<Decision>, String> {
    let merge = merged(inputs, base);
    let before = outcome(&merge);
    let mut effective = Vec::new();
    for decision in Decision::ALL.iter().copied() {
        for switched in base.switched(decision) {
            let after = outcome(&merged(inputs, switched));
            if after == before {
                continue;
            }
            if !merge.reached.has(decision) {
                return Err(format!(
                    "{decision:?} was not reached, yet {before:?} becomes {after:?}"
                ));
            }
            effective.push(decision);
        }
    }
    Ok(effective)
}

#[test]
fn the_laws_hold_with_any_decision_switched() {
    let schema = Arc::new(Schema::builtin());
    let mut generator = Generator::new(&schema);
    let all = all_switched();
    let mut broken = Vec::new();
    for seed in 7_000..7_000 + PAIRS {
        let Pair { live, patch } = generator.pair(seed);
        // The semantics take turns.
        let turn = all.iter().skip(seed as usize % 4).step_by(4).copied();
        if let Err(law) = check_in(turn, &inputs(&live, &[&patch], &schema)) {
            broken.push(format!("seed {seed}\nlive  {live}\npatch {patch}\n{law}\n"));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn a_decision_that_was_not_reached_changes_nothing() {
    let schema = Arc::new(with_widgets());
    let mut generator = Generator::new(&schema);
    let generated = (8_000..8_000 + PAIRS).map(|seed| generator.pair(seed));
    let mut seen = Vec::new();
    for Pair { live, patch } in cases().chain(generated) {
        for base in BASES {
            match effective(&inputs(&live, &[&patch], &schema), base) {
                Ok(effective) => seen.extend(effective),
                Err(why) => panic!("live  {live}\npatch {patch}\n{why}"),
            }
        }
    }
    let unseen: Vec<_> = Decision::ALL
        .iter()
        .filter(|decision| !seen.contains(decision))
        .collect();
    assert!(
        unseen.is_empty(),
        "no pair shows that these decisions matter: {unseen:?}"
    );
}

#[test]
fn every_decision_tells_two_named_semantics_apart() {
    for decision in Decision::ALL {
        let mut choices = Dialect::NAMED
            .iter()
            .map(|row| row.dialect.choice(*decision).sentence);
        let first = choices.next();
        assert!(
            choices.any(|choice| Some(choice) != first),
            "{decision:?} decides nothing"
        );
    }
}

/// Switching all causes of all differences in one semantics must give the result of the other one, in at
/// least one direction, or some in one and the others in the other.
///
/// Returns the number of differences.
fn judge_causes(inputs: &Inputs) -> Result<usize, String> {
    let [first, second] = BASES;
    let traced = |dialect| {
        let semantics = Semantics::Strategic(dialect);
        merge(
            Inputs {
                semantics,
                ..inputs.clone()
            },
            true,
        )
    };
    let comparison = MergeComparison::new(traced(first), traced(second)).with_causes();
    let causes = comparison
        .differences()
        .iter()
        .flat_map(|difference| &difference.causes);
    let switch = |(one, other): (Dialect, Dialect), cause: &Decision| {
        (
            one.with_choice_from(*cause, second),
            other.with_choice_from(*cause, first),
        )
    };
    let (one, other) = causes.fold((first, second), switch);
    let rejects = |merge: &Merge| merge.rejection().is_some();
    let [theirs, ours] = [DifferenceSide::Second, DifferenceSide::First].map(|side| comparison.merge(side));
    let is_met = |dialect, wanted: &Merge| {
        let switched = merged(inputs, dialect);
        match rejects(ours) == rejects(theirs) {
            true => rejects(wanted) || compare_merges(&switched, wanted).is_same(),
            // If one rejects the patch, this is the only difference.
            false => rejects(&switched) == rejects(wanted),
        }
    };
    let has_causes = |difference: &Difference| !difference.causes.is_empty();
    // A decision can be the cause in one direction only, because another one then applies in the other.
    let is_met_in_parts = || {
        let mut all: Vec<Decision> = comparison
            .differences()
            .iter()
            .flat_map(|it| it.causes.clone())
            .collect();
        all.sort_unstable();
        all.dedup();
        (0..1_u32 << all.len().min(8)).any(|mask| {
            let (mut one, mut other) = (first, second);
            for (bit, cause) in all.iter().enumerate() {
                match mask >> bit & 1 {
                    0 => one = one.with_choice_from(*cause, second),
                    _ => other = other.with_choice_from(*cause, first),
                }
            }
            compare_merges(&merged(inputs, one), &merged(inputs, other)).is_same()
        })
    };
    let is_one_way = is_met(one, theirs) || is_met(other, ours);
    // A step that both merges have does not decide, if one of them has a step of its own about the node.
    let cites_common = comparison.differences().iter().find_map(|difference| {
        let DifferenceKind::Only(side) = difference.kind else {
            return None;
        };
        let (merge, other) = (comparison.merge(side), comparison.merge(side.other()));
        let node = merge.tree.source(difference.nodes[side as usize]?);
        let cited = &merge.steps[difference.steps[side as usize]?];
        let sources = |step: &Step| (step.rule, step.patch(), step.directive(), step.field());
        let is_common = |step: &Step| other.steps.iter().any(|it| sources(it) == sources(step));
        let own = merge
            .steps
            .iter()
            .find(|step| step.patch() == Some(node) && !step.rule.is_observation() && !is_common(step));
        own.filter(|_| is_common(cited)).map(|own| (cited.rule, own.rule))
    });
    if let Some(rules) = cites_common {
        return Err(format!(
            "a step of both merges is cited, not the own one: {rules:?}"
        ));
    }
    let is_right = (is_one_way || !rejects(ours) && !rejects(theirs) && is_met_in_parts())
        && comparison.differences().iter().all(has_causes);
    is_right
        .then_some(comparison.differences().len())
        .ok_or_else(|| format!("{:?}", comparison.differences()))
}

/// Law 4 of explanations. `MERGESCOPE_PAIRS` sets the number of pairs, `MERGESCOPE_SEED` the first seed.
#[test]
fn the_causes_of_all_differences_make_one_result_of_the_other() {
    let schema = Arc::new(with_widgets());
    let mut generator = Generator::new(&schema);
    let number = |name, default| std::env::var(name).map_or(default, |text| text.parse().expect("a number"));
    let (seed, pairs) = (
        number("MERGESCOPE_SEED", 9_000),
        number("MERGESCOPE_PAIRS", 2_000),
    );
    let (mut differences, mut broken) = (0, Vec::new());
    let generated = (seed..seed + pairs).map(|seed| generator.pair(seed));
    for Pair { live, patch } in cases().chain(generated) {
        match judge_causes(&inputs(&live, &[&patch], &schema)) {
            Ok(found) => differences += found,
            Err(why) => broken.push(format!("live  {live}\npatch {patch}\n{why}")),
        }
    }
    let first: Vec<String> = broken.iter().take(4).cloned().collect();
    assert!(broken.is_empty(), "{} pairs:\n{}", broken.len(), first.join("\n"));
    println!("{differences} differences of {pairs} pairs have their causes");
}
