//! `mergescope lint`: the warnings alone, each with its code, its place and its way out.

mod codes;
mod print;

use anyhow::Result;

pub(super) use codes::Codes;
pub(super) use print::{count, text};

use super::args::{InputArgs, LintArgs, LintFormat, StreamArgs};
use super::exit::Exit;
use super::print_out;
use super::stream::{self, Form, Given};
use crate::explorer::finding::{self, Finding};
use crate::explorer::mask::Masks;
use crate::merge::{Merge, merge};

/// What is printed, and what counts as a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lint {
    pub(super) format: LintFormat,
    /// Not told at all.
    allowed: Codes,
    /// Exit 1.
    denied: Codes,
}

impl Lint {
    /// Reads the arguments.
    ///
    /// # Errors
    /// A code that there is not, and the one that is near.
    fn new(args: &LintArgs) -> Result<Self> {
        let denied = match args.deny.iter().any(String::is_empty) {
            true => Codes::all(),
            false => Codes::read("--deny", &args.deny)?,
        };
        Ok(Self {
            format: args.output,
            allowed: Codes::read("--allow", &args.allow)?,
            denied,
        })
    }

    /// What is to be told of a traced merge.
    pub(super) fn findings(&self, merged: &Merge) -> Vec<Finding> {
        let mut all = finding::findings(merged);
        all.retain(|found| !self.allowed.has(found.rule));
        all
    }

    /// Whether a finding makes the run fail: a refused patch always does.
    pub(super) fn is_error(&self, found: &Finding) -> bool {
        found.rule.is_refusal() || self.denied.has(found.rule)
    }
}

pub(super) fn run(inputs: &InputArgs, args: &LintArgs) -> Result<Exit> {
    if args.codes {
        print_out(&print::table(args.output)?)?;
        return Ok(Exit::Merged);
    }
    let lint = Lint::new(args)?;
    let stream_args = StreamArgs {
        target: args.target.clone(),
        selector: args.selector.clone(),
        exit_on_difference: None,
    };
    let inputs = match stream::open(inputs, &stream_args, Form::Lint(lint))? {
        Given::Single(inputs) => inputs,
        Given::Done(exit) => return Ok(exit),
    };
    // A finding is read by many: Secrets stay covered.
    let merged = merge(Masks::new(false).apply(inputs), true);
    let found = lint.findings(&merged);
    print_out(&text(&lint, &merged, &found, None)?)?;
    eprintln!("{}", count(found.len()));
    let failed = found.iter().any(|found| lint.is_error(found));
    Ok(if failed { Exit::Rejected } else { Exit::Merged })
}
