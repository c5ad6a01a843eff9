//! `mergescope ssa`: explains a server-side apply: the object, the conflicts, and the ownership.

mod args;
mod json;

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};

pub(crate) use args::SsaArgs;

use self::args::SsaFormat;
use super::args::{InputArgs, ReportFormat, StartArgs};
use super::error_report::{any_names_secret, next_to};
use super::exit::Exit;
use super::input_source::{InputPath, is_no_object};
use super::print::{print_err, print_out, warn_of_all_reading};
use super::stream::object_for;
use super::{explain, explore, inputs};
use crate::document::{self, Document, Tree, ValueKind, escape, write};
use crate::merge::server_side::{
    ApplyRequest, FieldManager, ManagerEntry, ManagerOperation, ServerSideOutcome, applied_paths, exact_path,
    managers, serve,
};
use crate::merge::{Inputs, Rule, Semantics};
use crate::report::explanation::{Explanation, StepText};
use crate::report::redact::{Redaction, Secrets, has_secret, secrets};
use crate::report::rejection::RejectionReport;
use crate::schema::Schema;
use crate::terminal::screen;

/// The maximum length of a field manager that the API server accepts.
const MAX_MANAGER_BYTES: usize = 128;

pub(crate) fn run(args: &SsaArgs) -> Result<Exit> {
    if args.manager().is_empty() {
        bail!("--manager is empty\nhelp: name a field manager, for example --manager ci");
    }
    if args.manager().len() > MAX_MANAGER_BYTES {
        bail!("--manager is longer than {MAX_MANAGER_BYTES} bytes\nhelp: shorten the name");
    }
    let is_printable =
        |c: char| c == ' ' || !(c.is_control() || c.is_whitespace() || escape::is_invisible(c));
    if let Some(at) = args.manager().chars().position(|c| !is_printable(c)) {
        bail!(
            "--manager {} has a character that cannot be printed, at position {}\nhelp: use letters, digits and punctuation",
            escape::visible(args.manager()),
            at + 1
        );
    }
    let schema = inputs::schema(&args.schema)?;
    let owners = owners(args, &schema)?;
    let operation = if args.update {
        ManagerOperation::Update
    } else {
        ManagerOperation::Apply
    };
    let manager = FieldManager::new(ApplyRequest {
        manager: args.manager().to_owned(),
        operation,
        force: args.force,
        takeover: !args.api_only,
        validates: true,
        owners,
    });
    let semantics = Semantics::ServerSide(manager);
    if is_no_object(&args.applied) {
        bail!("APPLIED is null\nhelp: pass the configuration that the manager applies");
    }
    if args.output.is_none() && screen::usable().is_ok() {
        let files = InputArgs {
            files: vec![args.live.clone(), args.applied.clone()],
            schema: args.schema.clone(),
            semantics: Some(semantics),
            ..InputArgs::default()
        };
        return explore::run(&files, &StartArgs::default(), &args.screen, args.secrets);
    }
    let applied = read(&args.applied).map_err(|error| next_to(error, args.files()));
    let live = live(&args.live, applied.as_ref().ok()).map_err(|error| next_to(error, args.files()))?;
    let applied = applied?;
    let inputs = Inputs {
        live,
        patches: vec![applied],
        schema,
        semantics,
    };
    warn_of_all_reading(&inputs);
    if manager.request().owners.is_none() {
        managers(&inputs.live).map_err(|error| anyhow!("{}: {error}", inputs.live.name()))?;
    }
    let format = args.output.unwrap_or(SsaFormat::Text);
    // The YAML output is the object itself; sentences and JSON are redacted.
    let redaction = Redaction::new(args.secrets.show_secrets);
    let shown = redaction.apply(inputs.clone());
    let hides = secrets(&shown) == Secrets::Hidden;
    let mut served = serve(shown, &manager.request(), true);
    // A placeholder is text: a number in a Secret is rejected for its type.
    if hides
        && served.merge.rejection().is_none()
        && serve(inputs.clone(), &manager.request(), false)
            .merge
            .rejection()
            .is_some()
    {
        served = serve(
            redaction.with_types().apply(inputs.clone()),
            &manager.request(),
            true,
        );
    }
    let rejection = served.merge.rejection();
    match format {
        SsaFormat::Text => print_out(&text(&served)?)?,
        SsaFormat::Json => print_out(&json::print(&served)?)?,
        SsaFormat::Yaml => match rejection {
            None => print_out(&write::yaml(&serve(inputs, &manager.request(), false).merge.tree))?,
            Some(rejection) => {
                let report = RejectionReport::new(&served.merge, rejection, &served.merge);
                for line in report.to_lines(&served.merge, None) {
                    print_err!("{line}");
                }
            }
        },
    }
    Ok(if rejection.is_some() {
        Exit::Failure
    } else {
        Exit::Success
    })
}

