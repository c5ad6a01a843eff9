//! Whole programs in a real pseudo-terminal, so that a test reads like what a person does and sees.
//!
//! ```text
//! let mut screen = Pty::spawn(Program::mergescope().arg("live.yaml").arg("patch.yaml"), 80, 24);
//! screen.wait_for("step 3/3");
//! screen.send("S");
//! screen.wait("one step back", |screen| screen.contents().contains("step 2/3"));
//! screen.send("q");
//! assert_eq!(screen.exit().exit_code(), 0);
//! screen.assert_restored();
//! ```

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{ChildKiller, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use vt100::{Parser, Screen};

/// How long anything may take before the test fails; the real times are far below.
const PATIENCE: Duration = Duration::from_secs(20);

/// Keys by their names, as terminals send them.
pub(crate) mod key {
    pub(crate) const ENTER: &str = "\r";
    /// Wait for what it does before the next key: with one close behind it reads as Alt and that key.
    pub(crate) const ESC: &str = "\x1b";
    pub(crate) const TAB: &str = "\t";
    pub(crate) const BACK_TAB: &str = "\x1b[Z";
    pub(crate) const UP: &str = "\x1b[A";
    pub(crate) const DOWN: &str = "\x1b[B";
    pub(crate) const RIGHT: &str = "\x1b[C";
    pub(crate) const LEFT: &str = "\x1b[D";
    pub(crate) const CTRL_C: &str = "\x03";
    pub(crate) const CTRL_L: &str = "\x0c";
    pub(crate) const CTRL_S: &str = "\x13";
    pub(crate) const CTRL_Z: &str = "\x1a";
    pub(crate) const F1: &str = "\x1bOP";
    pub(crate) const PAGE_UP: &str = "\x1b[5~";
    pub(crate) const PAGE_DOWN: &str = "\x1b[6~";
    pub(crate) const HOME: &str = "\x1b[H";
    pub(crate) const END: &str = "\x1b[F";
}

/// A program to start, with an environment of its own: nothing of the test's is passed on.
pub(crate) struct Program(CommandBuilder);

impl Program {
    /// Any program.
    pub(crate) fn new(program: impl AsRef<Path>) -> Program {
        let mut command = CommandBuilder::new(program.as_ref());
        command.env_clear();
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.env("PATH", "/usr/local/bin:/usr/bin:/bin");
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        Program(command)
    }

    /// The program that this package builds.
    pub(crate) fn mergescope() -> Program {
        Program::new(env!("CARGO_BIN_EXE_mergescope"))
    }

    pub(crate) fn arg(mut self, argument: impl AsRef<Path>) -> Program {
        self.0.arg(argument.as_ref());
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<Path>) -> Program {
        self.0.env(name, value.as_ref());
        self
    }

    /// The command, for a terminal other than [`Pty`].
    pub(crate) fn into_command(self) -> CommandBuilder {
        self.0
    }

    pub(crate) fn directory(mut self, path: &Path) -> Program {
        self.0.cwd(path);
        self
    }
}

/// What ends a synchronized update.
const FRAME_END: &[u8] = b"\x1b[?2026l";

/// A running program and what its terminal shows.
pub(crate) struct Pty {
    terminal: Option<(Box<dyn MasterPty + Send>, Box<dyn Write + Send>)>,
    parser: Parser,
    output: Receiver<Vec<u8>>,
    /// The reader has its own handle of the terminal and must let go of it too.
    gone: Arc<AtomicBool>,
    /// The last bytes, for a sequence that is cut in two.
    tail: Vec<u8>,
    /// Inside a synchronized update: what is shown is no whole frame.
    updating: bool,
    ended: Receiver<ExitStatus>,
    status: Option<ExitStatus>,
    killer: Box<dyn ChildKiller + Send + Sync>,
    process: u32,
}

impl Pty {
    /// Starts a program in a terminal of a size in cells.
    pub(crate) fn spawn(program: Program, columns: u16, rows: u16) -> Pty {
        let pair = native_pty_system()
            .openpty(size(columns, rows))
            .expect("a pseudo-terminal");
        let mut child = pair.slave.spawn_command(program.0).expect("the program starts");
        drop(pair.slave);
        let (bytes, output) = mpsc::channel();
        let gone = Arc::new(AtomicBool::new(false));
        let let_go = Arc::clone(&gone);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // How much of the end of a frame was read.
            let mut matched = 0;
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                let mut frames = vec![Vec::new()];
                for byte in &buffer[..count] {
                    frames.last_mut().expect("a frame").push(*byte);
                    matched = match FRAME_END[matched] == *byte {
                        true => matched + 1,
                        false => usize::from(*byte == FRAME_END[0]),
                    };
                    if matched == FRAME_END.len() {
                        matched = 0;
                        frames.push(Vec::new());
                    }
                }
                // One by one, so that no frame is missed.
                for frame in frames.into_iter().filter(|frame| !frame.is_empty()) {
                    if bytes.send(frame).is_err() || let_go.load(Ordering::SeqCst) {
                        return;
                    }
                }
            }
        });
        let killer = child.clone_killer();
        let process = child.process_id().expect("a process");
        let (end, ended) = mpsc::channel();
        thread::spawn(move || {
            if let Ok(status) = child.wait() {
                let _ = end.send(status);
            }
        });
        let writer = pair.master.take_writer().expect("a writer");
        Pty {
            terminal: Some((pair.master, writer)),
            parser: Parser::new(cells(rows), cells(columns), 0),
            output,
            gone,
            tail: Vec::new(),
            updating: false,
            ended,
            status: None,
            killer,
            process,
        }
    }

    /// Waits until whole frames show this text.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    /// Waits until a whole frame fulfils a condition; `what` names it should it never come.
    #[track_caller]
    pub(crate) fn wait(&mut self, what: &str, condition: impl Fn(&Screen) -> bool) {
        let end = Instant::now() + PATIENCE;
        loop {
            if !self.updating && condition(self.parser.screen()) {
                return;
            }
            match self
                .output
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                Ok(bytes) => self.take(&bytes),
                Err(why) => panic!("waited for: {what} ({why}); the screen shows:\n{}", self.text()),
            }
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        self.parser.process(bytes);
        self.tail.extend_from_slice(bytes);
        let last = |sequence: &[u8]| {
            self.tail
                .windows(sequence.len())
                .rposition(|window| window == sequence)
        };
        match (last(b"\x1b[?2026h"), last(FRAME_END)) {
            (None, None) => {}
            (begin, end) => self.updating = begin > end,
        }
        let cut = self.tail.len().saturating_sub(7);
        self.tail.drain(..cut);
    }

    /// What the screen shows, as text.
    pub(crate) fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// What the screen shows, with attributes.
    pub(crate) fn screen(&self) -> &Screen {
        self.parser.screen()
    }

    /// Types; see [`key`] for what has no character.
    #[track_caller]
    pub(crate) fn send(&mut self, keys: &str) {
        let (_, writer) = self.terminal.as_mut().expect("the terminal is there");
        writer
            .write_all(keys.as_bytes())
            .expect("the terminal takes keys");
        writer.flush().expect("the terminal takes keys");
    }

    /// Gives the terminal another size, as a window manager does.
    #[track_caller]
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.screen_mut().set_size(cells(rows), cells(columns));
        let (terminal, _) = self.terminal.as_ref().expect("the terminal is there");
        terminal
            .resize(size(columns, rows))
            .expect("the terminal takes a size");
    }

    /// Takes the terminal away, as closing its window does, once the program has answered one more key.
    pub(crate) fn hang_up(&mut self) {
        self.gone.store(true, Ordering::SeqCst);
        self.send(" ");
        self.terminal = None;
    }

    /// The number of the process that was started.
    pub(crate) fn process(&self) -> u32 {
        self.process
    }

    /// Waits for the end of the program.
    #[track_caller]
    pub(crate) fn exit(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        // Output first: a program that cannot get rid of it does not end.
        while self.status.is_none() {
            match self.output.recv_timeout(Duration::from_millis(20)) {
                Ok(bytes) => self.take(&bytes),
                Err(_) => self.status = self.ended.try_recv().ok(),
            }
            assert!(
                Instant::now() < end,
                "the program does not end; the screen shows:\n{}",
                self.text()
            );
        }
        // The rest, until the reader comes to the end too.
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_secs(1)) {
            self.take(&bytes);
        }
        self.status.clone().expect("just looked")
    }

    /// The terminal is as it was before: main screen, cursor, no mouse, no bracketed paste.
    #[track_caller]
    pub(crate) fn assert_restored(&self) {
        assert!(!self.updating, "a synchronized update is left open");
        assert!(
            restored(self.parser.screen()),
            "the terminal is not restored:\n{}",
            self.text()
        );
    }
}

/// Whether a screen is as a shell leaves it.
pub(crate) fn restored(screen: &Screen) -> bool {
    !screen.alternate_screen()
        && !screen.hide_cursor()
        && !screen.bracketed_paste()
        && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
}

impl Drop for Pty {
    fn drop(&mut self) {
        if self.status.is_none() {
            let _ = self.killer.kill();
        }
    }
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("a size above zero")
}
