//! mergescope shows *why* a Kubernetes strategic merge patch gives the result it gives.
//!
//! ```text
//! text ─read─▶ Document ─┐
//! text ─read─▶ Document ─┴─ merge(schema, semantics) ─▶ Merge { result, steps, verdict } ─▶ report ─▶ cli: text, JSON
//!                                                                                        └─▶ explorer ─▶ terminal
//! ```
//!
//! A layer knows only the layers above it in this list (`tests/layers.rs`):
//!
//! | layer | what it does |
//! |---|---|
//! | [`document`] | reads and writes YAML and JSON as Kubernetes does; every node has its position in the text |
//! | [`schema`] | the merge rules of the fields of each kind: a built-in table, OpenAPI and CRD files |
//! | [`merge`] | applies a patch and records each step; `merge/rule` is the table of all rules, `merge/lint` finds likely mistakes |
//! | [`create`] | computes a patch from two or three documents |
//! | [`report`] | what screen, commands and exports share: explanations, comparisons, rows, redaction, pages and tables |
//! | [`explorer`] | the interactive model: actions in, effects out; one folder for each feature |
//! | [`terminal`] | event loop, drawing, keys, themes, files, clipboard, the user's editor |
//! | [`cli`] | the command line, one file or folder for each subcommand |
//!
//! The layers down to [`explorer`] are pure: no file, clock, environment or terminal. `parallel` (threads), `settings` (our own YAML
//! files) and `input_limit` serve all layers.
//!
//! The reference for users is in [`help`].
//!
//! # Where to start
//!
//! To add something, change these files below `src`. `UPDATE_README=1 cargo test --test explorer readme` then brings the keys, lint
//! codes and semantics in `help` up to date.
//!
//! | new | files |
//! |---|---|
//! | rule | its row in `merge/rule/` with what it claims; a new claim is in `merge/claim.rs`, its check in `merge/claim_checks/` |
//! | lint | its row in `merge/rule/lints.rs`; its check: `merge/lint/` if live and the patch tell it, `merge/api_server/` if what the server does with the result tells it; an example in `cli/lint/examples.rs`; a fix, if there is one, in `report/fix/` |
//! | key | its line in `terminal/bindings.rs`; for a new action also its variant, `blocker` and `update` in the feature in `explorer/`, or in `explorer/action.rs` and `explorer/route.rs` if the feature has only one |
//! | list | a file in `explorer/popups/` (copy `effects.rs`), its lines in `popups/mod.rs` and `popups/action.rs`, its key |
//! | question | its variant in `explorer/popups/question.rs`, what it asks for in `explorer/editor/mod.rs` |
//! | screen | a folder in `explorer/`, its variants in `layers.rs`, `key_context.rs`, `action.rs` and `route.rs` there; a file in `terminal/draw/screens/`, its calls in `terminal/draw/mod.rs` and `layout.rs`; its keys |
//! | subcommand | a file or folder in `cli/`, its variant in `cli/command.rs`, its examples in `cli/examples.rs`, its call in `cli/mod.rs` |
//! | export format | its variant in `explorer/export/format.rs`, the file that writes it, its call in `terminal/export.rs` |
//! | theme role | its row in `terminal/theme.rs`, its style in `themes/dark.yaml`, the file in `terminal/draw/` that uses it |
//! | semantics | a row of choices in `merge/strategic/dialect.rs`; a new decision is described in `merge/strategic/decision.rs` |

// These macros panic if a stream is closed; `cli/print.rs` has others.
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[macro_use]
mod named_enum;

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