/// Reads the owners of `--owns`; returns `None` if the `managedFields` of the live object count.
fn owners(args: &SsaArgs, schema: &Arc<Schema>) -> Result<Option<Vec<ManagerEntry>>> {
    let mut owners = Vec::new();
    for owns in &args.owns {
        let (name, file) = owns
            .split_once('=')
            .filter(|(name, file)| !name.is_empty() && !file.is_empty())
            .with_context(|| {
                format!("--owns {owns}: expected MANAGER=FILE\nhelp: for example --owns helm=chart.yaml")
            })?;
        let config = read(Path::new(file)).map_err(|error| next_to(error, args.files()))?;
        let fields = applied_paths(&config, schema).map_err(|why| {
            // The message quotes the value.
            let why =
                match !args.secrets.show_secrets && (has_secret(&config) || any_names_secret(args.files())) {
                    false => why,
                    true => {
                        let hidden = Redaction::new(false).with_types().hide_values(&config);
                        applied_paths(&hidden, schema)
                            .err()
                            .unwrap_or_else(|| "a value has the wrong type".to_owned())
                    }
                };
            anyhow!("--owns {owns}: {why}")
        })?;
        owners.push(ManagerEntry {
            name: name.to_owned(),
            operation: ManagerOperation::Apply,
            version: config.identity().0.to_owned(),
            time: String::new(),
            subresource: String::new(),
            fields,
        });
    }
    Ok((!owners.is_empty()).then_some(owners))
}

fn read(path: &Path) -> Result<Arc<Document>> {
    let origin = InputPath::from_argument(path);
    inputs::readable(document::read_live(&origin.name(), origin.bytes()?))
}

/// Reads the live object, of several the one that the configuration is for. An object that does not exist is
/// empty.
fn live(path: &Path, applied: Option<&Arc<Document>>) -> Result<Arc<Document>> {
    if is_no_object(path) {
        return inputs::readable(document::read_live("null", b"{}".to_vec()));
    }
    let origin = InputPath::from_argument(path);
    let bytes = origin.bytes()?;
    let picked = match applied {
        Some(applied) => object_for(&origin.name(), &bytes, applied)?,
        None => None,
    };
    let live = match picked {
        Some(object) => Arc::new(object),
        None => inputs::readable(document::read_live(&origin.name(), bytes))?,
    };
    inputs::check_written(&live, inputs::PASS_NULL)?;
    // In the output of `-o json`, the object and its owners are separate.
    let has = |name| live.get(live.root(), name).is_some();
    if has("verdict") && has("result") && has("managedFields") {
        bail!(
            "{}: this is an answer of `mergescope ssa -o json`, not an object\nhelp: take the object from it: jq '.result.metadata.managedFields = .managedFields | .result'",
            escape::visible(live.name())
        );
    }
    Ok(match live.kind(live.root()) {
        ValueKind::Null => inputs::readable(document::read_live(&origin.name(), b"{}".to_vec()))?,
        _ => live,
    })
}

/// Formats the steps, the object, and the table of owners.
fn text(served: &ServerSideOutcome) -> Result<String> {
    let mut explanation = Explanation::new(&served.merge);
    // The table below has these owners with all their fields.
    let is_owner = |step: &StepText| step.rule == Rule::ApplyOwnsAfter.name();
    explanation.steps.retain(|step| !is_owner(step));
    let mut out = explain::print(&explanation, &served.merge, ReportFormat::Text, None)?;
    if !served.conflicts.is_empty() {
        out.push_str("\nConflicts:\n");
        for conflict in &served.conflicts {
            let _ = writeln!(
                out,
                "  {} ({}) owns {}",
                escape::visible(&conflict.manager),
                conflict.operation.name(),
                exact_path(&conflict.path)
            );
        }
    }
    let when = match served.merge.rejection() {
        None => " afterwards",
        Some(_) => ", unchanged (nothing was written)",
    };
    let _ = writeln!(out, "\nField ownership{when}:");
    for manager in &served.managers {
        let _ = writeln!(
            out,
            "  {} ({})",
            escape::visible(&manager.name),
            manager.operation.name()
        );
        for path in manager.fields.exact_paths() {
            let _ = writeln!(out, "    {path}");
        }
    }
    if served.managers.is_empty() {
        let live = &served.merge.inputs.live;
        let is_unowned = served.merge.rejection().is_some() && !live.is_empty(live.root());
        out.push_str(match is_unowned {
            true => "  no `managedFields`: each apply assigns all fields to `before-first-apply` until one succeeds\n",
            false => "  no owners\n",
        });
    }
    Ok(out)
}
