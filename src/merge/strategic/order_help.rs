//! Suggests how to fix a rejected patch list: the smallest change that makes it match its order. The change
//! is tested before it is suggested.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::document::words::first_of;
use crate::merge::OrderChange;
use crate::schema::Strategy;

/// The maximum number of items that are tried as the misplaced one. Beyond that, the help is the whole
/// sequence.
const MAX_ATTEMPTS: usize = 16;

/// The maximum number of names of a sequence in a sentence.
const MAX_NAMES: usize = 24;

/// The names of a patch list and of its order, to be compared.
#[derive(Clone, Copy)]
pub(crate) struct SequenceHelp<'a> {
    /// The patch items without deletions.
    pub(crate) items: &'a [&'a str],
    /// The order's entries.
    pub(crate) order: &'a [&'a str],
    /// Each entry positions one item. Otherwise an entry positions all items with its name, and later entries with
    /// that name position none.
    pub(crate) strict: bool,
}

/// The positions of each name in the order.
type ItemPositions<'a> = FxHashMap<&'a str, Vec<usize>>;

/// A change, and its sentence.
type OrderHelp = (OrderChange, String);

/// Returns the change, or `None` if the names do not show why the list was rejected.
pub(crate) fn suggest_fix(sequence: SequenceHelp<'_>) -> Option<OrderHelp> {
    let SequenceHelp { items, .. } = sequence;
    let positions = sequence.positions();
    let (earliest, latest) = (sequence.earliest(&positions), sequence.latest(&positions));
    let faulty = earliest.len() - 1;
    let name = *items.get(faulty)?;
    // Whether the other items match the order without the item at `at`.
    let unblocks =
        |at: usize| matches!((earliest.get(at), latest[at + 1]), (Some(to), Some(from)) if *to <= from);
    if !positions.contains_key(name) {
        if unblocks(faulty) {
            // An entry that positions both neighbors of the item leaves no gap for another entry.
            let between = sequence.strict || earliest.last() < latest[faulty + 1].as_ref() || faulty == 0;
            return Some(match between {
                true => (OrderChange::AddEntry, sequence.suggest_entry(&earliest, faulty)),
                false => remove_item(items, faulty),
            });
        }
        return sequence.suggest_sequence(&positions);
    }
    let near = (0..faulty).rev().chain(faulty + 1..items.len());
    let mut suspects = std::iter::once(faulty)
        .chain(near)
        .filter(|at| unblocks(*at))
        .take(MAX_ATTEMPTS);
    let mut all = Vec::with_capacity(MAX_ATTEMPTS);
    all.extend(&mut suspects);
    if let Some(sentence) = all.iter().find_map(|at| sequence.suggest_move(&positions, *at)) {
        return Some((OrderChange::SortItems, sentence));
    }
    // No gap is_gap: the name is in the list more often than in the order.
    let surplus = all.into_iter().find(|at| items[*at] == name);
    match surplus {
        Some(at) => Some(remove_item(items, at)),
        None => sequence.suggest_sequence(&positions),
    }
}

/// Returns the help for a map in the order of a list without merge key: such a list contains primitives or is
/// replaced.
pub(crate) fn keyless_order_help(directive: &str, strategy: Strategy) -> OrderHelp {
    match strategy {
        Strategy::Merge => (
            OrderChange::WriteValues,
            format!("Write the values in `{directive}`; the list does not contain maps."),
        ),
        _ => (
            OrderChange::RemoveOrder,
            format!("Remove `{directive}`: a list of maps without a merge key cannot be ordered."),
        ),
    }
}

fn remove_item(items: &[&str], at: usize) -> OrderHelp {
    let sentence = format!("Remove {} from the patch list.", ordinal_name(items, at));
    (OrderChange::RemoveItems, sentence)
}

