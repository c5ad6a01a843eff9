//! What would make a rejected patch list pass: the smallest change that brings it and its order together, tried out before
//! it is given.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::schema::Strategy;

/// How many items are tried for the one that stands wrong; with more items the whole sequence is given.
const MAX_ATTEMPTS: usize = 16;

/// Sequences in a sentence are cut to this many names.
const NAMES_LIMIT: usize = 24;

/// A patch list and its order by name, as a dialect holds one against the other.
#[derive(Clone, Copy)]
pub(crate) struct SequenceHelp<'a> {
    /// The patch items that are placed, deletions left out.
    pub(crate) items: &'a [&'a str],
    /// The order's entries.
    pub(crate) order: &'a [&'a str],
    /// Each entry places one item. Otherwise an entry places all items of its name, and a name's later entries none.
    pub(crate) strict: bool,
}

/// For each name the places of the order that it has.
type ItemPlaces<'a> = FxHashMap<&'a str, Vec<usize>>;

/// The change, as a sentence; nothing if names alone do not show why the list was rejected.
pub(crate) fn fix(sequence: SequenceHelp<'_>) -> Option<String> {
    let SequenceHelp { items, .. } = sequence;
    let places = sequence.places();
    let (ahead, behind) = (sequence.ahead(&places), sequence.behind(&places));
    let guilty = ahead.len() - 1;
    let name = *items.get(guilty)?;
    // Without the item at `at` the rest passes.
    let frees = |at: usize| matches!((ahead.get(at), behind[at + 1]), (Some(to), Some(from)) if *to <= from);
    if !places.contains_key(name) {
        if frees(guilty) {
            // Where one entry places what stands on both sides of it, no entry goes between.
            let between = sequence.strict || ahead.last() < behind[guilty + 1].as_ref() || guilty == 0;
            return Some(match between {
                true => sequence.add(&ahead, guilty),
                false => format!("Remove {} from the patch list.", ordinal(items, guilty)),
            });
        }
        return sequence.whole(&places);
    }
    let near = (0..guilty).rev().chain(guilty + 1..items.len());
    let mut suspects = std::iter::once(guilty)
        .chain(near)
        .filter(|at| frees(*at))
        .take(MAX_ATTEMPTS);
    let mut all = Vec::with_capacity(MAX_ATTEMPTS);
    all.extend(&mut suspects);
    if let Some(sentence) = all.iter().find_map(|at| sequence.put(&places, *at)) {
        return Some(sentence);
    }
    // No place is left for it: its name stands in the list more often than in the order.
    let surplus = all.into_iter().find(|at| items[*at] == name);
    match surplus {
        Some(at) => Some(format!("Remove {} from the patch list.", ordinal(items, at))),
        None => sequence.whole(&places),
    }
}

/// What to do about a map in the order of a list that has no merge key: such a list holds plain values, or is replaced.
pub(crate) fn without_key(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Merge => "Write the values in `$setElementOrder`; the list does not contain maps.",
        _ => "Remove `$setElementOrder`: a list of maps without a merge key cannot be ordered.",
    }
}

