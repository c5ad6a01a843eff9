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
pub(crate) use json::name_text;
pub use json::{json, json_compact, json_tree, json_value, value_text};
pub use quote::double_quoted;
pub(crate) use quote::name_of_string;
pub use rewrite::{ListEdit, Origins, TextEdit, apply_edits, quick_edits, rewrite, rewrite_edits};
pub use yaml::yaml;
pub(crate) use yaml::yaml_start;
