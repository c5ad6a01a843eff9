//! The explorer as a person uses it, in a real pseudo-terminal.

use std::fs;
use std::path::PathBuf;

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use vt100::{Color, Screen};

use crate::harness::{Program, Pty, key};

pub(crate) const LIVE: &str = "\
apiVersion: v1
kind: Pod
metadata:
  name: demo
spec:
  containers:
  - name: sidecar
    image: envoy:1.31
  - name: web
    image: shop:1.4
";

pub(crate) const PATCH: &str = "\
spec:
  containers:
  - name: web
    image: shop:1.5
";

/// A folder with `live.yaml` and `patch.yaml`.
pub(crate) struct Desk {
    folder: TempDir,
}

impl Desk {
    pub(crate) fn new(live: &str, patch: &str) -> Desk {
        let desk = Desk {
            folder: TempDir::new().expect("a folder"),
        };
        fs::write(desk.path("live.yaml"), live).expect("live");
        fs::write(desk.path("patch.yaml"), patch).expect("patch");
        desk
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn program(&self) -> Program {
        Program::mergescope()
            .arg("live.yaml")
            .arg("patch.yaml")
            .directory(self.folder.path())
            .env("XDG_STATE_HOME", self.path("state"))
    }

    pub(crate) fn open(&self, columns: u16, rows: u16) -> Pty {
        Pty::spawn(self.program(), columns, rows)
    }

    /// Opened at 120x40 on the last of the three steps.
    pub(crate) fn opened(&self) -> Pty {
        let mut screen = self.open(120, 40);
        screen.wait_for("step 3/3");
        screen
    }

    fn patch(&self) -> String {
        fs::read_to_string(self.path("patch.yaml")).expect("the patch")
    }

    /// Saves as editors do: a new file takes the old one's name.
    pub(crate) fn save_atomically(&self, name: &str, text: &str) {
        let new = self.path("new.tmp");
        fs::write(&new, text).expect("the new file");
        fs::rename(new, self.path(name)).expect("the rename");
    }
}

pub(crate) fn has(text: &str) -> impl Fn(&Screen) -> bool {
    move |screen| screen.contents().contains(text)
}

pub(crate) fn has_not(text: &str) -> impl Fn(&Screen) -> bool {
    move |screen| !screen.contents().contains(text)
}

pub(crate) fn quit(mut screen: Pty) {
    screen.send("q");
    assert_eq!(screen.exit().exit_code(), 0);
    screen.assert_restored();
}

#[test]
fn of_several_live_files_each_object_is_shown_watched_and_saved() {
    let object =
        |kind: &str, name: &str| format!("apiVersion: v1\nkind: {kind}\nmetadata:\n  name: {name}\n");
    let desk = Desk::new("", "metadata: {labels: {x: z}}\n");
    fs::create_dir(desk.path("many")).unwrap();
    for (name, text) in [
        ("many/a.yaml", object("ConfigMap", "one")),
        ("many/b.yaml", object("Service", "two")),
        (
            "many/c.yaml",
            object("Secret", "three") + "---\n" + &object("Secret", "four"),
        ),
    ] {
        fs::write(desk.path(name), text).unwrap();
    }
    let open = |patch: &str| {
        fs::write(desk.path("patch.yaml"), patch).unwrap();
        let program = Program::mergescope();
        let program = program.arg("many").arg("patch.yaml").directory(&desk.path(""));
        Pty::spawn(program.env("XDG_STATE_HOME", desk.path("state")), 120, 40)
    };
    // The patch names the object.
    let mut screen = open("kind: Service\nmetadata: {name: two, labels: {x: z}}\n");
    screen.wait("the file", has("many/b.yaml"));
    quit(screen);

    let mut screen = open("metadata: {labels: {x: z}}\n");
    screen.wait_for("the patch does not say which of these objects it is for");
    for row in [
        "ConfigMap one  many/a.yaml:1 (shown)",
        "Service two    many/b.yaml:1",
        "Secret four    many/c.yaml:6",
    ] {
        screen.wait_for(row);
    }
    screen.send("/two\r\r");
    screen.wait_for("live object 2 of 4: Service two");
    // Watched.
    desk.save_atomically("many/b.yaml", &(object("Service", "two") + "spec: {}\n"));
    screen.wait_for("many/b.yaml reloaded");
    // Edited and saved.
    screen.send("1e");
    screen.wait_for("editing live");
    screen.send("# mine\r");
    screen.send(key::CTRL_S);
    screen.wait_for("saved many/b.yaml");
    let saved = fs::read_to_string(desk.path("many/b.yaml")).unwrap();
    assert!(saved.contains("# mine\n"), "{saved}");
    screen.send(key::ESC);
    screen.wait("the panes", has_not("editing live"));
    // One of several objects in its file.
    screen.send("8/four\r\r");
    screen.wait_for("live object 4 of 4: Secret four");
    screen.wait_for("many/c.yaml");
    // The version of another file has its name.
    screen.send("<<<<");
    screen.wait("the first version", |screen| {
        has("many/a.yaml")(screen) && has("name: one")(screen)
    });
    screen.send(">>>>");
    screen.wait_for("name: four");
    // A broken file is not shown later.
    fs::write(desk.path("many/a.yaml"), "a: [\n").unwrap();
    screen.send("8/one\r\r");
    screen.wait_for("many/a.yaml:1:4");
    screen.wait_for("name: four");
    quit(screen);

    // At the start it is shown as a single one is, until it is corrected.
    let mut screen = open("kind: Service\nmetadata: {name: two, labels: {x: z}}\n");
    screen.wait_for("many/a.yaml cannot be read");
    screen.send("8");
    screen.wait_for("(cannot be read)  many/a.yaml:1 (shown)");
    screen.send("/two\r\r");
    screen.wait_for("live object 2 of 4: Service two");
    screen.send("8/cannot\r\r");
    screen.wait_for("many/a.yaml:1:4");
    fs::write(desk.path("many/a.yaml"), object("ConfigMap", "one")).unwrap();
    screen.send("8/cannot\r\r");
    screen.wait_for("live object 1 of 4: ConfigMap one");
    quit(screen);
}

#[test]
fn files_open_on_the_last_step_and_step_both_ways() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    screen.wait("the result", has("shop:1.5"));
    screen.send("^");
    screen.wait_for("step 0/3");
    screen.wait("live object", has("live object"));
    screen.send("s");
    screen.wait_for("step 1/3");
    screen.send("$");
    screen.wait_for("step 3/3");
    screen.send("S");
    screen.wait_for("step 2/3");
    screen.send(key::RIGHT);
    screen.wait_for("step 3/3");
    quit(screen);
}

