//! Rewrites the error messages of the parser in plain words.

use granit_parser::{ErrorKind as Kind, ScanError};

use super::syntax_error::SyntaxError;

const INDENT: &str = "check the indentation of this line and of the lines before it";
const QUOTE: &str = "quote the string if it is one value";
/// Maximum length of a key before its colon in YAML 1.1, in characters.
const MAX_KEY_CHARS: usize = 1024;
const SYNTAX: &str = "quote the text if it is a string, or correct the YAML";
/// The help for a text that is not YAML yet.
pub(crate) const TEMPLATE: &str = "this looks like a template: render it first";
const SPACES: &str = "indent with spaces";
const CLOSE: &str = "close it, or quote strings that start with this character";

/// Converts an error of the parser, with its byte offset.
pub(crate) fn fault(text: &str, error: &ScanError) -> SyntaxError {
    let at = error.marker().byte_offset().unwrap_or(text.len()).min(text.len());
    if matches!(error.kind(), Kind::RecursionLimitExceeded) {
        return super::syntax_error::too_deep(at);
    }
    if matches!(error.kind(), Kind::MappingValueNotAllowed) && is_long_key(text, at) {
        return SyntaxError::new(at, "the key before this ':' is too long for YAML parsers")
            .help("write it as `? KEY`, and `: VALUE` on the next line");
    }
    if is_in_brackets(error.kind())
        && let Some((open, bracket)) = never_closed(text, at)
    {
        return SyntaxError::new(open, format!("unclosed bracket '{bracket}'")).help(CLOSE);
    }
    if ["<<<<<<< ", "=======\n", ">>>>>>> "]
        .iter()
        .any(|marker| text[at..].starts_with(marker))
    {
        return SyntaxError::new(at, "this line is a conflict marker of git")
            .help("resolve the conflict, and remove its markers");
    }
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    // The colon before it is on an earlier line, so this line continues a text.
    let has_start = [": ", ":\t", "{{"].iter().any(|start| line.contains(start)) || line.starts_with("---");
    if matches!(error.kind(), Kind::MappingValueNotAllowed) && !has_start {
        return SyntaxError::new(
            at,
            "this line continues the text before it, so it cannot be a key",
        )
        .help("indent it like the other keys, or quote the text");
    }
    if matches!(error.kind(), Kind::UnknownAnchor) {
        return unknown_anchor(text, at);
    }
    let (what, help) = match error.kind() {
        // The colon is a part of the name.
        Kind::SimpleKeyExpected if text[at..].starts_with('*') => (
            Some("this alias is not a key for all YAML readers"),
            Some("write a space before the colon"),
        ),
        kind => plain_message(kind),
    };
    let what = match (what, error.kind()) {
        (Some(what), _) => what.to_owned(),
        (None, Kind::UnexpectedCharacter { character }) => {
            format!("unexpected character `{}`", character.escape_default())
        }
        (None, Kind::MismatchedFlowCollectionEnd { open, close }) => {
            format!("`{open}` is closed by `{close}`")
        }
        (None, kind) => kind.to_string(),
    };
    let help = match line.contains("{{") {
        true => TEMPLATE,
        false => help.unwrap_or(SYNTAX),
    };
    let at = if help == SPACES {
        indenting_tab(text, at)
    } else {
        at
    };
    SyntaxError::new(at, what).help(help)
}

/// Returns whether an error can follow from a bracket on an earlier line that is not closed: the lines after it are then
/// read as its content.
fn is_in_brackets(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::ExpectedFlowMappingSeparator
            | Kind::ExpectedFlowSequenceSeparator
            | Kind::BlockEntryInFlowCollection
            | Kind::InvalidColonPlacement
            // A block scalar cannot begin in brackets.
            | Kind::UnexpectedCharacter { character: '|' | '>' }
    )
}

