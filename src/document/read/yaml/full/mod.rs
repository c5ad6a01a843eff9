//! Reads any YAML: converts the events of the parser to nodes with the rules of the Go reader of Kubernetes,
//! in one pass.

mod alias;
mod alias_budget;

use std::borrow::Cow;

use granit_parser::{Event, Options, Parser, ScalarStyle as Style, StructureStyle, Tag};
use rustc_hash::FxHashMap;

use super::scalar_value;
use crate::document::build::{Builder, BuiltDocument, MAX_DEPTH};
use crate::document::read::syntax_error::{LastLine, SyntaxError, too_deep};
use crate::document::read::{block_layout, kubectl_strictness, parser_messages};
use crate::document::scalar::Scalar;
use crate::document::{NodeId, ScalarStyle, Span, Value, Warning, WarningKind, number};
use alias_budget::AliasBudget;

type YamlSpan = granit_parser::Span;

/// Reads the first document of `text` that is not empty. `tabs` is whether the text contains tabs.
pub(crate) fn read(text: &str, tabs: bool, end: LastLine) -> Result<BuiltDocument, SyntaxError> {
    let mut options = Options::default();
    options.set_emit_comments(false);
    options.flow_nesting_limit = MAX_DEPTH;
    options.block_nesting_limit = MAX_DEPTH;
    let mut reader = FullYamlReader::new(text, tabs, end);
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.map_err(|error| parser_messages::fault(text, &error))?;
        if reader.event(event, &span)? {
            break;
        }
    }
    reader.finish()
}

/// A container that is being read.
enum OpenNode {
    List {
        block: bool,
        merge: bool,
    },
    Map {
        expects_key: bool,
        merge: bool,
        flow: bool,
    },
}

impl OpenNode {
    fn is_flow(&self) -> bool {
        match self {
            Self::List { block, .. } => !block,
            Self::Map { flow, .. } => *flow,
        }
    }
}

struct FullYamlReader<'t> {
    text: &'t str,
    builder: Builder<'t>,
    frames: Vec<OpenNode>,
    anchors: FxHashMap<usize, NodeId>,
    aliases: AliasBudget,
    /// The byte after the last content: dashes and colons are searched from it.
    content_end: u32,
    /// Whether a document that is not empty was read.
    done: bool,
    /// The start of the last document.
    document_start: Span,
    /// Whether a document was null and was skipped.
    skips_null: bool,
    /// Whether the text contains tabs.
    tabs: bool,
    /// The number of open containers in flow style.
    flows: usize,
    end: LastLine,
}

/// The role of a node in its container.
#[derive(Clone, Copy)]
enum NodeRole {
    Key,
    Value,
}

/// Returns whether the documents from a separator on have more than comments.
fn has_content(text: &str) -> bool {
    let is_empty = |line: &str| {
        let own = line.strip_prefix("---").or_else(|| line.strip_prefix("..."));
        let own = own.unwrap_or(line).trim();
        own.is_empty() || own.starts_with('#')
    };
    !text.lines().all(is_empty)
}

impl<'t> FullYamlReader<'t> {
    fn new(text: &'t str, tabs: bool, end: LastLine) -> Self {
        Self {
            text,
            builder: Builder::new(text),
            frames: Vec::new(),
            anchors: FxHashMap::default(),
            aliases: AliasBudget::default(),
            content_end: if text.starts_with('\u{feff}') { 3 } else { 0 },
            done: false,
            document_start: Span::default(),
            skips_null: false,
            tabs,
            flows: 0,
            end,
        }
    }

    /// Handles one event. Returns true if no more events are needed.
    fn event(&mut self, event: Event<'t>, span: &YamlSpan) -> Result<bool, SyntaxError> {
        let place = bytes(span);
        if let Some(tag) = span.tag_span() {
            kubectl_strictness::tag(self.text, bytes(&tag))?;
        }
        match event {
            Event::DocumentStart(explicit, version) => {
                if self.done && !has_content(&self.text[place.start as usize..]) {
                    return Ok(true);
                }
                if self.done {
                    self.builder.warn(Warning {
                        kind: WarningKind::SeveralDocuments,
                        span: place,
                        text: "only the first document is used; another document starts here".to_owned(),
                    });
                    return Ok(true);
                }
                self.document_start = place;
                if version.is_some_and(|v| (v.major, v.minor) != (1, 1)) {
                    return Err(
                        SyntaxError::new(place.start as usize, "Kubernetes supports only YAML 1.1")
                            .help("remove the %YAML line"),
                    );
                }
                if explicit {
                    self.content_end = place.end;
                } else {
                    self.content_end +=
                        block_layout::document_end_len(self.text, self.content_end, place.start);
                }
            }
            Event::Scalar(value, style, anchor, tag) => self.scalar(value, style, anchor, tag, place)?,
            Event::SequenceStart(style, anchor, _) => self.open(false, style, anchor, place)?,
            Event::MappingStart(style, anchor, _) => self.open(true, style, anchor, place)?,
            Event::SequenceEnd | Event::MappingEnd => {
                if self.frames.pop().is_some_and(|frame| frame.is_flow()) {
                    self.flows -= 1;
                }
                // The end event of a block has an empty span somewhere after its content; so has that of a
                // pair in brackets.
                if place.end > place.start {
                    self.content_end = place.end;
                }
                self.builder.close(self.content_end);
            }
            Event::Alias(anchor) => self.alias(anchor, place)?,
            Event::DocumentEnd => {
                self.gap(place.start, 0)?;
                self.end_document();
            }
            _ => {}
        }
        Ok(false)
    }

