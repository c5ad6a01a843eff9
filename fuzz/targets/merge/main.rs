//! Generated live objects and patches: both semantics merge them, and the laws of the trace hold.
#![no_main]

mod generate;
mod laws;

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use mergescope::document::{Document, read, read_live};
use mergescope::merge::{Inputs, Semantics};
use mergescope::schema::Schema;

static SCHEMA: LazyLock<Arc<Schema>> = LazyLock::new(|| Arc::new(Schema::builtin()));

fuzz_target!(|bytes: &[u8]| {
    let (live, patches) = generate::inputs(bytes, &SCHEMA);
    let document = |read: Result<Document, _>| match read {
        Ok(document) => Arc::new(document),
        Err(error) => panic!("generated JSON is refused: {error}"),
    };
    let live = document(read_live("live", live.into_bytes()));
    let patches: Vec<Arc<Document>> = patches
        .into_iter()
        .map(|patch| document(read("patch", patch.into_bytes())))
        .collect();
    for semantics in [Semantics::Kubernetes, Semantics::Proposal] {
        laws::hold(&Inputs {
            live: Arc::clone(&live),
            patches: patches.clone(),
            schema: Arc::clone(&SCHEMA),
            semantics,
        });
    }
});
