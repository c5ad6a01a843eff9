//! The table as Markdown, for a page or an issue.

use std::fmt::Write;

use super::phrases::{change, losses, meaning, order, verdict, who};
use crate::create::skew::{Age, Skew};
use crate::document::write;
use crate::report::markdown::{code, fence, prose};

pub(crate) fn print(skew: &Skew) -> String {
    let mut out = format!("# {}\n\n", prose(&change(skew)));
    for age in Age::BOTH {
        let _ = writeln!(out, "- {}", prose(&meaning(skew, age)));
    }
    out.push_str("\n| | old server | new server |\n|---|---|---|\n");
    for (client, row) in Age::BOTH.into_iter().zip(&skew.cells) {
        let _ = write!(out, "| {} client |", client.name());
        for cell in row {
            let lines = losses(skew, cell);
            let told: String = lines.iter().map(|line| format!("<br>{}", prose(line))).collect();
            let _ = write!(out, " **{}**{told} |", verdict(cell));
        }
        out.push('\n');
    }
    for list in skew.lists() {
        let _ = writeln!(
            out,
            "\n{}\n\n| | order |\n|---|---|",
            code(&list.path.to_string())
        );
        let _ = writeln!(out, "| wanted | {} |", prose(&order(list.wanted.as_ref())));
        let _ = writeln!(out, "| on the server | {} |", prose(&order(list.now.as_ref())));
        for cell in skew.cells() {
            let items = list.cells[cell.client as usize][cell.server as usize].as_ref();
            let _ = writeln!(out, "| {} | {} |", who(cell), prose(&order(items)));
        }
    }
    for (age, patch) in Age::BOTH.into_iter().zip(&skew.patches) {
        let Ok(created) = patch else { continue };
        if age == Age::New && skew.is_one_patch() {
            out.push_str("\nThe new client sends the same.\n");
            continue;
        }
        let _ = writeln!(out, "\nThe {} client sends:\n", age.name());
        fence(&mut out, "yaml", write::yaml(&*created.patch.document).trim_end());
    }
    out
}
