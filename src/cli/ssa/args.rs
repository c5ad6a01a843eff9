//! The arguments of `mergescope ssa`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cli::args::{SchemaArgs, ScreenArgs, SecretArgs};
use crate::merge::server_side::DEFAULT_MANAGER;

/// The arguments of `ssa`.
#[derive(Clone, Debug, Args)]
// The option is about proposal semantics, which this command does not have.
#[command(mut_arg("null_key_first", |arg| arg.hide(true)))]
pub(crate) struct SsaArgs {
    /// Live object, with managedFields if available; '-' for stdin, 'null' if there is none
    #[arg(value_name = "LIVE")]
    pub(crate) live: PathBuf,
    /// Applied configuration (with --update: the whole object)
    #[arg(value_name = "APPLIED")]
    pub(crate) applied: PathBuf,
    /// Field manager; default: kubectl
    ///
    /// An update has no default.
    #[arg(
        long,
        value_name = "NAME",
        visible_alias = "field-manager",
        required_if_eq("update", "true")
    )]
    manager: Option<String>,
    /// Take over fields of other managers
    #[arg(long, visible_alias = "force-conflicts")]
    pub(crate) force: bool,
    /// Update instead of apply
    ///
    /// An update replaces the whole object and is always forced.
    #[arg(long, conflicts_with = "force")]
    pub(crate) update: bool,
    /// Show the API server alone, without the takeover by kubectl
    #[arg(long, conflicts_with = "update")]
    pub(crate) api_only: bool,
    /// Last configuration of a manager, instead of managedFields; repeatable
    #[arg(long, value_name = "MANAGER=FILE")]
    pub(crate) owns: Vec<String>,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
    /// Output format: text, yaml or json
    ///
    /// Without it, the explorer opens on a terminal, and text is printed otherwise.
    #[arg(short, long, value_name = "FORMAT", value_enum, hide_possible_values = true)]
    pub(crate) output: Option<SsaFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SsaFormat {
    Text,
    Yaml,
    Json,
}

impl SsaArgs {
    /// Returns the field manager.
    pub(crate) fn manager(&self) -> &str {
        self.manager.as_deref().unwrap_or(DEFAULT_MANAGER)
    }

    /// Returns all files of the command.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let owned = self
            .owns
            .iter()
            .filter_map(|owns| Some(Path::new(owns.split_once('=')?.1)));
        [self.live.as_path(), self.applied.as_path()]
            .into_iter()
            .chain(owned)
    }
}
