//! Numbers as Go prints them: in JSON, and as the keys of maps. Kubernetes is written in Go, so this is what
//! people see.

/// `value` as Go's JSON encoder prints it: shortest form, no exponent between 1e-6 and 1e21 (`80`, `0.5`, `1e+21`).
pub fn json_float(value: f64) -> String {
    let size = value.abs();
    if value != 0.0 && !(1e-6..1e21).contains(&size) {
        return go_exponent(&format!("{value:e}"), 1);
    }
    // Rust's Display of floats is the shortest form and never uses an exponent.
    format!("{value}")
}

/// `value` as a map key: sigs.k8s.io/yaml prints it with the precision of 32 bits and Go's `%g` rules.
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
    if value != 0.0 && !(-4..GENERAL_LIMIT).contains(&exponent) {
        go_exponent(&scientific, 2)
    } else {
        format!("{value}")
    }
}

/// The exponent from which `%g` without a precision writes exponents.
const GENERAL_LIMIT: i32 = 6;

/// `1e21` as `1e+21`; exponents have at least `digits` digits and always a sign.
fn go_exponent(text: &str, digits: usize) -> String {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(positive) => ('-', positive),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{exponent:0>digits$}")
}

/// A whole float as the integer that Kubernetes makes of it on the way through JSON: `80.0` prints as `80`, and
/// what prints like a 64-bit integer is one. Other floats stay.
pub(crate) fn whole(value: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() != 0.0 {
        return None;
    }
    if value.abs() <= EXACT {
        return Some(value as i64);
    }
    json_float(value).parse().ok()
}

/// An integer in a Go literal's spelling, underscores already gone: `0x1f`, `0o17`, `017`, `0b1`, `-12`.
/// The sign is apart, the size 64 bits; none if it is no such literal or too big.
pub(crate) fn magnitude(digits: &str) -> Option<u64> {
    let bytes = digits.as_bytes();
    let (radix, body) = match bytes {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', b'o' | b'O', ..] => (8, &digits[2..]),
        [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    // `from_str_radix` would take a sign here.
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
        assert_eq!(whole(80.0), Some(80));
        assert_eq!(whole(-0.0), Some(0));
        assert_eq!(whole(0.5), None);
        assert_eq!(whole(1e18), Some(1_000_000_000_000_000_000));
        assert_eq!(whole(1e19), None);
        assert_eq!(whole(9.223_372_036_854_775e18), Some(9_223_372_036_854_775_000));
    }
}
