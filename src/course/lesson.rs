//! The parts of a lesson.

use std::sync::Arc;

use super::claim::LessonClaim;
use crate::create::{AppliedPatch, ApplyComputation, apply};
use crate::document::{Document, ReadError, read, read_live};
use crate::merge::{Inputs, Merge, Semantics, merge};
use crate::schema::Schema;

/// A lesson: a merge with a question to answer before its steps, or an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The name of the folder, which starts with the number: `16-env-order`.
    pub name: String,
    /// The title, one line.
    pub title: String,
    /// The chapter. Adjacent lessons with the same chapter are listed under one heading.
    pub chapter: String,
    /// The initial semantics.
    pub semantics: Semantics,
    /// The question before the first step, or the task of an exercise; one paragraph without line breaks.
    pub question: String,
    /// The choices for the answer: two to four, one of them right. Empty for an exercise.
    pub choices: Vec<Choice>,
    /// The hints of an exercise, the vaguest first. Empty for other lessons.
    pub hints: Vec<String>,
    /// What the steps show and what to do instead; one paragraph without line breaks.
    pub point: String,
    /// The text of `live.yaml`.
    pub live: String,
    /// The patches, the manifest or the exercise.
    pub form: LessonForm,
}

/// The way in which a lesson changes its live object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonForm {
    /// Applies patches in order: file names and texts.
    Patches(Vec<(String, String)>),
    /// Runs `kubectl apply` with the text of `manifest.yaml`.
    Apply { manifest: String },
    /// Asks for a patch.
    Exercise {
        /// The text of `patch.yaml`, which the learner changes.
        start: String,
        /// The text of `goal.yaml`: the result that the patch must produce.
        goal: String,
        /// The text of `solution.yaml`: a patch that produces the goal.
        solution: String,
        /// The text of `other-live.yaml`, if there is one: a live object for which the patch must be rejected.
        other_live: Option<String>,
    },
}

/// One answer to the question of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The answer.
    pub text: String,
    /// The reply when it is chosen.
    pub reply: String,
    /// Whether it is the right answer.
    pub is_right: bool,
    /// Claims about the merge. All are true for the right answer; for a wrong one at least one is false.
    pub claims: Vec<LessonClaim>,
}

/// The names of the files of a lesson.
pub(super) const LIVE: &str = "live.yaml";
pub(super) const PATCH: &str = "patch.yaml";
pub(super) const MANIFEST: &str = "manifest.yaml";
pub(super) const OTHER_LIVE: &str = "other-live.yaml";

impl Lesson {
    /// Returns the number at the start of the folder name: `05`, `42`.
    pub fn number(&self) -> &str {
        self.name.split('-').next().unwrap_or_default()
    }

    /// Returns the point of the lesson. With other semantics than those of the lesson, or with swapped or edited
    /// files, names what the point is about.
    pub fn answer_under(&self, inputs: &Inputs) -> String {
        let mut about = String::new();
        if inputs.semantics != self.semantics {
            about += &format!(", with {} semantics", self.semantics);
        }
        if self.has_swapped(&inputs.patches) {
            about += ", with the patches in their original order";
        }
        if self.is_edited(inputs) {
            about += ", with the files of the lesson";
        }
        format!("The point{about}: {}", self.point)
    }

    /// Returns whether these are the patches of the lesson in another order.
    fn has_swapped(&self, patches: &[Arc<Document>]) -> bool {
        let names: Vec<String> = self.patches().map(|(name, _)| self.file(name)).collect();
        let is_own = |patch: &Arc<Document>| names.iter().any(|name| name == patch.name());
        let moved = |(patch, name): (&Arc<Document>, &String)| patch.name() != name;
        patches.iter().all(is_own) && patches.iter().zip(&names).any(moved)
    }

    /// Returns whether the live object or a patch is not that of the lesson. The patch of an exercise is written by the
    /// reader.
    fn is_edited(&self, inputs: &Inputs) -> bool {
        let own = match (&self.form, self.computed(&inputs.schema)) {
            (LessonForm::Exercise { .. }, _) => Vec::new(),
            (_, Ok(Some(computed))) => computed.inputs().patches,
            _ => self
                .inputs(None, &inputs.schema)
                .map_or(Vec::new(), |own| own.patches),
        };
        let is_in = |own: &Arc<Document>| {
            let mut patches = inputs.patches.iter();
            patches.any(|patch| patch.original_text() == own.original_text())
        };
        inputs.live.original_text() != self.live || !own.iter().all(is_in)
    }

    /// Returns the file names and texts of all patches in order. For an exercise, the patch to change; for an
    /// apply none, because its patch is computed.
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

    /// Returns whether the learner writes the patch.
    pub fn is_exercise(&self) -> bool {
        matches!(self.form, LessonForm::Exercise { .. })
    }

    /// Returns the name of a file in messages: `16-env-order/live.yaml`.
    pub fn file(&self, name: &str) -> String {
        format!("{}/{name}", self.name)
    }

    /// Returns the inputs of the merge, with `patch` instead of the patches of the lesson if it is given.
    ///
    /// # Errors
    /// The first input that cannot be read.
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

    /// Computes the apply of the manifest. Returns `None` if there is no manifest or no patch can be
    /// computed.
    ///
    /// # Errors
    /// The first input that cannot be read.
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

    /// Merges the lesson with a trace.
    ///
    /// # Errors
    /// The first input that cannot be read.
    pub fn merged(&self, schema: &Arc<Schema>) -> Result<Merge, ReadError> {
        match self.computed(schema)? {
            Some(computed) => Ok(computed.merged(true)),
            None => Ok(merge(self.inputs(None, schema)?, true)),
        }
    }
}
