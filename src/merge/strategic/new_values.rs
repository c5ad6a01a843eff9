//! What comes in whole: which nulls and directives of a new value stay behind, and which land as data.

use crate::document::{Document, NodeId, Tree, Value, ValueKind};
use crate::merge::mark::Mark;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::InsertFilter;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;
use crate::merge::strategic::strategic_merge::StrategicMerge;
use crate::schema::{Schema, Shape, TypePosition};

/// How much a value is cleaned on its way in (spec 3.6 and 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strip {
    /// `proposal`: no null field and no directive ever arrives.
    Whole,
    /// `kubernetes`, new fields: nulls go, and maps with `$patch`; other directives land as data.
    Field,
    /// `kubernetes`, a new list under `$setElementOrder`: maps with `$patch` go, nulls stay.
    Ordered,
    /// `kubernetes`: taken as it is.
    Verbatim,
}

/// What was left behind or let in on the way.
pub(crate) struct PatchValueFilter<'d> {
    schema: &'d Schema,
    cleaning: Strip,
    /// Whether the `$patch` of the value itself is left out: the value is taken literally because of it.
    literal: Option<NodeId>,
    traced: bool,
    pub(crate) events: Vec<(Rule, NodeId)>,
}

fn patch_directive(document: &Document, node: NodeId) -> Option<Value<'_>> {
    if document.kind(node) != ValueKind::Map {
        return None;
    }
    document.get(node, "$patch").map(|marker| document.value(marker))
}

impl PatchValueFilter<'_> {
    fn note(&mut self, rule: Rule, node: NodeId) {
        if self.traced {
            self.events.push((rule, node));
        }
    }

    /// Whether a value survives as a whole; asked for the top, and for everything below it.
    pub(crate) fn is_kept(&self, document: &Document, node: NodeId, is_item: bool) -> bool {
        match (self.cleaning, patch_directive(document, node)) {
            (Strip::Verbatim, _) | (_, None) => true,
            (Strip::Field, Some(Value::Null)) => true,
            (Strip::Whole, Some(Value::String("replace"))) => !is_item,
            _ => false,
        }
    }

    fn child_place(
        &self,
        document: &Document,
        node: NodeId,
        parent: Option<TypePosition>,
    ) -> Option<TypePosition> {
        match document.key(node) {
            Some(key) => Some(self.schema.peek(parent?, key)?.place),
            None => Some(self.schema.item(parent?)),
        }
    }
}

impl InsertFilter for PatchValueFilter<'_> {
    type Context = Option<TypePosition>;

    fn admit(
        &mut self,
        document: &Document,
        node: NodeId,
        parent: Option<TypePosition>,
    ) -> Option<Option<TypePosition>> {
        let key = document.key(node);
        if self.literal == Some(node) {
            return None;
        }
        let is_null_field = key.is_some() && document.kind(node) == ValueKind::Null;
        if is_null_field && matches!(self.cleaning, Strip::Whole | Strip::Field) {
            self.note(Rule::DropNull, node);
            return None;
        }
        if !self.is_kept(document, node, key.is_none()) {
            self.note(Rule::DropDirective, node);
            return None;
        }
        if let Some(key) = key.filter(|key| key.starts_with('$')) {
            let is_field = parent.is_some_and(|place| is_field(self.schema, place, key));
            if self.cleaning == Strip::Whole {
                if !is_field {
                    self.note(Rule::DropDirective, node);
                    return None;
                }
            } else if !is_field && is_directive(key) {
                self.note(Rule::StoreDirective, node);
            }
        } else if is_null_field {
            self.note(Rule::StoreNull, node);
        }
        // Only the proposal asks for types on the way down.
        Some(match self.cleaning {
            Strip::Whole => self.child_place(document, node, parent),
            _ => None,
        })
    }
}

/// Whether a type declares a field of that name; the keys of free maps are no fields.
pub(crate) fn is_field(schema: &Schema, place: TypePosition, key: &str) -> bool {
    schema.shape(place) == Shape::Struct && schema.peek(place, key).is_some()
}

/// Whether a key is one of the directives that a patch may hold.
pub(crate) fn is_directive(key: &str) -> bool {
    key == "$patch"
        || key == "$retainKeys"
        || key == "$patchMergeKey"
        || key.starts_with("$setElementOrder")
        || key.starts_with("$deleteFromPrimitiveList")
}

