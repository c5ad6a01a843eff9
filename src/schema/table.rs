//! The parsed table: blocks are indexed on first use, a type is parsed on its first look-up.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::facts::{
    BaseType, FieldFacts, FieldMarks, SchemaFacts, TypeBody, TypeExpr, TypeFacts, UnknownFields,
};
use super::go_pointers::GoPointers;
use super::table_line;

/// The typical length of the text of a type, in bytes.
const DEFAULT_BLOCK: usize = 128;

/// A table of types over its text.
#[derive(Debug)]
pub struct TypeTable {
    text: Cow<'static, str>,
    /// Sorted by name.
    blocks: Vec<TableBlock>,
    /// The range of `apps/v1 Deployment` in the text, and its block; sorted.
    kinds: Vec<(Range<usize>, u16)>,
    pointers: GoPointers,
}

#[derive(Debug)]
struct TableBlock {
    start: u32,
    /// The end of its name in the text, and the end of the block with all its lines.
    name_end: u32,
    end: u32,
    /// Boxed, so that the blocks of a large table stay small.
    parsed: OnceLock<Box<TableType>>,
}

/// A parsed type of the table.
#[derive(Debug)]
pub(crate) struct TableType {
    pub(crate) facts: TypeFacts,
    /// The type in this table that the base type of each field (or of the body, without fields) names.
    targets: Vec<Option<u16>>,
    /// For each field whether it is a pointer in Go.
    pointers: Vec<bool>,
    /// The first field of each name, regardless of letter case.
    folded: OnceLock<FxHashMap<String, usize>>,
}

/// An invalid line of a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the schema table: {what}")]
pub struct TableError {
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub what: &'static str,
}

