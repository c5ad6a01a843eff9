//! Models the API server after the merge: why it rejects the result, and what it stores differently.
//!
//! [`fn@answer`] is the entry point. It runs the layers [`decode`], [`identity`], [`immutable`] and
//! [`validation`], which give [`objection`]s. Only mistakes of the request count, not those that the live
//! object already has. [`notices`] finds values that are stored differently, [`defaults`] has the values of
//! missing fields, [`unions`] the mutually exclusive fields. [`steps`] converts all of it to steps.
//! Admission, webhooks, quotas, CEL rules and references to other objects are not checked.

mod advice;
mod answer;
mod answer_steps;
pub(crate) mod cursor;
mod decode;
pub(crate) mod defaults;
mod gated_pod;
mod identity;
mod immutable;
mod not_checked;
mod notices;
pub(super) mod objection;
mod patch_cause;
mod pod_update;
pub(crate) mod same_when_stored;
mod steps;
mod time;
pub(crate) mod unions;
mod validation;

pub(crate) use advice::{RemovalInText, advice, null_of_required, selector_is_immutable};
pub use answer::{ServerAnswer, server_answer, strict_rejection};
pub(crate) use answer::{answer, creation_rejection, violations};
pub(crate) use not_checked::not_checked;
pub(crate) use objection::{Constraint, MAX_SERVER_STEPS};
pub use objection::{DecodeCause, LengthUnit, Objection, ServerLayer, ServerMessage};
pub(crate) use steps::{
    ServerVerdict, is_stored_otherwise, report, report_rejection, report_wrapped, server_rejection,
    server_verdict,
};
pub(crate) use time::time_error;
pub(crate) use validation::addresses::range_of_one;
pub(crate) use validation::workload::is_valid_stateful_set;
