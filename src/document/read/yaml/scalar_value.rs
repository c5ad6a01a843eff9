//! Converts a scalar to its type and value by its style, tag and text.

use std::borrow::Cow;

use granit_parser::Tag;

use crate::document::read::syntax_error::SyntaxError;
use crate::document::scalar::Scalar;
use crate::document::{ScalarStyle, Span, Value, decode_base64, number, scalar};

/// Returns the type and text of a scalar by its style and tag.
pub(crate) fn resolve<'t>(
    text: Cow<'t, str>,
    style: ScalarStyle,
    tag: Option<&Tag>,
    span: Span,
) -> Result<(Scalar, Cow<'t, str>), SyntaxError> {
    let Some(tag) = tag else {
        let plain = style == ScalarStyle::Plain;
        return Ok((
            if plain {
                scalar::resolve(&text)
            } else {
                Scalar::Text
            },
            text,
        ));
    };
    let Some(name) = tag.suffix_in_namespace("tag:yaml.org,2002:") else {
        return Ok((Scalar::Text, text));
    };
    if name == "binary" {
        let bytes = decode_base64(&text).ok_or_else(|| {
            SyntaxError::new(span.start as usize, "the value of !!binary is not base64")
                .help("encode the value, or remove the tag")
        })?;
        return Ok((Scalar::Text, Cow::Owned(lossy(&bytes))));
    }
    match scalar::resolve_tagged(&name, &text) {
        Ok(scalar) => Ok((scalar, text)),
        Err(found) => Err(SyntaxError::new(
            span.start as usize,
            format!("the tag is !!{name}, but the value is {found}"),
        )
        .help("remove the tag, or change the value")),
    }
}

/// Converts a scalar to a value. kubectl passes floats through JSON, which makes whole floats integers.
pub(crate) fn value(scalar: Scalar, text: &str, span: Span) -> Result<Value<'_>, SyntaxError> {
    Ok(match scalar {
        Scalar::Null => Value::Null,
        Scalar::Bool(b) => Value::Bool(b),
        Scalar::Integer(i) => Value::Integer(i),
        Scalar::Unsigned(u) => Value::Float(u as f64),
        Scalar::Float(f) if !f.is_finite() => {
            return Err(
                SyntaxError::new(span.start as usize, "a manifest cannot contain infinity or NaN")
                    .help("quote it if it is a string"),
            );
        }
        Scalar::Float(f) => number::to_integer(f).map_or(Value::Float(f), Value::Integer),
        Scalar::Merge | Scalar::Text => Value::String(text),
    })
}

/// Decodes the bytes of a `!!binary`. Each invalid UTF-8 byte becomes one U+FFFD, as in Go's JSON; invalid
/// bytes of the file itself become one for each broken character.
fn lossy(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    text
}
