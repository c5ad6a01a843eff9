//! Base64 for `!!binary` and for the `data` of Secrets.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{GeneralPurpose, GeneralPurposeConfig};

/// The rules of Go's `base64.StdEncoding`: padding is required, trailing bits are ignored.
const GO: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true),
);

/// Decodes base64 as Go does, which ignores line breaks anywhere. Returns `None` if the text is not base64.
pub(crate) fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|b| !matches!(b, b'\n' | b'\r')).collect();
    GO.decode(digits).ok()
}

/// Encodes bytes as Go does.
pub(crate) fn encode_base64(bytes: &[u8]) -> String {
    GO.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read() {
        for (text, expected) in [
            ("eA==", Some("x")),
            ("eHk=", Some("xy")),
            ("eHl6", Some("xyz")),
            ("aGVsbG8gd29ybGQ=", Some("hello world")),
            ("", Some("")),
            ("eHl\n6", Some("xyz")),
            ("eHl\r\n6\n", Some("xyz")),
            // Trailing bits.
            ("eB==", Some("x")),
            ("e", None),
            ("aGVsbG8", None),
            ("====", None),
            ("e===", None),
            ("!!!!", None),
        ] {
            let bytes = decode_base64(text);
            assert_eq!(bytes.as_deref(), expected.map(str::as_bytes), "{text}");
        }
    }
}
