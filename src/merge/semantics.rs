//! Which rules decide: a value that the engine carries, not a fork of the engine.

use std::fmt;

use super::policy::compliance_type::{Compliance, ComplianceType};
use super::server_side::field_manager::FieldManager;

/// What kind of patch it is, in kubectl's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PatchType {
    /// A strategic merge patch.
    #[default]
    Strategic,
    /// A JSON merge patch (RFC 7396).
    Merge,
    /// A JSON patch (RFC 6902).
    Json,
    /// An object template of a ConfigurationPolicy.
    Policy,
    /// The config of a server-side apply.
    Apply,
}

impl PatchType {
    /// kubectl's name for it, as `--type` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strategic => "strategic",
            Self::Merge => "merge",
            Self::Json => "json",
            Self::Policy => "policy",
            Self::Apply => "server-side apply",
        }
    }
}

/// Whose meaning of a patch holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Semantics {
    /// What the documents define: the design proposals, their worked examples before their prose.
    #[default]
    Proposal,
    /// What kubectl and the API server do.
    Kubernetes,
    /// The first alternative that the order proposal weighed: the patch list sets the order. Never shipped.
    PatchList,
    /// The second one: `$position`. Never shipped.
    Position,
    /// Servers of before the order proposal, as it describes them: they drop the directives that they do not know.
    OldServer,
    /// A JSON merge patch as Kubernetes applies it.
    MergePatch,
    /// A JSON merge patch to the letter of RFC 7396.
    MergePatchRfc,
    /// A JSON patch as Kubernetes applies it.
    JsonPatch,
    /// A JSON patch to the letter of RFC 6902.
    JsonPatchRfc,
    /// One of the compliance types of a ConfigurationPolicy.
    Policy(Compliance),
    /// Server-side apply, or an update, by a writer.
    ServerSide(FieldManager),
}

/// The two ways in which a strategic merge goes wherever the documents and the real program part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// As the documents define.
    Proposal,
    /// As the real program does.
    Kubernetes,
}

impl Semantics {
    /// All of them, the default first.
    pub const ALL: &[Self] = &[
        Self::Proposal,
        Self::Kubernetes,
        Self::PatchList,
        Self::Position,
        Self::OldServer,
        Self::MergePatch,
        Self::MergePatchRfc,
        Self::JsonPatch,
        Self::JsonPatchRfc,
        Self::policy(ComplianceType::MustHave),
        Self::policy(ComplianceType::MustOnlyHave),
        Self::policy(ComplianceType::MustNotHave),
        Self::policy(ComplianceType::MustHaveMerge),
        Self::policy(ComplianceType::MustHaveStrategic),
        Self::policy(ComplianceType::MustHaveApply),
    ];

    const fn policy(kind: ComplianceType) -> Self {
        Self::Policy(Compliance::new(kind))
    }

    /// The kind of patch that it reads.
    pub fn patch_type(self) -> PatchType {
        match self {
            Self::Proposal | Self::Kubernetes | Self::PatchList | Self::Position | Self::OldServer => {
                PatchType::Strategic
            }
            Self::MergePatch | Self::MergePatchRfc => PatchType::Merge,
            Self::JsonPatch | Self::JsonPatchRfc => PatchType::Json,
            Self::Policy(_) => PatchType::Policy,
            Self::ServerSide(_) => PatchType::Apply,
        }
    }

    /// What the real program does with a patch of this type.
    pub fn of_kubernetes(patch_type: PatchType) -> Self {
        match patch_type {
            PatchType::Strategic => Self::Kubernetes,
            PatchType::Merge => Self::MergePatch,
            PatchType::Json => Self::JsonPatch,
            PatchType::Policy => Self::policy(ComplianceType::MustHave),
            // Who writes is not known here: the nearest is what kubectl does.
            PatchType::Apply => Self::Kubernetes,
        }
    }

    /// Whether it is what the real program does, in its own words.
    pub fn is_kubernetes(self) -> bool {
        matches!(self, Self::Policy(_) | Self::ServerSide(_))
            || self == Self::of_kubernetes(self.patch_type())
    }

    /// How a strategic merge under these semantics goes where the documents and the real program part.
    pub(crate) fn dialect(self) -> Dialect {
        if self.is_kubernetes() {
            Dialect::Kubernetes
        } else {
            Dialect::Proposal
        }
    }

    /// Whose rules these are, for a person who knows only the name.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Proposal => "what the documents define",
            Self::Kubernetes => "what kubectl and the API server do",
            Self::PatchList => "the patch list sets the order: an alternative of the proposal, never shipped",
            Self::Position => "$position sets the order: an alternative of the proposal, never shipped",
            Self::OldServer => "a server of before the order proposal, as that describes it",
            Self::MergePatch => "a JSON merge patch as Kubernetes applies it",
            Self::MergePatchRfc => "a JSON merge patch to the letter of RFC 7396",
            Self::JsonPatch => "a JSON patch as Kubernetes applies it",
            Self::JsonPatchRfc => "a JSON patch to the letter of RFC 6902",
            Self::Policy(compliance) => compliance.kind.meaning(),
            Self::ServerSide(writer) => writer.meaning(),
        }
    }

    /// The name on the command line and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proposal => "proposal",
            Self::Kubernetes => "kubernetes",
            Self::PatchList => "patch-list",
            Self::Position => "position",
            Self::OldServer => "old-server",
            Self::MergePatch => "merge",
            Self::MergePatchRfc => "merge-rfc",
            Self::JsonPatch => "json",
            Self::JsonPatchRfc => "json-rfc",
            Self::Policy(compliance) => compliance.kind.name(),
            Self::ServerSide(writer) => writer.name(),
        }
    }

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.name() == name)
    }

    /// What a person should know beside the name: that nothing ever behaved so.
    pub fn label(self) -> &'static str {
        match self {
            Self::PatchList | Self::Position => " (never shipped)",
            _ => "",
        }
    }

    /// The next one of the same type of patch, the first behind the last.
    pub fn next(self) -> Self {
        if let Self::Policy(_) | Self::ServerSide(_) = self {
            return self.other();
        }
        let at = Self::ALL.iter().position(|known| *known == self).unwrap_or(0);
        let behind = Self::ALL.iter().cycle().skip(at + 1);
        let mut same = behind.filter(|known| known.patch_type() == self.patch_type());
        same.next().copied().unwrap_or(self)
    }

    /// The one to compare with: another reading of the same type of patch.
    pub fn other(self) -> Self {
        match self {
            Self::Proposal => Self::Kubernetes,
            Self::Kubernetes | Self::PatchList | Self::Position | Self::OldServer => Self::Proposal,
            Self::MergePatch => Self::MergePatchRfc,
            Self::MergePatchRfc => Self::MergePatch,
            Self::JsonPatch => Self::JsonPatchRfc,
            Self::JsonPatchRfc => Self::JsonPatch,
            Self::Policy(compliance) => Self::Policy(compliance.under(compliance.kind.next())),
            Self::ServerSide(writer) => Self::ServerSide(writer.other()),
        }
    }
}

impl fmt::Display for Semantics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
