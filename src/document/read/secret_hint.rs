//! Whether a text that cannot be read is likely to hold a Secret.

/// Whether a text says somewhere, in YAML or JSON, that it is a Secret or a list of them, in whatever case, or says no kind and
/// has `stringData`. A guess for texts that are broken: of a document that can be read its nodes say it.
pub fn names_secret(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let mut says_kind = false;
    for (at, key) in text.match_indices("kind") {
        let after = text[at + key.len()..].trim_start_matches(['"', '\'', ' ', '\t']);
        let Some(value) = after.strip_prefix(':') else {
            continue;
        };
        says_kind = true;
        let value = value.trim_start_matches([' ', '\t', '\r', '\n', '"', '\'']);
        let is_secret = value.strip_prefix("secret").is_some_and(|rest| {
            let rest = rest.strip_prefix("list").unwrap_or(rest);
            !rest.starts_with(char::is_alphanumeric)
        });
        if is_secret {
            return true;
        }
    }
    !says_kind && text.contains("stringdata")
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