impl<'d> StrategicMerge<'_, 'd> {
    /// The cleaning of a value that is new to live, or of another type than live's.
    pub(crate) fn cleaning_of_new_fields(&self) -> Strip {
        match self.is_proposal() {
            true => Strip::Whole,
            false => Strip::Field,
        }
    }

    /// The same for `kubernetes` alone. Where two patches are joined, a null asks for a removal still to come.
    pub(crate) fn cleaning_of_fields_kubernetes(&self) -> Strip {
        match self.composing {
            true => Strip::Ordered,
            false => Strip::Field,
        }
    }

    /// The cleaning of items, atomic lists and maps that are taken literally.
    pub(crate) fn cleaning_of_replacements(&self) -> Strip {
        match self.is_proposal() {
            true => Strip::Whole,
            false => Strip::Verbatim,
        }
    }

    /// A cleaner for `value`, whose own `$patch` (if any) does not arrive with it.
    pub(crate) fn cleaner(&self, cleaning: Strip, value: NodeRef) -> PatchValueFilter<'d> {
        let literal = match cleaning {
            Strip::Whole => self.patch_directive(value).map(|marker| marker.node),
            _ => None,
        };
        PatchValueFilter {
            schema: self.schema,
            cleaning,
            literal,
            traced: self.traced,
            events: Vec::new(),
        }
    }

    /// A cleaner for the content of a map under `$patch: replace`: the marker itself stays behind.
    pub(crate) fn literal_cleaner(&self, map: NodeRef) -> PatchValueFilter<'d> {
        let mut cleaner = self.cleaner(self.cleaning_of_replacements(), map);
        cleaner.literal = self.patch_directive(map).map(|marker| marker.node);
        cleaner
    }

    /// Leaves a step for everything that was left behind or let in.
    pub(crate) fn record_dropped(&mut self, at: ResultId, events: Vec<(Rule, NodeId)>) {
        for (rule, node) in events {
            let source = self.in_patch(node);
            let note = StepDraft::new(rule, at).field(source).patch(source);
            let directive = self.directive_of(source);
            self.step(note.directive(directive));
            if rule == Rule::StoreDirective || rule == Rule::StoreNull {
                self.scene.mark(at, Mark::Warning);
            }
        }
    }

    fn directive_of(&self, source: NodeRef) -> Option<NodeRef> {
        if self.key(source).is_some_and(is_directive) {
            Some(source)
        } else {
            self.patch_directive(source)
        }
    }

    /// A value of the patch that has nothing to merge with becomes the entry of `map`, in the place of `live`.
    /// Returns the new node, or nothing if the value does not survive its cleaning.
    pub(crate) fn insert_new(
        &mut self,
        map: ResultId,
        live: Option<ResultId>,
        entry: NodeRef,
        place: Option<TypePosition>,
        cleaning: Strip,
    ) -> MergeResult<Option<ResultId>> {
        let document = self.document(entry);
        let mut cleaner = self.cleaner(cleaning, entry);
        if !cleaner.is_kept(document, entry.node, false) {
            let directive = self.patch_directive(entry);
            match live {
                Some(live) => {
                    let old = self.scene.source(live);
                    self.step(
                        StepDraft::new(Rule::IgnoreMap, live)
                            .patch(entry)
                            .directive(directive)
                            .old(old),
                    );
                    self.remove(live, Mark::Deleted);
                }
                None => {
                    self.step(
                        StepDraft::new(Rule::IgnoreMap, map)
                            .field(entry)
                            .patch(entry)
                            .directive(directive),
                    );
                }
            }
            return Ok(None);
        }
        let new = self.prepare_insert(map, live, entry, &mut cleaner, place);
        match live {
            Some(live) => {
                let old = self.scene.source(live);
                self.step(StepDraft::new(Rule::ChangeType, new).patch(entry).old(old));
                self.scene.replace_with(live);
                self.scene.mark(new, Mark::Replaced);
            }
            None => {
                self.step(StepDraft::new(Rule::AddField, new).patch(entry));
                self.scene.mark(new, Mark::Added);
            }
        }
        self.scene.commit_insert(new);
        self.record_dropped(new, cleaner.events);
        Ok(Some(new))
    }
}
