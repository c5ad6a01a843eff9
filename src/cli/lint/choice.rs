//! What is told of a merge, and what of it counts as a failure.

use anyhow::Result;

use super::codes::Codes;
use crate::cli::args::{LintArgs, LintFormat};
use crate::explorer::finding::{self, Finding};
use crate::merge::Merge;

/// What is printed, and what counts as a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Lint {
    pub(in crate::cli) format: LintFormat,
    /// Not told at all.
    allowed: Codes,
    /// Exit 1.
    denied: Codes,
}

impl Lint {
    /// Reads the arguments.
    ///
    /// # Errors
    /// A code that there is not, and the one that is near.
    pub(super) fn new(args: &LintArgs) -> Result<Self> {
        let denied = match args.deny.iter().any(String::is_empty) {
            true => Codes::all(),
            false => Codes::read("--deny", &args.deny)?,
        };
        Ok(Self {
            format: args.output,
            allowed: Codes::read("--allow", &args.allow)?,
            denied,
        })
    }

    /// What is to be told of a traced merge.
    pub(in crate::cli) fn findings(&self, merged: &Merge) -> Vec<Finding> {
        let mut all = finding::findings(merged);
        all.retain(|found| !self.allowed.has(found.rule));
        all
    }

    /// Whether a finding makes the run fail: a refused patch always does.
    pub(in crate::cli) fn is_error(&self, found: &Finding) -> bool {
        found.rule.is_refusal() || self.denied.has(found.rule)
    }
}
