//! The examples and exit codes at the end of `--help`. A line that starts with two spaces is a command; a
//! test runs all of them on files with these names.

pub(crate) const MERGESCOPE: &str = "\
Examples:
  mergescope                                   # the lessons
  mergescope deployment.yaml patch.yaml --semantics kubernetes
  kubectl get ds web -o yaml | mergescope - patch.yaml --semantics kubernetes
  mergescope merge deployment.yaml patch.yaml --semantics kubernetes
  mergescope explain deployment.yaml patch.yaml --semantics kubernetes
  mergescope lint deployment.yaml patch.yaml --semantics kubernetes
  mergescope compare deployment.yaml patch.yaml
  mergescope verify deployment.yaml patch.yaml
  mergescope apply live.yaml manifest.yaml
  mergescope create old.yaml new.yaml -o text
  mergescope schema deployment spec.template.spec.containers
  mergescope export deployment.yaml patch.yaml -o why.html
  mergescope help semantics

Exit codes: 0 success, 1 the patch is rejected, or the result of a check is negative, 2 invalid usage or unreadable input. See `mergescope help exit-codes`.";

pub(crate) const MERGE: &str = "\
Examples:
  mergescope merge deployment.yaml patch.yaml --semantics kubernetes
  mergescope merge -f deployment.yaml --patch-file patch.yaml -o json
  mergescope merge deployment.yaml --type merge -p '{\"spec\":{\"replicas\":3}}'
  mergescope merge widget.yaml widget-patch.yaml --merge-key spec.parts=name
  mergescope merge all.yaml patch.yaml --semantics kubernetes > result.yaml
  mergescope merge all.yaml patch.yaml --target deployment/web
  mergescope merge all.yaml patch.yaml -l app=web,tier!=db -o json
  mergescope merge all.yaml patch.yaml --exit-on-difference > result.yaml

Exit codes: 0 merged, 1 a patch was rejected or --exit-on-difference found a difference, 2 invalid usage, unreadable input, or no object selected.";

pub(crate) const EXPLAIN: &str = "\
Examples:
  mergescope explain deployment.yaml patch.yaml --semantics kubernetes
  mergescope explain deployment.yaml patch.yaml -o markdown
  mergescope explain deployment.yaml patch.yaml -o json | jq .verdict
  mergescope explain all.yaml patch.yaml --target deployment/web

Exit codes: 0 merged, 1 a patch was rejected or --exit-on-difference found a difference, 2 invalid usage, unreadable input, or no object selected.";

pub(crate) const LINT: &str = "\
Examples:
  mergescope lint deployment.yaml patch.yaml --semantics kubernetes --deny
  mergescope lint deployment.yaml patch.yaml --deny=leftover,wrong-type
  mergescope lint deployment.yaml patch.yaml --semantics kubernetes -o github
  mergescope lint deployment.yaml patch.yaml --semantics kubernetes --diff
  mergescope lint deployment.yaml patch.yaml --semantics kubernetes --fix
  mergescope lint --codes
  mergescope lint --explain leftover

Exit codes: 0 no denied warning, 1 a denied warning or a rejected patch, 2 invalid usage, unreadable input, or no object selected.";

pub(crate) const LESSONS: &str = "\
Examples:
  mergescope lessons
  mergescope lessons 16
  mergescope lessons list course
  mergescope lessons check course
  mergescope lessons reset
  mergescope --lessons course

Exit codes: 0 done, 1 `check` found problems, 2 invalid usage or unreadable input.";

pub(crate) const LESSONS_LIST: &str = "\
Examples:
  mergescope lessons list
  mergescope lessons list course

Exit codes: 0 printed, 2 invalid usage or unreadable input.";

pub(crate) const LESSONS_CHECK: &str = "\
Examples:
  mergescope lessons check
  mergescope lessons check course

Exit codes: 0 no problems, 1 problems found, 2 invalid usage or unreadable input.";

pub(crate) const LESSONS_RESET: &str = "\
Examples:
  mergescope lessons reset
  mergescope lessons reset course

Exit codes: 0 removed, 2 invalid usage, or the progress cannot be saved.";

pub(crate) const COMPARE: &str = "\
Examples:
  mergescope compare deployment.yaml patch.yaml
  mergescope compare deployment.yaml patch.yaml --with old-server
  mergescope compare deployment.yaml patch.yaml -o json | jq .same

Exit codes: 0 same result, 1 different result, 2 invalid usage or unreadable input.";

