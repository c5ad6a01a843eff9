//! `mergescope skew`: one change, an old and a new client, an old and a new server, and what is lost where.

mod args;
mod json;
mod markdown;
mod text;

use anyhow::{Result, bail};

pub(super) use args::{HELP, SkewArgs};

use super::args::ExplainFormat;
use super::create::three_documents;
use super::exit::Exit;
use super::{inputs, print_out};
use crate::create::skew::{Age, Cell, Question, Skew};
use crate::create::{Names, Told};
use crate::document::escape::visible;
use crate::explorer::mask::Masks;

pub(super) fn run(args: &SkewArgs) -> Result<Exit> {
    let skew = Skew::of(question(args)?);
    let out = match args.output {
        ExplainFormat::Text => text::print(&skew),
        ExplainFormat::Markdown => markdown::print(&skew),
        ExplainFormat::Json => json::print(&skew)?,
    };
    print_out(&out)?;
    Ok(match skew.cells().all(Cell::is_as_wanted) {
        true => Exit::Merged,
        false => Exit::Rejected,
    })
}

fn question(args: &SkewArgs) -> Result<Question> {
    if args.old == args.semantics {
        bail!(
            "--old and --semantics are both {}: name two that may differ",
            args.old
        );
    }
    let sides = three_documents(&args.files)?;
    if sides.original.is_none() && sides.current.is_none() {
        bail!("ORIGINAL is null: without CURRENT there is no object that a server could patch");
    }
    let schema = inputs::schema(&args.schema)?;
    inputs::check_declared(&sides.modified, &schema)?;
    Ok(Question {
        sides: Masks::new(args.secrets.show_secrets).sides(&sides),
        schema,
        old: args.old,
        new: args.semantics,
    })
}

/// `new client, old server`.
fn who(cell: &Cell) -> String {
    format!("{} client, {} server", cell.client.name(), cell.server.name())
}

/// How a result ends, in a few words.
fn verdict(cell: &Cell) -> String {
    match (&cell.merged, &cell.result, cell.lost.len()) {
        (None, _, _) => "no patch".to_owned(),
        (Some(_), None, _) => "refused".to_owned(),
        (Some(_), Some(_), 0) => "as wanted".to_owned(),
        (Some(_), Some(_), 1) => "1 loss".to_owned(),
        (Some(_), Some(_), count) => format!("{count} losses"),
    }
}

/// What is lost, a line each: the way and the words, safe for a terminal.
fn losses(skew: &Skew, cell: &Cell) -> Vec<String> {
    let told = cell.lost.iter();
    let mut lines: Vec<String> = told
        .map(|lost| format!("{}: {}", lost.path, visible(&lost.says)))
        .collect();
    if let Err(failure) = &skew.patches[cell.client as usize] {
        let request = skew.request(cell.client);
        let why = Told::new(&request, Names::PLAIN).failure(failure);
        lines.push(format!(
            "{}: the client makes no patch. {}",
            failure.path,
            visible(&why)
        ));
    }
    if let Some(refusal) = cell.merged.as_ref().and_then(|merged| merged.refusal()) {
        lines.push(format!(
            "the server refuses the patch: {}",
            visible(refusal.message.trim_end())
        ));
    }
    lines
}

/// Who is old and who is new: the name, and whose rules these are.
fn meaning(skew: &Skew, age: Age) -> String {
    let semantics = skew.question.semantics(age);
    format!("{}: {semantics}, {}", age.name(), semantics.meaning())
}

/// A list's order as text.
fn order(items: Option<&Vec<String>>) -> String {
    match items {
        None => "(not there)".to_owned(),
        Some(items) if items.is_empty() => "(empty)".to_owned(),
        Some(items) => visible(&items.join(", ")).into_owned(),
    }
}

/// What happens, in one line: `Pod: from read.yaml to wanted.yaml; the server has live.yaml`.
fn change(skew: &Skew) -> String {
    let sides = &skew.question.sides;
    let name = |document: &crate::document::Document| visible(document.name()).into_owned();
    let from = sides.original.as_deref().map_or("nothing".to_owned(), name);
    let mut line = format!("{from} → {}", name(&sides.modified));
    if let Some(current) = sides.current.as_deref() {
        line.push_str(&format!(", and the server has {}", name(current)));
    }
    let (api_version, kind) = sides.modified.identity();
    format!("{} {}: {line}", visible(api_version), visible(kind))
}
