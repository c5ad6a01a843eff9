//! Escapes text of documents for Markdown: it is displayed unchanged and never becomes an image, a link, a
//! mention, an issue reference, a formula, an emoji, a table cell or HTML.

use std::fmt::Write;

use crate::document::escape;

/// Formats text as inline code. Backticks in the text need a longer fence.
pub(super) fn code(text: &str) -> String {
    inline_code(&escape::visible(text))
}

/// Escapes text between HTML tags.
pub(super) fn html(text: &str) -> String {
    let text = escape::visible(text);
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    text.replace('`', "&#96;")
}

fn inline_code(text: &str) -> String {
    let text = text.replace('|', "\\|");
    match longest_run(&text) {
        0 => format!("`{text}`"),
        longest => {
            let fence = "`".repeat(longest + 1);
            format!("{fence} {text} {fence}")
        }
    }
}

/// Returns the length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Escapes a sentence. Its inline code stays. Every word that Markdown or GitHub would interpret becomes
/// inline code: an escape does not prevent GitHub from linking a mention.
pub(super) fn prose(text: &str) -> String {
    let text = escape::visible(text);
    let mut out = String::with_capacity(text.len());
    let mut cluster = Cluster::default();
    let mut rest: &str = &text;
    while let Some(next) = rest.chars().next() {
        let (length, inert) = match next {
            ' ' => {
                std::mem::take(&mut cluster).push_to(&mut out);
                out.push(' ');
                rest = &rest[1..];
                continue;
            }
            '`' => match split_code(rest) {
                (Some(inside), _) => (inside.len(), true),
                (None, after) => (rest.len() - after.len(), false),
            },
            _ => {
                let word = || rest.find([' ', '`']).unwrap_or(rest.len());
                // The words of a quoted value are one piece of code.
                let quoted = Some(rest).filter(|_| cluster.text.is_empty()).and_then(quoted);
                let length = quoted.unwrap_or_else(word);
                (length, !is_active(&rest[..length]))
            }
        };
        cluster.text.push_str(&rest[..length]);
        cluster.is_active |= !inert;
        rest = &rest[length..];
    }
    cluster.push_to(&mut out);
    out
}

/// The text between two spaces; spaces in inline code do not count.
#[derive(Default)]
struct Cluster {
    text: String,
    is_active: bool,
}

impl Cluster {
    fn push_to(self, out: &mut String) {
        if self.is_active {
            // Punctuation stays outside of the code.
            let text = self.text.trim_end_matches(['.', ',', ':']);
            out.push_str(&inline_code(text));
            out.push_str(&self.text[text.len()..]);
        } else {
            out.push_str(&self.text.replace('|', "\\|"))
        }
    }
}

