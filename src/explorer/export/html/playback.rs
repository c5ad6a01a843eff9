//! Plays a merge from the first to the last step and records the [`PageData`].

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use unicode_width::UnicodeWidthChar;

use super::data::{
    AnswerJson, EditsJson, HtmlLocation, LessonJson, LineJson, PageData, PlayedJson, QuestionJson, SignJson,
    TextJson, bits, state_number,
};
use crate::course::{Choice, Lesson};
use crate::document::escape::visible;
use crate::document::{NodeId, Tree, ValueKind, write};
use crate::explorer::explain::finding_at_end;
use crate::explorer::explain::step::{self, FutureSteps, LessonTexts};
use crate::explorer::merged::links::LinkedNodes;
use crate::explorer::merged::source_lines::SourceView;
use crate::explorer::merged::step_id::StepId;
use crate::explorer::merged::steps;
use crate::explorer::panes::moved_item::moved_item;
use crate::explorer::panes::rows;
use crate::explorer::predict::question::PredictQuestion;
use crate::explorer::workspace::Workspace;
use crate::explorer::{ExplanationLine, LineKind, MergedView, PaneRow, Panes};
use crate::merge::{Mark, NodeRef, ResultId, ResultTree, RuleEffect};
use crate::report::explanation_line::explanation_line;
use crate::report::merge_rule_badge;

impl PageData {
    /// Plays a merge from the first to the last step. Takes time linear in nodes and edits.
    pub fn from_workspace(cx: &Workspace) -> Self {
        let mut merged = cx.merged().clone();
        merged.find_all_help();
        let start = merged.position();
        merged.seek(merged.len());
        let mut builder = PlaybackBuilder::new(cx, &merged);
        builder.rows(&merged);
        merged.seek(0);
        builder.nodes(&merged);
        builder.text_lines(&merged);
        for index in 0..merged.len() {
            builder.step(&mut merged, index);
        }
        builder.data.start = start;
        builder.data
    }
}

/// The changed lines of multi-line texts.
struct ChangedLines<'m> {
    /// The added lines, by the patch node with the new text.
    added: FxHashMap<NodeRef, (StepId, &'m BTreeMap<usize, String>)>,
    /// The removed lines, by the live node.
    removed: FxHashMap<NodeId, Vec<&'m BTreeMap<usize, String>>>,
}

impl<'m> ChangedLines<'m> {
    fn new(merged: &'m MergedView) -> Self {
        let mut lines = Self {
            added: FxHashMap::default(),
            removed: FxHashMap::default(),
        };
        for (source, _, step, change) in merged.text_changes() {
            lines.added.insert(source, (step, &change.added));
        }
        for (id, change) in merged.changed_texts() {
            let removed = lines.removed.entry(NodeId(id.0)).or_default();
            removed.push(&change.removed);
        }
        lines
    }

    /// Returns whether a step removes a line (from 1) of the text of a live node.
    fn is_removed(&self, node: NodeId, line: usize) -> bool {
        let removed = self.removed.get(&node).into_iter().flatten();
        removed.into_iter().any(|lines| lines.contains_key(&line))
    }
}

/// Builds the data of a page.
struct PlaybackBuilder<'s> {
    data: PageData,
    cx: &'s Workspace,
    /// Whether step 0 mentions the future steps.
    future: FutureSteps,
    texts: FxHashMap<String, TextJson>,
    heads: FxHashMap<(NodeRef, Option<ResultId>), u32>,
    live_rows: Vec<i64>,
    patch_rows: Vec<Vec<i64>>,
}

