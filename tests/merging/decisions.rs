//! `proposal` and `kubernetes` with one decision switched: each is a semantics like those that have a name. What a merge
//! says of the decisions that it came to must be true, since causes of differences are found by switching those alone.

use std::sync::Arc;

use mergescope::merge::{Decision, Dialect, Inputs, Merge, Semantics, merge};
use mergescope::schema::Schema;

use super::laws::{hold_in, inputs, text, verdict};
use super::pairs::{Generator, Pair};

/// How many pairs each switched semantics merges.
const PAIRS: u64 = 120;

const BASES: [Dialect; 2] = [Dialect::PROPOSAL, Dialect::KUBERNETES];

/// All semantics that differ from `proposal` or `kubernetes` in one decision.
pub(crate) fn all_switched() -> Vec<Dialect> {
    let of = |base: Dialect| {
        Decision::ALL
            .iter()
            .flat_map(move |decision| base.switched(*decision))
    };
    BASES.into_iter().flat_map(of).collect()
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

/// How a merge ends, and with what.
fn outcome(merge: &Merge) -> (String, String) {
    (verdict(merge), text(merge))
}

/// The decisions whose switching changes the outcome; those that were not reached must not.
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
        // Each takes its turn.
        let turn = all.iter().skip(seed as usize % 4).step_by(4).copied();
        if let Err(law) = hold_in(turn, &inputs(&live, &[&patch], &schema)) {
            broken.push(format!("seed {seed}\nlive  {live}\npatch {patch}\n{law}\n"));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn a_decision_that_was_not_reached_changes_nothing() {
    let schema = Arc::new(Schema::builtin());
    let mut generator = Generator::new(&schema);
    let mut seen = Vec::new();
    for seed in 8_000..8_000 + PAIRS {
        let Pair { live, patch } = generator.pair(seed);
        for base in BASES {
            match effective(&inputs(&live, &[&patch], &schema), base) {
                Ok(effective) => seen.extend(effective),
                Err(why) => panic!("seed {seed}\nlive  {live}\npatch {patch}\n{why}"),
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
            .map(|row| row.dialect.choice(*decision).says);
        let first = choices.next();
        assert!(
            choices.any(|choice| Some(choice) != first),
            "{decision:?} decides nothing"
        );
    }
}
