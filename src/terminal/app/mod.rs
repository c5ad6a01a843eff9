//! The explorer in the terminal: keys and mouse become actions, effects become files and commands.

mod background_jobs;
mod copy;
mod drag;
mod export;
mod open;
mod schema_files;
mod schema_reload;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossterm::event::{KeyEvent, MouseEventKind};
use ratatui::Frame;

use super::draw::{ClickTargets, RenderOptions, draw, places};
use super::event::{AppCommand, Event, Sender};
use super::run::App;
use super::save::FileAttributes;
use super::screen::TerminalFeatures;
use super::session;
use super::textarea::TextArea;
use super::theme::Theme;
use super::watch::Watcher;
use super::worker::Worker;
use crate::document::ReadError;
use crate::explorer::KeyContext;
use crate::explorer::{Action, EditSession, Effect, Explorer, Message, on_message, update};

mod files;
mod mouse;
mod options;
mod recover;
mod time_of_day;
mod unsaved_text;

pub use options::{AskKubectl, ExplorerOptions, ExplorerSource, OpenAt};
pub use schema_reload::{ReadSchema, SchemaFiles};

use drag::Drag;
use open::Files;
use schema_reload::SchemaWatch;
use unsaved_text::UnsavedText;

/// How long the changes of a save are highlighted.
const FLASH: Duration = Duration::from_millis(1200);

/// Work that takes longer than this is shown to be going on: a word that comes and goes at every save says nothing, and
/// each of its frames would hold the work up.
const WORKER_TIMEOUT: Duration = Duration::from_millis(100);

/// Why the explorer could not be opened, or failed.
#[derive(Debug, thiserror::Error)]
pub enum ExploreError {
    /// A text cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// The terminal fails.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] io::Error),
}

/// Runs the explorer until it is left. Returns the exit code: 0, or 128 and the number of the signal that ended it.
///
/// # Errors
/// A text that cannot be read: before the terminal is touched, a large one after it was given back; the terminal's own
/// errors.
pub fn explore(options: ExplorerOptions) -> Result<u8, ExploreError> {
    let wishes = TerminalFeatures {
        mouse: options.mouse,
        background: options.light.is_some(),
    };
    let mut explorer = TerminalApp::open(options)?;
    let borrowed = &mut explorer;
    let ended = session::run(wishes, move |surroundings| {
        borrowed.work_with(surroundings.sender);
        borrowed.watch_with(surroundings.watcher);
        borrowed
    });
    if let Some(note) = explorer.end_unsaved_text(matches!(ended, Ok(0))) {
        // The terminal may be gone.
        let _ = writeln!(io::stderr(), "note: {note}");
    }
    let code = ended?;
    match explorer.state.workspace().failure() {
        Some(error) => Err(error.clone().into()),
        None => Ok(code),
    }
}

/// The application that the loop runs.
#[derive(Debug)]
pub struct TerminalApp {
    state: Explorer,
    look: RenderOptions,
    /// See [`ExplorerOptions::light`].
    light: Option<Theme>,
    files: Files,
    watcher: Option<Watcher>,
    /// Does large merges in the background; without one they are done in the loop.
    worker: Option<Worker>,
    kubectl: AskKubectl,
    schema: SchemaWatch,
    /// Cells of the last frame.
    size: (u16, u16),
    /// For the answers of threads.
    sender: Option<Sender<Message>>,
    text: Option<TextArea>,
    /// The attributes of the file that is edited, in case it is removed.
    attributes: Option<FileAttributes>,
    unsaved: UnsavedText,
    /// The text area has changes that the explorer does not know yet.
    has_unsent_text: bool,
    targets: ClickTargets,
    /// What the mouse drags.
    drag: Option<Drag>,
    /// When playing goes on.
    tick: Option<Instant>,
    /// When a search goes on: at once, as long as it is not done.
    search: Option<Instant>,
    /// The save that is highlighted, and until when.
    flash: Option<(u64, Instant)>,
    /// Until when background work is not shown; none once it is, and without work.
    hides_work_until: Option<Instant>,
    dirty: bool,
}

