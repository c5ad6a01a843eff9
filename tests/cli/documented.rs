//! Every command that README, help topics and `--help` show is run, and every output that is printed there is today's.
//! `UPDATE_README=1 cargo test --test cli documented` writes the outputs, the picture and the list of lessons.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use mergescope::course;
use mergescope::help::TOPICS;
use mergescope::merge::Semantics;

use crate::program::{project, run};

/// Commands that install or build, or need what a killed program left.
const NOT_RUN: [&str; 3] = [
    "cargo ",
    "UPDATE_README=1 cargo ",
    "mergescope recovery patch.yaml --print",
];

/// Whether files that are out of date are written.
fn updates() -> bool {
    std::env::var_os("UPDATE_README").is_some()
}

/// Compares a file of the project with what it should be, or writes it.
fn hold(path: &str, wanted: &str) {
    let path = project(path);
    let found = fs::read_to_string(&path).unwrap_or_default();
    if found == wanted {
    } else if updates() {
        fs::write(path, wanted).expect("written");
    } else {
        panic!(
            "{} is out of date: run UPDATE_README=1 cargo test --test cli documented\n{wanted}",
            path.display()
        );
    }
}

/// The documents with commands.
fn documents() -> Vec<String> {
    let topics = TOPICS.iter().map(|topic| format!("src/help/{}.md", topic.name));
    let readmes = ["README.md", "samples/README.md", "themes/README.md"];
    topics.chain(readmes.map(str::to_owned)).collect()
}

/// A folder with all files that the documents name, and the programs.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().expect("a folder"));
        let bin = desk.0.path().join("bin");
        fs::create_dir(&bin).expect("a folder");
        for entry in fs::read_dir(project("tests/cli/documented")).expect("the files") {
            let file = entry.expect("a file").path();
            let name = file.file_name().expect("a name");
            let to = if file.extension().is_some() {
                desk.0.path().join(name)
            } else {
                bin.join(name)
            };
            fs::copy(&file, &to).expect("copied");
            let mode = if file.extension().is_some() { 0o644 } else { 0o755 };
            fs::set_permissions(to, fs::Permissions::from_mode(mode)).expect("its mode");
        }
        symlink(env!("CARGO_BIN_EXE_mergescope"), bin.join("mergescope")).expect("the program");
        for folder in ["samples", "themes"] {
            symlink(project(folder), desk.0.path().join(folder)).expect("a link");
        }
        symlink(project("samples"), desk.0.path().join("course")).expect("a link");
        fs::create_dir(desk.0.path().join("manifests")).expect("a folder");
        fs::copy(
            desk.0.path().join("manifest.yaml"),
            desk.0.path().join("manifests/web.yaml"),
        )
        .expect("copied");
        for (document, name) in [
            ("themes/README.md", "my-theme.yaml"),
            ("src/help/config.md", "config.yaml"),
        ] {
            let text = fs::read_to_string(project(document)).expect("a document");
            let yaml = text
                .split("```yaml\n")
                .nth(1)
                .and_then(|rest| rest.split("```").next());
            fs::write(desk.0.path().join(name), yaml.expect("an example")).expect("written");
        }
        desk
    }

    fn run(&self, line: &str) -> Output {
        let path = std::env::var("PATH").unwrap_or_default();
        Command::new("sh")
            .args(["-c", line])
            .current_dir(self.0.path())
            .env("PATH", format!("{}:{path}", self.0.path().join("bin").display()))
            .env("HOME", self.0.path())
            .env("XDG_CONFIG_HOME", self.0.path())
            .env("XDG_STATE_HOME", self.0.path())
            .stdin(Stdio::null())
            .output()
            .expect("a shell")
    }

    /// Runs a command that must succeed, or find something.
    fn check(&self, line: &str, place: &str) {
        if NOT_RUN.iter().any(|start| line.starts_with(start)) {
            return;
        }
        let output = self.run(line);
        let shown = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code();
        assert!(
            code == Some(0) || code == Some(1),
            "{place}: {line}: {code:?}: {shown}"
        );
        for bad in ["not found", "error: cannot", "error: unexpected"] {
            assert!(!shown.contains(bad), "{place}: {line}: {shown}");
        }
        let applies_a_dump = line.contains("| kubectl apply");
        assert!(!applies_a_dump, "{place}: {line}: a dump is not applied");
    }

    /// What a terminal shows of a command.
    fn shown(&self, line: &str) -> String {
        let output = self.run(&format!("{{ {line}\n}} 2>&1"));
        String::from_utf8(output.stdout).expect("UTF-8")
    }
}

