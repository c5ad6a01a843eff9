//! The order of the lists that merge, as one compares it over four results.

use std::collections::{HashMap, HashSet};

use super::four::{Identity, Items, NOW, RESULT, WANTED};
use super::{Lists, Skew};
use crate::document::Path;

/// A list that merges, in what one cell compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Where it is.
    pub path: Path,
    wanted: Option<Vec<String>>,
    now: Option<Vec<String>>,
    result: Option<Vec<String>>,
}

impl Sequence {
    pub(super) fn new(path: Path, items: &Items, there: impl Fn(usize) -> bool) -> Self {
        let names = |order: &[Identity]| order.iter().map(|item| item.0.clone()).collect();
        let of = |side: usize| there(side).then(|| names(&items.orders[side]));
        Self {
            path,
            wanted: of(WANTED),
            now: of(NOW),
            result: of(RESULT),
        }
    }
}

/// See [`Skew::lists`].
pub(super) fn differing(skew: &Skew) -> Vec<Lists> {
    let mut all: Vec<Lists> = Vec::new();
    let mut places: HashMap<&Path, usize> = HashMap::new();
    for cell in skew.cells() {
        for sequence in &cell.sequences {
            let place = *places.entry(&sequence.path).or_insert_with(|| {
                all.push(Lists {
                    path: sequence.path.clone(),
                    wanted: sequence.wanted.clone(),
                    now: sequence.now.clone(),
                    cells: Default::default(),
                });
                all.len() - 1
            });
            all[place].cells[cell.client as usize][cell.server as usize].clone_from(&sequence.result);
        }
    }
    let lost: HashSet<&Path> = skew
        .cells()
        .flat_map(|cell| &cell.lost)
        .map(|lost| &lost.path)
        .collect();
    all.retain(|list| {
        let is_lost = lost.contains(&list.path);
        let results = skew.cells().filter(|cell| cell.result.is_some());
        let mut ends = results.map(|cell| &list.cells[cell.client as usize][cell.server as usize]);
        let first = ends.next();
        is_lost || ends.any(|end| Some(end) != first)
    });
    all
}
