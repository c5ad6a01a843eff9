//! The table of all rules: one variant for each branch of a merge, with its sentence, its effect and its
//! source.
//!
//! The screen, `explain`, the exports and the documentation use it. To add a rule, add a row to the file of
//! its topic. A row without all columns does not compile.

use super::claim::Claim;
use super::mark::Mark;
use crate::schema::UnknownReason;

/// Defines the rows of one topic, after its name and the source of the rows that name no other one. Rust cannot join
/// rows of several macros, so each topic is a macro that passes its rows on to the next one:
/// `strategic! { rejections .. rules; }` expands to `rejections! { .. rules; ROWS }`, and so on, until `rules!` has all
/// of them. The name and the source are in brackets then. The first argument is a `$`, which a macro cannot write into
/// another one.
macro_rules! table {
    ($d:tt $topic:ident $source:literal { $($own:tt)* }) => {
        macro_rules! $topic {
            ($d next:ident $d($d rest:ident)*; $d($d rows:tt)*) => {
                $d next! { $d($d rest)*; $d($d rows)* [$topic $source] $($own)* }
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

/// What a rule explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleKind {
    /// A step of a merge, or a remark or failure of the computation of a patch.
    Step,
    /// A finding about the live object, the patch or the result. Its steps change nothing.
    Lint,
    /// A finding that makes the API server reject the result. Its steps change nothing.
    ServerLint,
    /// A line of a computed patch.
    PatchLine,
    /// A line of a computed patch that is a directive, including everything below it.
    DirectiveLine,
    /// A row of the ledger of `kubectl apply`.
    LedgerRow,
}

named_enum! {
    /// What a step does to the result.
    pub enum RuleEffect {
        /// Two items or lists match; the child steps show the changes.
        Matched = "matched",
        /// A scalar gets another value.
        Set = "set",
        /// A value is added.
        Added = "added",
        /// A value is removed.
        Removed = "removed",
        /// A map or list is replaced as a whole, or changes its type.
        Replaced = "replaced",
        /// Items change their order.
        Reordered = "reordered",
        /// Server-only items are placed first.
        ServerOnly = "server-only",
        /// `$retainKeys` keeps fields.
        Retained = "retained",
        /// `$retainKeys` clears a field.
        Cleared = "cleared",
        /// Nothing changes.
        Nothing = "nothing",
        /// A likely mistake.
        Warned = "warned",
        /// The patch is rejected.
        Rejected = "rejected",
    }
}

impl RuleEffect {
    /// Returns the word on the screen and in Markdown.
    pub fn label(self) -> &'static str {
        match self {
            Self::Nothing => "no change",
            _ => self.name(),
        }
    }

    /// Returns the mark of the effect in lists of steps.
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
    /// The patch is applied, but probably not as intended.
    Warning,
    /// The patch is rejected.
    Error,
}

/// The row of a rule in the table.
#[derive(Debug)]
pub struct RuleText {
    /// The rule's name in exports and on the screen, kebab case.
    pub name: &'static str,
    /// The commands that report the findings of the rule. Findings of `lint` are also in `merge`, `explain`,
    /// `compare` and `apply`.
    pub commands: &'static [&'static str],
    /// What the rule explains.
    pub kind: RuleKind,
    /// What a step of this rule does.
    pub effect: RuleEffect,
    /// The sentence of a step. [`crate::merge::Merge::sentence`] fills the `{...}` in.
    pub sentence: &'static str,
    /// The claim of the sentence, checked by [`crate::merge::broken_claims`].
    pub claim: Claim,
    /// The rule, as one sentence.
    pub rule: &'static str,
    /// The document and section that define the rule.
    pub source: &'static str,
    /// For a rejection, the smallest change that makes the patch pass. For a warning, what to do. Empty for
    /// other rules.
    pub fix: &'static str,
}

/// Returns the commands that report the findings of a topic.
const fn commands_of(topic: &str) -> &'static [&'static str] {
    match topic.as_bytes() {
        b"policy" => &["policy"],
        b"server_side" => &["ssa"],
        b"create" => &["create", "apply"],
        b"apply" => &["apply"],
        _ => &["lint"],
    }
}

/// The source of a row: the usual one of its topic, or its own.
macro_rules! source_of {
    ($usual:literal) => {
        $usual
    };
    ($usual:literal $own:literal) => {
        $own
    };
}

/// Generates the enum, its list and its texts from all rows, so that none of them can miss a rule.
macro_rules! rules {
    (; $([$topic:ident $usual:literal] $($rule:ident $name:literal $kind:ident $effect:ident claims $claim:ident {
        sentence: $sentence:literal,
        rule: $text:literal,
        $(source: $source:literal,)?
        $(fix: $fix:literal,)?
    })*)*) => {
        /// A rule of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rule {
            $($(#[doc = $text] $rule,)*)*
        }

        impl Rule {
            /// All rules, in the order of the table.
            pub const ALL: &[Self] = &[$($(Self::$rule,)*)*];

            /// Returns the rule's row in the table.
            pub fn text(self) -> &'static RuleText {
                match self {
                    $($(Self::$rule => const { &RuleText {
                        name: $name,
                        commands: commands_of(stringify!($topic)),
                        kind: RuleKind::$kind,
                        effect: RuleEffect::$effect,
                        sentence: $sentence,
                        claim: Claim::$claim,
                        rule: $text,
                        source: source_of!($usual $($source)?),
                        fix: concat!($($fix)?),
                    } },)*)*
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
    /// Returns the name of the rule, in kebab case. Names are stable.
    pub fn name(self) -> &'static str {
        self.text().name
    }

    /// Returns what a step of the rule does.
    pub fn effect(self) -> RuleEffect {
        self.text().effect
    }

    /// Returns the claim of the rule's sentence.
    pub fn claim(self) -> Claim {
        self.text().claim
    }

    /// Returns whether the rule rejects the patch.
    pub fn is_rejection(self) -> bool {
        self.effect() == RuleEffect::Rejected
    }

    /// Returns whether the rule says that the API server rejects the result of the merge.
    pub fn is_server_rejection(self) -> bool {
        self.text().kind == RuleKind::ServerLint
    }

    /// Returns whether steps of the rule are findings: warnings or rejections.
    pub fn is_finding(self) -> bool {
        self.severity().is_some()
    }

    /// Returns the severity of a finding of the rule, or `None` if its steps are not findings.
    pub fn severity(self) -> Option<Severity> {
        match self.effect() {
            RuleEffect::Warned => Some(Severity::Warning),
            RuleEffect::Rejected => Some(Severity::Error),
            _ => None,
        }
    }

    /// Returns whether the rule is a lint. Its steps change nothing: they report what was detected before or
    /// after the merge.
    pub fn is_observation(self) -> bool {
        matches!(self.text().kind, RuleKind::Lint | RuleKind::ServerLint)
    }

    /// Returns whether the rule explains a line of a computed patch that is a directive, including everything
    /// below it.
    pub(crate) fn is_directive_line(self) -> bool {
        self.text().kind == RuleKind::DirectiveLine
    }

    /// Returns the rule that rejects an object of an unknown kind.
    pub(crate) fn for_unknown_kind(reason: &UnknownReason) -> Self {
        match reason {
            UnknownReason::KubectlAlone => Self::UnsupportedOldVersion,
            _ => Self::UnknownKind,
        }
    }
}
