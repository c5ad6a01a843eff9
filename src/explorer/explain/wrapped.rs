//! The explanation as it is shown: what is told, in lines as long as there is room.

use super::{step, wrap};
use crate::document::escape::visible;
use crate::explorer::panes::focus::Focus;
use crate::explorer::state::Explorer;
use crate::merge::RuleEffect;
use crate::report::explanation_line::{ExplanationLine, LineKind};

impl Explorer {
    /// The explanation, wrapped to the width that it has.
    pub fn story(&self) -> Vec<ExplanationLine> {
        if let Some(working) = self.working().filter(|_| self.is_opening()) {
            let line = ExplanationLine {
                kind: LineKind::Says,
                text: visible(&working).into_owned(),
            };
            return wrap::wrap(vec![line], self.why_width);
        }
        let lines = wrap::wrap(self.whole_story(), self.why_width);
        match self.focus {
            // Who is there can scroll.
            Focus::Why => lines,
            _ => step::shorten_fix(lines, self.why.height),
        }
    }

    fn whole_story(&self) -> Vec<ExplanationLine> {
        let hides = self.predict.on;
        let mut lines = self.reason_lines();
        lines.extend(step::tell_so_far(
            &self.session,
            &self.agreement,
            self.lesson(),
            hides,
        ));
        match self.presenting {
            true => Self::spaced(lines),
            false => lines,
        }
    }

    /// How many lines of `width` cells a warning or refusal takes up to the end of what helps against it; none where
    /// the present step is neither.
    pub fn urgent_rows(&self, width: usize) -> usize {
        let effect = self.session.step().map(|step| step.rule.effect());
        if self.is_opening() || !matches!(effect, Some(RuleEffect::Warned | RuleEffect::Rejected)) {
            return 0;
        }
        let mut lines = self.whole_story();
        let end = lines.iter().position(|line| line.kind == LineKind::Rule);
        lines.truncate(end.unwrap_or(lines.len()));
        while lines.last().is_some_and(|line| line.text.is_empty()) {
            lines.pop();
        }
        wrap::wrap(lines, width.max(1)).len()
    }

    /// A text broken into lines of at most `width` cells.
    pub fn wrapped(&self, text: &str, width: usize) -> Vec<String> {
        let line = ExplanationLine {
            kind: LineKind::Says,
            text: text.to_owned(),
        };
        let lines = wrap::wrap(vec![line], width);
        lines.into_iter().map(|line| line.text).collect()
    }
}
