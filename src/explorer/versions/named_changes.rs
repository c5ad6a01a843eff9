//! The changes of a save in the order in which its status line names them: first the lines to which the result owes each
//! difference, then the other lines.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::change_stop::{ChangeStop, MovedStop, stop_at, stop_at_replaced};
use super::saved_merges::{ChangedInput, SavedMerges, source_of};
use crate::document::{Path, Tree};
use crate::explorer::inputs::input_id::InputId;
use crate::merge::{NodeRef, ResultId, Semantics, is_last_applied};
use crate::report::comparison::{Difference, DifferenceKind, DifferenceSide, MergeComparison};
use crate::report::line_hunks::{HunkKind, LineHunk};
use crate::report::rows::outline;

/// A line that a save changed.
#[derive(Clone, Copy, Debug)]
struct ChangedRow {
    /// The index of the input.
    input: usize,
    /// The index of the change of the input.
    hunk: usize,
    /// 0: a line of the old text.
    side: usize,
    row: usize,
}

/// The changed lines by the paths of their fields.
struct ChangedRows<'s> {
    inputs: &'s [ChangedInput],
    /// The lines of the inputs, for each side.
    lines: Vec<[Vec<&'s str>; 2]>,
    /// The same without their order.
    known: Vec<[FxHashSet<&'s str>; 2]>,
    /// The lines of the fields, for each side.
    fields: [FxHashMap<Path, Vec<ChangedRow>>; 2],
    /// The lines of directives about items, such as the entries of an order, for each side.
    directives: [FxHashMap<Path, ChangedRow>; 2],
    /// The lines that order the items of a list, for each side.
    lists: [FxHashMap<Path, ChangedRow>; 2],
    /// The first line with a field of each change, for each side.
    first: FxHashMap<(usize, usize, usize), usize>,
}

/// The stops that were found.
struct Stops<'s> {
    saved: &'s SavedMerges,
    rows: &'s ChangedRows<'s>,
    comparison: &'s MergeComparison,
    /// Whether the changes of the result are in the order of the old result, too. Only few changes have moved lines.
    has_old_order: bool,
    /// The number of differences that lead to lines that were removed in one place.
    removals: FxHashMap<(usize, usize), usize>,
    /// The number of differences that lead to new lines in one place.
    additions: FxHashMap<(usize, usize), usize>,
    found: Vec<ChangeStop>,
    /// The first lines of the places in the result that stops lead to.
    results: FxHashSet<usize>,
    /// The stops of whole changes, by input and change. `None`: other stops are about the lines.
    whole: FxHashMap<(usize, usize), Option<usize>>,
    /// The lines of parts of changes that are stops of their own, by input and change.
    parts: FxHashMap<(usize, usize), Vec<LineHunk>>,
}

