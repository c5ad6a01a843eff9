//! Suggests how to fix a rejected patch list: the smallest change that makes it match its order. The change
//! is tested before it is suggested.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::schema::Strategy;

/// The maximum number of items that are tried as the misplaced one. Beyond that, the help is the whole
/// sequence.
const MAX_ATTEMPTS: usize = 16;

/// The maximum number of names of a sequence in a sentence.
const NAMES_LIMIT: usize = 24;

/// The names of a patch list and of its order, to be compared.
#[derive(Clone, Copy)]
pub(crate) struct SequenceHelp<'a> {
    /// The patch items without deletions.
    pub(crate) items: &'a [&'a str],
    /// The order's entries.
    pub(crate) order: &'a [&'a str],
    /// Each entry places one item. Otherwise an entry places all items with its name, and later entries with
    /// that name place none.
    pub(crate) strict: bool,
}

/// The positions of each name in the order.
type ItemPlaces<'a> = FxHashMap<&'a str, Vec<usize>>;

/// Returns the change as a sentence, or `None` if the names do not show why the list was rejected.
pub(crate) fn fix(sequence: SequenceHelp<'_>) -> Option<String> {
    let SequenceHelp { items, .. } = sequence;
    let places = sequence.places();
    let (ahead, behind) = (sequence.ahead(&places), sequence.behind(&places));
    let guilty = ahead.len() - 1;
    let name = *items.get(guilty)?;
    // Whether the other items match the order without the item at `at`.
    let frees = |at: usize| matches!((ahead.get(at), behind[at + 1]), (Some(to), Some(from)) if *to <= from);
    if !places.contains_key(name) {
        if frees(guilty) {
            // An entry that places both neighbors of the item leaves no gap for another entry.
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
    // No gap fits: the name is in the list more often than in the order.
    let surplus = all.into_iter().find(|at| items[*at] == name);
    match surplus {
        Some(at) => Some(format!("Remove {} from the patch list.", ordinal(items, at))),
        None => sequence.whole(&places),
    }
}

/// Returns the help for a map in the order of a list without merge key: such a list contains primitives or is
/// replaced.
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

    /// Returns for each number of first items the position at which the order continues after them, if each
    /// is placed as early as possible. Ends at the first item that cannot be placed.
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

    /// Returns for each item the position that the order can have reached at most before the items from this
    /// one on are placed, or `None` if they cannot be placed.
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

    /// Suggests where to move the item at `at`.
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
        // Or the other way round: the item gets the same neighbors in the order that it has in the patch
        // list.
        let is_once =
            |names: &[&str]| names.iter().collect::<rustc_hash::FxHashSet<_>>().len() == names.len();
        if is_once(self.items) && is_once(self.order) {
            let _ = write!(sentence, ", or {} in `$setElementOrder`", beside(at, gap > at)?);
        }
        Some(sentence + ".")
    }

    /// Suggests to add the item at `at`, which the order does not list.
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

    /// Suggests the whole sequence in the order of the directive.
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

/// Formats a list of names.
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

/// Returns the name at an index, with its number if it occurs several times.
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
