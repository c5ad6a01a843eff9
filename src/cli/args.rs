//! The arguments that several commands share, as clap reads them.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::create::CreatedPatchType;
use crate::explorer::export::ExportFormat;
use crate::merge::{PatchType, Semantics};
use crate::report::page::PageFormat;
use crate::terminal::svg;

/// What is merged, and by which rules.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct InputArgs {
    /// The live object (unless -f gives it), then the patches, applied one after another; '-' for stdin
    #[arg(value_name = "LIVE PATCH")]
    pub(crate) files: Vec<PathBuf>,
    /// The live object, in kubectl's spelling
    #[arg(short = 'f', long = "filename", value_name = "LIVE")]
    pub(crate) live: Option<PathBuf>,
    /// A patch, in kubectl's spelling
    #[arg(long, value_name = "PATCH")]
    pub(crate) patch_file: Vec<PathBuf>,
    /// A patch as text, JSON or YAML
    #[arg(
        short = 'p',
        long = "patch",
        value_name = "INLINE",
        allow_hyphen_values = true
    )]
    pub(crate) inline: Vec<String>,
    /// What kind of patch it is, in kubectl's words; JSON merge patches and JSON patches go as in Kubernetes
    #[arg(long = "type", value_name = "TYPE", value_enum)]
    pub(crate) patch_type: Option<CreatedPatchType>,
    /// Take a JSON merge patch or a JSON patch to the letter of its RFC (7396, 6902)
    #[arg(long)]
    pub(crate) rfc: bool,
    /// Whose rules hold: for a strategic merge patch `proposal`, what the documents define (this is the default), or
    /// `kubernetes`, what kubectl does
    #[arg(long, value_name = "NAME", value_parser = semantics_by_name())]
    pub(crate) semantics: Option<Semantics>,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
}

/// What is known of how fields merge, besides the built-in table.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct SchemaArgs {
    /// Lay a schema over the built-in table: an OpenAPI v2 or v3 document (kustomize's `openapi.path` file too) or
    /// CustomResourceDefinitions, YAML or JSON; repeatable, the last one comes first. Lists without a patch strategy
    /// are replaced, as everywhere
    #[arg(long = "schema", value_name = "FILE")]
    pub(crate) schema_files: Vec<PathBuf>,
    /// Assume that custom resources of --schema merge their lists as server-side apply does: list-type map by its
    /// keys, list-type set as a set. No Kubernetes program does so for a strategic merge patch
    #[arg(long, requires = "schema_files")]
    pub(crate) assume_list_type: bool,
    /// Declare how a list merges: PATH=KEY, for example spec.parts=name; repeatable
    #[arg(long, value_name = "PATH=KEY")]
    pub(crate) merge_key: Vec<String>,
    /// Let an item with `$patchMergeKey` whose key is null take the first of several live items (refused without): only
    /// the worked example of the multi-field merge key proposal needs it
    #[arg(long)]
    pub(crate) null_key_first: bool,
}

/// Which objects of a stream are patched, and what counts as a failure.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct StreamArgs {
    /// Patch only this object of a stream, or only objects of this kind; repeatable
    #[arg(long, value_name = "KIND[/NAME]")]
    pub(crate) target: Vec<String>,
    /// Patch only objects of a stream with these labels: key=value, key!=value, key, !key, with commas between
    #[arg(short = 'l', long, value_name = "LABELS")]
    pub(crate) selector: Option<String>,
    /// For CI: exit 1 when the two semantics differ for any object; `=change`: when the patch changes any object
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "semantics"
    )]
    pub(crate) exit_on_difference: Option<DifferenceExit>,
}

impl StreamArgs {
    /// Whether there is a difference that `--exit-on-difference` asks for.
    pub(crate) fn has_difference(
        &self,
        semantics_differ: impl FnOnce() -> bool,
        live_changes: impl FnOnce() -> bool,
    ) -> bool {
        match self.exit_on_difference {
            None => false,
            Some(DifferenceExit::Semantics) => semantics_differ(),
            Some(DifferenceExit::Change) => live_changes(),
        }
    }
}

/// What `--exit-on-difference` looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DifferenceExit {
    /// The other semantics give another result, or refuse
    Semantics,
    /// The result is not what live was
    Change,
}

/// What is found, and what of it counts as a failure.
#[derive(Clone, Debug, Args)]
pub(crate) struct LintArgs {
    /// Exit 1 when something is found; `=CODE`: only for these codes, with commas between
    #[arg(long, value_name = "CODE", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) deny: Vec<String>,
    /// Do not tell of these codes, with commas between; repeatable
    #[arg(long, value_name = "CODE")]
    pub(crate) allow: Vec<String>,
    /// List the codes
    #[arg(long)]
    pub(crate) codes: bool,
    /// Look only at this object of a stream, or only at objects of this kind; repeatable
    #[arg(long, value_name = "KIND[/NAME]")]
    pub(crate) target: Vec<String>,
    /// Look only at objects of a stream with these labels
    #[arg(short = 'l', long, value_name = "LABELS")]
    pub(crate) selector: Option<String>,
    /// The form of the findings; github: annotations of a workflow
    #[arg(short, long, value_enum, default_value_t = LintFormat::Text)]
    pub(crate) output: LintFormat,
}

