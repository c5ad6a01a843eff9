//! Resolves plain YAML scalars with the YAML 1.1 rules of the Go reader of Kubernetes, as measured with
//! kubectl.

use super::number;

/// A resolved scalar. [`Scalar::Text`] does not copy the string.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scalar {
    Null,
    Bool(bool),
    Integer(i64),
    /// An integer above 63 bits: a float as a value, rejected as a key.
    Unsigned(u64),
    Float(f64),
    /// The merge key `<<`.
    Merge,
    Text,
}

impl Scalar {
    /// Returns the YAML tag of the type for messages.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::Null => "!!null",
            Self::Bool(_) => "!!bool",
            Self::Integer(_) | Self::Unsigned(_) => "!!int",
            Self::Float(_) => "!!float",
            Self::Merge => "!!merge",
            Self::Text => "!!str",
        }
    }
}

/// Resolves a plain scalar without a tag.
pub(crate) fn resolve(text: &str) -> Scalar {
    match text.as_bytes().first() {
        None => Scalar::Null,
        Some(b'0'..=b'9' | b'+' | b'-') => resolve_word(text).unwrap_or_else(|| resolve_number(text)),
        Some(b'.') => resolve_word(text)
            .or_else(|| resolve_dotted(text))
            .unwrap_or(Scalar::Text),
        Some(b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~' | b'<') => {
            resolve_word(text).unwrap_or(Scalar::Text)
        }
        Some(_) => Scalar::Text,
    }
}

/// Resolves the words that are not strings, such as `true` and `null`.
fn resolve_word(text: &str) -> Option<Scalar> {
    // Most text is longer than the longest such word.
    if text.len() > 5 {
        return None;
    }
    Some(match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            Scalar::Bool(true)
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Scalar::Bool(false)
        }
        "~" | "null" | "Null" | "NULL" => Scalar::Null,
        ".nan" | ".NaN" | ".NAN" => Scalar::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Scalar::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Scalar::Float(f64::NEG_INFINITY),
        "<<" => Scalar::Merge,
        _ => return None,
    })
}

/// Resolves a scalar that starts with a digit or a sign. Underscores are valid anywhere after the first
/// character.
fn resolve_number(text: &str) -> Scalar {
    let cleaned;
    let plain = if text.contains('_') {
        cleaned = text.replace('_', "");
        cleaned.as_str()
    } else {
        text
    };
    integer(plain)
        .or_else(|| float(plain))
        .or_else(|| parse_signed_binary(plain))
        .unwrap_or(Scalar::Text)
}

fn integer(plain: &str) -> Option<Scalar> {
    let (negative, digits) = match plain.as_bytes().first()? {
        b'-' => (true, &plain[1..]),
        b'+' => (false, &plain[1..]),
        _ => (false, plain),
    };
    let size = number::parse_magnitude(digits)?;
    if negative {
        return 0i64.checked_sub_unsigned(size).map(Scalar::Integer);
    }
    match i64::try_from(size) {
        Ok(size) => Some(Scalar::Integer(size)),
        // With a plus sign, Go does not try 64 unsigned bits.
        Err(_) if plain.starts_with('+') => None,
        Err(_) => Some(Scalar::Unsigned(size)),
    }
}

/// Parses a decimal float: digits with at most one dot and an exponent. Numbers out of range are text.
fn float(plain: &str) -> Option<Scalar> {
    let body = plain.strip_prefix(['+', '-']).unwrap_or(plain);
    let (mantissa, exponent) = match body.find(['e', 'E']) {
        Some(at) => (&body[..at], Some(&body[at + 1..])),
        None => (body, None),
    };
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if !digits(whole) || !digits(fraction) || (whole.is_empty() && fraction.is_empty()) {
        return None;
    }
    if let Some(exponent) = exponent {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if exponent.is_empty() || !digits(exponent) {
            return None;
        }
    }
    let value: f64 = plain.parse().ok()?;
    value.is_finite().then_some(Scalar::Float(value))
}

/// Resolves a scalar that starts with a dot. Its underscores must be between digits.
fn resolve_dotted(text: &str) -> Option<Scalar> {
    if !text.contains('_') {
        return float(text);
    }
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let between = |at: usize| at > 0 && digit(at - 1) && digit(at + 1);
    let fine = (0..bytes.len()).all(|at| bytes[at] != b'_' || between(at));
    if fine { float(&text.replace('_', "")) } else { None }
}

/// Parses `0b-1` as -1: Go accepts a second sign after `0b`.
fn parse_signed_binary(plain: &str) -> Option<Scalar> {
    let body = plain.strip_prefix("0b")?;
    body.strip_prefix(['+', '-'])?;
    i64::from_str_radix(body, 2).ok().map(Scalar::Integer)
}

