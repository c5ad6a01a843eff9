//! Generated pairs of a live object and a patch, over all kinds that can be patched, from a seed.

pub(crate) mod json;
mod lists;
mod mutate;
mod operations;
mod patch;
pub(crate) mod random;
mod users;
mod values;

use std::collections::HashMap;

use mergescope::merge::PatchType;
use mergescope::schema::{Schema, Strategy, TypePosition};

use json::Json;
use random::Random;

/// A live object and a patch, as JSON texts.
pub(crate) struct Pair {
    pub(crate) live: String,
    pub(crate) patch: String,
}

/// Generates pairs.
pub(crate) struct Generator<'s> {
    pub(crate) schema: &'s Schema,
    pub(crate) kinds: Vec<&'s str>,
    /// The kinds with the most merged lists, which are generated more often.
    rich: Vec<&'s str>,
    pub(crate) newer: Vec<&'static str>,
    leads: HashMap<(String, u8), bool>,
    pub(crate) random: Random,
    /// How many more nodes a value can get.
    pub(crate) room: usize,
    /// The factor by which rare cases are more frequent.
    pub(crate) hardness: usize,
    /// Whether values of a wrong type are such that users write.
    pub(crate) has_values_of_users: bool,
}

/// The kinds with most of the merged lists.
const RICH: [&str; 8] = [
    "apps/v1 Deployment",
    "v1 Pod",
    "v1 Service",
    "v1 Node",
    "policy/v1 PodDisruptionBudget",
    "batch/v1 CronJob",
    "v1 ServiceAccount",
    "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration",
];

impl<'s> Generator<'s> {
    pub(crate) fn new(schema: &'s Schema) -> Self {
        let newer: Vec<&'static str> = include_str!("newer.txt").lines().collect();
        let mut kinds = schema.kinds();
        // kubectl splits a list of objects before it patches anything, and the others are not objects.
        let no_object = |kind: &str| {
            kind.ends_with("List")
                || [
                    " Status",
                    " DeleteOptions",
                    " WatchEvent",
                    " APIGroup",
                    " APIVersions",
                ]
                .iter()
                .any(|name| kind.ends_with(name))
        };
        kinds.retain(|kind| !newer.contains(kind) && !no_object(kind));
        let mut rich = RICH.to_vec();
        if std::env::var_os("MERGESCOPE_OLDER").is_some() {
            kinds = schema.older_kinds().collect();
            rich.clone_from(&kinds);
        }
        Self {
            schema,
            kinds,
            rich,
            newer,
            leads: HashMap::new(),
            random: Random::new(0),
            room: 0,
            hardness: 1,
            has_values_of_users: false,
        }
    }

    /// Returns the pair of a seed.
    pub(crate) fn pair(&mut self, seed: u64) -> Pair {
        self.typed_pair(PatchType::Strategic, seed)
    }

    fn values_of(&mut self, seed: u64) -> (Json, Json) {
        self.random = Random::new(seed);
        self.hardness = if self.random.one_in(5) { 4 } else { 1 };
        let any = self.random.one_in(3);
        let kind = self.random.pick(if any { &self.kinds } else { &self.rich });
        let (api_version, name) = kind.split_once(' ').unwrap();
        let place = self.schema.top(api_version, name).unwrap();
        let mut live = self.live(api_version, name, place);
        self.room = 60;
        let mut patch = Json::Map(self.top_patch(&live, place));
        if self.random.one_in(6) {
            self.room = 60;
            self.damage_some(&mut live, &mut patch);
        }
        if self.has_values_of_users {
            self.write_as_users(&mut live, place, true);
            self.write_as_users(&mut patch, place, false);
            self.name_object(&mut patch);
        }
        (live, patch)
    }

