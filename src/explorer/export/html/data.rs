//! What the page is played from: the nodes at step 0, and for each step what it changes, never a second copy.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use unicode_width::UnicodeWidthChar;

use crate::document::escape::visible;
use crate::document::{Kind, NodeId, Tree, write};
use crate::explorer::links::{Near, Triple};
use crate::explorer::source::SourceView;
use crate::explorer::{Row, Session, State, StoryKind, StoryLine};
use crate::explorer::{badge, panes, steps, story};
use crate::merge::{Effect, Mark, Marks, ResultId, Scene, Source, State as NodeState};

/// A string, as an index into [`Data::strings`].
type Text = u32;

/// A node of the result and what stands for it: a row of live, a patch, a row of that patch; -1 for none.
type Place = [i64; 4];

/// Everything that the page is drawn from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Data {
    /// All texts, each once, escaped for the eye.
    pub strings: Vec<String>,
    /// Names of live and of the patches.
    pub names: Vec<String>,
    /// The marks, in the order of their bits.
    pub marks: Vec<Sign>,
    /// Names of the kinds of lines that an explanation has.
    pub kinds_of_lines: Vec<String>,
    /// Lower nodes are live's own.
    pub live_count: u32,
    /// Of each node what holds it; -1 for the top.
    pub parent: Vec<i64>,
    /// Of each node its head at step 0.
    pub source: Vec<u32>,
    /// Of each node its state at step 0: unborn, present, gone, superseded.
    pub state: Vec<u8>,
    /// Lists and maps, each followed by all that they ever hold, in the order of step 0.
    pub children: Vec<Vec<u32>>,
    /// Of each head: 0 scalar, 1 list, 2 map; 4 more without a key, 8 more where the key is `name`.
    pub kinds: Vec<u8>,
    /// Of each head its first line.
    pub text: Vec<Text>,
    /// Of heads of lists and maps the line while they are empty.
    pub empty: BTreeMap<u32, Text>,
    /// Of heads with more lines those lines.
    pub more: BTreeMap<u32, Vec<Text>>,
    /// How a node's list or map merges.
    pub badges: BTreeMap<u32, Text>,
    /// Of each node the rows that stand for it: of live, which patch, of that patch.
    pub places: Vec<[i64; 3]>,
    /// Live's rows.
    pub live: Vec<Line>,
    /// The patches' rows.
    pub patches: Vec<Vec<Line>>,
    /// The explanation of step 0.
    pub beginning: Vec<(u8, Text)>,
    /// The steps.
    pub steps: Vec<Played>,
    /// Which patch is shown.
    pub shown: usize,
    /// Index of the refusing step; -1 for none.
    pub refusal: i64,
    /// The step to begin with.
    pub start: usize,
}

/// A mark.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sign {
    /// Its glyph.
    pub glyph: char,
    /// What the legend says.
    pub meaning: String,
}

/// A row of live or of a patch.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Line {
    /// Line number, from 1.
    pub number: usize,
    /// The line.
    pub text: Text,
    /// How its list or map merges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub badge: Option<Text>,
    /// What stands before, and in, the part that a refusal points at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guilty: Option<(String, String)>,
    /// Live's nodes that begin here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<u32>,
    /// Of a patch: the step that carries it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    /// That step is about this very line, or brings it in with all around it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// The mark that the step leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<u8>,
    /// The step that warns of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warned: Option<u32>,
    /// What belongs to it elsewhere.
    pub place: Option<Place>,
}

/// A step, and what it changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The mark that it leaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<u8>,
    /// How many steps it lies under.
    pub depth: u16,
    /// The step that it is part of, as an index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// A directive causes it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub directive: bool,
    /// People do not expect it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub surprise: bool,
    /// What it does, in a word.
    pub label: Text,
    /// Where.
    pub path: Text,
    /// The explanation.
    pub story: Vec<(u8, Text)>,
    /// The node that it is about.
    pub at: u32,
    /// The nodes that look different afterwards.
    pub touched: Vec<u32>,
    /// Lines of patches that it is about: which patch, which row.
    pub about: Vec<(usize, usize)>,
    /// What it is about in all panes.
    pub place: Place,
    /// What it changes.
    pub edits: Edits,
}