impl TypeTable {
    /// Indexes the types and kinds in `text` without parsing their fields. Skips invalid lines; [`read`]
    /// rejects them.
    pub(crate) fn index(text: Cow<'static, str>, pointers: GoPointers) -> Self {
        let mut blocks: Vec<TableBlock> = Vec::with_capacity(text.len() / DEFAULT_BLOCK);
        let mut kinds = Vec::new();
        let before_kinds = memchr::memmem::Finder::new(" = ");
        let mut at = 0;
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).map(|end| end + 1);
        for end in ends.chain([text.len()]) {
            let start = std::mem::replace(&mut at, end);
            let line = &text[start..end];
            match line.as_bytes().first() {
                Some(b' ' | b'\n') => {
                    if let Some(block) = blocks.last_mut() {
                        block.end = offset(at);
                    }
                    continue;
                }
                Some(b'#') | None => continue,
                Some(_) => {}
            }
            let Ok(number) = u16::try_from(blocks.len()) else {
                break;
            };
            let name_len = memchr::memchr2(b' ', b'\n', line.as_bytes()).unwrap_or(line.len());
            if let Some(found) = before_kinds.find(line.as_bytes()) {
                let mut kind_start = start + found + 3;
                for kind in line[found + 3..].split(", ") {
                    let kind_end = kind_start + kind.trim_end().len();
                    if kind_end > kind_start {
                        kinds.push((kind_start..kind_end, number));
                    }
                    kind_start += kind.len() + 2;
                }
            }
            let (name_end, end) = (offset(start + name_len), offset(at));
            blocks.push(TableBlock {
                start: offset(start),
                name_end,
                end,
                parsed: OnceLock::new(),
            });
        }
        let mut table = Self {
            text,
            blocks,
            kinds,
            pointers,
        };
        table.sort();
        table
    }

    /// Sorts the types. A printed table is sorted, an edited one may not be.
    fn sort(&mut self) {
        let text = &self.text;
        if !self.blocks.is_sorted_by_key(|block| block.name(text)) {
            let mut order: Vec<usize> = (0..self.blocks.len()).collect();
            order.sort_by_key(|&at| self.blocks[at].name(text));
            let mut moved = vec![0u16; order.len()];
            for (to, &from) in order.iter().enumerate() {
                moved[from] = u16::try_from(to).unwrap_or(u16::MAX);
            }
            for kind in &mut self.kinds {
                kind.1 = moved[usize::from(kind.1)];
            }
            self.blocks.sort_by_key(|block| block.name(text));
        }
        self.kinds.sort_by_key(|kind| &text[kind.0.clone()]);
    }

    /// Returns the number of the type with this short name.
    pub(crate) fn find(&self, name: &str) -> Option<u16> {
        let found = self
            .blocks
            .binary_search_by_key(&name, |block| block.name(&self.text))
            .ok()?;
        u16::try_from(found).ok()
    }

    /// Returns the number of the type of a kind (`apps/v1 Deployment`).
    pub(crate) fn find_kind(&self, kind: &str) -> Option<u16> {
        let found = self
            .kinds
            .binary_search_by_key(&kind, |known| &self.text[known.0.clone()])
            .ok()?;
        Some(self.kinds[found].1)
    }

    /// Returns whether a type has a field with this name.
    pub(crate) fn has_field_named(&self, name: &str) -> bool {
        let line = format!("\n  {name} ");
        memchr::memmem::find(self.text.as_bytes(), line.as_bytes()).is_some()
    }

    /// Returns all kinds as `apps/v1 Deployment`, sorted.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &str> {
        self.kinds.iter().map(|known| &self.text[known.0.clone()])
    }

    /// Returns the name of a type.
    pub(crate) fn name(&self, number: u16) -> &str {
        self.blocks
            .get(usize::from(number))
            .map_or("", |block| block.name(&self.text))
    }

    /// Returns the facts of a type.
    pub(crate) fn get(&self, number: u16) -> Option<&TableType> {
        let block = self.blocks.get(usize::from(number))?;
        Some(block.parsed.get_or_init(|| {
            let mut parsed = parse_block(block.lines(&self.text), |_, _| ());
            let name = block.name(&self.text);
            let facts = parsed.pop().map_or_else(TypeFacts::unknown, |(_, facts)| facts);
            let exprs: Vec<&TypeExpr> = match &facts.body {
                TypeBody::Struct(fields) => fields.iter().map(|field| &field.ty).collect(),
                TypeBody::Is(expr) => vec![expr],
            };
            let targets = exprs.iter().map(|expr| match &expr.base {
                BaseType::Named(name) => self.find(name),
                _ => None,
            });
            let targets = targets.collect();
            let pointers = match &facts.body {
                TypeBody::Struct(fields) => self.pointers.find_pointers(name, fields),
                TypeBody::Is(_) => Vec::new(),
            };
            Box::new(TableType {
                targets,
                pointers,
                folded: OnceLock::new(),
                facts,
            })
        }))
    }
}

impl TableBlock {
    fn name<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start as usize..self.name_end as usize)
            .unwrap_or("")
    }

    fn lines<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// Returns the byte offset; the part of a table above 4 GiB is ignored.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl TableType {
    /// Returns the fields, sorted by name; empty if the type is not a struct.
    pub(crate) fn fields(&self) -> &[FieldFacts] {
        match &self.facts.body {
            TypeBody::Struct(fields) => fields,
            TypeBody::Is(_) => &[],
        }
    }

    /// Returns the index of a field: an exact match, else the first match that ignores letter case.
    pub(crate) fn find_field(&self, name: &str) -> Option<usize> {
        let fields = self.fields();
        let exact = fields.binary_search_by_key(&name, |field| &field.name).ok();
        let folded = || {
            self.folded.get_or_init(|| {
                // The first one of equal names stays.
                let names = fields.iter().enumerate().rev();
                names.map(|(index, field)| (fold(&field.name), index)).collect()
            })
        };
        exact.or_else(|| folded().get(&fold(name)).copied())
    }

    /// Returns the type in the same table that the base type of a field names (0 without fields: of the
    /// body).
    pub(crate) fn target(&self, field: usize) -> Option<u16> {
        self.targets.get(field).copied().flatten()
    }

    /// Returns whether the field is a pointer in Go.
    pub(crate) fn is_pointer(&self, field: usize) -> bool {
        self.pointers.get(field).copied().unwrap_or(false)
    }
}

