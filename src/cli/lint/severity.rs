//! Which findings are reported, and which of them count as a failure.

use anyhow::Result;

use super::codes;
use crate::cli::args::{LintArgs, LintFormat};
use crate::merge::{Merge, Rule};
use crate::report::findings::{self, LintFinding};

/// What is printed, and what counts as a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LintLevels {
    pub(crate) format: LintFormat,
    /// Not reported.
    allowed: Vec<Rule>,
    /// Exit 1.
    denied: Vec<Rule>,
}

impl LintLevels {
    /// Reads the arguments.
    ///
    /// # Errors
    /// A code that does not exist, and the one that is similar.
    pub(crate) fn new(args: &LintArgs) -> Result<Self> {
        let denies_all = args.deny.iter().any(String::is_empty);
        Ok(Self {
            format: args.output,
            allowed: codes::read("--allow", &args.allow)?,
            denied: if denies_all {
                findings::codes().collect()
            } else {
                codes::read("--deny", &args.deny)?
            },
        })
    }

    /// The reported findings of a traced merge.
    pub(crate) fn findings(&self, merged: &Merge) -> Vec<LintFinding> {
        let mut all = findings::findings(merged);
        all.retain(|finding| !self.allowed.contains(&finding.rule));
        all
    }

    /// How many findings are reported.
    pub(crate) fn count(&self, merged: &Merge) -> usize {
        let rules = merged.steps.iter().map(|step| step.rule);
        let is_reported = |rule: &Rule| rule.is_finding() && !self.allowed.contains(rule);
        rules.filter(is_reported).count()
    }

    /// The word for how serious a finding is.
    pub(crate) fn level(&self, found: &LintFinding) -> &'static str {
        if self.is_error(found) { "error" } else { "warning" }
    }

    /// Whether a finding makes the run fail: a rejected patch always does.
    pub(crate) fn is_error(&self, finding: &LintFinding) -> bool {
        finding.rule.is_rejection() || self.denied.contains(&finding.rule)
    }
}
