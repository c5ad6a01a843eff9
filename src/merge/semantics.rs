//! The semantics of a merge: values that the engines read, so that no engine exists twice.

use std::fmt;

use super::policy::compliance_type::{Compliance, ComplianceType};
use super::server_side::field_manager::FieldManager;
use super::strategic::decision::{Dialect, ServerOnlyOrder};

named_enum! {
    /// The type of a patch, with kubectl's name, as `--type` accepts it.
    #[derive(Default)]
    pub enum PatchType {
        /// A strategic merge patch.
        #[default]
        Strategic = "strategic",
        /// A JSON merge patch (RFC 7396).
        Merge = "merge",
        /// A JSON patch (RFC 6902).
        Json = "json",
        /// An object template of a ConfigurationPolicy.
        Policy = "policy",
        /// The applied configuration of a server-side apply.
        Apply = "server-side apply",
    }
}

/// The rules for JSON patches and JSON merge patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JsonRules {
    /// What kubectl and the API server do.
    Kubernetes,
    /// Strictly the RFC.
    Rfc,
}

/// The semantics of a patch: its type, and the rules by which it is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Semantics {
    /// A strategic merge patch.
    Strategic(Dialect),
    /// A JSON merge patch (RFC 7396).
    MergePatch(JsonRules),
    /// A JSON patch (RFC 6902).
    JsonPatch(JsonRules),
    /// One of the compliance types of a ConfigurationPolicy.
    Policy(Compliance),
    /// Server-side apply, or an update, by a field manager.
    ServerSide(FieldManager),
}

impl Default for Semantics {
    fn default() -> Self {
        Self::PROPOSAL
    }
}

impl JsonRules {
    fn other(self) -> Self {
        match self {
            Self::Kubernetes => Self::Rfc,
            Self::Rfc => Self::Kubernetes,
        }
    }
}

impl Semantics {
    /// The semantics of the design documents, worked examples before prose. The default.
    pub const PROPOSAL: Self = Self::Strategic(Dialect::PROPOSAL);
    /// What kubectl and the API server do.
    pub const KUBERNETES: Self = Self::Strategic(Dialect::KUBERNETES);
    /// The first alternative of the order proposal: the patch list sets the order. Never shipped.
    pub const PATCH_LIST: Self = Self::Strategic(Dialect::PATCH_LIST);
    /// The second alternative: `$position`. Never shipped.
    pub const POSITION: Self = Self::Strategic(Dialect::POSITION);
    /// Servers older than the order proposal, as it describes them: they drop unknown directives.
    pub const OLD_SERVER: Self = Self::Strategic(Dialect::OLD_SERVER);
    /// A JSON merge patch as Kubernetes applies it.
    pub const MERGE_PATCH: Self = Self::MergePatch(JsonRules::Kubernetes);
    /// A JSON merge patch strictly as in RFC 7396.
    pub const MERGE_PATCH_RFC: Self = Self::MergePatch(JsonRules::Rfc);
    /// A JSON patch as Kubernetes applies it.
    pub const JSON_PATCH: Self = Self::JsonPatch(JsonRules::Kubernetes);
    /// A JSON patch strictly as in RFC 6902.
    pub const JSON_PATCH_RFC: Self = Self::JsonPatch(JsonRules::Rfc);

    /// All semantics with a name on the command line, the default first.
    pub const ALL: &[Self] = &{
        let [strategic, others] = [Dialect::NAMED.len(), Self::OTHERS.len()];
        let mut all = [Self::PROPOSAL; Dialect::NAMED.len() + Self::OTHERS.len() + ComplianceType::ALL.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = if index < strategic {
                Self::Strategic(Dialect::NAMED[index].dialect)
            } else if index < strategic + others {
                Self::OTHERS[index - strategic]
            } else {
                Self::Policy(Compliance::new(ComplianceType::ALL[index - strategic - others]))
            };
            index += 1;
        }
        all
    };

    /// The semantics of JSON merge patches and JSON patches.
    const OTHERS: &[Self] = &[
        Self::MERGE_PATCH,
        Self::MERGE_PATCH_RFC,
        Self::JSON_PATCH,
        Self::JSON_PATCH_RFC,
    ];

    /// Returns the patch type.
    pub fn patch_type(self) -> PatchType {
        match self {
            Self::Strategic(_) => PatchType::Strategic,
            Self::MergePatch(_) => PatchType::Merge,
            Self::JsonPatch(_) => PatchType::Json,
            Self::Policy(_) => PatchType::Policy,
            Self::ServerSide(_) => PatchType::Apply,
        }
    }

