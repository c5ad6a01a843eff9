use super::*;
use crate::terminal::event::{Sender, channel, spawn};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// Records the events in order; responds to each key with the commands in `answers`.
#[derive(Default)]
struct Notes {
    handled: Vec<String>,
    answers: Vec<(char, Vec<AppCommand>)>,
    deadline: Option<Instant>,
    dirty: bool,
}

impl App for Notes {
    type Work = u32;

    fn handle(&mut self, event: Event<u32>, _: Instant) -> Vec<AppCommand> {
        let (note, commands) = match event {
            Event::Key(KeyEvent {
                code: KeyCode::Char(c),
                ..
            }) => {
                // Lower-case letters make the application dirty, upper-case letters do not.
                self.dirty |= c.is_lowercase();
                let found = self.answers.iter().find(|(key, _)| *key == c);
                (
                    c.to_string(),
                    found.map(|(_, commands)| commands.clone()).unwrap_or_default(),
                )
            }
            Event::Wake => {
                self.deadline = None;
                ("wake".into(), vec![AppCommand::Quit(9)])
            }
            Event::Work(number) => (format!("work {number}"), Vec::new()),
            Event::EditorClosed { file, error } => (
                format!("closed {} {}", file.display(), error.unwrap_or_default()),
                Vec::new(),
            ),
            Event::NotSuspended(why) => (why, Vec::new()),
            other => (format!("{other:?}"), Vec::new()),
        };
        self.handled.push(note);
        commands
    }

    fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    fn draw(&mut self, _: &mut Frame<'_>) {
        self.dirty = false;
        self.handled.push("draw".into());
    }

    fn is_dirty(&self) -> bool {
        self.dirty
    }
}

struct Fake {
    terminal: Terminal<TestBackend>,
    calls: Vec<&'static str>,
    broken: bool,
}

