//! Kubernetes quantities (`500m`, `1Gi`, `1e3`) as amounts that can be compared: `1` is `1000m`.
//!
//! Accepts the same strings as the Kubernetes parser: a suffix without a number (`m`, `k`) is zero.

use std::cmp::Ordering;

/// An amount: equal amounts are equal values. The digits have no leading or trailing zeros.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Amount {
    is_negative: bool,
    digits: Vec<u8>,
    /// The power of ten that the digits are multiplied by.
    exponent: i64,
}

/// The smallest amount is 1n: smaller ones are rounded up to it.
const NANO: i64 = -9;

/// The number of decimal digits that always fit the 64-bit numbers of the Kubernetes parser.
const MAX_FAST_DIGITS: i64 = 18;

/// The largest amount that the slow path of the Kubernetes parser gives.
const MAX_QUANTITY: &[u8] = b"9223372036854775807";

/// The parts of a quantity.
struct QuantityParts<'t> {
    is_negative: bool,
    whole: &'t str,
    fraction: &'t str,
    /// Sign, digits and point as written. The slow path reads them.
    value: &'t str,
    suffix: &'t str,
}

#[derive(Clone, Copy)]
enum Suffix {
    /// Powers of ten.
    Ten(i64),
    /// Powers of two.
    Two(u32),
}

/// Parses a quantity. `None` if the text is not a quantity.
pub(crate) fn parse_amount(text: &str) -> Option<Amount> {
    let parts = split_parts(text)?;
    let suffix = parse_suffix(parts.suffix)?;
    let mut digits = [parts.whole.as_bytes(), parts.fraction.as_bytes()].concat();
    let fraction_digits = parts.fraction.len() as i64;
    let (is_fast, exponent) = match suffix {
        Suffix::Ten(power) => {
            let spare_digits = MAX_FAST_DIGITS - digits.len() as i64;
            (
                spare_digits >= 0 && power - fraction_digits >= NANO,
                power - fraction_digits,
            )
        }
        Suffix::Two(power) => {
            let spare_digits = 15 - parts.whole.len() as i64 - i64::from(power) * 3 / 10 - 1;
            (parts.fraction.is_empty() && spare_digits >= 0, -fraction_digits)
        }
    };
    if let Suffix::Two(power) = suffix {
        for _ in 0..power / 10 {
            times_1024(&mut digits);
        }
    }
    let mut amount = Amount {
        is_negative: parts.is_negative,
        digits,
        exponent,
    };
    if !is_fast {
        // The slow path reads `value` itself, which must contain a digit.
        if !parts.value.bytes().any(|byte| byte.is_ascii_digit()) {
            return None;
        }
        amount.normalize();
        amount.round_up();
        amount.clamp_to_max();
    }
    amount.normalize();
    Some(amount)
}

/// Formats a quantity as the API server does: `1` for `1000m`, `1Gi` for `1024Mi`. `None` if the text is not
/// a quantity, or if it is larger than the largest unit.
pub(crate) fn to_canonical(text: &str) -> Option<String> {
    let amount = parse_amount(text)?;
    let suffix = parse_suffix(split_parts(text)?.suffix)?;
    if amount.digits.is_empty() {
        return Some("0".to_owned());
    }
    let sign = if amount.is_negative { "-" } else { "" };
    if let (Suffix::Two(_), Some(number)) = (suffix, amount.whole_number())
        && number >= 1024
    {
        let (mut number, mut power) = (number, 0);
        while number % 1024 == 0 {
            number /= 1024;
            power += 1;
        }
        let unit = BINARY_UNITS.get(power)?;
        return Some(format!("{sign}{number}{unit}"));
    }
    let zeros = amount.exponent.rem_euclid(3);
    let exponent = amount.exponent - zeros;
    let digits = String::from_utf8_lossy(&amount.digits).into_owned() + &"0".repeat(zeros as usize);
    let is_exponent = text.trim_start_matches(['+', '-']).contains(['e', 'E']) && !text.ends_with(['E', 'i']);
    if is_exponent && exponent != 0 {
        return Some(format!("{sign}{digits}e{exponent}"));
    }
    let unit = usize::try_from((exponent - NANO) / 3).ok()?;
    Some(format!("{sign}{digits}{}", DECIMAL_UNITS.get(unit)?))
}

