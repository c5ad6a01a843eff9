//! The arguments, as clap reads them.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::explorer::export::Format;
use crate::merge::{PatchType, Semantics};
use crate::terminal::svg;

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
  mergescope merge live.yaml --type merge -p '{\"spec\":{\"replicas\":3}}'
  kubectl get deploy -A -o yaml | mergescope merge - patch.yaml | kubectl apply -f -
  mergescope schema deployment spec.template.spec.containers
  mergescope lint deployment.yaml patch.yaml       only what hardly anybody wants
  mergescope compare deployment.yaml patch.yaml    what proposal and kubernetes make of it, side by side
  mergescope verify deployment.yaml patch.yaml     whether kubectl agrees
  mergescope create old.yaml new.yaml -o text      the patch from one to the other, line by line
  mergescope skew old.yaml new.yaml live.yaml      the same change by old and new clients and servers
  mergescope policy policy.yaml deployment.yaml    what a ConfigurationPolicy says of it

Exit codes: 0 merged, 1 the patch was rejected, 2 bad usage or unreadable input.";

const MERGE_HELP: &str = "\
The result goes to stdout. One line on stderr says when the other semantics would give another result.

LIVE may be a stream: several documents, or a List as kubectl get prints it. Each object is patched by itself, in
parallel; the results come in order, as YAML documents with --- between them (kubectl apply -f - takes them) or, with
-o json, as one List. A patch that names apiVersion, kind, metadata.name or metadata.namespace is for the objects of
that name alone. Objects that are not picked pass through unchanged; objects whose patch is refused are left out and
told on stderr. The first document that cannot be read ends the run: what stands before it has been printed.

Examples:
  kubectl get deploy -A -o yaml | mergescope merge - patch.yaml | kubectl apply -f -
  kubectl get all -o yaml | mergescope merge - patch.yaml --target deployment/web
  mergescope merge all.yaml patch.yaml -l app=web,tier!=db -o json
  mergescope merge all.yaml patch.yaml --exit-on-difference > /dev/null

Exit codes: 0 merged, 1 a patch was refused (or --exit-on-difference found something), 2 bad usage, unreadable input, or
nothing picked.";

const EXPLAIN_HELP: &str = "\
LIVE may be a stream, as for merge: one explanation for each picked object; with -o json an array of them, each with the
object that it is about.

Examples:
  mergescope explain deployment.yaml patch.yaml -o markdown
  kubectl get deploy -A -o yaml | mergescope explain - patch.yaml --target deployment/web

Exit codes: 0 merged, 1 a patch was refused (or --exit-on-difference found something), 2 bad usage, unreadable input, or
nothing picked.";

const LINT_HELP: &str = "\
A warning is what hardly anybody wants: live items that share a merge key, a directive that does nothing or too much, a
leftover that contradicts the patch, a name that is nearly the live one, a value that YAML took for something else. A
refused patch is an error. LIVE may be a stream, as for merge.

Examples:
  mergescope lint deployment.yaml patch.yaml --deny
  mergescope lint deployment.yaml patch.yaml --deny=leftover,wipes-list --allow changes-nothing
  mergescope lint deployment.yaml patch.yaml --deny -o github      in a GitHub workflow
  mergescope lint --codes

Exit codes: 0 nothing that is denied, 1 a denied warning or a refused patch, 2 bad usage or unreadable input.";

const COMPARE_HELP: &str = "\
The results of two semantics side by side, rows aligned by node, and for each difference the rule that decides it in each.
--semantics names the one on the left, --with the other; if only the left one is named, the other is the one that it is
usually compared with. Where both refuse the patch they end alike.

Examples:
  mergescope compare deployment.yaml patch.yaml
  mergescope compare deployment.yaml patch.yaml --semantics kubernetes --with proposal
  mergescope compare deployment.yaml patch.yaml -o json | jq -r '.differences[].path'

