//! The arguments of `mergescope skew`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{ReportFormat, SchemaArgs, SecretArgs, strategic_by_name};
use crate::merge::Semantics;

pub(crate) const HELP: &str = "\
ORIGINAL is what the client had read (or applied last), MODIFIED what it wants. CURRENT is the object as the server has it
by now; without it, it is still ORIGINAL. The old and the new client each make their patch, and the old and the new server
each carry out both: four results, and what of the change is lost in each. Lost is what is not as the change wants it, and
what the change does not touch and is not as the server had it.

--semantics says who is new: proposal (clients and servers as the documents describe them), kubernetes (kubectl and the API
server of today), or one of the alternatives. --old says who is old.

Examples:
  mergescope skew read.yaml wanted.yaml live.yaml
  mergescope skew read.yaml wanted.yaml live.yaml --semantics kubernetes
  mergescope skew service.yaml wanted.yaml --old kubernetes        $patchMergeKey on a server of today
  mergescope skew read.yaml wanted.yaml --semantics position       why $position was rejected

Exit codes: 0 nothing is lost anywhere, 1 something is, 2 bad usage or unreadable input.";

/// A change, and who is old and who is new.
#[derive(Clone, Debug, Args)]
pub(crate) struct SkewArgs {
    /// What the client had read, what it wants, and the object as the server has it; '-' for stdin, null for nothing
    #[arg(value_names = ["ORIGINAL", "MODIFIED", "CURRENT"], num_args = 2..=3, required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The new client and the new server
    #[arg(long, value_name = "NAME", value_parser = strategic_by_name(), default_value = "proposal")]
    pub(crate) semantics: Semantics,
    /// The old client and the old server
    #[arg(long, value_name = "NAME", value_parser = strategic_by_name(), default_value = "old-server")]
    pub(crate) old: Semantics,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
    /// The form of the table
    #[arg(short, long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) output: ReportFormat,
}
