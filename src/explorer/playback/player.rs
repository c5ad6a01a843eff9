//! Where each way of stepping leads, and why it may not lead anywhere. Positions count played steps: 0 is live
//! untouched.

use crate::merge::Step;

/// Slowest to fastest, milliseconds a step.
const SPEEDS: [u64; 7] = [4000, 2000, 1200, 700, 400, 200, 80];

/// The speed that one begins with, as an index into the speeds.
const DEFAULT_SPEED: usize = 3;

/// Playing by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// Whether it plays.
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
    /// Every pace there is, the slowest first: milliseconds from one step to the next.
    pub const PACES: [u64; 7] = SPEEDS;

    /// At the pace nearest to an interval of milliseconds.
    #[must_use]
    pub fn paced(interval: u64) -> Self {
        let speeds = SPEEDS.iter().enumerate();
        let nearest = speeds.min_by_key(|(_, speed)| speed.abs_diff(interval));
        Self {
            playing: false,
            speed: nearest.map_or(DEFAULT_SPEED, |(speed, _)| speed),
        }
    }

    /// Milliseconds from one step to the next.
    pub fn interval(self) -> u64 {
        SPEEDS[self.speed.min(SPEEDS.len() - 1)]
    }

    /// At a pace for reading aloud.
    pub(crate) fn calm(&mut self) {
        self.speed = 0;
    }

    /// Plays faster; tells why not.
    pub(crate) fn faster(&mut self) -> Result<(), &'static str> {
        if self.speed + 1 >= SPEEDS.len() {
            return Err("faster: this is the highest speed");
        }
        self.speed += 1;
        Ok(())
    }

    /// Plays slower; tells why not.
    pub(crate) fn slower(&mut self) -> Result<(), &'static str> {
        if self.speed == 0 {
            return Err("slower: this is the lowest speed");
        }
        self.speed -= 1;
        Ok(())
    }
}

/// A way of stepping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepTarget {
    StepForward,
    StepBack,
    OverForward,
    OverBack,
    OutForward,
    OutBack,
    NextDirective,
    PreviousDirective,
    NextIssue,
    PreviousIssue,
    First,
    Last,
    To(usize),
}

/// The position that `way` leads to from `position`; `surprises` says which steps, by index, are surprises here, `shown`
/// which positions there are for stepping. Behind the last surprise comes the first one again.
///
/// # Errors
/// Why there is no such position, as a sentence for the status line.
pub(crate) fn resolve_target(
    steps: &[Step],
    position: usize,
    way: StepTarget,
    surprises: &dyn Fn(usize) -> bool,
    shown: &dyn Fn(usize) -> bool,
) -> Result<usize, String> {
    let end = steps.len();
    let depth = position.checked_sub(1).map_or(0, |now| steps[now].depth);
    // Positions, so one more than the step's index.
    let ahead_by = |wanted: &dyn Fn(usize) -> bool, from: usize| {
        (from..end)
            .find(|index| shown(*index + 1) && wanted(*index))
            .map(|index| index + 1)
    };
    let behind_by = |wanted: &dyn Fn(usize) -> bool, until: usize| {
        (0..until)
            .rev()
            .find(|index| shown(*index + 1) && wanted(*index))
            .map(|index| index + 1)
    };
    let ahead = |wanted: &dyn Fn(&Step) -> bool| ahead_by(&|index| wanted(&steps[index]), position);
    let before = position.saturating_sub(1);
    let behind = |wanted: &dyn Fn(&Step) -> bool| behind_by(&|index| wanted(&steps[index]), before);
    let round = |what: &str, found: Option<usize>| match found {
        Some(only) if only == position => Err(format!("{what}: step {position} is the only one")),
        Some(found) => Ok(found),
        None => Err(format!("{what}: there is none")),
    };
    let at_end = |what: &str| format!("{what}: already at the last step");
    let at_start = |what: &str| format!("{what}: already at step 0, live untouched");
    let none = |what: &str, where_: &str| Err(format!("{what}: there is none {where_} step {position}"));
    match way {
        StepTarget::StepForward if position >= end => Err(at_end("step")),
        StepTarget::StepForward => match ahead(&|_| true) {
            Some(position) => Ok(position),
            None => none("step: of the steps that are shown", "after"),
        },
        StepTarget::StepBack if position == 0 => Err(at_start("step back")),
        StepTarget::StepBack => Ok(behind(&|_| true).unwrap_or(0)),
        StepTarget::OverForward if position >= end => Err(at_end("step over")),
        StepTarget::OverForward => Ok(ahead(&|step| step.depth <= depth).unwrap_or(end)),
        StepTarget::OverBack if position == 0 => Err(at_start("step over back")),
        StepTarget::OverBack => Ok(behind(&|step| step.depth <= depth).unwrap_or(0)),
        StepTarget::OutForward if position >= end => Err(at_end("step out")),
        StepTarget::OutForward if depth == 0 => {
            Err(format!("step out: step {position} is part of no other step"))
        }
        StepTarget::OutForward => Ok(ahead(&|step| step.depth < depth).unwrap_or(end)),
        StepTarget::OutBack => {
            let above = |step: &u32| steps[*step as usize].parent();
            let parent = position.checked_sub(1).and_then(|now| steps[now].parent());
            let parent = std::iter::successors(parent, above).find(|step| shown(*step as usize + 1));
            match parent {
                Some(parent) => Ok(parent as usize + 1),
                None => Err(format!("step out back: step {position} is part of no other step")),
            }
        }
        StepTarget::NextDirective => match ahead(&|step| step.directive().is_some()) {
            Some(position) => Ok(position),
            None => none("next directive", "after"),
        },
        StepTarget::PreviousDirective => match behind(&|step| step.directive().is_some()) {
            Some(position) => Ok(position),
            None => none("previous directive", "before"),
        },
        StepTarget::NextIssue => {
            let found = ahead_by(surprises, position).or_else(|| ahead_by(surprises, 0));
            round("next surprise", found)
        }
        StepTarget::PreviousIssue => {
            let found = behind_by(surprises, before).or_else(|| behind_by(surprises, end));
            round("previous surprise", found)
        }
        StepTarget::First if position == 0 => Err(at_start("first step")),
        StepTarget::First => Ok(0),
        StepTarget::Last if position >= end => Err(at_end("last step")),
        StepTarget::Last => Ok(end),
        StepTarget::To(position) if position > end => {
            Err(format!("step {position}: there are only {end} steps"))
        }
        StepTarget::To(position) => Ok(position),
    }
}
