//! The findings that are reported, and those that are failures.

use std::collections::HashSet;

use anyhow::Result;

use super::codes;
use crate::cli::args::{LintArgs, LintFormat};
use crate::merge::{Merge, Rule, Severity};
use crate::report::findings::{self, LintFinding};

/// The suppressed codes and the codes that are failures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LintLevels {
    pub(crate) format: LintFormat,
    /// Suppressed codes.
    allowed: Vec<Rule>,
    /// Codes that are failures (exit code 1).
    denied: Vec<Rule>,
}

impl LintLevels {
    /// Reads the arguments.
    ///
    /// # Errors
    /// An unknown code, with a similar one.
    pub(crate) fn new(args: &LintArgs) -> Result<Self> {
        let denies_all = args.deny.iter().any(String::is_empty);
        Ok(Self {
            format: args.output,
            allowed: codes::read("--allow", &args.allow)?,
            denied: if denies_all {
                findings::codes(Severity::Warning).collect()
            } else {
                codes::read("--deny", &args.deny)?
            },
        })
    }

    /// Returns the reported findings of a traced merge.
    pub(crate) fn findings(&self, merged: &Merge) -> Vec<LintFinding> {
        let mut all = findings::findings(merged);
        all.retain(|finding| !self.allowed.contains(&finding.rule));
        // The finding about a directive says that it is dropped.
        let is_directive = |it: &&LintFinding| it.rule == Rule::MergePatchDirective;
        let directives = all.iter().filter(is_directive).map(|it| it.path.clone());
        let directives: HashSet<String> = directives.collect();
        all.retain(|finding| {
            finding.rule != Rule::UnstoredField
                || self.denied.contains(&finding.rule)
                || !directives.contains(&finding.path)
        });
        all
    }

    /// Returns the rules and paths of the reported findings of a traced merge.
    pub(crate) fn places(&self, merged: &Merge) -> impl Iterator<Item = (Rule, String)> {
        findings::places(merged).filter(|(rule, _)| !self.allowed.contains(rule))
    }

    /// Returns the number of reported findings.
    pub(crate) fn count(&self, merged: &Merge) -> usize {
        let rules = merged.steps.iter().map(|step| step.rule);
        let is_reported = |rule: &Rule| rule.is_finding() && !self.allowed.contains(rule);
        rules.filter(is_reported).count()
    }

    /// Returns the name of the severity of a finding.
    pub(crate) fn level(&self, found: &LintFinding) -> &'static str {
        if self.is_error(found) { "error" } else { "warning" }
    }

    /// Returns whether a finding is a failure; a rejected patch always is.
    pub(crate) fn is_error(&self, finding: &LintFinding) -> bool {
        finding.rule.is_rejection() || self.denied.contains(&finding.rule)
    }
}
