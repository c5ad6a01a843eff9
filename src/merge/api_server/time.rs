//! Reads points in time as Go does (`time.Parse` with RFC 3339).

/// Returns the error in a point in time, with Go's message. `is_micro`: with exactly six digits of a second (Go:
/// `MicroTime`).
pub(crate) fn time_error(text: &str, is_micro: bool) -> Option<String> {
    let layout = match is_micro {
        true => "2006-01-02T15:04:05.000000Z07:00",
        false => "2006-01-02T15:04:05Z07:00",
    };
    let mut reader = TimeReader { rest: text };
    let what = reader.read(is_micro).err()?;
    Some(match what {
        TimeError::Unexpected(element) => format!(
            "parsing time {text:?} as {layout:?}: cannot parse {:?} as {element:?}",
            reader.rest
        ),
        TimeError::OutOfRange(part) => format!("parsing time {text:?}: {part} out of range"),
        TimeError::ExtraText => format!("parsing time {text:?}: extra text: {:?}", reader.rest),
    })
}

enum TimeError {
    /// The rest of the text does not begin with this element of the layout.
    Unexpected(&'static str),
    /// A part of the time is too large.
    OutOfRange(&'static str),
    /// There is a text after the time.
    ExtraText,
}

struct TimeReader<'a> {
    rest: &'a str,
}

impl TimeReader<'_> {
    fn read(&mut self, is_micro: bool) -> Result<(), TimeError> {
        let year = self.number("2006", 4, 4)?;
        self.literal("-")?;
        let month = self.number("01", 2, 2)?;
        self.limit(month, 1..=12, "month")?;
        self.literal("-")?;
        let day = self.number("02", 2, 2)?;
        self.literal("T")?;
        let hour = self.number("15", 1, 2)?;
        self.limit(hour, 0..=23, "hour")?;
        self.literal(":")?;
        let minute = self.number("04", 2, 2)?;
        self.limit(minute, 0..=59, "minute")?;
        self.literal(":")?;
        let second = self.number("05", 2, 2)?;
        self.limit(second, 0..=59, "second")?;
        let digits = self.fraction_digits();
        match is_micro {
            true if digits < 6 => return Err(TimeError::Unexpected(".000000")),
            true => self.skip(7),
            false if digits > 0 => self.skip(digits + 1),
            false => {}
        }
        self.zone()?;
        if !self.rest.is_empty() {
            return Err(TimeError::ExtraText);
        }
        self.limit(day, 1..=days_of(year, month), "day")
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    fn literal(&mut self, text: &'static str) -> Result<(), TimeError> {
        self.rest = self.rest.strip_prefix(text).ok_or(TimeError::Unexpected(text))?;
        Ok(())
    }

    fn number(&mut self, element: &'static str, min: usize, max: usize) -> Result<u32, TimeError> {
        let digits = self.rest.bytes().take(max).take_while(u8::is_ascii_digit);
        let length = digits.count();
        if length < min {
            return Err(TimeError::Unexpected(element));
        }
        let number = self.rest[..length].parse().unwrap_or(0);
        self.skip(length);
        Ok(number)
    }

    fn limit(
        &self,
        number: u32,
        range: std::ops::RangeInclusive<u32>,
        part: &'static str,
    ) -> Result<(), TimeError> {
        match range.contains(&number) {
            true => Ok(()),
            false => Err(TimeError::OutOfRange(part)),
        }
    }

    /// Returns the number of digits of a fraction at the beginning of the rest.
    fn fraction_digits(&self) -> usize {
        match self.rest.strip_prefix(['.', ',']) {
            Some(digits) => digits.bytes().take_while(u8::is_ascii_digit).count(),
            None => 0,
        }
    }

    fn zone(&mut self) -> Result<(), TimeError> {
        if let Some(rest) = self.rest.strip_prefix('Z') {
            self.rest = rest;
            return Ok(());
        }
        let bytes = self.rest.as_bytes();
        let is_zone = bytes.len() >= 6
            && matches!(bytes[0], b'+' | b'-')
            && bytes[3] == b':'
            && [1, 2, 4, 5].iter().all(|at| bytes[*at].is_ascii_digit());
        if !is_zone {
            return Err(TimeError::Unexpected("Z07:00"));
        }
        let number = |at: usize| u32::from(bytes[at] - b'0') * 10 + u32::from(bytes[at + 1] - b'0');
        let (hours, minutes) = (number(1), number(4));
        self.limit(hours, 0..=24, "time zone offset hour")?;
        self.limit(minutes, 0..=60, "time zone offset minute")?;
        self.skip(6);
        Ok(())
    }
}

fn days_of(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_go_reads_them() {
        for (text, error) in [
            ("2026-11-25T20:00:00Z", None),
            ("2026-11-25T20:00:00.5+02:00", None),
            ("2024-02-29T9:00:00,5-11:30", None),
            (
                "yesterday",
                Some("as \"2006-01-02T15:04:05Z07:00\": cannot parse \"yesterday\" as \"2006\""),
            ),
            ("", Some("cannot parse \"\" as \"2006\"")),
            ("2026-11-25", Some("cannot parse \"\" as \"T\"")),
            (
                "2026-11-25 20:00:00Z",
                Some("cannot parse \" 20:00:00Z\" as \"T\""),
            ),
            ("2026-11-25T20:00:00", Some("cannot parse \"\" as \"Z07:00\"")),
            ("2026-11-25T20:00:00z", Some("cannot parse \"z\" as \"Z07:00\"")),
            ("2026-13-25T20:00:00Z", Some("\": month out of range")),
            ("2026-02-29T20:00:00Z", Some("\": day out of range")),
            ("2026-11-25T24:00:00Z", Some("\": hour out of range")),
            ("2026-11-25T20:00:00Z ", Some("\": extra text: \" \"")),
        ] {
            let got = time_error(text, false);
            match error {
                None => assert_eq!(got, None, "{text}"),
                Some(error) => assert!(
                    got.as_ref().is_some_and(|got| got.ends_with(error)),
                    "{text}: {got:?}"
                ),
            }
        }
        assert_eq!(time_error("2026-11-25T20:00:00.123456Z", true), None);
        assert!(time_error("2026-11-25T20:00:00Z", true).is_some());
    }
}
