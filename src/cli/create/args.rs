//! The arguments of `mergescope create`.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueEnum};

use crate::cli::args::{SchemaArgs, SecretArgs, strategic_by_name};
use crate::create::CreatedPatchType;
use crate::merge::Semantics;

/// The objects that `create` and `skew` compare.
#[derive(Clone, Debug, Args)]
pub(crate) struct ComparedObjects {
    /// Original object; '-' for stdin, 'null' if there is none
    pub(crate) original: PathBuf,
    /// Modified object; '-' for stdin
    pub(crate) modified: PathBuf,
    /// Current object, as it is in the cluster now; '-' for stdin
    pub(crate) current: Option<PathBuf>,
}

/// The arguments of `create`.
#[derive(Clone, Debug, Args)]
pub(crate) struct CreateArgs {
    #[command(flatten)]
    pub(crate) objects: ComparedObjects,
    /// Patch type: strategic, merge or json
    #[arg(long = "type", value_name = "TYPE", value_enum, default_value_t = CreatedPatchType::Strategic, hide_possible_values = true)]
    pub(crate) form: CreatedPatchType,
    /// Overwrite changes made in CURRENT: true or false
    ///
    /// With false, a strategic merge patch that would overwrite such a change is rejected. A JSON merge patch is not checked.
    #[arg(long, value_name = "BOOL", hide_possible_values = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true")]
    pub(crate) overwrite: bool,
    /// Reject a patch that has this field, such as metadata.name; repeatable
    #[arg(long, value_name = "FIELD")]
    pub(crate) precondition: Vec<String>,
    /// How the patch is created: kubernetes or proposal
    ///
    /// kubernetes: as kubectl creates it. proposal: as in the design documents. patch-list and position are their rejected alternatives. old-server creates the patch of a client before Kubernetes 1.7, as --client old does.
    #[arg(long, value_name = "NAME", value_parser = strategic_by_name(), default_value = "kubernetes", hide_possible_values = true)]
    pub(crate) semantics: Semantics,
    /// Age of the client: new, or old (before Kubernetes 1.7)
    ///
    /// An old client does not send `$setElementOrder`.
    #[arg(long, value_name = "AGE", value_enum, default_value_t = ClientArg::New, hide_possible_values = true)]
    pub(crate) client: ClientArg,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
    /// Output format: yaml, json, or text (with reasons)
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = PatchFormat::Yaml, hide_possible_values = true)]
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
