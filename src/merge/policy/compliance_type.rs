//! The six compliance types, and the other settings of a policy for the comparison of a template.

named_enum! {
    /// The compliance type of an object template (ConfigurationPolicy, `complianceType`), with its name in lower case. The
    /// shipped ones are first.
    #[derive(PartialOrd, Ord)]
    pub enum ComplianceType {
        /// The object contains at least the template. The controller has its own merge for it.
        MustHave = "musthave",
        /// The object contains exactly the template.
        MustOnlyHave = "mustonlyhave",
        /// The object does not exist.
        MustNotHave = "mustnothave",
        /// Proposed: a JSON merge patch of the template.
        MustHaveMerge = "musthavemerge",
        /// Proposed: a strategic merge patch of the template.
        MustHaveStrategic = "musthavestrategic",
        /// Proposed: strategic for built-in kinds, merge for the others.
        MustHaveApply = "musthaveapply",
    }
}

impl ComplianceType {
    /// Returns the name with a capital letter for each word.
    fn camel_case(self) -> &'static str {
        match self {
            Self::MustHave => "MustHave",
            Self::MustOnlyHave => "MustOnlyHave",
            Self::MustNotHave => "MustNotHave",
            Self::MustHaveMerge => "MustHaveMerge",
            Self::MustHaveStrategic => "MustHaveStrategic",
            Self::MustHaveApply => "MustHaveApply",
        }
    }

    /// Parses the text of a policy: `MustHave`, `Musthave` or `musthave`. The CustomResourceDefinition allows no
    /// other capital letters.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| {
            let name = kind.name();
            [name, kind.camel_case()].contains(&text)
                || text
                    .strip_prefix('M')
                    .is_some_and(|rest| name.strip_prefix('m') == Some(rest))
        })
    }

    /// Returns whether no controller supports the type, because it is only proposed.
    pub fn is_proposed(self) -> bool {
        match self {
            Self::MustHave | Self::MustOnlyHave | Self::MustNotHave => false,
            Self::MustHaveMerge | Self::MustHaveStrategic | Self::MustHaveApply => true,
        }
    }

    /// Returns an explanation of the name.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::MustHave => {
                "the object must contain at least the template; list items are paired by name, or with a live item that contains them"
            }
            Self::MustOnlyHave => "the object must contain the template and nothing else",
            Self::MustNotHave => "the object must not exist",
            Self::MustHaveMerge => "a JSON merge patch of the template (proposed only)",
            Self::MustHaveStrategic => "a strategic merge patch of the template (proposed only)",
            Self::MustHaveApply => {
                "strategic for built-in kinds, JSON merge patch for custom ones (proposed only)"
            }
        }
    }

    /// Returns the type to compare with: a supported one that does not delete the object.
    pub fn compared(self) -> Self {
        match self {
            Self::MustHave => Self::MustOnlyHave,
            _ => Self::MustHave,
        }
    }

    /// Returns the next type, and the first one after the last.
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|kind| *kind == self).unwrap_or(0);
        Self::ALL[(at + 1) % Self::ALL.len()]
    }
}

/// `metadataComplianceType`: replaces the type of the template for labels and annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MetadataType {
    /// The object has at least the labels and annotations of the template.
    MustHave,
    /// The object has exactly the labels and annotations of the template.
    MustOnlyHave,
}

impl MetadataType {
    /// Parses the text of a policy, as [`ComplianceType::parse`] does.
    pub fn parse(text: &str) -> Option<Self> {
        match ComplianceType::parse(text)? {
            ComplianceType::MustHave => Some(Self::MustHave),
            ComplianceType::MustOnlyHave => Some(Self::MustOnlyHave),
            _ => None,
        }
    }
}

/// The rules by which a template is compared with an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Compliance {
    /// The type.
    pub kind: ComplianceType,
    /// The type for labels and annotations, if the policy sets one.
    pub metadata: Option<MetadataType>,
    /// The template names no object and this object was selected by its content. It counts as named.
    pub selected_by_content: bool,
    /// The template needs a namespace, but neither it nor its policy names one.
    pub lacks_namespace: bool,
}

impl Compliance {
    /// Creates the rules of a type without other settings.
    pub const fn new(kind: ComplianceType) -> Self {
        Self {
            kind,
            metadata: None,
            selected_by_content: false,
            lacks_namespace: false,
        }
    }

    /// Returns the same rules with another type.
    pub fn with_type(self, kind: ComplianceType) -> Self {
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
            ("MustOnlyHave", Some(ComplianceType::MustOnlyHave)),
            ("mustHave", None),
            ("MUSTHAVE", None),
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
    fn next_visits_all_types() {
        let mut kind = ComplianceType::MustHave;
        for expected in ComplianceType::ALL {
            assert_eq!(kind, expected);
            // Every row differs from a deleted object.
            assert!(
                !matches!(kind.compared(), other if other == kind || other == ComplianceType::MustNotHave)
            );
            kind = kind.next();
        }
        assert_eq!(kind, ComplianceType::MustHave);
    }
}
