//! From bytes to a live object that mostly follows the schema, and patches made from its own pieces.

use std::fmt::Write as _;
use std::sync::Arc;

use mergescope::document::{Document, ReadError};
use mergescope::merge::PatchType;
use mergescope::schema::{Schema, Shape, TypePosition};

/// How deep objects go; below it stand scalars.
const DEPTH: usize = 9;

/// Kinds with much to merge; one object in four is of any other kind.
const KINDS: [&str; 4] = ["apps/v1 Deployment", "v1 Pod", "v1 Service", "v1 ServiceAccount"];

/// Field names that nearly every type has, beside what the schema gives.
const NAMES: [&str; 10] = [
    "metadata",
    "spec",
    "template",
    "containers",
    "env",
    "ports",
    "volumes",
    "name",
    "finalizers",
    "mystery",
];

const TEXTS: [&str; 10] = [
    "a", "b", "c", "d", "TCP", "UDP", "Recreate", "delete", "replace", "",
];

const NUMBERS: [&str; 8] = [
    "80",
    "80.0",
    "0",
    "-1",
    "1e300",
    "true",
    "null",
    "9007199254740993",
];

/// What is done with the generated objects.
#[derive(Debug)]
pub(crate) enum Case {
    /// A patch of this type is applied; the number chooses among the ways that there are.
    Patched(PatchType, usize),
    /// A patch is created.
    Created(usize),
}

/// The generated objects, as JSON.
pub(crate) struct Texts {
    /// Empty where there is no object.
    pub(crate) live: String,
    /// One or two.
    pub(crate) patches: Vec<String>,
}

#[derive(Clone)]
pub(crate) enum Json {
    Raw(String),
    List(Vec<Json>),
    Map(Vec<(String, Json)>),
}

use Json::{List, Map, Raw};

pub(crate) struct Maker<'a> {
    bytes: &'a [u8],
    schema: &'a Schema,
    /// How many nodes may still be made.
    left: usize,
}

/// A live object with one or two patches, and what to do with them.
pub(crate) fn inputs(bytes: &[u8], schema: &Schema) -> (Case, Texts) {
    let mut maker = Maker {
        bytes,
        schema,
        left: 400,
    };
    let case = match (maker.byte() % 8, maker.byte()) {
        (3, byte) if byte % 2 == 0 => Case::Patched(PatchType::Apply, byte / 2),
        (4, byte) if byte % 3 == 0 => Case::Patched(PatchType::Merge, 0),
        (4 | 5, _) => Case::Patched(PatchType::Json, 0),
        (6, byte) => Case::Patched(PatchType::Policy, byte),
        (7, byte) => Case::Created(byte),
        _ => Case::Patched(PatchType::Strategic, 0),
    };
    let kinds = schema.kinds();
    let number = maker.byte();
    let kind = match number.checked_sub(192) {
        None => KINDS[number % KINDS.len()],
        Some(high) => kinds[(high * 256 + maker.byte()) % kinds.len()],
    };
    let (version, kind) = kind.split_once(' ').unwrap_or(("v1", kind));
    let place = schema.top(version, kind).ok();
    let mut live = maker.value(place, DEPTH);
    if !matches!(live, Map(_)) {
        live = Map(Vec::new());
    }
    if let Map(entries) = &mut live {
        put(entries, "apiVersion", text(version));
        put(entries, "kind", text(kind));
    }
    let count = 1 + usize::from(maker.one_in(4) || matches!(case, Case::Created(_)));
    let patches = (0..count).map(|_| {
        maker.left = 400;
        if let Case::Patched(PatchType::Json, _) = case {
            return printed(&maker.operations(&live));
        }
        let mut patch = maker.patch(&live, place, None, DEPTH);
        if let Map(entries) = &mut patch
            && !maker.one_in(16)
        {
            put(entries, "kind", text(kind));
        }
        printed(&patch)
    });
    let patches = patches.collect();
    let nothing = matches!(case, Case::Patched(PatchType::Policy, variant) if variant % 16 == 15);
    let live = if nothing { String::new() } else { printed(&live) };
    (case, Texts { live, patches })
}

