//! The number of rows of each node of a result tree, updated while steps are played. So a frame costs what it
//! shows, not the size of the document.

use super::checkpoints::{Checkpoint, CheckpointBuilder, Checkpoints};
use crate::document::{Tree, ValueKind};
use crate::merge::{Change, Presence, ResultId, ResultTree};

/// The rows of a node with its descendants, as if the node were present.
#[derive(Clone, Copy, Debug)]
struct Height {
    /// Rows on the screen, including placeholder rows.
    rows: u32,
    /// Lines of the result, without placeholder rows.
    lines: u32,
    inner: HeightNode,
}

/// The number of present children, the presence of the node when it was counted, and whether it is a scalar.
/// Packed into one number to save memory.
#[derive(Clone, Copy, Debug)]
struct HeightNode(u32);

impl HeightNode {
    const STATES: [Presence; 4] = [
        Presence::Pending,
        Presence::Present,
        Presence::Removed,
        Presence::Replaced,
    ];

    fn new(present: u32, state: Presence, scalar: bool) -> Self {
        Self(present << 3 | (state as u32) << 1 | u32::from(scalar))
    }

    fn present(self) -> u32 {
        self.0 >> 3
    }

    fn state(self) -> Presence {
        Self::STATES[(self.0 >> 1 & 3) as usize]
    }

    fn is_scalar(self) -> bool {
        self.0 & 1 == 1
    }

    fn add_present(&mut self, children: u32) {
        self.0 += children << 3;
    }
}

/// The heights of all nodes of a result tree.
#[derive(Clone, Debug)]
pub struct Heights {
    nodes: Vec<Height>,
    stops: Checkpoints,
}

/// Returns whether all rows of a node are those of its children: an item or the root, if it has a child.
pub(crate) fn is_bare(tree: &ResultTree, id: ResultId) -> bool {
    tree.key(id).is_none()
}

impl Heights {
    /// Counts all rows of a tree; linear.
    pub fn new(tree: &ResultTree) -> Self {
        let count = tree.node_count();
        let start = Height {
            rows: 0,
            lines: 0,
            inner: HeightNode::new(0, Presence::Pending, false),
        };
        let mut heights = Self {
            nodes: vec![start; count],
            stops: Checkpoints::default(),
        };
        let mut children = vec![0u32; count];
        // Children have higher ids than their parents, so each is complete before it is added to its parent.
        for id in (0..count as u32).rev().map(ResultId) {
            let scalar = tree.kind(id).is_scalar();
            let inside = heights.nodes[id.index()];
            let present = inside.inner.present();
            let own = own_rows(tree, id, scalar, present);
            heights.nodes[id.index()] = Height {
                rows: inside.rows + own,
                lines: inside.lines + own,
                inner: HeightNode::new(present, tree.state(id), scalar),
            };
            if children[id.index()] as usize > Checkpoints::CHECKPOINT_SPACING {
                heights.stops.expect(id);
            }
            let Some(parent) = tree.parent(id) else { continue };
            let (rows, lines) = heights.shown(id);
            let is_present = tree.state(id) == Presence::Present;
            let sum = &mut heights.nodes[parent.index()];
            sum.rows += rows;
            sum.lines += lines;
            sum.inner.add_present(u32::from(is_present));
            children[parent.index()] += 1;
        }
        heights
    }

    fn count(&mut self, tree: &ResultTree, id: ResultId) {
        let tally = self.tally(tree, id);
        let scalar = tree.kind(id).is_scalar();
        let own = own_rows(tree, id, scalar, tally.present);
        self.nodes[id.index()] = Height {
            rows: tally.rows + own,
            lines: tally.lines + own,
            inner: HeightNode::new(tally.present, tree.state(id), scalar),
        };
        if tally.children > Checkpoints::CHECKPOINT_SPACING {
            self.stops.expect(id);
        }
    }

    fn tally(&self, tree: &ResultTree, id: ResultId) -> CheckpointBuilder {
        let mut tally = CheckpointBuilder::default();
        for child in tree.all_children(id) {
            tally.add(child, self.shown(child), tree.state(child) == Presence::Present);
        }
        tally
    }

    /// Returns a checkpoint near the row `row` of the children of a container; `None` in short containers.
    pub(crate) fn stop_before(
        &self,
        tree: &ResultTree,
        container: ResultId,
        row: usize,
    ) -> Option<Checkpoint> {
        self.stops
            .before(container, row, || self.tally(tree, container).stops)
    }

