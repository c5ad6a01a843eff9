//! The terminal's manners, with a small application in a real pseudo-terminal: this test program starts itself.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyModifiers};
use mergescope::terminal::background_color::BackgroundReplies;
use mergescope::terminal::event::{AppCommand, Event, channel};
use mergescope::terminal::run::{App, HUNG_UP, run};
use mergescope::terminal::{input, screen, session, watch};
use ratatui::Frame;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Text};
use rustix::process::{Pid, Signal, kill_process};

use crate::harness::{Program, Pty, key, restored};

fn wishes() -> screen::TerminalFeatures {
    screen::TerminalFeatures {
        mouse: true,
        background: false,
    }
}

/// Shows what it is told, and asks for what the keys say.
struct Stage {
    shown: Vec<String>,
    file: PathBuf,
    wake: Option<Instant>,
    dirty: bool,
    _watcher: Option<watch::Watcher>,
    explosive: bool,
}

impl Stage {
    fn new(file: PathBuf) -> Stage {
        Stage {
            shown: Vec::new(),
            file,
            wake: None,
            dirty: false,
            _watcher: None,
            explosive: false,
        }
    }
}

impl App for Stage {
    type Work = ();

    fn handle(&mut self, event: Event, now: Instant) -> Vec<AppCommand> {
        self.dirty = true;
        let (shown, commands) = match event {
            Event::Key(key) => match (key.code, key.modifiers) {
                (KeyCode::Char('q'), _) => (String::new(), vec![AppCommand::Quit(3)]),
                (KeyCode::Char('p'), _) => panic!("as asked"),
                (KeyCode::Char('P'), _) => {
                    self.explosive = true;
                    (String::new(), Vec::new())
                }
                (KeyCode::Char('z'), KeyModifiers::CONTROL) => ("stopping".into(), vec![AppCommand::Suspend]),
                (KeyCode::Char('e'), _) => {
                    let file = self.file.clone();
                    ("editing".into(), vec![AppCommand::OpenEditor { file, line: 3 }])
                }
                (KeyCode::Char('l'), KeyModifiers::CONTROL) => ("redrawn".into(), vec![AppCommand::Redraw]),
                (KeyCode::Char('w'), _) => {
                    self.wake = Some(now + Duration::from_millis(5));
                    ("waiting".into(), Vec::new())
                }
                (code, _) => (format!("key {code}"), Vec::new()),
            },
            Event::Wake => {
                self.wake = None;
                ("woken".into(), Vec::new())
            }
            Event::FilesChanged(changes) => {
                let shown = changes.iter().map(|change| match &change.content {
                    Ok(bytes) => format!("file {}", String::from_utf8_lossy(bytes)),
                    Err(trouble) => trouble.to_string(),
                });
                (shown.collect(), Vec::new())
            }
            Event::EditorClosed { error, .. } => {
                (format!("edited {}", error.unwrap_or_default()), Vec::new())
            }
            Event::Resize(columns, rows) => (format!("size {columns}x{rows}"), Vec::new()),
            other => (format!("{other:?}"), Vec::new()),
        };
        self.shown.push(shown);
        commands
    }

    fn deadline(&self) -> Option<Instant> {
        self.wake
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.dirty = false;
        let mut lines = vec![
            Line::styled(
                "bold and reversed",
                Style::new().fg(Color::Blue).bold().reversed(),
            ),
            Line::raw(format!("ready {}", std::process::id())),
        ];
        lines.extend(self.shown.iter().map(|shown| Line::raw(shown.as_str())));
        frame.render_widget(Text::from(lines), frame.area());
        assert!(!self.explosive, "as asked");
    }

    fn is_dirty(&self) -> bool {
        self.dirty
    }
}

/// No test: the application that the others start, in a process of its own.
#[test]
fn as_child() {
    let Some(file) = std::env::var_os("STAGE_FILE").map(PathBuf::from) else {
        return;
    };
    let code = if std::env::var_os("STAGE_DEAF").is_some() {
        deaf(file)
    } else {
        session::run(wishes(), |around| {
            let watcher = around.watcher.unwrap();
            watcher.watch([(file.as_path(), std::fs::read(&file).unwrap().as_slice())]);
            Stage {
                _watcher: Some(watcher),
                ..Stage::new(file)
            }
        })
    };
    let code = code.unwrap();
    if code != HUNG_UP {
        println!("left the stage");
    }
    std::process::exit(code.into());
}

/// A session that hears no signals.
#[cfg(test)]
fn deaf(file: PathBuf) -> std::io::Result<u8> {
    let (sender, receiver) = channel();
    let gate = input::Gate::default();
    let mut screen = screen::TerminalScreen::take(wishes(), gate.clone())?;
    input::start(sender, gate, BackgroundReplies::new(false))?;
    run(&mut Stage::new(file), &mut screen, &receiver)
}

