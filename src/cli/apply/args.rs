//! The arguments of `mergescope apply`.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueEnum};

use crate::cli::args::{SchemaArgs, ScreenArgs, SecretArgs};

/// The arguments of `apply`.
#[derive(Clone, Debug, Args)]
// The option is about proposal semantics, which this command does not have.
#[command(mut_arg("null_key_first", |arg| arg.hide(true)))]
pub(crate) struct ApplyArgs {
    /// Live objects: a file, a folder, or '-' for stdin; 'null' if there are none
    ///
    /// Without LIVE, or with null, the objects are treated as if they do not exist yet.
    #[arg(value_name = "LIVE")]
    pub(crate) live: Option<PathBuf>,
    /// Manifests to apply: a file, a folder, or '-' for stdin
    #[arg(value_name = "MANIFEST")]
    pub(crate) manifest: PathBuf,
    /// Last-applied configuration instead of the annotation; 'null' for none
    #[arg(long, value_name = "FILE")]
    pub(crate) last_applied: Option<PathBuf>,
    /// Overwrite changes since the last apply: true or false
    ///
    /// With false, a strategic merge patch that would overwrite such a change is rejected. kubectl counts its own annotation as such a change, so it rejects every changed manifest. A JSON merge patch (custom resources) is not checked.
    #[arg(long, value_name = "BOOL", hide_possible_values = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true")]
    pub(crate) overwrite: bool,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    /// Output format: yaml, json, text or ledger
    ///
    /// Without it, the explorer opens on a terminal if there is one manifest with a live object. Otherwise text is printed.
    #[arg(short, long, value_name = "FORMAT", value_enum, hide_possible_values = true)]
    pub(crate) output: Option<ApplyFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ApplyFormat {
    Yaml,
    Json,
    Text,
    Ledger,
}
