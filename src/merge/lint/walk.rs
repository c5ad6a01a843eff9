//! Walks a patch together with the live nodes that it will be merged into. Visits each map and list once.

use rustc_hash::FxHashMap;

use super::linter::{LintHit, Linter};
use crate::document::{Tree, Value, ValueKind};
use crate::merge::keys::keyed_items::ListCache;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::schema::{Field, Schema, Shape, Strategy, TypePosition};

/// A node of a patch, and the node that it is merged into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatchAndLive {
    /// The patch node.
    pub(crate) patch: NodeRef,
    /// The result node that it is merged into; `None` if it is inserted as a whole.
    pub(crate) tree: Option<ResultId>,
    /// The nearest result node: the node itself or an ancestor.
    pub(crate) near: ResultId,
    /// The type, if it is known.
    pub(crate) type_position: Option<TypePosition>,
    /// Several items of the patch are merged into one live item around it, so the last one decides.
    pub(crate) is_repeated: bool,
}

/// The directives of a patch map, by key.
pub(crate) type Directives<'d> = FxHashMap<&'d str, NodeRef>;

/// A field of the patch with its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownField<'d> {
    pub(crate) field: Field<'d>,
    pub(crate) shape: Shape,
    pub(crate) holds_bytes: bool,
    pub(crate) scalar_kind: Option<&'static str>,
}

/// The fields of the last lookups. The items of a list mostly have the same fields in the same order.
struct FieldCache<'d> {
    schema: &'d Schema,
    last: Vec<(TypePosition, &'d str, Option<KnownField<'d>>)>,
    /// The index at which the next field is expected.
    next: usize,
}

impl<'d> FieldCache<'d> {
    /// The number of cached fields.
    const CACHED_FIELDS: usize = 8;

    fn new(schema: &'d Schema) -> Self {
        Self {
            schema,
            last: Vec::with_capacity(Self::CACHED_FIELDS),
            next: 0,
        }
    }

    /// Returns the field `key`, as [`Schema::peek`] does.
    fn field(&mut self, type_position: TypePosition, key: &'d str) -> Option<&KnownField<'d>> {
        let is_it = |at: &usize| {
            let cached = self.last.get(*at);
            cached.is_some_and(|cached| cached.0 == type_position && cached.1 == key)
        };
        let mut around = (self.next..self.last.len()).chain(0..self.next);
        let at = match around.find(is_it) {
            Some(at) => at,
            None => self.look_up(type_position, key),
        };
        self.next = (at + 1) % Self::CACHED_FIELDS;
        self.last.get(at)?.2.as_ref()
    }

    /// Looks a field up and caches it. A full cache replaces the entry at the expected index.
    fn look_up(&mut self, type_position: TypePosition, key: &'d str) -> usize {
        let found = self.schema.peek(type_position, key).map(|field| KnownField {
            field,
            shape: self.schema.shape(field.type_position),
            holds_bytes: self.schema.holds_bytes(field.type_position),
            scalar_kind: self.schema.scalar_kind(field.type_position),
        });
        let at = match self.last.len() {
            len if len < Self::CACHED_FIELDS => len,
            _ => self.next,
        };
        match self.last.get_mut(at) {
            Some(old) => *old = (type_position, key, found),
            None => self.last.push((type_position, key, found)),
        }
        at
    }
}

impl<'d> Linter<'_, 'd> {
    pub(crate) fn walk_patch(
        &self,
        patch: NodeRef,
        top: TypePosition,
        cache: &mut ListCache<'d>,
    ) -> Vec<LintHit> {
        let mut all = Vec::new();
        let mut fields = FieldCache::new(self.schema);
        let mut todo = vec![PatchAndLive {
            patch,
            tree: Some(self.tree.top()),
            near: self.tree.top(),
            type_position: Some(top),
            is_repeated: false,
        }];
        while let Some(pair) = todo.pop() {
            match self.kind(pair.patch) {
                ValueKind::Map => self.walk_map(pair, &mut fields, cache, &mut todo, &mut all),
                ValueKind::List => {
                    let items = self
                        .children(pair.patch)
                        .filter(|item| !self.kind(*item).is_scalar());
                    todo.extend(items.map(|patch| {
                        PatchAndLive {
                            patch,
                            tree: None,
                            type_position: pair
                                .type_position
                                .map(|type_position| self.schema.item(type_position)),
                            ..pair
                        }
                    }));
                }
                _ => {}
            }
        }
        all.sort_by_key(|found| found.note.patch_node().map(|source| source.node));
        all
    }

    fn walk_map(
        &self,
        pair: PatchAndLive,
        known_fields: &mut FieldCache<'d>,
        cache: &mut ListCache<'d>,
        todo: &mut Vec<PatchAndLive>,
        all: &mut Vec<LintHit>,
    ) {
        let mut directives = Directives::default();
        for entry in self.children(pair.patch) {
            if let Some(key) = self.key(entry).filter(|key| key.starts_with('$')) {
                directives.insert(key, entry);
            }
        }
        let marker = directives.get("$patch").map(|marker| self.value(*marker));
        if marker == Some(Value::String("delete")) {
            return;
        }
        let tree = pair.tree.filter(|_| marker.is_none());
        let wanted = self.document(pair.patch).len(pair.patch.node);
        let fields = tree.map(|map| self.fields(map, wanted));
        for entry in self.children(pair.patch) {
            let Some(key) = self.key(entry) else { continue };
            if key.starts_with('$') {
                continue;
            }
            // Looked up lazily: most entries are scalars without findings.
            let live = || fields.as_ref().and_then(|fields| self.find(fields, key));
            let known = pair
                .type_position
                .and_then(|type_position| known_fields.field(type_position, key));
            let field = known.map(|known| &known.field);
            all.extend(self.check_name(pair, entry, key, field));
            if let Some(known) = known {
                let found = self.check_type(|| live().ok_or(pair.near), entry, known);
                all.extend(found);
            }
            if self.kind(entry).is_scalar() {
                continue;
            }
            let deletions = directives.get(&*format!("$deleteFromPrimitiveList/{key}"));
            let is_removed_first = deletions.is_some_and(|value| self.kind(*value) == ValueKind::Null);
            let live = live().filter(|live| self.tree.kind(*live) == self.kind(entry) && !is_removed_first);
            let inner = PatchAndLive {
                patch: entry,
                tree: live,
                near: live.unwrap_or(pair.near),
                type_position: field.map(|field| field.type_position),
                is_repeated: pair.is_repeated,
            };
            match field {
                Some(field) if self.kind(entry) == ValueKind::List => {
                    self.check_set(&directives, inner, key, all);
                    let list = self.walk_list(&directives, inner, field, cache, all);
                    todo.extend(list);
                }
                Some(field) if field.strategy == Strategy::Replace => {
                    todo.push(PatchAndLive { tree: None, ..inner })
                }
                _ => todo.push(inner),
            }
        }
    }
}
