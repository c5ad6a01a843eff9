//! Unsaved text survives the end of the program, whatever ends it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use portable_pty::{PtySize, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};

use crate::explorer::{Desk, LIVE, PATCH, has};
use crate::harness::{Program, Pty, key};

fn program(desk: &Desk) -> Program {
    desk.program().env("XDG_STATE_HOME", desk.path("state"))
}

/// Opens the patch in the text area and types a comment.
fn typed(desk: &Desk) -> Pty {
    let mut screen = Pty::spawn(program(desk), 120, 40);
    type_comment(&mut screen);
    screen
}

fn type_comment(screen: &mut Pty) {
    screen.wait_for("step 3/3");
    screen.send("2");
    screen.send("e");
    screen.wait_for("Ctrl-S");
    screen.send("# kept ");
    screen.wait_for("# kept ");
}

fn kept(desk: &Desk) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(desk.path("state/mergescope")) else {
        return Vec::new();
    };
    entries.flatten().map(|entry| entry.path()).collect()
}

/// Waits until so many recovery files are there.
fn wait_for_files(desk: &Desk, count: usize) -> Vec<PathBuf> {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let files = kept(desk);
        let is_done = files
            .iter()
            .all(|file| file.extension().is_some_and(|end| end == "recovery"));
        if files.len() == count && is_done {
            return files;
        }
        assert!(Instant::now() < end, "{files:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn recovery(desk: &Desk, args: &[&str]) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_mergescope"))
        .arg("recovery")
        .args(args)
        .env("XDG_STATE_HOME", desk.path("state"))
        .current_dir(desk.path(""))
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn unsaved_text_survives_signals_and_a_kill() {
    for (signal, code) in [
        (Signal::TERM, Some(143)),
        (Signal::HUP, Some(129)),
        (Signal::INT, Some(130)),
        (Signal::QUIT, Some(131)),
        (Signal::ABORT, Some(134)),
        (Signal::USR1, Some(138)),
        (Signal::XCPU, Some(152)),
        (Signal::TRAP, Some(133)),
        (Signal::SYS, Some(159)),
        #[cfg(target_os = "linux")]
        (Signal::IO, Some(157)),
        #[cfg(target_os = "linux")]
        (Signal::POWER, Some(158)),
        (Signal::KILL, None),
    ] {
        let desk = Desk::new(LIVE, PATCH);
        let mut screen = typed(&desk);
        if signal == Signal::KILL {
            wait_for_files(&desk, 1);
        }
        let process = Pid::from_raw(screen.process() as i32).expect("a process");
        kill_process(process, signal).expect("a signal");
        let status = screen.exit();
        if let Some(code) = code {
            assert_eq!(status.exit_code(), code);
            screen.assert_restored();
            assert!(
                screen.text().contains("the unsaved text is kept"),
                "{}",
                screen.text()
            );
        }
        let files = wait_for_files(&desk, 1);
        let mode = fs::metadata(&files[0]).expect("the file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let (code, text, _) = recovery(&desk, &["patch.yaml", "--print"]);
        assert_eq!((code, text.replace("# kept ", "").as_str()), (Some(0), PATCH));
        assert!(text.contains("# kept "), "{text}");
        assert_eq!(
            fs::read_to_string(desk.path("patch.yaml")).expect("the patch"),
            PATCH
        );
    }
}

/// The patch comes through standard input.
fn piped(desk: &Desk) -> Pty {
    let command = format!(
        "exec '{}' live.yaml - < patch.yaml",
        env!("CARGO_BIN_EXE_mergescope")
    );
    let shell = Program::new("/bin/sh").arg("-c").arg(&command);
    let folder = desk.path("");
    let shell = shell.directory(&folder).env("XDG_STATE_HOME", desk.path("state"));
    Pty::spawn(shell, 120, 40)
}

#[test]
fn changed_text_without_a_file_is_asked_about_before_it_is_lost() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = piped(&desk);
    type_comment(&mut screen);
    screen.send(key::ESC);
    screen.wait_for("the text is kept in memory");
    screen.send("q");
    screen.wait_for("has no file to be saved in. Quit?");
    screen.send("n");
    screen.wait_for("step 3/3");
    screen.send("q");
    screen.wait_for("has no file to be saved in. Quit?");
    screen.send("y");
    assert_eq!(screen.exit().exit_code(), 0);
}