#[test]
fn an_atomic_save_is_merged_again_and_the_step_stays() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    screen.send("S");
    screen.wait_for("step 2/3");
    desk.save_atomically("patch.yaml", &PATCH.replace("shop:1.5", "shop:1.6"));
    screen.wait("the new patch", has("shop:1.6"));
    screen.wait_for("step 2/3");
    desk.save_atomically("live.yaml", &LIVE.replace("envoy:1.31", "envoy:1.32"));
    screen.wait("the new live", has("envoy:1.32"));
    quit(screen);
}

#[test]
fn a_broken_save_leaves_the_last_good_result_under_a_banner() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    fs::write(desk.path("patch.yaml"), "spec:\n  containers: [\n").expect("a broken patch");
    screen.wait("the banner", |screen| {
        let text = screen.contents();
        text.contains("patch.yaml:") && text.contains("shop:1.5")
    });
    desk.save_atomically("patch.yaml", &PATCH.replace("shop:1.5", "shop:1.7"));
    screen.wait("the mended patch", |screen| {
        let text = screen.contents();
        text.contains("shop:1.7") && !text.contains("patch.yaml:2:")
    });
    quit(screen);
}

#[test]
fn text_is_edited_merged_as_one_types_and_saved() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    screen.send("2");
    screen.send("e");
    screen.wait_for("Ctrl-S");
    // To the end of the text, where a label is added.
    screen.send("\x1b[1;5F");
    screen.send("metadata: {labels: {typed: here}}");
    screen.wait("merged as typed", |screen| {
        screen.contents().matches("typed: here").count() > 1
    });
    assert_eq!(desk.patch(), PATCH, "nothing is written before Ctrl-S");
    screen.send(key::CTRL_S);
    screen.wait("saved", |_| desk.patch().contains("typed: here"));
    screen.send(key::ESC);
    screen.wait("closed", has("s/S"));
    quit(screen);
}

/// Letters in the list of completions belong to the text, and the list follows them.
#[test]
fn the_completions_follow_what_is_typed() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    screen.send("2");
    screen.send("e");
    screen.wait_for("Ctrl-S");
    screen.send("\x1b[1;5F");
    screen.send("metadata:\r");
    screen.wait("typed", has("metadata:"));
    screen.send("\x0e");
    screen.wait("all fields", |screen| {
        screen.contents().contains("annotations:") && screen.contents().contains("labels:")
    });
    screen.send("lab");
    screen.wait("fewer fields", has_not("annotations:"));
    screen.send("\r");
    screen.wait("inserted", has_not("complete ─"));
    screen.send(" {typed: here}");
    screen.send(key::CTRL_S);
    screen.wait("saved", |_| {
        desk.patch().contains("metadata:\n  labels: {typed: here}")
    });
    screen.send(key::ESC);
    screen.wait("closed", has("s/S"));
    quit(screen);
}