impl Maker<'_> {
    pub(crate) fn byte(&mut self) -> usize {
        match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                usize::from(*first)
            }
            None => 0,
        }
    }

    /// Rarely true; never once the bytes have run out.
    pub(crate) fn one_in(&mut self, many: usize) -> bool {
        self.byte() % many == many - 1
    }

    fn of<'t>(&mut self, choices: &[&'t str]) -> &'t str {
        choices[self.byte() % choices.len()]
    }

    pub(crate) fn scalar(&mut self) -> Json {
        let byte = self.byte();
        match byte {
            0..168 => text(TEXTS[byte % TEXTS.len()]),
            _ => Raw(NUMBERS[byte % NUMBERS.len()].to_owned()),
        }
    }

    /// A value of the type at `place`, now and then of another.
    pub(crate) fn value(&mut self, place: Option<TypePosition>, depth: usize) -> Json {
        self.left = self.left.saturating_sub(1);
        if depth == 0 || self.left == 0 {
            return self.scalar();
        }
        let odd = self.one_in(32);
        match place
            .filter(|_| !odd)
            .map(|place| (place, self.schema.shape(place)))
        {
            Some((place, Shape::Struct | Shape::Map)) => self.map(Some(place), depth),
            Some((place, Shape::List)) => {
                let item = self.schema.item(place);
                List(
                    (0..self.byte() % 5)
                        .map(|_| self.value(Some(item), depth - 1))
                        .collect(),
                )
            }
            Some((_, Shape::Scalar)) => self.scalar(),
            _ => match self.byte() % 4 {
                0 => self.map(None, depth),
                1 => List(
                    (0..self.byte() % 4)
                        .map(|_| self.value(None, depth - 1))
                        .collect(),
                ),
                _ => self.scalar(),
            },
        }
    }

    fn map(&mut self, place: Option<TypePosition>, depth: usize) -> Json {
        let schema = self.schema;
        let mut entries = Vec::new();
        let mut names: Vec<&str> = place.map_or(Vec::new(), |place| schema.field_names(place).collect());
        names.retain(|name| !matches!(*name, "apiVersion" | "kind"));
        for _ in 0..self.byte() % 6 {
            let name = match (names.is_empty(), self.byte()) {
                (false, byte) if byte < 240 => names[byte % names.len()],
                (_, byte) if byte % 2 == 0 => self.of(&TEXTS),
                _ => self.of(&NAMES),
            };
            let field = place.and_then(|place| schema.peek(place, name));
            let mut value = self.value(field.map(|field| field.type_position), depth - 1);
            self.give_keys(&mut value, field.and_then(|field| field.merge_key));
            put(&mut entries, name, value);
        }
        Map(entries)
    }

    /// A patch for `live`: pieces of it, changed, with directives. `key` is the merge key, for a list.
    fn patch(&mut self, live: &Json, place: Option<TypePosition>, key: Option<&str>, depth: usize) -> Json {
        self.left = self.left.saturating_sub(1);
        if depth == 0 || self.left == 0 {
            return live.clone();
        }
        match live {
            Raw(_) if self.one_in(4) => self.value(place, depth),
            Raw(_) => live.clone(),
            List(items) => self.patch_list(items, place, key, depth),
            Map(entries) => self.patch_map(entries, place, depth),
        }
    }

    fn patch_map(&mut self, live: &[(String, Json)], place: Option<TypePosition>, depth: usize) -> Json {
        let schema = self.schema;
        let mut patch = Vec::new();
        for (name, value) in live {
            let known = place.and_then(|place| schema.peek(place, name));
            let (field, key) = (
                known.map(|field| field.type_position),
                known.and_then(|field| field.merge_key),
            );
            let value = match self.byte() % 16 {
                0..7 => self.patch(value, field, key, depth - 1),
                7..10 => value.clone(),
                10 => Raw("null".to_owned()),
                11 => {
                    let mut value = self.value(field, depth - 1);
                    self.give_keys(&mut value, key);
                    value
                }
                _ => continue,
            };
            put(&mut patch, name, value);
        }
        if self.one_in(4)
            && let Map(more) = self.map(place, depth)
        {
            for (name, value) in more {
                put(&mut patch, &name, value);
            }
        }
        for (name, value) in live {
            if let List(items) = value
                && self.one_in(4)
            {
                self.order(name, items, &mut patch);
            }
        }
        match self.byte() {
            200..212 => put(&mut patch, "$patch", text("replace")),
            212..224 => put(&mut patch, "$patch", text("delete")),
            224..228 => put(&mut patch, "$patch", text("merge")),
            228..230 => {
                let value = self.scalar();
                put(&mut patch, "$patch", value);
            }
            230..250 => {
                let mut keys: Vec<Json> = patch.iter().map(|(name, _)| text(name)).collect();
                if self.one_in(2) {
                    keys.pop();
                }
                put(&mut patch, "$retainKeys", List(keys));
            }
            250..254 => {
                let value = self.value(None, 2);
                let name = self.of(&[
                    "$retainKeys",
                    "$setElementOrder/containers",
                    "$deleteFromPrimitiveList/x",
                ]);
                put(&mut patch, name, value);
            }
            _ => {}
        }
        Map(patch)
    }

    fn patch_list(
        &mut self,
        live: &[Json],
        place: Option<TypePosition>,
        key: Option<&str>,
        depth: usize,
    ) -> Json {
        let item = place.map(|place| self.schema.item(place));
        let mut patch = Vec::new();
        for value in live {
            match self.byte() % 16 {
                0..5 => {
                    let mut changed = self.patch(value, item, None, depth - 1);
                    if let (Map(entries), Map(old), Some(key)) = (&mut changed, value, key)
                        && let Some((_, same)) = old.iter().find(|(name, _)| name == key)
                        && !self.one_in(16)
                    {
                        put(entries, key, same.clone());
                    }
                    patch.push(changed);
                }
                5..8 => patch.push(value.clone()),
                8 | 9 => {
                    let mut value = value.clone();
                    if let Map(entries) = &mut value {
                        put(entries, "$patch", text("delete"));
                    }
                    patch.push(value);
                }
                10 => patch.extend([value.clone(), value.clone()]),
                11 => patch.insert(0, value.clone()),
                _ => {}
            }
        }
        match self.byte() % 16 {
            9..14 => patch.push(self.value(item, depth - 1)),
            14 => patch.push(Map(vec![("$patch".to_owned(), text("replace"))])),
            15 => patch.push(Map(vec![("$patch".to_owned(), text("delete"))])),
            _ => {}
        }
        let mut patch = List(patch);
        self.give_keys(&mut patch, key);
        patch
    }

    /// Most items of a list with a merge key have it.
    fn give_keys(&mut self, list: &mut Json, key: Option<&str>) {
        if let (List(items), Some(key)) = (list, key) {
            for item in items {
                if let Map(entries) = item
                    && !entries.iter().any(|(name, _)| name == key || name == "$patch")
                    && !self.one_in(16)
                {
                    let value = self.scalar();
                    put(entries, key, value);
                }
            }
        }
    }

    /// An order or deletions for the list `name`: its own items, and what the patch adds, some left out or moved.
    fn order(&mut self, name: &str, live: &[Json], patch: &mut Vec<(String, Json)>) {
        let mut entries: Vec<Json> = live.to_vec();
        if let Some((_, List(items))) = patch.iter().find(|(key, _)| key == name) {
            entries.extend(items.iter().cloned());
        }
        if self.one_in(4) {
            entries.reverse();
        }
        if self.one_in(4) && !entries.is_empty() {
            let at = self.byte() % entries.len();
            entries.remove(at);
        }
        let full = self.one_in(8);
        for entry in &mut entries {
            if let Map(fields) = entry
                && !full
            {
                // An order names merge keys only; the commonest are enough.
                fields.retain(|(key, _)| {
                    matches!(
                        key.as_str(),
                        "name" | "port" | "containerPort" | "mountPath" | "uid" | "ip"
                    )
                });
            }
        }
        let directive = match self.byte() % 3 {
            0 => "$deleteFromPrimitiveList",
            _ => "$setElementOrder",
        };
        put(patch, &format!("{directive}/{name}"), List(entries));
    }
}

pub(crate) fn text(text: &str) -> Json {
    // Everything that is made into text here is free of quotes and backslashes.
    Raw(format!("\"{text}\""))
}

fn put(entries: &mut Vec<(String, Json)>, key: &str, value: Json) {
    match entries.iter_mut().find(|(known, _)| known == key) {
        Some((_, old)) => *old = value,
        None => entries.push((key.to_owned(), value)),
    }
}

fn printed(value: &Json) -> String {
    let mut out = String::new();
    print(value, &mut out);
    out
}

fn print(value: &Json, out: &mut String) {
    match value {
        Raw(raw) => out.push_str(raw),
        List(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                print(item, out);
            }
            out.push(']');
        }
        Map(entries) => {
            out.push('{');
            for (at, (key, value)) in entries.iter().enumerate() {
                let _ = write!(out, "{}\"{key}\":", if at > 0 { "," } else { "" });
                print(value, out);
            }
            out.push('}');
        }
    }
}

/// Returns a generated document.
pub(crate) fn document(read: Result<Document, ReadError>) -> Arc<Document> {
    match read {
        Ok(document) => Arc::new(document),
        Err(error) => panic!("generated JSON cannot be read: {error}"),
    }
}
