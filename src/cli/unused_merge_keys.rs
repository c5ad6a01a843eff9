//! `--merge-key` declarations that nothing in the input answers to: nearly always a slip in the path.

use super::args::SchemaArgs;
use crate::cli::print::print_err;
use crate::document::{Document, NodeId, Tree, ValueKind, escape};
use crate::merge::Inputs;

/// Says on stderr which declared lists neither live nor a patch has.
pub(crate) fn warn_of_unused(args: &SchemaArgs, inputs: &Inputs) {
    for declaration in &args.merge_key {
        let path = declaration
            .rsplit_once('=')
            .map_or(declaration.as_str(), |(path, _)| path);
        let mut documents = std::iter::once(&inputs.live).chain(&inputs.patches);
        if !documents.any(|document| has_list(document, path)) {
            let line =
                format!("warning: --merge-key {declaration} has no effect: no input has the list `{path}`");
            print_err!("{}", escape::visible(&line));
        }
    }
}

/// Whether there is a list at the path, in any item of the lists above it.
fn has_list(document: &Document, path: &str) -> bool {
    let mut places = vec![document.root()];
    for name in path.split('.').map(|part| part.trim_end_matches("[]")) {
        let entries = places.into_iter().flat_map(|place| maps_at(document, place));
        places = entries.filter_map(|map| document.get(map, name)).collect();
    }
    places
        .into_iter()
        .any(|place| document.kind(place) == ValueKind::List)
}

/// The map itself, or the maps that a list holds.
fn maps_at(document: &Document, place: NodeId) -> Vec<NodeId> {
    match document.kind(place) {
        ValueKind::Map => vec![place],
        ValueKind::List => document
            .children(place)
            .filter(|item| document.kind(*item) == ValueKind::Map)
            .collect(),
        _ => Vec::new(),
    }
}
