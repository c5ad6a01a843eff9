//! Jumping by path, line or step: what was typed, where it leads, and where it stops.

mod path_lookup;

use super::hint_text::{HintText, words};
use super::panes::jump_list::at_place;
use super::popups::prompt_line::Prompt;
use super::state::Explorer;
use crate::document::{NodeId, Path};
use crate::explorer::action::Action;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::popups::action::PromptAction;
use crate::report::rows::outline;
use path_lookup::{TreeWithDeleted, candidates, common, follow, stops};

/// Candidates that are shown behind the line.
const SHOWN: usize = 12;

/// What a typed text means.
enum GoToTarget {
    /// A line of the focused pane, from 1.
    Line(usize),
    /// A step; 0 is live untouched.
    Step(usize),
    Path(Path),
}

impl Explorer {
    /// Goes where the line says; a line that leads nowhere stays open, and says why.
    pub(crate) fn accept_jump(&mut self, mut prompt: Prompt) {
        let text = prompt.text.trim().to_owned();
        if text.is_empty() {
            return;
        }
        let before = self.spot();
        match self.goal(&text).and_then(|goal| self.jump_to(goal)) {
            Ok(says) => {
                self.remember(before);
                self.say(says);
            }
            Err(why) => {
                prompt.trouble = Some(why);
                self.looking.prompt = Some(prompt);
            }
        }
    }

    fn goal(&self, text: &str) -> Result<GoToTarget, String> {
        let step = text.strip_prefix("step ").or_else(|| text.strip_prefix('#'));
        if let Some(number) = step.and_then(|step| step.trim().parse().ok()) {
            return Ok(GoToTarget::Step(number));
        }
        if let Ok(number) = text.parse() {
            return Ok(match self.focus {
                Focus::Steps => GoToTarget::Step(number),
                _ => GoToTarget::Line(number),
            });
        }
        match Path::parse(text) {
            Ok(path) => Ok(GoToTarget::Path(path)),
            Err((at, what)) => Err(format!("column {}: {what}", at + 1)),
        }
    }

    fn jump_to(&mut self, goal: GoToTarget) -> Result<HintText, String> {
        match goal {
            GoToTarget::Step(step) if step > self.session.len() => {
                Err(format!("there are only {} steps", self.session.len()))
            }
            GoToTarget::Step(step) => {
                self.player.playing = false;
                self.go_to(step);
                Ok(at_place(format!("step {step}")))
            }
            GoToTarget::Line(line) => {
                let pane = match self.focus {
                    Focus::Document(pane) => pane,
                    Focus::Steps | Focus::Why => Pane::Result,
                };
                let row = self.row_of_line(pane, line)?;
                self.put_on(pane, row);
                Ok(at_place(format!("line {line}")))
            }
            GoToTarget::Path(path) => self.jump_to_path(&path),
        }
    }

    /// The row of a pane, folded or not, that shows line `line`.
    fn row_of_line(&self, pane: Pane, line: usize) -> Result<usize, String> {
        let view = match pane {
            Pane::Live => Some(self.session.live()),
            Pane::Patch => self.session.patch(self.patch_shown),
            Pane::Result => None,
        };
        let last = match (pane, view) {
            (Pane::Result, _) => self.session.heights().lines(&self.session.merge().scene),
            (_, Some(view)) => view.len(),
            (_, None) => 0,
        };
        match line.checked_sub(1) {
            Some(row) if line <= last && pane != Pane::Result => Ok(row),
            Some(_) if line <= last => {
                let (scene, heights) = (&self.session.merge().scene, self.session.heights());
                Ok(outline::row_of_line(scene, heights, line))
            }
            _ => Err(format!("there are lines 1 to {last} here")),
        }
    }

    fn jump_to_path(&mut self, path: &Path) -> Result<HintText, String> {
        let here = match self.focus {
            Focus::Document(pane) => pane,
            Focus::Steps | Focus::Why => Pane::Result,
        };
        let order = [here, Pane::Result, Pane::Live, Pane::Patch];
        let mut trouble = None;
        for pane in order {
            match self.row_of_path(pane, path) {
                Ok(row) => {
                    self.put_on(pane, row);
                    let where_ = if pane == here { "" } else { ", found here" };
                    return Ok(at_place(format!("{path}{where_}")));
                }
                Err(why) => trouble = trouble.or(Some(why)),
            }
        }
        Err(trouble.unwrap_or_default())
    }

    /// The row of the whole pane on which a path's node begins, or where the path stops.
    fn row_of_path(&self, pane: Pane, path: &Path) -> Result<usize, String> {
        let view = match pane {
            Pane::Live => self.session.live(),
            Pane::Patch => match self.session.patch(self.patch_shown) {
                Some(view) => view,
                None => return Err("there is no patch".to_owned()),
            },
            Pane::Result => {
                let (scene, heights) = (&self.session.merge().scene, self.session.heights());
                let tree = TreeWithDeleted(scene);
                return match follow(&tree, path) {
                    Ok(id) => Ok(outline::row_of(scene, heights, id).0),
                    Err((done, at)) => Err(stops(&tree, path, done, at)),
                };
            }
        };
        let document = view.document();
        match follow(&**document, path) {
            Ok(node) => Ok(view.row_of(node)),
            Err((done, at)) => {
                let at: NodeId = at;
                Err(stops(&**document, path, done, at))
            }
        }
    }

    fn jump_candidates(&self, text: &str) -> Vec<String> {
        match self.focus {
            Focus::Document(Pane::Live) => candidates(&**self.session.live().document(), text),
            Focus::Document(Pane::Patch) => match self.session.patch(self.patch_shown) {
                Some(view) => candidates(&**view.document(), text),
                None => Vec::new(),
            },
            _ => candidates(&TreeWithDeleted(&self.session.merge().scene), text),
        }
    }

    /// Completes the path as far as it is clear; then the next candidate after the other.
    pub(crate) fn complete(&mut self) {
        let Some(prompt) = &self.looking.prompt else {
            return;
        };
        let (base, turn) = match &self.looking.completing {
            Some((base, turn, shown)) if *shown == prompt.text => (base.clone(), *turn),
            _ => (prompt.text.clone(), 0),
        };
        let candidates = self.jump_candidates(&base);
        let common = common(&candidates);
        let (text, turn) = match (turn, candidates.get(turn % candidates.len().max(1))) {
            (0, Some(_)) if common.len() > base.len() => (common, None),
            (_, Some(candidate)) => (candidate.clone(), Some(turn + 1)),
            (_, None) => return,
        };
        self.looking.completing = turn.map(|turn| (base, turn, text.clone()));
        if let Some(prompt) = &mut self.looking.prompt {
            prompt.set(text);
        }
    }

    /// What the line can become.
    pub(crate) fn jump_note(&self) -> HintText {
        let Some(prompt) = &self.looking.prompt else {
            return HintText::default();
        };
        if prompt.text.is_empty() {
            return words(
                "a path ({} completes), a line, or #step",
                [Action::Prompt(PromptAction::Complete)],
            );
        }
        let text = match &self.looking.completing {
            Some((base, _, shown)) if *shown == prompt.text => base,
            _ => &prompt.text,
        };
        let candidates = self.jump_candidates(text);
        // Only what would be added tells something.
        let from = common(&candidates).rfind(['.', '[']).unwrap_or(0);
        let shown = candidates.iter().take(SHOWN);
        let shown: Vec<&str> = shown.filter_map(|candidate| candidate.get(from..)).collect();
        let more = if candidates.len() > SHOWN { " …" } else { "" };
        format!("{}{more}", shown.join("  ")).into()
    }
}
