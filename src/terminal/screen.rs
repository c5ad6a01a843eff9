//! Takes the terminal (alternate screen, raw mode, mouse, paste) and always restores it.

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

use super::editor::{self, EditorCommand, EditorError};
use super::input::Gate;
use super::run::Host;
use super::{background_color, signals, terminal_mode};

/// The reason why there is no screen to draw on. The caller prints plain text instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoScreen {
    /// The output is a file or a pipe.
    #[error("the output is not a terminal")]
    NotATerminal,
    /// `TERM` is `dumb` or empty: cursor movement would be printed as garbage.
    #[error("the terminal does not support cursor movement (TERM is empty or \"dumb\")")]
    Dumb,
    /// There is no terminal to read keys from.
    #[error("no terminal for keyboard input")]
    NoKeys,
}

/// Checks whether the explorer can run: stdout is a terminal that can move its cursor, and keys can be read
/// from stdin or from the controlling terminal.
///
/// # Errors
/// The reason why it cannot run.
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

/// The optional features of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TerminalFeatures {
    /// Mouse events. They disable the text selection of the terminal.
    pub mouse: bool,
    /// A query whether the background is light; [`super::event::Event::Background`] has the reply.
    pub background: bool,
}

/// Whether we have the terminal now. It is static because the panic hook has no other state.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// Whether the mouse was captured, so that it is captured again after a stop.
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

/// Restores the terminal; does nothing if we do not have it. Tries all steps before it returns an error.
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

/// The taken terminal. Dropping it restores the terminal, and so does a panic, before its message is printed.
pub struct TerminalScreen {
    terminal: Terminal<CrosstermBackend<FrameBuffer>>,
    gate: Gate,
}

impl TerminalScreen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// The terminal cannot be configured; it is restored.
    pub fn take(features: TerminalFeatures, gate: Gate) -> io::Result<TerminalScreen> {
        static HOOK: std::sync::Once = std::sync::Once::new();
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                let _ = give_back();
                before(info);
            }));
        });
        // With NO_COLOR, crossterm writes a full reset after bold and reverse and so loses the row of the
        // cursor. The choice of the theme handles NO_COLOR instead.
        style::force_color_output(true);
        MOUSE.store(features.mouse, Ordering::SeqCst);
        terminal_mode::remember();
        let screen = take().and_then(|()| Terminal::new(CrosstermBackend::new(FrameBuffer::default())));
        match screen {
            Ok(terminal) => {
                if features.background {
                    // Nothing waits for the reply: the key reader filters it out whenever it arrives.
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

    /// Restores the terminal before the end.
    ///
    /// # Errors
    /// A part of the terminal could not be restored.
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
        // Do not use `Terminal::clear`: it queries the position of the cursor, and the reply would go through
        // the input thread.
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
        // The shell may have changed the mode in the meantime. crossterm sets raw mode only if it assumes
        // that it is off.
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
        // A killed editor has not restored the terminal.
        terminal_mode::restore()?;
        take()?;
        self.forget()?;
        self.gate.open();
        Ok(result.err().map(|error| error.to_string()))
    }
}

/// Buffers a frame until it is flushed. Unlike `BufWriter`, it discards unflushed bytes when dropped: half a
/// frame must not follow the restored screen after a panic, and nothing is written once the terminal is
/// restored.
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
