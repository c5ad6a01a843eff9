//! Merges one generated input, or creates its patch, and checks the laws.

use std::sync::{Arc, LazyLock};

use mergescope::document::{Document, null_document, read, read_live};
use mergescope::merge::policy::{Compliance, MetadataType};
use mergescope::merge::{Inputs, PatchType, Semantics};
use mergescope::schema::Schema;

use super::generate::{self, Case, Texts, document};
use super::{check_created, check_server_side, laws};

static SCHEMA: LazyLock<Arc<Schema>> = LazyLock::new(|| Arc::new(Schema::builtin()));

/// Panics if a law is broken. The bytes choose the input.
pub(crate) fn check(bytes: &[u8]) {
    let (case, texts) = generate::inputs(bytes, &SCHEMA);
    // What the bytes of a finding stand for: FUZZ_SHOW=1 target FILE
    if std::env::var_os("FUZZ_SHOW").is_some() {
        eprintln!(
            "{case:?}\nlive {}\npatches {}",
            texts.live,
            texts.patches.join("\n        ")
        );
    }
    match case {
        Case::Patched(patch_type, variant) => patched(patch_type, variant, &texts),
        Case::Created(variant) => check_created::check(variant, &texts, &SCHEMA),
    }
}

fn patched(patch_type: PatchType, variant: usize, texts: &Texts) {
    let live = match texts.live.is_empty() {
        true => Arc::new(null_document()),
        false => document(read_live("live", texts.live.clone().into_bytes())),
    };
    let patches: Vec<Arc<Document>> = texts
        .patches
        .iter()
        .map(|patch| document(read("patch", patch.clone().into_bytes())))
        .collect();
    if patch_type == PatchType::Apply {
        return check_server_side::check(variant, &live, &patches, &SCHEMA);
    }
    for semantics in Semantics::ALL.iter().copied() {
        if semantics.patch_type() != patch_type {
            continue;
        }
        let semantics = match semantics {
            Semantics::Policy(compliance) => Semantics::Policy(Compliance {
                selected_by_content: variant % 2 == 1,
                metadata: [
                    None,
                    Some(MetadataType::MustHave),
                    Some(MetadataType::MustOnlyHave),
                ][variant / 2 % 3],
                ..compliance
            }),
            other => other,
        };
        laws::check(&Inputs {
            live: Arc::clone(&live),
            patches: patches.clone(),
            schema: Arc::clone(&SCHEMA),
            semantics,
        });
    }
}
