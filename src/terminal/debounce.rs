//! Decides when to check files after file system events. Pure: every instant is a parameter.

use std::time::{Duration, Instant};

/// A save causes several events; the check waits until there was no event for this time.
const QUIET_PERIOD: Duration = Duration::from_millis(40);
/// The delay after an event that ends a save, because other files may be saved together with this one.
const ENDED: Duration = Duration::from_millis(5);
/// The maximum delay after the first event, for programs that write without a pause.
const MAX_DELAY: Duration = Duration::from_millis(250);
/// A missing or empty file is probably being written; it has this time to come back.
pub(crate) const GRACE_PERIOD: Duration = Duration::from_millis(200);

/// Collects events until the next check.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Debounce {
    /// The first event since the last check, and the end of the quiet period after the last one.
    burst: Option<(Instant, Instant)>,
    /// The time to check a missing or empty file again.
    again: Option<Instant>,
}

impl Debounce {
    /// Records an event. `ends`: the event ends the save of a file.
    pub(crate) fn event(&mut self, now: Instant, ends: bool) {
        let first = self.burst.map_or(now, |(first, _)| first);
        self.burst = Some((first, now + if ends { ENDED } else { QUIET_PERIOD }));
    }

    /// Sets the time to check missing or empty files again, or `None` if there are none.
    pub(crate) fn again(&mut self, at: Option<Instant>) {
        self.again = at;
    }

    /// Returns the time of the next check, or `None` if there is nothing to check.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        let burst = self.burst.map(|(first, quiet)| quiet.min(first + MAX_DELAY));
        match (burst, self.again) {
            (Some(burst), Some(again)) => Some(burst.min(again)),
            (burst, again) => burst.or(again),
        }
    }

    /// Returns whether a check is due. If it is, forgets the recorded events.
    pub(crate) fn take_due(&mut self, now: Instant) -> bool {
        let is_due = self.deadline().is_some_and(|deadline| deadline <= now);
        if is_due {
            *self = Self::default();
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(start: Instant, ms: u64) -> Instant {
        start + Duration::from_millis(ms)
    }

    #[test]
    fn looks_once_the_events_are_quiet_and_at_the_latest_after_the_most() {
        let start = Instant::now();
        let cases: &[(&[u64], u64)] = &[
            (&[0], 40),
            (&[0, 10, 30], 70),
            (&[0, 39, 78, 117, 156, 195, 234], 250),
            (&[5, 5], 45),
        ];
        for (events, want) in cases {
            let mut debounce = Debounce::default();
            for at in *events {
                assert!(!debounce.take_due(ms(start, *at)));
                debounce.event(ms(start, *at), false);
            }
            assert_eq!(debounce.deadline(), Some(ms(start, *want)), "{events:?}");
            assert!(!debounce.take_due(ms(start, want - 1)), "{events:?}");
            assert!(debounce.take_due(ms(start, *want)), "{events:?}");
            assert_eq!(debounce.deadline(), None, "{events:?}");
        }
    }

    #[test]
    fn the_end_of_a_save_is_waited_for_shortly_and_a_write_after_it_for_long() {
        let start = Instant::now();
        let mut debounce = Debounce::default();
        debounce.event(start, false);
        debounce.event(ms(start, 1), true);
        assert_eq!(debounce.deadline(), Some(ms(start, 6)));
        debounce.event(ms(start, 5), false);
        assert_eq!(debounce.deadline(), Some(ms(start, 45)));
        debounce.event(ms(start, 249), true);
        assert_eq!(debounce.deadline(), Some(ms(start, 250)));
    }

    #[test]
    fn a_doubt_is_looked_at_when_it_ends_or_with_what_happens_before() {
        let start = Instant::now();
        let mut debounce = Debounce::default();
        debounce.again(Some(ms(start, 240)));
        assert_eq!(debounce.deadline(), Some(ms(start, 240)));
        debounce.event(ms(start, 100), false);
        assert_eq!(debounce.deadline(), Some(ms(start, 140)));
        assert!(debounce.take_due(ms(start, 140)));
        // The caller of the check decides what to check again.
        assert_eq!(debounce.deadline(), None);
        debounce.again(Some(ms(start, 240)));
        assert!(debounce.take_due(ms(start, 240)));
        debounce.again(None);
        assert_eq!(debounce.deadline(), None);
    }
}
