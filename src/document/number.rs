//! Formats numbers as Go does, in JSON and as map keys, because Kubernetes is written in Go.

/// Formats `value` as the JSON encoder of Go: shortest form, no exponent between 1e-6 and 1e21 (`80`, `0.5`,
/// `1e+21`).
pub fn json_float(value: f64) -> String {
    let size = value.abs();
    if value != 0.0 && !(1e-6..1e21).contains(&size) {
        return go_exponent(&format!("{value:e}"), 1);
    }
    // Display of f64 is the shortest form and never has an exponent.
    format!("{value}")
}

/// Formats `value` as a map key: sigs.k8s.io/yaml uses 32-bit precision and the `%g` rules of Go.
pub(crate) fn float_key(value: f64) -> String {
    let value = value as f32;
    if value.is_nan() {
        return ".nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    let scientific = format!("{value:e}");
    let exponent = scientific
        .split_once('e')
        .and_then(|(_, exponent)| exponent.parse::<i32>().ok())
        .unwrap_or(0);
    if value != 0.0 && !(-4..MIN_EXPONENT).contains(&exponent) {
        go_exponent(&scientific, 2)
    } else {
        format!("{value}")
    }
}

/// The exponent from which `%g` without a precision uses the exponent form.
const MIN_EXPONENT: i32 = 6;

/// Converts `1e21` to `1e+21`: Go's exponents have a sign and at least `digits` digits.
fn go_exponent(text: &str, digits: usize) -> String {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(positive) => ('-', positive),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{exponent:0>digits$}")
}

/// Returns the integer to which Kubernetes converts a whole float when the value passes through JSON: `80.0`
/// prints as `80`. Returns `None` if the float does not print as a 64-bit integer.
pub(crate) fn to_integer(value: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() != 0.0 {
        return None;
    }
    if value.abs() <= EXACT {
        return Some(value as i64);
    }
    json_float(value).parse().ok()
}

/// Parses an unsigned integer in the syntax of Go literals without underscores: `0x1f`, `0o17`, `017`, `0b1`,
/// `12`. Returns `None` for other text and for more than 64 bits.
pub(crate) fn parse_magnitude(digits: &str) -> Option<u64> {
    let bytes = digits.as_bytes();
    let (radix, body) = match bytes {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', b'o' | b'O', ..] => (8, &digits[2..]),
        [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    // `from_str_radix` would accept a sign.
    if !body.as_bytes().first()?.is_ascii_alphanumeric() {
        return None;
    }
    u64::from_str_radix(body, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_print_as_go_prints_them() {
        let cases = [
            (80.0, "80", "80"),
            (0.5, "0.5", "0.5"),
            (1e3, "1000", "1000"),
            (-0.0, "-0", "-0"),
            (1e10, "10000000000", "1e+10"),
            (1e20, "100000000000000000000", "1e+20"),
            (1e21, "1e+21", "1e+21"),
            (1e23, "1e+23", "1e+23"),
            (123_456_789.5, "123456789.5", "1.2345679e+08"),
            (0.000_001, "0.000001", "1e-06"),
            (0.000_000_1, "1e-7", "1e-07"),
            (0.000_1, "0.0001", "0.0001"),
            (1.5e-300, "1.5e-300", "0"),
            (1e40, "10000000000000000303786028427003666890752", ".inf"),
        ];
        for (value, json, key) in cases {
            if value < 1e30 {
                assert_eq!(json_float(value), json);
            }
            assert_eq!(float_key(value), key, "{value}");
        }
    }

    #[test]
    fn whole_floats_become_integers() {
        assert_eq!(to_integer(80.0), Some(80));
        assert_eq!(to_integer(-0.0), Some(0));
        assert_eq!(to_integer(0.5), None);
        assert_eq!(to_integer(1e18), Some(1_000_000_000_000_000_000));
        assert_eq!(to_integer(1e19), None);
        assert_eq!(
            to_integer(9.223_372_036_854_775e18),
            Some(9_223_372_036_854_775_000)
        );
    }
}
