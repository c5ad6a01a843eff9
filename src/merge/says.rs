//! A step's sentence: the rule's template with this step's names and values.

use super::path::scalar_text;
use super::scene::Source;
use super::trace::{Merge, Step};
use crate::document::{Kind, Path, Segment, Tree, Value};

/// How long a value may be in a sentence, in characters.
const VALUE_LIMIT: usize = 60;

impl Merge {
    /// The step as one sentence. Document text in it is not escaped: outlets do that.
    pub fn says(&self, step: &Step) -> String {
        self.fill(step.rule.text().says, step)
    }

    /// For a refusal: the smallest change that would make the patch pass.
    pub fn fix(&self, step: &Step) -> String {
        match self.refusal().and_then(|refusal| refusal.fix.clone()) {
            Some(fix) if step.rule.is_refusal() => fix,
            _ => self.fill(step.rule.text().fix, step),
        }
    }

    fn fill(&self, template: &'static str, step: &Step) -> String {
        let path = self.step_path(step);
        let mut out = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let Some((name, after)) = after.split_once('}') else {
                break;
            };
            out.push_str(&self.slot(name, step, &path));
            rest = after;
        }
        out.push_str(rest);
        out
    }

    fn slot(&self, name: &str, step: &Step, path: &Path) -> String {
        match name {
            "field" | "list" | "item" => match (name, step.field, path.0.last()) {
                ("list", None, Some(Segment::Item { .. } | Segment::Value(_) | Segment::Index(_))) => {
                    segment_name(
                        path.0
                            .iter()
                            .rev()
                            .find(|segment| matches!(segment, Segment::Key(_))),
                    )
                }
                (_, _, last) => segment_name(last),
            },
            "new" => step.patch.map_or_else(String::new, |source| self.quote(source)),
            "old" => step.old.map_or_else(String::new, |source| self.quote(source)),
            "new_kind" => step
                .patch
                .map_or("", |source| self.kind_of(source).name())
                .to_owned(),
            "old_kind" => step
                .old
                .map_or("", |source| self.kind_of(source).name())
                .to_owned(),
            "count" => step.count.to_string(),
            "directive" => step
                .directive
                .and_then(|source| self.key_of(source))
                .unwrap_or_default(),
            "missing" => match step.directive.and_then(|source| self.key_of(source)) {
                Some(key) => format!("`{key}`"),
                None => "the patch list".to_owned(),
            },
            "key" => self
                .field(step.at)
                .and_then(|field| field.merge_key.map(str::to_owned))
                .unwrap_or_default(),
            "names" | "detail" => step.detail.as_deref().unwrap_or_default().to_owned(),
            _ => String::new(),
        }
    }

    fn key_of(&self, source: Source) -> Option<String> {
        self.scene.document(source).key(source.node).map(str::to_owned)
    }

    fn kind_of(&self, source: Source) -> Kind {
        self.scene.document(source).kind(source.node)
    }

    fn quote(&self, source: Source) -> String {
        match self.scene.document(source).value(source.node) {
            Value::String(text) => format!("{:?}", shorten(text)),
            Value::List => "a list".to_owned(),
            Value::Map => "a map".to_owned(),
            value => scalar_text(value).unwrap_or_default(),
        }
    }
}

fn segment_name(segment: Option<&Segment>) -> String {
    match segment {
        Some(Segment::Key(key)) => key.clone(),
        Some(Segment::Index(index)) => format!("[{index}]"),
        Some(Segment::Item { key, value }) => format!("{key}={value}"),
        Some(Segment::Value(value)) => value.clone(),
        None => "the whole object".to_owned(),
    }
}

/// The text, cut at a length that a sentence can bear.
pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(VALUE_LIMIT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
