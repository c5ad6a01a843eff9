//! Parses paths in their printed form: `spec.containers[name=web].image`.

use super::path::{Path, Segment, WHOLE_OBJECT};

impl Path {
    /// Parses the text that [`std::fmt::Display`] prints. `[2]` can be an index or a value, `[a=b]` an item
    /// or a value: the caller decides with the document.
    ///
    /// # Errors
    /// The byte offset of the problem, and its description.
    pub fn parse(text: &str) -> Result<Self, (usize, &'static str)> {
        let mut path = Self::default();
        let text = if text == WHOLE_OBJECT { "" } else { text };
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            if let Some(inside) = rest.strip_prefix("[\"") {
                let end = inside.find("\"]").ok_or((at, "unclosed quote"))?;
                path.0.push(Segment::Key(inside[..end].to_owned()));
                at += end + 4;
            } else if let Some(inside) = rest.strip_prefix('[') {
                let end = closing(inside).ok_or((at, "unclosed bracket"))?;
                path.0.push(item(&inside[..end]));
                at += end + 2;
            } else {
                let rest = match rest.strip_prefix('.') {
                    Some(rest) if !path.0.is_empty() => {
                        at += 1;
                        rest
                    }
                    _ => rest,
                };
                let end = rest.find(['.', '[']).unwrap_or(rest.len());
                if end == 0 {
                    return Err((at, "missing key"));
                }
                path.0.push(Segment::Key(rest[..end].to_owned()));
                at += end;
            }
        }
        Ok(path)
    }
}

/// Returns the bracket that ends an item: the first one after which the path can continue.
fn closing(inside: &str) -> Option<usize> {
    inside
        .match_indices(']')
        .map(|(at, _)| at)
        .find(|at| matches!(inside.as_bytes().get(at + 1), None | Some(b'.' | b'[')))
}

fn item(inside: &str) -> Segment {
    if let Ok(index) = inside.parse() {
        return Segment::Index(index);
    }
    match inside.split_once('=') {
        Some((key, value)) => Segment::Item {
            key: key.to_owned(),
            value: value.to_owned(),
        },
        None => Segment::Value(inside.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_paths_can_be_parsed() {
        for text in [
            WHOLE_OBJECT,
            "spec.template.spec.containers[name=web].image",
            "args[2]",
            "[\"a.b\"].c",
            "metadata.finalizers[example.com/a]",
            "a[name=x]y].b",
            "spec.$setElementOrder/containers[name=web]",
            "a[k=v=w][0][\"\"]",
        ] {
            assert_eq!(
                Path::parse(text).map(|path| path.to_string()).as_deref(),
                Ok(text)
            );
        }
    }

    #[test]
    fn invalid_paths_are_rejected_with_the_offset() {
        for (text, at) in [("a..b", 2), ("a[name=web", 1), ("[\"a", 0), (".", 0), ("a.", 2)] {
            assert_eq!(Path::parse(text).map_err(|(at, _)| at), Err(at), "{text}");
        }
    }
}
