//! Runs a merge, from inputs to verdict, for all patch types.

use std::sync::Arc;

use super::claim_checks::{self, BrokenClaim};
use super::policy::Assessment;
use super::recorder::{MergeResult, Recorder};
use super::result_tree::ResultTree;
use super::semantics::Semantics;
use super::strategic::decision::DecisionSet;
use super::trace::{Inputs, Merge, Rejection, Verdict};
use super::{
    api_server, json_patch, lint, merge_patch, policy, random_order, server_side, strategic, unreadable_patch,
};
use crate::document::Document;
use crate::schema::{Schema, TypePosition};

/// Merges the patches into the live object, one after another. With `traced`, each change and each rejection
/// records a step, and the merge is at its last step. Without it, only the result is computed.
pub fn merge(inputs: Inputs, traced: bool) -> Merge {
    merge_with_steps(inputs, traced, api_server::MAX_SERVER_STEPS)
}

/// As [`merge`], with at most `server_steps` steps of one kind about the answer of the API server.
pub(crate) fn merge_with_steps(mut inputs: Inputs, traced: bool, server_steps: usize) -> Merge {
    if matches!(inputs.semantics, Semantics::Policy(_)) {
        // A policy merges one template.
        inputs.patches.truncate(1);
    }
    let mut documents: Vec<Arc<Document>> = vec![Arc::clone(&inputs.live)];
    documents.extend(inputs.patches.iter().cloned());
    if let Semantics::Policy(compliance) = inputs.semantics {
        policy::use_patch_body(&mut documents, compliance);
    }
    if let Semantics::ServerSide(writer) = inputs.semantics {
        documents.truncate(2);
        server_side::add_annotation(&mut documents, &writer.request());
    }
    let schema = Arc::clone(&inputs.schema);
    let mut recorder = Recorder::new(&documents, traced);
    lint::check_texts(&mut recorder, inputs.semantics);
    let Ending {
        mut result,
        assessment,
        reached,
    } = run(&mut recorder, &schema, &inputs);
    random_order::report(&mut recorder, &documents, &schema, &inputs, &mut result);
    let verdict = match result {
        Ok(()) => {
            if assessment.is_some() {
                lint::check_variables(&mut recorder, &schema);
            } else {
                lint::check_result(&mut recorder, &schema);
                if !matches!(inputs.semantics, Semantics::ServerSide(_)) {
                    api_server::report(&mut recorder, &schema, inputs.semantics, server_steps);
                }
            }
            Verdict::Merged
        }
        Err(rejection) => Verdict::Rejected(rejection),
    };
    let merged = Merge {
        assessment,
        reached,
        server_steps,
        ..recorder.into_merge(inputs, verdict)
    };
    debug_assert_eq!(broken_claims(&merged), [], "an explanation is not so");
    merged
}

/// The maximum number of steps that debug builds check. Longer traces are checked only in tests.
const MAX_CHECKED_STEPS: usize = 200;

/// Returns the steps whose explanation is false, if the trace is short enough to check.
fn broken_claims(merged: &Merge) -> Vec<BrokenClaim> {
    match merged.steps.len() <= MAX_CHECKED_STEPS {
        true => claim_checks::broken_claims(&mut merged.clone()),
        false => Vec::new(),
    }
}

/// Composes the patch `first` with the patch `second`, both for an object of type `top`. The result is a
/// patch: it contains the nodes of both, with nulls and directives as data.
///
/// # Errors
/// The rejection, with kubectl's message.
pub fn compose_patches(
    first: &Arc<Document>,
    second: &Arc<Document>,
    schema: &Schema,
    top: TypePosition,
) -> Result<ResultTree, Box<Rejection>> {
    let documents = [Arc::clone(first), Arc::clone(second)];
    let mut recorder = Recorder::new(&documents, false);
    strategic::compose_patches(&mut recorder, schema, top)?;
    Ok(recorder.tree)
}

/// The end of a merge.
struct Ending {
    result: MergeResult,
    /// For a policy, what it says about the object.
    assessment: Option<Assessment>,
    /// For a strategic merge, the decisions that it made.
    reached: DecisionSet,
}

fn run<'d>(recorder: &mut Recorder<'d>, schema: &'d Schema, inputs: &Inputs) -> Ending {
    let (mut assessment, mut reached) = (None, DecisionSet::default());
    if let Err(rejection) = unreadable_patch::check(recorder, inputs.semantics) {
        return Ending {
            result: Err(rejection),
            assessment,
            reached,
        };
    }
    let result = match inputs.semantics {
        Semantics::Strategic(dialect) => {
            let live_lists = lint::check_live(recorder, schema, dialect.for_lints());
            let outcome = strategic::run(recorder, schema, dialect, live_lists);
            reached = outcome.1;
            outcome.0
        }
        Semantics::MergePatch(rules) => merge_patch::run(recorder, rules),
        Semantics::JsonPatch(rules) => json_patch::run(recorder, rules),
        Semantics::Policy(compliance) => {
            let outcome = policy::run(recorder, schema, compliance, &inputs.patches);
            assessment = Some(outcome.1);
            outcome.0
        }
        Semantics::ServerSide(manager) => server_side::run(recorder, schema, manager),
    };
    Ending {
        result,
        assessment,
        reached,
    }
}