/// What changes: node, before, after, and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Edits {
    /// Heads.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub source: Vec<u32>,
    /// States.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub state: Vec<u32>,
    /// Marks, as bits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<u32>,
    /// Orders of lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<(u32, Vec<u32>, Vec<u32>)>,
}

impl Data {
    /// Plays a session from its beginning to its end. Linear in nodes and edits.
    pub fn of(state: &State) -> Self {
        let mut session = state.session().clone();
        let start = session.position();
        session.seek(session.len());
        let mut making = Making::new(state, &session);
        making.rows(&session);
        session.seek(0);
        making.nodes(&session);
        for index in 0..session.len() {
            making.step(&mut session, index);
        }
        making.data.start = start;
        making.data
    }
}

/// A page's data under way.
struct Making<'s> {
    data: Data,
    state: &'s State,
    texts: FxHashMap<String, Text>,
    heads: FxHashMap<Source, u32>,
    live_rows: Vec<i64>,
    patch_rows: Vec<Vec<i64>>,
}

impl<'s> Making<'s> {
    fn new(state: &'s State, session: &Session) -> Self {
        let scene = &session.merge().scene;
        let data = Data {
            strings: Vec::new(),
            names: scene
                .documents()
                .iter()
                .map(|one| visible(one.name()).into_owned())
                .collect(),
            marks: Mark::ALL
                .into_iter()
                .map(|mark| Sign {
                    glyph: mark.glyph(),
                    meaning: mark.meaning().to_owned(),
                })
                .collect(),
            kinds_of_lines: KINDS.iter().map(|kind| format!("{kind:?}")).collect(),
            live_count: scene.live_count(),
            parent: Vec::new(),
            source: Vec::new(),
            state: Vec::new(),
            children: Vec::new(),
            kinds: Vec::new(),
            text: Vec::new(),
            empty: BTreeMap::new(),
            more: BTreeMap::new(),
            badges: BTreeMap::new(),
            places: Vec::new(),
            live: Vec::new(),
            patches: Vec::new(),
            beginning: Vec::new(),
            steps: Vec::new(),
            shown: state.patch_shown(),
            refusal: session
                .merge()
                .refusal()
                .map_or(-1, |refusal| i64::from(refusal.step)),
            start: 0,
        };
        Self {
            data,
            state,
            texts: FxHashMap::default(),
            heads: FxHashMap::default(),
            live_rows: rows_of_nodes(session.live()),
            patch_rows: (0..session.patch_count())
                .filter_map(|patch| session.patch(patch).map(rows_of_nodes))
                .collect(),
        }
    }

    fn text(&mut self, text: &str) -> Text {
        if let Some(known) = self.texts.get(text) {
            return *known;
        }
        let index = self.data.strings.len() as Text;
        self.data.strings.push(text.to_owned());
        self.texts.insert(text.to_owned(), index);
        index
    }