impl TerminalApp {
    /// Reads and merges what the options give.
    ///
    /// # Errors
    /// A text that cannot be read.
    pub fn open(options: ExplorerOptions) -> Result<Self, ReadError> {
        let ExplorerOptions {
            start,
            lessons,
            schema,
            semantics,
            look,
            light,
            pace,
            mouse: _,
            kubectl,
            show_secrets,
            present,
            position,
            folds,
            rules,
            recovery,
        } = options;
        let (state, files) = open::open(start, lessons, schema, semantics)?;
        let mut state = state.with_secrets(show_secrets);
        if let Some(position) = position {
            state = state.at_step(position);
        }
        state = state.with_folds(folds);
        if let Some(pace) = pace {
            state = state.with_pace(pace);
        }
        Ok(Self {
            state: state.with_presenting(present),
            schema: SchemaWatch::new(rules),
            size: (120, 40),
            look,
            light,
            files,
            watcher: None,
            worker: None,
            kubectl,
            sender: None,
            text: None,
            attributes: None,
            unsaved: UnsavedText::new(recovery),
            has_unsent_text: false,
            targets: ClickTargets::default(),
            drag: None,
            tick: None,
            search: None,
            flash: None,
            hides_work_until: None,
            dirty: true,
        })
    }

    /// Does large merges in a thread that answers through `sender`, beginning with that of the files.
    pub fn work_with(&mut self, sender: Sender<Message>) {
        self.worker = Worker::start(sender.clone()).ok();
        self.sender = Some(sender);
        self.work();
    }

    /// The explorer, for tests.
    pub fn state(&self) -> &Explorer {
        &self.state
    }

    /// Takes a message whose effects need nothing of the loop.
    fn on_message(&mut self, message: Message) {
        self.answer(message);
    }

    fn answer(&mut self, message: Message) -> Vec<AppCommand> {
        let effects = on_message(&mut self.state, message);
        self.carry_out(effects)
    }

    fn act(&mut self, action: Action) -> Vec<AppCommand> {
        // An action may save the text, or leave it.
        self.send_text();
        let effects = update(&mut self.state, action);
        self.carry_out(effects)
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> Vec<AppCommand> {
        let mut commands = Vec::new();
        for effect in effects {
            match effect {
                Effect::Quit => commands.push(AppCommand::Quit(0)),
                Effect::Suspend => commands.push(AppCommand::Suspend),
                Effect::Redraw => commands.push(AppCommand::Redraw),
                Effect::OpenEditor { input, line } => {
                    if let Some(file) = self.files.path(input) {
                        let (file, line) = (file.to_owned(), u32::try_from(line).unwrap_or(u32::MAX));
                        commands.push(AppCommand::OpenEditor { file, line });
                    }
                }
                Effect::TakeText => {
                    let new = |edit: &EditSession| TextArea::new(&edit.text, edit.line).at(edit.column);
                    match (&mut self.text, self.state.edit()) {
                        (Some(text), Some(edit)) => text.reload(&edit.text),
                        (text, edit) => {
                            *text = edit.map(new);
                            commands.extend(self.refuse_other_encodings());
                        }
                    }
                    self.note_attributes();
                }
                Effect::CloseText => (self.text, self.attributes) = (None, None),
                Effect::Save => self.save(),
                Effect::Export { format, replace } => self.export(format, replace),
                Effect::SwapFiles(inputs) => self.files.swap(inputs),
                Effect::OtherDocuments => {
                    self.files = Files::default();
                    self.watch_files();
                }
                Effect::Work => self.work(),
                Effect::Compare => self.compare(),
                Effect::AskKubectl => self.ask_kubectl(),
                Effect::Ledger => self.make_ledger(),
                Effect::Copy => self.copy(),
                Effect::Unreadable => commands.push(AppCommand::Quit(0)),
            }
        }
        commands
    }

    fn key(&mut self, key: KeyEvent) -> Vec<AppCommand> {
        let context = self.state.key_context();
        if let Some(action) = self.look.keymap.lookup(context, key) {
            return self.act(action);
        }
        if context == KeyContext::Edit {
            if self.text.as_mut().is_some_and(|text| text.key(key)) {
                self.typed();
            }
        } else if self.look.keymap.lookup(KeyContext::Main, key).is_some() {
            self.on_message(Message::Idle);
        }
        Vec::new()
    }

    /// The text has changed. A long one is told to the state once for all keys before a frame, and not while it merges an
    /// earlier one: every key would ask for all lines, and no merge would ever end under quick fingers.
    fn typed(&mut self) {
        self.has_unsent_text = true;
        if self.text.as_ref().is_none_or(|text| !text.is_long()) {
            self.send_text();
        }
    }

    /// Whether something is merged in the background.
    fn works_in_background(&self) -> bool {
        self.state.workspace().working().is_some() && !self.state.workspace().is_opening()
    }

    fn send_text(&mut self) {
        if std::mem::take(&mut self.has_unsent_text)
            && let Some(text) = &self.text
        {
            let text = text.text();
            self.on_message(Message::Edited(text));
        }
    }
}

impl App for TerminalApp {
    type Work = Message;

