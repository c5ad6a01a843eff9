//! What can be asked of the inputs and their merge.

/// Merging the same inputs in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputsAction {
    /// Merges with the semantics that this one is compared with.
    OtherSemantics,
    /// Merges with the next of all semantics of this patch type, those that were never shipped included.
    NextSemantics,
    /// Swaps the patch that is shown with the next one.
    SwapPatches,
    /// Shows the values of Secrets, or hides them again.
    ShowSecrets,
    /// Lets kubectl do the same merge.
    VerifyWithKubectl,
}
