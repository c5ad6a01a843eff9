//! Every rule of every merge: one variant for each real branch, with its sentence, its effect and its source.
//!
//! The screen, `explain`, the exports and the documentation use this table. To add a rule, write its row in the file of
//! its topic; a row without all of its columns does not compile.

use super::claim::Claim;
use super::mark::Mark;
use crate::schema::UnknownReason;

/// Defines the rows of one topic. Rust cannot join rows of several macros, so each topic is a macro that passes its rows on
/// to the next one: `strategic! { rejections .. rules; }` expands to `rejections! { .. rules; ROWS }`, and so on, until
/// `rules!` has all of them. The first argument is a `$`, which a macro cannot write into another one.
macro_rules! table {
    ($d:tt $topic:ident { $($own:tt)* }) => {
        macro_rules! $topic {
            ($d next:ident $d($d rest:ident)*; $d($d rows:tt)*) => {
                $d next! { $d($d rest)*; $d($d rows)* $($own)* }
            };
        }
        pub(crate) use $topic;
    };
}

mod aliases;
mod apply;
mod create;
mod json_patch;
mod lints;
mod merge_patch;
mod never_shipped;
mod policy;
mod rejections;
mod server_side;
mod strategic;

/// What kind of thing a rule explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleKind {
    /// A step of a merge, or a remark or failure of computing a patch.
    Step,
    /// A finding about live, the patch or the result. Its steps change nothing.
    Lint,
    /// A line of a computed patch.
    PatchLine,
    /// A line of a computed patch that is a directive, with everything below it.
    DirectiveLine,
    /// A row of the ledger of `kubectl apply`.
    LedgerRow,
}

/// What a step does to the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleEffect {
    /// Two items or lists met; what follows says what came of it.
    Matched,
    /// A scalar has another value.
    Set,
    /// Something new came in.
    Added,
    /// Something left.
    Removed,
    /// A map or list was replaced whole, or changed its type.
    Replaced,
    /// Items stand in another order.
    Reordered,
    /// Server-only items were placed first.
    ServerOnly,
    /// `$retainKeys` kept keys.
    Retained,
    /// `$retainKeys` cleared a key.
    Cleared,
    /// Nothing changed.
    Nothing,
    /// Something happened that hardly anybody wants.
    Warned,
    /// The patch was rejected.
    Rejected,
}

impl RuleEffect {
    /// The word in exports and filters.
    pub fn name(self) -> &'static str {
        match self {
            Self::Matched => "matched",
            Self::Set => "set",
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Replaced => "replaced",
            Self::Reordered => "reordered",
            Self::ServerOnly => "server-only",
            Self::Retained => "retained",
            Self::Cleared => "cleared",
            Self::Nothing => "nothing",
            Self::Warned => "warned",
            Self::Rejected => "rejected",
        }
    }

    /// The mark that stands for it in lists of steps.
    pub fn mark(self) -> Option<Mark> {
        match self {
            Self::Matched | Self::Nothing => None,
            Self::Set => Some(Mark::Changed),
            Self::Added => Some(Mark::Added),
            Self::Removed => Some(Mark::Deleted),
            Self::Replaced => Some(Mark::Replaced),
            Self::Reordered => Some(Mark::Reordered),
            Self::ServerOnly => Some(Mark::ServerOnly),
            Self::Retained => Some(Mark::Retained),
            Self::Cleared => Some(Mark::Cleared),
            Self::Warned => Some(Mark::Warning),
            Self::Rejected => Some(Mark::Rejected),
        }
    }
}

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The patch is carried out, probably not as it was meant.
    Warning,
    /// The patch is rejected.
    Error,
}

