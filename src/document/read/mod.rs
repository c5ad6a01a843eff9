//! Reads a text into a [`Document`] as kubectl does.

mod block_layout;
mod characters;
mod error;
mod json;
mod kubectl_strictness;
mod parser_messages;
mod secret_hint;
mod syntax_error;
mod yaml;

use super::build::BuiltDocument;
use super::{Document, Format, LineIndex, Position, Span, Tree, ValueKind, Warning, WarningKind};
use syntax_error::{LastLine, SyntaxError};

pub use error::ReadError;
pub(crate) use error::{first_shown, marked_part};
pub use secret_hint::names_secret;

/// Reads a patch. `name` is its name in messages: a path as the user wrote it, `<stdin>` or `--patch`. JSON
/// texts are read with the rules of JSON, all others as YAML. An empty text is a document whose root is null.
/// If there are several documents, the first that is not empty is read, with a warning. A block scalar at the
/// end of the text ends in a line break only if the text does; [`read_live`] differs.
///
/// Never panics and does not need a deep stack, for any bytes.
///
/// # Errors
/// [`ReadError`] with line and column: syntax errors, input that kubectl rejects, nesting above
/// [`super::MAX_DEPTH`], excessive aliases, 4 GiB and more.
pub fn read(name: &str, bytes: Vec<u8>) -> Result<Document, ReadError> {
    read_at(name, bytes, Position::START)
}

/// Reads a part of a stream as [`read`] does. The part starts at `base`, so that messages have positions in
/// the stream.
///
/// # Errors
/// As [`read`].
pub fn read_at(name: &str, bytes: Vec<u8>, base: Position) -> Result<Document, ReadError> {
    read_by(yaml::read, name, bytes, base, LastLine::AsWritten)
}

/// Reads a text as [`read`] does, but without the fast YAML reader. Slower; both must agree on every node and
/// warning. For tests and fuzzing.
///
/// # Errors
/// As [`read`].
pub fn read_by_events(name: &str, bytes: Vec<u8>) -> Result<Document, ReadError> {
    read_by(
        yaml::read_by_events,
        name,
        bytes,
        Position::START,
        LastLine::AsWritten,
    )
}

/// A reader of YAML.
type ReadYaml = fn(&str, LastLine) -> Result<BuiltDocument, SyntaxError>;

fn read_by(
    yaml: ReadYaml,
    name: &str,
    bytes: Vec<u8>,
    base: Position,
    end: LastLine,
) -> Result<Document, ReadError> {
    let reject = |text: &str, fault| {
        let mut error = ReadError::new(name, text, fault);
        error.position = error.position.within(base);
        Err(error)
    };
    if u32::try_from(bytes.len()).is_err() {
        let fault = SyntaxError::new(0, "the file is larger than 4 GiB").help("split it");
        return reject("", fault);
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        let fault = SyntaxError::new(0, "the file is UTF-16").help("save it as UTF-8");
        return reject("", fault);
    }
    let (text, warning) = decode(bytes, end);
    let (mut built, format) = match parse(yaml, &text, base, end) {
        Ok(built) => built,
        Err(_) if warning.is_some() && characters::check(&text).is_err() => {
            let fault = SyntaxError::new(0, "the file is not text").help("pass a YAML or JSON file");
            return reject("", fault);
        }
        Err(fault) => return reject(&text, fault),
    };
    if let Some(warning) = warning {
        built.warn(warning);
    }
    if has_no_value(&text) {
        built.warn(Warning {
            kind: WarningKind::Empty,
            span: Span::new(0, 0),
            text: "the document is empty, so its value is null".to_owned(),
        });
    }
    let document = built.into_document(name, text, base, format);
    // kubectl reads only text that starts with a brace as JSON. A list is read as YAML, which makes 1.0 an
    // integer.
    Ok(match (document.format(), document.kind(document.root())) {
        (Format::Json, ValueKind::List) => document.with_live_numbers(),
        _ => document,
    })
}

