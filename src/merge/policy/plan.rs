//! What `musthave` makes of a template value and a live value, before anything is changed: a tree whose parts are
//! live's, the template's, or merged of both.
//!
//! The template wins, live's data is filled in. [`super::pair_items`] deals with lists.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::equality::{Flavour, Sorted, in_order};
use crate::document::{Document, Kind, NodeId, Tree, Value};

/// A part of the merged value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// Live's, as it is.
    Live(NodeId),
    /// The template's, as it is.
    Template(NodeId),
    /// Of both: an index into [`Plan::made`].
    Made(u32),
}

/// How an item of a merged list came there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
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
pub(crate) struct Slot {
    pub(crate) part: Part,
    pub(crate) how: How,
    /// The policy's item.
    pub(crate) template: Option<NodeId>,
    /// The live item that it stands in the place of.
    pub(crate) live: Option<NodeId>,
    /// The live item whose content counts: of items that print alike the first.
    pub(crate) like: Option<NodeId>,
}

/// A map or list merged of both.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) template: NodeId,
    pub(crate) live: NodeId,
    pub(crate) content: Content,
    /// Of a list: its items in the order in which they are compared, once that is known.
    order: RefCell<Option<Rc<[Part]>>>,
}

#[derive(Clone, Debug)]
pub(crate) enum Content {
    Map(Vec<Part>),
    List(Vec<Slot>),
}

/// The plan of a merge.
#[derive(Debug)]
pub(crate) struct Plan<'d> {
    pub(crate) template: &'d Document,
    pub(crate) live: &'d Document,
    pub(crate) made: Vec<Made>,
    pub(crate) flavour: Flavour,
    /// The same as [`Made::order`] for lists of the template and of live.
    orders: RefCell<FxHashMap<Part, Rc<[Part]>>>,
}

/// What came of two values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Merged {
    pub(crate) part: Part,
    /// The policy asks for a key that live lacks: where all is equal otherwise, the server is asked.
    pub(crate) zero: bool,
}

impl<'d> Plan<'d> {
    pub(crate) fn new(template: &'d Document, live: &'d Document, flavour: Flavour) -> Self {
        Self {
            template,
            live,
            made: Vec::new(),
            flavour,
            orders: RefCell::default(),
        }
    }

    /// Merges the template's value into live's. Recursive, as deep as documents are.
    pub(crate) fn merge(&mut self, template: NodeId, live: NodeId) -> Merged {
        match (self.template.kind(template), self.live.kind(live)) {
            (Kind::Map, Kind::Map) => self.maps(template, live),
            (Kind::List, Kind::List) if !self.live.is_empty(live) => self.lists(template, live),
            (Kind::Null, Kind::Map) => Merged {
                part: Part::Live(live),
                zero: false,
            },
            _ => Merged {
                part: Part::Template(template),
                zero: false,
            },
        }
    }

    fn maps(&mut self, template: NodeId, live: NodeId) -> Merged {
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
                None => Part::Live(child),
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
            entries.extend(ours.children(template).filter(new).map(Part::Template));
        }
        Merged {
            part: self.make(template, live, Content::Map(entries)),
            zero,
        }
    }

    pub(crate) fn make(&mut self, template: NodeId, live: NodeId, content: Content) -> Part {
        self.made.push(Made {
            template,
            live,
            content,
            order: RefCell::default(),
        });
        Part::Made(self.made.len() as u32 - 1)
    }

    pub(crate) fn get(&self, made: u32) -> &Made {
        &self.made[made as usize]
    }
}

impl Sorted for Plan<'_> {
    fn items(&self, list: Part) -> Rc<[Part]> {
        let known = match list {
            Part::Made(made) => self.get(made).order.borrow().clone(),
            _ => self.orders.borrow().get(&list).cloned(),
        };
        known.unwrap_or_else(|| {
            let items = in_order(self, list);
            match list {
                Part::Made(made) => *self.get(made).order.borrow_mut() = Some(Rc::clone(&items)),
                _ => {
                    self.orders.borrow_mut().insert(list, Rc::clone(&items));
                }
            }
            items
        })
    }
}

impl Tree for Plan<'_> {
    type Id = Part;

    /// A plan has as many tops as an object has keys: this is the last one made.
    fn top(&self) -> Part {
        Part::Made((self.made.len() as u32).saturating_sub(1))
    }

    fn value(&self, id: Part) -> Value<'_> {
        match id {
            Part::Live(node) => self.live.value(node),
            Part::Template(node) => self.template.value(node),
            Part::Made(made) => match self.get(made).content {
                Content::Map(_) => Value::Map,
                Content::List(_) => Value::List,
            },
        }
    }

    fn key(&self, id: Part) -> Option<&str> {
        match id {
            Part::Live(node) => self.live.key(node),
            Part::Template(node) => self.template.key(node),
            Part::Made(made) => self.template.key(self.get(made).template),
        }
    }

    fn children(&self, id: Part) -> impl Iterator<Item = Part> + '_ {
        let (live, template, map, list) = match id {
            Part::Live(node) => (Some(node), None, None, None),
            Part::Template(node) => (None, Some(node), None, None),
            Part::Made(made) => match &self.get(made).content {
                Content::Map(entries) => (None, None, Some(entries), None),
                Content::List(slots) => (None, None, None, Some(slots)),
            },
        };
        let live = live
            .into_iter()
            .flat_map(|node| self.live.children(node))
            .map(Part::Live);
        let template = template
            .into_iter()
            .flat_map(|node| self.template.children(node))
            .map(Part::Template);
        let map = map.into_iter().flatten().copied();
        let list = list.into_iter().flatten().map(|slot| slot.part);
        live.chain(template).chain(map).chain(list)
    }
}