/// A rule's row in the table.
#[derive(Debug)]
pub struct RuleText {
    /// The rule's name in exports and on the screen, kebab case.
    pub name: &'static str,
    /// What it explains.
    pub kind: RuleKind,
    /// What a step of this rule does.
    pub effect: RuleEffect,
    /// The step's sentence; `{...}` is filled in by [`crate::merge::Merge::sentence`].
    pub says: &'static str,
    /// What that sentence claims, for [`crate::merge::broken_claims`].
    pub claim: Claim,
    /// The rule itself, one sentence.
    pub rule: &'static str,
    /// The document and section that define it.
    pub source: &'static str,
    /// Of a rejection: the smallest change with which the patch passes. Of a warning: what to do. Empty for other rules.
    pub fix: &'static str,
}

/// Makes the enum, its list and its texts of all rows, so that nothing is in one and missing in another.
macro_rules! rules {
    (; $($rule:ident $name:literal $kind:ident $effect:ident {
        says: $says:literal,
        claim: $claim:ident,
        rule: $text:literal,
        source: $source:literal,
        $(fix: $fix:literal,)?
    })*) => {
        /// What decides at one point of a merge.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rule {
            $(#[doc = $text] $rule,)*
        }

        impl Rule {
            /// All rules, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$rule,)*];

            /// The rule's row in the table.
            pub fn text(self) -> &'static RuleText {
                match self {
                    $(Self::$rule => &RuleText {
                        name: $name,
                        kind: RuleKind::$kind,
                        effect: RuleEffect::$effect,
                        says: $says,
                        claim: Claim::$claim,
                        rule: $text,
                        source: $source,
                        fix: concat!($($fix)?),
                    },)*
                }
            }
        }
    };
}

pub(crate) use aliases::current_name;
use apply::apply;
use create::create;
use json_patch::json_patch;
use lints::lints;
use merge_patch::merge_patch;
use never_shipped::never_shipped;
use policy::policy;
use rejections::rejections;
use server_side::server_side;
use strategic::strategic;

strategic! { rejections never_shipped merge_patch json_patch policy server_side create lints apply rules; }

impl Rule {
    /// The rule's name: kebab case, stable.
    pub fn name(self) -> &'static str {
        self.text().name
    }

    /// What a step of this rule does.
    pub fn effect(self) -> RuleEffect {
        self.text().effect
    }

    /// What the sentence of the rule claims.
    pub fn claim(self) -> Claim {
        self.text().claim
    }

    /// Whether the rule rejects the patch.
    pub fn is_rejection(self) -> bool {
        self.effect() == RuleEffect::Rejected
    }

    /// Whether its steps say that the API server rejects the result of the merge.
    pub fn is_server_rejection(self) -> bool {
        matches!(
            self,
            Self::ServerType
                | Self::ServerIdentity
                | Self::ImmutableField
                | Self::InvalidObject
                | Self::WrongType
                | Self::NotAString
                | Self::CustomStrategic
                | Self::Leftover
                | Self::MutuallyExclusiveFields
        )
    }

    /// Whether steps of this rule are findings: warnings or rejections.
    pub fn is_finding(self) -> bool {
        self.severity().is_some()
    }

    /// How serious a finding of the rule is; `None` if its steps are no findings.
    pub fn severity(self) -> Option<Severity> {
        match self.effect() {
            RuleEffect::Warned => Some(Severity::Warning),
            RuleEffect::Rejected => Some(Severity::Error),
            _ => None,
        }
    }

    /// Whether steps of the rule change nothing: they report what was found before or after the merge itself.
    pub fn is_observation(self) -> bool {
        self.text().kind == RuleKind::Lint
    }

    /// Whether a line of a computed patch that it explains is a directive, with everything below it.
    pub(crate) fn is_directive_line(self) -> bool {
        self.text().kind == RuleKind::DirectiveLine
    }

    /// The rule that rejects an object of a kind that is not known.
    pub(crate) fn of_unknown(reason: &UnknownReason) -> Self {
        match reason {
            UnknownReason::KubectlAlone => Self::UnsupportedOldVersion,
            _ => Self::UnknownKind,
        }
    }
}