#[test]
fn changed_text_of_a_lesson_is_kept_and_saved_as_a_file() {
    let desk = Desk::new(LIVE, PATCH);
    let lesson = Program::mergescope().arg("lessons").arg("16");
    let lesson = lesson
        .directory(&desk.path(""))
        .env("XDG_STATE_HOME", desk.path("state"));
    let mut screen = Pty::spawn(lesson, 120, 40);
    screen.wait_for("step 0/");
    screen.send("2");
    screen.send("e");
    screen.wait_for("Ctrl-S");
    screen.send("kept: 1 # ");
    screen.wait_for("kept: 1 # ");
    screen.send(key::ESC);
    screen.wait_for("the text is kept in memory");
    wait_for_files(&desk, 1);
    screen.send("q");
    screen.wait_for("has no file to be saved in. Quit?");
    screen.send("s");
    screen.wait_for("Save as: patch.yaml");
    screen.send("\r");
    screen.wait_for("The file exists. Overwrite it?");
    screen.send("y");
    assert_eq!(screen.exit().exit_code(), 0);
    let text = fs::read_to_string(desk.path("patch.yaml")).expect("the patch");
    assert!(text.starts_with("kept: 1 # "), "{text}");
    wait_for_files(&desk, 0);
}

#[test]
fn nothing_is_typed_while_the_terminal_is_too_small_to_show_it() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = typed(&desk);
    screen.resize(40, 10);
    screen.wait_for("there is unsaved text");
    screen.send("lost q");
    screen.resize(41, 10);
    screen.wait_for("41 × 10");
    screen.resize(120, 40);
    screen.wait_for("# kept ");
    assert!(!screen.text().contains("lost"), "{}", screen.text());
}

#[test]
fn unsaved_text_that_came_through_a_pipe_survives_a_signal() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = piped(&desk);
    type_comment(&mut screen);
    let process = Pid::from_raw(screen.process() as i32).expect("a process");
    kill_process(process, Signal::TERM).expect("a signal");
    assert_eq!(screen.exit().exit_code(), 143);
    assert!(
        screen
            .text()
            .contains("the unsaved text is kept: see mergescope recovery"),
        "{}",
        screen.text()
    );
    let (_, list, _) = recovery(&desk, &[]);
    assert!(
        list.starts_with("<stdin>: unsaved text of standard input or a lesson"),
        "{list}"
    );
    let (code, text, _) = recovery(&desk, &["<stdin>", "--print"]);
    assert_eq!((code, text.replace("# kept ", "").as_str()), (Some(0), PATCH));
    assert!(text.contains("# kept "), "{text}");
}

#[test]
fn unsaved_text_survives_a_stop_and_a_kill() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = typed(&desk);
    let process = Pid::from_raw(screen.process() as i32).expect("a process");
    kill_process(process, Signal::TSTP).expect("a signal");
    wait_for_files(&desk, 1);
    kill_process(process, Signal::KILL).expect("a signal");
    screen.exit();
    let (_, text, _) = recovery(&desk, &["patch.yaml", "--print"]);
    assert!(text.contains("# kept "), "{text}");
}

/// The explorer learns of a long text only with the next frame.
#[test]
fn a_long_text_is_kept_without_another_key() {
    let desk = Desk::new(LIVE, &format!("{PATCH}{}", "# long\n".repeat(2000)));
    let _screen = typed(&desk);
    wait_for_files(&desk, 1);
}

#[test]
fn unsaved_text_survives_a_closed_terminal() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = typed(&desk);
    screen.hang_up();
    screen.exit();
    wait_for_files(&desk, 1);
    let (_, text, _) = recovery(&desk, &["patch.yaml", "--print"]);
    assert!(text.contains("# kept "), "{text}");
}

#[test]
fn a_fix_that_is_not_accepted_is_no_unsaved_text() {
    let desk = Desk::new(LIVE, "spec:\n  replcas: 3\n");
    let mut screen = Pty::spawn(program(&desk), 120, 40);
    screen.wait_for("replcas");
    screen.send("!");
    screen.wait_for("change nothing");
    screen.hang_up();
    screen.exit();
    assert_eq!(kept(&desk), Vec::<PathBuf>::new());
}

