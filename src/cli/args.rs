//! The arguments, as clap reads them.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::merge::Semantics;

const EXAMPLES: &str = "\
Examples:
  mergescope                                       the lessons
  mergescope deployment.yaml patch.yaml            the explorer on two files, which it watches
  kubectl get deploy web -o yaml | mergescope - patch.yaml
  mergescope merge deployment.yaml patch.yaml -o json
  mergescope explain deployment.yaml patch.yaml    every step, in words
  mergescope explain -f live.yaml --patch-file patch.yaml --semantics kubernetes -o json
  mergescope merge live.yaml -p '{\"spec\":{\"replicas\":3}}'
  mergescope merge widget.yaml patch.yaml --merge-key spec.parts=name

Exit codes: 0 merged, 1 the patch was rejected, 2 bad usage or unreadable input.";

/// Shows why a Kubernetes strategic merge patch gives the result it gives.
#[derive(Debug, Parser)]
#[command(name = "mergescope", version, about, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) inputs: InputArgs,
    #[command(flatten)]
    pub(super) screen: ScreenArgs,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Print the result
    #[command(
        after_help = "The result goes to stdout. One line on stderr says when the other semantics would give another result."
    )]
    Merge {
        #[command(flatten)]
        inputs: InputArgs,
        /// The form of the result
        #[arg(short, long, value_enum, default_value_t = ResultFormat::Yaml)]
        output: ResultFormat,
    },
    /// Print every step that leads to the result, and why
    Explain {
        #[command(flatten)]
        inputs: InputArgs,
        /// The form of the explanation
        #[arg(short, long, value_enum, default_value_t = ExplainFormat::Text)]
        output: ExplainFormat,
    },
    /// Print the table of merge facts of a Kubernetes release from its OpenAPI document
    #[command(
        after_help = "Updating the built-in table:\n  gunzip -c swagger.json.gz | cargo run --release -- schema-table --release v1.36 - > src/schema/builtin.txt"
    )]
    SchemaTable {
        /// The OpenAPI document (JSON); '-' for stdin
        file: PathBuf,
        /// The release that the table's first line names
        #[arg(long)]
        release: String,
    },
}

/// What is merged, and by which rules.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct InputArgs {
    /// The live object (unless -f gives it), then the patches, applied one after another; '-' for stdin
    #[arg(value_name = "LIVE PATCH")]
    pub(super) files: Vec<PathBuf>,
    /// The live object, in kubectl's spelling
    #[arg(short = 'f', long = "filename", value_name = "LIVE")]
    pub(super) live: Option<PathBuf>,
    /// A patch, in kubectl's spelling
    #[arg(long, value_name = "PATCH")]
    pub(super) patch_file: Vec<PathBuf>,
    /// A patch as text, JSON or YAML
    #[arg(short = 'p', long = "patch", value_name = "INLINE")]
    pub(super) inline: Vec<String>,
    /// Whose rules hold: what the documents define, or what kubectl does
    #[arg(long, value_enum, default_value_t = SemanticsArg::Proposal)]
    pub(super) semantics: SemanticsArg,
    /// Declare how a list merges: PATH=KEY, for example spec.parts=name; repeatable
    #[arg(long, value_name = "PATH=KEY")]
    pub(super) merge_key: Vec<String>,
}

/// How the explorer looks.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct ScreenArgs {
    /// A theme's name or file
    #[arg(long, value_name = "NAME|FILE")]
    pub(super) theme: Option<String>,
    /// Draw with ASCII glyphs only
    #[arg(long)]
    pub(super) ascii: bool,
    /// Leave the mouse to the terminal, for selecting text
    #[arg(long)]
    pub(super) no_mouse: bool,
}

/// See [`Semantics`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum SemanticsArg {
    #[default]
    Proposal,
    Kubernetes,
}

impl From<SemanticsArg> for Semantics {
    fn from(argument: SemanticsArg) -> Self {
        match argument {
            SemanticsArg::Proposal => Self::Proposal,
            SemanticsArg::Kubernetes => Self::Kubernetes,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ResultFormat {
    Yaml,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ExplainFormat {
    Text,
    Markdown,
    Json,
}
