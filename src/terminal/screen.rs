//! Takes the terminal (alternate screen, raw mode, mouse, paste) and gives it back, whatever happens.

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen,
};
use crossterm::{cursor, execute, queue, style};
use ratatui::backend::CrosstermBackend;
use ratatui::{Frame, Terminal};

use super::background_color;
use super::editor::{self, EditorCommand, EditorError};
use super::input::Gate;
use super::run::Host;
use super::{signals, terminal_mode};

/// Why there is no screen to draw on; the caller prints plain text instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoScreen {
    /// Output goes to a file or a pipe.
    #[error("the output is not a terminal")]
    NotATerminal,
    /// `TERM=dumb`, or none: cursor movement would come out as garbage.
    #[error("the terminal does not support cursor movement (TERM is empty or \"dumb\")")]
    Dumb,
    /// There is no terminal to read keys from.
    #[error("no terminal for keyboard input")]
    NoKeys,
}

/// Whether the explorer can run here: stdout is a terminal that moves its cursor, and keys can be read from
/// stdin or from the controlling terminal.
///
/// # Errors
/// Says why not.
pub fn usable() -> Result<(), NoScreen> {
    let term = std::env::var("TERM").unwrap_or_default();
    judge(io::stdout().is_terminal(), &term, super::input::keys_available())
}

fn judge(stdout_is_terminal: bool, term: &str, keys: bool) -> Result<(), NoScreen> {
    match (stdout_is_terminal, term, keys) {
        (false, ..) => Err(NoScreen::NotATerminal),
        (true, "", _) if cfg!(unix) => Err(NoScreen::Dumb),
        (true, "dumb", _) => Err(NoScreen::Dumb),
        (true, _, false) => Err(NoScreen::NoKeys),
        (true, _, true) => Ok(()),
    }
}

/// What is asked of the terminal when it is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TerminalFeatures {
    /// Mouse events, at the price of the terminal's own selecting.
    pub mouse: bool,
    /// Whether its background is light; answered by [`super::event::Event::Background`].
    pub background: bool,
}

/// Whether we have the terminal now. Static, because the panic hook has no state.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// Whether mouse capture was asked for, so that it is asked for again after a stop.
static MOUSE: AtomicBool = AtomicBool::new(false);

fn take() -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    terminal::enable_raw_mode()?;
    let mut out = io::stdout();
    queue!(out, EnterAlternateScreen, EnableBracketedPaste, cursor::Hide)?;
    if MOUSE.load(Ordering::SeqCst) {
        queue!(out, EnableMouseCapture)?;
    }
    queue!(out, Clear(ClearType::All))?;
    out.flush()
}

/// Restores the terminal; does nothing if we do not have it. Tries every step before it returns an error.
fn give_back() -> io::Result<()> {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return Ok(());
    }
    let mut out = io::stdout();
    let shown = execute!(
        out,
        EndSynchronizedUpdate,
        DisableMouseCapture,
        DisableBracketedPaste,
        style::ResetColor,
        style::SetAttribute(style::Attribute::Reset),
        LeaveAlternateScreen,
        cursor::Show
    );
    terminal::disable_raw_mode()
        .and(terminal_mode::restore())
        .and(shown)
}

/// The taken terminal. Dropping it gives the terminal back, and so does a panic, before its message is printed.
pub struct TerminalScreen {
    terminal: Terminal<CrosstermBackend<FrameBuffer>>,
    gate: Gate,
}

impl TerminalScreen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// The terminal's; it has been given back then.
    pub fn take(wishes: TerminalFeatures, gate: Gate) -> io::Result<TerminalScreen> {
        static HOOK: std::sync::Once = std::sync::Once::new();
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                let _ = give_back();
                before(info);
            }));
        });
        // crossterm's own NO_COLOR writes a full reset after bold and reverse and so loses the cursor row.
        // We have a monochrome theme for that; who chooses the theme looks at NO_COLOR.
        style::force_color_output(true);
        MOUSE.store(wishes.mouse, Ordering::SeqCst);
        terminal_mode::remember();
        let screen = take().and_then(|()| Terminal::new(CrosstermBackend::new(FrameBuffer::default())));
        match screen {
            Ok(terminal) => {
                if wishes.background {
                    // No one waits for the answer: the reader of keys hears it, whenever it comes.
                    let mut out = io::stdout();
                    out.write_all(background_color::QUESTION.as_bytes())?;
                    out.flush()?;
                }
                Ok(TerminalScreen { terminal, gate })
            }
            Err(error) => {
                let _ = give_back();
                Err(error)
            }
        }
    }

    /// Gives the terminal back before the end; what it could not undo is the error.
    ///
    /// # Errors
    /// The terminal's.
    pub fn give_back(self) -> io::Result<()> {
        give_back()
    }
}

