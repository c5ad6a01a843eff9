//! `mergescope policy`: checks live objects against the object templates of a policy.
//!
//! The policy is read first. The live objects are a stream; as many objects are checked in parallel as there
//! are processors, each against the templates for its kind and name. [`mod@scan`] checks an object,
//! [`template_result`] joins the results of all objects, [`mod@print`] prints them.

mod print;
mod scan;
mod summary;
mod template_result;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;

use super::args::{ReportFormat, SchemaArgs, SecretArgs};
use super::error_report::{UnreadableInput, next_to};
use super::exit::Exit;
use super::input_source::InputPath;
use super::inputs;
use super::print::{print_err, print_out};
use super::stream::source::StreamSource;
use super::stream::worker_pool;
use crate::document::escape;
use crate::document::split::Chunk;
use crate::merge::policy::file;
use crate::merge::policy::file::Policy;
use scan::{PolicyScan, ScanResult};
use summary::join;
use template_result::ResultCounts;

/// Reads the policy and the live objects, and prints the results.
///
/// # Errors
/// An unreadable or invalid input with its position.
pub(crate) fn run(
    policy: &Path,
    live: &[PathBuf],
    schema: &SchemaArgs,
    format: ReportFormat,
    secrets: SecretArgs,
) -> Result<Exit> {
    let (policy, name) = read(&InputPath::from_argument(policy))
        .map_err(|error| next_to(error, live.iter().map(PathBuf::as_path)))?;
    for note in &policy.notes {
        let location = format!("{name}:{}:{}", note.position.line, note.position.column);
        print_err!("note: {}", escape::visible(&format!("{location}: {}", note.text)));
    }
    let plan = Arc::new(PolicyScan::new(
        policy,
        inputs::schema(schema)?,
        format,
        secrets.show_secrets,
    ));
    let mut tally = ResultCounts::default();
    for origin in inputs::files_of(live)? {
        scan(&origin, &plan, &mut tally)?;
    }
    let findings = join(&plan, tally.hits);
    print_out(&print::all(&findings, format)?)?;
    print_err!("{}", print::summary(&findings, tally.objects));
    let all_good = findings.iter().all(|finding| finding.is_compliant());
    Ok(if all_good { Exit::Success } else { Exit::Failure })
}

/// Reads the policy of a file; returns the name of the file, too.
///
/// # Errors
/// An unreadable file with the position of the error.
pub(crate) fn read(origin: &InputPath) -> Result<(Policy, String)> {
    let name = origin.name();
    let policy = file::read(&name, &origin.bytes()?);
    let policy = policy.map_err(UnreadableInput)?;
    Ok((policy, name))
}

/// Checks the objects of one file or stream against the templates.
fn scan(origin: &InputPath, plan: &Arc<PolicyScan>, tally: &mut ResultCounts) -> Result<()> {
    let mut source = StreamSource::open(std::slice::from_ref(origin))?;
    let name = Arc::clone(source.name());
    let plan = Arc::clone(plan);
    let batches = worker_pool::run(
        move || {
            let batch = source.batch()?;
            Ok((!batch.is_empty()).then_some(batch))
        },
        move |batch: Vec<Chunk>| -> Vec<ScanResult> {
            let answers = batch.into_iter().map(|piece| plan.answers(&name, piece));
            answers.flatten().collect()
        },
    );
    for batch in batches {
        for answer in batch? {
            match answer {
                ScanResult::Around(messages) => messages.iter().for_each(|message| print_err!("{message}")),
                ScanResult::Unreadable(error) => return Err(UnreadableInput(error).into()),
                ScanResult::Object { hits, messages } => {
                    for message in messages {
                        print_err!("{message}");
                    }
                    tally.objects += 1;
                    tally.hits.extend(hits);
                }
            }
        }
    }
    Ok(())
}
