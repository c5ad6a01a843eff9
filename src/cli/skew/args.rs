//! The arguments of `mergescope skew`.

use clap::Args;

use crate::cli::args::{ReportFormat, SchemaArgs, SecretArgs, strategic_by_name, strategic_names};
use crate::cli::create::ComparedObjects;
use crate::merge::Semantics;

/// The arguments of `skew`.
#[derive(Clone, Debug, Args)]
pub(crate) struct SkewArgs {
    #[command(flatten)]
    pub(crate) objects: ComparedObjects,
    /// Semantics of the new client and server
    #[arg(long, value_name = "NAME", value_parser = strategic_by_name(), hide_possible_values = true)]
    #[arg(long_help = format!("Semantics of the new client and server\n\n{}. The config file can set another default.", strategic_names()))]
    pub(crate) semantics: Option<Semantics>,
    /// Semantics of the old client and server
    ///
    /// The names are those of --semantics.
    #[arg(long, value_name = "NAME", value_parser = strategic_by_name(), default_value = "old-server", hide_possible_values = true)]
    pub(crate) old: Semantics,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
    /// Output format: text, markdown or json
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ReportFormat::Text, hide_possible_values = true)]
    pub(crate) output: ReportFormat,
}
