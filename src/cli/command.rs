//! The command line as a whole: the commands, and what their help says.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::input_limit;

use super::args::{
    CompareArgs, ExportArgs, InputArgs, LintArgs, ReportFormat, ResultFormat, SchemaArgs, SchemaFormat,
    ScreenArgs, SecretArgs, StreamArgs, VerifyArgs,
};

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
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) inputs: InputArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    pub(crate) secrets: SecretArgs,
    /// Read inputs of up to N MiB each; of a stream this is the limit for one object
    #[arg(long, global = true, value_name = "N", default_value_t = input_limit::DEFAULT_MIB)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..4096))]
    pub(crate) max_input_mib: u64,
}

impl Cli {
    /// Whether the values of Secrets may be seen.
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
                | Command::Schema { .. }
                | Command::SchemaTable { .. },
            ) => SecretArgs::default(),
        };
        secrets.show_secrets
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
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
        #[arg(short, long, value_enum, default_value_t = ReportFormat::Text)]
        output: ReportFormat,
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
        #[arg(short, long, value_enum, default_value_t = ReportFormat::Text)]
        output: ReportFormat,
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
        output: Option<ReportFormat>,
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
    /// List the lessons, or check a course of your own
    #[command(after_help = super::lessons::HELP)]
    Lessons(super::lessons::LessonsArgs),
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