#[test]
fn unsaved_text_is_asked_for() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    screen.send("2");
    screen.send("e");
    screen.wait_for("Ctrl-S");
    screen.send("# a note ");
    screen.wait("typed", has("# a note"));
    screen.send(key::ESC);
    screen.wait("the question", |screen| {
        screen.contents().to_lowercase().contains("unsaved changes")
    });
    screen.send("y");
    screen.wait("left", has_not("# a note"));
    assert_eq!(desk.patch(), PATCH);
    quit(screen);
}

#[test]
fn unsaved_text_can_be_saved_before_it_is_left() {
    for quits in [false, true] {
        let desk = Desk::new(LIVE, PATCH);
        let mut screen = desk.opened();
        screen.send("2");
        screen.send("e");
        screen.wait_for("Ctrl-S");
        screen.send("# a note ");
        screen.wait("typed", has("# a note"));
        screen.send(key::ESC);
        screen.wait_for("save and leave");
        if quits {
            screen.send(key::CTRL_C);
            screen.wait_for("save and quit");
            screen.send("s");
            assert_eq!(screen.exit().exit_code(), 0);
        } else {
            screen.send("s");
            screen.wait("left", has("s/S"));
            quit(screen);
        }
        assert!(desk.patch().contains("# a note"), "{}", desk.patch());
    }
}

#[test]
fn a_file_that_changed_meanwhile_is_no_silent_loss() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    screen.send("2");
    screen.send("e");
    screen.wait_for("Ctrl-S");
    screen.send("# mine ");
    screen.wait("typed", has("# mine"));
    let theirs = format!("# theirs\n{PATCH}");
    desk.save_atomically("patch.yaml", &theirs);
    screen.wait("the sign", has("● changed on disk"));
    screen.send("n");
    screen.wait("a typed letter is no answer", has("# mine n"));
    screen.send(key::CTRL_S);
    screen.wait("the question", has("The file changed on disk (-"));
    screen.wait("the diff", has("+# mine"));
    assert_eq!(desk.patch(), theirs, "nothing is overwritten before the answer");
    screen.send(key::ESC);
    screen.wait("not answered", has("asks again"));
    screen.send(key::CTRL_S);
    screen.wait("the question again", has("The file changed on disk (-"));
    assert_eq!(desk.patch(), theirs, "looking away is no answer");
    screen.send("y");
    screen.wait("one's own text stays", has("text kept"));
    screen.send(key::CTRL_S);
    screen.wait("saved", |_| desk.patch().contains("# mine"));
}

#[test]
fn a_rejected_patch_shows_where_why_and_the_fix() {
    let live = LIVE;
    let patch = "spec:\n  $setElementOrder/containers:\n  - name: web\n  containers:\n  - name: other\n    image: x\n";
    let desk = Desk::new(live, patch);
    let mut screen = desk.open(120, 40);
    screen.wait("the title", has("rejected"));
    for text in ["spec.containers", "`other`", "Add `other`", "I: whole text"] {
        screen.wait(text, has(text));
    }
    screen.send("I");
    screen.wait("the words of kubectl", has("doesn't match"));
    screen.send(key::ESC);
    screen.wait("the panes again", has_not("doesn't match"));
    quit(screen);
}

#[test]
fn resizing_changes_the_layout_down_to_a_floor() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.opened();
    for (columns, rows) in [(100, 30), (80, 24), (60, 20), (200, 60)] {
        screen.resize(columns, rows);
        screen.wait("a frame of the new size", |screen| {
            screen.size().0.get() == rows
                && screen.size().1.get() == columns
                && screen.contents().contains("step 3/3")
        });
    }
    screen.resize(40, 10);
    screen.wait("the floor", has("60"));
    screen.resize(120, 40);
    screen.wait_for("step 3/3");
    quit(screen);
}

#[test]
fn no_byte_of_a_document_reaches_the_terminal_raw() {
    let live = LIVE.replace("demo", "\"a\\e[31mred\\e]0;title\\a\\u202Eb\"");
    let desk = Desk::new(&live, PATCH);
    let mut screen = desk.open(200, 60);
    screen.wait_for("step 3/3");
    screen.wait("the escape, shown", |screen| {
        screen.contents().contains("\\e[31m") || screen.contents().contains("\\x1b[31m")
    });
    assert!(
        !screen.text().contains('\u{202e}'),
        "a direction override reached the terminal"
    );
    quit(screen);
}

#[test]
fn no_color_means_no_color_and_the_cursor_row_still_shows() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = Pty::spawn(desk.program().env("NO_COLOR", "1"), 120, 40);
    screen.wait_for("step 3/3");
    let (mut colors, mut reversed) = (0, 0);
    for row in 0..40 {
        for column in 0..120 {
            let Some(cell) = screen.screen().cell(row, column) else {
                continue;
            };
            colors += usize::from(cell.fgcolor() != Color::Default || cell.bgcolor() != Color::Default);
            reversed += usize::from(cell.inverse() || cell.bold() || cell.underline());
        }
    }
    assert_eq!(colors, 0, "cells with a color");
    assert!(reversed > 0, "nothing stands out");
    quit(screen);
}

