//! `mergescope verify`: runs the same merge with kubectl and compares the results.
//!
//! [`verify`] takes the inputs of a merge. It blocks until kubectl exits or its time is over, so a screen
//! calls it on a thread.

mod child_process;
mod compare;
mod kubectl;
mod parent_death;
mod patch_file;
mod server_changes;
mod verdict;

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};

use super::args::{InputArgs, VerifyArgs};
use super::exit::Exit;
use super::print::print_out;
use super::stream;
use crate::document::{Document, Numbers, escape, read, read_live, same, write};
use crate::merge::{Inputs, PatchType, Rule, Semantics, compare_merges, merge, server_rejection};
use crate::report::redact::{Secrets, secrets};
use child_process::FinishedChild;
pub(crate) use child_process::end_children;
use compare::{Tolerance, compare};
use kubectl::Kubectl;
pub(crate) use parent_death::become_child;

pub use verdict::VerifyOutcome;

/// The replacement for a text that may contain values of a Secret.
const HIDDEN: &str = "(hidden: may contain Secret values)";

/// The time limit for kubectl in the explorer.
const KUBECTL_TIMEOUT: Duration = Duration::from_secs(60);

/// The options of a verification.
#[derive(Clone, Debug)]
pub struct VerifyRequest {
    /// The program; searched in the PATH if it is only a name.
    pub program: OsString,
    /// The time limit for each run.
    pub timeout: Duration,
    /// Whether to run a server-side dry run.
    pub server: bool,
    /// The options that select the API server for kubectl.
    pub cluster: Vec<OsString>,
    /// Whether to patch the subresource `status`.
    pub status: bool,
    /// Whether the values of Secrets are shown.
    pub shows: bool,
}

/// Merges with `kubernetes` semantics and with kubectl, and compares. Uses only the patch type of the
/// semantics of `inputs`.
pub fn verify(inputs: &Inputs, request: &VerifyRequest) -> VerifyOutcome {
    let kubectl = Kubectl {
        program: &request.program,
        timeout: request.timeout,
        patch_type: inputs.semantics.patch_type(),
        cluster: &request.cluster,
        status: request.status,
    };
    let answer = match kubectl.patch_type {
        PatchType::Strategic | PatchType::Merge | PatchType::Json if request.server => {
            on_server(inputs, &kubectl, is_hidden(inputs, request.shows))
        }
        PatchType::Strategic | PatchType::Merge | PatchType::Json => locally(inputs, &kubectl),
        PatchType::Apply => {
            Err("server-side apply needs an API server; kubectl cannot run it locally".to_owned())
        }
        PatchType::Policy => Err("kubectl cannot evaluate policies".to_owned()),
    };
    answer.unwrap_or_else(|why| VerifyOutcome::Unusable { why })
}

/// Returns the text of the live object for kubectl: as it is written, or as JSON if it is an item of a list
/// that cannot be read alone, because it has its kind from the list or follows a `---` on the same line.
fn live_text(live: &Document) -> Vec<u8> {
    let text = live.text();
    let start = live.lines().position(text, 0);
    let is_inside = (start.line, start.column) != (1, 1);
    let has_mark = text
        .strip_prefix("---")
        .is_some_and(|rest| !rest.starts_with(['\n', '\r']));
    let is_same = read_live(live.name(), text.into())
        .is_ok_and(|alone| same(&alone, alone.root(), live, live.root(), Numbers::ByType));
    match is_inside && (has_mark || !is_same) {
        true => write::json(live).into_bytes(),
        false => text.into(),
    }
}

fn locally(inputs: &Inputs, kubectl: &Kubectl<'_>) -> std::result::Result<VerifyOutcome, String> {
    let mut live = live_text(&inputs.live);
    let mut rejection = None;
    for patch in &inputs.patches {
        let finished = kubectl
            .patch_locally(live, patch)
            .map_err(|error| error.to_string())?;
        if !finished.success {
            rejection = Some(text(&finished.stderr));
            live = Vec::new();
            break;
        }
        live = finished.stdout;
    }
    judge(inputs, rejection, live, Tolerance::Local)
}

