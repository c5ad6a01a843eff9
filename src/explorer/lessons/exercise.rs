//! The progress in an exercise.

use crate::explorer::workspace::Workspace;
use crate::merge::{Inputs, merge};

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
    let is_of_lesson = merged.merge().inputs.semantics == lesson.semantics;
    let merged = match merged.position() == merged.len() && is_of_lesson {
        true => merged.merge(),
        // The semantics on the screen can be others.
        false => {
            let inputs = Inputs {
                semantics: lesson.semantics,
                ..merged.merge().inputs.clone()
            };
            again = merge(inputs, false);
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
