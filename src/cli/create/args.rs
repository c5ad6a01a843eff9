//! The arguments of `mergescope create`.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueEnum};

use crate::cli::args::{SchemaArgs, SecretArgs, strategic_by_name};
use crate::create::CreatedPatchType;
use crate::merge::Semantics;

/// The arguments of `create`.
#[derive(Clone, Debug, Args)]
pub(crate) struct CreateArgs {
    /// Original, modified and, optionally, current object; '-' for stdin, `null`: none
    #[arg(value_names = ["ORIGINAL", "MODIFIED", "CURRENT"], num_args = 2..=3, required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Patch type
    #[arg(long = "type", value_name = "TYPE", value_enum, default_value_t = CreatedPatchType::Strategic)]
    pub(crate) form: CreatedPatchType,
    /// With CURRENT: allow the patch to change fields that were changed since ORIGINAL
    #[arg(long, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true")]
    pub(crate) overwrite: bool,
    /// Reject a patch that contains this field: kind, metadata.name; repeatable
    #[arg(long, value_name = "FIELD")]
    pub(crate) precondition: Vec<String>,
    /// Client to imitate: kubernetes (the kubectl library), proposal (the design proposals), or one of the rejected alternatives
    #[arg(long, value_name = "NAME", value_parser = strategic_by_name(), default_value = "kubernetes")]
    pub(crate) semantics: Semantics,
    /// `old`: before Kubernetes 1.8, without $setElementOrder
    #[arg(long, value_enum, default_value_t = ClientArg::New)]
    pub(crate) client: ClientArg,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
    /// Output format; text: explain every line of the patch
    #[arg(short, long, value_enum, default_value_t = PatchFormat::Yaml)]
    pub(crate) output: PatchFormat,
    /// Same as -o text
    #[arg(long, conflicts_with = "output")]
    pub(crate) explain: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClientArg {
    New,
    Old,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PatchFormat {
    Yaml,
    Json,
    #[value(alias = "explain")]
    Text,
}