/// Returns the stops of a save.
pub(super) fn stops(saved: &SavedMerges, inputs: &[ChangedInput]) -> Vec<ChangeStop> {
    let (replaced, others): (Vec<_>, Vec<_>) = inputs.iter().partition(|input| saved.is_replaced(input));
    if !replaced.is_empty() {
        // The other lines of the text are all new, and another object has no value that changed.
        let is_patch = replaced.iter().all(|changed| !changed.input.is_live());
        let in_result = if is_patch {
            stops_of_result(saved)
        } else {
            Vec::new()
        };
        let stop = stop_at_replaced(replaced.into_iter().map(|changed| changed.input).collect());
        let others = others
            .into_iter()
            .flat_map(|changed| plain_stops(changed, |_| true));
        return std::iter::once(stop).chain(in_result).chain(others).collect();
    }
    // In another format, the lines are those of values, and nothing else changed.
    let has_new_format = inputs.iter().all(|changed| changed.old_values.is_some());
    let Some(comparison) = saved.named().filter(|_| !has_new_format) else {
        return inputs
            .iter()
            .flat_map(|changed| plain_stops(changed, |_| true))
            .collect();
    };
    let rows = ChangedRows::new(saved, inputs);
    let all = comparison.differences().iter();
    let places: Vec<_> = all
        .map(|difference| (difference, rows.place_of(difference, saved)))
        .collect();
    let mut stops = Stops::new(saved, &rows, comparison);
    let kept = places
        .iter()
        .filter(|(difference, _)| difference.nodes[1].is_some());
    let removed = kept
        .filter_map(|(_, place)| *place)
        .filter(|place| place.side == 0);
    for place in removed {
        *stops.removals.entry((place.input, place.hunk)).or_default() += 1;
    }
    let added = places.iter().filter_map(|(_, place)| *place);
    for place in added.filter(|place| place.side == 1) {
        *stops.additions.entry((place.input, place.hunk)).or_default() += 1;
    }
    for (difference, place) in places {
        let known = stops.found.len();
        match place {
            Some(place) if difference.kind == DifferenceKind::Order => stops.add_order(difference, place),
            Some(place) if place.side == 1 => stops.add_new(difference, place),
            Some(place) => stops.add_removed(difference, place),
            None => stops.add_result(difference),
        }
        let paths = saved.paths_of(difference);
        if paths.is_some_and(|[_, path]| is_last_applied(&path)) {
            for stop in &mut stops.found[known..] {
                stop.is_minor = true;
            }
        }
    }
    let mut others = Vec::new();
    for (input, changed) in inputs.iter().enumerate() {
        let has_stop = |hunk| stops.whole.contains_key(&(input, hunk)) || stops.is_in_parts((input, hunk));
        others.extend(plain_stops(changed, |hunk| !has_stop(hunk)));
    }
    let (annotation, mut found): (Vec<_>, Vec<_>) = stops.found.into_iter().partition(|stop| stop.is_minor);
    let others = others.into_iter();
    found.extend(others.map(|stop| ChangeStop {
        is_minor: true,
        ..stop
    }));
    found.extend(annotation);
    found
}

/// Returns a stop for each difference of the result, for a patch whose lines are all new.
fn stops_of_result(saved: &SavedMerges) -> Vec<ChangeStop> {
    let Some(comparison) = saved.named() else {
        return Vec::new();
    };
    let rows = ChangedRows::new(saved, &[]);
    let mut stops = Stops::new(saved, &rows, comparison);
    for difference in comparison.differences() {
        stops.add_result(difference);
    }
    stops.found
}

/// Returns whether all lines of a range are in some of the parts. Sorts, instead of a search in all parts for each line.
fn covers<'p>(range: &Range<usize>, parts: impl Iterator<Item = &'p Range<usize>>) -> bool {
    let mut parts: Vec<&Range<usize>> = parts.collect();
    parts.sort_unstable_by_key(|part| part.start);
    let mut covered = range.start;
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        if part.start > covered {
            break;
        }
        covered = covered.max(part.end);
    }
    covered >= range.end
}

/// Returns the stops of the changes of an input, some of them.
fn plain_stops(changed: &ChangedInput, some: impl Fn(usize) -> bool) -> impl Iterator<Item = ChangeStop> {
    let some = changed
        .hunks
        .iter()
        .enumerate()
        .filter(move |(hunk, _)| some(*hunk));
    some.map(|(index, hunk)| {
        let mut stop = stop_at(Some(changed.input), hunk, Some(&changed.old));
        let old_value = changed.old_values.as_ref().and_then(|values| values.get(index));
        if let Some((Some(old), now)) = old_value {
            stop.old = vec![old.clone()];
            stop.value = *now;
        }
        stop
    })
}

impl<'s> ChangedRows<'s> {
    fn new(saved: &SavedMerges, inputs: &'s [ChangedInput]) -> Self {
        let lines = |input: &'s ChangedInput| {
            [&input.old.text, &input.new].map(|text| text.lines().map(str::trim).collect::<Vec<_>>())
        };
        let lines: Vec<_> = inputs.iter().map(lines).collect();
        let known = lines.iter().map(|sides| {
            let sides: &[Vec<&'s str>; 2] = sides;
            sides.each_ref().map(|lines| lines.iter().copied().collect())
        });
        let mut rows = Self {
            inputs,
            known: known.collect(),
            lines,
            fields: Default::default(),
            directives: Default::default(),
            lists: Default::default(),
            first: FxHashMap::default(),
        };
        for (input, changed) in inputs.iter().enumerate() {
            for (hunk, lines) in changed.hunks.iter().enumerate() {
                for (side, range) in [&lines.old, &lines.new].into_iter().enumerate() {
                    for row in range.clone() {
                        let place = ChangedRow {
                            input,
                            hunk,
                            side,
                            row,
                        };
                        rows.add(place, changed.input, lines, saved);
                    }
                }
            }
        }
        rows
    }