fn on_server(
    inputs: &Inputs,
    kubectl: &Kubectl<'_>,
    hidden: bool,
) -> std::result::Result<VerifyOutcome, String> {
    let [patch] = &inputs.patches[..] else {
        return Err("--server supports only one patch".to_owned());
    };
    let name = live_text(&inputs.live);
    let found = kubectl.get(name.clone()).map_err(|error| error.to_string())?;
    if !found.success {
        return Err(format!(
            "cannot read the live object from the server: {}",
            redact_message(&text(&found.stderr), hidden)
        ));
    }
    // The API server patches its own object, so that is our live object, too.
    let found = single_object(found.stdout)?;
    let live = read_live("(server)", found).map_err(|error| match hidden {
        true => error.in_secret().report(),
        false => error.report(),
    })?;
    let inputs = Inputs {
        live: Arc::new(live),
        ..inputs.clone()
    };
    let FinishedChild {
        success,
        stdout,
        stderr,
    } = kubectl
        .patch_on_server(name, patch)
        .map_err(|error| error.to_string())?;
    let rejection = (!success).then(|| text(&stderr));
    match rejection {
        Some(why) if no_answer(&why).is_some() => {
            Err(redact_message(&why, hidden) + &permission_help(&why, hidden))
        }
        rejection if kubectl.status => judge(&inputs, rejection, stdout, Tolerance::Status),
        rejection => judge(&inputs, rejection, stdout, Tolerance::Server),
    }
}

/// Returns the help for a user who can read the object but not patch it.
fn permission_help(stderr: &str, hidden: bool) -> String {
    let words = " cannot patch resource \"";
    let resource = stderr
        .split_once(words)
        .and_then(|(_, rest)| rest.split_once('"'));
    let Some((resource, _)) = resource.filter(|_| stderr.contains("(Forbidden)")) else {
        return String::new();
    };
    let resource = if hidden { "secrets" } else { resource };
    format!(
        "\nhelp: a dry run, too, needs the permission to patch: the verb `patch` on `{resource}` in a Role or ClusterRole"
    )
}

/// Returns a message of kubectl, or its known words if it may contain values of a Secret.
fn redact_message(message: &str, hidden: bool) -> String {
    match no_answer(message) {
        _ if !hidden => message.to_owned(),
        Some(words) => format!("{words} … {HIDDEN}"),
        None => HIDDEN.to_owned(),
    }
}

/// Returns the words that say why kubectl failed before it applied the patch: no API server, or no permission.
fn no_answer(stderr: &str) -> Option<&'static str> {
    [
        "The connection to the server",
        "Unable to connect to the server",
        "You must be logged in to the server",
        "(Forbidden)",
        "(NotFound)",
    ]
    .into_iter()
    .find(|words| stderr.contains(words))
}

/// Extracts the object from the output: for input from stdin, kubectl prints a `List` with one item.
fn single_object(answer: Vec<u8>) -> std::result::Result<Vec<u8>, String> {
    let unreadable = |error| format!("cannot parse the output of kubectl: {error}");
    let mut object: serde_json::Value = serde_json::from_slice(&answer).map_err(unreadable)?;
    if object["kind"] != "List" {
        return Ok(answer);
    }
    match object["items"].as_array_mut().map(std::mem::take).as_deref() {
        Some([one]) => Ok(one.to_string().into_bytes()),
        Some(items) => Err(format!("kubectl printed {} objects instead of one", items.len())),
        None => Err("kubectl printed a List without items".to_owned()),
    }
}

