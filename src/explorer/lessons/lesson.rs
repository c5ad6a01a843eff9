//! What a lesson consists of.

use std::sync::Arc;

use super::claim::LessonClaim;
use crate::create::{AppliedPatch, ApplyComputation, apply};
use crate::document::{Document, ReadError, read, read_live};
use crate::merge::{Inputs, Merge, Semantics, merge};
use crate::schema::Schema;

/// One lesson: a merge, a question to answer before stepping through it, and what it shows. Or an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The name of its folder, which begins with its number: `16-env-order`.
    pub name: String,
    /// One line.
    pub title: String,
    /// The chapter that it belongs to; neighbors with the same chapter are listed under one heading.
    pub chapter: String,
    /// The semantics that it opens with.
    pub semantics: Semantics,
    /// The question before the first step, or the task of an exercise; one paragraph without line breaks.
    pub question: String,
    /// The answers to choose from: two to four, one of them right. Empty in an exercise.
    pub choices: Vec<Choice>,
    /// The hints of an exercise, the vaguest first. Empty in other lessons.
    pub hints: Vec<String>,
    /// What the steps show and what to do instead; one paragraph without line breaks.
    pub point: String,
    /// The text of its `live.yaml`.
    pub live: String,
    /// What is applied to it.
    pub form: LessonForm,
}

/// What a lesson does to its live object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonForm {
    /// Applies patches, one after another: file names and texts.
    Patches(Vec<(String, String)>),
    /// Runs `kubectl apply` with the text of its `manifest.yaml`.
    Apply { manifest: String },
    /// Asks for a patch.
    Exercise {
        /// The text of its `patch.yaml`, which the learner changes.
        start: String,
        /// The text of its `goal.yaml`: the result that the patch must give.
        goal: String,
        /// The text of its `solution.yaml`: one patch that gives it.
        solution: String,
    },
}

/// One answer to the question of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The answer.
    pub text: String,
    /// The reply to who chooses it.
    pub reply: String,
    /// Whether it is the right one.
    pub is_right: bool,
    /// What the merge would give if it were right. They hold for the right answer; of a wrong one at least one does not.
    pub claims: Vec<LessonClaim>,
}

/// The file names that lessons have.
pub(super) const LIVE: &str = "live.yaml";
pub(super) const PATCH: &str = "patch.yaml";
pub(super) const MANIFEST: &str = "manifest.yaml";

impl Lesson {
    /// The number of its folder: `05`, `42`.
    pub fn number(&self) -> &str {
        self.name.split('-').next().unwrap_or_default()
    }

    /// Its point; with other semantics than its own, where the point is about another result, how to get there.
    pub fn answer_under(&self, semantics: Semantics) -> String {
        match semantics == self.semantics {
            true => format!("The point: {}", self.point),
            false => format!("The point of this lesson is about {} semantics.", self.semantics),
        }
    }

    /// All patches in the order in which they are applied: file name and text. Of an exercise the one that the learner
    /// changes; of an apply none, because its patch is computed.
    pub fn patches(&self) -> impl Iterator<Item = (&str, &str)> {
        let (all, start): (&[(String, String)], _) = match &self.form {
            LessonForm::Patches(all) => (all, None),
            LessonForm::Apply { .. } => (&[], None),
            LessonForm::Exercise { start, .. } => (&[], Some((PATCH, start.as_str()))),
        };
        all.iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .chain(start)
    }

    /// Whether the learner writes the patch.
    pub fn is_exercise(&self) -> bool {
        matches!(self.form, LessonForm::Exercise { .. })
    }

    /// What its files are called in messages: `16-env-order/live.yaml`.
    pub fn file(&self, name: &str) -> String {
        format!("{}/{name}", self.name)
    }

    /// What its patches, or `patch` in their place, are merged with.
    ///
    /// # Errors
    /// The first text that cannot be read.
    pub fn inputs(&self, patch: Option<&str>, schema: &Arc<Schema>) -> Result<Inputs, ReadError> {
        let document = |(name, text): (&str, &str)| -> Result<Arc<Document>, ReadError> {
            Ok(Arc::new(read(&self.file(name), text.into())?))
        };
        Ok(Inputs {
            live: self.live_document()?,
            patches: match patch {
                Some(patch) => vec![document((PATCH, patch))?],
                None => self.patches().map(document).collect::<Result<_, _>>()?,
            },
            schema: Arc::clone(schema),
            semantics: self.semantics,
        })
    }

    fn live_document(&self) -> Result<Arc<Document>, ReadError> {
        Ok(Arc::new(read_live(&self.file(LIVE), self.live.as_str().into())?))
    }

    /// The apply of its manifest; nothing if it has none or if no patch can be computed.
    ///
    /// # Errors
    /// The first text that cannot be read.
    pub(super) fn computed(&self, schema: &Arc<Schema>) -> Result<Option<ApplyComputation>, ReadError> {
        let LessonForm::Apply { manifest } = &self.form else {
            return Ok(None);
        };
        let computed = apply(&AppliedPatch {
            live: self.live_document()?,
            manifest: Arc::new(read_live(&self.file(MANIFEST), manifest.as_str().into())?),
            last_applied: None,
            schema: Arc::clone(schema),
            overwrite: true,
        });
        Ok(computed.ok())
    }

    /// Its merge, with every step.
    ///
    /// # Errors
    /// The first text that cannot be read.
    pub fn merged(&self, schema: &Arc<Schema>) -> Result<Merge, ReadError> {
        match self.computed(schema)? {
            Some(computed) => Ok(computed.merged(true)),
            None => Ok(merge(self.inputs(None, schema)?, true)),
        }
    }
}