impl<'s> PlaybackBuilder<'s> {
    fn new(cx: &'s Workspace, merged: &MergedView) -> Self {
        let tree = &merged.merge().tree;
        let data = PageData {
            names: tree
                .documents()
                .iter()
                .map(|one| visible(one.name()).into_owned())
                .collect(),
            marks: Mark::ALL
                .into_iter()
                .map(|mark| SignJson {
                    glyph: mark.glyph(),
                    meaning: mark.meaning().to_owned(),
                })
                .collect(),
            kinds_of_lines: KINDS.iter().map(|kind| format!("{kind:?}")).collect(),
            live_count: tree.live_count(),
            shown: cx.panes.patch_shown().index(),
            rejection: merged
                .merge()
                .rejection()
                .map_or(-1, |rejection| i64::from(rejection.step)),
            lesson: cx.lesson().map(lesson_data),
            questions: match cx.lesson() {
                Some(_) => questions(cx),
                None => Vec::new(),
            },
            ..PageData::default()
        };
        Self {
            data,
            cx,
            future: match cx.lesson() {
                Some(_) => FutureSteps::Hidden,
                None => FutureSteps::Shown,
            },
            texts: FxHashMap::default(),
            heads: FxHashMap::default(),
            live_rows: rows_of_nodes(merged.live()),
            patch_rows: merged
                .patches()
                .filter_map(|patch| merged.patch(patch).map(rows_of_nodes))
                .collect(),
        }
    }

    fn text(&mut self, text: &str) -> TextJson {
        if let Some(known) = self.texts.get(text) {
            return *known;
        }
        let index = self.data.strings.len() as TextJson;
        self.data.strings.push(text.to_owned());
        self.texts.insert(text.to_owned(), index);
        index
    }

    /// Returns the head of a node while its value is that of a source. Each head is stored once.
    fn head(&mut self, tree: &ResultTree, id: ResultId, source: NodeRef) -> u32 {
        let renamed = tree.is_renamed(id).then_some(id);
        if let Some(known) = self.heads.get(&(source, renamed)) {
            return *known;
        }
        // The key of an operation is `value`, that of the node is in its path.
        let (key, value) = (tree.key(id), tree.document(source).value(source.node));
        let index = self.data.kinds.len() as u32;
        self.heads.insert((source, renamed), index);
        let kind = match value.kind() {
            ValueKind::List => 1,
            ValueKind::Map => 2,
            _ => 0,
        };
        let open = write::head(key, value, false);
        let text = self.text(&visible(&open.text));
        self.data.text.push(text);
        if kind != 0 {
            let empty = self.text(&visible(&write::head(key, value, true).text));
            self.data.empty.insert(index, empty);
        }
        if !open.more.is_empty() {
            let more = open.more.iter().map(|line| self.text(&visible(line)));
            let more = more.collect();
            self.data.more.insert(index, more);
        }
        let flags = 4 * u8::from(key.is_none()) + 8 * u8::from(key == Some("name"));
        self.data.kinds.push(kind + flags);
        index
    }

