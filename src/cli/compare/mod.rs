//! `mergescope compare`: prints the results of two semantics side by side, as text, Markdown or JSON.

mod json;
mod page;

use anyhow::{Result, bail};

use super::args::{CompareArgs, InputArgs, ReportFormat};
use super::exit::Exit;
use super::print::{print_out, warn_of_all_reading};
use super::unused_merge_keys::warn_of_unused;
use super::{inputs, stream};
use crate::merge::{Inputs, Semantics, merge};
use crate::parallel::BackgroundTask;
use crate::report::comparison::MergeComparison;
use crate::report::redact::Redaction;

pub(crate) fn run(args: &InputArgs, compare: &CompareArgs, format: ReportFormat) -> Result<Exit> {
    let first = inputs::semantics(args)?;
    let second = compare.with.unwrap_or(first.other());
    if first == second {
        bail!("--semantics and --with are both {first}\nhelp: change one of them");
    }
    let inputs = stream::single(args)?;
    warn_of_all_reading(&inputs);
    warn_of_unused(&args.schema, &inputs);
    let inputs = Redaction::new(compare.secrets.show_secrets).apply(inputs);
    let comparison = compared(inputs, second);
    print_out(&match format.page() {
        Some(format) => page::print(&comparison, compare, format),
        None => json::print(&comparison)?,
    })?;
    Ok(if comparison.is_same() {
        Exit::Success
    } else {
        Exit::Failure
    })
}

/// Merges with both semantics in parallel.
fn compared(inputs: Inputs, second: Semantics) -> MergeComparison {
    let mut theirs = inputs.clone();
    theirs.semantics = second;
    let other = BackgroundTask::run(move || merge(theirs, true));
    let first = merge(inputs, true);
    MergeComparison::new(first, other.join()).with_causes()
}