/// Returns the innermost bracket that is open at `at`, with its byte offset, if it is on an earlier line and the document
/// does not close it.
fn never_closed(text: &str, at: usize) -> Option<(usize, char)> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut at_error = None;
    let (mut before, mut is_value) = ('\n', true);
    let mut chars = text.char_indices().peekable();
    while let Some((offset, c)) = chars.next() {
        if offset >= at && at_error.is_none() {
            at_error = Some(*open.last()?);
        }
        // Another document follows.
        if before == '\n' && (text[offset..].starts_with("---") || text[offset..].starts_with("...")) {
            match at_error {
                Some(_) => break,
                None => open.clear(),
            }
        }
        match c {
            '#' if before.is_whitespace() => while chars.next_if(|(_, c)| *c != '\n').is_some() {},
            '"' | '\'' if is_value => {
                while let Some((_, inner)) = chars.next_if(|(_, inner)| *inner != c) {
                    if inner == '\\' && c == '"' {
                        chars.next();
                    }
                }
                chars.next();
            }
            // Outside of brackets, one in the middle of a text is a part of it.
            '[' | '{' if is_value || !open.is_empty() => open.push((offset, c)),
            ']' | '}' => {
                let opened = if c == ']' { '[' } else { '{' };
                match open.pop_if(|(_, last)| *last == opened) {
                    Some(_) if at_error.is_some_and(|it| !open.contains(&it)) => return None,
                    _ => {}
                }
            }
            _ => {}
        }
        is_value = match c {
            '[' | '{' | ',' | '\n' => true,
            ':' | '-' | '?' => false,
            _ if c.is_whitespace() => is_value || matches!(before, ':' | '-' | '?'),
            _ => false,
        };
        before = c;
    }
    let at_error = at_error.or_else(|| open.last().copied());
    at_error.filter(|(open, _)| text[*open..at].contains('\n'))
}

/// Returns the position of the tab that indents a line: the parser reports what is before or after it.
fn indenting_tab(text: &str, at: usize) -> usize {
    let mut start = text[..at].rfind('\n').map_or(0, |line| line + 1);
    for line in text[start..].split_inclusive('\n').take(2) {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line[..indent].find('\t') {
            return start + tab;
        }
        start += line.len();
    }
    at
}

/// Returns whether the text before the colon at `at`, on its line, is a key that is too long.
fn is_long_key(text: &str, at: usize) -> bool {
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    line.chars().count() > MAX_KEY_CHARS && !line.contains(": ")
}

/// Returns the error for an alias without an anchor before it, at byte `at`.
pub(crate) fn unknown_anchor(text: &str, at: usize) -> SyntaxError {
    let usual = |c: &char| c.is_ascii_alphanumeric() || *c == '_' || *c == '-';
    let alias = text[at..].trim_start_matches('*');
    let name: String = alias.chars().take_while(usual).collect();
    // The colon is a part of the name.
    let is_key = alias[name.len()..].starts_with(':') && text[..at].contains(&format!("&{name}"));
    SyntaxError::new(at, "unknown anchor").help(match is_key {
        true => format!("write a space before the colon: `*{name} :`"),
        false => format!("define `&{name}` earlier in the file, or quote the text"),
    })
}

