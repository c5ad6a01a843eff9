//! After the merge comes the API server: what keeps it from storing the result, and what it stores otherwise.
//!
//! [`fn@answer`] is the whole of it, layer by layer: [`decode`], [`identity`], [`immutable`] and [`validation`] give
//! [`objection`]s; only the mistakes that the request brings in count, not those of a live object that no server has.
//! [`notices`] finds what is stored otherwise, [`defaults`] says what is set where a field is missing, [`unions`] of which
//! fields only one may be set. [`steps`] makes steps of all this. Admission, webhooks, quotas, CEL rules and references to
//! other objects are not checked.

mod answer;
pub(crate) mod cursor;
mod decode;
pub(crate) mod defaults;
mod identity;
mod immutable;
mod notices;
mod objection;
pub(crate) mod same_when_stored;
mod steps;
pub(crate) mod unions;
mod validation;

pub(crate) use answer::answer;
pub use answer::{ServerAnswer, server_answer, strict_rejection};
pub use objection::{Objection, ServerLayer};
pub(crate) use steps::{MAX_SERVER_STEPS, report, server_rejection};
