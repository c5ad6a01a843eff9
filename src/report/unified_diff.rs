//! Formats a diff as `diff -u` and pull requests do.

use std::borrow::Cow;

use similar::TextDiff;
use unicode_width::UnicodeWidthStr;

use super::text_change::{next_to, shared_start};

/// Number of lines before and after a change.
const CONTEXT_LINES: usize = 3;

/// The most lines among which the one that a long line replaces is looked for.
const MAX_OTHERS: usize = 64;

/// Returns the hunks from `old` to `new`, without file names; empty if nothing changed.
pub(crate) fn unified_diff(old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    diff.unified_diff().context_radius(CONTEXT_LINES).to_string()
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
        ] {
            assert_eq!(unified_diff(old, new), want, "{old:?} {new:?}");
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
