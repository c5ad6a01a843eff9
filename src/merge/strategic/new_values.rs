//! What comes in whole: which nulls and directives of a new value stay behind, and which land as data.

use crate::document::{Document, Kind, NodeId, Tree, Value};
use crate::merge::mark::Mark;
use crate::merge::recorder::{Engine, Note, Outcome};
use crate::merge::result_tree::Incoming;
use crate::merge::result_tree::node_id::{ResultId, Source};
use crate::merge::rule::Rule;
use crate::merge::semantics::Dialect;
use crate::schema::{Place, Schema, Shape};

/// How much a value is cleaned on its way in (spec 3.6 and 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cleaning {
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
pub(crate) struct Cleaner<'d> {
    schema: &'d Schema,
    cleaning: Cleaning,
    /// Whether the `$patch` of the value itself is left out: the value is taken literally because of it.
    literal: Option<NodeId>,
    traced: bool,
    pub(crate) events: Vec<(Rule, NodeId)>,
}

fn marker(document: &Document, node: NodeId) -> Option<Value<'_>> {
    if document.kind(node) != Kind::Map {
        return None;
    }
    document.get(node, "$patch").map(|marker| document.value(marker))
}

impl Cleaner<'_> {
    fn note(&mut self, rule: Rule, node: NodeId) {
        if self.traced {
            self.events.push((rule, node));
        }
    }

    /// Whether a value survives as a whole; asked for the top, and for everything below it.
    pub(crate) fn keeps(&self, document: &Document, node: NodeId, is_item: bool) -> bool {
        match (self.cleaning, marker(document, node)) {
            (Cleaning::Verbatim, _) | (_, None) => true,
            (Cleaning::Field, Some(Value::Null)) => true,
            (Cleaning::Whole, Some(Value::String("replace"))) => !is_item,
            _ => false,
        }
    }

    fn child_place(&self, document: &Document, node: NodeId, parent: Option<Place>) -> Option<Place> {
        match document.key(node) {
            Some(key) => Some(self.schema.peek(parent?, key)?.place),
            None => Some(self.schema.item(parent?)),
        }
    }
}

impl Incoming for Cleaner<'_> {
    type Context = Option<Place>;

    fn admit(&mut self, document: &Document, node: NodeId, parent: Option<Place>) -> Option<Option<Place>> {
        let key = document.key(node);
        if self.literal == Some(node) {
            return None;
        }
        let is_null_field = key.is_some() && document.kind(node) == Kind::Null;
        if is_null_field && matches!(self.cleaning, Cleaning::Whole | Cleaning::Field) {
            self.note(Rule::DropNull, node);
            return None;
        }
        if !self.keeps(document, node, key.is_none()) {
            self.note(Rule::DropDirective, node);
            return None;
        }
        if let Some(key) = key.filter(|key| key.starts_with('$')) {
            let is_field = parent.is_some_and(|place| is_field(self.schema, place, key));
            if self.cleaning == Cleaning::Whole {
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
            Cleaning::Whole => self.child_place(document, node, parent),
            _ => None,
        })
    }
}

/// Whether a type declares a field of that name; the keys of free maps are no fields.
pub(crate) fn is_field(schema: &Schema, place: Place, key: &str) -> bool {
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

impl<'d> Engine<'d> {
    /// The cleaning of a value that is new to live, or of another type than live's.
    pub(crate) fn cleaning_of_new_fields(&self) -> Cleaning {
        match self.semantics.dialect() {
            Dialect::Proposal => Cleaning::Whole,
            Dialect::Kubernetes => Cleaning::Field,
        }
    }

    /// The same for `kubernetes` alone. Where two patches are joined, a null asks for a removal still to come.
    pub(crate) fn cleaning_of_fields_kubernetes(&self) -> Cleaning {
        match self.joins {
            true => Cleaning::Ordered,
            false => Cleaning::Field,
        }
    }

    /// The cleaning of items, atomic lists and maps that are taken literally.
    pub(crate) fn cleaning_of_replacements(&self) -> Cleaning {
        match self.semantics.dialect() {
            Dialect::Proposal => Cleaning::Whole,
            Dialect::Kubernetes => Cleaning::Verbatim,
        }
    }

    /// A cleaner for `value`, whose own `$patch` (if any) does not arrive with it.
    pub(crate) fn cleaner(&self, cleaning: Cleaning, value: Source) -> Cleaner<'d> {
        let literal = match cleaning {
            Cleaning::Whole => self.marker(value).map(|marker| marker.node),
            _ => None,
        };
        Cleaner {
            schema: self.schema,
            cleaning,
            literal,
            traced: self.traced,
            events: Vec::new(),
        }
    }

    /// A cleaner for the content of a map under `$patch: replace`: the marker itself stays behind.
    pub(crate) fn literal_cleaner(&self, map: Source) -> Cleaner<'d> {
        let mut cleaner = self.cleaner(self.cleaning_of_replacements(), map);
        cleaner.literal = self.marker(map).map(|marker| marker.node);
        cleaner
    }

    /// Leaves a step for everything that was left behind or let in.
    pub(crate) fn tell(&mut self, at: ResultId, events: Vec<(Rule, NodeId)>) {
        for (rule, node) in events {
            let source = self.in_patch(node);
            self.step(
                Note::new(rule, at)
                    .field(source)
                    .patch(source)
                    .directive(self.directive_of(source)),
            );
            if rule == Rule::StoreDirective || rule == Rule::StoreNull {
                self.scene.mark(at, Mark::Warning);
            }
        }
    }

    fn directive_of(&self, source: Source) -> Option<Source> {
        if self.key(source).is_some_and(is_directive) {
            Some(source)
        } else {
            self.marker(source)
        }
    }

    /// A value of the patch that has nothing to merge with becomes the entry of `map`, in the place of `live`.
    /// Returns the new node, or nothing if the value does not survive its cleaning.
    pub(crate) fn bring_in(
        &mut self,
        map: ResultId,
        live: Option<ResultId>,
        entry: Source,
        place: Option<Place>,
        cleaning: Cleaning,
    ) -> Outcome<Option<ResultId>> {
        let document = self.document(entry);
        let mut cleaner = self.cleaner(cleaning, entry);
        if !cleaner.keeps(document, entry.node, false) {
            let directive = self.marker(entry);
            match live {
                Some(live) => {
                    let old = self.scene.source(live);
                    self.step(
                        Note::new(Rule::IgnoreMap, live)
                            .patch(entry)
                            .directive(directive)
                            .old(old),
                    );
                    self.take_out(live, Mark::Deleted);
                }
                None => {
                    self.step(
                        Note::new(Rule::IgnoreMap, map)
                            .field(entry)
                            .patch(entry)
                            .directive(directive),
                    );
                }
            }
            return Ok(None);
        }
        let new = self.graft(map, live, entry, &mut cleaner, place);
        match live {
            Some(live) => {
                let old = self.scene.source(live);
                self.step(Note::new(Rule::ChangeType, new).patch(entry).old(old));
                self.scene.supersede(live);
                self.scene.mark(new, Mark::Replaced);
            }
            None => {
                self.step(Note::new(Rule::AddField, new).patch(entry));
                self.scene.mark(new, Mark::Added);
            }
        }
        self.scene.bring(new);
        self.tell(new, cleaner.events);
        Ok(Some(new))
    }
}
