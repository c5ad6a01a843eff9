//! The laws of this target.
use mergescope::document::split::{Chunk, Splitter};
use mergescope::document::{
    Document, Format, NodeId, Numbers, Span, Tree, read, read_at, read_by_events, read_live, same, write,
};

/// Panics where a law is broken.
pub(crate) fn check(bytes: &[u8]) {
    let whole = chunks(bytes, bytes.len().max(1));
    assert_eq!(whole, chunks(bytes, 1 + bytes.len() % 7));
    for chunk in whole {
        let _ = read_at("chunk", chunk.bytes, chunk.at);
    }
    let answer = read("fuzz", bytes.to_vec());
    assert_eq!(
        format!("{answer:?}"),
        format!("{:?}", read_by_events("fuzz", bytes.to_vec()))
    );
    let document = match answer {
        Ok(document) => document,
        Err(error) => {
            assert!(!error.report().is_empty());
            return;
        }
    };
    spans_are_sound(&document);
    for text in [
        write::yaml(&document),
        write::json(&document),
        write::json_compact(&document),
    ] {
        let back = match read("back", text.clone().into_bytes()) {
            Ok(back) => back,
            Err(error) => panic!("{}\n{text}", error.report()),
        };
        assert!(
            same(&document, document.root(), &back, back.root(), Numbers::ByValue),
            "reads back differently:\n{text}"
        );
    }
    // kubectl cuts a live file at its markers first: only a directive is then without its document.
    if let Err(error) = read_live("fuzz", bytes.to_vec()) {
        assert!(
            error.what.contains("this directive has no document"),
            "{}",
            error.report()
        );
    }
}

fn chunks(bytes: &[u8], portion: usize) -> Vec<Chunk> {
    let mut splitter = Splitter::default();
    let mut chunks = Vec::new();
    for portion in bytes.chunks(portion) {
        splitter.feed(portion);
        chunks.extend(std::iter::from_fn(|| splitter.next_chunk()));
    }
    splitter.end();
    chunks.extend(std::iter::from_fn(|| splitter.next_chunk()));
    chunks
}

fn spans_are_sound(document: &Document) {
    let text = document.text();
    // What an alias stands for keeps the spans of its own text, which is elsewhere.
    let nested = document.format() == Format::Json || !text.contains('*');
    let inside = |outer: Span, inner: Span| outer.start <= inner.start && inner.end <= outer.end;
    for id in (0..document.node_count() as u32).map(NodeId) {
        let (span, entry) = (document.span(id), document.entry_span(id));
        for span in [Some(span), Some(entry), document.key_span(id)]
            .into_iter()
            .flatten()
        {
            assert!(
                text.get(span.start as usize..span.end as usize).is_some(),
                "{span:?} is no part of the text"
            );
        }
        assert!(
            inside(entry, span),
            "{entry:?} is smaller than its value {span:?}"
        );
        let position = document.position(id);
        assert!(position.line >= 1 && position.column >= 1);
        if let Some(parent) = document.parent(id) {
            assert!(parent < id, "a parent comes after its child");
            let outer = document.span(parent);
            assert!(
                !nested || inside(outer, entry),
                "{entry:?} is outside its parent {outer:?}"
            );
        }
    }
    for warning in document.warnings() {
        assert!(warning.span.start as usize <= text.len());
    }
    assert!(document.children(document.root()).count() == document.len(document.root()));
}
