//! Reorders the children of a list, and plays that in both directions.

use rustc_hash::FxHashMap;

use super::ResultTree;
use super::edit_log::{Orders, TreeEdit};
use super::node_id::{Presence, ResultId};

impl ResultTree {
    /// Puts the present children of a list into the order `requested`, which contains each of them once.
    /// Placeholders stay after the item that they follow.
    pub(crate) fn reorder(&mut self, list: ResultId, requested: &[ResultId]) {
        let mut old = Vec::with_capacity(requested.len());
        let mut followers: FxHashMap<u32, Vec<ResultId>> = FxHashMap::default();
        let mut new = Vec::with_capacity(requested.len());
        let mut before = None;
        for id in self.all_children(list) {
            old.push(id);
            if self.state(id) == Presence::Present {
                before = Some(id.0);
            } else if let Some(before) = before {
                followers.entry(before).or_default().push(id);
            } else {
                new.push(id);
            }
        }
        for id in requested {
            new.push(*id);
            if !followers.is_empty() {
                new.extend(followers.remove(&id.0).unwrap_or_default());
            }
        }
        if new != old {
            let known = self.nodes.len() as u32;
            let order = self.log.store_orders(Orders { old, new, known });
            self.change(TreeEdit::Order { list, order });
        }
    }

    /// Puts a list into the order of an edit, or (not `forward`) into the order before it.
    pub(crate) fn play_order(&mut self, list: ResultId, order: u32, forward: bool) {
        let orders = self.log.take_orders(order);
        let chain = if forward { &orders.new } else { &orders.old };
        let late = self.late_children(list, orders.known);
        if late.is_empty() {
            self.relink(list, chain);
        } else {
            self.relink(list, &insert_late(chain, late));
        }
        self.log.restore_orders(order, orders);
    }

    /// Returns the children that were added after there were `known` nodes, by the older child that they
    /// follow. An order contains only the children of its own time; playing back and forward must not lose
    /// the others.
    fn late_children(&self, list: ResultId, known: u32) -> FxHashMap<Option<ResultId>, Vec<ResultId>> {
        let mut late: FxHashMap<Option<ResultId>, Vec<ResultId>> = FxHashMap::default();
        if self.nodes.len() as u32 > known {
            let mut before = None;
            for id in self.all_children(list) {
                if id.0 < known {
                    before = Some(id);
                } else {
                    late.entry(before).or_default().push(id);
                }
            }
        }
        late
    }

    fn relink(&mut self, list: ResultId, chain: &[ResultId]) {
        let none = ResultId::NONE;
        for pair in chain.windows(2) {
            self.nodes[pair[0].index()].next = pair[1].0;
        }
        if let Some(last) = chain.last() {
            self.nodes[last.index()].next = none;
        }
        self.nodes[list.index()].first = chain.first().map_or(none, |first| first.0);
        self.nodes[list.index()].last = chain.last().map_or(none, |last| last.0);
    }
}

/// Inserts later children after the children that they follow, because an older order does not contain them.
fn insert_late(chain: &[ResultId], mut late: FxHashMap<Option<ResultId>, Vec<ResultId>>) -> Vec<ResultId> {
    let mut out = late.remove(&None).unwrap_or_default();
    for id in chain {
        out.push(*id);
        out.extend(late.remove(&Some(*id)).unwrap_or_default());
    }
    out
}
