//! `mergescope lint`: the warnings alone, each with its code, its place and its way out.

mod codes;
mod print;
mod severity;

use anyhow::Result;

pub(crate) use print::{count, text};
pub(crate) use severity::LintLevels;

use super::args::{InputArgs, LintArgs, StreamArgs};
use super::exit::Exit;
use super::print::print_out;
use super::stream::{self, OutputForm, StreamInput};
use crate::merge::merge;
use crate::report::redact::Redaction;

pub(crate) fn run(inputs: &InputArgs, args: &LintArgs) -> Result<Exit> {
    if args.codes {
        print_out(&print::table(args.output)?)?;
        return Ok(Exit::Success);
    }
    let lint = LintLevels::new(args)?;
    let stream_args = StreamArgs {
        target: args.target.clone(),
        selector: args.selector.clone(),
        exit_on_difference: None,
    };
    let inputs = match stream::open(inputs, &stream_args, OutputForm::Lint(lint))? {
        StreamInput::Single(inputs) => inputs,
        StreamInput::Done(exit) => return Ok(exit),
    };
    // A finding is read by many: Secrets stay covered.
    let merged = merge(Redaction::new(false).apply(inputs), true);
    let found = lint.findings(&merged);
    print_out(&text(&lint, &merged, &found, None)?)?;
    eprintln!("{}", count(found.len()));
    let failed = found.iter().any(|found| lint.is_error(found));
    Ok(if failed { Exit::Failure } else { Exit::Success })
}