fn judge(
    inputs: &Inputs,
    rejection: Option<String>,
    result: Vec<u8>,
    tolerance: Tolerance,
) -> std::result::Result<VerifyOutcome, String> {
    let ours = merge(
        Inputs {
            semantics: inputs.semantics.kubernetes_equivalent(),
            ..inputs.clone()
        },
        false,
    );
    let own = ours
        .rejection()
        .map(|rejection| rejection.message.trim_end().to_owned());
    let own = own.or_else(|| match tolerance {
        Tolerance::Local => None,
        Tolerance::Server | Tolerance::Status => server_rejection(&ours),
    });
    Ok(match (own, rejection) {
        (Some(ours), Some(theirs)) => VerifyOutcome::BothReject { ours, theirs },
        (None, None) => {
            let result = match tolerance {
                Tolerance::Local => result,
                Tolerance::Server | Tolerance::Status => single_object(result)?,
            };
            let theirs = read("(kubectl)", result)
                // Without the line, which may contain values that must be hidden.
                .map_err(|error| format!("cannot parse the output of kubectl: {error}"))?;
            compare(&ours, &theirs, tolerance)
        }
        (ours, theirs) => VerifyOutcome::OneRejects { ours, theirs },
    })
}

/// Returns the message of kubectl without its constant prefix and without the log lines before it.
fn text(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let message: Vec<&str> = text.lines().skip_while(|line| is_log_line(line)).collect();
    let text = match message.is_empty() {
        true => text.into_owned(),
        false => message.join("\n"),
    };
    let text = text.trim_end();
    text.strip_prefix("error: ").unwrap_or(text).to_owned()
}

/// Returns whether a line was written by klog: `E1122 15:49:39.953095    8589 memcache.go:265] …`.
fn is_log_line(line: &str) -> bool {
    let digits = line.bytes().skip(1).take(4);
    line.starts_with(['I', 'W', 'E', 'F'])
        && digits.clone().count() == 4
        && digits.clone().all(|byte| byte.is_ascii_digit())
        && line.contains("] ")
}

/// Runs the subcommand.
pub(crate) fn run(args: &InputArgs, verify_args: &VerifyArgs) -> Result<Exit> {
    let inputs = stream::single(args)?;
    child_process::end_with_signals();
    super::print::warn_of_all_reading(&inputs);
    let request = VerifyRequest {
        program: verify_args.kubectl.clone().into(),
        timeout: Duration::from_secs(verify_args.timeout),
        server: verify_args.server,
        cluster: verify_args.cluster(),
        status: verify_args.subresource.is_some(),
        shows: verify_args.secrets.show_secrets,
    };
    let verdict = verify(&inputs, &request);
    if let VerifyOutcome::Unusable { why } = &verdict {
        // A program that does not start has a help of its own.
        let help = match verify_args.server && !why.contains("\nhelp: ") {
            true => {
                "\nhelp: `kubectl get -f LIVE` must work; --context, --kubeconfig and -n choose the cluster and the namespace"
            }
            false => "",
        };
        bail!("cannot verify: {why}{help}");
    }
    let mut lines = outcome_lines(&verdict, is_hidden(&inputs, verify_args.secrets.show_secrets));
    if !args.schema.schema_files.is_empty() || !args.schema.merge_key.is_empty() {
        lines.push("note: kubectl does not use --schema and --merge-key.".to_owned());
    }
    lines.extend(random_order(&inputs));
    lines.extend(other_reading(&inputs));
    let lines: Vec<String> = lines
        .iter()
        .map(|line| escape::visible(line).into_owned() + "\n")
        .collect();
    print_out(&lines.concat())?;
    Ok(match verdict {
        VerifyOutcome::Agree | VerifyOutcome::AgreeButStored { .. } | VerifyOutcome::BothReject { .. } => {
            Exit::Success
        }
        _ => Exit::Failure,
    })
}

/// Returns the result of kubectl for the current inputs as lines, for the explorer. `shows` is whether the
/// values of Secrets are shown.
pub(crate) fn print_outcome(inputs: &Inputs, shows: bool) -> Vec<String> {
    let request = VerifyRequest {
        program: "kubectl".into(),
        timeout: KUBECTL_TIMEOUT,
        server: false,
        cluster: Vec::new(),
        status: false,
        shows,
    };
    match verify(inputs, &request) {
        VerifyOutcome::Unusable { why } => std::iter::once("kubectl failed:")
            .chain(why.lines())
            .map(str::to_owned)
            .collect(),
        verdict => {
            let mut lines = on_screen(inputs, &verdict);
            lines.extend(outcome_lines(&verdict, is_hidden(inputs, shows)));
            lines
        }
    }
}