#[test]
fn signals_give_the_terminal_back() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let desk = Desk::new(LIVE, PATCH);
        let mut screen = desk.open(80, 24);
        screen.wait_for("step 3/3");
        let pid = Pid::from_raw(screen.process() as i32).expect("a process");
        kill_process(pid, signal).expect("the signal is sent");
        assert!(screen.exit().exit_code() >= 128, "{signal:?}");
        screen.assert_restored();
    }
}

#[test]
fn without_arguments_the_lessons_open() {
    let mut screen = Pty::spawn(Program::mergescope(), 80, 24);
    screen.wait_for("lessons");
    screen.send(key::ENTER);
    screen.wait_for("step 0/");
    screen.send("s");
    screen.wait_for("step 1/");
    screen.send("\x1bOQ");
    screen.wait("the list", has("╭─ lessons"));
    // Esc and a key in one read would be Alt and this key.
    screen.send(key::ESC);
    screen.wait("closed", has_not("╭─ lessons"));
    quit(screen);
}

#[test]
fn one_key_asks_kubectl() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new(LIVE, PATCH);
    let answers = |image: &str| {
        let json = format!(
            r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"demo"}},"spec":{{"containers":[
            {{"name":"sidecar","image":"envoy:1.31"}},{{"name":"web","image":"{image}"}}]}}}}"#
        );
        fs::write(
            desk.path("kubectl"),
            format!("#!/bin/sh\n/bin/cat <<'END'\n{json}\nEND\n"),
        )
        .expect("a program");
        let may_run = fs::Permissions::from_mode(0o755);
        fs::set_permissions(desk.path("kubectl"), may_run).expect("permissions");
    };

    let mut screen = Pty::spawn(
        desk.program()
            .env("PATH", desk.folder.path().display().to_string()),
        120,
        40,
    );
    screen.wait_for("step 3/3");
    screen.send("K");
    screen.wait("no kubectl, said plainly", has("kubectl failed:"));
    screen.send(key::ESC);
    screen.wait("closed", has_not("Esc: close"));
    answers("shop:1.5");
    screen.send("K");
    screen.wait("agreement", has("kubectl gives the same result"));
    screen.send(key::ESC);
    screen.wait("closed", has_not("Esc: close"));
    answers("shop:9.9");
    screen.send("K");
    screen.wait("the first difference", |screen| {
        let text = screen.contents();
        text.contains("spec.containers[name=web].image") && text.contains("shop:9.9")
    });
    screen.send(key::ESC);
    screen.wait("closed", has_not("Esc: close"));
    quit(screen);
}

#[test]
fn a_dumb_terminal_gets_text() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = Pty::spawn(desk.program().env("TERM", "dumb"), 80, 24);
    assert_eq!(screen.exit().exit_code(), 0);
    let text = screen.text();
    assert!(text.contains("kubernetes semantics"), "{text}");
    assert!(!screen.screen().alternate_screen());
}

#[test]
fn an_unreadable_file_is_shown_until_it_is_corrected() {
    let desk = Desk::new("a: [\n", PATCH);
    let mut screen = desk.open(80, 24);
    screen.wait("the place", has("live.yaml:"));
    screen.wait("why there is no result", has("no result until it is corrected"));
    desk.save_atomically("live.yaml", LIVE);
    screen.wait("the result", |screen| {
        !screen.contents().contains("cannot be read")
    });
    quit(screen);
}

#[test]
fn a_pipe_is_read_once_and_a_device_is_no_manifest() {
    let desk = Desk::new(LIVE, PATCH);
    let shell = |command: String| {
        let program = Program::new("/bin/sh").arg("-c").arg(command);
        Pty::spawn(program.directory(&desk.path("")), 120, 40)
    };
    let program = env!("CARGO_BIN_EXE_mergescope");
    let mut screen = shell(format!("cat patch.yaml | '{program}' live.yaml /dev/stdin"));
    screen.wait_for("step 3/3");
    // As long as a look of the watcher takes, and longer.
    std::thread::sleep(std::time::Duration::from_millis(700));
    screen.send("2e");
    screen.wait_for("editing patch");
    screen.send("#");
    screen.send(key::CTRL_S);
    screen.wait_for("/dev/stdin is not a file");
    assert!(!screen.text().contains("cannot read"), "{}", screen.text());
    drop(screen);
    let mut screen = shell(format!("exec '{program}' /dev/zero patch.yaml"));
    assert_eq!(screen.exit().exit_code(), 2);
    assert!(screen.text().contains("/dev/zero:1:1"), "{}", screen.text());
}
