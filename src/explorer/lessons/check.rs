//! Whether a course is sound: every text can be read, every answer agrees with the engine, every exercise can be solved.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::claim::{LessonClaim, LessonOutcome};
use super::lesson::{Lesson, LessonForm};
use crate::create::Settling;
use crate::document::{Document, Numbers, ReadError, Tree, read_live, same, write};
use crate::merge::{Merge, merge};
use crate::schema::Schema;

/// What is wrong with a course, a line for each problem that begins with the file, as in `16-env-order/lesson.md`.
pub fn problems(lessons: &[Lesson], schema: &Arc<Schema>) -> Vec<String> {
    let mut all = misplaced_chapters(lessons);
    for lesson in lessons {
        let found = match lesson.is_exercise() {
            true => lesson.wrong_exercise(schema),
            false => lesson.wrong_answers(schema),
        };
        match found {
            Ok(found) => all.extend(found.iter().map(|problem| lesson.problem(problem))),
            Err(error) => all.push(error.to_string()),
        }
    }
    all
}

/// Chapters that are interrupted by another one.
fn misplaced_chapters(lessons: &[Lesson]) -> Vec<String> {
    let mut ended = BTreeSet::new();
    let mut problems = Vec::new();
    for pair in lessons.windows(2) {
        if pair[0].chapter != pair[1].chapter {
            ended.insert(&pair[0].chapter);
            if ended.contains(&pair[1].chapter) {
                let chapter = &pair[1].chapter;
                problems.push(pair[1].problem(&format!("the chapter \"{chapter}\" has ended before")));
            }
        }
    }
    problems
}

impl Lesson {
    fn problem(&self, problem: &str) -> String {
        format!("{}: {problem}", self.file("lesson.md"))
    }

    /// How its merge ends.
    ///
    /// # Errors
    /// The first text that cannot be read.
    pub fn outcome(&self, schema: &Arc<Schema>) -> Result<LessonOutcome, ReadError> {
        let computed = self.computed(schema)?;
        let merged = self.merged(schema)?;
        let result = match merged.scene.has_result() {
            true => serde_json::from_str(&write::json(&merged.scene)).unwrap_or_default(),
            false => serde_json::Value::Null,
        };
        Ok(LessonOutcome {
            result,
            rejected: merged
                .rejection()
                .map(|rejection| rejection.rule.name().to_owned()),
            steps: merged.steps.iter().map(|step| step.rule.name()).collect(),
            converges: computed.map(|computed| !matches!(computed.settling(&merged), Settling::Never { .. })),
        })
    }

    /// The answers that do not agree with the engine.
    fn wrong_answers(&self, schema: &Arc<Schema>) -> Result<Vec<String>, ReadError> {
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
                    "the answer \"{}\" is marked as right, but \"{}\" does not hold",
                    choice.text, claim.text
                ));
            }
            if !choice.is_right && fails.is_empty() {
                problems.push(format!(
                    "the answer \"{}\" is marked as wrong, but all that it says holds",
                    choice.text
                ));
            }
        }
        Ok(problems)
    }

    /// Why the exercise cannot be solved, or is solved from the beginning.
    fn wrong_exercise(&self, schema: &Arc<Schema>) -> Result<Vec<String>, ReadError> {
        let LessonForm::Exercise { start, solution, .. } = &self.form else {
            return Ok(Vec::new());
        };
        let mut problems = Vec::new();
        if self.is_solved(&merge(self.inputs(Some(start), schema)?, false))? {
            problems.push("the patch to start with solves the exercise".to_owned());
        }
        if !self.is_solved(&merge(self.inputs(Some(solution), schema)?, false))? {
            problems.push("solution.yaml does not give goal.yaml".to_owned());
        }
        Ok(problems)
    }

    /// Whether a merge gives the goal of the exercise.
    ///
    /// # Errors
    /// A goal that cannot be read.
    pub fn is_solved(&self, merged: &Merge) -> Result<bool, ReadError> {
        let Some(goal) = self.goal()? else {
            return Ok(false);
        };
        let (result, goal) = (&merged.scene, &goal);
        Ok(merged.rejection().is_none()
            && merged.scene.has_result()
            && same(result, result.top(), goal, goal.top(), Numbers::ByValue))
    }

    /// The result that an exercise asks for.
    ///
    /// # Errors
    /// A goal that cannot be read.
    pub fn goal(&self) -> Result<Option<Document>, ReadError> {
        match &self.form {
            LessonForm::Exercise { goal, .. } => {
                Ok(Some(read_live(&self.file("goal.yaml"), goal.as_str().into())?))
            }
            _ => Ok(None),
        }
    }
}
