//! The arguments of `mergescope create`.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueEnum};

use crate::cli::args::{SchemaArgs, SecretArgs, strategic_by_name};
use crate::create::CreatedPatchType;
use crate::merge::Semantics;

pub(crate) const HELP: &str = "\
Without CURRENT the patch leads from ORIGINAL to MODIFIED. With CURRENT it is the one of kubectl apply: what was applied
last, what is wanted, and the object as it is now. An ORIGINAL of null is nothing applied before.

The patch is the one that the library behind kubectl computes, its flaws included: -o text says why each line stands
there, and what the patch cannot say. With --semantics proposal the patch is the one of the documents: no order is lost,
and lists with several recommended merge keys are sent with $patchMergeKey. A JSON patch is computed by mergescope itself (kubectl never makes one).

Examples:
  mergescope create old.yaml new.yaml                       the patch
  mergescope create old.yaml new.yaml -o text               why each line of it is there
  mergescope create applied.yaml manifest.yaml live.yaml    as kubectl apply does
  mergescope create null manifest.yaml live.yaml --overwrite=false
  mergescope create old.yaml new.yaml --client old          without $setElementOrder, as clients before 1.8
  mergescope create old.yaml new.yaml --semantics proposal --merge-key spec.parts=name,side
  mergescope create old.yaml new.yaml --precondition metadata.name --precondition kind

The values of Secrets are hidden in words (-o text, and what goes to stderr) unless --show-secrets asks for them; the patch
of -o yaml and -o json is data, and whole.

Exit codes: 0 the patch is printed, 1 no patch can be made (the library's own words), 2 bad usage or unreadable input.";

/// What a patch is computed from, and which.
#[derive(Clone, Debug, Args)]
pub(crate) struct CreateArgs {
    /// What was there, what is wanted, and with three of them the object as it is now; '-' for stdin, null for nothing
    #[arg(value_names = ["ORIGINAL", "MODIFIED", "CURRENT"], num_args = 2..=3, required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// What kind of patch
    #[arg(long = "type", value_name = "TYPE", value_enum, default_value_t = CreatedPatchType::Strategic)]
    pub(crate) form: CreatedPatchType,
    /// With CURRENT: whether the patch may touch what has changed in it since ORIGINAL
    #[arg(long, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true")]
    pub(crate) overwrite: bool,
    /// Refuse a patch that holds this field: kind, metadata.name; repeatable
    #[arg(long, value_name = "FIELD")]
    pub(crate) precondition: Vec<String>,
    /// Whose client: kubernetes, the library behind kubectl; proposal, as the documents describe it, with $patchMergeKey
    /// where a list has several recommended keys; or another one that goes with the semantics of that name
    #[arg(long, value_name = "NAME", value_parser = strategic_by_name(), default_value = "kubernetes")]
    pub(crate) semantics: Semantics,
    /// Clients of today send $setElementOrder, old ones did not
    #[arg(long, value_enum, default_value_t = ClientArg::New)]
    pub(crate) client: ClientArg,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
    /// The patch as YAML or JSON, or in words: why each of its lines is there
    #[arg(short, long, value_enum, default_value_t = PatchFormat::Yaml)]
    pub(crate) output: PatchFormat,
    /// The same as -o text
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
