//! Formats any [`Tree`](super::Tree) as YAML or JSON. kubectl reads the same values back from the YAML.

mod entry;
mod flow;
mod json;
mod quote;
mod rewrite;
mod yaml;

pub use entry::{EntryHead, head, height, is_one_line};
pub(crate) use entry::{block_head, is_short_key};
pub(crate) use flow::flow;
pub use json::{json, json_compact, json_tree, json_value, value_text};
pub use quote::double_quoted;
pub use rewrite::{ListEdit, Origins, TextEdit, apply_edits, quick_edits, rewrite, rewrite_edits};
pub use yaml::yaml;
pub(crate) use yaml::yaml_start;

/// Deeper lists and maps are written on one line: with 500 levels, most of the text would be indentation, and a
/// file of 7 MB would give 700 MB.
const MAX_INDENTED_LEVELS: usize = 100;