pub(crate) const EXPORT: &str = "\
Examples:
  mergescope export deployment.yaml patch.yaml -o why.html
  mergescope export deployment.yaml patch.yaml -o step4.svg --step 4
  mergescope export deployment.yaml patch.yaml --format markdown
  mergescope export deployment.yaml patch.yaml -o steps.svg --animate
  mergescope export deployment.yaml patch.yaml -o steps.cast
  mergescope export --course course -o site

Exit codes: 0 written, 1 written, and the patch is rejected, 2 invalid usage, unreadable input, or the file cannot be written.";

pub(crate) const VERIFY: &str = "\
Examples:
  mergescope verify deployment.yaml patch.yaml
  mergescope verify deployment.yaml patch.yaml --server

Exit codes: 0 same result, 1 different result, 2 invalid usage, unreadable input, or kubectl is missing or failed.";

pub(crate) const POLICY: &str = "\
Examples:
  mergescope policy policy.yaml deployment.yaml
  mergescope policy policy.yaml all.yaml -o markdown
  kubectl get deploy -A -o yaml | mergescope policy policy.yaml - -o json

Exit codes: 0 everything is Compliant, 1 something is NonCompliant or only a server can decide, 2 invalid usage or unreadable input.";

pub(crate) const APPLY: &str = "\
Examples:
  mergescope apply live.yaml manifest.yaml
  kubectl get deploy web -o yaml | mergescope apply - manifest.yaml -o ledger
  mergescope apply live.yaml manifest.yaml --last-applied old.yaml -o json

Exit codes: 0 created, applied or unchanged, 1 no patch can be created or the patch is rejected, 2 invalid usage or unreadable input.";

pub(crate) const CREATE: &str = "\
Examples:
  mergescope create old.yaml new.yaml
  mergescope create old.yaml new.yaml -o text
  mergescope create old.yaml new.yaml --type json
  mergescope create old.yaml manifest.yaml live.yaml
  mergescope create null manifest.yaml live.yaml
  mergescope create old.yaml new.yaml --client old
  mergescope create old.yaml new.yaml --semantics proposal
  mergescope create old.yaml new.yaml --precondition metadata.name

Exit codes: 0 the patch is printed, 1 no patch can be created, 2 invalid usage or unreadable input.";

pub(crate) const RECOVERY: &str = "\
Examples:
  mergescope recovery                              # list the texts
  mergescope recovery patch.yaml --print > patch.recovered.yaml
  mergescope recovery --remove                     # delete all of them

Exit codes: 0 success, 2 invalid usage, or there is no unsaved text of FILE.";

pub(crate) const SKEW: &str = "\
Examples:
  mergescope skew old.yaml new.yaml live.yaml
  mergescope skew old.yaml new.yaml live.yaml --semantics kubernetes
  mergescope skew old.yaml new.yaml --old kubernetes

Exit codes: 0 no losses, 1 losses, 2 invalid usage or unreadable input.";

pub(crate) const SSA: &str = "\
Examples:
  kubectl get deploy web -o yaml --show-managed-fields > web.yaml
  mergescope ssa web.yaml manifest.yaml
  mergescope ssa web.yaml manifest.yaml --manager ci --force -o text
  mergescope ssa live.yaml manifest.yaml --manager ci --owns ci=old.yaml -o json
  mergescope ssa live.yaml new.yaml --manager me --update

Exit codes: 0 applied, 1 a conflict or an error, 2 invalid usage or unreadable input.";

pub(crate) const SCHEMA: &str = "\
Examples:
  mergescope schema
  mergescope schema Deployment
  mergescope schema deployment spec.template.spec.containers.ports
  mergescope schema apps/v1/Deployment spec.strategy -o json
  mergescope schema Widget spec.parts --schema widget-crd.yaml

Exit codes: 0 found, 2 unknown kind or field, or an unreadable schema.";

pub(crate) const SCHEMA_TABLE: &str = "\
Examples:
  mergescope schema-table --release v1.36 swagger.json > builtin.txt

Exit codes: 0 printed, 2 invalid usage or unreadable input.";

pub(crate) const COMPLETIONS: &str = "\
Examples:
  mergescope completions bash > mergescope.bash
  mergescope completions zsh > _mergescope

Exit codes: 0 printed, 2 invalid usage.";

pub(crate) const MAN: &str = "\
Examples:
  mergescope man man

Exit codes: 0 written, 2 invalid usage, or a file cannot be written.";

pub(crate) const HELP: &str = "\
Examples:
  mergescope help
  mergescope help semantics
  mergescope help merge

Exit codes: 0 printed, 2 unknown topic or command.";
