//! The verdict of a policy on an object, and its reason.

use std::fmt;

named_enum! {
    /// Whether an object matches a policy, as far as this can be known without a cluster.
    pub enum TemplateMatch {
        /// The object matches.
        Compliant = "Compliant",
        /// The object does not match.
        NonCompliant = "NonCompliant",
        /// The API server decides in a dry run, because mergescope does not apply defaults, pruning and webhooks.
        ServerDecides = "ServerDecides",
    }
}

impl fmt::Display for TemplateMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

named_enum! {
    /// The reason of a verdict.
    pub enum VerdictReason {
        /// Everything that is compared is equal.
        Match = "match",
        /// Something differs, or the live object does not have something in the template.
        Mismatch = "mismatch",
        /// Only the status differs.
        Status = "status",
        /// The template cannot be evaluated: it cannot be merged, or does not identify an object.
        Error = "error",
        /// The object does not exist, but must.
        Missing = "missing",
        /// The object exists, but must not.
        Exists = "exists",
        /// The object does not exist, as required.
        Absent = "absent",
        /// No object matches a template without a name.
        NoMatch = "no-match",
        /// A Go template identifies the object.
        Undecided = "undecided",
    }
}

impl VerdictReason {
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