/// The stage's own command line, and a file for it.
fn stage() -> (Program, tempfile::TempDir) {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("live.yaml");
    std::fs::write(&file, "one").unwrap();
    let program = Program::new(std::env::current_exe().unwrap());
    let program = program
        .arg("--exact")
        .arg("shell::as_child")
        .arg("--nocapture")
        .env("STAGE_FILE", file);
    (program, temp)
}

fn started() -> (Pty, tempfile::TempDir) {
    let (program, temp) = stage();
    let mut pty = Pty::spawn(program, 80, 24);
    pty.wait_for("ready");
    (pty, temp)
}

#[test]
fn keys_paste_size_and_time_come_in_and_quitting_restores_the_terminal() {
    let (mut pty, _temp) = started();
    assert!(pty.screen().alternate_screen() && pty.screen().hide_cursor() && pty.screen().bracketed_paste());
    pty.send("a");
    pty.wait_for("key a");
    pty.send("\x1b[200~two\nlines\x1b[201~");
    pty.wait_for(r#"Paste("two\nlines")"#);
    pty.resize(60, 20);
    pty.wait_for("size 60x20");
    pty.send("w");
    pty.wait_for("woken");
    pty.send(key::CTRL_L);
    pty.wait_for("redrawn");
    pty.send("q");
    assert_eq!(pty.exit().exit_code(), 3);
    pty.assert_restored();
    assert!(pty.text().contains("left the stage"), "{}", pty.text());
}

#[test]
fn a_save_is_shown() {
    let (mut pty, temp) = started();
    std::fs::write(temp.path().join("new"), "two").unwrap();
    std::fs::rename(temp.path().join("new"), temp.path().join("live.yaml")).unwrap();
    pty.wait_for("file two");
}

#[test]
fn a_panic_restores_the_terminal_before_it_is_printed() {
    for place in ["p", "P"] {
        let (mut pty, _temp) = started();
        pty.send(place);
        assert_ne!(pty.exit().exit_code(), 0);
        pty.assert_restored();
        assert!(
            pty.text().contains("as asked") && !pty.text().contains("bold and"),
            "{}",
            pty.text()
        );
    }
}

#[test]
fn signals_that_end_restore_the_terminal() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130)] {
        let (mut pty, _temp) = started();
        kill_process(Pid::from_raw(pty.process() as i32).unwrap(), signal).unwrap();
        assert_eq!(pty.exit().exit_code(), code);
        pty.assert_restored();
    }
}

#[test]
fn a_terminal_that_goes_ends_the_program() {
    let (mut pty, _temp) = started();
    pty.hang_up();
    assert_eq!(pty.exit().exit_code(), u32::from(HUNG_UP));
}

#[test]
fn a_terminal_that_goes_ends_a_program_that_hears_no_signals_too() {
    let (_, temp) = stage();
    let script = "trap '' HUP; exec \"$0\" --exact shell::as_child --nocapture";
    let program = Program::new("/bin/sh")
        .arg("-c")
        .arg(script)
        .arg(std::env::current_exe().unwrap());
    let program = program
        .env("STAGE_FILE", temp.path().join("live.yaml"))
        .env("STAGE_DEAF", "1");
    let mut pty = Pty::spawn(program, 80, 24);
    pty.wait_for("ready");
    pty.hang_up();
    assert_eq!(pty.exit().exit_code(), u32::from(HUNG_UP));
}

#[test]
fn every_named_key_arrives_as_itself() {
    let (mut pty, _temp) = started();
    for (sent, shown) in [
        (key::ENTER, "Enter"),
        (key::TAB, "Tab"),
        (key::BACK_TAB, "Back Tab"),
        (key::UP, "Up"),
        (key::DOWN, "Down"),
        (key::LEFT, "Left"),
        (key::RIGHT, "Right"),
        (key::HOME, "Home"),
        (key::END, "End"),
        (key::PAGE_UP, "Page Up"),
        (key::PAGE_DOWN, "Page Down"),
        (key::F1, "F1"),
        (key::CTRL_C, "c"),
        (key::CTRL_S, "s"),
        (key::ESC, "Esc"),
    ] {
        pty.send(sent);
        let line = format!("key {shown}");
        pty.wait(&line, |screen| {
            screen.contents().lines().any(|shown| shown == line)
        });
    }
}

#[test]
fn the_built_program_starts() {
    let temp = tempfile::tempdir().unwrap();
    let mut pty = Pty::spawn(
        Program::mergescope().arg("--version").directory(temp.path()),
        80,
        24,
    );
    assert!(pty.exit().success(), "{}", pty.text());
}

