//! The screen with the order of a list: the list, the cursor, and updates after steps and saves.

use super::columns::{ListOrder, list_order};
use super::find_list::{find_list, list_above};
use super::item::{ListOrderItem, OrderColumn, ServerOnlyPlacement};
use super::requested_order::{OrderSource, list_of_operation};
use crate::document::escape::visible;
use crate::document::{Path, Segment};
use crate::explorer::hint_text::HintText;
use crate::explorer::merged::MergedView;
use crate::explorer::merged::step_id::StepId;
use crate::explorer::panes::viewport::Viewport;
use crate::explorer::workspace::Workspace;
use crate::merge::{Inputs, Merge, ResultId, Rule, RuleEffect, Step};
use crate::report::decisions;
use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};

/// The maximum number of changed lists that are searched for a moved item.
const MAX_CHANGED_LISTS: usize = 8;

/// The list order screen.
#[derive(Clone, Debug)]
pub struct ListOrderScreen {
    list: ResultId,
    path: Path,
    order: ListOrder,
    /// The merge and the position that the columns belong to.
    inputs: Inputs,
    position: usize,
    pub(crate) view: Viewport,
}

/// Returns the list that contains the cursor.
///
/// # Errors
/// There is no such list. The error is text for the status line.
fn list_under_cursor(cx: &Workspace) -> Result<ResultId, HintText> {
    if cx.is_opening() {
        return Err("order: files are still loading".into());
    }
    let none = || HintText::from("order: move the cursor to a list item first");
    let node = cx.node_under_cursor().ok_or_else(none)?;
    list_above(&cx.merged().merge().tree, node).ok_or_else(none)
}

/// Returns the last few lists whose order the first `until` steps change, the latest first.
fn changed_lists(merged: &MergedView, until: usize) -> Vec<ResultId> {
    let merge = merged.merge();
    let mut lists = Vec::new();
    for step in merge.steps.iter().take(until).rev() {
        let is_order = matches!(step.rule.effect(), RuleEffect::Reordered | RuleEffect::ServerOnly);
        let list = match is_order {
            true => list_above(&merge.tree, step.at),
            false => list_of_operation(merge, step),
        };
        lists.extend(list.filter(|list| !lists.contains(list)));
        if lists.len() == MAX_CHANGED_LISTS {
            break;
        }
    }
    lists
}

/// Returns the list under the cursor, or another list with a moved item if the list under the cursor has none
/// or the cursor is in no list. With the row of the first change.
fn list_to_show(cx: &Workspace, own: Option<ResultId>) -> Option<(ResultId, ListOrder, Option<usize>)> {
    let merged = cx.merged();
    let shown = |list: ResultId| {
        let order = list_order(merged, list);
        let first = order.first_change(merged.merge());
        (list, order, first)
    };
    let own = own.map(shown);
    if own.as_ref().is_some_and(|(.., first)| first.is_some()) {
        return own;
    }
    let is_other = |list: &ResultId| own.as_ref().is_none_or(|(own, ..)| own != list);
    let lists = changed_lists(merged, merged.position());
    let mut others = lists.into_iter().filter(is_other).map(shown);
    let other = others.find(|(.., first)| first.is_some()).or(own);
    // Without a list item under the cursor, a list that a later step changes.
    other.or_else(|| changed_lists(merged, merged.len()).first().copied().map(shown))
}

/// Returns two paths without the fields that both begin with, except the last one before they differ in an item.
fn without_shared_start([one, other]: [Path; 2]) -> [Path; 2] {
    let pairs = one.0.iter().zip(&other.0);
    let shared = pairs.take_while(|(one, other)| one == other).count();
    let is_key = |path: &Path| matches!(path.0.get(shared), Some(Segment::Key(_)));
    let start = match is_key(&one) && is_key(&other) {
        true => shared,
        false => shared.saturating_sub(1),
    };
    [one, other].map(|path| Path(path.0[start..].to_vec()))
}

/// Returns the reason why no order can be shown, as text for the status line, or `None` if one can.
pub(crate) fn blocker(cx: &Workspace) -> Option<HintText> {
    list_under_cursor(cx)
        .err()
        .filter(|_| cx.is_opening() || changed_lists(cx.merged(), cx.merged().len()).is_empty())
}

