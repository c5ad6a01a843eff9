//! What is told of a merge, and what of it counts as a failure.

use anyhow::Result;

use super::codes::Codes;
use crate::cli::args::{LintArgs, LintFormat};
use crate::merge::Merge;
use crate::report::findings;
use crate::report::findings::Finding;

/// What is printed, and what counts as a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lint {
    pub(crate) format: LintFormat,
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
    pub(crate) fn new(args: &LintArgs) -> Result<Self> {
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
    pub(crate) fn findings(&self, merged: &Merge) -> Vec<Finding> {
        let mut all = findings::findings(merged);
        all.retain(|found| !self.allowed.has(found.rule));
        all
    }

    /// Whether a finding makes the run fail: a refused patch always does.
    pub(crate) fn is_error(&self, found: &Finding) -> bool {
        found.rule.is_refusal() || self.denied.has(found.rule)
    }
}
