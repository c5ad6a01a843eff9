//! A computed patch in words.

use std::fmt::Write;

use crate::create::{CreateFailure, CreateRequest, Created, DocumentSide, LineReason, Sentences, SideNames};
use crate::document::{escape, write};
use crate::merge::{PatchType, Rule};

pub(crate) fn print(request: &CreateRequest, told: &Sentences<'_>, created: &Created) -> String {
    let sides = &request.sides;
    let name = |side| {
        sides
            .document(side)
            .map_or("nothing", |document| document.name())
            .to_owned()
    };
    let mut from = format!(
        "{} → {}",
        name(DocumentSide::Original),
        name(DocumentSide::Modified)
    );
    if sides.current.is_some() {
        let _ = write!(from, ", as {} is now", name(DocumentSide::Current));
    }
    let (api_version, kind) = sides.modified.identity();
    let patch_type = PatchType::from(request.form).name();
    let mut out = format!("{api_version} {kind} · {patch_type} patch · {from}\n\n");
    out.push_str(&reasons(told, created));
    out.push_str("Patch:\n\n");
    out.push_str(&write::yaml(&*created.patch.document));
    escape::visible_lines(&out)
}

/// Every line of a patch with the reason for it, then what the patch cannot say.
pub(crate) fn reasons(told: &Sentences<'_>, created: &Created) -> String {
    let mut out = String::new();
    let lines = told.lines(created);
    let width = lines.len().to_string().len();
    let lead = " ".repeat(width + 3);
    for (at, line) in lines.iter().enumerate() {
        let rule = line.reason.rule;
        let mark = rule.effect().mark().map_or(' ', |mark| mark.glyph());
        let _ = writeln!(out, "{:>width$} {mark} {}  ({})", at + 1, line.path, rule.name());
        let _ = writeln!(out, "{lead}{}", line.sentence);
        let mut places = places(told, &line.reason);
        places.push(rule.text().source.to_owned());
        let _ = writeln!(out, "{lead}{}\n", places.join(" · "));
    }
    if lines.is_empty() {
        out.push_str("The patch is empty; nothing to send.\n\n");
    }
    for remark in &created.remarks {
        let rule = remark.reason.rule;
        let _ = writeln!(out, "! {}  ({})", remark.path, rule.name());
        let _ = writeln!(out, "  {}", told.remark(remark));
        let _ = writeln!(out, "  {}\n", places(told, &remark.reason).join(" · "));
    }
    out
}

/// The positions of the nodes of a reason.
fn places(told: &Sentences<'_>, reason: &LineReason) -> Vec<String> {
    [
        DocumentSide::Original,
        DocumentSide::Modified,
        DocumentSide::Current,
    ]
    .into_iter()
    .filter_map(|side| {
        let (file, position) = told.place(side, reason.node(side)?)?;
        let (line, column) = (position.line, position.column);
        let name = if told.names == SideNames::PLAIN {
            format!("{} ", SideNames::PLAIN.of(side))
        } else {
            String::new()
        };
        Some(format!("{name}{file}:{line}:{column}"))
    })
    .collect()
}

/// Says on stderr why no patch can be made: the library's words, what they mean, what to do.
pub(crate) fn failed(told: &Sentences<'_>, failure: &CreateFailure) {
    let lead = match failure.reason.rule {
        Rule::KubernetesPanics => "panic: ",
        _ => "error: ",
    };
    for (at, line) in failure.message.trim_end().lines().enumerate() {
        eprintln!("{}{}", if at == 0 { lead } else { "" }, escape::visible(line));
    }
    let mut place = places(told, &failure.reason);
    if !failure.path.0.is_empty() {
        place.insert(0, failure.path.to_string());
    }
    for (name, text) in [
        ("at", place.join(" · ")),
        ("why", told.failure(failure)),
        ("help", told.fix(failure)),
    ] {
        if !text.is_empty() {
            eprintln!("{name}: {}", escape::visible(&text));
        }
    }
}
