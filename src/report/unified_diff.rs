//! Formats a diff as `diff -u` and pull requests do.

use std::borrow::Cow;
use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use super::line_hunks::changed_places;
use super::text_change::{next_to, shared_start};

/// Number of lines before and after a change.
const CONTEXT_LINES: usize = 3;

/// The most lines among which the one that a long line replaces is looked for.
const MAX_OTHERS: usize = 64;

/// Returns the hunks from `old` to `new`, without file names; empty if nothing changed. Linear.
pub(crate) fn unified_diff(old: &str, new: &str) -> String {
    let texts = [old, new].map(|text| text.split_inclusive('\n').collect::<Vec<&str>>());
    let places = changed_places(&texts);
    let mut out = String::new();
    for hunk in places.chunk_by(|one, next| next.old.start - one.old.end <= 2 * CONTEXT_LINES) {
        let (first, last) = (&hunk[0], &hunk[hunk.len() - 1]);
        let before = CONTEXT_LINES.min(first.old.start);
        let after = CONTEXT_LINES.min(texts[0].len() - last.old.end);
        let [old, new] = [(&first.old, &last.old), (&first.new, &last.new)]
            .map(|(first, last)| lines_of(first.start - before..last.end + after));
        out.push_str(&format!("@@ -{old} +{new} @@\n"));
        let mut at = first.old.start - before;
        for place in hunk {
            push_lines(&mut out, ' ', &texts[0][at..place.old.start]);
            push_lines(&mut out, '-', &texts[0][place.old.clone()]);
            push_lines(&mut out, '+', &texts[1][place.new.clone()]);
            at = place.old.end;
        }
        push_lines(&mut out, ' ', &texts[0][at..at + after]);
    }
    out
}

/// Returns the first line and the number of lines; an empty range is after a line.
fn lines_of(range: Range<usize>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        count => format!("{},{count}", range.start + 1),
    }
}

/// Appends lines with a sign. Only the last line of a text can have no line end.
fn push_lines(out: &mut String, sign: char, lines: &[&str]) {
    for line in lines {
        out.push(sign);
        out.push_str(line);
        if !line.ends_with('\n') {
            out.push_str("\n\\ No newline at end of file\n");
        }
    }
}

/// Returns a line of a diff for a width in cells: a line that is too long, or that replaces one, begins shortly before
/// the part that differs.
pub(crate) fn excerpt(lines: &[String], at: usize, width: usize) -> Cow<'_, str> {
    let line = &lines[at];
    let starts = |sign: char| move |line: &&String| line.starts_with(sign);
    let others: Vec<&String> = match line.chars().next() {
        Some('-') => {
            let after = lines[at..].iter().skip_while(starts('-'));
            after.take_while(starts('+')).take(MAX_OTHERS).collect()
        }
        Some('+') => {
            let before = lines[..at].iter().rev().skip_while(starts('+'));
            before.take_while(starts('-')).take(MAX_OTHERS).collect()
        }
        _ => Vec::new(),
    };
    let (sign, text) = line.split_at(usize::from(!others.is_empty()));
    let nearest = others.iter().map(|other| &other[1..]);
    match nearest.max_by_key(|other| shared_start(text, other)) {
        Some(other) if text.width().max(other.width()) >= width => {
            Cow::Owned(format!("{sign}{}", next_to(text, other, width / 2)))
        }
        _ => Cow::Borrowed(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_have_three_lines_around_them() {
        for (old, new, want) in [
            ("a\nb\n", "a\nb\n", ""),
            ("", "a\n", "@@ -0,0 +1 @@\n+a\n"),
            ("a\nb\nc\n", "a\nx\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"),
            (
                "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
                "1\n2\n3\n4\n5\n6\n7\n8\nx\n",
                "@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+x\n",
            ),
            ("a\n", "", "@@ -1 +0,0 @@\n-a\n"),
            ("a\nb\n", "a\n", "@@ -1,2 +1 @@\n a\n-b\n"),
            (
                "1\n2\n3\n4\n5\n6\n7\n8\n",
                "x\n2\n3\n4\n5\n6\n7\ny\n",
                "@@ -1,8 +1,8 @@\n-1\n+x\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+y\n",
            ),
            (
                "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
                "x\n2\n3\n4\n5\n6\n7\n8\n",
                "@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -6,4 +6,3 @@\n 6\n 7\n 8\n-9\n",
            ),
            ("a\r\n", "a\n", "@@ -1 +1 @@\n-a\r\n+a\n"),
            (
                "a",
                "a\nb",
                "@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of file\n",
            ),
            // An added item begins with its first line.
            (
                "- n: a\n  v: 1\n- n: c\n  v: 1\n",
                "- n: a\n  v: 1\n- n: b\n  v: 1\n- n: c\n  v: 1\n",
                "@@ -1,4 +1,6 @@\n - n: a\n   v: 1\n+- n: b\n+  v: 1\n - n: c\n   v: 1\n",
            ),
        ] {
            assert_eq!(unified_diff(old, new), want, "{old:?} {new:?}");
        }
    }

    /// Applies hunks as other programs do.
    fn patched(old: &str, hunks: &str) -> String {
        let old: Vec<&str> = old.split_inclusive('\n').collect();
        let (mut at, mut out) = (0, String::new());
        for line in hunks.split_inclusive('\n') {
            let (sign, text) = line.split_at(1);
            if sign == "@" {
                let (first, _) = text[3..].split_once([' ', ',']).expect("a line");
                let start: usize = first.parse().expect("a number");
                let start = start - usize::from(!text.contains(",0 +"));
                out.push_str(&old[at..start].concat());
                at = start;
                continue;
            }
            if sign != "+" {
                assert_eq!(old[at], text, "{hunks}");
                at += 1;
            }
            if sign != "-" {
                out.push_str(text);
            }
        }
        out + &old[at..].concat()
    }

    #[test]
    fn other_programs_can_apply_it() {
        let mut seed = 7_u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for kinds in [1, 2, 3, 7, 40] {
            for length in [0, 1, 2, 7, 30, 300] {
                let mut text = || -> String { (0..length).map(|_| format!("{}\n", random(kinds))).collect() };
                let (old, new) = (text(), text());
                let part = old.split_inclusive('\n').skip(length / 3).collect::<String>();
                for new in [&new, &part, &format!("{part}{new}"), &old.replace("0\n", "")] {
                    assert_eq!(patched(&old, &unified_diff(&old, new)), *new);
                }
            }
        }
    }

    #[test]
    fn long_lines_show_what_differs() {
        let url = format!(
            "          value: postgres://{}/shop",
            "host.example.com".repeat(4)
        );
        let lines = |old: &str, new: &str| {
            let diff = unified_diff(old, new);
            let lines: Vec<String> = diff.lines().skip(1).map(str::to_owned).collect();
            (0..lines.len())
                .map(|at| excerpt(&lines, at, 40).into_owned())
                .collect::<Vec<_>>()
        };
        for (old, new, want) in [
            ("a: 1", "a: 2", ["-a: 1", "+a: 2"].as_slice()),
            (
                &format!("{url}?a"),
                &format!("{url}?b"),
                &["-….com/shop?a", "+….com/shop?b"],
            ),
            (
                &format!("{url}?a"),
                &format!("x: 1\n{url}?b"),
                &["-….com/shop?a", "+x: 1", "+….com/shop?b"],
            ),
        ] {
            assert_eq!(
                lines(&format!("{old}\n"), &format!("{new}\n")),
                want,
                "{old:?} {new:?}"
            );
        }
    }
}
