//! The go-to prompt: goes to a path, a line or a step.

pub(crate) mod fuzzy;
mod path_lookup;

use super::action::Action;
use super::hint_text::{HintText, words};
use super::merged::source_lines::SourceView;
use super::panes::focus::{Focus, Pane};
use super::panes::jump_point::JumpPoint;
use super::popups::action::PromptAction;
use super::workspace::Workspace;
use crate::document::{Path, Segment};
use crate::report::rows::outline;
use crate::schema::nearest;
use path_lookup::{TreeWithDeleted, candidates, common_prefix, follow, missing_segment, printed};

/// The maximum number of completions that the note shows.
const MAX_SHOWN: usize = 12;

/// The parsed text of the prompt.
enum GoToTarget {
    /// A line of the focused pane, from 1.
    Line(usize),
    /// A step position.
    Step(usize),
    Path(Path),
}

/// The state of completing a path with repeated Tab.
#[derive(Clone, Debug)]
pub(crate) struct PathCompletion {
    typed: String,
    /// The number of candidates that were shown.
    turn: usize,
    /// The candidate that is shown.
    shown: String,
}

/// Goes to the target that a text describes, and says so in the status line.
///
/// # Errors
/// The target does not exist.
pub(crate) fn go_to(text: &str, cx: &mut Workspace) -> Result<(), String> {
    let before = cx.jump_point();
    let is_word = !text.contains(['.', '[', '#']);
    let target = parse(text, cx).map_err(|error| match is_word {
        true => nothing_named(text, cx),
        false => error,
    })?;
    let pane = first_pane(cx);
    let sentence = match target {
        GoToTarget::Step(step) if step > cx.merged().len() => {
            return Err(format!("there is no such step (0 to {})", cx.merged().len()));
        }
        GoToTarget::Step(step) => {
            cx.stop_playing();
            cx.go_to(step);
            format!("step {step}")
        }
        GoToTarget::Line(line) => {
            let row = row_of_line(pane, line, cx)?;
            cx.put_on_changed_row(pane, row);
            format!("line {line}")
        }
        GoToTarget::Path(path) => {
            let (found, row) = find_path(&path, cx).map_err(|error| match path.0[..] {
                [Segment::Key(_)] => nothing_named(text, cx),
                _ => error,
            })?;
            cx.put_on_changed_row(found, row);
            let other = if found == pane { "" } else { ", found here" };
            format!("{}{other}", printed_in(found, &path, cx))
        }
    };
    cx.panes.remember(before);
    let sentence = HintText::from(sentence).text("; ");
    cx.say(sentence.key(Action::BACK).text(": back"));
    Ok(())
}

/// Returns the error for a word that names nothing, with the command of the most similar name.
fn nothing_named(word: &str, cx: &Workspace) -> String {
    let commands = cx.session.commands.iter().map(|command| command.name);
    let near = nearest(word, commands).map(|near| format!("; the nearest command is {near}"));
    format!(
        "no command, step, object or field is named {word}{}",
        near.unwrap_or_default()
    )
}

/// Returns the pane in which lines and paths are looked up first.
fn first_pane(cx: &Workspace) -> Pane {
    cx.focused_pane().unwrap_or(Pane::Result)
}

fn parse(text: &str, cx: &Workspace) -> Result<GoToTarget, String> {
    let step = text.strip_prefix("step ").or_else(|| text.strip_prefix('#'));
    if let Some(number) = step.and_then(|step| step.trim().parse().ok()) {
        return Ok(GoToTarget::Step(number));
    }
    if let Ok(number) = text.parse() {
        return Ok(match cx.focus() {
            Focus::Steps => GoToTarget::Step(number),
            _ => GoToTarget::Line(number),
        });
    }
    match Path::parse(text) {
        Ok(path) => Ok(GoToTarget::Path(path)),
        Err((offset, what)) => Err(format!("column {}: {what}", offset + 1)),
    }
}

/// Returns the base row of a pane that shows a line.
fn row_of_line(pane: Pane, line: usize, cx: &Workspace) -> Result<usize, String> {
    let (tree, heights) = (&cx.merged().merge().tree, cx.merged().heights());
    let source = cx.panes.source(pane, cx.merged());
    // The text can be a part of the file.
    let first = source.map_or(1, SourceView::first_number);
    let rows = match (pane, source) {
        (Pane::Result, _) => heights.lines(tree),
        (_, source) => source.map_or(0, SourceView::len),
    };
    match line.checked_sub(first).filter(|row| *row < rows) {
        Some(_) if pane == Pane::Result => Ok(outline::row_of_line(tree, heights, line)),
        Some(row) => Ok(row),
        None => Err(format!("there is no such line ({first} to {})", first - 1 + rows)),
    }
}

