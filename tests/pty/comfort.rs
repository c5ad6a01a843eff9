//! Config file, background, pasting and few colors, in a real pseudo-terminal.

use std::fs;

use vt100::{Color, Screen};

use crate::explorer::{Desk, LIVE, PATCH, has, has_not, quit};
use crate::harness::{Pty, key};

/// The colors on the screen, letters and grounds.
fn colors(screen: &Screen) -> Vec<Color> {
    let (rows, columns) = screen.size();
    let cells = (0..rows.get()).flat_map(|y| (0..columns.get()).map(move |x| (y, x)));
    cells
        .filter_map(|(y, x)| screen.cell(y, x))
        .flat_map(|cell| [cell.fgcolor(), cell.bgcolor()])
        .collect()
}

/// The color of the first cell with this text.
fn color_of(screen: &Screen, text: &str) -> Option<Color> {
    let contents = screen.contents();
    let (y, line) = contents
        .lines()
        .enumerate()
        .find(|(_, line)| line.contains(text))?;
    let x = line.split(text).next()?.chars().count();
    Some(
        screen
            .cell(u16::try_from(y).ok()?, u16::try_from(x).ok()?)?
            .fgcolor(),
    )
}

#[test]
fn the_config_file_gives_other_keys_and_the_footer_shows_them() {
    let desk = Desk::new(LIVE, PATCH);
    let folder = desk.path("mergescope");
    fs::create_dir(&folder).expect("a folder");
    let config = "keys:\n  step-back: [a, F6]\n  quit: Ctrl-Q\ntheme: mine.yaml\nascii: true\n";
    fs::write(folder.join("config.yaml"), config).expect("the config");
    fs::write(
        folder.join("mine.yaml"),
        "base: light\nstyles: { status: { fg: 201 } }\n",
    )
    .expect("the theme");
    let program = desk.program().env("XDG_CONFIG_HOME", desk.path(""));
    let mut screen = Pty::spawn(program, 120, 40);
    screen.wait_for("step 3/3");
    screen.wait("the new keys", |screen| {
        let text = screen.contents();
        text.contains("s/a step") && text.contains("Ctrl-Q quit") && text.is_ascii()
    });
    screen.send("a");
    screen.wait_for("step 2/3");
    screen.send("S");
    screen.send("q");
    screen.send("^");
    screen.wait_for("step 0/3");
    screen.send("^");
    screen.wait("the theme's status", |screen| {
        color_of(screen, "already at step 0") == Some(Color::Idx(201))
    });
    screen.send("\x11");
    assert_eq!(screen.exit().exit_code(), 0);
    screen.assert_restored();
}

#[test]
fn a_wrong_config_is_told_before_the_screen_is_taken() {
    let desk = Desk::new(LIVE, PATCH);
    fs::write(desk.path("bad.yaml"), "keys:\n  fold: s\n").expect("the config");
    let mut screen = Pty::spawn(desk.program().arg("--config").arg("bad.yaml"), 80, 24);
    assert_eq!(screen.exit().exit_code(), 2);
    let text = screen.text().replace('\n', "");
    assert!(
        text.contains("bad.yaml:2:3: key s is bound to step-forward"),
        "{text}"
    );
}

#[test]
fn a_light_background_changes_the_theme_and_no_key_is_pressed_by_it() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    let dark = color_of(screen.screen(), "apiVersion");
    screen.send("^");
    screen.wait_for("step 0/3");
    screen.send("\x1b]11;rgb:ffff/ffff/ffff\x1b\\");
    screen.wait("the light theme", |screen| {
        let now = color_of(screen, "apiVersion");
        now.is_some() && now != dark
    });
    screen.wait("nothing else", has("step 0/3"));
    screen.send("s");
    screen.wait_for("step 1/3");
    quit(screen);
}

#[test]
fn pasted_text_is_never_a_key() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    screen.send("\x1b[200~gq\ns\x1b[201~");
    screen.send("/");
    screen.wait("the line", has_not("watching ✓"));
    screen.send("\x1b[200~image\x07q\nq\x1b[201~");
    screen.wait_for("/imageq");
    screen.send(key::ESC);
    screen.wait("the status", has("watching ✓"));
    screen.send("2e");
    screen.wait_for("Ctrl-S save");
    screen.send("\x1b[200~# q\r# s\n\x1b[201~");
    screen.wait("the pasted lines", |screen| {
        let text = screen.contents();
        text.contains("# q") && text.contains("# s")
    });
}

#[test]
fn terminals_get_no_more_colors_than_they_have() {
    let desk = Desk::new(LIVE, PATCH);
    let is_16 = |color: &Color| matches!(color, Color::Default | Color::Idx(0..=15));
    let is_256 = |color: &Color| matches!(color, Color::Default | Color::Idx(_));
    type Fits = dyn Fn(&Color) -> bool;
    let cases: [(&str, &str, &Fits); 7] = [
        ("screen", "", &is_16),
        ("linux", "", &is_16),
        ("xterm-16color", "", &is_16),
        ("screen-256color", "", &is_256),
        ("tmux-256color", "", &is_256),
        ("xterm-256color", "", &is_256),
        ("tmux-256color", "1", &|color| *color == Color::Default),
    ];
    for (term, no_color, fits) in cases {
        let program = desk.program().env("TERM", term).env("NO_COLOR", no_color);
        let program = match no_color {
            "" => program.arg("--theme").arg("color-blind"),
            _ => program,
        };
        let mut screen = Pty::spawn(program, 100, 30);
        screen.wait_for("step 3/3");
        let wrong: Vec<Color> = colors(screen.screen())
            .into_iter()
            .filter(|color| !fits(color))
            .collect();
        assert!(wrong.is_empty(), "{term} {no_color}: {wrong:?}");
        quit(screen);
    }
}

#[test]
fn keys_that_can_do_nothing_say_so() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = Pty::spawn(desk.program(), 60, 20);
    screen.wait_for("step 3/3");
    screen.send("(");
    screen.wait_for("no room to move the border");
    screen.send("2e");
    screen.wait_for("Ctrl-S save");
    // Ctrl-R.
    screen.send("\x12");
    screen.wait_for("Ctrl-R does nothing here");
    screen.send("\x1bz");
    screen.wait_for("Alt-z does nothing here");
    // The merge rule of the field under the cursor is visible again.
    screen.send(key::DOWN);
    screen.wait("the answer ends", |screen| {
        !screen.contents().contains("does nothing here")
    });
    screen.send(key::ESC);
    screen.wait_for("s/S step");
    quit(screen);
}

#[test]
fn keys_that_cannot_be_bound_are_named_in_each_view() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = Pty::spawn(desk.program(), 120, 40);
    screen.wait_for("step 3/3");
    for view in ["", "d", "?", "v", "y", "i", ":", "/"] {
        screen.send(view);
        for (sent, name) in [
            ("\x1bz", "Alt-z"),
            ("\x1b[1;5D", "Ctrl-Left"),
            ("\x1b[1;5H", "Ctrl-Home"),
            ("\x1b[1;5F", "Ctrl-End"),
            ("\x1b[1;3C", "Alt-Right"),
        ] {
            screen.send(sent);
            screen.wait_for(&format!("{name} does nothing here"));
        }
        if !view.is_empty() {
            screen.send(key::ESC);
        }
    }
    screen.wait_for("s/S step");
    quit(screen);
}
