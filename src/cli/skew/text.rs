//! The table as plain text.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::phrases::{change, losses, meaning, order, verdict, who};
use crate::cli::create::visible_lines;
use crate::create::skew::{Age, Skew};
use crate::create::{Sentences, SideNames};
use crate::document::write;

pub(crate) fn print(skew: &Skew) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", change(skew));
    for age in Age::BOTH {
        let _ = writeln!(out, "  {}", meaning(skew, age));
    }
    table(&mut out, skew);
    lists(&mut out, skew);
    for cell in skew.cells() {
        let losses = losses(skew, cell);
        if losses.is_empty() {
            continue;
        }
        let _ = writeln!(out, "\n{}: {}", who(cell), verdict(cell));
        for line in losses {
            let _ = writeln!(out, "  ! {line}");
        }
    }
    patches(&mut out, skew);
    out
}

fn table(out: &mut String, skew: &Skew) {
    let cells = skew.cells.each_ref().map(|row| row.each_ref().map(verdict));
    let width = cells.iter().flatten().map(|cell| cell.width()).max();
    let width = width.unwrap_or_default().max("old server".len()) + 2;
    let _ = writeln!(out, "\n{:12}{:width$}new server", "", "old server");
    for (client, row) in Age::BOTH.into_iter().zip(&cells) {
        let [old, new] = row;
        let _ = writeln!(out, "{:12}{old:width$}{new}", format!("{} client", client.name()));
    }
}

fn lists(out: &mut String, skew: &Skew) {
    for list in skew.lists() {
        let _ = writeln!(out, "\n{}", list.path);
        let mut rows = vec![
            ("wanted".to_owned(), list.wanted.as_ref()),
            ("on the server".to_owned(), list.now.as_ref()),
        ];
        for cell in skew.cells() {
            let items = list.cells[cell.client as usize][cell.server as usize].as_ref();
            rows.push((who(cell), items));
        }
        for (name, items) in rows {
            let _ = writeln!(out, "  {name:24}{}", order(items));
        }
    }
}

fn patches(out: &mut String, skew: &Skew) {
    for (age, patch) in Age::BOTH.into_iter().zip(&skew.patches) {
        let Ok(created) = patch else { continue };
        if age == Age::New && skew.is_one_patch() {
            out.push_str("\nThe new client sends the same.\n");
            continue;
        }
        let _ = writeln!(out, "\nThe {} client sends:\n", age.name());
        out.push_str(&visible_lines(&write::yaml(&*created.patch.document)));
        let request = skew.request(age);
        let told = Sentences::new(&request, SideNames::PLAIN);
        for remark in &created.remarks {
            let line = format!("! {}: {}", remark.path, told.remark(remark));
            out.push_str(&visible_lines(&line));
        }
    }
}
