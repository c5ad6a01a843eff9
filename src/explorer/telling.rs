//! The explanation as it is shown: what is told, in lines as long as there is room.

use super::line::{Kind, Line};
use super::state::State;
use super::{story, wrap};
use crate::document::escape::visible;

impl State {
    /// The explanation, wrapped to the width that it has.
    pub fn story(&self) -> Vec<Line> {
        if let Some(working) = self.working().filter(|_| self.is_opening()) {
            let line = Line {
                kind: Kind::Says,
                text: visible(&working).into_owned(),
            };
            return wrap::wrap(vec![line], self.why_width);
        }
        let hides = self.predict.on;
        let mut lines = self.reason_lines();
        lines.extend(story::tell_so_far(
            &self.session,
            &self.agreement,
            self.lesson(),
            hides,
        ));
        let lines = if self.presenting {
            Self::spaced(lines)
        } else {
            lines
        };
        wrap::wrap(lines, self.why_width)
    }

    /// A text broken into lines of at most `width` cells.
    pub fn wrapped(&self, text: &str, width: usize) -> Vec<String> {
        let line = Line {
            kind: Kind::Says,
            text: text.to_owned(),
        };
        let lines = wrap::wrap(vec![line], width);
        lines.into_iter().map(|line| line.text).collect()
    }
}
