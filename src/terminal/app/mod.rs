//! The explorer in the terminal: keys and mouse events become actions; effects become file operations and
//! commands.

mod background_jobs;
mod copy;
mod drag;
mod export;
mod open;
mod schema_files;
mod schema_reload;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEventKind};
use crossterm::terminal::window_size;
use ratatui::Frame;
use ratatui::layout::Rect;

use super::draw::{ClickTargets, RenderOptions, draw, is_too_small, places};
use super::event::{AppCommand, Event, Sender};
use super::key::key_name;
use super::lesson_progress::LessonProgressFile;
use super::run::App;
use super::save::FileAttributes;
use super::screen::TerminalFeatures;
use super::textarea::TextArea;
use super::theme::Theme;
use super::watch::Watcher;
use super::worker::Worker;
use super::{bindings, session};
use crate::document::ReadError;
use crate::explorer::{
    Action, EditSession, EditorAction, Effect, Explorer, KeyContext, LayerAction, Message, PanesAction,
    on_message, update,
};

mod files;
mod mouse;
mod options;
mod recover;
mod time_of_day;
mod timers;
mod unsaved_text;

pub use options::{ExplorerOptions, ExplorerSource, KubectlRunner, OpenAt, SeveralFiles};
pub use schema_reload::SchemaFiles;

use drag::Drag;
use open::Files;
use schema_reload::SchemaWatch;
use timers::Timers;
use unsaved_text::UnsavedText;

/// The reason why the explorer could not be opened or has failed.
#[derive(Debug, thiserror::Error)]
pub enum ExploreError {
    /// An input cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// The terminal has failed.
    #[error("terminal error: {0}")]
    Terminal(#[from] io::Error),
}

/// Runs the explorer until it quits. Returns the exit code: 0, or 128 plus the number of the signal that
/// ended it.
///
/// # Errors
/// An input cannot be read, or the terminal fails. For small inputs, the error is returned before the
/// terminal is taken.
pub fn explore(options: ExplorerOptions) -> Result<u8, ExploreError> {
    let features = TerminalFeatures {
        mouse: options.mouse,
        background: options.light.is_some(),
    };
    let mut explorer = TerminalApp::open(options)?;
    let borrowed = &mut explorer;
    let ended = session::run(features, move |handles| {
        borrowed.work_with(handles.sender);
        borrowed.watch_with(handles.watcher);
        borrowed.find_recovered_texts();
        borrowed
    });
    if let Some(note) = explorer.end_unsaved_text(matches!(ended, Ok(0))) {
        // The terminal may be closed.
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
    /// Merges large inputs in the background; without a worker they are merged in the loop.
    worker: Option<Worker>,
    kubectl: KubectlRunner,
    schema: SchemaWatch,
    /// The size of the last frame in cells.
    size: (u16, u16),
    /// The sender for messages of threads.
    sender: Option<Sender<Message>>,
    text: Option<TextArea>,
    /// The attributes of the file that is edited, in case it is removed.
    attributes: Option<FileAttributes>,
    /// A file that a save has written over a change of another program, and that change.
    overwritten: Option<(PathBuf, Vec<u8>)>,
    unsaved: UnsavedText,
    progress: LessonProgressFile,
    /// The number of finished lessons that are stored.
    finished_lessons: usize,
    /// Whether the text area has changes that were not sent to the explorer.
    has_unsent_text: bool,
    /// The cursor of the text area that was last sent to the explorer.
    sent_cursor: Option<(usize, usize)>,
    targets: ClickTargets,
    /// The object that the mouse drags.
    drag: Option<Drag>,
    /// The line of a pane that was clicked last, and the time.
    last_click: Option<(Action, Instant)>,
    timers: Timers,
    dirty: bool,
}

impl TerminalApp {
    /// Reads and merges the inputs of the options.
    ///
    /// # Errors
    /// An input cannot be read.
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
            future_steps,
            progress,
            recovery,
        } = options;
        let (state, files) = open::open(start, lessons, schema, semantics)?;
        let mut state = state.with_secrets(show_secrets);
        if let Some(position) = position {
            state = state.at_step(position);
        }
        state = state.with_folds(folds).with_commands(bindings::commands());
        if let Some(pace) = pace {
            state = state.with_interval(pace);
        }
        let state = state
            .with_finished_lessons(progress.read())
            .with_future_steps(future_steps);
        Ok(Self {
            finished_lessons: state.workspace().session().progress().finished().count(),
            progress,
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
            overwritten: None,
            unsaved: UnsavedText::new(recovery),
            has_unsent_text: false,
            sent_cursor: None,
            targets: ClickTargets::default(),
            drag: None,
            last_click: None,
            timers: Timers::default(),
            dirty: true,
        })
    }

