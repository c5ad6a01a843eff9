//! What `musthave` makes of a template value and a live value, before anything is changed: a tree whose parts are
//! live's, the template's, or merged of both.
//!
//! The template wins, live's data is filled in. [`super::pair_items`] deals with lists.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::equality::{EqualityMode, SortedItems, in_order};
use crate::document::{Document, NodeId, Tree, Value, ValueKind};

/// A part of the merged value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PlanPart {
    /// Live's, as it is.
    Live(NodeId),
    /// The template's, as it is.
    Template(NodeId),
    /// Of both: an index into [`MusthavePlan::made`].
    Made(u32),
}

/// How an item of a merged list came there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlanStrategy {
    /// A policy item met the live item of the same name.
    Name,
    /// A policy item met a live item that has all that it asks for.
    Subset,
    /// A policy item that met none.
    New,
    /// A live item that met none.
    Leftover,
}

/// An item of a merged list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanSlot {
    pub(crate) part: PlanPart,
    pub(crate) how: PlanStrategy,
    /// The policy's item.
    pub(crate) template: Option<NodeId>,
    /// The live item that it stands in the place of.
    pub(crate) live: Option<NodeId>,
    /// The live item whose content counts: of items that print alike the first.
    pub(crate) like: Option<NodeId>,
}

/// A map or list merged of both.
#[derive(Clone, Debug)]
pub(crate) struct PlannedList {
    pub(crate) template: NodeId,
    pub(crate) live: NodeId,
    pub(crate) content: PlanContent,
    /// Of a list: its items in the order in which they are compared, once that is known.
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
    pub(crate) made: Vec<PlannedList>,
    pub(crate) flavour: EqualityMode,
    /// The same as [`PlannedList::order`] for lists of the template and of live.
    orders: RefCell<FxHashMap<PlanPart, Rc<[PlanPart]>>>,
}

/// What came of two values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MergedPlan {
    pub(crate) part: PlanPart,
    /// The policy asks for a key that live lacks: where all is equal otherwise, the server is asked.
    pub(crate) zero: bool,
}

impl<'d> MusthavePlan<'d> {
    pub(crate) fn new(template: &'d Document, live: &'d Document, flavour: EqualityMode) -> Self {
        Self {
            template,
            live,
            made: Vec::new(),
            flavour,
            orders: RefCell::default(),
        }
    }

    /// Merges the template's value into live's. Recursive, as deep as documents are.
    pub(crate) fn merge(&mut self, template: NodeId, live: NodeId) -> MergedPlan {
        match (self.template.kind(template), self.live.kind(live)) {
            (ValueKind::Map, ValueKind::Map) => self.maps(template, live),
            (ValueKind::List, ValueKind::List) if !self.live.is_empty(live) => self.lists(template, live),
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

    fn maps(&mut self, template: NodeId, live: NodeId) -> MergedPlan {
        let (ours, theirs) = (self.template, self.live);
        let mut wanted: FxHashMap<&str, NodeId> = ours
            .children(template)
            .filter_map(|child| Some((ours.key(child)?, child)))
            .collect();
        let mut zero = false;
        let mut entries = Vec::with_capacity(theirs.len(live));
        for child in theirs.children(live) {
            let asked = theirs.key(child).and_then(|key| wanted.remove(key));
            entries.push(match asked {
                None => PlanPart::Live(child),
                Some(asked) => {
                    let merged = self.merge(asked, child);
                    zero |= merged.zero;
                    merged.part
                }
            });
        }
        zero |= !wanted.is_empty();
        if !wanted.is_empty() {
            let new = |child: &NodeId| ours.key(*child).is_some_and(|key| wanted.contains_key(key));
            entries.extend(ours.children(template).filter(new).map(PlanPart::Template));
        }
        MergedPlan {
            part: self.make(template, live, PlanContent::Map(entries)),
            zero,
        }
    }

    pub(crate) fn make(&mut self, template: NodeId, live: NodeId, content: PlanContent) -> PlanPart {
        self.made.push(PlannedList {
            template,
            live,
            content,
            order: RefCell::default(),
        });
        PlanPart::Made(self.made.len() as u32 - 1)
    }

    pub(crate) fn get(&self, made: u32) -> &PlannedList {
        &self.made[made as usize]
    }
}

impl SortedItems for MusthavePlan<'_> {
    fn items(&self, list: PlanPart) -> Rc<[PlanPart]> {
        let known = match list {
            PlanPart::Made(made) => self.get(made).order.borrow().clone(),
            _ => self.orders.borrow().get(&list).cloned(),
        };
        known.unwrap_or_else(|| {
            let items = in_order(self, list);
            match list {
                PlanPart::Made(made) => *self.get(made).order.borrow_mut() = Some(Rc::clone(&items)),
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

    /// A plan has as many tops as an object has keys: this is the last one made.
    fn top(&self) -> PlanPart {
        PlanPart::Made((self.made.len() as u32).saturating_sub(1))
    }

    fn value(&self, id: PlanPart) -> Value<'_> {
        match id {
            PlanPart::Live(node) => self.live.value(node),
            PlanPart::Template(node) => self.template.value(node),
            PlanPart::Made(made) => match self.get(made).content {
                PlanContent::Map(_) => Value::Map,
                PlanContent::List(_) => Value::List,
            },
        }
    }

    fn key(&self, id: PlanPart) -> Option<&str> {
        match id {
            PlanPart::Live(node) => self.live.key(node),
            PlanPart::Template(node) => self.template.key(node),
            PlanPart::Made(made) => self.template.key(self.get(made).template),
        }
    }

    fn children(&self, id: PlanPart) -> impl Iterator<Item = PlanPart> + '_ {
        let (live, template, map, list) = match id {
            PlanPart::Live(node) => (Some(node), None, None, None),
            PlanPart::Template(node) => (None, Some(node), None, None),
            PlanPart::Made(made) => match &self.get(made).content {
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