Exit codes: 0 both end alike, 1 they differ, 2 bad usage or unreadable input.";

const EXPORT_HELP: &str = "\
html: every step on one page that steps in a browser by the explorer's keys; it loads nothing from anywhere.
svg: the explorer's frame. markdown: for an issue or a pull request. session: the texts, the rules and the step in one
file, which mergescope FILE.mergescope opens again.

The values of Secrets are hidden in all of them, unless --show-secrets asks for them.

Examples:
  mergescope export deployment.yaml patch.yaml -o why.html
  mergescope export deployment.yaml patch.yaml --format svg --step 4 --size 100x30 --theme light > step4.svg
  mergescope export deployment.yaml patch.yaml --format markdown | gh issue create -F - -t 'Why this order?'

Exit codes: 0 written, 1 written, and the patch is refused, 2 bad usage, unreadable input, or FILE cannot be written.";

const VERIFY_HELP: &str = "\
kubectl's result is compared with that of kubernetes semantics, whatever --semantics says; several patches go one after
another. kubectl leaves metadata.managedFields out, which is no difference. With --server, neither are fields that only
the server's answer has (its defaults), resourceVersion, generation and status.

Examples:
  mergescope verify deployment.yaml patch.yaml
  mergescope verify deployment.yaml patch.yaml --server

Exit codes: 0 kubectl agrees, 1 it differs (the first difference is shown), 2 there is no kubectl, or it cannot answer.";

const POLICY_HELP: &str = "\
Every object template is held against the live object that it names (apiVersion, kind, metadata.name, namespace); one
without a name, against every object of its kind. The answer is three-valued: Compliant, NonCompliant, or ServerDecides
where only a dry run on a cluster could tell. What would be sent, and every step to it, is printed.

musthave, mustonlyhave and mustnothave are what the controller has; musthavemerge, musthavestrategic and musthaveapply
are proposed only. musthavestrategic knows built-in kinds; --merge-key and --schema tell it of others. Go templates are
reported and not run.

Examples:
  mergescope policy policy.yaml deployment.yaml           the explorer, on a terminal
  kubectl get deploy,role -A -o yaml | mergescope policy policy.yaml - -o json
  mergescope policy policy.yaml cluster-dump.yaml -o markdown

Exit codes: 0 everything is Compliant, 1 something is not, or only a server could tell, 2 bad usage or unreadable input.";

const SCHEMA_EXAMPLES: &str = "\
Examples:
  mergescope schema Deployment                          the kind's top
  mergescope schema deployment spec.template.spec.containers.ports
  mergescope schema apps/v1/Deployment spec.strategy -o json
  mergescope schema Widget spec.parts --schema widget-crd.yaml

kubectl explain tells a field's type and meaning; this tells how a strategic merge patch merges it.

A CustomResourceDefinition has no place for a patch strategy, so of its lists none merges: list-type and its keys are
shown, and they serve server-side apply. Name a key with --merge-key, or take list-types for strategies with
--assume-list-type. kubectl and the API server refuse a strategic merge patch for custom resources.

