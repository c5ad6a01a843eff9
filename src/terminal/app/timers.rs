//! What happens after a time: the next step while playing, the next slice of a search, the end of a highlight.

use std::time::{Duration, Instant};

use crate::explorer::Explorer;

/// How long the changes of a save are highlighted.
const FLASH: Duration = Duration::from_millis(1200);

/// Background work is shown only after this time: a status that flickers at every save says nothing, and each of its
/// frames would delay the work.
const WORKER_TIMEOUT: Duration = Duration::from_millis(100);

/// The timers of the explorer. Each is `None` while it does not run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Timers {
    /// The next step of the playback.
    tick: Option<Instant>,
    /// The next slice of a search: at once, since the screen is drawn and keys are read between two slices.
    search: Option<Instant>,
    /// The highlighted save, and the end of its highlight.
    flash: Option<(u64, Instant)>,
    /// Until when background work is not shown.
    quiet: Option<Instant>,
}

/// Whether a merge runs in the background.
pub(crate) fn is_working(explorer: &Explorer) -> bool {
    explorer.workspace().working().is_some() && !explorer.workspace().is_opening()
}

impl Timers {
    /// Starts and stops the timers after an event; `was_working`: [`is_working`] before the event.
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

    /// Whether the next step is due; it is due once.
    pub(crate) fn take_tick(&mut self, now: Instant) -> bool {
        self.tick.take_if(|tick| *tick <= now).is_some()
    }

    /// Whether the highlight of a save ends now.
    pub(crate) fn is_flash_over(&self, now: Instant) -> bool {
        self.flash.is_some_and(|(_, until)| until <= now)
    }

    /// Whether background work is not shown yet.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet.is_some()
    }

    /// The time of the next timer.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        let flash = self.flash.map(|(_, until)| until);
        [self.search, self.tick, flash, self.quiet]
            .into_iter()
            .flatten()
            .min()
    }
}
