//! Actions on the inputs and their merge.

/// An action on the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputsAction {
    /// Merges with the semantics that the current one is compared with.
    OtherSemantics,
    /// Merges with the next semantics of the patch type, including those that were never shipped.
    NextSemantics,
    /// Swaps the patch that is shown with the next one.
    SwapPatches,
    /// Shows or hides Secret values.
    ShowSecrets,
    /// Runs the same merge with kubectl.
    VerifyWithKubectl,
}
