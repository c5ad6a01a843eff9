//! One change sent by an old and by a new client to an old and to a new API server: four results, and the
//! losses in each.

mod four_documents;
mod list_orders;
mod losses;
mod outcome;
mod request;
mod sequence;

use std::sync::Arc;

use super::client_features::ClientFeatures;
use super::sides::Sides;
use super::{CreateRequest, Created, CreatedPatchType, create};
use crate::document::{Document, read, write};
use crate::merge::{Inputs, Semantics, merge};

pub use list_orders::ListOrders;
pub use losses::Loss;
pub use outcome::{Skew, SkewOutcome};
pub use request::{Age, SkewRequest};

impl Skew {
    /// Computes both patches and merges them with both semantics.
    pub fn compute(question: SkewRequest) -> Self {
        let patches = Age::BOTH.map(|client| create(&question.request(client)));
        // Each API server parses its own object.
        let live = question.live();
        let live = live.map(|live| Arc::new(Document::clone(live).with_live_numbers()));
        let cells = Age::BOTH.map(|client| {
            let patch = patches[client as usize].as_ref().ok().zip(live.as_ref());
            Age::BOTH.map(|server| question.cell(patch, client, server))
        });
        Self {
            question,
            patches,
            cells,
        }
    }

    /// Returns the request for the patch of a client.
    pub fn request(&self, client: Age) -> CreateRequest {
        self.question.request(client)
    }

    /// Returns whether both clients send the same patch.
    pub fn is_one_patch(&self) -> bool {
        match &self.patches {
            [Ok(old), Ok(new)] => old.patch.document.text() == new.patch.document.text(),
            _ => false,
        }
    }

    /// Returns the lists whose order differs between the results: the requested order, the live order, and
    /// the order in each cell (`None` if the list or the result does not exist).
    pub fn lists(&self) -> Vec<ListOrders> {
        list_orders::differing(self)
    }
}

impl SkewRequest {
    /// Returns the semantics of an age.
    pub fn semantics(&self, age: Age) -> Semantics {
        match age {
            Age::Old => self.old,
            Age::New => self.new,
        }
    }

    /// Returns the live object.
    pub fn live(&self) -> Option<&Arc<Document>> {
        self.sides.current.as_ref().or(self.sides.original.as_ref())
    }

    fn request(&self, client: Age) -> CreateRequest {
        let features = ClientFeatures::from_semantics(self.semantics(client));
        // `$position` is sent if the requested order differs from the live order.
        let compares_with_live = features == ClientFeatures::Position;
        CreateRequest {
            form: CreatedPatchType::Strategic,
            sides: Sides {
                current: self.sides.current.clone().filter(|_| compares_with_live),
                ..self.sides.clone()
            },
            schema: Arc::clone(&self.schema),
            overwrite: true,
            preconditions: Vec::new(),
            client: features,
        }
    }

    fn cell(&self, given: Option<(&Created, &Arc<Document>)>, client: Age, server: Age) -> SkewOutcome {
        let mut cell = SkewOutcome {
            client,
            server,
            merged: None,
            result: None,
            lost: Vec::new(),
            sequences: Vec::new(),
        };
        let Some((created, live)) = given else {
            return cell;
        };
        let merged = merge(
            Inputs {
                live: Arc::clone(live),
                patches: vec![Arc::clone(&created.patch.document)],
                schema: Arc::clone(&self.schema),
                semantics: self.semantics(server),
            },
            true,
        );
        if merged.rejection().is_none() {
            // The output of our own writer can be parsed.
            cell.result = read("result", write::yaml(&merged.tree).into_bytes())
                .ok()
                .map(Arc::new);
        }
        cell.merged = Some(merged);
        if let Some(result) = &cell.result {
            (cell.lost, cell.sequences) = losses::lost(self, result);
        }
        cell
    }
}
