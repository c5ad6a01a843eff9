//! The arguments that several commands share.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::create::CreatedPatchType;
use crate::document::words::or_list;
use crate::explorer::export::ExportFormat;
use crate::merge::{PatchType, Semantics};
use crate::report::page::PageFormat;
use crate::terminal::svg;

/// The inputs and the semantics of a merge.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct InputArgs {
    /// Live object or folder, then patches, applied in order; '-' for stdin
    #[arg(value_names = ["LIVE", "PATCH"], num_args = 0..)]
    pub(crate) files: Vec<PathBuf>,
    /// Live object or folder (same option as in kubectl); repeatable
    #[arg(short = 'f', long = "filename", value_name = "LIVE", hide_short_help = true)]
    pub(crate) live: Vec<PathBuf>,
    /// Patch file (same option as in kubectl); repeatable
    #[arg(long, value_name = "PATCH", hide_short_help = true)]
    pub(crate) patch_file: Vec<PathBuf>,
    /// Inline patch, JSON or YAML; repeatable
    #[arg(
        short = 'p',
        long = "patch",
        value_name = "INLINE",
        allow_hyphen_values = true
    )]
    pub(crate) inline: Vec<String>,
    /// Patch type: strategic, merge or json
    ///
    /// The names are those of `kubectl patch --type`.
    #[arg(long = "type", value_name = "TYPE", value_enum, hide_possible_values = true)]
    pub(crate) patch_type: Option<CreatedPatchType>,
    /// Follow RFC 7396 or RFC 6902 strictly, with --type merge or json
    #[arg(long, hide_short_help = true)]
    pub(crate) rfc: bool,
    /// Merge rules: proposal (default) or kubernetes
    ///
    /// The config file can set another default. For a strategic merge patch `proposal` is what the Kubernetes design documents define, and `kubernetes` is what kubectl and the API server do. `mergescope help semantics` describes both, and all other names.
    #[arg(long, value_name = "NAME", value_parser = semantics_by_name(), hide_possible_values = true)]
    pub(crate) semantics: Option<Semantics>,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
}

/// Merge rules in addition to the built-in table.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct SchemaArgs {
    /// Add merge rules from an OpenAPI document or CRDs; repeatable
    ///
    /// CustomResourceDefinitions, or OpenAPI v2 or v3 (also the file of kustomize's `openapi.path`), YAML or JSON. Later files take precedence. Lists without a patch strategy are replaced; server-side apply merges them by their list-type.
    #[arg(long = "schema", value_name = "FILE")]
    pub(crate) schema_files: Vec<PathBuf>,
    /// Merge lists of --schema kinds by their list-type (map: by its keys, set: as a set)
    ///
    /// No Kubernetes component does this for strategic merge patches. It has no effect on server-side apply and JSON merge patches.
    #[arg(long, requires = "schema_files", hide_short_help = true)]
    pub(crate) assume_list_type: bool,
    /// Merge key of a list, for example spec.parts=name; repeatable
    #[arg(long, value_name = "PATH=KEY")]
    pub(crate) merge_key: Vec<String>,
    /// If an item has null for a key of its `$patchMergeKey`, match the first of several live items (otherwise rejected)
    ///
    /// Only with proposal semantics, where `$patchMergeKey` matches items by several keys. Needed only for the example in the multi-fields merge key proposal.
    #[arg(long, hide_short_help = true)]
    pub(crate) null_key_first: bool,
}

/// The selection of objects of a stream, and the condition for a failure.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct StreamArgs {
    /// Select objects of a stream by kind or kind/name; repeatable
    #[arg(long, value_name = "KIND[/NAME]")]
    pub(crate) target: Vec<String>,
    /// Select objects of a stream by labels, such as app=web
    ///
    /// The forms are key=value, key!=value, key and !key, separated by commas.
    #[arg(short = 'l', long, value_name = "LABELS")]
    pub(crate) selector: Option<String>,
    /// Exit 1 if two semantics differ; =change: if an object changes
    ///
    /// The two are those of `--semantics` and the default of `compare --with`: kubernetes if `--semantics` is proposal, else proposal; with `--type merge` or `json` the RFC, or Kubernetes with `--rfc`.
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        hide_possible_values = true,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "semantics"
    )]
    pub(crate) exit_on_difference: Option<DifferenceExit>,
}

