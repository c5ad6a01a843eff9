//! Prints the four results of a skew as text or as Markdown.

use std::sync::Arc;

use crate::cli::create::subject;
use crate::create::skew::{Age, Skew, SkewOutcome};
use crate::create::{Sentences, SideNames};
use crate::document::{Document, write};
use crate::report::page::{Page, PageFormat};
use crate::report::table::Table;

pub(crate) fn print(skew: &Skew, format: PageFormat) -> String {
    let mut page = Page::new(format);
    page.title(&page.prose(&title(skew)));
    for age in Age::BOTH {
        page.item(&page.prose(&meaning(skew, age)));
    }
    print_outcomes(&mut page, skew);
    print_orders(&mut page, skew);
    if !page.is_markdown() {
        print_losses(&mut page, skew);
    }
    print_patches(&mut page, skew);
    page.finish()
}

/// Formats `new client, old server`.
fn who(outcome: &SkewOutcome) -> String {
    format!(
        "{} client, {} server",
        outcome.client.name(),
        outcome.server.name()
    )
}

/// Returns the verdict of a result in a few words.
fn verdict(outcome: &SkewOutcome) -> String {
    match (&outcome.merged, &outcome.result, outcome.lost.len()) {
        (None, _, _) => "no patch".to_owned(),
        (Some(_), None, _) => "rejected".to_owned(),
        (Some(_), Some(_), 0) => "complete".to_owned(),
        (Some(_), Some(_), 1) => "1 loss".to_owned(),
        (Some(_), Some(_), count) => format!("{count} losses"),
    }
}

/// Returns the losses, one line each: the path and the sentence.
fn losses(skew: &Skew, outcome: &SkewOutcome) -> Vec<String> {
    let lost = outcome.lost.iter();
    let mut lines: Vec<String> = lost
        .map(|lost| format!("{}: {}", lost.path, lost.sentence))
        .collect();
    if let Err(failure) = &skew.patches[outcome.client as usize] {
        let request = skew.request(outcome.client);
        let why = Sentences::new(&request, SideNames::PLAIN).failure(failure);
        lines.push(format!(
            "{}: the client cannot create a patch: {why}",
            failure.path
        ));
    }
    if let Some(rejection) = outcome.merged.as_ref().and_then(|merged| merged.rejection()) {
        lines.push(format!(
            "the API server would reject the patch: {}",
            rejection.message.trim_end()
        ));
    }
    lines
}

/// Returns the name and the description of the semantics of an age.
fn meaning(skew: &Skew, age: Age) -> String {
    let semantics = skew.question.semantics(age);
    format!("{}: {semantics}, {}", age.name(), semantics.meaning())
}

/// Formats the order of a list.
fn order(items: Option<&Vec<Arc<str>>>) -> String {
    match items {
        None => "(not set)".to_owned(),
        Some(items) if items.is_empty() => "(empty)".to_owned(),
        Some(items) => items.join(", "),
    }
}

/// Returns the request on one line: `v1 Pod: read.yaml → wanted.yaml, and the server has live.yaml`.
fn title(skew: &Skew) -> String {
    let sides = &skew.question.sides;
    let original = sides.original.as_deref().map_or("nothing", Document::name);
    let subject = subject(&sides.modified);
    let mut line = format!("{subject}: {original} → {}", sides.modified.name());
    if let Some(current) = sides.current.as_deref() {
        line.push_str(&format!("; the server has {}", current.name()));
    }
    line
}

fn print_outcomes(page: &mut Page, skew: &Skew) {
    let header = ["", "old server", "new server"];
    let mut table = Table::new(&header);
    if !page.is_markdown() {
        table.push(header.map(str::to_owned));
    }
    for (client, row) in Age::BOTH.into_iter().zip(&skew.cells) {
        let cell = |outcome: &SkewOutcome| {
            if !page.is_markdown() {
                return verdict(outcome);
            }
            let losses = losses(skew, outcome);
            let losses = losses.iter().map(|line| format!("<br>{}", page.prose(line)));
            format!("**{}**{}", verdict(outcome), losses.collect::<String>())
        };
        let [old, new] = row;
        table.push([format!("{} client", client.name()), cell(old), cell(new)]);
    }
    page.line("");
    page.table(&table, 0);
}

fn print_orders(page: &mut Page, skew: &Skew) {
    for list in skew.lists() {
        let mut table = Table::new(&["", "order"]);
        let mut push = |name: &str, items| table.push([name.to_owned(), page.prose(&order(items))]);
        push("requested", list.requested.as_ref());
        push("on the server", list.now.as_ref());
        for outcome in skew.cells() {
            let items = list.cells[outcome.client as usize][outcome.server as usize].as_ref();
            push(&who(outcome), items);
        }
        let path = page.code(&list.path.to_string());
        page.line(&format!("\n{path}"));
        if page.is_markdown() {
            page.line("");
        }
        page.table(&table, 2);
    }
}

fn print_losses(page: &mut Page, skew: &Skew) {
    for outcome in skew.cells() {
        let losses = losses(skew, outcome);
        if losses.is_empty() {
            continue;
        }
        page.line(&format!("\n{}: {}", who(outcome), verdict(outcome)));
        for line in losses {
            page.item(&format!("! {}", page.prose(&line)));
        }
    }
}

fn print_patches(page: &mut Page, skew: &Skew) {
    for (age, patch) in Age::BOTH.into_iter().zip(&skew.patches) {
        let Ok(created) = patch else { continue };
        if age == Age::New && skew.is_one_patch() {
            page.line("\nThe new client sends the same patch.");
            continue;
        }
        page.line(&format!("\nThe {} client sends:\n", age.name()));
        page.block("yaml", &write::yaml(&*created.patch.document));
        if page.is_markdown() {
            continue;
        }
        let request = skew.request(age);
        let sentences = Sentences::new(&request, SideNames::PLAIN);
        for remark in &created.remarks {
            page.labeled("", &format!("! {}: {}", remark.path, sentences.remark(remark)));
        }
    }
}
