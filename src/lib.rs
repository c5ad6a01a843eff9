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
//! | [`course`] | reads and checks lessons |
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
//! | rule | its row in `merge/rule/` with what it claims; a new claim is in `merge/claim.rs`, its check in `merge/claim_checks/`; a new `{...}` of its texts in `slot` in `merge/sentence.rs`, of a computed patch in `create/sentence.rs`; help that depends on the step in `special_fix` in `merge/sentence.rs` |
//! | lint | its row in `merge/rule/lints.rs`; its check: `merge/lint/` if live and the patch tell it, `merge/api_server/` if what the server does with the result tells it (its lists: `steps.rs`, `answer_steps.rs`, and `can_be_revealed` in `report/fix/proof.rs`); an example in `cli/lint/examples.rs` |
//! | check of the API server | the file of its fields in `merge/api_server/validation/`; its help in `merge/api_server/advice.rs` |
//! | fix | the file in `report/fix/` that offers candidates for such findings; a new file is listed in `report/fix/mod.rs` |
//! | key | its line in `terminal/bindings.rs`; for a new action also its variant, `blocker` and `update` in the feature in `explorer/`, or in `explorer/action.rs` and `explorer/route.rs` if the feature has only one; `explorer/inputs/no_result.rs` if it needs a result |
//! | list | a file in `explorer/popups/` (copy `effects.rs`), its lines in `popups/mod.rs` and `popups/action.rs`, its key; `explorer/inputs/no_result.rs` if it needs a result; if it is filled in the background, also `explorer/effect.rs` and `explorer/message.rs` |
//! | question | its variant in `explorer/popups/question.rs`; what its answers do in `answer` and `save_first` in `explorer/route.rs`, or in `explorer/editor/mod.rs` if it is about the text area |
//! | screen | a folder in `explorer/`, its lines in `mod.rs`, `layers.rs`, `key_context.rs`, `action.rs` and `route.rs` there; a file in `terminal/draw/screens/`, its lines in `mod.rs` there and in `terminal/draw/mod.rs` and `layout.rs`; its context and keys in `terminal/bindings.rs` |
//! | message, effect | its variant in `explorer/message.rs` or `explorer/effect.rs`, what it does there or in `terminal/app/` |
//! | lesson | a folder in `samples/`, its line in `course/built_in.rs` |
//! | subcommand | a file or folder in `cli/`, its variant in `cli/command.rs` (with `shows_secrets`), its examples in `cli/examples.rs`, its call in `cli/mod.rs`; for JSON output its schema in `cli/json_schema/` |
//! | export format | its variant in `explorer/export/format.rs`, the file that writes it, its call in `terminal/export.rs` |
//! | setting | its field, name and default in `terminal/config.rs`, its use in `cli/explore.rs` and `terminal/app/options.rs` |
//! | theme role | its row in `terminal/theme.rs`, its style in `themes/dark.yaml`, the file in `terminal/draw/` that uses it |
//! | semantics | a row of choices in `merge/strategic/dialect.rs`; a new decision is described in `merge/strategic/decision.rs`; the help of `create --semantics` in `cli/create/args.rs` |
//! | compliance type | its row in `merge/policy/compliance_type.rs`; how it merges in `merge/policy/`, for a proposed one in `proposed_types.rs`; its patch type in `merge/step_path.rs` |

// These macros panic if a stream is closed; `cli/print.rs` has others.
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[macro_use]
mod named_enum;

pub mod cli;
pub mod course;
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
