//! Checks patches that are created from two or three objects.

use std::sync::Arc;

use mergescope::create::{ClientFeatures, CreateRequest, CreatedPatchType, Sides, create};
use mergescope::document::{Document, Numbers, Tree, read, same, write};
use mergescope::merge::{Inputs, Semantics, merge};
use mergescope::schema::Schema;

use super::generate::{Texts, document};
use super::laws;

/// Panics if a law is broken. The patches are the modified and the original object.
pub(crate) fn check(variant: usize, texts: &Texts, schema: &Arc<Schema>) {
    let made = |text: &String| document(read("side", text.clone().into_bytes()));
    let (live, modified) = (made(&texts.live), made(&texts.patches[0]));
    let original = texts.patches.get(1).map(made);
    let clients = [
        ClientFeatures::Library,
        ClientFeatures::Old,
        ClientFeatures::Proposal,
        ClientFeatures::PatchList,
        ClientFeatures::Position,
    ];
    let client = clients[variant / 4 % clients.len()];
    for form in [
        CreatedPatchType::Strategic,
        CreatedPatchType::Merge,
        CreatedPatchType::Json,
    ] {
        let three = form != CreatedPatchType::Json && variant % 2 == 1;
        let request = CreateRequest {
            form,
            sides: Sides {
                original: match three {
                    true => original.clone(),
                    false => Some(Arc::clone(&live)),
                },
                modified: Arc::clone(&modified),
                current: three.then(|| Arc::clone(&live)),
            },
            schema: Arc::clone(schema),
            overwrite: variant / 2 % 2 == 1,
            preconditions: Vec::new(),
            client,
        };
        let created = match create(&request) {
            Ok(created) => created,
            Err(failure) => {
                assert!(!failure.message.is_empty());
                continue;
            }
        };
        let patch = &created.patch.document;
        assert_eq!(
            patch.node_count(),
            created.patch.reasons.len(),
            "a reason for every node"
        );
        let inputs = Inputs {
            live: Arc::clone(&live),
            patches: vec![Arc::clone(patch)],
            schema: Arc::clone(schema),
            semantics: semantics(form, client),
        };
        laws::check(&inputs);
        if form == CreatedPatchType::Json {
            // kubectl rejects objects without a kind, and panics on some nulls.
            let semantics = Semantics::JSON_PATCH_RFC;
            leads_there(Inputs { semantics, ..inputs }, &modified);
        }
    }
}

/// What the patch is made for.
fn semantics(form: CreatedPatchType, client: ClientFeatures) -> Semantics {
    match client {
        ClientFeatures::Proposal if form == CreatedPatchType::Strategic => Semantics::PROPOSAL,
        ClientFeatures::PatchList if form == CreatedPatchType::Strategic => Semantics::PATCH_LIST,
        ClientFeatures::Position if form == CreatedPatchType::Strategic => Semantics::POSITION,
        _ => form.into(),
    }
}

fn leads_there(inputs: Inputs, modified: &Document) {
    let merged = merge(inputs, false);
    let tree = &merged.tree;
    assert!(
        merged.rejection().is_none() && same(tree, tree.top(), modified, modified.root(), Numbers::ByValue),
        "the patch leads to {}",
        write::json_compact(tree)
    );
}
