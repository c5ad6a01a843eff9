//! Whether applying the same file again and again comes to an end.

use super::apply;
use super::outcome::{AppliedPatch, ApplyComputation};
use super::stored::stored;
use crate::document::{Document, Numbers, read_live, same, write};
use crate::merge::{Merge, server_answer};
use crate::schema::Schema;

/// As many applies are tried.
const ROUNDS: usize = 4;

/// What comes of applying the same file to what was stored.
#[derive(Clone, Debug)]
pub enum Settling {
    /// After so many more applies that change something, kubectl says `unchanged`.
    Settles(usize),
    /// Every apply sends a patch; the object stays as it is, if `is_still`.
    Never {
        /// The apply that is repeated.
        again: Box<ApplyComputation>,
        /// Whether the object stays as it is.
        is_still: bool,
    },
    /// Nothing can be said: a patch is rejected, or the applies were too many to try.
    Unknown,
}

impl ApplyComputation {
    /// Applies the same file to what the API server stores, until nothing is sent or the objects repeat themselves.
    pub fn settling(&self, merged: &Merge) -> Settling {
        self.try_settling(merged).unwrap_or(Settling::Unknown)
    }

    fn try_settling(&self, merged: &Merge) -> Option<Settling> {
        let schema = &self.request.schema;
        let mut seen = vec![stored_result(self.live(), merged, schema)?];
        for round in 0..ROUNDS {
            let live = seen.last()?;
            let again = apply(&AppliedPatch {
                live: std::sync::Arc::new(live.clone()),
                manifest: std::sync::Arc::clone(&self.manifest),
                last_applied: None,
                schema: std::sync::Arc::clone(schema),
                overwrite: true,
            })
            .ok()?;
            if again.is_unchanged() {
                return Some(Settling::Settles(round));
            }
            let next = stored_result(live, &again.merged(false), schema)?;
            let is_same = |old: &Document| same(old, old.root(), &next, next.root(), Numbers::ByValue);
            if let Some(at) = seen.iter().position(is_same) {
                return Some(Settling::Never {
                    again: Box::new(again),
                    is_still: at + 1 == seen.len(),
                });
            }
            seen.push(next);
        }
        None
    }
}

/// The object after a request; none if it is rejected.
fn stored_result(live: &Document, merged: &Merge, schema: &Schema) -> Option<Document> {
    if merged.rejection().is_some() || server_answer(merged).message().is_some() {
        return None;
    }
    let result = read_live("result", write::yaml(&merged.scene).into_bytes()).ok()?;
    stored(live, &result, schema)
}