    /// Merges large inputs in a thread that sends its results through `sender`, starting with the files that
    /// are being opened.
    fn work_with(&mut self, sender: Sender<Message>) {
        self.worker = Worker::start(sender.clone()).ok();
        self.sender = Some(sender);
        self.work();
    }

    /// Returns the explorer, for tests.
    pub fn state(&self) -> &Explorer {
        &self.state
    }

    /// Handles a message whose effects need no commands of the loop.
    fn on_message(&mut self, message: Message) {
        self.answer(message);
    }

    pub(crate) fn answer(&mut self, message: Message) -> Vec<AppCommand> {
        let effects = on_message(&mut self.state, message);
        self.carry_out(effects)
    }

    fn act(&mut self, action: Action) -> Vec<AppCommand> {
        // An action can save or close the text.
        self.send_text();
        self.send_cursor();
        let (width, height) = self.size;
        let screen = Rect::new(0, 0, width, height);
        let borders = self.state.workspace().session().layout().borders();
        let opposite = opposite(action).map(|opposite| (opposite, places(screen, &self.state).sizes()));
        let effects = update(&mut self.state, action);
        let commands = self.carry_out(effects);
        if let Some((opposite, sizes)) = opposite
            && self.state.workspace().session().layout().borders() != borders
            && places(screen, &self.state).sizes() == sizes
        {
            update(&mut self.state, opposite);
            self.on_message(Message::Failed(
                "this screen has no room to move the border".to_owned(),
            ));
        }
        commands
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
                    let new = |edit: &EditSession| {
                        let text = TextArea::new(&edit.text, edit.line).with_column(edit.column);
                        if edit.is_dirty() {
                            text.over(&edit.saved)
                        } else {
                            text
                        }
                    };
                    match (&mut self.text, self.state.edit()) {
                        (Some(text), Some(edit)) => text.reload(&edit.text),
                        (text, edit) => {
                            *text = edit.map(new);
                            commands.extend(self.require_utf8());
                        }
                    }
                    self.note_attributes();
                }
                Effect::InsertText => self.insert(),
                Effect::CloseText => (self.text, self.attributes) = (None, None),
                Effect::Save => commands.extend(self.save()),
                Effect::Export { format, replace } => commands.extend(self.export(format, replace)),
                Effect::SwapFiles(inputs) => self.files.swap(inputs),
                Effect::OpenLiveFile { file, object } => self.open_live_file(file, object),
                Effect::OtherDocuments => {
                    self.files = Files::default();
                    self.unsaved.offers.clear();
                    self.watch_files();
                }
                Effect::Work => self.work(),
                Effect::Compare => self.compare(),
                Effect::FindChanges => self.find_changes(),
                Effect::AskKubectl(ticket) => self.ask_kubectl(ticket),
                Effect::EndKubectl => (self.kubectl.end)(),
                Effect::Ledger => self.make_ledger(),
                Effect::Verdicts => self.compute_verdicts(),
                Effect::Copy => self.copy(),
                Effect::KeepDiscarded => self.keep_discarded(),
                Effect::Recovered { opened } => self.recovered(opened),
                Effect::Unreadable => commands.push(AppCommand::Quit(0)),
            }
        }
        commands
    }

    fn key(&mut self, key: KeyEvent) -> Vec<AppCommand> {
        // Nothing is visible, so keys must not type or answer anything.
        if self.shows_nothing() {
            let quits = self.look.keymap.lookup(KeyContext::Main, key) == Some(Action::Quit);
            return match quits && !self.state.has_unsaved_text() {
                true => self.act(Action::Quit),
                false => Vec::new(),
            };
        }
        let context = self.state.key_context();
        if self.state.is_completing()
            && let Some(commands) = self.key_in_completions(key)
        {
            return commands;
        }
        if let Some(action) = self.look.keymap.action(&self.state, key) {
            return self.act(action);
        }
        if context == KeyContext::Edit {
            self.key_in_text(key);
        } else if context != KeyContext::Prompt && self.look.keymap.lookup(KeyContext::Main, key).is_some() {
            self.on_message(Message::Idle);
        } else if !key.is_release() {
            self.on_message(Message::Unbound(key_name(key)));
        }
        Vec::new()
    }

    /// Returns whether the terminal is too small for the panes, both at the last frame and now, because it
    /// can have grown since.
    fn shows_nothing(&self) -> bool {
        is_too_small(self.size) && window_size().map_or(true, |size| is_too_small((size.columns, size.rows)))
    }

    /// Passes a key to the text area. A key without effect is reported in the status line.
    fn key_in_text(&mut self, key: KeyEvent) {
        let Some(text) = &mut self.text else { return };
        let (cursor, had_selection) = (text.cursor(), text.has_selection());
        let has_changed = text.key(key);
        let note = text.note(key, had_selection);
        if has_changed {
            self.typed();
        } else if let Some(note) = note {
            self.on_message(Message::Failed(note.to_owned()));
        } else if text.cursor() != cursor {
            self.on_message(Message::MovedInText);
        } else if TextArea::is_command(key) {
            self.on_message(Message::Unbound(key_name(key)));
        }
    }

    /// Typing while the list of completions is open edits the text and updates the list.
    fn key_in_completions(&mut self, key: KeyEvent) -> Option<Vec<AppCommand>> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('n') if control => return Some(self.act(Action::Layer(LayerAction::Down))),
            KeyCode::Char('p') if control => return Some(self.act(Action::Layer(LayerAction::Up))),
            KeyCode::Char(_) | KeyCode::Backspace if !control => {}
            _ => return None,
        }
        let mut commands = self.act(Action::CLOSE);
        if self.text.as_mut().is_some_and(|text| text.key(key)) {
            self.has_unsent_text = true;
            self.send_text();
        }
        self.send_cursor();
        let complete = Action::Editor(EditorAction::Narrow);
        if self.state.blocker(complete).is_none() {
            commands.extend(self.act(complete));
        }
        Some(commands)
    }

    /// Handles changed text. A long text is sent to the explorer once for all keys before a frame, and not
    /// during a merge. Otherwise every key would copy all lines, and no merge would end during fast typing.
    fn typed(&mut self) {
        self.has_unsent_text = true;
        if self.text.as_ref().is_none_or(|text| !text.is_long()) {
            self.send_text();
        }
    }

    /// Stores the lessons that are now finished.
    fn keep_progress(&mut self) {
        let progress = self.state.workspace().session().progress();
        let count = progress.finished().count();
        if count == self.finished_lessons {
            return;
        }
        self.finished_lessons = count;
        if let Err(error) = self.progress.add(progress.finished()) {
            self.on_message(Message::Failed(format!("cannot keep the progress: {error}")));
        }
    }

    /// Inserts the text that the explorer requests at the cursor.
    fn insert(&mut self) {
        let insertion = self.state.take_insertion();
        if let (Some((erase, insertion)), Some(text)) = (insertion, &mut self.text)
            && text.complete(erase, &insertion)
        {
            self.typed();
        }
    }

    /// Sends the cursor to the explorer, which determines the merge rule of the field under it.
    fn send_cursor(&mut self) {
        let cursor = self.text.as_ref().map(TextArea::cursor);
        if cursor != self.sent_cursor
            && let Some((line, column)) = cursor
        {
            self.on_message(Message::Cursor { line, column });
        }
        self.sent_cursor = cursor;
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

/// Returns the action that reverts the change of another one to a border.
fn opposite(action: Action) -> Option<Action> {
    let opposite = match action {
        Action::Panes(PanesAction::Larger) => PanesAction::Smaller,
        Action::Panes(PanesAction::Smaller) => PanesAction::Larger,
        Action::Panes(PanesAction::Taller) => PanesAction::Shorter,
        Action::Panes(PanesAction::Shorter) => PanesAction::Taller,
        _ => return None,
    };
    Some(Action::Panes(opposite))
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
        let was_working = timers::is_working(&self.state);
        let commands = match event {
            Event::Key(key) => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse, now),
            Event::Paste(_) if self.shows_nothing() => Vec::new(),
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
            Event::Stopping => {
                self.keep_unsaved_text_meanwhile();
                Vec::new()
            }
            Event::Wake => {
                if self.state.search().is_searching() {
                    self.on_message(Message::Search);
                }
                if self.timers.is_flash_over(now) {
                    self.on_message(Message::FlashOver);
                }
                if self.unsaved.due.is_some_and(|due| due <= now) {
                    self.keep_unsaved_text_meanwhile();
                }
                if self.timers.take_tick(now) {
                    self.on_message(Message::Tick);
                }
                Vec::new()
            }
            Event::EditorClosed { error, .. } => {
                // Not every system reports the changes of the editor.
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
        self.offer_recovered_text();
        self.keep_progress();
        self.timers.update(&self.state, was_working, now);
        self.dirty |= !(moved_only || of_work && self.timers.is_quiet());
        commands
    }

    fn deadline(&self) -> Option<Instant> {
        let timers = [self.timers.deadline(), self.unsaved.due];
        timers.into_iter().flatten().min()
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        if self.has_unsent_text && self.state.workspace().working().is_none() {
            self.send_text();
        }
        self.send_cursor();
        let places = places(frame.area(), &self.state);
        self.state.resize(places.sizes());
        self.size = (frame.area().width, frame.area().height);
        self.targets = draw(&self.state, &self.look, &places, self.text.as_mut(), frame);
        self.state.bound_popup(self.targets.popup_end());
        self.dirty = false;
    }

    fn is_dirty(&self) -> bool {
        self.dirty
    }
}