/// Whether the values of Secrets are seen.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct SecretArgs {
    /// Show the values of Secrets: data, stringData, the last applied configuration
    #[arg(long)]
    pub(crate) show_secrets: bool,
}

/// What is compared with what.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct CompareArgs {
    /// The semantics on the right
    #[arg(long, value_name = "NAME", value_parser = semantics_by_name())]
    pub(crate) with: Option<Semantics>,
    /// Print every row, not only those around a difference
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
}

/// What is written, and where.
#[derive(Clone, Debug, Args)]
pub(crate) struct ExportArgs {
    /// As what; else the end of FILE says it
    #[arg(long, value_enum)]
    pub(crate) format: Option<ExportFormat>,
    /// The file to write; '-' for stdout, as without it
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace FILE if it is there
    #[arg(long)]
    pub(crate) force: bool,
    /// The step to show, 0 for live untouched; else the last
    #[arg(long, value_name = "N")]
    pub(crate) step: Option<usize>,
    /// Cells of the picture
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "120x40", value_parser = size)]
    pub(crate) size: (u16, u16),
    /// The picture's theme: a name or a file
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) theme: Option<String>,
    /// Draw the picture with ASCII glyphs only
    #[arg(long)]
    pub(crate) ascii: bool,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
}

impl ValueEnum for ExportFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// Reads `120x40`.
fn size(text: &str) -> Result<(u16, u16), String> {
    let (across, down) = svg::SIZES;
    let parts = text
        .split_once('x')
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let fits = |(width, height): &(u16, u16)| across.contains(width) && down.contains(height);
    parts.filter(fits).ok_or_else(|| {
        format!(
            "write WIDTHxHEIGHT in cells, {} to {} by {} to {}",
            across.start(),
            across.end(),
            down.start(),
            down.end()
        )
    })
}

/// How kubectl is asked.
#[derive(Clone, Debug, Args)]
pub(crate) struct VerifyArgs {
    /// Ask the server of the current context too (--dry-run=server); live is then what the server has under that name
    #[arg(long)]
    pub(crate) server: bool,
    /// How long each run of kubectl may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) timeout: u64,
    /// The program to ask
    #[arg(long, value_name = "PROGRAM", default_value = "kubectl")]
    pub(crate) kubectl: String,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
}

/// How the explorer looks.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ScreenArgs {
    /// Open a session that was exported; a file ending in .mergescope needs no flag
    #[arg(long, value_name = "FILE")]
    pub(crate) session: Option<PathBuf>,
    /// A theme's name or file
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) theme: Option<String>,
    /// Draw with ASCII glyphs only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Leave the mouse to the terminal, for selecting text
    #[arg(long)]
    pub(crate) no_mouse: bool,
    /// Present: large and quiet, playing by itself from the first step; Space pauses
    #[arg(long)]
    pub(crate) present: bool,
    /// Settings and keys from this file; else from $XDG_CONFIG_HOME/mergescope/config.yaml or
    /// ~/.config/mergescope/config.yaml
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Print the settings and keys that hold, as a config file with every one explained
    #[arg(long)]
    pub(crate) print_config: bool,
}

impl ValueEnum for CreatedPatchType {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Strategic, Self::Merge, Self::Json]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(PatchType::from(*self).name()))
    }
}

/// Reads a name of [`Semantics::ALL`].
fn semantics_by_name() -> impl TypedValueParser<Value = Semantics> {
    one_of(|_| true)
}

/// Reads a name of the semantics of strategic merge patches.
pub(crate) fn strategic_by_name() -> impl TypedValueParser<Value = Semantics> {
    one_of(|semantics| semantics.patch_type() == PatchType::Strategic)
}

fn one_of(allowed: fn(&Semantics) -> bool) -> impl TypedValueParser<Value = Semantics> {
    let all = Semantics::ALL.iter().filter(|semantics| allowed(semantics));
    PossibleValuesParser::new(all.map(|semantics| semantics.name()))
        .try_map(|name| Semantics::named(&name).ok_or_else(|| format!("no semantics are called {name}")))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ResultFormat {
    Yaml,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    Text,
    Markdown,
    Json,
}

impl ReportFormat {
    /// The format of a page; `None` for JSON, which is no page.
    pub(crate) fn page(self) -> Option<PageFormat> {
        match self {
            Self::Text => Some(PageFormat::Text),
            Self::Markdown => Some(PageFormat::Markdown),
            Self::Json => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LintFormat {
    Text,
    Json,
    Github,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaFormat {
    Text,
    Json,
}
