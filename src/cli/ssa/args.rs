//! The arguments of `mergescope ssa`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::args::{SchemaArgs, ScreenArgs, SecretArgs};

pub(crate) const HELP: &str = "\
The config is what one manager claims, not a patch: leaving a field out that it applied before removes the field, null
removes nothing. Who owns what now is read from live's metadata.managedFields (kubectl get --show-managed-fields), or
told by --owns. A LIVE of null is an object that is not there yet.

An object that was last applied client-side is taken over as kubectl apply --server-side does it: the fields of the manager
that owns the last-applied annotation move to the new manager, and a second request removes what APPLIED leaves out.

Not modeled: defaults of new fields, admission (it owns fields, too), conversion between API versions, the reset of status,
and the limit of ten update entries.

On a terminal, and without -o, the explorer opens on it; m forces the apply, or does not.

Examples:
  kubectl get deploy web -o yaml --show-managed-fields > live.yaml
  mergescope ssa live.yaml web.yaml --manager ci
  mergescope ssa live.yaml web.yaml --manager ci --force -o text
  mergescope ssa live.yaml web.yaml --manager ci --owns helm=chart.yaml --owns ci=last.yaml -o json
  mergescope ssa live.yaml edited.yaml --manager me --update

Exit codes: 0 written, 1 a conflict or an error of the apply, 2 bad usage or unreadable input.";

/// What is applied, and by whom.
#[derive(Clone, Debug, Args)]
pub(crate) struct SsaArgs {
    /// The live object, with its managedFields if there are any; '-' for stdin
    #[arg(value_name = "LIVE")]
    pub(crate) live: PathBuf,
    /// The config that is applied (with --update: the whole object)
    #[arg(value_name = "APPLIED")]
    pub(crate) applied: PathBuf,
    /// Who applies it
    #[arg(long, value_name = "NAME")]
    pub(crate) manager: String,
    /// Take fields over that other managers own, instead of refusing
    #[arg(long)]
    pub(crate) force: bool,
    /// Write APPLIED as an update of the whole object: always forced, and what it lacks goes
    #[arg(long, conflicts_with = "force")]
    pub(crate) update: bool,
    /// What the API does alone: do not take over the fields of client-side apply, as kubectl does
    #[arg(long, conflicts_with = "update")]
    pub(crate) api_only: bool,
    /// Say what a manager applied before, instead of live's managedFields; repeatable
    #[arg(long, value_name = "MANAGER=FILE")]
    pub(crate) owns: Vec<String>,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
    /// Steps and owners in words, the object as YAML, or all as JSON
    #[arg(short, long, value_enum)]
    pub(crate) output: Option<SsaFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SsaFormat {
    Text,
    Yaml,
    Json,
}
