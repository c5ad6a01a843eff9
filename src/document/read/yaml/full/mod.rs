//! Any YAML: the events of the parser turned into nodes by the rules of Kubernetes' Go reader, in one pass.

mod alias;
mod alias_budget;

use std::borrow::Cow;

use granit_parser::{Event, Options, Parser, ScalarStyle as Style, StructureStyle, Tag};
use rustc_hash::FxHashMap;

use super::scalar_value;
use crate::document::build::{Builder, BuiltDocument, MAX_DEPTH};
use crate::document::number;
use crate::document::read::syntax_error::{ErrorEnd, SyntaxError, too_deep};
use crate::document::read::{block_layout, kubectl_strictness, parser_messages};
use crate::document::scalar::Scalar;
use crate::document::{NodeId, ScalarStyle, Span, Value};
use alias_budget::AliasBudget;

type YamlSpan = granit_parser::Span;

/// Reads the first document of `text` that is not empty. `tabs`: whether the text has any.
pub(crate) fn read(text: &str, tabs: bool, end: ErrorEnd) -> Result<BuiltDocument, SyntaxError> {
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
    /// Byte after the last content seen: where to look for dashes and colons.
    behind: u32,
    /// Whether a document was read that is not empty.
    done: bool,
    /// Whether the text has tabs at all.
    tabs: bool,
    /// How many of the open containers are in flow style.
    flows: usize,
    end: ErrorEnd,
}

/// A node's place in its container.
#[derive(Clone, Copy)]
enum ParserPosition {
    Key,
    Value,
}

impl<'t> FullYamlReader<'t> {
    fn new(text: &'t str, tabs: bool, end: ErrorEnd) -> Self {
        Self {
            text,
            builder: Builder::new(text),
            frames: Vec::new(),
            anchors: FxHashMap::default(),
            aliases: AliasBudget::default(),
            behind: if text.starts_with('\u{feff}') { 3 } else { 0 },
            done: false,
            tabs,
            flows: 0,
            end,
        }
    }

    /// Takes one event; true when nothing more is wanted.
    fn event(&mut self, event: Event<'t>, span: &YamlSpan) -> Result<bool, SyntaxError> {
        let place = bytes(span);
        if let Some(tag) = span.tag_span() {
            kubectl_strictness::tag(self.text, bytes(&tag))?;
        }
        match event {
            Event::DocumentStart(explicit, version) => {
                if self.done {
                    self.builder.warn(
                        place,
                        "only the first document is used; another document starts here".to_owned(),
                    );
                    return Ok(true);
                }
                if version.is_some_and(|v| (v.major, v.minor) != (1, 1)) {
                    return Err(
                        SyntaxError::new(place.start as usize, "Kubernetes supports only YAML 1.1")
                            .help("remove the %YAML line"),
                    );
                }
                if explicit {
                    self.behind = place.end;
                } else {
                    self.behind += block_layout::behind_ends(self.text, self.behind, place.start);
                }
            }
            Event::Scalar(value, style, anchor, tag) => self.scalar(value, style, anchor, tag, place)?,
            Event::SequenceStart(style, anchor, _) => self.open(false, style, anchor, place)?,
            Event::MappingStart(style, anchor, _) => self.open(true, style, anchor, place)?,
            Event::SequenceEnd | Event::MappingEnd => {
                if self.frames.pop().is_some_and(|frame| frame.is_flow()) {
                    self.flows -= 1;
                }
                // A block's end is an empty span, somewhere after its content; so is that of a pair in brackets.
                if place.end > place.start {
                    self.behind = place.end;
                }
                self.builder.close(self.behind);
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
        self.done = self.builder.settle_root();
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

    /// Looks at what is between the content before and the node at `start`.
    fn gap(&self, start: u32, anchor: usize) -> Result<(), SyntaxError> {
        if self.tabs && self.flows == 0 && start > self.behind {
            kubectl_strictness::tabs(self.text, self.behind, start)?;
        }
        if anchor != 0
            && let Some(sign) = block_layout::anchor(self.text, self.behind)
        {
            kubectl_strictness::anchor_name(self.text, sign)?;
        }
        Ok(())
    }

    /// Where the next node goes. For an item of a block list this finds its dash.
    fn place(&mut self) -> ParserPosition {
        match self.frames.last_mut() {
            Some(OpenNode::Map { expects_key, .. }) => {
                *expects_key = !*expects_key;
                if !*expects_key {
                    return ParserPosition::Key;
                }
            }
            Some(OpenNode::List { block: true, .. }) => {
                if let Some(dash) = block_layout::dash(self.text, self.behind) {
                    self.builder.dash(dash);
                    self.behind = dash.end;
                }
            }
            _ => {}
        }
        ParserPosition::Value
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
            block_layout::block_scalar(self.text, self.behind, span)
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
                    (ParserPosition::Key, _) => span.start,
                    (ParserPosition::Value, Some(OpenNode::List { .. })) => self.behind,
                    (ParserPosition::Value, _) => block_layout::behind_colon(self.text, self.behind),
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
        // The parser ends the last line of every block scalar.
        let ends_lines = self.end == ErrorEnd::WholeLine;
        let kept = match style {
            ScalarStyle::Block => block_layout::with_kept_breaks(self.text, span, &value, ends_lines),
            _ => None,
        };
        let value = match style {
            _ if kept.is_some() => Cow::Owned(kept.unwrap_or_default()),
            ScalarStyle::Block
                if self.end == ErrorEnd::AsWritten && block_layout::ends_within(self.text, span, &value) =>
            {
                without_last_break(value)
            }
            _ => value,
        };
        self.behind = self.behind.max(span.end);
        let (scalar, value) = scalar_value::resolve(value, style, tag.as_deref(), span)?;
        match place {
            ParserPosition::Key => self.key(scalar, &value, span, style, anchor),
            ParserPosition::Value => {
                self.refuse_merge_of_other_than_maps(span, false)?;
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
                // Most such keys are written the way they print.
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
        if matches!(self.place(), ParserPosition::Key) {
            return Err(complex_key(self.text, span));
        }
        if self.frames.len() >= MAX_DEPTH {
            return Err(too_deep(span.start as usize));
        }
        let merge = self.refuse_merge_of_other_than_maps(span, true)?;
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
                block_layout::dash(self.text, self.behind).map_or(span.start, |dash| dash.start)
            };
            self.builder.open_list(start)
        };
        if flow {
            self.flows += 1;
            self.behind = span.end;
        }
        self.anchor(anchor, id);
        Ok(())
    }

    fn anchor(&mut self, anchor: usize, id: NodeId) {
        if anchor != 0 {
            self.anchors.insert(anchor, id);
        }
    }

    /// Under `<<` only maps may stand, and lists of maps; `container` says that the value is a map, or a list
    /// written out. Gives back whether the value is under `<<`.
    fn refuse_merge_of_other_than_maps(&self, span: Span, container: bool) -> Result<bool, SyntaxError> {
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
        "this looks like a template: render it first"
    } else {
        "quote strings that start with a bracket or a brace"
    })
}
