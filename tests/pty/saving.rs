//! Saving with real system limits: nothing is lost, whatever the system says.

use std::fs;

use crate::explorer::{Desk, LIVE, PATCH};
use crate::harness::{Program, Pty, key};

/// Opens the patch in the text area and pastes so many lines at its beginning.
fn paste(screen: &mut Pty, lines: usize) {
    screen.wait_for("step 3/3");
    screen.send("2");
    screen.send("e");
    screen.wait_for("Ctrl-S");
    let text = "# a line that is pasted\n".repeat(lines);
    screen.send(&format!("\x1b[200~{text}\x1b[201~"));
    screen.wait_for("# a line that is pasted");
}

/// The explorer where no file may be longer than 8 KiB.
fn with_short_files(desk: &Desk) -> Pty {
    let script = "ulimit -f 16; trap '' XFSZ; exec \"$0\" live.yaml patch.yaml";
    let program = Program::new("/bin/sh")
        .arg("-c")
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_mergescope"))
        .directory(&desk.path(""))
        .env("XDG_STATE_HOME", desk.path("state"));
    Pty::spawn(program, 120, 40)
}

#[test]
fn a_save_that_does_not_fit_keeps_the_old_file() {
    for has_several_names in [false, true] {
        let desk = Desk::new(LIVE, PATCH);
        if has_several_names {
            fs::hard_link(desk.path("patch.yaml"), desk.path("other.yaml")).unwrap();
        }
        let mut screen = with_short_files(&desk);
        paste(&mut screen, 1000);
        screen.send(key::CTRL_S);
        screen.wait_for("cannot save patch.yaml: File too large");
        assert_eq!(fs::read_to_string(desk.path("patch.yaml")).unwrap(), PATCH);
        let mut names: Vec<_> = fs::read_dir(desk.path("")).unwrap().flatten().collect();
        names.retain(|entry| entry.file_name().to_string_lossy().contains("tmp"));
        assert!(names.is_empty(), "{names:?}");
    }
}

#[test]
fn a_save_in_place_says_so() {
    let desk = Desk::new(LIVE, PATCH);
    fs::hard_link(desk.path("patch.yaml"), desk.path("other.yaml")).unwrap();
    let program = desk.program().env("XDG_STATE_HOME", desk.path("state"));
    let mut screen = Pty::spawn(program, 120, 40);
    paste(&mut screen, 1);
    screen.send(key::CTRL_S);
    screen.wait_for("saved patch.yaml in place: it has several hard links");
    let other = fs::read_to_string(desk.path("other.yaml")).unwrap();
    assert!(other.contains("# a line"), "{other}");
}

#[test]
fn a_file_that_is_not_utf_8_is_not_edited() {
    let desk = Desk::new(LIVE, PATCH);
    let bytes = [b"# caf\xe9\n", PATCH.as_bytes()].concat();
    fs::write(desk.path("patch.yaml"), &bytes).unwrap();
    let mut screen = desk.open(120, 40);
    screen.wait_for("step 4/4");
    for opens in ["e", "T"] {
        screen.send("2");
        screen.send(opens);
        screen.wait_for("patch.yaml:1 is not UTF-8");
        assert!(!screen.text().contains("Ctrl-S"), "{}", screen.text());
        screen.send("^");
        screen.wait("another status", |screen| {
            !screen.contents().contains("is not UTF-8")
        });
        screen.send("$");
    }
    assert_eq!(fs::read(desk.path("patch.yaml")).unwrap(), bytes);
}

#[test]
fn a_fix_is_not_applied_to_a_file_that_is_not_utf_8() {
    let desk = Desk::new(LIVE, PATCH);
    let bytes = [b"# caf\xe9\n", PATCH.replace("image", "imag").as_bytes()].concat();
    fs::write(desk.path("patch.yaml"), &bytes).unwrap();
    let mut screen = desk.open(120, 40);
    screen.wait_for("no-such-field");
    screen.send("^");
    screen.send("x");
    screen.send("x");
    screen.wait_for("has no field `imag`");
    screen.send("!");
    screen.wait_for("patch.yaml:1 is not UTF-8");
    assert!(!screen.text().contains("editing patch"), "{}", screen.text());
    assert_eq!(fs::read(desk.path("patch.yaml")).unwrap(), bytes);
}

#[test]
fn a_file_that_became_a_pipe_is_not_waited_for() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.open(120, 40);
    screen.wait_for("step 3/3");
    fs::remove_file(desk.path("patch.yaml")).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(desk.path("patch.yaml"))
        .status();
    assert!(made.is_ok_and(|status| status.success()));
    screen.wait_for("not a regular file");
    screen.send("2");
    screen.send("e");
    screen.wait_for("Ctrl-S");
    screen.send("# typed");
    screen.send(key::CTRL_S);
    screen.wait_for("cannot save patch.yaml: not a regular file");
}