impl StreamArgs {
    /// Returns whether there is a difference for `--exit-on-difference`.
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
    /// The other semantics have a different result or reject the patch
    Semantics,
    /// The result differs from the live object
    Change,
}

/// The options of `lint`.
#[derive(Clone, Debug, Args)]
pub(crate) struct LintArgs {
    /// Exit 1 if there are warnings; =CODE,CODE: only for these codes
    #[arg(long, value_name = "CODE", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) deny: Vec<String>,
    /// Suppress these codes (comma-separated); repeatable
    #[arg(long, value_name = "CODE")]
    pub(crate) allow: Vec<String>,
    /// List the codes and what they mean
    #[arg(long, alias = "list")]
    pub(crate) codes: bool,
    /// Explain a code; most codes have an example
    #[arg(long, value_name = "CODE")]
    pub(crate) explain: Option<String>,
    /// Select objects of a stream by kind or kind/name; repeatable
    #[arg(long, value_name = "KIND[/NAME]")]
    pub(crate) target: Vec<String>,
    /// Select objects of a stream by labels, such as app=web
    ///
    /// The forms are key=value, key!=value, key and !key, separated by commas.
    #[arg(short = 'l', long, value_name = "LABELS")]
    pub(crate) selector: Option<String>,
    /// Apply all machine-applicable fixes to the patch files
    ///
    /// The remaining findings are printed.
    #[arg(long, conflicts_with_all = ["target", "selector", "codes", "explain"])]
    pub(crate) fix: bool,
    /// Print the machine-applicable fixes as a unified diff; write no file
    #[arg(long, conflicts_with_all = ["target", "selector", "codes", "explain", "fix"])]
    pub(crate) diff: bool,
    /// Output format: text, json, github or sarif
    ///
    /// github: annotations of a workflow. sarif: SARIF 2.1.0, with fixes.
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = LintFormat::Text, hide_possible_values = true)]
    pub(crate) output: LintFormat,
}

/// Whether Secret values are shown.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct SecretArgs {
    /// Show Secret values
    #[arg(long)]
    pub(crate) show_secrets: bool,
}

/// `--max-input-mib` of a command that reads no input: accepted, as everywhere, and not in its help.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct NoInputArgs {
    #[arg(id = "max_input_mib", long = "max-input-mib", value_name = "N", hide = true)]
    _max_input_mib: Option<u64>,
}

/// The options of `compare`.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct CompareArgs {
    /// Second semantics
    ///
    /// Default: kubernetes if --semantics is proposal, else proposal. With --type merge or json: the RFC, or Kubernetes with --rfc. For a compliance type: musthave; for musthave: mustonlyhave.
    #[arg(long, value_name = "NAME", value_parser = semantics_by_name(), hide_possible_values = true)]
    pub(crate) with: Option<Semantics>,
    /// Print all rows, not only differences with context
    #[arg(long)]
    pub(crate) all: bool,
    /// Print every decision in which the two semantics differ
    ///
    /// Without it, only those that cause a difference are printed.
    #[arg(long)]
    pub(crate) decisions: bool,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
}

/// The options of `export`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ExportArgs {
    #[arg(long, value_enum, hide_possible_values = true, help = export_formats())]
    #[arg(long_help = format!("{}\n\nWithout it, the extension of FILE selects the format.", export_formats()))]
    pub(crate) format: Option<ExportFormat>,
    /// Output file; '-' or no --output: stdout
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    pub(crate) force: bool,
    /// Step to show, 0 for the live object; default: the last
    #[arg(long, value_name = "N")]
    pub(crate) step: Option<usize>,
    /// Play all steps; only for SVG
    #[arg(long)]
    pub(crate) animate: bool,
    /// Course folder to write as static pages; -o names the output folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["format", "step", "animate", "files", "live", "inline", "patch_file"])]
    pub(crate) course: Option<PathBuf>,
    /// Size of the SVG or of the recording in cells
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "120x40", value_parser = size)]
    pub(crate) size: (u16, u16),
    /// Theme of the SVG or of the recording: name or file
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) theme: Option<String>,
    /// Use ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
}

fn export_formats() -> String {
    let names = or_list(ExportFormat::ALL.map(ExportFormat::name));
    format!("Export format: {names}")
}

impl ValueEnum for ExportFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// Parses `120x40`.
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