    /// Adds the rows of the live object and of the patches, as of the last step.
    fn rows(&mut self, merged: &MergedView) {
        let (merge, links) = (merged.merge(), merged.links());
        let view = merged.live();
        let shown = rows::live_rows(merged, 0, usize::MAX);
        let sources = view.rows(0, usize::MAX);
        let nodes = view.nodes();
        let changed = ChangedLines::new(merged);
        let mut first = (0, None);
        for (at, (row, (.., begins))) in shown.into_iter().zip(sources).enumerate() {
            let mut line = self.line(&row);
            match begins {
                Some(node) => first = (at, Some(node)),
                None => {
                    line.changes = first
                        .1
                        .filter(|node| changed.is_removed(*node, at - first.0))
                        .map(|node| node.0)
                }
            }
            line.nodes = begins.map_or_else(Vec::new, |node| {
                view.with_items(node).into_iter().map(|node| node.0).collect()
            });
            let linked = nodes[at].map(|node| links.at_live(merge, node));
            line.place = linked.map(|linked| {
                let mut place = self.place(&linked);
                place[1] = at as i64;
                place
            });
            self.data.live.push(line);
        }
        for patch in merged.patches() {
            let Some(view) = merged.patch(patch) else {
                continue;
            };
            let document = patch.document();
            let shown = rows::patch_rows(merged, patch, 0, usize::MAX);
            let sources = view.rows(0, usize::MAX);
            let all_nodes = view.nodes();
            let mut lines = Vec::with_capacity(shown.len());
            let mut text = None;
            for (at, (row, (.., begins))) in shown.into_iter().zip(sources).enumerate() {
                let mut line = self.line(&row);
                if begins.is_some() {
                    text = begins
                        .and_then(|node| changed.added.get(&NodeRef { document, node }))
                        .map(|added| (at, added));
                }
                if let Some((step, own)) =
                    begins.and_then(|node| rows::step_of_row(merged, patch, &view.with_items(node)))
                {
                    let effect = merge.steps[step.index()].rule.effect();
                    line.step = Some(step.index() as u32);
                    line.whole = own || matches!(effect, RuleEffect::Added | RuleEffect::Replaced);
                    line.mark = effect.mark().map(|mark| mark as u8);
                }
                // If only some lines of a text are new, only these and the first line are marked.
                if let Some((begin, (step, added))) = text
                    && at > begin
                    && added.contains_key(&(at - begin))
                {
                    line.mark = Some(Mark::Changed as u8);
                    line.step = Some(step.index() as u32);
                    line.whole = true;
                    line.changes = Some(begin as u32);
                }
                let nodes = begins.map_or_else(Vec::new, |node| view.with_items(node));
                line.warned = rows::warned_at(merged, patch, &nodes).map(|step| step.index() as u32);
                let linked = all_nodes[at].map(|node| links.at_patch(merge, NodeRef { document, node }));
                line.place = linked.map(|linked| {
                    let mut place = self.place(&linked);
                    (place[2], place[3]) = (patch.index() as i64, at as i64);
                    place
                });
                lines.push(line);
            }
            self.data.patches.push(lines);
        }
        for index in 0..merge.tree.node_count() as u32 {
            let place = self.place(&links.at_result(merge, ResultId(index)));
            self.data.places.push([place[1], place[2], place[3]]);
        }
    }

    fn line(&mut self, row: &PaneRow) -> LineJson {
        LineJson {
            number: row.number.unwrap_or(0),
            text: self.text(&row.text),
            badge: row.badge.as_ref().map(|badge| self.text(&badge.words())),
            faulty: row.faulty.clone().map(|columns| {
                let from = byte_of(&row.text, columns.start);
                let to = byte_of(&row.text, columns.end);
                (row.text[..from].to_owned(), row.text[from..to].to_owned())
            }),
            ..LineJson::default()
        }
    }

    fn place(&self, linked: &LinkedNodes) -> HtmlLocation {
        let row = |rows: &[i64], node: NodeId| rows.get(node.index()).copied().unwrap_or(-1);
        let (patch, line) = match linked.patch {
            Some(near) => {
                let patch = usize::from(near.node.document).wrapping_sub(1);
                let rows = self.patch_rows.get(patch);
                (patch as i64, rows.map_or(-1, |rows| row(rows, near.node.node)))
            }
            None => (-1, -1),
        };
        [
            linked.result.map_or(-1, |near| i64::from(near.node.0)),
            linked.live.map_or(-1, |near| row(&self.live_rows, near.node)),
            patch,
            line,
        ]
    }

    /// Adds the numbers of the added lines of texts that change in part.
    fn text_lines(&mut self, merged: &MergedView) {
        for (source, id, _, change) in merged.text_changes() {
            let head = self.head(&merged.merge().tree, id, source);
            let lines = change.added.keys().copied().collect();
            self.data.added_lines.insert(head, lines);
        }
    }

