//! Formats and parses one line of the table: the words for names, types and marks are defined in this file
//! only.
//!
//! ```text
//! apps.v1.Deployment = apps/v1 Deployment
//!   spec .. DeploymentSpec
//! core.v1.PodSpec
//!   containers  [Container]  merge(name) map[name]
//! resource.Quantity : string
//! ```

use super::facts::{
    BaseType, DefaultValue, FieldMarks, ListType, MapType, ScalarType, TypeExpr, TypeWrapper, ValueLimits,
};

/// The mark of a required field.
const REQUIRED: &str = "required";

/// The mark of a field that is written through a subresource.
const SUBRESOURCE: &str = "subresource";

/// The mark of a field that can be null.
const NULLABLE: &str = "nullable";

/// The start of a mark with the limits of values.
const LIMITS: &str = "limits-";

/// Maximum nesting of lists and maps in the type of a field.
pub(crate) const MAX_WRAPPERS: usize = 16;

/// Returns the group and version of a short type name, with the dot: `core.v1.` of `core.v1.PodSpec`.
pub(crate) fn home(name: &str) -> &str {
    name.rfind('.').map_or("", |dot| &name[..=dot])
}

/// Returns whether a type, kind or key can be written in the table without quotes.
pub(crate) fn is_plain(word: &str) -> bool {
    !word.is_empty()
        && word
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"._-$#/".contains(&b))
}

/// Formats the name of a field, in JSON quotes if it is not plain.
pub(crate) fn write_name(name: &str) -> String {
    if is_plain(name) {
        name.to_owned()
    } else {
        serde_json::Value::from(name).to_string().replace(' ', "\\u0020")
    }
}

/// Parses the output of [`write_name`].
pub(crate) fn read_name(word: &str) -> Option<Box<str>> {
    if word.starts_with('"') {
        serde_json::from_str::<String>(word).ok().map(Into::into)
    } else {
        Some(word.into())
    }
}

/// Formats a type. The group and version of a name are left out if they are those of `home`.
pub(crate) fn write_expr(expr: &TypeExpr, home: &str) -> String {
    let mut out = String::new();
    for wrapper in &expr.wrappers {
        out.push(if *wrapper == TypeWrapper::List { '[' } else { '{' });
    }
    match &expr.base {
        BaseType::Any => out.push_str("any"),
        BaseType::Scalar(scalar) => out.push_str(scalar.word()),
        BaseType::Named(name) => match name.strip_prefix(home) {
            Some(rest) if !rest.contains('.') && !is_keyword(rest) => out.push_str(rest),
            _ if name.contains('.') => out.push_str(name),
            _ => {
                out.push('.');
                out.push_str(name);
            }
        },
    }
    for wrapper in expr.wrappers.iter().rev() {
        out.push(if *wrapper == TypeWrapper::List { ']' } else { '}' });
    }
    out
}

/// Parses the output of [`write_expr`].
pub(crate) fn read_expr(word: &str, home: &str) -> Option<TypeExpr> {
    let mut wrappers = Vec::new();
    let mut rest = word;
    loop {
        let (wrapper, close) = match rest.as_bytes().first()? {
            b'[' => (TypeWrapper::List, ']'),
            b'{' => (TypeWrapper::Map, '}'),
            _ => break,
        };
        rest = rest[1..].strip_suffix(close)?;
        wrappers.push(wrapper);
        if wrappers.len() > MAX_WRAPPERS {
            return None;
        }
    }
    if !is_plain(rest) {
        return None;
    }
    let base = match ScalarType::from_word(rest) {
        Some(scalar) => BaseType::Scalar(scalar),
        None if rest == "any" => BaseType::Any,
        None => BaseType::Named(match rest.strip_prefix('.') {
            Some(rooted) => rooted.into(),
            None if rest.contains('.') => rest.into(),
            None => format!("{home}{rest}").into(),
        }),
    };
    Some(TypeExpr { wrappers, base })
}

fn is_keyword(word: &str) -> bool {
    word == "any" || ScalarType::from_word(word).is_some()
}

