//! What a policy says of an object, and why.

use std::fmt;

/// Whether an object is as a policy wants it, as far as this can be known without a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TemplateMatch {
    /// It is.
    Compliant,
    /// It is not.
    NonCompliant,
    /// A dry run on the server decides: defaulting, pruning and webhooks are missing here.
    ServerDecides,
}

impl TemplateMatch {
    /// The word in reports.
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

/// Why an object stands as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VerdictReason {
    /// All that is compared is equal.
    Match,
    /// Something differs, or the template asks for something that live lacks.
    Mismatch,
    /// Only status differs.
    Status,
    /// The template cannot be evaluated: it cannot be merged, or does not say which object it is for.
    Error,
    /// The object is not there.
    Missing,
    /// The object is there.
    Exists,
    /// The object is not there, complete.
    Absent,
    /// No object fits a template without a name.
    NoMatch,
    /// A Go template says which object is meant.
    Undecided,
}

impl VerdictReason {
    /// The word in reports.
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

    /// It in words: the controller's own, where it has some.
    pub fn words(self) -> &'static str {
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

/// A policy's word on one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// What is known here.
    pub standing: TemplateMatch,
    /// Why; where the server decides, what a server would find that stores exactly what it gets.
    pub reason: VerdictReason,
    /// The verdict of such a server: never [`TemplateMatch::ServerDecides`].
    pub if_stored: TemplateMatch,
}

impl Assessment {
    /// A verdict for which no server is needed.
    pub(crate) fn sure(standing: TemplateMatch, reason: VerdictReason) -> Self {
        Self {
            standing,
            reason,
            if_stored: standing,
        }
    }
}