impl<'a> SequenceHelp<'a> {
    fn positions(self) -> ItemPositions<'a> {
        let mut positions = ItemPositions::default();
        for (at, name) in self.order.iter().enumerate() {
            let indices: &mut Vec<usize> = positions.entry(name).or_default();
            if self.strict || indices.is_empty() {
                indices.push(at);
            }
        }
        positions
    }

    /// Returns for each number of first items the position at which the order continues after them, if each
    /// is placed as early as possible. Ends at the first item that cannot be placed.
    fn earliest(self, positions: &ItemPositions<'_>) -> Vec<usize> {
        let mut earliest = vec![0];
        let mut from = 0;
        for name in self.items {
            let own = positions.get(name).map_or(&[][..], Vec::as_slice);
            let Some(position) = own.get(own.partition_point(|position| *position < from)) else {
                break;
            };
            from = position + usize::from(self.strict);
            earliest.push(from);
        }
        earliest
    }

    /// Returns for each item the position that the order can have reached at most before the items from this
    /// one on are placed, or `None` if they cannot be placed.
    fn latest(self, positions: &ItemPositions<'_>) -> Vec<Option<usize>> {
        let mut latest = vec![None; self.items.len() + 1];
        let mut to = self.order.len();
        latest[self.items.len()] = Some(to);
        for (at, name) in self.items.iter().enumerate().rev() {
            let own = positions.get(name).map_or(&[][..], Vec::as_slice);
            let fitting = own.partition_point(|position| *position + usize::from(self.strict) <= to);
            let Some(position) = fitting.checked_sub(1).and_then(|last| own.get(last)) else {
                break;
            };
            to = *position;
            latest[at] = Some(to);
        }
        latest
    }

    /// Suggests where to move the item at `at`.
    fn suggest_move(self, positions: &ItemPositions<'_>, at: usize) -> Option<String> {
        let name = self.items[at];
        let mut others: Vec<&str> = self.items.to_vec();
        others.remove(at);
        let rest = SequenceHelp {
            items: &others,
            ..self
        };
        let (earliest, latest) = (rest.earliest(positions), rest.latest(positions));
        let own = positions.get(name)?;
        let is_gap = |gap: &usize| {
            let (from, Some(to)) = (earliest[*gap], latest[*gap]) else {
                return false;
            };
            let next = own.partition_point(|position| *position < from);
            own.get(next)
                .is_some_and(|position| position + usize::from(self.strict) <= to)
        };
        // The nearest gap is the smallest change.
        let gap = (0..earliest.len())
            .filter(is_gap)
            .min_by_key(|gap| gap.abs_diff(at))?;
        let neighbor = |gap: usize, backwards: bool| -> Option<String> {
            let (before, after) = (gap.checked_sub(1), (gap < others.len()).then_some(gap));
            let (first, second) = match backwards {
                true => (after.map(|at| ("before", at)), before.map(|at| ("after", at))),
                false => (before.map(|at| ("after", at)), after.map(|at| ("before", at))),
            };
            let (word, other) = [first, second]
                .into_iter()
                .flatten()
                .find(|(_, at)| others[*at] != name)?;
            Some(format!("{word} {}", ordinal_name(&others, other)))
        };
        let mut sentence = format!(
            "Move {} {} in the patch list",
            ordinal_name(self.items, at),
            neighbor(gap, gap < at)?
        );
        // Or the other way round: the item gets the same neighbors in the order that it has in the patch
        // list.
        let is_once =
            |names: &[&str]| names.iter().collect::<rustc_hash::FxHashSet<_>>().len() == names.len();
        if is_once(self.items) && is_once(self.order) {
            let _ = write!(sentence, ", or {} in `$setElementOrder`", neighbor(at, gap > at)?);
        }
        Some(sentence + ".")
    }

    /// Suggests to add the item at `at`, which the order does not list.
    fn suggest_entry(self, earliest: &[usize], at: usize) -> String {
        let name = self.items[at];
        let neighbor = match at.checked_sub(1) {
            Some(before) => {
                let position = earliest[at] - usize::from(self.strict);
                debug_assert_eq!(self.order.get(position), self.items.get(before));
                format!(" after {}", ordinal_name(self.order, position))
            }
            None if self.items.len() > 1 => " as its first entry".to_owned(),
            None => String::new(),
        };
        format!("Add `{name}` to `$setElementOrder`{neighbor}, or remove it from the patch list.")
    }

    /// Suggests the whole sequence in the order of the directive.
    fn suggest_sequence(self, positions: &ItemPositions<'_>) -> Option<OrderHelp> {
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        for name in self.items {
            *counts.entry(name).or_default() += 1;
        }
        let mut sequence = Vec::with_capacity(self.items.len());
        for name in self.order {
            if let Some(count) = counts.get_mut(name) {
                let now = if self.strict { (*count).min(1) } else { *count };
                sequence.extend(std::iter::repeat_n(*name, now));
                *count -= now;
            }
        }
        if sequence.is_empty() {
            let add = match self.strict || counts.values().all(|count| *count == 1) {
                true => ", or add them in this order",
                false => "",
            };
            let sentence = format!(
                "`$setElementOrder` lists none of {}. Remove them from the patch list{add}.",
                join_quoted(self.items)
            );
            return Some((OrderChange::RemoveItems, sentence));
        }
        if sequence == self.items {
            return None;
        }
        let only = match sequence.len() == self.items.len() {
            true => "",
            false if self.items.iter().all(|name| positions.contains_key(name)) => {
                ", with each item as often as it is listed"
            }
            false => ", with only the items that it lists",
        };
        let sentence = format!(
            "Write the patch list in the order of `$setElementOrder`{only}: {}.",
            join_quoted(&sequence)
        );
        Some((OrderChange::SortItems, sentence))
    }
}

/// Formats a list of names.
fn join_quoted(names: &[&str]) -> String {
    first_of(names.iter().map(|name| format!("`{name}`")), MAX_NAMES)
}

/// Returns the name at an index, with its number if it occurs several times.
pub(crate) fn ordinal_name(names: &[&str], at: usize) -> String {
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