Exit codes: 0 found, 2 no such kind or field, or a schema that cannot be read.";

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
    #[command(flatten)]
    pub(super) secrets: SecretArgs,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Print the result
    #[command(after_help = MERGE_HELP)]
    Merge {
        #[command(flatten)]
        inputs: InputArgs,
        #[command(flatten)]
        stream: StreamArgs,
        /// The form of the result
        #[arg(short, long, value_enum, default_value_t = ResultFormat::Yaml)]
        output: ResultFormat,
    },
    /// Print every step that leads to the result, and why
    #[command(after_help = EXPLAIN_HELP)]
    Explain {
        #[command(flatten)]
        inputs: InputArgs,
        #[command(flatten)]
        stream: StreamArgs,
        /// The form of the explanation
        #[arg(short, long, value_enum, default_value_t = ExplainFormat::Text)]
        output: ExplainFormat,
        #[command(flatten)]
        secrets: SecretArgs,
    },
    /// Print only the warnings, each with a code, its place and its way out
    #[command(after_help = LINT_HELP)]
    Lint {
        #[command(flatten)]
        inputs: InputArgs,
        #[command(flatten)]
        lint: LintArgs,
    },
    /// Lay the results of two semantics side by side, with the rules that make the difference
    #[command(after_help = COMPARE_HELP)]
    Compare {
        #[command(flatten)]
        inputs: InputArgs,
        #[command(flatten)]
        compare: CompareArgs,
        /// The form of the comparison
        #[arg(short, long, value_enum, default_value_t = ExplainFormat::Text)]
        output: ExplainFormat,
    },
    /// Write the merge to take away: a page that steps in a browser, a picture, Markdown, or the session
    #[command(after_help = EXPORT_HELP)]
    Export {
        #[command(flatten)]
        inputs: InputArgs,
        #[command(flatten)]
        export: ExportArgs,
    },
    /// Ask kubectl itself, and show whether it agrees
    #[command(after_help = VERIFY_HELP)]
    Verify {
        #[command(flatten)]
        inputs: InputArgs,
        #[command(flatten)]
        verify: VerifyArgs,
    },
    /// Hold live objects against a ConfigurationPolicy: what each object template says of them, and why
    #[command(after_help = POLICY_HELP)]
    Policy {
        /// A file with ConfigurationPolicies, or Policies around them; '-' for stdin
        #[arg(value_name = "POLICY")]
        policy: PathBuf,
        /// The live objects: files, streams, Lists as kubectl get prints them; '-' for stdin
        #[arg(value_name = "LIVE", required = true)]
        live: Vec<PathBuf>,
        #[command(flatten)]
        schema: SchemaArgs,
        #[command(flatten)]
        secrets: SecretArgs,
        /// The form of the answer; without it a terminal gets the explorer, everything else text
        #[arg(short, long, value_enum)]
        output: Option<ExplainFormat>,
        #[command(flatten)]
        screen: ScreenArgs,
    },
    /// Show kubectl apply from inside: the patch that it sends, the result, who wins each field and why
    #[command(after_help = super::apply::HELP)]
    Apply(super::apply::ApplyArgs),
    /// Compute the patch that leads from one document to another, as kubectl's library does, and say why
    #[command(after_help = super::create::HELP)]
    Create(super::create::CreateArgs),
    /// Show one change as made by an old and a new client and carried out by an old and a new server
    #[command(after_help = super::skew::HELP)]
    Skew(super::skew::SkewArgs),
    /// Server-side apply from inside: the object, the conflicts, and who owns what afterwards
    #[command(after_help = super::ssa::HELP)]
    Ssa(super::ssa::SsaArgs),
    /// Show how a kind's fields merge: strategy, key, type, and the traps
    #[command(after_help = SCHEMA_EXAMPLES)]
    Schema {
        /// Deployment, deployments, apps/v1/Deployment; upper and lower case are the same
        #[arg(value_name = "KIND")]
        kind: String,
        /// Where to look: spec.template.spec.containers.env; [] behind a list may be written
        #[arg(value_name = "PATH")]
        path: Option<String>,
        #[command(flatten)]
        schema: SchemaArgs,
        /// The form of the answer
        #[arg(short, long, value_enum, default_value_t = SchemaFormat::Text)]
        output: SchemaFormat,
    },
    /// Print the table of merge facts of a Kubernetes release from its OpenAPI document
    #[command(
        after_help = "Updating the built-in table:\n  cargo run --release -- schema-table --release v1.36 swagger.json > builtin.txt && mv builtin.txt src/schema/"
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
    /// What kind of patch it is, in kubectl's words; JSON merge patches and JSON patches go as in Kubernetes
    #[arg(long = "type", value_name = "TYPE", value_enum)]
    pub(super) patch_type: Option<TypeArg>,
    /// Take a JSON merge patch or a JSON patch to the letter of its RFC (7396, 6902)
    #[arg(long)]
    pub(super) rfc: bool,
    /// Whose rules hold: for a strategic merge patch `proposal`, what the documents define (this is the default), or
    /// `kubernetes`, what kubectl does
    #[arg(long, value_name = "NAME", value_parser = semantics_by_name())]
    pub(super) semantics: Option<Semantics>,
    #[command(flatten)]
    pub(super) schema: SchemaArgs,
}