    /// Adds the fields of a line.
    fn add(&mut self, place: ChangedRow, input: InputId, hunk: &LineHunk, saved: &SavedMerges) {
        let merged = &saved.merged[place.side];
        let merge = merged.merge();
        let Some(view) = source_of(input, merged) else {
            return;
        };
        let Some((node, begins)) = view.node_at(place.row) else {
            return;
        };
        let document = view.document();
        let nodes = match begins {
            true => view.with_items(node),
            // A further line of a text, or a comment.
            false => {
                let (first, rows) = view.extent(node);
                let is_inside = document.kind(node).is_scalar() && place.row <= first + rows;
                if is_inside { vec![node] } else { Vec::new() }
            }
        };
        for node in nodes {
            let result = match input {
                InputId::Patch(patch) => {
                    let source = NodeRef {
                        document: patch.document(),
                        node,
                    };
                    merged.links().at_patch(merge, source).result
                }
                _ => merged.links().at_live(merge, node).result,
            };
            // The root and the maps that only contain the fields are about nothing themselves.
            let Some(result) = result.map(|near| near.node) else {
                continue;
            };
            let path = merge.path(result);
            if path.0.is_empty() {
                continue;
            }
            self.first
                .entry((place.input, place.hunk, place.side))
                .or_insert(place.row);
            let mut keys = document.ancestors(node).filter_map(|node| document.key(node));
            let is_directive = keys.any(|key| key.starts_with('$'));
            // An item that is elsewhere, or that is where another one was.
            let orders = matches!(hunk.kind, HunkKind::Moved | HunkKind::Swapped | HunkKind::Changed);
            let start = [&hunk.old, &hunk.new][place.side].start;
            let moves = orders && begins && place.row == start && document.key(node).is_none();
            // An operation of a JSON patch, which can add an item before others, or move it.
            let is_operation = matches!(merge.inputs.semantics, Semantics::JsonPatch(_));
            let orders = is_directive || moves || is_operation;
            let list = merge.tree.parent(result).filter(|_| orders);
            if let Some(list) = list {
                self.lists[place.side].entry(merge.path(list)).or_insert(place);
            }
            match is_directive {
                true => drop(self.directives[place.side].entry(path).or_insert(place)),
                false => self.fields[place.side].entry(path).or_default().push(place),
            }
        }
    }

    /// Returns whether a line is the first one of a change that has a field.
    fn is_first(&self, at: ChangedRow) -> bool {
        self.first
            .get(&(at.input, at.hunk, at.side))
            .is_none_or(|first| at.row <= *first)
    }

    /// Returns the changed line to which the result owes a difference.
    fn place_of(&self, difference: &Difference, saved: &SavedMerges) -> Option<ChangedRow> {
        let paths = saved.paths_of(difference)?;
        if difference.kind == DifferenceKind::Order {
            return [1, 0]
                .into_iter()
                .find_map(|side| self.lists[side].get(&paths[side]).copied());
        }
        let is_changed = |place: &ChangedRow| {
            let kind = self.inputs[place.input].hunks[place.hunk].kind;
            !matches!(kind, HunkKind::Moved | HunkKind::Swapped | HunkKind::Spaces)
        };
        let rows = |side: usize, path: &Path| self.fields[side].get(path).cloned().unwrap_or_default();
        let changed = |side: usize, path: &Path| {
            let mut rows = rows(side, path);
            rows.retain(is_changed);
            rows
        };
        // The line that has the value of the result can be one that moved.
        let source = difference.nodes[1].map(|node| saved.merged[1].merge().tree.source(node).document);
        let mut own = rows(1, &paths[1]);
        own.retain(|place| self.inputs[place.input].input.document() == source.map(usize::from));
        let [new, old] = [1, 0].map(|side| changed(side, &paths[side]));
        let all = [own, new, old];
        let differing = all.iter().find_map(|rows| self.differing(rows));
        let parent = |side: usize| {
            let lengths = (1..paths[side].0.len()).rev();
            let parents = lengths.map(|length| Path(paths[side].0[..length].to_vec()));
            parents
                .into_iter()
                .find_map(|path| changed(side, &path).first().copied())
        };
        let directive = |side: usize| self.directives[side].get(&paths[side]).copied();
        differing
            .or_else(|| all.iter().find_map(|rows| rows.first().copied()))
            .or_else(|| [1, 0].into_iter().find_map(parent))
            .or_else(|| [1, 0].into_iter().find_map(directive))
    }