    /// Returns the rows and result lines that the node adds to its parent: none if it is hidden, one row for
    /// a placeholder row.
    pub(crate) fn shown(&self, id: ResultId) -> (u32, u32) {
        let height = &self.nodes[id.index()];
        match height.inner.state() {
            Presence::Present => (height.rows, height.lines),
            Presence::Removed => (1, 0),
            Presence::Pending | Presence::Replaced => (0, 0),
        }
    }

    /// Returns the rows of the node without its children.
    pub(crate) fn own_rows(&self, tree: &ResultTree, id: ResultId) -> u32 {
        let height = &self.nodes[id.index()];
        if height.inner.is_scalar() {
            height.rows
        } else {
            own_rows(tree, id, false, height.inner.present())
        }
    }

    /// Returns the number of present children.
    pub(crate) fn present(&self, id: ResultId) -> u32 {
        self.nodes[id.index()].inner.present()
    }

    /// Returns the rows of the whole tree.
    pub fn rows(&self, tree: &ResultTree) -> usize {
        self.shown(tree.top()).0 as usize
    }

    /// Returns the lines of the printed result.
    pub fn lines(&self, tree: &ResultTree) -> usize {
        self.shown(tree.top()).1 as usize
    }

    /// Updates the heights of an edited node and its ancestors.
    pub fn touch(&mut self, tree: &ResultTree, change: Change) {
        let (id, value) = match change {
            Change::Value(id) => (id, true),
            Change::State(id) => (id, false),
            Change::Order(list) => return self.stops.forget(list),
        };
        let before = self.shown(id);
        let was = self.nodes[id.index()].inner;
        let was_present = was.state() == Presence::Present;
        if value && (tree.kind(id).is_scalar() || was.is_scalar()) {
            self.count(tree, id);
        }
        let inner = &mut self.nodes[id.index()].inner;
        *inner = HeightNode::new(inner.present(), tree.state(id), inner.is_scalar());
        let is_present = tree.state(id) == Presence::Present;
        let mut births = i64::from(is_present) - i64::from(was_present);
        let after = self.shown(id);
        let (mut rows, mut lines) = difference(before, after);
        let mut at = tree.parent(id);
        while let Some(parent) = at {
            if rows == 0 && lines == 0 && births == 0 {
                return;
            }
            self.stops.forget(parent);
            let before = self.shown(parent);
            let height = &mut self.nodes[parent.index()];
            let inner = height.inner;
            let present = (i64::from(inner.present()) + births) as u32;
            height.inner = HeightNode::new(present, inner.state(), inner.is_scalar());
            let own_before = own_rows(tree, parent, false, inner.present());
            let own = i64::from(own_rows(tree, parent, false, present)) - i64::from(own_before);
            height.rows = (i64::from(height.rows) + rows + own) as u32;
            height.lines = (i64::from(height.lines) + lines + own) as u32;
            births = 0;
            (rows, lines) = difference(before, self.shown(parent));
            at = tree.parent(parent);
        }
    }
}

fn difference(before: (u32, u32), after: (u32, u32)) -> (i64, i64) {
    (
        i64::from(after.0) - i64::from(before.0),
        i64::from(after.1) - i64::from(before.1),
    )
}

fn own_rows(tree: &ResultTree, id: ResultId, scalar: bool, present: u32) -> u32 {
    if scalar {
        return tree.line_count(id).max(1) as u32;
    }
    u32::from(!is_bare(tree, id) || present == 0)
}

/// Returns whether the rows of the children have the order of the children.
pub(crate) fn is_shown_in_order(tree: &ResultTree, id: ResultId) -> bool {
    let is_top_list = || tree.kind(id) == ValueKind::List && tree.parent(id).is_none();
    let mut children = tree.all_children(id);
    let mut begins_present = || {
        let first = children.next();
        first.is_none_or(|first| tree.state(first) == Presence::Present)
    };
    !is_bare(tree, id) || is_top_list() || begins_present()
}

/// Returns the children in the order of their rows. In an item, the first present child is first, because it
/// shares the line of the dash; placeholder rows before it follow.
pub(crate) fn shown_children(tree: &ResultTree, id: ResultId) -> Box<dyn Iterator<Item = ResultId> + '_> {
    if is_shown_in_order(tree, id) {
        return Box::new(tree.all_children(id));
    }
    let Some(first) = tree.present(id).next() else {
        return Box::new(tree.all_children(id));
    };
    Box::new(std::iter::once(first).chain(tree.all_children(id).filter(move |child| *child != first)))
}
