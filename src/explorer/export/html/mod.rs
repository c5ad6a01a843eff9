//! The whole trace as one HTML page that plays in a browser, without other files and without network access.
//! All text of the documents is in one JSON block and escaped so that it cannot end the block.

pub mod course;
pub mod data;
mod playback;

use std::fmt::Write;

use data::PageData;

use crate::document::escape::visible;
use crate::explorer::Secrets;
use crate::explorer::workspace::Workspace;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Returns the page, which opens at the current step. Time and size are linear in the documents and steps.
pub fn page(cx: &Workspace) -> String {
    page_with(cx, "")
}

/// Returns the page with navigation links (HTML) above the title.
fn page_with(cx: &Workspace, nav: &str) -> String {
    let merged = cx.merged();
    let mut about = format!("{} semantics", cx.semantics());
    match merged.secrets() {
        Secrets::None => {}
        Secrets::Hidden => about.push_str(" · secrets hidden"),
        Secrets::Shown => about.push_str(" · secrets shown"),
    }
    let names = merged.merge().inputs.documents().skip(1);
    let mut title = cx.inputs().name(cx.live_input()).to_owned();
    for patch in names {
        let _ = write!(title, " + {}", patch.name());
    }
    let title = match cx.lesson() {
        Some(lesson) => markup(&format!("{} · {}", lesson.number(), lesson.title)),
        None => markup(&format!("{} · {title}", cx.object())),
    };
    // Serializing numbers, strings and lists cannot fail.
    let data = harmless(&serde_json::to_string(&PageData::from_workspace(cx)).unwrap_or_default());
    let about = markup(&about);
    let mut outcome = cx.agreement().text();
    if merged.server_rejection().is_some() {
        outcome.push_str(" · the API server rejects the result");
    }
    let outcome = markup(&outcome);
    let fill = [
        ("{title}", &title[..]),
        ("{style}", STYLE),
        ("{nav}", nav),
        ("{title}", &title),
        ("{about}", &about),
        ("{outcome}", &outcome),
        ("{data}", &data),
        ("{script}", SCRIPT),
    ];
    let mut out = String::with_capacity(PAGE.len() + STYLE.len() + SCRIPT.len() + data.len() + 1024);
    let mut rest = PAGE;
    for (slot, text) in fill {
        let (before, after) = rest.split_once(slot).unwrap_or((rest, ""));
        out.push_str(before);
        out.push_str(text);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Escapes text for HTML.
fn markup(text: &str) -> String {
    let text = visible(text);
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

/// Escapes the characters of JSON that are markup in HTML or line ends in JavaScript.
fn harmless(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + json.len() / 64);
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}
