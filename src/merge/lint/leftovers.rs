//! Lint `leftover`: live fields that the patch does not mention but contradicts.

use rustc_hash::FxHashMap;

use super::linter::{LintHit, Linter};
use crate::document::{Tree, Value, ValueKind};
use crate::merge::api_server::unions::ApiChecks;
use crate::merge::detail::{Detail, Reason};
use crate::merge::result_tree::node_id::{Presence, ResultId};
use crate::merge::result_tree::path::top_type;
use crate::merge::rule::Rule;
use crate::schema::{FieldDeclaration, Shape, TypePosition};

/// The types of containers, so that each path is walked once. `None` if the type is unknown.
struct ContainerTypes {
    types: FxHashMap<ResultId, Option<TypePosition>>,
}

impl ContainerTypes {
    fn with_top(id: ResultId, type_position: TypePosition) -> Self {
        Self {
            types: FxHashMap::from_iter([(id, Some(type_position))]),
        }
    }
}

impl Linter<'_, '_> {
    pub(crate) fn check_leftovers(&self) -> Vec<LintHit> {
        let Some(top) = top_type(&self.documents[0], self.schema) else {
            return Vec::new();
        };
        // Only a field that the patch has added can contradict a live one.
        let mut maps: Vec<ResultId> = Vec::new();
        for id in (0..self.tree.node_count() as u32).map(ResultId) {
            if self.is_new(id)
                && self.tree.state(id) == Presence::Present
                && let Some(map) = self.tree.parent(id)
                && self.tree.kind(map) == ValueKind::Map
                && maps.last() != Some(&map)
            {
                maps.push(map);
            }
        }
        maps.sort_unstable();
        maps.dedup();
        let mut containers = ContainerTypes::with_top(self.tree.top(), top);
        let mut checks: FxHashMap<TypePosition, ApiChecks> = FxHashMap::default();
        let mut all = Vec::new();
        for map in maps {
            let Some(type_position) = self.type_of(map, &mut containers) else {
                continue;
            };
            let checks = checks
                .entry(type_position)
                .or_insert_with(|| self.checks_for(type_position));
            if !(checks.unions.is_empty() && checks.tied.is_empty()) && self.tree.is_visible(map) {
                self.check_map_leftovers((map, type_position), checks, &mut all);
            }
        }
        all
    }

    fn checks_for(&self, type_position: TypePosition) -> ApiChecks {
        match self.schema.shape(type_position) {
            Shape::Struct => ApiChecks::for_type(self.schema.type_name(type_position)),
            _ => ApiChecks::default(),
        }
    }

    fn is_new(&self, id: ResultId) -> bool {
        !self.tree.source(id).is_live()
    }

    /// Returns the type of a result node.
    fn type_of(&self, id: ResultId, containers: &mut ContainerTypes) -> Option<TypePosition> {
        let step = |type_position: Option<TypePosition>, id: ResultId| {
            type_position.and_then(|type_position| match self.tree.key(id) {
                Some(key) => Some(self.schema.peek(type_position, key)?.type_position),
                None => Some(self.schema.item(type_position)),
            })
        };
        // Most maps are items of a list whose type is known since its first item.
        let parent = self.tree.parent(id);
        if let Some(type_position) = parent.and_then(|parent| containers.types.get(&parent)) {
            return step(*type_position, id);
        }
        let mut chain = vec![id];
        while let Some(id) = chain.last().filter(|id| !containers.types.contains_key(id)) {
            chain.push(self.tree.parent(*id)?);
        }
        let mut type_position = containers.types.get(&chain.pop()?).copied().flatten();
        while let Some(id) = chain.pop() {
            type_position = step(type_position, id);
            if !chain.is_empty() {
                containers.types.insert(id, type_position);
            }
        }
        type_position
    }

    fn check_map_leftovers(
        &self,
        (map, type_position): (ResultId, TypePosition),
        checks: &ApiChecks,
        all: &mut Vec<LintHit>,
    ) {
        // The API server drops an unknown field, so it is in no union.
        let is_known = |key: &str| self.schema.child(type_position, key).0 != FieldDeclaration::Unknown;
        for union in &checks.unions {
            let is_member = |id: &ResultId| {
                let key = self.tree.key(*id).unwrap_or_default();
                union.has(key) && self.is_set(*id) && is_known(key)
            };
            let members = || self.tree.present(map).filter(is_member);
            // At least two set members can contradict each other; there is rarely more than one.
            if members().nth(1).is_none() {
                continue;
            }
            let (new, old): (Vec<ResultId>, Vec<ResultId>) = members().partition(|id| self.is_new(*id));
            let Some(first) = new.first().copied() else {
                continue;
            };
            all.extend(
                old.iter()
                    .map(|id| self.conflict_with(self.rule_of(*id), *id, first)),
            );
            if old.is_empty() {
                all.extend(
                    new.iter()
                        .skip(1)
                        .map(|id| self.conflict_with(Rule::MutuallyExclusiveFields, *id, first)),
                );
            }
        }
        for tied in &checks.tied {
            let (Some(decides), Some(field)) =
                (self.tree.get(map, tied.decides), self.tree.get(map, tied.field))
            else {
                continue;
            };
            let given = self.tree.value(decides);
            let fits = match tied.only_against {
                Some(other) => given != Value::String(other),
                None => given == Value::String(tied.with),
            };
            let rule = match (self.is_new(decides), self.is_new(field)) {
                (true, false) => self.rule_of(field),
                (false, true) | (true, true) => Rule::MutuallyExclusiveFields,
                (false, false) => continue,
            };
            if !fits && self.tree.value(field) != Value::Null {
                all.push(self.conflict_with(rule, field, decides));
            }
        }
    }

    /// Returns whether the API treats a field as set: null and the empty string are not.
    fn is_set(&self, id: ResultId) -> bool {
        !matches!(self.tree.value(id), Value::Null | Value::String(""))
    }

    /// Returns the rule for a live field that contradicts an added one. A field that the patch lists or
    /// changes is not a leftover.
    fn rule_of(&self, id: ResultId) -> Rule {
        // A JSON patch can move or copy a live value to the field.
        let is_changed = |id: ResultId| {
            let is_moved = self.tree.live_node(id).is_none();
            self.is_new(id) || is_moved || self.tree.state(id) == Presence::Removed
        };
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if is_changed(id) {
                return Rule::MutuallyExclusiveFields;
            }
            open.extend(self.tree.all_children(id));
        }
        match self.patch_nodes_for(id).is_empty() {
            true => Rule::Leftover,
            false => Rule::MutuallyExclusiveFields,
        }
    }

    /// Creates the finding that `id` contradicts the added field `new`.
    fn conflict_with(&self, rule: Rule, id: ResultId, new: ResultId) -> LintHit {
        let source = self.tree.source(new);
        let detail = match (self.tree.key(new), self.tree.value(new)) {
            (Some("type"), Value::String(value)) => format!("`type: {value}`").into(),
            (key, _) => {
                let key = key.unwrap_or_default();
                Detail::because(format!("`{key}`"), Reason::OtherField(key.to_owned()))
            }
        };
        let source = Some(source).filter(|source| !source.is_live()).or({
            let own = self.tree.source(id);
            (!own.is_live()).then_some(own)
        });
        let found = LintHit::new(rule, id).detail(detail);
        let own = self.tree.source(id);
        match source {
            // Both fields are in the patch: the sentence is about this one.
            Some(_) if rule == Rule::MutuallyExclusiveFields && !own.is_live() => {
                found.with(|note| note.patch(own))
            }
            Some(source) => found.with(|note| note.patch(source)),
            None => found,
        }
    }
}