    /// Adds the nodes as of step 0.
    fn nodes(&mut self, merged: &MergedView) {
        let tree = &merged.merge().tree;
        for index in 0..tree.node_count() as u32 {
            let id = ResultId(index);
            self.data
                .parent
                .push(tree.parent(id).map_or(-1, |parent| i64::from(parent.0)));
            self.data.state.push(state_number(tree.state(id)));
            let head = self.head(tree, id, tree.source(id));
            self.data.source.push(head);
            let children: Vec<u32> = std::iter::once(id)
                .chain(tree.all_children(id))
                .map(|id| id.0)
                .collect();
            if children.len() > 1 {
                self.data.children.push(children);
            }
            let inputs = &merged.merge().inputs;
            if let Some(badge) = merge_rule_badge::of_result(inputs, merged.top_type(), tree, id) {
                let words = self.text(&badge.words());
                self.data.badges.insert(index, words);
            }
        }
        self.data.beginning = self.story(merged, None);
    }

    fn story(&mut self, merged: &MergedView, moved: Option<&str>) -> Vec<(u8, TextJson)> {
        let lesson = self.cx.lesson();
        let moved = moved.map(|moved| explanation_line(LineKind::Title, visible(moved)));
        let mut lines: Vec<ExplanationLine> = moved.into_iter().collect();
        lines.extend(finding_at_end(merged, lesson));
        lines.extend(step::to_lines(
            merged,
            self.cx.agreement(),
            lesson.map_or(LessonTexts::None, |_| LessonTexts::Elsewhere),
            self.future,
            None,
        ));
        lines
            .iter()
            .map(|ExplanationLine { kind, text }| {
                let kind = KINDS.iter().position(|one| one == kind).unwrap_or(0);
                (kind as u8, self.text(text))
            })
            .collect()
    }

    /// Plays one step and records its changes.
    fn step(&mut self, merged: &mut MergedView, index: usize) {
        let mut touched: Vec<ResultId> = merged.merge().touched_by(index);
        touched.sort_unstable();
        touched.dedup();
        let before: Vec<RowClasses> = touched.iter().map(|id| RowClasses::new(merged, *id)).collect();
        merged.seek(index + 1);
        let mut edits = EditsJson::default();
        for (id, before) in touched.iter().zip(before) {
            let after = RowClasses::new(merged, *id);
            if before.source != after.source {
                let tree = &merged.merge().tree;
                let (old, new) = (
                    self.head(tree, *id, before.source),
                    self.head(tree, *id, after.source),
                );
                edits.source.extend([id.0, old, new]);
            }
            if before.state != after.state {
                edits
                    .state
                    .extend([id.0, before.state.into(), after.state.into()]);
            }
            if before.marks != after.marks {
                edits.marks.extend([id.0, before.marks, after.marks]);
            }
            if before.order != after.order {
                edits.order.push((id.0, before.order, after.order));
            }
        }
        // A lesson stays on the list.
        let moved = moved_item(merged, None).filter(|_| self.cx.lesson().is_none());
        let story = self.story(merged, moved.as_ref().map(|(sentence, _)| sentence.as_str()));
        let merge = merged.merge();
        let step = &merge.steps[index];
        let linked = moved.map_or_else(|| Panes::nodes_of(step, merged), |(_, linked)| linked);
        let sources = [step.patch(), step.directive()].into_iter().flatten();
        let about = sources.filter_map(|source| {
            let patch = usize::from(source.document).checked_sub(1)?;
            let row = *self.patch_rows.get(patch)?.get(source.node.index())?;
            Some((patch, usize::try_from(row).ok()?))
        });
        let about = about.collect();
        let listed = steps::step_rows(merged, index + 1, 1);
        let (label, path) = listed.first().map_or(("", ""), |row| (&row.label, &row.path));
        let played = PlayedJson {
            mark: step.rule.effect().mark().map(|mark| mark as u8),
            depth: step.depth,
            parent: step.parent(),
            directive: step.directive().is_some(),
            issue: self.cx.agreement().is_issue(index, step),
            label: self.text(label),
            path: self.text(path),
            story,
            at: step.at.0,
            touched: touched.iter().map(|id| id.0).collect(),
            about,
            place: self.place(&linked),
            edits,
        };
        self.data.steps.push(played);
    }
}