/// What is known of how fields merge, besides the built-in table.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct SchemaArgs {
    /// Lay a schema over the built-in table: an OpenAPI v2 or v3 document (kustomize's `openapi.path` file too) or
    /// CustomResourceDefinitions, YAML or JSON; repeatable, the last one comes first. Lists without a patch strategy
    /// are replaced, as everywhere
    #[arg(long = "schema", value_name = "FILE")]
    pub(super) schema_files: Vec<PathBuf>,
    /// Assume that custom resources of --schema merge their lists as server-side apply does: list-type map by its
    /// keys, list-type set as a set. No Kubernetes program does so for a strategic merge patch
    #[arg(long, requires = "schema_files")]
    pub(super) assume_list_type: bool,
    /// Declare how a list merges: PATH=KEY, for example spec.parts=name; repeatable
    #[arg(long, value_name = "PATH=KEY")]
    pub(super) merge_key: Vec<String>,
    /// Let an item with `$patchMergeKey` whose key is null take the first of several live items (refused without): only
    /// the worked example of the multi-field merge key proposal needs it
    #[arg(long)]
    pub(super) null_key_first: bool,
}

/// Which objects of a stream are patched, and what counts as a failure.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct StreamArgs {
    /// Patch only this object of a stream, or only objects of this kind; repeatable
    #[arg(long, value_name = "KIND[/NAME]")]
    pub(super) target: Vec<String>,
    /// Patch only objects of a stream with these labels: key=value, key!=value, key, !key, with commas between
    #[arg(short = 'l', long, value_name = "LABELS")]
    pub(super) selector: Option<String>,
    /// For CI: exit 1 when the two semantics differ for any object; `=change`: when the patch changes any object
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "semantics"
    )]
    pub(super) exit_on_difference: Option<Difference>,
}

/// What `--exit-on-difference` looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Difference {
    /// The other semantics give another result, or refuse
    Semantics,
    /// The result is not what live was
    Change,
}

/// What is found, and what of it counts as a failure.
#[derive(Clone, Debug, Args)]
pub(super) struct LintArgs {
    /// Exit 1 when something is found; `=CODE`: only for these codes, with commas between
    #[arg(long, value_name = "CODE", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(super) deny: Vec<String>,
    /// Do not tell of these codes, with commas between; repeatable
    #[arg(long, value_name = "CODE")]
    pub(super) allow: Vec<String>,
    /// List the codes
    #[arg(long)]
    pub(super) codes: bool,
    /// Look only at this object of a stream, or only at objects of this kind; repeatable
    #[arg(long, value_name = "KIND[/NAME]")]
    pub(super) target: Vec<String>,
    /// Look only at objects of a stream with these labels
    #[arg(short = 'l', long, value_name = "LABELS")]
    pub(super) selector: Option<String>,
    /// The form of the findings; github: annotations of a workflow
    #[arg(short, long, value_enum, default_value_t = LintFormat::Text)]
    pub(super) output: LintFormat,
}

/// Whether the values of Secrets are seen.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct SecretArgs {
    /// Show the values of Secrets: data, stringData, the last applied configuration
    #[arg(long)]
    pub(super) show_secrets: bool,
}

