//! The player, and the target positions of the stepping actions. A position is the number of played steps: 0
//! is the live object before the patch.

use super::action::PlaybackAction as Target;
use crate::merge::Step;

/// The initial speed, as an index into [`Player::INTERVALS`].
const DEFAULT_SPEED: usize = 3;

/// The player, which steps at an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// Whether the steps are being played.
    pub playing: bool,
    speed: usize,
}

impl Default for Player {
    fn default() -> Self {
        Self {
            playing: false,
            speed: DEFAULT_SPEED,
        }
    }
}

impl Player {
    /// All intervals in milliseconds per step, the slowest first.
    pub const INTERVALS: [u64; 7] = [4000, 2000, 1200, 700, 400, 200, 80];

    /// Creates a player with the speed nearest to an interval in milliseconds.
    #[must_use]
    pub fn with_interval(interval: u64) -> Self {
        let speeds = Self::INTERVALS.iter().enumerate();
        let nearest = speeds.min_by_key(|(_, speed)| speed.abs_diff(interval));
        Self {
            playing: false,
            speed: nearest.map_or(DEFAULT_SPEED, |(speed, _)| speed),
        }
    }

    /// Returns the interval in milliseconds per step.
    pub fn interval(self) -> u64 {
        Self::INTERVALS[self.speed.min(Self::INTERVALS.len() - 1)]
    }

    /// Sets the lowest speed, for an audience.
    pub(crate) fn set_slowest(&mut self) {
        self.speed = 0;
    }

    /// Increases the speed.
    ///
    /// # Errors
    /// The speed is already the highest.
    pub(crate) fn faster(&mut self) -> Result<(), &'static str> {
        if self.speed + 1 >= Self::INTERVALS.len() {
            return Err("already at the highest speed");
        }
        self.speed += 1;
        Ok(())
    }

    /// Plays slower.
    /// Decreases the speed.
    /// # Errors
    /// The speed is already the lowest.
    pub(crate) fn slower(&mut self) -> Result<(), &'static str> {
        if self.speed == 0 {
            return Err("already at the lowest speed");
        }
        self.speed -= 1;
        Ok(())
    }
}

/// Returns the position that a stepping action goes to from `position`, or `None` for other actions. `issues`
/// tells which steps, by index, are issues, and `shown` at which positions stepping stops. After the last
/// issue, the first one follows.
///
/// # Errors
/// There is no such position. The error is text for the status line.
pub(crate) fn resolve_target(
    steps: &[Step],
    position: usize,
    target: Target,
    issues: &dyn Fn(usize) -> bool,
    shown: &dyn Fn(usize) -> bool,
) -> Option<Result<usize, String>> {
    let end = steps.len();
    let depth = position.checked_sub(1).map_or(0, |now| steps[now].depth);
    // Positions are indexes of steps plus one.
    let find_after = |matches: &dyn Fn(usize) -> bool, from: usize| {
        (from..end)
            .find(|index| matches(*index) && shown(*index + 1))
            .map(|index| index + 1)
    };
    let find_before = |matches: &dyn Fn(usize) -> bool, until: usize| {
        (0..until)
            .rev()
            .find(|index| matches(*index) && shown(*index + 1))
            .map(|index| index + 1)
    };
    let ahead = |matches: &dyn Fn(&Step) -> bool| find_after(&|index| matches(&steps[index]), position);
    let before = position.saturating_sub(1);
    let last = |matches: &dyn Fn(&Step) -> bool| find_before(&|index| matches(&steps[index]), before);
    let wrapped = |what: &str, found: Option<usize>| match found {
        Some(only) if only == position => Err(format!("{what}: step {position} is the only issue")),
        Some(found) => Ok(found),
        None => Err(format!("{what}: there is none")),
    };
    let at_end = || Err("already at the last step".to_owned());
    let at_start = || Err("already at step 0".to_owned());
    let none = |what: &str, direction: &str| Err(format!("{what}: none {direction} step {position}"));
    Some(match target {
        Target::StepForward if position >= end => at_end(),
        Target::StepForward => match ahead(&|_| true) {
            Some(position) => Ok(position),
            None => Err("step: no later step matches the filter".to_owned()),
        },
        Target::StepBack if position == 0 => at_start(),
        Target::StepBack => Ok(last(&|_| true).unwrap_or(0)),
        Target::OverForward if position >= end => at_end(),
        Target::OverForward => Ok(ahead(&|step| step.depth <= depth).unwrap_or(end)),
        Target::OverBack if position == 0 => at_start(),
        Target::OverBack => Ok(last(&|step| step.depth <= depth).unwrap_or(0)),
        Target::OutForward if position >= end => at_end(),
        Target::OutForward if depth == 0 => Err(format!("step {position} has no parent step")),
        Target::OutForward => Ok(ahead(&|step| step.depth < depth).unwrap_or(end)),
        Target::OutBack => {
            let above = |step: &u32| steps[*step as usize].parent();
            let parent = position.checked_sub(1).and_then(|now| steps[now].parent());
            let parent = std::iter::successors(parent, above).find(|step| shown(*step as usize + 1));
            match parent {
                Some(parent) => Ok(parent as usize + 1),
                None => Err(format!("step {position} has no parent step")),
            }
        }
        Target::NextDirective => match ahead(&|step| step.directive().is_some()) {
            Some(position) => Ok(position),
            None => none("next directive", "after"),
        },
        Target::PreviousDirective => match last(&|step| step.directive().is_some()) {
            Some(position) => Ok(position),
            None => none("previous directive", "before"),
        },
        Target::NextIssue => {
            let found = find_after(issues, position).or_else(|| find_after(issues, 0));
            wrapped("next issue", found)
        }
        Target::PreviousIssue => {
            let found = find_before(issues, before).or_else(|| find_before(issues, end));
            wrapped("previous issue", found)
        }
        Target::FirstStep if position == 0 => at_start(),
        Target::FirstStep => Ok(0),
        Target::LastStep if position >= end => at_end(),
        Target::LastStep => Ok(end),
        Target::GoToStep(position) if position > end => {
            Err(format!("there is no step {position} (last step: {end})"))
        }
        Target::GoToStep(position) => Ok(position),
        Target::Play | Target::Faster | Target::Slower => return None,
    })
}