fn lesson_data(lesson: &Lesson) -> LessonJson {
    let text = |text: &str| visible(text).into_owned();
    let choice = |choice: &Choice| AnswerJson {
        text: text(&choice.text),
        reply: text(&choice.reply),
        right: choice.is_right,
    };
    // The page cannot merge a changed patch, and has only the keys that step.
    let mut answers = lesson
        .choices
        .iter()
        .map(|choice| &choice.reply)
        .chain([&lesson.point]);
    let what = if lesson.is_exercise() {
        Some("Do this exercise")
    } else if answers.any(|text| names_a_key(text)) {
        Some("This lesson names keys of the explorer. To use them, open it")
    } else {
        None
    };
    let note = what.map_or(String::new(), |what| {
        format!(
            "{what} in the terminal: `mergescope lessons {} DIR`, where DIR is the folder of the course.",
            lesson.number()
        )
    });
    LessonJson {
        question: text(&lesson.question),
        choices: lesson.choices.iter().map(choice).collect(),
        hints: lesson.hints.iter().map(|hint| text(hint)).collect(),
        note,
        point: text(&lesson.point),
    }
}

/// Whether a text of a lesson asks for a key: `press m`.
fn names_a_key(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_key = |word: &str| word.trim_end_matches(['.', ',', ';', ':', ')']).len() == 1;
    words
        .windows(2)
        .any(|pair| pair[0].trim_start_matches('(').eq_ignore_ascii_case("press") && is_key(pair[1]))
}

/// Returns the questions of predict mode in the order in which the explorer asks them.
fn questions(cx: &Workspace) -> Vec<QuestionJson> {
    let mut cx = cx.clone();
    cx.go_to(0);
    let mut all = Vec::new();
    while let Some(question) = PredictQuestion::for_next_step(&mut cx) {
        cx.go_to(question.position);
        all.push(QuestionJson {
            position: question.position,
            text: visible(&question.text).into_owned(),
            choices: question
                .choices
                .iter()
                .map(|choice| visible(choice).into_owned())
                .collect(),
            right: question.right,
        });
    }
    all
}

/// The state of a node that a step can change.
struct RowClasses {
    source: NodeRef,
    state: u8,
    marks: u32,
    order: Vec<u32>,
}

impl RowClasses {
    fn new(merged: &MergedView, id: ResultId) -> Self {
        let tree = &merged.merge().tree;
        // Only lists can be reordered.
        let children = tree.all_children(id).filter(|_| tree.kind(id) == ValueKind::List);
        Self {
            source: tree.source(id),
            state: state_number(tree.state(id)),
            marks: bits(tree.marks(id)),
            order: children.map(|child| child.0).collect(),
        }
    }
}

/// The kinds of lines, in the order of their numbers.
const KINDS: [LineKind; 10] = [
    LineKind::Title,
    LineKind::Sentence,
    LineKind::Rule,
    LineKind::Place,
    LineKind::Kubernetes,
    LineKind::OtherCause,
    LineKind::Aligned,
    LineKind::Fix,
    LineKind::Warning,
    LineKind::Blank,
];

/// Returns the byte offset of a column of a text.
fn byte_of(text: &str, column: usize) -> usize {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        if used >= column {
            return at;
        }
        used += c.width().unwrap_or(0);
    }
    text.len()
}

/// Returns the row of each node of a document. A node that does not start a row has the row of its parent.
fn rows_of_nodes(view: &SourceView) -> Vec<i64> {
    let document = view.document();
    let mut rows = vec![-1; document.node_count()];
    for (at, (.., node)) in view.rows(0, usize::MAX).into_iter().enumerate() {
        for node in node.into_iter().flat_map(|node| view.with_items(node)) {
            rows[node.index()] = at as i64;
        }
    }
    for index in 0..rows.len() {
        let parent = document.parent(NodeId(index as u32)).map(NodeId::index);
        if let Some(parent) = parent.filter(|_| rows[index] < 0) {
            rows[index] = rows[parent];
        }
    }
    rows
}