    fn end_document(&mut self) {
        self.done = self.builder.discard_null_root();
        if self.done && self.skips_null && self.end == LastLine::AsWritten {
            self.builder.warn(Warning {
                kind: WarningKind::EmptyFirstDocument,
                span: self.document_start,
                text: "the first document is empty, and kubectl patch uses it as null, not the document that starts here"
                    .to_owned(),
            });
        }
        self.skips_null |= !self.done;
        self.anchors.clear();
    }

    fn finish(self) -> Result<BuiltDocument, SyntaxError> {
        let mut builder = self.builder;
        if !self.done {
            builder.scalar(Value::Null, Span::default(), ScalarStyle::Plain);
        }
        builder
            .finish()
            .ok_or_else(|| SyntaxError::new(0, "the file is too large").help("split it"))
    }

    /// Checks the text between the content before and the node at `start`.
    fn gap(&self, start: u32, anchor: usize) -> Result<(), SyntaxError> {
        if self.tabs && self.flows == 0 && start > self.content_end {
            kubectl_strictness::tabs(self.text, self.content_end, start)?;
        }
        if anchor != 0
            && let Some(sign) = block_layout::anchor(self.text, self.content_end)
        {
            kubectl_strictness::anchor_name(self.text, sign)?;
        }
        Ok(())
    }

    /// Returns the role of the next node. Finds the dash of an item of a block list.
    fn place(&mut self) -> NodeRole {
        match self.frames.last_mut() {
            Some(OpenNode::Map { expects_key, .. }) => {
                *expects_key = !*expects_key;
                if !*expects_key {
                    return NodeRole::Key;
                }
            }
            Some(OpenNode::List { block: true, .. }) => {
                if let Some(dash) = block_layout::dash(self.text, self.content_end) {
                    self.builder.dash(dash);
                    self.content_end = dash.end;
                }
            }
            _ => {}
        }
        NodeRole::Value
    }

    fn scalar(
        &mut self,
        value: Cow<'t, str>,
        style: Style,
        anchor: usize,
        tag: Option<Cow<'t, Tag>>,
        span: Span,
    ) -> Result<(), SyntaxError> {
        let block = matches!(style, Style::Literal | Style::Folded);
        let span = if block {
            block_layout::block_scalar(self.text, self.content_end, span)
        } else {
            span
        };
        self.gap(span.start, anchor)?;
        let place = self.place();
        let empty = span.start == span.end && style == Style::Plain;
        let value = if empty { Cow::Borrowed("") } else { value };
        let (style, span) = match style {
            Style::Plain if empty => {
                let at = match (place, self.frames.last()) {
                    (NodeRole::Key, _) => span.start,
                    (NodeRole::Value, Some(OpenNode::List { .. })) => self.content_end,
                    (NodeRole::Value, _) => block_layout::skip_colon(self.text, self.content_end),
                };
                (ScalarStyle::Plain, Span::new(at, at))
            }
            Style::Plain => {
                if self.flows > 0 {
                    kubectl_strictness::flow_plain(self.text, span.start, span.end)?;
                }
                (ScalarStyle::Plain, span)
            }
            Style::SingleQuoted => (ScalarStyle::Quoted, span),
            Style::DoubleQuoted => {
                if matches!(value, Cow::Owned(_)) {
                    kubectl_strictness::escapes(self.text, span.start, span.end)?;
                }
                (ScalarStyle::Quoted, span)
            }
            Style::Literal | Style::Folded => {
                if self.tabs {
                    kubectl_strictness::block_tabs(self.text, span.start, span.end)?;
                }
                (ScalarStyle::Block, span)
            }
        };
        // The parser adds a line break to the last line of a block scalar.
        let ends_lines = self.end == LastLine::WholeLine;
        let kept = match style {
            ScalarStyle::Block => block_layout::with_kept_breaks(self.text, span, &value, ends_lines),
            _ => None,
        };
        let value = match style {
            _ if kept.is_some() => Cow::Owned(kept.unwrap_or_default()),
            ScalarStyle::Block
                if self.end == LastLine::AsWritten
                    && block_layout::ends_without_break(self.text, span, &value) =>
            {
                without_last_break(value)
            }
            _ => value,
        };
        self.content_end = self.content_end.max(span.end);
        let (scalar, value) = scalar_value::resolve(value, style, tag.as_deref(), span)?;
        match place {
            NodeRole::Key => self.key(scalar, &value, span, style, anchor),
            NodeRole::Value => {
                self.check_merge_value(span, false)?;
                self.aliases.count(1, false);
                let id = self
                    .builder
                    .scalar(scalar_value::value(scalar, &value, span)?, span, style);
                self.anchor(anchor, id);
                Ok(())
            }
        }
    }

