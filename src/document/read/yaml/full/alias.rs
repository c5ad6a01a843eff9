//! Aliases as values and as keys.

use super::{FullYamlReader, NodeRole, complex_key};
use crate::document::read::kubectl_strictness;
use crate::document::read::parser_messages::unknown_anchor;
use crate::document::read::syntax_error::{SyntaxError, too_deep};
use crate::document::scalar::Scalar;
use crate::document::{NodeId, ScalarStyle, Span, Value};

impl FullYamlReader<'_> {
    pub(crate) fn alias(&mut self, anchor: usize, span: Span) -> Result<(), SyntaxError> {
        self.gap(span.start, 0)?;
        kubectl_strictness::anchor_name(self.text, span.start as usize)?;
        let place = self.place();
        self.content_end = self.content_end.max(span.end);
        let Some(&target) = self.anchors.get(&anchor) else {
            return Err(unknown_anchor(self.text, span.start as usize));
        };
        if self.builder.is_open(target) {
            return Err(SyntaxError::new(
                span.start as usize,
                "an alias refers to the value that contains it",
            )
            .help("write the value instead of the alias"));
        }
        if matches!(place, NodeRole::Key) {
            return self.alias_key(target, span);
        }
        let is_map = self.builder.value(target) == Value::Map;
        self.check_merge_value(span, is_map)?;
        self.aliases.count(1, false);
        let aliases = &mut self.aliases;
        let copied = self.builder.copy(target, span, |weight| {
            aliases.count(weight, true);
            !aliases.excessive()
        });
        if copied.is_none() {
            return Err(if self.aliases.excessive() {
                SyntaxError::new(span.start as usize, "aliases expand this document too much")
                    .help("kubectl rejects excessive aliasing too; write the values instead of aliases")
            } else {
                too_deep(span.start as usize)
            });
        }
        Ok(())
    }

    fn alias_key(&mut self, target: NodeId, span: Span) -> Result<(), SyntaxError> {
        let (scalar, text) = match self.builder.value(target) {
            Value::List | Value::Map => return Err(complex_key(self.text, span)),
            Value::Null => (Scalar::Null, String::new()),
            Value::Bool(b) => (Scalar::Bool(b), String::new()),
            Value::Integer(i) => (Scalar::Integer(i), String::new()),
            Value::Float(f) => (Scalar::Float(f), String::new()),
            Value::String(text) => (Scalar::Text, text.to_owned()),
        };
        self.key(scalar, &text, span, ScalarStyle::Plain, 0)
    }
}
