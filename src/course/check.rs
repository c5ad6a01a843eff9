//! Checks a course: all texts are readable, the answers agree with the merges, and the exercises can be
//! solved.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::claim::{LessonClaim, LessonOutcome};
use super::lesson::{Lesson, LessonForm, OTHER_LIVE};
use crate::create::Convergence;
use crate::document::{Document, Numbers, ReadError, Tree, read_live, same, write};
use crate::merge::{Merge, merge};
use crate::schema::Schema;

/// Returns the problems of a course, one line each. A line starts with the file: `16-env-order/lesson.md`.
pub fn problems(lessons: &[Lesson], schema: &Arc<Schema>) -> Vec<String> {
    let mut all = misplaced_chapters(lessons);
    for lesson in lessons {
        let found = match lesson.is_exercise() {
            true => lesson.check_exercise(schema),
            false => lesson.check_answers(schema),
        };
        match found {
            Ok(found) => all.extend(found.iter().map(|problem| lesson.problem(problem))),
            Err(error) => all.push(error.to_string()),
        }
    }
    all
}

/// Returns a problem for each chapter that is interrupted by another one.
fn misplaced_chapters(lessons: &[Lesson]) -> Vec<String> {
    let mut ended = BTreeSet::new();
    let mut problems = Vec::new();
    for pair in lessons.windows(2) {
        if pair[0].chapter != pair[1].chapter {
            ended.insert(&pair[0].chapter);
            if ended.contains(&pair[1].chapter) {
                let chapter = &pair[1].chapter;
                problems.push(pair[1].problem(&format!(
                    "the lessons of the chapter \"{chapter}\" must follow each other"
                )));
            }
        }
    }
    problems
}

impl Lesson {
    fn problem(&self, problem: &str) -> String {
        format!("{}: {problem}", self.file("lesson.md"))
    }

    /// Merges the lesson and returns the facts that claims refer to.
    ///
    /// # Errors
    /// The first input that cannot be read.
    pub fn outcome(&self, schema: &Arc<Schema>) -> Result<LessonOutcome, ReadError> {
        let computed = self.computed(schema)?;
        let merged = self.merged(schema)?;
        let result = match merged.tree.has_result() {
            true => serde_json::from_str(&write::json(&merged.tree)).unwrap_or_default(),
            false => serde_json::Value::Null,
        };
        Ok(LessonOutcome {
            result,
            rejected: merged
                .rejection()
                .map(|rejection| rejection.rule.name().to_owned()),
            steps: merged.steps.iter().map(|step| step.rule.name()).collect(),
            converges: computed
                .map(|computed| !matches!(computed.convergence(&merged), Convergence::Never { .. })),
        })
    }

    /// Returns a problem for each answer that does not agree with the merge.
    fn check_answers(&self, schema: &Arc<Schema>) -> Result<Vec<String>, ReadError> {
        let outcome = self.outcome(schema)?;
        let mut problems = Vec::new();
        for choice in self.choices.iter().filter(|choice| !choice.claims.is_empty()) {
            let fails: Vec<&LessonClaim> = choice
                .claims
                .iter()
                .filter(|claim| !claim.holds(&outcome))
                .collect();
            if let (true, Some(claim)) = (choice.is_right, fails.first()) {
                problems.push(format!(
                    "the answer \"{}\" is marked as right, but this is false: {}",
                    choice.text, claim.text
                ));
            }
            if !choice.is_right && fails.is_empty() {
                problems.push(format!(
                    "the answer \"{}\" is marked as wrong, but all its statements are true",
                    choice.text
                ));
            }
        }
        Ok(problems)
    }

    /// Returns the reasons why the exercise cannot be solved, or is already solved at the start.
    fn check_exercise(&self, schema: &Arc<Schema>) -> Result<Vec<String>, ReadError> {
        let LessonForm::Exercise { start, solution, .. } = &self.form else {
            return Ok(Vec::new());
        };
        let mut problems = Vec::new();
        if self.check_solved(&merge(self.inputs(Some(start), schema)?, false))? {
            problems.push("the patch to start with solves the exercise".to_owned());
        }
        let solved = merge(self.inputs(Some(solution), schema)?, false);
        if !self.has_goal(&solved)? {
            problems.push("solution.yaml does not give goal.yaml".to_owned());
        } else if !self.check_rejected(&solved)? {
            problems.push(format!("solution.yaml is not rejected for {OTHER_LIVE}"));
        }
        Ok(problems)
    }

    /// Returns whether a merge solves the exercise: it produces the goal, and the patch is rejected for the other live
    /// object, if the exercise has one.
    ///
    /// # Errors
    /// The goal or the other live object cannot be read.
    pub fn check_solved(&self, merged: &Merge) -> Result<bool, ReadError> {
        Ok(self.has_goal(merged)? && self.check_rejected(merged)?)
    }

    /// Returns whether a merge produces the goal of the exercise.
    ///
    /// # Errors
    /// The goal cannot be read.
    pub fn has_goal(&self, merged: &Merge) -> Result<bool, ReadError> {
        let Some(goal) = self.goal()? else {
            return Ok(false);
        };
        let (result, goal) = (&merged.tree, &goal);
        Ok(merged.rejection().is_none()
            && merged.tree.has_result()
            && same(result, result.top(), goal, goal.top(), Numbers::ByValue))
    }

    fn check_rejected(&self, merged: &Merge) -> Result<bool, ReadError> {
        let LessonForm::Exercise {
            other_live: Some(text),
            ..
        } = &self.form
        else {
            return Ok(true);
        };
        let mut inputs = merged.inputs.clone();
        inputs.live = Arc::new(read_live(&self.file(OTHER_LIVE), text.as_str().into())?);
        Ok(merge(inputs, false).rejection().is_some())
    }

    /// Returns the result that an exercise asks for, or `None` for another lesson.
    ///
    /// # Errors
    /// The goal cannot be read.
    pub fn goal(&self) -> Result<Option<Document>, ReadError> {
        match &self.form {
            LessonForm::Exercise { goal, .. } => {
                Ok(Some(read_live(&self.file("goal.yaml"), goal.as_str().into())?))
            }
            _ => Ok(None),
        }
    }
}
