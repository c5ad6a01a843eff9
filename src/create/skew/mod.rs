//! One change made by an old and by a new client, carried out by an old and by a new server: four results, and what of
//! the change is lost in each (sibling merges, section 7).

mod four;
mod lists;
mod lost;

use std::sync::Arc;

use super::client::Client;
use super::reason::Failure;
use super::side::Sides;
use super::{Created, Form, Request, create};
use crate::document::{Document, read, write};
use crate::merge::{Inputs, Merge, Semantics, merge};
use crate::schema::Schema;

pub use lists::Sequence;
pub use lost::{Loss, Lost};

/// What is asked: a change, and who is old and who is new.
#[derive(Clone, Debug)]
pub struct Question {
    /// What the client had read, what it wants, and the object as the server has it by now (else it is still what the
    /// client had read).
    pub sides: Sides,
    /// How each field merges.
    pub schema: Arc<Schema>,
    /// The semantics of the old server; the old client is the one that goes with it.
    pub old: Semantics,
    /// The same of the new ones.
    pub new: Semantics,
}

/// Old or new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// Of before.
    Old,
    /// Of after.
    New,
}

impl Age {
    /// Both, the old one first.
    pub const BOTH: [Self; 2] = [Self::Old, Self::New];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Old => "old",
            Self::New => "new",
        }
    }
}

/// A client's patch on a server.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Whose patch it is.
    pub client: Age,
    /// Who carries it out.
    pub server: Age,
    /// The merge; none where the client cannot make a patch.
    pub merged: Option<Merge>,
    /// The result as a document; none where the server refuses.
    pub result: Option<Arc<Document>>,
    /// What is not as wanted, in the order of the documents.
    pub lost: Vec<Lost>,
    /// The order of the lists that merge.
    sequences: Vec<Sequence>,
}

impl Cell {
    /// Whether the change is carried out as it is meant.
    pub fn is_as_wanted(&self) -> bool {
        self.result.is_some() && self.lost.is_empty()
    }
}

/// The four results.
#[derive(Clone, Debug)]
pub struct Skew {
    /// What was asked.
    pub question: Question,
    /// The old client's patch and the new one's, or why there is none.
    pub patches: [Result<Created, Failure>; 2],
    /// By client, then by server.
    pub cells: [[Cell; 2]; 2],
}

impl Skew {
    /// Makes both patches and lets both servers carry them out.
    pub fn of(question: Question) -> Self {
        let patches = Age::BOTH.map(|client| create(&question.request(client)));
        // Each server reads its own object.
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

    /// The four results in reading order.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter().flatten()
    }

    /// What a client sends.
    pub fn request(&self, client: Age) -> Request {
        self.question.request(client)
    }

    /// Whether both clients send the same.
    pub fn is_one_patch(&self) -> bool {
        match &self.patches {
            [Ok(old), Ok(new)] => old.patch.document.text() == new.patch.document.text(),
            _ => false,
        }
    }

    /// The lists whose order is worth a look: those that do not stand alike everywhere. For each the wanted order, the
    /// one that the server has, and that of each cell (none where the list, or the result, is not there).
    pub fn lists(&self) -> Vec<Lists> {
        lists::differing(self)
    }
}

/// One list in all that is compared; items by their merge keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists {
    /// Where it is.
    pub path: crate::document::Path,
    /// As the client wants it; it knows nothing of what others add.
    pub wanted: Option<Vec<String>>,
    /// As the server has it.
    pub now: Option<Vec<String>>,
    /// By client, then by server.
    pub cells: [[Option<Vec<String>>; 2]; 2],
}

impl Question {
    /// Whose semantics an age has.
    pub fn semantics(&self, age: Age) -> Semantics {
        match age {
            Age::Old => self.old,
            Age::New => self.new,
        }
    }

    /// The object as the server has it.
    pub fn live(&self) -> Option<&Arc<Document>> {
        self.sides.current.as_ref().or(self.sides.original.as_ref())
    }

    fn request(&self, client: Age) -> Request {
        Request {
            form: Form::Strategic,
            sides: Sides {
                current: None,
                ..self.sides.clone()
            },
            schema: Arc::clone(&self.schema),
            overwrite: true,
            preconditions: Vec::new(),
            client: Client::of(self.semantics(client)),
        }
    }

    fn cell(&self, given: Option<(&Created, &Arc<Document>)>, client: Age, server: Age) -> Cell {
        let mut cell = Cell {
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
        if merged.refusal().is_none() {
            // What our own writer makes can be read.
            cell.result = read("result", write::yaml(&merged.scene).into_bytes())
                .ok()
                .map(Arc::new);
        }
        cell.merged = Some(merged);
        if let Some(result) = &cell.result {
            (cell.lost, cell.sequences) = lost::lost(self, result);
        }
        cell
    }
}