impl TypeFacts {
    /// Returns an unknown type.
    fn unknown() -> Self {
        Self {
            kinds: Vec::new(),
            marks: FieldMarks::default(),
            unknown: UnknownFields::default(),
            body: TypeBody::Is(TypeExpr::base(BaseType::Any)),
        }
    }
}

/// Returns a field name in the form in which Go compares it: without the case of ASCII letters, and of the two other
/// characters that fold to `k` and `s`.
fn fold(name: &str) -> String {
    let fold = |c: char| match c {
        '\u{212A}' => 'k',
        '\u{17F}' => 's',
        c => c.to_ascii_lowercase(),
    };
    name.chars().map(fold).collect()
}

/// Parses a whole table.
///
/// # Errors
/// The first invalid line, or a duplicate type.
pub fn read(text: &str) -> Result<SchemaFacts, TableError> {
    let mut first_error = None;
    let mut facts = SchemaFacts::default();
    let types = parse_block(text, |line, what| {
        first_error.get_or_insert(TableError { line, what });
    });
    let mut twice = None;
    for (line, name, found) in types.into_iter().map(|((line, name), found)| (line, name, found)) {
        if facts.types.insert(name, found).is_some() {
            twice.get_or_insert(TableError {
                line,
                what: "duplicate type",
            });
        }
    }
    first_error.or(twice).map_or(Ok(facts), Err)
}

/// Parses the types of `text`; returns each with its line and name.
fn parse_block(text: &str, mut bad: impl FnMut(usize, &'static str)) -> Vec<((usize, String), TypeFacts)> {
    let mut out: Vec<((usize, String), TypeFacts)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        if !line.starts_with(' ') {
            match parse_header(line) {
                Some((name, facts)) => out.push(((number, name), facts)),
                None => bad(number, "not a type: expected `NAME`, then `: TYPE` or `= KINDS`"),
            }
            continue;
        }
        match out.last_mut() {
            Some((
                (_, owner),
                TypeFacts {
                    body: TypeBody::Struct(fields),
                    ..
                },
            )) => match parse_field(line, table_line::home(owner)) {
                Some(field) => fields.push(field),
                None => bad(number, "not a field: expected `NAME  TYPE`, then its marks"),
            },
            _ => bad(number, "a field before the first type"),
        }
    }
    for (_, facts) in &mut out {
        if let TypeBody::Struct(fields) = &mut facts.body {
            fields.sort_by(|a, b| a.name.cmp(&b.name));
        }
    }
    out
}

fn parse_header(line: &str) -> Option<(String, TypeFacts)> {
    let (head, kinds) = line.split_once(" = ").unwrap_or((line, ""));
    let kinds = kinds
        .split(", ")
        .map(str::trim)
        .filter(|kind| !kind.is_empty())
        .map(str::to_owned)
        .collect();
    let mut words = head.split_ascii_whitespace();
    let name = words.next().filter(|name| table_line::is_plain(name))?;
    let mut facts = TypeFacts {
        kinds,
        marks: FieldMarks::default(),
        unknown: UnknownFields::default(),
        body: TypeBody::Struct(Vec::new()),
    };
    while let Some(word) = words.next() {
        if word == ":" {
            facts.body = TypeBody::Is(table_line::read_expr(words.next()?, table_line::home(name))?);
        } else if let Some(unknown) = UnknownFields::from_word(word) {
            facts.unknown = unknown;
        } else {
            table_line::read_mark(word, &mut facts.marks)?;
        }
    }
    Some((name.to_owned(), facts))
}

fn parse_field(line: &str, home: &str) -> Option<FieldFacts> {
    let mut words = line.split_ascii_whitespace();
    let name = table_line::read_name(words.next()?)?;
    let ty = table_line::read_expr(words.next()?, home)?;
    let mut marks = FieldMarks::default();
    for word in words {
        table_line::read_mark(word, &mut marks)?;
    }
    Some(FieldFacts { name, ty, marks })
}