/// The options of `verify`.
#[derive(Clone, Debug, Args)]
pub(crate) struct VerifyArgs {
    /// Run a server-side dry run instead of the local merge
    ///
    /// It runs in the current context. The live object is then read from the server.
    #[arg(long)]
    pub(crate) server: bool,
    /// Namespace, for kubectl
    #[arg(short, long, value_name = "NAME", requires = "server")]
    pub(crate) namespace: Option<String>,
    /// Context of the kubeconfig, for kubectl
    #[arg(long, value_name = "NAME", requires = "server")]
    pub(crate) context: Option<String>,
    /// File with the kubeconfig, for kubectl
    #[arg(long, value_name = "FILE", requires = "server")]
    pub(crate) kubeconfig: Option<PathBuf>,
    /// Patch this subresource (only `status`); needs --server
    #[arg(long, value_name = "NAME", requires = "server", value_parser = ["status"], hide_possible_values = true)]
    pub(crate) subresource: Option<String>,
    /// Time limit for each kubectl run
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) timeout: u64,
    /// kubectl program to run
    #[arg(long, value_name = "PROGRAM", default_value = "kubectl")]
    pub(crate) kubectl: String,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
}

impl VerifyArgs {
    /// Returns the options that select the API server for kubectl.
    pub(crate) fn cluster(&self) -> Vec<OsString> {
        let mut options = Vec::new();
        let mut add = |name: &str, value: Option<&OsStr>| {
            if let Some(value) = value {
                options.push(OsString::from(name));
                options.push(value.to_owned());
            }
        };
        add("--namespace", self.namespace.as_deref().map(OsStr::new));
        add("--context", self.context.as_deref().map(OsStr::new));
        add("--kubeconfig", self.kubeconfig.as_deref().map(Path::as_os_str));
        options
    }
}

/// The content of the explorer, apart from files.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct StartArgs {
    /// Open a session file; not needed for FILE.mergescope
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) session: Option<PathBuf>,
    /// Open the course in this folder instead of the built-in lessons
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    pub(crate) lessons: Option<PathBuf>,
    /// Print the settings of the config file and all defaults as a config file
    #[arg(long, hide_short_help = true)]
    pub(crate) print_config: bool,
}

/// The appearance of the explorer.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ScreenArgs {
    /// Theme name or file
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) theme: Option<String>,
    /// Use ASCII characters only
    #[arg(long, hide_short_help = true)]
    pub(crate) ascii: bool,
    /// Do not capture the mouse
    #[arg(long, hide_short_help = true)]
    pub(crate) no_mouse: bool,
    /// Presentation mode: fewer panes, automatic playback (in a lesson, Space starts the playback)
    #[arg(long, hide_short_help = true)]
    pub(crate) present: bool,
    /// Config file; default: $XDG_CONFIG_HOME/mergescope/config.yaml or ~/.config/mergescope/config.yaml
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) config: Option<PathBuf>,
}

impl ValueEnum for CreatedPatchType {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Strategic, Self::Merge, Self::Json]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(PatchType::from(*self).name()))
    }
}

/// Parses a name of [`Semantics::ALL`].
fn semantics_by_name() -> impl TypedValueParser<Value = Semantics> {
    one_of(|_| true)
}

/// Parses a name of the semantics of strategic merge patches.
pub(crate) fn strategic_by_name() -> impl TypedValueParser<Value = Semantics> {
    one_of(|semantics| semantics.patch_type() == PatchType::Strategic)
}

/// Returns the names of the semantics of strategic merge patches: `proposal (the default), kubernetes or position`.
pub(crate) fn strategic_names() -> String {
    let all = Semantics::ALL.iter().copied();
    let strategic = all.filter(|semantics| semantics.patch_type() == PatchType::Strategic);
    or_list(
        strategic.map(|semantics| match semantics == Semantics::default() {
            true => format!("{semantics} (the default)"),
            false => semantics.to_string(),
        }),
    )
}

fn one_of(allowed: fn(&Semantics) -> bool) -> impl TypedValueParser<Value = Semantics> {
    let all = Semantics::ALL.iter().filter(|semantics| allowed(semantics));
    PossibleValuesParser::new(all.map(|semantics| semantics.name()))
        .try_map(|name| Semantics::from_name(&name).ok_or_else(|| format!("unknown semantics {name}")))
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
    /// Returns the format of a page, or `None` for JSON.
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
    Sarif,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaFormat {
    Text,
    Json,
}
