//! What can be asked of playback.

/// Stepping and playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlaybackAction {
    /// One step forward.
    StepForward,
    /// One step back.
    StepBack,
    /// Forward to the next step that is no child of this one.
    OverForward,
    /// Back to the previous step that is no deeper than this one.
    OverBack,
    /// Forward to the first step after the parent's last child.
    OutForward,
    /// Back to the parent step.
    OutBack,
    /// Forward to the next step that a directive causes.
    NextDirective,
    /// Back to the previous step that a directive causes.
    PreviousDirective,
    /// Forward to the next issue: a reorder, a rejection, a warning, a difference between the semantics.
    NextIssue,
    /// Back to the previous issue.
    PreviousIssue,
    /// To step 0: the live object before the patch.
    FirstStep,
    /// To the last step: the result.
    LastStep,
    /// To a position: the number of steps that are played then.
    GoToStep(usize),
    /// Starts or stops playing.
    Play,
    /// Plays faster.
    Faster,
    /// Plays slower.
    Slower,
}
