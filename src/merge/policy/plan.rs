//! The value that `musthave` makes of a template value and a live value, before anything is changed: a tree
//! whose parts are live, from the template, or merged from both.
//!
//! The template has precedence and live data is added. [`super::pair_items`] merges lists.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::equality::{EqualityMode, SortedItems, sort_items};
use crate::document::{Document, NodeId, Tree, Value, ValueKind};

/// A part of the merged value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PlanPart {
    /// A live value, unchanged.
    Live(NodeId),
    /// A template value, unchanged.
    Template(NodeId),
    /// A value merged from both: an index into [`MusthavePlan::merged`].
    Merged(u32),
}

/// The origin of an item of a merged list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlanStrategy {
    /// A policy item was paired with the live item of the same name.
    Name,
    /// A policy item was paired with a live item that contains it.
    Subset,
    /// A policy item without a live item.
    New,
    /// A live item without a policy item.
    Leftover,
}

/// An item of a merged list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanSlot {
    pub(crate) part: PlanPart,
    pub(crate) how: PlanStrategy,
    /// The policy item.
    pub(crate) template: Option<NodeId>,
    /// The live item at this position.
    pub(crate) live: Option<NodeId>,
    /// The live item whose content is merged: the first one with the same printed form.
    pub(crate) like: Option<NodeId>,
}

/// A map or list merged from both values.
#[derive(Clone, Debug)]
pub(crate) struct PlannedList {
    pub(crate) template: NodeId,
    pub(crate) live: NodeId,
    pub(crate) content: PlanContent,
    /// For a list, its items in the order in which they are compared. Computed on first use.
    order: RefCell<Option<Rc<[PlanPart]>>>,
}

#[derive(Clone, Debug)]
pub(crate) enum PlanContent {
    Map(Vec<PlanPart>),
    List(Vec<PlanSlot>),
}

/// The plan of a merge.
#[derive(Debug)]
pub(crate) struct MusthavePlan<'d> {
    pub(crate) template: &'d Document,
    pub(crate) live: &'d Document,
    pub(crate) merged: Vec<PlannedList>,
    pub(crate) mode: EqualityMode,
    /// As [`PlannedList::order`], for lists of the template and of the live object.
    orders: RefCell<FxHashMap<PlanPart, Rc<[PlanPart]>>>,
}

/// The result of merging two values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MergedPlan {
    pub(crate) part: PlanPart,
    /// The template has a key that the live value does not have. If all else is equal, the controller asks
    /// the API server.
    pub(crate) zero: bool,
}

impl<'d> MusthavePlan<'d> {
    pub(crate) fn new(template: &'d Document, live: &'d Document, mode: EqualityMode) -> Self {
        Self {
            template,
            live,
            merged: Vec::new(),
            mode,
            orders: RefCell::default(),
        }
    }

    /// Merges the template's value into the live value. Recursive, with the depth of the documents.
    pub(crate) fn merge(&mut self, template: NodeId, live: NodeId) -> MergedPlan {
        match (self.template.kind(template), self.live.kind(live)) {
            (ValueKind::Map, ValueKind::Map) => self.merge_maps(template, live),
            (ValueKind::List, ValueKind::List) if !self.live.is_empty(live) => {
                self.merge_lists(template, live)
            }
            (ValueKind::Null, ValueKind::Map) => MergedPlan {
                part: PlanPart::Live(live),
                zero: false,
            },
            _ => MergedPlan {
                part: PlanPart::Template(template),
                zero: false,
            },
        }
    }

    fn merge_maps(&mut self, template: NodeId, live: NodeId) -> MergedPlan {
        let (ours, theirs) = (self.template, self.live);
        let mut unmatched: FxHashMap<&str, NodeId> = ours
            .children(template)
            .filter_map(|child| Some((ours.key(child)?, child)))
            .collect();
        let mut zero = false;
        let mut entries = Vec::with_capacity(theirs.len(live));
        for child in theirs.children(live) {
            let template_node = theirs.key(child).and_then(|key| unmatched.remove(key));
            entries.push(match template_node {
                None => PlanPart::Live(child),
                Some(template_node) => {
                    let merged = self.merge(template_node, child);
                    zero |= merged.zero;
                    merged.part
                }
            });
        }
        zero |= !unmatched.is_empty();
        if !unmatched.is_empty() {
            let new = |child: &NodeId| ours.key(*child).is_some_and(|key| unmatched.contains_key(key));
            entries.extend(ours.children(template).filter(new).map(PlanPart::Template));
        }
        MergedPlan {
            part: self.push_merged(template, live, PlanContent::Map(entries)),
            zero,
        }
    }

    pub(crate) fn push_merged(&mut self, template: NodeId, live: NodeId, content: PlanContent) -> PlanPart {
        self.merged.push(PlannedList {
            template,
            live,
            content,
            order: RefCell::default(),
        });
        PlanPart::Merged(self.merged.len() as u32 - 1)
    }

    pub(crate) fn get(&self, merged_value: u32) -> &PlannedList {
        &self.merged[merged_value as usize]
    }
}

impl SortedItems for MusthavePlan<'_> {
    fn items(&self, list: PlanPart) -> Rc<[PlanPart]> {
        let cached = match list {
            PlanPart::Merged(merged_value) => self.get(merged_value).order.borrow().clone(),
            _ => self.orders.borrow().get(&list).cloned(),
        };
        cached.unwrap_or_else(|| {
            let items = sort_items(self, list);
            match list {
                PlanPart::Merged(merged_value) => {
                    *self.get(merged_value).order.borrow_mut() = Some(Rc::clone(&items))
                }
                _ => {
                    self.orders.borrow_mut().insert(list, Rc::clone(&items));
                }
            }
            items
        })
    }
}

impl Tree for MusthavePlan<'_> {
    type Id = PlanPart;

    /// Returns the part made last, because a plan has one top for each key of an object.
    fn top(&self) -> PlanPart {
        PlanPart::Merged((self.merged.len() as u32).saturating_sub(1))
    }

    fn value(&self, id: PlanPart) -> Value<'_> {
        match id {
            PlanPart::Live(node) => self.live.value(node),
            PlanPart::Template(node) => self.template.value(node),
            PlanPart::Merged(merged_value) => match self.get(merged_value).content {
                PlanContent::Map(_) => Value::Map,
                PlanContent::List(_) => Value::List,
            },
        }
    }

    fn key(&self, id: PlanPart) -> Option<&str> {
        match id {
            PlanPart::Live(node) => self.live.key(node),
            PlanPart::Template(node) => self.template.key(node),
            PlanPart::Merged(merged_value) => self.template.key(self.get(merged_value).template),
        }
    }

    fn children(&self, id: PlanPart) -> impl Iterator<Item = PlanPart> + '_ {
        let (live, template, map, list) = match id {
            PlanPart::Live(node) => (Some(node), None, None, None),
            PlanPart::Template(node) => (None, Some(node), None, None),
            PlanPart::Merged(merged_value) => match &self.get(merged_value).content {
                PlanContent::Map(entries) => (None, None, Some(entries), None),
                PlanContent::List(slots) => (None, None, None, Some(slots)),
            },
        };
        let live = live
            .into_iter()
            .flat_map(|node| self.live.children(node))
            .map(PlanPart::Live);
        let template = template
            .into_iter()
            .flat_map(|node| self.template.children(node))
            .map(PlanPart::Template);
        let map = map.into_iter().flatten().copied();
        let list = list.into_iter().flatten().map(|slot| slot.part);
        live.chain(template).chain(map).chain(list)
    }
}
