//! Guesses whether a text that cannot be parsed contains a Secret.

/// Returns whether a YAML or JSON text has the kind Secret or SecretList, in any case, or has no kind but
/// `stringData`. A guess for texts with syntax errors: a parsed document is checked by its nodes.
pub fn names_secret(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let mut has_kind = false;
    for at in memchr::memmem::find_iter(text.as_bytes(), "kind") {
        let after = text[at + "kind".len()..].trim_start_matches(['"', '\'', ' ', '\t']);
        let Some(value) = after.strip_prefix(':') else {
            continue;
        };
        has_kind = true;
        let value = value.trim_start_matches([' ', '\t', '\r', '\n', '"', '\'']);
        let is_secret = value.strip_prefix("secret").is_some_and(|rest| {
            let rest = rest.strip_prefix("list").unwrap_or(rest);
            !rest.starts_with(char::is_alphanumeric)
        });
        if is_secret {
            return true;
        }
    }
    !has_kind && text.contains("stringdata")
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
        ] {
            assert_eq!(names_secret(text), expected, "{text}");
        }
    }
}