/// Returns the pane and the base row where the node of a path starts. Looks in the focused pane first.
fn find_path(path: &Path, cx: &Workspace) -> Result<(Pane, usize), String> {
    let here = first_pane(cx);
    let mut first_error = None;
    for pane in [here, Pane::Result, Pane::Live, Pane::Patch] {
        match row_of_path(pane, path, cx) {
            Ok(row) => return Ok((pane, row)),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    Err(first_error.unwrap_or_default())
}

/// Goes to the node of a path and to the step that changes its line, if there is one, and says where in the
/// status line.
pub(crate) fn go_to_path(path: &Path, cx: &mut Workspace) {
    let before = cx.jump_point();
    put_on_path(path, before, path.to_string(), cx);
}

/// Goes to the node of a path and to the step that changes it, if there is one, and says so in the status
/// line. `why` is the sentence if no step changes it.
pub(crate) fn go_to_change_of(path: &Path, why: &str, cx: &mut Workspace) {
    let before = cx.jump_point();
    let sentence = match cx.step_of_path(path) {
        Some(step) => format!("step {step}, {path}"),
        None => why.to_owned(),
    };
    put_on_path(path, before, sentence, cx);
}

fn put_on_path(path: &Path, before: JumpPoint, sentence: String, cx: &mut Workspace) {
    let Ok((pane, row)) = find_path(path, cx) else {
        return cx.say(format!("{path} is not shown"));
    };
    cx.put_on_changed_row(pane, row);
    cx.panes.remember(before);
    cx.say(
        HintText::from(sentence)
            .text("; ")
            .key(Action::BACK)
            .text(": back"),
    );
}

/// Returns the base row of a pane where the node of a path starts.
pub(crate) fn row_of_path(pane: Pane, path: &Path, cx: &Workspace) -> Result<usize, String> {
    let merged = cx.merged();
    if pane == Pane::Result {
        let tree = TreeWithDeleted(&merged.merge().tree);
        return match follow(&tree, path) {
            Ok(id) => Ok(outline::row_of(tree.0, merged.heights(), id).0),
            Err((done, node)) => Err(missing_segment(&tree, path, done, node)),
        };
    }
    let source = cx
        .panes
        .source(pane, merged)
        .ok_or_else(|| "there is no patch".to_owned())?;
    let document = &**source.document();
    match follow(document, path) {
        Ok(node) => Ok(source.row_of(node)),
        Err((done, node)) => Err(missing_segment(document, path, done, node)),
    }
}

/// Returns a path of a pane as it is printed.
fn printed_in(pane: Pane, path: &Path, cx: &Workspace) -> Path {
    let merged = cx.merged();
    match cx.panes.source(pane, merged).filter(|_| pane != Pane::Result) {
        Some(source) => printed(&**source.document(), path),
        None => printed(&TreeWithDeleted(&merged.merge().tree), path),
    }
}

fn candidates_here(text: &str, cx: &Workspace) -> Vec<String> {
    let merged = cx.merged();
    match cx.focused_pane() {
        None | Some(Pane::Result) => candidates(&TreeWithDeleted(&merged.merge().tree), text),
        Some(pane) => cx
            .panes
            .source(pane, merged)
            .map_or_else(Vec::new, |source| candidates(&**source.document(), text)),
    }
}

/// Completes a path as far as it is unique, then cycles through the candidates. Returns the new text, if
/// there is one.
pub(crate) fn complete(
    text: &str,
    completion: &mut Option<PathCompletion>,
    cx: &Workspace,
) -> Option<String> {
    let current = completion.take().filter(|current| current.shown == text);
    let (typed, turn) = current.map_or((text.to_owned(), 0), |current| (current.typed, current.turn));
    let candidates = candidates_here(&typed, cx);
    let common = common_prefix(&candidates);
    let candidate = candidates.get(turn % candidates.len().max(1))?;
    if turn == 0 && common.len() > typed.len() {
        return Some(common);
    }
    *completion = Some(PathCompletion {
        typed,
        turn: turn + 1,
        shown: candidate.clone(),
    });
    Some(candidate.clone())
}

/// Returns whether a text is empty, a line, a step, or a path or the start of one.
pub(crate) fn has_target(text: &str, cx: &Workspace) -> bool {
    let text = text.trim();
    let is_found = || match parse(text, cx) {
        Ok(GoToTarget::Path(path)) => find_path(&path, cx).is_ok(),
        Ok(_) => true,
        Err(_) => false,
    };
    text.is_empty() || text == "#" || !candidates_here(text, cx).is_empty() || is_found()
}

/// Returns the note with the completions of a text.
pub(crate) fn note(text: &str, completion: Option<&PathCompletion>, cx: &Workspace) -> HintText {
    if text.is_empty() {
        return words(
            "a path ({}: complete), a line, #step, an object or a command by name",
            [Action::Prompt(PromptAction::Complete)],
        );
    }
    if text.parse::<usize>().is_ok() {
        let what = match cx.focus() {
            Focus::Steps => "step",
            _ => "line",
        };
        let accept = [Action::Prompt(PromptAction::Accept)];
        return words(&format!("{{}}: {what} {text}"), accept);
    }
    let current = completion.filter(|current| current.shown == text);
    let candidates = candidates_here(current.map_or(text, |current| &current.typed), cx);
    // The common prefix of all candidates is already typed.
    let from = common_prefix(&candidates).rfind(['.', '[']).unwrap_or(0);
    let shown = candidates.iter().take(MAX_SHOWN);
    let shown: Vec<&str> = shown.filter_map(|candidate| candidate.get(from..)).collect();
    let more = if candidates.len() > MAX_SHOWN { " …" } else { "" };
    format!("{}{more}", shown.join("  ")).into()
}
