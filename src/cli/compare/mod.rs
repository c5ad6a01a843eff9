//! `mergescope compare`: the results of two semantics side by side, as text, Markdown or JSON.

mod json;
mod markdown;
mod text;

use anyhow::{Result, bail};

use super::args::{CompareArgs, ExplainFormat, InputArgs};
use super::exit::Exit;
use super::print::{print_out, warn_of_all_reading};
use super::unused_merge_keys::warn_of_unused;
use super::{inputs, stream};
use crate::merge::{Inputs, Semantics, merge};
use crate::parallel::Beside;
use crate::report::comparison::Comparison;
use crate::report::redact::Masks;

pub(crate) fn run(args: &InputArgs, compare: &CompareArgs, format: ExplainFormat) -> Result<Exit> {
    let first = inputs::semantics(args)?;
    let second = compare.with.unwrap_or(first.other());
    if first == second {
        bail!("--semantics and --with are both {first}: name two that may differ");
    }
    let inputs = stream::single(args)?;
    warn_of_all_reading(&inputs);
    warn_of_unused(&args.schema, &inputs);
    let inputs = Masks::new(compare.secrets.show_secrets).apply(inputs);
    let comparison = compared(inputs, second);
    let text = match format {
        ExplainFormat::Text => text::print(&comparison, compare.all),
        ExplainFormat::Markdown => markdown::print(&comparison, compare.all),
        ExplainFormat::Json => json::print(&comparison)?,
    };
    print_out(&text)?;
    Ok(match comparison.is_same() {
        true => Exit::Merged,
        false => Exit::Rejected,
    })
}

/// Merges both, at the same time.
fn compared(inputs: Inputs, second: Semantics) -> Comparison {
    let mut theirs = inputs.clone();
    theirs.semantics = second;
    let other = Beside::run(move || merge(theirs.clone(), true));
    let first = merge(inputs, true);
    Comparison::new(first, other.join())
}
