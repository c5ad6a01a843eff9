//! Guesses whether a text that cannot be parsed contains a Secret.

use std::borrow::Cow;

/// The characters with which YAML spells a value in another way: anchor, tag, alias, block text, comment, escape.
const OTHER_SPELLINGS: [char; 7] = ['&', '!', '*', '|', '>', '#', '\\'];

/// Returns whether a YAML or JSON text has the kind Secret or SecretList, in any case, or a kind that is not a plain
/// word, or has no kind but `stringData`. A guess for texts with syntax errors: a parsed document is checked by its nodes.
pub fn names_secret(text: &str) -> bool {
    let text = without_codes(text).to_ascii_lowercase();
    let mut has_kind = false;
    for at in memchr::memmem::find_iter(text.as_bytes(), "kind") {
        let quotes_and_blanks = ['"', '\'', ' ', '\t', '\r', '\n'];
        let after = text[at + "kind".len()..].trim_start_matches(quotes_and_blanks);
        if text[..at].trim_end_matches(quotes_and_blanks).ends_with('?') {
            return true;
        }
        let Some(value) = after.strip_prefix(':') else {
            continue;
        };
        has_kind = true;
        let value = value.trim_start_matches(quotes_and_blanks);
        let is_secret = value.strip_prefix("secret").is_some_and(|rest| {
            let rest = rest.strip_prefix("list").unwrap_or(rest);
            !rest.starts_with(char::is_alphanumeric)
        });
        let rest = value.trim_start_matches(char::is_alphanumeric);
        if is_secret || value.starts_with(OTHER_SPELLINGS) || rest.starts_with('\\') {
            return true;
        }
    }
    !has_kind && text.contains("stringdata")
}

/// Returns the text with characters instead of their codes: `\x65`, `\u0065`, `\U00000065`.
fn without_codes(text: &str) -> Cow<'_, str> {
    let mut pieces = text.split('\\');
    let first = pieces.next().unwrap_or_default();
    if first.len() == text.len() {
        return Cow::Borrowed(text);
    }
    let mut out = first.to_owned();
    for piece in pieces {
        let end = match piece.bytes().next() {
            Some(b'x') => 3,
            Some(b'u') => 5,
            Some(b'U') => 9,
            _ => 0,
        };
        let code = piece
            .get(1..end)
            .and_then(|code| u32::from_str_radix(code, 16).ok());
        match code.and_then(char::from_u32) {
            Some(character) => {
                out.push(character);
                out.push_str(&piece[end..]);
            }
            None => {
                out.push('\\');
                out.push_str(piece);
            }
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_a_secret_in_every_spelling() {
        for (text, expected) in [
            ("kind: Secret", true),
            ("a: 1\n- kind:  \"Secret\"  # c", true),
            ("{\"kind\":\"Secret\",\"data\":{", true),
            ("{\"kind\" :\n \"SecretList\"", true),
            ("{kind: Secret, data: [", true),
            ("Kind: secret", true),
            ("stringdata: {a: b", true),
            ("kind: ConfigMap\nstringData: {a", false),
            ("kind: SecretStore", false),
            ("kind: ConfigMap\nname: Secret", false),
            ("kind Secret", false),
            ("kind: &k Secret", true),
            ("kind: !!str Secret", true),
            (r#"kind: "Sec\u0072et""#, true),
            (r#"kind: "\x53ecret""#, true),
            (r#""k\U00000069nd": Secret"#, true),
            ("kind: \"Sec\\\nret\"", true),
            ("? kind\n: Secret", true),
            ("? kind # c\n: Secret", true),
            ("kind: # c\n  Secret", true),
            ("kind: >-\n  Secret", true),
            ("kind:\n  ConfigMap", false),
            (r#"kind: "Conf\u0069gMap""#, false),
            (r#"kind: Pod # \u "é\x"#, false),
        ] {
            assert_eq!(names_secret(text), expected, "{text}");
        }
    }
}
