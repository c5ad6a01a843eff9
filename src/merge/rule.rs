//! Every rule of every merge: one variant per real branch, and for each one what it says, its mark and its source.
//!
//! The screen, `explain`, the exports and the documentation all speak from this table.

mod apply;
mod create;
mod lints;
mod never_shipped;
mod policy;
mod rejections;

use super::mark::Mark;

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
    /// The patch was refused.
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

/// A rule's entry in the table.
#[derive(Debug)]
pub struct RuleText {
    /// The rule's name in exports and on the screen, kebab case.
    pub name: &'static str,
    /// What a step of this rule does.
    pub effect: RuleEffect,
    /// The step's sentence; `{...}` is filled in by [`crate::merge::Merge::sentence`].
    pub says: &'static str,
    /// The rule itself, one sentence.
    pub rule: &'static str,
    /// The document and section that define it.
    pub source: &'static str,
    /// For refusals: the smallest change that would make the patch pass; for warnings: the way out.
    pub fix: &'static str,
}

/// Makes the enum, its list and its texts of one table, so that nothing can be in one and not in the others.
macro_rules! rules {
    (; $($rule:ident $name:literal $effect:ident {
        says: $says:literal,
        rule: $text:literal,
        source: $source:literal,
        fix: $fix:literal,
    })*) => {
        /// What decides at one point of a merge.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rule {
            $(#[doc = $text] $rule,)*
        }

        impl Rule {
            /// All rules, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$rule,)*];

            /// The rule's entry in the table.
            pub fn text(self) -> &'static RuleText {
                match self {
                    $(Self::$rule => &RuleText {
                        name: $name,
                        effect: RuleEffect::$effect,
                        says: $says,
                        rule: $text,
                        source: $source,
                        fix: $fix,
                    },)*
                }
            }
        }
    };
}

mod json_patch;
mod merge_patch;
mod server_side;
mod strategic;

use apply::applying;
use create::creating;
use json_patch::json_patch;
use lints::warnings;
use merge_patch::merge_patch;
use never_shipped::alternatives;
use policy::compliance;
use rejections::refusals;
use server_side::server_side;
use strategic::strategic;

// Each table hands its rows on to the next one named here, so that all of them make one enum.
strategic! { refusals alternatives merge_patch json_patch compliance server_side creating warnings applying rules; }

impl Rule {
    /// The rule's name: kebab case, stable.
    pub fn name(self) -> &'static str {
        self.text().name
    }

    /// What a step of this rule does.
    pub fn effect(self) -> RuleEffect {
        self.text().effect
    }

    /// Whether the rule refuses the patch.
    pub fn is_rejection(self) -> bool {
        self.effect() == RuleEffect::Rejected
    }

    /// Whether steps of the rule change nothing: they tell what was found by looking, before or after the merge itself.
    pub fn is_observation(self) -> bool {
        matches!(
            self,
            Self::ReadWithFrown
                | Self::NoSuchField
                | Self::NotText
                | Self::WrongType
                | Self::YamlNumber
                | Self::TwinLiveItems
                | Self::TwinPatchItems
                | Self::KeyClobbers
                | Self::DeleteSeveral
                | Self::WipesList
                | Self::NearMissItem
                | Self::AddsBeside
                | Self::ReordersSilently
                | Self::RecreatedItem
                | Self::DeletesAndAdds
                | Self::Leftover
                | Self::TwoOfOne
                | Self::VariableTooEarly
                | Self::ImmutableField
                | Self::ChangesNothing
        )
    }
}