const BINARY_UNITS: [&str; 7] = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const DECIMAL_UNITS: [&str; 10] = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];

fn split_parts(text: &str) -> Option<QuantityParts<'_>> {
    let bytes = text.as_bytes();
    if bytes.is_empty() {
        return None;
    }
    let mut at = 0;
    let is_negative = bytes[0] == b'-';
    if matches!(bytes[0], b'-' | b'+') {
        at = 1;
    }
    let run = |from: usize, is: fn(&u8) -> bool| {
        from + bytes[from..]
            .iter()
            .position(|byte| !is(byte))
            .unwrap_or(bytes.len() - from)
    };
    let zeros = run(at, |byte| *byte == b'0');
    let whole_end = run(zeros, u8::is_ascii_digit);
    let whole = match &text[zeros..whole_end] {
        "" => "0",
        digits => digits,
    };
    at = whole_end;
    let mut fraction = "";
    if bytes.get(at) == Some(&b'.') {
        let end = run(at + 1, u8::is_ascii_digit);
        fraction = &text[at + 1..end];
        at = end;
    }
    let value = &text[..at];
    let letters = run(at, |byte| b"eEinumkKMGTP".contains(byte));
    let mut end = letters;
    if end < bytes.len() && matches!(bytes[end], b'-' | b'+') {
        end += 1;
    }
    if run(end, u8::is_ascii_digit) != bytes.len() {
        return None;
    }
    Some(QuantityParts {
        is_negative,
        whole,
        fraction,
        value,
        suffix: &text[at..],
    })
}

fn parse_suffix(text: &str) -> Option<Suffix> {
    Some(match text {
        "Ki" => Suffix::Two(10),
        "Mi" => Suffix::Two(20),
        "Gi" => Suffix::Two(30),
        "Ti" => Suffix::Two(40),
        "Pi" => Suffix::Two(50),
        "Ei" => Suffix::Two(60),
        "n" => Suffix::Ten(-9),
        "u" => Suffix::Ten(-6),
        "m" => Suffix::Ten(-3),
        "" => Suffix::Ten(0),
        "k" => Suffix::Ten(3),
        "M" => Suffix::Ten(6),
        "G" => Suffix::Ten(9),
        "T" => Suffix::Ten(12),
        "P" => Suffix::Ten(15),
        "E" => Suffix::Ten(18),
        _ => {
            let digits = text.strip_prefix(['e', 'E'])?;
            // The Kubernetes parser keeps 32 bits of the exponent.
            Suffix::Ten(i64::from(digits.parse::<i64>().ok()? as i32))
        }
    })
}

/// Multiplies a decimal number by 1024.
fn times_1024(digits: &mut Vec<u8>) {
    let mut carry = 0u32;
    for digit in digits.iter_mut().rev() {
        let product = u32::from(*digit - b'0') * 1024 + carry;
        *digit = b'0' + (product % 10) as u8;
        carry = product / 10;
    }
    let mut front = Vec::new();
    while carry > 0 {
        front.push(b'0' + (carry % 10) as u8);
        carry /= 10;
    }
    front.reverse();
    front.append(digits);
    *digits = front;
}

impl PartialOrd for Amount {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Amount {
    fn cmp(&self, other: &Self) -> Ordering {
        let size = |amount: &Self| match amount.digits.len() as i64 {
            0 => i64::MIN,
            length => length + amount.exponent,
        };
        let by_size = || {
            size(self)
                .cmp(&size(other))
                .then_with(|| self.digits.cmp(&other.digits))
        };
        match (self.is_negative, other.is_negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => by_size(),
            (true, true) => by_size().reverse(),
        }
    }
}

impl Amount {
    /// Returns the amount as an integer, or `None` if it has a fraction or is too large.
    fn whole_number(&self) -> Option<u64> {
        let zeros = u32::try_from(self.exponent).ok()?;
        let digits: u64 = std::str::from_utf8(&self.digits).ok()?.parse().ok()?;
        digits.checked_mul(10u64.checked_pow(zeros)?)
    }

