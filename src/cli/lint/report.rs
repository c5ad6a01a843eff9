//! Merges and reports one object, without the values of Secrets.

use std::collections::HashSet;

use anyhow::Result;

use super::severity::LintLevels;
use super::{print, sarif};
use crate::cli::args::LintFormat;
use crate::cli::exit::Exit;
use crate::cli::print::{print_err, print_out};
use crate::merge::{Inputs, Merge, Rule, Semantics, merge};
use crate::parallel::BackgroundTask;
use crate::report::explanation_page::not_checked;
use crate::report::findings::{self, LintFinding};
use crate::report::redact::Redaction;

/// Merges one object and prints its findings; fails if one of them is an error.
pub(super) fn report(lint: &LintLevels, inputs: Inputs) -> Result<Exit> {
    let inputs = Redaction::new(false).apply(inputs);
    let cluster = merge_as_cluster(&inputs);
    let merged = merge(inputs, true);
    let found = &lint.findings(&merged);
    match lint.format {
        LintFormat::Sarif => {
            print_out(sarif::open())?;
            for part in sarif::results(lint, &print::by_line(&merged, found), None) {
                print_out(&part?)?;
            }
            print_out(sarif::CLOSE)?;
        }
        _ => print_out(&print::findings(lint, &merged, found, None)?)?,
    }
    print_err!("{}", findings::count(found.len()));
    note_untried(found);
    if let Some(cluster) = cluster {
        note_cluster_findings(lint, &cluster.join(), found);
    }
    if let Some(line) = not_checked(&merged) {
        print_err!("{line}");
    }
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

/// Merges as a cluster does, in parallel, if the semantics are those of the design documents. The values of Secrets are
/// hidden already.
fn merge_as_cluster(inputs: &Inputs) -> Option<BackgroundTask<Merge>> {
    let cluster = Inputs {
        semantics: Semantics::KUBERNETES,
        ..inputs.clone()
    };
    (inputs.semantics == Semantics::PROPOSAL).then(|| BackgroundTask::run(|| merge(cluster, true)))
}

/// Says that a cluster gives findings that the design documents do not.
fn note_cluster_findings(lint: &LintLevels, cluster: &Merge, found: &[LintFinding]) {
    let known: HashSet<(Rule, &str)> = found.iter().map(|it| (it.rule, it.path.as_str())).collect();
    let is_new = |(rule, path): &(Rule, String)| !known.contains(&(*rule, path.as_str()));
    let more = lint.places(cluster).filter(is_new).count();
    if more > 0 {
        let count = match found.is_empty() {
            true => findings::count(more),
            false => findings::count(more).replacen(' ', " other ", 1),
        };
        print_err!("note: checked with proposal semantics; --semantics kubernetes gives {count}");
    }
}

/// Merges with a trace. Many people read findings, so the values of Secrets are hidden.
pub(super) fn merge_hidden(inputs: Inputs) -> Merge {
    merge(Redaction::new(false).apply(inputs), true)
}
