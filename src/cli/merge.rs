//! `mergescope merge`: the result on stdout, everything else on stderr.

use anyhow::Result;

use super::args::{InputArgs, ResultFormat};
use super::exit::Exit;
use super::{inputs, print_out, warn_of_reading};
use crate::document::{escape, write};
use crate::explorer::explanation::{Explanation, is_merged, other_merge};
use crate::merge::{Inputs, agreement, merge};

pub(super) fn run(args: &InputArgs, format: ResultFormat) -> Result<Exit> {
    let inputs = inputs::inputs(args)?;
    warn_of_reading(&inputs);
    let merged = merge(inputs.clone(), false);
    if !is_merged(&merged) {
        return Ok(reject(inputs));
    }
    let text = match format {
        ResultFormat::Yaml => write::yaml(&merged.scene),
        ResultFormat::Json => write::json(&merged.scene),
    };
    let other = other_merge(&merged);
    let agreement = agreement(&merged, &other);
    if !agreement.is_same() {
        let theirs = other.inputs.semantics;
        eprintln!(
            "note: {theirs} semantics differ: {agreement} (see mergescope explain --semantics {theirs})"
        );
    }
    print_out(&text)?;
    Ok(Exit::Merged)
}

/// Says why a patch was refused: merges again with a trace, because only that knows the path.
pub(super) fn reject(inputs: Inputs) -> Exit {
    let told = Explanation::new(&merge(inputs, true));
    if let Some(rejection) = &told.rejection {
        let mut place = String::new();
        if let Some(location) = &rejection.location {
            place = format!("{location}: ");
        }
        let report = format!("{place}rejected at {}: {}", rejection.path, rejection.why);
        eprintln!("{}", escape::visible(&report));
        for line in rejection.aligned() {
            eprintln!("  {}", escape::visible(&line));
        }
        if let Some(kubernetes) = &rejection.kubernetes {
            for (at, line) in kubernetes.trim_end().lines().enumerate() {
                let lead = if at == 0 {
                    "kubectl says: "
                } else {
                    "              "
                };
                eprintln!("{lead}{}", escape::visible(line));
            }
        } else {
            eprintln!("kubectl accepts this patch.");
        }
        eprintln!("fix: {}", escape::visible(&rejection.fix));
    }
    Exit::Rejected
}
