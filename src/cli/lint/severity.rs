//! What is told of a merge, and what of it counts as a failure.

use anyhow::Result;

use super::codes::LintCodes;
use crate::cli::args::{LintArgs, LintFormat};
use crate::merge::Merge;
use crate::report::findings;
use crate::report::findings::LintFinding;

/// What is printed, and what counts as a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LintLevels {
    pub(crate) format: LintFormat,
    /// Not told at all.
    allowed: LintCodes,
    /// Exit 1.
    denied: LintCodes,
}

impl LintLevels {
    /// Reads the arguments.
    ///
    /// # Errors
    /// A code that there is not, and the one that is near.
    pub(crate) fn new(args: &LintArgs) -> Result<Self> {
        let denied = match args.deny.iter().any(String::is_empty) {
            true => LintCodes::all(),
            false => LintCodes::read("--deny", &args.deny)?,
        };
        Ok(Self {
            format: args.output,
            allowed: LintCodes::read("--allow", &args.allow)?,
            denied,
        })
    }

    /// What is to be told of a traced merge.
    pub(crate) fn findings(&self, merged: &Merge) -> Vec<LintFinding> {
        let mut all = findings::findings(merged);
        all.retain(|found| !self.allowed.has(found.rule));
        all
    }

    /// Whether a finding makes the run fail: a refused patch always does.
    pub(crate) fn is_error(&self, found: &LintFinding) -> bool {
        found.rule.is_rejection() || self.denied.has(found.rule)
    }
}
