//! Asking, searching, jumping, folding and copying in a real pseudo-terminal.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::explorer::{Desk, LIVE, PATCH, has, has_not, quit};
use crate::harness::{Pty, key};

#[test]
fn enter_asks_why_and_a_jump_comes_back() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    screen.send(key::ENTER);
    screen.wait("the list", has("steps for "));
    screen.send(key::HOME);
    screen.wait("the oldest", has("▸0"));
    screen.send(key::ENTER);
    screen.wait_for("step 0/3");
    screen.send(key::ESC);
    screen.wait_for("step 3/3");
    quit(screen);
}

#[test]
fn lines_are_searched_and_jumped_to() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    screen.send("/envoy");
    screen.wait("a hit as one types", has(" of "));
    screen.send(key::ENTER);
    screen.send("n");
    screen.wait("the next hit", has("/envoy"));
    screen.send(key::ESC);
    screen.wait("no search any more", has_not("/envoy"));
    screen.send(":spec.con\t[name=web].im\t");
    screen.wait("completed", has(":spec.containers[name=web].image"));
    screen.send(key::ENTER);
    screen.wait("there", has("b: back"));
    screen.send(":nowhere\r");
    screen.wait("where it stops", has("is named nowhere"));
    screen.send(key::ESC);
    screen.wait("left", has_not("nowhere"));
    quit(screen);
}

#[test]
fn blocks_fold_and_steps_are_filtered() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    screen.send(":metadata\ru");
    screen.wait("folded", has("metadata: … 1 line"));
    screen.send("U");
    screen.wait("unfolded", has_not("… 1 line"));
    screen.send("i");
    screen.wait("the effects", has("filter steps"));
    screen.send(key::END);
    screen.send(key::ENTER);
    screen.wait("the filter", has("steps  only "));
    quit(screen);
}

#[test]
fn a_path_is_copied_by_the_desktop_or_through_the_terminal() {
    let desk = Desk::new(LIVE, PATCH);
    let copied = desk.path("copied");
    let script = format!("#!/bin/sh\n/bin/cat >'{}'\n", copied.display());
    fs::write(desk.path("wl-copy"), script).expect("a program");
    fs::set_permissions(desk.path("wl-copy"), fs::Permissions::from_mode(0o755)).expect("permissions");
    let here = || {
        desk.program()
            .env("PATH", desk.path(""))
            .env("WAYLAND_DISPLAY", "wayland-0")
    };

    let mut screen = Pty::spawn(here(), 120, 40);
    screen.wait_for("step 3/3");
    screen.send(":spec.containers[name=web].image\ry");
    screen.wait("what can be copied", has("explanation"));
    screen.send("p");
    screen.wait("copied", has("copied the path with wl-copy"));
    let text = fs::read_to_string(&copied).expect("the text");
    assert_eq!(text, "spec.containers[name=web].image");
    quit(screen);

    let mut screen = Pty::spawn(here().env("SSH_TTY", "/dev/pts/0"), 120, 40);
    screen.wait_for("step 3/3");
    screen.send("yv");
    screen.wait("copied", has("copied the value through the terminal (OSC 52)"));
    quit(screen);
}

#[test]
fn lines_are_selected_by_dragging_and_copied() {
    let desk = Desk::new(LIVE, PATCH);
    let copied = desk.path("copied");
    let script = format!("#!/bin/sh\n/bin/cat >'{}'\n", copied.display());
    fs::write(desk.path("wl-copy"), script).expect("a program");
    fs::set_permissions(desk.path("wl-copy"), fs::Permissions::from_mode(0o755)).expect("permissions");
    let program = desk
        .program()
        .env("PATH", desk.path(""))
        .env("WAYLAND_DISPLAY", "wayland-0");
    let mut screen = Pty::spawn(program, 120, 40);
    screen.wait_for("step 3/3");
    // Pressed on live's line 3, dragged to line 4, let go.
    screen.send("\x1b[<0;12;4M\x1b[<32;14;5M\x1b[<0;14;5m");
    screen.wait("selected", has("2 lines selected; y: copy"));
    screen.send("y");
    screen.wait("copied", has("copied the lines with wl-copy"));
    let text = fs::read_to_string(&copied).expect("the text");
    assert_eq!(text, "metadata:\n  name: demo");
    quit(screen);
}

#[test]
fn a_double_click_folds_a_block() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = Pty::spawn(desk.program(), 120, 40);
    screen.wait_for("step 3/3");
    screen.wait("a line", has("name: demo"));
    let click = "\x1b[<0;12;4M\x1b[<0;12;4m";
    screen.send(click);
    screen.send(click);
    screen.wait("folded", has("metadata: … 1 line"));
    screen.send("q");
    screen.exit();
}
