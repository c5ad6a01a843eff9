//! The hits of a search. A limited number of rows is searched at a time, so that no frame waits for a long
//! document. Hits are kept until the searched text changes.

use super::pattern::Pattern;
use crate::document::escape::visible;
use crate::explorer::inputs::input_id::PatchId;
use crate::explorer::merged::MergedView;
use crate::explorer::merged::source_lines::SourceView;
use crate::explorer::merged::steps::step_rows;
use crate::merge::Inputs;
use crate::report::rows::outline::{self, BlockCursor};

/// A searched text: a pane or the step list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchTarget {
    Live,
    Patch(PatchId),
    Result,
    Steps,
}

/// The hits in one target.
#[derive(Clone, Debug)]
struct TargetHits {
    target: SearchTarget,
    /// The number of searched rows.
    scanned: usize,
    /// The number of rows.
    rows: usize,
    /// The rows with a hit, ascending.
    hits: Vec<u32>,
}

impl TargetHits {
    fn is_done(&self) -> bool {
        self.scanned >= self.rows
    }
}

/// A hit: the index of the target, and the row.
pub(crate) type SearchHit = (usize, usize);

/// The result of looking for the next hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextHit {
    /// The next hit, and whether the search wrapped around.
    Found(SearchHit, bool),
    /// No target has a hit.
    Nowhere,
    /// The next hit can be in rows that are not searched yet.
    Unknown,
}

/// A search through all panes and the step list.
#[derive(Clone, Debug)]
pub(crate) struct IncrementalSearch {
    pattern: Pattern,
    targets: Vec<TargetHits>,
    /// The index of the target that is searched first.
    first: usize,
    /// The searched inputs and the position of the result.
    inputs: Inputs,
    position: usize,
}

impl IncrementalSearch {
    pub(crate) fn new(pattern: Pattern, merged: &MergedView, first: SearchTarget) -> Self {
        let mut targets = vec![SearchTarget::Live];
        targets.extend(merged.patches().map(SearchTarget::Patch));
        targets.extend([SearchTarget::Result, SearchTarget::Steps]);
        let targets = targets.into_iter().map(|target| TargetHits {
            target,
            scanned: 0,
            rows: rows_of(merged, target),
            hits: Vec::new(),
        });
        let mut search = Self {
            pattern,
            targets: targets.collect(),
            first: 0,
            inputs: merged.merge().inputs.clone(),
            position: merged.position(),
        };
        search.first = search.index_of(first);
        search
    }

    pub(crate) fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    pub(crate) fn index_of(&self, target: SearchTarget) -> usize {
        let found = self
            .targets
            .iter()
            .position(|target_hits| target_hits.target == target);
        found.unwrap_or(0)
    }

    pub(crate) fn target(&self, index: usize) -> SearchTarget {
        self.targets
            .get(index)
            .map_or(SearchTarget::Result, |target_hits| target_hits.target)
    }

    /// Drops the hits of the result if its position has changed. Returns whether the inputs are the same; if
    /// not, start a new search.
    pub(crate) fn refresh(&mut self, merged: &MergedView) -> bool {
        let same = merged.merge().inputs.is_same(&self.inputs);
        if same && merged.position() != self.position {
            self.position = merged.position();
            for target_hits in &mut self.targets {
                if target_hits.target == SearchTarget::Result {
                    target_hits.rows = rows_of(merged, SearchTarget::Result);
                    target_hits.scanned = 0;
                    target_hits.hits.clear();
                }
            }
        }
        same
    }

    pub(crate) fn is_done(&self) -> bool {
        self.targets.iter().all(TargetHits::is_done)
    }