#[test]
fn attributes_survive_no_color() {
    let (program, _temp) = stage();
    let mut pty = Pty::spawn(program.env("NO_COLOR", "1"), 80, 24);
    pty.wait_for("ready");
    let cell = pty.screen().cell(0, 0).unwrap();
    assert!(cell.inverse() && cell.bold());
}

/// A shell with job control that runs the stage and, once it has stopped, waits for a line before it continues it.
fn in_a_shell() -> (Pty, tempfile::TempDir) {
    let (_, temp) = stage();
    let script =
        "\"$0\" --exact shell::as_child --nocapture; echo it stopped; read go; fg; echo it ended with $?";
    let program = Program::new("/bin/sh")
        .arg("-mc")
        .arg(script)
        .arg(std::env::current_exe().unwrap());
    let mut pty = Pty::spawn(program.env("STAGE_FILE", temp.path().join("live.yaml")), 80, 24);
    pty.wait_for("ready");
    (pty, temp)
}

#[test]
fn ctrl_z_goes_to_the_shell_and_back() {
    let (mut pty, _temp) = in_a_shell();
    pty.send(key::CTRL_Z);
    pty.wait_for("it stopped");
    assert!(restored(pty.screen()), "{}", pty.text());
    pty.send("\r");
    pty.wait_for("ready");
    assert!(pty.screen().alternate_screen() && pty.screen().hide_cursor());
    pty.send("a");
    pty.wait_for("key a");
    pty.send("q");
    pty.exit();
    pty.assert_restored();
    assert!(pty.text().contains("it ended with 3"), "{}", pty.text());
}

#[test]
fn a_stop_from_outside_does_the_same() {
    let (mut pty, _temp) = in_a_shell();
    let stage = pty
        .text()
        .lines()
        .find_map(|line| line.strip_prefix("ready ")?.trim().parse().ok())
        .unwrap();
    let stage = Pid::from_raw(stage).unwrap();
    kill_process(stage, Signal::TSTP).unwrap();
    pty.wait_for("it stopped");
    assert!(restored(pty.screen()), "{}", pty.text());
    pty.send("\r");
    pty.wait_for("ready");
    pty.send("q");
    pty.exit();
    pty.assert_restored();
    assert!(pty.text().contains("it ended with 3"), "{}", pty.text());
}

#[test]
fn without_a_shell_ctrl_z_says_so() {
    let (mut pty, _temp) = started();
    pty.send(key::CTRL_Z);
    pty.wait_for("cannot suspend: no job control");
}

#[test]
fn the_editor_gets_the_terminal_and_every_key() {
    let (program, temp) = stage();
    let editor = temp.path().join("my editor.sh");
    let script = "#!/bin/sh\necho \"arguments: $1 $2\"\nread line\nprintf '%s' \"$line\" > \"$2\"\n";
    std::fs::write(&editor, script).unwrap();
    let command = format!("sh '{}' +3", editor.display());
    let mut pty = Pty::spawn(program.env("EDITOR", command), 80, 24);
    pty.wait_for("ready");
    pty.send("e");
    pty.wait_for("arguments: +3 ");
    assert!(restored(pty.screen()), "{}", pty.text());
    pty.send("typed into the editor\r");
    pty.wait_for("edited");
    pty.wait_for("file typed into the editor");
    assert!(pty.screen().alternate_screen());
    assert!(!pty.text().contains("key t"), "{}", pty.text());
    pty.send("b");
    pty.wait_for("key b");
}

#[test]
fn an_editor_that_is_killed_leaves_no_trace_in_the_terminal() {
    let (_, temp) = stage();
    let editor = temp.path().join("editor.sh");
    // As vim has the terminal: raw, another screen, a part of it that scrolls, mouse and paste events.
    let script = "#!/bin/sh\nstty raw -echo\nprintf '\\033[?1049h\\033[?1h\\033=\\033[?1004h\\033[5;9r\\033[?2004h\\033[?1000h'\nkill -9 $$\n";
    std::fs::write(&editor, script).unwrap();
    let script = "before=$(stty -g); \"$0\" --exact shell::as_child --nocapture; \
                  test \"$before\" = \"$(stty -g)\" && echo the mode is the same";
    let program = Program::new("/bin/sh")
        .arg("-c")
        .arg(script)
        .arg(std::env::current_exe().unwrap())
        .env("STAGE_FILE", temp.path().join("live.yaml"))
        .env("EDITOR", format!("sh {}", editor.display()));
    let mut pty = Pty::spawn(program, 80, 24);
    pty.wait_for("ready");
    pty.send("e");
    pty.wait_for("edited the editor");
    pty.send("b");
    pty.wait_for("key b");
    pty.send("q");
    pty.exit();
    pty.assert_restored();
    assert!(!pty.screen().application_cursor() && !pty.screen().application_keypad());
    assert!(pty.text().contains("the mode is the same"), "{}", pty.text());
}
