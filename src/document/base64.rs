//! Bytes as manifests write them: in base64, behind `!!binary` and in the `data` of Secrets.

/// The bytes that a text stands for; none if it is no base64. Line breaks may stand anywhere.
pub(crate) fn base64(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|b| !matches!(b, b'\n' | b'\r')).collect();
    if !digits.len().is_multiple_of(4) {
        return None;
    }
    let padding = digits.iter().rev().take_while(|b| **b == b'=').count();
    if padding > 2 {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3);
    let (mut bits, mut held) = (0u32, 0);
    for digit in &digits[..digits.len() - padding] {
        let six = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(six)) & 0xff_ffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    Some(bytes)
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
            ("e", None),
            ("aGVsbG8", None),
            ("====", None),
            ("e===", None),
            ("!!!!", None),
        ] {
            let bytes = base64(text);
            assert_eq!(bytes.as_deref(), expected.map(str::as_bytes), "{text}");
        }
    }
}
