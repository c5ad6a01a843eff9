//! The verdict of a policy on an object, and its reason.

use std::fmt;

/// Whether an object matches a policy, as far as this can be known without a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TemplateMatch {
    /// The object matches.
    Compliant,
    /// The object does not match.
    NonCompliant,
    /// The API server decides in a dry run, because mergescope does not apply defaults, pruning and webhooks.
    ServerDecides,
}

impl TemplateMatch {
    /// Returns the word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Compliant => "Compliant",
            Self::NonCompliant => "NonCompliant",
            Self::ServerDecides => "ServerDecides",
        }
    }
}

impl fmt::Display for TemplateMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The reason of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VerdictReason {
    /// Everything that is compared is equal.
    Match,
    /// Something differs, or the live object does not have something in the template.
    Mismatch,
    /// Only the status differs.
    Status,
    /// The template cannot be evaluated: it cannot be merged, or does not identify an object.
    Error,
    /// The object does not exist, but must.
    Missing,
    /// The object exists, but must not.
    Exists,
    /// The object does not exist, as required.
    Absent,
    /// No object matches a template without a name.
    NoMatch,
    /// A Go template identifies the object.
    Undecided,
}

impl VerdictReason {
    /// Returns the word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Mismatch => "mismatch",
            Self::Status => "status",
            Self::Error => "error",
            Self::Missing => "missing",
            Self::Exists => "exists",
            Self::Absent => "absent",
            Self::NoMatch => "no-match",
            Self::Undecided => "undecided",
        }
    }

    /// Returns the reason as text, with the controller's own words if it has some.
    pub fn description(self) -> &'static str {
        match self {
            Self::Match => "found as expected",
            Self::Mismatch | Self::NoMatch | Self::Status => "found but does not match",
            Self::Error => "cannot be evaluated",
            Self::Undecided => "only the controller knows the object",
            Self::Missing => "not found but should exist",
            Self::Exists => "found but should not exist",
            Self::Absent => "not found as expected",
        }
    }
}

/// The assessment of an object by a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// The verdict, as far as it is known.
    pub standing: TemplateMatch,
    /// The reason. If the server decides, the reason of a server that stores exactly what it gets.
    pub reason: VerdictReason,
    /// The verdict of such a server, never [`TemplateMatch::ServerDecides`].
    pub if_stored: TemplateMatch,
}

impl Assessment {
    /// Creates an assessment that needs no server.
    pub(crate) fn certain(standing: TemplateMatch, reason: VerdictReason) -> Self {
        Self {
            standing,
            reason,
            if_stored: standing,
        }
    }
}
