//! What there is to see and do, without a terminal, a clock or a file.
//!
//! [`State`] holds everything that a frame is drawn from; [`update`] carries an [`Action`] out, [`hear`] takes
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
pub use crate::report::agreement::Badge as AgreementBadge;
pub use crate::report::explanation_line::{Kind as StoryKind, Line as StoryLine};
pub use crate::report::merge_rule_badge::Badge;
pub use crate::report::redact::Secrets;
pub use action::{Action, Border, Focus, LineEdit, Pane, What};
pub use apply::ledger_popup::LedgerTask;
pub use availability::ToWarning;
pub use compare::rows::{ComparedRow, ComparedWords};
pub use compare::state::CompareTask;
pub use dispatch::update;
pub use effect::Effect;
pub use hint_text::Words;
pub use inputs::source::Watching;
pub use inputs::{ApplyOpening, Edit, Given, Opening, PolicyOpening};
pub use jobs::progress::Phase;
pub use jobs::task::{Done, Task};
pub use lessons::Lesson;
pub use list_order::{Column, Item, Ruler, WantedBy};
pub use looking::Clip;
pub use merged::Session;
pub use merged::steps::{Cell, StepRow, step_rows};
pub use message::{Message, hear};
pub use panes::border_offsets::Shares;
pub use panes::row::{Cursor, Row, Stage};
pub use panes::sizes::Sizes;
pub use panes::viewport::View;
pub use popups::export::Exported;
pub use popups::list::{Choice, Listed};
pub use popups::prompt_line::{Prompt, PromptKind};
pub use popups::{Listing, Overlay, Question};
pub use screens::Shown;
pub use state::State;
