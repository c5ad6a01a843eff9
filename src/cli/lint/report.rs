//! Merges and reports one object, without the values of Secrets.

use anyhow::Result;

use super::severity::LintLevels;
use super::{print, sarif};
use crate::cli::args::LintFormat;
use crate::cli::exit::Exit;
use crate::cli::print::{print_err, print_out};
use crate::merge::{Inputs, Merge, merge};
use crate::report::findings::{self, LintFinding};
use crate::report::redact::Redaction;

/// Prints the findings of one object; fails if one of them is an error.
pub(super) fn report(lint: &LintLevels, merged: &Merge, found: &[LintFinding]) -> Result<Exit> {
    let text = print::findings(lint, merged, found, None)?;
    let text = match lint.format {
        LintFormat::Sarif => format!("{}{text}{}", sarif::open(), sarif::CLOSE),
        _ => text,
    };
    print_out(&text)?;
    print_err!("{}", findings::count(found.len()));
    note_untried(found);
    let fails = found.iter().any(|finding| lint.is_error(finding));
    Ok(if fails { Exit::Failure } else { Exit::Success })
}

/// Says that fixes which need a decision were not all tried.
pub(super) fn note_untried(found: &[LintFinding]) {
    let count = found.iter().filter(|finding| finding.fix.is_untried()).count();
    if count > 0 {
        print_err!(
            "note: the fixes of {} were not tried, because there are many or the files are large",
            findings::count(count)
        );
    }
}

/// Merges with a trace. Many people read findings, so the values of Secrets are hidden.
pub(super) fn merge_hidden(inputs: Inputs) -> Merge {
    merge(Redaction::new(false).apply(inputs), true)
}