    /// Returns the only line of a field, or the first one of a text that the other version of the input does not have.
    fn differing(&self, rows: &[ChangedRow]) -> Option<ChangedRow> {
        let is_new = |place: &&ChangedRow| {
            let line = self.lines[place.input][place.side].get(place.row);
            line.is_some_and(|line| !self.known[place.input][1 - place.side].contains(line))
        };
        match rows {
            [only] => Some(*only),
            _ => rows.iter().find(is_new).copied(),
        }
    }
}

impl<'s> Stops<'s> {
    fn new(saved: &'s SavedMerges, rows: &'s ChangedRows<'s>, comparison: &'s MergeComparison) -> Self {
        Self {
            saved,
            rows,
            comparison,
            has_old_order: saved
                .in_result
                .is_sorted_by(|before, after| before.old.end <= after.old.start),
            removals: FxHashMap::default(),
            additions: FxHashMap::default(),
            found: Vec::new(),
            results: FxHashSet::default(),
            whole: FxHashMap::default(),
            parts: FxHashMap::default(),
        }
    }

    /// Adds the stop of a whole change, or finds it. Returns its index.
    fn add_whole(&mut self, at: ChangedRow) -> usize {
        let next = self.found.len();
        let known = self.whole.entry((at.input, at.hunk)).or_insert(None);
        if let Some(index) = *known {
            return index;
        }
        *known = Some(next);
        let changed = &self.rows.inputs[at.input];
        let hunk = &changed.hunks[at.hunk];
        self.found
            .push(stop_at(Some(changed.input), hunk, Some(&changed.old)));
        next
    }

    /// Adds a stop at a line that is new. A change that begins there is one stop.
    fn add_new(&mut self, difference: &Difference, at: ChangedRow) {
        let changed = &self.rows.inputs[at.input];
        let hunk = &changed.hunks[at.hunk];
        let is_addition = matches!(difference.kind, DifferenceKind::Only(DifferenceSide::Second));
        let key = (at.input, at.hunk);
        // New lines for several values.
        let is_split =
            hunk.kind == HunkKind::Added && self.additions.get(&key).is_some_and(|count| *count > 1);
        let shown = self.lines_of(difference);
        let [old, new] = self.extents(difference, changed.input);
        // Other lines of the change can be those of a text that a tool wrote in another order.
        let is_larger = hunk.kind == HunkKind::Changed
            && new
                .as_ref()
                .is_some_and(|rows| rows.start > hunk.new.start || rows.end < hunk.new.end);
        let is_whole = self.rows.is_first(at) && !is_larger;
        if is_whole && !is_split || self.is_field_of_hunk(difference, at) {
            let index = self.add_whole(at);
            let first = &mut self.found[index].shown;
            *first = first.take().or(shown);
            return;
        }
        if is_split {
            self.whole.entry(key).or_insert(None);
        }
        let (kind, old, new) = match (is_addition || is_split, old) {
            (true, _) => {
                let rows = new.map_or(1, |rows| rows.len());
                let end = (at.row + rows).min(hunk.new.end);
                (HunkKind::Added, at.row..at.row, at.row..end)
            }
            // The old line of a text is not known.
            (false, Some(old)) if old.len() == 1 => (HunkKind::Changed, old, at.row..at.row + 1),
            (false, _) => (HunkKind::Changed, 0..1, at.row..at.row + 1),
        };
        let is_known = kind != HunkKind::Changed || old != (0..1);
        let part = LineHunk { kind, old, new };
        if is_known {
            self.parts
                .entry((at.input, at.hunk))
                .or_default()
                .push(part.clone());
        }
        let stop = stop_at(Some(changed.input), &part, is_known.then_some(&changed.old));
        self.found.push(ChangeStop { shown, ..stop });
    }

