//! One merge from inputs to verdict, whichever kind of patch it is.

use std::sync::Arc;

use super::recorder::{MergeResult, Recorder};
use super::result_tree::ResultTree;
use super::result_tree::positions::Positions;
use super::semantics::{PatchType, Semantics};
use super::trace::{Inputs, Merge, Rejection, Verdict};
use super::{json_patch, merge_patch, policy, server_side, strategic};
use crate::document::Document;
use crate::schema::{Schema, TypePosition};

/// Merges the patches into live, one after another. With `traced` every change and every refusal leaves a step, and
/// the merge stands at its last step; without, only the result is made.
pub fn merge(inputs: Inputs, traced: bool) -> Merge {
    let mut documents: Vec<Arc<Document>> = vec![Arc::clone(&inputs.live)];
    documents.extend(inputs.patches.iter().cloned());
    if let Semantics::Policy(compliance) = inputs.semantics {
        policy::take_body(&mut documents, compliance);
    }
    if let Semantics::ServerSide(writer) = inputs.semantics {
        documents.truncate(2);
        server_side::add_annotation(&mut documents, &writer.request());
    }
    let schema = Arc::clone(&inputs.schema);
    let mut engine = Recorder::new(&documents, &schema, inputs.semantics, traced);
    engine.warn_of_texts();
    let verdict = match run(&mut engine, &inputs.patches) {
        Ok(()) => {
            engine.warn_of_result();
            Verdict::Merged
        }
        Err(refusal) => Verdict::Rejected(refusal),
    };
    engine.seal();
    let Recorder {
        scene,
        steps,
        assessment,
        ..
    } = engine;
    let position = steps.len();
    Merge {
        inputs,
        scene,
        steps,
        verdict,
        assessment,
        position,
        positions: Positions::default(),
    }
}

/// Joins the patch `second` into the patch `first`, both made for an object of the type `top`. The result is a patch: it
/// holds the nodes of both, with nulls and directives as data.
///
/// # Errors
/// The refusal in the words of `kubernetes` semantics.
pub fn join(
    first: &Arc<Document>,
    second: &Arc<Document>,
    schema: &Schema,
    top: TypePosition,
) -> Result<ResultTree, Box<Rejection>> {
    let documents = [Arc::clone(first), Arc::clone(second)];
    let mut engine = Recorder::new(&documents, schema, Semantics::Kubernetes, false);
    strategic::join(&mut engine, top)?;
    Ok(engine.scene)
}

fn run(engine: &mut Recorder<'_>, patches: &[Arc<Document>]) -> MergeResult {
    if let Semantics::ServerSide(writer) = engine.semantics {
        return server_side::run(engine, writer);
    }
    match engine.semantics.patch_type() {
        PatchType::Strategic | PatchType::Apply => strategic::run(engine),
        PatchType::Merge => merge_patch::run(engine),
        PatchType::Json => json_patch::run(engine),
        PatchType::Policy => policy::run(engine, patches),
    }
}
