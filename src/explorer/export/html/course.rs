//! A course as static HTML pages: an index and a page for each lesson.

use std::fmt::Write;

use super::{markup, page_with};
use crate::course::Lesson;
use crate::explorer::Explorer;

/// The file name of the index page.
pub const INDEX: &str = "index.html";

const STYLE: &str = include_str!("course.css");

/// Returns the file name of the page of a lesson.
pub fn file_name(lesson: &Lesson) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let name: String = lesson.name.chars().filter(|c| is_plain(*c)).collect();
    format!("{}.html", name.trim_start_matches('.'))
}

/// Returns the index page: all lessons by chapter.
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

/// Returns the page of the open lesson, with links to the index and to the adjacent lessons.
pub fn lesson_page(explorer: &Explorer, previous: Option<&Lesson>, next: Option<&Lesson>) -> String {
    let link = |lesson: &Lesson, word: &str| format!("<a href=\"{}\">{word}</a>\n", file_name(lesson));
    let mut nav = format!("<nav aria-label=\"course\">\n<a href=\"{INDEX}\">all lessons</a>\n");
    nav.extend(previous.map(|lesson| link(lesson, "previous lesson")));
    nav.extend(next.map(|lesson| link(lesson, "next lesson")));
    nav.push_str("</nav>\n");
    page_with(explorer.workspace(), &nav)
}
