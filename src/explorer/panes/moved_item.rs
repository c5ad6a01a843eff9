//! The first item that a step moved in a list.

use super::state::Panes;
use crate::document::Segment;
use crate::document::words::count_of;
use crate::explorer::merged::MergedView;
use crate::explorer::merged::links::LinkedNodes;
use crate::merge::{Mark, ResultId, RuleEffect};

/// Returns a sentence about an item that the current step moved, and the nodes of the item: the `chosen` one, else the
/// first one. Takes time linear in the list.
pub(crate) fn moved_item(merged: &MergedView, chosen: Option<ResultId>) -> Option<(String, LinkedNodes)> {
    let step = merged.step();
    let step = step.filter(|step| step.rule.effect() == RuleEffect::Reordered)?;
    let (merge, list) = (merged.merge(), step.at);
    let tree = &merge.tree;
    let positions = |(new, item): (usize, ResultId)| {
        let live = tree.live_node(item)?;
        Some((item, merge.inputs.live.ordinal(live) + 1, new + 1))
    };
    let kept: Vec<_> = tree.present(list).enumerate().filter_map(positions).collect();
    let is_moved = |(item, ..): &&(ResultId, usize, usize)| tree.marks(*item).has(Mark::Reordered);
    let moved: Vec<_> = kept.iter().filter(is_moved).collect();
    let found = match chosen {
        Some(chosen) => moved.iter().find(|(item, ..)| *item == chosen),
        None => moved.iter().find(|(_, old, new)| old != new).or(moved.first()),
    };
    let &&(item, old, new) = found?;
    let others = match moved.len() - 1 {
        0 => String::new(),
        count => format!(", {} moved", count_of(count, "other item")),
    };
    let name = |item| match merge.path(item).0.pop() {
        Some(Segment::Item { value, .. } | Segment::Value(value)) => value,
        _ => "item".to_owned(),
    };
    // An item can be before another one now, and have its old position.
    let passed = kept.iter().find(|(_, was, is)| *was < old && *is > new);
    let sentence = match passed {
        Some((other, ..)) if old == new => {
            format!("{} is now before {}{others}", name(item), name(*other))
        }
        _ => format!("{} moved {old} → {new}{others}", name(item)),
    };
    let mut linked = merged.links().at_result(merge, item);
    if linked.patch.is_none_or(|near| !near.exact) {
        linked.patch = Panes::nodes_of(step, merged).patch;
    }
    Some((sentence, linked))
}
