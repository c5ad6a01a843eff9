//! `mergescope skew`: shows what a change loses between old and new clients and API servers.

mod args;
mod json;
mod page;

use anyhow::{Result, bail};

pub(crate) use args::SkewArgs;

use super::create::three_documents;
use super::exit::Exit;
use super::inputs;
use super::print::print_out;
use crate::create::skew::{Skew, SkewOutcome, SkewRequest};
use crate::report::redact::Redaction;

pub(crate) fn run(args: &SkewArgs) -> Result<Exit> {
    let skew = Skew::compute(question(args)?);
    print_out(&match args.output.page() {
        Some(format) => page::print(&skew, format),
        None => json::print(&skew)?,
    })?;
    Ok(if skew.cells().all(SkewOutcome::has_no_loss) {
        Exit::Success
    } else {
        Exit::Failure
    })
}

fn question(args: &SkewArgs) -> Result<SkewRequest> {
    let new = match args.semantics {
        Some(semantics) => semantics,
        None => inputs::usual_semantics()?,
    };
    if args.old == new {
        bail!(
            "--old and --semantics are both {}\nhelp: change one of them",
            args.old
        );
    }
    let sides = three_documents(&args.objects)?;
    if sides.original.is_none() && sides.current.is_none() {
        bail!("ORIGINAL is null\nhelp: pass CURRENT");
    }
    let schema = inputs::schema(&args.schema)?;
    inputs::check_declared(&sides.modified, &schema)?;
    Ok(SkewRequest {
        sides: Redaction::new(args.secrets.show_secrets).sides(&sides),
        schema,
        old: args.old,
        new,
    })
}