/// What is compared with what.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct CompareArgs {
    /// The semantics on the right
    #[arg(long, value_name = "NAME", value_parser = semantics_by_name())]
    pub(super) with: Option<Semantics>,
    /// Print every row, not only those around a difference
    #[arg(long)]
    pub(super) all: bool,
    #[command(flatten)]
    pub(super) secrets: SecretArgs,
}

/// What is written, and where.
#[derive(Clone, Debug, Args)]
pub(super) struct ExportArgs {
    /// As what; else the end of FILE says it
    #[arg(long, value_enum)]
    pub(super) format: Option<ExportFormat>,
    /// The file to write; '-' for stdout, as without it
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Replace FILE if it is there
    #[arg(long)]
    pub(super) force: bool,
    /// The step to show, 0 for live untouched; else the last
    #[arg(long, value_name = "N")]
    pub(super) step: Option<usize>,
    /// Cells of the picture
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "120x40", value_parser = size)]
    pub(super) size: (u16, u16),
    /// The picture's theme: a name or a file
    #[arg(long, value_name = "NAME|FILE")]
    pub(super) theme: Option<String>,
    /// Draw the picture with ASCII glyphs only
    #[arg(long)]
    pub(super) ascii: bool,
    #[command(flatten)]
    pub(super) secrets: SecretArgs,
}

/// See [`Format`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ExportFormat {
    Html,
    Svg,
    Markdown,
    Session,
}

impl From<ExportFormat> for Format {
    fn from(argument: ExportFormat) -> Self {
        match argument {
            ExportFormat::Html => Self::Html,
            ExportFormat::Svg => Self::Svg,
            ExportFormat::Markdown => Self::Markdown,
            ExportFormat::Session => Self::Session,
        }
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
pub(super) struct VerifyArgs {
    /// Ask the server of the current context too (--dry-run=server); live is then what the server has under that name
    #[arg(long)]
    pub(super) server: bool,
    /// How long each run of kubectl may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(super) timeout: u64,
    /// The program to ask
    #[arg(long, value_name = "PROGRAM", default_value = "kubectl")]
    pub(super) kubectl: String,
    #[command(flatten)]
    pub(super) secrets: SecretArgs,
}

/// How the explorer looks.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct ScreenArgs {
    /// Open a session that was exported; a file ending in .mergescope needs no flag
    #[arg(long, value_name = "FILE")]
    pub(super) session: Option<PathBuf>,
    /// A theme's name or file
    #[arg(long, value_name = "NAME|FILE")]
    pub(super) theme: Option<String>,
    /// Draw with ASCII glyphs only
    #[arg(long)]
    pub(super) ascii: bool,
    /// Leave the mouse to the terminal, for selecting text
    #[arg(long)]
    pub(super) no_mouse: bool,
    /// Present: large and quiet, playing by itself from the first step; Space pauses
    #[arg(long)]
    pub(super) present: bool,
    /// Settings and keys from this file; else from $XDG_CONFIG_HOME/mergescope/config.yaml or
    /// ~/.config/mergescope/config.yaml
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Print the settings and keys that hold, as a config file with every one explained
    #[arg(long)]
    pub(super) print_config: bool,
}

/// See [`PatchType`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TypeArg {
    Strategic,
    Merge,
    Json,
}

impl From<TypeArg> for PatchType {
    fn from(argument: TypeArg) -> Self {
        match argument {
            TypeArg::Strategic => Self::Strategic,
            TypeArg::Merge => Self::Merge,
            TypeArg::Json => Self::Json,
        }
    }
}

/// Reads a name of [`Semantics::ALL`].
fn semantics_by_name() -> impl TypedValueParser<Value = Semantics> {
    let names = Semantics::ALL.iter().map(|semantics| semantics.name());
    PossibleValuesParser::new(names)
        .try_map(|name| Semantics::named(&name).ok_or_else(|| format!("no semantics are called {name}")))
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LintFormat {
    Text,
    Json,
    Github,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SchemaFormat {
    Text,
    Json,
}
