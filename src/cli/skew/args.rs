//! The arguments of `mergescope skew`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{ReportFormat, SchemaArgs, SecretArgs, strategic_by_name};
use crate::merge::Semantics;

/// The arguments of `skew`.
#[derive(Clone, Debug, Args)]
pub(crate) struct SkewArgs {
    /// Original, modified and, optionally, current object; '-' for stdin, `null`: none
    #[arg(value_names = ["ORIGINAL", "MODIFIED", "CURRENT"], num_args = 2..=3, required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Semantics of the new client and server
    #[arg(long, value_name = "NAME", value_parser = strategic_by_name(), default_value = "proposal")]
    pub(crate) semantics: Semantics,
    /// Semantics of the old client and server
    #[arg(long, value_name = "NAME", value_parser = strategic_by_name(), default_value = "old-server")]
    pub(crate) old: Semantics,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) output: ReportFormat,
}
