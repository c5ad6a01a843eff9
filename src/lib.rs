//! mergescope shows *why* a Kubernetes strategic merge patch gives the result it gives.
//!
//! One way through: text → [`document`] → [`merge`] (with what [`schema`] knows) → trace → [`explorer`] rows
//! → frame. Imports point down only:
//!
//! ```text
//! document, schema ← merge ← create, explorer ← terminal, cli
//! ```
//!
//! The reference for users is in [`help`].
//!
//! `beside` runs two pieces of work at the same time, for all of them. The first five rooms are pure: no file, clock, environment or terminal. No files know each other in a circle
//! (`tests/layers.rs` checks both).

pub mod cli;
pub mod create;
pub mod document;
pub mod explorer;
pub mod help;
mod input_limit;
pub mod merge;
mod parallel;
pub mod report;
pub mod schema;
mod settings;
pub mod terminal;
