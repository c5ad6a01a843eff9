//! `kubectl apply` on the screen: the patch is computed from live, the manifest and what was applied last, and computed
//! anew whenever one of them changes.

use std::sync::Arc;

use super::action::{Focus, Pane};
use super::given::{Given, Opening};
use super::line::{Kind, Line, line};
use super::load;
use super::mask::Secrets;
use super::overlay::Overlay;
use super::state::{Origin, State, Trouble};
use crate::create::{Applied, Apply, ApplyError, Names, Side, Told, apply, ledger};
use crate::document::{Document, ReadError, read, read_live, write};
use crate::merge::{Effect, Semantics};
use crate::schema::Schema;

/// Which document the computed patch is, the manifest, and what was applied last.
pub(super) const COMPUTED: usize = 1;
pub(super) const MANIFEST: usize = 2;
const LAST_APPLIED: usize = 3;

/// What an apply is opened with.
#[derive(Clone, Debug)]
pub struct ApplyOpening {
    /// The object as the server has it.
    pub live: Given,
    /// The file that is applied.
    pub manifest: Given,
    /// What was applied last, where the annotation in live does not say it.
    pub last_applied: Option<Given>,
    /// How each field merges.
    pub schema: Arc<Schema>,
    /// kubectl's `--overwrite`.
    pub overwrite: bool,
}

/// A patch that is computed while one looks.
#[derive(Clone, Debug)]
pub(super) struct Making {
    apply: Apply,
    /// What came of it last.
    applied: Option<Arc<Applied>>,
}

impl Making {
    /// The text of a document that takes no part in the merge itself.
    pub(super) fn text(&self, document: usize) -> Option<&str> {
        match document {
            MANIFEST => Some(self.apply.manifest.text()),
            LAST_APPLIED => Some(self.apply.last_applied.as_ref()?.text()),
            _ => None,
        }
    }

    fn compute(&mut self) -> Result<Arc<Applied>, Trouble> {
        match apply(&self.apply) {
            Ok(applied) => {
                let applied = Arc::new(applied);
                self.applied = Some(Arc::clone(&applied));
                Ok(applied)
            }
            Err(ApplyError::Unreadable(error)) => Err(Trouble::of(&error)),
            Err(ApplyError::Failed(failed)) => {
                let (failure, sides) = &*failed;
                let told = Told {
                    sides,
                    schema: &self.apply.schema,
                    names: Names::APPLY,
                    manifest: None,
                };
                Err(Trouble {
                    text: format!("no patch can be made: {}", told.failure(failure)),
                    line: None,
                })
            }
        }
    }
}

fn manifest_of(name: &str, bytes: Vec<u8>) -> Result<Arc<Document>, ReadError> {
    read(name, bytes).map(|document| Arc::new(document.with_live_numbers()))
}

impl State {
    /// Opens an apply, on the last step of the computed patch.
    ///
    /// # Errors
    /// The first text that cannot be read.
    pub fn open_apply(opening: ApplyOpening) -> Result<Self, ReadError> {
        let ApplyOpening {
            live,
            manifest,
            last_applied,
            schema,
            overwrite,
        } = opening;
        let mut making = Making {
            apply: Apply {
                live: Arc::new(read_live(&live.name, live.bytes.clone())?),
                manifest: manifest_of(&manifest.name, manifest.bytes.clone())?,
                last_applied: match &last_applied {
                    Some(given) => Some(manifest_of(&given.name, given.bytes.clone())?),
                    None => None,
                },
                schema: Arc::clone(&schema),
                overwrite,
            },
            applied: None,
        };
        let (patch, semantics, trouble) = match making.compute() {
            Ok(applied) => (
                write::yaml(&*applied.created.patch.document),
                applied.inputs().semantics,
                None,
            ),
            Err(trouble) => ("{}\n".to_owned(), Semantics::Kubernetes, Some(trouble)),
        };
        let mut state = Self::open(Opening {
            live,
            patches: vec![Given {
                name: "computed from the manifest".to_owned(),
                bytes: patch.into_bytes(),
                file: false,
            }],
            schema,
            semantics,
        })?;
        state.origins[COMPUTED].trouble = trouble;
        for given in [Some(manifest), last_applied].into_iter().flatten() {
            state.origins.push(Origin {
                name: given.name,
                file: given.file,
                trouble: None,
            });
        }
        state.making = Some(Box::new(making));
        Ok(state)
    }

    /// Whether the patch is computed from a manifest.
    pub fn is_apply(&self) -> bool {
        self.making.is_some()
    }

