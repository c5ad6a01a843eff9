//! What a merge says, without a screen or a terminal: explanations, findings, comparisons, rows, redaction, Markdown.
//!
//! The explorer, the commands and the exports share it.

pub(crate) mod explanation_line;

pub(crate) mod agreement;
pub mod comparison;
pub mod decisions;
pub mod explanation;
pub mod findings;
pub mod markdown;
mod markdown_escape;
pub(crate) mod merge_rule_badge;
pub(crate) mod order_alignment;
pub(crate) mod pull_request;
pub mod redact;
pub(crate) mod rows;
mod unified_diff;