/// Formats the marks of a field, each after a space: ` merge(name) map[name]`.
pub(crate) fn write_marks(marks: &FieldMarks) -> String {
    let mut words = Vec::new();
    if marks.strategy.is_some() || marks.merge_key.is_some() {
        let strategy = marks.strategy.as_deref().unwrap_or("-");
        let key = match marks.merge_key.as_deref() {
            Some(key) => format!("({key})"),
            // An unknown strategy with the name of another mark.
            None if ListType::from_word(strategy).is_some()
                || read_map_type(strategy).is_some()
                || [REQUIRED, SUBRESOURCE, NULLABLE].contains(&strategy) =>
            {
                "()".into()
            }
            None => String::new(),
        };
        words.push(format!("{strategy}{key}"));
    }
    if !marks.recommended.is_empty() {
        words.push(format!("recommended({})", marks.recommended.join(",")));
    }
    if let Some(list_type) = marks.list_type {
        words.push(list_type.word().to_owned());
    }
    if !marks.list_map_keys.is_empty() {
        let keys = format!("[{}]", marks.list_map_keys.join(","));
        match words.last_mut().filter(|_| marks.list_type.is_some()) {
            Some(last) => last.push_str(&keys),
            None => words.push(keys),
        }
    }
    if let Some(map_type) = marks.map_type {
        words.push(write_map_type(map_type));
    }
    if marks.required {
        words.push(REQUIRED.to_owned());
    }
    if marks.subresource {
        words.push(SUBRESOURCE.to_owned());
    }
    if marks.nullable {
        words.push(NULLABLE.to_owned());
    }
    if let Some(DefaultValue(value)) = &marks.default {
        words.push(format!("default={}", value.replace(' ', "\\u0020")));
    }
    for limits in &marks.limits {
        let json = limits.json.replace(' ', "\\u0020");
        words.push(format!("{LIMITS}{}={json}", limits.depth));
    }
    words.join(" ")
}

/// Parses one word of the output of [`write_marks`] and adds it to `marks`.
pub(crate) fn read_mark(word: &str, marks: &mut FieldMarks) -> Option<()> {
    if let Some(map_type) = read_map_type(word) {
        marks.map_type = Some(map_type);
    } else if word == REQUIRED {
        marks.required = true;
    } else if word == SUBRESOURCE {
        marks.subresource = true;
    } else if word == NULLABLE {
        marks.nullable = true;
    } else if let Some(value) = word.strip_prefix("default=") {
        let value: serde_json::Value = serde_json::from_str(value).ok()?;
        marks.default = Some(DefaultValue(value.to_string().into()));
    } else if let Some((depth, json)) = word.strip_prefix(LIMITS).and_then(|word| word.split_once('=')) {
        let json: serde_json::Map<String, serde_json::Value> = serde_json::from_str(json).ok()?;
        marks.limits.push(ValueLimits {
            depth: depth.parse().ok()?,
            json: serde_json::Value::Object(json).to_string().into(),
        });
    } else if let Some(keys) = word.strip_prefix("recommended(") {
        marks.recommended = read_keys(keys.strip_suffix(')')?)?;
    } else if let Some((list_type, keys)) = word.strip_suffix(']').and_then(|word| word.split_once('[')) {
        if !list_type.is_empty() {
            marks.list_type = Some(ListType::from_word(list_type)?);
        }
        marks.list_map_keys = read_keys(keys)?;
    } else if let Some(list_type) = ListType::from_word(word) {
        marks.list_type = Some(list_type);
    } else {
        let (strategy, key) = match word.strip_suffix(')') {
            Some(word) => word
                .split_once('(')
                .map(|(strategy, key)| (strategy, Some(key)))?,
            None => (word, None),
        };
        let key = key.filter(|key| !key.is_empty());
        if !strategy.split(',').all(is_plain) || !key.is_none_or(is_plain) {
            return None;
        }
        marks.strategy = (strategy != "-").then(|| strategy.into());
        marks.merge_key = key.map(Into::into);
    }
    Some(())
}

/// Splits `a,b,c`; returns `None` if one of the words is not plain.
pub(crate) fn read_keys(text: &str) -> Option<Vec<Box<str>>> {
    text.split(',')
        .map(|key| is_plain(key).then(|| key.into()))
        .collect()
}

/// Formats the mark of a map type.
fn write_map_type(map_type: MapType) -> String {
    format!("{}-map", map_type.word())
}

/// Parses the output of [`write_map_type`].
fn read_map_type(word: &str) -> Option<MapType> {
    MapType::from_word(word.strip_suffix("-map")?)
}
