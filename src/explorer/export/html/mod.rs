//! The whole trace as one page that steps in a browser: no other file, no network. All text of documents stands in one
//! block of JSON, in which no character can end the block.

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

/// The page, which opens on the step that is shown. As long as documents and steps, in time and size.
pub fn page(cx: &Workspace) -> String {
    page_with(cx, "")
}

/// The page with links to others above its title, in HTML.
fn page_with(cx: &Workspace, nav: &str) -> String {
    let merged = cx.merged();
    let mut about = format!("{} semantics {}", cx.semantics(), cx.agreement().text());
    match merged.secrets() {
        Secrets::None => {}
        Secrets::Hidden => about.push_str(" · secrets hidden"),
        Secrets::Shown => about.push_str(" · secrets shown"),
    }
    let names = merged.merge().scene.documents().iter().skip(1);
    let mut title = cx.inputs().name(cx.live_input()).to_owned();
    for patch in names {
        let _ = write!(title, " + {}", patch.name());
    }
    let title = match cx.lesson() {
        Some(lesson) => markup(&format!("{} · {}", lesson.number(), lesson.title)),
        None => markup(&format!("{} · {title}", cx.object())),
    };
    // Numbers, strings and lists cannot fail to be written.
    let data = harmless(&serde_json::to_string(&PageData::of(cx)).unwrap_or_default());
    let about = markup(&about);
    let fill = [
        ("{title}", &title[..]),
        ("{style}", STYLE),
        ("{nav}", nav),
        ("{title}", &title),
        ("{about}", &about),
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

/// Text between tags.
fn markup(text: &str) -> String {
    let text = visible(text);
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

/// JSON in which no string holds what a browser could take for markup or for the end of a line.
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