impl Host for Fake {
    fn draw(&mut self, draw: &mut dyn FnMut(&mut Frame<'_>)) -> io::Result<()> {
        if self.broken {
            return Err(io::Error::other("no terminal"));
        }
        self.terminal
            .draw(|frame| draw(frame))
            .map(drop)
            .map_err(io::Error::other)
    }

    fn write(&mut self, _: &str) -> io::Result<()> {
        self.calls.push("write");
        Ok(())
    }

    fn forget(&mut self) -> io::Result<()> {
        self.calls.push("forget");
        Ok(())
    }

    fn retake(&mut self) -> io::Result<()> {
        self.calls.push("retake");
        Ok(())
    }

    fn suspend(&mut self) -> io::Result<Option<String>> {
        self.calls.push("suspend");
        Ok(Some("no shell".into()))
    }

    fn edit(&mut self, _: &Path, line: u32) -> io::Result<Option<String>> {
        self.calls.push("edit");
        Ok(Some(format!("no editor for line {line}")))
    }
}

fn fake() -> Fake {
    Fake {
        terminal: Terminal::new(TestBackend::new(10, 2)).unwrap(),
        calls: Vec::new(),
        broken: false,
    }
}

fn keys(sender: &Sender<u32>, keys: &str) {
    for c in keys.chars() {
        let key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
        sender.send(LoopMessage::Input(Input::Key(key))).unwrap();
    }
}

fn quitting() -> Notes {
    Notes {
        answers: vec![('q', vec![AppCommand::Quit(7)])],
        ..Notes::default()
    }
}

#[test]
fn a_burst_is_handled_in_order_and_drawn_once() {
    let (sender, receiver) = channel();
    let mut app = quitting();
    keys(&sender, "aBc");
    sender.send(LoopMessage::Work(5)).unwrap();
    drop(sender);
    let code = run(&mut app, &mut fake(), &receiver).unwrap();
    assert_eq!(code, HUNG_UP, "nobody is left to send");
    assert_eq!(app.handled, ["draw", "a", "B", "c", "work 5", "draw"]);
}

#[test]
fn what_changes_nothing_is_not_drawn() {
    let (sender, receiver) = channel();
    let mut app = quitting();
    keys(&sender, "ABC");
    drop(sender);
    run(&mut app, &mut fake(), &receiver).unwrap();
    assert_eq!(app.handled, ["draw", "A", "B", "C"]);
}

#[test]
fn a_flood_is_cut_by_frames_and_nothing_is_lost() {
    let (sender, receiver) = channel();
    let mut app = quitting();
    let count = MAX_EVENTS_PER_FRAME * 2 + 10;
    for number in 0..count {
        sender
            .send(LoopMessage::Work(u32::try_from(number).unwrap()))
            .unwrap();
    }
    keys(&sender, "a");
    drop(sender);
    run(&mut app, &mut fake(), &receiver).unwrap();
    let work: Vec<&String> = app
        .handled
        .iter()
        .filter(|note| note.starts_with("work"))
        .collect();
    assert_eq!(work.len(), count);
    assert_eq!(*work[count - 1], format!("work {}", count - 1));
}

#[test]
fn commands_are_carried_out_in_order_and_answered() {
    let (sender, receiver) = channel();
    let open = AppCommand::OpenEditor {
        file: "live.yaml".into(),
        line: 4,
    };
    let mut app = quitting();
    app.answers.push((
        'E',
        vec![
            open,
            AppCommand::Suspend,
            AppCommand::Redraw,
            AppCommand::Quit(2),
            AppCommand::Suspend,
        ],
    ));
    let mut host = fake();
    keys(&sender, "Ex");
    assert_eq!(run(&mut app, &mut host, &receiver).unwrap(), 2);
    assert_eq!(host.calls, ["edit", "suspend", "forget"]);
    assert_eq!(
        app.handled,
        [
            "draw",
            "E",
            "closed live.yaml no editor for line 4",
            "Stopping",
            "no shell"
        ]
    );
}

#[test]
fn a_passed_deadline_wakes_even_in_a_stream_of_messages() {
    let (sender, receiver) = channel();
    let mut app = Notes {
        deadline: Some(Instant::now()),
        ..quitting()
    };
    keys(&sender, "ab");
    assert_eq!(run(&mut app, &mut fake(), &receiver).unwrap(), 9);
    assert_eq!(app.handled, ["draw", "a", "b", "wake"]);

    let mut app = Notes {
        deadline: Some(Instant::now()),
        ..quitting()
    };
    assert_eq!(run(&mut app, &mut fake(), &receiver).unwrap(), 9);
    assert_eq!(app.handled, ["draw", "wake"]);
}

#[test]
fn releases_and_focus_are_not_told_and_a_resize_draws() {
    let (sender, receiver) = channel();
    let mut release = KeyEvent::new(KeyCode::Char('a'), KeyModifiers::NONE);
    release.kind = KeyEventKind::Release;
    let mut app = quitting();
    for input in [
        Input::Key(release),
        Input::FocusGained,
        Input::FocusLost,
        Input::Resize(3, 2),
    ] {
        sender.send(LoopMessage::Input(input)).unwrap();
    }
    drop(sender);
    run(&mut app, &mut fake(), &receiver).unwrap();
    assert_eq!(app.handled, ["draw", "Resize(3, 2)", "draw"]);
}

#[test]
fn signals_and_a_lost_terminal_end_the_loop_with_the_shells_codes() {
    for (message, code) in [
        (LoopMessage::Signal(Signal::End(15)), 143),
        (LoopMessage::Signal(Signal::End(i32::MAX)), 128),
        (LoopMessage::InputClosed, HUNG_UP),
    ] {
        let (sender, receiver) = channel();
        sender.send(message).unwrap();
        assert_eq!(run(&mut quitting(), &mut fake(), &receiver).unwrap(), code);
    }
}

#[test]
fn coming_back_from_a_stop_takes_the_terminal_again_and_draws() {
    let (sender, receiver) = channel();
    let (mut app, mut host) = (quitting(), fake());
    sender.send(LoopMessage::Signal(Signal::Continue)).unwrap();
    sender.send(LoopMessage::Signal(Signal::Stop)).unwrap();
    drop(sender);
    run(&mut app, &mut host, &receiver).unwrap();
    assert_eq!(host.calls, ["retake", "suspend"]);
    assert_eq!(app.handled, ["draw", "Stopping", "no shell", "draw"]);
}

#[test]
fn a_thread_that_breaks_down_ends_the_loop() {
    let (sender, receiver) = channel::<u32>();
    let kept = sender.clone();
    spawn("watch", sender, |_| panic!("broken on purpose")).unwrap();
    let error = run(&mut quitting(), &mut fake(), &receiver).unwrap_err();
    assert_eq!(
        error.to_string(),
        "internal error: the watch thread panicked; please report this"
    );
    drop(kept);
}

#[test]
fn a_frame_that_fails_is_an_error_unless_the_terminal_has_gone() {
    let (sender, receiver) = channel();
    let mut host = Fake {
        broken: true,
        ..fake()
    };
    let error = run(&mut quitting(), &mut host, &receiver).unwrap_err();
    assert_eq!(error.to_string(), "no terminal");
    keys(&sender, "a");
    sender.send(LoopMessage::InputClosed).unwrap();
    assert_eq!(run(&mut quitting(), &mut host, &receiver).unwrap(), HUNG_UP);
}
