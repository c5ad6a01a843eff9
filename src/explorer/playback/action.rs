//! Actions of playback.

/// An action of playback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlaybackAction {
    /// Steps forward.
    StepForward,
    /// Steps back.
    StepBack,
    /// Steps forward over the children of the current step.
    OverForward,
    /// Steps back to the previous step that is not deeper than the current one.
    OverBack,
    /// Steps forward to the first step after the last child of the parent step.
    OutForward,
    /// Steps back to the parent step.
    OutBack,
    /// Steps forward to the next step that a directive causes.
    NextDirective,
    /// Steps back to the previous step that a directive causes.
    PreviousDirective,
    /// Steps forward to the next issue: a reorder, a rejection, a warning, or a difference between the
    /// semantics.
    NextIssue,
    /// Steps back to the previous issue.
    PreviousIssue,
    /// Goes to step 0: the live object before the patch.
    FirstStep,
    /// Goes to the last step: the result.
    LastStep,
    /// Goes to a position: the number of played steps.
    GoToStep(usize),
    /// Starts or stops playing.
    Play,
    /// Plays faster.
    Faster,
    /// Plays slower.
    Slower,
}
