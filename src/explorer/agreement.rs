//! Whether the two semantics give the same, in a few words for the status line.

use crate::document::{Kind, Tree};
use crate::merge::{Merge, ResultId, Scene, Semantics, Verdict};

/// What the other semantics makes of the same input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    /// The other semantics.
    pub other: Semantics,
    /// Whether both give the same.
    pub agrees: bool,
    /// What differs; empty if nothing does.
    pub detail: String,
}

impl Badge {
    /// As the status line shows it: `= kubernetes`, `≠ kubernetes (2 lists ordered differently)`.
    pub fn text(&self) -> String {
        match self.agrees {
            true => format!("= {}", self.other),
            false => format!("≠ {} ({})", self.other, self.detail),
        }
    }

    /// The same without saying what differs.
    pub fn brief(&self) -> String {
        let sign = if self.agrees { "=" } else { "≠" };
        format!("{sign} {}", self.other)
    }
}

/// Compares a merge with the same under the other semantics; both stand at their last step.
pub fn compare(this: &Merge, other: &Merge) -> Badge {
    let detail = match (&this.verdict, &other.verdict) {
        (Verdict::Merged, Verdict::Rejected(_)) => "rejected there".to_owned(),
        (Verdict::Rejected(_), Verdict::Merged) => "accepted there".to_owned(),
        (Verdict::Rejected(_), Verdict::Rejected(_)) => String::new(),
        (Verdict::Merged, Verdict::Merged) => match same(&this.scene, &other.scene) {
            true => String::new(),
            false => "another result".to_owned(),
        },
    };
    Badge {
        other: other.inputs.semantics,
        agrees: detail.is_empty(),
        detail,
    }
}

fn same(left: &Scene, right: &Scene) -> bool {
    let mut todo: Vec<(ResultId, ResultId)> = vec![(left.top(), right.top())];
    while let Some((a, b)) = todo.pop() {
        let kinds = (left.kind(a), right.kind(b));
        if left.value(a) != right.value(b) || left.key(a) != right.key(b) {
            return false;
        }
        if matches!(kinds, (Kind::List | Kind::Map, _)) {
            let (mut ours, mut theirs) = (left.present(a), right.present(b));
            loop {
                match (ours.next(), theirs.next()) {
                    (Some(a), Some(b)) => todo.push((a, b)),
                    (None, None) => break,
                    _ => return false,
                }
            }
        }
    }
    true
}
