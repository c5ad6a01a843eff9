//! Compares the order of lists that merge over all four results.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::outcome::Skew;
use crate::document::Path;

/// The orders of one list; items are named by their merge keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListOrders {
    /// The path of the list.
    pub path: Path,
    /// The order that the client requests; it does not contain the items of other clients.
    pub requested: Option<Vec<Arc<str>>>,
    /// The order in the live object.
    pub now: Option<Vec<Arc<str>>>,
    /// The orders in the results, by client, then by server.
    pub cells: [[Option<Vec<Arc<str>>>; 2]; 2],
}

/// Implements [`Skew::lists`].
pub(crate) fn differing(skew: &Skew) -> Vec<ListOrders> {
    let mut all: Vec<ListOrders> = Vec::new();
    let mut positions: HashMap<&Path, usize> = HashMap::new();
    for cell in skew.cells() {
        for sequence in &cell.sequences {
            let position = *positions.entry(&sequence.path).or_insert_with(|| {
                all.push(ListOrders {
                    path: sequence.path.clone(),
                    requested: sequence.requested.clone(),
                    now: sequence.now.clone(),
                    cells: Default::default(),
                });
                all.len() - 1
            });
            all[position].cells[cell.client as usize][cell.server as usize].clone_from(&sequence.result);
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