#[test]
fn unsaved_text_is_kept_elsewhere_where_its_folder_cannot_be_written() {
    let desk = Desk::new(LIVE, PATCH);
    fs::write(desk.path("state"), "no folder").expect("a file");
    fs::create_dir(desk.path("tmp")).expect("a folder");
    let mut screen = Pty::spawn(program(&desk).env("TMPDIR", desk.path("tmp")), 120, 40);
    type_comment(&mut screen);
    let process = Pid::from_raw(screen.process() as i32).expect("a process");
    kill_process(process, Signal::TERM).expect("a signal");
    assert_eq!(screen.exit().exit_code(), 143);
    assert!(
        screen.text().contains("the unsaved text is in "),
        "{}",
        screen.text()
    );
    let files: Vec<_> = fs::read_dir(desk.path("tmp"))
        .expect("a folder")
        .flatten()
        .collect();
    assert_eq!(files.len(), 1);
    let mode = files[0].metadata().expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let text = fs::read_to_string(files[0].path()).expect("the text");
    assert!(text.contains("# kept "), "{text}");
}

#[test]
fn half_written_files_of_killed_programs_are_removed() {
    let desk = Desk::new(LIVE, PATCH);
    let folder = desk.path("state/mergescope");
    fs::create_dir_all(&folder).expect("a folder");
    let (old, new) = (folder.join("1.tmp"), folder.join("2.tmp"));
    for path in [&old, &new] {
        fs::write(path, "secret").expect("a file");
    }
    let time = std::time::SystemTime::now() - Duration::from_secs(3600);
    fs::File::open(&old)
        .and_then(|file| file.set_modified(time))
        .expect("a time");
    assert_eq!(recovery(&desk, &[]).1, "no unsaved text\n");
    assert_eq!(kept(&desk), [new]);
}

#[test]
fn a_text_that_is_saved_or_left_leaves_no_file() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = typed(&desk);
    wait_for_files(&desk, 1);
    screen.send(key::CTRL_S);
    screen.wait_for("saved patch.yaml");
    wait_for_files(&desk, 0);
    screen.send("more ");
    wait_for_files(&desk, 1);
    screen.send(key::ESC);
    screen.wait_for("discard them");
    screen.send("y");
    screen.wait("the panes", |screen| !has("Ctrl-S")(screen));
    wait_for_files(&desk, 0);
    screen.send("q");
    assert_eq!(screen.exit().exit_code(), 0);
}

#[test]
fn a_text_that_is_given_up_and_then_saved_leaves_no_file() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = typed(&desk);
    fs::write(desk.path("patch.yaml"), format!("# theirs\n{PATCH}")).expect("their text");
    screen.send(key::CTRL_S);
    screen.wait_for("-# theirs");
    screen.send("n");
    screen.wait_for("1 # theirs");
    wait_for_files(&desk, 1);
    screen.send(key::CTRL_Z);
    screen.wait_for("# kept ");
    screen.send(key::CTRL_S);
    screen.wait_for("saved patch.yaml");
    wait_for_files(&desk, 0);
}

#[test]
fn what_is_kept_is_listed_and_deleted() {
    let desk = Desk::new(LIVE, PATCH);
    assert_eq!(
        recovery(&desk, &[]),
        (Some(0), "no unsaved text\n".to_owned(), String::new())
    );
    let mut screen = typed(&desk);
    wait_for_files(&desk, 1);
    // The text of a running program is its own.
    assert_eq!(recovery(&desk, &[]).1, "no unsaved text\n");
    let process = Pid::from_raw(screen.process() as i32).expect("a process");
    kill_process(process, Signal::KILL).expect("a signal");
    screen.exit();
    let (code, list, _) = recovery(&desk, &[]);
    assert_eq!(code, Some(0));
    let bytes = PATCH.len() + "# kept ".len();
    let line = format!("patch.yaml: unsaved text, {bytes} bytes, ");
    assert!(list.contains(&line), "{list}");
    let (code, _, error) = recovery(&desk, &["live.yaml"]);
    assert_eq!(
        (code, error.as_str()),
        (
            Some(2),
            "error: there is no unsaved text of live.yaml\nhelp: `mergescope recovery` lists all unsaved texts\n"
        )
    );
    let (code, deleted, _) = recovery(&desk, &["--remove"]);
    assert_eq!(code, Some(0));
    assert!(deleted.starts_with("deleted: "), "{deleted}");
    assert_eq!(kept(&desk), Vec::<PathBuf>::new());
}