    /// Searches at most `budget` more rows.
    pub(crate) fn scan(&mut self, merged: &MergedView, mut budget: usize) {
        let count = self.targets.len();
        for index in (0..count).map(|index| (index + self.first) % count) {
            let Some(target_hits) = self.targets.get_mut(index) else {
                return;
            };
            while budget > 0 && !target_hits.is_done() {
                let rows = (target_hits.rows - target_hits.scanned).min(budget);
                let from = target_hits.scanned;
                let pattern = &self.pattern;
                let hits = &mut target_hits.hits;
                let mut look = |row: usize, text: &str| {
                    if pattern.is_in(&visible(text)) {
                        hits.push(row as u32);
                    }
                };
                each_text(merged, target_hits.target, from, rows, &mut look);
                target_hits.scanned += rows;
                budget -= rows;
            }
        }
    }

    /// Returns the hit after (or before) `from`, including `from` itself if `inclusive` is set.
    pub(crate) fn seek(&self, from: SearchHit, forward: bool, inclusive: bool) -> NextHit {
        let count = self.targets.len();
        for distance in 0..=count {
            let index = match forward {
                true => (from.0 + distance) % count,
                false => (from.0 + count * 2 - distance) % count,
            };
            let Some(target_hits) = self.targets.get(index) else {
                break;
            };
            let row = from.1 as u32;
            let hit = match (distance == 0, forward) {
                (true, true) => target_hits
                    .hits
                    .iter()
                    .find(|hit| **hit > row || inclusive && **hit == row),
                (true, false) => target_hits.hits.iter().rfind(|hit| **hit < row),
                (false, true) => target_hits.hits.first(),
                (false, false) => target_hits.hits.last(),
            };
            // Backwards, the last hit is only known after all rows are searched.
            let known = match (distance == 0, forward) {
                (_, true) => hit.is_some() || target_hits.is_done(),
                (true, false) => target_hits.scanned >= from.1 || target_hits.is_done(),
                (false, false) => target_hits.is_done(),
            };
            if !known {
                return NextHit::Unknown;
            }
            if let Some(hit) = hit {
                let wrapped = match forward {
                    true => index < from.0 || distance == count,
                    false => index > from.0 || distance == count,
                };
                return NextHit::Found((index, *hit as usize), wrapped);
            }
        }
        NextHit::Nowhere
    }

    /// Returns the number of a hit, from 1, and the number of hits so far.
    pub(crate) fn count(&self, (index, row): SearchHit) -> (usize, usize) {
        let before: usize = self
            .targets
            .iter()
            .take(index)
            .map(|target_hits| target_hits.hits.len())
            .sum();
        let here = self.targets.get(index).map_or(0, |target_hits| {
            target_hits.hits.partition_point(|hit| (*hit as usize) <= row)
        });
        let all = self
            .targets
            .iter()
            .map(|target_hits| target_hits.hits.len())
            .sum();
        (before + here, all)
    }
}

fn rows_of(merged: &MergedView, target: SearchTarget) -> usize {
    match target {
        SearchTarget::Live => merged.live().len(),
        SearchTarget::Patch(index) => merged.patch(index).map_or(0, SourceView::len),
        SearchTarget::Result => merged.heights().rows(&merged.merge().tree),
        SearchTarget::Steps => merged.len() + 1,
    }
}

/// Calls `look` with the number and the unescaped text of each row.
fn each_text(
    merged: &MergedView,
    target: SearchTarget,
    from: usize,
    rows: usize,
    look: &mut dyn FnMut(usize, &str),
) {
    let mut source = |view: &SourceView| {
        for (index, (_, text, _)) in view.rows(from, rows).into_iter().enumerate() {
            look(from + index, &text);
        }
    };
    match target {
        SearchTarget::Live => source(merged.live()),
        SearchTarget::Patch(index) => {
            if let Some(view) = merged.patch(index) {
                source(view);
            }
        }
        SearchTarget::Result => {
            let (tree, heights) = (&merged.merge().tree, merged.heights());
            let entries = outline::rows(tree, heights, from, rows);
            let mut cursor = BlockCursor::default();
            for (index, entry) in entries.iter().enumerate() {
                look(from + index, &entry.text(tree, heights, &mut cursor));
            }
        }
        SearchTarget::Steps => {
            for (index, row) in step_rows(merged, from, rows).into_iter().enumerate() {
                look(from + index, &format!("{} {}", row.label, row.path));
            }
        }
    }
}
