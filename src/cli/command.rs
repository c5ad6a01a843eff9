//! The commands with their help. A paragraph of help is one line, because clap wraps it.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

use crate::input_limit;

use super::args::{
    CompareArgs, ExportArgs, InputArgs, LintArgs, NoInputArgs, ReportFormat, ResultFormat, SchemaArgs,
    SchemaFormat, ScreenArgs, SecretArgs, StartArgs, StreamArgs, VerifyArgs,
};
use super::examples;

/// Explain, step by step, why a Kubernetes patch produces its result
///
/// With LIVE and PATCH the explorer opens and watches the files; without arguments it opens the lessons. Without a terminal the explanation of the files, or of the first lesson, is printed as text.
#[derive(Debug, Parser)]
#[command(
    name = "mergescope",
    version,
    after_help = "mergescope help lists the topics of the reference; --help has examples.",
    after_long_help = examples::MERGESCOPE,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) inputs: InputArgs,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
    /// Largest input in MiB; in a stream the limit is for each object
    #[arg(long, global = true, value_name = "N", default_value_t = input_limit::DEFAULT_MIB, hide_short_help = true)]
    #[arg(value_parser = mebibytes)]
    pub(crate) max_input_mib: u64,
}

fn mebibytes(text: &str) -> Result<u64, &'static str> {
    let number = text.parse().ok().filter(|number| (1..4096).contains(number));
    number.ok_or("write a number from 1 to 4095")
}

