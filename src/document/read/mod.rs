//! Reads a text into a [`Document`], as kubectl does.

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
use super::{Document, Format, LineIndex, Position, Span, Tree, ValueKind, Warning};
use syntax_error::{ErrorEnd, SyntaxError};

pub use error::ReadError;
pub(crate) use error::marked_line;
pub use secret_hint::names_secret;

/// Reads one manifest. `name` is what messages call it: a path as the user gave it, `<stdin>`, `--patch`.
/// JSON texts are read by JSON's rules, everything else as YAML. An empty text gives a document whose top is
/// null. Of several documents the first that is not empty is read, with a warning. The text is a patch: a block scalar
/// at its very end has a line break there only if the text has one; [`read_live`] reads manifests.
///
/// Never panics and needs no deep stack, whatever the bytes are.
///
/// # Errors
/// [`ReadError`] with line and column: broken grammar, what kubectl rejects too, nesting beyond
/// [`super::MAX_DEPTH`], excessive aliases, 4 GiB and more.
pub fn read(name: &str, bytes: Vec<u8>) -> Result<Document, ReadError> {
    read_at(name, bytes, Position::START)
}

/// As [`read`], of a text that is cut out of a stream and begins at `base` there: messages tell the stream's lines.
///
/// # Errors
/// As [`read`].
pub fn read_at(name: &str, bytes: Vec<u8>, base: Position) -> Result<Document, ReadError> {
    read_by(yaml::read, name, bytes, base, ErrorEnd::AsWritten)
}

/// As [`read`], without the short cut that [`read`] takes for YAML in its usual shape: slower, and what the short cut
/// must agree with in every node and warning. For tests and fuzzing.
///
/// # Errors
/// As [`read`].
pub fn read_by_events(name: &str, bytes: Vec<u8>) -> Result<Document, ReadError> {
    read_by(
        yaml::read_by_events,
        name,
        bytes,
        Position::START,
        ErrorEnd::AsWritten,
    )
}

/// A reader of YAML.
type YamlReadingWay = fn(&str, ErrorEnd) -> Result<BuiltDocument, SyntaxError>;

fn read_by(
    yaml: YamlReadingWay,
    name: &str,
    bytes: Vec<u8>,
    base: Position,
    end: ErrorEnd,
) -> Result<Document, ReadError> {
    let refuse = |text: &str, fault| {
        let mut error = ReadError::new(name, text, fault);
        error.position = error.position.within(base);
        Err(error)
    };
    if u32::try_from(bytes.len()).is_err() {
        let fault = SyntaxError::new(0, "the file is larger than 4 GiB").help("split it");
        return refuse("", fault);
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        let fault = SyntaxError::new(0, "the file is UTF-16").help("save it as UTF-8");
        return refuse("", fault);
    }
    let (text, warning) = decode(bytes);
    let (mut built, format) = match parse(yaml, &text, base, end) {
        Ok(made) => made,
        Err(fault) => return refuse(&text, fault),
    };
    if let Some(warning) = warning {
        built.warn(warning);
    }
    if has_no_value(&text) {
        built.warn(Warning {
            span: Span::new(0, 0),
            text: "the document is empty, so its value is null".to_owned(),
        });
    }
    let document = built.into_document(name, text, base, format);
    // kubectl takes only a text that begins with a brace for JSON: a list goes through YAML, to which 1.0 is 1.
    Ok(match (document.format(), document.kind(document.root())) {
        (Format::Json, ValueKind::List) => document.with_live_numbers(),
        _ => document,
    })
}

/// As [`read`], for the live object and other manifests, which kubectl reads a little differently than a patch: its
/// numbers, see [`Document::with_live_numbers`], and the last line, which counts as a whole one.
///
/// # Errors
/// As [`read`].
pub fn read_live(name: &str, bytes: Vec<u8>) -> Result<Document, ReadError> {
    read_live_at(name, bytes, Position::START)
}

/// As [`read_live`], of a text that is cut out of a stream and begins at `base` there.
///
/// # Errors
/// As [`read`].
pub fn read_live_at(name: &str, bytes: Vec<u8>, base: Position) -> Result<Document, ReadError> {
    let document = read_by(yaml::read, name, bytes, base, ErrorEnd::WholeLine)?;
    Ok(document.with_live_numbers())
}

fn parse(
    yaml: YamlReadingWay,
    text: &str,
    base: Position,
    end: ErrorEnd,
) -> Result<(BuiltDocument, Format), SyntaxError> {
    let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    if end == ErrorEnd::WholeLine && start.starts_with('%') {
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
            // kubectl takes only a text that begins with a brace for JSON: a list goes through YAML.
            if start.starts_with('[') {
                kubectl_strictness::escapes(text, 0, text.len() as u32)?;
            }
            return Ok((built, Format::Json));
        }
        Err(fault) => fault,
    };
    // Flow style is YAML too. Where both fail, the beginning tells what the text is meant to be.
    let is_json = start[1..].trim_start().starts_with(['"', '{', '[', '}', ']']) && !start.starts_with("{{");
    match yaml(text, end) {
        Ok(mut built) => {
            let at = LineIndex::new_at(text, base).position(text, json_fault.offset);
            built.warn(Warning {
                span: Span::new(json_fault.offset, json_fault.offset),
                text: format!(
                    "parsed as YAML; as JSON it is invalid at {}:{} ({}), and kubectl rejects such a {}",
                    at.line,
                    at.column,
                    json_fault.what,
                    match end {
                        ErrorEnd::AsWritten => "patch",
                        ErrorEnd::WholeLine => "file",
                    }
                ),
            });
            Ok((built, Format::Yaml))
        }
        Err(fault) => Err(if is_json { json_fault } else { fault }),
    }
}

/// Whether a text has only blank lines, comments and document starts.
fn has_no_value(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    lines.all(|line| line.is_empty() || line.starts_with('#') || line == "---")
}

/// The text of `bytes`; what is no UTF-8 becomes U+FFFD, with a warning at the first such place.
fn decode(bytes: Vec<u8>) -> (String, Option<Warning>) {
    match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let at = error.utf8_error().valid_up_to() as u32;
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let warning = Warning {
                span: Span::new(at, at + 3),
                text: "the text is not valid UTF-8: invalid bytes are read as \u{fffd}, as in kubectl's live file; kubectl rejects such a patch"
                    .to_owned(),
            };
            (text, Some(warning))
        }
    }
}
