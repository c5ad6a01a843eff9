//! The progress in an exercise.

use crate::explorer::workspace::Workspace;
use crate::merge::merge;

/// What the present patch does in an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExerciseProgress {
    /// The patch gives the wanted result.
    Solved,
    /// The patch gives the wanted result, but is not rejected for the other live object.
    NotRejected,
    /// The patch does not give it, but an earlier one did.
    SolvedBefore,
    /// No patch gave it yet.
    NotSolved,
}

/// Returns the progress in the open exercise, or `None` if no exercise is open.
pub(crate) fn exercise_progress(cx: &Workspace) -> Option<ExerciseProgress> {
    let lesson = cx.lesson().filter(|lesson| lesson.is_exercise())?;
    let merged = cx.merged();
    let again;
    let merged = match merged.position() == merged.len() {
        true => merged.merge(),
        false => {
            again = merge(merged.merge().inputs.clone(), false);
            &again
        }
    };
    Some(match lesson.check_solved(merged) {
        Ok(true) => ExerciseProgress::Solved,
        Ok(false) if lesson.has_goal(merged).unwrap_or_default() => ExerciseProgress::NotRejected,
        // An unreadable goal is not reached; `mergescope lessons check` reports it.
        _ if cx.session.progress.is_done(lesson) => ExerciseProgress::SolvedBefore,
        _ => ExerciseProgress::NotSolved,
    })
}