    /// Returns the pair of a seed with a patch of a type.
    pub(crate) fn typed_pair(&mut self, patch_type: PatchType, seed: u64) -> Pair {
        let (live, mut patch) = self.values_of(seed);
        if patch_type == PatchType::Json {
            patch = self.as_operations(&live, &patch);
        }
        Pair {
            live: live.to_string(),
            patch: patch.to_string(),
        }
    }

    /// Damages the patch, and the live object outside the parts that kubectl reads before it patches.
    fn damage_some(&mut self, live: &mut Json, patch: &mut Json) {
        for _ in 0..=self.random.below(3) {
            self.damage(patch, live);
        }
        if let Json::Map(entries) = live {
            let sound = |key: &str| ["apiVersion", "kind", "metadata"].contains(&key);
            for (_, value) in entries.iter_mut().filter(|entry| !sound(&entry.0)) {
                if self.random.one_in(2) {
                    let lent = patch.clone();
                    self.damage(value, &lent);
                }
            }
        }
        match patch {
            Json::Map(entries) => entries.retain(|entry| entry.0 != "items"),
            // kubectl reads a patch that is not a map as YAML, which is not compared.
            _ => *patch = Json::Map(Vec::new()),
        }
    }

    fn rarely(&mut self, n: usize) -> bool {
        self.random.one_in((n / self.hardness).max(2))
    }

    /// Returns a live object. Its metadata is always valid, because kubectl reads it before it patches.
    fn live(&mut self, api_version: &str, kind: &str, place: TypePosition) -> Json {
        self.room = 90;
        let mut entries = vec![
            ("apiVersion".to_owned(), Json::text(api_version)),
            ("kind".to_owned(), Json::text(kind)),
            ("metadata".to_owned(), self.metadata()),
        ];
        entries.extend(
            self.fields(place, 0)
                .into_iter()
                .filter(|entry| !["apiVersion", "kind", "metadata"].contains(&&*entry.0)),
        );
        if self.random.one_in(4) {
            self.random.shuffle(&mut entries);
        }
        Json::Map(entries)
    }

    fn metadata(&mut self) -> Json {
        let mut entries = vec![("name".to_owned(), Json::text("x"))];
        let words = |random: &mut Random| {
            let keys = ["app", "tier", "a", "b"];
            let count = random.below(4);
            let entries = keys[..count]
                .iter()
                .map(|key| ((*key).to_owned(), Json::text(["1", "v", ""][random.below(3)])));
            Json::Map(entries.collect())
        };
        if self.random.one_in(3) {
            let labels = words(&mut self.random);
            entries.push(("labels".to_owned(), labels));
        }
        if self.random.one_in(4) {
            let annotations = words(&mut self.random);
            entries.push(("annotations".to_owned(), annotations));
        }
        if self.random.one_in(3) {
            let names = ["f/a", "f/b", "f/c", "f/d", "f/e", "f/f"];
            let count = self.random.below(8);
            let items = (0..count).map(|_| Json::text(self.random.pick(&names))).collect();
            entries.push(("finalizers".to_owned(), Json::List(items)));
        }
        Json::Map(entries)
    }

    /// Returns whether a merged list can be reached within a few fields.
    fn leads(&mut self, place: TypePosition, depth: u8) -> bool {
        if depth == 0 {
            return false;
        }
        let memo = (format!("{place:?}"), depth);
        if let Some(known) = self.leads.get(&memo) {
            return *known;
        }
        let schema = self.schema;
        let inside = self.inside(place);
        let found = schema.field_names(inside).any(|name| {
            schema.peek(inside, name).is_some_and(|field| {
                field.strategy == Strategy::Merge
                    || name != "metadata" && self.leads(field.type_position, depth - 1)
            })
        });
        self.leads.insert(memo, found);
        found
    }

    /// Returns the position itself, or for lists the one of their items.
    fn inside(&self, mut place: TypePosition) -> TypePosition {
        for _ in 0..3 {
            if self.schema.shape(place) == mergescope::schema::Shape::List {
                place = self.schema.item(place);
            }
        }
        place
    }
}
