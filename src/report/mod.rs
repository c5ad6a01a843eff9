//! Describes merges without a screen or a terminal: explanations, findings, comparisons, rows, redaction,
//! pages.
//!
//! The explorer, the commands and the exports use it. [`page`] prints a report as text or as Markdown.

pub(crate) mod agreement;
pub mod comparison;
pub mod decisions;
pub mod diagnostic;
pub mod explanation;
pub(crate) mod explanation_line;
pub mod explanation_page;
pub mod findings;
pub mod fix;
pub(crate) mod line_change;
pub(crate) mod line_diff;
pub(crate) mod line_hunks;
pub mod live_objects;
pub(crate) mod manifest_help;
mod markdown_escape;
pub(crate) mod merge_rule_badge;
pub(crate) mod order_alignment;
pub(crate) mod other_result;
pub mod page;
pub(crate) mod pull_request;
pub mod redact;
pub mod rejection;
pub(crate) mod rows;
pub mod source_location;
pub mod table;
pub(crate) mod text_change;
pub(crate) mod unified_diff;
