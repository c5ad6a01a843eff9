//! `mergescope explain`: every step, in words, as text, Markdown or JSON.

mod json;
mod markdown;
mod text;

use anyhow::Result;

use super::args::{ExplainFormat, InputArgs};
use super::exit::Exit;
use super::{inputs, print_out};
use crate::explorer::explanation::Explanation;
use crate::merge::{Inputs, merge};

pub(super) fn run(args: &InputArgs, format: ExplainFormat) -> Result<Exit> {
    explain(inputs::inputs(args)?, format)
}

pub(super) fn explain(inputs: Inputs, format: ExplainFormat) -> Result<Exit> {
    let merged = merge(inputs, true);
    let told = Explanation::new(&merged);
    let text = match format {
        ExplainFormat::Text => text::print(&told, &merged),
        ExplainFormat::Markdown => markdown::print(&told, &merged),
        ExplainFormat::Json => json::print(&told, &merged)?,
    };
    print_out(&text)?;
    Ok(if told.rejection.is_some() {
        Exit::Rejected
    } else {
        Exit::Merged
    })
}
