//! What the page is played from: the nodes at step 0, and for each step what it changes, never a second copy.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::merge::{Marks, Presence as NodeState};

/// A string, as an index into [`PageData::strings`].
pub(crate) type TextJson = u32;

/// A node of the result and what stands for it: a row of live, a patch, a row of that patch; -1 for none.
pub(crate) type HtmlLocation = [i64; 4];

/// Everything that the page is drawn from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PageData {
    /// All texts, each once, escaped for the eye.
    pub strings: Vec<String>,
    /// Names of live and of the patches.
    pub names: Vec<String>,
    /// The marks, in the order of their bits.
    pub marks: Vec<SignJson>,
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
    pub text: Vec<TextJson>,
    /// Of heads of lists and maps the line while they are empty.
    pub empty: BTreeMap<u32, TextJson>,
    /// Of heads with more lines those lines.
    pub more: BTreeMap<u32, Vec<TextJson>>,
    /// Of heads with more lines the lines that are new, where only some of them are: numbers from 1.
    pub added_lines: BTreeMap<u32, Vec<usize>>,
    /// How a node's list or map merges.
    pub badges: BTreeMap<u32, TextJson>,
    /// Of each node the rows that stand for it: of live, which patch, of that patch.
    pub places: Vec<[i64; 3]>,
    /// Live's rows.
    pub live: Vec<LineJson>,
    /// The patches' rows.
    pub patches: Vec<Vec<LineJson>>,
    /// The explanation of step 0.
    pub beginning: Vec<(u8, TextJson)>,
    /// The steps.
    pub steps: Vec<PlayedJson>,
    /// Which patch is shown.
    pub shown: usize,
    /// Index of the step that rejects the patch; -1 for none.
    pub rejection: i64,
    /// The step to begin with.
    pub start: usize,
    /// The lesson that the page shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<LessonJson>,
    /// The questions of predict mode; only for lessons.
    pub questions: Vec<QuestionJson>,
}

/// A lesson, or an exercise.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LessonJson {
    /// The question, or the task.
    pub question: String,
    /// The answers; none for an exercise.
    pub choices: Vec<AnswerJson>,
    /// The hints of an exercise.
    pub hints: Vec<String>,
    /// What the steps show.
    pub point: String,
}

/// An answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnswerJson {
    /// The answer.
    pub text: String,
    /// The reply to it.
    pub reply: String,
    /// Whether it is the right one.
    pub right: bool,
}

/// A question about one step.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct QuestionJson {
    /// The position that the step leads to.
    pub position: usize,
    /// The question.
    pub text: String,
    /// The answers.
    pub choices: Vec<String>,
    /// The index of the right answer.
    pub right: usize,
}

/// A mark.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SignJson {
    /// Its glyph.
    pub glyph: char,
    /// What the legend says.
    pub meaning: String,
}

/// A row of live or of a patch.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LineJson {
    /// Line number, from 1.
    pub number: usize,
    /// The line.
    pub text: TextJson,
    /// How its list or map merges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub badge: Option<TextJson>,
    /// The text before, and in, the part that a rejection points at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guilty: Option<(String, String)>,
    /// Live's nodes that begin here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<u32>,
    /// A further line of a text that the patch changes: of live the node, of a patch the row where the text begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<u32>,
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
    pub place: Option<HtmlLocation>,
}

/// A step, and what it changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayedJson {
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
    /// A new order, a warning, a rejection, or a difference between the semantics.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub issue: bool,
    /// What it does, in a word.
    pub label: TextJson,
    /// Where.
    pub path: TextJson,
    /// The explanation.
    pub story: Vec<(u8, TextJson)>,
    /// The node that it is about.
    pub at: u32,
    /// The nodes that look different afterwards.
    pub touched: Vec<u32>,
    /// Lines of patches that it is about: which patch, which row.
    pub about: Vec<(usize, usize)>,
    /// What it is about in all panes.
    pub place: HtmlLocation,
    /// What it changes.
    pub edits: EditsJson,
}

/// What changes: node, before, after, and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EditsJson {
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

/// A node's state as the page counts them.
pub fn state_number(state: NodeState) -> u8 {
    match state {
        NodeState::Pending => 0,
        NodeState::Present => 1,
        NodeState::Removed => 2,
        NodeState::Replaced => 3,
    }
}

/// Marks as bits, in the order of [`crate::merge::Mark::ALL`].
pub fn bits(marks: Marks) -> u32 {
    marks.iter().fold(0, |all, mark| all | 1 << mark as u32)
}