/// Returns what the result of kubectl says about the displayed result, which can have other semantics.
fn on_screen(inputs: &Inputs, verdict: &VerifyOutcome) -> Vec<String> {
    let (shown, kubernetes) = (inputs.semantics, inputs.semantics.kubernetes_equivalent());
    let by = |semantics| {
        let inputs = inputs.clone();
        merge(Inputs { semantics, ..inputs }, false)
    };
    let agrees = matches!(
        verdict,
        VerifyOutcome::Agree | VerifyOutcome::AgreeButStored { .. } | VerifyOutcome::BothReject { .. }
    );
    if shown == kubernetes || !agrees {
        return Vec::new();
    }
    match compare_merges(&by(shown), &by(kubernetes)) {
        found if found.is_same() => Vec::new(),
        found => vec![
            format!("kubectl gives a different result from the one on the screen ({shown}): {found}."),
            String::new(),
            format!("Compared with {kubernetes} semantics:"),
        ],
    }
}

/// Returns whether the inputs have values of Secrets that must be hidden.
fn is_hidden(inputs: &Inputs, shows: bool) -> bool {
    !shows && secrets(inputs) != Secrets::None
}

/// Returns the message of a panic without the calls that led to it.
fn without_trace(message: &str) -> &str {
    message.split("\n\ngoroutine ").next().unwrap_or(message)
}

/// Returns the causes of a rejection. kubectl writes the object in other words than the API server, and several causes as
/// a list. A patch that is not decoded is printed by the API server.
fn reason(message: &str) -> String {
    let causes = message
        .split_once(" is invalid: ")
        .map_or(message, |(_, causes)| causes)
        .trim();
    let after_patch = || {
        causes
            .strip_prefix("patch: Invalid value: \"")?
            .rsplit_once("\": ")
    };
    let causes = after_patch().map_or(causes, |(_, causes)| causes);
    let causes = without_trace(causes.strip_prefix("panic: ").unwrap_or(causes));
    let inner = causes
        .strip_prefix('[')
        .and_then(|causes| causes.strip_suffix(']'));
    let lines = inner.unwrap_or(causes).lines();
    let lines: Vec<&str> = lines
        .map(|line| line.strip_prefix("* ").unwrap_or(line))
        .collect();
    lines.join(", ")
}

/// Formats an outcome as lines; `hidden` omits values and messages that may contain Secret values.
fn outcome_lines(verdict: &VerifyOutcome, hidden: bool) -> Vec<String> {
    let side = |name: &str, text: &Option<String>, none: &str| -> Vec<String> {
        let text = match text {
            Some(_) if hidden => HIDDEN,
            text => text.as_deref().unwrap_or(none),
        };
        let lines = text.lines().enumerate();
        let lines = lines.map(|(at, line)| format!("  {:<11} {line}", if at == 0 { name } else { "" }));
        lines.collect()
    };
    let both = |head: String, ours: &Option<String>, theirs: &Option<String>, none: &str| {
        let mut lines = vec![head];
        lines.extend(side("mergescope", ours, none));
        lines.extend(side("kubectl", theirs, none));
        lines
    };
    match verdict {
        VerifyOutcome::Agree => {
            vec!["kubectl gives the same result.".to_owned()]
        }
        VerifyOutcome::AgreeButStored { by_server } => {
            let mut lines = vec![
                "The API server accepts the patch. These stored fields differ from the merge:".to_owned(),
            ];
            lines.extend(by_server.iter().map(|line| format!("  {line}")));
            lines
        }
        VerifyOutcome::BothReject { ours, theirs } if ours == theirs => {
            let mut lines = vec!["Both reject the patch with the same message.".to_owned()];
            lines.extend(side("both", &Some(ours.clone()), ""));
            lines
        }
        VerifyOutcome::BothReject { ours, theirs } if reason(ours) == reason(theirs) => {
            let mut lines = vec!["Both reject the patch for the same reason.".to_owned()];
            lines.extend(side("kubectl", &Some(without_trace(theirs).to_owned()), ""));
            lines
        }
        VerifyOutcome::BothReject { ours, theirs } => both(
            "Both reject the patch, with different messages.".to_owned(),
            &Some(ours.clone()),
            &Some(without_trace(theirs).to_owned()),
            "",
        ),
        VerifyOutcome::OneRejects { ours, theirs } => both(
            "Different: only one rejects the patch.".to_owned(),
            ours,
            theirs,
            "(accepted)",
        ),
        VerifyOutcome::Differ { path, ours, theirs } => {
            both(format!("Different at {path}:"), ours, theirs, "(not set)")
        }
        VerifyOutcome::Unusable { why } => vec![why.clone()],
    }
}