impl ListOrderScreen {
    /// Opens the order of a list. The cursor is on the rejected item, else on the first moved item.
    pub(crate) fn open(cx: &mut Workspace) -> Option<Self> {
        let own = list_under_cursor(cx).ok();
        let (list, order, first) = list_to_show(cx, own)?;
        let merge = cx.merged().merge();
        if let Some(own) = own.filter(|own| *own != list) {
            let [own, shown] = without_shared_start([merge.path(own), merge.path(list)]);
            cx.say(format!("{own} is not reordered; showing {shown}"));
        }
        Some(Self {
            list,
            path: cx.merged().merge().path(list),
            order,
            inputs: cx.merged().merge().inputs.clone(),
            position: cx.merged().position(),
            view: Viewport {
                cursor: first.unwrap_or(0),
                ..Viewport::default()
            },
        })
    }

    pub(crate) fn rows(&self) -> usize {
        self.order.height()
    }

    /// Returns the first of the rows about an item for whose name `matches` is true, else the first with such an item in
    /// any column; names are escaped.
    pub(crate) fn find(
        &self,
        mut rows: impl Iterator<Item = usize> + Clone,
        matches: impl Fn(&str) -> bool,
        merged: &MergedView,
    ) -> Option<usize> {
        let is_match = |index: usize| {
            let item = self.order.items.get(index);
            item.is_some_and(|item| matches(&visible(&self.order.name(item, merged.merge()))))
        };
        let own = rows
            .clone()
            .find(|row| self.order.item_at(*row).is_some_and(is_match));
        own.or_else(|| {
            rows.find(|row| {
                let mut items = self.order.columns.iter().filter_map(|column| column.get(*row));
                items.any(|index| is_match(*index as usize))
            })
        })
    }

    /// Returns the result item under the cursor.
    ///
    /// # Errors
    /// There is no such item. The error is text for the status line.
    pub(crate) fn chosen(&self) -> Result<ResultId, HintText> {
        let node = self.item().and_then(ListOrderItem::result_id);
        node.ok_or_else(|| "this item is only in the requested order".into())
    }

    /// Returns the step that moved or placed the item, as the explanation names it; `None` if the item has its position
    /// from the live list, or is not in the result.
    pub(crate) fn chosen_step(&self, merged: &MergedView) -> Option<StepId> {
        let item = self.item()?;
        if item.row(OrderColumn::Result).is_none() && !self.order.is_rejected {
            return None;
        }
        let merge = merged.merge();
        let id = self.step_of(Some(item), merge)?;
        let step = merge.steps.get(id.index())?;
        let places = matches!(
            step.rule.effect(),
            RuleEffect::Reordered | RuleEffect::ServerOnly | RuleEffect::Rejected
        ) || list_of_operation(merge, step) == Some(self.list);
        places.then_some(id)
    }

    /// Returns the step that orders an item, or the list.
    fn step_of(&self, item: Option<&ListOrderItem>, merge: &Merge) -> Option<StepId> {
        let server_only = item.and_then(|item| item.server_only);
        // Each operation of a JSON patch is about one item.
        let last = self.order.step.filter(|last| {
            let step = merge.steps.get(last.index());
            step.is_some_and(|step| list_of_operation(merge, step) == Some(self.list))
        });
        if let (Some(last), Some(own)) = (last, item.and_then(ListOrderItem::result_id)) {
            let is_own = |step: &Step| step.at == own && list_of_operation(merge, step).is_some();
            let found = merge.steps.iter().take(last.index() + 1).rposition(is_own);
            return Some(found.map_or(last, StepId::new));
        }
        server_only.and(self.order.server_only_step).or(self.order.step)
    }

    fn item(&self) -> Option<&ListOrderItem> {
        self.order.items.get(self.order.item_at(self.view.cursor)?)
    }

    /// Updates the columns after a step or a save. Returns whether the list still exists.
    pub(crate) fn refresh(&mut self, merged: &MergedView) -> bool {
        let inputs = &merged.merge().inputs;
        if !self.inputs.is_same(inputs) {
            match find_list(&merged.merge().tree, &self.path) {
                Some(list) => self.list = list,
                None => return false,
            }
        } else if self.position == merged.position() {
            return true;
        }
        self.order = list_order(merged, self.list);
        (self.inputs, self.position) = (inputs.clone(), merged.position());
        self.view.put(self.view.cursor, self.order.height());
        true
    }

    /// Returns the columns.
    pub fn order(&self) -> &ListOrder {
        &self.order
    }

    /// Returns the viewport of the rows.
    pub fn view(&self) -> Viewport {
        self.view
    }

    /// Returns the title of the middle column; escaped.
    pub fn order_source(&self) -> String {
        match &self.order.order_source {
            OrderSource::Directive(key) => visible(key).into_owned(),
            OrderSource::PatchList => "patch list".to_owned(),
            OrderSource::Nothing => "no order requested".to_owned(),
        }
    }