#[test]
fn what_is_kept_is_offered_when_the_file_is_opened_again() {
    for (answer, is_saved) in [("y", true), ("n", false)] {
        let desk = Desk::new(LIVE, PATCH);
        let mut screen = typed(&desk);
        let process = Pid::from_raw(screen.process() as i32).expect("a process");
        kill_process(process, Signal::TERM).expect("a signal");
        screen.exit();
        let mut screen = Pty::spawn(program(&desk), 120, 40);
        screen.wait_for("Unsaved text of an earlier run");
        screen.send(answer);
        if is_saved {
            screen.wait_for("Ctrl-S");
            screen.wait_for("# kept ");
            screen.send(key::CTRL_S);
            screen.wait_for("saved patch.yaml");
            screen.send(key::ESC);
            screen.wait_for("s/S");
        } else {
            screen.wait_for("the unsaved text is deleted");
        }
        wait_for_files(&desk, 0);
        let text = fs::read_to_string(desk.path("patch.yaml")).expect("the patch");
        assert_eq!(text.contains("# kept "), is_saved);
        screen.send("q");
        assert_eq!(screen.exit().exit_code(), 0);
    }
}

#[test]
fn a_kept_text_of_a_secret_is_offered_when_its_values_are_shown() {
    let live = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  key: YQ==\n";
    let desk = Desk::new(live, "data:\n  key: Yg==\n");
    let mut screen = Pty::spawn(program(&desk), 120, 40);
    screen.wait_for("secrets hidden");
    screen.send("R");
    screen.wait_for("key: Yg==");
    screen.send("2");
    screen.send("e");
    screen.wait_for("Ctrl-S");
    screen.send("# kept ");
    wait_for_files(&desk, 1);
    let process = Pid::from_raw(screen.process() as i32).expect("a process");
    kill_process(process, Signal::KILL).expect("a signal");
    drop(screen);
    let mut screen = Pty::spawn(program(&desk), 120, 40);
    screen.wait_for("an earlier run left unsaved text; R: show the Secret values and open it");
    screen.send("R");
    screen.wait_for("Unsaved text of an earlier run");
    screen.send("y");
    screen.wait_for("# kept ");
}

#[test]
fn a_recovered_text_does_not_overwrite_what_another_program_wrote_since() {
    let desk = Desk::new(LIVE, PATCH);
    let screen = typed(&desk);
    wait_for_files(&desk, 1);
    let process = Pid::from_raw(screen.process() as i32).expect("a process");
    kill_process(process, Signal::KILL).expect("a signal");
    drop(screen);
    let theirs = format!("# theirs\n{PATCH}");
    // In the same second: times say nothing.
    fs::write(desk.path("patch.yaml"), &theirs).expect("their text");
    let mut screen = Pty::spawn(program(&desk), 120, 40);
    screen.wait_for("Unsaved text of an earlier run");
    screen.send("y");
    screen.wait_for("The file changed on disk (-");
    screen.wait_for("-# theirs");
    assert_eq!(
        fs::read_to_string(desk.path("patch.yaml")).expect("the patch"),
        theirs
    );
    screen.send("n");
    screen.wait_for("1 # theirs");
    // The own text is kept, however the program ends.
    screen.wait_for("undo restores your text");
    let process = Pid::from_raw(screen.process() as i32).expect("a process");
    kill_process(process, Signal::KILL).expect("a signal");
    drop(screen);
    let files = wait_for_files(&desk, 1);
    let text = fs::read_to_string(&files[0]).expect("the recovery file");
    assert!(
        text.contains("\"discarded\"") && text.contains("# kept "),
        "{text}"
    );
}

#[test]
fn a_terminal_that_reads_nothing_does_not_keep_the_program_alive() {
    let desk = Desk::new(LIVE, PATCH);
    let terminal = native_pty_system()
        .openpty(PtySize {
            rows: 200,
            cols: 400,
            ..PtySize::default()
        })
        .expect("a terminal");
    let mut child = terminal
        .slave
        .spawn_command(program(&desk).into_command())
        .expect("the program");
    // After the questions to the terminal, frames fill its buffer.
    std::thread::sleep(Duration::from_secs(1));
    for count in 0..200 {
        let size = PtySize {
            rows: 190 + count % 5,
            cols: 390 + count % 7,
            ..PtySize::default()
        };
        terminal.master.resize(size).expect("a size");
        std::thread::sleep(Duration::from_millis(5));
    }
    let process = Pid::from_raw(child.process_id().expect("a process") as i32).expect("a process");
    kill_process(process, Signal::TERM).expect("a signal");
    let end = Instant::now() + Duration::from_secs(20);
    while child.try_wait().expect("a state").is_none() {
        assert!(Instant::now() < end, "the program still runs");
        std::thread::sleep(Duration::from_millis(50));
    }
}
