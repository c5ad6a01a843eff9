//! Checks server-side apply and updates with any owners.

use std::sync::Arc;

use mergescope::document::Document;
use mergescope::merge::server_side::{ApplyRequest, ManagerEntry, ManagerOperation, applied_paths, serve};
use mergescope::merge::{Inputs, Semantics};
use mergescope::schema::Schema;

use super::laws;

/// Panics if a law is broken. The first patch is the applied configuration; another one is that of another manager.
pub(crate) fn check(variant: usize, live: &Arc<Document>, patches: &[Arc<Document>], schema: &Arc<Schema>) {
    let of = |bit: usize| match variant / bit % 2 {
        0 => ManagerOperation::Apply,
        _ => ManagerOperation::Update,
    };
    let owner = |name: &str, operation, config: &Document| {
        Some(ManagerEntry {
            name: name.to_owned(),
            operation,
            version: config.identity().0.to_owned(),
            time: String::new(),
            subresource: String::new(),
            fields: applied_paths(config, schema).ok()?,
        })
    };
    let mut owners = Vec::new();
    if variant / 4 % 2 == 1 {
        owners.extend(owner("me", of(1), live));
    }
    if let Some(config) = patches.get(1) {
        owners.extend(owner("other", of(8), config));
    }
    let request = ApplyRequest {
        manager: "me".to_owned(),
        operation: of(1),
        takeover: true,
        validates: true,
        force: variant / 2 % 2 == 1,
        owners: (!(variant / 16).is_multiple_of(4)).then_some(owners),
    };
    let inputs = Inputs {
        live: Arc::clone(live),
        patches: patches[..1].to_vec(),
        schema: Arc::clone(schema),
        semantics: Semantics::KUBERNETES,
    };
    let (traced, plain) = (
        serve(inputs.clone(), &request, true),
        serve(inputs, &request, false),
    );
    assert_eq!(
        format!("{:?} {:?}", traced.managers, traced.conflicts),
        format!("{:?} {:?}", plain.managers, plain.conflicts),
        "the trace changes the owners"
    );
    laws::check_traced(traced.merge, &plain.merge);
}