    /// Returns the explanation of the item under the cursor and of the order.
    pub fn explanation(&self, merged: &MergedView) -> Vec<ExplanationLine> {
        let order = &self.order;
        let item = self.item();
        let merge = merged.merge();
        let mut lines = item.map_or_else(Vec::new, |item| self.about_item(item, merge));
        lines.extend(order.rejected.iter().cloned());
        let id = item.and_then(|item| self.step_without_position(item, merge));
        let step = id
            .or_else(|| self.step_of(item, merge))
            .and_then(|id| Some((id, merge.steps.get(id.index())?)));
        // A step that only matches the lists does not say why an item has its position.
        let matches = step.is_some_and(|(_, step)| step.rule.effect() == RuleEffect::Matched);
        let choice = decisions::list_order(merge.inputs.semantics).filter(|_| matches);
        if let Some((sentence, source)) = choice {
            lines.push(explanation_line(LineKind::Sentence, sentence));
            lines.push(explanation_line(LineKind::Place, format!("Source: {source}")));
        } else if let Some((id, step)) = step {
            let rule = format!("Step {}: {}", id.position(), step.rule.name());
            lines.push(explanation_line(LineKind::Rule, rule));
            lines.push(explanation_line(LineKind::Sentence, merge.sentence(step)));
            lines.push(explanation_line(
                LineKind::Place,
                format!("Source: {}", step.rule.text().source),
            ));
        } else {
            lines.push(explanation_line(
                LineKind::Sentence,
                "No step has changed the order yet.",
            ));
        }
        lines
    }

    /// Returns the step that says where Kubernetes sorts an item that neither the live list nor the order has.
    fn step_without_position(&self, item: &ListOrderItem, merge: &Merge) -> Option<StepId> {
        let is_new = item.row(OrderColumn::Live).is_none() && item.requested_position().is_none();
        let is_it = |step: &Step| step.at == self.list && step.rule == Rule::NoLivePosition;
        let found = merge.steps.iter().position(is_it).filter(|_| is_new);
        found.map(StepId::new)
    }

    fn about_item(&self, item: &ListOrderItem, merge: &Merge) -> Vec<ExplanationLine> {
        let row = |column: OrderColumn, word: &str| match item.row(column) {
            Some(row) => format!("{word} {}", row + 1),
            None => format!("{word} none"),
        };
        let requested = match item.requested_position() {
            Some(requested_position) => format!("requested {}", requested_position + 1),
            None => "not listed".to_owned(),
        };
        let live = row(OrderColumn::Live, "live");
        let now = match self.order.is_rejected {
            true => "no result: the patch is rejected".to_owned(),
            false => row(OrderColumn::Result, "now"),
        };
        let name = self.order.name(item, merge);
        let title = format!("{name} · {live} · {requested} · {now}");
        let mut lines = vec![explanation_line(LineKind::Title, title)];
        for early in self.order.early_of(item) {
            let before = if early.was_defined_before {
                ". In the live list it is defined before"
            } else {
                ""
            };
            lines.push(explanation_line(
                LineKind::Warning,
                format!(
                    "! $({}) is defined after this item, at position {}, so it is not expanded{before}.",
                    early.variable,
                    early.defined + 1
                ),
            ));
        }
        if item.misplaced {
            lines.push(explanation_line(
                LineKind::Kubernetes,
                "This patch item has no matching entry in the order.",
            ));
        }
        let listed = self.order.order_source != OrderSource::Nothing;
        if let Some(place) = item.server_only.filter(|_| listed) {
            let sentence = match place {
                ServerOnlyPlacement::First => "Server-only: placed before all listed items.".to_owned(),
                ServerOnlyPlacement::Before(next) => {
                    let next = self.order.items.get(next.get());
                    let name = next.map(|next| self.order.name(next, merge)).unwrap_or_default();
                    let is_new = next.is_some_and(|next| next.row(OrderColumn::Live).is_none());
                    let list = match is_new {
                        true => "the copy of the live list that Kubernetes works on",
                        false => "the live list",
                    };
                    format!(
                        "Server-only: placed before {name}, the first item of the new order that it preceded in {list}."
                    )
                }
                ServerOnlyPlacement::Last => {
                    "Server-only: it preceded no listed item in the live list, so it is placed after all listed items."
                        .to_owned()
                }
            };
            lines.push(explanation_line(LineKind::Sentence, sentence));
        }
        lines
    }
}
