//! Applies all laws to one merge and counts the checks.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use mergescope::document;
use mergescope::merge::{Inputs, Merge, Semantics, broken_claims, merge};
use mergescope::schema::Schema;

use super::{complete, order, questions};

/// The number of printed examples for a violation.
const EXAMPLES: usize = 2;

/// The checks and violations so far.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) merges: u64,
    /// Checks of each law.
    pub(crate) checks: BTreeMap<&'static str, u64>,
    /// The violations by law and subject, with examples.
    pub(crate) broken: BTreeMap<String, (u64, Vec<String>)>,
    /// How often the choice at each position was right, with the number of questions.
    pub(crate) right_at: BTreeMap<usize, u64>,
    pub(crate) questions: u64,
    pub(crate) asked: HashSet<(String, usize)>,
    /// The number of questions that a random choice answers.
    pub(crate) chance: f64,
}

impl Tally {
    pub(crate) fn count(&mut self, law: &'static str, checks: usize) {
        *self.checks.entry(law).or_default() += checks as u64;
    }

    pub(crate) fn fail(&mut self, what: String, example: impl FnOnce() -> String) {
        let (count, examples) = self.broken.entry(what).or_default();
        *count += 1;
        if examples.len() < EXAMPLES {
            examples.push(example());
        }
    }

    pub(crate) fn join(&mut self, other: Self) {
        self.merges += other.merges;
        self.questions += other.questions;
        self.chance += other.chance;
        for (law, checks) in other.checks {
            *self.checks.entry(law).or_default() += checks;
        }
        for (place, right) in other.right_at {
            *self.right_at.entry(place).or_default() += right;
        }
        for (what, (count, examples)) in other.broken {
            let own = self.broken.entry(what).or_default();
            own.0 += count;
            let room = EXAMPLES.saturating_sub(own.1.len());
            own.1.extend(examples.into_iter().take(room));
        }
    }

    /// Fails the test if a law is violated.
    pub(crate) fn finish(&self) {
        println!("{} merges, checks {:?}", self.merges, self.checks);
        println!(
            "right answers by place {:?} of {} questions",
            self.right_at, self.questions
        );
        let mut report = String::new();
        for (what, (count, examples)) in &self.broken {
            report.push_str(&format!("{count:6} {what}\n"));
            if std::env::var_os("MERGESCOPE_SHORT").is_none() {
                for example in examples {
                    report.push_str(&format!("       {example}\n"));
                }
            }
        }
        assert!(self.broken.is_empty(), "laws are broken:\n{report}");
        let first = self.right_at.get(&0).copied().unwrap_or_default() as f64;
        let spread = 4.0 * self.chance.sqrt();
        assert!(
            first <= self.chance + spread,
            "the first choice is right {first} times of {}, by chance {:.0}",
            self.questions,
            self.chance
        );
    }
}

/// The inputs of a merge, as texts.
pub(crate) struct Texts<'t> {
    pub(crate) live: &'t str,
    pub(crate) patches: &'t [&'t str],
}

/// Applies all laws to one merge.
pub(crate) fn judge(texts: &Texts<'_>, semantics: Semantics, schema: &Arc<Schema>, tally: &mut Tally) {
    let read = |text: &&str| Arc::new(document::read("patch", text.as_bytes().to_vec()).expect("a patch"));
    let live = document::read_live("live", texts.live.as_bytes().to_vec()).expect("a live object");
    let inputs = Inputs {
        live: Arc::new(live),
        patches: texts.patches.iter().map(read).collect(),
        schema: Arc::clone(schema),
        semantics,
    };
    let mut merge: Merge = merge(inputs, true);
    tally.merges += 1;
    let example = |why: String| {
        let patches = texts.patches.join("\n---\n");
        format!(
            "[{semantics}] {why}\n         live  {}\n         patch {patches}",
            texts.live
        )
    };
    // The path of a step leads to the field that it is about.
    for step in &merge.steps {
        let Some(field) = step.field() else { continue };
        let depth = merge.tree.document(field).ancestors(field.node).count() - 1;
        let path = merge.step_path(step);
        if path.0.len() != depth {
            tally.fail(format!("path: {}", step.rule.name()), || {
                example(format!("{path} has not the depth of its field, {depth}"))
            });
        }
    }
    tally.count("2 claims", merge.steps.len());
    for broken in broken_claims(&mut merge) {
        let step = &merge.steps[broken.step];
        let sentence = merge.sentence(step);
        tally.fail(format!("claims: {}: {}", step.rule.name(), broken.why), || {
            example(format!(
                "step {} at {}: {sentence}",
                broken.step,
                merge.step_path(step)
            ))
        });
    }
    let (checks, silent) = complete::check(&merge);
    tally.count("1 nothing silent", checks);
    for (what, why) in silent {
        tally.fail(format!("silent: {what}"), || example(why));
    }
    let (checks, unexplained) = order::check(&mut merge);
    tally.count("5 order", checks);
    for (what, why) in unexplained {
        tally.fail(format!("order: {what}"), || example(why));
    }
    questions::check(&mut merge, tally, &example);
}
