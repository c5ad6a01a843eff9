//! The errors in the time zone and in the schedule of a CronJob. The latter have the messages of the library that Kubernetes
//! uses (Go: `cron.ParseStandard` of robfig/cron).

use crate::schema::go_quote;

/// A field of a schedule: its smallest and its largest number, and the names of the numbers from the smallest.
struct ScheduleField {
    min: u64,
    max: u64,
    names: &'static [&'static str],
}

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

const DAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

const FIELDS: [ScheduleField; 5] = [
    ScheduleField::new(0, 59, &[]),
    ScheduleField::new(0, 23, &[]),
    ScheduleField::new(1, 31, &[]),
    ScheduleField::new(1, 12, &MONTHS),
    ScheduleField::new(0, 6, &DAYS),
];

const DESCRIPTORS: [&str; 7] = [
    "@yearly",
    "@annually",
    "@monthly",
    "@weekly",
    "@daily",
    "@midnight",
    "@hourly",
];

/// Returns the first error in a schedule. A schedule with a time zone and durations after `@every` are not checked.
pub(crate) fn schedule_error(schedule: &str) -> Option<String> {
    if schedule.contains("TZ=") || schedule.starts_with("@every ") {
        return None;
    }
    if schedule.starts_with('@') {
        return (!DESCRIPTORS.contains(&schedule)).then(|| format!("unrecognized descriptor: {schedule}"));
    }
    let fields: Vec<&str> = schedule.split_whitespace().collect();
    if fields.len() != FIELDS.len() {
        return Some(format!(
            "expected exactly 5 fields, found {}: [{}]",
            fields.len(),
            fields.join(" ")
        ));
    }
    FIELDS.iter().zip(fields).find_map(|(field, text)| {
        let mut ranges = text.split(',').filter(|range| !range.is_empty());
        ranges.find_map(|range| field.check(range).err())
    })
}

/// Returns the error in the name of a time zone (Go: `validateTimeZone`). Which zones exist is not checked.
pub(crate) fn time_zone_error(zone: &str) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_+".contains(&byte);
    let is_name = |part: &str| {
        (1..=14).contains(&part.len())
            && !matches!(part, "." | "..")
            && !part.starts_with('-')
            && part.bytes().all(is_plain)
    };
    match zone {
        "" => Some("timeZone must be nil or non-empty string".to_owned()),
        zone if !zone.split('/').all(is_name) => Some(format!("unknown time zone {zone}")),
        zone if zone.eq_ignore_ascii_case("local") => Some(
            "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones".to_owned(),
        ),
        _ => None,
    }
}

impl ScheduleField {
    const fn new(min: u64, max: u64, names: &'static [&'static str]) -> Self {
        Self { min, max, names }
    }

    /// Checks a range such as `1-5/2`.
    fn check(&self, range: &str) -> Result<(), String> {
        let parts: Vec<&str> = range.split('/').collect();
        let bounds: Vec<&str> = parts[0].split('-').collect();
        let (start, mut end) = match bounds[..] {
            ["*" | "?", ..] => (self.min, self.max),
            [one] => {
                let number = self.number(one)?;
                (number, number)
            }
            [low, high] => (self.number(low)?, self.number(high)?),
            _ => return Err(format!("too many hyphens: {range}")),
        };
        let step = match parts[..] {
            [_] => 1,
            [_, step] => {
                // `N/STEP` counts up to the largest number.
                if bounds.len() == 1 {
                    end = self.max;
                }
                parse_number(step)?
            }
            _ => return Err(format!("too many slashes: {range}")),
        };
        let (min, max) = (self.min, self.max);
        if start < min {
            return Err(format!(
                "beginning of range ({start}) below minimum ({min}): {range}"
            ));
        }
        if end > max {
            return Err(format!("end of range ({end}) above maximum ({max}): {range}"));
        }
        if start > end {
            return Err(format!(
                "beginning of range ({start}) beyond end of range ({end}): {range}"
            ));
        }
        match step {
            0 => Err(format!("step of range should be a positive number: {range}")),
            _ => Ok(()),
        }
    }

    fn number(&self, text: &str) -> Result<u64, String> {
        let name = text.to_lowercase();
        let named = (self.min..).zip(self.names).find(|(_, known)| **known == name);
        named.map_or_else(|| parse_number(text), |(number, _)| Ok(number))
    }
}

fn parse_number(text: &str) -> Result<u64, String> {
    match text.parse::<i64>() {
        Ok(number) => {
            u64::try_from(number).map_err(|_| format!("negative number ({number}) not allowed: {text}"))
        }
        Err(error) => {
            let why = match error.kind() {
                std::num::IntErrorKind::PosOverflow | std::num::IntErrorKind::NegOverflow => {
                    "value out of range"
                }
                _ => "invalid syntax",
            };
            Err(format!(
                "failed to parse int from {text}: strconv.Atoi: parsing {}: {why}",
                go_quote(text)
            ))
        }
    }
}
