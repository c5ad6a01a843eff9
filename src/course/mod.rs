//! Courses of lessons: reading and checking them. Each folder of a course is a lesson. The built-in course is `samples/`; `--lessons DIR` opens
//! another one.
//!
//! A `lesson.md` has a fixed form that is also valid Markdown. Its header is YAML:
//!
//! ```text
//! # Title
//!
//! chapter: Order
//! semantics: kubernetes
//!
//! ## Question
//!
//! One paragraph on one line.
//!
//! ## Choices
//!
//! - [ ] A wrong answer
//!   > The reply when it is chosen.
//! - [x] The right answer
//!   > The reply when it is chosen.
//!   <!-- spec.replicas is 3; step leftover -->
//!
//! ## Point
//!
//! One paragraph on one line.
//! ```
//!
//! The folder also contains `live.yaml` and `patch.yaml` (and `patch2.yaml` and so on for further patches),
//! or with `semantics: kubectl apply` a `manifest.yaml`. The comment below a reply has the claims about the
//! merge that would be true if the answer were right; [`check::problems`] checks them. See
//! [`claim::LessonClaim`].
//!
//! An exercise also has `goal.yaml` and `solution.yaml`, and `patch.yaml` is its initial text. It has `##
//! Task` instead of `## Question`, and the list `## Hints` instead of `## Choices`. With `other-live.yaml`, the patch
//! must be rejected for that live object.

mod built_in;
pub mod check;
pub mod claim;
mod folder;
pub(crate) mod lesson;

pub use built_in::all;
pub use folder::{LessonError, LessonFolder};
pub use lesson::{Choice, Lesson, LessonForm};
