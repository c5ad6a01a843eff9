//! Several drafts of one patch as one tree: what a text with the edits of all of them must say.

use rustc_hash::{FxHashMap, FxHashSet};

use super::draft::{Draft, DraftId};
use crate::document::{Document, NodeId, Tree, Value, ValueKind};

/// A node of the patch, or a new node of one of the drafts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JointId {
    Own(NodeId),
    New(u32, DraftId),
}

/// What drafts change of a node of the patch.
#[derive(Default)]
struct Changed {
    /// The draft with the value.
    value: Option<u32>,
    /// The draft with the key.
    key: Option<u32>,
    children: Option<Vec<JointId>>,
}

/// The patch with the changes of several drafts.
pub(super) struct Joint<'d> {
    document: &'d Document,
    drafts: Vec<&'d Draft>,
    changed: FxHashMap<NodeId, Changed>,
}

impl<'d> Joint<'d> {
    /// Returns `None` if two drafts change the same.
    pub(super) fn new(document: &'d Document, drafts: Vec<&'d Draft>) -> Option<Self> {
        let mut changed: FxHashMap<NodeId, Changed> = FxHashMap::default();
        let mut lists: FxHashMap<NodeId, Vec<u32>> = FxHashMap::default();
        for (number, draft) in (0..).zip(&drafts) {
            for node in draft.changed_nodes() {
                let id = DraftId::from(node);
                let entry = changed.entry(node).or_default();
                let is_value = draft.value(id) != document.value(node);
                if is_value && entry.value.replace(number).is_some() {
                    return None;
                }
                let is_key = draft.key(id) != document.key(node);
                if is_key && entry.key.replace(number).is_some() {
                    return None;
                }
                let is_list = match draft.list_edit(node) {
                    Some(edit) => !edit.removed.is_empty() || !edit.added.is_empty(),
                    None => !draft.children(id).eq(document.children(node).map(DraftId::from)),
                };
                if is_list {
                    lists.entry(node).or_default().push(number);
                }
            }
        }
        let mut joint = Self {
            document,
            drafts,
            changed,
        };
        for (list, numbers) in lists {
            let children = match numbers[..] {
                [only] => joint.children_in(only, list.into()).collect(),
                _ => joint.joined(list, &numbers)?,
            };
            joint.changed.entry(list).or_default().children = Some(children);
        }
        Some(joint)
    }

    /// Returns the children of a node in a draft.
    fn children_in(&self, number: u32, id: DraftId) -> impl Iterator<Item = JointId> + '_ {
        let draft = self.drafts[number as usize];
        draft.children(id).map(move |child| self.joint_id(number, child))
    }

    fn joint_id(&self, number: u32, id: DraftId) -> JointId {
        match self.drafts[number as usize].node_of(id) {
            Some(node) => JointId::Own(node),
            None => JointId::New(number, id),
        }
    }

    /// Joins what several drafts remove from a list or map and add to it. `None` if one changes the order.
    fn joined(&self, list: NodeId, numbers: &[u32]) -> Option<Vec<JointId>> {
        let document = self.document;
        let own: Vec<NodeId> = document.children(list).collect();
        let mut removed: FxHashSet<usize> = FxHashSet::default();
        let mut added: FxHashMap<usize, (u32, Vec<JointId>)> = FxHashMap::default();
        let mut add = |at: usize, number: u32, child: JointId| {
            let (of, all) = added.entry(at).or_insert_with(|| (number, Vec::new()));
            let is_clear = *of == number || document.kind(list) == ValueKind::Map;
            all.push(child);
            is_clear.then_some(())
        };
        for number in numbers {
            if let Some(edit) = self.drafts[*number as usize].list_edit(list) {
                removed.extend(edit.removed.iter().map(|node| document.ordinal(*node)));
                for (next, child) in &edit.added {
                    let at = next.map_or(own.len(), |next| document.ordinal(next));
                    add(at, *number, self.joint_id(*number, *child))?;
                }
                continue;
            }
            let mut next = 0;
            for child in self.children_in(*number, list.into()) {
                let stays = match child {
                    JointId::Own(node) if document.parent(node) == Some(list) => Some(document.ordinal(node)),
                    _ => None,
                };
                match stays {
                    Some(at) if at < next => return None,
                    Some(at) => {
                        removed.extend(next..at);
                        next = at + 1;
                    }
                    None => add(next, *number, child)?,
                }
            }
            removed.extend(next..own.len());
        }
        let mut all = Vec::with_capacity(own.len());
        for at in 0..=own.len() {
            all.extend(added.remove(&at).into_iter().flat_map(|(_, added)| added));
            let stays = own.get(at).filter(|_| !removed.contains(&at));
            all.extend(stays.map(|node| JointId::Own(*node)));
        }
        Some(all)
    }

    /// Returns the draft with a part of a node of the patch.
    fn draft(&self, node: NodeId, part: impl Fn(&Changed) -> Option<u32>) -> Option<&'d Draft> {
        let number = self.changed.get(&node).and_then(part)?;
        self.drafts.get(number as usize).copied()
    }
}

impl Tree for Joint<'_> {
    type Id = JointId;

    fn top(&self) -> JointId {
        JointId::Own(self.document.root())
    }

    fn value(&self, id: JointId) -> Value<'_> {
        match id {
            JointId::New(number, id) => self.drafts[number as usize].value(id),
            JointId::Own(node) => match self.draft(node, |changed| changed.value) {
                Some(draft) => draft.value(node.into()),
                None => self.document.value(node),
            },
        }
    }

    fn key(&self, id: JointId) -> Option<&str> {
        match id {
            JointId::New(number, id) => self.drafts[number as usize].key(id),
            JointId::Own(node) => match self.draft(node, |changed| changed.key) {
                Some(draft) => draft.key(node.into()),
                None => self.document.key(node),
            },
        }
    }

    fn children(&self, id: JointId) -> impl Iterator<Item = JointId> + '_ {
        let changed = match id {
            JointId::Own(node) => self.changed.get(&node).and_then(|it| it.children.as_ref()),
            JointId::New(..) => None,
        };
        let own = match id {
            JointId::Own(node) if changed.is_none() => Some(self.document.children(node).map(JointId::Own)),
            _ => None,
        };
        let new = match id {
            JointId::New(number, id) => Some(self.children_in(number, id)),
            JointId::Own(_) => None,
        };
        let changed = changed.into_iter().flatten().copied();
        changed
            .chain(own.into_iter().flatten())
            .chain(new.into_iter().flatten())
    }
}
