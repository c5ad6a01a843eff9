//! Formats a diff as `diff -u` and pull requests do.

use similar::TextDiff;

/// Number of lines before and after a change.
const CONTEXT_LINES: usize = 3;

/// Returns the hunks from `old` to `new`, without file names; empty if nothing changed.
pub(crate) fn unified_diff(old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    diff.unified_diff().context_radius(CONTEXT_LINES).to_string()
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
}