    fn handle(&mut self, event: Event<Message>, now: Instant) -> Vec<AppCommand> {
        let moved_only = matches!(
            &event,
            Event::Mouse(mouse) if matches!(mouse.kind, MouseEventKind::Moved | MouseEventKind::Drag(_) | MouseEventKind::Up(_))
        );
        let of_work = matches!(
            &event,
            Event::Work(Message::Phase { .. }) | Event::FilesChanged(_)
        );
        let was_working = self.works_in_background();
        let commands = match event {
            Event::Key(key) => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(pasted) => {
                if self.state.key_context() == KeyContext::Prompt {
                    self.on_message(Message::Pasted(pasted));
                } else if self.state.key_context() == KeyContext::Edit
                    && let Some(text) = &mut self.text
                    && text.paste(&pasted)
                {
                    self.typed();
                }
                Vec::new()
            }
            Event::FilesChanged(changes) => {
                self.files_changed(changes);
                Vec::new()
            }
            Event::Wake => {
                if self.state.search().is_searching() {
                    self.on_message(Message::Search);
                }
                if self.flash.is_some_and(|(_, until)| until <= now) {
                    self.on_message(Message::FlashOver);
                }
                if self.unsaved.due.is_some_and(|due| due <= now) {
                    self.keep_unsaved_text_meanwhile();
                }
                if self.tick.is_some_and(|tick| tick <= now) {
                    self.tick = None;
                    self.on_message(Message::Tick);
                }
                Vec::new()
            }
            Event::EditorClosed { error, .. } => {
                // Not every system reports what the editor did.
                if let Some(watcher) = &self.watcher {
                    watcher.look();
                }
                if let Some(error) = error {
                    self.on_message(Message::Failed(error));
                }
                Vec::new()
            }
            Event::Copied { what, result } => self.copied(what, result),
            Event::NotSuspended(why) => {
                self.on_message(Message::Failed(why));
                Vec::new()
            }
            Event::Work(message @ Message::Schema { .. }) => self.schema_read(message),
            Event::Work(message) => self.answer(message),
            Event::Background { light } => {
                if let Some(theme) = self.light.take().filter(|_| light) {
                    self.look.theme = theme;
                }
                Vec::new()
            }
            Event::Resize(..) => Vec::new(),
        };
        self.follow_unsaved_text(now);
        let player = self.state.workspace().player();
        self.tick = match player.playing {
            true => Some(
                self.tick
                    .unwrap_or(now + Duration::from_millis(player.interval())),
            ),
            false => None,
        };
        self.flash = self
            .state
            .workspace()
            .versions()
            .flashing()
            .map(|flash| match self.flash {
                Some((same, until)) if same == flash => (flash, until),
                _ => (flash, now + FLASH),
            });
        // Between two parts of a search the screen is drawn and keys are handled.
        self.search = self.state.search().is_searching().then_some(now);
        self.hides_work_until = match self.works_in_background() {
            true if !was_working => Some(now + WORKER_TIMEOUT),
            true => self.hides_work_until.filter(|until| *until > now),
            false => None,
        };
        self.dirty |= !(moved_only || of_work && self.hides_work_until.is_some());
        commands
    }

    fn deadline(&self) -> Option<Instant> {
        let flash = self.flash.map(|(_, until)| until);
        let all = [
            self.search,
            self.tick,
            flash,
            self.hides_work_until,
            self.unsaved.due,
        ];
        all.into_iter().flatten().min()
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        if self.has_unsent_text && self.state.workspace().working().is_none() {
            self.send_text();
        }
        let places = places(frame.area(), &self.state);
        self.state.resize(places.sizes());
        self.size = (frame.area().width, frame.area().height);
        self.targets = draw(&self.state, &self.look, &places, self.text.as_mut(), frame);
        self.dirty = false;
    }

    fn is_dirty(&self) -> bool {
        self.dirty
    }
}