/// Returns the length of the quoted value without backticks at the start of a text.
fn quoted(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1).take_while(|(_, c)| *c != '`') {
        if c == '"' && !is_escaped {
            return text.starts_with('"').then_some(at + 1);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

/// Splits the text after the inline code at its start. Without an end, the backticks are text.
fn split_code(text: &str) -> (Option<&str>, &str) {
    let length = text.len() - text.trim_start_matches('`').len();
    let mut at = length;
    while let Some(start) = text[at..].find('`').map(|start| at + start) {
        let end = start + text[start..].len() - text[start..].trim_start_matches('`').len();
        if end - start == length {
            return (Some(&text[..end]), &text[end..]);
        }
        at = end;
    }
    (None, &text[length..])
}

/// Returns whether Markdown or GitHub interprets a word.
fn is_active(word: &str) -> bool {
    let is_reference = |word: &str| {
        let rest = word.to_ascii_lowercase();
        rest.split_once("gh-")
            .is_some_and(|(_, number)| number.starts_with(|c: char| c.is_ascii_digit()))
    };
    let is_commit = |word: &str| word.len() >= 7 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let parts = || word.split(|c: char| !c.is_ascii_alphanumeric());
    // `:name:` is an emoji. Its name has letters, digits, `_`, `+` and `-`.
    let is_emoji = || {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || "_+-".contains(c);
        let is_name = |name: &str| !name.is_empty() && name.chars().all(is_letter);
        let colons = word.matches(':').count();
        word.split(':').take(colons).skip(1).any(is_name)
    };
    word.contains([
        '@', '#', '!', '[', ']', '<', '>', '&', '*', '_', '~', '\\', '|', '$',
    ]) || is_emoji()
        || word.contains("://")
        || word.to_ascii_lowercase().contains("www.")
        || is_reference(word)
        || parts().any(is_commit)
}

/// Appends a block of code, escaped line by line; nothing for an empty text.
pub(super) fn fence(out: &mut String, language: &str, text: &str) {
    if text.is_empty() {
        return;
    }
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    let _ = writeln!(out, "{fence}{language}");
    for line in text.lines() {
        let _ = writeln!(out, "{}", escape::visible(line));
    }
    let _ = writeln!(out, "{fence}\n");
}

#[cfg(test)]
mod tests {
    use super::{code, is_active, prose};

    #[test]
    fn code_has_a_fence_longer_than_its_backticks() {
        for (text, want) in [
            ("a", "`a`"),
            ("a`b", "`` a`b ``"),
            ("``", "``` `` ```"),
            ("a|b", "`a\\|b`"),
        ] {
            assert_eq!(code(text), want);
        }
    }

    #[test]
    fn values_in_sentences_are_inert() {
        for (text, want) in [
            ("`a` is set to \"b\".", "`a` is set to \"b\"."),
            (
                "set to \"![t](http://e/p.png)\".",
                "set to `\"![t](http://e/p.png)\"`.",
            ),
            ("[click me](http://e)", "`[click` `me](http://e)`"),
            ("by @octocat, fixes #1", "by `@octocat`, fixes `#1`"),
            (
                "GH-12 a/b#3 http://e www.e.com",
                "`GH-12` `a/b#3` `http://e` `www.e.com`",
            ),
            ("<img src=x> &amp; a|b", "`<img` `src=x>` `&amp;` `a\\|b`"),
            // A value with backticks cannot end the code of the sentence.
            ("`a` is \"` ![t](e) `\"", "`a` is \"` ![t](e) `\""),
            ("a ` ![t](e)", "a `` ` `` `![t](e)`"),
            ("``a`b`` @x", "``a`b`` `@x`"),
            ("@x`b`", "`` @x`b` ``"),
            ("0a1b2c3d is a commit", "`0a1b2c3d` is a commit"),
            ("from \"$(A)\" to \"$(B)\".", "from `\"$(A)\"` to `\"$(B)\"`."),
            ("to \"a @b c\".", "to `\"a @b c\"`."),
            ("to \"a() { \\\"b c\\\" }\".", "to `\"a() { \\\"b c\\\" }\"`."),
            ("to \"a b\" and \"c @d", "to \"a b\" and \"c `@d`"),
            ("shop:1.5: `a` :tada: x:+1:y", "shop:1.5: `a` `:tada`: `x:+1:y`"),
        ] {
            assert_eq!(prose(text), want);
        }
    }

    /// Returns the text outside of inline code with the rule of CommonMark: a run of backticks ends at the
    /// next run of the same length.
    fn outside_code(text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(start) = rest.find('`') {
            out.push_str(&rest[..start]);
            let length = rest[start..].chars().take_while(|c| *c == '`').count();
            let inside = &rest[start + length..];
            let mut runs = inside.split_inclusive(|c| c != '`');
            let mut at = 0;
            let end = runs.find_map(|run| {
                let ticks = run.chars().take_while(|c| *c == '`').count();
                let found = (ticks == length).then_some(at + ticks);
                at += run.len();
                found
            });
            match end {
                // Replaces the code, so that the text before and after it is not one word.
                Some(end) => (out.push('`'), rest = &inside[end..]).1,
                None => (out.push_str("UNCLOSED"), rest = inside).1,
            }
        }
        out + rest
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

        #[test]
        fn nothing_active_is_outside_of_code(text in "[ab1`@#!\\[\\]<|\\\\ ()/:.\"]{0,24}") {
            let outside = outside_code(&prose(&text));
            proptest::prop_assert!(!outside.contains("UNCLOSED"), "{text:?}: {}", prose(&text));
            proptest::prop_assert!(!outside.split(' ').any(is_active), "{text:?}: {}", prose(&text));
        }
    }
}