/// Returns a message to replace that of the parser if it is not helpful, and a help text.
fn plain_message(kind: &Kind) -> (Option<&'static str>, Option<&'static str>) {
    match kind {
        Kind::TabNotAllowed
        | Kind::TabInBlockIndentation
        | Kind::TabInIndentation
        | Kind::TabInPlainScalar => (Some("a tab cannot be used as indentation"), Some(SPACES)),
        Kind::ExpectedBlockMappingKey => (
            Some("expected a key of the map that this line belongs to"),
            Some(INDENT),
        ),
        Kind::ExpectedBlockSequenceEntry => (Some("expected '-', as in the items before"), Some(INDENT)),
        Kind::BlockSequenceEntryNotAllowed => (
            Some("a list item cannot begin here"),
            Some("start it on its own line"),
        ),
        Kind::SimpleKeyExpected => (
            Some("expected ':' after this key"),
            Some("write `KEY: VALUE`, or indent the line if it continues a text"),
        ),
        Kind::MappingValueNotAllowed => (Some("unexpected second ': '"), Some(QUOTE)),
        Kind::InvalidColonPlacement => (
            Some("unexpected ':'"),
            Some("check for an unclosed bracket or quote in earlier lines"),
        ),
        Kind::InvalidMappingValueWhitespace => (
            Some("expected a space after ':'"),
            Some("add the space, or quote the text"),
        ),
        Kind::InvalidQuotedScalarIndent => (
            Some("the quoted string is not closed, or its next line is not indented more than the key"),
            Some("add the closing quote, or indent the lines of the string"),
        ),
        Kind::UnclosedQuotedScalar => (
            Some("unclosed quote"),
            Some(
                "close the string with the same quote; if the quote is part of the string, use the other kind of quotes",
            ),
        ),
        Kind::InvalidTrailingSingleQuotedScalar => (
            Some("nothing can follow the closing quote"),
            Some("write '' for a quote inside single quotes"),
        ),
        Kind::InvalidTrailingDoubleQuotedScalar => (
            Some("nothing can follow the closing quote"),
            Some("write \\\" for a quote inside double quotes"),
        ),
        Kind::UnknownQuotedScalarEscape => (
            Some("unknown escape character after the backslash"),
            Some("remove the backslash, or write it twice if it is part of the text"),
        ),
        Kind::MissingAnchorOrAliasName => (
            Some("an anchor or alias without a name"),
            Some("write its name directly after `&` or `*`, or quote the text"),
        ),
        Kind::MismatchedFlowCollectionEnd { .. } => (
            None,
            Some("close it with the same kind of bracket, or quote the text"),
        ),
        Kind::UnexpectedCharacter { .. } => (None, Some("quote strings that start with this character")),
        Kind::ExpectedFlowMappingSeparator => (
            Some("expected ',' or '}'"),
            Some("add it, or quote the text before"),
        ),
        Kind::ExpectedFlowSequenceSeparator => (
            Some("expected ',' or ']'"),
            Some("add it, or quote the text before"),
        ),
        Kind::UnclosedFlowCollection { .. } => (None, Some(CLOSE)),
        Kind::MisplacedFlowCollectionEnd => (Some("unmatched closing bracket"), Some(QUOTE)),
        Kind::ExpectedNodeContent => (Some("expected a value"), Some("add it, or quote the text")),
        Kind::InvalidBlockScalarHeader => (
            Some("only an indentation digit, '+', '-' and a comment can follow '|' and '>'"),
            Some("start the string on the next line"),
        ),
        Kind::InvalidBlockScalarIndent => (
            Some("wrongly indented line in block scalar"),
            Some("check the indentation of this line and of the lines before it, comments included"),
        ),
        Kind::CommentInterceptedScalar => (Some("a comment inside a multi-line string"), Some(QUOTE)),
        Kind::CommentNotSeparated => (
            Some("comments must be separated by a space"),
            Some("add a space before the `#`, or quote the text"),
        ),
        Kind::PlainScalarStartsWithDashFlowIndicator => (
            Some("inside [] and {} only some readers take a single '-' as a string"),
            Some("quote it: `\"-\"`"),
        ),
        Kind::ExpectedDocumentStart => (
            Some("expected '---'"),
            Some("write a line `---` after the lines that start with `%`"),
        ),
        Kind::MissingDirectiveName => (
            Some("a line that starts with `%` is a directive, and this one has no name"),
            Some("start a comment with `#`"),
        ),
        Kind::UndeclaredTagHandle => (Some("undeclared tag prefix"), Some(QUOTE)),
        Kind::MultipleDocumentsUnsupported | Kind::InvalidDocumentEnd => (
            Some("nothing can follow `...` on its line"),
            Some("write the text on the next line, or indent it"),
        ),
        Kind::InvalidTagTerminator => (None, Some("add a space after the tag, or quote the text")),
        Kind::MissingDocumentEndBeforeDirective => (
            None,
            Some("remove the directive, or write a line `...` before it"),
        ),
        Kind::BomInsideDocument => (
            Some("a BOM must not appear inside a document"),
            Some("remove the invisible character U+FEFF, or put the string in double quotes"),
        ),
        _ => (None, None),
    }
}
