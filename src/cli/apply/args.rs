//! The arguments of `mergescope apply`.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueEnum};

use crate::cli::args::{SchemaArgs, ScreenArgs, SecretArgs};

/// The arguments of `apply`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ApplyArgs {
    /// Live objects: a file, a folder, or '-' for stdin; leave it out, or write null, for objects that do not exist
    #[arg(value_name = "LIVE")]
    pub(crate) live: Option<PathBuf>,
    /// Manifests to apply: a file, a folder, or '-' for stdin
    #[arg(value_name = "MANIFEST")]
    pub(crate) manifest: PathBuf,
    /// Last-applied configuration, instead of the annotation in LIVE; `null`: none
    #[arg(long, value_name = "FILE")]
    pub(crate) last_applied: Option<PathBuf>,
    /// Allow the patch to change fields that were changed since the last apply
    #[arg(long, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true")]
    pub(crate) overwrite: bool,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    /// Output format; default: the explorer on a terminal, otherwise text
    #[arg(short, long, value_enum)]
    pub(crate) output: Option<ApplyFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ApplyFormat {
    Yaml,
    Json,
    Text,
    Ledger,
}
