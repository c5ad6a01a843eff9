//! Lessons: each folder of a course is one. The built-in course is `samples/`, compiled in; `--lessons DIR` opens another.
//!
//! A `lesson.md` has one form, so that it reads well as Markdown too:
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
//!   > What is said to whoever chooses it.
//! - [x] The right answer
//!   > What is said to whoever chooses it.
//!   <!-- spec.replicas is 3; step leftover -->
//!
//! ## Point
//!
//! One paragraph on one line.
//! ```
//!
//! Next to it are `live.yaml` and `patch.yaml` (with `patch2.yaml` and so on for further patches), or with
//! `semantics: kubectl apply` a `manifest.yaml`. The comment below a reply says what the merge would give if the answer
//! were right; [`check::problems`] compares it with the engine. See [`claim::Claim`].
//!
//! An exercise has `goal.yaml` and `solution.yaml` too, and its `patch.yaml` is the text to start with. It has `## Task`
//! for `## Question`, and `## Hints`, a list, for `## Choices`.

pub(crate) mod action;
mod built_in;
pub mod check;
pub mod claim;
mod folder;
mod lesson;
mod presenter;

pub use built_in::all;
pub use folder::{LessonError, LessonFolder};
pub use lesson::{Choice, Lesson, LessonForm};
