//! The order ruler on the screen: which list, the cursor, and keeping up with steps and saves.

use super::state::ListOrderScreen;
use super::{ListOrder, OrderColumn, OrderSource};
use crate::document::escape::visible;
use crate::explorer::compare::state::are_same;
use crate::explorer::list_order;
use crate::explorer::panes::viewport::Viewport;
use crate::explorer::screens::ScreenState;
use crate::explorer::state::Explorer;
use crate::merge::ResultId;
use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};

impl Explorer {
    /// The list that the cursor is in, or why there is none.
    pub(crate) fn list_here(&self) -> Result<ResultId, String> {
        let none = || "order: the cursor is in no list; put it on an item".to_owned();
        if self.is_opening() {
            return Err("order: the files are still being read".to_owned());
        }
        let under = self.under_cursor().ok_or_else(none)?;
        let merge = self.session.merge();
        let near = || {
            let source = under.sources.first()?;
            let links = self.session.links();
            let triple = match source.is_live() {
                true => links.at_live(merge, source.node),
                false => links.at_patch(merge, *source),
            };
            triple.result.map(|near| near.node)
        };
        let node = under.results.first().copied().or_else(near).ok_or_else(none)?;
        list_order::list_above(&merge.scene, node).ok_or_else(none)
    }

    /// Opens or closes the ruler of the list under the cursor.
    pub(crate) fn toggle_ruler(&mut self) {
        if matches!(self.screen, ScreenState::Ruler(_)) {
            self.leave_screen();
            return;
        }
        let Ok(list) = self.list_here() else { return };
        self.player.playing = false;
        let ruler = list_order::ruler(&self.session, list);
        // The cursor begins on what is refused, else on the first item that stands elsewhere than before.
        let misplaced = ruler.items.iter().find(|item| item.misplaced);
        let telling = ruler
            .items
            .iter()
            .filter(|item| item.mark.is_some() || !item.early.is_empty());
        let first = misplaced
            .and_then(|item| item.rows[OrderColumn::Wanted as usize])
            .or(telling
                .filter_map(|item| item.rows[OrderColumn::Result as usize])
                .min());
        let view = Viewport {
            cursor: first.unwrap_or(0),
            ..Viewport::default()
        };
        self.screen = ScreenState::Ruler(Box::new(ListOrderScreen {
            list,
            path: self.session.merge().path(list),
            ruler,
            inputs: self.session.merge().inputs.clone(),
            position: self.session.position(),
            view,
        }));
    }

    /// Makes the ruler anew where the step or the merge is another.
    pub(crate) fn refresh_ruler(&mut self) {
        let position = self.session.position();
        let inputs = self.session.merge().inputs.clone();
        let ScreenState::Ruler(ruling) = &mut self.screen else {
            return;
        };
        if !are_same(&ruling.inputs, &inputs) || ruling.inputs.semantics != inputs.semantics {
            match list_order::resolve(&self.session.merge().scene, &ruling.path) {
                Some(list) => ruling.list = list,
                None => {
                    self.screen = ScreenState::Panes;
                    self.say("the list whose order was shown is gone".to_owned());
                    return;
                }
            }
        } else if ruling.position == position {
            return;
        }
        ruling.ruler = list_order::ruler(&self.session, ruling.list);
        (ruling.inputs, ruling.position) = (inputs, position);
        let rows = ruling.rows();
        ruling.view.put(ruling.view.cursor, rows);
    }

    /// The ruler and its window.
    pub fn ruler(&self) -> Option<(&ListOrder, Viewport)> {
        match &self.screen {
            ScreenState::Ruler(ruling) => Some((&ruling.ruler, ruling.view)),
            _ => None,
        }
    }

    /// What is said of the item under the cursor, and of the order.
    pub fn ruler_words(&self) -> Vec<ExplanationLine> {
        let Some((ruler, view)) = self.ruler() else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        if let Some(item) = ruler.item_at(view.cursor).and_then(|at| ruler.items.get(at)) {
            let place = |column: OrderColumn, word: &str| match item.rows[column as usize] {
                Some(row) => format!("{word} {}", row + 1),
                None => format!("{word} –"),
            };
            let wanted = match item.wish {
                Some(wish) => format!("wanted {}", wish + 1),
                None => "not named".to_owned(),
            };
            lines.push(explanation_line(
                LineKind::Title,
                format!(
                    "{} · {} · {wanted} · {}",
                    item.name,
                    place(OrderColumn::Live, "live"),
                    place(OrderColumn::Result, "now"),
                ),
            ));
            for early in &item.early {
                let before = match early.was_good {
                    true => "; in live it stood further up",
                    false => "",
                };
                lines.push(explanation_line(
                    LineKind::Warning,
                    format!(
                        "! $({}) is defined further down, at {}: Kubernetes leaves it as it is written{before}.",
                        early.variable,
                        early.defined + 1
                    ),
                ));
            }
            if item.misplaced {
                lines.push(explanation_line(
                    LineKind::Kubernetes,
                    "The order has no place left for this patch item.",
                ));
            }
            if item.server_only && ruler.wanted_by != OrderSource::Nothing {
                let says = match item.neighbour.and_then(|at| ruler.items.get(at)) {
                    Some(neighbour) => {
                        let before = item.rows[0] < neighbour.rows[0];
                        let word = if before { "before" } else { "behind" };
                        format!("Server-only: in live it stood {word} {}.", neighbour.name)
                    }
                    None => "Server-only: the patch names none of its neighbours.".to_owned(),
                };
                lines.push(explanation_line(LineKind::Says, says));
            }
        }
        lines.extend(ruler.refused.iter().cloned());
        let merge = self.session.merge();
        if let Some((index, step)) = ruler
            .step
            .and_then(|index| Some((index, merge.steps.get(index)?)))
        {
            lines.push(explanation_line(
                LineKind::Rule,
                format!("Step {}: {}", index + 1, step.rule.name()),
            ));
            lines.push(explanation_line(LineKind::Says, merge.sentence(step)));
            lines.push(explanation_line(
                LineKind::Place,
                format!("Defined by: {}", step.rule.text().source),
            ));
        } else {
            lines.push(explanation_line(
                LineKind::Says,
                "No step so far has ordered this list.",
            ));
        }
        lines
    }

    /// What the middle column shows; escaped.
    pub fn wanted_by(&self) -> String {
        match self.ruler().map(|(ruler, _)| &ruler.wanted_by) {
            Some(OrderSource::Directive(key)) => visible(key).into_owned(),
            Some(OrderSource::PatchList) => "patch list".to_owned(),
            Some(OrderSource::Nothing) | None => "no wish".to_owned(),
        }
    }
}