/// Reads the live object or another manifest. kubectl reads it differently from a patch: it converts numbers
/// ([`Document::with_live_numbers`]), and ends the last line with a line break.
///
/// # Errors
/// As [`read`].
pub fn read_live(name: &str, bytes: Vec<u8>) -> Result<Document, ReadError> {
    read_live_at(name, bytes, Position::START)
}

/// Reads a part of a stream that starts at `base` as [`read_live`] does.
///
/// # Errors
/// As [`read`].
pub fn read_live_at(name: &str, bytes: Vec<u8>, base: Position) -> Result<Document, ReadError> {
    let document = read_by(yaml::read, name, bytes, base, LastLine::WholeLine)?;
    Ok(document.with_live_numbers())
}

fn parse(
    yaml: ReadYaml,
    text: &str,
    base: Position,
    end: LastLine,
) -> Result<(BuiltDocument, Format), SyntaxError> {
    let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    if end == LastLine::WholeLine && start.starts_with('%') {
        let fault = SyntaxError::new(
            text.len() - start.len(),
            "kubectl splits a file at '---' before parsing, so this directive has no document",
        );
        return Err(fault.help("remove the line"));
    }
    if !start.starts_with(['{', '[']) {
        return Ok((yaml(text, end)?, Format::Yaml));
    }
    let json_fault = match json::read(text) {
        Ok(built) => {
            // kubectl reads only text that starts with a brace as JSON. A list is read as YAML.
            if start.starts_with('[') {
                characters::check(text)?;
                kubectl_strictness::escapes(text, 0, text.len() as u32)?;
            }
            return Ok((built, Format::Json));
        }
        Err(fault) => fault,
    };
    // Flow style is YAML too. If both parsers fail, the start of the text decides which error is reported.
    let is_json = start[1..].trim_start().starts_with(['"', '{', '[', '}', ']']) && !start.starts_with("{{");
    match yaml(text, end) {
        // kubectl reads the list as YAML, too, and what is after a byte order mark.
        Ok(built) if start.starts_with('[') || text.trim_start().starts_with('\u{feff}') => {
            Ok((built, Format::Yaml))
        }
        Ok(mut built) => {
            let at = LineIndex::new_at(text, base).position(text, json_fault.offset);
            built.warn(Warning {
                kind: WarningKind::InvalidJson,
                span: Span::new(json_fault.offset, json_fault.offset),
                text: format!(
                    "parsed as YAML; as JSON it is invalid at {}:{} ({}), and kubectl rejects such a {}",
                    at.line,
                    at.column,
                    json_fault.what,
                    match end {
                        LastLine::AsWritten => "patch",
                        LastLine::WholeLine => "file",
                    }
                ),
            });
            Ok((built, Format::Yaml))
        }
        Err(fault) => Err(if is_json { json_fault } else { fault }),
    }
}

/// Returns whether a text has only blank lines, comments and document starts.
fn has_no_value(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    lines.all(|line| line.is_empty() || line.starts_with('#') || line == "---")
}

/// Returns the line (from 1) of the first byte that is not UTF-8.
pub fn invalid_utf8_line(bytes: &[u8]) -> Option<usize> {
    let error = std::str::from_utf8(bytes).err()?;
    let valid = &bytes[..error.valid_up_to()];
    Some(valid.iter().filter(|byte| **byte == b'\n').count() + 1)
}

/// Decodes the bytes. Invalid UTF-8 becomes U+FFFD, with a warning at the first position.
fn decode(bytes: Vec<u8>, end: LastLine) -> (String, Option<Warning>) {
    match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let at = error.utf8_error().valid_up_to() as u32;
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            // A decoder of JSON in Go replaces them, too.
            let is_json = text.trim_start().starts_with('{');
            let what = match end {
                LastLine::AsWritten if !is_json => {
                    ", and kubectl rejects it: only a patch that begins with `{` can have such bytes"
                }
                _ => ": invalid bytes are read as \u{fffd}, as kubectl reads them",
            };
            let warning = Warning {
                kind: match is_json {
                    true => WarningKind::InvalidUtf8,
                    false => WarningKind::InvalidUtf8Yaml,
                },
                span: Span::new(at, at + 3),
                text: format!("the text is not valid UTF-8{what}"),
            };
            (text, Some(warning))
        }
    }
}
