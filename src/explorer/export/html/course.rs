//! A course as static pages: a list of the lessons, and a page for each.

use std::fmt::Write;

use super::{markup, page_with};
use crate::explorer::Explorer;
use crate::explorer::lessons::Lesson;

/// The name of the page with the list.
pub const INDEX: &str = "index.html";

const STYLE: &str = include_str!("course.css");

/// The name of the page of a lesson.
pub fn file_name(lesson: &Lesson) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let name: String = lesson.name.chars().filter(|c| is_plain(*c)).collect();
    format!("{}.html", name.trim_start_matches('.'))
}

/// The page with the list of all lessons, by chapter.
pub fn index(title: &str, lessons: &[Lesson]) -> String {
    let title = markup(title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
         form-action 'none'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    let mut chapter = None;
    for lesson in lessons {
        if chapter != Some(&lesson.chapter) {
            let end = if chapter.is_some() { "</ul>\n" } else { "" };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{end}<h2>{}</h2>\n<ul>", markup(&lesson.chapter));
            chapter = Some(&lesson.chapter);
        }
        let _ = writeln!(
            out,
            "<li><a href=\"{}\">{} {}</a></li>",
            file_name(lesson),
            markup(lesson.number()),
            markup(&lesson.title)
        );
    }
    out.push_str("</ul>\n</main>\n</body>\n</html>\n");
    out
}

/// The page of the lesson that is open in an explorer, with links to the list and to its neighbors.
pub fn lesson_page(state: &Explorer, previous: Option<&Lesson>, next: Option<&Lesson>) -> String {
    let link = |lesson: &Lesson, word: &str| format!("<a href=\"{}\">{word}</a>\n", file_name(lesson));
    let mut nav = format!("<nav aria-label=\"course\">\n<a href=\"{INDEX}\">all lessons</a>\n");
    nav.extend(previous.map(|lesson| link(lesson, "previous lesson")));
    nav.extend(next.map(|lesson| link(lesson, "next lesson")));
    nav.push_str("</nav>\n");
    page_with(state.workspace(), &nav)
}
