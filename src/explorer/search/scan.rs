//! The hits of a search: found a slice of rows at a time, so that no frame waits for a long document, and kept until
//! what was searched has changed.

use std::sync::Arc;

use super::pattern::Pattern;
use crate::document::Document;
use crate::document::escape::visible;
use crate::explorer::merged::MergedView;
use crate::explorer::merged::source_lines::SourceView;
use crate::explorer::merged::steps::step_rows;
use crate::merge::Semantics;
use crate::report::rows::outline;
use crate::schema::Schema;

/// A place that is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchTarget {
    Live,
    Patch(usize),
    Result,
    Steps,
}

/// What one place holds.
#[derive(Clone, Debug)]
struct TargetHits {
    ground: SearchTarget,
    /// Rows looked at.
    scanned: usize,
    /// Rows that there are.
    rows: usize,
    /// Rows with a hit, ascending.
    hits: Vec<u32>,
}

impl TargetHits {
    fn is_done(&self) -> bool {
        self.scanned >= self.rows
    }
}

/// A hit: its place as an index into the places, and its row.
pub(crate) type SearchHit = (usize, usize);

/// What is known of a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextHit {
    /// There is one; whether the search went on at the other end.
    Found(SearchHit, bool),
    /// There is none anywhere.
    Nowhere,
    /// Rows that matter are not searched yet.
    Unknown,
}

/// A search through all places.
#[derive(Clone, Debug)]
pub(crate) struct IncrementalSearch {
    needle: Pattern,
    fields: Vec<TargetHits>,
    /// The place that is searched first.
    first: usize,
    /// What was searched: the inputs, and the step of the result.
    documents: Vec<Arc<Document>>,
    semantics: Semantics,
    schema: Arc<Schema>,
    position: usize,
}

impl IncrementalSearch {
    pub(crate) fn new(needle: Pattern, session: &MergedView, first: SearchTarget) -> Self {
        let mut grounds = vec![SearchTarget::Live];
        grounds.extend((0..session.patch_count()).map(SearchTarget::Patch));
        grounds.extend([SearchTarget::Result, SearchTarget::Steps]);
        let fields = grounds.into_iter().map(|ground| TargetHits {
            ground,
            scanned: 0,
            rows: rows_of(session, ground),
            hits: Vec::new(),
        });
        let mut hunt = Self {
            needle,
            fields: fields.collect(),
            first: 0,
            documents: session.merge().scene.documents().to_vec(),
            semantics: session.merge().inputs.semantics,
            schema: Arc::clone(&session.merge().inputs.schema),
            position: session.position(),
        };
        hunt.first = hunt.index_of(first);
        hunt
    }

    pub(crate) fn needle(&self) -> &Pattern {
        &self.needle
    }

    pub(crate) fn index_of(&self, ground: SearchTarget) -> usize {
        let found = self.fields.iter().position(|field| field.ground == ground);
        found.unwrap_or(0)
    }

    pub(crate) fn ground(&self, index: usize) -> SearchTarget {
        self.fields
            .get(index)
            .map_or(SearchTarget::Result, |field| field.ground)
    }

    /// Forgets what is no longer true. Other inputs are another hunt: tells whether these are the same.
    pub(crate) fn refresh(&mut self, session: &MergedView) -> bool {
        let now = session.merge().scene.documents();
        let same = now.len() == self.documents.len()
            && now.iter().zip(&self.documents).all(|(a, b)| Arc::ptr_eq(a, b))
            && session.merge().inputs.semantics == self.semantics
            && Arc::ptr_eq(&session.merge().inputs.schema, &self.schema);
        if same && session.position() != self.position {
            self.position = session.position();
            for field in &mut self.fields {
                if field.ground == SearchTarget::Result {
                    field.rows = rows_of(session, SearchTarget::Result);
                    field.scanned = 0;
                    field.hits.clear();
                }
            }
        }
        same
    }

    pub(crate) fn is_done(&self) -> bool {
        self.fields.iter().all(TargetHits::is_done)
    }

    /// Looks at up to `budget` rows more.
    pub(crate) fn scan(&mut self, session: &MergedView, mut budget: usize) {
        let count = self.fields.len();
        for at in (0..count).map(|at| (at + self.first) % count) {
            let Some(field) = self.fields.get_mut(at) else {
                return;
            };
            while budget > 0 && !field.is_done() {
                let rows = (field.rows - field.scanned).min(budget);
                let from = field.scanned;
                let needle = &self.needle;
                let hits = &mut field.hits;
                let mut look = |row: usize, text: &str| {
                    if needle.is_in(&visible(text)) {
                        hits.push(row as u32);
                    }
                };
                each_text(session, field.ground, from, rows, &mut look);
                field.scanned += rows;
                budget -= rows;
            }
        }
    }

    /// The hit after (or before) `from`, on its own row too if `here`.
    pub(crate) fn seek(&self, from: SearchHit, forward: bool, here: bool) -> NextHit {
        let count = self.fields.len();
        for turn in 0..=count {
            let at = match forward {
                true => (from.0 + turn) % count,
                false => (from.0 + count * 2 - turn) % count,
            };
            let Some(field) = self.fields.get(at) else { break };
            let row = from.1 as u32;
            let hit = match (turn == 0, forward) {
                (true, true) => field.hits.iter().find(|hit| **hit > row || here && **hit == row),
                (true, false) => field.hits.iter().rfind(|hit| **hit < row),
                (false, true) => field.hits.first(),
                (false, false) => field.hits.last(),
            };
            // Backwards the last hit is not known before the last row.
            let known = match (turn == 0, forward) {
                (_, true) => hit.is_some() || field.is_done(),
                (true, false) => field.scanned >= from.1 || field.is_done(),
                (false, false) => field.is_done(),
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
        let before: usize = self.fields.iter().take(at).map(|field| field.hits.len()).sum();
        let here = self.fields.get(at).map_or(0, |field| {
            field.hits.partition_point(|hit| (*hit as usize) <= row)
        });
        let all = self.fields.iter().map(|field| field.hits.len()).sum();
        (before + here, all)
    }
}

fn rows_of(session: &MergedView, ground: SearchTarget) -> usize {
    match ground {
        SearchTarget::Live => session.live().len(),
        SearchTarget::Patch(index) => session.patch(index).map_or(0, SourceView::len),
        SearchTarget::Result => session.heights().rows(&session.merge().scene),
        SearchTarget::Steps => session.len() + 1,
    }
}

/// Gives the texts of some rows, as they are shown but for what is escaped.
fn each_text(
    session: &MergedView,
    ground: SearchTarget,
    from: usize,
    rows: usize,
    look: &mut dyn FnMut(usize, &str),
) {
    let mut source = |view: &SourceView| {
        for (at, (_, text, _)) in view.rows(from, rows).into_iter().enumerate() {
            look(from + at, &text);
        }
    };
    match ground {
        SearchTarget::Live => source(session.live()),
        SearchTarget::Patch(index) => {
            if let Some(view) = session.patch(index) {
                source(view);
            }
        }
        SearchTarget::Result => {
            let (scene, heights) = (&session.merge().scene, session.heights());
            let entries = outline::rows(scene, heights, from, rows);
            for (at, entry) in entries.iter().enumerate() {
                look(from + at, &entry.text(scene, heights));
            }
        }
        SearchTarget::Steps => {
            for (at, row) in step_rows(session, from, rows).into_iter().enumerate() {
                look(from + at, &format!("{} {}", row.label, row.path));
            }
        }
    }
}