    /// Returns whether stops of their own are about all lines of a change.
    fn is_in_parts(&self, at: (usize, usize)) -> bool {
        let hunk = &self.rows.inputs[at.0].hunks[at.1];
        self.parts.get(&at).is_some_and(|parts| {
            covers(&hunk.new, parts.iter().map(|part| &part.new))
                && covers(&hunk.old, parts.iter().map(|part| &part.old))
        })
    }

    /// Returns whether a whole change is a new item or map with the field of a difference, so that it is one stop.
    fn is_field_of_hunk(&self, difference: &Difference, at: ChangedRow) -> bool {
        let changed = &self.rows.inputs[at.input];
        let merged = &self.saved.merged[1];
        let source = difference.nodes[1].map(|node| merged.merge().tree.source(node));
        let (Some(source), Some(view)) = (source, source_of(changed.input, merged)) else {
            return false;
        };
        let is_here = changed.input.document() == Some(usize::from(source.document))
            && self.extents(difference, changed.input)[0].is_none();
        let parent = is_here.then(|| view.document().parent(source.node)).flatten();
        parent.is_some_and(|parent| {
            let (first, further) = view.extent(parent);
            let lines = &changed.hunks[at.hunk].new;
            first == lines.start && lines.end <= first + further + 1
        })
    }

    /// Adds a stop where lines were removed, or at the lines of the result that are different without them.
    fn add_removed(&mut self, difference: &Difference, at: ChangedRow) {
        let changed = &self.rows.inputs[at.input];
        let hunk = &changed.hunks[at.hunk];
        // An operation of a JSON patch that is about another item now is one change.
        let is_operation = matches!(
            self.saved.merged[1].merge().inputs.semantics,
            Semantics::JsonPatch(_)
        ) && hunk.kind == HunkKind::Changed;
        let in_result = match changed.input {
            InputId::Patch(_) if !is_operation => self.change_of_result(difference),
            _ => None,
        };
        let is_cut = matches!(hunk.kind, HunkKind::Removed | HunkKind::Changed);
        let Some(in_result) = in_result.filter(|hunk| is_cut && !hunk.new.is_empty()) else {
            // Another stop can be about these lines.
            if !self.whole.contains_key(&(at.input, at.hunk)) {
                self.add_whole(at);
            }
            return;
        };
        // What was removed from the result, too, needs no second stop at the same lines.
        let is_known = self.results.contains(&in_result.new.start);
        if difference.nodes[1].is_none() && self.whole.contains_key(&(at.input, at.hunk)) || is_known {
            return;
        }
        self.results.insert(in_result.new.start);
        let alone = self.removals.get(&(at.input, at.hunk)) == Some(&1);
        let old = match self.extents(difference, changed.input)[0].clone() {
            _ if hunk.kind == HunkKind::Removed && alone => hunk.old.clone(),
            Some(rows) if rows.contains(&at.row) => at.row..rows.end.min(hunk.old.end),
            _ => at.row..at.row + 1,
        };
        if hunk.kind == HunkKind::Removed {
            self.whole.entry((at.input, at.hunk)).or_insert(None);
        }
        let removed = LineHunk {
            kind: HunkKind::Removed,
            old,
            new: hunk.new.end..hunk.new.end,
        };
        let shown = Some(in_result.new.clone());
        self.found.push(ChangeStop {
            in_result: Some(in_result),
            shown,
            ..stop_at(Some(changed.input), &removed, Some(&changed.old))
        });
    }

    /// Adds a stop at lines that order the items of a list.
    fn add_order(&mut self, difference: &Difference, at: ChangedRow) {
        let index = self.add_whole(at);
        let moved = self.moved(difference);
        let stop = &mut self.found[index];
        stop.moved = stop.moved.take().or(moved);
    }

    /// Adds a stop at the result of a difference that no changed line is about.
    fn add_result(&mut self, difference: &Difference) {
        let moved = self.moved(difference);
        let hunk = match &moved {
            Some(moved) => self.lines_of_node(1, moved.item.0).map(|lines| LineHunk {
                kind: HunkKind::Moved,
                old: lines.clone(),
                new: lines,
            }),
            None => self.change_of_result(difference),
        };
        let Some(hunk) = hunk else { return };
        // One place can show several differences.
        if self.results.insert(hunk.new.start) || moved.is_some() {
            let stop = stop_at(None, &hunk, Some(&self.saved.old_result));
            let shown = Some(hunk.new);
            self.found.push(ChangeStop { moved, shown, ..stop });
        }
    }

