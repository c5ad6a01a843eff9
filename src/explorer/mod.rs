//! What there is to see and do, without a terminal, a clock or a file.
//!
//! [`State`] holds everything that a frame is drawn from; [`update`] carries an [`Action`] out, [`hear`] takes
//! a [`Message`] from outside over; both answer with [`Effect`]s that only the outside can have.

mod action;
mod agreement;
mod align;
mod allow;
mod back;
mod badge;
pub mod comparison;
mod copy;
mod editing;
pub mod explanation;
mod follow;
mod given;
mod heights;
mod held;
mod history;
mod keep;
pub mod lessons;
mod line;
mod link_table;
mod links;
mod listing;
mod load;
mod looking;
mod message;
mod outline;
mod overlay;
mod panes;
mod pending;
mod player;
mod row;
mod session;
mod source;
mod state;
mod steps;
mod story;
mod types;
mod under;
mod update;
mod view;
mod work;
mod wrap;

pub use action::{Action, Focus, Pane};
pub use agreement::Badge as AgreementBadge;
pub use badge::Badge;
pub use copy::{Clip, What};
pub use given::{Edit, Given, Opening};
pub use held::PolicyOpening;
pub use lessons::Lesson;
pub use line::{Kind as StoryKind, Line as StoryLine};
pub use listing::{Choice, Listed, Listing};
pub use message::{Message, hear};
pub use overlay::{Overlay, Question};
pub use player::Player;
pub use row::{Cursor, Row, Stage};
pub use session::Session;
pub use state::{Sizes, State, Watching};
pub use steps::{Cell, StepRow, step_rows, timeline};
pub use update::{Effect, update};
pub use view::View;
pub use work::{Done, Phase, Task};