    /// A document has new bytes: the patch is computed anew, or the last good one stays under a banner.
    pub(super) fn remake(&mut self, document: usize, bytes: Vec<u8>) {
        let (Some(making), Some(origin)) = (&mut self.making, self.origins.get_mut(document)) else {
            return;
        };
        let known = match document {
            0 => load::read_as(0, &origin.name, bytes).map(Arc::new),
            _ => manifest_of(&origin.name, bytes),
        };
        let known = match known {
            Ok(known) => known,
            Err(error) => {
                origin.trouble = Some(Trouble::of(&error));
                return;
            }
        };
        origin.trouble = None;
        match document {
            0 => making.apply.live = known,
            LAST_APPLIED => making.apply.last_applied = Some(known),
            _ => making.apply.manifest = known,
        }
        let made = making.compute();
        self.origins[COMPUTED].trouble = None;
        match made {
            Ok(applied) => {
                let mut inputs = applied.inputs();
                if inputs.semantics.patch_type() == self.semantics().patch_type() {
                    inputs.semantics = self.semantics();
                }
                self.merge_anew(inputs);
            }
            Err(trouble) => self.origins[COMPUTED].trouble = Some(trouble),
        }
    }

    /// Why the line of the computed patch under the cursor is there.
    pub(super) fn reason_lines(&self) -> Vec<Line> {
        let applied = self.making.as_ref().and_then(|making| making.applied.as_ref());
        let (Some(applied), Focus::Document(Pane::Patch)) = (applied, self.focus) else {
            return Vec::new();
        };
        let patch = &applied.created.patch;
        let node = self.triple.patch.map(|near| near.node.node);
        let Some((node, reason)) = node.and_then(|node| Some((node, patch.reasons.get(node.index())?)))
        else {
            return Vec::new();
        };
        if self.session.secrets() == Secrets::Hidden {
            return Vec::new();
        }
        let told = applied.told();
        let path = told.path(&patch.document, node);
        let mut places = Vec::new();
        for side in [Side::Original, Side::Modified, Side::Current] {
            let place = reason.node(side).and_then(|node| told.place(side, node));
            if let Some((name, position)) = place {
                places.push(format!("{name}:{}:{}", position.line, position.column));
            }
        }
        places.push(reason.rule.text().source.to_owned());
        vec![
            line(Kind::Title, format!("in the patch: {path}")),
            line(Kind::Says, told.line(&patch.document, node, reason)),
            line(
                Kind::Rule,
                format!("{}: {}", reason.rule.name(), reason.rule.text().rule),
            ),
            line(Kind::Place, places.join(" · ")),
            line(Kind::Blank, ""),
        ]
    }

    /// Shows who wins each field, and why.
    pub(super) fn show_ledger(&mut self) {
        self.kubectl = self.ledger_lines();
        self.overlay = Some(Overlay::Ledger { scroll: 0 });
    }

    fn ledger_lines(&self) -> Vec<String> {
        let Some(applied) = self.making.as_ref().and_then(|making| making.applied.as_ref()) else {
            return vec!["no patch can be made, so nobody wins".to_owned()];
        };
        let merged = applied.merged(true);
        if let Some(refusal) = merged.refusal() {
            return vec![format!(
                "the server refuses the patch: {}",
                refusal.message.trim_end()
            )];
        }
        let remarks = applied.created.remarks.iter();
        let mut lines: Vec<String> = remarks
            .map(|remark| format!("! {}: {}", remark.path, applied.told().remark(remark)))
            .collect();
        lines.extend(
            applied
                .outlook(&merged)
                .into_iter()
                .map(|note| format!("! {note}")),
        );
        let hidden = self.session.secrets() == Secrets::Hidden;
        for row in ledger(applied, &merged) {
            let text = row.fate.text();
            let mark = text.effect.mark().map_or(' ', |mark| mark.glyph());
            lines.push(format!("{mark} {}  ({})", row.path, text.name));
            if !hidden && text.effect != Effect::Nothing {
                let cells = [
                    ("last applied", applied.cell(Side::Original, row.last)),
                    ("manifest", applied.cell(Side::Modified, row.manifest)),
                    ("live", applied.cell(Side::Current, row.live)),
                    ("result", applied.result_cell(&merged, &row)),
                ];
                let cells =
                    cells.map(|(name, cell)| format!("{name} {}", cell.unwrap_or_else(|| "-".to_owned())));
                lines.push(format!("    {}", cells.join(" · ")));
            }
        }
        lines
    }
}
