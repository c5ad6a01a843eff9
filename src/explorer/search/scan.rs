//! The hits of a search: some rows are searched at a time, so that no frame waits for a long document, and hits are kept until the
//! searched text changes.

use super::pattern::Pattern;
use crate::document::escape::visible;
use crate::explorer::inputs::input_id::PatchId;
use crate::explorer::merged::MergedView;
use crate::explorer::merged::source_lines::SourceView;
use crate::explorer::merged::steps::step_rows;
use crate::merge::Inputs;
use crate::report::rows::outline;

/// What is searched: a pane or the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchTarget {
    Live,
    Patch(PatchId),
    Result,
    Steps,
}

/// The hits in one of them.
#[derive(Clone, Debug)]
struct TargetHits {
    target: SearchTarget,
    /// How many rows are searched.
    scanned: usize,
    /// How many rows there are.
    rows: usize,
    /// Rows with a hit, ascending.
    hits: Vec<u32>,
}

impl TargetHits {
    fn is_done(&self) -> bool {
        self.scanned >= self.rows
    }
}

/// A hit: the index of what is searched, and the row.
pub(crate) type SearchHit = (usize, usize);

/// What is known of the next hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextHit {
    /// There is one; whether the search started over at the other end.
    Found(SearchHit, bool),
    /// There is none anywhere.
    Nowhere,
    /// It can be in rows that are not searched yet.
    Unknown,
}

/// A search through all panes and the steps.
#[derive(Clone, Debug)]
pub(crate) struct IncrementalSearch {
    pattern: Pattern,
    targets: Vec<TargetHits>,
    /// The index of what is searched first.
    first: usize,
    /// What is searched: the inputs, and the position of the result.
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
        let found = self.targets.iter().position(|hits_in| hits_in.target == target);
        found.unwrap_or(0)
    }

    pub(crate) fn target(&self, index: usize) -> SearchTarget {
        self.targets
            .get(index)
            .map_or(SearchTarget::Result, |hits_in| hits_in.target)
    }

    /// Drops the hits of a result at another position. Returns whether the inputs are the same; for others, start a new search.
    pub(crate) fn refresh(&mut self, merged: &MergedView) -> bool {
        let same = merged.merge().inputs.is_same(&self.inputs);
        if same && merged.position() != self.position {
            self.position = merged.position();
            for hits_in in &mut self.targets {
                if hits_in.target == SearchTarget::Result {
                    hits_in.rows = rows_of(merged, SearchTarget::Result);
                    hits_in.scanned = 0;
                    hits_in.hits.clear();
                }
            }
        }
        same
    }

    pub(crate) fn is_done(&self) -> bool {
        self.targets.iter().all(TargetHits::is_done)
    }

    /// Searches up to `budget` more rows.
    pub(crate) fn scan(&mut self, merged: &MergedView, mut budget: usize) {
        let count = self.targets.len();
        for at in (0..count).map(|at| (at + self.first) % count) {
            let Some(hits_in) = self.targets.get_mut(at) else {
                return;
            };
            while budget > 0 && !hits_in.is_done() {
                let rows = (hits_in.rows - hits_in.scanned).min(budget);
                let from = hits_in.scanned;
                let pattern = &self.pattern;
                let hits = &mut hits_in.hits;
                let mut look = |row: usize, text: &str| {
                    if pattern.is_in(&visible(text)) {
                        hits.push(row as u32);
                    }
                };
                each_text(merged, hits_in.target, from, rows, &mut look);
                hits_in.scanned += rows;
                budget -= rows;
            }
        }
    }

    /// The hit after (or before) `from`, on its own row too if `here`.
    pub(crate) fn seek(&self, from: SearchHit, forward: bool, here: bool) -> NextHit {
        let count = self.targets.len();
        for turn in 0..=count {
            let at = match forward {
                true => (from.0 + turn) % count,
                false => (from.0 + count * 2 - turn) % count,
            };
            let Some(hits_in) = self.targets.get(at) else {
                break;
            };
            let row = from.1 as u32;
            let hit = match (turn == 0, forward) {
                (true, true) => hits_in
                    .hits
                    .iter()
                    .find(|hit| **hit > row || here && **hit == row),
                (true, false) => hits_in.hits.iter().rfind(|hit| **hit < row),
                (false, true) => hits_in.hits.first(),
                (false, false) => hits_in.hits.last(),
            };
            // Backwards the last hit is known only after the last row.
            let known = match (turn == 0, forward) {
                (_, true) => hit.is_some() || hits_in.is_done(),
                (true, false) => hits_in.scanned >= from.1 || hits_in.is_done(),
                (false, false) => hits_in.is_done(),
            };
            if !known {
                return NextHit::Unknown;
            }
            if let Some(hit) = hit {
                let wrapped = match forward {
                    true => at < from.0 || turn == count,
                    false => at > from.0 || turn == count,
                };
                return NextHit::Found((at, *hit as usize), wrapped);
            }
        }
        NextHit::Nowhere
    }

    /// Which hit this is, from 1, and how many there are so far.
    pub(crate) fn count(&self, (at, row): SearchHit) -> (usize, usize) {
        let before: usize = self
            .targets
            .iter()
            .take(at)
            .map(|hits_in| hits_in.hits.len())
            .sum();
        let here = self.targets.get(at).map_or(0, |hits_in| {
            hits_in.hits.partition_point(|hit| (*hit as usize) <= row)
        });
        let all = self.targets.iter().map(|hits_in| hits_in.hits.len()).sum();
        (before + here, all)
    }
}

fn rows_of(merged: &MergedView, target: SearchTarget) -> usize {
    match target {
        SearchTarget::Live => merged.live().len(),
        SearchTarget::Patch(index) => merged.patch(index).map_or(0, SourceView::len),
        SearchTarget::Result => merged.heights().rows(&merged.merge().scene),
        SearchTarget::Steps => merged.len() + 1,
    }
}

/// Calls `look` with the text of each row, not escaped.
fn each_text(
    merged: &MergedView,
    target: SearchTarget,
    from: usize,
    rows: usize,
    look: &mut dyn FnMut(usize, &str),
) {
    let mut source = |view: &SourceView| {
        for (at, (_, text, _)) in view.rows(from, rows).into_iter().enumerate() {
            look(from + at, &text);
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
            let (scene, heights) = (&merged.merge().scene, merged.heights());
            let entries = outline::rows(scene, heights, from, rows);
            for (at, entry) in entries.iter().enumerate() {
                look(from + at, &entry.text(scene, heights));
            }
        }
        SearchTarget::Steps => {
            for (at, row) in step_rows(merged, from, rows).into_iter().enumerate() {
                look(from + at, &format!("{} {}", row.label, row.path));
            }
        }
    }
}
