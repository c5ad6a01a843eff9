//! What can be asked of a policy.

/// The object templates of the policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PolicyAction {
    /// To the next object template.
    NextTemplate,
    /// To the object template with an index.
    GoToTemplate(usize),
}
