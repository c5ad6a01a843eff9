//! Whether a text that cannot be read is likely to hold a Secret.

/// Whether a text says somewhere, in YAML or JSON, that it is a Secret or a list of them. A guess for texts that are
/// broken: of a document that can be read its nodes say it.
pub fn names_secret(text: &str) -> bool {
    text.match_indices("kind").any(|(at, key)| {
        let behind = text[at + key.len()..].trim_start_matches(['"', '\'', ' ', '\t']);
        let Some(value) = behind.strip_prefix(':') else {
            return false;
        };
        let value = value.trim_start_matches([' ', '\t', '\r', '\n', '"', '\'']);
        value.strip_prefix("Secret").is_some_and(|rest| {
            let rest = rest.strip_prefix("List").unwrap_or(rest);
            !rest.starts_with(char::is_alphanumeric)
        })
    })
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
            ("kind: SecretStore", false),
            ("kind: ConfigMap\nname: Secret", false),
            ("kind Secret", false),
        ] {
            assert_eq!(names_secret(text), expected, "{text}");
        }
    }
}
