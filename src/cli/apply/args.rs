//! The arguments of `mergescope apply`.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueEnum};

use crate::cli::args::{SchemaArgs, ScreenArgs, SecretArgs};

pub(crate) const HELP: &str = "\
kubectl apply compares three things: what was applied last (the annotation in LIVE), MANIFEST, and LIVE. The explorer shows
the patch that comes of it, the result beside it, and the ledger of fields (key A). Built-in kinds get a strategic merge
patch, custom resources a JSON merge patch. A save of LIVE or MANIFEST computes it anew.

-o yaml prints the result, text everything in words, ledger who wins each field and why; json holds verdict (applied,
unchanged, rejected, error), patchType, patch, annotation, result, ledger, remarks, and next: what applying the same file once
more would send (null where the apply settles).

Examples:
  mergescope apply live.yaml manifest.yaml
  kubectl get deploy web -o yaml | mergescope apply - web.yaml -o ledger
  mergescope apply live.yaml manifest.yaml --last-applied old-manifest.yaml -o json

Exit codes: 0 applied or unchanged, 1 no patch can be made or the patch is refused, 2 bad usage or unreadable input.";

/// What is applied to what.
#[derive(Clone, Debug, Args)]
pub(crate) struct ApplyArgs {
    /// The object as the server has it; '-' for stdin
    #[arg(value_name = "LIVE")]
    pub(crate) live: PathBuf,
    /// The file that is applied; '-' for stdin
    #[arg(value_name = "MANIFEST")]
    pub(crate) manifest: PathBuf,
    /// What was applied last, instead of the annotation in LIVE; null for nothing
    #[arg(long, value_name = "FILE")]
    pub(crate) last_applied: Option<PathBuf>,
    /// Whether the patch may touch what has changed in live since the last apply
    #[arg(long, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true")]
    pub(crate) overwrite: bool,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    /// Print instead of exploring; without a terminal the form is text
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
