//! What text and Markdown both say of a skew.

use crate::create::skew::{Age, Skew, SkewOutcome};
use crate::create::{Sentences, SideNames};
use crate::document::escape::visible;

/// `new client, old server`.
pub(crate) fn who(cell: &SkewOutcome) -> String {
    format!("{} client, {} server", cell.client.name(), cell.server.name())
}

/// How a result ends, in a few words.
pub(crate) fn verdict(cell: &SkewOutcome) -> String {
    match (&cell.merged, &cell.result, cell.lost.len()) {
        (None, _, _) => "no patch".to_owned(),
        (Some(_), None, _) => "refused".to_owned(),
        (Some(_), Some(_), 0) => "as wanted".to_owned(),
        (Some(_), Some(_), 1) => "1 loss".to_owned(),
        (Some(_), Some(_), count) => format!("{count} losses"),
    }
}

/// What is lost, a line each: the way and the words, safe for a terminal.
pub(crate) fn losses(skew: &Skew, cell: &SkewOutcome) -> Vec<String> {
    let told = cell.lost.iter();
    let mut lines: Vec<String> = told
        .map(|lost| format!("{}: {}", lost.path, visible(&lost.says)))
        .collect();
    if let Err(failure) = &skew.patches[cell.client as usize] {
        let request = skew.request(cell.client);
        let why = Sentences::new(&request, SideNames::PLAIN).failure(failure);
        lines.push(format!(
            "{}: the client makes no patch. {}",
            failure.path,
            visible(&why)
        ));
    }
    if let Some(refusal) = cell.merged.as_ref().and_then(|merged| merged.rejection()) {
        lines.push(format!(
            "the server refuses the patch: {}",
            visible(refusal.message.trim_end())
        ));
    }
    lines
}

/// Who is old and who is new: the name, and whose rules these are.
pub(crate) fn meaning(skew: &Skew, age: Age) -> String {
    let semantics = skew.question.semantics(age);
    format!("{}: {semantics}, {}", age.name(), semantics.meaning())
}

/// A list's order as text.
pub(crate) fn order(items: Option<&Vec<String>>) -> String {
    match items {
        None => "(not there)".to_owned(),
        Some(items) if items.is_empty() => "(empty)".to_owned(),
        Some(items) => visible(&items.join(", ")).into_owned(),
    }
}

/// What happens, in one line: `Pod: from read.yaml to wanted.yaml; the server has live.yaml`.
pub(crate) fn change(skew: &Skew) -> String {
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
