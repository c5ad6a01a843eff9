//! Computes a patch from two or three documents as the kubectl library does, including its bugs.
//!
//! [`create`] takes a [`CreateRequest`] and returns a [`Created`]: the patch as a document, the reason for
//! each of its lines ([`LineReason`]), and what the patch cannot express ([`PatchRemark`]). [`Sentences`]
//! formats them as text.

pub(crate) mod apply;
mod client_features;
mod conflict_check;
mod create_patch;
mod document_error;
mod failure_report;
mod json_patch;
mod line_reason;
mod longest_ascending;
mod merge_patch;
mod node_path;
mod patch_builder;
mod patch_document;
mod precondition;
mod request;
mod sentence;
mod sides;
pub mod skew;
pub(crate) mod strategic;
mod three_way;

pub use apply::convergence::Convergence;
pub use apply::creation::create_object;
pub use apply::last_applied::{LAST_APPLIED_NAME, last_applied, read_last_applied};
pub use apply::ledger::{LedgerRow, defaults_line, ledger};
pub use apply::outcome::{AppliedPatch, ApplyComputation};
pub use apply::outlook::OutlookNote;
pub use apply::{ApplyError, apply};
pub use client_features::ClientFeatures;
pub use create_patch::create;
pub use failure_report::{FailureLocation, FailureReport};
pub use line_reason::{CreateFailure, LineReason, PatchRemark};
pub(crate) use longest_ascending::longest_ascending;
pub(crate) use node_path::of_node as path_of_node;
pub use patch_document::PatchDocument;
pub use request::{CreateRequest, Created, CreatedPatchType};
pub use sentence::{Sentences, SideNames};
pub use sides::{DocumentSide, Sides};
