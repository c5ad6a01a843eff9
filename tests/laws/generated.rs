//! The laws for generated pairs, in every semantics that reads them.

use std::sync::Arc;

use mergescope::merge::{Dialect, Semantics};
use mergescope::schema::Schema;

use super::judge::{Tally, Texts, judge};
use super::pairs::{Generator, Pair};
use super::random_patches::{Dice, live, random_patch};

/// The number of pairs for each semantics.
const PAIRS: u64 = 2000;

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// Judges the pairs from a seed on, with one thread for each processor.
fn in_parallel(work: impl Fn(&mut dyn Iterator<Item = u64>) -> Tally + Sync) -> Tally {
    let (seed, pairs) = (
        number("MERGESCOPE_SEED", 30_000),
        number("MERGESCOPE_PAIRS", PAIRS),
    );
    let workers = std::thread::available_parallelism().map_or(2, |count| count.get() as u64);
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let work = &work;
        let start =
            |worker| scope.spawn(move || work(&mut (seed + worker..seed + pairs).step_by(workers as usize)));
        let running: Vec<_> = (0..workers).map(start).collect();
        for worker in running {
            tally.join(worker.join().expect("no worker panics"));
        }
    });
    tally
}

#[test]
fn the_laws_hold_on_generated_strategic_pairs() {
    let schema = Arc::new(Schema::builtin());
    let tally = in_parallel(|seeds| {
        let mut tally = Tally::default();
        let mut generator = Generator::new(&schema);
        for seed in seeds {
            let Pair { live, patch } = generator.pair(seed);
            let texts = Texts {
                live: &live,
                patches: &[&patch],
            };
            for row in Dialect::NAMED {
                judge(&texts, Semantics::Strategic(row.dialect), &schema, &mut tally);
            }
        }
        tally
    });
    tally.finish();
}

#[test]
fn the_laws_hold_on_generated_json_and_merge_patches() {
    let schema = Arc::new(Schema::builtin());
    let object = live().to_string();
    let tally = in_parallel(|seeds| {
        let mut tally = Tally::default();
        let mut generator = Generator::new(&schema);
        for seed in seeds {
            let mut dice = Dice(seed);
            dice.roll(7);
            for semantics in [
                Semantics::MERGE_PATCH,
                Semantics::MERGE_PATCH_RFC,
                Semantics::JSON_PATCH,
                Semantics::JSON_PATCH_RFC,
            ] {
                let any = Pair {
                    live: object.clone(),
                    patch: random_patch(semantics, &mut dice).to_string(),
                };
                for Pair { live, patch } in [any, generator.typed_pair(semantics.patch_type(), seed)] {
                    let texts = Texts {
                        live: &live,
                        patches: &[&patch],
                    };
                    judge(&texts, semantics, &schema, &mut tally);
                }
            }
        }
        tally
    });
    tally.finish();
}