    fn normalize(&mut self) {
        let leading = self.digits.iter().take_while(|digit| **digit == b'0').count();
        self.digits.drain(..leading);
        while self.digits.last() == Some(&b'0') {
            self.digits.pop();
            self.exponent += 1;
        }
        if self.digits.is_empty() {
            (self.is_negative, self.exponent) = (false, 0);
        }
    }

    /// Rounds away from zero to whole nanos.
    fn round_up(&mut self) {
        let extra = NANO - self.exponent;
        if extra <= 0 || self.digits.is_empty() {
            return;
        }
        // Normalized digits do not end in zero, so the removed part is never zero.
        let keep = self
            .digits
            .len()
            .saturating_sub(usize::try_from(extra).unwrap_or(usize::MAX));
        self.digits.truncate(keep);
        self.exponent = NANO;
        let nines = self
            .digits
            .iter()
            .rev()
            .take_while(|digit| **digit == b'9')
            .count();
        let kept = self.digits.len() - nines;
        for digit in &mut self.digits[kept..] {
            *digit = b'0';
        }
        match kept.checked_sub(1) {
            Some(last) => self.digits[last] += 1,
            None => self.digits.insert(0, b'1'),
        }
        self.normalize();
    }

    fn clamp_to_max(&mut self) {
        let size = self.digits.len() as i64 + self.exponent;
        let most = MAX_QUANTITY.len() as i64;
        let is_more = size > most || size == most && self.digits.as_slice() > MAX_QUANTITY;
        if is_more {
            (self.digits, self.exponent) = (MAX_QUANTITY.to_vec(), 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_amounts_are_equal() {
        for (left, right) in [
            ("1", "1.0"),
            ("1", "1000m"),
            ("1", "01"),
            ("1Gi", "1024Mi"),
            ("1Gi", "1073741824"),
            ("0.5", "500m"),
            ("1.5Gi", "1536Mi"),
            ("1e3", "1k"),
            ("1E3", "1000"),
            ("2E", "2e18"),
            ("-1", "-1000m"),
            ("-0", "0"),
            ("+5", "5"),
            ("m", "0"),
            ("k", "m"),
            (".5", "0.50"),
            ("5.", "5"),
            ("0.1n", "1n"),
            ("0.0000000019", "2n"),
            ("0.9999999999", "1"),
            ("99999999999999999999", "9223372036854775807"),
            ("1e-20", "1n"),
        ] {
            let amounts = (parse_amount(left), parse_amount(right));
            assert!(amounts.0.is_some(), "{left} is a quantity");
            assert_eq!(amounts.0, amounts.1, "{left} {right}");
        }
    }

    #[test]
    fn quantities_are_written_as_the_server_writes_them() {
        for (given, written) in [
            ("1000m", "1"),
            ("1024Mi", "1Gi"),
            ("0.5", "500m"),
            ("1.5Gi", "1536Mi"),
            ("1500m", "1500m"),
            ("100000", "100k"),
            ("512Ki", "512Ki"),
            ("1Ki", "1Ki"),
            ("0.5Ki", "512"),
            ("1e3", "1e3"),
            ("-2000m", "-2"),
            ("0", "0"),
            ("10", "10"),
            ("1048576", "1048576"),
        ] {
            assert_eq!(to_canonical(given).as_deref(), Some(written), "{given}");
        }
        assert!(
            parse_amount("2") > parse_amount("1500m")
                && parse_amount("-2") < parse_amount("1m")
                && parse_amount("0") < parse_amount("1n")
        );
        assert!(parse_amount("1Gi") > parse_amount("1G"));
    }

    #[test]
    fn other_amounts_and_other_texts_are_not_equal() {
        for (left, right) in [("1", "2"), ("1", "-1"), ("1m", "1"), ("1Ki", "1k"), ("10", "1")] {
            assert_ne!(parse_amount(left), parse_amount(right), "{left} {right}");
        }
        for text in [
            "", "a", "1a", "1 ", " 1", "v1.2", "1.2.3", "1Kii", "e", "0x10", "1KiB", "--1", "1e", "1e5.5",
            "abc", "web", "true", "1ee5", "ö",
        ] {
            assert_eq!(parse_amount(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_hostile_exponent_costs_nothing() {
        assert!(parse_amount("1e999999999").is_some());
        assert!(parse_amount(&format!("{}Ei", "9".repeat(10_000))).is_some());
    }
}