    /// Returns where server-only items are placed in an ordered list, or `None` if the patch type has no such
    /// items.
    pub(crate) fn server_only_order(self) -> Option<ServerOnlyOrder> {
        match self {
            Self::Strategic(dialect) => Some(dialect.list_order),
            _ => None,
        }
    }

    /// Returns the semantics of kubectl and the API server for the same patch type.
    pub fn kubernetes_equivalent(self) -> Self {
        match self {
            Self::Strategic(_) => Self::KUBERNETES,
            Self::MergePatch(_) => Self::MERGE_PATCH,
            Self::JsonPatch(_) => Self::JSON_PATCH,
            Self::Policy(_) | Self::ServerSide(_) => self,
        }
    }

    /// Returns whether these are the semantics of kubectl and the API server.
    pub fn is_kubernetes(self) -> bool {
        self == self.kubernetes_equivalent()
    }

    /// Returns an explanation of the name.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Strategic(dialect) => dialect
                .named()
                .map_or("choices of several semantics", |row| row.meaning),
            Self::MergePatch(JsonRules::Kubernetes) => "a JSON merge patch as Kubernetes applies it",
            Self::MergePatch(JsonRules::Rfc) => "a JSON merge patch strictly as in RFC 7396",
            Self::JsonPatch(JsonRules::Kubernetes) => "a JSON patch as Kubernetes applies it",
            Self::JsonPatch(JsonRules::Rfc) => "a JSON patch strictly as in RFC 6902",
            Self::Policy(compliance) => compliance.kind.meaning(),
            Self::ServerSide(manager) => manager.meaning(),
        }
    }

    /// Returns the name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strategic(dialect) => dialect.named().map_or("mixed", |row| row.name),
            Self::MergePatch(JsonRules::Kubernetes) => "merge",
            Self::MergePatch(JsonRules::Rfc) => "merge-rfc",
            Self::JsonPatch(JsonRules::Kubernetes) => "json",
            Self::JsonPatch(JsonRules::Rfc) => "json-rfc",
            Self::Policy(compliance) => compliance.kind.name(),
            Self::ServerSide(manager) => manager.name(),
        }
    }

    /// Returns the name in sentences: `apply` alone is also a command of kubectl.
    pub fn title(self) -> &'static str {
        match self {
            Self::ServerSide(manager) => manager.title(),
            _ => self.name(),
        }
    }

    /// Returns the semantics with that name, or `None`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.name() == name)
    }

    /// Returns the text after the name on the screen, which says that no server ever implemented the
    /// semantics.
    pub fn label(self) -> &'static str {
        match self {
            Self::Strategic(dialect) if dialect.named().is_some_and(|row| row.never_shipped) => {
                " (never shipped)"
            }
            _ => "",
        }
    }

    /// Returns the next semantics of the same patch type, and the first one after the last.
    pub fn next(self) -> Self {
        match self {
            Self::Policy(compliance) => {
                return Self::Policy(compliance.with_type(compliance.kind.next()));
            }
            Self::ServerSide(_) => return self.other(),
            _ => {}
        }
        let at = Self::ALL.iter().position(|known| *known == self).unwrap_or(0);
        let after = Self::ALL.iter().cycle().skip(at + 1);
        let mut same = after.filter(|known| known.patch_type() == self.patch_type());
        same.next().copied().unwrap_or(self)
    }

    /// Returns the semantics that the explorer switches to: those to compare with, or the next compliance type.
    pub fn switched(self) -> Self {
        match self {
            Self::Policy(_) => self.next(),
            _ => self.other(),
        }
    }

    /// Returns the semantics to compare with, for the same patch type.
    pub fn other(self) -> Self {
        match self {
            Self::PROPOSAL => Self::KUBERNETES,
            Self::Strategic(_) => Self::PROPOSAL,
            Self::MergePatch(rules) => Self::MergePatch(rules.other()),
            Self::JsonPatch(rules) => Self::JsonPatch(rules.other()),
            Self::Policy(compliance) => Self::Policy(compliance.with_type(compliance.kind.compared())),
            Self::ServerSide(manager) => Self::ServerSide(manager.other()),
        }
    }
}

impl fmt::Display for Semantics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}
