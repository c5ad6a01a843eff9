//! Actions of a policy.

/// An action on the object templates of the policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PolicyAction {
    /// Shows the next object template.
    NextTemplate,
    /// Shows the object template with an index.
    GoToTemplate(usize),
}