/// Resolves a scalar with a tag of the YAML namespace (`int` for `!!int`), in any quoting. `Err` contains the
/// tag of the type that the text has instead.
pub(crate) fn resolve_tagged(tag: &str, text: &str) -> Result<Scalar, &'static str> {
    let scalar = resolve(text);
    let is_valid = match (tag, scalar) {
        ("null", Scalar::Null)
        | ("bool", Scalar::Bool(_))
        | ("int", Scalar::Integer(_) | Scalar::Unsigned(_))
        | ("float", Scalar::Float(_) | Scalar::Integer(_) | Scalar::Unsigned(_)) => true,
        ("merge", _) if text == "<<" => return Ok(Scalar::Merge),
        ("timestamp", Scalar::Text) if looks_like_date(text) => true,
        ("null" | "bool" | "int" | "float" | "timestamp", _) => false,
        // Other tags do not change the text.
        _ => return Ok(Scalar::Text),
    };
    if is_valid { Ok(scalar) } else { Err(scalar.tag()) }
}

fn looks_like_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 8 && bytes[..4].iter().all(u8::is_ascii_digit) && bytes[4] == b'-'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_follow_go_yaml() {
        use Scalar::{Bool, Float, Integer, Merge, Null, Text, Unsigned};
        let cases = [
            ("", Null),
            ("~", Null),
            ("NULL", Null),
            ("nUll", Text),
            ("y", Bool(true)),
            ("Yes", Bool(true)),
            ("yEs", Text),
            ("OFF", Bool(false)),
            ("0", Integer(0)),
            ("-0", Integer(0)),
            ("0777", Integer(511)),
            ("-0777", Integer(-511)),
            ("08", Float(8.0)),
            ("0o14", Integer(12)),
            ("0O14", Integer(12)),
            ("0x1F", Integer(31)),
            ("0b101", Integer(5)),
            ("0b-1", Integer(-1)),
            ("-0b-1", Text),
            ("0b", Text),
            ("0x", Text),
            ("1_000", Integer(1000)),
            ("1_", Integer(1)),
            ("_1", Text),
            ("-_1", Integer(-1)),
            ("1.", Float(1.0)),
            (".5", Float(0.5)),
            ("+.5", Float(0.5)),
            ("._5", Text),
            (".5_0", Float(0.5)),
            (".5__0", Text),
            (".5_", Text),
            (".5_e3", Text),
            ("+._5", Float(0.5)),
            ("1.5_0", Float(1.5)),
            (".", Text),
            ("-", Text),
            ("1e3", Float(1000.0)),
            ("1e", Text),
            ("1e400", Text),
            ("1e-400", Float(0.0)),
            ("0e5", Float(0.0)),
            ("1:30", Text),
            ("2001-01-01", Text),
            ("=", Text),
            ("<<", Merge),
            ("9223372036854775807", Integer(i64::MAX)),
            ("-9223372036854775808", Integer(i64::MIN)),
            ("9223372036854775808", Unsigned(1 << 63)),
            ("+9223372036854775808", Float(9.223_372_036_854_776e18)),
            ("18446744073709551616", Float(1.844_674_407_370_955_2e19)),
            ("0x10000000000000000", Text),
            (".inf", Float(f64::INFINITY)),
            ("-.INF", Float(f64::NEG_INFINITY)),
            ("inf", Text),
            ("nan", Text),
            ("1.2.3", Text),
        ];
        for (text, want) in cases {
            assert_eq!(resolve(text), want, "{text}");
        }
        assert!(matches!(resolve(".NaN"), Float(f) if f.is_nan()));
    }

    #[test]
    fn tags_decide_against_the_spelling() {
        assert_eq!(resolve_tagged("str", "1"), Ok(Scalar::Text));
        assert_eq!(resolve_tagged("int", "0x10"), Ok(Scalar::Integer(16)));
        assert_eq!(resolve_tagged("int", "1.5"), Err("!!float"));
        assert_eq!(resolve_tagged("float", "3"), Ok(Scalar::Integer(3)));
        assert_eq!(resolve_tagged("bool", "1"), Err("!!int"));
        assert_eq!(resolve_tagged("null", ""), Ok(Scalar::Null));
        assert_eq!(resolve_tagged("foo", "12"), Ok(Scalar::Text));
        assert_eq!(resolve_tagged("timestamp", "2001-01-01"), Ok(Scalar::Text));
        assert_eq!(resolve_tagged("timestamp", "x"), Err("!!str"));
    }
}
