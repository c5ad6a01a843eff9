//! The model of the explorer: state and updates, without a terminal, a clock or files.
//!
//! A key becomes an [`Action`], [`update`] carries it out, and the program executes the returned [`Effect`]s
//! and answers with a [`Message`] ([`on_message`]). A frame is drawn from the [`Explorer`] alone.
//!
//! The parts, each of which uses only those after it:
//! - `route`: the [`Explorer`] and the routing of actions; `message` routes messages, `start` has the
//!   constructors.
//! - The features, one folder each: `panes`, `playback`, `search`, `go_to`, `copy`, `compare`, `list_order`,
//!   `inputs`, `editor`, `versions`, `policy`, `apply`, `predict`, `lessons`, `export`. Each owns its state,
//!   its actions (`action`), the reasons why they are not available (`blocker`), their effects (`update`) and
//!   the rows that it shows.
//! - `layers`: what covers the panes. `popups` has one file for each list, text or question; `prompt` has the
//!   input line.
//! - `workspace`: the state that every feature needs, passed as `cx`. A feature triggers another one by
//!   returning an action.
//!
//! What to change for a new key, list, screen or export format is in the docs of the crate.

mod action;
mod apply;
mod compare;
mod copy;
mod editor;
mod effect;
mod explain;
pub mod export;
mod go_to;
mod hint_text;
mod inputs;
mod jobs;
mod key_context;
mod layers;
pub mod lessons;
mod list_order;
pub(crate) mod merged;
mod message;
mod panes;
mod playback;
mod policy;
mod popups;
mod predict;
mod prompt;
mod route;
mod search;
mod start;
mod versions;
mod workspace;

pub use crate::report::explanation_line::{ExplanationLine, LineKind};
pub use crate::report::redact::Secrets;
pub use action::{Action, LayerAction, NamedAction};
pub use compare::action::CompareAction;
pub use compare::rows::ComparedRow;
pub use compare::screen::CompareScreen;
pub use copy::action::{CopyAction, CopyTarget};
pub use editor::action::EditorAction;
pub use editor::recovered_edit::RecoveredEdit;
pub use editor::session::EditSession;
pub use effect::Effect;
pub use explain::wrap::{wrap, wrap_text};
pub use export::{Export, ExportedFile};
pub use go_to::fuzzy::{CandidateTarget, MAX_CANDIDATES};
pub use hint_text::HintText;
pub use inputs::action::InputsAction;
pub use inputs::input_id::{InputId, PatchId};
pub use inputs::opening::{ApplyOpening, InputFile, Opening, PolicyOpening};
pub use inputs::source::WatchStatus;
pub use jobs::progress::JobProgress;
pub use jobs::task::Task;
pub use key_context::KeyContext;
pub use layers::Screen;
pub use lessons::action::LessonsAction;
pub use list_order::screen::ListOrderScreen;
pub use list_order::{
    EarlyVariable, ListOrder, ListOrderItem, OrderColumn, OrderRow, OrderSource, ServerOnlyPlacement,
};
pub use merged::MergedView;
pub use merged::steps::StepRow;
pub use message::{Message, on_message};
pub use panes::action::PanesAction;
pub use panes::border_offsets::{Border, BorderOffsets};
pub use panes::focus::{Focus, Pane};
pub use panes::row::{PaneRow, RowCursor, RowStage};
pub use panes::sizes::Sizes;
pub use panes::state::Panes;
pub use playback::action::PlaybackAction;
pub use playback::player::Player;
pub use playback::{WarningHint, warning_hint};
pub use policy::action::PolicyAction;
pub use policy::verdict_task::Verdicts;
pub use policy::verdicts::verdict_shown;
pub use popups::action::{LineEdit, ListKind, PromptAction};
pub use popups::help::HelpPopup;
pub use popups::list::ListItem;
pub use popups::prompt::{Prompt, PromptKind};
pub use popups::question::{Confirmation, Question, QuestionText};
pub use popups::text::TextPopup;
pub use popups::{ListPopup, Popup};
pub use predict::question::predict_question;
pub use predict::score as predict_score;
pub use route::{Explorer, update};
pub use search::Search;
pub use search::action::SearchAction;
pub use versions::action::VersionsAction;
pub use versions::change_task::{ChangeTask, FoundChanges};
pub use workspace::Workspace;
pub use workspace::session::Session;