    /// The head of a source, told once.
    fn head(&mut self, scene: &Scene, source: Source) -> u32 {
        if let Some(known) = self.heads.get(&source) {
            return *known;
        }
        let document = scene.document(source);
        let (key, value) = (document.key(source.node), document.value(source.node));
        let index = self.data.kinds.len() as u32;
        self.heads.insert(source, index);
        let kind = match value.kind() {
            Kind::List => 1,
            Kind::Map => 2,
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

    /// Live and patches as they are in the end.
    fn rows(&mut self, session: &Session) {
        let (merge, links) = (session.merge(), session.links());
        let view = session.live();
        let shown = panes::live_rows(session, 0, usize::MAX);
        let sources = view.rows(0, usize::MAX);
        for (at, (row, (.., begins))) in shown.into_iter().zip(sources).enumerate() {
            let mut line = self.line(&row);
            line.nodes = begins.map_or_else(Vec::new, |node| {
                view.with_items(node).into_iter().map(|node| node.0).collect()
            });
            let triple = view.node_at(at).map(|(node, _)| links.at_live(merge, node));
            line.place = triple.map(|triple| {
                let mut place = self.place(&triple);
                place[1] = at as i64;
                place
            });
            self.data.live.push(line);
        }
        for patch in 0..session.patch_count() {
            let Some(view) = session.patch(patch) else {
                continue;
            };
            let document = patch as u16 + 1;
            let shown = panes::patch_rows(session, patch, 0, usize::MAX);
            let sources = view.rows(0, usize::MAX);
            let mut lines = Vec::with_capacity(shown.len());
            for (at, (row, (.., begins))) in shown.into_iter().zip(sources).enumerate() {
                let mut line = self.line(&row);
                if let Some((step, own)) =
                    begins.and_then(|node| panes::step_of_row(session, document, &view.with_items(node)))
                {
                    let effect = merge.steps[step].rule.effect();
                    line.step = Some(step as u32);
                    line.whole = own || matches!(effect, Effect::Added | Effect::Replaced);
                    line.mark = effect.mark().map(|mark| mark as u8);
                }
                let nodes = begins.map_or_else(Vec::new, |node| view.with_items(node));
                line.warned = panes::warned_at(session, document, &nodes).map(|step| step as u32);
                let triple = view
                    .node_at(at)
                    .map(|(node, _)| links.at_patch(merge, Source { document, node }));
                line.place = triple.map(|triple| {
                    let mut place = self.place(&triple);
                    (place[2], place[3]) = (patch as i64, at as i64);
                    place
                });
                lines.push(line);
            }
            self.data.patches.push(lines);
        }
        for index in 0..merge.scene.node_count() as u32 {
            let place = self.place(&links.at_result(merge, ResultId(index)));
            self.data.places.push([place[1], place[2], place[3]]);
        }
    }

    fn line(&mut self, row: &Row) -> Line {
        Line {
            number: row.number.unwrap_or(0),
            text: self.text(&row.text),
            badge: row.badge.as_ref().map(|badge| self.text(&badge.words())),
            guilty: row.guilty.clone().map(|columns| {
                let from = byte_of(&row.text, columns.start);
                let to = byte_of(&row.text, columns.end);
                (row.text[..from].to_owned(), row.text[from..to].to_owned())
            }),
            ..Line::default()
        }
    }

    fn place(&self, triple: &Triple) -> Place {
        let row = |rows: &[i64], node: NodeId| rows.get(node.index()).copied().unwrap_or(-1);
        let (patch, line) = match triple.patch {
            Some(near) => {
                let patch = usize::from(near.node.document).wrapping_sub(1);
                let rows = self.patch_rows.get(patch);
                (patch as i64, rows.map_or(-1, |rows| row(rows, near.node.node)))
            }
            None => (-1, -1),
        };
        [
            triple.result.map_or(-1, |near| i64::from(near.node.0)),
            triple.live.map_or(-1, |near| row(&self.live_rows, near.node)),
            patch,
            line,
        ]
    }

    /// The nodes as they are at step 0.
    fn nodes(&mut self, session: &Session) {
        let scene = &session.merge().scene;
        for index in 0..scene.node_count() as u32 {
            let id = ResultId(index);
            self.data
                .parent
                .push(scene.parent(id).map_or(-1, |parent| i64::from(parent.0)));
            self.data.state.push(state_number(scene.state(id)));
            let head = self.head(scene, scene.source(id));
            self.data.source.push(head);
            let children: Vec<u32> = std::iter::once(id)
                .chain(scene.all_children(id))
                .map(|id| id.0)
                .collect();
            if children.len() > 1 {
                self.data.children.push(children);
            }
            let inputs = &session.merge().inputs;
            if let Some(badge) = badge::of_result(inputs, session.top_place(), scene, id) {
                let words = self.text(&badge.words());
                self.data.badges.insert(index, words);
            }
        }
        self.data.beginning = self.story(session);
    }

    fn story(&mut self, session: &Session) -> Vec<(u8, Text)> {
        let told = story::tell(session, self.state.agreement(), self.state.lesson());
        told.iter()
            .map(|StoryLine { kind, text }| {
                let kind = KINDS.iter().position(|one| one == kind).unwrap_or(0);
                (kind as u8, self.text(text))
            })
            .collect()
    }

    /// Plays one step, and notes what it changes.
    fn step(&mut self, session: &mut Session, index: usize) {
        let mut touched: Vec<ResultId> = session.merge().touched_by(index);
        touched.sort_unstable();
        touched.dedup();
        let before: Vec<Look> = touched.iter().map(|id| Look::of(session, *id)).collect();
        session.seek(index + 1);
        let mut edits = Edits::default();
        for (id, before) in touched.iter().zip(before) {
            let after = Look::of(session, *id);
            if before.source != after.source {
                let scene = &session.merge().scene;
                let (old, new) = (self.head(scene, before.source), self.head(scene, after.source));
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
        let story = self.story(session);
        let merge = session.merge();
        let step = &merge.steps[index];
        let mut triple = session.links().at_result(merge, step.at);
        if let Some(live) = step.live() {
            triple.live = Some(Near {
                node: live,
                exact: true,
            });
        }
        let sources = [step.patch(), step.directive()].into_iter().flatten();
        let about = sources.clone().filter_map(|source| {
            let patch = usize::from(source.document).checked_sub(1)?;
            let row = *self.patch_rows.get(patch)?.get(source.node.index())?;
            Some((patch, usize::try_from(row).ok()?))
        });
        let about = about.collect();
        if let Some(source) = sources.into_iter().next() {
            triple.patch = Some(Near {
                node: source,
                exact: true,
            });
        }
        let listed = steps::step_rows(session, index + 1, 1);
        let (label, path) = listed.first().map_or(("", ""), |row| (&row.label, &row.path));
        let played = Played {
            mark: step.rule.effect().mark().map(|mark| mark as u8),
            depth: step.depth,
            parent: step.parent(),
            directive: step.directive().is_some(),
            surprise: self.state.agreement().is_surprise(index, step),
            label: self.text(label),
            path: self.text(path),
            story,
            at: step.at.0,
            touched: touched.iter().map(|id| id.0).collect(),
            about,
            place: self.place(&triple),
            edits,
        };
        self.data.steps.push(played);
    }
}

/// How a node is.
struct Look {
    source: Source,
    state: u8,
    marks: u32,
    order: Vec<u32>,
}

impl Look {
    fn of(session: &Session, id: ResultId) -> Self {
        let scene = &session.merge().scene;
        // Only lists are put in order.
        let children = scene.all_children(id).filter(|_| scene.kind(id) == Kind::List);
        Self {
            source: scene.source(id),
            state: state_number(scene.state(id)),
            marks: bits(scene.marks(id)),
            order: children.map(|child| child.0).collect(),
        }
    }
}

/// The kinds of lines, in the order of their numbers.
const KINDS: [StoryKind; 9] = [
    StoryKind::Title,
    StoryKind::Says,
    StoryKind::Rule,
    StoryKind::Place,
    StoryKind::Kubernetes,
    StoryKind::Aligned,
    StoryKind::Fix,
    StoryKind::Warning,
    StoryKind::Blank,
];

/// A node's state as the page counts them.
pub fn state_number(state: NodeState) -> u8 {
    match state {
        NodeState::Unborn => 0,
        NodeState::Present => 1,
        NodeState::Gone => 2,
        NodeState::Superseded => 3,
    }
}

/// Marks as bits, in the order of [`Mark::ALL`].
pub fn bits(marks: Marks) -> u32 {
    marks.iter().fold(0, |all, mark| all | 1 << mark as u32)
}

/// The byte where a column of a text begins.
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

/// Of each node of a document the row where it begins; of those that begin on no row, that of what holds them.
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
