//! What there is to see and do, without a terminal, a clock or a file.
//!
//! [`Explorer`] holds everything that a frame is drawn from; [`update`] carries an [`Action`] out, [`on_message`] takes
//! a [`Message`] from outside over; both answer with [`Effect`]s that only the outside can have.
//!
//! Three kinds of files, each of which knows only those that come after it:
//! - what is done: `impl State` by subject, as `fold`, `search`, `copy` or `pending`; `update` and `message` call it;
//! - what is remembered: the room `state`, one file for each piece of data;
//! - what needs no state: a merge that is indexed and its rows (`session`, `heights`, `links`, `panes`, `steps`), what
//!   is said of it (`story`, `explanation`, `words`), work for any thread (`work`, `remake`), and what goes in and out
//!   (`action`, `effect`, `given`).

mod action;
mod apply;
mod availability;
mod compare;
mod copy;
pub(crate) mod dispatch;
mod editor;
mod effect;
pub(crate) mod explain;
pub mod export;
mod go_to;
mod hint_text;
mod inputs;
mod jobs;
pub mod lessons;
mod list_order;
pub(crate) mod looking;
pub(crate) mod merged;
mod message;
mod panes;
pub(crate) mod playback;
mod policy;
pub(crate) mod popups;
mod predict;
mod screen_cursor;
pub(crate) mod screens;
mod search;
mod secrets;
pub(crate) mod state;
pub(crate) mod versions;

pub use crate::explorer::playback::player::Player;
pub use crate::report::agreement::AgreementReport as AgreementBadge;
pub use crate::report::explanation_line::{ExplanationLine as StoryLine, LineKind as StoryKind};
pub use crate::report::merge_rule_badge::MergeRuleBadge;
pub use crate::report::redact::Secrets;
pub use action::{Action, LayerAction};
pub use apply::ledger_popup::LedgerTask;
pub use availability::WarningHint;
pub use compare::action::CompareAction;
pub use compare::rows::{ComparedRow, ComparedText};
pub use compare::state::CompareTask;
pub use copy::action::{CopyAction, CopyTarget};
pub use dispatch::update;
pub use editor::action::EditorAction;
pub use effect::Effect;
pub use hint_text::HintText;
pub use inputs::action::InputsAction;
pub use inputs::source::WatchStatus;
pub use inputs::{ApplyOpening, EditSession, InputFile, Opening, PolicyOpening};
pub use jobs::progress::JobProgress;
pub use jobs::task::{Task, TaskResult};
pub use lessons::Lesson;
pub use lessons::action::LessonsAction;
pub use list_order::{ListOrder, ListOrderItem, OrderColumn, OrderSource};
pub use looking::Clip;
pub use merged::MergedView;
pub use merged::steps::{StepRow, TimelineCell, step_rows};
pub use message::{Message, on_message};
pub use panes::action::PanesAction;
pub use panes::border_offsets::Border;
pub use panes::border_offsets::BorderOffsets;
pub use panes::focus::{Focus, Pane};
pub use panes::row::{Cursor, PaneRow, RowStage};
pub use panes::sizes::Sizes;
pub use panes::viewport::Viewport;
pub use playback::action::PlaybackAction;
pub use policy::action::PolicyAction;
pub use popups::action::{LineEdit, PromptAction};
pub use popups::export::ExportedFile;
pub use popups::list::{ListItem, ListView};
pub use popups::prompt_line::{Prompt, PromptKind};
pub use popups::{Confirmation, ListKind, Popup};
pub use screens::ActiveScreen;
pub use search::action::SearchAction;
pub use state::Explorer;
pub use versions::action::VersionsAction;
