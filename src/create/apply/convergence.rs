//! Whether applying the same file again converges.

use std::sync::Arc;

use super::apply;
use super::ledger::rows;
use super::outcome::{AppliedPatch, ApplyComputation};
use super::stored::stored;
use crate::document::words::first_of;
use crate::document::{Document, Numbers, Path, Segment, read_live, same, write};
use crate::merge::{Merge, Rule, RuleEffect, strict_rejection};
use crate::schema::Schema;

/// Maximum number of paths in a sentence.
pub(super) const MAX_NAMES: usize = 8;

/// Maximum number of simulated applies.
const MAX_ROUNDS: usize = 4;

/// The result of applying the same file again and again.
#[derive(Clone, Debug)]
pub enum Convergence {
    /// kubectl prints `unchanged` after this number of further applies that change something.
    Converges(usize),
    /// Each apply sends a patch.
    Never {
        /// The last of the applies that repeat.
        again: Box<RepeatedApply>,
        /// The applies that repeat before it; none if the object stays the same.
        before: Vec<RepeatedApply>,
    },
    /// Unknown: a patch is rejected, or there was no result after the maximum number of applies.
    Unknown,
}

/// An apply of the same file, and its merge.
#[derive(Clone, Debug)]
pub struct RepeatedApply {
    /// The apply.
    pub computation: ApplyComputation,
    merged: Merge,
}

impl ApplyComputation {
    /// Returns the apply of the same file to the stored object, or `None` if it sends nothing or this apply
    /// is rejected.
    pub fn again(&self, merged: &Merge) -> Option<ApplyComputation> {
        if self.is_unchanged() {
            return None;
        }
        let live = self.stored(merged)?;
        let again = self.onto(live)?;
        (!again.is_unchanged()).then_some(again)
    }

    /// Returns the stored object after the request, or `None` if the API server rejects it or it is not known.
    pub fn stored(&self, merged: &Merge) -> Option<Document> {
        stored_result(self.live(), merged, &self.request.schema)
    }

    fn onto(&self, live: Document) -> Option<ApplyComputation> {
        apply_onto(&self.manifest, live, &self.request.schema)
    }

    /// Returns the paths of the values, directives and orders in the patch.
    fn sent_paths(&self) -> Vec<Path> {
        let mut paths = Vec::new();
        self.sentences().each_line(&self.created, |_, reason, (path, _)| {
            if reason.rule.effect() != RuleEffect::Matched {
                paths.push(path.clone());
            }
        });
        paths
    }

    /// Simulates applies of the same file until nothing is sent or an object repeats.
    pub fn convergence(&self, merged: &Merge) -> Convergence {
        self.try_convergence(merged).unwrap_or(Convergence::Unknown)
    }

    fn try_convergence(&self, merged: &Merge) -> Option<Convergence> {
        // Nothing is sent, so nothing is stored, and the next apply has the same live object.
        if self.is_unchanged() {
            return Some(Convergence::Converges(0));
        }
        convergence_from(self.stored(merged)?, |live| self.onto(live))
    }
}

impl Convergence {
    /// Returns the fields that have another value than the manifest after some later apply, however often it runs, or
    /// `None` if this is not known.
    pub(super) fn open_fields(&self) -> Option<Vec<Path>> {
        let applies = match self {
            Self::Converges(_) => Vec::new(),
            Self::Never { again, before } => before.iter().chain([&**again]).collect(),
            Self::Unknown => return None,
        };
        let rows = applies
            .iter()
            .flat_map(|again| rows(&again.computation, &again.merged));
        let open = rows.filter(|row| row.rule == Rule::LedgerNotConverging);
        Some(open.map(|row| row.path).collect())
    }

    /// Returns the first field that every apply sends, a list for its order, or `None` if the apply converges.
    pub(super) fn first_field(&self) -> Option<Path> {
        let Self::Never { again, .. } = self else {
            return None;
        };
        let order = |path: &Path| match path.0.last() {
            Some(Segment::Key(key)) => key.strip_prefix("$setElementOrder/").map(str::to_owned),
            _ => None,
        };
        let paths = again.computation.sent_paths();
        let value = paths.iter().find(|path| order(path).is_none()).cloned();
        value.or_else(|| {
            let mut list = paths.into_iter().next()?;
            let key = order(&list)?;
            list.0.pop();
            list.0.push(Segment::Key(key));
            Some(list)
        })
    }

    /// Returns the result as a sentence, or `None` if there is nothing to say.
    pub fn sentence(&self) -> Option<String> {
        match self {
            Self::Never { again, before } => {
                let paths = again.computation.sent_paths().into_iter();
                let paths = paths.map(|path| path.to_string());
                Some(format!(
                    "{}: every apply of the same file sends {}.{}",
                    self.title(),
                    first_of(paths, MAX_NAMES),
                    if before.is_empty() {
                        " After this apply the stored object does not change again, but kubectl prints `configured` every time."
                    } else {
                        ""
                    }
                ))
            }
            Self::Converges(0) | Self::Unknown => None,
            Self::Converges(1) => Some(format!("{}.", self.title())),
            Self::Converges(more) => Some(format!("{}: the next {more} applies change more.", self.title())),
        }
    }

    /// Returns the beginning of the sentence.
    pub(super) fn title(&self) -> &'static str {
        match self {
            Self::Never { .. } => "This apply never converges",
            Self::Converges(1) => "This apply converges with the next one, which changes more",
            Self::Converges(_) | Self::Unknown => "This apply converges later",
        }
    }
}

/// Simulates applies of the same file, from the `stored` object on, until nothing is sent or an object
/// repeats. Returns `None` if a patch is rejected or after the maximum number of applies.
pub(super) fn convergence_from(
    stored: Document,
    onto: impl Fn(Document) -> Option<ApplyComputation>,
) -> Option<Convergence> {
    let mut seen = vec![stored];
    let mut applies = Vec::new();
    for round in 0..MAX_ROUNDS {
        let live = seen.last()?;
        let computation = onto(live.clone())?;
        if computation.is_unchanged() {
            return Some(Convergence::Converges(round));
        }
        let merged = computation.merged(false);
        let next = stored_result(live, &merged, &computation.request.schema)?;
        let again = RepeatedApply { computation, merged };
        let is_same = |old: &Document| same(old, old.root(), &next, next.root(), Numbers::ByValue);
        if let Some(at) = seen.iter().position(is_same) {
            return Some(Convergence::Never {
                again: Box::new(again),
                before: applies.split_off(at),
            });
        }
        seen.push(next);
        applies.push(again);
    }
    None
}

/// Applies a manifest to a live object.
pub(super) fn apply_onto(
    manifest: &Arc<Document>,
    live: Document,
    schema: &Arc<Schema>,
) -> Option<ApplyComputation> {
    apply(&AppliedPatch {
        live: Arc::new(live),
        manifest: Arc::clone(manifest),
        last_applied: None,
        schema: Arc::clone(schema),
        overwrite: true,
    })
    .ok()
}

pub(super) fn is_accepted(merged: &Merge) -> bool {
    merged.rejection().is_none() && strict_rejection(merged).is_none()
}

/// Returns the stored object after a request, or `None` if the API server rejects it or it is not known.
fn stored_result(live: &Document, merged: &Merge, schema: &Schema) -> Option<Document> {
    if !is_accepted(merged) {
        return None;
    }
    // Only the values count, and the indentation of YAML would grow with the depth.
    let result = read_live("result", write::json_compact(&merged.tree).into_bytes()).ok()?;
    stored(live, &result, schema)
}