    fn key(
        &mut self,
        scalar: Scalar,
        text: &str,
        span: Span,
        style: ScalarStyle,
        anchor: usize,
    ) -> Result<(), SyntaxError> {
        if anchor != 0 {
            let value = scalar_value::value(scalar, text, span).unwrap_or(Value::String(text));
            let id = self.builder.detached(value, span, style);
            self.anchor(anchor, id);
        }
        if let Some(OpenNode::Map { merge, .. }) = self.frames.last_mut() {
            *merge = scalar == Scalar::Merge;
        }
        if scalar == Scalar::Merge {
            self.builder.merge_key(span);
            return Ok(());
        }
        self.aliases.count(1, false);
        match scalar {
            Scalar::Text | Scalar::Merge => self.builder.key(text, span),
            Scalar::Bool(b) => self.builder.key(if b { "true" } else { "false" }, span),
            Scalar::Integer(i) => {
                // Most such keys are written as they print.
                let printed = i.to_string();
                self.builder
                    .key(if printed == text { text } else { &printed }, span);
            }
            Scalar::Float(f) => self.builder.key(&number::float_key(f), span),
            Scalar::Null => {
                return Err(SyntaxError::new(span.start as usize, "a map key is null")
                    .help("name the key, or quote it"));
            }
            Scalar::Unsigned(_) => {
                return Err(
                    SyntaxError::new(span.start as usize, "a map key is an integer beyond 64 bits")
                        .help("quote the key"),
                );
            }
        }
        Ok(())
    }

    fn open(
        &mut self,
        map: bool,
        style: StructureStyle,
        anchor: usize,
        span: Span,
    ) -> Result<(), SyntaxError> {
        self.gap(span.start, anchor)?;
        if matches!(self.place(), NodeRole::Key) {
            return Err(complex_key(self.text, span));
        }
        if self.frames.len() >= MAX_DEPTH {
            return Err(too_deep(span.start as usize));
        }
        let merge = self.check_merge_value(span, true)?;
        let in_merge_list = matches!(self.frames.last(), Some(OpenNode::List { merge: true, .. }));
        if in_merge_list && !map {
            return Err(bad_merge(span));
        }
        self.aliases.count(1, false);
        let flow = style == StructureStyle::Flow;
        let id = if map {
            self.frames.push(OpenNode::Map {
                expects_key: true,
                merge: false,
                flow,
            });
            self.builder.open_map(span.start)
        } else {
            self.frames.push(OpenNode::List { block: !flow, merge });
            let start = if flow {
                span.start
            } else {
                block_layout::dash(self.text, self.content_end).map_or(span.start, |dash| dash.start)
            };
            self.builder.open_list(start)
        };
        if flow {
            self.flows += 1;
            self.content_end = span.end;
        }
        self.anchor(anchor, id);
        Ok(())
    }

    fn anchor(&mut self, anchor: usize, id: NodeId) {
        if anchor != 0 {
            self.anchors.insert(anchor, id);
        }
    }

    /// Rejects a value of `<<` that is neither a map nor a list of maps. `container` is whether the value is
    /// a map or a list that is written out. Returns whether the value belongs to `<<`.
    fn check_merge_value(&self, span: Span, container: bool) -> Result<bool, SyntaxError> {
        let merge = match self.frames.last() {
            Some(OpenNode::List { merge, .. } | OpenNode::Map { merge, .. }) => *merge,
            None => false,
        };
        if merge && !container {
            return Err(bad_merge(span));
        }
        Ok(merge)
    }
}

fn bytes(span: &YamlSpan) -> Span {
    let range = span.byte_range().unwrap_or_default();
    Span::new(range.start as u32, range.end as u32)
}

fn without_last_break(value: Cow<'_, str>) -> Cow<'_, str> {
    let shorter = value.strip_suffix('\n').map(str::len);
    match (value, shorter) {
        (Cow::Borrowed(value), Some(end)) => Cow::Borrowed(&value[..end]),
        (Cow::Owned(mut value), Some(end)) => {
            value.truncate(end);
            Cow::Owned(value)
        }
        (value, None) => value,
    }
}

fn bad_merge(span: Span) -> SyntaxError {
    SyntaxError::new(span.start as usize, "`<<` needs a map or a list of maps")
        .help("use an alias of a map, or quote the key")
}

fn complex_key(text: &str, span: Span) -> SyntaxError {
    let start = span.start as usize;
    let template = text[..start].ends_with('{') && text[start..].starts_with('{');
    SyntaxError::new(start, "a list or map cannot be a map key").help(if template {
        parser_messages::TEMPLATE
    } else {
        "quote strings that start with a bracket or a brace"
    })
}