    /// Returns the first item of a list whose position changed.
    fn moved(&self, difference: &Difference) -> Option<MovedStop> {
        let list = difference.nodes[1]?;
        let item = difference.moved.iter().min_by_key(|item| item.positions[1])?;
        let merge = self.comparison.merge(DifferenceSide::Second);
        let with_path = |id: ResultId| (id, merge.path(id));
        Some(MovedStop {
            list: with_path(list),
            item: with_path(item.items[1]),
            positions: item.positions,
        })
    }

    /// Returns the lines of a node in a result, from 0.
    fn lines_of_node(&self, side: usize, node: ResultId) -> Option<Range<usize>> {
        let merged = &self.saved.merged[side];
        let (tree, heights) = (&merged.merge().tree, merged.heights());
        let (row, _) = outline::row_of(tree, heights, node);
        let first = outline::rows(tree, heights, row, 1).first()?.number? - 1;
        let lines = heights.shown(node).1 as usize;
        Some(first..first + lines.max(1))
    }

    /// Returns the lines of the result that show a difference.
    fn lines_of(&self, difference: &Difference) -> Option<Range<usize>> {
        self.change_of_result(difference).map(|hunk| hunk.new)
    }

    /// Returns the change of the result that shows a difference.
    fn change_of_result(&self, difference: &Difference) -> Option<LineHunk> {
        let row = self.comparison.rows().get(difference.row)?;
        let cells = DifferenceSide::BOTH.map(|side| row.cell(side));
        let lines = |side: usize| {
            let (cell, node) = (cells[side]?, difference.nodes[side]?);
            let first = (cell.number as usize).saturating_sub(1);
            let rows = self.saved.merged[side].heights().shown(node).1 as usize;
            Some(first..first + rows.max(1))
        };
        let touches = |one: &Range<usize>, other: &Range<usize>| match one.is_empty() {
            true => other.start < one.start && one.start < other.end,
            false => one.start < other.end && other.start < one.end,
        };
        let all = &self.saved.in_result;
        match (lines(1), lines(0)) {
            (Some(lines), _) => {
                let from = all.partition_point(|hunk| hunk.new.end < lines.start);
                let near = all[from..].iter().take_while(|hunk| hunk.new.start <= lines.end);
                let mut near = near.filter(|hunk| touches(&hunk.new, &lines));
                let start = |hunk: &LineHunk| hunk.new.start.max(lines.start);
                match near.next() {
                    Some(hunk) if hunk.new.is_empty() => Some(hunk.clone()),
                    Some(hunk) => Some(LineHunk {
                        new: start(hunk)..hunk.new.end.min(lines.end),
                        ..hunk.clone()
                    }),
                    None => None,
                }
            }
            (None, Some(lines)) => {
                let sorted = self.has_old_order;
                let from = match sorted {
                    true => all.partition_point(|hunk| hunk.old.end < lines.start),
                    false => 0,
                };
                let mut near = all[from..]
                    .iter()
                    .take_while(|hunk| !sorted || hunk.old.start <= lines.end);
                near.find(|hunk| touches(&hunk.old, &lines)).cloned()
            }
            (None, None) => None,
        }
    }

    /// Returns the rows of the values of a difference in an input, for each side.
    fn extents(&self, difference: &Difference, input: InputId) -> [Option<Range<usize>>; 2] {
        [0, 1].map(|side| {
            let merged = &self.saved.merged[side];
            let source = merged.merge().tree.source(difference.nodes[side]?);
            let view = source_of(input, merged)?;
            let is_here = input.document() == Some(usize::from(source.document));
            let (first, further) = is_here.then(|| view.extent(source.node))?;
            Some(first..first + further + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_a_range_without_gaps() {
        for (range, parts, expected) in [
            (2..5, vec![4..5, 2..3, 3..4], true),
            (2..5, vec![0..4, 4..9], true),
            (2..5, vec![2..4, 2..3], false),
            (2..5, vec![3..5, 3..4], false),
            (2..5, vec![2..3, 4..5], false),
            (2..5, vec![2..3, 4..4, 3..6], true),
            (2..2, vec![], true),
        ] {
            assert_eq!(covers(&range, parts.iter()), expected, "{range:?} {parts:?}");
        }
    }
}
