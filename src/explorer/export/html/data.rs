//! The data of the HTML page: the nodes at step 0 and the changes of each step. Nothing is stored twice.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::merge::{Marks, Presence};

/// A string, as an index into [`PageData::strings`].
pub(crate) type TextJson = u32;

/// The linked locations of a node: the result node, the row of the live object, the patch, and the row of
/// that patch; -1 for none.
pub(crate) type HtmlLocation = [i64; 4];

/// The data of the HTML page.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PageData {
    /// All strings without duplicates. Invisible characters are escaped.
    pub strings: Vec<String>,
    /// The names of the live object and of the patches.
    pub names: Vec<String>,
    /// The marks, in the order of their bits.
    pub marks: Vec<SignJson>,
    /// The names of the kinds of explanation lines.
    pub kinds_of_lines: Vec<String>,
    /// The number of live nodes. They have the lowest indexes.
    pub live_count: u32,
    /// The parent of each node; -1 for the top.
    pub parent: Vec<i64>,
    /// The head of each node at step 0: an index into [`Self::kinds`] and [`Self::text`].
    pub source: Vec<u32>,
    /// The state of each node at step 0; see [`state_number`].
    pub state: Vec<u8>,
    /// The lists and maps, each followed by all its children of any step, in the order of step 0.
    pub children: Vec<Vec<u32>>,
    /// The kind of each head: 0 scalar, 1 list, 2 map; plus 4 if it has no key, plus 8 if its key is `name`.
    pub kinds: Vec<u8>,
    /// The first line of each head.
    pub text: Vec<TextJson>,
    /// The line of the head of an empty list or map.
    pub empty: BTreeMap<u32, TextJson>,
    /// The further lines of heads with several lines.
    pub more: BTreeMap<u32, Vec<TextJson>>,
    /// The numbers (from 1) of the added lines, for heads of which only some lines are new.
    pub added_lines: BTreeMap<u32, Vec<usize>>,
    /// The merge rules of lists and maps.
    pub badges: BTreeMap<u32, TextJson>,
    /// The rows linked with each node: the row of the live object, the patch, and the row of that patch.
    pub places: Vec<[i64; 3]>,
    /// The rows of the live object.
    pub live: Vec<LineJson>,
    /// The rows of each patch.
    pub patches: Vec<Vec<LineJson>>,
    /// The explanation of step 0.
    pub beginning: Vec<(u8, TextJson)>,
    /// The steps.
    pub steps: Vec<PlayedJson>,
    /// The index of the patch that is shown.
    pub shown: usize,
    /// The index of the step that rejects the patch; -1 for none.
    pub rejection: i64,
    /// The initial step position.
    pub start: usize,
    /// The lesson, if the page shows one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<LessonJson>,
    /// The questions of predict mode; empty without a lesson.
    pub questions: Vec<QuestionJson>,
}

/// A lesson or an exercise.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LessonJson {
    /// The question or the task.
    pub question: String,
    /// The answers to choose from; empty for an exercise.
    pub choices: Vec<AnswerJson>,
    /// The hints of an exercise.
    pub hints: Vec<String>,
    /// What needs the explorer; empty if the page is enough.
    pub note: String,
    /// The point of the lesson.
    pub point: String,
}

/// An answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnswerJson {
    /// The answer.
    pub text: String,
    /// The reply to it.
    pub reply: String,
    /// Whether it is the right answer.
    pub right: bool,
}

/// A question about the effect of a step.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct QuestionJson {
    /// The position after the step.
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
    /// The text for the legend.
    pub meaning: String,
}

/// A row of the live object or of a patch.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LineJson {
    /// The line number, from 1.
    pub number: usize,
    /// The line.
    pub text: TextJson,
    /// The merge rule of the list or map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub badge: Option<TextJson>,
    /// The text before the part that a rejection points at, and the text of that part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faulty: Option<(String, String)>,
    /// The live nodes that start on this row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<u32>,
    /// For a further line of a changed text: the node of the live text, or the first row of the text in a
    /// patch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<u32>,
    /// The step that applies a row of a patch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    /// Whether the step is about this row itself, or adds or replaces the row together with its parent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// The mark of the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<u8>,
    /// The step that warns about the row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warned: Option<u32>,
    /// The linked locations in the other panes.
    pub place: Option<HtmlLocation>,
}

/// A step and its changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayedJson {
    /// The mark of the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<u8>,
    /// The number of ancestors of the step.
    pub depth: u16,
    /// The index of the parent step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// Whether a directive causes the step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub directive: bool,
    /// Whether the step is an issue: a reorder, a warning, a rejection, or a difference between the
    /// semantics.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub issue: bool,
    /// The label of the step.
    pub label: TextJson,
    /// The path of the step.
    pub path: TextJson,
    /// The explanation.
    pub story: Vec<(u8, TextJson)>,
    /// The node that the step is about.
    pub at: u32,
    /// The nodes that look different after the step.
    pub touched: Vec<u32>,
    /// The rows of patches that the step is about: patch and row.
    pub about: Vec<(usize, usize)>,
    /// The linked locations in all panes.
    pub place: HtmlLocation,
    /// The changes of the step.
    pub edits: EditsJson,
}

/// The changes of a step. Each list has groups of node, value before and value after.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EditsJson {
    /// The heads of nodes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub source: Vec<u32>,
    /// The states of nodes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub state: Vec<u32>,
    /// The marks of nodes, as bits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<u32>,
    /// The order of the children of lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<(u32, Vec<u32>, Vec<u32>)>,
}

/// Returns the number of a node state in the page.
pub fn state_number(state: Presence) -> u8 {
    match state {
        Presence::Pending => 0,
        Presence::Present => 1,
        Presence::Removed => 2,
        Presence::Replaced => 3,
    }
}

/// Returns marks as bits, in the order of [`crate::merge::Mark::ALL`].
pub fn bits(marks: Marks) -> u32 {
    marks.iter().fold(0, |all, mark| all | 1 << mark as u32)
}
