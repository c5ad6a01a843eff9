//! The six compliance types, and what else of a policy decides how a template is compared.

/// How a policy wants an object template to be met (ConfigurationPolicy, `complianceType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ComplianceType {
    /// The object holds at least what the template holds; a merge of the controller's own.
    MustHave,
    /// The object holds what the template holds and nothing else.
    MustOnlyHave,
    /// There is no such object.
    MustNotHave,
    /// Proposed: a JSON merge patch of the template.
    MustHaveMerge,
    /// Proposed: a strategic merge patch of the template.
    MustHaveStrategic,
    /// Proposed: strategic for built-in kinds, merge for the others.
    MustHaveApply,
}

impl ComplianceType {
    /// All of them, the shipped ones first.
    pub const ALL: [Self; 6] = [
        Self::MustHave,
        Self::MustOnlyHave,
        Self::MustNotHave,
        Self::MustHaveMerge,
        Self::MustHaveStrategic,
        Self::MustHaveApply,
    ];

    /// The name as policies write it, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::MustHave => "musthave",
            Self::MustOnlyHave => "mustonlyhave",
            Self::MustNotHave => "mustnothave",
            Self::MustHaveMerge => "musthavemerge",
            Self::MustHaveStrategic => "musthavestrategic",
            Self::MustHaveApply => "musthaveapply",
        }
    }

    /// The type of a policy's text, upper and lower case being the same: `MustHave`, `Musthave`, `musthave`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(text))
    }

    /// Whether no controller knows it: it stands in a proposal only.
    pub fn is_proposed(self) -> bool {
        match self {
            Self::MustHave | Self::MustOnlyHave | Self::MustNotHave => false,
            Self::MustHaveMerge | Self::MustHaveStrategic | Self::MustHaveApply => true,
        }
    }

    /// What it asks for, for a person who knows only the name.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::MustHave => {
                "the object contains at least the template; list items are paired by name or subset"
            }
            Self::MustOnlyHave => "the object contains the template and nothing else",
            Self::MustNotHave => "the object does not exist",
            Self::MustHaveMerge => "a JSON merge patch of the template (proposed only)",
            Self::MustHaveStrategic => "a strategic merge patch of the template (proposed only)",
            Self::MustHaveApply => {
                "strategic for built-in kinds, JSON merge patch for custom ones (proposed only)"
            }
        }
    }

    /// The one after it, the first after the last.
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|kind| *kind == self).unwrap_or(0);
        Self::ALL[(at + 1) % Self::ALL.len()]
    }
}

/// `metadataComplianceType`: what holds for labels and annotations in place of the template's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MetadataType {
    /// At least the template's.
    MustHave,
    /// The template's and no other.
    MustOnlyHave,
}

impl MetadataType {
    /// The type of a policy's text; as for [`ComplianceType::parse`].
    pub fn parse(text: &str) -> Option<Self> {
        match ComplianceType::parse(text)? {
            ComplianceType::MustHave => Some(Self::MustHave),
            ComplianceType::MustOnlyHave => Some(Self::MustOnlyHave),
            _ => None,
        }
    }
}

/// By which rules a template is compared with an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Compliance {
    /// The type.
    pub kind: ComplianceType,
    /// What holds for metadata, where the policy says so.
    pub metadata: Option<MetadataType>,
    /// The template names no object, and this one was found by its content: it counts as named.
    pub found: bool,
}

impl Compliance {
    /// A type by itself.
    pub const fn new(kind: ComplianceType) -> Self {
        Self {
            kind,
            metadata: None,
            found: false,
        }
    }

    /// The same under another type.
    pub fn under(self, kind: ComplianceType) -> Self {
        Self { kind, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_spellings_are_one_type() {
        for (text, expected) in [
            ("MustHave", Some(ComplianceType::MustHave)),
            ("Musthave", Some(ComplianceType::MustHave)),
            ("musthave", Some(ComplianceType::MustHave)),
            ("MustNotHave", Some(ComplianceType::MustNotHave)),
            ("mustOnlyHave", Some(ComplianceType::MustOnlyHave)),
            ("must have", None),
            ("", None),
        ] {
            assert_eq!(ComplianceType::parse(text), expected, "{text}");
        }
        assert_eq!(MetadataType::parse("mustnothave"), None);
        assert_eq!(
            MetadataType::parse("Mustonlyhave"),
            Some(MetadataType::MustOnlyHave)
        );
    }

    #[test]
    fn the_types_are_a_ring() {
        let mut kind = ComplianceType::MustHave;
        for expected in ComplianceType::ALL {
            assert_eq!(kind, expected);
            kind = kind.next();
        }
        assert_eq!(kind, ComplianceType::MustHave);
    }
}
