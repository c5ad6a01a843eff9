//! The time of day as text, for the list of versions.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the current time, as `15:04:05 UTC`.
pub(crate) fn time_of_day() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    words(now.map_or(0, |since| since.as_secs()))
}

/// Returns the time of day for a number of seconds since 1970.
fn words(seconds: u64) -> String {
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{hours:02}:{minutes:02}:{:02} UTC", seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn seconds_become_a_time_of_day() {
        for (seconds, want) in [
            (0, "00:00:00 UTC"),
            (86_399, "23:59:59 UTC"),
            (1_763_651_045, "15:04:05 UTC"),
        ] {
            assert_eq!(words(seconds), want);
        }
    }
}