/// The text with the outputs of its `console` blocks renewed, after all commands of its `sh` blocks have run.
fn renewed(desk: &Desk, name: &str, text: &str) -> String {
    let mut out = String::new();
    let mut block = None;
    for line in text.lines() {
        match (block, line.strip_prefix("```")) {
            (None, Some(language)) => block = Some(language),
            (Some(_), Some(_)) => block = None,
            (Some("sh"), _) if !line.trim().is_empty() => desk.check(line, name),
            (Some("console"), _) => {
                let Some(command) = line.strip_prefix("$ ") else {
                    continue;
                };
                desk.check(command, name);
                out.push_str(&format!("{line}\n{}", desk.shown(command)));
                continue;
            }
            _ => {}
        }
        out.push_str(line);
        out.push('\n');
    }
    assert!(block.is_none(), "{name}: a block is not closed");
    out
}

/// The text with the numbers that the folders of lessons have today.
fn renumbered(text: &str) -> String {
    let mut parts = text.split("samples/");
    let mut out = parts.next().unwrap_or_default().to_owned();
    let lessons = course::all().expect("lessons");
    for part in parts {
        out.push_str("samples/");
        let end = part.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
        let (name, rest) = part.split_at(end.unwrap_or(part.len()));
        let bare = |name: &str| {
            name.trim_start_matches(|letter: char| letter.is_ascii_digit())
                .to_owned()
        };
        let today = lessons.iter().find(|lesson| bare(&lesson.name) == bare(name));
        out.push_str(today.map_or(name, |lesson| &lesson.name));
        out.push_str(rest);
    }
    out
}

/// The text with another content between two marks.
fn with_block(text: &str, name: &str, content: &str) -> String {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let (before, rest) = text.split_once(&begin).expect("a mark");
    let (_, after) = rest.split_once(&end).expect("a mark");
    format!("{before}{begin}{content}{end}{after}")
}

#[test]
fn every_documented_command_runs_and_prints_what_is_shown() {
    for name in documents() {
        let desk = Desk::new();
        let mut text = fs::read_to_string(project(&name)).expect("a document");
        if name == "samples/README.md" {
            text = with_block(&text, "lessons", &lesson_rows());
        }
        hold(&name, &renewed(&desk, &name, &renumbered(&text)));
    }
    let own = Desk::new().run("mergescope --config config.yaml --print-config");
    assert!(own.status.success(), "{}", String::from_utf8_lossy(&own.stderr));
}

#[test]
fn every_example_of_the_help_runs() {
    let list = run(&["help"]).out;
    let (_, commands) = list.split_once("\nCommands").expect("the commands");
    let names = commands
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let helps = names
        .map(|name| run(&[name, "--help"]).out)
        .chain([run(&["--help"]).out]);
    let mut count = 0;
    for help in helps {
        let desk = Desk::new();
        let (_, examples) = help.split_once("\nExamples:\n").expect("examples");
        for line in examples.lines().map_while(|line| line.strip_prefix("  ")) {
            assert!(line.len() <= 78, "too wide for a terminal of 80 columns: {line}");
            desk.check(line, "--help");
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn the_picture_is_a_frame_of_today() {
    let readme = fs::read_to_string(project("README.md")).expect("text");
    let command = readme
        .lines()
        .find_map(|line| line.strip_prefix("<!-- mergescope ")?.strip_suffix(" -->"));
    let args: Vec<&str> = command.expect("the command of the picture").split(' ').collect();
    let picture = run(&args);
    assert_eq!((picture.code, picture.err.as_str()), (0, ""), "{args:?}");
    hold("samples/screen.svg", &picture.out);
    // GitHub shows a README in a column of about 840 pixels.
    let width = picture
        .out
        .split("width=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    assert!(
        width.and_then(|width| width.parse::<f64>().ok()) <= Some(846.0),
        "{width:?}"
    );
    assert!(readme.contains("](samples/screen.svg)"));
}

/// The rows of the list of lessons.
fn lesson_rows() -> String {
    let lessons = course::all().expect("lessons");
    let count = lessons.len();
    let mut list = format!("\nA course of {count} lessons:\n\n| | lesson | semantics |\n|---|---|---|\n");
    for lesson in lessons {
        let (number, title, name) = (lesson.number(), &lesson.title, &lesson.name);
        let semantics = match lesson.semantics {
            Semantics::ServerSide(_) => lesson.semantics.patch_type().name(),
            other => other.name(),
        };
        list.push_str(&format!("| {number} | [{title}]({name}) | {semantics} |\n"));
    }
    list.push('\n');
    list
}

/// The headings of a document, as links within it name them.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let titles = text
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches(['#', ' ']));
    titles.map(|title| title.to_lowercase().replace(' ', "-"))
}

#[test]
fn every_link_of_a_document_leads_to_a_file() {
    for name in documents() {
        let text = fs::read_to_string(project(&name)).expect("a document");
        let folder = project(&name).parent().map(Path::to_owned).expect("a folder");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let is_there = match link.strip_prefix('#') {
                Some(heading) => headings(&text).any(|own| own == heading),
                None => link.starts_with("https://") || folder.join(link).exists(),
            };
            assert!(is_there, "{name}: {link}");
        }
    }
}