impl Drop for TerminalScreen {
    fn drop(&mut self) {
        let _ = give_back();
    }
}

impl Host for TerminalScreen {
    fn draw(&mut self, draw: &mut dyn FnMut(&mut Frame<'_>)) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| draw(frame))?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    fn forget(&mut self) -> io::Result<()> {
        // Not `Terminal::clear`: it asks the terminal where its cursor is, and the answer would have to
        // come through the input thread.
        queue!(self.terminal.backend_mut(), Clear(ClearType::All))?;
        self.terminal.swap_buffers();
        Ok(())
    }

    fn write(&mut self, sequence: &str) -> io::Result<()> {
        let out = self.terminal.backend_mut();
        out.write_all(sequence.as_bytes())?;
        Write::flush(out)
    }

    fn retake(&mut self) -> io::Result<()> {
        // The shell had the terminal meanwhile and may have changed its mode. crossterm sets raw mode only if it believes that
        // it is off.
        terminal::disable_raw_mode()?;
        terminal_mode::remember();
        take()?;
        self.forget()
    }

    fn suspend(&mut self) -> io::Result<Option<String>> {
        if let Some(why) = signals::suspend_blocker() {
            return Ok(Some(why.into()));
        }
        self.gate.close();
        give_back()?;
        let stopped = signals::stop_process_group();
        self.retake()?;
        self.gate.open();
        stopped.map(|()| None)
    }

    fn edit(&mut self, file: &Path, line: u32) -> io::Result<Option<String>> {
        let editor = match EditorCommand::from_environment() {
            Ok(editor) => editor,
            Err(error) => return Ok(Some(error.to_string())),
        };
        self.gate.close();
        give_back()?;
        signals::run_with_terminal(true);
        let result = editor::run(&editor, file, line);
        signals::run_with_terminal(false);
        if result.as_ref().is_err_and(EditorError::was_killed) {
            let mut out = io::stdout();
            out.write_all(terminal_mode::AFTER_KILLED_EDITOR.as_bytes())?;
            out.flush()?;
        }
        // An editor that was killed has not given the terminal back as it was.
        terminal_mode::restore()?;
        take()?;
        self.forget()?;
        self.gate.open();
        Ok(result.err().map(|error| error.to_string()))
    }
}

/// Holds a frame's bytes back until it is flushed. Unlike `BufWriter` it drops what is left over: half a frame
/// must not follow the restored screen when drawing panics, and nothing is written once the terminal is given back.
#[derive(Debug, Default)]
struct FrameBuffer(Vec<u8>);

impl Write for FrameBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if TAKEN.load(Ordering::SeqCst) {
            let mut out = io::stdout().lock();
            out.write_all(&self.0)?;
            out.flush()?;
        }
        self.0.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_terminal_that_moves_its_cursor_gets_a_screen() {
        let cases = [
            (true, "xterm-256color", true, Ok(())),
            (false, "xterm-256color", true, Err(NoScreen::NotATerminal)),
            (true, "dumb", true, Err(NoScreen::Dumb)),
            (true, "xterm", false, Err(NoScreen::NoKeys)),
            (false, "dumb", false, Err(NoScreen::NotATerminal)),
        ];
        for (tty, term, keys, want) in cases {
            assert_eq!(judge(tty, term, keys), want, "{tty} {term} {keys}");
        }
    }

    #[test]
    fn nothing_is_kept_for_later_when_the_terminal_is_not_ours() {
        let mut held = FrameBuffer::default();
        held.write_all(b"half a frame").unwrap();
        held.flush().unwrap();
        assert!(held.0.is_empty());
    }
}
