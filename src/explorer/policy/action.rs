//! What can be asked of a policy.

/// The policy's object templates and compliance types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PolicyAction {
    /// To the next object template.
    NextTemplate,
    /// Lists the object templates.
    Templates,
    /// Compares the six compliance types on this object.
    ComplianceTypes,
}
