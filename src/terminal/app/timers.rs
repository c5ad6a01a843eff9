//! The timers of the explorer: playback, search, and the end of a highlight.

use std::time::{Duration, Instant};

use crate::explorer::Explorer;

/// The time for which the changes of a save are highlighted.
const FLASH: Duration = Duration::from_millis(1200);

/// The time after which background work is shown. Otherwise the status line would flicker at every save, and
/// the additional frames would delay the work.
const WORKER_TIMEOUT: Duration = Duration::from_millis(100);

/// The timers of the explorer. A timer is `None` while it does not run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Timers {
    /// The time of the next playback step.
    tick: Option<Instant>,
    /// The time of the next part of a search, which is now: the screen is drawn and keys are read between two
    /// parts.
    search: Option<Instant>,
    /// The highlighted save, and the end of its highlight.
    flash: Option<(u64, Instant)>,
    /// The time until which background work is not shown.
    quiet: Option<Instant>,
}

/// Returns whether a merge runs in the background.
pub(crate) fn is_working(explorer: &Explorer) -> bool {
    explorer.workspace().working().is_some() && !explorer.workspace().is_opening()
}

impl Timers {
    /// Starts and stops the timers after an event. `was_working`: the value of [`is_working`] before the
    /// event.
    pub(crate) fn update(&mut self, explorer: &Explorer, was_working: bool, now: Instant) {
        let player = explorer.workspace().player();
        let next = || now + Duration::from_millis(player.interval());
        self.tick = player.playing.then(|| self.tick.unwrap_or_else(next));
        let flashing = explorer.workspace().versions().flashing();
        self.flash = flashing.map(|flash| match self.flash {
            Some((same, until)) if same == flash => (flash, until),
            _ => (flash, now + FLASH),
        });
        self.search = explorer.search().is_searching().then_some(now);
        self.quiet = match (is_working(explorer), was_working) {
            (true, false) => Some(now + WORKER_TIMEOUT),
            (true, true) => self.quiet.filter(|until| *until > now),
            (false, _) => None,
        };
    }

    /// Returns whether the next playback step is due. A step is due once.
    pub(crate) fn take_tick(&mut self, now: Instant) -> bool {
        self.tick.take_if(|tick| *tick <= now).is_some()
    }

    /// Returns whether the highlight of a save has expired.
    pub(crate) fn is_flash_over(&self, now: Instant) -> bool {
        self.flash.is_some_and(|(_, until)| until <= now)
    }

    /// Returns whether background work is not shown yet.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet.is_some()
    }

    /// Returns the time of the next timer.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        let flash = self.flash.map(|(_, until)| until);
        [self.search, self.tick, flash, self.quiet]
            .into_iter()
            .flatten()
            .min()
    }
}
