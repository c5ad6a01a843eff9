//! Warns about `--merge-key` declarations without a list in the input: usually a wrong path.

use super::args::SchemaArgs;
use crate::cli::print::print_err;
use crate::document::{Document, NodeId, Tree, ValueKind, escape};
use crate::merge::Inputs;

/// Prints the declared lists that are neither in the live object nor in a patch to stderr.
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

/// Returns whether there is a list at the path, in any item of its ancestor lists.
fn has_list(document: &Document, path: &str) -> bool {
    let mut places = vec![document.root()];
    for name in path.split('.').map(|part| part.trim_end_matches("[]")) {
        let entries = places
            .into_iter()
            .flat_map(|location| maps_at(document, location));
        places = entries.filter_map(|map| document.get(map, name)).collect();
    }
    places
        .into_iter()
        .any(|location| document.kind(location) == ValueKind::List)
}

/// Returns the map itself, or the maps in a list.
fn maps_at(document: &Document, location: NodeId) -> Vec<NodeId> {
    match document.kind(location) {
        ValueKind::Map => vec![location],
        ValueKind::List => document
            .children(location)
            .filter(|item| document.kind(*item) == ValueKind::Map)
            .collect(),
        _ => Vec::new(),
    }
}