/// Returns a note if kubectl itself gives one of several results.
fn random_order(inputs: &Inputs) -> Option<String> {
    let semantics = inputs.semantics.kubernetes_equivalent();
    let inputs = Inputs {
        semantics,
        ..inputs.clone()
    };
    let is_random = merge(inputs, true)
        .steps
        .iter()
        .any(|step| step.rule == Rule::RandomOrder);
    is_random.then(|| {
        "note: kubectl merges the fields of a map in random order, so it can give another result in the next run (see mergescope lint --explain random-order).".to_owned()
    })
}

/// Returns the result with the other interpretation of the patch, if it differs.
fn other_reading(inputs: &Inputs) -> Option<String> {
    let by = |semantics| {
        merge(
            Inputs {
                semantics,
                ..inputs.clone()
            },
            false,
        )
    };
    let kubernetes = inputs.semantics.kubernetes_equivalent();
    let other = kubernetes.other();
    let found = compare_merges(&by(kubernetes), &by(other));
    let default = match other == Semantics::default() {
        true => format!("{other} is mergescope's default; "),
        false => String::new(),
    };
    (!found.is_same()).then(|| {
        format!(
            "note: {} ({default}see mergescope compare LIVE PATCH).",
            found.sentence(&other.to_string())
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Schema;

    #[test]
    fn kubectl_is_compared_with_its_own_semantics() {
        let document = |text: &str| Arc::new(read("a.yaml", text.into()).expect("YAML"));
        let shown = |semantics| {
            let inputs = Inputs {
                live: document("apiVersion: v1\nkind: Pod\nmetadata: {name: a, labels: {b: c}}\n"),
                patches: vec![document("metadata: {labels: {$patch: delete}}\n")],
                schema: Arc::new(Schema::builtin()),
                semantics,
            };
            on_screen(&inputs, &VerifyOutcome::Agree)
        };
        let lines = shown(Semantics::PROPOSAL);
        assert_eq!(
            lines.last().map(String::as_str),
            Some("Compared with kubernetes semantics:"),
            "{lines:?}"
        );
        assert!(shown(Semantics::KUBERNETES).is_empty());
    }

    #[test]
    fn the_words_around_the_causes_are_no_difference() {
        for (server, kubectl) in [
            (
                "Deployment.apps \"web\" is invalid: spec.replicas: Invalid value: -1",
                "The Deployment \"web\" is invalid: spec.replicas: Invalid value: -1",
            ),
            (
                "Pod \"p\" is invalid: [spec.a[0]: Required value, spec.b: Required value]",
                "The Pod \"p\" is invalid: \n* spec.a[0]: Required value\n* spec.b: Required value",
            ),
            (
                "runtime error: comparing uncomparable type map[string]interface {}",
                "panic: runtime error: comparing uncomparable type map[string]interface {}\n\ngoroutine 1 [running]:\nk8s.io/",
            ),
            (
                "The request is invalid: patch: Invalid value: \"…\": unrecognized type: int32",
                "The request is invalid: patch: Invalid value: \"map[spec:map[replicas:3]]\": unrecognized type: int32",
            ),
        ] {
            assert_eq!(reason(server), reason(kubectl));
        }
        assert_ne!(
            reason("Pod \"p\" is invalid: a"),
            reason("Pod \"p\" is invalid: b")
        );
    }
}