impl Cli {
    /// Returns whether Secret values are shown.
    pub(crate) fn shows_secrets(&self) -> bool {
        let secrets = match &self.command {
            None => self.secrets,
            Some(Command::Explain { secrets, .. } | Command::Policy { secrets, .. }) => *secrets,
            Some(Command::Compare { compare, .. }) => compare.secrets,
            Some(Command::Export { export, .. }) => export.secrets,
            Some(Command::Verify { verify, .. }) => verify.secrets,
            Some(Command::Apply(args)) => args.secrets,
            Some(Command::Create(args)) => args.secrets,
            Some(Command::Skew(args)) => args.secrets,
            Some(Command::Ssa(args)) => args.secrets,
            Some(
                Command::Merge { .. }
                | Command::Lessons(..)
                | Command::Lint { .. }
                | Command::Recovery(_)
                | Command::Schema { .. }
                | Command::SchemaTable { .. }
                | Command::Completions { .. }
                | Command::Man { .. }
                | Command::Help { .. },
            ) => SecretArgs::default(),
        };
        secrets.show_secrets
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the merged object
    ///
    /// The result is on stdout. A note on stderr says if the other semantics have a different result.
    ///
    /// LIVE can be a stream: several documents or a List, as printed by `kubectl get`. Each object is patched separately; the results keep their order and are printed as YAML documents or, with -o json, as one List. In a stream, a patch that sets apiVersion, kind, metadata.name or metadata.namespace applies only to objects with these values. Unselected objects are printed unchanged. Objects whose patch is rejected are omitted and reported on stderr. An unreadable document stops the run; earlier results have been printed.
    #[command(after_long_help = examples::MERGE)]
    Merge {
        #[command(flatten)]
        inputs: InputArgs,
        #[command(flatten)]
        stream: StreamArgs,
        /// Output format: yaml or json
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ResultFormat::Yaml, hide_possible_values = true)]
        output: ResultFormat,
    },
    /// Print every merge step with its rule
    ///
    /// LIVE can be a stream, as for `merge`: one explanation per selected object; with -o json an array.
    #[command(after_long_help = examples::EXPLAIN)]
    Explain {
        #[command(flatten)]
        inputs: InputArgs,
        #[command(flatten)]
        stream: StreamArgs,
        /// Output format: text, markdown or json
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ReportFormat::Text, hide_possible_values = true)]
        output: ReportFormat,
        #[command(flatten)]
        secrets: SecretArgs,
    },
    /// Report likely mistakes in a patch
    ///
    /// Likely mistakes are duplicate merge keys, directives without effect, conflicting leftover fields, possible typos, and values that YAML reads as something else, such as `on` or `0777`. A rejected patch is an error. LIVE can be a stream, as for `merge`.
    #[command(after_long_help = examples::LINT)]
    Lint {
        #[command(flatten)]
        inputs: InputArgs,
        #[command(flatten)]
        lint: LintArgs,
    },
    /// Compare the results of two semantics
    ///
    /// The two results are printed side by side, equal fields next to each other, with the rule that decides each difference. --semantics selects the left side, --with the right side. Two rejections count as the same result.
    #[command(after_long_help = examples::COMPARE)]
    Compare {
        #[command(flatten)]
        inputs: InputArgs,
        #[command(flatten)]
        compare: CompareArgs,
        /// Output format: text, markdown or json
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = ReportFormat::Text, hide_possible_values = true)]
        output: ReportFormat,
    },
    /// Export the merge: HTML, SVG, Markdown, asciinema recording, session file
    ///
    /// html: all steps on one page, with the stepping keys of the explorer; no network access. svg: the screen of the explorer. markdown: for an issue or a pull request. cast: a recording for asciinema. session: inputs, semantics and current step, which `mergescope FILE.mergescope` opens again. Secret values are hidden unless --show-secrets is set.
    #[command(after_long_help = examples::EXPORT)]
    Export {
        #[command(flatten)]
        inputs: InputArgs,
        #[command(flatten)]
        export: ExportArgs,
    },
    /// Run the same merge with kubectl and compare the results
    ///
    /// The result of kubectl is compared with the result of mergescope. The patch type decides which semantics mergescope uses: `kubernetes`, `merge` or `json`. A note says if the other semantics have a different result. Several patches are applied in order. metadata.managedFields is ignored. With --server, defaults, resourceVersion and generation are ignored, too; so is status, unless --subresource status is set.
    #[command(
        after_long_help = examples::VERIFY,
        mut_arg("semantics", |arg| arg.help("Only selects the patch type").long_help(None::<&str>)),
        mut_arg("rfc", |arg| arg.help("Has no effect, because kubectl does not follow the RFCs strictly; requires --type merge or json"))
    )]
    Verify {
        #[command(flatten)]
        inputs: InputArgs,
        #[command(flatten)]
        verify: VerifyArgs,
    },
    /// Evaluate a ConfigurationPolicy against live objects
    ///
    /// The policies are those of Open Cluster Management. Each object template is checked against the live object that it names; a template without a name is checked against all objects of its kind. The verdict is Compliant, NonCompliant, or ServerDecides if only a dry run on a cluster can decide. The object that would be sent and every step are printed.
    ///
    /// musthavemerge, musthavestrategic and musthaveapply are only proposed. Go templates are reported, not executed.
    #[command(after_long_help = examples::POLICY)]
    #[command(mut_arg("null_key_first", |arg| arg.hide(true)))]
    Policy {
        /// File with ConfigurationPolicies, or with Policies that contain them; '-' for stdin
        #[arg(value_name = "POLICY")]
        policy: PathBuf,
        /// Live objects: files, folders, streams or Lists; '-' for stdin
        #[arg(value_name = "LIVE", required = true)]
        live: Vec<PathBuf>,
        #[command(flatten)]
        schema: SchemaArgs,
        #[command(flatten)]
        secrets: SecretArgs,
        /// Output format: text, markdown or json
        ///
        /// Without it, the explorer opens on a terminal, and text is printed otherwise.
        #[arg(short, long, value_name = "FORMAT", value_enum, hide_possible_values = true)]
        output: Option<ReportFormat>,
        #[command(flatten)]
        screen: ScreenArgs,
    },
    /// Explain what `kubectl apply` would change, and why
    ///
    /// kubectl apply compares the last-applied configuration (the annotation in LIVE), MANIFEST and LIVE. The explorer shows the computed patch, the result, and the ledger (key A): where the value of each field comes from, and why. Built-in kinds use a strategic merge patch, custom resources a JSON merge patch.
    ///
    /// -o yaml prints the result, -o text the whole report, and -o ledger only the ledger. -o json prints all of it, and `next`: the patch of a second apply of the same file (null if it sends nothing).
    #[command(after_long_help = examples::APPLY, allow_missing_positional = true)]
    Apply(super::apply::ApplyArgs),
    /// Create the patch between two or three versions of an object, as kubectl does
    ///
    /// Without CURRENT, the patch changes ORIGINAL into MODIFIED. With CURRENT, it is the three-way patch of kubectl apply. An ORIGINAL of `null` means that nothing was applied before.
    ///
    /// The patch is the one that the kubectl library computes, including its flaws; -o text explains each line and what the patch cannot express. With --semantics proposal it is the patch of the design documents. Secret values are hidden in -o text and on stderr; -o yaml and -o json print the patch with its values.
    #[command(after_long_help = examples::CREATE)]
    Create(super::create::CreateArgs),
    /// Show which parts of a change are lost if the client or the server is old
    ///
    /// Both clients create a patch for the change from ORIGINAL to MODIFIED, and both servers apply both patches to CURRENT (default: ORIGINAL). For each of the four results, the losses are listed. A loss is a change that was not applied, or an unrelated field that was changed.
    #[command(after_long_help = examples::SKEW)]
    Skew(super::skew::SkewArgs),
    /// Explain a server-side apply: result, conflicts, field ownership
    ///
    /// The configuration contains the fields that one manager applies; it is not a patch. A field that the manager applied before and leaves out now is removed, unless another manager owns it. Null does not remove a map or list that is merged. In a map with keys of your choice, such as `data` or `labels`, a key with null gets the empty string. Any other field that is null is removed or gets its default value. Ownership is read from metadata.managedFields or set with --owns. `null` as LIVE means that the object does not exist yet.
    ///
    /// If the object was last applied client-side, mergescope takes it over in the same way as `kubectl apply --server-side`. On a terminal, and without -o, the explorer opens; m switches --force.
    #[command(after_long_help = examples::SSA)]
    Ssa(super::ssa::SsaArgs),
    /// List, print or delete unsaved text of the explorer
    ///
    /// The explorer keeps unsaved text in $XDG_STATE_HOME/mergescope, else ~/.local/state/mergescope. Only you can read it. The text is not lost after a signal, a closed terminal or a crash. It is removed when you save or discard it. When you open the file again, the explorer offers the text.
    #[command(after_long_help = examples::RECOVERY)]
    Recovery(super::recovery::RecoveryArgs),
    /// List or open the lessons, or check a course
    ///
    /// A course is a folder. Each folder in it with a lesson.md is a lesson; the lessons have the order of the folder names. A lesson has live.yaml and patch.yaml, or manifest.yaml for kubectl apply. An exercise has goal.yaml and solution.yaml too. samples/README.md in the repository describes the form of lesson.md.
    #[command(after_long_help = examples::LESSONS)]
    Lessons(super::lessons::LessonsArgs),
    /// Show the merge rules of a kind's fields
    ///
    /// `kubectl explain` shows the type and meaning of a field; this command shows how a strategic merge patch merges it.
    ///
    /// A CustomResourceDefinition cannot declare a patch strategy, so its lists are replaced; their list-type and its keys are shown, because server-side apply uses them. Name a merge key with --merge-key, or merge by list-type with --assume-list-type.
    ///
    /// `schema json NAME` prints the JSON Schema of a JSON output of mergescope (explain, lint, compare and others); `schema json` lists them.
    #[command(after_long_help = examples::SCHEMA)]
    #[command(mut_arg("null_key_first", |arg| arg.hide(true)))]
    Schema {
        /// Kind, such as Deployment, deployments or apps/v1/Deployment
        ///
        /// The case does not matter. Without a kind, all kinds are listed.
        #[arg(value_name = "KIND")]
        kind: Option<String>,
        /// Field path, such as spec.template.spec.containers.env
        ///
        /// `[]` after a list is optional.
        #[arg(value_name = "PATH")]
        path: Option<String>,
        #[command(flatten)]
        schema: SchemaArgs,
        /// Output format: text or json
        #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = SchemaFormat::Text, hide_possible_values = true)]
        output: SchemaFormat,
    },
    /// Print the merge-rule table of a Kubernetes release from its OpenAPI document
    #[command(after_long_help = examples::SCHEMA_TABLE)]
    SchemaTable {
        /// OpenAPI document (JSON); '-' for stdin
        file: PathBuf,
        /// Release name for the first line of the table
        #[arg(long)]
        release: String,
    },
    /// Print a completion script
    #[command(after_long_help = examples::COMPLETIONS)]
    Completions {
        /// Shell
        shell: Shell,
        #[command(flatten)]
        input: NoInputArgs,
    },
    /// Write man pages: the program, its commands, and the topics
    #[command(after_long_help = examples::MAN)]
    Man {
        /// Folder, which is created if it does not exist
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        input: NoInputArgs,
    },
    /// Print a topic of the reference, or the help of a command
    #[command(after_long_help = examples::HELP)]
    Help {
        /// Topic or command; without it, all are listed
        #[arg(value_name = "NAME")]
        name: Option<String>,
        #[command(flatten)]
        input: NoInputArgs,
    },
}