impl<'a> SequenceHelp<'a> {
    fn places(self) -> ItemPlaces<'a> {
        let mut places = ItemPlaces::default();
        for (at, name) in self.order.iter().enumerate() {
            let of_name: &mut Vec<usize> = places.entry(name).or_default();
            if self.strict || of_name.is_empty() {
                of_name.push(at);
            }
        }
        places
    }

    /// From where the order has to go on once the first items are placed as far up as can be: for as many first items as
    /// can be placed.
    fn ahead(self, places: &ItemPlaces<'_>) -> Vec<usize> {
        let mut ahead = vec![0];
        let mut from = 0;
        for name in self.items {
            let own = places.get(name).map_or(&[][..], Vec::as_slice);
            let Some(place) = own.get(own.partition_point(|place| *place < from)) else {
                break;
            };
            from = place + usize::from(self.strict);
            ahead.push(from);
        }
        ahead
    }

    /// Up to where the order may have gone when the items from each one on are still to be placed.
    fn behind(self, places: &ItemPlaces<'_>) -> Vec<Option<usize>> {
        let mut behind = vec![None; self.items.len() + 1];
        let mut to = self.order.len();
        behind[self.items.len()] = Some(to);
        for (at, name) in self.items.iter().enumerate().rev() {
            let own = places.get(name).map_or(&[][..], Vec::as_slice);
            let fitting = own.partition_point(|place| *place + usize::from(self.strict) <= to);
            let Some(place) = fitting.checked_sub(1).and_then(|last| own.get(last)) else {
                break;
            };
            to = *place;
            behind[at] = Some(to);
        }
        behind
    }

    /// The item at `at` put where it passes.
    fn put(self, places: &ItemPlaces<'_>, at: usize) -> Option<String> {
        let name = self.items[at];
        let mut others: Vec<&str> = self.items.to_vec();
        others.remove(at);
        let rest = SequenceHelp {
            items: &others,
            ..self
        };
        let (ahead, behind) = (rest.ahead(places), rest.behind(places));
        let own = places.get(name)?;
        let fits = |gap: &usize| {
            let (from, Some(to)) = (ahead[*gap], behind[*gap]) else {
                return false;
            };
            let next = own.partition_point(|place| *place < from);
            own.get(next)
                .is_some_and(|place| place + usize::from(self.strict) <= to)
        };
        // The nearest gap is the smallest change.
        let gap = (0..ahead.len()).filter(fits).min_by_key(|gap| gap.abs_diff(at))?;
        let beside = |gap: usize, backwards: bool| -> Option<String> {
            let (before, after) = (gap.checked_sub(1), (gap < others.len()).then_some(gap));
            let (first, second) = match backwards {
                true => (after.map(|at| ("before", at)), before.map(|at| ("after", at))),
                false => (before.map(|at| ("after", at)), after.map(|at| ("before", at))),
            };
            let (word, other) = [first, second]
                .into_iter()
                .flatten()
                .find(|(_, at)| others[*at] != name)?;
            Some(format!("{word} {}", ordinal(&others, other)))
        };
        let mut sentence = format!(
            "Move {} {} in the patch list",
            ordinal(self.items, at),
            beside(gap, gap < at)?
        );
        // The other way round: the order has it next to what it stands next to in the patch list.
        let is_once =
            |names: &[&str]| names.iter().collect::<rustc_hash::FxHashSet<_>>().len() == names.len();
        if is_once(self.items) && is_once(self.order) {
            let _ = write!(sentence, ", or {} in `$setElementOrder`", beside(at, gap > at)?);
        }
        Some(sentence + ".")
    }

    /// The item at `at`, which the order does not name.
    fn add(self, ahead: &[usize], at: usize) -> String {
        let name = self.items[at];
        let beside = match at.checked_sub(1) {
            Some(before) => {
                let place = ahead[at] - usize::from(self.strict);
                debug_assert_eq!(self.order.get(place), self.items.get(before));
                format!(" after {}", ordinal(self.order, place))
            }
            None if self.items.len() > 1 => " as its first entry".to_owned(),
            None => String::new(),
        };
        format!("Add `{name}` to `$setElementOrder`{beside}, or remove it from the patch list.")
    }

    /// The whole sequence that passes.
    fn whole(self, places: &ItemPlaces<'_>) -> Option<String> {
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        for name in self.items {
            *counts.entry(name).or_default() += 1;
        }
        let mut wanted = Vec::with_capacity(self.items.len());
        for name in self.order {
            if let Some(count) = counts.get_mut(name) {
                let now = if self.strict { (*count).min(1) } else { *count };
                wanted.extend(std::iter::repeat_n(*name, now));
                *count -= now;
            }
        }
        if wanted.is_empty() {
            let add = match self.strict || counts.values().all(|count| *count == 1) {
                true => ", or add them in this order",
                false => "",
            };
            return Some(format!(
                "`$setElementOrder` lists none of {}. Remove them from the patch list{add}.",
                joined(self.items)
            ));
        }
        if wanted == self.items {
            return None;
        }
        let only = match wanted.len() == self.items.len() {
            true => "",
            false if self.items.iter().all(|name| places.contains_key(name)) => {
                ", with each item as often as it is listed"
            }
            false => ", with only the items that it lists",
        };
        Some(format!(
            "Write the patch list in the order of `$setElementOrder`{only}: {}.",
            joined(&wanted)
        ))
    }
}

/// Names in a row.
fn joined(names: &[&str]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(NAMES_LIMIT)
        .map(|name| format!("`{name}`"))
        .collect();
    let rest = names.len() - shown.len();
    match rest {
        0 => shown.join(", "),
        _ => format!("{} and {rest} more", shown.join(", ")),
    }
}

/// What the name at a place is called: which of its like it is, where there are several.
pub(crate) fn ordinal(names: &[&str], at: usize) -> String {
    let name = names[at];
    let number = names[..=at].iter().filter(|other| **other == name).count();
    if number == 1 && !names[at + 1..].contains(&name) {
        return format!("`{name}`");
    }
    match number {
        1 => format!("the first `{name}`"),
        2 => format!("the second `{name}`"),
        3 => format!("the third `{name}`"),
        _ => format!("the {number}th `{name}`"),
    }
}
